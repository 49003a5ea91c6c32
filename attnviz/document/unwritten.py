"""A matrix that nobody has asked for all of: its shape, any of its rows at once, and all of it when someone does.

A picture of 4096 × 4096 weights needs the largest of each block and the followed row. Writing sixteen million numbers
for it, sixty times a second, would take longer than computing them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin
from numpy.typing import DTypeLike, NDArray

from attnviz.core.arrays import Floats


def unwritten(array: object) -> Unwritten | None:
    """What stands where this array is expected, if it is not written down."""
    return array if isinstance(array, Unwritten) else None


class Unwritten(NDArrayOperatorsMixin):
    """Stands where a read-only array (rows, columns) is expected: NumPy finds one as soon as it needs its numbers."""

    ndim = 2

    def __init__(self, shape: tuple[int, int], row: Callable[[int], Floats], make: Callable[[], Floats]) -> None:
        """`row` gives one row by its index, `make` everything; both may be called from any thread, at any time."""
        self.shape = shape
        self.size = shape[0] * shape[1]
        self.dtype = np.dtype(np.float32)
        self.asked = False  # whether anybody wanted all of it
        self._row, self._make = row, make
        self._whole: Floats | None = None
        self._last: tuple[int, Floats] | None = None  # the row asked for last: one picture asks for it several times

    def as_array(self) -> Floats:
        """Itself, for who expects an array."""
        return cast(Floats, self)

    def whole(self) -> Floats:
        """All numbers, written down once."""
        self.asked = True
        if self._whole is None:
            whole = self._make()
            whole.setflags(write=False)
            self._whole = whole
        return self._whole

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.whole(), dtype=dtype, copy=copy)

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: object, **options: object) -> object:
        plain = [value.whole() if isinstance(value, Unwritten) else value for value in inputs]
        return getattr(ufunc, method)(*plain, **options)

    def __getitem__(self, index: Any) -> Any:  # noqa: ANN401 — a number, a row or a part, as with any array
        if self._whole is None and isinstance(index, (int, np.integer)):
            return self._one(int(index))
        if self._whole is None and isinstance(index, tuple) and isinstance(index[0], (int, np.integer)):
            return self._one(int(index[0]))[index[1]]
        return self.whole()[index]

    def _one(self, index: int) -> Floats:
        if not -self.shape[0] <= index < self.shape[0]:
            raise IndexError(f"row {index} of {self.shape[0]}")
        index %= self.shape[0]
        last = self._last
        if last is None or last[0] != index:
            last = self._last = (index, self._row(index))
            last[1].setflags(write=False)
        return last[1]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 — whatever else an array has
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.whole(), name)

    def __len__(self) -> int:
        return self.shape[0]
