"""Roles of our own widgets, for screen readers; cells are in `accessible_cells`, sentences in `announce`.

Measured with PySide6 6.10 under AT-SPI (at-spi2-core, pyatspi as the reader):

- `QAccessible.registerAccessibleInterface` lets Qt have an interface of ours for a widget. Qt deletes it with the
  widget, and the Python half, which owns it as far as PySide knows, must stay until then: see `let_go`. (A factory
  would serve too, but PySide keeps all that a factory ever returned until the program ends.)
- Qt makes an interface of its own as soon as a widget has a name, reader or not: ours must be there before. It also
  makes one when a widget's meta-object is not the one of before, which PySide changes as a signal is connected to a
  method of the widget that is no `Slot`: those of widgets with a role must be.
- A table cannot be made in Python: QAccessibleTableInterface is not wrapped. Cells are therefore those of a real,
  invisible QTableView: see `accessible_cells`.
- What is wrapped can be: `interface_cast` returns the address of its C++ half, or that of 0, never None, which PySide
  turns into any address. So a slider whose positions stand for other numbers gives those: see `Valued`.
- Qt's interface of a QScrollArea looks beyond the end of its list when it is asked for a part that it has no more, as
  by a reader that has counted before a scroll bar went, and the program ends: see `ScrollArea`.
- QAccessibleAnnouncementEvent arrives as `object:announcement` with its text; Focus events with a child's index
  arrive as that cell's `focus`.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import shiboken6
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleValueInterface
from PySide6.QtWidgets import QAccessibleWidget, QScrollArea, QWidget


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


_given: dict[int, QAccessibleWidget] = {}  # by id: whose widgets were there when last looked at
_asked = False  # whether those that have gone will be looked for


def give_role(widget: QWidget, role: QAccessible.Role) -> None:
    """What readers take a widget of ours for; one that is `Valued` tells them its number. Before it has a name."""
    made = (_SliderInterface if isinstance(widget, Valued) else QAccessibleWidget)(widget, role, "")
    QAccessible.registerAccessibleInterface(made)
    _given[id(made)] = made
    widget.destroyed.connect(_let_go_soon)


class ScrollArea(QScrollArea):
    """One that a reader may ask for parts that have gone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        give_role(self, QAccessible.Role.Client)  # the same as Qt's own


def _let_go_soon() -> None:
    """Qt deletes a widget's interface after it has said that the widget goes."""
    global _asked
    if not _asked:
        _asked = True
        QTimer.singleShot(0, let_go)


def let_go() -> None:
    """Of Python's halves of the interfaces that Qt has deleted. Comes by itself with the next events."""
    global _asked
    _asked = False
    for key, made in list(_given.items()):
        if not shiboken6.isValid(made):
            del _given[key]
