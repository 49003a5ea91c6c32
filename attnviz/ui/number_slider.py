"""A named number with a slider to drag and a field to type into."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSlider, QStyle, QStyleOptionSlider, QWidget

from attnviz.i18n import NumberFormat
from attnviz.session.streak import Streak
from attnviz.ui.accessible import give_role
from attnviz.ui.announce import announce
from attnviz.ui.guard import guarded
from attnviz.ui.number_field import NumberField
from attnviz.ui.text_size import px

POSITIONS = 1000


@dataclass(frozen=True, slots=True)
class Mapping:
    """How slider positions 0 … POSITIONS stand for numbers, and what may be typed beyond them."""

    low: float
    high: float
    logarithmic: bool = False
    places: int = 2
    typed_low: float | None = None
    typed_high: float | None = None

    def value(self, position: int) -> float:
        share = position / POSITIONS
        if self.logarithmic:
            value = self.low * math.exp(share * math.log(self.high / self.low))
        else:
            value = self.low + (self.high - self.low) * share
        return round(value, self.places)

    def position(self, value: float) -> int:
        value = min(max(value, self.low), self.high)
        if self.logarithmic:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return round(share * POSITIONS)


class _Slider(QSlider):
    """A click beside the handle takes the handle there, so that one gesture reaches any number. A screen reader is told
    the number, not the position: see `accessible.Valued`."""

    def __init__(self, mapping: Mapping) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._mapping = mapping
        self.said = ""
        self.shown = mapping.low  # the number itself, which may be beyond the positions or between them
        give_role(self, QAccessible.Role.Slider)

    def number(self) -> float:
        here = self._mapping.position(self.shown) == self.value()
        return self.shown if here else self._mapping.value(self.value())

    def bounds(self) -> tuple[float, float]:
        return self._mapping.low, self._mapping.high

    def take(self, number: float) -> None:
        self.setValue(self._mapping.position(number))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key comes to another number, however far apart they are: no press of it is in vain."""
        number, position = self.number(), self.value()
        super().keyPressEvent(event)
        moved = self.value() - position
        if moved and self._mapping.value(self.value()) == number:
            step = math.copysign(10.0**-self._mapping.places, moved)
            self.setValue(self._mapping.position(number + step))

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        style = self.style()
        handle = style.subControlRect(QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, self)
        if event.button() == Qt.MouseButton.LeftButton and not handle.contains(event.position().toPoint()):
            span = self.width() - handle.width()
            left = round(event.position().x() - handle.width() / 2)
            self.setSliderPosition(
                QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), left, span, option.upsideDown)
            )
        super().mousePressEvent(event)


class NumberSlider(QWidget):
    """Signals: `value_requested(value, gesture)`, one gesture id for a whole drag; `refused(sentence)`."""

    value_requested = Signal(float, str)
    refused = Signal(str)

    def __init__(self, name: str, label: str, mapping: Mapping, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._mapping = mapping
        self._streak = Streak()
        self._dragged = ""  # the gesture of a drag, however long it takes
        self.label = QLabel(label)
        low = mapping.low if mapping.typed_low is None else mapping.typed_low
        high = mapping.high if mapping.typed_high is None else mapping.typed_high
        self.field = NumberField(low, high, 10.0**-mapping.places, mapping.places)
        self.field.setFixedWidth(px(72))
        self.slider = _Slider(mapping)
        self.slider.setRange(0, POSITIONS)
        self.slider.setPageStep(POSITIONS // 10)
        self.slider.setSingleStep(POSITIONS // 100)
        self.label.setBuddy(self.slider)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(0)
        grid.addWidget(self.label, 0, 0)
        grid.addWidget(self.field, 0, 1, Qt.AlignmentFlag.AlignRight)
        grid.addWidget(self.slider, 1, 0, 1, 2)
        self.slider.sliderPressed.connect(self._pressed)
        self.slider.valueChanged.connect(self._moved)
        self.field.value_entered.connect(self._typed)
        self.field.refused.connect(self.refused)

    def describe(self, name: str, tooltip: str) -> None:
        """Accessible name and tooltip of both ways to set the number."""
        self.slider.setAccessibleName(name)
        self.field.setAccessibleName(self.tr("{name}, typed").format(name=name))
        for widget in (self.slider, self.field):
            widget.setToolTip(tooltip)

    def display(self, value: float, form: NumberFormat) -> None:
        # A position whose number already is the value stays under the hand, rounding or not.
        if self._mapping.value(self.slider.value()) != value:
            with QSignalBlocker(self.slider):
                self.slider.setValue(self._mapping.position(value))
        self.slider.shown = value
        self.field.display(value, form)
        self._tell()

    def _tell(self) -> None:
        """Of a number that changes a screen reader says what the field shows: the slider's own is rounded."""
        said = self.field.text()
        if said != self.slider.said:
            self.slider.said = said
            self.slider.setAccessibleDescription(f"{said}. {self.slider.toolTip()}")
            if self.slider.hasFocus():
                announce(self.slider, said)

    def _pressed(self) -> None:
        self._streak.end()
        self._dragged = self._streak.gesture(self._name)
        self._streak.end()

    def _moved(self, position: int) -> None:
        gesture = self._dragged if self.slider.isSliderDown() else self._streak.gesture(self._name)
        self.value_requested.emit(self._mapping.value(position), gesture)

    def _typed(self, value: float) -> None:
        """Typed, or stepped with the arrow keys."""
        self.value_requested.emit(value, self._streak.gesture(f"{self._name}:typed"))
