"""Unreachable cycles of objects are let go of in the GUI thread alone, and free memory goes back to the system.

Python looks for cycles in whichever thread happens to make the object that is one too many, and a widget that is
destroyed in a worker takes the process down or stops it for ever. So while there is a window Python does not look by
itself: a timer does, here. A look at everything that lives takes some frames, and waits until no hand drags.

A window that another has taken the place of is such a cycle, with five megabytes of pictures and texts: whoever puts
it away says so, and it is looked for at once instead of half a minute later, when there may be ten of them.

The C library of Linux keeps what lies free between things in use, after some minutes of work a fifth of what the
program holds. Once the window rests it is asked to give that back, which takes some milliseconds. PySide looks into
the source of every module that is imported, and Python keeps all the lines, ten megabytes: these go as well, and so
does the room that threads have worked in.
"""

from __future__ import annotations

import ctypes
import gc
import linecache
import sys
import time

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

from attnviz.core import threads

INTERVAL = 100  # milliseconds; a drag leaves some thousands of objects in it, a millisecond's look
WHOLE = 30.0  # seconds, at least, between two looks at everything
REST = 2.0  # seconds without work, after which the window rests
WORK = 0.2  # of one processor's time: what a blinking cursor or a film at rest takes is less
WORTH = 0.5  # seconds of a processor's time since memory was last given back: less work has left little

_windows = 0  # that there are
_enabled = True  # whether Python looked by itself before the first of them


class Garbage(QObject):
    """From `start` to `stop`, cycles are collected in this thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self._look)
        self._whole = self._seen = self._worked = time.monotonic()
        self._used = self._given = time.process_time()
        self._expected = False

    def start(self) -> None:
        global _windows, _enabled
        if _windows == 0:
            _enabled = gc.isenabled()
            gc.disable()
        _windows += 1
        self._timer.start()

    def stop(self) -> None:
        """Let go of what the window has left, and leave the rest to Python again when it was the last one."""
        global _windows
        if not self._timer.isActive():
            return
        self._timer.stop()
        gc.collect()
        _windows -= 1
        if _windows == 0 and _enabled:
            gc.enable()

    def expect(self) -> None:
        """Something large has been put away, in cycles maybe: look at everything as soon as no hand drags."""
        self._expected = True

    def _look(self) -> None:
        """The oldest generation whose turn it is: each includes the younger ones."""
        counts, limits = gc.get_count(), gc.get_threshold()
        due = [0 < limit < count for count, limit in zip(counts, limits, strict=True)]
        resting = QGuiApplication.mouseButtons() == Qt.MouseButton.NoButton
        if resting and (self._expected or (due[2] and time.monotonic() - self._whole > WHOLE)):
            gc.collect()
            self._whole = time.monotonic()
            self._expected = False
        elif due[1]:
            gc.collect(1)
        elif due[0]:
            gc.collect(0)
        self._rest()

    def _rest(self) -> None:
        """Give free memory back, once after every stretch of work."""
        now, used = time.monotonic(), time.process_time()
        if used - self._used > WORK * (now - self._seen):
            self._worked = now
        self._seen, self._used = now, used
        if now - self._worked > REST and used - self._given > WORTH:
            self._given = used
            give_back()


def give_back() -> None:
    """Free memory returns to the system where the C library is glibc; others are not known to need it."""
    linecache.clearcache()
    threads.let_go()
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
