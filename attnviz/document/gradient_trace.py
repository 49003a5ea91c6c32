"""The way back through a document: ∂L of every step, by the step's name. Frozen, derived, never saved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.losses import Loss
from attnviz.core.projection_gradient import LayerGradients
from attnviz.document.trace import Trace

Array = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GradientTrace:
    """Each gradient has the shape of its matrix. One that the source does not have is None.

    With several heads, arrays have a leading head axis, and `for_head` gives those of one head without it.
    """

    trace: Trace  # what was computed on the way there, with V and output also for a sentence
    loss: Loss
    value: float  # L
    result: Array  # R (n_q, d_out): Y where there is a W_O, else the heads' outputs side by side
    dR: Array  # (n_q, d_out), where the way back begins
    dO: Array  # (n_q, d_v)
    dV: Array  # (n_k, d_v)
    dA: Array  # (n_q, n_k), 0 where a query may not look
    dscaled: Array  # (n_q, n_k), of the scores after √d_k and temperature; rows sum to 0
    dS: Array  # (n_q, n_k), rows sum to 0
    dQ: Array | None  # (n_q, d_k)
    dK: Array | None  # (n_k, d_k)
    layer: LayerGradients | None = None  # of all heads, where there are projections
    passed: Array  # (n_q,), ‖∂scaled row‖ / ‖∂A row‖: how much gets through the softmax
    row_sum: float  # the largest |sum of a row of ∂S|, which is 0 but for rounding

    def for_head(self, head: int) -> GradientTrace:
        """The gradients of one head, 0-based and kept inside what there is."""
        if self.dA.ndim == 2:
            return self
        trace = self.trace.for_head(head)
        own, shared = trace.head, trace.kv_head
        return replace(
            self,
            trace=trace,
            dO=self.dO[own],
            dV=self.dV[shared],
            dA=self.dA[own],
            dscaled=self.dscaled[own],
            dS=self.dS[own],
            dQ=None if self.dQ is None else self.dQ[own],
            dK=None if self.dK is None else self.dK[shared],
            passed=self.passed[own],
        )

    def parameters(self) -> dict[str, Array]:
        """∂L of everything the document holds or draws, by the name of the parameter; what a check goes through."""
        if self.layer is not None:
            layer = self.layer
            found = {"X": layer.dX, "W_Q": layer.dW_Q, "W_K": layer.dW_K, "W_V": layer.dW_V}
            return found if layer.dW_O is None else {**found, "W_O": layer.dW_O}
        if self.dQ is None or self.dK is None:
            return {"S": self.dS, "V": self.dV}
        return {"Q": self.dQ, "K": self.dK, "V": self.dV}

    def arrays(self) -> dict[str, Array]:
        """Every gradient by its name; those that the source does not have are left out."""
        steps: dict[str, Array | None] = {"dR": self.dR}
        if self.layer is not None:
            names = ("dW_O", "dconcat", "dgated", "dgate", "dW_Q", "dW_K", "dW_V", "du", "dX")
            steps |= {name: getattr(self.layer, name) for name in names}
        steps |= {name: getattr(self, name) for name in ("dO", "dV", "dA", "dscaled", "dS", "dQ", "dK")}
        return {name: step for name, step in steps.items() if step is not None}
