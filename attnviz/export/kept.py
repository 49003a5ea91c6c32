"""What was made from a matrix is kept as long as the matrix: a matrix that did not change is not looked at again."""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Hashable
from math import inf
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from attnviz.document.unwritten import unwritten

T = TypeVar("T")
Owners = list[weakref.ref[Any]]


def same(array: NDArray[Any] | None) -> Hashable:
    """What two arrays share exactly if they look at the same memory in the same way."""
    if array is None:
        return None
    if (later := unwritten(array)) is not None:
        return id(later)
    return array.__array_interface__["data"][0], array.shape, array.strides, array.dtype.str


class Kept(Generic[T]):
    """The last few results, each with the arrays it was made from.

    A result is used again only while the memory of its arrays is alive and nobody may write to it: an address can
    return with other numbers. The arrays themselves are not kept alive. From any thread; two that ask for the same at
    once may both make it.
    """

    def __init__(self, most: int, most_bytes: float = inf, size: Callable[[T], int] = lambda _: 0) -> None:
        self._most, self._most_bytes, self._size = most, most_bytes, size
        self._results: OrderedDict[Hashable, tuple[Owners, T, int]] = OrderedDict()
        self._bytes = 0
        self._lock = threading.RLock()

    def get(self, key: Hashable, arrays: tuple[NDArray[Any] | None, ...], make: Callable[[], T]) -> T:
        """The result kept under `key`, or what `make` gives."""
        with self._lock:
            found = self._results.get(key)
            if found is not None and _alive(found[0]):
                self._results.move_to_end(key)
                return found[1]
        result = make()
        size, owners = self._size(result), _owners(arrays)
        if owners is not None and size <= self._most_bytes:
            with self._lock:
                self._keep(key, owners, result, size)
        return result

    def _keep(self, key: Hashable, owners: Owners, result: T, size: int) -> None:
        self._forget_gone()
        if key in self._results:  # another thread has made the same meanwhile
            self._forget(key)
        self._results[key] = owners, result, size
        self._bytes += size
        while len(self._results) > self._most or self._bytes > self._most_bytes:
            self._forget(next(iter(self._results)))

    def _forget_gone(self) -> None:
        """Results whose arrays have gone will not be asked for again."""
        for key, (owners, *_) in list(self._results.items()):
            if not _alive(owners):
                self._forget(key)

    def _forget(self, key: Hashable) -> None:
        self._bytes -= self._results.pop(key)[2]

    def clear(self) -> None:
        with self._lock:
            self._results.clear()
            self._bytes = 0


def _alive(owners: Owners) -> bool:
    return all(owner() is not None for owner in owners)


def _owners(arrays: tuple[NDArray[Any] | None, ...]) -> Owners | None:
    """What holds the memory of each array; None where somebody can write to one of them."""
    owners = []
    for array in arrays:
        owner: Any = array
        while isinstance(owner, np.ndarray):
            if owner.flags.writeable:
                return None
            if not isinstance(owner.base, np.ndarray):
                break
            owner = owner.base
        if owner is not None:
            owners.append(weakref.ref(owner))
    return owners
