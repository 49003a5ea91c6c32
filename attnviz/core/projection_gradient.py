"""Back from the layer's result to its weights and embeddings. ∂M is short for ∂L/∂M.

    ∂W_O = concatᵀ ∂Y               ∂concat = ∂Y W_Oᵀ          cut into heads
    ∂O = ∂gated ⊙ σ(gate)           ∂gate = ∂gated ⊙ O ⊙ σ(gate) ⊙ (1 - σ(gate))
    ∂W_Q = uᵀ ∂Q    ∂W_K = uᵀ ∂K    ∂W_V = uᵀ ∂V               heads side by side, a gate beside its query
    ∂u = ∂Q W_Qᵀ + ∂K W_Kᵀ + ∂V W_Vᵀ
    ∂x = (∂u - mean(∂u) - u · mean(∂u ⊙ u)) / √(var(x) + eps)   through LayerNorm, row by row

LayerNorm's is Ba, Kiros and Hinton 2016, arXiv 1607.06450, eq. 3 differentiated; the rest is the chain rule for
products of matrices (`gradient`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from attnviz.core.arrays import Bools, Floats
from attnviz.core.gradient import HeadGradients, attend_backward
from attnviz.core.layer_norm import constant_rows
from attnviz.core.projections import merge_heads, sigmoid, split_heads


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class LayerGradients:
    """∂L of every matrix of a layer, read-only; each has the shape of the matrix it belongs to."""

    dY: Floats | None  # (n, d_out); None without W_O
    dW_O: Floats | None  # (n_heads · d_v, d_out)
    dconcat: Floats  # (n, n_heads · d_v)
    dgated: Floats | None  # (n_heads, n, d_v); None without a gate
    dgate: Floats | None  # (n_heads, n, d_v), before σ
    heads: HeadGradients
    dW_Q: Floats  # (d_model, n_heads · d_k), with a gate (d_model, n_heads · (d_k + d_v))
    dW_K: Floats  # (d_model, n_kv_heads · d_k)
    dW_V: Floats  # (d_model, n_kv_heads · d_v)
    du: Floats  # (n, d_model)
    dX: Floats  # (n, d_model)

    def __post_init__(self) -> None:
        steps = (self.dY, self.dW_O, self.dconcat, self.dgated, self.dgate)
        for array in (*steps, self.dW_Q, self.dW_K, self.dW_V, self.du, self.dX):
            if array is not None:
                array.setflags(write=False)


def layer_backward(
    *,
    X: Floats,
    u: Floats,
    normalised: bool,
    eps: float,
    W_Q: Floats,
    W_K: Floats,
    W_V: Floats,
    W_O: Floats | None,
    Q: Floats,
    K: Floats,
    V: Floats,
    gate: Floats | None,
    A: Floats,
    O: Floats,  # noqa: E741
    concat: Floats,
    visible: Bools,
    dR: Floats,
    d_k: int,
    divide: bool = True,
    temperature: float = 1.0,
) -> LayerGradients:
    """Back through a whole layer from ∂R (n, d_out), R being Y where there is a W_O and else `concat`.

    The matrices are those of `projections.Projected`, heads in front.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        dconcat = dR if W_O is None else dR @ W_O.T  # (n, n_heads · d_v)
        dW_O = None if W_O is None else concat.T @ dR  # (n_heads · d_v, d_out)
        dheads = split_heads(dconcat, len(A))  # (n_heads, n, d_v)
        dO, dgate = (dheads, None) if gate is None else gate_backward(O, gate, dheads)
        heads = attend_backward(Q, K, V, A, visible, dO, d_k=d_k, divide=divide, temperature=temperature)
        assert heads.dQ is not None  # Q and K were given
        assert heads.dK is not None
        dqueries = heads.dQ if dgate is None else np.concatenate([heads.dQ, dgate], axis=-1)
        columns = [merge_heads(part) for part in (dqueries, heads.dK, heads.dV)]  # each (n, columns of its W)
        dW_Q, dW_K, dW_V = (u.T @ part for part in columns)
        du = sum((part @ W.T for part, W in zip(columns, (W_Q, W_K, W_V), strict=True)), np.zeros_like(u))
        dX = layer_norm_backward(X, u, du, eps) if normalised else du
    return LayerGradients(
        dY=None if W_O is None else dR,
        dW_O=dW_O,
        dconcat=dconcat,
        dgated=None if gate is None else dheads,
        dgate=dgate,
        heads=heads,
        dW_Q=dW_Q,
        dW_K=dW_K,
        dW_V=dW_V,
        du=du,
        dX=dX,
    )


def gate_backward(O: Floats, gate: Floats, dgated: Floats) -> tuple[Floats, Floats]:  # noqa: E741
    """Back through O ⊙ σ(gate): ∂O and ∂gate.  All (n_heads, n, d_v); σ' = σ (1 - σ)."""
    share = sigmoid(gate)
    # 1 - σ(x) is σ(-x), which stays exact where σ(x) rounds to 1.
    return dgated * share, dgated * O * share * sigmoid(-gate)


def layer_norm_backward(X: Floats, u: Floats, du: Floats, eps: float) -> Floats:
    """Back through u = (x - mean) / √(var + eps).  All (n, d_model).

    What is left of ∂u has mean 0 and, with eps = 0, is at right angles to u: neither offset nor size of x matter.
    A constant row has u = 0; with eps = 0 LayerNorm jumps there, so that it has no derivative, and its ∂x is 0.
    """
    divisor = deviations(X, eps)  # (n,)
    flat = divisor == 0
    divisor[flat] = 1
    dX: Floats = du - du.mean(axis=-1, keepdims=True) - u * (du * u).mean(axis=-1, keepdims=True)
    dX /= divisor[:, np.newaxis]
    dX[flat] = 0
    return dX


def deviations(X: Floats, eps: float) -> Floats:
    """√(var + eps) of every row, exactly √eps where all numbers of a row are one.  (n, d_model) → (n,)"""
    exponent = np.frexp(np.abs(X).max(axis=-1))[1]  # so that squares stay in range, as in `layer_norm`
    with np.errstate(over="ignore", under="ignore"):
        centred = np.ldexp(X, -exponent[:, np.newaxis])
        root_eps = np.ldexp(X.dtype.type(sqrt(eps)), -exponent)
        centred -= centred.mean(axis=-1, keepdims=True)
        centred -= centred.mean(axis=-1, keepdims=True)
        spread = np.sqrt(np.square(centred).mean(axis=-1))
        spread[constant_rows(X)] = 0
        return np.asarray(np.ldexp(np.hypot(spread, root_eps), exponent))
