"""What one derivation leaves for the next: memory that nobody looks at any more, and the products of queries and keys.

A slider asks for sixty pictures a second of 4096 × 4096 cells. Fresh memory for each costs more than computing it,
and so does Q Kᵀ where only a temperature changed.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.blocked import largest_of, squares
from attnviz.core.patience import Cancelled
from attnviz.core.threads import block_rows, each_block, scratch
from attnviz.document.reduced import Wish

# Low-rank changes of float32 products add up rounding: after so many all is multiplied out anew, and in any case when
# the hand rests (`Trace.drifted`). Of scores up to 110, 500 changes leave the largest error at 1e-4, the product itself
# at 3e-5; and to multiply 4096 tokens out in the middle of a drag takes as long as four pictures of it.
MOST_CHANGES = 512
# Multiply-adds up to which OpenBLAS, on processors with AVX-512, multiplies without rearranging its input first (its
# small matrix path); of a few columns of queries and keys, more of them at once take three times as long.
SMALL_PRODUCT = 1_000_000
FEWEST_ROWS = 12  # of queries: a product of fewer takes longer for being one more call
Indices = NDArray[np.intp]
# A sentence's tokens and seed, and all components of its q and k, (n, MAX_D_K) each.
Vectors = tuple[tuple[tuple[str, ...], int], Floats, Floats]


class _Lease:
    """What NumPy sees as the owner of one array's memory."""

    __slots__ = ("__array_interface__", "_memory")

    def __init__(self, memory: Floats, shape: tuple[int, ...]) -> None:
        self._memory = memory
        self.__array_interface__ = {**memory.__array_interface__, "shape": shape, "strides": None}


class Buffers:
    """Large arrays whose memory is given out again once nobody holds them or a part of them.

    Every array given out has an owner of its own, and NumPy lets every part of it hold that array. So when
    this list holds the only reference to the memory, no part is left anywhere, and no trace can change under the
    eyes of who shows it; and whoever keeps something by the identity of an array never takes a new one for an old.
    """

    _OURS = 3  # references: the list, the loop's name, and the argument of getrefcount

    def __init__(self) -> None:
        self._all: list[Floats] = []

    def take(self, *shape: int) -> Floats:
        """Float32 memory of this shape, holding anything."""
        size = prod(shape)
        found = None
        kept = []
        for memory in self._all:
            idle = sys.getrefcount(memory) <= self._OURS
            if idle and found is None and memory.size == size:
                found = memory
            elif not idle:
                kept.append(memory)
        if found is None:
            found = np.empty(size, dtype=np.float32)
        self._all = [*kept, found]
        return np.asarray(_Lease(found, shape))

    @property
    def nbytes(self) -> int:
        return sum(memory.nbytes for memory in self._all)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Side:
    """A matrix of a document, which never changes, and what was found out about it."""

    wide: Floats  # as the document has it
    single: Floats  # in float32
    largest: float  # size of any number


