"""A field for one number: typed with decimal comma or point, stepped with the arrow keys."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from attnviz.errors import InputError
from attnviz.i18n import NumberFormat, translate
from attnviz.io.numbers import parse_integer, parse_number
from attnviz.ui.guard import guarded
from attnviz.ui.text_line import TextLine


class NumberField(TextLine):
    """Shows a number and asks for another.

    Signals: `value_entered(float)`; `refused(str)` with a sentence when the text is not a number in range.
    """

    value_entered = Signal(float)
    refused = Signal(str)

    def __init__(self, low: float, high: float, step: float, places: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._low, self._high, self._step = low, high, step
        self._places = places
        self._grouped = False
        self._value = low
        self._form = NumberFormat()
        self._written: tuple[float, NumberFormat] | None = None  # what stands there, or is being replaced by hand
        self.setProperty("kind", "number")
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.returnPressed.connect(self._commit)

    def set_range(self, low: float, high: float, places: int | None = None) -> None:
        """Other bounds for what may be typed, and how many decimals are usual."""
        self._low, self._high = low, high
        if places is not None and places != self._places:
            self._places = places
            self._written = None  # typing that is taken back brings the usual decimals of before
            if not self.isModified():
                self._show_value()

    def group_digits(self) -> None:
        """Write thousands apart, as figures do; of use for whole numbers that can be large."""
        self._grouped = True
        self._show_value()

    def display(self, value: float, form: NumberFormat) -> None:
        """Show a number, unless the person is in the middle of typing another."""
        if (value, form) == self._written:
            return
        typing = value == self._value and self.isModified()
        self._value, self._form = value, form
        self._written = None
        if not typing:
            self._show_value()

    def _show_value(self) -> None:
        # Never rounded in silence: a number with more decimals than usual shows them all.
        usual = abs(round(self._value, self._places) - self._value) < 1e-9
        text = self._form.fixed(self._value, self._places) if usual else self._form.exact(self._value)
        if usual and self._grouped and self._places == 0:
            text = self._form.whole(round(self._value))
        if text != self.text():
            self.setText(text)
        self._written = self._value, self._form
        self.setModified(False)
        self._mark(wrong=False)

    def _commit(self) -> None:
        if not self.isModified():
            return
        try:
            parse = parse_number if self._places else parse_integer
            value = parse(self.text(), self._form.decimal)
            if not self._low <= value <= self._high:
                raise InputError(
                    translate("ui", "{found} is out of range: from {low} to {high}.").format(
                        found=self.text().strip(),
                        low=self._bound(self._low),
                        high=self._bound(self._high),
                    )
                )
        except InputError as error:
            self._show_value()  # what holds; the sentence says what was typed
            self.selectAll()
            self.refused.emit(str(error))
            return
        self.setModified(False)
        self._written = None  # what was typed stands there: should it not be taken, what holds comes back
        self._mark(wrong=False)
        self.value_entered.emit(value)

    def _bound(self, value: float) -> str:
        return self._form.whole(round(value)) if self._grouped else self._form.exact(value)

    def _mark(self, *, wrong: bool) -> None:
        if self.property("wrong") != wrong:
            self.setProperty("wrong", wrong)
            self.style().unpolish(self)
            self.style().polish(self)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1, Qt.Key.Key_PageUp: 10, Qt.Key.Key_PageDown: -10}
        if event.key() in steps:
            value = self._value + steps[Qt.Key(event.key())] * self._step
            self.value_entered.emit(min(max(round(value, 9), self._low), self._high))
            return
        if event.key() == Qt.Key.Key_Escape and self.isModified():
            self._show_value()
            return
        super().keyPressEvent(event)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.selectAll()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._commit()
        if self.isModified():  # refused: the number that holds comes back
            self._show_value()
        super().focusOutEvent(event)
