"""What a head does, as numbers from 0 to 1: each says how much of one well-known pattern its weights show.

Query i stands at key position p = i + n_k - n_q (masks are aligned so, see `masks`). Weights that are not finite count
as 0. Of a long sentence a sample of rows is looked at (`probe`). All of it is defined for weights alone: nothing is
told of a head with negative numbers, or whose rows sum to something else (`are_weights`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Bools, Floats

MOST_ROWS = 256  # of a head; of more, blocks of neighbouring rows spread evenly over all
BLOCK = 16
FURTHEST = 64  # distance up to which the decay is fitted
LEAST_DISTANCES = 4  # for a fit
FALL = float(np.log(4.0))  # a decay from end to end of the distances that counts in full
MEAN_SUM = (0.9, 1.1)  # of the rows of weights: rounding and dropout move single rows, hardly their mean
LARGEST_SUM = 3.0  # of one row: dropout of two thirds
NOTHING = 1e-6  # share of mass above the diagonal up to which a head counts as causal

Read = Callable[[int, int], Floats]  # (first row, row after the last) → these rows of the head, (rows, n_k)
Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Patterns:
    """How much of each pattern a head shows; None where the tokens do not allow to tell, or the numbers are no weights.

    previous   mean weight of the token before the query's own, over queries that have one
    distance   how well weights fall exponentially with distance: R² of the line log r(d) = a - λ d through the mean
               weights r(d) at distance d = p - j, each relative to an even spread over the keys its row may look at;
               a fall of less than 4 times from end to end counts less, a rise counts 0. d from 0 to at most 64
    slope      λ of that line, a token
    same       mean weight on other keys with the query's own token, over queries that have one
    first      mean weight of the first key, over all other queries (attention sink: Xiao et al. 2023, arXiv 2309.17453)
    diagonal   mean weight of the query's own token
    uniform    mean entropy as a share of the largest possible one, over rows with at least two keys to look at
    induction  mean weight on keys that stand right after an earlier occurrence of the query's token, over queries that
               have one (Olsson et al. 2022, "In-context Learning and Induction Heads", arXiv 2209.11895)
    """

    previous: float | None
    distance: float | None
    slope: float | None
    same: float | None
    first: float | None
    diagonal: float | None
    uniform: float | None
    induction: float | None


UNTOLD = Patterns(
    previous=None, distance=None, slope=None, same=None, first=None, diagonal=None, uniform=None, induction=None
)


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Rows first … last - 1, and what of their keys depends on the tokens alone."""

    first: int
    last: int
    positions: NDArray[np.intp]  # (rows,), of the queries among the keys
    same: Bools | None  # (rows, n_k), other keys with the query's token; None where no row has one
    after: Bools | None  # (rows, n_k), keys right after an earlier occurrence of the query's token


@dataclass(frozen=True, slots=True, eq=False)
class Probe:
    """Which rows of every head are looked at, and where in them; made once for all heads of a source."""

    n_q: int
    n_k: int
    blocks: tuple[_Block, ...]

    @property
    def complete(self) -> bool:
        """Whether every row is looked at."""
        return sum(block.last - block.first for block in self.blocks) == self.n_q


