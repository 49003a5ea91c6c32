"""Two matrices and their difference, closer and moved together; the cell under the pointer is shown in all three."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from attnviz.core.health import Health
from attnviz.export.compare_figure import compare_figure, needed_height
from attnviz.export.figure import Cells, Figure
from attnviz.export.fonts import text_width
from attnviz.export.matrix_below import Band, Needs
from attnviz.export.scene import Scene
from attnviz.ui.cell_ring import draw_ring
from attnviz.ui.heatmap import Heatmap
from attnviz.ui.prepared_canvas import gathered
from attnviz.ui.text_size import larger

THREE_FROM = 1200.0  # points of width; below, larger text has the difference below the two


def _abreast(width: float) -> int:
    """How many plots stand side by side."""
    return 2 if larger() and width < THREE_FROM else 3


class CompareCanvas(Heatmap):
    """A heatmap's signals; the cell of any of the plots is told as one of "difference".

    Where there is no difference, as of shapes that are not the same, a screen reader finds it in the first plot.
    """

    plots = ("weights", "other", "difference")

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Two matrices of attention weights and their difference"))

    @staticmethod
    def _drawn(
        scene: Scene, _band: Band | None, size: tuple[float, float], _pixels: float, _found: Health | None, alone: bool
    ) -> Figure:
        width, height = size
        abreast = None if alone else _abreast(width)
        return compare_figure(
            scene, width=width, height=height, measure=text_width, abreast=abreast, live=True, presented=alone
        )

    @staticmethod
    def _needs(scene: Scene, width: float, _found: Health | None) -> Needs:
        return Needs(needed_height(scene, width, text_width, _abreast(width)), None)

    def gathered(self, scene: Scene) -> bool:
        seen = self._seen
        if seen is None or seen.other is None or scene.other is None:
            return False
        return gathered(seen.trace, scene.trace) and gathered(seen.other, scene.other)

    @property
    def told(self) -> str:
        return "weights" if self.figure.cells("difference") is None else "difference"

    def examine(self, _scene: Scene) -> None:
        """Nothing: there are no margins here."""

    def _plot(self, point: QPointF | None = None) -> Cells | None:
        """The plot under the point, or else the first."""
        found = None if point is None else self.figure.cell_at(*self.to_figure(point))
        return self.figure.cells("weights") if found is None else found[0]

    def told_cell(self, point: QPointF) -> tuple[str, int, int] | None:
        found = self.hit(point)
        return ("difference", found[1], found[2]) if found else None

    def ringed(self) -> list[QRectF]:
        """The pointer's cell in every plot that has it."""
        return [] if self._hovered is None else self._everywhere(*self._hovered[1:])

    def _everywhere(self, row: int, column: int) -> list[QRectF]:
        """A cell in every plot; where it is too small to see, what a ring around it encloses."""
        found = []
        for name in self.plots:
            cells = self.figure.cells(name)
            if cells is None or row >= cells.rows or column >= cells.columns:
                continue
            rect = self.cell_rect(name, row, column)
            if cells.at(*self.to_figure(rect.center())) is not None:
                grow = max((8 - rect.width()) / 2, 0.0)
                found.append(rect.adjusted(-grow, -grow, grow, grow))
        return found

    def paint_above(self, painter: QPainter) -> None:
        """The cell under the pointer and the cursor's, in every plot that has them."""
        self._gestures.paint(painter, self.palette_)
        for rect in self.ringed():
            draw_ring(painter, rect, self.palette_)
        if self.cursor_cell is None:
            return
        painter.setPen(QPen(QColor(self.palette_.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for rect in self._everywhere(*self.cursor_cell):
            painter.drawRect(rect)
