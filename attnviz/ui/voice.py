"""What a screen reader hears of an act: its name, and what came of it for the followed row."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAction, QUndoStack
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.core.tokens import visible_text
from attnviz.document.view_state import Tab
from attnviz.export.alt_text import outcome_text
from attnviz.export.compare_words import side_names
from attnviz.export.scene import Scene
from attnviz.ui.announce import announce, said
from attnviz.ui.figure_canvas import FigureCanvas

WATCH = 2000  # milliseconds between looks for a screen reader, until there is one
REST = 350  # milliseconds after the last change: a drag is told once, when the hand rests
WINDOWS = (Qt.WindowType.Window, Qt.WindowType.Dialog)
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
        self._since: Scene | None = None  # what was shown before the acts that are to be told
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
        self._asked: tuple[QAction, object] | None = None  # an act, and what could have told of it, as it was before
        self._after = QTimer(self)
        self._after.setSingleShot(True)
        self._after.timeout.connect(self._acknowledge)

    def follow_acts(self, acts: Iterable[QAction]) -> None:
        """An act of the menus that tells nothing itself is told by its name."""
        for act in acts:
            act.triggered.connect(partial(self._done, act))

    def _done(self, act: QAction, _checked: bool = False) -> None:
        if QAccessible.isActive():
            self._asked = (act, _tellers())
            self._after.start()  # when all who listen to the act have done their part

    def _acknowledge(self) -> None:
        asked, self._asked = self._asked, None
        if asked is None or not shiboken6.isValid(asked[0]) or self._act or self._timer.isActive():
            return
        act, before = asked
        if before == _tellers():
            self.say(self._named(act))

    def _named(self, act: QAction) -> str:
        name = act.text().replace("&", "").rstrip("…")
        if not act.isCheckable() or act.actionGroup() is not None:
            return name
        stands = self.tr("on") if act.isChecked() else self.tr("off")
        return f"{name}: {stands}"

    def _look_for_reader(self) -> None:
        if QAccessible.isActive():
            self._watch.stop()
            for canvas in self._window.findChildren(FigureCanvas):
                canvas.be_read()

    def say(self, sentence: str, *, urgent: bool = False) -> None:
        """Say a sentence now."""
        announce(self._window, sentence, urgent=urgent)

    def turn(self, scene: Scene, tab: str) -> None:
        """Another tab comes, called `tab`: said before the focus goes to what is in it."""
        if self._scene is not None and self._scene.view.tab != scene.view.tab:
            self.say(tab)

    def display(self, scene: Scene) -> None:
        """A picture has been shown."""
        before, self._scene = self._scene, scene
        if before is None or not QAccessible.isActive():
            return
        if before.document is scene.document and before.view.key != scene.view.key:
            self.say(self._followed_key(scene))
        compared = scene.view.tab == "matrix" and scene.view.drawing == "compare" and scene.other is not None
        if compared and before.view.compare != scene.view.compare:
            one, two = side_names(scene)
            self.say(QCoreApplication.translate("Readout", "{one} against {two}").format(one=one, two=two))
        if before.document is not scene.document:
            if not self._timer.isActive():
                self._since = before
            self._timer.start()

    def pass_over(self, scene: Scene) -> None:
        """A picture has been shown, and told, by the presenter: it is no news when the window is back."""
        self._scene, self._act = scene, ""

    def tell_row(self) -> None:
        """The followed row was asked for: where it looks. What is about to be told of an act tells it too."""
        scene = self._scene
        if scene is not None and scene.view.tab in TOLD_TABS and not self._timer.isActive():
            self.say(outcome_text(scene))

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


def _tellers() -> tuple[int, QWidget | None, int]:
    """What a reader hears of: announcements, who has the keys, how many windows there are."""
    windows = [one for one in QApplication.topLevelWidgets() if one.isVisible() and one.windowType() in WINDOWS]
    return said(), QApplication.focusWidget(), len(windows)
