"""The visible view as a figure: exported, copied, described."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject
from PySide6.QtWidgets import QApplication

from attnviz import joins
from attnviz.document.figure_look import FigureLook, NamedLook, Parts
from attnviz.errors import InputError
from attnviz.export.files import figure_image, svg_of
from attnviz.export.fonts import text_width
from attnviz.export.formats import drawn_of, file_content
from attnviz.i18n import translate
from attnviz.io.atomic import atomic_write
from attnviz.session.drawer import Drawer
from attnviz.session.writer import Writer
from attnviz.ui.export_dialog import ExportDialog

if TYPE_CHECKING:
    from attnviz.app import Application


class FigureActs(QObject):
    """Slots of export and copy. The last choice is remembered, and is what the quick ways take."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self.dialog: ExportDialog | None = None
        self.drawer = Drawer(self)
        self.writer = Writer(self)
        self._chosen: set[Path] = set()  # files that the dialog asked for and that are not there yet
        joins.join_writer(self)

    def look(self) -> FigureLook:
        """The last choice; numbers are shown where the window shows them, and words belong to one figure."""
        look = self._app.settings.figure_look
        return replace(look, title="", caption="", parts=replace(look.parts, numbers=self._app.view.numbers))

    def ask(self) -> None:
        """The dialog, with the last choice."""
        scene = self._app.scene
        if scene is None:
            return
        if self.dialog is not None:
            self.dialog.close()
        self.dialog = dialog = ExportDialog(self._app.window)
        joins.join_export(self._app, dialog)
        folder = self._app.settings.figure_folder
        suggestion = self._app.acts.suggestion("")
        dialog.display(
            scene, self.look(), self._app.settings.figure_presets, folder / suggestion.name if folder else suggestion
        )
        dialog.open()

    def closed(self, dialog: ExportDialog) -> None:
        if self.dialog is dialog:
            self.dialog = None
            self.drawer.cancel()
        dialog.deleteLater()

    def stop(self) -> None:
        self.drawer.stop()
        self.writer.stop()

    def remember(self, look: FigureLook) -> None:
        """What the next figure begins with."""
        self._app.settings.figure_look = replace(look, title="", caption="")

    def keep(self, presets: tuple[NamedLook, ...]) -> None:
        self._app.settings.figure_presets = presets

    def export_chosen(self, path: Path, look: FigureLook) -> None:
        """What the dialog asks for; it stays open, for the next format or the next try."""
        self.remember(look)
        if path in self._chosen and self.writer.busy:
            return  # it is being written
        self._chosen.add(path)
        self.export(path, look)

    def export(self, path: Path, look: FigureLook | None = None) -> None:
        """Write the visible view: at once, or in a worker where that takes longer than a frame."""
        scene = self._app.scene
        if scene is None:
            return
        try:
            content = file_content(scene, look or self.look(), path, text_width)
            if callable(content):
                self._tell(translate("acts", "Saving: {file}").format(file=path))
                self.writer.write(path, content)
                return
            with atomic_write(path) as file:
                file.write(content)
        except InputError as error:
            self.failed(path, str(error))
            return
        self.written(path)

    def written(self, path: Path) -> None:
        """The file is there."""
        self._app.window.say(translate("acts", "Saved: {file}").format(file=path), wrong=False)
        if path in self._chosen:
            self._chosen.discard(path)
            self._app.settings.figure_folder = path.absolute().parent
            if self.dialog is not None:
                self.dialog.saved(path)

    def failed(self, path: Path, sentence: str) -> None:
        """There is no such file, or it is as it was."""
        self._chosen.discard(path)
        self._refuse(sentence)

    def copy(self, look: FigureLook | None = None) -> None:
        """The figure to the clipboard, as a picture and as SVG."""
        scene = self._app.scene
        if scene is None:
            return
        drawn = drawn_of(scene, look or self.look(), text_width)
        data = QMimeData()
        data.setData("image/svg+xml", svg_of(drawn).encode("utf-8"))
        said = translate("acts", "Figure copied")
        try:
            data.setImageData(
                figure_image(
                    drawn.figure, drawn.palette, drawn.look.dpi, background=drawn.background, scale=drawn.scale
                )
            )
        except InputError as error:  # too many pixels; the SVG is copied all the same
            said = str(error)
        QApplication.clipboard().setMimeData(data)
        self._tell(said)

    def copy_description(self) -> None:
        """What a person who cannot see the figure is told, as text."""
        scene = self._app.scene
        if scene is not None:
            figure = drawn_of(scene, FigureLook(parts=Parts(numbers=False)), text_width, kept=False).figure
            QApplication.clipboard().setText(figure.description)
            self._tell(translate("acts", "Description copied"))

    def _tell(self, sentence: str) -> None:
        self._app.window.say(sentence, wrong=False)
        if self.dialog is not None:
            self.dialog.say(sentence)

    def _refuse(self, sentence: str) -> None:
        self._app.window.say(sentence)
        if self.dialog is not None:
            self.dialog.say(sentence)
