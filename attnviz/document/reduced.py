"""Weights in blocks, each its largest: what a picture with fewer pixels than cells needs, made along with the weights.
Scores: `reduced_scores.py`.

Whoever draws asks for blocks of a size, and for the ends of every row, or a sample of all, where colours are read from
them. The next trace of the same chain has them ready: its weights are looked at while they are in the processor's
cache, and the window's thread need not look at all of them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.cell_sample import CellSample
from attnviz.core.extremes import Extremes, Look
from attnviz.core.links import RowLinks
from attnviz.core.reduce import BlockMaxima, reduce_max
from attnviz.core.row_ends import RowEnds
from attnviz.core.sight import Sight

Drawn = Literal["weights", "scores", "scaled", "nothing"]
UNDRAWN = (1, 64)  # blocks that nobody draws: whole rows apart, whose largest may be asked for


@dataclass(slots=True)
class Wish:
    """What was asked for last: `size` is that of blocks, (rows, columns). Shared by all traces of a chain."""

    drawn: Drawn = "weights"  # what the rest is about
    size: tuple[int, int] | None = None
    window: slice | None = None  # the rows in sight where every score has its pixel
    ends: bool = False  # whether somebody reads a range from the weights
    left_out: int | None = None  # the key that does not count in it
    sample: bool = False  # whether somebody asks which share of the weights is smaller than one
    links: tuple[float, int] | None = None  # threshold and most a query, where lines are drawn and not the weights
    whole: bool = False  # somebody looks at every weight, so that it would not pay to leave them unwritten
    room: Floats | None = None  # for the next blocks to be made in: taken anew, memory must be cleared by the system

    @property
    def blocks(self) -> tuple[int, int] | None:
        """The size of blocks to be made; None where nobody asks for anything but the weights.

        Where every cell has its pixel nobody draws blocks, but what is read beside them must be gathered all the same.
        """
        if self.drawn != "weights":
            return None
        if self.in_blocks:
            return self.size
        return UNDRAWN if self.ends or self.sample or self.links is not None else None

    @property
    def served(self) -> bool:
        """Whether a picture needs what is gathered along with the weights, and not the weights."""
        return self.in_blocks or self.links is not None

    @property
    def in_blocks(self) -> bool:
        """Whether the weights are drawn in blocks."""
        return self.size is not None and self.size != (1, 1)

    def ask(self, drawn: Drawn, *, ends: bool = False, left_out: int | None = None, sample: bool = False) -> None:
        """What is read from numbers like these besides blocks: a range, `left_out` not counted, shares of them all."""
        self.drawn, self.ends, self.left_out, self.sample, self.links = drawn, ends, left_out, sample, None

    def met_by(self, made: BlockMaxima | None) -> bool:
        """Whether these are what was asked for."""
        if made is None or (made.rows, made.columns) != self.blocks:
            return False
        ends = not self.ends or (made.ends is not None and made.ends.left_out == self.left_out)
        links = None if made.links is None else (made.links.threshold, made.links.most)
        return ends and (made.sample is not None or not self.sample) and links == self.links

    def answered_by(self, look: Look) -> bool:
        """Whether a look at scores like this one finds what was asked for."""
        blocks = UNDRAWN if self.size == (1, 1) else self.size
        sampled = look.sample or not self.sample
        return (look.blocks, look.left_out, look.window) == (blocks, self.left_out, self.window) and sampled


class Reduced:
    """The blocks of one trace's weights, and the ends of their rows, if it was made with any."""

    __slots__ = ("_maxima", "scores", "wish")

    def __init__(self, wish: Wish, maxima: BlockMaxima | None, scores: Extremes | None = None) -> None:
        """`scores`: what was found in the raw scores, if these are drawn."""
        self.wish, self.scores = wish, scores
        self._maxima = maxima

    def largest(self, rows: int, columns: int) -> Floats | None:
        """The largest weight of every block of rows × columns; None where it must be looked for."""
        self.wish.size = (rows, columns)
        made = self._maxima
        return made.values if made is not None and (made.rows, made.columns) == (rows, columns) else None

    @property
    def answers(self) -> bool:
        """Whether all that was asked for last was found when the trace was made."""
        wish = self.wish
        if wish.drawn == "weights":
            return wish.blocks is None or wish.met_by(self._maxima)
        return wish.drawn == "nothing" or (self.scores is not None and wish.answered_by(self.scores.look))

    def ask(self, *, ends: bool, left_out: int | None, sample: bool) -> None:
        """What is read from weights like these: a range, the key `left_out` not counted, and shares of all numbers."""
        self.wish.ask("weights", ends=ends, left_out=left_out, sample=sample)

    def links(self, threshold: float, most: int) -> RowLinks | None:
        """The weights that become lines, which are all that is drawn; None where they must be looked for."""
        made = None if self._maxima is None else self._maxima.links
        self.wish.ask("weights")
        self.wish.size, self.wish.links = None, (threshold, most)
        return made if made is not None and (made.threshold, made.most) == (threshold, most) else None

    @property
    def sample(self) -> Floats | None:
        """The weights at `sample_places`, (SIZE,), hidden ones as well; None where they must be looked up."""
        sample = None if self._maxima is None else self._maxima.sample
        return None if sample is None else sample.values

    def range(self, left_out: int | None) -> tuple[float, float] | None:
        """The least and the largest visible weight, the key `left_out` not counted; None where they must be looked for.

        +∞ and −∞ where no weight counts.
        """
        made, ends = self._maxima, self._ends(left_out)
        if made is None or ends is None:
            return None
        least = float(ends.least.min(initial=np.inf))
        largest = made.values if ends.largest is None else ends.largest
        return (least, float(largest.max())) if least < np.inf else (np.inf, -np.inf)

    def row_ends(self, left_out: int | None) -> Floats | None:
        """The largest weight of every row, the key `left_out` not counted; None where it must be looked for."""
        made, ends = self._maxima, self._ends(left_out)
        if left_out is None and made is not None and made.rows == 1:
            largest: Floats = made.values.max(axis=1)
            return largest
        return None if ends is None else ends.largest

    def _ends(self, left_out: int | None) -> RowEnds | None:
        ends = None if self._maxima is None else self._maxima.ends
        return ends if ends is not None and ends.left_out == left_out else None

    def fitting(self, weights: Floats, sight: Sight) -> Reduced | None:
        """The blocks of this trace's weights as they were asked for last; None where they were not."""
        made = self._maxima
        if not self.wish.met_by(made):
            made = maxima_for(self.wish, sight)
            if made is not None:
                whole = np.asarray(weights)
                made.values[...] = reduce_max(whole, made.rows, made.columns)
                made.ends = None if made.ends is None else RowEnds.of(whole, sight, made.ends.left_out)
                if made.sample is not None:
                    made.sample.take(slice(0, sight.n_q), whole)
                if made.links is not None:
                    made.links = RowLinks.of(whole, made.links.threshold, made.links.most)
        return None if made is None else Reduced(self.wish, made)

    def mended(self, weights: Floats, rows: NDArray[np.intp], scores: Extremes | None) -> Reduced:
        """The blocks of weights that differ from this trace's in these rows alone; `scores` are those of the others."""
        made = self._maxima
        if made is None or not rows.size:
            return Reduced(self.wish, made, scores)
        copy = BlockMaxima((len(weights), weights.shape[1]), made.rows, made.columns, made.room)
        copy.values[...] = made.values
        copy.ends = None if made.ends is None else made.ends.mended(weights, rows.tolist())
        copy.sample = None if made.sample is None else made.sample.mended(weights, rows.tolist())
        copy.links = None if made.links is None else made.links.mended(weights, rows.tolist())
        for block in np.unique(rows // made.rows).tolist():
            part = slice(block * made.rows, min((block + 1) * made.rows, len(weights)))
            copy.mend(part, np.stack([weights[row] for row in range(part.start, part.stop)]))
        return Reduced(self.wish, copy, scores)


def maxima_for(wish: Wish, sight: Sight) -> BlockMaxima | None:
    """What a new trace should reduce its weights to, and gather beside; None where nobody asks for that."""
    blocks = wish.blocks  # read once: whoever draws may ask for others while a worker is here
    if blocks is None:
        return None
    ends = RowEnds(sight, wish.left_out) if wish.ends else None
    shape = sight.n_q, sight.n_k
    chosen = wish.links
    links = None if chosen is None else RowLinks(shape, *chosen)
    maxima = BlockMaxima(shape, *blocks, wish.room, ends, CellSample(shape) if wish.sample else None, links)
    wish.room = maxima.room
    return maxima
