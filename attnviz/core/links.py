"""The weights worth a line of their own: those above a threshold, and of each query the largest few."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats

MOST_LINKS = 4000  # lines in one drawing; beyond, they are a surface


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Links:
    """Chosen cells of a matrix of weights, from the lightest to the heaviest, so that the heavy are drawn on top."""

    queries: NDArray[np.intp]  # (m,)
    keys: NDArray[np.intp]  # (m,)
    weights: Floats  # (m,)
    share: float  # of all weight above zero, 0 to 1: what the chosen cells hold together
    left_out: int  # cells that were chosen but are more than MOST_LINKS: the lightest of them

    def __len__(self) -> int:
        return len(self.queries)

    def looked_at(self, query: int) -> list[int]:
        """The chosen keys of a query, the heaviest first."""
        keys: list[int] = self.keys[self.queries == query].tolist()
        return keys[::-1]


def choose_links(A: Floats, *, threshold: float, most: int) -> Links:
    """The cells of A (n_q, n_k) of weight > 0 and ≥ `threshold`, at most `most` a query, the largest first.

    Of equal weights in a row the earlier key goes first.
    """
    queries, keys = np.nonzero((threshold <= A) & (A > 0))
    weights = A[queries, keys]
    order = np.lexsort((keys, -weights, queries))
    queries, keys, weights = queries[order], keys[order], weights[order]
    starts = np.searchsorted(queries, queries)  # of each cell's row among the chosen
    first = np.arange(len(queries)) - starts < most
    queries, keys, weights = queries[first], keys[first], weights[first]
    light_first = np.argsort(weights, kind="stable")
    kept = light_first[-MOST_LINKS:]
    return Links(
        queries=queries[kept],
        keys=keys[kept],
        weights=weights[kept],
        share=_share(weights[kept], A),
        left_out=len(light_first) - len(kept),
    )


def _share(chosen: Floats, A: Floats) -> float:
    """What the chosen weights are of all above zero in A; what is no weight may be too large to be added up."""
    above = True if A.min(initial=0) == 0 else A > 0
    with np.errstate(over="ignore"):
        total = float(A.sum(dtype=np.float64, where=above))
    if not np.isfinite(total):
        largest = float(A.max())
        return _share(chosen / largest, A / largest)
    return float(chosen.sum(dtype=np.float64)) / total if total else 0.0
