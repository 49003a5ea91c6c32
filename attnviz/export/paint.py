"""Paints a figure with QPainter: the same function for the screen, PNG and PDF."""

from __future__ import annotations

import atexit

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEngine, QPainter, QPainterPath, QPen

from attnviz.export.cell_images import indexed_image
from attnviz.export.figure import Cells, ColourBar, Figure, Line, Path, Rect, Text
from attnviz.export.fonts import forget_fonts
from attnviz.export.paint_cells import MOST_RECTANGLES, forget_cells, paint_cells
from attnviz.export.paint_lines import draw_line, draw_mono, forget_lines
from attnviz.export.palette import Palette


def paint(
    painter: QPainter,
    figure: Figure,
    palette: Palette,
    *,
    background: str | None = "canvas",
    most_rectangles: int = MOST_RECTANGLES,
    unit: float = 1.0,
) -> None:
    """Paint `figure` with its top left corner at the painter's origin. `background` None leaves it transparent.

    A matrix of more than `most_rectangles` cells is one picture in files that hold drawings. `unit`: how large one
    unit of the figure is on the device where that only makes it finer, so that nothing more is drawn for it.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if background is not None:
        painter.fillRect(QRectF(0, 0, figure.width, figure.height), QColor(palette.colour(background)))
    # Asked once: Python pays for every look at an enum, and a picture has hundreds of texts.
    raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
    for item in figure.items:
        if isinstance(item, Cells):
            paint_cells(painter, item, palette, raster, most_rectangles, unit)
        else:
            _paint_item(painter, item, palette, raster)


def _paint_item(painter: QPainter, item: Text | Rect | Line | Path | ColourBar, palette: Palette, raster: bool) -> None:
    if isinstance(item, Text):
        _paint_text(painter, item, palette, raster)
    elif isinstance(item, Rect):
        _paint_rect(painter, item, palette)
    elif isinstance(item, Line):
        painter.setPen(QPen(QColor(palette.colour(item.colour)), item.width))
        painter.drawLine(QPointF(item.x1, item.y1), QPointF(item.x2, item.y2))
    elif isinstance(item, Path):
        _paint_path(painter, item, palette)
    else:
        _paint_colour_bar(painter, item, palette)


def _paint_text(painter: QPainter, item: Text, palette: Palette, raster: bool) -> None:
    painter.setPen(QColor(palette.colour(item.colour)))
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


def _paint_rect(painter: QPainter, item: Rect, palette: Palette) -> None:
    painter.setBrush(QColor(palette.colour(item.fill)) if item.fill else Qt.BrushStyle.NoBrush)
    painter.setPen(
        QPen(QColor(palette.colour(item.stroke)), item.stroke_width) if item.stroke else QPen(Qt.PenStyle.NoPen)
    )
    rect = QRectF(item.x, item.y, item.width, item.height)
    if item.radius:
        painter.drawRoundedRect(rect, item.radius, item.radius)
    else:
        painter.drawRect(rect)


def _paint_path(painter: QPainter, item: Path, palette: Palette) -> None:
    start, *others = (QPointF(x, y) for x, y in item.points)
    path = QPainterPath(start)
    if item.curved:
        path.cubicTo(*others)
    else:
        for point in others:
            path.lineTo(point)
    pen = QPen(QColor(palette.colour(item.colour)), item.width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if item.dash:
        pen.setDashPattern([length / item.width for length in item.dash])  # Qt counts in widths of the pen
    painter.setOpacity(item.opacity)
    painter.setPen(pen)
    painter.setBrush(QColor(palette.colour(item.fill)) if item.fill else Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.setOpacity(1.0)


def _paint_colour_bar(painter: QPainter, item: ColourBar, palette: Palette) -> None:
    entries = np.arange(256, dtype=np.uint8).reshape(1, 256)
    image = indexed_image(entries, palette, item.scale.map)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(QRectF(item.x, item.y, item.width, item.height), image)
    painter.setPen(QPen(QColor(palette.line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(item.x, item.y, item.width, item.height))


@atexit.register
def forget() -> None:
    """Let go of everything that belongs to Qt before Qt does: what is left for later crashes the process at its end.

    Registered after PySide's own handler, so it runs before it.
    """
    forget_lines()
    forget_cells()
    forget_fonts()
