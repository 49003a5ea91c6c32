"""A widget that shows one figure, scaled, and tells which cell or label the pointer is on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.export.figure import Cells, Figure
from attnviz.export.paint import paint
from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.guard import guarded

EMPTY = Figure(width=1, height=1, items=())


class FigureCanvas(QWidget):
    """Shows a figure at `scale` with its corner at the widget's.

    Signals: `cell_hovered(matrix, row, column)` and `hover_left()`; `label_clicked(matrix, axis, index)`;
    `cell_clicked(matrix, row, column)`.
    """

    cell_hovered = Signal(str, int, int)
    hover_left = Signal()
    label_clicked = Signal(str, str, int)
    cell_clicked = Signal(str, int, int)

    def __init__(self, parent: QWidget | None = None, *, background: str = "canvas") -> None:
        super().__init__(parent)
        self.figure = EMPTY
        self.palette_ = LIGHT
        self.scale = 1.0
        self._background = background
        self._hovered: tuple[str, int, int] | None = None
        self._by_key = False  # focus came by keyboard, so it is worth showing
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_figure(self, figure: Figure, palette: Palette) -> None:
        """Draw another figure; the pointer's cell is found anew."""
        self.figure, self.palette_ = figure, palette
        self.setAccessibleDescription(figure.description)
        self.updateGeometry()
        self.update()

    def to_figure(self, point: QPointF) -> tuple[float, float]:
        return point.x() / self.scale, point.y() / self.scale

    def cell_rect(self, matrix: str, row: int, column: int) -> QRectF:
        """Where a cell is in the widget; empty if the figure does not have the matrix."""
        cells = self.figure.cells(matrix)
        if cells is None:
            return QRectF()
        x, y, width, height = cells.cell_rect(row, column)
        return QRectF(x * self.scale, y * self.scale, width * self.scale, height * self.scale)

    def cell_center(self, matrix: str, row: int, column: int) -> QPoint:
        return self.cell_rect(matrix, row, column).center().toPoint()

    def label_rect(self, matrix: str, axis: str, index: int) -> QRectF:
        for label in self.figure.labels:
            if (label.matrix, label.axis, label.index) == (matrix, axis, index):
                s = self.scale
                return QRectF(label.x * s, label.y * s, label.width * s, label.height * s)
        return QRectF()

    def hit(self, point: QPointF) -> tuple[Cells, int, int] | None:
        return self.figure.cell_at(*self.to_figure(point))

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(round(self.figure.width * self.scale), round(self.figure.height * self.scale))

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        painter.fillRect(self.rect(), QColor(self.palette_.colour(self._background)))
        painter.scale(self.scale, self.scale)
        paint(painter, self.figure, self.palette_, background=None)
        painter.resetTransform()
        self.paint_above(painter)
        if self.hasFocus() and self._by_key:
            painter.setPen(QPen(QColor(self.palette_.accent), 1, Qt.PenStyle.DotLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -2, -2))

    def paint_above(self, painter: QPainter) -> None:
        """What a canvas draws over the figure, in widget coordinates."""

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._by_key = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        super().focusInEvent(event)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hover(event.position())

    def hover(self, point: QPointF) -> None:
        """Tell which cell is under the pointer, once a change."""
        found = self.hit(point)
        cell = (found[0].name, found[1], found[2]) if found else None
        if cell == self._hovered:
            return
        self._hovered = cell
        if cell:
            self.cell_hovered.emit(*cell)
        else:
            self.hover_left.emit()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        if self._hovered is not None:
            self._hovered = None
            self.hover_left.emit()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.click(event.position())

    def click(self, point: QPointF) -> None:
        """Tell which cell or label was clicked."""
        label = self.figure.label_at(*self.to_figure(point))
        found = self.hit(point)
        if found is not None:
            self.cell_clicked.emit(found[0].name, found[1], found[2])
        elif label is not None:
            self.label_clicked.emit(label.matrix, label.axis, label.index)
