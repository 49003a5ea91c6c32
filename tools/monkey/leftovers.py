"""What the program holds: memory, windows, widgets, threads, processes."""

from __future__ import annotations

import ctypes
import ctypes.util
import gc
import sys
import threading
import types
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QPixmapCache
from PySide6.QtWidgets import QApplication

MEMORY_GROWTH = 0.05
TASKS = Path("/proc/self/task")
QT_POOLED = "Thread (pooled)"  # Qt paints and converts pictures in these, and ends them after half a minute
STATUS = Path("/proc/self/status")


@dataclass(frozen=True)
class Held:
    """At one moment. `memory` is what is its own and resident, in bytes; 0 where the system does not say."""

    memory: int
    windows: Counter[str]
    widgets: Counter[str]

    def grown(self, since: Held, *, memory: bool = True) -> list[str]:
        """What is more than it may be, in sentences."""
        found = []
        if memory and since.memory and self.memory > since.memory * (1 + MEMORY_GROWTH):
            found.append(f"memory grew from {_mib(since.memory)} to {_mib(self.memory)}")
        for what, now, before in (("windows", self.windows, since.windows), ("widgets", self.widgets, since.widgets)):
            more = now - before
            if more:
                found.append(f"{what} left over: " + ", ".join(f"{n} {name}" for name, n in more.most_common(8)))
        return found

    def told(self, since: Held) -> str:
        return f"memory {_mib(since.memory)} → {_mib(self.memory)}, widgets {since.widgets.total()} → " + str(
            self.widgets.total()
        )


def held() -> Held:
    """After everything was let go of that can be had again."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    forget_caches()
    gc.collect()
    trim()
    return Held(
        memory=_resident(),
        windows=Counter(type(widget).__name__ for widget in QApplication.topLevelWidgets()),
        widgets=Counter(type(widget).__name__ for widget in QApplication.allWidgets()),
    )


def forget_caches() -> None:
    """Those of the program, which have their limits, and Qt's."""
    for name, module in list(sys.modules.items()):
        if name.startswith("attnviz") and isinstance(module, types.ModuleType):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if callable(clear):
                    clear()
    QPixmapCache.clear()


def trim() -> None:
    """Give free memory back to the system, where the C library can."""
    library = ctypes.util.find_library("c")
    if sys.platform.startswith("linux") and library:
        malloc_trim = getattr(ctypes.CDLL(library), "malloc_trim", None)
        if malloc_trim is not None:
            malloc_trim(0)


def threads() -> Counter[str]:
    """By name, Qt's among them where the system tells."""
    if not TASKS.exists():
        return Counter(thread.name for thread in threading.enumerate())
    names = Counter(filter(None, (_read(task / "comm").strip() for task in TASKS.iterdir())))
    del names[QT_POOLED]
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


def _mib(number: int) -> str:
    return f"{number / 2**20:.1f} MiB"
