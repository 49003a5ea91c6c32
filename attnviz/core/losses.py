"""Losses of a result R (n_q, d_out) that say where a backward pass begins: each with its value and its gradient.

All of them take R with axes in front, (…, n_q, d_out), and give one value each, so that many slightly moved results
can be judged in one call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.softmax import softmax


class Loss(Protocol):
    """A number for a result, and how it changes with every entry of the result."""

    def value(self, R: Floats) -> Floats:
        """R (…, n_q, d_out) → L (…)"""
        ...

    def gradient(self, R: Floats) -> Floats:
        """R (n_q, d_out) → ∂L/∂R (n_q, d_out)"""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """L = Σ G ⊙ R, whose gradient is G whatever R is."""

    G: Floats  # (n_q, d_out)

    def value(self, R: Floats) -> Floats:
        return np.asarray((R * self.G).sum(axis=(-2, -1)))

    def gradient(self, R: Floats) -> Floats:
        return self.G.astype(R.dtype)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Squared:
    """L = ½ ‖r - t‖² of one row r; ∂L/∂r = r - t, and 0 in the other rows."""

    row: int
    target: Floats  # (d_out,)

    def value(self, R: Floats) -> Floats:
        return np.asarray(0.5 * ((R[..., self.row, :] - self.target) ** 2).sum(axis=-1))

    def gradient(self, R: Floats) -> Floats:
        G = np.zeros_like(R)
        G[self.row] = R[self.row] - self.target
        return G


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class CrossEntropy:
    """L = -log p_c with p = softmax(r) of one row r; ∂L/∂r = p - onehot(c), and 0 in the other rows.

    Goodfellow, Bengio & Courville, Deep Learning (2016), section 6.2.2.3.
    """

    row: int
    column: int

    def value(self, R: Floats) -> Floats:
        r = R[..., self.row, :]  # (…, d_out)
        peak = r.max(axis=-1)
        # log Σ e^r - r_c, with the largest component taken out of every power so that none is too large. It is taken
        # from r_c first: added to a small logarithm it would round that away.
        return np.asarray(np.log(np.exp(r - peak[..., None]).sum(axis=-1)) + (peak - r[..., self.column]))

    def gradient(self, R: Floats) -> Floats:
        G = np.zeros_like(R)
        G[self.row] = softmax(R[self.row])
        G[self.row, self.column] -= 1
        return G
