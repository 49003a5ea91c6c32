"""A matrix as SVG: rectangles where they are few, else one picture; marks, lines and numbers as in every other file."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from xml.sax.saxutils import quoteattr

from PySide6.QtCore import QRectF

from attnviz.export.cell_images import sharp_png
from attnviz.export.cell_parts import GRID_FROM, HATCH_STEP, drawn_area, grid_lines
from attnviz.export.cells import Mark
from attnviz.export.figure import Cells
from attnviz.export.marks import mark_inks, placed
from attnviz.export.paint_cells import MOST_RECTANGLES, NEW_BELOW, OLD_ABOVE, OLD_SIZE, is_drawn, number_inks
from attnviz.export.palette import Palette
from attnviz.export.picture import Picture, cell_entries, cell_marks, picture
from attnviz.export.svg_words import hexadecimal, n, plain

# A picture inside an SVG is smoothed by some renderers; drawn this much larger, its cells stay sharp in all.
PICTURE_PIXELS = 1536
# Inkscape up to 1.2 knows pictures by this name of their link only, and every other program knows it too.
XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg_cells(cells: Cells, palette: Palette, most_rectangles: int = MOST_RECTANGLES) -> Iterator[str]:
    """The matrix, or the window of it that is in view, as a group that bears its name."""
    yield f"<g id={quoteattr(cells.name)}>"
    drawn = drawn_area(cells)
    if drawn is not None:
        if cells.view is None:
            yield from _parts(cells, palette, drawn, most_rectangles)
        else:
            # An SVG of its own cuts off what lies outside it.
            place = f'x="{n(drawn.x())}" y="{n(drawn.y())}" width="{n(drawn.width())}" height="{n(drawn.height())}"'
            box = f"{n(drawn.x())} {n(drawn.y())} {n(drawn.width())} {n(drawn.height())}"
            yield f'<svg {place} viewBox="{box}" preserveAspectRatio="none">'
            yield from _parts(cells, palette, drawn, most_rectangles)
            yield "</svg>"
    yield "</g>"


def _parts(cells: Cells, palette: Palette, drawn: QRectF, most_rectangles: int) -> Iterator[str]:
    if cells.visible is not None:
        yield (  # moved, so that the hatching begins at the matrix's corner
            f'<rect width="{n(drawn.width())}" height="{n(drawn.height())}" fill="url(#hatch)" '
            f'transform="translate({n(drawn.x())} {n(drawn.y())})"/>'
        )
    small = picture(cells, PICTURE_PIXELS / cells.width, PICTURE_PIXELS / cells.height)
    assert small is not None, "something of the matrix is in view"
    if is_drawn(cells, most_rectangles):
        yield from _rectangles(cells, palette)
    else:
        yield _image(cells, small, palette)
    yield from _marks(cells, small, palette)
    if cells.lines and min(cells.cell_width, cells.cell_height) >= GRID_FROM:
        yield _grid(cells, palette, drawn)
    if cells.numbers is not None:
        yield from _numbers(cells, palette)


def _rectangles(cells: Cells, palette: Palette) -> Iterator[str]:
    """One rectangle a cell, each reaching a little under its neighbour so that no renderer shows a seam."""
    entries, marks = cell_entries(cells), cell_marks(cells)
    lut = palette.lut(cells.scale.map)
    rows, columns = cells.touched()
    down, right = (1, 0) if not cells.transposed else (0, 1)
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            if not _seen(cells, row, column):
                continue
            x, y, width, height = cells.cell_rect(row, column)
            wider = 0.25 if _seen(cells, row + right, column + down) else 0.0
            higher = 0.25 if _seen(cells, row + down, column + right) else 0.0
            odd = marks is not None and marks[i, j] >= Mark.MINUS_INFINITE
            yield (
                f'<rect x="{n(x)}" y="{n(y)}" width="{n(width + wider)}" height="{n(height + higher)}" '
                f'fill="{palette.strange if odd else hexadecimal(lut[entries[i, j]])}"/>'
            )


def _seen(cells: Cells, row: int, column: int) -> bool:
    """Whether there is such a cell and it may be looked at."""
    if row >= cells.rows or column >= cells.columns:
        return False
    return cells.visible is None or bool(cells.visible[row, column])


def _image(cells: Cells, small: Picture, palette: Palette) -> str:
    data = base64.b64encode(sharp_png(small, palette, cells.scale.map, PICTURE_PIXELS)).decode("ascii")
    return (
        f'<image x="{n(small.x)}" y="{n(small.y)}" width="{n(small.width)}" height="{n(small.height)}" '
        f'preserveAspectRatio="none" {XLINK} xlink:href="data:image/png;base64,{data}" '
        'style="image-rendering:pixelated"/>'
    )


def _marks(cells: Cells, small: Picture, palette: Palette) -> Iterator[str]:
    for mark in placed(cells, small):
        ink, around = mark_inks(mark.mark, palette, cells.scale.map)
        lines = ""
        for shape in mark.shapes():
            path = "M" + "L".join(f"{n(x)} {n(y)}" for x, y in shape.points)
            if shape.filled:
                yield f'<path d="{path}Z" fill="{ink}" stroke="{around}" stroke-width="0.75"/>'
            else:
                lines += path
        if lines:
            yield f'<path d="{lines}" fill="none" stroke="{around}" stroke-width="3.5"/>'
            yield f'<path d="{lines}" fill="none" stroke="{ink}" stroke-width="1.5"/>'


def _grid(cells: Cells, palette: Palette, drawn: QRectF) -> str:
    xs, ys = grid_lines(cells)
    path = "".join(f"M{n(x)} {n(drawn.top())}V{n(drawn.bottom())}" for x in xs) + "".join(
        f"M{n(drawn.left())} {n(y)}H{n(drawn.right())}" for y in ys
    )
    return f'<path d="{path}" fill="none" stroke="{palette.grid}"/>'


def _numbers(cells: Cells, palette: Palette) -> Iterator[str]:
    assert cells.numbers is not None
    rows, columns = cells.touched()
    ink = number_inks(cells, palette)
    for i, texts in enumerate(cells.numbers):
        for j, text in enumerate(texts):
            left, top, width, height = cells.cell_rect(rows[i], columns[j])
            x, y = left + width / 2, top + height / 2 + cells.number_size * 0.36
            old = cells.before[i][j] if cells.before is not None else ""
            if old:
                yield _number(x, y - OLD_ABOVE, f"{old} →", OLD_SIZE, ink[i][j], False)
                yield (
                    f'<rect x="{n(left + 1.5)}" y="{n(top + 1.5)}" width="{n(width - 3)}" '
                    f'height="{n(height - 3)}" fill="none" stroke="{palette.danger}" stroke-width="1.5"/>'
                )
            if text:
                down = NEW_BELOW if old else 0.0
                strong = bool(old) or (rows[i], columns[j]) in cells.bold
                yield _number(x, y + down, text, cells.number_size, ink[i][j], strong)


def _number(x: float, y: float, text: str, size: int, colour: str, bold: bool) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{n(x)}" y="{n(y)}" font-size="{size}" fill="{colour}" text-anchor="middle"{weight}>'
        f"{plain(text)}</text>"
    )


def hatch_pattern(palette: Palette) -> str:
    """What masked cells are filled with."""
    step = HATCH_STEP
    return (
        f'<pattern id="hatch" width="{step}" height="{step}" patternUnits="userSpaceOnUse">'
        f'<rect width="{step}" height="{step}" fill="{palette.paper}"/>'
        f'<path d="M-1 {step + 1}L{step + 1} -1M-1 1L1 -1M{step - 1} {step + 1}L{step + 1} {step - 1}" '
        f'stroke="{palette.hatch}" stroke-width="0.8"/></pattern>'
    )
