"""The frames of the pointer's cell, of two inks so that one is seen on every colour of a map, and of the keyboard's."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attnviz.export.palette import Palette

INK = 1  # pixels, of the line on the cell's edge
PAPER = 3  # of the one under it
LEAST_CURSOR = 8.0  # pixels across the cursor's frame
ROOM = 3  # pixels around a cell that the ring may touch


def draw_ring(painter: QPainter, rect: QRectF, palette: Palette) -> None:
    """A thin line of ink between two of paper, on the edge of a cell in widget coordinates."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # thin lines between pixels would be grey
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, width in ((palette.paper, PAPER), (palette.ink, INK)):
        pen = QPen(QColor(colour), width)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(rect.toRect())
    painter.restore()


def draw_cursor(painter: QPainter, rect: QRectF, palette: Palette) -> None:
    """The keyboard's cell; around one that is too small to see, a frame that is not."""
    painter.setPen(QPen(QColor(palette.accent), 2.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    grow = max(0.0, (LEAST_CURSOR - rect.width()) / 2)
    painter.drawRect(rect.adjusted(-grow, -grow, grow, grow))


def ring_area(rect: QRectF) -> QRect:
    """What must be painted anew where a ring comes or goes."""
    return rect.toAlignedRect().adjusted(-ROOM, -ROOM, ROOM, ROOM)
