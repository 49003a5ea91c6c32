"""Whether the numbers of a trace are shares of 1, without which entropy, saturation and the like would mean nothing."""

from __future__ import annotations

import numpy as np

from attnviz.document.trace import Trace
from attnviz.export.kept import Kept, same

ABOUT = 0.1  # how far from 1 a row may sum: rounding takes it that far, scores take it further
MOST_CELLS = 1 << 20  # looked at; of larger matrices some rows tell

_known: Kept[bool] = Kept(most=16)


def are_shares(trace: Trace) -> bool:
    """Whether no weight is negative and rows sum to about 1, or to 0 where a query looks nowhere.

    What a softmax of ours made always is; imported numbers may be anything. Of a row with a cell that is NaN or
    infinite, which took its share with it, the rest may sum to less; where every row has one, nothing can be told, and
    they are none. Asked for again, it costs nothing.
    """
    return trace.scored or _known.get(same(trace.weights), (trace.weights,), lambda: _judged(trace))


def _judged(trace: Trace) -> bool:
    step = max(1, trace.weights.size // MOST_CELLS)
    rows = trace.weights[::step]
    if bool((rows < 0).any()):
        return False
    with np.errstate(over="ignore"):
        sums = rows.sum(axis=1, dtype=np.float64)
    whole = (np.abs(sums - 1) <= ABOUT) | (sums == 0)
    if trace.drawn is None:
        return bool(whole.all())
    sound = np.isfinite(trace.drawn[::step]).all(axis=1)
    return bool(sound.any() and np.where(sound, whole, sums <= 1 + ABOUT).all())
