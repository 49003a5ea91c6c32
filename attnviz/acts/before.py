"""What the numbers are shown against: those before the last edit for a moment, or pinned ones until dismissed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from attnviz.document.document import Document
from attnviz.document.trace import Trace
from attnviz.export.tiles import MOST_NUMBERED
from attnviz.i18n import translate

if TYPE_CHECKING:
    from attnviz.app import Application

FLASH = 2500  # milliseconds that changed numbers show what they were


class Before(QObject):
    """Keeps the earlier trace of all heads; the scene takes the head that is shown."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self.pinned: Trace | None = None  # numbers of all heads to compare with until dismissed
        self._shown: Trace | None = None  # what is compared with now: the pinned ones, or those before an edit
        self._anew = False  # the next numbers are of what was there, in other words: no edit
        self.flash = QTimer(self)
        self.flash.setSingleShot(True)
        self.flash.setInterval(FLASH)

    def of_head(self) -> Trace | None:
        """What the scene shows the numbers against."""
        return None if self._shown is None else self._shown.for_head(self._app.view.head)

    def begin_anew(self) -> None:
        """The numbers to come are shown against none: what was there is there anew, and nobody has edited it."""
        self._anew = True

    def came(self, document: Document, trace: Trace) -> None:
        """A new trace: it is shown against the pinned one, or for a moment against the one before the edit."""
        self._shown = self._against(document, trace)

    def _against(self, document: Document, trace: Trace) -> Trace | None:
        scene = self._app.scene
        if self.pinned is not None and self.pinned.tokens_k == trace.tokens_k:
            return self.pinned
        if self.pinned is not None:
            self.pinned = None
            self._app.say(translate("acts", "The pinned numbers are of other tokens and were let go."))
        anew, self._anew = self._anew, False
        small = max(trace.n_q, trace.n_k) <= MOST_NUMBERED and self._app.view.tab == "steps"
        if scene is None or anew or not small or document is scene.document or not _one_work(document, scene.document):
            self.flash.stop()
            return None
        before = self._shown if self.flash.isActive() else self._app.trace
        self.flash.start()
        return before

    def over(self) -> None:
        """The moment is past in which an edit shows what was there."""
        if self.pinned is None and self._app.view.motion:  # without motion it stays until the next edit
            self._shown = None
            self._show()

    def pin(self) -> None:
        """Keep today's numbers beside those to come, until asked again."""
        self.pinned = self._shown = self._app.trace if self.pinned is None else None
        self.flash.stop()
        self._show()

    def _show(self) -> None:
        scene = self._app.latest
        if scene is not None:
            self._app.show_scene(replace(scene, before=self.of_head(), pinned=self.pinned is not None))


def _one_work(document: Document, other: Document) -> bool:
    """Whether one may have become the other by edits: else it is another document, and nothing has changed in it."""
    return document.lesson == other.lesson and type(document.source) is type(other.source)
