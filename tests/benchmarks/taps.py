"""Events that come from outside the program, on time, as those of a mouse do.

A QTimer counts whole milliseconds, and Qt rounds up: events made with one are half a millisecond late before the
program has heard of them, which the peers' are not. So a process of its own sleeps until each is due, and writes down
when it woke: a tenth of a millisecond late, which is nobody's fault that is measured here.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from collections.abc import Callable
from typing import Any

# It starts when it is sent a line, and its events are their moments, on the clock that all processes share.
HAND = """
import os, struct, sys, time
events, period = int(sys.argv[1]), float(sys.argv[2])
sys.stdin.readline()
begin = time.perf_counter() + 0.05
for k in range(events):
    time.sleep(max(begin + period * k - time.perf_counter(), 0))
    os.write(1, struct.pack("d", time.perf_counter()))
"""
MOMENT = struct.calcsize("d")


class Taps:
    """`events` of them, one every `period` seconds; `heard` is called when the program learns that some have come.

    `sent` are the moments of those it has learned of, of time.perf_counter().
    """

    def __init__(self, events: int, period: float, heard: Callable[[], None]) -> None:
        from PySide6.QtCore import QSocketNotifier

        command = [sys.executable, "-c", HAND, str(events), repr(period)]
        # Unbuffered: what waits in a buffer of this process would wake nobody.
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._heard = heard
        self.sent: list[float] = []
        assert self._process.stdout is not None
        self._end = self._process.stdout.fileno()
        self._notifier: Any = QSocketNotifier(self._end, QSocketNotifier.Type.Read)
        self._notifier.setEnabled(False)
        self._notifier.activated.connect(self._read)

    def start(self) -> None:
        """Let them come."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._notifier.setEnabled(True)

    def _read(self) -> None:
        moments = os.read(self._end, 512 * MOMENT)  # whole ones: each was written at one stroke
        if not moments:
            self._notifier.setEnabled(False)  # all have come
            return
        self.sent += (moment for (moment,) in struct.iter_unpack("d", moments))
        self._heard()

    def close(self) -> None:
        self._notifier.setEnabled(False)
        for end in (self._process.stdin, self._process.stdout):
            assert end is not None
            end.close()
        self._process.wait()
