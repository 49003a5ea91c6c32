"""The way back: from ∂L/∂O, how a loss changes with every matrix that led to O. ∂M is short for ∂L/∂M.

    ∂V = Aᵀ ∂O                      ∂A = ∂O Vᵀ
    ∂scaled = A ⊙ (∂A - rowsum(∂A ⊙ A))
    ∂S = ∂scaled / (√d_k · τ)
    ∂Q = ∂S K                       ∂K = ∂Sᵀ Q

All follow from the chain rule for products of matrices, C = A B: ∂A = ∂C Bᵀ, ∂B = Aᵀ ∂C (Magnus & Neudecker,
Matrix Differential Calculus, 3rd ed. 2019, ch. 9), and from ∂softmax = diag(a) - a aᵀ, row by row.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.core.arrays import Bools, Floats
from attnviz.core.attention import per_head, scale_scores
from attnviz.core.softmax import softmax


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class HeadGradients:
    """∂L of every matrix of one attention, read-only; each has the shape of the matrix it belongs to."""

    dO: Floats  # (n_heads, n_q, d_v)
    dV: Floats  # (kv_heads, n_k, d_v), summed over the query heads that share it
    dA: Floats  # (n_heads, n_q, n_k), 0 where a query may not look
    dscaled: Floats  # (n_heads, n_q, n_k), rows sum to 0
    dS: Floats  # (n_heads, n_q, n_k), rows sum to 0
    dQ: Floats | None  # (n_heads, n_q, d_k); None where scores come from elsewhere
    dK: Floats | None  # (kv_heads, n_k, d_k), summed over the query heads that share it

    def __post_init__(self) -> None:
        for array in (self.dO, self.dV, self.dA, self.dscaled, self.dS, self.dQ, self.dK):
            if array is not None:
                array.setflags(write=False)


def attend_backward(
    Q: Floats | None,
    K: Floats | None,
    V: Floats,
    A: Floats,
    visible: Bools,
    dO: Floats,
    *,
    d_k: int,
    divide: bool = True,
    temperature: float = 1.0,
    content: float = 1.0,
) -> HeadGradients:
    """Back through one attention, or through all heads of it at once.

    Q (n_heads, n_q, d_k), K (kv_heads, n_k, d_k), V (kv_heads, n_k, d_v), A (n_heads, n_q, n_k), dO (n_heads, n_q,
    d_v), or all without head axis; `visible` (n_q, n_k). `content` is the share of Q Kᵀ in the scores: 1 unless they
    are a mixture. Entries too large for a float become infinite or NaN; whoever shows them checks.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        dV = over_shared(A.swapaxes(-1, -2) @ dO, V)  # (kv_heads, n_k, d_v)
        dA = np.where(visible, dO @ per_head(V, A).swapaxes(-1, -2), 0)  # (n_heads, n_q, n_k)
        dscaled = softmax_backward(A, dA)  # (n_heads, n_q, n_k)
        # Scaling is a factor, so its way back is the same factor.
        dS = scale_scores(dscaled, d_k=d_k, divide=divide, temperature=temperature)
        dQ = dK = None
        if Q is not None and K is not None:
            dQ = content * (dS @ per_head(K, A))  # (n_heads, n_q, d_k)
            dK = content * over_shared(dS.swapaxes(-1, -2) @ Q, K)  # (kv_heads, n_k, d_k)
    return HeadGradients(dO=dO, dV=dV, dA=dA.astype(A.dtype, copy=False), dscaled=dscaled, dS=dS, dQ=dQ, dK=dK)


def softmax_backward(A: Floats, dA: Floats) -> Floats:
    """A ⊙ (∂A - rowsum(∂A ⊙ A)): (diag(a) - a aᵀ) ∂a for every row a.  All (…, n_q, n_k)

    What counts is how far ∂a lies above its mean weighted by a. Rows sum to 0; a cell of weight 0, as every masked
    one, is exactly 0.
    """
    mean = np.einsum("...k,...k->...", A, dA)[..., np.newaxis]  # (…, n_q, 1)
    return np.where(A > 0, A * (dA - mean), 0).astype(A.dtype, copy=False)


def over_shared(per_query_head: Floats, shared: Floats) -> Floats:
    """What several query heads send to the K or V they share, added up: `per_head` the other way.

    (n_heads, n_k, d) → (kv_heads, n_k, d) as `shared`; a plain matrix, or equal counts, stay.
    """
    if shared.ndim == 2 or shared.shape[0] == per_query_head.shape[0]:
        return per_query_head
    n_k, d = per_query_head.shape[-2:]
    total: Floats = per_query_head.reshape(shared.shape[0], -1, n_k, d).sum(axis=1)
    return total


def scores_gradient_norm(scaled: Floats, dA: Floats, visible: Bools | None = None) -> Floats:
    """‖∂scaled‖ (Frobenius, over rows and columns) that ∂A leaves behind the softmax of `scaled`.

    Both (…, n_q, n_k) → (…). Near 0 where the rows are saturated, whatever ∂A is.
    """
    A = softmax(scaled, visible)
    return np.asarray(np.linalg.norm(softmax_backward(A, np.broadcast_to(dA, A.shape)), axis=(-2, -1)))
