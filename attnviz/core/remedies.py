"""What may be done about attention that is not quite what it should be: layers that read another one differently.

Nothing is computed before a head is read. A remedied stack has the heads of the old one in the same places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.layers import Layer, Raw, decoded, float_type
from attnviz.core.softmax import softmax
from attnviz.core.stack import AttentionStack

Remedy = Literal["softmax", "transpose", "rescale", "normalise", "crop", "first-batch", "mask-future", "clear"]


@dataclass(frozen=True, slots=True)
class Crop:
    """The part that is kept: rows and keys from the first to before the last."""

    rows: tuple[int, int]
    keys: tuple[int, int]


@dataclass(frozen=True, eq=False)
class _Derived(Layer):
    """A layer whose rows are worked out from the same rows of another; `change(rows, first)` may write into them."""

    inner: Layer
    change: Callable[[Floats, int], Floats]

    @property
    def n_heads(self) -> int:  # type: ignore[override]
        return self.inner.n_heads

    @property
    def n_q(self) -> int:  # type: ignore[override]
        return self.inner.n_q

    @property
    def n_k(self) -> int:  # type: ignore[override]
        return self.inner.n_k

    @property
    def at_once(self) -> bool:  # type: ignore[override]
        return self.inner.at_once

    @property
    def precision(self) -> str:
        return self.inner.precision

    @property
    def stored(self) -> str:  # type: ignore[override]
        return float_type(self.inner.stored).name

    def raw(self, head: int, first: int, last: int) -> Floats:
        rows = decoded(self.inner.raw(head, first, last), self.inner.stored)
        with np.errstate(all="ignore"):
            return self.change(np.array(rows), first)


@dataclass(frozen=True, eq=False)
class _Transposed(Layer):
    inner: Layer
    at_once: bool = True

    @property
    def n_heads(self) -> int:  # type: ignore[override]
        return self.inner.n_heads

    @property
    def n_q(self) -> int:  # type: ignore[override]
        return self.inner.n_k

    @property
    def n_k(self) -> int:  # type: ignore[override]
        return self.inner.n_q

    @property
    def precision(self) -> str:
        return self.inner.precision

    @property
    def stored(self) -> str:  # type: ignore[override]
        return float_type(self.inner.stored).name

    def raw(self, head: int, first: int, last: int) -> Floats:
        whole = decoded(self.inner.raw(head, 0, self.inner.n_q), self.inner.stored)
        return np.ascontiguousarray(whole.T[first:last])


@dataclass(frozen=True, eq=False)
class _Cropped(Layer):
    inner: Layer
    crop: Crop

    @property
    def n_heads(self) -> int:  # type: ignore[override]
        return self.inner.n_heads

    @property
    def n_q(self) -> int:  # type: ignore[override]
        return self.crop.rows[1] - self.crop.rows[0]

    @property
    def n_k(self) -> int:  # type: ignore[override]
        return self.crop.keys[1] - self.crop.keys[0]

    @property
    def at_once(self) -> bool:  # type: ignore[override]
        return self.inner.at_once

    @property
    def precision(self) -> str:
        return self.inner.precision

    @property
    def stored(self) -> str:  # type: ignore[override]
        return float_type(self.inner.stored).name

    def raw(self, head: int, first: int, last: int) -> Floats:
        start = self.crop.rows[0]
        rows = decoded(self.inner.raw(head, start + first, start + last), self.inner.stored)
        return rows[:, slice(*self.crop.keys)]


@dataclass(frozen=True, eq=False)
class _OneHead(Layer):
    inner: Layer
    n_heads: int = 1

    @property
    def n_q(self) -> int:  # type: ignore[override]
        return self.inner.n_q

    @property
    def n_k(self) -> int:  # type: ignore[override]
        return self.inner.n_k

    @property
    def at_once(self) -> bool:  # type: ignore[override]
        return self.inner.at_once

    @property
    def precision(self) -> str:
        return self.inner.precision

    @property
    def stored(self) -> str:  # type: ignore[override]
        return self.inner.stored

    def raw(self, head: int, first: int, last: int) -> Raw:
        return self.inner.raw(0, first, last)


def softmaxed(stack: AttentionStack) -> AttentionStack:
    """Scores to weights, row by row; -∞ and NaN are keys that a query may not look at, a row of them becomes 0."""

    def weights(S: Floats, _first: int) -> Floats:
        return softmax(S, ~np.isneginf(S) & ~np.isnan(S))

    return _each(stack, lambda layer: _Derived(layer, weights))


def rescaled(stack: AttentionStack, factor: float) -> AttentionStack:
    """Every number times `factor`."""
    return _each(stack, lambda layer: _Derived(layer, lambda A, _: np.multiply(A, factor, out=A)))


def normalised(stack: AttentionStack) -> AttentionStack:
    """Every row divided by its sum, so that it becomes 1; rows that sum to 0 stay 0."""
    return _each(stack, lambda layer: _Derived(layer, _to_one))


def transposed(stack: AttentionStack) -> AttentionStack:
    """Rows and columns exchanged."""
    return _each(stack, _Transposed)


def cropped(stack: AttentionStack, crop: Crop) -> AttentionStack:
    """The rows and keys of `crop` alone."""
    return _each(stack, lambda layer: _Cropped(layer, crop))


def without_future(stack: AttentionStack) -> AttentionStack:
    """0 above the diagonal that ends at the bottom right, and every row divided by what is left of it."""
    shift = stack.n_k - stack.n_q

    def masked(A: Floats, first: int) -> Floats:
        return _to_one(np.tril(A, first + shift), first)

    return _each(stack, lambda layer: _Derived(layer, masked))


def finite_only(stack: AttentionStack) -> AttentionStack:
    """0 for every number that is none, or infinite."""

    def cleared(A: Floats, _first: int) -> Floats:
        return np.nan_to_num(A, copy=False, nan=0.0, posinf=0.0, neginf=0.0)

    return _each(stack, lambda layer: _Derived(layer, cleared))


def first_of_batch(stack: AttentionStack) -> AttentionStack:
    """The first sample of what was read as layers, as a single layer; or of what was read as heads of one layer."""
    first = stack.layers[0]
    if stack.n_layers == 1 and first is not None:
        return AttentionStack((_OneHead(first),))
    return AttentionStack((stack.some if first is None else first,))


def _to_one(A: Floats, _first: int) -> Floats:
    # Added up in float64: float32 rows may hold numbers near the largest.
    totals = A.sum(axis=1, keepdims=True, dtype=np.float64)
    totals[totals == 0] = 1
    shares: Floats = (A / totals).astype(A.dtype, copy=False)
    return shares


def _each(stack: AttentionStack, change: Callable[[Layer], Layer]) -> AttentionStack:
    return AttentionStack(tuple(None if layer is None else change(layer) for layer in stack.layers))
