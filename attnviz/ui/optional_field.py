"""A field for a number that may be left empty."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionFrame, QWidget

from attnviz.errors import InputError
from attnviz.i18n import NumberFormat
from attnviz.io.numbers import parse_number
from attnviz.ui.guard import guarded
from attnviz.ui.text_line import TextLine
from attnviz.ui.text_size import px

WIDTH = 84  # pixels at usual text, at least
CARET = 6  # pixels that a line keeps beside its text


class OptionalField(TextLine):
    """Signals: `value_entered(number or None)` on Enter or when the field is left; `refused(sentence)` for what is no
    number."""

    value_entered = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._value: float | None = None
        self._form = NumberFormat()
        self.setMinimumWidth(px(WIDTH))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.returnPressed.connect(self._commit)

    @guarded
    def sizeHint(self) -> QSize:
        """As wide as what stands in it while it is empty: that must be read to be understood."""
        self.ensurePolished()
        hint = super().sizeHint()
        option = QStyleOptionFrame()
        self.initStyleOption(option)
        words = QSize(self.fontMetrics().horizontalAdvance(self.placeholderText()) + CARET, hint.height())
        framed = self.style().sizeFromContents(QStyle.ContentsType.CT_LineEdit, option, words, self)
        return QSize(max(px(WIDTH), framed.width()), hint.height())

    @guarded
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def display(self, value: float | None, form: NumberFormat) -> None:
        """Show a number, unless another one is being typed."""
        if value == self._value and form is self._form:
            return
        self._value, self._form = value, form
        self._show()

    def _show(self) -> None:
        self.setText("" if self._value is None else self._form.exact(self._value))
        self.setModified(False)
        self._mark(wrong=False)

    def _commit(self) -> None:
        text = self.text().strip()
        try:
            value = parse_number(text, self._form.decimal) if text else None
        except InputError as error:
            self._mark(wrong=True)
            self.refused.emit(str(error))
            return
        self.setModified(False)
        self._mark(wrong=False)
        if value != self._value:
            self._value = value
            self.value_entered.emit(value)

    def refuse(self, value: float | None, sentence: str) -> None:
        """Mark the number that was entered as wrong; `value` is still what holds."""
        self._value = value
        self._mark(wrong=True)
        self.refused.emit(sentence)

    def _mark(self, *, wrong: bool) -> None:
        if bool(self.property("wrong")) != wrong:
            self.setProperty("wrong", wrong)
            self.style().unpolish(self)
            self.style().polish(self)

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self.isModified():
            self._commit()
        if self.property("wrong"):
            self._show()
