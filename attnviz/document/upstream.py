"""Where the way back begins: the gradient of a loss in the result of the attention. Frozen, saved, undoable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from attnviz.core import losses

Array = NDArray[np.floating[Any]]
Preset = Literal["cell", "ones", "random", "squared", "cross_entropy", "custom"]
PRESETS: tuple[Preset, ...] = get_args(Preset)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Upstream:
    """A loss L of the result R: Y where there is a W_O, else the heads' outputs side by side (n_q, d_out).

    The default says nothing of a shape: rows and columns count from 0, or from the end where negative (-1 is the
    last), and one that lies outside is moved to the nearest that exists when the gradient is computed.

    cell           L = R[row, column]
    ones           L = the sum of R
    random         L = the sum of R ⊙ G, with standard normal G drawn from `seed`
    squared        L = ½ · the squared distance between R[row] and `target`, whose missing components are 0
    cross_entropy  L = -log softmax(R[row])[column]: row `row` should choose `column`
    custom         L = the sum of R ⊙ `values`; cells of `values` beyond R are dropped, missing ones are 0
    """

    preset: Preset = "cell"
    row: int = -1
    column: int = 0
    seed: int = 0
    target: tuple[float, ...] = ()  # of "squared"
    values: NDArray[np.float64] | None = None  # of "custom", read-only


def place(index: int, size: int) -> int:
    """`index` counted from the end where it is negative, and moved inside 0 … size - 1."""
    counted = index + size if index < 0 else index
    return max(0, min(counted, size - 1))


def asked_rows(upstream: Upstream, shape: tuple[int, int]) -> list[int]:
    """The rows of a result of `shape` (n_q, d_out) on which the loss depends, 0-based."""
    if upstream.preset in ("cell", "squared", "cross_entropy"):
        return [place(upstream.row, shape[0])]
    if upstream.preset == "custom":
        return np.flatnonzero(fitted(upstream.values, shape).any(axis=1)).tolist()
    return list(range(shape[0]))


def fitted(values: NDArray[np.float64] | None, shape: tuple[int, int]) -> NDArray[np.float64]:
    """`values` cut, or filled up with zeros, to `shape`."""
    matrix = np.zeros(shape)
    if values is not None:
        rows, columns = min(shape[0], values.shape[0]), min(shape[1], values.shape[1])
        matrix[:rows, :columns] = values[:rows, :columns]
    return matrix


def loss_of(upstream: Upstream, shape: tuple[int, int]) -> losses.Loss:
    """The loss on a result of `shape` (n_q, d_out), with everything clamped to what exists."""
    row, column = place(upstream.row, shape[0]), place(upstream.column, shape[1])
    if upstream.preset == "squared":
        target = np.zeros(shape[1])
        given = upstream.target[: shape[1]]
        target[: len(given)] = given
        return losses.Squared(row=row, target=target)
    if upstream.preset == "cross_entropy":
        return losses.CrossEntropy(row=row, column=column)
    return losses.Linear(_factors(upstream, shape, row, column))


def _factors(upstream: Upstream, shape: tuple[int, int], row: int, column: int) -> Array:
    """∂L/∂R of a loss that is linear in R."""
    if upstream.preset == "ones":
        return np.ones(shape)
    if upstream.preset == "random":
        return np.random.default_rng(abs(upstream.seed)).normal(size=shape)
    if upstream.preset == "custom":
        return fitted(upstream.values, shape)
    factors = np.zeros(shape)
    factors[row, column] = 1.0
    return factors
