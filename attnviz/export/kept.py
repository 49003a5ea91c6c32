"""What was made from a matrix is kept as long as the matrix: a matrix that did not change is not looked at again."""

from __future__ import annotations

import weakref
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import is_read_only
from attnviz.document.unwritten import unwritten

T = TypeVar("T")


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
    return with other numbers. The arrays themselves are not kept alive.
    """

    def __init__(self, most: int, most_bytes: int | None = None, size: Callable[[T], int] = lambda _: 0) -> None:
        self._most, self._most_bytes, self._size = most, most_bytes, size
        self._results: OrderedDict[Hashable, tuple[tuple[weakref.ref[Any], ...], T]] = OrderedDict()
        self._bytes = 0
        # Keys of results whose arrays have gone: noted by whichever thread lets go of them, and swept up here.
        self._gone: deque[Hashable] = deque()

    def get(self, key: Hashable, arrays: tuple[NDArray[Any] | None, ...], make: Callable[[], T]) -> T:
        """The result kept under `key`, or what `make` gives."""
        found = self._results.get(key)
        if found is not None:
            if all(owner() is not None for owner in found[0]):
                self._results.move_to_end(key)
                return found[1]
            self._forget(key)
        result = make()
        owners = [_owner(array) for array in arrays if array is not None]
        if all(owner is not None for owner in owners) and not self._too_large(self._size(result)):
            self._results[key] = (tuple(weakref.ref(owner, self._note(key)) for owner in owners), result)
            self._bytes += self._size(result)
            self._forget_oldest()
        return result

    def _note(self, key: Hashable) -> Callable[[object], None]:
        gone = self._gone  # not `self`, which the reference must not keep alive
        return lambda _: gone.append(key)

    def _forget_oldest(self) -> None:
        while self._gone:
            key = self._gone.popleft()
            found = self._results.get(key)
            if found is not None and any(owner() is None for owner in found[0]):
                self._forget(key)
        while len(self._results) > self._most or self._too_large(self._bytes):
            self._forget(next(iter(self._results)))

    def _forget(self, key: Hashable) -> None:
        self._bytes -= self._size(self._results.pop(key)[1])

    def _too_large(self, size: int) -> bool:
        return self._most_bytes is not None and size > self._most_bytes

    def clear(self) -> None:
        self._results.clear()
        self._gone.clear()
        self._bytes = 0


def _owner(array: NDArray[Any]) -> Any | None:  # noqa: ANN401  # whatever lends its memory to an array
    """What holds the memory of a read-only array, if a weak reference to it can be kept."""
    if (later := unwritten(array)) is not None:
        return later
    if not is_read_only(array):
        return None
    owner: Any = array
    while isinstance(owner, np.ndarray) and isinstance(owner.base, np.ndarray):
        owner = owner.base
    return owner
