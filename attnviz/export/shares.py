"""Whether the numbers of a trace are shares of 1, without which entropy, saturation and the like would mean nothing."""

from __future__ import annotations

import numpy as np

from attnviz.document.trace import Trace
from attnviz.export.kept import Kept, same

ABOUT = 0.1  # how far from 1 a row may sum: rounding takes it that far, scores take it further
MOST_CELLS = 1 << 20  # looked at; of larger matrices some rows tell

_known: Kept[bool] = Kept(most=16)


def are_shares(trace: Trace) -> bool:
    """Whether no weight is negative or infinite and rows sum to about 1, or to 0 where a query looks nowhere.

    What a softmax of ours made always is; imported numbers may be anything. Asked for again, it costs nothing.
    """
    return trace.scored or _known.get(same(trace.weights), (trace.weights,), lambda: _judged(trace))


def _judged(trace: Trace) -> bool:
    if trace.drawn is not None:
        return False
    step = max(1, trace.weights.size // MOST_CELLS)
    rows = trace.weights[::step]
    if bool((rows < 0).any()):
        return False
    if trace.masked:  # a number that is none took its share with it
        rows = rows[trace.visible[::step].all(axis=1)]
    with np.errstate(over="ignore"):
        sums = rows.sum(axis=1, dtype=np.float64)
    return bool(((np.abs(sums - 1) <= ABOUT) | (sums == 0)).all())


def infinite_cells(trace: Trace) -> int:
    """How many imported numbers are infinite."""
    return 0 if trace.drawn is None else int(np.isinf(trace.drawn).sum())
