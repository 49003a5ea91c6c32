"""What the pointer is on, in large type beside it: the cell itself, its labels, its numbers and its sum."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from attnviz.export.cell_card import cell_card
from attnviz.export.cell_sum import cell_sum
from attnviz.export.figure import Cells
from attnviz.export.fonts import text_width
from attnviz.export.paint import paint
from attnviz.export.scene import Scene
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.readout import cell_reading

APART = 26  # pixels between the pointer and the card
Cell = tuple[str, int, int]  # matrix, row, column


class PointerCard(FigureCanvas):
    """A card with corners through which the picture is seen; the pointer goes through all of it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)  # its corners are not painted
        self.setAccessibleName(self.tr("What the pointer is on"))
        self.hide()

    def display(self, scene: Scene, scale: float, pointed: Cell | None, told: str, cells: Cells | None) -> None:
        """Tell of a cell, or else what has been `told`; nothing to tell hides the card. `cells` is its matrix."""
        lines = [part for part in told.split(" · ") if part] if pointed is None else lines_of(scene, pointed)
        if not lines:
            self.hide()
            return
        cell = None
        if pointed is not None and cells is not None and pointed[1] < cells.rows and pointed[2] < cells.columns:
            cell = (cells, pointed[1], pointed[2])
        self.scale = scale
        self.show_figure(cell_card(lines, text_width, cell), scene.palette)
        self.resize(self.sizeHint())
        self.show()
        self.raise_()

    def place_beside(self, at: QPoint) -> None:
        """Beside the pointer, where it hides least of what is pointed at; never off the screen."""
        room = self.parentWidget()
        if room is None:
            return
        x, y = at.x() + APART, at.y() + APART
        if x + self.width() > room.width():
            x = at.x() - APART - self.width()
        if y + self.height() > room.height():
            y = at.y() - APART - self.height()
        self.move(max(x, 0), max(y, 0))

    def _paint(self, painter: QPainter) -> None:
        painter.scale(self.scale, self.scale)
        paint(painter, self.figure, self.palette_, background=None)


def lines_of(scene: Scene, pointed: Cell) -> list[str]:
    """What the status bar reads of a cell, one thing a line, and what the cell is made of."""
    reading = cell_reading(scene, *pointed)
    if not reading:
        return []
    summed = cell_sum(scene, *pointed) if scene.view.tab in ("steps", "matrix") else ""
    parts = reading.split(" · ")
    label, equals, value = parts[-1].rpartition(" = ")
    if equals and len(parts) <= 3:
        told = [" · ".join([*parts[:-1], label]), f"= {value}"]
    else:
        told = [" · ".join(parts[:2]), *parts[2:]]
    return [*told, *([summed] if summed else [])]
