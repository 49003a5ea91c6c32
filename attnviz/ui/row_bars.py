"""The followed row as bars, one a key; a bar under the pointer gives its reading, and clicking one follows its key."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.core.tokens import visible_text
from attnviz.export.fonts import text_width
from attnviz.export.row_figure import bar_places, key_at, row_figure
from attnviz.export.scene import Scene
from attnviz.ui.accessible_cells import Grid
from attnviz.ui.accessible_grids import matrix_title
from attnviz.ui.growing import least_height
from attnviz.ui.guard import guarded
from attnviz.ui.reading_canvas import ReadingCanvas
from attnviz.ui.readout import weight_reading
from attnviz.ui.text_size import factor, larger, px


class RowBars(ReadingCanvas):
    """Shows the weights of the scene's query; answers as the weights do, with the canvas's signals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background="panel")
        self._scene: Scene | None = None
        self.setAccessibleName(self.tr("Weights of the followed row"))
        self.setMinimumSize(px(280), least_height(70, 90))

    def display(self, scene: Scene) -> None:
        self._scene = scene
        if self.isVisible():
            self._lay_out()

    def _lay_out(self) -> None:
        scene = self._scene
        if scene is None or not self.width() or not self.height():
            return
        self.scale = self.given_scale or factor()
        width, height = self.width() / self.scale, self.height() / self.scale
        figure = row_figure(scene, width=width, height=height, measure=text_width, titled=False, hinted=larger())
        self.show_figure(figure, scene.palette)

    def grids(self) -> list[Grid]:
        """One row: the bars from left to right."""
        scene = self._scene
        places = [] if scene is None else bar_places(scene, self.width() / self.scale)
        if scene is None or not places:
            return []
        keys = [key for key, _ in places]
        pitch = places[1][1] - places[0][1] if places[1:] else self.width() / self.scale - places[0][1]
        return [
            Grid(
                name="weights",
                title=matrix_title("weights"),
                rows=[visible_text(scene.trace.tokens_q[scene.query])],
                columns=[visible_text(scene.trace.tokens_k[key]) for key in keys],
                x_edges=(places[0][1], pitch, len(places)),
                y_edges=[0.0, self.height() / self.scale],
                say=lambda _row, bar: weight_reading(scene, scene.query, keys[bar]),
                about=lambda _row, _bar: "",
            )
        ]

    def tell(self, grid: Grid, row: int, column: int) -> None:
        if self._scene is not None:
            self.cell_hovered.emit("weights", self._scene.query, self._key_of(column))

    def _act(self, grid: Grid) -> None:
        if self.read_place is not None:
            self.label_clicked.emit("weights", "column", self._key_of(self.read_place[2]))

    def _key_of(self, bar: int) -> int:
        assert self._scene is not None
        return bar_places(self._scene, self.width() / self.scale)[bar][0]

    def hover(self, point: QPointF) -> None:
        """Tell which key the pointer is above or below."""
        key = self._key_at(point)
        cell = None if key is None or self._scene is None else ("weights", self._scene.query, key)
        if cell == self._hovered:
            return
        self._hovered = cell
        if cell is not None:
            self.cell_hovered.emit(*cell)
        else:
            self.hover_left.emit()

    def click(self, point: QPointF) -> None:
        """Follow the key of a bar."""
        key = self._key_at(point)
        if key is not None:
            self.label_clicked.emit("weights", "column", key)

    def _key_at(self, point: QPointF) -> int | None:
        if self._scene is None:
            return None
        return key_at(self._scene, self.to_figure(point)[0], self.width() / self.scale)

    @guarded
    def showEvent(self, event: object) -> None:
        self._lay_out()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
