"""Traces of large documents in float32, built on what the document before has left (see `kept.py`).

The same numbers as the plain way within float32's rounding. A change of temperature, √d_k, mask, λ, c or mixture
costs one softmax; a change of d_k the products of the components that came or went, and a softmax. Edited matrices:
`large_matrices.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from attnviz.core import heads
from attnviz.core.arrays import Floats
from attnviz.core.attention import scale_scores
from attnviz.core.band import soften_band
from attnviz.core.blocked import LOG2_E, Fill, RowSums, harmless, largest_product, measures_of, soften
from attnviz.core.measures import Measures, measure
from attnviz.core.sight import Sight
from attnviz.core.threads import PANEL_BYTES, block_rows, each_block, scratch
from attnviz.document.document import MAX_D_K, Options, SentenceSource
from attnviz.document.kept import Kept, product
from attnviz.document.reduced import Reduced, maxima_for
from attnviz.document.trace import Later, Trace

LARGEST = 1e15  # a score, scaled or not, that leaves float32 room to add up squares
# Of the mean square: a variance below it, found as a difference of squares, has lost half its digits.
CLOSE = 1e-3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Large:
    """What a trace was made from and with, private to these modules."""

    kept: Kept
    of: object  # what the scores depend on, compared by value
    sight: Sight
    factor: float
    sums: RowSums | None  # None: made in haste, for a picture alone
    std: float  # of the raw scores
    total: Floats  # (n_q,) float64, Σ of every row's raw scores
    squares: Floats  # (n_q,) float64, Σ of their squares
    bounds: tuple[float, float]  # no raw score is smaller, none larger


def large_of(trace: Trace | None) -> Large | None:
    """What the trace has left, if it was made here."""
    return trace.kept if trace is not None and isinstance(trace.kept, Large) else None


def sight_of(options: Options, n_q: int, n_k: int) -> Sight:
    """The masks of these options."""
    return Sight(n_q=n_q, n_k=n_k, causal=options.causal, window=options.window, padding=max(options.padding, 0))


def factor_of(options: Options, d_k: int) -> float:
    """What scores are multiplied by before the softmax: 1 / (√d_k · τ)."""
    return 1 / ((sqrt(d_k) if options.divide else 1.0) * options.temperature)


def fits(largest: float, factor: float) -> bool:
    """Whether float32 has room for scores up to `largest` and what they become."""
    return largest < LARGEST and largest * factor < LARGEST and factor > 1e-30


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Look:
    """What a trace says besides its large matrices."""

    sight: Sight
    factor: float
    options: Options
    d_k: int
    tokens: tuple[tuple[str, ...], tuple[str, ...]]  # of queries, of keys
    sides: tuple[Floats | None, Floats | None, Floats | None]  # Q, K, V as they are shown
    row_of: Callable[[int], Floats]  # one query's raw scores


def sentence_trace(
    source: SentenceSource, options: Options, known: Trace | None, exact: bool, hasty: bool = False
) -> Trace | None:
    """The trace of a long sentence; None where float32 has no room for its scores.

    `hasty` leaves the sums behind the measures out of the pass: half of its time. They are made when asked for.
    """
    n, d_k = source.n_q, source.d_k
    share, offsets = _parts(source)
    factor = factor_of(options, d_k)
    most = 0.0 if offsets is None else float(np.abs(offsets).max())
    # No component of `heads` exceeds 10: a standard normal does once in 10^23.
    if not fits(most + 100.0 * d_k, factor):
        return None
    before = large_of(known)
    kept = before.kept if before is not None else Kept()
    has_vectors = source.head in ("content", "mixed")
    with kept.working():
        Q = K = prepare = None
        if has_vectors:
            Q, K = _components(kept, source)
            prepare = kept.follow((source.tokens, source.seed), Q, K, exact=exact)
        return weighed(
            known,
            kept,
            Look(
                sight=sight_of(options, n, n),
                factor=factor,
                options=options,
                d_k=d_k,
                tokens=(source.tokens, source.tokens),
                sides=(Q, K, None),
                row_of=lambda query: _row(Q, K, share, offsets, query, n),
            ),
            fill=_fill(kept.C if has_vectors else None, share, offsets, n),
            prepare=prepare,
            of=(source.tokens, source.seed, source.head, d_k, source.decay, source.previous, source.mix),
            later_scores=_later_scores(Q, K, share, offsets, n),
            offsets=None if has_vectors else offsets,
            rough=_rough(Q, K, share, offsets, factor) if hasty else None,
            hasty=hasty,
        )


def weighed(
    known: Trace | None,
    kept: Kept,
    look: Look,
    *,
    fill: Fill,
    prepare: Callable[[slice], None] | None,
    of: object,
    later_scores: Later[Floats],
    V: Floats | None = None,
    offsets: Floats | None = None,
    rough: tuple[float, float] | None = None,
    hasty: bool = False,
) -> Trace:
    """The trace whose raw scores `fill` gives; `prepare` is called with every block before. To be called in working().

    `of` is what the scores depend on; V (n_k, d_v) float32. `offsets`: the scores where they depend on j - i alone.
    `rough` are bounds of the scores, if there are such that make a look at each unnecessary; with `hasty` they will do.
    """
    sight, factor = look.sight, look.factor
    n_q, n_k = sight.n_q, sight.n_k
    panel = block_rows(n_k, PANEL_BYTES)
    before = large_of(known)
    same = before is not None and before.of == of and prepare is None
    if prepare is not None and not sight.whole:  # a masked pass does not look at every score; these are kept whole
        each_block(n_q, panel, prepare)
        prepare = None
    A = kept.buffers.take(n_q, n_k)
    O = None if V is None else np.empty((n_q, V.shape[1]), dtype=np.float32)  # noqa: E741
    rows = panel if prepare is not None or V is not None else None
    maxima = maxima_for(kept.wish, n_q, n_k)
    sums = None if offsets is None else soften_band(offsets, A, sight, factor=factor, maxima=maxima)
    if sums is None:
        sums = soften(
            fill,
            A,
            sight,
            factor=factor,
            prepare=prepare,
            V=V,
            O=O,
            rows=rows,
            sums=not hasty,
            bounds=before.bounds if same and before is not None else rough if hasty else None,
            maxima=maxima,
        )
    if before is not None and same:
        std, total, squares, bounds = before.std, before.total, before.squares, before.bounds
    elif sums is None:
        of = None  # nothing of it can be carried on from
        std, total, squares, bounds = 0.0, *np.zeros((2, n_q)), (0.0, 0.0)
    else:
        total, squares, bounds = _moments(fill, sums, sight, factor)
        std = deviation(fill, total, squares, n_k)
    if known is not None and same:
        later_scores = known.later_scores
    elif before is not None and known is not None and known.later_scores.asked and not later_scores.made:
        later_scores = Later.known(written(fill, kept, n_q, n_k))  # it is being looked at
    now = Large(
        kept=kept, of=of, sight=sight, factor=factor, sums=sums, std=std, total=total, squares=squares, bounds=bounds
    )
    reduced = Reduced(kept.wish, maxima)
    return traced(now, look, weights=A, output=O, known=known, later_scores=later_scores, reduced=reduced)


def traced(
    now: Large,
    look: Look,
    *,
    weights: Floats,
    output: Floats | None,
    known: Trace | None,
    later_scores: Later[Floats],
    reduced: Reduced,
) -> Trace:
    """The trace around finished weights; `known` is the one before."""
    options, d_k = look.options, look.d_k

    def rescale(raw: Floats) -> Floats:
        return scale_scores(raw, d_k=d_k, divide=options.divide, temperature=options.temperature)

    later_scaled: Later[Floats] = Later(lambda: _read_only(rescale(later_scores.compute())))
    before = large_of(known)
    if known is not None and before is not None and known.later_scaled.asked:  # it is being looked at
        later_scaled.compute()
    for array in (weights, output):
        if array is not None:
            array.setflags(write=False)
    same_sight = known is not None and before is not None and before.sight == now.sight
    return Trace(
        tokens_q=look.tokens[0],
        tokens_k=look.tokens[1],
        d_k=d_k,
        Q=look.sides[0],
        K=look.sides[1],
        V=look.sides[2],
        later_scores=later_scores,
        later_scaled=later_scaled,
        masked=not now.sight.whole,
        visible=known.visible if known is not None and same_sight else now.sight.visible(),
        weights=weights,
        output=output,
        later_measures=_later_measures(now, weights, later_scores),
        hasty=now.sums is None,
        row_of=look.row_of,
        rescale=rescale,
        drifted=now.kept.changes > 0 and look.sides[0] is not None,
        reduced=reduced,
        kept=now,
    )


def _later_measures(now: Large, weights: Floats, later_scores: Later[Floats]) -> Later[Measures]:
    sums = now.sums
    if sums is None:
        return Later(lambda: measure(later_scores.compute(), weights))
    return Later(lambda: measures_of(sums, now.std))


def written(fill: Fill, kept: Kept, n_q: int, n_k: int) -> Floats:
    """All raw scores."""
    S = kept.buffers.take(n_q, n_k)
    each_block(n_q, block_rows(n_k), lambda rows: fill(rows, slice(0, n_k), 1.0, S[rows]))
    return _read_only(S)


def deviation(fill: Fill, total: Floats, squares: Floats, n_k: int) -> float:
    """Standard deviation of all raw scores from their rows' sums, or in a second pass where that has no digits left."""
    cells = len(total) * n_k
    mean, square = float(total.sum()) / cells, float(squares.sum()) / cells
    variance = square - mean * mean
    if variance > CLOSE * square:
        return sqrt(variance)
    around = np.zeros(len(total))

    def work(rows: slice) -> None:
        x = scratch("x", rows.stop - rows.start, n_k)
        fill(rows, slice(0, n_k), 1.0, x)
        np.subtract(x, np.float32(mean), out=x)
        around[rows] = np.vecdot(x, x)

    each_block(len(total), block_rows(n_k), work)
    return sqrt(float(around.sum()) / cells)


