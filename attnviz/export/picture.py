"""A matrix as the little picture that is drawn of it: one entry of the map for each block of cells in view."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.reduce import Blocks, Prepare, reduce_max, reduction
from attnviz.core.threads import scratch
from attnviz.document.difference import Difference
from attnviz.document.reduced import Reduced
from attnviz.document.reduced_scores import ReducedScores
from attnviz.export.came_in_sight import Found, LastSeen, Part
from attnviz.export.cells import Array, Levels
from attnviz.export.figure import Cells
from attnviz.export.kept import Kept, same

QUICK = 1 << 20  # cells, all of which are looked at almost as soon as it is known which were looked at before


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Picture:
    """Rows and columns as they lie on the paper. (x, y, width, height) is where the whole of it belongs: more than
    the cells' own area where the first or last block reaches out of the view.

    The last block of the matrix may have fewer cells than the others, and is drawn as wide as they are: each has its
    pixel, and none lies a whole pixel beside its cells.
    """

    levels: Levels
    seen: NDArray[np.bool_] | None  # False = nothing of the block may be looked at
    marks: Levels | None  # `Mark`s; None where there is none
    x: float
    y: float
    width: float
    height: float
    down: int  # cells that share a row of the picture
    across: int


def picture(cells: Cells, scale_x: float, scale_y: float) -> Picture | None:
    """The cells in view, each block its largest (signed: of largest size), on paper of `scale_x` × `scale_y` pixels a
    point.

    Blocks lie where they lie in the whole matrix, not in the view: they stay the same while the view moves. None
    where the view touches no cell. A NaN is the largest of its block; −∞, the smallest there is, is not, and of an
    unsigned matrix shows only where its block has nothing larger.
    """
    pixels_x, pixels_y = cells.cell_width * scale_x, cells.cell_height * scale_y  # a cell
    if cells.transposed:
        pixels_x, pixels_y = pixels_y, pixels_x
    rows, columns = cells.touched()
    if not rows or not columns:
        return None
    down, across = _step(cells.window[1], pixels_y), _step(cells.window[3], pixels_x)
    top, left = rows.start // down * down, columns.start // across * across
    # Whole blocks, so that the last one in view is not made of fewer cells than it has.
    bottom = min(cells.rows, math.ceil(rows.stop / down) * down)
    right = min(cells.columns, math.ceil(columns.stop / across) * across)
    part = slice(top, bottom), slice(left, right)
    levels, marks = _levels(cells, part, down, across)
    seen = _seen(cells, part, down, across)
    if marks is not None and seen is not None:
        marks = np.where(seen, marks, np.uint8(0))
        marks = marks if marks.any() else None
    x, y, width, height = cells.block_rect(top, bottom - top, left, right - left)
    if cells.transposed:
        down, across = across, down
        levels = np.ascontiguousarray(levels.T)
        seen = None if seen is None else np.ascontiguousarray(seen.T)
        marks = None if marks is None else np.ascontiguousarray(marks.T)
    return Picture(
        levels=levels, seen=seen, marks=marks, x=x, y=y, width=width, height=height, down=down, across=across
    )


def cell_entries(cells: Cells) -> Levels:
    """The map's entry of every cell that the view touches, in the matrix's own order."""
    rows, columns = cells.touched()
    return cells.scale.entries(cells.values[_slices(rows, columns)], rows.start)


def cell_marks(cells: Cells) -> Levels | None:
    """The `Mark` of every cell that the view touches, in the matrix's own order; hidden cells have none."""
    rows, columns = cells.touched()
    part = _slices(rows, columns)
    marks = cells.scale.marks(cells.values[part], rows.start)
    if marks is not None and cells.visible is not None:
        marks[~cells.visible[part]] = 0
    return marks


def _slices(rows: range, columns: range) -> tuple[slice, slice]:
    return slice(rows.start, rows.stop), slice(columns.start, columns.stop)


def _step(cells: float, pixels_per_cell: float) -> int:
    return reduction(cells, cells * pixels_per_cell) if pixels_per_cell < 1 else 1


def _levels(cells: Cells, part: Part, down: int, across: int) -> tuple[Levels, Levels | None]:
    """The map's entry of every block in view, and the `Mark`s; None where there is none."""
    if _count(part) <= QUICK:
        return _entries(cells, part, down, across)
    last = _last(_lasts, (cells.values, cells.visible), (cells.scale, cells.hidden_are_least), down, across)
    found = last.found(part, lambda piece: _entries(cells, piece, down, across))
    if isinstance(cells.blocks, ReducedScores):  # the next trace has ready what is in sight, not what came in sight
        cells.blocks.ask_for(part, _rows_together(cells, down), across)
    return found


