"""Long work that the person may wait for, or end: means of many heads, thumbnails, large files of text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from attnviz.document.document import Document
from attnviz.document.imported_source import ImportedSource
from attnviz.i18n import number_format, translate

if TYPE_CHECKING:
    from attnviz.app import Application
    from attnviz.session.head_grids import HeadGrids


class Waiting(QObject):
    """Shows in the status bar how far work is, and ends it."""

    def __init__(self, app: Application, grids: HeadGrids) -> None:
        super().__init__(app)
        self._app = app
        self._grids = grids
        self._traces = False  # whether a mean or a rollout is being worked on, which goes before the thumbnails

    @Slot(float)
    def traced(self, share: float) -> None:
        """So much of a mean or a rollout is done."""
        self._traces = True
        self._say(translate("acts", "computing… {percent} %").format(percent=self._percent(share)))

    @Slot(float)
    def read(self, share: float) -> None:
        """So much of a file is read."""
        if self._app.importing.importer.reads:  # else it was told before the end, and is heard after
            self._say(translate("acts", "reading the file… {percent} %").format(percent=self._percent(share)))

    @Slot(float)
    def heads_read(self, share: float) -> None:
        """So many heads are in the grid; 1 is the end. Said where the grid is seen; elsewhere it fills quietly."""
        if self._traces or self._app.importing.importer.reads:
            return
        if share >= 1 or self._app.view.tab != "heads":
            self.over()
        else:
            self._say(translate("acts", "reading heads… {percent} %").format(percent=self._percent(share)))

    @Slot(bool)
    def busy(self, on: bool) -> None:
        """A file is being read, or is no more."""
        if on:
            self._app.window.show_busy()
        else:
            self.over()
            self._app.refresh()

    @Slot()
    def over(self) -> None:
        """Nothing is left to wait for."""
        self._traces = False
        self._app.window.progress.over()

    @Slot()
    def cancel(self) -> None:
        """Escape or the button: what runs ends, what is shown stays."""
        alone = not self._traces and not self._app.importing.importer.reads
        self._app.importing.importer.cancel()
        self._app.tracer.cancel()
        if alone:
            self._grids.cancel()
        self.over()

    @Slot(object)
    def cancelled(self, _document: Document) -> None:
        """The picture that was computed will not come: what is looked at is what is shown."""
        app, scene = self._app, self._app.latest
        self.over()
        if scene is None:
            return
        shown, current = scene.document.source, app.session.document.source
        place = scene.trace.place
        alike = isinstance(shown, ImportedSource) and isinstance(current, ImportedSource) and (
            shown.stack is current.stack
        )  # fmt: skip
        if alike and place is not None:
            looked = {"layer": place.layer, "head": place.head, "average": place.average}
            app.view = replace(app.view, **looked)  # type: ignore[arg-type]
            app.show_scene(replace(scene, view=replace(scene.view, **looked)))  # type: ignore[arg-type]
        elif app.view.average != "none":
            app.look(average="none")
        app.window.say(translate("acts", "Stopped. What is shown is what was there before."), wrong=False)

    def _say(self, sentence: str) -> None:
        self._app.window.progress.display(sentence)

    def _percent(self, share: float) -> str:
        return number_format(self._app.language.name).fixed(100 * share, 0)