@dataclass(slots=True, eq=False)
class Kept:
    """Private to `derive`, which changes it inside `working()`. Traces hold it so that it lives as long as they do."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    buffers: Buffers = field(default_factory=Buffers)
    C: Floats | None = None  # (n_q, n_k), Q Kᵀ of the sides below
    Q: Floats | None = None  # (n_q, d), row-major
    K: Floats | None = None  # (n_k, d), row-major
    squares: tuple[Floats, Floats] | None = None  # of the rows of both, once somebody asked for the largest product
    subject: object = None  # what Q and K are the first d columns of, compared by value
    changes: int = 0  # low-rank changes since all was multiplied out
    wish: Wish = field(default_factory=Wish)  # the size of blocks that somebody draws the weights in
    vectors: Vectors | None = None
    sides: tuple[Side, ...] = ()  # of matrices: Q, K and V

    @property
    def d(self) -> int:
        return 0 if self.Q is None else int(self.Q.shape[1])

    @property
    def largest(self) -> float:
        """No number of C is larger in size, but for rounding; to be asked after `follow` or `changed`."""
        assert self.Q is not None
        assert self.K is not None
        if self.squares is None:
            self.squares = squares(self.Q), squares(self.K)
        return largest_of(*self.squares)

    @contextmanager
    def working(self) -> Iterator[None]:
        """Hold the lock. What an error leaves half done counts for nothing; `go_on` is called where nothing is."""
        with self.lock:
            try:
                yield
            except Cancelled:
                raise
            except BaseException:
                self.subject = None
                raise

    def follow(self, subject: object, Q: Floats, K: Floats, *, exact: bool = False) -> Callable[[slice], None] | None:
        """Let C become Q Kᵀ; the returned function must be called with every block of rows, None means it is already.

        `subject` says what Q (n_q, d) and K (n_k, d) are the first d columns of: for the same subject as last time
        only the columns that came or went are multiplied, if they are few. `exact` multiplies all out where
        such changes have been made.
        """
        before, old_Q, old_K, C = self.d, self.Q, self.K, self.C
        if self.subject == subject and before == Q.shape[1] and not (exact and self.changes):
            return None
        few = 2 * abs(Q.shape[1] - before) <= Q.shape[1]
        mend = self.subject == subject and few and not exact and self.changes < MOST_CHANGES
        if mend and old_Q is not None and old_K is not None and C is not None:
            self.changes += 1
            start, stop = sorted((before, Q.shape[1]))
            more_Q, more_K = (Q, K) if Q.shape[1] > before else (old_Q, old_K)
            # Contiguous, or NumPy multiplies single columns without BLAS, thirty times as slowly.
            queries, keys = np.ascontiguousarray(more_Q[:, start:stop]), np.ascontiguousarray(more_K[:, start:stop])
            more = Q.shape[1] > before
            if self.squares is not None:
                q, k = self.squares
                self.squares = _moved(q, queries, more), _moved(k, keys, more)
            work = _added(C, queries, keys, more)
        else:
            if C is None or C.shape != (len(Q), len(K)):
                C = self.C = None  # before the next one is made, so that both are never there
                C = self.C = self.buffers.take(len(Q), len(K))
            self.changes, self.squares = 0, None
            work = _multiplied(C, Q, K)
        self.subject, self.Q, self.K = subject, Q, K
        return work

    def changed(self, rows: Indices, columns: Indices, Q: Floats, K: Floats, subject: object) -> None:
        """Some rows of Q or K have changed: multiply their rows or columns of C out again."""
        assert self.C is not None
        if rows.size:
            self.C[rows] = Q[rows] @ K.T
        if columns.size:
            self.C[:, columns] = Q @ K[columns].T
        self.subject, self.Q, self.K, self.squares = subject, Q, K, None


def _moved(before: Floats, columns: Floats, more: bool) -> Floats:
    """The squares of rows to which these columns came, or which they left."""
    return before + squares(columns) if more else before - squares(columns)


def _multiplied(C: Floats, Q: Floats, K: Floats) -> Callable[[slice], None]:
    def work(rows: slice) -> None:
        np.matmul(Q[rows], K.T, out=C[rows])

    return work


def _added(C: Floats, Q: Floats, K: Floats, more: bool) -> Callable[[slice], None]:
    queries = Q if more else -Q
    keys = np.ascontiguousarray(K.T)
    at_once = SMALL_PRODUCT // max(keys.size, 1)
    if at_once < FEWEST_ROWS:
        at_once = len(Q)

    def work(rows: slice) -> None:
        block, some = C[rows], queries[rows]
        change = scratch("weights", *block.shape)  # where the weights come next: it is in the cache then
        if len(keys) == 1:
            np.multiply(some, keys, out=change)
        else:
            for first in range(0, len(some), at_once):
                part = slice(first, first + at_once)
                np.matmul(some[part], keys, out=change[part])
        np.add(block, change, out=block)

    return work


def product(Q: Floats, K: Floats) -> Floats:
    """Q Kᵀ, (n_q, n_k) float32."""
    C = np.empty((len(Q), len(K)), dtype=np.float32)
    each_block(len(Q), block_rows(len(Q), len(K)), _multiplied(C, Q, K))
    return C
