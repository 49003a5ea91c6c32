"""Attention between words instead of pieces: summed over the pieces of a key, averaged over those of a query.

Rows still sum to 1, and the pieces are still there: grouping is a way to look, not a change.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.errors import ShapeError
from attnviz.i18n import translate

Spans = Sequence[tuple[int, int]]  # (first, end) of each word's pieces; together all pieces, in order


def group_words(A: Floats, queries: Spans, keys: Spans) -> Floats:
    """A_gh = mean over pieces i of word g of Σ over pieces j of word h of A_ij.

    A (n_q, n_k) → (words of queries, words of keys), in the type of A. Rows that hold NaN are left out of the mean; a
    word whose rows all do is NaN. Raises ShapeError when the spans do not cover the pieces.
    """
    _check(queries, A.shape[0])
    _check(keys, A.shape[1])
    by_key = np.add.reduceat(A, [first for first, _ in keys], axis=1, dtype=np.float64)  # (n_q, words of keys)
    unknown = np.isnan(by_key).any(axis=1)
    by_key[unknown] = 0
    starts = [first for first, _ in queries]
    totals = np.add.reduceat(by_key, starts, axis=0)  # (words of queries, words of keys)
    counts = np.add.reduceat((~unknown).astype(np.float64), starts)
    with np.errstate(divide="ignore", invalid="ignore"):
        grouped: Floats = (totals / counts[:, None]).astype(A.dtype)
    grouped[counts == 0] = np.nan
    grouped.setflags(write=False)
    return grouped


def _check(spans: Spans, count: int) -> None:
    edges = [0, *(end for _, end in spans)]
    if [first for first, _ in spans] != edges[:-1] or edges[-1] != count or any(end <= first for first, end in spans):
        raise ShapeError(
            translate("core", "The words must cover all {count} pieces, one after another.").format(count=count)
        )
