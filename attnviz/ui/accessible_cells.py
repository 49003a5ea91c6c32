"""The cells of a picture for those who cannot see it: a table that a screen reader walks, over every matrix.

Each `Grid` of a canvas (a matrix, or the lines of text of a figure without one) gets a QTableView that paints nothing,
takes neither mouse nor focus, and lies exactly where the cells are drawn. Qt's own accessibility of tables does the
rest: rows, columns, headers, the place of every cell. None is made before a reader asks, so that without one nothing
is computed. Of a matrix with many cells the places are whole pixels, and so may lie a little beside the drawn ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from attnviz.ui.announce import heard, spoken
from attnviz.ui.guard import guarded

if TYPE_CHECKING:
    from attnviz.ui.figure_canvas import FigureCanvas

Index = QModelIndex | QPersistentModelIndex
FITTED = 128  # rows or columns up to which each has its own size, so that all lie where they are drawn
NONE = QModelIndex()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Grid:
    """Rows and columns as they lie on the paper; x and y are in points of the figure."""

    name: str  # of the matrix
    title: str
    rows: Sequence[str]  # their names
    columns: Sequence[str]
    x_edges: tuple[float, float, int] | Sequence[float]  # start, width of a cell and count; or every edge
    y_edges: tuple[float, float, int] | Sequence[float]
    say: Callable[[int, int], str]  # row and column of the matrix → what the cell says
    about: Callable[[int, int], str]  # and what else is to know of it
    transposed: bool = False  # rows of the matrix are drawn as columns
    content: object = None  # what the cells say, by identity: a reader is told of a change only if it is another

    def matrix(self, down: int, right: int) -> tuple[int, int]:
        """Row and column of the matrix at a place on the paper."""
        return (right, down) if self.transposed else (down, right)

    def paper(self, row: int, column: int) -> tuple[int, int]:
        """The place on the paper of a row and column of the matrix."""
        return (column, row) if self.transposed else (row, column)

    def rect(self, down: int, right: int) -> tuple[float, float, float, float]:
        """(x, y, width, height) of a place, in points."""
        left, top = _edge(self.x_edges, right), _edge(self.y_edges, down)
        return left, top, _edge(self.x_edges, right + 1) - left, _edge(self.y_edges, down + 1) - top


def _edge(edges: tuple[float, float, int] | Sequence[float], index: int) -> float:
    if isinstance(edges, tuple):
        return float(edges[0] + edges[1] * index)
    return float(edges[index])


class CellTables:
    """The tables of one canvas."""

    def __init__(self, canvas: FigureCanvas) -> None:
        self._canvas = canvas
        self._tables: dict[str, CellTable] = {}

    @property
    def there(self) -> dict[str, CellTable]:
        """The tables by the names of their matrices; none while no screen reader is there."""
        return self._tables

    def display(self) -> None:
        """Bring the tables to what the canvas shows."""
        if not QAccessible.isActive():
            return
        grids = {grid.name: grid for grid in self._canvas.grids()}
        for name in set(self._tables) - set(grids):
            gone = self._tables.pop(name)
            gone.hide()
            gone.deleteLater()
        for name, grid in grids.items():
            if name not in self._tables:
                self._tables[name] = CellTable(self._canvas)
            self._tables[name].display(grid, self._canvas.scale)

    def tell(self, name: str, row: int, column: int) -> None:
        """The keys have come to a cell of the matrix: a reader says it."""
        if QAccessible.isActive():
            if name not in self._tables:
                self.display()
            if name in self._tables:
                self._canvas.cell_due = False
                self._tables[name].tell(row, column)


class CellTable(QTableView):
    """One table; it is there for the screen reader alone."""

    def __init__(self, canvas: FigureCanvas) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._cells = _Cells(self)
        self.setModel(self._cells)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for part in (self, self.viewport()):
            part.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
            part.setAutoFillBackground(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAutoScroll(False)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.hide()
            header.setMinimumSectionSize(1)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.show()

    def display(self, grid: Grid, scale: float) -> None:
        """Another state of the matrix."""
        if self.accessibleName() != grid.title:
            self.setAccessibleName(grid.title)
        self._cells.display(grid)
        x, y, _, _ = grid.rect(0, 0)
        left, top, width, height = grid.rect(len(grid.rows) - 1, len(grid.columns) - 1)
        place = QRect(round(x * scale), round(y * scale), 0, 0)
        place.setRight(round((left + width) * scale) - 1)
        place.setBottom(round((top + height) * scale) - 1)
        # What lies outside the canvas, as of a zoomed matrix, is scrolled out of sight.
        seen = place & self._canvas.rect()
        if self.geometry() != seen:
            self.setGeometry(seen)
        _fit(self.horizontalHeader(), grid.x_edges, len(grid.columns), scale)
        _fit(self.verticalHeader(), grid.y_edges, len(grid.rows), scale)
        self.horizontalScrollBar().setValue(seen.x() - place.x())
        self.verticalScrollBar().setValue(seen.y() - place.y())

    def tell(self, row: int, column: int) -> None:
        """Make a cell of the matrix the current one, and tell of it as of one that has the focus."""
        grid = self._cells.grid
        if grid is None:
            return
        down, right = grid.paper(row, column)
        if not (0 <= down < len(grid.rows) and 0 <= right < len(grid.columns)):
            return
        self.setCurrentIndex(self._cells.index(down, right))
        if self._canvas.hasFocus():
            event = QAccessibleEvent(self, QAccessible.Event.Focus)
            event.setChild((down + 1) * (len(grid.columns) + 1) + right + 1)  # headers count, hidden ones too
            QAccessible.updateAccessibility(event)
            heard(str(self._cells.data(self.currentIndex(), Qt.ItemDataRole.AccessibleTextRole)))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Nothing: the canvas has drawn the cells."""