def _moments(fill: Fill, sums: RowSums, sight: Sight, factor: float) -> tuple[Floats, Floats, tuple[float, float]]:
    """Every row's sum of raw scores and of their squares, and bounds: from the softmax pass if it saw all of them."""
    if sight.whole:
        scale = factor * LOG2_E
        # The bounds are those of products with `scale`, rounded: a little room makes up for dividing again.
        low, high = float(sums.low.min()) / scale, float(sums.high.max()) / scale
        room = 1e-5 * max(abs(low), abs(high))
        total, squares = sums.total.astype(np.float64) / scale, sums.squares.astype(np.float64) / scale / scale
        return total, squares, (low - room, high + room)
    total, squares, lows, highs = np.zeros((4, sight.n_q))
    ones = np.ones((sight.n_k, 1), dtype=np.float32)

    def work(rows: slice) -> None:
        x = scratch("x", rows.stop - rows.start, sight.n_k)
        fill(rows, slice(0, sight.n_k), 1.0, x)
        total[rows] = (x @ ones)[:, 0]
        squares[rows] = np.vecdot(x, x)
        lows[rows], highs[rows] = x.min(), x.max()

    each_block(sight.n_q, block_rows(sight.n_k), work)
    return total, squares, (float(lows.min()), float(highs.max()))


