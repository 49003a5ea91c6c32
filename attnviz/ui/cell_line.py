"""The little line that opens over a cell or a label to type into."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QToolTip, QWidget

from attnviz.errors import InputError
from attnviz.i18n import NumberFormat
from attnviz.io.matrix_text import parse_number
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import px

MOVES = {
    Qt.Key.Key_Return: "down",
    Qt.Key.Key_Enter: "down",
    Qt.Key.Key_Down: "down",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Tab: "tab",
    Qt.Key.Key_Backtab: "backtab",
}


class CellLine(QLineEdit):
    """Signals: `number_committed(value, move)`, `text_committed(text, matrix, axis, index)`, `refused(sentence)`.

    `move` says where the cursor goes next: "down", "up", "tab", "backtab" or "".
    """

    number_committed = Signal(float, str)
    text_committed = Signal(str, str, str, int)
    refused = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "cell")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._place: Callable[[], QRectF] | None = None
        self._form = NumberFormat()
        self._label: tuple[str, str, int] | None = None
        self._opened = ""
        self.hide()

    def open_number(self, place: Callable[[], QRectF], value: float, form: NumberFormat, typed: str | None) -> None:
        """Open over a cell that holds `value`; `typed` are the characters that opened it."""
        self._form, self._label = form, None
        self.setAccessibleName(self.tr("Number of the cell"))
        self._open(place, form.exact(value), typed)

    def open_text(self, place: Callable[[], QRectF], label: tuple[str, str, int], text: str = "") -> None:
        """Open over a label to give it another name."""
        self._label = label
        self.setAccessibleName(self.tr("Name"))
        self._open(place, text, None)

    def cancel(self) -> None:
        """Close without a word: what was being typed belongs to a cell that is no more."""
        self._close()

    def follow(self) -> None:
        """Stay over the cell when the figure has moved."""
        if self._place is not None:
            self.setGeometry(self._room(self._place()))

    def _open(self, place: Callable[[], QRectF], text: str, typed: str | None) -> None:
        self._place, self._opened = place, text
        self.setText(text if typed is None else typed)
        self._mark(wrong=False)
        self.setGeometry(self._room(place()))
        self.show()
        self.raise_()
        self.setFocus()
        if typed is None:
            self.selectAll()

    @staticmethod
    def _room(rect: QRectF) -> QRect:
        """The cell's place, wide enough to type in."""
        width = max(rect.width(), float(px(74)))
        return QRectF(rect.center().x() - width / 2, rect.y() - 1, width, max(rect.height() + 2, px(26))).toRect()

    def commit(self, move: str = "") -> bool:
        """Hand over what was typed, if it can be read; whether the line is closed now."""
        if self._place is None:
            return True
        if self._label is not None:
            text, label = self.text(), self._label
            self._close()
            if text != self._opened:
                self.text_committed.emit(text, *label)
            return True
        if self.text() == self._opened:
            self._close()
            self._finish_unchanged(move)
            return True
        try:
            value = parse_number(self.text(), self._form.decimal)
        except InputError as error:
            self._mark(wrong=True)
            QToolTip.showText(self.mapToGlobal(self.rect().bottomLeft()), str(error), self)
            self.refused.emit(str(error))
            return False
        self._close()
        self.number_committed.emit(value, move)
        return True

    def _finish_unchanged(self, move: str) -> None:
        value = parse_number(self._opened, self._form.decimal)
        self.number_committed.emit(value, move)

    def _close(self) -> None:
        self._place = None
        parent = self.parentWidget()
        if self.hasFocus() and parent is not None:
            # Hiding the focused line would make Qt look for the next widget, and move the cell cursor with it.
            parent.setFocus()
        self.hide()

    def _mark(self, *, wrong: bool) -> None:
        self.setProperty("wrong", wrong)
        self.style().unpolish(self)
        self.style().polish(self)

    @guarded
    def event(self, event: QEvent) -> bool:
        # Tab would leave the canvas before keyPressEvent sees it.
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            move = MOVES.get(Qt.Key(event.key()))
            if move is not None and self._place is not None:
                self.commit(move)
                return True
        return bool(super().event(event))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._close()
            return
        super().keyPressEvent(event)

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self.commit():
            self._close()  # what could not be read is dropped; the sentence has been shown
