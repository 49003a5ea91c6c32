"""The figure as it will be, as large as there is room for; what is transparent is checkered."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.export.files import Drawn
from attnviz.export.paint import paint
from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.accessible import give_role
from attnviz.ui.guard import guarded

MARGIN = 18
SQUARE = 8  # of the checks
MOST_ENLARGED = 2.0


class ExportPreview(QWidget):
    """Paints once for each figure and size of the widget, and keeps the picture."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        give_role(self, QAccessible.Role.Graphic)
        self.setObjectName("canvas")
        self.setAccessibleName(self.tr("Preview"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(150, 120)
        self._drawn: Drawn | None = None
        self._around: Palette = LIGHT
        self._picture: QPixmap | None = None

    def display(self, drawn: Drawn, around: Palette) -> None:
        """Show a figure; `around` is the window's palette."""
        self._drawn, self._around, self._picture = drawn, around, None
        self.setAccessibleDescription(drawn.figure.description)
        self.update()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(560, 460)

    def place(self) -> QRectF:
        """Where the figure's paper is in the widget."""
        assert self._drawn is not None
        figure, look = self._drawn.figure, self._drawn
        width, height = figure.width * look.scale, figure.height * look.scale
        room_x, room_y = self.width() - 2 * MARGIN, self.height() - 2 * MARGIN
        factor = max(min(room_x / width, room_y / height, MOST_ENLARGED), 0.01)
        width, height = width * factor, height * factor
        return QRectF((self.width() - width) / 2, (self.height() - height) / 2, width, height)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.fillRect(self.rect(), QColor(self._around.canvas))
            if self._drawn is not None:
                self._show(painter, self._drawn)
        finally:
            painter.end()

    def _show(self, painter: QPainter, drawn: Drawn) -> None:
        place, ratio = self.place(), self.devicePixelRatioF()
        size = QSize(round(place.width() * ratio), round(place.height() * ratio))
        if self._picture is None or self._picture.size() != size:
            self._picture = self._painted(drawn, size)
        corner = QPointF(round(place.x()), round(place.y()))
        if drawn.background is None:
            _checks(painter, QRectF(corner, place.size()), self._around)
        self._picture.setDevicePixelRatio(ratio)
        painter.drawPixmap(corner, self._picture)
        painter.setPen(QPen(QColor(self._around.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(corner, place.size()).adjusted(-1, -1, 0, 0))

    def _painted(self, drawn: Drawn, size: QSize) -> QPixmap:
        picture = QPixmap(size)
        background = drawn.background
        picture.fill(Qt.GlobalColor.transparent if background is None else QColor(drawn.palette.colour(background)))
        painter = QPainter(picture)
        try:
            painter.scale(size.width() / drawn.figure.width, size.height() / drawn.figure.height)
            paint(painter, drawn.figure, drawn.palette, background=None)
        finally:
            painter.end()
        return picture


def _checks(painter: QPainter, place: QRectF, palette: Palette) -> None:
    painter.fillRect(place, QColor(palette.paper))
    painter.save()
    painter.setClipRect(place)
    colour = QColor(palette.line)
    for row in range(int(place.height() / SQUARE) + 1):
        for column in range(row % 2, int(place.width() / SQUARE) + 1, 2):
            painter.fillRect(QRectF(place.x() + column * SQUARE, place.y() + row * SQUARE, SQUARE, SQUARE), colour)
    painter.restore()
