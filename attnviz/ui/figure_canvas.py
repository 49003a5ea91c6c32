"""A widget that shows one figure, scaled, and tells which cell or label the pointer is on."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QMoveEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.export.cell_parts import drawn_area
from attnviz.export.figure import Cells, Figure
from attnviz.export.paint import paint
from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.accessible import give_role
from attnviz.ui.accessible_cells import CellTables, Grid
from attnviz.ui.accessible_grids import Reader, grids_of
from attnviz.ui.guard import guarded

EMPTY = Figure(width=1, height=1, items=())
KEYS_BROUGHT = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
MODIFIERS = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_Meta, Qt.Key.Key_AltGr)
RING = 2  # pixels, around a canvas that the keys have come to
EDGE = 2  # pixels inside a matrix that get a ground all the same, for its edge may lie in the middle of one


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
        give_role(self, QAccessible.Role.Canvas)
        self.figure = EMPTY
        self.palette_ = LIGHT
        self.scale = 1.0
        self.given_scale: float | None = None  # by who shows it large; else it finds its own
        self._background = background
        self._told_size = QSize()
        self._hovered: tuple[str, int, int] | None = None
        self._ground_kept: tuple[tuple[object, ...], QPixmap] | None = None
        self._by_key = False  # focus came by keyboard, so it is worth showing
        self.reader: Reader | None = None  # says the cells to who cannot see them
        self.tables = CellTables(self)
        self.cell_due = False  # the focus has come, and no cell has been told since
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # `_paint` covers all of it: Qt need not
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def show_figure(self, figure: Figure, palette: Palette) -> None:
        """Draw another figure; the pointer's cell is found anew."""
        told, self.figure, self.palette_ = self.figure.description, figure, palette
        if told != figure.description or QAccessible.isActive():
            self.be_read()
        hint = self.sizeHint()
        if hint != self._told_size:  # else layouts would be done again for every picture of a drag
            self._told_size = hint
            self.updateGeometry()
        self.redraw()

    def let_go(self) -> None:
        """Hold nothing of what was shown, while another picture has the place: large matrices would stay for it."""
        self.figure, self.reader, self._hovered = EMPTY, None, None
        self.be_read()

    def redraw(self) -> None:
        """Have another figure painted."""
        self.update()

    def be_read(self) -> None:
        """Bring what a screen reader finds here to what is shown; called too when one comes."""
        told = self.figure.description
        if self.reader is not None and QAccessible.isActive():
            told = self.reader.about(self.figure)
        if self.accessibleDescription() != told:
            self.setAccessibleDescription(told)
        self.tables.display()

    def grids(self) -> list[Grid]:
        """The tables that a screen reader finds here."""
        return grids_of(self.figure, self.reader)

    def tell_again(self) -> None:
        """The focus has come: a reader hears the name of the canvas, and then the cell the keys are on."""

    def _tell_due(self) -> None:
        if self.cell_due:  # else the keys went on at once, as after a typed number: it would be heard twice
            self.cell_due = False
            self.tell_again()

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
        left_out = self.left_out()
        self._paint_ground(painter, _around(self.rect(), self._covered(left_out)))
        self.paint_below(painter)
        painter.scale(self.scale, self.scale)
        paint(painter, self.figure, self.palette_, background=None, without=left_out)
        painter.resetTransform()
        self.paint_above(painter)
        if self.hasFocus() and self._by_key:
            painter.setPen(QPen(QColor(self.palette_.accent), RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.visibleRegion().boundingRect().adjusted(1, 1, -1, -1))

    def left_out(self) -> frozenset[int]:
        """Which items need not be painted over the ground."""
        return self.figure.still

    def _covered(self, left_out: frozenset[int]) -> QRect:
        """Pixels that the first matrix will cover: a ground would take a third of the time that the matrix does."""
        for index, cells in enumerate(self.figure.items):
            if isinstance(cells, Cells) and index not in left_out:
                break
        else:
            return QRect()
        drawn = drawn_area(cells)
        if drawn is None:
            return QRect()
        left, width = _inside(drawn.left() * self.scale, drawn.right() * self.scale, self.width())
        top, height = _inside(drawn.top() * self.scale, drawn.bottom() * self.scale, self.height())
        return QRect(left, top, width, height)

    def _paint_ground(self, painter: QPainter, areas: list[QRect]) -> None:
        """The background, and what of the figure is still, in these areas."""
        if not areas:
            return
        if not self.figure.still:
            colour = QColor(self.palette_.colour(self._background))
            for area in areas:
                painter.fillRect(area, colour)
            return
        ground = self._ground(painter.device().devicePixelRatio())
        for area in areas:
            painter.setClipRect(area)
            painter.drawPixmap(0, 0, ground)
        painter.setClipping(False)

    def _ground(self, ratio: float) -> QPixmap:
        """The background with what of the figure is still: kept while a slider moves, for it takes half the time."""
        still = tuple(item for index, item in enumerate(self.figure.items) if index in self.figure.still)
        key = (self.size().toTuple(), ratio, self.scale, self.palette_.name, still)
        if self._ground_kept is None or self._ground_kept[0] != key:
            ground = QPixmap(self.size() * ratio)
            ground.setDevicePixelRatio(ratio)
            ground.fill(QColor(self.palette_.colour(self._background)))
            painter = QPainter(ground)
            painter.scale(self.scale, self.scale)
            paint(painter, replace(self.figure, items=still), self.palette_, background=None)
            painter.end()
            self._ground_kept = (key, ground)
        return self._ground_kept[1]

    def paint_below(self, painter: QPainter) -> None:
        """What a canvas draws on the ground, below the figure's items, in widget coordinates."""

    def paint_above(self, painter: QPainter) -> None:
        """What a canvas draws over the figure, in widget coordinates."""

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        self._by_key = event.reason() in KEYS_BROUGHT
        super().focusInEvent(event)
        if QAccessible.isActive():
            self.be_read()
            self.cell_due = True
            QTimer.singleShot(0, self, self._tell_due)  # Qt tells of the canvas itself when this has returned

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Not `event`, which Qt calls for every picture too.
        if not self._by_key and event.key() not in MODIFIERS:
            self._by_key = True
            self.update()
        self.key_pressed(event)

    def key_pressed(self, event: QKeyEvent) -> None:
        """What a key does here; any other is for whoever holds the canvas."""
        super().keyPressEvent(event)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.tables.display()

    @guarded
    def moveEvent(self, event: QMoveEvent) -> None:
        """Scrolled: the ring stays where it can be seen."""
        super().moveEvent(event)
        if self._by_key and self.hasFocus():
            self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.hover(event.position())

    def hover(self, point: QPointF) -> None:
        """Tell which cell is under the pointer, once a change."""
        cell = self.told_cell(point)
        if cell == self._hovered:
            return
        self._hovered = cell
        if cell:
            self.cell_hovered.emit(*cell)
        else:
            self.hover_left.emit()

    def told_cell(self, point: QPointF) -> tuple[str, int, int] | None:
        """The cell that a pointer here is told of."""
        found = self.hit(point)
        return (found[0].name, found[1], found[2]) if found else None

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


def _inside(start: float, stop: float, size: int) -> tuple[int, int]:
    """First and number of the pixels from `start` to `stop`, as far as the widget goes, that lie well between them."""
    first = math.ceil(start) + EDGE if start > 0 else 0
    last = math.floor(stop) - EDGE if stop < size else size
    return first, last - first


def _around(whole: QRect, hole: QRect) -> list[QRect]:
    """What is left of `whole` without a `hole` inside it."""
    if hole.isEmpty():
        return [whole]
    if hole == whole:
        return []
    right, bottom = hole.left() + hole.width(), hole.top() + hole.height()
    areas = (
        QRect(0, 0, whole.width(), hole.top()),
        QRect(0, hole.top(), hole.left(), hole.height()),
        QRect(right, hole.top(), whole.width() - right, hole.height()),
        QRect(0, bottom, whole.width(), whole.height() - bottom),
    )
    return [area for area in areas if not area.isEmpty()]
