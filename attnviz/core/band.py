"""The softmax of scores that depend on j - i alone, S_ij = t(j - i): every row is a stretch of the same powers.

So e^x is taken of 2n - 1 numbers instead of n², and every sum over a row is a difference of two running sums; only
the weights themselves are written cell by cell. `softmax.py` says what they are; this says it faster.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.lib.stride_tricks import as_strided, sliding_window_view
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.blocked import Fill, RowSums
from attnviz.core.exponential import LOG2_E, LOWEST, quicker
from attnviz.core.reduce import BlockMaxima
from attnviz.core.sight import Sight
from attnviz.core.threads import block_rows, each_block, scratch

Places = NDArray[np.intp]
# Of a row beside the largest power of all. A difference of running sums keeps the digits of a row of much smaller ones
# less well, and of their squares and cubes worse still.
LEAST_PEAK = 2.0**-8
# Exponents of the content, either way, and of the offsets: the smallest product of two powers is still a normal float.
MOST_APART, LOWEST_APART = 27.5, -59.0
LOST = -23.0  # what is cut off in a cell stays below e^LOST of its row's largest power


def band(terms: Floats, rows: slice, columns: slice, n: int) -> Floats:
    """t(j - i) for a block, from t(1 - n) … t(n - 1): every row reads the same numbers, one place further on."""
    last = columns.start - rows.start + n - 1  # of the first row's first number
    shape = rows.stop - rows.start, columns.stop - columns.start
    step = terms.itemsize
    return as_strided(terms[last:], shape, (-step, step), writeable=False)


def soften_band(
    offsets: Floats, A: Floats | None, sight: Sight, *, factor: float, maxima: BlockMaxima | None = None
) -> RowSums | None:
    """Weights of every row into A (n, n) float32; `offsets` (2n - 1,) float64 holds t(1 - n) … t(n - 1).

    Without A only sums and `maxima` are made: see `blocked.soften`.

    Returns the rows' sums, or None with A untouched where a row's powers would all be too small, or padding hides
    keys by their place: `blocked.soften` knows what to do. `maxima` is given every block of weights.
    """
    n = sight.n_q
    if sight.padding or sight.n_q != sight.n_k:
        return None
    x = offsets * factor
    high, low = float(x.max()), float(x.min())
    powers = np.where(x - high < LOWEST, 0.0, np.exp(np.maximum(x - high, LOWEST)))
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
    if A is None and maxima is not None and sight.whole and _are_plain(maxima):
        _largest_of_blocks(*shares, maxima)
    else:
        _write(A, sight, *shares, maxima)
    entropy = LOG2_E * np.maximum(np.log(total) - row_sums(powers * np.maximum(x - high, LOWEST)) / total, 0)
    second, third = row_sums(powers**2) / total**2, row_sums(powers**3) / total**3
    jacobian = np.sqrt(np.maximum(second - 2 * third + second**2, 0))
    largest = peaks / total
    everywhere = np.arange(n)[::-1]  # the first of the n offsets of every row, seen or not
    whole, squared = (np.concatenate([[0.0], np.cumsum(terms)]) for terms in (x, x * x))
    sums = (whole[everywhere + n] - whole[everywhere], squared[everywhere + n] - squared[everywhere])
    rows = (entropy, jacobian, largest, *sums, np.full(n, high), np.full(n, low))
    return RowSums(*(row.astype(np.float32) for row in rows))


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """Scores that are a sum: what `content` fills in, and t(j - i), the latter for t(1 - n) … t(n - 1)."""

    content: Fill
    offsets: Floats  # (2n - 1,) float64
    most: float  # no size of the content's scores is larger


# Called with a block of rows and room for them, (rows, n), where powers are left; gives their sums, (rows, 1).
Sums = Callable[[slice, Floats], Floats]


def powers_apart(apart: Apart, sight: Sight, *, factor: float, least: float | None = None) -> tuple[Sums, float] | None:
    """e^x e^(y - high) and their sums, for x + y the content's and the offsets' exponents and high the largest y.

    Exponents that the offsets take below all use need not be cut off cell by cell. `least`: every row has a score as
    large, if that is known. None where the content is too large for float32 or a mask hides cells.
    """
    n = sight.n_q
    x = apart.offsets * factor
    high = float(x.max())
    powers = np.where(x - high < LOWEST_APART, 0.0, np.exp(np.maximum(x - high, LOWEST_APART)))
    first, last = _seen(sight)
    size = apart.most * factor
    if least is None:  # no row has a largest score below that of its offsets less the content's largest
        peak = float(_largest(powers, first, last).min())
        floor = log(peak) - size if peak > 0 else -np.inf
    else:
        floor = least * factor - high
    if not sight.whole or size > MOST_APART or LOWEST_APART + size - floor > LOST:
        return None
    every, ones = slice(0, n), np.ones((n, 1), dtype=np.float32)
    shares = band(powers.astype(np.float32), every, every, n)
    way = quicker()

    def sums(block: slice, a: Floats) -> Floats:
        apart.content(block, every, factor * way.unit, a)
        way.power(a, out=a)
        np.multiply(a, shares[block], out=a)
        total: Floats = np.dot(a, ones)
        return total

    return sums, high


def soften_apart(
    apart: Apart,
    sight: Sight,
    *,
    factor: float,
    maxima: BlockMaxima,
    prepare: Callable[[slice], None] | None = None,
) -> bool:
    """The maxima of weights whose scores are such a sum; False, with nothing made, where `powers_apart` cannot."""
    n = sight.n_q
    found = powers_apart(apart, sight, factor=factor)
    if found is None:
        return False
    sums, _ = found

    def work(block: slice) -> None:
        if prepare is not None:
            prepare(block)
        a = scratch("weights", block.stop - block.start, n)
        np.multiply(a, np.float32(1) / sums(block, a), out=a)
        maxima.take(block, a)

    each_block(n, maxima.fitting(block_rows(n, n)), work)
    maxima.finish()
    return True


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


def _are_plain(maxima: BlockMaxima) -> bool:
    """Whether nothing is gathered beside them that asks for single weights."""
    return maxima.sample is None and maxima.links is None and (maxima.ends is None or maxima.ends.left_out is None)


def _largest_of_blocks(powers: Floats, inverse: Floats, maxima: BlockMaxima) -> None:
    """The maxima of all weights without the weights: every row's blocks of columns are stretches of the same powers."""
    n, across = len(inverse), maxima.columns
    # The largest of `across` powers from each place on; beyond the last power there is none.
    ends = np.concatenate([powers, np.zeros(across, dtype=np.float32)])
    largest = sliding_window_view(ends, across)[: len(powers)].max(axis=1)
    narrow = sliding_window_view(ends, n % across or across)[: len(powers)].max(axis=1)
    starts = np.arange(0, n, across)

    def work(rows: slice) -> None:
        # Row i reads from place n - 1 - i on; its last block may be narrower than the others.
        begin = (n - 1 - np.arange(rows.start, rows.stop))[:, np.newaxis]
        part = largest[begin + starts]
        part[:, -1] = narrow[begin[:, 0] + starts[-1]]
        maxima.fold(rows, part * inverse[rows])

    each_block(n, maxima.fitting(256), work)
    if maxima.ends is not None:
        # Every stretch goes over the middle power: its least is that of what it has before it, and from it on.
        before, after = np.minimum.accumulate(powers[n - 1 :: -1]), np.minimum.accumulate(powers[n - 1 :])
        np.multiply(np.minimum(before, after[::-1]), inverse[:, 0], out=maxima.ends.least)


def _write(A: Floats | None, sight: Sight, powers: Floats, inverse: Floats, maxima: BlockMaxima | None) -> None:
    n = sight.n_q
    step = block_rows(n, n) if maxima is None else maxima.fitting(block_rows(n, n))

    def work(block: slice) -> None:
        first, last = sight.span(block)
        weights = scratch("weights", block.stop - block.start, n) if A is None else A[block]
        weights[:, :first] = 0
        weights[:, last:] = 0
        a = weights[:, first:last]
        np.multiply(band(powers, block, slice(first, last), n), inverse[block], out=a)
        sight.hide(a, block, 0)
        if maxima is not None:
            maxima.take(block, weights)

    each_block(n, step, work)
    if maxima is not None:
        maxima.finish()
