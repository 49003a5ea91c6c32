"""Pictures of weights whose scores stay while the factor on them moves, as a temperature or √d_k does.

2^x grows with x: in every stretch of a row the largest weight stands where the largest score does, whatever the
factor. So that score is looked for once; of all others a picture needs no more than the sum of every row's powers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.band import Apart, powers_apart
from attnviz.core.blocked import LOG2_E, LOWEST, UNMEASURED, Fill, powers
from attnviz.core.reduce import BlockMaxima, reduce_columns
from attnviz.core.sight import Sight
from attnviz.core.threads import block_rows, each_block, scratch


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Peaks:
    """The largest raw scores that every query gives, among the keys it sees."""

    columns: int  # keys to a stretch
    sight: Sight
    row: Floats  # (n_q, 1) float32, the largest of the row; 0 where it sees no key
    below: Floats  # (n_q, ⌈n_k / columns⌉) float32, of every stretch, less the row's; -inf where it sees none of it
    bounds: tuple[float, float]  # the smallest and the largest score of all cells, hidden ones included
    most: float  # no |score| is larger; of the content alone where that was given


def find_peaks(fill: Fill, sight: Sight, columns: int, apart: Apart | None = None) -> Peaks:
    """Look at every score once. `apart`: its two parts, if it is a sum of them."""
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
    return Peaks(columns=columns, sight=sight, row=row, below=below, bounds=bounds, most=size)


def soften_peaks(fill: Fill, peaks: Peaks, *, factor: float, maxima: BlockMaxima, apart: Apart | None = None) -> None:
    """The `maxima` of the weights, the softmax of factor · scores; these are what `fill` and `apart` give."""
    sight, scale = peaks.sight, factor * LOG2_E
    n_q, n_k = sight.n_q, sight.n_k
    parts = None
    if apart is not None:
        least = float(peaks.row.min())
        parts = powers_apart(replace(apart, most=peaks.most), sight, factor=factor, least=least)
    ones = np.ones((n_k, 1), dtype=np.float32)
    tops = np.multiply(peaks.row, np.float32(scale))
    # Without the row's largest score taken off, powers must neither overflow nor vanish.
    plain = peaks.bounds[1] * scale < UNMEASURED and float(tops.min()) > -UNMEASURED
    clip = peaks.bounds[0] * scale < LOWEST if plain else (peaks.bounds[0] - peaks.bounds[1]) * scale < LOWEST

    def sums(block: slice) -> Floats:
        """log2 Σ 2^x of every row, (rows, 1), x less the row's largest."""
        first, last = sight.span(block)
        x = scratch("weights", block.stop - block.start, last - first)
        if parts is not None:
            total, high = parts[0](block, x), parts[1]
            return np.log2(total) - (tops[block] - np.float32(high))
        fill(block, slice(first, last), scale, x)
        if not plain:
            np.subtract(x, tops[block], out=x)
        total = powers(sight, block, x, x, ones[first:last], clip=clip)
        total[total == 0] = 1  # of a row that sees nothing
        logarithms: Floats = np.log2(total)
        return logarithms - tops[block] if plain else logarithms

    def work(block: slice) -> None:
        logarithms = sums(block)
        x = scratch("x", block.stop - block.start, peaks.below.shape[1])
        np.multiply(peaks.below[block], np.float32(scale), out=x)
        maxima.fold(block, np.subtract(x, logarithms, out=x))

    each_block(n_q, maxima.fitting(block_rows(n_q, n_k)), work)
    largest = np.maximum(maxima.values, LOWEST, out=maxima.values)
    np.subtract(np.exp2(largest, out=largest), np.float32(2.0**LOWEST), out=largest)
