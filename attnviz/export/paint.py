"""Paints a figure with QPainter: the same function for the screen, PNG and PDF."""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPainterPath, QPen, QPolygonF

from attnviz.export.cell_images import indexed_image
from attnviz.export.figure import Area, Cells, ColourBar, Figure, Item, Line, Path, Rect, Text
from attnviz.export.fonts import forget_fonts
from attnviz.export.paint_area import is_wide, paint_area
from attnviz.export.paint_cells import MOST_RECTANGLES, forget_cells, paint_cells
from attnviz.export.paint_lines import draw_line, draw_mono, forget_lines
from attnviz.export.palette import Palette
from attnviz.export.pixels import fill_frame, fill_line


def paint(
    painter: QPainter,
    figure: Figure,
    palette: Palette,
    *,
    background: str | None = "canvas",
    most_rectangles: int = MOST_RECTANGLES,
    unit: float = 1.0,
    without: frozenset[int] = frozenset(),
) -> None:
    """Paint `figure` with its top left corner at the painter's origin. `background` None leaves it transparent.

    A matrix of more than `most_rectangles` cells is one picture in files that hold drawings. `unit`: how large one
    unit of the figure is on the device where that only makes it finer, so that nothing more is drawn for it. Items
    at the places `without` have been painted already.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if background is not None:
        painter.fillRect(QRectF(0, 0, figure.width, figure.height), _colour(palette, background))
    # Asked once: Python pays for every look at an enum, and a picture has hundreds of texts.
    raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
    items = (item for index, item in enumerate(figure.items) if index not in without)
    item = next(items, None)
    while item is not None:
        if isinstance(item, Rect) and _is_plain(item):
            item = _paint_bars(painter, item, items, palette)
            continue
        if isinstance(item, Path) and _is_curve(item):
            item = _paint_curves(painter, item, items, palette)
            continue
        if isinstance(item, Cells):
            paint_cells(painter, item, palette, raster, most_rectangles, unit)
        else:
            _paint_item(painter, item, palette, raster)
        item = next(items, None)


def _is_plain(item: Rect) -> bool:
    return not item.stroke and not item.radius


def _paint_bars(painter: QPainter, first: Rect, items: Iterator[Item], palette: Palette) -> Item | None:
    """Filled rectangles of one colour that follow one another, at one stroke; returns the item after them."""
    rects = [QRectF(first.x, first.y, first.width, first.height)]
    following: Item | None = None
    for following in items:
        if not (isinstance(following, Rect) and following.fill == first.fill and _is_plain(following)):
            break
        rects.append(QRectF(following.x, following.y, following.width, following.height))
    else:
        following = None
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_colour(palette, first.fill) if first.fill else Qt.BrushStyle.NoBrush)
    painter.drawRects(rects)
    return following


def _is_curve(item: Path) -> bool:
    return item.curved and not item.dash and not item.fill


def _paint_curves(painter: QPainter, first: Path, items: Iterator[Item], palette: Palette) -> Item | None:
    """Curves of one colour and opacity that follow one another, as a thousand weights do; returns the item after them.

    Each is drawn for itself, so that those below shine through; only what they share is told to Qt once.
    """
    pen = QPen(_colour(palette, first.colour))
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setOpacity(first.opacity)
    look = first.colour, first.opacity
    item: Item | None = first
    while isinstance(item, Path) and _is_curve(item) and (item.colour, item.opacity) == look:
        (x, y), one, other, end = item.points
        pen.setWidthF(item.width)
        painter.setPen(pen)
        path = QPainterPath()
        path.moveTo(x, y)
        path.cubicTo(*one, *other, *end)
        painter.drawPath(path)
        item = next(items, None)
    painter.setOpacity(1.0)
    return item


def _paint_item(painter: QPainter, item: Item, palette: Palette, raster: bool) -> None:
    if isinstance(item, Text):
        _paint_text(painter, item, palette, raster)
    elif isinstance(item, Rect):
        _paint_rect(painter, item, palette, raster)
    elif isinstance(item, Line):
        _paint_line(painter, item, palette, raster)
    elif isinstance(item, Path):
        _paint_path(painter, item, palette)
    elif isinstance(item, Area):
        if raster and is_wide(painter, item):
            paint_area(painter, item, _colour(palette, item.colour))
        else:
            _paint_path(painter, item.path, palette)
    elif isinstance(item, ColourBar):
        _paint_colour_bar(painter, item, palette)


def _paint_line(painter: QPainter, item: Line, palette: Palette, raster: bool) -> None:
    colour = _colour(palette, item.colour)
    straight = item.x1 == item.x2 or item.y1 == item.y2
    if raster and straight and fill_line(painter, (item.x1, item.y1), (item.x2, item.y2), item.width, colour):
        return
    painter.setPen(QPen(colour, item.width))
    painter.drawLine(QPointF(item.x1, item.y1), QPointF(item.x2, item.y2))


def _paint_text(painter: QPainter, item: Text, palette: Palette, raster: bool) -> None:
    painter.setPen(_colour(palette, item.colour))
    if item.mono:
        draw_mono(painter, item.x, item.y, item.text, item.size, item.bold)
        return
    if item.angle == 0:
        draw_line(painter, item.x, item.y, item.text, item.size, item.bold, item.align, raster)
        return
    painter.save()
    painter.translate(item.x, item.y)
    painter.rotate(-item.angle)
    draw_line(painter, 0, 0, item.text, item.size, item.bold, item.align, raster)
    painter.restore()


def _paint_rect(painter: QPainter, item: Rect, palette: Palette, raster: bool) -> None:
    rect = QRectF(item.x, item.y, item.width, item.height)
    stroke = _colour(palette, item.stroke) if item.stroke else None
    bare = item.around_cells and not item.fill
    if raster and bare and stroke and fill_frame(painter, rect, item.stroke_width, stroke):
        return
    painter.setBrush(_colour(palette, item.fill) if item.fill else Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(stroke, item.stroke_width) if stroke else QPen(Qt.PenStyle.NoPen))
    if item.radius:
        painter.drawRoundedRect(rect, item.radius, item.radius)
    else:
        painter.drawRect(rect)


def _paint_path(painter: QPainter, item: Path, palette: Palette) -> None:
    pen = QPen(_colour(palette, item.colour), item.width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if item.dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)  # as SVG draws them: square ends would fill short gaps
        pen.setDashPattern([length / item.width for length in item.dash])  # Qt counts in widths of the pen
    painter.setOpacity(item.opacity)
    painter.setPen(pen)
    painter.setBrush(_colour(palette, item.fill) if item.fill else Qt.BrushStyle.NoBrush)
    if item.curved:
        start, *others = (QPointF(x, y) for x, y in item.points)
        path = QPainterPath(start)
        path.cubicTo(*others)
        painter.drawPath(path)
    else:
        polygon = QPolygonF([QPointF(x, y) for x, y in item.points])
        painter.drawPolygon(polygon) if item.fill else painter.drawPolyline(polygon)
    painter.setOpacity(1.0)


def _paint_colour_bar(painter: QPainter, item: ColourBar, palette: Palette) -> None:
    entries = np.arange(256, dtype=np.uint8).reshape(1, 256)
    image = indexed_image(entries, palette, item.scale.map)
    painter.drawImage(QRectF(item.x, item.y, item.width, item.height), image)
    painter.setPen(QPen(QColor(palette.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(item.x, item.y, item.width, item.height))


def _colour(palette: Palette, role: str) -> QColor:
    return _qt_colour(palette.colour(role))


@lru_cache(maxsize=256)
def _qt_colour(code: str) -> QColor:
    return QColor(code)


@atexit.register
def forget() -> None:
    """Let go of everything that belongs to Qt before Qt does: what is left for later crashes the process at its end.

    Registered after PySide's own handler, so it runs before it.
    """
    _qt_colour.cache_clear()
    forget_lines()
    forget_cells()
    forget_fonts()
