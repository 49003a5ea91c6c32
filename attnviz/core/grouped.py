"""Pieces of words taken together: the weights of a word's pieces as keys are added, as queries averaged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from attnviz.core.arrays import Floats
from attnviz.core.layers import Layer, decoded, float_type
from attnviz.core.stack import AttentionStack


def grouped(stack: AttentionStack, rows: Sequence[int], keys: Sequence[int]) -> AttentionStack:
    """The stack with groups for tokens: `rows` and `keys` are where each group begins, from 0 on, ascending.

    Sum over the pieces of a key, mean over those of a query: rows that sum to 1 still do (Clark et al. 2019, "What
    Does BERT Look At?", arXiv 1906.04341, section 4.1).
    """
    return AttentionStack(tuple(None if layer is None else _Grouped(layer, rows, keys) for layer in stack.layers))


class _Grouped(Layer):
    def __init__(self, inner: Layer, rows: Sequence[int], keys: Sequence[int]) -> None:
        self.n_heads, self.n_q, self.n_k = inner.n_heads, len(rows), len(keys)
        self.stored = float_type(inner.stored).name
        self.at_once = inner.at_once
        self._inner = inner
        self._rows: NDArray[np.intp] = np.append(np.asarray(rows, dtype=np.intp), inner.n_q)
        self._keys: NDArray[np.intp] = np.asarray(keys, dtype=np.intp)

    def raw(self, head: int, first: int, last: int) -> Floats:
        start, end = int(self._rows[first]), int(self._rows[last])
        pieces = decoded(self._inner.raw(head, start, end), self._inner.stored)
        begins = self._rows[first:last]
        with np.errstate(over="ignore", invalid="ignore"):
            sums = np.add.reduceat(pieces, self._keys, axis=1)
            sums = np.add.reduceat(sums, begins - start, axis=0)
            counts = np.diff(self._rows[first : last + 1]).astype(sums.dtype)
            means: Floats = sums / counts[:, np.newaxis]
        return means
