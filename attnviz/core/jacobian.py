"""The derivative of softmax in one row, and how much of a gradient gets through it."""

from __future__ import annotations

import numpy as np

from attnviz.core.arrays import Floats


def softmax_jacobian(a: Floats) -> Floats:
    """J = diag(a) - a aᵀ: entry (j, k) is how far weight j moves with scaled score k.  a (n_k,) → (n_k, n_k)

    Symmetric, and every row sums to 0 where `a` sums to 1. Its norm is `measures.jacobian_norms`. Goodfellow, Bengio
    & Courville, Deep Learning (2016), section 6.2.2.3, differentiates the same function.
    """
    J: Floats = -np.outer(a, a)
    J[np.diag_indices(len(a))] += a
    return J


def passed_share(before: Floats, after: Floats) -> Floats:
    """‖after‖ / ‖before‖ for every row: what is left of ∂A behind the softmax, 0 where nothing came.  (…, n_k) → (…)"""
    came, left = np.linalg.norm(before, axis=-1), np.linalg.norm(after, axis=-1)
    return np.asarray(np.divide(left, came, where=came > 0, out=np.zeros_like(came)))
