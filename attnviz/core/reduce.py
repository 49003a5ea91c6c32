"""Fewer cells than the matrix has: blocks of cells as their largest, where there is no pixel for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.threads import scratch

Prepare = Callable[[NDArray[Any], int], NDArray[Any]]  # (some rows of the matrix, the index of the first) → the same

# Numbers of reduced rows that are worked on together: they stay in the processor's cache between the two directions.
BLOCK = 1 << 16


def reduction(cells: float, pixels: float) -> int:
    """How many cells share one drawn cell along an axis: 1 while there is a pixel for each."""
    return max(1, int(np.ceil(cells / max(pixels, 1.0))))


def reduce_max(values: NDArray[Any], rows: int, columns: int, prepare: Prepare | None = None) -> NDArray[Any]:
    """Blocks of rows × columns cells as their maximum, so that a single bright cell never vanishes.

    A NaN is the maximum of its block, whatever else is in it. The last block of an axis may be smaller. `prepare` is
    given some rows at a time before they are looked at: what needs a pass of its own is done while they are at hand.
    """
    if rows == columns == 1 and prepare is None:
        return values

    def largest(part: NDArray[Any], room: NDArray[Any], out: NDArray[Any]) -> None:
        _columns(_rows(part, rows, np.maximum, room), columns, np.maximum, out)

    return _blocks(values, rows, columns, prepare, largest)


class BlockMaxima:
    """`reduce_max` of a float32 matrix that is being written: each stretch of rows is reduced while it is in the cache.

    `values` is whole once `take` has been called for all rows.
    """

    def __init__(self, shape: tuple[int, int], rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.values = np.empty((-(-shape[0] // rows), -(-shape[1] // columns)), dtype=np.float32)

    def fitting(self, rows: int) -> int:
        """The number of rows nearest below that is a whole number of blocks; at least one."""
        return max(rows // self.rows, 1) * self.rows

    def take(self, rows: slice, part: NDArray[Any]) -> None:
        """`part` are these rows of the matrix; they begin where a block begins. From any thread."""
        first = rows.start // self.rows
        out = self.values[first : first + -(-len(part) // self.rows)]
        _columns(_rows(part, self.rows, np.maximum, self._room(part)), self.columns, np.maximum, out)

    def fold(self, rows: slice, part: NDArray[Any]) -> None:
        """`part` are these rows, whose columns are blocks already."""
        first = rows.start // self.rows
        out = self.values[first : first + -(-len(part) // self.rows)]
        np.copyto(out, _rows(part, self.rows, np.maximum, self._room(part)))

    def _room(self, part: NDArray[Any]) -> NDArray[Any]:
        return scratch("maxima", -(-len(part) // self.rows), part.shape[1])


def reduce_extreme(values: NDArray[Any], rows: int, columns: int, prepare: Prepare | None = None) -> NDArray[Any]:
    """Blocks as their number of largest size, sign kept: what `reduce_max` is for signed matrices."""
    if rows == columns == 1 and prepare is None:
        return values

    def furthest(part: NDArray[Any], room: NDArray[Any], out: NDArray[Any]) -> None:
        low = np.empty_like(out)
        _columns(_rows(part, rows, np.maximum, room), columns, np.maximum, out)
        _columns(_rows(part, rows, np.minimum, room), columns, np.minimum, low)
        # Two NaNs compare as neither: the lower one is taken, and is NaN as well.
        np.copyto(out, low, where=~(out >= -low))

    return _blocks(values, rows, columns, prepare, furthest)


def _blocks(
    values: NDArray[Any],
    rows: int,
    columns: int,
    prepare: Prepare | None,
    work: Callable[[NDArray[Any], NDArray[Any], NDArray[Any]], None],
) -> NDArray[Any]:
    out = np.empty((-(-values.shape[0] // rows), -(-values.shape[1] // columns)), dtype=values.dtype)
    # Prepared numbers must stay in the cache as well.
    height = max(1, (BLOCK if prepare is None else BLOCK // 4) // max(1, values.shape[1]))
    # Taken once: memory that is asked for anew must be cleared by the system each time it is touched.
    room = np.empty((min(height, len(out)), values.shape[1]), dtype=values.dtype)
    for first in range(0, out.shape[0], height):
        part = values[first * rows : (first + height) * rows]
        work(part if prepare is None else prepare(part, first * rows), room, out[first : first + height])
    return out


def _rows(part: NDArray[Any], step: int, choose: np.ufunc, room: NDArray[Any]) -> NDArray[Any]:
    """`step` rows as one. Each row of the result stays in the fastest cache while its own are read."""
    if step == 1:
        return part
    whole = part.shape[0] // step
    choose.reduce(part[: whole * step].reshape(whole, step, part.shape[1]), axis=1, out=room[:whole])
    if whole * step == part.shape[0]:
        return room[:whole]
    choose.reduce(part[whole * step :], axis=0, out=room[whole])
    return room[: whole + 1]


def _columns(part: NDArray[Any], step: int, choose: np.ufunc, out: NDArray[Any]) -> None:
    """`step` columns as one, over strided slices: a maximum along short rows would be four times slower."""
    whole = part.shape[1] // step
    if whole:
        body, end = out[:, :whole], whole * step
        if step == 1:
            np.copyto(body, part)
        else:
            choose(part[:, 0:end:step], part[:, 1:end:step], out=body)
        for start in range(2, step):
            choose(body, part[:, start:end:step], out=body)
    if whole < out.shape[1]:
        choose.reduce(part[:, whole * step :], axis=1, out=out[:, whole])
