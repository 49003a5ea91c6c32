"""The flow of numbers while the steps are played: each new cell appears as its sources meet."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPen

from attnviz.export.figure import Cells, Figure
from attnviz.export.palette import Palette

FRAME = 55  # milliseconds
MOST_FRAMES = 22  # a large matrix fills several cells a frame

# For each step: the matrix that fills, and what its cell (i, j) is made of.
Sources = Callable[[int, int], list[tuple[str, int | None, int | None]]]  # (matrix, row or all, column or all)
FLOWS: dict[str, tuple[str, Sources]] = {
    "scores": ("scores", lambda i, j: [("Q", i, None), ("K", j, None)]),
    "scale": ("scaled", lambda i, j: [("scores", i, j)]),
    "softmax": ("weights", lambda i, j: [("scaled", i, None)]),
    "mix": ("output", lambda i, j: [("weights", i, None), ("V", None, j)]),
    "normalise": ("u", lambda i, j: [("X", i, None)]),
    "gate": ("gated", lambda i, j: [("output", i, j), ("gate", i, j)]),
    "out": ("Y", lambda i, j: [("concat", i, None), ("W_O", None, j)]),
}


class Flow(QObject):
    """Runs through the cells of one step and asks for a repaint at each frame."""

    def __init__(self, repaint: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._repaint = repaint
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME)
        self._timer.timeout.connect(self._next)
        self._step = ""
        self._cell = 0
        self._stride = 1
        self._count = 0

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def start(self, step: str, figure: Figure) -> None:
        """Let the cells of a step appear one after another, where the step has such cells."""
        cells = figure.cells(FLOWS[step][0]) if step in FLOWS else None
        if cells is None:
            self.stop()
            return
        self._step, self._cell = step, 0
        self._count = cells.rows * cells.columns
        self._stride = max(1, -(-self._count // MOST_FRAMES))
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()
        self._repaint()

    def _next(self) -> None:
        self._cell += self._stride
        if self._cell >= self._count:
            self._timer.stop()
        self._repaint()

    def paint(self, painter: QPainter, figure: Figure, scale: float, palette: Palette) -> None:
        """Cover the cells still to come, and frame those that the current one is made of."""
        if not self.running:
            return
        target, sources = FLOWS[self._step]
        cells = figure.cells(target)
        if cells is None:
            return
        painter.setPen(QPen(QColor(palette.grid), 1))
        painter.setBrush(QColor(palette.panel))
        row, column = divmod(min(self._cell, self._count - 1), cells.columns)
        rest = cells.columns - column - 1
        if rest:
            painter.drawRect(_scaled(cells.block_rect(row, 1, column + 1, rest), scale))
        if row + 1 < cells.rows:
            painter.drawRect(_scaled(cells.block_rect(row + 1, cells.rows - row - 1, 0, cells.columns), scale))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(palette.accent), 2.5))
        painter.drawRect(_rect(cells, scale, row, column))
        for name, at_row, at_column in sources(row, column):
            source = figure.cells(name)
            if source is not None:
                painter.drawRect(_rect(source, scale, at_row, at_column))


def _rect(cells: Cells, scale: float, row: int | None, column: int | None) -> QRectF:
    """A cell, or a whole row or column where the other is None, in widget coordinates."""
    rows = (0, cells.rows) if row is None else (row, 1)
    columns = (0, cells.columns) if column is None else (column, 1)
    return _scaled(cells.block_rect(*rows, *columns), scale)


def _scaled(rect: tuple[float, float, float, float], scale: float) -> QRectF:
    x, y, width, height = rect
    return QRectF(x * scale, y * scale, width * scale, height * scale)
