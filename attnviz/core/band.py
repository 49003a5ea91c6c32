"""The softmax of scores that depend on j - i alone, S_ij = t(j - i): every row is a stretch of the same powers.

So 2^x is taken of 2n - 1 numbers instead of n², and every sum over a row is a difference of two running sums; only
the weights themselves are written cell by cell. `softmax.py` says what they are; this says it faster.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.blocked import LOG2_E, LOWEST, RowSums
from attnviz.core.reduce import BlockMaxima
from attnviz.core.sight import Sight
from attnviz.core.threads import block_rows, each_block

Places = NDArray[np.intp]
# Of a row beside the largest power of all. A difference of running sums keeps the digits of a row of much smaller ones
# less well, and of their squares and cubes worse still.
LEAST_PEAK = 2.0**-8


def soften_band(
    offsets: Floats, A: Floats, sight: Sight, *, factor: float, maxima: BlockMaxima | None = None
) -> RowSums | None:
    """Weights of every row into A (n, n) float32; `offsets` (2n - 1,) float64 holds t(1 - n) … t(n - 1).

    Returns the rows' sums, or None with A untouched where a row's powers would all be too small, or padding hides
    keys by their place: `blocked.soften` knows what to do. `maxima` is given every block of weights.
    """
    n = len(A)
    if sight.padding or sight.n_q != sight.n_k:
        return None
    x = offsets * (factor * LOG2_E)
    high, low = float(x.max()), float(x.min())
    powers = np.where(x - high < LOWEST, 0.0, np.exp2(np.maximum(x - high, LOWEST)))
    first, last = _seen(sight)

    def row_sums(terms: Floats) -> Floats:
        running = np.concatenate([[0.0], np.cumsum(terms)])
        difference: Floats = running[last] - running[first]
        return difference

    peaks = _largest(powers, first, last)
    if float(peaks.min()) < LEAST_PEAK:
        return None
    total = row_sums(powers)
    shares = (powers.astype(np.float32), (1 / total).astype(np.float32)[:, np.newaxis])
    _write(A, sight, *shares, maxima)
    entropy = np.maximum(np.log2(total) - row_sums(powers * np.maximum(x - high, LOWEST)) / total, 0)
    second, third = row_sums(powers**2) / total**2, row_sums(powers**3) / total**3
    jacobian = np.sqrt(np.maximum(second - 2 * third + second**2, 0))
    largest = peaks / total
    everywhere = np.arange(n)[::-1]  # the first of the n offsets of every row, seen or not
    whole, squared = (np.concatenate([[0.0], np.cumsum(terms)]) for terms in (x, x * x))
    sums = (whole[everywhere + n] - whole[everywhere], squared[everywhere + n] - squared[everywhere])
    rows = (entropy, jacobian, largest, *sums, np.full(n, high), np.full(n, low))
    return RowSums(*(row.astype(np.float32) for row in rows))


def _seen(sight: Sight) -> tuple[Places, Places]:
    """Where in the 2n - 1 offsets every row's stretch begins, and where it ends."""
    n = sight.n_q
    i = np.arange(n)
    last = np.full(n, n) if sight.causal or sight.window is not None else 2 * n - 1 - i
    first = n - 1 - i
    return (first if sight.window is None else np.maximum(first, n - sight.window)).astype(np.intp), last.astype(
        np.intp
    )


def _largest(powers: Floats, first: Places, last: Places) -> Floats:
    """The largest power of every stretch: nearly always the largest of all."""
    top = int(powers.argmax())
    found = np.full(len(first), powers[top])
    for row in np.flatnonzero((first > top) | (last <= top)):
        found[row] = powers[first[row] : last[row]].max()
    return found


def _write(A: Floats, sight: Sight, powers: Floats, inverse: Floats, maxima: BlockMaxima | None) -> None:
    n = len(A)
    step = block_rows(n) if maxima is None else maxima.fitting(block_rows(n))

    def work(block: slice) -> None:
        first, last = sight.span(block)
        start = first - (block.stop - 1) + n - 1
        part = powers[start : start + last - first + block.stop - block.start - 1]
        rows = np.lib.stride_tricks.sliding_window_view(part, last - first)[::-1]
        A[block, :first] = 0
        A[block, last:] = 0
        a = A[block, first:last]
        np.multiply(rows, inverse[block], out=a)
        sight.hide(a, block, 0)
        if maxima is not None:
            maxima.take(block, A[block])

    each_block(n, step, work)
