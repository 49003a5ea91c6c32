"""Saturation: how the largest weight and the gradient that passes the softmax change as d_k grows.

The scores q · k of components with variance 1 have standard deviation √d_k (Vaswani et al. 2017, arXiv 1706.03762,
section 3.2.1, footnote 4). Undivided they drive every row of the softmax to a single key, where its Jacobian
diag(a) - a aᵀ is 0 and no gradient passes; divided by √d_k they keep their spread.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import log2, sqrt

import numpy as np

from attnviz.core.arrays import Bools, Floats
from attnviz.core.attention import scale_scores
from attnviz.core.gradient import softmax_backward
from attnviz.core.heads import MAX_D_K
from attnviz.core.jacobian import passed_share
from attnviz.core.measures import Counts, choosing_rows, jacobian_norms
from attnviz.core.softmax import softmax

SINGLE_CELLS = 128 * 128  # above it float32: the means are read to two decimals
# Beyond this many scores for each d_k a sample of the rows stands for all: the curve then takes a tenth of a second.
SAMPLE_CELLS = 512 * 512


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Curve:
    """Means over rows, one number for each d_k."""

    largest: Floats  # (points,), the largest weight of a row
    jacobian: Floats  # (points,), Frobenius norm of diag(a) - a aᵀ
    passed: Floats | None  # (points,), ‖∂scaled‖ / ‖∂A‖ of a row: what is left of a gradient behind the softmax

    def __post_init__(self) -> None:
        for array in (self.largest, self.jacobian, self.passed):
            if array is not None:
                array.setflags(write=False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Saturation:
    d_k: Floats  # (points,), whole numbers from 1 to MAX_D_K, evenly spaced on a logarithmic axis
    divided: Curve  # softmax(S / (√d_k · τ))
    plain: Curve  # softmax(S / τ)
    rows: int  # these many were looked at
    choosing: int  # of these many among them, which may look at two keys or more, the means are taken
    n_q: int  # these many there are


def d_k_points(each: int = 4) -> tuple[int, ...]:
    """Whole numbers from 1 to MAX_D_K, about `each` for every doubling, all powers of two among them."""
    return tuple(np.unique(np.exp2(np.arange(each * log2(MAX_D_K) + 1) / each).round()).astype(int).tolist())


def sampled_rows(n_q: int, n_k: int) -> np.ndarray:
    """The rows that stand for all: every one up to SAMPLE_CELLS scores, then evenly spaced from first to last."""
    count = min(n_q, max(1, SAMPLE_CELLS // n_k))
    return np.unique(np.linspace(0, n_q - 1, count).round().astype(np.intp))


def saturation(
    scores: Iterable[tuple[int, Floats]],
    *,
    temperature: float = 1.0,
    visible: Bools | None = None,
    dA: Floats | None = None,
    n_q: int | None = None,
) -> Saturation:
    """Both curves over raw scores given as (d_k, S) for every point, S (rows, n_k) of the rows that are looked at.

    `visible` (rows, n_k) is the mask of those rows, `dA` (rows, n_k) a gradient in their weights that is held while
    d_k changes. A row that may look at no key or at one alone has no choice that could saturate and is left out of
    every mean; one without gradient out of `passed`.
    """
    points: list[int] = []
    found: dict[bool, list[tuple[float, float, float]]] = {True: [], False: []}
    rows, choosing, keys = 0, 0, None if visible is None else visible.sum(axis=-1)
    for d_k, S in scores:
        points.append(d_k)
        rows = S.shape[0]
        for divide, means in found.items():
            A = softmax(scale_scores(S, d_k=d_k, divide=divide, temperature=temperature), visible)
            means.append(_means(A, keys, dA))
        choosing = int(np.count_nonzero(choosing_rows(A, keys)))
    return Saturation(
        d_k=np.array(points, dtype=np.float64),
        divided=_curve(found[True], dA is not None),
        plain=_curve(found[False], dA is not None),
        rows=rows,
        choosing=choosing,
        n_q=rows if n_q is None else n_q,
    )


def _means(A: Floats, keys: Counts | None, dA: Floats | None) -> tuple[float, float, float]:
    choosing = choosing_rows(A, keys)
    if not choosing.any():
        return 0.0, 0.0, 0.0
    largest = float(A.max(axis=-1)[choosing].mean(dtype=np.float64))
    jacobian = float(jacobian_norms(A)[choosing].mean(dtype=np.float64))
    if dA is None:
        return largest, jacobian, 0.0
    arrives = choosing & dA.any(axis=-1)
    share = passed_share(dA[arrives], softmax_backward(A[arrives], dA[arrives]))
    return largest, jacobian, float(share.mean(dtype=np.float64)) if share.size else 0.0


def _curve(means: list[tuple[float, float, float]], gradient: bool) -> Curve:
    largest, jacobian, passed = np.array(means, dtype=np.float64).reshape(-1, 3).T.copy()
    return Curve(largest=largest, jacobian=jacobian, passed=passed if gradient else None)


def growing_scores(
    Q: Floats | None,
    K: Floats | None,
    points: Iterable[int],
    *,
    content: float = 1.0,
    placed: Floats | None = None,
) -> Iterator[tuple[int, Floats]]:
    """(d_k, S) for ascending points: S = content · Q[:, :d_k] K[:, :d_k]ᵀ + √d_k · placed.

    Q (rows, MAX_D_K), K (n_k, MAX_D_K); `placed` (rows, n_k) are the scores that come from the tokens' places, for
    d_k = 1. Each point adds the products of its new components only. S is new memory at every step.
    """
    dots: Floats | None = None
    done = 0
    for d_k in points:
        parts = []
        if Q is not None and K is not None:
            more = Q[:, done:d_k] @ K[:, done:d_k].T  # (rows, n_k)
            dots = more if dots is None else np.add(dots, more, out=dots)
            done = d_k
            parts.append(content * dots)
        if placed is not None:
            parts.append(placed.dtype.type(sqrt(d_k)) * placed)
        yield d_k, parts[0] if len(parts) == 1 else parts[0] + parts[1]


def grown_scores(S: Floats, d_k: int, points: Iterable[int]) -> Iterator[tuple[int, Floats]]:
    """(d, S · √(d / d_k)): scores of matrices with d_k columns as if they grew like sums of independent components.

    Divided by √d they do not change at all; that is what the division is for.
    """
    with np.errstate(over="ignore"):
        for point in points:
            yield point, S * S.dtype.type(sqrt(point / d_k))
