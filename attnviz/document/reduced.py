"""Weights in blocks, each its largest: what a picture with fewer pixels than cells needs, made along with the weights.

Whoever draws asks for blocks of a size. The next trace of the same chain has them ready: its weights are reduced while
they are in the processor's cache, and the window's thread need not look at all of them again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.reduce import BlockMaxima, reduce_max


@dataclass(slots=True)
class Wish:
    """The size of blocks, (rows, columns), that was asked for last. Shared by all traces of a chain."""

    size: tuple[int, int] | None = None
    whole: bool = False  # somebody looks at every weight, so that it would not pay to leave them unwritten
    room: Floats | None = None  # for the next blocks to be made in: taken anew, memory must be cleared by the system


class Reduced:
    """The blocks of one trace's weights, if it was made with any."""

    __slots__ = ("_maxima", "wish")

    def __init__(self, wish: Wish, maxima: BlockMaxima | None) -> None:
        self.wish = wish
        self._maxima = maxima

    def largest(self, rows: int, columns: int) -> Floats | None:
        """The largest weight of every block of rows × columns; None where it must be looked for."""
        self.wish.size = (rows, columns)
        made = self._maxima
        return made.values if made is not None and (made.rows, made.columns) == (rows, columns) else None

    def fitting(self, weights: Floats) -> Reduced | None:
        """The blocks of this trace's weights in the size that was asked for last; None where that is none."""
        made = self._maxima
        if made is None or (made.rows, made.columns) != self.wish.size:
            made = maxima_for(self.wish, *weights.shape)
            if made is not None:
                made.values[...] = reduce_max(np.asarray(weights), made.rows, made.columns)
        return None if made is None else Reduced(self.wish, made)

    def mended(self, weights: Floats, rows: NDArray[np.intp]) -> Reduced:
        """The blocks of weights that differ from this trace's in these rows alone."""
        made = self._maxima
        if made is None or not rows.size:
            return self
        copy = BlockMaxima((len(weights), weights.shape[1]), made.rows, made.columns, made.room)
        copy.values[...] = made.values
        for block in np.unique(rows // made.rows).tolist():
            part = slice(block * made.rows, min((block + 1) * made.rows, len(weights)))
            copy.mend(part, np.stack([weights[row] for row in range(part.start, part.stop)]))
        return Reduced(self.wish, copy)


def maxima_for(wish: Wish, n_q: int, n_k: int) -> BlockMaxima | None:
    """What a new trace of n_q × n_k weights should reduce them to; None where nobody draws them reduced."""
    if wish.size is None or wish.size == (1, 1):
        return None
    maxima = BlockMaxima((n_q, n_k), *wish.size, wish.room)
    wish.room = maxima.room
    return maxima
