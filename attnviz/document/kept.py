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
from attnviz.core.blocked import Fill, largest_of, squares
from attnviz.core.columns import Columns, product_fill
from attnviz.core.patience import Cancelled
from attnviz.core.threads import block_rows, each_block
from attnviz.document.reduced import Wish

# Low-rank changes of float32 products add up rounding: after so many all is multiplied out anew, and in any case when
# the hand rests (`Trace.drifted`). Of scores up to 110, 500 changes leave the largest error at 1e-4, the product itself
# at 3e-5; and to multiply 4096 tokens out in the middle of a drag takes as long as four pictures of it.
MOST_CHANGES = 512
MOST_COLUMNS = 8  # that came or went, up to which they are multiplied for every picture instead of added to C
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
    C: Floats | None = None  # (n_q, n_k), Q Kᵀ of the sides below but for `more`
    more: Columns | None = None
    of: tuple[Floats, Floats] | None = None  # what C is the product of
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
        """No number of Q Kᵀ is larger in size, but for rounding; to be asked after `follow` or `changed`."""
        assert self.Q is not None
        assert self.K is not None
        if self.squares is None:
            self.squares = squares(self.Q), squares(self.K)
        return largest_of(*self.squares)

    def fill(self) -> Fill:
        """The numbers of Q Kᵀ as they are when `follow`, and what it returns, have done their work."""
        assert self.C is not None
        return product_fill(self.C, self.more)

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
        """Let `fill` give Q Kᵀ; the returned function must be called with every block of rows before, if there is one.

        `subject` says what Q (n_q, d) and K (n_k, d) are the first d columns of: for the same subject as last time
        only the columns that came or went are multiplied, if they are few. `exact` multiplies all out where
        such changes have been made.
        """
        before, C = self.d, self.C
        if self.subject == subject and before == Q.shape[1] and not (exact and self.changes):
            return None
        few = 2 * abs(Q.shape[1] - before) <= Q.shape[1]
        mend = self.subject == subject and few and not exact and self.changes < MOST_CHANGES
        if mend and C is not None:
            self.changes += 1
            self._measure(Q, K)
            work = self._moved(C, Q, K)
        else:
            if C is None or C.shape != (len(Q), len(K)):
                C = self.C = None  # before the next one is made, so that both are never there
                C = self.C = self.buffers.take(len(Q), len(K))
            self.changes, self.squares, self.more, self.of = 0, None, None, (Q, K)
            work = _multiplied(C, Q, K)
        self.subject, self.Q, self.K = subject, Q, K
        return work

    def _moved(self, C: Floats, Q: Floats, K: Floats) -> Callable[[slice], None] | None:
        """Find the columns between what C is the product of and Q, K; many are added to it."""
        assert self.of is not None
        had, has = self.of[0].shape[1], Q.shape[1]
        if had == has:
            self.more = None
            return None
        came = has > had
        columns = Columns.between(*((Q, K) if came else self.of), slice(*sorted((had, has))), came=came)
        if columns.count <= MOST_COLUMNS:
            self.more = columns
            return None
        self.more, self.of = None, (Q, K)
        return lambda rows: columns.add_to(C, rows)

    def _measure(self, Q: Floats, K: Floats) -> None:
        """The squares of rows to which columns came, or which they left."""
        if self.squares is None or self.Q is None or self.K is None:
            return
        start, stop = sorted((self.d, Q.shape[1]))
        came = Q.shape[1] > self.d
        sign = 1 if came else -1
        q, k = self.squares
        wide = (Q, K) if came else (self.Q, self.K)
        self.squares = (
            q + sign * squares(wide[0][:, start:stop]),
            k + sign * squares(wide[1][:, start:stop]),
        )

    def changed(self, rows: Indices, columns: Indices, Q: Floats, K: Floats, subject: object) -> None:
        """Some rows of Q or K have changed: multiply their rows or columns of C out again."""
        assert self.C is not None
        assert self.more is None
        if rows.size:
            self.C[rows] = Q[rows] @ K.T
        if columns.size:
            self.C[:, columns] = Q @ K[columns].T
        self.subject, self.Q, self.K, self.of, self.squares = subject, Q, K, (Q, K), None


def _multiplied(C: Floats, Q: Floats, K: Floats) -> Callable[[slice], None]:
    def work(rows: slice) -> None:
        np.matmul(Q[rows], K.T, out=C[rows])

    return work


def product(Q: Floats, K: Floats) -> Floats:
    """Q Kᵀ, (n_q, n_k) float32."""
    C = np.empty((len(Q), len(K)), dtype=np.float32)
    each_block(len(Q), block_rows(len(Q), len(K)), _multiplied(C, Q, K))
    return C
