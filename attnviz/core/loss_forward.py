"""From parameters to a loss in one go, for many slightly different parameters at once: what a gradient is checked by.

Nothing is kept on the way, and any parameter may have an axis in front: Q (batch, n_q, d_k) gives `batch` losses. It
computes what `attention` and `projections` compute, with their softmax, LayerNorm and scaling.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from attnviz.core.arrays import Bools, Floats
from attnviz.core.attention import scale_scores
from attnviz.core.layer_norm import layer_norm
from attnviz.core.losses import CrossEntropy, Loss
from attnviz.core.projection_gradient import deviations
from attnviz.core.projections import sigmoid
from attnviz.core.softmax import softmax

Parameters = dict[str, Floats]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Forward:
    """Everything but the parameters, which are Q, K, V, or S and V, or X, W_Q, W_K, W_V and perhaps W_O.

    Scores are content · Q Kᵀ + other_scores, or S.
    """

    loss: Loss
    visible: Bools  # (n_q, n_k)
    d_k: int
    divide: bool = True
    temperature: float = 1.0
    content: float = 1.0
    other_scores: Floats | None = None  # (n_q, n_k)
    n_heads: int = 1
    n_kv_heads: int = 1
    gated: bool = False
    normalise: bool = False
    eps: float = 0.0

    def value(self, parameters: Parameters) -> Floats:
        """L (batch,), or a single L where no parameter has an axis in front."""
        return self.loss.value(self.result(parameters))

    def result(self, parameters: Parameters) -> Floats:
        """R (…, n_q, d_out): Y where there is a W_O, else the heads side by side."""
        Q, K, V, gate = self.vectors(parameters)
        S = parameters["S"][..., np.newaxis, :, :] if Q is None or K is None else self._scores(Q, K)
        A = softmax(self._scaled(S), self.visible)  # (…, n_heads, n_q, n_k)
        O = A @ self._per_head(V)  # (…, n_heads, n_q, d_v)  # noqa: E741
        if gate is not None:
            O = O * sigmoid(gate)  # noqa: E741
        concat = O.swapaxes(-3, -2).reshape(*O.shape[:-3], O.shape[-2], -1)  # (…, n_q, n_heads · d_v)
        return concat @ parameters["W_O"] if "W_O" in parameters else concat

    def vectors(self, parameters: Parameters) -> tuple[Floats | None, Floats | None, Floats, Floats | None]:
        """Q, K, V and gate with heads, (…, heads, n, d); those that the scores do not come from are None."""
        if "X" not in parameters:
            heads = {name: parameters[name][..., np.newaxis, :, :] for name in ("Q", "K", "V") if name in parameters}
            return heads.get("Q"), heads.get("K"), heads["V"], None
        u = self.normalised(parameters)
        queries = _split(u @ parameters["W_Q"], self.n_heads)
        K = _split(u @ parameters["W_K"], self.n_kv_heads)
        V = _split(u @ parameters["W_V"], self.n_kv_heads)
        if not self.gated:
            return queries, K, V, None
        return queries[..., : self.d_k], K, V, queries[..., self.d_k :]

    def normalised(self, parameters: Parameters) -> Floats:
        """u (…, n, d_model), what the projections read."""
        return layer_norm(parameters["X"], self.eps) if self.normalise else parameters["X"]

    def _scores(self, Q: Floats, K: Floats) -> Floats:
        S: Floats = self.content * (Q @ self._per_head(K).swapaxes(-1, -2))
        return S if self.other_scores is None else S + self.other_scores

    def _scaled(self, S: Floats) -> Floats:
        return scale_scores(S, d_k=self.d_k, divide=self.divide, temperature=self.temperature)

    def _per_head(self, shared: Floats) -> Floats:
        group = self.n_heads // self.n_kv_heads
        return shared if group == 1 else np.repeat(shared, group, axis=-3)

    def steps(self, parameters: Parameters) -> dict[str, Floats]:
        """For central differences, the step h of every parameter: ∛ε times the change that matters to it.

        A change matters when it moves a score, or what stands in another curved function, by about 1: there the
        third derivative, which central differences neglect, and rounding cost alike (Nocedal & Wright, Numerical
        Optimization, 2nd ed. 2006, section 8.1). Each has the parameter's shape.
        """
        root = float(np.cbrt(np.finfo(np.float64).eps))
        felt = self._sensitivities(parameters)
        return {
            name: np.maximum(
                np.broadcast_to(root / np.clip(felt[name], 1e-150, 1e150), parameter.shape),
                16 * np.spacing(np.abs(parameter)),
            )
            for name, parameter in parameters.items()
        }

    def _sensitivities(self, parameters: Parameters) -> dict[str, Floats]:
        """By how much, at most, the argument of a curved function moves when a parameter moves by 1."""
        unit = 1.0 / ((sqrt(self.d_k) if self.divide else 1.0) * self.temperature)
        Q, K, V, gate = self.vectors(parameters)
        curved = isinstance(self.loss, CrossEntropy)  # the others are of degree 1 or 2 in V and W_O
        last = _largest(parameters["W_O"]) if "W_O" in parameters else 1.0
        felt_V = last if curved else 1.0 / _size(V)
        if Q is None or K is None:
            return {"S": np.asarray(unit), "V": np.asarray(felt_V)}
        felt_Q, felt_K = (self.content * unit * _largest(other) for other in (K, Q))
        if "X" not in parameters:
            sizes = {"Q": felt_Q or 1.0 / _size(Q), "K": felt_K or 1.0 / _size(K), "V": felt_V}
            return {name: np.asarray(size) for name, size in sizes.items()}
        if gate is not None:
            felt_Q = max(felt_Q, 1.0)
        felt = {"W_Q": felt_Q, "W_K": felt_K, "W_V": felt_V}
        u = self.normalised(parameters)
        through = max(_largest(parameters[name]) * size for name, size in felt.items())
        sizes = {name: _largest(u) * size or 1.0 for name, size in felt.items()}
        if "W_O" in parameters:
            sizes["W_O"] = _largest(V) or 1.0 if curved else 1.0 / _size(parameters["W_O"])
        # LayerNorm is curved itself, and a row of small spread is stretched by it.
        spread: Floats = np.ones(len(u))
        if self.normalise:
            spread = deviations(parameters["X"], self.eps)
            spread[spread == 0] = 1
            through += 1
        felt_X = (through or 1.0) / spread[:, np.newaxis]
        return {name: np.asarray(size) for name, size in sizes.items()} | {"X": felt_X}


def _split(M: Floats, heads: int) -> Floats:
    """(…, n, heads · d) → (…, heads, n, d)"""
    return M.reshape(*M.shape[:-1], heads, -1).swapaxes(-3, -2)


def _largest(M: Floats) -> float:
    return float(np.abs(M).max())


def _size(M: Floats) -> float:
    """The largest number, or 1 for a matrix of zeros."""
    return _largest(M) or 1.0
