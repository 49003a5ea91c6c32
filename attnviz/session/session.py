"""The current document, its undo stack and its path."""

from __future__ import annotations

import weakref
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from attnviz.document.document import Document


class _Snapshot(QUndoCommand):
    """One act: the document before and after. Acts with the same merge key become one step."""

    _ID = 1

    def __init__(self, session: Session, text: str, before: Document, after: Document, merge_key: str | None) -> None:
        super().__init__(text)
        # Weak, or the garbage collector takes commands apart while the stack still means to delete them.
        self._session = weakref.ref(session)
        self._before = before
        self._after = after
        self._merge_key = merge_key

    def id(self) -> int:
        return -1 if self._merge_key is None else self._ID

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _Snapshot) or other._merge_key != self._merge_key:
            return False
        self._after = other._after
        return True

    def undo(self) -> None:
        self._show(self._before)

    def redo(self) -> None:
        self._show(self._after)

    def _show(self, document: Document) -> None:
        session = self._session()
        if session is not None:
            session._show(document)


class Session(QObject):
    """What is open. Signals: `document_changed(document)` after every edit, undo, redo and opening."""

    document_changed = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.undo_stack = QUndoStack(self)
        self.path: Path | None = None

    @property
    def document(self) -> Document:
        return self._document

    @property
    def dirty(self) -> bool:
        return not self.undo_stack.isClean()

    def open(self, document: Document, path: Path | None = None) -> None:
        """Another document, with nothing to undo."""
        self.undo_stack.clear()
        self.path = path
        self._show(document)

    def edit(self, text: str, document: Document, merge_key: str | None = None) -> None:
        """Take over an edited document as one undoable step; the same object again is no step at all."""
        if document is self._document:
            return
        self.undo_stack.push(_Snapshot(self, text, self._document, document, merge_key))

    def close(self) -> None:
        """Let go of every step while all objects are alive, before the program or a test takes them apart."""
        self.undo_stack.blockSignals(True)
        self.undo_stack.clear()

    def _show(self, document: Document) -> None:
        self._document = document
        self.document_changed.emit(document)
