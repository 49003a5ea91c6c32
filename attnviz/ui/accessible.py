"""Roles of our own widgets, for screen readers; cells are in `accessible_cells`, sentences in `announce`.

Measured with PySide6 6.10 under AT-SPI (at-spi2-core, pyatspi as the reader):

- `QAccessible.installFactory` works and survives garbage collection, 3000 widgets made and deleted while a reader
  asked, and the exit of the interpreter. It keeps each interface's wrapper (about 0.2 kB a canvas) for good, so it
  serves for roles and for nothing finer. Qt makes interfaces when names are set, reader or not. Made one by one, the
  wrappers of a window that has gone would each hold a page of the memory that it lay in: they are made ahead, side by
  side.
- A table cannot be made in Python: QAccessibleTableInterface is not wrapped. Cells are therefore those of a real,
  invisible QTableView: see `accessible_cells`.
- What is wrapped can be: `interface_cast` returns the address of its C++ half, or that of 0, never None, which PySide
  turns into any address. So a slider whose positions stand for other numbers gives those: see `Valued`.
- QAccessibleAnnouncementEvent arrives as `object:announcement` with its text; Focus events with a child's index
  arrive as that cell's `focus`.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleInterface, QAccessibleValueInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

AHEAD = 512  # wrappers, of some thirty a window: 0.1 MB

_installed = False


@runtime_checkable
class Valued(Protocol):
    """A slider of which readers are told another number than its position."""

    said: str  # the number as the person reads it

    def number(self) -> float: ...

    def bounds(self) -> tuple[float, float]: ...

    def take(self, number: float) -> None:
        """The reader sets it, as a hand would."""


class _SliderInterface(QAccessibleWidget):
    """A slider that is `Valued`."""

    _value: _Value | None = None

    def interface_cast(self, wanted: QAccessible.InterfaceType) -> int:
        if wanted == QAccessible.InterfaceType.ValueInterface:
            if self._value is None:
                self._value = _Value(self)
            return shiboken6.VoidPtr(shiboken6.getCppPointer(self._value)[0])  # type: ignore[return-value]
        found: object = super().interface_cast(wanted)  # an address, whatever the stubs say
        if found is None:  # of which PySide makes an address that leads nowhere
            return shiboken6.VoidPtr(0)  # type: ignore[return-value]
        return found  # type: ignore[return-value]

    def text(self, which: QAccessible.Text) -> str:
        slider = self.widget()
        if which == QAccessible.Text.Value and isinstance(slider, Valued):
            return slider.said
        return super().text(which)


class _Value(QAccessibleValueInterface):
    """The number of a slider. It knows the interface and not the slider, which would never go."""

    def __init__(self, of: _SliderInterface) -> None:
        super().__init__()
        self._of = of

    def _slider(self) -> Valued | None:
        slider = self._of.widget()
        return slider if isinstance(slider, Valued) else None

    def currentValue(self) -> float:
        slider = self._slider()
        return 0.0 if slider is None else slider.number()

    def setCurrentValue(self, value: object) -> None:
        slider = self._slider()
        if slider is not None and isinstance(value, (int, float)):
            slider.take(float(value))

    def minimumValue(self) -> float:
        slider = self._slider()
        return 0.0 if slider is None else slider.bounds()[0]

    def maximumValue(self) -> float:
        slider = self._slider()
        return 0.0 if slider is None else slider.bounds()[1]

    def minimumStepSize(self) -> float:
        return 0.0  # as Qt's own: not one size everywhere


# Wrappers without their half in Qt.
_ready: dict[type[QAccessibleWidget], list[QAccessibleWidget]] = {QAccessibleWidget: [], _SliderInterface: []}


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
        kind = _SliderInterface if isinstance(subject, Valued) else QAccessibleWidget
        if not _ready[kind]:
            _make_ahead()
        made = _ready[kind].pop()
        QAccessibleWidget.__init__(made, subject, role, "")
        return made
    return None


def _make_ahead() -> None:
    for kind, wrappers in _ready.items():
        wrappers.extend(kind.__new__(kind) for _ in range(AHEAD - len(wrappers)))
