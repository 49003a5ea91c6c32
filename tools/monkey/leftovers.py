"""What the program holds: memory, windows, widgets, threads, processes."""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
import types
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QFontDatabase, QPixmapCache
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import Shiboken

from attnviz.export.fonts import forget_fonts
from attnviz.export.kept import Kept
from attnviz.resources import resource
from attnviz.session.garbage import give_back
from attnviz.ui import accessible

MEMORY_GROWTH = 0.05
TASKS = Path("/proc/self/task")
# Qt paints and converts pictures in the first, and ends them after half a minute; the others live as long as its
# application does, on a real screen.
QT_OWN = ("Thread (pooled)", "QXcbEventQueue", "QDBusConnection")
STATUS = Path("/proc/self/status")
# Python halves that PySide itself never lets go of: undo steps that were merged into others as they were pushed.
KEPT_BY_PYSIDE = ("_Snapshot",)


@dataclass(frozen=True)
class Held:
    """At one moment. `memory` is what is its own and resident, in bytes, 0 where the system does not say; `full` with
    the caches as they were; `given` is what the C library has given out and not got back, without the holes between.
    `ghosts` are Python's halves of Qt's objects that are gone."""

    memory: int
    full: int
    given: int
    windows: Counter[str]
    widgets: Counter[str]
    ghosts: Counter[str]

    def left_over(self, since: Held) -> list[str]:
        """What is there that was not, in sentences."""
        found = []
        for what in ("windows", "widgets", "ghosts"):
            more = getattr(self, what) - getattr(since, what)
            if more:
                found.append(f"{what} left over: " + ", ".join(f"{n} {name}" for name, n in more.most_common(8)))
        return found

    def memory_grown(self, since: Held) -> list[str]:
        """A sentence if memory is more than it may be."""
        if since.memory and self.memory > since.memory * (1 + MEMORY_GROWTH):
            return [f"memory grew from {_mib(since.memory)} to {_mib(self.memory)}"]
        return []

    def told(self, since: Held) -> str:
        memory = f"memory {_mib(since.memory)} → {_mib(self.memory)}"
        if since.memory:
            memory += f" ({self.memory / since.memory - 1:+.1%}; with caches {_mib(since.full)} → {_mib(self.full)}"
            memory += f"; given out {_mib(since.given)} → {_mib(self.given)})"
        return f"{memory}, widgets {since.widgets.total()} → {self.widgets.total()}"


def held() -> Held:
    """After everything was let go of that can be had again."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        accessible.let_go()  # which would come by itself with the next events
        gc.collect()
    give_back()
    full = _resident()
    forget_caches()
    gc.collect()
    give_back()
    return Held(
        memory=_resident(),
        full=full,
        given=_given_out(),
        windows=_by_class(QApplication.topLevelWidgets()),
        widgets=_by_class(QApplication.allWidgets()),
        ghosts=ghosts(),
    )


def _by_class(widgets: list[QWidget]) -> Counter[str]:
    """How many of each; without the desktop, of which Qt makes one when it first wants it."""
    return Counter(type(widget).__name__ for widget in widgets if widget.windowType() != Qt.WindowType.Desktop)


def ghosts() -> Counter[str]:
    """Python objects whose half in Qt has been deleted, by class: somebody holds what has gone."""
    found = Counter(
        type(part).__name__
        for part in gc.get_objects()
        if issubclass(type(part), Shiboken.Object) and not Shiboken.isValid(part)
    )
    for name in KEPT_BY_PYSIDE:
        del found[name]
    return found


def forget_caches() -> None:
    """Those that have their limits: the program's, Qt's of pictures, and Qt's of typefaces at all their sizes."""
    for name, module in list(sys.modules.items()):
        if name.startswith("attnviz") and isinstance(module, types.ModuleType):
            for value in list(vars(module).values()):
                if isinstance(value, Kept):
                    value.clear()
                elif _has_limit(value):
                    value.cache_clear()
    QPixmapCache.clear()
    forget_fonts()
    # Qt forgets its typefaces when one comes or goes.
    face = resource("fonts", "Inter-Regular.otf").read_bytes()
    QFontDatabase.removeApplicationFont(QFontDatabase.addApplicationFontFromData(face))


def _has_limit(value: Any) -> bool:  # noqa: ANN401
    """Whether it is a cache that forgets by itself. One without a limit is of what there are few of, and stays."""
    parameters = getattr(value, "cache_parameters", None)
    return callable(parameters) and parameters()["maxsize"] is not None


def threads() -> Counter[str]:
    """By name, Qt's among them where the system tells."""
    if not TASKS.exists():
        return Counter(thread.name for thread in threading.enumerate())
    names = Counter(filter(None, (_read(task / "comm").strip() for task in TASKS.iterdir())))
    for name in QT_OWN:
        del names[name]
    return names


def _read(path: Path) -> str:
    """What the system says; nothing of what has ended meanwhile, nor of another system."""
    try:
        return path.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def children() -> list[str]:
    """Processes that this one has started and that are still there."""
    tasks = TASKS.iterdir() if TASKS.exists() else ()
    return [number for task in tasks for number in _read(task / "children").split()]


def _resident() -> int:
    """Of the process itself: pages of files, such as a typeface that was needed once, are the system's to drop."""
    line = next((line for line in _read(STATUS).splitlines() if line.startswith("RssAnon:")), "0 0")
    return int(line.split()[1]) * 1024


class _Malloc(ctypes.Structure):
    """What `mallinfo2` tells."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "k")
    ]


def _given_out() -> int:
    """By the C library; 0 where it does not say. Python's small objects are in memory of Python's own."""
    told = getattr(ctypes.CDLL(None), "mallinfo2", None) if sys.platform.startswith("linux") else None
    if told is None:
        return 0
    told.restype = _Malloc
    now = told()
    return int(now.uordblks + now.hblkhd)


def _mib(number: int) -> str:
    return f"{number / 2**20:.1f} MiB"
