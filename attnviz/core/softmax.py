"""Scores to weights: every row becomes shares of 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core.arrays import Bools, Floats, as_floats, shape_text
from attnviz.core.masks import booleans
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate


def softmax(S: ArrayLike, visible: ArrayLike | None = None) -> Floats:
    """A_ij = exp(S_ij) / Σ_k exp(S_ik), over the keys that row i may look at.

    S (…, n_q, n_k) in any real type, `visible` (n_q, n_k) boolean, one for all heads, or None
    for "all" → A like S, in [0, 1].
    Rows sum to 1. A cell that is not visible is exactly 0; a row with nothing visible is all 0.

    Any magnitude is fine. Visible scores of +∞ share their row equally and leave nothing to the others;
    -∞ gets 0; where every visible score is -∞ they tie, so they share equally too (-∞ is a score, never a
    mask: say "may not look" with `visible`). Raises InputError for NaN in a visible cell.
    """
    S = as_floats("S", S)
    if S.ndim == 0 or S.size == 0:
        raise ShapeError(
            translate("core", "The scores are empty: their shape is {found}, and a row needs at least one key.").format(
                found=shape_text(S)
            )
        )
    seen = None if visible is None else np.broadcast_to(booleans("visible", visible, S.shape[-2:]), S.shape)
    A = S.copy() if seen is None else np.where(seen, S, -np.inf)
    # exp(x - m) / Σ exp(x - m) does not depend on m; with the row's largest score as m, exp never overflows.
    with np.errstate(invalid="ignore"):
        peak = A.max(axis=-1, keepdims=True)  # (…, n_q, 1)
    if np.isnan(peak).any():
        raise InputError(translate("core", "The scores hold NaN (not a number) in a cell that may be looked at."))
    _settle_infinite_peaks(A, peak, seen)
    # From here on A is changed in place: at n = 4096 every extra matrix would cost 64 MB.
    with np.errstate(over="ignore"):  # two scores further apart than the largest float: the lower gets 0
        np.subtract(A, peak, out=A)
    np.exp(A, out=A)
    total = A.sum(axis=-1, keepdims=True)  # (…, n_q, 1); at least 1, or 0 in a row with nothing visible
    total[total == 0] = 1
    np.divide(A, total, out=A)
    return A


def _settle_infinite_peaks(A: Floats, peak: Floats, seen: Bools | None) -> None:
    """Rewrite rows whose largest score is infinite: 0 where it is reached and seen, -∞ elsewhere, peak 0."""
    rows = np.isinf(peak[..., 0])
    if not rows.any():
        return
    shares = A[rows] == peak[rows]
    if seen is not None:
        shares &= seen[rows]
    A[rows] = np.where(shares, 0.0, -np.inf)
    peak[rows] = 0.0
