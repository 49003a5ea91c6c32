"""A matrix with QPainter: hatching below, coloured cells above it, marks, lines between cells, numbers on top."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from attnviz.document.figure_look import USUAL_VECTOR_CELLS
from attnviz.export.cell_images import colours, forget_colours, picture_image, with_holes
from attnviz.export.cell_layers import forget_layers, paint_layers
from attnviz.export.cell_parts import GRID_FROM, drawn_area, forget_hatch, paint_grid, paint_hatch, paint_marks
from attnviz.export.cells import Mark
from attnviz.export.figure import Cells
from attnviz.export.paint_lines import draw_line
from attnviz.export.palette import Palette, inks
from attnviz.export.picture import cell_entries, cell_marks, picture

# Up to here every cell is a rectangle of its own in files that hold drawings, so that a slide's author can recolour
# it; above, and for pixels always, one picture.
MOST_RECTANGLES = USUAL_VECTOR_CELLS
OLD_SIZE = 9  # of the number that a changed cell had
OLD_ABOVE, NEW_BELOW = 8.5, 4.5  # pixels off the line of a cell with one number


def paint_cells(
    painter: QPainter,
    cells: Cells,
    palette: Palette,
    raster: bool,
    most_rectangles: int = MOST_RECTANGLES,
    unit: float = 1.0,
) -> None:
    """The matrix, or the window of it that is in view; nothing outside that window. `unit`: see `paint`."""
    drawn = drawn_area(cells)
    if drawn is None:
        return
    if cells.view is not None:
        painter.save()
        painter.setClipRect(drawn, Qt.ClipOperation.IntersectClip)
    transform = painter.transform()
    scale = math.hypot(transform.m11(), transform.m12()) / unit
    lines = cells.lines and min(cells.cell_width, cells.cell_height) * scale >= GRID_FROM
    if raster and not transform.isRotating():
        paint_layers(painter, cells, palette, drawn, lines)
    else:
        _paint_parts(painter, cells, palette, drawn, raster, most_rectangles)
        if lines:
            paint_grid(painter, cells, palette, drawn)
    if cells.numbers is not None:
        _paint_numbers(painter, cells, palette, raster)
    if cells.view is not None:
        painter.restore()


def _paint_parts(
    painter: QPainter, cells: Cells, palette: Palette, drawn: QRectF, raster: bool, most_rectangles: int
) -> None:
    transform = painter.transform()
    small = picture(cells, abs(transform.m11()), abs(transform.m22()))
    assert small is not None, "something of the matrix is in view"
    painter.save()
    if cells.visible is not None:
        paint_hatch(painter, drawn, palette, raster)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    if is_drawn(cells, most_rectangles):
        _paint_rectangles(painter, cells, palette)
    else:
        painter.setClipRect(drawn, Qt.ClipOperation.IntersectClip)
        image = picture_image(small, palette, cells.scale.map)
        if small.seen is not None:
            image = with_holes(image, small.seen)
        painter.drawImage(QRectF(small.x, small.y, small.width, small.height), image)
    painter.restore()
    paint_marks(painter, cells, small, palette)


def is_drawn(cells: Cells, most_rectangles: int = MOST_RECTANGLES) -> bool:
    """Whether files that hold drawings have a rectangle for every cell in view, not one picture."""
    rows, columns = cells.touched()
    return len(rows) * len(columns) <= most_rectangles


def _paint_rectangles(painter: QPainter, cells: Cells, palette: Palette) -> None:
    entries, marks = cell_entries(cells), cell_marks(cells)
    lut, strange = colours(palette, cells.scale.map), QColor(palette.strange)
    rows, columns = cells.touched()
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            if cells.visible is None or cells.visible[row, column]:
                odd = marks is not None and marks[i, j] >= Mark.MINUS_INFINITE
                painter.fillRect(QRectF(*cells.cell_rect(row, column)), strange if odd else lut[entries[i, j]])


def _paint_numbers(painter: QPainter, cells: Cells, palette: Palette, raster: bool) -> None:
    assert cells.numbers is not None
    rows, columns = cells.touched()
    pens: dict[str, QPen] = {}
    ink = number_inks(cells, palette)
    size = cells.number_size
    for i, row in enumerate(cells.numbers):
        for j, text in enumerate(row):
            old = cells.before[i][j] if cells.before is not None else ""
            if not (text or old):
                continue
            x, y, width, height = cells.cell_rect(rows[i], columns[j])
            middle, baseline = x + width / 2, y + height / 2 + size * 0.36
            painter.setPen(pens.setdefault(ink[i][j], QPen(QColor(ink[i][j]))))
            if old:
                draw_line(painter, middle, baseline - OLD_ABOVE, f"{old} →", OLD_SIZE, False, "center", raster)
            if text:
                down = NEW_BELOW if old else 0.0
                strong = bool(old) or (rows[i], columns[j]) in cells.bold
                draw_line(painter, middle, baseline + down, text, size, strong, "center", raster)
    if cells.before is not None:
        _frame_changes(painter, cells, palette)


def number_inks(cells: Cells, palette: Palette) -> list[list[str]]:
    """The colour of the number in each cell that the view touches, readable on the cell's own."""
    ink = inks(palette, cells.scale.map)
    found = [[ink[entry] for entry in row] for row in cell_entries(cells).tolist()]
    marks = cell_marks(cells)
    if marks is not None:
        for i, j in zip(*(marks >= Mark.MINUS_INFINITE).nonzero(), strict=True):
            found[i][j] = palette.ink
    return found


def _frame_changes(painter: QPainter, cells: Cells, palette: Palette) -> None:
    assert cells.before is not None
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(palette.danger), 1.5))
    rows, columns = cells.touched()
    for i, row in enumerate(cells.before):
        for j, old in enumerate(row):
            if old:
                x, y, width, height = cells.cell_rect(rows[i], columns[j])
                painter.drawRect(QRectF(x + 1.5, y + 1.5, width - 3, height - 3))


def forget_cells() -> None:
    """Let go of everything here that belongs to Qt, before Qt does."""
    forget_layers()
    forget_hatch()
    forget_colours()
