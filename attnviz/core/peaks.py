"""Pictures of weights whose scores stay while the factor on them moves, as a temperature or √d_k does.

e^x grows with x: in every stretch of a row the largest weight stands where the largest score does, whatever the
factor. So that score is looked for once; of all others a picture needs no more than the sum of every row's powers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.band import Apart, powers_apart
from attnviz.core.blocked import SAFE, UNMEASURED, Fill, powers
from attnviz.core.exponential import LOWEST, quicker
from attnviz.core.reduce import BlockMaxima, reduce_columns
from attnviz.core.row_ends import RowEnds
from attnviz.core.sight import Sight
from attnviz.core.threads import block_rows, each_block, scratch

# For exponents between these e^x is a normal float32, and a sum of a hundred million of them is finite.
NORMAL = -87.0, 70.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Peaks:
    """The largest raw scores that every query gives, among the keys it sees."""

    columns: int  # keys to a stretch
    sight: Sight
    row: Floats  # (n_q, 1) float32, the largest of the row; 0 where it sees no key
    below: Floats  # (n_q, ⌈n_k / columns⌉) float32, of every stretch, less the row's; -inf where it sees none of it
    bounds: tuple[float, float]  # the smallest and the largest score of all cells, hidden ones included
    most: float  # no |score| is larger; of the content alone where that was given
    ends: RowEnds | None = None  # of the scores

    def serve(self, sight: Sight, maxima: BlockMaxima) -> bool:
        """Whether these maxima, and the ends of rows beside them, can be made from them."""
        ends = maxima.ends
        known = ends is None or (self.ends is not None and self.ends.left_out == ends.left_out)
        return known and self.columns == maxima.columns and self.sight == sight


def find_peaks(
    fill: Fill, sight: Sight, columns: int, apart: Apart | None = None, ends: RowEnds | None = None
) -> Peaks:
    """Look at every score once. `apart`: its two parts, if it is a sum of them. `ends`, to be filled, if wanted."""
    n_q, n_k = sight.n_q, sight.n_k
    largest = np.empty((n_q, -(-n_k // columns)), dtype=np.float32)
    row, lows, highs, most = np.empty((n_q, 1), dtype=np.float32), np.zeros(n_q), np.zeros(n_q), np.zeros(n_q)

    def work(block: slice) -> None:
        x = scratch("weights", block.stop - block.start, n_k)
        every = slice(0, n_k)
        if apart is not None:
            apart.content(block, every, 1.0, x)
            most[block] = max(-float(x.min()), float(x.max()))
        fill(block, every, 1.0, x)
        lows[block], highs[block] = x.min(), x.max()
        if ends is not None:
            ends.take(block, x)
        first, last = sight.span(block)
        x[:, :first], x[:, last:] = -np.inf, -np.inf
        sight.hide(x[:, first:last], block, -np.inf)
        reduce_columns(x, columns, largest[block])
        np.max(largest[block], axis=1, keepdims=True, out=row[block])

    each_block(n_q, block_rows(n_q, n_k), work)
    row[np.isneginf(row)] = 0
    below = np.subtract(largest, row, out=largest)
    bounds = float(lows.min()), float(highs.max())
    size = max(-bounds[0], bounds[1]) if apart is None else float(most.max())
    return Peaks(columns=columns, sight=sight, row=row, below=below, bounds=bounds, most=size, ends=ends)


def soften_peaks(fill: Fill, peaks: Peaks, *, factor: float, maxima: BlockMaxima, apart: Apart | None = None) -> None:
    """The `maxima` of the weights, the softmax of factor · scores; these are what `fill` and `apart` give.

    `peaks` serve these maxima.
    """
    sight, way = peaks.sight, quicker()
    n_q, n_k = sight.n_q, sight.n_k
    scale = factor * way.unit
    parts = None
    if apart is not None:
        least = float(peaks.row.min())
        parts = powers_apart(replace(apart, most=peaks.most), sight, factor=factor, least=least)
    ones = np.ones((n_k, 1), dtype=np.float32)
    tops = np.multiply(peaks.row, np.float32(scale))
    single = maxima.sample is not None or maxima.links is not None
    plain, clip = _plainly(peaks.bounds, factor, float(tops.min()) / way.unit, single=single)

    def gather(block: slice, powers: Floats, first: int, total: Floats) -> None:
        if maxima.sample is not None:
            maxima.sample.take(block, powers, first, total)
        if maxima.links is not None:
            maxima.links.take(block, powers, first, total)

    def sums(block: slice) -> Floats:
        """ln Σ e^x of every row, (rows, 1), x less the row's largest; in the unit of `quicker`."""
        first, last = sight.span(block)
        x = scratch("weights", block.stop - block.start, last - first)
        if parts is not None:
            total, high = parts[0](block, x), parts[1]
            gather(block, x, 0, total)
            logs: Floats = way.logarithm(total)
            return logs - (tops[block] - np.float32(high * way.unit))
        fill(block, slice(first, last), scale, x)
        if not plain:
            np.subtract(x, tops[block], out=x)
        total = powers(sight, block, x, x, ones[first:last], clip=clip)
        total[total == 0] = 1  # of a row that sees nothing
        gather(block, x, first, total)
        logs = way.logarithm(total)
        return logs - tops[block] if plain else logs

    logarithms = np.empty((n_q, 1), dtype=np.float32)

    def work(block: slice) -> None:
        logarithms[block] = sums(block)
        x = scratch("x", block.stop - block.start, peaks.below.shape[1])
        np.multiply(peaks.below[block], np.float32(scale), out=x)
        maxima.fold(block, np.subtract(x, logarithms[block], out=x))

    each_block(n_q, maxima.fitting(block_rows(n_q, n_k)), work)
    _raise(maxima.values)
    if maxima.ends is not None and peaks.ends is not None:
        _soften_end(peaks.ends.least, maxima.ends.least, peaks, scale, logarithms)
        _soften_end(peaks.ends.largest, maxima.ends.largest, peaks, scale, logarithms)


def _plainly(bounds: tuple[float, float], factor: float, least: float, *, single: bool) -> tuple[bool, bool]:
    """Whether powers can be taken without the row's largest score taken off, and whether any must be cut off then.

    `least`: the smallest exponent that is the largest of its row. `single`: weights are gathered one by one, in which
    what is cut off is 0; of sums nobody sees it.
    """
    low, high = bounds[0] * factor, bounds[1] * factor
    if not single and low > NORMAL[0] and high < NORMAL[1]:
        return True, False
    clip = low < LOWEST
    # Powers must neither overflow nor vanish, nor a row's sum be so small that what is cut off counts.
    if high < UNMEASURED and least > (-SAFE if clip else -UNMEASURED):
        return True, clip
    return False, low - high < LOWEST


def _soften_end(score: Floats | None, weight: Floats | None, peaks: Peaks, scale: float, logarithms: Floats) -> None:
    """Each row's weight (n_q,) for its score: made step for step as the maxima, so that not even rounding differs."""
    if score is None or weight is None:
        return
    np.subtract(score, peaks.row[:, 0], out=weight)
    np.multiply(weight, np.float32(scale), out=weight)
    np.subtract(weight, logarithms[:, 0], out=weight)
    _raise(weight)


def _raise(exponents: Floats) -> None:
    """e^x in the place of x, in the unit of `quicker`; 0 where that is less than a weight may be."""
    way = quicker()
    np.maximum(exponents, way.lowest, out=exponents)
    np.subtract(way.power(exponents, out=exponents), way.least, out=exponents)
