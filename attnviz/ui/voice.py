"""What a screen reader hears of an act: its name, and what came of it for the followed row."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QUndoStack
from PySide6.QtWidgets import QWidget

from attnviz.core.tokens import visible_text
from attnviz.document.trace import Trace
from attnviz.document.view_state import Tab
from attnviz.export.alt_text import outcome_text
from attnviz.export.scene import Scene
from attnviz.ui.announce import announce
from attnviz.ui.figure_canvas import FigureCanvas

WATCH = 2000  # milliseconds between looks for a screen reader, until there is one
REST = 350  # milliseconds after the last change: a drag is told once, when the hand rests
TOLD_TABS: tuple[Tab, ...] = ("steps", "matrix", "heads", "gradient", "code")  # where the row's outcome is the news


class Voice(QObject):
    """Says refusals and notices at once, and the outcome of acts when they rest. Silent without a screen reader."""

    def __init__(self, window: QWidget, undo_stack: QUndoStack) -> None:
        super().__init__(window)
        self._window = window
        self._stack = undo_stack
        self._index = undo_stack.index()
        self._act = ""  # what was done, undone or done again since the last outcome
        self._scene: Scene | None = None
        self._since: Trace | None = None  # what was shown before the acts that are to be told
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST)
        self._timer.timeout.connect(self._tell)
        undo_stack.indexChanged.connect(self._moved)
        # Qt tells of a reader that comes while the program runs to nobody who asks from Python.
        self._watch = QTimer(self)
        self._watch.setInterval(WATCH)
        self._watch.timeout.connect(self._look_for_reader)
        self._watch.start()

    def _look_for_reader(self) -> None:
        if QAccessible.isActive():
            self._watch.stop()
            for canvas in self._window.findChildren(FigureCanvas):
                canvas.be_read()

    def say(self, sentence: str, *, urgent: bool = False) -> None:
        """Say a sentence now."""
        announce(self._window, sentence, urgent=urgent)

    def display(self, scene: Scene, tab: str) -> None:
        """A picture has been shown; `tab` is what its tab is called."""
        before, self._scene = self._scene, scene
        if before is None or not QAccessible.isActive():
            return
        if before.view.tab != scene.view.tab:
            self.say(tab)
        if before.document is scene.document and before.view.key != scene.view.key:
            self.say(self._followed_key(scene))
        if before.document is not scene.document:
            if not self._timer.isActive():
                self._since = before.trace
            self._timer.start()

    def _followed_key(self, scene: Scene) -> str:
        if scene.view.key is None or scene.view.key >= len(scene.trace.tokens_k):
            return self.tr("No key is followed")
        return self.tr("The key “{key}” is followed").format(key=visible_text(scene.trace.tokens_k[scene.view.key]))

    def _moved(self, index: int) -> None:
        before, self._index = self._index, index
        if not QAccessible.isActive():
            return
        if index < before and self._stack.text(index):
            self._act = self.tr("Undone: {act}").format(act=self._stack.text(index))
        elif index > before:
            self._act = self._stack.text(index - 1)

    def _tell(self) -> None:
        scene = self._scene
        told = outcome_text(scene, self._since) if scene is not None and scene.view.tab in TOLD_TABS else ""
        self._since, act, self._act = None, self._act, ""
        sentence = f"{act}. {told}" if act and told else act or told
        self.say(sentence)
