"""Q Kᵀ while columns of Q and K come and go, as d_k does under a hand: the product that is there, and what they add.

A few columns are cheaper multiplied anew for every picture than added to sixteen million numbers in memory, which must
be read and written for it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.blocked import Fill
from attnviz.core.threads import scratch

# Multiply-adds up to which OpenBLAS, on processors with AVX-512, multiplies without rearranging its input first (its
# small matrix path); of a few columns of queries and keys, more of them at once take three times as long.
SMALL_PRODUCT = 1_000_000
FEWEST_ROWS = 12  # of queries: a product of fewer takes longer for being one more call


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Columns that came to a product, or that left it: then the queries have their sign changed."""

    queries: Floats  # (n_q, r) float32
    keys: Floats  # (r, n_k) float32, row-major

    @classmethod
    def between(cls, Q: Floats, K: Floats, columns: slice, *, came: bool) -> Columns:
        """These columns of Q (n_q, d) and K (n_k, d), float32."""
        queries = np.ascontiguousarray(Q[:, columns])  # or NumPy multiplies them without BLAS, thirty times as slowly
        return cls(queries if came else -queries, np.ascontiguousarray(K[:, columns].T))

    @property
    def count(self) -> int:
        return len(self.keys)

    def write(self, rows: slice, columns: slice, out: Floats) -> None:
        """What they add to these rows and columns of the product."""
        queries, keys = self.queries[rows], self.keys[:, columns]
        if len(keys) == 1:
            np.multiply(queries, keys, out=out)
            return
        at_once = SMALL_PRODUCT // max(keys.size, 1)
        if at_once < FEWEST_ROWS:
            at_once = len(queries)
        for first in range(0, len(queries), at_once):
            part = slice(first, first + at_once)
            np.matmul(queries[part], keys, out=out[part])

    def add_to(self, C: Floats, rows: slice) -> None:
        """Add them to these rows of the product (n_q, n_k), where they stay."""
        block = C[rows]
        more = scratch("weights", *block.shape)  # where the weights come next: it is in the cache then
        self.write(rows, slice(0, C.shape[1]), more)
        np.add(block, more, out=block)


def product_fill(C: Floats, more: Columns | None = None) -> Fill:
    """Scores from a product (n_q, n_k) and the columns that are not in it yet."""

    def fill(rows: slice, columns: slice, factor: float, out: Floats) -> None:
        block = C[rows, columns]
        if more is not None:
            more.write(rows, columns, out)
            block = np.add(block, out, out=out)
        np.multiply(block, np.float32(factor), out=out)

    return fill
