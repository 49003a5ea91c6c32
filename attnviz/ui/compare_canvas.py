"""Two matrices and their difference, closer and moved together; the cell under the pointer is shown in all three."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from attnviz.export.compare_figure import compare_figure
from attnviz.export.figure import Cells, Figure
from attnviz.export.fonts import text_width
from attnviz.export.scene import Scene
from attnviz.ui.heatmap import Heatmap


class CompareCanvas(Heatmap):
    """A heatmap's signals; the cell of any of the plots is told as one of "difference"."""

    plots = ("weights", "other", "difference")
    told = "difference"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Two matrices of attention weights and their difference"))

    def _drawn(self, scene: Scene, width: float, height: float) -> Figure:
        return compare_figure(scene, width=width, height=height, measure=text_width)

    def _look(self, scene: Scene) -> None:
        """Nothing: there are no margins here."""

    def _plot(self, point: QPointF | None = None) -> Cells | None:
        """The plot under the point, or else the first."""
        found = None if point is None else self.figure.cell_at(*self.to_figure(point))
        return self.figure.cells("weights") if found is None else found[0]

    def hover(self, point: QPointF) -> None:
        found = self.hit(point)
        cell = ("difference", found[1], found[2]) if found else None
        if cell == self._hovered:
            return
        self._hovered = cell
        if cell is None:
            self.hover_left.emit()
        else:
            self.cell_hovered.emit(*cell)
        self.update()

    def paint_above(self, painter: QPainter) -> None:
        """The cell under the pointer, else the cursor's, in every plot that has it."""
        self._gestures.paint(painter, self.palette_)
        place = self._hovered[1:] if self._hovered is not None else self.cursor_cell
        if place is None:
            return
        painter.setPen(QPen(QColor(self.palette_.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for name in self.plots:
            cells = self.figure.cells(name)
            if cells is None or place[0] >= cells.rows or place[1] >= cells.columns:
                continue
            rect = self.cell_rect(name, *place)
            inside = cells.at(*self.to_figure(rect.center()))
            if inside is not None:
                grow = max((8 - rect.width()) / 2, 0.0)  # a cell too small to see: a ring around it
                painter.drawRect(rect.adjusted(-grow, -grow, grow, grow))
