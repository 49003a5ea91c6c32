"""The first weights minus the second. Of large ones the differences are looked at in one pass and not written down.

A picture needs of every block of cells the largest difference, and where the largest of all is. Sixteen million numbers
that are subtracted a few rows at a time, while they are in the processor's cache, cost half of what writing them would.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.reduce import Blocks, Prepare
from attnviz.core.threads import scratch
from attnviz.document.trace import Array, Trace
from attnviz.document.unwritten import Unwritten

LARGE = 512 * 512  # cells from which on differences are not written down
# Of a weight. The same one may be made in more than one way, as when a row alone is done again: multiplied out and
# added up in another order, its exponent of up to some tens is another by a few units in the seventh place of a
# float32, or in the sixteenth of a float64.
ROUNDING = {"float32": 1e-5, "float64": 1e-13}
LOOKED = (16, 16)  # cells of a block where nobody has asked for blocks: small enough to look for one cell in


@dataclass(slots=True)
class Asked:
    """The size of blocks that were drawn last, shared by all differences of a drag."""

    size: tuple[int, int] | None = None


class _Subtracted(Unwritten):
    """Differences that are made as they are asked for: a part of them is no reason to make the others."""

    def __init__(self, one: Array, two: Array) -> None:
        def row(index: int) -> Floats:
            return _less(one[index], two[index])

        def make() -> Floats:
            return _less(one, two)

        super().__init__((one.shape[0], one.shape[1]), row, make)
        self._sides = one, two

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 — a number, a row or a part, as with any array
        if self._whole is None and not isinstance(index, (int, np.integer)):
            one, two = self._sides
            return _less(one[index], two[index])
        return super().__getitem__(index)


class Difference:
    """Of two traces of the same shape, (n_q, n_k). `values` has the numbers, and stands for a picture's blocks."""

    def __init__(self, trace: Trace, other: Trace, asked: Asked | None = None) -> None:
        self._asked = asked or Asked()
        self._made: tuple[tuple[int, int], Array] | None = None
        self.traces = trace, other
        weights = [each.written_weights[0] for each in self.traces]
        self.lazy = all(_is_plain(each) for each in self.traces) and weights[0].size > LARGE
        if self.lazy:
            self._one, self._two = (np.asarray(each) for each in weights)
            self.values: Array = _Subtracted(self._one, self._two).as_array()
        else:
            self._one, self._two = weights
            self.values = _less(self._one, self._two)
            self.values.setflags(write=False)

    def of(self, trace: Trace, other: Trace) -> bool:
        """Whether it is theirs."""
        return self.traces[0].weights is trace.weights and self.traces[1].weights is other.weights

    def told(self, place: Any) -> Floats:  # noqa: ANN401 — a number or a part, as of any array
        """The differences there; 0 for so little that it says nothing of the weights: they were rounded here."""
        found: Floats = np.asarray(self.values[place])
        made_here = [ROUNDING.get(each.weights.dtype.name, 0.0) for each in self.traces if each.scored]
        if not made_here:
            return found
        with np.errstate(invalid="ignore"):  # imported weights beside them may be no numbers
            small = np.abs(found) <= max(made_here) * np.maximum(self._one[place], self._two[place])
        return np.where(small, found.dtype.type(0), found)

    def prepare(self) -> None:
        """Have ready what the picture will ask for: the blocks that the one before asked for."""
        if self.lazy:
            self._blocks(self._asked.size or LOOKED)

    def largest(self, rows: int, columns: int) -> Array | None:
        """The difference of largest size of every block of rows × columns; None where each cell is drawn."""
        self._asked.size = (rows, columns) if (rows, columns) != (1, 1) else None
        return self._blocks((rows, columns)) if self.lazy and self._asked.size is not None else None

    def within(self, part: tuple[slice, slice], rows: int, columns: int) -> Array | None:
        """What `largest` gives, in these rows and columns, which begin where a block begins.

        Where all of them are not made yet, a part is no reason to make the others.
        """
        size, made = (rows, columns), self._made
        whole = all(along.stop - along.start == count for along, count in zip(part, self._one.shape, strict=True))
        if self.lazy and size != (1, 1) and not whole and (made is None or made[0] != size):
            self._asked.size = size
            return Blocks(self._one[part], *size, _subtracted(self._two[part]), signed=True).whole()
        found = self.largest(*size)
        place = tuple(slice(a.start // step, -(-a.stop // step)) for a, step in zip(part, size, strict=True))
        return None if found is None else found[place]

    def furthest(self) -> tuple[tuple[int, int], float]:
        """Where the difference of largest size is, and what it is, of finite ones."""
        part, first = self.values, (0, 0)
        if self.lazy:
            size = self._made[0] if self._made is not None else LOOKED
            blocks = self._blocks(size)
            row, column = np.unravel_index(int(np.abs(blocks).argmax()), blocks.shape)
            first = int(row) * size[0], int(column) * size[1]
            part = self.values[first[0] : first[0] + size[0], first[1] : first[1] + size[1]]
        i, j = np.unravel_index(int(np.abs(part).argmax()), part.shape)
        return (first[0] + int(i), first[1] + int(j)), float(part[i, j])

    def _blocks(self, size: tuple[int, int]) -> Array:
        made = self._made  # read once: another thread may ask for blocks of another size, for a picture in a file
        if made is None or made[0] != size:
            made = self._made = size, Blocks(self._one, *size, _subtracted(self._two), signed=True).whole()
        return made[1]


def _subtracted(other: Array) -> Prepare:
    """From some rows of a matrix those of the other."""

    def subtracted(part: NDArray[Any], first: int) -> NDArray[Any]:
        room = scratch("difference", part.shape[0], part.shape[1], part.dtype)
        with np.errstate(over="ignore"):
            np.subtract(part, other[first : first + len(part)], out=room)
        return room

    return subtracted


def _less(one: Array, two: Array) -> Floats:
    with np.errstate(over="ignore", invalid="ignore"):  # of what is no number, or beyond the largest
        found: Floats = one - two
    return found


def _is_plain(trace: Trace) -> bool:
    """Whether its weights are numbers all of them, in memory that is worth saving."""
    return trace.drawn is None and trace.weights.dtype == np.float32


def difference_of(trace: Trace, other: Trace, asked: Asked | None = None) -> Difference | None:
    """Of these traces, where both have the same shape and no further heads."""
    if trace.weights.ndim != 2 or trace.weights.shape != other.weights.shape:
        return None
    return Difference(trace, other, asked)


def keep_written(*traces: Trace) -> None:
    """Have the next traces of these chains written down: every one of their weights is looked at."""
    for trace in traces:
        if trace.reduced is not None:
            trace.reduced.wish.whole = True
