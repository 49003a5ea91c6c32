"""What is odd about a matrix of attention weights: sums, numbers that are none, where the mass lies, sinks.

A (n_q, n_k) has rows that sum to 1, or to 0 where a query may look nowhere. The matrix is read in
blocks of rows that stay in the processor's cache, so that 4096 × 4096 takes some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from attnviz.core.arrays import Bools, Floats
from attnviz.core.measures import SATURATED

TOLERANCE = 1e-4  # of a row's sum; float32 rows of 4096 numbers are within 1e-6
SINK = 0.5  # of all attention on the first key
SINK_OVER_FAIR = 2.0  # times what the first key would get if every query looked at all its keys alike
LEAST_SINK_KEYS = 4
BLOCK = 64  # rows


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Health:
    """Counts are of queries (rows) unless said otherwise."""

    n_q: int
    n_k: int
    off: int  # rows whose weights sum to neither 1 nor 0
    unjudged: int  # rows with a cell that is NaN or infinite: they count for nothing below
    nan: int  # cells that are NaN
    infinite: int  # cells that are infinite
    empty: int  # rows that may look at no key
    forced: int  # rows that may look at one key alone, which gets all their weight
    saturated: int  # rows that may look at two keys or more, and have more than 0.99 on one
    above: float  # the share of all weight that lies above the diagonal, on later keys; 0 to 1
    diagonal: float  # the share on the diagonal: each query on the key at its own place
    received: Floats  # (n_k,), mean weight over all queries that can be judged
    negative: int  # cells below 0
    below: tuple[int, ...]  # rows with such a cell
    off_beside: int  # of the rows that are off, those without one
    fair: float  # the share of all weight that the first key would get from evenly spread rows

    @property
    def sums_hold(self) -> bool:
        """Whether every row that looks at something sums to 1."""
        return self.off == self.unjudged == 0

    @property
    def slipped(self) -> bool:
        """Whether a few rows hold negative numbers among others that are weights: then it is these that are wrong."""
        return 0 < 2 * len(self.below) < self.n_q and self.off_beside == 0

    @property
    def looking(self) -> int:
        """Rows that look at something and can be judged."""
        return self.n_q - self.empty - self.unjudged

    @property
    def choosing(self) -> int:
        """Those of them that may look at two keys or more: where a mask leaves one, the softmax has no say."""
        return self.looking - self.forced

    @property
    def first(self) -> float:
        """The share of all attention that the first key receives, 0 to 1."""
        total = float(self.received.sum())
        return float(self.received[0]) / total if total > 0 else 0.0

    @property
    def sink(self) -> bool:
        """Whether the first key takes most of the attention, and more than a mask alone would give it."""
        return self.n_k >= LEAST_SINK_KEYS and self.first > SINK and self.first >= SINK_OVER_FAIR * self.fair


def health(
    A: Floats, visible: Bools | None = None, drawn: Floats | None = None, *, signed: bool = False, guess: bool = False
) -> Health:
    """The health of weights A (n_q, n_k); `visible` (n_q, n_k) says where a query may look, None everywhere.

    `drawn` (n_q, n_k) has NaN and infinities where A has 0 in their place. What is left of such a row is no attention:
    all but its strange cells is left out. Numbers below 0 are looked for only where A is `signed`. With `guess` no
    mask is known: weights with nothing above the diagonal are those of a causal one (`measures.apparent_keys`).

    The diagonal ends at the bottom right, as that of the causal mask: query i stands at key i + n_k - n_q.
    """
    *_, found = in_steps(A, visible, drawn, signed=signed, guess=guess)
    assert found is not None
    return found


def in_steps(
    A: Floats, visible: Bools | None = None, drawn: Floats | None = None, *, signed: bool = False, guess: bool = False
) -> Iterator[Health | None]:
    """`health`, with a None after each block of rows and the answer at the end: for whoever must not wait for it."""
    n_q, n_k = A.shape
    sums, largest = np.zeros(n_q), np.zeros(n_q)
    counts, judged = np.full(n_q, n_k), np.ones(n_q, dtype=np.bool_)
    negative = np.zeros(n_q, dtype=np.intp)
    received, nan, infinite, above, diagonal, to_first = np.zeros(n_k), 0, 0, 0.0, 0.0, 0.0
    for first in range(0, n_q, BLOCK):
        rows = slice(first, first + BLOCK)
        block, given = A[rows], (A if drawn is None else drawn)[rows]
        with np.errstate(over="ignore", invalid="ignore"):  # numbers that are no weights may be of any size
            sums[rows] = block.sum(axis=1)
            if drawn is not None or not np.isfinite(sums[rows]).all():
                judged[rows] = np.isfinite(given).all(axis=1)
            if not judged[rows].all():
                nan, infinite = nan + int(np.isnan(given).sum()), infinite + int(np.isinf(given).sum())
                block = np.where(judged[rows, None], block, 0)
            received += block.sum(axis=0)
            higher, on = _beside_diagonal(block, first + n_k - n_q)
        largest[rows] = block.max(axis=1)
        if signed:
            negative[rows] = (A[rows] < 0).sum(axis=1)
        if visible is not None:
            counts[rows] = visible[rows].sum(axis=1)
        seen = judged[rows] if visible is None else visible[rows, 0] & judged[rows]
        to_first += float((seen / np.maximum(counts[rows], 1)).sum())
        above, diagonal = above + higher, diagonal + on
        yield None
    if guess and n_q == n_k and above == 0:
        np.minimum(counts, np.arange(1, n_k + 1), out=counts)
    empty, unjudged = int((counts == 0).sum()), int((~judged).sum())
    total = float(sums[judged].sum())
    received /= max(n_q - unjudged, 1)
    received.setflags(write=False)
    off = (np.abs(sums - (counts > 0)) > TOLERANCE) & judged
    yield Health(
        n_q=n_q,
        n_k=n_k,
        off=int(off.sum()),
        unjudged=unjudged,
        nan=nan,
        infinite=infinite,
        empty=empty,
        forced=int(((counts == 1) & judged).sum()),
        saturated=int(((largest > SATURATED) & (counts > 1)).sum()),
        above=above / total if total > 0 else 0.0,
        diagonal=diagonal / total if total > 0 else 0.0,
        received=received,
        negative=int(negative.sum()),
        below=tuple(np.flatnonzero(negative).tolist()),
        off_beside=int((off & (negative == 0)).sum()),
        fair=to_first / max(n_q - empty - unjudged, 1),
    )


def _beside_diagonal(rows: Floats, shift: int) -> tuple[float, float]:
    """Σ A_ij over j > i + shift, and over j = i + shift, of a block of rows."""
    count, n_k = rows.shape
    start, end = min(max(shift, 0), n_k), min(max(shift + count, 0), n_k)  # from `end` on all lies above
    corner = rows[:, start:end]
    above = float(rows[:, end:].sum()) + float(np.triu(corner, shift - start + 1).sum())
    return above, float(np.diagonal(corner, shift - start).sum())
