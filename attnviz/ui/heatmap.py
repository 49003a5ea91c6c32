"""The n × n heatmap: laid out for the room it has, with a keyboard cursor."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.scene import Scene
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.guard import guarded

LARGE = (960, 620)  # from this size on the picture grows as a whole, to be read from afar
KEYS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_PageUp: (-10, 0),
    Qt.Key.Key_PageDown: (10, 0),
}


class Heatmap(FigureCanvas):
    """Signals, besides the canvas's: `cell_inspected(row, column)` when the keyboard cursor moves to a cell."""

    cell_inspected = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._column: int | None = None
        self.setObjectName("canvas")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Attention weights, rows are queries and columns are keys"))
        self.setMinimumSize(360, 240)

    def display(self, scene: Scene) -> None:
        self._scene = scene
        self._lay_out()

    def _lay_out(self) -> None:
        scene = self._scene
        if scene is None or not self.width() or not self.height():
            return
        self.scale = min(max(min(self.width() / LARGE[0], self.height() / LARGE[1]), 1.0), 1.6)
        figure = matrix_figure(
            scene.document,
            scene.trace,
            width=self.width() / self.scale,
            height=self.height() / self.scale,
            query=scene.query,
            measure=text_width,
            form=scene.form,
            numbers=scene.view.numbers,
            notation=scene.notation,
        )
        self.show_figure(figure, scene.palette)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        scene = self._scene
        if scene is None or (event.key() not in KEYS and event.key() not in (Qt.Key.Key_Home, Qt.Key.Key_End)):
            super().keyPressEvent(event)
            return
        row, column = scene.query, self._column or 0
        if event.key() == Qt.Key.Key_Home:
            column = 0
        elif event.key() == Qt.Key.Key_End:
            column = scene.trace.n_k - 1
        else:
            down, right = KEYS[Qt.Key(event.key())]
            if scene.view.transposed:  # the arrows go where they point
                down, right = right, down
            row = min(max(row + down, 0), scene.trace.n_q - 1)
            column = min(max(column + right, 0), scene.trace.n_k - 1)
        self._column = column
        self.cell_inspected.emit(row, column)
        self.update()

    def paint_above(self, painter: QPainter) -> None:
        if self._scene is None or self._column is None or not self.hasFocus():
            return
        column = min(self._column, self._scene.trace.n_k - 1)
        painter.setPen(QPen(QColor(self.palette_.accent), 2.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.cell_rect("weights", self._scene.query, column))
