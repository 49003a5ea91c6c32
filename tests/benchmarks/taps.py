"""Events that come from outside the program, on time, as those of a mouse do.

A QTimer counts whole milliseconds, and Qt rounds up: events made with one are half a millisecond late before the
program has heard of them, which the peers' are not. So a process of its own sleeps until each is due and writes a byte.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

# Its answer to the line that starts it is the moment of the first event, on the clock that all processes share.
HAND = """
import sys, time
events, period = int(sys.argv[1]), float(sys.argv[2])
sys.stdin.readline()
begin = time.perf_counter() + 0.05
sys.stdout.write(f"{begin!r}\\n")
sys.stdout.flush()
for k in range(events):
    time.sleep(max(begin + period * k - time.perf_counter(), 0))
    sys.stdout.write(".")
    sys.stdout.flush()
"""


class Taps:
    """`events` of them, one every `period` seconds; `heard` is called when the program learns that some have come."""

    def __init__(self, events: int, period: float, heard: Callable[[], None]) -> None:
        from PySide6.QtCore import QSocketNotifier

        command = [sys.executable, "-c", HAND, str(events), repr(period)]
        # Unbuffered: what waits in a buffer of this process would wake nobody.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._heard = heard
        assert self._process.stdout is not None
        self._end = self._process.stdout.fileno()
        self._notifier: Any = QSocketNotifier(self._end, QSocketNotifier.Type.Read)
        self._notifier.setEnabled(False)
        self._notifier.activated.connect(self._read)

    def start(self) -> float:
        """Let them come; returns the moment of the first, of time.perf_counter()."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        line = b""
        while not line.endswith(b"\n"):
            line += os.read(self._end, 1)
        self._notifier.setEnabled(True)
        return float(line)

    def _read(self) -> None:
        if not os.read(self._end, 4096):
            self._notifier.setEnabled(False)  # all have come
            return
        self._heard()

    def close(self) -> None:
        self._notifier.setEnabled(False)
        for end in (self._process.stdin, self._process.stdout):
            assert end is not None
            end.close()
        self._process.wait()
