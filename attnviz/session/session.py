"""The current document, its undo stack and its path."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from attnviz.document.document import Document
from attnviz.document.view_state import ViewState

MOST_STEPS = 500  # each keeps the matrices that it changed: at their largest a few megabytes


@dataclass(slots=True, eq=False)
class Place:
    """Where a document and all its edits belong: a file, or none yet; and the document as it lies there."""

    path: Path | None
    saved: Document | None  # a lesson's own document counts as saved: it can be had again
    view: ViewState | None = None  # how it was looked at when another took its place, or is to be at first


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    document: Document
    place: Place

    @property
    def dirty(self) -> bool:
        return self.document is not self.place.saved

    def retold(self, told: Callable[[Document], Document]) -> Held:
        """The same with its document in other words."""
        return replace(self, document=told(self.document))


def _would_be_missed(held: Held) -> bool:
    """Whether it differs from its file; a lesson that was tried out and never saved is there to be tried out."""
    return held.dirty and (held.place.path is not None or held.document.lesson is None)


class _Snapshot(QUndoCommand):
    """One act: the document before and after. Acts with the same merge key become one step."""

    _ID = 1

    def __init__(self, session: Session, text: str, before: Held, after: Held, merge_key: str | None) -> None:
        super().__init__(text)
        # Weak, or the garbage collector takes commands apart while the stack still means to delete them.
        self._session = weakref.ref(session)
        self._before = before
        self._after = after
        self._merge_key = merge_key

    def id(self) -> int:
        return -1 if self._merge_key is None else self._ID

    def goes_on(self, merge_key: str | None) -> bool:
        """Whether another act is part of this step; none is over a state that was saved: Undo leads back to it."""
        return merge_key is not None and merge_key == self._merge_key and self._after.dirty

    def take(self, after: Held) -> None:
        """This step leads further."""
        self._after = after

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Where the other one takes the place of steps that were undone."""
        if not isinstance(other, _Snapshot) or not self.goes_on(other._merge_key):
            return False
        self.take(other._after)
        # The stack deletes the other one, but PySide keeps its Python half for good: it must hold no document.
        del other._before, other._after
        return True

    @property
    def places(self) -> set[Place]:
        """Where it leads from and to."""
        return {self._before.place, self._after.place}

    def retell(self, told: Callable[[Document], Document]) -> None:
        """Lead from and to the same documents in other words."""
        self._before, self._after = self._before.retold(told), self._after.retold(told)

    def undo(self) -> None:
        self._show(self._before)

    def redo(self) -> None:
        self._show(self._after)

    def _show(self, held: Held) -> None:
        session = self._session()
        if session is not None:
            session._show(held)


class Session(QObject):
    """What is open. Signals: `document_changed(document)` after every edit, undo, redo and opening;
    `place_changed(left, place)` before that, where another document comes with it; `state_changed()` when the
    document's file or whether it is saved there may have changed.

    Opening another document is a step like any other: undoing it brings back the one before, with its file. So
    whether a document is saved is asked of the document itself, not of a place in the undo stack.
    """

    document_changed = Signal(object)
    place_changed = Signal(object, object)
    state_changed = Signal()

    def __init__(self, document: Document, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._held = Held(document, Place(path, document))
        self._left: dict[Place, Held] = {}  # as they were when another document took their place
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(MOST_STEPS)

    @property
    def document(self) -> Document:
        return self._held.document

    @property
    def path(self) -> Path | None:
        """The file that the document was opened from or saved in."""
        return self._held.place.path

    @property
    def dirty(self) -> bool:
        """Whether the document differs from its file, or from what it was opened as."""
        return self._held.dirty

    @property
    def left_unsaved(self) -> list[Document]:
        """Documents that are only in the undo stack now, and differ from their files."""
        gone = [held for held in self._left.values() if held.place is not self._held.place]
        return [held.document for held in gone if _would_be_missed(held)]

    def edit(self, text: str, document: Document, merge_key: str | None = None) -> None:
        """Take over an edited document as one undoable step; the same object again is no step at all."""
        if document is not self.document:
            self._push(text, Held(document, self._held.place), merge_key)

    def open(
        self, text: str, document: Document, path: Path | None = None, view: ViewState | None = None, *,
        made: bool = False,
    ) -> bool:  # fmt: skip
        """Put another document in the place of this one, as one undoable step; whether it is another one.

        It is as it lies in `path`, or as it was shipped; unless it was `made` just now and lies nowhere yet.
        """
        if document is self.document and path == self.path:
            return False
        self._leave(self._held)
        self._push(text, Held(document, Place(path, None if made else document, view)), None)
        return True

    def retell(self, told: Callable[[Document], Document]) -> None:
        """Put other words into documents that nobody has edited, wherever they are held, undo steps among them.

        `told` gives a document in those words, or the same object. It is no edit: there is nothing to undo, what
        counted as saved still does, and no signal tells of it.
        """
        steps = [self.undo_stack.command(index) for index in range(self.undo_stack.count())]
        held = [self._held, *self._left.values()]
        places = {one.place for one in held}
        for step in steps:
            if isinstance(step, _Snapshot):
                places |= step.places
                step.retell(told)
        for place in places:
            place.saved = None if place.saved is None else told(place.saved)
        self._held = self._held.retold(told)
        self._left = {place: one.retold(told) for place, one in self._left.items()}

    def saved(self, document: Document, path: Path) -> None:
        """Remember that `document`, this one or one it was edited from, lies in `path` now."""
        self._held.place.path, self._held.place.saved = path, document
        self.state_changed.emit()

    def close(self) -> None:
        """Let go of every step while all objects are alive, before the program or a test takes them apart."""
        self.undo_stack.blockSignals(True)
        self.undo_stack.clear()

    def _leave(self, held: Held) -> None:
        """Remember what would be missed: each place once, the latest last, and no more than can be undone to."""
        self._left.pop(held.place, None)
        missed = [*filter(_would_be_missed, self._left.values()), *filter(_would_be_missed, [held])]
        self._left = {left.place: left for left in missed[-MOST_STEPS:]}

    def _push(self, text: str, held: Held, merge_key: str | None) -> None:
        stack = self.undo_stack
        last = stack.command(stack.count() - 1) if stack.index() == stack.count() else None
        if isinstance(last, _Snapshot) and last.goes_on(merge_key):  # a step of its own would leave half of it behind
            last.take(held)
            self._show(held)
        else:
            stack.push(_Snapshot(self, text, self._held, held, merge_key))

    def _show(self, held: Held) -> None:
        left, self._held = self._held.place, held
        if held.place is not left:
            self.place_changed.emit(left, held.place)
        self.document_changed.emit(held.document)
        self.state_changed.emit()
