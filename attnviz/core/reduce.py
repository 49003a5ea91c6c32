"""Fewer cells than the matrix has: blocks of cells as their largest, where there is no pixel for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.cell_sample import CellSample
from attnviz.core.row_ends import RowEnds
from attnviz.core.threads import HANDS, each_block, row_by_row, scratch

if TYPE_CHECKING:  # links are chosen by stretches that are reduced here
    from attnviz.core.links import RowLinks

Prepare = Callable[[NDArray[Any], int], NDArray[Any]]  # (some rows of the matrix, the index of the first) → the same
# (some rows of the matrix, cells that become one down and across, where they go)
Work = Callable[[NDArray[Any], int, int, NDArray[Any]], None]

# Numbers of reduced rows that are worked on together: they stay in the processor's second cache between the two
# directions, and of fewer Python would take a tenth of the time.
BLOCK = 1 << 18
# Cells of a matrix from which on it pays to call a second hand: at 2048 × 2048 it gains nothing yet, at 4096 a third.
SHARED = 1 << 23
# And up to which going through it in parts takes longer than the work.
SMALL = 1 << 14
# Columns to a block from which on slices so far apart take longer to read than whole rows, some times over.
FAR = 3
# What two numbers that lie side by side are together, and what the first of them is, by the bytes of one. (For 64 bits
# there is nothing twice as long.)
HALVES = {1: ("<u2", "u1"), 2: ("<u4", "<u2"), 4: ("<u8", "<u4")}


def reduction(cells: float, pixels: float) -> int:
    """How many cells share one drawn cell along an axis: 1 while there is a pixel for each."""
    return max(1, int(np.ceil(cells / max(pixels, 1.0))))


class Blocks:
    """A matrix in blocks of rows × columns cells, one number each, some rows of blocks at a time.

    That number is the largest, so that a single bright cell never vanishes; in a `signed` matrix the one of largest
    size, sign kept. A NaN is its block's number, whatever else is in it. The last block of an axis may be smaller.
    `prepare` is given some rows of the matrix before they are looked at: what needs a pass of its own is done while
    they are at hand.
    """

    def __init__(
        self, values: NDArray[Any], rows: int, columns: int, prepare: Prepare | None = None, *, signed: bool = False
    ) -> None:
        self._values, self._rows, self._columns, self._prepare = values, rows, columns, prepare
        self._work = furthest if signed else _largest
        self._plain = rows == columns == 1 and prepare is None
        self.small = values.size <= SMALL  # `whole` is quicker than `each`
        self.shape = -(-values.shape[0] // rows), -(-values.shape[1] // columns)

    def each(self, work: Callable[[slice, NDArray[Any]], None]) -> None:
        """`work(place, blocks)` for some rows of blocks at a time: what it does finds them in the processor's cache.

        From several threads where the matrix is large, in any order. The next part may take the memory of the one
        before.
        """

        def part(place: slice) -> None:
            if self._plain:
                work(place, self._values[place])
                return
            out = scratch("blocks", place.stop - place.start, self.shape[1], self._values.dtype)
            self._write(place, out)
            work(place, out)

        self._share(part)

    def whole(self) -> NDArray[Any]:
        """All of them: the matrix itself where each of its cells is a block, and nothing is to be prepared."""
        if self._plain:
            return self._values
        out = np.empty(self.shape, dtype=self._values.dtype)
        self._share(lambda place: self._write(place, out[place]))
        return out

    def _share(self, part: Callable[[slice], None]) -> None:
        """Some rows of blocks after the others, by one hand or more."""
        shared = self._values.size >= SHARED
        most = BLOCK // HANDS if shared else BLOCK  # what one hand has at hand is memory that every hand takes
        if self._prepare is not None:
            most //= 16  # prepared numbers must stay in the cache as well
        step = max(1, most // max(1, self._values.shape[1]))
        if shared:
            each_block(self.shape[0], step, part)
            return
        with row_by_row():
            for first in range(0, self.shape[0], step):
                part(slice(first, min(first + step, self.shape[0])))

    def _write(self, place: slice, out: NDArray[Any]) -> None:
        part = self._values[place.start * self._rows : place.stop * self._rows]
        if self._prepare is not None:
            part = self._prepare(part, place.start * self._rows)
        self._work(part, self._rows, self._columns, out)


def reduce_max(values: NDArray[Any], rows: int, columns: int) -> NDArray[Any]:
    """Blocks of rows × columns cells as their maximum (see `Blocks`)."""
    return Blocks(values, rows, columns).whole()


def reduce_extreme(values: NDArray[Any], rows: int, columns: int) -> NDArray[Any]:
    """Blocks as their number of largest size, sign kept: what `reduce_max` is for signed matrices."""
    return Blocks(values, rows, columns, signed=True).whole()


def _largest(part: NDArray[Any], rows: int, columns: int, out: NDArray[Any]) -> None:
    room = scratch("rows", len(out), part.shape[1], part.dtype)
    _columns(_rows(part, rows, np.maximum, room), columns, np.maximum, out)


def furthest(part: NDArray[Any], rows: int, columns: int, out: NDArray[Any]) -> None:
    """Whole blocks of rows × columns cells as their number of largest size, sign kept, into `out`."""
    room, low = scratch("rows", len(out), part.shape[1], part.dtype), np.empty_like(out)
    _columns(_rows(part, rows, np.maximum, room), columns, np.maximum, out)
    _columns(_rows(part, rows, np.minimum, room), columns, np.minimum, low)
    # Two NaNs compare as neither: the lower one is taken, and is NaN as well.
    np.copyto(out, low, where=~(out >= -low))


class BlockMaxima:
    """`reduce_max` of a float32 matrix that is being written: each stretch of rows is reduced while it is in the cache.

    `values` is whole when `take` has been called for all rows, and `finish` then; or `fold` for all rows. `take` hands
    the rows on to `ends`, `sample` and `links` too; whoever folds fills these in itself.
    """

    def __init__(
        self,
        shape: tuple[int, int],
        rows: int,
        columns: int,
        room: Floats | None = None,
        ends: RowEnds | None = None,
        sample: CellSample | None = None,
        links: RowLinks | None = None,
    ) -> None:
        """`room`: that of one that is finished, to be used again if it fits."""
        self.rows, self.columns, self.ends, self.sample, self.links = rows, columns, ends, sample, links
        self.values = np.empty((-(-shape[0] // rows), -(-shape[1] // columns)), dtype=np.float32)
        # The rows of blocks before their columns are reduced, some at a time: threads that do many small things get
        # into each other's way.
        wanted = (0 if rows == 1 else len(self.values)), shape[1]
        self.room = np.empty(wanted, dtype=np.float32) if room is None or room.shape != wanted else room

    def fitting(self, rows: int) -> int:
        """The number of rows nearest below that is a whole number of blocks; at least one."""
        return max(rows // self.rows, 1) * self.rows

    def take(self, rows: slice, part: Floats) -> None:
        """`part` are these rows of the matrix; they begin where a block begins. From any thread."""
        if self.ends is not None:
            self.ends.take(rows, part)
        if self.sample is not None:
            self.sample.take(rows, part)
        if self.links is not None:
            self.links.take(rows, part)
        if self.rows == 1:  # such a room would be the matrix itself
            _columns(part, self.columns, np.maximum, self.values[rows])
        else:
            _rows(part, self.rows, np.maximum, self.room[self._blocks(rows)])

    def finish(self) -> None:
        """All rows have been taken."""
        # By this hand alone: to wake another takes longer than its half of the work. Rows that are blocks by themselves
        # have left no room, and are done.
        step = max(BLOCK // self.room.shape[1], 1)
        with row_by_row():
            for first in range(0, len(self.room), step):
                rows = slice(first, first + step)
                _columns(self.room[rows], self.columns, np.maximum, self.values[rows])

    def mend(self, rows: slice, part: Floats) -> None:
        """These rows of blocks anew, and nothing else."""
        out = self.values[self._blocks(rows)]
        room = scratch("maxima", len(out), part.shape[1])
        _columns(_rows(part, self.rows, np.maximum, room), self.columns, np.maximum, out)

    def fold(self, rows: slice, part: Floats) -> None:
        """`part` are these rows, whose columns are blocks already. From any thread."""
        out = self.values[self._blocks(rows)]
        np.copyto(out, _rows(part, self.rows, np.maximum, scratch("maxima", len(out), part.shape[1])))

    def _blocks(self, rows: slice) -> slice:
        return slice(rows.start // self.rows, -(-rows.stop // self.rows))


def reduce_columns(values: Floats, columns: int, out: Floats) -> None:
    """Stretches of so many columns of a contiguous matrix as their maximum, into `out`; the last may be smaller."""
    _columns(values, columns, np.maximum, out)


def _rows(part: NDArray[Any], step: int, choose: np.ufunc, room: NDArray[Any]) -> NDArray[Any]:
    """`step` rows as one. Each row of the result stays in the fastest cache while its own are read."""
    if step == 1:
        return part
    whole, columns = part.shape[0] // step, part.shape[1]
    if step == 2 and part.flags.c_contiguous:
        both = part[: 2 * whole].reshape(whole, 2 * columns)
        choose(both[:, :columns], both[:, columns:], out=room[:whole])
    else:
        choose.reduce(part[: whole * step].reshape(whole, step, columns), axis=1, out=room[:whole])
    if whole * step == part.shape[0]:
        return room[:whole]
    choose.reduce(part[whole * step :], axis=0, out=room[whole])
    return room[: whole + 1]


def _columns(part: NDArray[Any], step: int, choose: np.ufunc, out: NDArray[Any]) -> None:
    """`step` columns as one, over strided slices: a maximum along short rows would be four times slower."""
    while step % 2 == 0 and part.itemsize in HALVES and part.shape[1] % 2 == 0 and part.flags.c_contiguous:
        part, step = _pairs(part, choose, out if step == 2 else None), step // 2
    if part is out:
        return
    whole = part.shape[1] // step
    if whole:
        body, end = out[:, :whole], whole * step
        if step == 1:
            np.copyto(body, part)
        elif step >= FAR and part.flags.c_contiguous:
            np.copyto(body, _stretches(part, step, choose)[:, 0:end:step])
        else:
            choose(part[:, 0:end:step], part[:, 1:end:step], out=body)
            for start in range(2, step):
                choose(body, part[:, start:end:step], out=body)
    if whole < out.shape[1]:
        choose.reduce(part[:, whole * step :], axis=1, out=out[:, whole])


def _pairs(part: NDArray[Any], choose: np.ufunc, out: NDArray[Any] | None) -> NDArray[Any]:
    """The chosen of every two neighbours in a row; in `out` if it can be.

    Neighbours are compared as one line, all of them, and every second result kept by cutting numbers of twice the size
    in half: processors do both many at a time, and slices of every second number one by one.
    """
    rows, columns = part.shape
    line, chosen = part.reshape(-1), scratch("pairs", rows, columns, part.dtype)
    choose(line[:-1], line[1:], out=chosen.reshape(-1)[:-1])
    if out is None or not out.flags.c_contiguous:
        out = np.empty((rows, columns // 2), dtype=part.dtype)
    both, first = HALVES[part.itemsize]
    np.copyto(out.view(first), chosen.view(both), casting="unsafe")
    return out


def _stretches(part: NDArray[Any], step: int, choose: np.ufunc) -> NDArray[Any]:
    """The chosen of the `step` numbers from each place on, of two stretches of half the length, and so on.

    Rows are taken as one line: what begins in the last step - 1 columns of a row runs into the next, and is nothing.
    """
    size, now, length = part.size, part.reshape(-1), 1
    then, other = (scratch(name, 1, size, part.dtype)[0] for name in ("stretches", "longer stretches"))
    while length < step:
        apart = min(length, step - length)
        choose(now[:-apart], now[apart:], out=then[:-apart])
        now, then, other, length = then, other, then, length + apart
    return now.reshape(part.shape)
