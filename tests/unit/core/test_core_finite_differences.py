"""Central differences: what they measure, what they are compared with, and which entries are moved."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core.finite_differences import central_differences, compare, sample


def cubic(parameters):
    """L = Σ p³ + 2 Σ q, for a batch of p or q."""
    p, q = parameters["p"], parameters["q"]
    return (p**3).sum(axis=(-2, -1)) + 2 * q.sum(axis=(-2, -1))


P, Q = np.array([[1.0, -2.0], [0.5, 3.0]]), np.array([[7.0]])
H = {"p": np.full((2, 2), 1e-5), "q": np.array([[1e-4]])}
ALL = {"p": np.arange(4), "q": np.arange(1)}


@pytest.mark.parametrize("batch", [1, 3, 256])
def test_slopes_are_those_of_the_function(batch):
    found = central_differences(cubic, {"p": P, "q": Q}, H, ALL, batch=batch)
    np.testing.assert_allclose(found["p"], 3 * P.ravel() ** 2, rtol=1e-9)
    np.testing.assert_allclose(found["q"], [2.0])


def test_only_the_chosen_entries_are_moved():
    found = central_differences(cubic, {"p": P, "q": Q}, H, {"p": np.array([3]), "q": np.array([], dtype=int)})
    np.testing.assert_allclose(found["p"], [27.0], rtol=1e-9)
    assert found["q"].size == 0


def agreement(gradient, slopes, noise=0.0):
    gradients = {"p": np.asarray(gradient, dtype=float)}
    places = {"p": np.arange(gradients["p"].size)}
    quiet = {"p": np.full(gradients["p"].shape, noise)}
    return compare(gradients, {"p": np.asarray(slopes, dtype=float)}, places, quiet)


def test_errors_are_shares_of_the_largest_number_of_the_same_gradient():
    found = agreement([10.0, 0.0], [10.0, 1e-6])
    assert found.passed
    assert found.absolute == pytest.approx(1e-6)
    assert found.relative == pytest.approx(1e-7)
    assert (found.where, found.checked) == ("p", 2)


@pytest.mark.parametrize("slopes", [[1.0, 2.2], [1.0, np.nan], [-1.0, 2.0]])
def test_a_wrong_gradient_does_not_pass(slopes):
    assert not agreement([1.0, 2.0], slopes).passed


@pytest.mark.parametrize("strange", [(), (1,), (0, 2), (0, 1, 2)])
def test_slopes_that_no_float_holds_are_counted_and_prove_nothing(strange):
    slopes = np.array([1.0, 2.0, 3.0])
    slopes[list(strange)] = np.inf
    found = agreement([1.0, 2.0, 3.0], slopes)
    assert (found.checked, found.unmeasured, found.moved) == (3 - len(strange), len(strange), 3)
    assert found.passed == (len(strange) < 3)
    assert found.absolute == found.relative == 0


def test_a_gradient_of_zeros_passes_within_the_noise_only():
    assert agreement([0.0, 0.0], [1e-12, -1e-12], noise=1e-11).passed
    assert agreement([0.0, 0.0], [1e-12, -1e-12], noise=1e-11).relative == 0
    assert not agreement([0.0, 0.0], [1e-3, 0.0], noise=1e-11).passed


def test_a_sample_takes_all_while_it_can_and_else_a_share_of_each_matrix():
    whole = sample({"p": 4, "q": 2}, 6)
    assert {name: part.tolist() for name, part in whole.items()} == {"p": [0, 1, 2, 3], "q": [0, 1]}
    part = sample({"p": 900, "q": 100, "r": 1}, 100)
    assert [len(part[name]) for name in "pqr"] == [89, 9, 1]
    assert all(len(set(places.tolist())) == len(places) for places in part.values())
    assert part["p"].max() < 900
    same = sample({"p": 900, "q": 100, "r": 1}, 100)
    np.testing.assert_array_equal(part["p"], same["p"])
