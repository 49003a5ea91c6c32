"""Numbers that sum up a matrix of attention: how spread, how saturated, how easy to train.

A (…, n_q, n_k) has rows that sum to 1, or to 0 where a query may look nowhere: an *empty* row, which has
entropy 0 and is left out of every mean. A row *chooses* that may look at two keys or more: where a mask leaves one
key this has all the weight whatever the scores are, and neither saturation nor gradient is told by it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Bools, Floats

Counts = NDArray[np.integer]

SATURATED = 0.99


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Measures:
    """The measures of one attention. Means run over the n_rows rows that look at something, in all heads; that of the
    Jacobian over those of them that choose."""

    score_std: float  # standard deviation of the finite scores
    saturated: int  # rows that choose and whose largest weight exceeds 0.99
    choosing: int  # rows that choose
    n_rows: int  # rows that look at something
    mean_entropy: float  # bits
    mean_effective: float  # keys
    mean_jacobian: float
    entropy: Floats  # (…, n_q), bits
    jacobian: Floats  # (…, n_q)


def measure(S: Floats, A: Floats, keys: Counts | None = None) -> Measures:
    """All measures of scores S and weights A, both (…, n_q, n_k). Give the S whose spread should be shown.

    `keys` (n_q,) is how many keys every row may look at; None: all of them.
    """
    entropy, jacobian = entropy_bits(A), jacobian_norms(A)
    filled, choosing = filled_rows(A), choosing_rows(A, keys)
    entropy.setflags(write=False)
    jacobian.setflags(write=False)
    return Measures(
        score_std=score_std(S),
        saturated=saturated_rows(A, keys),
        choosing=int(choosing.sum()),
        n_rows=int(filled.sum()),
        mean_entropy=_mean(entropy[filled]),
        mean_effective=_mean(np.exp2(entropy[filled])),
        mean_jacobian=_mean(jacobian[choosing]),
        entropy=entropy,
        jacobian=jacobian,
    )


def filled_rows(A: Floats) -> Bools:
    """Which rows look at something.  (…, n_q)"""
    return np.asarray(A.max(axis=-1) > 0)


def choosing_rows(A: Floats, keys: Counts | None = None) -> Bools:
    """Which rows look at something, and may look at two keys or more; `keys` as for `measure`.  (…, n_q)"""
    return filled_rows(A) & (A.shape[-1] > 1 if keys is None else keys > 1)


def apparent_keys(A: Floats) -> Counts | None:
    """How many keys each row of weights (n_q, n_k) may look at, as far as they tell it where no mask is known.

    Those of a causal mask have nothing above the diagonal, which the weights of a softmax that sees all hardly have:
    then row i has i + 1 keys. None where that is not so.
    """
    n_q, n_k = A.shape
    if n_q != n_k or any(row[i + 1 :].any() for i, row in enumerate(A)):
        return None
    return np.arange(1, n_k + 1)


def entropy_bits(A: Floats) -> Floats:
    """H_i = -Σ_j A_ij log2 A_ij with 0 log 0 = 0, in bits, from 0 to log2 n_k.  (…, n_q)

    0 when one key has all the weight, log2 n_k when all keys share it (Shannon 1948). An empty row has 0.
    """
    surprise = np.log2(A, where=A > 0, out=np.zeros_like(A))  # (…, n_q, n_k), at most 0
    surprise *= A
    H: Floats = np.maximum(0.0 - surprise.sum(axis=-1), 0.0)
    return H


def effective_tokens(A: Floats) -> Floats:
    """2^H_i: the number of keys that, looked at evenly, would give row i its entropy.  (…, n_q)

    From 1 to n_k; 0 for an empty row, which looks at no key.
    """
    return np.where(filled_rows(A), np.exp2(entropy_bits(A)), 0.0)


def saturated_rows(A: Floats, keys: Counts | None = None, threshold: float = SATURATED) -> int:
    """How many rows that choose give more than `threshold` of their weight to a single key, over all heads.

    `keys` as for `measure`.
    """
    return int((choosing_rows(A, keys) & (A.max(axis=-1) > threshold)).sum())


def score_std(S: Floats) -> float:
    """Standard deviation (over n, not n - 1) of the finite cells of S; 0 when there is none."""
    finite = np.isfinite(S)
    cells = S if finite.all() else S[finite]
    largest = float(np.abs(cells).max(initial=0.0))
    if largest == 0.0:
        return 0.0
    # Divided by the largest first, so that scores of 1e300 can be squared.
    return largest * float(np.std(cells / largest))


def jacobian_norms(A: Floats) -> Floats:
    """‖diag(a) - a aᵀ‖ (Frobenius) for every row a: how far the weights move when the scores do.  (…, n_q)

    That matrix is ∂a/∂s, the derivative of softmax. Its squared norm is Σa² - 2Σa³ + (Σa²)²: on the diagonal
    a_i - a_i², elsewhere -a_i a_j, squared and added. 0 in a saturated row: no gradient
    flows back through it.
    """
    squares = A * A
    second = squares.sum(axis=-1)  # Σa²
    squares *= A
    third = squares.sum(axis=-1)  # Σa³
    # Rounding may take the difference just below 0 in a saturated row.
    norms: Floats = np.sqrt(np.maximum(second - 2 * third + second * second, 0.0))
    return norms


def received(A: Floats) -> Floats:
    """The mean weight every key receives, over all queries: column means.  (…, n_k)"""
    return np.asarray(A.mean(axis=-2))


def _mean(rows: Floats) -> float:
    return float(rows.mean()) if rows.size else 0.0
