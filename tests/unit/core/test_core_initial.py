"""Start values: their range, what they depend on, and how they grow."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.initial import initial_matrix
from attnviz.errors import InputError

SIZES = st.integers(1, 12)


def test_range_and_spread():
    W = initial_matrix(400, 300, seed=0, name="W_Q")
    assert W.shape == (400, 300)
    assert W.dtype == np.float64
    assert np.abs(W).max() < 1 / 20
    assert np.abs(W).max() > 0.999 / 20
    np.testing.assert_allclose(W.mean(), 0, atol=4 / np.sqrt(W.size * 3 * 400))
    np.testing.assert_allclose(W.var(), 1 / (3 * 400), rtol=0.01)


def test_the_same_numbers_for_ever():
    """They are in people's documents: once as they came out, once from the raw bits, whose order NumPy promises."""
    W = initial_matrix(2, 2, seed=0, name="W_Q")
    np.testing.assert_allclose(W, [[0.6367438440192538, 0.6289346521730919], [0.3212134880618701, 0.6119023971504405]])
    key = int.from_bytes(sha256(b'[0, "W_Q", 1]').digest(), "big")
    b = (np.random.PCG64(key).random_raw(2) >> np.uint64(11)) / 2**52 - 1
    np.testing.assert_allclose(W[1], b / np.sqrt(2), rtol=1e-15)


def test_seed_name_and_row_all_count():
    keys = [(0, "W_Q"), (1, "W_Q"), (-1, "W_Q"), (0, "W_K"), (0, "W_Q0"), (0, "")]
    rows = [row for seed, name in keys for row in initial_matrix(2, 3, seed=seed, name=name)]
    for one, other in combinations(rows, 2):
        assert not np.array_equal(one, other)


@given(SIZES, SIZES, SIZES, SIZES)
def test_growing_keeps_what_is_there(rows, columns, more_rows, more_columns):
    small = initial_matrix(rows, columns, seed=3, name="W_V")
    wide = initial_matrix(rows, columns + more_columns, seed=3, name="W_V")
    tall = initial_matrix(rows + more_rows, columns, seed=3, name="W_V")
    np.testing.assert_array_equal(wide[:, :columns], small)
    np.testing.assert_allclose(tall[:rows] * np.sqrt(rows + more_rows), small * np.sqrt(rows), rtol=1e-14)


@pytest.mark.parametrize(("rows", "columns", "word"), [(0, 2, "rows"), (2, 0, "columns"), (2, 1.5, "columns")])
def test_what_is_refused(rows, columns, word):
    with pytest.raises(InputError, match=f"{word} must be a whole number of at least 1"):
        initial_matrix(rows, columns, seed=0, name="W_Q")
