"""Columns that come to a product or leave it: the scores are those of the matrices as they are now."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core import columns
from attnviz.core.columns import Columns, product_fill


@st.composite
def parts(draw, n):
    first = draw(st.integers(0, n - 1))
    return slice(first, draw(st.integers(first + 1, n)))


@given(
    st.integers(1, 40),
    st.integers(1, 40),
    st.integers(0, 6),
    st.integers(1, 9),
    st.booleans(),
    st.sampled_from([1, 30, 10**6]),
    st.sampled_from([1, 12]),
    st.data(),
)
def test_scores_are_those_of_the_matrices_now(n_q, n_k, before, count, came, at_once, rows, data):
    rng = np.random.default_rng(0)
    d = before + count
    Q, K = rng.standard_normal((n_q, d), dtype=np.float32), rng.standard_normal((n_k, d), dtype=np.float32)
    wide, narrow = Q @ K.T, Q[:, :before] @ K[:, :before].T
    C, now = (narrow, wide) if came else (wide, narrow)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(columns, "SMALL_PRODUCT", at_once)
        patch.setattr(columns, "FEWEST_ROWS", rows)
        more = Columns.between(Q, K, slice(before, d), came=came)
        assert more.count == count
        place = data.draw(parts(n_q)), data.draw(parts(n_k))
        room = np.full((n_q, n_k), np.nan, dtype=np.float32)
        out = room[place]  # rows that do not lie side by side, as under a mask
        product_fill(C, more)(*place, 0.5, out)
        np.testing.assert_allclose(out, 0.5 * now[place], atol=1e-4)
        C = C.copy()
        for row in range(0, n_q, 7):
            more.add_to(C, slice(row, min(row + 7, n_q)))
        np.testing.assert_allclose(C, now, atol=1e-4)


def test_without_columns_they_are_the_product_times_a_factor():
    C = np.arange(12, dtype=np.float32).reshape(3, 4)
    out = np.empty((2, 2), dtype=np.float32)
    product_fill(C)(slice(1, 3), slice(0, 2), 0.25, out)
    np.testing.assert_array_equal(out, C[1:3, :2] / 4)
