"""The shapes on cells whose number no colour stands for: crosses, triangles, corners. Told apart by shape alone."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.reduce import reduce_max
from attnviz.export.cells import Levels, Mark
from attnviz.export.figure import Cells
from attnviz.export.palette import DARK_INK, LIGHT_INK, MapName, Palette, inks
from attnviz.export.picture import Picture

LEAST, MOST = 7.0, 14.0  # points across: in smaller cells several share one mark, in larger ones it stops growing

Points = tuple[tuple[float, float], ...]
_MARKS = {int(mark): mark for mark in Mark}


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
    i, j = shared.nonzero()
    # In the middle of the cells that have it, so that a single one is pointed at.
    (top, bottom), (left, right) = _extents(picture.marks, shared, down, across)
    for at, mark in enumerate(shared[i, j].tolist()):
        row, column = int(i[at]), int(j[at])
        if mark >= Mark.MINUS_INFINITE and _written(cells, row, column):
            continue
        yield Placed(
            mark=_MARKS[mark],
            x=picture.x + (column * across + left[at]) * width,
            y=picture.y + (row * down + top[at]) * height,
            width=(right[at] - left[at] + 1) * width,
            height=(bottom[at] - top[at] + 1) * height,
        )


Ends = tuple[list[int], list[int]]


def _extents(marks: Levels, shared: Levels, down: int, across: int) -> tuple[Ends, Ends]:
    """Of each block of marks that shares one: the first and the last of its rows that have it, and of its columns."""
    i, j = shared.nonzero()
    rows, columns = shared.shape
    whole = np.zeros((rows * down, columns * across), dtype=np.uint8)
    whole[: marks.shape[0], : marks.shape[1]] = marks
    own = whole.reshape(rows, down, columns, across)[i, :, j] == shared[i, j][:, None, None]  # (marks, down, across)
    return _ends(own.any(axis=2)), _ends(own.any(axis=1))


def _ends(found: NDArray[np.bool_]) -> Ends:
    """The first and the last place of each row that is true."""
    last = found.shape[1] - 1 - found[:, ::-1].argmax(axis=1)
    return found.argmax(axis=1).tolist(), last.tolist()


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
