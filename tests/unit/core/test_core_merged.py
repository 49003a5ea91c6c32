"""Several heads as one matrix: means, rollout, pieces as words, scores as weights."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core.grouped import grouped
from attnviz.core.merged import mean_of_all, mean_over_heads, mean_over_layers, rollout
from attnviz.core.scored import weighted
from attnviz.core.softmax import softmax
from attnviz.core.stack import stack_of_arrays
from attnviz.errors import InputError


@pytest.fixture
def A():
    """(layers, heads, n_q, n_k), rows sum to 1."""
    return softmax(np.random.default_rng(1).normal(size=(3, 2, 5, 5)))


def test_means_are_those_of_numpy(A):
    stack = stack_of_arrays(list(A))
    np.testing.assert_allclose(mean_over_heads(stack, 1), A[1].mean(0), atol=1e-12)
    np.testing.assert_allclose(mean_over_layers(stack, 1), A[:, 1].mean(0), atol=1e-12)
    np.testing.assert_allclose(mean_of_all(stack), A.mean((0, 1)), atol=1e-12)


def test_a_mean_leaves_out_what_is_no_number(A):
    A[0, 0, 2] = np.nan
    A[:, :, 3] = np.nan
    mean = mean_of_all(stack_of_arrays(list(A)))
    np.testing.assert_allclose(mean[2], np.nanmean(A[:, :, 2], (0, 1)), atol=1e-12)
    assert np.isnan(mean[3]).all()
    assert np.isfinite(mean[[0, 1, 2, 4]]).all()


def test_a_layer_that_was_not_returned_is_passed_over(A):
    stack = stack_of_arrays([A[0], None, A[2]])
    np.testing.assert_allclose(mean_over_layers(stack, 0), A[[0, 2], 0].mean(0), atol=1e-12)
    with pytest.raises(InputError, match="did not return"):
        mean_over_heads(stack, 1)


def test_rollout_is_the_product_with_half_of_each_residual(A):
    wanted = np.eye(5)
    for layer in A:
        wanted = (layer.mean(0) / 2 + np.eye(5) / 2) @ wanted
    found = rollout(stack_of_arrays(list(A)), 2)
    np.testing.assert_allclose(found, wanted, atol=1e-12)
    np.testing.assert_allclose(found.sum(1), 1, atol=1e-12)


def test_rollout_needs_a_square():
    stack = stack_of_arrays([softmax(np.zeros((1, 2, 3)))])
    with pytest.raises(InputError, match=r"queries \(2\) as keys \(3\)"):
        rollout(stack, 0)


def test_pieces_are_added_as_keys_and_averaged_as_queries(A):
    stack = grouped(stack_of_arrays(list(A)), [0, 2, 3], [0, 3])
    head = stack.head(1, 1)
    assert head.shape == (3, 2)
    np.testing.assert_allclose(head[0, 1], (A[1, 1, 0, 3:].sum() + A[1, 1, 1, 3:].sum()) / 2, atol=1e-12)
    np.testing.assert_allclose(head.sum(1), 1, atol=1e-12)
    np.testing.assert_allclose(stack.rows(1, 1, 1, 3), head[1:3], atol=0)


def test_scores_become_weights_under_the_masks():
    S = np.random.default_rng(2).normal(size=(1, 4, 4))
    S[0, 0, 1] = -np.inf
    S[0, 3] = np.nan
    causal = np.tri(4, dtype=bool)
    stack = weighted(
        stack_of_arrays([S]), d_k=16, divide=True, temperature=1.0, see=lambda first, last: causal[first:last]
    )
    head = stack.head(0, 0)
    np.testing.assert_allclose(head[2], softmax(S[0] / 4, causal & np.isfinite(S[0]))[2], atol=1e-12)
    assert head[0].tolist() == [1, 0, 0, 0]
    assert not head[3].any()
