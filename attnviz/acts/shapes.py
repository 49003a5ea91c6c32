"""What the person does with the shapes of models: each changes the document's model, or how it is looked at."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Slot

from attnviz.document import model_presets, shape_edits
from attnviz.document.document import Document
from attnviz.document.model_shape import shown_shape, with_shape
from attnviz.document.shape_edits import NumberField, SwitchField
from attnviz.i18n import translate
from attnviz.io.model_config import load_config
from attnviz.session.streak import Streak

if TYPE_CHECKING:
    from attnviz.app import Application


class ShapeActs(QObject):
    """Slots of the Shapes tab's wishes."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self._streak = Streak()

    @Slot(str)
    def choose(self, model: str) -> None:
        """A shipped model by its id, or with "" the document's own layer; the question is asked anew."""
        shape = model_presets.load(model) if model else None
        accepted = self._app.acts.edit(translate("acts", "Choose the model"), lambda d: with_shape(d, shape))
        if accepted and self._app.view.shapes.guessed:
            self.look("guessed", False)

    @Slot(str, int)
    def set_number(self, field: str, value: int) -> None:
        def edit(document: Document) -> Document:
            changed, _ = shape_edits.with_number(shown_shape(document), cast(NumberField, field), value)
            return document if changed == shown_shape(document) else with_shape(document, changed)

        text = translate("acts", "Change {field}").format(field=field)
        self._app.acts.edit(text, edit, self._streak.gesture(f"shapes:{field}"))

    @Slot(str, bool)
    def set_switch(self, field: str, on: bool) -> None:
        def edit(document: Document) -> Document:
            changed, _ = shape_edits.with_switch(shown_shape(document), cast(SwitchField, field), on)
            return with_shape(document, changed)

        self._app.acts.edit(translate("acts", "Change {field}").format(field=field), edit)

    @Slot(str, object)
    def look(self, name: str, value: object) -> None:
        """n, batch, dtype, picture, and whether a question comes first: nothing to undo."""
        change = {name: value}
        self._app.look(shapes=replace(self._app.view.shapes, **change))  # type: ignore[arg-type]

    def open_config(self, path: Path) -> None:
        """The model in a config.json, for the document there is; what had to be assumed is said."""
        found = load_config(path)
        text = translate("acts", "Open {file}").format(file=path.name)
        if self._app.acts.edit(text, lambda d: with_shape(d, found.shape)):
            look = replace(self._app.view.shapes, guessed=False)
            self._app.look(tab="shapes", shapes=look)
            if found.notes:
                self._app.window.say(" ".join(found.notes), wrong=False)
