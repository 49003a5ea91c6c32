"""Traces of large documents in float32, built on what the document before has left (see `kept.py`).

The same numbers as the plain way within float32's rounding. A change of temperature, √d_k, mask, λ, c or mixture
costs one softmax; a change of d_k the products of the components that came or went, and a softmax. Edited matrices:
`large_matrices.py`; sentences: `large_sentences.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from attnviz.core.arrays import Bools, Floats
from attnviz.core.attention import scale_scores
from attnviz.core.band import Apart, soften_apart, soften_band
from attnviz.core.blocked import UNMEASURED, Fill, RowSums, measures_of, soften
from attnviz.core.extremes import Extremes
from attnviz.core.measures import Measures, measure
from attnviz.core.patience import go_on
from attnviz.core.peaks import Peaks, find_peaks, soften_peaks
from attnviz.core.reduce import BlockMaxima
from attnviz.core.row_ends import RowEnds
from attnviz.core.sight import Sight
from attnviz.core.softmax import softmax
from attnviz.core.threads import block_rows, each_block, scratch
from attnviz.document.document import Options
from attnviz.document.kept import Kept
from attnviz.document.reduced import Reduced, Wish, maxima_for
from attnviz.document.reduced_scores import rescaled, scores_found, unwritten_scores, weights_unseen
from attnviz.document.trace import Later, Trace
from attnviz.document.unwritten import Unwritten, unwritten

MEASURED = 720 * 720  # cells up to which there is time for the measures while a hand drags
LARGEST = 1e15  # a score, scaled or not, that leaves float32 room to add up squares
# Of the mean square: a variance below it, found as a difference of squares, has lost half its digits.
CLOSE = 1e-3


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scores:
    """What is known of the raw scores as a whole."""

    std: float
    total: Floats  # (n_q,) float64, Σ of every row's
    squares: Floats  # (n_q,) float64, Σ of their squares
    bounds: tuple[float, float]  # none is smaller, none larger


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Large:
    """What a trace was made from and with, private to these modules."""

    kept: Kept
    of: object  # what the scores depend on, compared by value
    sight: Sight
    factor: float
    sums: RowSums | None  # None: made in haste, for a picture alone
    scores: Scores | None  # None: nobody has looked at all of them, for the same reason
    peaks: Peaks | None = None  # of the same scores, once a second picture of them was made in haste
    extremes: Extremes | None = None  # of the same scores, where these are drawn


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
    follows: bool = True  # whether Q Kᵀ is in the scores, which changes are followed with


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
    apart: Apart | None = None,
) -> Trace:
    """The trace whose raw scores `fill` gives; `prepare` is called with every block before. To be called in working().

    `of` is what the scores depend on; V (n_k, d_v) float32. `offsets`: the scores where they depend on j - i alone.

    `hasty` is for a picture that the next one will replace. Where it is drawn in blocks, weights and output are not
    written down before somebody asks for them, and of more than `MEASURED` cells the sums behind the measures are
    left out too. `rough` are bounds of the scores, if there are such that make a look at each unnecessary; with
    `hasty` they will do, and so will `apart`, which are the two parts of the scores.
    """
    sight, factor = look.sight, look.factor
    n_q, n_k = sight.n_q, sight.n_k
    kept.wish.whole &= hasty  # when the hand rests, whoever looked at every weight may have gone
    before = large_of(known)
    same = before is not None and before.of == of and prepare is None
    extremes = scores_found(kept.wish, sight, before.extremes if before is not None and same else None, fill, prepare)
    if extremes is not None:
        prepare = None
    unseen = hasty and weights_unseen(kept.wish, extremes)
    # A masked pass does not look at every score; these are kept whole.
    if prepare is not None and (unseen or not sight.whole):
        each_block(n_q, block_rows(n_q, n_k), prepare)
        prepare = None
    maxima = None if unseen else maxima_for(kept.wish, sight)
    # Whoever draws may ask for the first blocks just now: without maxima the weights must be written down.
    lean = unseen or (hasty and maxima is not None and kept.wish.served and not kept.wish.whole)
    A = None if lean else kept.buffers.take(n_q, n_k)
    O = None if V is None or lean else np.empty((n_q, V.shape[1]), dtype=np.float32)  # noqa: E741
    measured = not hasty or n_q * n_k <= MEASURED
    scores = before.scores if before is not None and same else None
    peaks, drawn = None, unseen and not measured
    sums = None if offsets is None or drawn else soften_band(offsets, A, sight, factor=factor, maxima=maxima)
    if sums is None and maxima is not None and lean and not measured:
        if before is not None and before.of == of and prepare is None:
            peaks, drawn = _drawn_again(before, fill, look, maxima, apart), True
        elif apart is not None:
            drawn = soften_apart(apart, sight, factor=factor, maxima=maxima, prepare=prepare)
    if sums is None and not drawn:
        sums = soften(
            fill,
            A,
            sight,
            factor=factor,
            prepare=prepare,
            V=V,
            O=O,
            sums=measured,
            bounds=scores.bounds if scores is not None else None if measured else rough,
            maxima=maxima,
        )
    if scores is None and sums is not None:
        scores = _moments(fill, sums, sight, factor)
    weights, output = A, O
    if weights is None:
        weights = _unwritten(look, later_scores, kept.wish)
        output = None if V is None else mixed(weights, V)
    later_scores = _scores_of(known if same else None, later_scores, look, kept.wish, extremes if hasty else None)
    looked_at = before is not None and known is not None and known.later_scores.asked and not same
    if looked_at and not later_scores.made:
        later_scores = Later.known(written(fill, kept, n_q, n_k))
    now = Large(kept=kept, of=of, sight=sight, factor=factor, sums=sums, scores=scores, peaks=peaks, extremes=extremes)
    reduced = Reduced(kept.wish, maxima, extremes)
    return traced(now, look, weights=weights, output=output, known=known, later_scores=later_scores, reduced=reduced)


def _drawn_again(before: Large, fill: Fill, look: Look, maxima: BlockMaxima, apart: Apart | None) -> Peaks:
    """Fill in the maxima where the scores are those of the trace before, and return what was found out about these."""
    peaks = before.peaks
    if peaks is None or not peaks.serve(look.sight, maxima):
        ends = None if maxima.ends is None else RowEnds(look.sight, maxima.ends.left_out)
        peaks = find_peaks(fill, look.sight, maxima.columns, apart, ends)
    soften_peaks(fill, peaks, factor=look.factor, maxima=maxima, apart=apart)
    return peaks


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

    hasty = now.sums is None or isinstance(weights, Unwritten)
    found = hasty and now.extremes is not None  # what is drawn of the scores
    later_scaled: Later[Floats] = Later(lambda: read_only(rescaled(later_scores.compute(), rescale, lean=found)))
    before = large_of(known)
    if known is not None and before is not None and known.later_scaled.asked and not found:  # it is being looked at
        go_on()
        later_scaled.compute()
    for array in (weights, output):
        if isinstance(array, np.ndarray):
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
        measured=now.sums is not None,
        hasty=hasty,
        row_of=look.row_of,
        rescale=rescale,
        drifted=now.kept.changes > 0 and look.follows,
        reduced=reduced,
        kept=now,
    )


def _unwritten(look: Look, later_scores: Later[Floats], wish: Wish) -> Floats:
    """Weights made from the scores when they are asked for: a row alone, or all."""
    visible = look.sight.visible()
    options, d_k = look.options, look.d_k

    def shares(raw: Floats, seen: Bools) -> Floats:
        scaled = scale_scores(raw, d_k=d_k, divide=options.divide, temperature=options.temperature)
        return softmax(scaled, seen)

    def everything() -> Floats:
        wish.whole = True
        return shares(later_scores.compute(), visible)

    def row(query: int) -> Floats:
        found: Floats = shares(look.row_of(query)[np.newaxis], visible[query : query + 1])[0]
        return found

    n_q, n_k = visible.shape
    return Unwritten((n_q, n_k), row, everything).as_array()


def mixed(weights: Floats, V: Floats) -> Floats:
    """The output of weights that are not written down: (n_q, d_v), a row at a time or all."""
    return Unwritten((len(weights), V.shape[1]), lambda i: weights[i] @ V, lambda: np.asarray(weights) @ V).as_array()


def scores_later(look: Look, later_scores: Later[Floats], wish: Wish) -> Later[Floats]:
    """The raw scores for a picture made in haste of what was found in them: they are not written down for it."""
    shape = look.sight.n_q, look.sight.n_k
    return Later.known(unwritten_scores(shape, look.row_of, later_scores.compute, wish))


def _scores_of(
    known: Trace | None, fresh: Later[Floats], look: Look, wish: Wish, extremes: Extremes | None
) -> Later[Floats]:
    """The raw scores of a trace: those of the one before if it had the same. `extremes`: of a picture made in haste."""
    before = None if known is None else known.later_scores
    if before is not None and before.made and (extremes is not None or unwritten(before.compute()) is None):
        return before
    if extremes is not None and not wish.whole:
        return scores_later(look, fresh, wish)
    return fresh if before is None or before.made else before


def _later_measures(now: Large, weights: Floats, later_scores: Later[Floats]) -> Later[Measures]:
    sums, scores, keys = now.sums, now.scores, now.sight.counts
    if sums is None or scores is None:
        return Later(lambda: measure(later_scores.compute(), np.asarray(weights), keys()))
    return Later(lambda: measures_of(sums, scores.std, keys()))


def written(fill: Fill, kept: Kept, n_q: int, n_k: int) -> Floats:
    """All raw scores."""
    S = kept.buffers.take(n_q, n_k)

    def work(rows: slice) -> None:
        go_on()
        fill(rows, slice(0, n_k), 1.0, S[rows])

    each_block(n_q, block_rows(n_q, n_k), work)
    return read_only(S)


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

    each_block(len(total), block_rows(len(total), n_k), work)
    return sqrt(float(around.sum()) / cells)


def _moments(fill: Fill, sums: RowSums, sight: Sight, factor: float) -> Scores:
    """What is known of the raw scores: from the softmax pass if it saw all of them."""
    total, squares, bounds = _sums_of_scores(fill, sums, sight, factor)
    return Scores(std=deviation(fill, total, squares, sight.n_k), total=total, squares=squares, bounds=bounds)


def _sums_of_scores(
    fill: Fill, sums: RowSums, sight: Sight, factor: float
) -> tuple[Floats, Floats, tuple[float, float]]:
    """Every row's sum of raw scores and of their squares, and bounds."""
    if sight.whole:
        # The bounds are those of products with `factor`, rounded: a little room makes up for dividing again.
        low, high = float(sums.low.min()) / factor, float(sums.high.max()) / factor
        room = 1e-5 * max(abs(low), abs(high))
        total, squares = sums.total.astype(np.float64) / factor, sums.squares.astype(np.float64) / factor / factor
        return total, squares, (low - room, high + room)
    total, squares, lows, highs = np.zeros((4, sight.n_q))
    ones = np.ones((sight.n_k, 1), dtype=np.float32)

    def work(rows: slice) -> None:
        x = scratch("x", rows.stop - rows.start, sight.n_k)
        fill(rows, slice(0, sight.n_k), 1.0, x)
        total[rows] = np.dot(x, ones)[:, 0]
        squares[rows] = np.vecdot(x, x)
        lows[rows], highs[rows] = x.min(), x.max()

    each_block(sight.n_q, block_rows(sight.n_q, sight.n_k), work)
    return total, squares, (float(lows.min()), float(highs.max()))


def rough(most: float, offsets: Floats | None, factor: float) -> tuple[float, float] | None:
    """Bounds of all scores found without looking at them, where none can be so large that e^x overflows.

    `most`: no size of what is added to the offsets is larger. For a picture without measures.
    """
    low, high = (0.0, 0.0) if offsets is None else (float(offsets.min()), float(offsets.max()))
    bounds = (low - most, high + most)
    return bounds if bounds[1] * factor < UNMEASURED else None


def read_only(array: Floats) -> Floats:
    if isinstance(array, np.ndarray):  # what is unwritten nobody can write to
        array.setflags(write=False)
    return array
