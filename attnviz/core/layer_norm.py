"""LayerNorm without gain and bias: every row with mean 0 and variance 1.

    u = (x - mean(x)) / √(var(x) + eps)        var over n, not n - 1

Ba, Kiros and Hinton 2016, "Layer Normalization", arXiv 1607.06450, eq. 3.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from attnviz.core import checks
from attnviz.core.arrays import Bools, Floats, as_floats, require_finite


def layer_norm(X: ArrayLike, eps: float = 0.0) -> Floats:
    """u = (x - mean) / √(var + eps), row by row.  X (n, d_model) → u (n, d_model).

    With eps = 0 the size and the offset of a row do not matter: x and 2x + 7 give the same u. A constant row
    has no direction to keep, so it becomes zeros, whatever eps is.
    Raises InputError for entries that are not finite and for a negative eps, ShapeError for an empty X.
    """
    X = _checked(X)
    eps = checks.non_negative("eps", eps)
    # A power of two rounds nothing off and brings every row near 1, where squares stay in range.
    exponent = np.frexp(np.abs(X).max(axis=-1, keepdims=True))[1]  # (n, 1), largest |x| < 2^exponent
    with np.errstate(over="ignore", under="ignore"):
        centred = np.ldexp(X, -exponent)  # (n, d_model), in -1 … 1
        root_eps = np.ldexp(X.dtype.type(sqrt(eps)), -exponent)  # (n, 1), √eps in the row's own unit
    # The second time takes away what rounding left of the mean: it matters where a row is almost constant.
    centred -= centred.mean(axis=-1, keepdims=True)
    centred -= centred.mean(axis=-1, keepdims=True)
    deviation = np.sqrt(np.square(centred).mean(axis=-1, keepdims=True))  # (n, 1), √var
    divisor = np.hypot(deviation, root_eps)  # (n, 1), √(var + eps)
    constant = constant_rows(X)
    divisor[constant] = 1
    u: Floats = centred / divisor
    u[constant] = 0
    return u


def constant_rows(X: ArrayLike) -> Bools:
    """Which rows hold one number only, so that LayerNorm makes them zeros.  X (n, d_model) → (n,)

    It compares largest and smallest entry: a variance that should be 0 may be 1e-34 after rounding.
    """
    X = _checked(X)
    return np.asarray(X.max(axis=-1) == X.min(axis=-1))


def _checked(X: ArrayLike) -> Floats:
    X = as_floats("X", X)
    checks.require_matrix("X", X)
    require_finite("X", X)
    return X
