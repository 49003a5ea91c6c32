"""The followed row as bars, one a key; a bar under the pointer gives its reading, and clicking one follows its key."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.export.fonts import text_width
from attnviz.export.row_figure import key_at, row_figure
from attnviz.export.scene import Scene
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.guard import guarded


class RowBars(FigureCanvas):
    """Shows the weights of the scene's query; answers as the weights do, with the canvas's signals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, background="panel")
        self._scene: Scene | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Weights of the followed row"))
        self.setMinimumSize(280, 70)

    def display(self, scene: Scene) -> None:
        self._scene = scene
        if self.isVisible():
            self._lay_out()

    def _lay_out(self) -> None:
        scene = self._scene
        if scene is None or not self.width() or not self.height():
            return
        figure = row_figure(scene, width=self.width(), height=self.height(), measure=text_width, titled=False)
        self.show_figure(figure, scene.palette)

    def hover(self, point: QPointF) -> None:
        """Tell which key the pointer is above or below."""
        key = None if self._scene is None else key_at(self._scene, point.x(), self.width())
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
        key = None if self._scene is None else key_at(self._scene, point.x(), self.width())
        if key is not None:
            self.label_clicked.emit("weights", "column", key)

    @guarded
    def showEvent(self, event: object) -> None:
        self._lay_out()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()
