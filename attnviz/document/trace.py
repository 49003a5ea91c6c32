"""What follows from a document: one named, labelled array a step. Frozen, derived, never saved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.measures import Measures

Array = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Trace:
    """Every step of one head. A step that the source does not have is None."""

    tokens_q: tuple[str, ...]
    tokens_k: tuple[str, ...]
    d_k: int
    Q: Array | None  # (n_q, d_k)
    K: Array | None  # (n_k, d_k)
    V: Array | None  # (n_k, d_v)
    scores: Array  # (n_q, n_k), raw
    scaled: Array  # (n_q, n_k), after √d_k and temperature
    visible: NDArray[np.bool_]  # (n_q, n_k), True = the query may look at the key
    weights: Array  # (n_q, n_k), rows sum to 1, or to 0 where nothing is visible
    output: Array | None  # (n_q, d_v)
    measures: Measures
    seconds: float = 0.0  # what computing it took

    @property
    def n_q(self) -> int:
        return len(self.tokens_q)

    @property
    def n_k(self) -> int:
        return len(self.tokens_k)

    @property
    def masked(self) -> bool:
        """Whether any cell may not be looked at."""
        return not bool(self.visible.all())

    def arrays(self) -> dict[str, Array | NDArray[np.bool_] | tuple[str, ...]]:
        """Every step by its name, as `attnviz compute` writes it; steps that the source does not have are left out."""
        steps = {
            "Q": self.Q,
            "K": self.K,
            "V": self.V,
            "scores": self.scores,
            "scaled": self.scaled,
            "weights": self.weights,
            "output": self.output,
            "visible": self.visible,
        }
        return {"tokens_q": self.tokens_q, "tokens_k": self.tokens_k} | {
            name: step for name, step in steps.items() if step is not None
        }
