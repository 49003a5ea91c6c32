"""What was made from a matrix is kept as long as the matrix: a matrix that did not change is not looked at again."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import is_read_only

T = TypeVar("T")


def same(array: NDArray[Any] | None) -> Hashable:
    """What two arrays share exactly if they look at the same memory in the same way."""
    if array is None:
        return None
    return array.__array_interface__["data"][0], array.shape, array.strides, array.dtype.str


class Kept(Generic[T]):
    """The last few results, each with the arrays it was made from.

    A result is used again only while the memory of its arrays is alive and nobody may write to it: an address can
    return with other numbers. The arrays themselves are not kept alive.
    """

    def __init__(self, most: int, most_bytes: int | None = None, size: Callable[[T], int] = lambda _: 0) -> None:
        self._most, self._most_bytes, self._size = most, most_bytes, size
        self._results: OrderedDict[Hashable, tuple[tuple[weakref.ref[Any], ...], T]] = OrderedDict()

    def get(self, key: Hashable, arrays: tuple[NDArray[Any] | None, ...], make: Callable[[], T]) -> T:
        """The result kept under `key`, or what `make` gives."""
        found = self._results.get(key)
        if found is not None:
            if all(owner() is not None for owner in found[0]):
                self._results.move_to_end(key)
                return found[1]
            del self._results[key]
        result = make()
        owners = [_owner(array) for array in arrays if array is not None]
        if all(owner is not None for owner in owners) and not self._too_large(result):
            self._results[key] = (tuple(weakref.ref(owner) for owner in owners), result)
            self._forget_oldest()
        return result

    def _forget_oldest(self) -> None:
        for key in [key for key, (owners, _) in self._results.items() if any(owner() is None for owner in owners)]:
            del self._results[key]
        while len(self._results) > self._most or self._too_large(*(result for _, result in self._results.values())):
            self._results.popitem(last=False)

    def _too_large(self, *results: T) -> bool:
        return self._most_bytes is not None and sum(map(self._size, results)) > self._most_bytes

    def clear(self) -> None:
        self._results.clear()


def _owner(array: NDArray[Any]) -> Any | None:  # noqa: ANN401  # whatever lends its memory to an array
    """What holds the memory of a read-only array, if a weak reference to it can be kept."""
    if not is_read_only(array):
        return None
    owner: Any = array
    while isinstance(owner, np.ndarray) and isinstance(owner.base, np.ndarray):
        owner = owner.base
    return owner