def probe(tokens_q: Sequence[str], tokens_k: Sequence[str]) -> Probe:
    """What to look at in heads with these tokens."""
    n_q, n_k = len(tokens_q), len(tokens_k)
    ids: dict[str, int] = {}
    keys = np.array([ids.setdefault(token, len(ids)) for token in tokens_k], dtype=np.intp)
    queries = np.array([ids.setdefault(token, len(ids)) for token in tokens_q], dtype=np.intp)
    if n_q <= MOST_ROWS:
        spans = [(first, min(first + BLOCK, n_q)) for first in range(0, n_q, BLOCK)]
    else:
        starts = np.linspace(0, n_q - BLOCK, MOST_ROWS // BLOCK).round().astype(int).tolist()
        spans = [(start, start + BLOCK) for start in starts]
    return Probe(n_q, n_k, tuple(_block(first, last, queries, keys) for first, last in spans))


def patterns(read: Read, where: Probe) -> Patterns:
    """What a head shows, read a block of rows at a time."""
    sums = _Sums(where)
    with np.errstate(invalid="ignore"):  # a NaN that signals
        rows = [
            np.nan_to_num(np.asarray(read(block.first, block.last), dtype=np.float64), nan=0.0, posinf=0.0, neginf=0.0)
            for block in where.blocks
        ]
    if not are_weights(rows):
        return UNTOLD
    causal = all(
        _above(A, block) <= NOTHING * max(A.sum(), 1e-300) for A, block in zip(rows, where.blocks, strict=True)
    )
    for A, block in zip(rows, where.blocks, strict=True):
        sums.add(A, block, causal)
    return sums.found()


def are_weights(bands: Sequence[Doubles]) -> bool:
    """Whether rows are shares of 1, or empty, so far as it matters here; (rows, n_k) each, finite."""
    if any(bool((A < 0).any()) for A in bands):
        return False
    with np.errstate(over="ignore"):
        sums = np.concatenate([A.sum(axis=1) for A in bands])
        sums = sums[sums != 0]
        if not len(sums) or not np.isfinite(sums).all():
            return False
    return MEAN_SUM[0] <= float(sums.mean()) <= MEAN_SUM[1] and float(sums.max()) <= LARGEST_SUM


def _block(first: int, last: int, queries: NDArray[np.intp], keys: NDArray[np.intp]) -> _Block:
    n_q, n_k = len(queries), len(keys)
    positions = np.arange(first, last) + n_k - n_q
    alike: Bools = queries[first:last, np.newaxis] == keys[np.newaxis]
    columns = np.arange(n_k)
    same = alike & (columns != positions[:, np.newaxis])
    earlier = alike & (columns < positions[:, np.newaxis])
    after = np.zeros_like(earlier)
    after[:, 1:] = earlier[:, :-1]
    after &= columns <= positions[:, np.newaxis]
    after[np.arange(last - first), np.clip(positions, 0, n_k - 1)] = False  # the token itself, after “a a”
    return _Block(first, last, positions, same if same.any() else None, after if after.any() else None)


def _above(A: Doubles, block: _Block) -> float:
    """The mass on keys after the query's own position."""
    return float(np.abs(A[np.arange(A.shape[1]) > block.positions[:, np.newaxis]]).sum())


class _Mean:
    """A mean that is added to bit by bit; None of nothing."""

    def __init__(self) -> None:
        self._sum, self._count = 0.0, 0

    def add(self, values: Doubles) -> None:
        self._sum += float(values.sum())
        self._count += values.size

    def found(self) -> float | None:
        return None if self._count == 0 else min(max(self._sum / self._count, 0.0), 1.0)


class _Sums:
    def __init__(self, where: Probe) -> None:
        self._previous, self._same, self._first = _Mean(), _Mean(), _Mean()
        self._diagonal, self._uniform, self._induction = _Mean(), _Mean(), _Mean()
        self._near = np.zeros(min(FURTHEST, where.n_k - 1) + 1)
        self._pairs = np.zeros_like(self._near)

    def add(self, A: Doubles, block: _Block, causal: bool) -> None:
        p, rows, n_k = block.positions, np.arange(len(A)), A.shape[1]
        there = (p >= 0) & (p < n_k)
        before = (p >= 1) & (p <= n_k)
        self._diagonal.add(A[rows[there], p[there]])
        self._previous.add(A[rows[before], p[before] - 1])
        self._first.add(A[p > 0, 0])
        for mean, places in ((self._same, block.same), (self._induction, block.after)):
            if places is not None:
                some = places.any(axis=1)
                mean.add((A * places).sum(axis=1)[some])
        allowed = np.clip(p + 1, 0, n_k) if causal else np.full(len(A), n_k)
        self._add_entropy(A, allowed)
        self._add_distances(A, p, allowed)

    def _add_entropy(self, A: Doubles, allowed: NDArray[np.intp]) -> None:
        some = (allowed >= 2) & (A.sum(axis=1) > 0)
        positive = np.maximum(A[some], 0)
        bits = -(positive * np.log2(positive, where=positive > 0, out=np.zeros_like(positive))).sum(axis=1)
        self._uniform.add(np.clip(bits / np.log2(allowed[some]), 0, 1))

    def _add_distances(self, A: Doubles, p: NDArray[np.intp], allowed: NDArray[np.intp]) -> None:
        columns = p[:, np.newaxis] - np.arange(len(self._near))  # (rows, distances)
        inside = (columns >= 0) & (columns < A.shape[1])
        relative = A[np.arange(len(A))[:, np.newaxis], np.clip(columns, 0, A.shape[1] - 1)] * allowed[:, np.newaxis]
        self._near += np.where(inside, np.maximum(relative, 0), 0).sum(axis=0)
        self._pairs += inside.sum(axis=0)

    def found(self) -> Patterns:
        distance, slope = _decay(self._near, self._pairs)
        return Patterns(
            previous=self._previous.found(),
            distance=distance,
            slope=slope,
            same=self._same.found(),
            first=self._first.found(),
            diagonal=self._diagonal.found(),
            uniform=self._uniform.found(),
            induction=self._induction.found(),
        )


def _decay(near: Doubles, pairs: Doubles) -> tuple[float | None, float | None]:
    """R² and λ of the line through log r(d), each distance weighing as many pairs as it has."""
    r = np.divide(near, pairs, out=np.zeros_like(near), where=pairs > 0)
    known = r > 1e-12
    if known.sum() < LEAST_DISTANCES:
        return None, None
    d, y, w = np.flatnonzero(known).astype(np.float64), np.log(r[known]), pairs[known]
    d_mean, y_mean = np.average(d, weights=w), np.average(y, weights=w)
    spread = float((w * (d - d_mean) ** 2).sum())
    slope = float((w * (d - d_mean) * (y - y_mean)).sum()) / spread
    total = float((w * (y - y_mean) ** 2).sum())
    if slope >= 0 or total < 1e-12:
        return 0.0, -slope
    left = float((w * (y - y_mean - slope * (d - d_mean)) ** 2).sum())
    fall = -slope * float(d.max() - d.min())
    return min(max(1 - left / total, 0.0), 1.0) * min(1.0, fall / FALL), -slope
