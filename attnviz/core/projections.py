"""From embeddings to attention and out of it: the matrices W around the heads.

    u = LayerNorm(X), or X itself
    Q = u W_Q    K = u W_K    V = u W_V      cut into heads, side by side
    O_h = softmax(Q_h K_gᵀ / √d_k) V_g       g = h // (n_heads / n_kv_heads)
    gated = O ⊙ σ(gate)                      where W_Q brings a gate
    Y = [O_1 | O_2 | …] W_O

Vaswani et al. 2017, arXiv 1706.03762, section 3.2.2; shared keys and values: Ainslie et al. 2023, arXiv
2305.13245; the gate: Qiu et al. 2025, arXiv 2505.06708. All W stand on the right, (inputs, outputs):
torch.nn.Linear keeps them transposed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import checks
from attnviz.core.arrays import Bools, Floats, as_floats, frozen, frozen_floats, require_finite, shape_text
from attnviz.core.attention import Attention, attend
from attnviz.core.layer_norm import constant_rows, layer_norm
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate


@dataclass(frozen=True, slots=True, kw_only=True)
class Heads:
    """The sizes of one layer of heads. Numbers only, so two of them compare equal when all sizes do."""

    n_heads: int
    n_kv_heads: int  # divides n_heads
    d_k: int  # components of a query and of a key
    d_v: int  # components of a value, of a gate and of a head's output
    gated: bool  # W_Q brings a gate beside every query


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Projected:
    """Every matrix from the embeddings to the output of the layer, read-only."""

    heads: Heads
    X: Floats  # (n, d_model)
    u: Floats  # (n, d_model), what the projections read: LayerNorm(X), or X itself
    normalised: bool
    constant_rows: Bools  # (n,), rows that LayerNorm made zeros; none of them without LayerNorm
    W_Q: Floats  # (d_model, n_heads · d_k), with a gate (d_model, n_heads · (d_k + d_v))
    W_K: Floats  # (d_model, n_kv_heads · d_k)
    W_V: Floats  # (d_model, n_kv_heads · d_v)
    W_O: Floats | None  # (n_heads · d_v, d_model)
    Q: Floats  # (n_heads, n, d_k)
    K: Floats  # (n_kv_heads, n, d_k)
    V: Floats  # (n_kv_heads, n, d_v)
    gate: Floats | None  # (n_heads, n, d_v), before σ
    attention: Attention  # of the three above: scores, weights and the rest, (n_heads, n, n)
    O: Floats  # (n_heads, n, d_v), before the gate  # noqa: E741
    gated_O: Floats | None  # (n_heads, n, d_v), O ⊙ σ(gate); None without a gate
    concat: Floats  # (n, n_heads · d_v), the heads side by side, after the gate if there is one
    Y: Floats | None  # (n, d_model); None without W_O

    def __post_init__(self) -> None:
        steps = (self.X, self.u, self.constant_rows, self.W_Q, self.W_K, self.W_V, self.W_O)
        for array in (*steps, self.Q, self.K, self.V, self.gate, self.O, self.gated_O, self.concat, self.Y):
            if array is not None:
                array.setflags(write=False)


def attend_projected(
    X: ArrayLike,
    W_Q: ArrayLike,
    W_K: ArrayLike,
    W_V: ArrayLike,
    *,
    n_heads: int = 1,
    n_kv_heads: int | None = None,
    gated: bool = False,
    W_O: ArrayLike | None = None,
    normalise: bool = False,
    eps: float = 0.0,
    divide: bool = True,
    temperature: float = 1.0,
    causal: bool = False,
    window: int | None = None,
    padding: ArrayLike | None = None,
    visible: ArrayLike | None = None,
) -> Projected:
    """Self-attention from embeddings, with every step kept.

    X (n, d_model); W_Q (d_model, n_heads · d_k), W_K (d_model, n_kv_heads · d_k), W_V (d_model,
    n_kv_heads · d_v), W_O (n_heads · d_v, d_model). `n_kv_heads` None means n_heads. With `gated`, W_Q is
    (d_model, n_heads · (d_k + d_v)) (see `split_gated`). `normalise` and `eps` are LayerNorm's; what
    follows is `attend`'s. All is computed in the widest float type that any matrix brings.

    Raises ShapeError or InputError, naming the matrices, when they do not fit or are not finite numbers.
    """
    dtype = np.result_type(*(as_floats(role, W) for role, W in (("X", X), ("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V))))
    X = frozen_floats("X", X, dtype)
    W_Q, W_K, W_V = (frozen_floats(role, W, dtype) for role, W in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)))
    W_O = None if W_O is None else frozen_floats("W_O", W_O, dtype)
    heads = fitting_heads(X, W_Q, W_K, W_V, W_O, n_heads=n_heads, n_kv_heads=n_kv_heads, gated=gated)

    u = layer_norm(X, eps) if normalise else X  # (n, d_model)
    queries = project(u, W_Q, "W_Q")  # (n, n_heads · d_k), or with the gates (n, n_heads · (d_k + d_v))
    Q, gate = split_gated(queries, heads.n_heads, heads.d_k, heads.d_v) if gated else (queries, None)
    Q = frozen(Q if gated else split_heads(queries, heads.n_heads))  # (n_heads, n, d_k)
    K = frozen(split_heads(project(u, W_K, "W_K"), heads.n_kv_heads))  # (n_kv_heads, n, d_k)
    V = frozen(split_heads(project(u, W_V, "W_V"), heads.n_kv_heads))  # (n_kv_heads, n, d_v)
    return None
