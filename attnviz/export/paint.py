"""Paints a figure with QPainter: the same function for the screen, PNG and PDF."""

from __future__ import annotations

import atexit
import math
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPaintEngine, QPainter, QPainterPath, QPen, QPixmap, QStaticText

from attnviz.export.cells import Levels, reduce_extreme, reduce_max, reduction
from attnviz.export.figure import Align, Cells, ColourBar, Figure, Item, Line, Path, Rect, Text
from attnviz.export.fonts import font, forget_fonts, text_ascent, text_width
from attnviz.export.palette import MapName, Palette, inks

HATCH_STEP = 6
# Up to here every cell is a rectangle of its own, so that a slide's author can recolour it; above, one picture.
MOST_RECTANGLES = 48 * 48
OLD_SIZE = 9  # of the number that a changed cell had
OLD_ABOVE, NEW_BELOW = 8.5, 4.5  # pixels off the line of a cell with one number
GRID_FROM = 5.0  # pixels a cell must have before lines are drawn between cells


def paint(painter: QPainter, figure: Figure, palette: Palette, *, background: str | None = "canvas") -> None:
    """Paint `figure` with its top left corner at the painter's origin. `background` None leaves it transparent."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    if background is not None:
        painter.fillRect(QRectF(0, 0, figure.width, figure.height), QColor(palette.colour(background)))
    # Asked once: Python pays for every look at an enum, and a picture has hundreds of texts.
    raster = painter.paintEngine().type() == QPaintEngine.Type.Raster
    for item in figure.items:
        _paint_item(painter, item, palette, raster)


def _paint_item(painter: QPainter, item: Item, palette: Palette, raster: bool) -> None:
    if isinstance(item, Text):
        _paint_text(painter, item, palette, raster)
    elif isinstance(item, Rect):
        _paint_rect(painter, item, palette)
    elif isinstance(item, Line):
        painter.setPen(QPen(QColor(palette.colour(item.colour)), item.width))
        painter.drawLine(QPointF(item.x1, item.y1), QPointF(item.x2, item.y2))
    elif isinstance(item, Path):
        _paint_path(painter, item, palette)
    elif isinstance(item, ColourBar):
        _paint_colour_bar(painter, item, palette)
    else:
        paint_cells(painter, item, palette, raster)


def _paint_text(painter: QPainter, item: Text, palette: Palette, raster: bool) -> None:
    painter.setPen(QColor(palette.colour(item.colour)))
    if item.angle == 0:
        _draw_line(painter, item.x, item.y, item.text, item.size, item.bold, item.align, raster)
        return
    painter.save()
    painter.translate(item.x, item.y)
    painter.rotate(-item.angle)
    _draw_line(painter, 0, 0, item.text, item.size, item.bold, item.align, raster)
    painter.restore()


def _draw_line(
    painter: QPainter, x: float, baseline: float, text: str, size: int, bold: bool, align: Align, raster: bool
) -> None:
    """One line of text. For pixels its shaped glyphs are kept from frame to frame; files get plain text calls."""
    painter.setFont(font(size, bold, raster))
    if align != "left":
        width = text_width(text, size, bold, raster)
        x -= width if align == "right" else width / 2
    if raster and not painter.transform().isRotating():
        painter.drawStaticText(QPointF(x, baseline - text_ascent(size, bold)), _shaped(text, size, bold))
    else:
        painter.drawText(QPointF(x, baseline), text)


@lru_cache(maxsize=8192)
def _shaped(text: str, size: int, bold: bool) -> QStaticText:
    shaped = QStaticText(text)
    shaped.setTextFormat(Qt.TextFormat.PlainText)
    shaped.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    return shaped


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


def paint_cells(painter: QPainter, cells: Cells, palette: Palette, raster: bool) -> None:
    """A matrix: hatching below, coloured cells above it, lines between them, numbers on top."""
    cells = cells.drawn()
    area = QRectF(cells.x, cells.y, cells.width, cells.height)
    if cells.visible is not None:
        _paint_hatch(painter, area, palette, raster)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if cells.rows * cells.columns <= MOST_RECTANGLES:
        _paint_rectangles(painter, cells, palette)
    else:
        _paint_picture(painter, cells, palette, area)
    painter.restore()
    scale = math.hypot(painter.transform().m11(), painter.transform().m12())
    if min(cells.cell_width, cells.cell_height) * scale >= GRID_FROM:
        _paint_grid(painter, cells, palette)
    if cells.numbers is not None:
        _paint_numbers(painter, cells, palette, raster)


def _paint_rectangles(painter: QPainter, cells: Cells, palette: Palette) -> None:
    entries = cells.scale.entries(cells.values)
    lut = colours(palette, cells.scale.map)
    for i in range(cells.rows):
        top = cells.y + i * cells.cell_height
        for j in range(cells.columns):
            if cells.visible is None or cells.visible[i, j]:
                left = cells.x + j * cells.cell_width
                painter.fillRect(QRectF(left, top, cells.cell_width, cells.cell_height), lut[entries[i, j]])


def _paint_picture(painter: QPainter, cells: Cells, palette: Palette, area: QRectF) -> None:
    transform = painter.transform()
    across = reduction(cells.columns, abs(cells.width * transform.m11()))
    down = reduction(cells.rows, abs(cells.height * transform.m22()))
    entries, visible = reduced_entries(cells, down, across)
    image = indexed_image(entries, palette, cells.scale.map)
    if visible is not None:
        image = _with_holes(image, visible)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    # The last block of a reduction may stand for fewer cells: it is drawn as wide as it is, not as a whole block.
    exact = QRectF(
        cells.x,
        cells.y,
        entries.shape[1] * across * cells.cell_width,
        entries.shape[0] * down * cells.cell_height,
    )
    painter.setClipRect(area)
    painter.drawImage(exact, image)


def reduced_entries(cells: Cells, down: int, across: int) -> tuple[Levels, np.ndarray | None]:
    """Map entries of the drawn cells, each the largest of down × across; and which of them may be looked at."""
    visible = cells.visible
    if cells.scale.map == "weights":
        # Quantised first: a maximum of bytes costs a quarter of a maximum of floats, and gives the same entry.
        entries = reduce_max(cells.scale.entries(cells.values), down, across)
    else:
        values = cells.values if visible is None else np.where(visible, cells.values, 0)
        entries = cells.scale.entries(reduce_extreme(values, down, across) if down * across > 1 else values)
    return entries, None if visible is None else reduce_max(visible.view(np.uint8), down, across)


def indexed_image(entries: Levels, palette: Palette, name: MapName) -> QImage:
    """The entries as RGB32, the format that QPainter draws fastest; it owns its pixels."""
    entries = np.ascontiguousarray(entries)
    rows, columns = entries.shape
    image = QImage(entries.data, columns, rows, columns, QImage.Format.Format_Indexed8)
    image.setColorTable([colour.rgb() for colour in colours(palette, name)])
    return image.convertToFormat(QImage.Format.Format_RGB32)


def _with_holes(image: QImage, visible: np.ndarray) -> QImage:
    """The image, transparent where nothing may be looked at."""
    rows, columns = visible.shape
    alpha = np.ascontiguousarray(visible * np.uint8(255))
    mask = QImage(alpha.data, columns, rows, columns, QImage.Format.Format_Alpha8)
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    image.setAlphaChannel(mask)
    return image


@lru_cache(maxsize=8)
def _colour_list(name: str, map_name: MapName) -> tuple[QColor, ...]:
    from attnviz.export.palette import PALETTES

    palette = next(p for p in PALETTES.values() if p.name == name)
    return tuple(QColor(int(r), int(g), int(b)) for r, g, b in palette.lut(map_name))


def colours(palette: Palette, name: MapName) -> tuple[QColor, ...]:
    """The 256 colours of a map, as Qt's."""
    return _colour_list(palette.name, name)


