"""What is laid over or under the colours of a matrix: hatching, marks, lines between cells."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QLineF, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPixmap, QPolygonF, QTransform

from attnviz.export.cells import Mark
from attnviz.export.figure import Cells
from attnviz.export.marks import mark_inks, placed
from attnviz.export.palette import Palette
from attnviz.export.picture import Picture
from attnviz.export.pixels import first_pixel, thickness

HATCH_STEP = 6
GRID_FROM = 7.0  # pixels a cell must have before lines are drawn between cells: else they tint what is read as a number


def drawn_area(cells: Cells) -> QRectF | None:
    """The part of the paper that the matrix covers; None where its view is beside it."""
    area = QRectF(cells.x, cells.y, *cells.size)
    if cells.view is None:
        return None if area.isEmpty() else area
    x, y, width, height = cells.block_rect(0, cells.rows, 0, cells.columns)
    covered = area.intersected(QRectF(x, y, width, height))
    return None if covered.isEmpty() else covered


def paint_hatch(painter: QPainter, area: QRectF, palette: Palette, raster: bool) -> None:
    """Paper with slanted lines: nobody may look there."""
    painter.save()
    painter.fillRect(area, QColor(palette.paper))
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    painter.setBrushOrigin(area.topLeft())
    if raster:
        painter.fillRect(area, QBrush(_hatch_tile(palette.hatch, painter.device().devicePixelRatio())))
    else:
        painter.setPen(QPen(QColor(palette.hatch), 0.8))
        for offset in range(0, int(area.width() + area.height()), HATCH_STEP):
            start = QPointF(area.left() + offset, area.top())
            painter.drawLine(start, start + QPointF(-area.height(), area.height()))
    painter.restore()


@lru_cache(maxsize=8)
def _hatch_tile(colour: str, ratio: float) -> QPixmap:
    """A small seamless square of hatching: one fill with it is much cheaper than thousands of lines."""
    side = HATCH_STEP
    tile = QPixmap(math.ceil(side * ratio), math.ceil(side * ratio))
    tile.setDevicePixelRatio(ratio)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(QPen(QColor(colour), 0.8))
    for offset in (-side, 0, side):
        painter.drawLine(QPointF(offset - 1, side + 1), QPointF(offset + side + 1, -1))
    painter.end()
    return tile


def paint_marks(painter: QPainter, cells: Cells, small: Picture, palette: Palette) -> None:
    """The shapes on cells whose number has no colour."""
    if small.marks is None:
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    lines: list[QLineF] = []
    for mark in placed(cells, small):
        for shape in mark.shapes():
            points = [QPointF(x, y) for x, y in shape.points]
            if not shape.filled:
                lines.append(QLineF(*points))
                continue
            ink, around = (QColor(colour) for colour in mark_inks(mark.mark, palette, cells.scale.map))
            painter.setPen(QPen(around, 0.75, c=Qt.PenCapStyle.FlatCap))
            painter.setBrush(ink)
            painter.drawPolygon(QPolygonF(points))
    # Crosses all at once: a grid of heads may have thousands.
    ink, around = (QColor(colour) for colour in mark_inks(Mark.NAN, palette, cells.scale.map))
    for colour, width in ((around, 3.5), (ink, 1.5)):
        painter.setPen(QPen(colour, width, c=Qt.PenCapStyle.FlatCap))
        painter.drawLines(lines)
    painter.restore()


def paint_grid(painter: QPainter, cells: Cells, palette: Palette, drawn: QRectF) -> None:
    """Thin lines between cells, and around them."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(QColor(palette.grid), 1))
    xs, ys = grid_lines(cells)
    left, top, right, bottom = drawn.left(), drawn.top(), drawn.right(), drawn.bottom()
    painter.drawLines([QLineF(x, top, x, bottom) for x in xs] + [QLineF(left, y, right, y) for y in ys])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def paint_grid_pixels(painter: QPainter, cells: Cells, palette: Palette, drawn: QRectF) -> None:
    """The same on a screen: every line has as many whole pixels as the next one.

    A pen of one and a half pixels, as screens at 150 % want it, would be one pixel here and two there.
    """
    to_pixels = painter.deviceTransform()
    area = to_pixels.mapRect(drawn)
    thick = thickness(math.hypot(to_pixels.m11(), to_pixels.m12()))
    xs, ys = grid_lines(cells)
    left, top = math.floor(area.left()), math.floor(area.top())
    width, height = math.ceil(area.right()) - left, math.ceil(area.bottom()) - top
    columns = [QRect(first_pixel(to_pixels.map(QPointF(x, 0.0)).x(), thick), top, thick, height) for x in xs]
    rows = [QRect(left, first_pixel(to_pixels.map(QPointF(0.0, y)).y(), thick), width, thick) for y in ys]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.grid))
    ratio = painter.device().devicePixelRatio()
    painter.setTransform(QTransform.fromScale(1 / ratio, 1 / ratio))
    painter.drawRects(columns + rows)
    painter.restore()


def grid_lines(cells: Cells) -> tuple[list[float], list[float]]:
    """Where lines between cells stand (x) and lie (y), with those at the edges."""
    rows, columns = cells.touched()
    x, y, _, _ = cells.cell_rect(rows.start, columns.start)
    across, down = (rows, columns) if cells.transposed else (columns, rows)
    return (
        [x + k * cells.cell_width for k in range(len(across) + 1)],
        [y + k * cells.cell_height for k in range(len(down) + 1)],
    )


def forget_hatch() -> None:
    """Let go of the hatching, before Qt does."""
    _hatch_tile.cache_clear()
