"""Roles of our own widgets, for screen readers; cells are in `accessible_cells`, sentences in `announce`.

Measured with PySide6 6.10 under AT-SPI (at-spi2-core, pyatspi as the reader):

- `QAccessible.installFactory` works and survives garbage collection, 3000 widgets made and deleted while a reader
  asked, and the exit of the interpreter. It keeps each interface's wrapper (about 0.2 kB a canvas) for good, so it
  serves for roles and for nothing finer. Qt makes interfaces when names are set, reader or not. Made one by one, the
  wrappers of a window that has gone would each hold a page of the memory that it lay in: they are made ahead, side by
  side.
- A table cannot be made in Python: QAccessibleTableInterface is not wrapped, and `interface_cast` would have to return
  a C++ pointer. Cells are therefore those of a real, invisible QTableView: see `accessible_cells`.
- QAccessibleAnnouncementEvent arrives as `object:announcement` with its text; Focus events with a child's index
  arrive as that cell's `focus`.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

AHEAD = 512  # wrappers, of some thirty a window: 0.1 MB

_installed = False
_ready: list[QAccessibleWidget] = []  # wrappers without their half in Qt


def install() -> None:
    """Give widgets of ours their roles: those of a class with an `accessible_role`. Once for the process."""
    global _installed
    if not _installed:
        _installed = True
        _make_ahead()
        QAccessible.installFactory(_interface)


def _interface(_key: str, subject: QObject) -> QAccessibleInterface | None:
    role = getattr(subject, "accessible_role", None)
    if isinstance(role, QAccessible.Role) and isinstance(subject, QWidget):
        if not _ready:
            _make_ahead()
        made = _ready.pop()
        QAccessibleWidget.__init__(made, subject, role, "")
        return made
    return None


def _make_ahead() -> None:
    _ready.extend(QAccessibleWidget.__new__(QAccessibleWidget) for _ in range(AHEAD))
