"""LayerNorm without gain and bias: hand-worked rows, laws, and rows that have no direction or no room."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core.layer_norm import constant_rows, layer_norm
from attnviz.errors import InputError, ShapeError

ROWS = hnp.arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 6)), elements=st.floats(-100, 100))
ANY_ROWS = hnp.arrays(
    np.float64,
    st.tuples(st.integers(1, 3), st.integers(1, 5)),
    elements=st.floats(allow_nan=False, allow_infinity=False),
)
EPS = st.sampled_from([0.0, 1e-300, 1e-5, 0.5, 1e300])


def slow_row(row, eps):
    """One row in exact sums, the way it is written in the paper."""
    mean = math.fsum(row) / len(row)
    variance = math.fsum((x - mean) ** 2 for x in row) / len(row)
    return [(x - mean) / math.sqrt(variance + eps) for x in row]


def test_a_row_by_hand():
    np.testing.assert_allclose(layer_norm([[1.0, 3.0]]), [[-1, 1]], rtol=0, atol=0)
    np.testing.assert_allclose(layer_norm([[0, 0, 0, 4]]), [np.array([-1, -1, -1, 3]) / math.sqrt(3)], rtol=1e-15)
    np.testing.assert_allclose(layer_norm([[1.0, 3.0]], eps=3), [[-0.5, 0.5]], rtol=1e-15)


@given(hnp.arrays(np.int64, (3, 5), elements=st.integers(-9, 9)), st.sampled_from([0.0, 1e-5, 2.0]))
def test_against_the_slow_way(X, eps):
    u = layer_norm(X, eps)
    for row, found, constant in zip(X.tolist(), u, constant_rows(X), strict=True):
        np.testing.assert_allclose(found, [0] * 5 if constant else slow_row(row, eps), rtol=0, atol=1e-13)


@given(ANY_ROWS)
def test_every_finite_row_gets_mean_0_and_variance_1_or_zeros(X):
    u, constant = layer_norm(X), constant_rows(X)
    np.testing.assert_allclose(u.mean(axis=-1), 0, rtol=0, atol=1e-13)
    np.testing.assert_allclose(np.square(u).mean(axis=-1), np.where(constant, 0, 1), rtol=0, atol=1e-12)
    assert not u[constant].any()


@given(ANY_ROWS, EPS)
def test_eps_only_shrinks(X, eps):
    u = layer_norm(X, eps)
    assert np.isfinite(u).all()
    assert (np.abs(u) <= np.abs(layer_norm(X))).all()


@given(hnp.arrays(np.int64, (2, 4), elements=st.integers(-50, 50)), st.integers(-1000, 900))
def test_size_and_offset_do_not_matter(X, power):
    """Powers of two up to the ends of the float range: equal to the last bit."""
    u = layer_norm(X)
    np.testing.assert_array_equal(layer_norm(X * 2.0**power), u)
    np.testing.assert_allclose(layer_norm(2 * X + 7), u, rtol=0, atol=1e-13)


@given(ROWS, st.randoms(use_true_random=False))
def test_rows_do_not_see_each_other(X, random):
    order = list(range(len(X)))
    random.shuffle(order)
    np.testing.assert_array_equal(layer_norm(X[order]), layer_norm(X)[order])


@pytest.mark.parametrize("row", [[0.1, 0.1, 0.1], [0, 0, 0], [0.0, -0.0, 0.0], [1e300] * 3, [5e-324] * 3])
@pytest.mark.parametrize("eps", [0, 1e-5])
def test_a_constant_row_becomes_zeros(row, eps):
    X = [row, [1, 2, 3]]
    assert constant_rows(X).tolist() == [True, False]
    assert layer_norm(X, eps)[0].tolist() == [0, 0, 0]


def test_one_column_is_constant():
    assert layer_norm([[3.0], [4.0]]).tolist() == [[0], [0]]


@pytest.mark.parametrize("largest", [1e300, np.finfo(float).max, 5e-324, 1e-310])
def test_the_ends_of_the_range(largest):
    np.testing.assert_allclose(layer_norm([[largest, -largest]]), [[1, -1]], rtol=0, atol=0)
    np.testing.assert_allclose(layer_norm([[largest, 0, 0, 0]]), layer_norm([[1, 0, 0, 0]]), rtol=0, atol=1e-15)


def test_neighbouring_floats_are_told_apart():
    assert layer_norm([[1.0, np.nextafter(1.0, 2)]]).tolist() == [[-1, 1]]


def test_float32_stays():
    u = layer_norm(np.array([[1, 2, 4]], dtype=np.float32), eps=1e-5)
    assert u.dtype == np.float32
    np.testing.assert_allclose(u, layer_norm([[1, 2, 4]], eps=1e-5), rtol=0, atol=1e-6)


def test_the_input_is_left_alone():
    X = np.array([[1.0, 2.0], [3.0, 3.0]])
    layer_norm(X)
    assert X.tolist() == [[1, 2], [3, 3]]


def test_what_is_refused():
    with pytest.raises(InputError, match="X holds nan"):
        layer_norm([[1.0, np.nan]])
    with pytest.raises(InputError, match="eps must be a finite number of at least 0; it is -1"):
        layer_norm([[1.0, 2.0]], eps=-1)
    with pytest.raises(ShapeError, match="X is empty: its shape is 2 × 0"):
        layer_norm(np.zeros((2, 0)))
