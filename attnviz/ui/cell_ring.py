"""The ring around the cell under the pointer: two inks, so that one of them is seen on every colour of a map."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attnviz.export.palette import Palette

INK = 1  # pixels, of the line on the cell's edge
PAPER = 3  # of the one under it
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


def ring_area(rect: QRectF) -> QRect:
    """What must be painted anew where a ring comes or goes."""
    return rect.toAlignedRect().adjusted(-ROOM, -ROOM, ROOM, ROOM)
