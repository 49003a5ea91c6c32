"""One query's sum, written out: the numbers behind its row, and what they say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.core.arrays import Bools
from attnviz.document.document import Document, MatrixSource, ProjectionSource, SentenceSource
from attnviz.document.trace import Array, Trace


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Term:
    """What one key brings to the query's sum."""

    key: int  # index of the key
    label: str
    score: float
    scaled: float
    visible: bool
    power: float  # scaled − shift
    exponential: float  # e^power, 0 where masked
    weight: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class RowSum:
    """The sum of one query in four steps: scores, scaling, softmax, mixture."""

    query: int
    label: str
    q: Array | None  # (d_k,)
    K: Array | None  # (n_k, d_k)
    V: Array | None  # (n_k, d_v)
    terms: tuple[Term, ...]  # every key, in order
    divide: bool
    d_k: int
    temperature: float
    shift: float  # subtracted from every score before exponentiating: 0, or the largest one
    total: float  # sum of the exponentials
    output: Array | None  # (d_v,)
    head: str = ""  # the sentence's score function, where scores do not come from q and k alone

    @property
    def masked(self) -> bool:
        """Whether no key at all may be looked at."""
        return not any(term.visible for term in self.terms)


# e^709 is the last that float64 holds; long before, the digits stop fitting a panel.
_PLAIN_EXPONENT = 12.0


def row_sum(document: Document, trace: Trace, query: int) -> RowSum:
    """The sum of the query with 0-based index `query`."""
    scores, scaled = trace.scores_of(query), trace.scaled_of(query).astype(np.float64)
    visible = trace.visible[query]
    shown = scaled[visible]
    largest = float(shown.max()) if shown.size else 0.0
    shift = largest if abs(largest) > _PLAIN_EXPONENT else 0.0
    # Infinite scores: those that are the largest have power 0, as in core.softmax; ∞ − ∞ would be no number.
    with np.errstate(over="ignore"):
        powers = np.subtract(scaled, shift, where=scaled != shift, out=np.zeros_like(scaled))
    exponentials = np.exp(powers, where=visible, out=np.zeros_like(powers))
    terms = tuple(
        Term(
            key=j,
            label=trace.tokens_k[j],
            score=float(scores[j]),
            scaled=float(scaled[j]),
            visible=bool(visible[j]),
            power=float(powers[j]),
            exponential=float(exponentials[j]),
            weight=float(trace.weights[query, j]),
        )
        for j in range(trace.n_k)
    )
    return RowSum(
        query=query,
        label=trace.tokens_q[query],
        q=None if trace.Q is None else trace.Q[query],
        K=trace.K,
        V=trace.V,
        terms=terms,
        divide=document.options.divide,
        d_k=trace.d_k,
        temperature=document.options.temperature,
        shift=shift,
        total=float(exponentials.sum()),
        output=None if trace.output is None else trace.output[query],
        head=document.source.head if isinstance(document.source, SentenceSource) else "",
    )


ROUNDING = 64  # units in the last place: equal scores may have been added up in another order


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What a row's numbers say: which value dimension wins, and which keys the weight came from."""

    query: str
    winners: tuple[str, ...]  # one name, or several in a tie; empty where dimensions have no names
    shares: tuple[tuple[int, float], ...]  # the largest (key index, weight), at most two
    tied: tuple[int, ...]  # every key of the largest weight, up to rounding; none where no weight is above 0
    own: int | None  # the key that is the query itself, if there is one


def heaviest(weights: Array, count: int) -> list[int]:
    """The keys of the largest weights, the heaviest first and of equal ones the first: a few, without sorting all.

    Imported weights may be NaN, which is heavier than nothing.
    """
    if not np.isfinite(weights).all():
        return [int(j) for j in np.argsort(-weights, kind="stable")[:count]]
    left = np.array(weights, dtype=np.float64)
    found: list[int] = []
    for _ in range(min(count, left.size)):
        found.append(int(left.argmax()))
        left[found[-1]] = -np.inf
    return found


def verdict(document: Document, trace: Trace, query: int) -> Verdict | None:
    """The verdict of one row; None where nothing may be looked at."""
    weights = trace.weights[query]
    if not trace.visible[query].any() and not trace.strange_in(query):
        return None
    shares = tuple((j, float(weights[j])) for j in heaviest(weights, 2) if weights[j] >= 0.005)
    winners: tuple[str, ...] = ()
    source = document.source
    own = query if trace.tokens_q == trace.tokens_k else None
    if isinstance(source, (MatrixSource, ProjectionSource)) and source.value_names and trace.output is not None:
        row = trace.output[query]
        near = np.isclose(row, row.max(), rtol=1e-12, atol=1e-12)
        winners = tuple(name for name, wins in zip(source.value_names, near, strict=True) if wins)
        if len(winners) == len(source.value_names) == 1:
            winners = ()
    return Verdict(query=trace.tokens_q[query], winners=winners, shares=shares, tied=_tied(weights), own=own)


def _tied(weights: Array) -> tuple[int, ...]:
    largest = weights.max()
    if not largest > 0:
        return ()
    rounding = ROUNDING * float(np.finfo(weights.dtype).eps)
    return tuple(np.flatnonzero(weights >= largest * (1 - rounding)).tolist())


def log_weight(scaled: Array, visible: Bools, key: int) -> float:
    """ln of the weight that the softmax gives a visible key, from its row's scaled scores (n_k,).

    Not bounded by what a float holds; −∞ where the weight is exactly 0, NaN where the largest score is infinite.
    """
    seen = scaled[visible].astype(np.float64)
    with np.errstate(invalid="ignore", over="ignore"):
        return float(scaled[key] - seen.max() - np.log(np.exp(seen - seen.max()).sum()))


def rank_in_row(weights: Array, key: int, visible: Bools, scaled: Array | None = None) -> int:
    """1 + the number of keys of larger weight; among weights of 0 those of larger scaled score come first.

    A weight may have been too small to be kept: its score says how small. All are of one row, (n_k,).
    """
    larger = weights > weights[key]
    if scaled is not None and weights[key] == 0:
        larger = larger | (visible & (weights == 0) & (scaled > scaled[key]))
    return int(larger.sum()) + 1
