"""The Steps tab: the chain as editable tiles, and below it the followed row's sum."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, QSize, QSizeF
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.document.document import MatrixSource, ProjectionSource
from attnviz.document.explain import row_sum
from attnviz.export.captions import step_caption
from attnviz.export.chain import chain_layout
from attnviz.export.figure import Figure
from attnviz.export.fonts import text_width
from attnviz.export.key_figure import key_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.export.sum_figure import LINE, natural_width, sum_figure
from attnviz.ui.accessible_grids import SceneReader
from attnviz.ui.canvas_area import MOST_SCALE, SCROLL_BAR, CanvasArea, chain_scale
from attnviz.ui.key_splitter import KeySplitter
from attnviz.ui.matrix_editor import MatrixEditor, Names
from attnviz.ui.player import Player
from attnviz.ui.reading_canvas import ReadingCanvas
from attnviz.ui.text_size import factor, larger, px
from attnviz.ui.view import View

SUM_WIDTH, SUM_WIDTH_LARGE = 640.0, 880.0  # least, and from which on the text grows
SUM_HEIGHT = 200.0
MOST_TERMS = 24
LEAST_SUM_SCALE = 0.8
LEAST_CHAIN, LEAST_SUM = 150, 76  # pixels of height at usual text
# The tile to bring into sight at each step.
STEP_TILES = {
    "vectors": "Q",
    "embeddings": "X",
    "normalise": "u",
    "project": "W_Q",
    "scores": "scores",
    "scale": "scaled",
    "mask": "scaled",
    "softmax": "weights",
    "mix": "output",
    "gate": "gated",
    "concat": "concat",
    "out": "Y",
}


class StepsView(View):
    """Shows a scene; all asking is done by `editor` and `player`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._shown_step: int | None = None
        self.editor = MatrixEditor()
        self.sum = ReadingCanvas(background="panel")
        self.sum.setAccessibleName(self.tr("The followed row's sum"))
        self._editor_area = CanvasArea(self.editor, self._fit_editor)
        self._sum_area = CanvasArea(self.sum, self._fit_sum)
        self._sum_area.setObjectName("inspector")
        self._editor_area.setMinimumHeight(px(LEAST_CHAIN))
        self._sum_area.setMinimumHeight(px(LEAST_SUM))
        self.player = Player()
        upper = QWidget()
        upper.setObjectName("canvas")
        column = QVBoxLayout(upper)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._editor_area, 1)
        column.addWidget(self.player)
        self.splitter = KeySplitter()
        self.splitter.share(upper, self._sum_area)
        self.splitter.setStretchFactor(0, 3)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes([520, 240])
        self.splitter.setCollapsible(0, False)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.addWidget(self.splitter)

    def leave(self) -> None:
        self.player.pause()

    @property
    def focused(self) -> QWidget:
        return self.editor

    def display(self, scene: Scene) -> None:
        self._scene = scene
        figure = steps_figure(scene, text_width, hints=True)
        layout = chain_layout(scene.document, scene.trace)
        self.editor.reader = SceneReader(scene, whole=True)
        self.editor.display(figure, scene.palette, scene.form, _names(scene))
        self._fit_editor()
        self._show_player(scene, layout.steps)
        self._fit_sum()

    def _show_player(self, scene: Scene, steps: tuple[str, ...]) -> None:
        step = scene.view.step
        name = steps[-1] if step is None else steps[min(step, len(steps) - 1)]
        formula, sentence = step_caption(scene.document, scene.trace, name, scene.form, scene.notation)
        self.player.display(len(steps), step, f"{formula}: {sentence}")
        if step != self._shown_step:
            self._shown_step = step
            self._scroll_to(STEP_TILES[name])
            if self.player.playing and scene.view.motion:
                self.editor.flow.start(name, self.editor.figure)
            elif self.editor.flow.running:
                self.editor.flow.stop()

    def _scroll_to(self, tile: str) -> None:
        """Bring the step's tile into sight."""
        rect = self.editor.cell_rect(tile, 0, 0)
        if not rect.isEmpty():
            corner = QRectF(rect.topLeft(), QSizeF(0, 0))
            self._editor_area.bring(corner, QSize(260, 170), moved_by=self.player)

    def fit_room(self, height: int) -> None:
        """The chain with its player is all that is seen at once: the sum is scrolled to."""
        self._editor_area.hold(px(LEAST_CHAIN), height, (self.player,))

    def _fit_editor(self) -> None:
        """The whole chain in the room there is; scrolled only where it would become too small to read."""
        room = self._editor_area.room()
        self.editor.scale = chain_scale(room, self.editor.figure.width, self.editor.figure.height)
        self._editor_area.resize_content(room, self.editor.sizeHint())

    def _fit_sum(self) -> None:
        scene = self._scene
        if scene is None:
            return
        room = self._sum_area.room()
        if larger():
            self._show_sum(*self._written(scene, room), scene, room)
            self._sum_area.hold_all()
            return
        figure, scale = self._written(scene, room)
        if figure.height * scale > room.height():  # a little smaller; or the scroll bar takes a little of the width
            smaller = scale * (room.height() - 1) / figure.height
            if smaller < LEAST_SUM_SCALE * factor():
                smaller = scale
                room.setWidth(room.width() - px(SCROLL_BAR))
            figure, scale = self._written(scene, room, smaller)
        self._show_sum(figure, scale, scene, room)

    def _show_sum(self, figure: Figure, scale: float, scene: Scene, room: QSize) -> None:
        self.sum.scale = scale
        self.sum.show_figure(figure, scene.palette)
        self._sum_area.resize_content(room, self.sum.sizeHint())

    def _written(self, scene: Scene, room: QSize, most: float = math.inf) -> tuple[Figure, float]:
        """The followed row's sum, or what the followed key gives, as large as the room allows, and its scale."""
        size = factor()
        scale = min(size * min(max(room.width() / size / SUM_WIDTH_LARGE, 1.0), MOST_SCALE), most)
        terms = MOST_TERMS
        if not larger():  # else the page is scrolled, and as high as all of them need
            scale = min(scale, max(room.height() / SUM_HEIGHT, 1.0))
            terms = max(4, min(int((room.height() / scale - 70) / LINE) - 2, MOST_TERMS))
        how = {"measure": text_width, "form": scene.form}
        if scene.key is not None:
            width = max(room.width() / scale, SUM_WIDTH)
            return key_figure(scene.trace, scene.key, width=width, most_rows=terms, **how), scale  # type: ignore[arg-type]
        written = row_sum(scene.document, scene.trace, scene.query)
        if larger():  # its four steps two and two rather than smaller, or scrolled to sideways
            width = room.width() / scale
            return sum_figure(written, width=width, most_terms=terms, narrow=True, **how), scale  # type: ignore[arg-type]
        # Smaller type rather than a sum with gaps, down to what can still be read.
        needed = natural_width(written, most_terms=terms, **how)  # type: ignore[arg-type]
        scale = max(min(scale, room.width() / needed), LEAST_SUM_SCALE * size)
        width = max(room.width() / scale, min(needed, SUM_WIDTH))
        return sum_figure(written, width=width, most_terms=terms, **how), scale  # type: ignore[arg-type]


def _names(scene: Scene) -> Names:
    source = scene.document.source
    if isinstance(source, ProjectionSource):
        dimensions = source.dimension_names or tuple(str(c + 1) for c in range(source.d_model))
        values = source.value_names or tuple(str(c + 1) for c in range(source.d_v))
        tokens = {(matrix, "row"): source.tokens for matrix in ("X", "u", "Q", "K", "V", "scores", "output", "Y")}
        rows = {(matrix, "row"): dimensions for matrix in ("W_Q", "W_K", "W_V")}
        columns = {("X", "column"): dimensions, ("V", "column"): values, ("output", "column"): values}
        return {**tokens, **rows, **columns}
    if not isinstance(source, MatrixSource):
        return {}
    values = source.value_names or tuple(str(c + 1) for c in range(source.V.shape[1]))
    return {
        ("Q", "row"): source.tokens_q,
        ("K", "row"): source.tokens_k,
        ("V", "row"): source.tokens_k,
        ("V", "column"): values,
        ("output", "column"): values,
    }
