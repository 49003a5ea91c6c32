"""Some of a matrix's numbers, gathered while it is being made: enough to tell what share of all is smaller than one."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats

SIZE = 1 << 18  # a rank in it is off by less than a tenth of one in a hundred, half an entry of a colour map

Places = tuple[NDArray[np.intp], NDArray[np.intp]]


@lru_cache(maxsize=2)
def sample_places(n_rows: int, n_columns: int) -> Places:
    """Rows and columns of the sample, (SIZE,) each, by rows: always the same ones, so that a picture never flickers."""
    draw = np.random.default_rng(0)
    rows, columns = draw.integers(0, n_rows, SIZE), draw.integers(0, n_columns, SIZE)
    found = np.divmod(np.sort(rows * n_columns + columns), n_columns)  # an argsort would outlast a frame
    for places in found:
        places.setflags(write=False)
    return found


class CellSample:
    """`values`, (SIZE,) float32, of a matrix at its `sample_places`: whole when `take` has been called for all rows."""

    __slots__ = ("shape", "values")

    def __init__(self, shape: tuple[int, int]) -> None:
        self.shape = shape
        self.values = np.empty(SIZE, dtype=np.float32)

    def take(self, rows: slice, part: Floats, first: int = 0, divisors: Floats | None = None) -> None:
        """`part` are these rows of the matrix, from column `first` on and 0 beside it. From any thread.

        Of `divisors`, (rows, 1), each row is still to be divided by its own.
        """
        its_rows, its_columns = sample_places(*self.shape)
        place = slice(*np.searchsorted(its_rows, (rows.start, rows.stop)).tolist())
        at, columns = its_rows[place] - rows.start, its_columns[place] - first
        if part.shape[1] == self.shape[1]:
            found = part[at, columns]
        else:
            inside = (columns >= 0) & (columns < part.shape[1])
            found = np.zeros(len(at), dtype=np.float32)
            found[inside] = part[at[inside], columns[inside]]
        self.values[place] = found if divisors is None else found / divisors[at, 0]

    def mended(self, values: Floats, rows: list[int]) -> CellSample:
        """That of a matrix that differs in these rows alone."""
        copy = CellSample(self.shape)
        copy.values[...] = self.values
        for row in rows:
            copy.take(slice(row, row + 1), values[row][np.newaxis])
        return copy
