"""The shapes on cells whose number no colour stands for: crosses, triangles, corners. Told apart by shape alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from attnviz.core.reduce import reduce_max
from attnviz.export.cells import Mark
from attnviz.export.figure import Cells
from attnviz.export.palette import DARK_INK, LIGHT_INK, MapName, Palette, inks
from attnviz.export.picture import Picture

LEAST, MOST = 7.0, 14.0  # points across: in smaller cells several share one mark, in larger ones it stops growing

Points = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Lines one after another, in points; filled if it is an area."""

    points: Points
    filled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A mark and the area that belongs to it."""

    mark: Mark
    x: float
    y: float
    width: float
    height: float

    def shapes(self) -> Iterator[Shape]:
        """NaN is a cross, an infinity a large triangle that points up or down, and a number outside the range a small
        one in the corner: at the top right if it is too large, at the bottom right if it is too small."""
        size = min(max(min(self.width, self.height), LEAST), MOST)
        x, y = self.x + self.width / 2, self.y + self.height / 2
        r = size * 0.32
        if self.mark is Mark.NAN:
            yield Shape(points=((x - r, y - r), (x + r, y + r)), filled=False)
            yield Shape(points=((x - r, y + r), (x + r, y - r)), filled=False)
        elif self.mark in (Mark.INFINITE, Mark.MINUS_INFINITE):
            up = -r if self.mark is Mark.INFINITE else r
            yield Shape(points=((x - r, y - up), (x + r, y - up), (x, y + up)), filled=True)
        else:
            right, corner = max(self.x + self.width, x + LEAST / 2), size * 0.42
            above = self.mark is Mark.ABOVE
            edge = min(self.y, y - LEAST / 2) if above else max(self.y + self.height, y + LEAST / 2)
            inward = corner if above else -corner
            yield Shape(points=((right - corner, edge), (right, edge), (right, edge + inward)), filled=True)


def placed(cells: Cells, picture: Picture) -> Iterator[Placed]:
    """The marks of a picture. Where cells are too small for one each, the one that matters most of a few cells.

    A cell with a number written in it says itself that it is NaN or infinite.
    """
    if picture.marks is None:
        return
    rows, columns = picture.marks.shape
    width, height = picture.width / columns, picture.height / rows
    across, down = math.ceil(LEAST / width), math.ceil(LEAST / height)
    shared = reduce_max(picture.marks, down, across)
    for i, j in zip(*shared.nonzero(), strict=True):
        mark = Mark(int(shared[i, j]))
        if mark >= Mark.MINUS_INFINITE and _written(cells, int(i), int(j)):
            continue
        area = picture.marks[i * down : (i + 1) * down, j * across : (j + 1) * across]
        # In the middle of the cells that have it, so that a single one is pointed at.
        its_rows, its_columns = (area == mark).nonzero()
        first_row, first_column = int(i) * down + int(its_rows.min()), int(j) * across + int(its_columns.min())
        yield Placed(
            mark=mark,
            x=picture.x + first_column * width,
            y=picture.y + first_row * height,
            width=(int(its_columns.max()) - int(its_columns.min()) + 1) * width,
            height=(int(its_rows.max()) - int(its_rows.min()) + 1) * height,
        )


def _written(cells: Cells, drawn_row: int, drawn_column: int) -> bool:
    """Whether a drawn cell has its number in it. Only cells that are drawn one by one have numbers."""
    if cells.numbers is None:
        return False
    row, column = (drawn_column, drawn_row) if cells.transposed else (drawn_row, drawn_column)
    return bool(cells.numbers[row][column])


def mark_inks(mark: Mark, palette: Palette, name: MapName) -> tuple[str, str]:
    """The colour of a mark and of the thin line around it, which keeps it apart from any neighbour."""
    if mark >= Mark.MINUS_INFINITE:
        return palette.ink, palette.paper
    ink = inks(palette, name)[255 if mark is Mark.ABOVE else 0]
    return ink, DARK_INK if ink == LIGHT_INK else LIGHT_INK
