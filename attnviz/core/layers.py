"""One layer's attention matrices, read when they are asked for, whatever they are kept in.

A layer gives rows of one head as they are stored; `decoded` makes floats of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats, frozen

BFLOAT16 = "bfloat16"  # NumPy has no such type: its bits are kept as uint16

Raw = NDArray[Any]


class Layer(ABC):
    """The attention of one layer: `n_heads` matrices of n_q rows (queries) and n_k columns (keys).

    `stored` is the type of its numbers by name, as NumPy spells it, or "bfloat16". Where `at_once` holds, a few rows
    cost as much as the whole head, which is then better read whole.
    """

    n_heads: int
    n_q: int
    n_k: int
    stored: str
    at_once: bool = False

    @property
    def precision(self) -> str:
        """The type that the numbers have been rounded to on their way here, by name."""
        return self.stored

    @abstractmethod
    def raw(self, head: int, first: int, last: int) -> Raw:
        """Rows first … last - 1 of a head as stored, (last - first, n_k); bfloat16 as uint16.

        Raises InputError when what the layer is kept in cannot be read any more.
        """


@dataclass(frozen=True, eq=False)
class ArrayLayer(Layer):
    """A layer in memory: `array` (n_heads, n_q, n_k) of real numbers."""

    array: Raw

    @property
    def n_heads(self) -> int:  # type: ignore[override]
        return int(self.array.shape[0])

    @property
    def n_q(self) -> int:  # type: ignore[override]
        return int(self.array.shape[1])

    @property
    def n_k(self) -> int:  # type: ignore[override]
        return int(self.array.shape[2])

    @property
    def stored(self) -> str:  # type: ignore[override]
        return self.array.dtype.name

    def raw(self, head: int, first: int, last: int) -> Raw:
        rows: Raw = self.array[head, first:last]
        return rows


def array_layer(array: Raw) -> ArrayLayer:
    """A layer of our own from an array (n_heads, n_q, n_k): copied where somebody else could write to it."""
    return ArrayLayer(frozen(array))


@dataclass(frozen=True, eq=False)
class Heads(Layer):
    """A layer whose heads come as matrices of their own, all of one size and one type."""

    heads: tuple[Layer, ...]

    @property
    def n_heads(self) -> int:  # type: ignore[override]
        return len(self.heads)

    @property
    def n_q(self) -> int:  # type: ignore[override]
        return self.heads[0].n_q

    @property
    def n_k(self) -> int:  # type: ignore[override]
        return self.heads[0].n_k

    @property
    def stored(self) -> str:  # type: ignore[override]
        return self.heads[0].stored

    @property
    def at_once(self) -> bool:  # type: ignore[override]
        return any(head.at_once for head in self.heads)

    def raw(self, head: int, first: int, last: int) -> Raw:
        return self.heads[head].raw(0, first, last)


@dataclass(frozen=True, eq=False)
class Stitched(Layer):
    """The steps of a generation as one layer: each step's rows below the last step's, later keys 0.

    Step t of shape (n_heads, q_t, k_t) brings q_t queries that see k_t keys, the last q_t of which are themselves. All
    steps have the same heads; k_t grows by q_t from step to step.
    """

    steps: tuple[Layer, ...]

    @property
    def n_heads(self) -> int:  # type: ignore[override]
        return self.steps[0].n_heads

    @property
    def n_q(self) -> int:  # type: ignore[override]
        return sum(step.n_q for step in self.steps)

    @property
    def n_k(self) -> int:  # type: ignore[override]
        return self.steps[-1].n_k

    @property
    def precision(self) -> str:
        return self.steps[0].precision

    @property
    def stored(self) -> str:  # type: ignore[override]
        return "float64" if any(float_type(step.stored) == np.float64 for step in self.steps) else "float32"

    def raw(self, head: int, first: int, last: int) -> Raw:
        rows = np.zeros((last - first, self.n_k), dtype=self.stored)
        start = 0
        for step in self.steps:
            low, high = max(first, start), min(last, start + step.n_q)
            if low < high:
                part = decoded(step.raw(head, low - start, high - start), step.stored)
                rows[low - first : high - first, : step.n_k] = part
            start += step.n_q
        return rows


def seams(steps: tuple[Layer, ...]) -> tuple[int, ...]:
    """The rows of the stitched matrix with which a new step begins, the first step's aside."""
    starts = np.cumsum([step.n_q for step in steps])[:-1]
    return tuple(int(row) for row in starts)


def float_type(stored: str) -> np.dtype[Any]:
    """What numbers stored so become: float32 where it holds them all, else float64."""
    small = (BFLOAT16, "float16", "float32", "int8", "uint8", "int16", "uint16", "bool")
    return np.dtype(np.float32 if stored in small else np.float64)


def decoded(raw: Raw, stored: str) -> Floats:
    """Stored numbers as floats, exactly; a float too wide for float64 is rounded."""
    if stored == BFLOAT16:
        bits: Raw = raw.astype(np.uint32)
        bits <<= 16
        return bits.view(np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        floats: Floats = raw.astype(float_type(stored), order="C", copy=False)
    return floats