# the parts of a sentence's scores --------------------------------------------------------------------------------


def _parts(source: SentenceSource) -> tuple[float, Floats | None]:
    """S_ij = share · q_i·k_j + offsets[j - i + n - 1]: the two positional heads of `heads` depend on j - i alone."""
    n, root = source.n_q, sqrt(source.d_k)
    content, previous, distance = {
        "content": (1.0, 0.0, 0.0),
        "previous": (0.0, 1.0, 0.0),
        "distance": (0.0, 0.0, 1.0),
        "mixed": source.mix,
    }[source.head]
    if source.head == "content":
        return content, None
    offsets = 0.0 - distance * root * source.decay * np.abs(np.arange(1.0 - n, n))
    offsets[n - 2] += previous * root * source.previous  # j - i = -1
    return content, offsets


def _band(offsets: Floats, rows: slice, columns: slice, n: int, factor: float) -> Floats:
    """offsets[j - i + n - 1] · factor for a block: every row reads the same numbers, one place further on."""
    start = columns.start - (rows.stop - 1) + n - 1
    width = columns.stop - columns.start
    part = _read_only((offsets[start : start + width + rows.stop - rows.start - 1] * factor).astype(np.float32))
    return np.lib.stride_tricks.sliding_window_view(part, width)[::-1]


