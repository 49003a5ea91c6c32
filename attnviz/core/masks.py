"""Who may look at whom: boolean matrices (n_q, n_k), True where query i may look at key j.

With fewer queries than keys (a KV cache, a continued text) the queries are the *last* n_q positions of the
n_k keys, so query i stands at key position i + (n_k - n_q): masks are aligned at the bottom right corner.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core.arrays import Bools, shape_text, type_name
from attnviz.core.checks import positive_count
from attnviz.errors import InputError, ShapeError
from attnviz.i18n import translate


def causal_mask(n_q: int, n_k: int) -> Bools:
    """Every query looks at its own position and at earlier ones: j <= i + n_k - n_q.  Returns (n_q, n_k).

    With more queries than keys, the first n_q - n_k rows see nothing.
    """
    return np.tri(positive_count("n_q", n_q), positive_count("n_k", n_k), k=n_k - n_q, dtype=np.bool_)


def window_mask(n_q: int, n_k: int, window: int) -> Bools:
    """Every query looks at the last `window` keys, its own position included: a band of (n_q, n_k).

    At position p = i + n_k - n_q these are p - window < j <= p: exactly `window` keys once there are enough.
    """
    too_old = np.tri(n_q, n_k, k=n_k - n_q - positive_count("window", window), dtype=np.bool_)
    return causal_mask(n_q, n_k) & ~too_old


def padding_mask(n_q: int, n_k: int, padding: ArrayLike) -> Bools:
    """No query looks at a key that is padding.  `padding` (n_k,) is True there.  Returns (n_q, n_k)."""
    is_padding = booleans("padding", padding, (positive_count("n_k", n_k),))
    return np.repeat(~is_padding[np.newaxis], positive_count("n_q", n_q), axis=0)


def combine(
    n_q: int,
    n_k: int,
    *,
    causal: bool = False,
    window: int | None = None,
    padding: ArrayLike | None = None,
    visible: ArrayLike | None = None,
) -> Bools:
    """All masks asked for, joined by AND.  Returns (n_q, n_k); all True when none is asked for.

    `visible` (n_q, n_k) is a mask of the caller's own. Raises InputError or ShapeError for a window below 1
    and for masks of another size or type.
    """
    allowed = np.ones((positive_count("n_q", n_q), positive_count("n_k", n_k)), dtype=np.bool_)
    if causal:
        allowed &= causal_mask(n_q, n_k)
    if window is not None:
        allowed &= window_mask(n_q, n_k, window)
    if padding is not None:
        allowed &= padding_mask(n_q, n_k, padding)
    if visible is not None:
        allowed &= booleans("visible", visible, (n_q, n_k))
    return allowed


def booleans(role: str, value: ArrayLike, shape: tuple[int, ...]) -> Bools:
    """`value` as a boolean array of exactly `shape`, not copied; `role` is what messages call it."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError) as error:
        raise ShapeError(
            translate("core", "The mask “{role}” must be a rectangle: all its rows need the same length.").format(
                role=role
            )
        ) from error
    if array.shape != shape:
        raise ShapeError(
            translate("core", "The mask “{role}” is {found}; it must be {expected}.").format(
                role=role, found=shape_text(array), expected=" × ".join(map(str, shape))
            )
        )
    # Numbers are refused: libraries disagree on whether 1 means "look" or "hide", so the caller must say.
    if array.dtype != np.bool_:
        raise InputError(
            translate(
                "core", "The mask “{role}” must hold true and false only; it holds values of type {found}."
            ).format(role=role, found=type_name(array))
        )
    return array
