"""A page of text that a screen reader walks by lines."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QFocusEvent
from PySide6.QtWidgets import QTextBrowser

from attnviz.ui.guard import guarded


class ReadingText(QTextBrowser):
    """The arrows scroll it; where a screen reader is they move a caret, which it follows: else it could not tell which
    line has been reached."""

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        walked = Qt.TextInteractionFlag.TextSelectableByKeyboard
        flags = self.textInteractionFlags()
        if QAccessible.isActive() and not flags & walked:
            self.setTextInteractionFlags(flags | walked)
        super().focusInEvent(event)