def _entries(cells: Cells, part: Part, down: int, across: int) -> Found:
    """The same, every cell looked at."""
    blocks = _blocks(cells, part, down, across)
    scale = cells.scale.of_rows() if cells.scale.curve == "row" else cells.scale
    if blocks.small:
        whole = blocks.whole()
        marks = scale.marks(whole)
        return scale.entries(whole, within=marks is None), marks
    levels = np.empty(blocks.shape, dtype=np.uint8)
    marked: list[tuple[slice, Levels]] = []

    def work(place: slice, values: Array) -> None:
        found = scale.marks(values)
        levels[place] = scale.entries(values, within=found is None)
        if found is not None:
            marked.append((place, found))

    blocks.each(work)
    if not marked:
        return levels, None
    marks = np.zeros_like(levels)
    for place, found in marked:
        marks[place] = found
    return levels, marks


def _blocks(cells: Cells, part: Part, down: int, across: int) -> Blocks:
    """Blocks of the numbers in view as their largest; of row scales, of the shares of each row's end."""
    prepare, signed = _prepare(cells, part), cells.scale.signed
    if isinstance(cells.blocks, ReducedScores):
        return _score_blocks(cells, cells.blocks, part, down, across)
    if isinstance(cells.blocks, Difference):
        differences = cells.blocks.within(part, down, across)
        if differences is not None:
            return Blocks(differences, 1, 1, signed=True)
    nothing_hidden = cells.visible is None or cells.hidden_are_least
    if isinstance(cells.blocks, Reduced) and nothing_hidden and not signed:
        rows = _rows_together(cells, down)
        made = cells.blocks.largest(rows, across)
        if made is not None:
            seen = _in_blocks(part[0], rows), _in_blocks(part[1], across)
            return Blocks(made[seen], down // rows, 1, prepare, signed=signed)
    return Blocks(cells.values[part], down, across, prepare, signed=signed)


def _rows_together(cells: Cells, down: int) -> int:
    """How many rows are one in blocks that were made already. Where each row has an end of its own, shares are compared
    and not numbers: rows must still be apart."""
    return 1 if cells.scale.curve == "row" else down


def _score_blocks(cells: Cells, reduced: ReducedScores, part: Part, down: int, across: int) -> Blocks:
    """The same of scores, which have two signs; in blocks that were made already hidden ones are 0."""
    rows = _rows_together(cells, down)
    made = reduced.part(part, rows, across)
    if made is None:
        return Blocks(cells.values[part], down, across, _prepare(cells, part), signed=True)
    single = rows == across == 1
    prepare = _prepare(cells if single else replace(cells, visible=None), part)
    return Blocks(made, down // rows, 1, prepare, signed=True)


def _in_blocks(part: slice, step: int) -> slice:
    """A stretch of whole blocks, counted in blocks."""
    return slice(part.start // step, -(-part.stop // step))


def _prepare(cells: Cells, part: Part) -> Prepare | None:
    """What must happen to numbers before they are compared: hidden ones out of the way, row scales applied."""
    visible = cells.visible
    by_row = cells.scale.curve == "row"
    if visible is None or cells.hidden_are_least:
        if not by_row:
            return None
        hidden = None
    else:
        hidden = visible[part]
    least = 0.0 if cells.scale.signed else -np.inf
    top = part[0].start

    def prepare(values: Array, first: int) -> Array:
        if hidden is not None:
            seen = hidden[first : first + len(values)]
            if not seen.all():
                values = _replaced(values, ~seen, least)
        if not by_row:
            return values
        room = scratch("shares", *values.shape) if values.dtype == np.float32 else None
        return cells.scale.by_row(values, top + first, room)

    return prepare


def _replaced(values: Array, where: NDArray[np.bool_], number: float) -> Array:
    """The values with this number at some places: in memory that is there already, where they are many."""
    if values.dtype != np.float32:
        return np.where(where, number, values)
    room = scratch("replaced", *values.shape)
    np.copyto(room, values)
    np.copyto(room, number, where=where)
    return room


def _seen(cells: Cells, part: Part, down: int, across: int) -> NDArray[np.bool_] | None:
    """Blocks of which at least one cell may be looked at; a mask changes seldom, and is not reduced again."""
    visible = cells.visible
    if visible is None:
        return None

    def find(piece: Part) -> Found:
        return reduce_max(visible.view(np.uint8)[piece], down, across).view(np.bool_), None

    return _last(_masks, (visible,), (), down, across).found(part, find)[0]


def _last(
    kept: Kept[LastSeen], matrices: tuple[NDArray[Any] | None, ...], more: Hashable, down: int, across: int
) -> LastSeen:
    """What was seen last of these matrices, in blocks of this size."""
    key = (*map(same, matrices), more, down, across)
    return kept.get(key, matrices, lambda: LastSeen(down, across))


def _count(part: Part) -> int:
    return math.prod(along.stop - along.start for along in part)


_lasts: Kept[LastSeen] = Kept(most=8)  # a few looks at a few matrices; a byte or two for each pixel
_masks: Kept[LastSeen] = Kept(most=16)
