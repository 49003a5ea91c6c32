"""Scaled dot-product attention, one named matrix per step.

    S = Q Kᵀ                        how well query i matches key j
    scaled = S / (√d_k · τ)
    A = softmax of every row of scaled, over the keys that row may look at
    O = A V                         every query's weighted mean of the values

Vaswani et al. 2017, "Attention Is All You Need", arXiv 1706.03762, eq. 1. Rows are queries, columns are keys.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from attnviz.core import checks
from attnviz.core.arrays import (
    Bools,
    Floats,
    as_floats,
    frozen_floats,
    require_finite,
    require_numbers,
)
from attnviz.core.masks import combine
from attnviz.core.softmax import softmax

__all__ = ["Attention", "attend", "attend_scores", "dot_scores", "scale_scores", "softmax"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Attention:
    """Every matrix of one attention, read-only. The head axis is there in all of Q … O or in none of them."""

    Q: Floats | None  # (n_heads, n_q, d_k); None when only scores were given
    K: Floats | None  # (kv_heads, n_k, d_k); None when only scores were given
    V: Floats | None  # (kv_heads, n_k, d_v)
    scores: Floats  # (n_heads, n_q, n_k)
    scaled: Floats  # (n_heads, n_q, n_k); the scores themselves where nothing divides them
    visible: Bools  # (n_q, n_k), True where the query may look at the key; one for all heads
    weights: Floats  # (n_heads, n_q, n_k), rows sum to 1, or are all 0 where nothing is visible
    output: Floats | None  # (n_heads, n_q, d_v); None without V

    def __post_init__(self) -> None:
        for array in (self.scores, self.scaled, self.visible, self.weights, self.output):
            if array is not None:
                array.setflags(write=False)

    @property
    def S(self) -> Floats:
        """The raw scores, by the field's letter."""
        return self.scores

    @property
    def A(self) -> Floats:
        """The weights, by the field's letter."""
        return self.weights

    @property
    def O(self) -> Floats | None:  # noqa: E743
        """The output, by the field's letter."""
        return self.output


def attend(
    Q: ArrayLike,
    K: ArrayLike,
    V: ArrayLike | None = None,
    *,
    divide: bool = True,
    temperature: float = 1.0,
    causal: bool = False,
    window: int | None = None,
    padding: ArrayLike | None = None,
    visible: ArrayLike | None = None,
    dtype: DTypeLike | None = None,
) -> Attention:
    """Attention from queries, keys and values: arXiv 1706.03762, eq. 1, with every step kept.

    Q (n_heads, n_q, d_k), K (kv_heads, n_k, d_k), V (kv_heads, n_k, d_v), or all three without head axis.
    With fewer kv_heads than n_heads, neighbouring query heads share keys and values (`per_head`).
    `divide` is the division by √d_k, `temperature` divides besides. The masks are those of `masks.combine`.
    Integers become float64; float32 stays float32 unless `dtype` says otherwise.

    Raises ShapeError or InputError, naming the matrix, when the inputs do not fit or are not finite numbers.
    """
    dtype = _common_type(dtype, Q=Q, K=K, V=V)
    Q, K = frozen_floats("Q", Q, dtype), frozen_floats("K", K, dtype)
    S = dot_scores(Q, K)  # (n_heads, n_q, n_k)
    if V is not None:
        V = frozen_floats("V", V, dtype)
        checks.require_key_value(K, V)
    allowed = combine(*S.shape[-2:], causal=causal, window=window, padding=padding, visible=visible)
    return attend_checked(S=S, visible=allowed, d_k=Q.shape[-1], divide=divide, temperature=temperature, Q=Q, K=K, V=V)


def attend_scores(
    scores: ArrayLike,
    V: ArrayLike | None = None,
    *,
    d_k: int,
    divide: bool = True,
    temperature: float = 1.0,
    causal: bool = False,
    window: int | None = None,
    padding: ArrayLike | None = None,
    visible: ArrayLike | None = None,
    dtype: DTypeLike | None = None,
) -> Attention:
    """Attention from raw scores on: `attend` without its first step.

    `scores` (n_heads, n_q, n_k) and V (kv_heads, n_k, d_v), or both without head axis; d_k is the number
    whose root divides them. Scores may be infinite (see `softmax`), never NaN.
    Q and K of the result are None.
    """
    dtype = _common_type(dtype, S=scores, V=V)
    S = frozen_floats("S", scores, dtype)  # (n_heads, n_q, n_k)
    checks.require_matrix("S", S)
    require_numbers("S", S)
    if V is not None:
        V = frozen_floats("V", V, dtype)
        checks.require_score_value(S, V)
    allowed = combine(*S.shape[-2:], causal=causal, window=window, padding=padding, visible=visible)
    return attend_checked(S=S, visible=allowed, d_k=d_k, divide=divide, temperature=temperature, V=V)


