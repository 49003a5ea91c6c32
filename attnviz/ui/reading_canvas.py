"""A canvas that is read cell by cell with the keys, where there is nothing to edit."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QScrollArea, QWidget

from attnviz.export.figure import Figure
from attnviz.export.palette import Palette
from attnviz.ui.accessible_cells import Grid
from attnviz.ui.accessible_grids import lines_grid
from attnviz.ui.figure_canvas import FigureCanvas

STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}
ROOM = 40  # pixels kept around the cell when it is scrolled into sight


class ReadingCanvas(FigureCanvas):
    """Arrows walk the cells of a matrix (or the lines of a text), Home and End go to its ends, Page Up and Page Down
    to the matrix before and after; Enter does what a click does. Signals are the canvas's."""

    def __init__(self, parent: QWidget | None = None, *, background: str = "canvas") -> None:
        super().__init__(parent, background=background)
        self.read_place: tuple[str, int, int] | None = None  # matrix, and the place on the paper
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def show_figure(self, figure: Figure, palette: Palette) -> None:
        super().show_figure(figure, palette)
        if self.read_place is not None:
            grid = next((grid for grid in self.grids() if grid.name == self.read_place[0]), None)
            self.read_place = None if grid is None else _inside(grid, *self.read_place[1:])

    def grids(self) -> list[Grid]:
        """The matrices, and then what is written around them."""
        found = super().grids()
        return found if not found or found[-1].name == "lines" else [*found, *lines_grid(self.figure)]

    def key_pressed(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        grids = [] if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier else self.grids()
        if grids and (key in STEPS or key in (Qt.Key.Key_Home, Qt.Key.Key_End)):
            self._walk(grids, key)
        elif len(grids) > 1 and key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self._turn(grids, 1 if key == Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.read_place is not None and grids:
            self._act(next(grid for grid in grids if grid.name == self.read_place[0]))
        else:
            super().key_pressed(event)

    def _walk(self, grids: list[Grid], key: Qt.Key) -> None:
        if self.read_place is None:
            self._come(grids[0], 0, 0)
            return
        name, down, right = self.read_place
        grid = next(grid for grid in grids if grid.name == name)
        if key in STEPS:
            down, right = down + STEPS[key][0], right + STEPS[key][1]
        elif len(grid.columns) > 1:
            right = 0 if key == Qt.Key.Key_Home else len(grid.columns) - 1
        else:
            down = 0 if key == Qt.Key.Key_Home else len(grid.rows) - 1
        self._come(grid, down, right)

    def _turn(self, grids: list[Grid], step: int) -> None:
        names = [grid.name for grid in grids]
        at = -1 if self.read_place is None else names.index(self.read_place[0])
        self._come(grids[min(max(at + step, 0), len(grids) - 1)], 0, 0)

    def _come(self, grid: Grid, down: int, right: int) -> None:
        self.read_place = _inside(grid, down, right)
        _, down, right = self.read_place
        matrix = grid.matrix(down, right)
        self.tell(grid, *matrix)
        self.tables.tell(grid.name, *matrix)
        self._bring(grid, down, right)
        self.update()

    def tell(self, grid: Grid, row: int, column: int) -> None:
        """Have what the keys have come to read, as if the pointer were there."""
        if grid.name == "lines":
            self.hover_left.emit()
        else:
            self.cell_hovered.emit(grid.name, row, column)

    def _act(self, grid: Grid) -> None:
        assert self.read_place is not None
        if grid.name != "lines":
            self.cell_clicked.emit(grid.name, *grid.matrix(*self.read_place[1:]))

    def _bring(self, grid: Grid, down: int, right: int) -> None:
        """Scroll until the cell is in sight."""
        viewport = self.parentWidget()
        area = None if viewport is None else viewport.parentWidget()
        if isinstance(area, QScrollArea):
            place = self._rect(grid, down, right).center()
            area.ensureVisible(round(place.x()), round(place.y()), ROOM, ROOM)

    def _rect(self, grid: Grid, down: int, right: int) -> QRectF:
        return QRectF(*(value * self.scale for value in grid.rect(down, right)))

    def tell_again(self) -> None:
        if self.read_place is not None:
            grid = next((grid for grid in self.grids() if grid.name == self.read_place[0]), None)
            if grid is not None:
                self.tables.tell(grid.name, *grid.matrix(*self.read_place[1:]))

    def paint_above(self, painter: QPainter) -> None:
        """A ring around the cell that is read, while the keys are here."""
        if self.read_place is None or not self.hasFocus():
            return
        grid = next((grid for grid in self.grids() if grid.name == self.read_place[0]), None)
        if grid is None:
            return
        rect = self._rect(grid, *self.read_place[1:])
        grow = max((8 - min(rect.width(), rect.height())) / 2, 0.0)  # a cell too small to see: a ring around it
        painter.setPen(QPen(QColor(self.palette_.accent), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(
            rect.adjusted(-grow, -grow, grow, grow).intersected(QRectF(self.rect()).adjusted(2, 2, -2, -2))
        )


def _inside(grid: Grid, down: int, right: int) -> tuple[str, int, int]:
    """A place of a grid, as near as there is one."""
    return grid.name, min(max(down, 0), len(grid.rows) - 1), min(max(right, 0), len(grid.columns) - 1)
