"""A matrix on a slide: one rectangle a cell with its number written in it, or one picture where cells are many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QRectF

from attnviz.export.cell_images import sharp_png
from attnviz.export.cell_parts import GRID_FROM, drawn_area
from attnviz.export.cells import Mark
from attnviz.export.figure import Cells, Rect, Text
from attnviz.export.marks import mark_inks, placed
from attnviz.export.paint_cells import NEW_BELOW, OLD_ABOVE, OLD_SIZE, number_inks
from attnviz.export.picture import Picture, cell_entries, cell_marks, picture
from attnviz.export.pptx_shapes import (
    Paper,
    embedded,
    freeform,
    group,
    outline,
    preset,
    rect,
    shape,
    solid,
    text,
    words,
)
from attnviz.export.svg_words import hexadecimal

# Up to here, all matrices of a slide together, cells are shapes: with more of them PowerPoint answers slowly.
MOST_SHAPES = 32 * 32
PICTURE_PIXELS = 1536  # across a matrix that is a picture


def cells_as_shapes(matrices: Iterable[Cells], most: int = MOST_SHAPES) -> set[int]:
    """The `id` of every matrix whose cells become shapes: the smallest ones, until there are `most` cells."""
    chosen: set[int] = set()
    for cells in sorted(matrices, key=_count):
        most -= _count(cells)
        if most < 0:
            break
        chosen.add(id(cells))
    return chosen


def _count(cells: Cells) -> int:
    rows, columns = cells.touched()
    return len(rows) * len(columns)


def matrix(paper: Paper, cells: Cells, *, as_shapes: bool) -> str:
    """The matrix, or the window of it that is in view, as a group that bears its name."""
    drawn = drawn_area(cells)
    if drawn is None:
        return ""
    small = picture(cells, PICTURE_PIXELS / cells.width, PICTURE_PIXELS / cells.height)
    assert small is not None, "something of the matrix is in view"
    parts = list(_shapes(paper, cells, drawn) if as_shapes else _picture(paper, cells, small, drawn))
    parts += _marks(paper, cells, small)
    if cells.numbers is not None:
        parts += _numbers(paper, cells, drawn, inside=as_shapes)
    place = paper.box(drawn.x(), drawn.y(), drawn.width(), drawn.height())
    return group(paper.named(cells.name), place, "".join(parts))


def _shapes(paper: Paper, cells: Cells, drawn: QRectF) -> Iterator[str]:
    """Every cell with its colour, or hatched, and with its number where that is the only text in it."""
    palette = paper.palette
    entries, marks, ink = cell_entries(cells), cell_marks(cells), number_inks(cells, palette)
    lut = palette.lut(cells.scale.map)
    lined = cells.lines and min(cells.cell_width, cells.cell_height) >= GRID_FROM
    around = outline(paper, solid(palette.grid) if lined else None)
    hatched = _hatching(paper)
    rows, columns = cells.touched()
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            area = QRectF(*cells.cell_rect(row, column)).intersected(drawn)
            odd = marks is not None and marks[i, j] >= Mark.MINUS_INFINITE
            fill = solid(palette.strange if odd else hexadecimal(lut[entries[i, j]]))
            if cells.visible is not None and not cells.visible[row, column]:
                fill = hatched
            said = cells.numbers[i][j] if cells.numbers is not None and _inside(cells, i, j, drawn) else ""
            bold = (row, column) in cells.bold
            body = words(paper, said, cells.number_size, ink[i][j], bold, "center") if said else ""
            xfrm = f"<a:xfrm>{paper.box(area.x(), area.y(), area.width(), area.height())}</a:xfrm>"
            name = paper.named(f"{cells.name} {row + 1}, {column + 1}")
            yield shape(name, xfrm, preset("rect"), fill, around, body)


def _hatching(paper: Paper) -> str:
    palette = paper.palette
    return (
        f'<a:pattFill prst="ltUpDiag"><a:fgClr><a:srgbClr val="{palette.hatch[1:].upper()}"/></a:fgClr>'
        f'<a:bgClr><a:srgbClr val="{palette.paper[1:].upper()}"/></a:bgClr></a:pattFill>'
    )


def _inside(cells: Cells, i: int, j: int, drawn: QRectF) -> bool:
    """Whether a cell's number can be the text of its own rectangle: it is alone there, and the cell is whole."""
    if cells.before is not None and cells.before[i][j]:
        return False
    rows, columns = cells.touched()
    return cells.view is None or drawn.contains(QRectF(*cells.cell_rect(rows[i], columns[j])))


