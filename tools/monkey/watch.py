"""What must never happen while the monkey plays: an exception, a warning, an error in the log, a hang."""

from __future__ import annotations

import contextlib
import faulthandler
import logging
import re
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections.abc import Iterator
from types import TracebackType

from PySide6.QtCore import QLoggingCategory, QMessageLogContext, QtMsgType, qInstallMessageHandler

# All that may be said. Each is of a platform that cannot do what every window asks of it, not of the program.
ALLOWED = (
    re.compile(r"This plugin does not support (raise|propagateSizeHints|grabbing the (keyboard|mouse))"),
)  # offscreen
WARNINGS = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)

BUSY = 2.0  # seconds of the window's own time that one event may take
STUCK = 12.0  # seconds by the clock: other programs may have the machine meanwhile
HOPELESS = 45.0  # seconds by the clock after which the process is ended, whatever holds it
NAP = 0.1


class Watch(logging.Handler):
    """Collects `faults`, one text each, while it is `watching`. Call `beat` whenever an event begins."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.faults: list[str] = []
        self.counts = {"exceptions": 0, "warnings": 0, "hangs": 0}
        self.slowest = 0.0  # seconds of the window's own time between two beats
        self._ending = threading.Event()
        self._since: tuple[float, float] | None = None  # the window's own time and the clock's, at the last beat
        self._armed = 0.0
        self._hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
        self._warner = warnings.showwarning

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Hear everything meanwhile."""
        self._begin()
        try:
            yield
        finally:
            self._end()

    def _begin(self) -> None:
        sys.excepthook = self._raised
        warnings.showwarning = self._warned
        threading.excepthook = lambda a: self._raised(a.exc_type, a.exc_value, a.exc_traceback)
        sys.unraisablehook = lambda a: self._raised(a.exc_type, a.exc_value, a.exc_traceback)
        # Qt tells what typefaces lack while it holds them locked: Python is not called for what is no warning.
        QLoggingCategory.setFilterRules("*.debug=false\n*.info=false")
        self._handler = qInstallMessageHandler(self._said)
        logging.getLogger("attnviz").addHandler(self)
        clock = getattr(time, "pthread_getcpuclockid", None)
        self._clock = None if clock is None else clock(threading.get_ident())
        self._dog = threading.Thread(target=self._guard, name="watchdog", daemon=True)
        self._dog.start()

    def _end(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self._ending.set()
        self._dog.join()
        logging.getLogger("attnviz").removeHandler(self)
        qInstallMessageHandler(self._handler)
        QLoggingCategory.setFilterRules("")
        sys.excepthook, threading.excepthook, sys.unraisablehook = self._hooks
        warnings.showwarning = self._warner

    def beat(self) -> None:
        """Another event begins."""
        now = (self._own_time(), time.monotonic())
        if now[1] - self._armed > NAP:
            self._armed = now[1]
            faulthandler.dump_traceback_later(HOPELESS, exit=True)  # needs no Python, as the dog does
        if self._since is not None:
            self.slowest = max(self.slowest, now[0] - self._since[0])
        self._since = now

    @contextlib.contextmanager
    def resting(self) -> Iterator[None]:
        """Work of the monkey's own, which takes what it takes."""
        self._since = None
        yield
        self.beat()

    # listening ---------------------------------------------------------------------------------------------

    def _raised(self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
        self._add("exceptions", "".join(traceback.format_exception(kind, error, trace)))

    def _said(self, kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
        if kind in WARNINGS and not any(allowed.match(message) for allowed in ALLOWED):
            stack = "".join(traceback.format_stack(limit=12))
            self._add("warnings", f"Qt: {message}\n{stack}")

    def _warned(self, message: Warning | str, kind: type[Warning], file: str, line: int, *_: object) -> None:
        stack = "".join(traceback.format_stack(limit=12))
        self._add("warnings", f"{file}:{line}: {kind.__name__}: {message}\n{stack}")

    def emit(self, record: logging.LogRecord) -> None:
        self._add("exceptions", f"log: {record.getMessage()}")

    def _add(self, kind: str, text: str) -> None:
        self.counts[kind] += 1
        self.faults.append(text)

    # the dog -----------------------------------------------------------------------------------------------

    def _own_time(self) -> float:
        return time.monotonic() if self._clock is None else time.clock_gettime(self._clock)

    def _guard(self) -> None:
        """Runs beside the window: says where every thread is when an event takes too long."""
        told: object = None
        while not self._ending.wait(NAP):
            since = self._since
            if since is None:
                continue
            busy, passed = self._own_time() - since[0], time.monotonic() - since[1]
            if since is not told and (busy > BUSY or passed > STUCK):
                told = since
                self._add("hangs", f"an event took more than {busy:.1f} s ({passed:.1f} by the clock)\n{_stacks()}")


def _stacks() -> str:
    """Where every thread is."""
    with tempfile.TemporaryFile("w+") as file:
        faulthandler.dump_traceback(file, all_threads=True)
        file.seek(0)
        return file.read()
