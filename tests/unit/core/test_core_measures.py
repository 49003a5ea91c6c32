"""Measures of scores and weights."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core.measures import (
    apparent_keys,
    effective_tokens,
    entropy_bits,
    jacobian_norms,
    measure,
    received,
    saturated_rows,
    score_std,
)
from attnviz.core.softmax import softmax

ROWS = np.array([[0.5, 0.25, 0.25, 0], [1, 0, 0, 0], [0.25, 0.25, 0.25, 0.25], [0, 0, 0, 0]])
SCORES = hnp.arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 6)), elements=st.floats(-30, 30))


def test_entropy():
    found = entropy_bits(ROWS)
    np.testing.assert_array_equal(found, [1.5, 0, 2, 0])
    assert not np.signbit(found).any()
    np.testing.assert_allclose(entropy_bits(ROWS.astype(np.float32)), [1.5, 0, 2, 0])


def test_effective_tokens():
    np.testing.assert_allclose(effective_tokens(ROWS), [2**1.5, 1, 4, 0])


def test_saturated_rows():
    A = np.array([[[0.991, 0.009], [0.99, 0.01]], [[0.0, 1.0], [0.5, 0.5]]])
    assert saturated_rows(A) == 2
    assert saturated_rows(A, threshold=0.4) == 4


def test_score_std():
    assert score_std(np.array([[1.0, 3.0]])) == 1
    assert score_std(np.array([[1.0, 3.0, -np.inf, np.inf, np.nan]])) == 1
    assert score_std(np.array([[1e300, 3e300]])) == pytest.approx(1e300)
    assert score_std(np.array([[1e-300, 3e-300]])) == pytest.approx(1e-300)
    assert score_std(np.zeros((2, 2))) == 0
    assert score_std(np.full((1, 2), -np.inf)) == 0


def test_jacobian_of_a_printed_example():
    # diag(p) - p pᵀ for p = (.5, .3, .2), written out in design/PEERS.md, O16.
    J = [[0.25, -0.15, -0.10], [-0.15, 0.21, -0.06], [-0.10, -0.06, 0.16]]
    assert jacobian_norms(np.array([[0.5, 0.3, 0.2]]))[0] == pytest.approx(np.linalg.norm(J), rel=1e-14)


@given(SCORES)
def test_jacobian_is_the_norm_of_the_matrix(S):
    A = softmax(S)
    expected = [np.linalg.norm(np.diag(a) - np.outer(a, a)) for a in A]
    np.testing.assert_allclose(jacobian_norms(A), expected, rtol=0, atol=3e-8)


def test_jacobian_of_settled_rows_is_zero():
    np.testing.assert_array_equal(jacobian_norms(ROWS)[[1, 3]], [0, 0])
    # Here rounding takes the squared norm to -1e-16.
    nearly = np.array([[1 - 5.618386866856895e-09, 5.618386866856895e-09]])
    np.testing.assert_array_equal(jacobian_norms(nearly), [0])


@given(SCORES)
def test_entropy_stays_within_its_range(S):
    H = entropy_bits(softmax(S))
    assert (H >= 0).all()
    assert (np.log2(S.shape[-1]) + 1e-12 >= H).all()
    np.testing.assert_allclose(effective_tokens(softmax(S)), 2**H)


def test_received():
    np.testing.assert_allclose(received(np.array([[0.5, 0.5], [1, 0]])), [0.75, 0.25])
    assert received(np.zeros((3, 2, 4))).shape == (3, 4)


def test_measure_leaves_empty_rows_out_of_the_means():
    S = np.array([[0.0, 4.0, 0.0, 4.0]] * 4)
    found = measure(S, ROWS)
    assert found.score_std == 2
    assert found.n_rows == 3
    assert found.saturated == 1
    assert found.mean_entropy == pytest.approx(3.5 / 3)
    assert found.mean_effective == pytest.approx((2**1.5 + 1 + 4) / 3)
    assert found.mean_jacobian == pytest.approx(jacobian_norms(ROWS)[:3].sum() / 3)
    np.testing.assert_array_equal(found.entropy, entropy_bits(ROWS))
    np.testing.assert_array_equal(found.jacobian, jacobian_norms(ROWS))
    assert not found.entropy.flags.writeable
    assert not found.jacobian.flags.writeable


def test_measure_over_heads():
    A = np.stack([ROWS, ROWS[::-1]])
    found = measure(np.zeros((2, 4, 4)), A)
    assert found.entropy.shape == (2, 4)
    assert (found.n_rows, found.saturated) == (6, 2)
    assert found.mean_entropy == pytest.approx(3.5 / 3)


def test_measure_of_nothing_visible():
    found = measure(np.zeros((2, 2)), np.zeros((2, 2)))
    assert (found.n_rows, found.saturated) == (0, 0)
    assert (found.mean_entropy, found.mean_effective, found.mean_jacobian) == (0, 0, 0)


def test_rows_that_have_no_choice_are_neither_saturated_nor_pass_a_gradient():
    A = np.array([[1.0, 0, 0, 0], [1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 0, 0, 0]])
    found = measure(A, A, np.array([1, 2, 3, 0]))
    assert (found.saturated, found.choosing, found.n_rows) == (1, 2, 3)
    assert found.mean_jacobian == pytest.approx(jacobian_norms(A)[1:3].mean())
    assert measure(A, A).saturated == 2, "where all keys may be looked at"
    alone = measure(np.ones((3, 1)), np.ones((3, 1)))
    assert (alone.saturated, alone.choosing, alone.n_rows, alone.mean_jacobian) == (0, 0, 3, 0)


def test_of_weights_alone_a_causal_mask_is_known_by_what_it_leaves_empty():
    A = softmax(np.zeros((5, 5)), np.tri(5, dtype=bool))
    assert apparent_keys(A).tolist() == [1, 2, 3, 4, 5]
    for i, j in ((0, 1), (0, 4), (2, 3)):
        ahead = A.copy()
        ahead[i, j] = 1e-9
        assert apparent_keys(ahead) is None
    assert apparent_keys(A[1:]) is None, "these rows all have a choice"