def _fill(C: Floats | None, share: float, offsets: Floats | None, n: int) -> Fill:
    def fill(rows: slice, columns: slice, factor: float, out: Floats) -> None:
        if C is None:
            assert offsets is not None
            np.copyto(out, _band(offsets, rows, columns, n, factor))
            return
        np.multiply(C[rows, columns], np.float32(share * factor), out=out)
        if offsets is not None:
            np.add(out, _band(offsets, rows, columns, n, factor), out=out)

    return fill


def _later_scores(Q: Floats | None, K: Floats | None, share: float, offsets: Floats | None, n: int) -> Later[Floats]:
    """All scores, when they are asked for; those of the positional heads are a view that takes no memory."""
    if Q is None or K is None:
        assert offsets is not None
        return Later.known(_band(offsets, slice(0, n), slice(0, n), n, 1.0))
    queries, keys = Q, K

    def make() -> Floats:
        C = product(queries, keys)
        return _read_only(C) if offsets is None else _read_only(written(_fill(C, share, offsets, n), Kept(), n, n))

    return Later(make)


def _rough(
    Q: Floats | None, K: Floats | None, share: float, offsets: Floats | None, factor: float
) -> tuple[float, float] | None:
    """Bounds of all scores found without looking at them, where they are narrow enough to spare that look."""
    most = 0.0 if Q is None or K is None else share * largest_product(Q, K)
    low, high = (0.0, 0.0) if offsets is None else (float(offsets.min()), float(offsets.max()))
    bounds = (low - most, high + most)
    return bounds if harmless(bounds, factor) else None


def _row(Q: Floats | None, K: Floats | None, share: float, offsets: Floats | None, query: int, n: int) -> Floats:
    row = np.zeros(n, dtype=np.float32) if Q is None or K is None else np.float32(share) * (K @ Q[query])
    return row if offsets is None else row + _band(offsets, slice(query, query + 1), slice(0, n), n, 1.0)[0]


def _components(kept: Kept, source: SentenceSource) -> tuple[Floats, Floats]:
    """Q and K, (n, d_k) float32: views of more components than that, which are made once for a drag of d_k."""
    subject, d_k = (source.tokens, source.seed), source.d_k
    if kept.vectors is None or kept.vectors[0] != subject or kept.vectors[1].shape[1] < d_k:
        kept.vectors = None  # before the next ones are made
        d = min(max(2 * d_k, 64), MAX_D_K)
        q, k = (heads.component_vectors(role, source.tokens, source.seed, d, np.float32) for role in "qk")
        kept.vectors = (subject, _read_only(q), _read_only(k))
    return kept.vectors[1][:, :d_k], kept.vectors[2][:, :d_k]


def _read_only(array: Floats) -> Floats:
    array.setflags(write=False)
    return array
