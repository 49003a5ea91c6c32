"""The least and the largest number of every row of a matrix, gathered while the matrix is being made.

A range of colours is read from them: sixteen million numbers need not be looked at again, nor be written down.
"""

from __future__ import annotations

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.sight import Sight
from attnviz.core.threads import block_rows, each_block, scratch


class RowEnds:
    """Of the cells that `sight` shows, without the column `left_out`: `least` and `largest`, (n_q,) float32.

    They are whole when `take` has been called for all rows. A row without such a cell has +inf as its least, and as
    its largest nothing above 0. Where no column is left out `largest` is None: `BlockMaxima` tell that too.
    """

    __slots__ = ("largest", "least", "left_out", "sight")

    def __init__(self, sight: Sight, left_out: int | None = None) -> None:
        self.sight, self.left_out = sight, left_out
        self.least = np.empty(sight.n_q, dtype=np.float32)
        self.largest = None if left_out is None else np.empty(sight.n_q, dtype=np.float32)

    @classmethod
    def of(cls, values: Floats, sight: Sight, left_out: int | None) -> RowEnds:
        """Those of a matrix that is there already, (n_q, n_k) float32."""
        ends = cls(sight, left_out)
        each_block(sight.n_q, block_rows(sight.n_q, sight.n_k), lambda rows: ends.take(rows, values[rows]))
        return ends

    def take(self, rows: slice, part: Floats) -> None:
        """`part` are these rows of the matrix, (rows, n_k); what hidden cells hold does not matter. From any thread."""
        first, last = self.sight.span(rows)
        seen = part[:, first:last]
        if not self.sight.whole or self.left_out is not None:
            seen = scratch("row ends", *seen.shape)
            np.copyto(seen, part[:, first:last])
        if self.largest is not None:
            self._hide(seen, rows, -np.inf)
            np.max(seen, axis=1, initial=-np.inf, out=self.largest[rows])
        self._hide(seen, rows, np.inf)
        np.min(seen, axis=1, initial=np.inf, out=self.least[rows])

    def _hide(self, seen: Floats, rows: slice, value: float) -> None:
        """Nothing where every cell counts, and `seen` is the matrix itself."""
        self.sight.hide(seen, rows, value)
        first, last = self.sight.span(rows)
        if self.left_out is not None and first <= self.left_out < last:
            seen[:, self.left_out - first] = value

    def mended(self, values: Floats, rows: list[int]) -> RowEnds:
        """Those of a matrix that differs in these rows alone."""
        copy = RowEnds(self.sight, self.left_out)
        copy.least[...] = self.least
        if copy.largest is not None and self.largest is not None:
            copy.largest[...] = self.largest
        for row in rows:
            copy.take(slice(row, row + 1), values[row][np.newaxis])
        return copy