def _paint_hatch(painter: QPainter, area: QRectF, palette: Palette, raster: bool) -> None:
    painter.fillRect(area, QColor(palette.paper))
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip) if painter.hasClipping() else painter.setClipRect(area)
    painter.setBrushOrigin(area.topLeft())
    if raster:
        painter.fillRect(area, QBrush(_hatch_tile(palette.hatch, painter.device().devicePixelRatio())))
    else:
        painter.setPen(QPen(QColor(palette.hatch), 0.8))
        for offset in range(0, int(area.width() + area.height()), HATCH_STEP):
            start = QPointF(area.left() + offset, area.top())
            painter.drawLine(start, start + QPointF(-area.height(), area.height()))
    painter.setClipping(False)


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


def _paint_grid(painter: QPainter, cells: Cells, palette: Palette) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(QColor(palette.grid), 1))
    right, bottom = cells.x + cells.width, cells.y + cells.height
    across = (cells.x + j * cells.cell_width for j in range(cells.columns + 1))
    down = (cells.y + i * cells.cell_height for i in range(cells.rows + 1))
    painter.drawLines([QLineF(x, cells.y, x, bottom) for x in across] + [QLineF(cells.x, y, right, y) for y in down])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _paint_numbers(painter: QPainter, cells: Cells, palette: Palette, raster: bool) -> None:
    assert cells.numbers is not None
    entries = cells.scale.entries(cells.values)
    ink = inks(palette, cells.scale.map)
    pens = {name: QPen(QColor(name)) for name in set(ink)}
    size = cells.number_size
    for i, row in enumerate(cells.numbers):
        baseline = cells.y + (i + 0.5) * cells.cell_height + size * 0.36
        for j, text in enumerate(row):
            middle = cells.x + (j + 0.5) * cells.cell_width
            painter.setPen(pens[ink[entries[i, j]]])
            old = cells.before[i][j] if cells.before is not None else ""
            if old:
                _draw_line(painter, middle, baseline - OLD_ABOVE, f"{old} →", OLD_SIZE, False, "center", raster)
            if text:
                down = NEW_BELOW if old else 0.0
                strong = bool(old) or (i, j) in cells.bold
                _draw_line(painter, middle, baseline + down, text, size, strong, "center", raster)
    if cells.before is not None:
        _frame_changes(painter, cells, palette)


def _frame_changes(painter: QPainter, cells: Cells, palette: Palette) -> None:
    assert cells.before is not None
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(palette.danger), 1.5))
    for i, row in enumerate(cells.before):
        for j, old in enumerate(row):
            if old:
                x, y, width, height = cells.cell_rect(i, j)
                painter.drawRect(QRectF(x + 1.5, y + 1.5, width - 3, height - 3))


@atexit.register
def forget() -> None:
    """Let go of everything that belongs to Qt before Qt does: what is left for later crashes the process at its end.

    Registered after PySide's own handler, so it runs before it.
    """
    for cached in (_shaped, _hatch_tile, _colour_list):
        cached.cache_clear()
    forget_fonts()
