"""The weights worth a line of their own: those above a threshold, and of each query the largest few."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.reduce import reduce_columns
from attnviz.core.threads import block_rows, each_block, scratch

MOST_LINKS = 4000  # lines in one drawing; beyond, they are a surface
MOST_KEPT = 2 * MOST_LINKS  # while they are gathered, so that some rows may still change
STRETCH = 16  # keys at most whose largest weight is looked at before they are
SLACK = 1e-5  # of a bound on weights that are still to be divided: rounding must not lose one that reaches it

Indices = NDArray[np.intp]
Chosen = tuple[Indices, Indices, Floats]  # queries, keys and weights, (m,) each


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Links:
    """Chosen cells of a matrix of weights, from the lightest to the heaviest, so that the heavy are drawn on top."""

    queries: Indices  # (m,)
    keys: Indices  # (m,)
    weights: Floats  # (m,)
    share: float  # of all weight above zero, 0 to 1: what the chosen cells hold together
    left_out: int  # cells that were chosen but are more than MOST_LINKS: the lightest of them

    def __len__(self) -> int:
        return len(self.queries)

    def looked_at(self, query: int) -> list[int]:
        """The chosen keys of a query, the heaviest first."""
        keys: list[int] = self.keys[self.queries == query].tolist()
        return keys[::-1]


class RowLinks:
    """The chosen cells of every row, gathered while a matrix is being made: whole when `take` was called for all rows.

    They are those of weight > 0 and ≥ `threshold`, at most `most` a row, the largest first; of equal weights the
    earlier key goes first. Of very many only a number is kept, and the heaviest of all.
    """

    __slots__ = ("_floor", "_found", "_lock", "_numbers", "_spare", "most", "shape", "threshold")

    def __init__(self, shape: tuple[int, int], threshold: float, most: int) -> None:
        self.shape, self.threshold, self.most = shape, threshold, most
        self._found: list[Chosen] = []  # each of some rows
        self._numbers = np.zeros(shape[0], dtype=np.intp)  # chosen in each row
        self._floor = 0.0  # lighter cells are not kept: enough have been found that are not
        self._spare = 0  # cells found since the floor was raised
        self._lock = threading.Lock()

    @classmethod
    def of(cls, A: Floats, threshold: float, most: int) -> RowLinks:
        """Those of a matrix that is there already, (n_q, n_k)."""
        found = cls((len(A), A.shape[1]), threshold, most)
        if A.size:
            each_block(len(A), block_rows(*A.shape), lambda rows: found.take(rows, A[rows]))
        return found

    def take(self, rows: slice, part: Floats, first: int = 0, divisors: Floats | None = None) -> None:
        """`part` are these rows of the matrix, from column `first` on and 0 beside it. From any thread.

        Of `divisors`, (rows, 1), each row is still to be divided by its own.
        """
        if not part.shape[1]:
            return
        floor = self._floor
        i, j, weights, full = self._candidates(part, divisors, floor)
        chosen = (weights >= self.threshold) & (weights > 0)
        numbers = np.minimum(np.bincount(i[chosen], minlength=len(part)), self.most)
        self._numbers[rows] = np.where(full, self.most, numbers)
        chosen &= weights >= floor
        i, j, weights = i[chosen], j[chosen], weights[chosen]
        order = np.lexsort((-weights, i))  # stable: of equal weights the earlier key stays the first
        i, j, weights = i[order], j[order], weights[order]
        few = np.arange(len(i)) - np.searchsorted(i, i) < self.most  # the place of each in its row
        self._keep((i[few] + rows.start, j[few] + first, weights[few]))

    def _candidates(
        self, part: Floats, divisors: Floats | None, floor: float
    ) -> tuple[Indices, Indices, Floats, NDArray[np.bool_]]:
        """Rows, columns and weights of what may be chosen, by rows and columns; and which rows surely have `most`.

        A stretch of keys whose largest weight is too small has none. Where as many stretches as `most` reach the
        threshold, no weight below their largest is among the row's, and none below `floor` is asked for.
        """
        height, width = part.shape
        step = max(1, min(STRETCH, width // (4 * self.most)))
        tops = scratch("link tops", height, -(-width // step), part.dtype) if step > 1 else part
        if step > 1:
            reduce_columns(part, step, tops)
        unit = np.ones((height, 1), dtype=part.dtype) if divisors is None else divisors
        bound, full = self.threshold * (1 - SLACK) * unit, np.zeros(height, dtype=np.bool_)
        if tops.shape[1] > self.most:
            among = np.partition(tops, -self.most, axis=1)[:, -self.most, np.newaxis]
            full = ((among >= self.threshold * (1 + SLACK) * unit) & (among > 0))[:, 0]
            bound = np.where(full[:, np.newaxis], np.maximum(among, floor * (1 - SLACK) * unit), bound)
        i, stretch = ((tops >= bound) & (tops > 0)).nonzero()
        columns = stretch[:, np.newaxis] * step + np.arange(step)
        values = part[i[:, np.newaxis], np.minimum(columns, width - 1)]
        at, place = ((columns < width) & (values >= bound[i])).nonzero()
        found, j, i = values[at, place], columns[at, place], i[at]
        return i, j, found if divisors is None else found / divisors[i, 0], full

    def _keep(self, chosen: Chosen) -> None:
        with self._lock:
            self._found.append(chosen)
            self._spare += len(chosen[2])
            if self._spare > MOST_KEPT:
                queries, keys, weights = self._all()
                self._floor = max(self._floor, float(np.partition(weights, -MOST_KEPT)[-MOST_KEPT]))
                heavy = weights >= self._floor
                self._found, self._spare = [(queries[heavy], keys[heavy], weights[heavy])], 0

    def mended(self, values: Floats, rows: list[int]) -> RowLinks | None:
        """Those of a matrix that differs in these rows alone; None where what was not kept may be needed for it."""
        copy = RowLinks(self.shape, self.threshold, self.most)
        queries, keys, weights = self._all()
        same = ~np.isin(queries, rows)
        copy._numbers[...] = self._numbers
        copy._floor = self._floor
        copy._found = [(queries[same], keys[same], weights[same])]
        for row in rows:
            copy.take(slice(row, row + 1), values[row][np.newaxis])
        kept = sum(len(found[2]) for found in copy._found)
        return copy if kept >= min(MOST_LINKS, int(copy._numbers.sum())) else None

    def links(self, share_of: Callable[[Floats], float], at_most: int | None = None) -> Links:
        """The heaviest of them all, MOST_LINKS or fewer. `share_of` says what share of all weight (m,) of them are."""
        most = MOST_LINKS if at_most is None else at_most
        queries, keys, weights = self._all()
        if len(weights) > most:  # before they are sorted: of weights that are equal the later ones are kept
            heavy = weights >= np.partition(weights, -most)[-most]
            queries, keys, weights = queries[heavy], keys[heavy], weights[heavy]
        order = np.lexsort((keys, -weights, queries))
        kept = order[np.argsort(weights[order], kind="stable")[-most:]]
        return Links(
            queries=queries[kept],
            keys=keys[kept],
            weights=weights[kept],
            share=share_of(weights[kept]),
            left_out=int(self._numbers.sum()) - len(kept),
        )

    def _all(self) -> Chosen:
        """In any order."""
        if not self._found:
            return np.empty(0, np.intp), np.empty(0, np.intp), np.empty(0, np.float32)
        queries, keys, weights = (np.concatenate(arrays) for arrays in zip(*self._found, strict=True))
        return queries, keys, weights


def choose_links(A: Floats, *, threshold: float, most: int) -> Links:
    """The cells of A (n_q, n_k) of weight > 0 and ≥ `threshold`, at most `most` a query, the largest first.

    Of equal weights in a row the earlier key goes first.
    """
    return RowLinks.of(A, threshold, most).links(lambda chosen: _share(chosen, A))


def share_of_rows(rows: int) -> Callable[[Floats], float]:
    """The share of weights whose rows sum to 1 each, where so many rows see a key."""
    return lambda chosen: float(chosen.sum(dtype=np.float64)) / rows if rows else 0.0


def _share(chosen: Floats, A: Floats) -> float:
    """What the chosen weights are of all above zero in A; what is no weight may be too large to be added up."""
    above = True if A.min(initial=0) == 0 else A > 0
    with np.errstate(over="ignore"):
        total = float(A.sum(dtype=np.float64, where=above))
    if not np.isfinite(total):
        largest = float(A.max())
        return _share(chosen / largest, A / largest)
    return float(chosen.sum(dtype=np.float64)) / total if total else 0.0
