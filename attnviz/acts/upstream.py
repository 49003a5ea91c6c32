"""What gestures in the Gradient tab do: edits of the loss that the way back begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Slot

from attnviz.document import upstream_edits
from attnviz.document.derive_gradient import result_shape
from attnviz.document.upstream import Preset, asked_rows
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.matrix_text import parse_table
from attnviz.session.streak import Streak

if TYPE_CHECKING:
    from attnviz.app import Application
    from attnviz.document.document import Document


class UpstreamActs(QObject):
    """Slots of the Gradient view's wishes; each is one step of undo."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self._streak = Streak()

    def asked_row(self) -> int:
        """The followed row, or the nearest about which the loss asks where that one has no part in it."""
        document = self._app.session.document
        try:
            shape = result_shape(document)
        except InputError:  # no values, no loss: the tab says so
            return self._app.view.query
        followed = self._app.view.following(shape[0])
        rows = asked_rows(document.upstream, shape)
        return min(rows, key=lambda row: abs(row - followed), default=followed)

    def _follow(self) -> None:
        row = self.asked_row()
        if row != self._app.view.query:
            self._app.look(query=row)

    @Slot(str)
    def choose(self, preset: str) -> None:
        self._app.acts.edit(
            translate("acts", "Choose the loss"), lambda d: upstream_edits.with_preset(d, cast(Preset, preset))
        )
        self._follow()

    @Slot(str, int)
    def place(self, field: str, index: int) -> None:
        self._app.acts.edit(
            translate("acts", "Change the loss"),
            lambda d: upstream_edits.with_upstream(d, **{field: index}),
            self._streak.gesture(f"upstream:{field}"),
        )
        self._follow()

    @Slot(float)
    def set_seed(self, seed: float) -> None:
        gesture = self._streak.gesture("upstream:seed")
        self._app.acts.edit(translate("acts", "Change the seed"), lambda d: upstream_edits.with_seed(d, seed), gesture)

    @Slot(object)
    def set_target(self, target: tuple[float, ...]) -> None:
        self._app.acts.edit(translate("acts", "Change the target"), lambda d: upstream_edits.with_target(d, target))

    @Slot(str, int, int, float, str)
    def edit_cell(self, _matrix: str, row: int, column: int, value: float, gesture: str) -> None:
        self._app.acts.edit(
            translate("acts", "Edit {matrix}").format(matrix="∂L/∂O"),
            lambda d: upstream_edits.set_block(d, row, column, [[value]]),
            gesture,
        )

    @Slot(str, int, int, str)
    def paste(self, _matrix: str, row: int, column: int, text: str) -> None:
        decimal = self._app.scene.form.decimal if self._app.scene else "."
        transposed = self._app.view.transposed

        def edit(document: Document) -> Document:
            block = parse_table(text, decimal, where=translate("acts", "Pasted text")).values
            return upstream_edits.set_block(document, row, column, block.T if transposed else block)

        self._app.acts.edit(translate("acts", "Paste into {matrix}").format(matrix="∂L/∂O"), edit)
