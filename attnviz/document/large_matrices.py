"""Traces of large documents whose Q, K and V are typed or read from a file, in float32.

Which cells were edited is found by comparing the matrices with those of the document before: an edited query is one
row of S, A and O; an edited key one column of S; an edited value one column of O. All are multiplied out again
from the matrices themselves, so no rounding adds up.
"""

from __future__ import annotations

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.blocked import Fill, RowSums, mean
from attnviz.core.measures import entropy_bits, jacobian_norms
from attnviz.core.softmax import softmax
from attnviz.core.threads import block_rows, each_block
from attnviz.document.document import MatrixSource, Options
from attnviz.document.kept import Indices, Kept, Side, product
from attnviz.document.large import (
    Large,
    Look,
    Scores,
    deviation,
    factor_of,
    fits,
    large_of,
    mixed,
    rough,
    scores_later,
    sight_of,
    traced,
    weighed,
)
from attnviz.document.reduced import Wish
from attnviz.document.reduced_scores import scores_found, weights_unseen
from attnviz.document.trace import Later, Trace
from attnviz.document.unwritten import Unwritten, unwritten

FEW = 16  # rows or columns up to which it pays to mend a product instead of multiplying all out


class _Of:
    """What scores of given matrices depend on: these very arrays."""

    __slots__ = ("K", "Q")

    def __init__(self, source: MatrixSource) -> None:
        self.Q, self.K = source.Q, source.K

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Of) and other.Q is self.Q and other.K is self.K

    __hash__ = None  # type: ignore[assignment]


def matrix_trace(
    source: MatrixSource, options: Options, before: MatrixSource | None, known: Trace | None, hasty: bool = False
) -> Trace | None:
    """The trace of large matrices; None where float32 has no room for their numbers. `hasty`: see `large.weighed`."""
    factor = factor_of(options, source.d_k)
    left = large_of(known)
    kept = left.kept if left is not None else Kept()
    sides = tuple(_side(matrix, kept.sides) for matrix in (source.Q, source.K, source.V))
    largest = [side.largest for side in sides]
    if not (fits(largest[0] * largest[1] * source.d_k, factor) and fits(max(largest), 1.0)):
        return None
    Q, K, V = (side.single for side in sides)
    look = Look(
        sight=sight_of(options, source.n_q, source.n_k),
        factor=factor,
        options=options,
        d_k=source.d_k,
        tokens=(source.tokens_q, source.tokens_k),
        sides=(source.Q, source.K, source.V),
        row_of=lambda query: K @ Q[query],
    )
    later_scores = Later(lambda: product(Q, K))
    of = _Of(source)
    with kept.working():
        kept.sides = sides
        edited = None
        if before is not None and left is not None and kept.subject == left.of == _Of(before):
            edited = _edited(source, before)
        if edited is None:
            prepare = kept.follow(of, Q, K)
        else:
            prepare = None
            kept.changed(*edited, Q, K, of)
        fill = kept.fill()
        if edited is not None and left is not None and known is not None and before is not None:
            rows, columns = edited
            alike = columns.size == 0 and left.sight == look.sight and left.factor == factor
            if alike and (hasty or not known.hasty):
                values = None if source.V is before.V else _changed_rows(source.V.T, before.V.T)
                return _mended(known, left, look, of, fill, rows, values, V, later_scores, hasty)
        return weighed(
            known,
            kept,
            look,
            fill=fill,
            prepare=prepare,
            of=of,
            later_scores=later_scores,
            V=V,
            rough=rough(kept.largest, None, factor) if hasty else None,
            hasty=hasty,
        )


def _side(matrix: Floats, known: tuple[Side, ...]) -> Side:
    """A matrix that the document before had as well is not looked at again."""
    for side in known:
        if side.wide is matrix:
            return side
    with np.errstate(over="ignore"):  # `fits` refuses what becomes infinite
        single = matrix.astype(np.float32)
    # The largest of both signs without a matrix of sizes.
    largest = max(float(matrix.max(initial=0.0)), -float(matrix.min(initial=0.0)))
    return Side(wide=matrix, single=single, largest=largest)


