"""The visible view as an animation: the dialog, the process that makes the file, and what is said about it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from attnviz import joins
from attnviz.errors import InputError
from attnviz.export.sweep import Motion
from attnviz.i18n import translate
from attnviz.session.animator import Animator, FilmOrder
from attnviz.ui import dialogs
from attnviz.ui.animation_dialog import AnimationDialog

if TYPE_CHECKING:
    from attnviz.app import Application


class FilmActs(QObject):
    """Slots of the animation dialog. Films are in the light theme: slides are white."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self.animator = Animator(self)
        self.dialog: AnimationDialog | None = None
        joins.join_animator(self)

    def ask(self) -> None:
        """The dialog for what is shown now."""
        scene = self._app.scene
        if scene is None or self.dialog is not None:
            return
        self.dialog = dialog = AnimationDialog(self._app.window)
        joins.join_animation(self, dialog)
        dialog.display(scene)
        dialog.open()

    def export(self, motion: Motion, size: tuple[int, int] | None, ending: str) -> None:
        """Ask where to, and begin."""
        path = dialogs.ask_animation_path(self._app.window, self._app.acts.suggestion(f".{ending}"), ending)
        if path is not None:
            self.make(motion, size, path)

    def make(self, motion: Motion, size: tuple[int, int] | None, path: Path) -> None:
        scene = self._app.scene
        if scene is None or self.animator.busy:
            return
        order = FilmOrder(motion=motion, size=size)
        try:
            self.animator.start(scene.document, scene.view, self._app.language.name, order, path)
        except InputError as error:
            self._end(str(error), wrong=True)
            return
        self.progressed(0, 0)

    def progressed(self, done: int, count: int) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(done, count)

    def finished(self, path: Path) -> None:
        self._end(translate("acts", "Saved: {file}").format(file=path), wrong=False)

    def failed(self, sentence: str) -> None:
        self._end(sentence, wrong=True)

    def cancelled(self) -> None:
        self._end(translate("acts", "Cancelled; no file was written."), wrong=False)

    def _end(self, sentence: str, *, wrong: bool) -> None:
        self._app.window.say(sentence, wrong=wrong)
        if self.dialog is not None:
            self.dialog.show_end(sentence, wrong=wrong)

    def left(self) -> None:
        """The dialog was closed; what it was making is given up."""
        dialog, self.dialog = self.dialog, None
        self.animator.cancel()
        if dialog is not None:
            dialog.deleteLater()

    def stop(self) -> None:
        self.animator.stop()