def attend_checked(
    *,
    S: Floats,
    visible: Bools,
    d_k: int,
    divide: bool,
    temperature: float,
    Q: Floats | None = None,
    K: Floats | None = None,
    V: Floats | None = None,
) -> Attention:
    """`attend_scores` for what has been checked already: read-only, of one float type, S without NaN.

    `visible` (n_q, n_k) is all masks together. Q and K are only handed on.
    """
    scaled = scale_scores(S, d_k=d_k, divide=divide, temperature=temperature)  # (n_heads, n_q, n_k)
    A = softmax(scaled, None if visible.all() else visible)  # (n_heads, n_q, n_k), rows sum to 1 or 0
    O = None if V is None else weighted_values(A, V)  # (n_heads, n_q, d_v)  # noqa: E741
    return Attention(Q=Q, K=K, V=V, scores=S, scaled=scaled, visible=visible, weights=A, output=O)


def dot_scores(Q: ArrayLike, K: ArrayLike) -> Floats:
    """S = Q Kᵀ, the dot product of every query with every key.

    Q (n_heads, n_q, d_k), K (kv_heads, n_k, d_k) → S (n_heads, n_q, n_k), or all three without head axis.
    A score beyond the largest float is ±∞; none is NaN.
    """
    Q, K = as_floats("Q", Q), as_floats("K", K)
    checks.require_query_key(Q, K)
    require_finite("Q", Q)
    require_finite("K", K)
    # Too large for a float is an answer here, not an accident, so NumPy need not warn of it.
    with np.errstate(over="ignore", invalid="ignore"):
        S: Floats = Q @ per_head(K, Q).swapaxes(-1, -2)
        if not np.isfinite(S).all():
            # A sum may pass the largest float on its way to a smaller total: add up in units of the largest.
            q, k = np.abs(Q).max(), np.abs(K).max()
            S = (Q / q) @ per_head(K / k, Q).swapaxes(-1, -2) * q * k
    return S


def scale_scores(S: ArrayLike, *, d_k: int, divide: bool = True, temperature: float = 1.0) -> Floats:
    """S / (√d_k · τ), or S / τ with `divide` off; S itself, not a copy, where that divides by 1.

    The root undoes the growth of dot products: for components of variance 1, q · k has standard deviation
    √d_k (arXiv 1706.03762, section 3.2.1). τ < 1 sharpens the rows, τ > 1 flattens them.
    """
    S = as_floats("S", S)
    root = sqrt(checks.positive_count("d_k", d_k)) if divide else 1.0
    divisor = root * checks.positive_temperature(temperature)
    if divisor == 1.0:
        return S
    # Keep a divisor that float32 would round to 0 or ∞ inside its range: 0 / 0 and ∞ / ∞ are no scores.
    if not 1e-30 < divisor < 1e30:
        limits = np.finfo(S.dtype)
        divisor = min(max(divisor, float(limits.smallest_subnormal)), float(limits.max))
    # S / τ with a tiny τ may exceed the largest float; it becomes ±∞, which softmax has an answer for.
    with np.errstate(over="ignore"):
        return S / divisor


def weighted_values(A: Floats, V: Floats) -> Floats:
    """O = A V: every query's mean of the values, weighted by its row of A.

    A (n_heads, n_q, n_k), V (kv_heads, n_k, d_v) → O (n_heads, n_q, d_v), or all three without head axis.
    """
    require_finite("V", V)
    # Weights may add up to 1 + 1e-16, so a mean of values at the very end of the range may round to ∞.
    with np.errstate(over="ignore"):
        O: Floats = A @ per_head(V, A)  # noqa: E741
    return O


def per_head(shared: Floats, like: Floats) -> Floats:
    """K or V with one matrix per query head: head h reads kv-head h // group, group = n_heads / kv_heads.

    So with 4 heads and 2 kv-heads the order is 0, 0, 1, 1 (grouped-query attention, Ainslie et al. 2023,
    arXiv 2305.13245).  (kv_heads, n_k, d) → (n_heads, n_k, d); a plain matrix, or equal counts, stay.
    """
    if shared.ndim == 2 or shared.shape[0] == like.shape[0]:
        return shared
    return np.repeat(shared, like.shape[0] // shared.shape[0], axis=0)


def _common_type(dtype: DTypeLike | None, **inputs: ArrayLike | None) -> DTypeLike:
    """The float type all inputs are computed in: `dtype`, or else the widest that any of them brings."""
    if dtype is not None:
        return dtype
    types = {as_floats(role, value).dtype for role, value in inputs.items() if value is not None}
    return types.pop() if len(types) == 1 else np.result_type(*types)