def _mended(
    known: Trace,
    left: Large,
    look: Look,
    of: object,
    fill: Fill,
    rows: Indices,
    values: Indices | None,
    V: Floats,
    later_scores: Later[Floats],
    hasty: bool,
) -> Trace:
    """The trace before with some rows of A and O, or some columns of O, done again. `values`: columns of V.

    `hasty`: see `large.weighed`; a copy of all weights for one row of them is left for later too.
    """
    assert known.reduced is not None  # made here
    A, sums, scores = known.weights, left.sums, left.scores
    wish = left.kept.wish
    extremes = scores_found(wish, look.sight, None if rows.size else left.extremes, fill, None)
    unseen = hasty and weights_unseen(wish, extremes)
    reduced = known.reduced.fitting(A, look.sight) if hasty and not wish.whole else None
    lean = unseen or (reduced is not None and wish.served) or unwritten(A) is not None
    if rows.size:
        S = np.empty((rows.size, look.sight.n_k), dtype=np.float32)
        for row, query in enumerate(rows):
            fill(slice(query, query + 1), slice(0, look.sight.n_k), 1.0, S[row : row + 1])
        shares = softmax(S * np.float32(look.factor), known.visible[rows] if known.masked else None)
        A = _unwritten_rows(A, rows, shares, wish) if lean else _written_rows(left.kept, A, rows, shares)
        sums = None if sums is None else _with_rows(sums, rows, shares)
        scores = None if scores is None else _with_scores(scores, rows, S, fill)
        if hasty and extremes is not None and not wish.whole:
            later_scores = scores_later(look, later_scores, wish)
        elif known.later_scores.asked:  # it is being looked at
            later_scores = Later.known(_written_rows(left.kept, known.scores, rows, S))
    else:
        later_scores = known.later_scores
    O = mixed(A, V) if lean else _output(known.output, A, V, rows, values)  # noqa: E741
    now = Large(
        kept=left.kept, of=of, sight=look.sight, factor=look.factor, sums=sums, scores=scores, extremes=extremes
    )
    reduced = (reduced or known.reduced).mended(A, rows, extremes)
    return traced(now, look, weights=A, output=O, known=known, later_scores=later_scores, reduced=reduced)


def _written_rows(kept: Kept, array: Floats, rows: Indices, values: Floats) -> Floats:
    """A copy with other rows."""
    copy = kept.buffers.take(*array.shape)

    def work(part: slice) -> None:
        copy[part] = array[part]

    each_block(len(array), block_rows(*array.shape), work)
    copy[rows] = values
    return copy


class _OtherRows(Unwritten):
    """An array with some rows exchanged, which shares all the others with it. Exchanged again, it does not grow."""

    def __init__(self, array: Floats, rows: Indices, values: Floats, wish: Wish) -> None:
        earlier = unwritten(array)
        base: Floats = array
        others: dict[int, Floats] = {}
        if isinstance(earlier, _OtherRows):
            base, others = earlier.base, dict(earlier.others)
        others.update(zip(rows.tolist(), values, strict=True))
        self.base: Floats = base
        self.others: dict[int, Floats] = others

        # Neither speaks of `self`: what holds itself lives until Python looks for such things, and the base with it.
        def everything() -> Floats:
            wish.whole = True
            whole = np.array(base)
            for row, other in others.items():
                whole[row] = other
            return whole

        def row_of(row: int) -> Floats:
            found: Floats = others[row] if row in others else base[row]
            return found

        super().__init__((len(array), array.shape[1]), row_of, everything)


def _unwritten_rows(array: Floats, rows: Indices, values: Floats, wish: Wish) -> Floats:
    return _OtherRows(array, rows, values, wish).as_array()


def _with_scores(scores: Scores, rows: Indices, S: Floats, fill: Fill) -> Scores:
    """What is known of all scores, with some new rows (rows, n_k)."""
    exact = S.astype(np.float64)
    total = _with(scores.total, rows, exact.sum(axis=1))
    squares = _with(scores.squares, rows, (exact * exact).sum(axis=1))
    bounds = min(scores.bounds[0], float(S.min())), max(scores.bounds[1], float(S.max()))
    return Scores(std=deviation(fill, total, squares, S.shape[1]), total=total, squares=squares, bounds=bounds)


def _output(O: Floats | None, A: Floats, V: Floats, rows: Indices, values: Indices | None) -> Floats:  # noqa: E741
    """O with some rows of A, or some columns of V, changed."""
    many = values is not None and values.size > FEW
    if O is None or O.shape[1] != V.shape[1] or many:
        O = np.empty((len(A), V.shape[1]), dtype=np.float32)  # noqa: E741
        mean(A, V, O)
        return O
    O = O.copy()  # noqa: E741
    if values is not None and values.size:
        O[:, values] = A @ V[:, values]
    if rows.size:
        O[rows] = A[rows] @ V
    return O


def _edited(source: MatrixSource, before: MatrixSource) -> tuple[Indices, Indices] | None:
    """The rows of Q and of K that differ, or None where it pays to do all anew."""
    if source.Q.shape != before.Q.shape or source.K.shape != before.K.shape:
        return None
    rows, columns = _changed_rows(source.Q, before.Q), _changed_rows(source.K, before.K)
    return (rows, columns) if max(rows.size, columns.size) <= FEW else None


def _changed_rows(now: Floats, before: Floats) -> Indices:
    if now is before:
        return np.empty(0, dtype=np.intp)
    if now.shape != before.shape:
        return np.arange(len(now))
    return np.flatnonzero((now != before).any(axis=1))


def _with(array: Floats, rows: Indices, values: Floats) -> Floats:
    changed = array.copy()
    changed[rows] = values
    return changed


def _with_rows(sums: RowSums, rows: Indices, A: Floats) -> RowSums:
    """The rows' sums for some new rows of weights; those of the scores are kept elsewhere."""
    return RowSums(
        entropy=_with(sums.entropy, rows, entropy_bits(A)),
        jacobian=_with(sums.jacobian, rows, jacobian_norms(A)),
        largest=_with(sums.largest, rows, A.max(axis=1)),
        total=sums.total,
        squares=sums.squares,
        high=sums.high,
        low=sums.low,
    )