def _picture(paper: Paper, cells: Cells, small: Picture, drawn: QRectF) -> Iterator[str]:
    """One picture, cut to what is in view; below it hatching, which shows through where nobody may look."""
    if small.seen is not None:
        xfrm = f"<a:xfrm>{paper.box(drawn.x(), drawn.y(), drawn.width(), drawn.height())}</a:xfrm>"
        yield shape(paper.named("Mask"), xfrm, preset("rect"), _hatching(paper), outline(paper, None))
    data = sharp_png(small, paper.palette, cells.scale.map, PICTURE_PIXELS)
    whole = QRectF(small.x, small.y, small.width, small.height)
    seen = whole.intersected(drawn)
    cut = (
        (seen.left() - whole.left()) / whole.width(),
        (seen.top() - whole.top()) / whole.height(),
        (whole.right() - seen.right()) / whole.width(),
        (whole.bottom() - seen.bottom()) / whole.height(),
    )
    yield embedded(paper, cells.name, data, (seen.x(), seen.y(), seen.width(), seen.height()), cut)
    frame = Rect(x=drawn.x(), y=drawn.y(), width=drawn.width(), height=drawn.height(), stroke="grid")
    yield rect(paper, frame)


def _marks(paper: Paper, cells: Cells, small: Picture) -> Iterator[str]:
    for mark in placed(cells, small):
        ink, around = mark_inks(mark.mark, paper.palette, cells.scale.map)
        lines = []
        for drawn in mark.shapes():
            if drawn.filled:
                edge = outline(paper, solid(around), 0.75)
                yield freeform(paper, "Mark", drawn.points, solid(ink), edge, closed=True)
            else:
                lines.append(drawn.points)
        for colour, width in ((around, 3.5), (ink, 1.5)):
            for points in lines:
                yield freeform(paper, "Mark", points, "<a:noFill/>", outline(paper, solid(colour), width))


def _numbers(paper: Paper, cells: Cells, drawn: QRectF, *, inside: bool) -> Iterator[str]:
    """Numbers that are no cell's own text: of pictures, of cells cut by the view, and beside those they replace."""
    assert cells.numbers is not None
    rows, columns = cells.touched()
    ink = number_inks(cells, paper.palette)
    for i, texts in enumerate(cells.numbers):
        for j, said in enumerate(texts):
            left, top, width, height = cells.cell_rect(rows[i], columns[j])
            x, y = left + width / 2, top + height / 2 + cells.number_size * 0.36
            old = cells.before[i][j] if cells.before is not None else ""
            if old:
                yield _number(paper, x, y - OLD_ABOVE, f"{old} →", OLD_SIZE, ink[i][j], False)
                frame = Rect(
                    x=left + 1.5, y=top + 1.5, width=width - 3, height=height - 3, stroke="danger", stroke_width=1.5
                )
                yield rect(paper, frame, "Changed")
            own = inside and _inside(cells, i, j, drawn)
            if said and not own and drawn.contains(x, top + height / 2):
                strong = bool(old) or (rows[i], columns[j]) in cells.bold
                yield _number(paper, x, y + (NEW_BELOW if old else 0.0), said, cells.number_size, ink[i][j], strong)


def _number(paper: Paper, x: float, y: float, said: str, size: int, colour: str, bold: bool) -> str:
    return text(paper, Text(x=x, y=y, text=said, size=size, colour=colour, bold=bold, align="center"))
