"""A line edit that leaves Undo and Redo to the document once its own text is settled."""

from __future__ import annotations

from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from attnviz.ui.guard import guarded

UNDOING = (QKeySequence("Ctrl+Z"), QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y"))
# Some desktops give these to the caret; here they are the window's, wherever the caret is.
WINDOWS_OWN = (QKeySequence("Ctrl+E"), QKeySequence("Ctrl+D"), QKeySequence("Ctrl+M"), QKeySequence("Ctrl+O"))


class TextLine(QLineEdit):
    """While text is being typed, Ctrl+Z takes back typing; otherwise it reaches the window."""

    @guarded
    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and self._leaves(QKeySequence(event.keyCombination()))
        ):
            event.ignore()
            return False
        return bool(super().event(event))

    def _leaves(self, keys: QKeySequence) -> bool:
        return keys in WINDOWS_OWN or (keys in UNDOING and not self.isModified())