class _Cells(QAbstractTableModel):
    """A grid as Qt's model of a table."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.grid: Grid | None = None

    def display(self, grid: Grid) -> None:
        before = self.grid
        same = before is not None and (list(before.rows), list(before.columns), before.transposed) == (
            list(grid.rows),
            list(grid.columns),
            grid.transposed,
        )
        if same:
            self.grid = grid
            if before is not None and before.content is grid.content is not None:
                return
            self.dataChanged.emit(self.index(0, 0), self.index(len(grid.rows) - 1, len(grid.columns) - 1))
            return
        self.beginResetModel()
        self.grid = grid
        self.endResetModel()

    @guarded
    def rowCount(self, parent: Index = NONE) -> int:
        return 0 if self.grid is None or parent.isValid() else len(self.grid.rows)

    @guarded
    def columnCount(self, parent: Index = NONE) -> int:
        return 0 if self.grid is None or parent.isValid() else len(self.grid.columns)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        if self.grid is None or not index.isValid():
            return None
        place = self.grid.matrix(index.row(), index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken(self.grid.say(*place))
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return self.grid.about(*place)
        return None

    @guarded
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> str | None:
        if self.grid is None or role != Qt.ItemDataRole.DisplayRole:
            return None
        names = self.grid.columns if orientation == Qt.Orientation.Horizontal else self.grid.rows
        return names[section] if 0 <= section < len(names) else None


def _fit(header: QHeaderView, edges: tuple[float, float, int] | Sequence[float], count: int, scale: float) -> None:
    """Give the rows or columns the sizes they are drawn in."""
    if count > FITTED:
        header.setDefaultSectionSize(max(round((_edge(edges, 1) - _edge(edges, 0)) * scale), 1))
        return
    for index in range(count):
        size = round(_edge(edges, index + 1) * scale) - round(_edge(edges, index) * scale)
        if header.sectionSize(index) != size:
            header.resizeSection(index, max(size, 1))
