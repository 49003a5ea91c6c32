"""Curves against d_k: the numbers of each point are those of attention at that d_k, and theory holds on average."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.attention import attend_scores
from attnviz.core.heads import MAX_D_K
from attnviz.core.measures import measure
from attnviz.core.saturation import (
    SAMPLE_CELLS,
    d_k_points,
    growing_scores,
    grown_scores,
    sampled_rows,
    saturation,
)
from tests.examples import examples


def test_points_are_whole_ascending_and_hold_the_powers_of_two():
    points = d_k_points()
    assert points[0] == 1
    assert points[-1] == MAX_D_K
    assert list(points) == sorted(set(points))
    assert {2**k for k in range(10)} <= set(points)
    assert max(np.diff(np.log2(points[8:]))) < 0.4


@given(st.integers(0, 99), st.floats(0, 1))
@settings(max_examples=examples(15))
def test_adding_components_gives_the_scores_of_all_of_them(seed, content):
    rng = np.random.default_rng(seed)
    Q, K, placed = rng.normal(size=(3, MAX_D_K)), rng.normal(size=(5, MAX_D_K)), rng.normal(size=(3, 5))
    # As a list: no point may change under the next.
    for d_k, S in list(growing_scores(Q, K, (1, 2, 7, 100, MAX_D_K), content=content, placed=placed)):
        expected = content * Q[:, :d_k] @ K[:, :d_k].T + np.sqrt(d_k) * placed
        np.testing.assert_allclose(S, expected, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("causal", [False, True])
def test_each_point_has_the_measures_of_attention_at_its_d_k(temperature, causal):
    rng = np.random.default_rng(1)
    Q, K = rng.normal(size=(6, MAX_D_K)), rng.normal(size=(6, MAX_D_K))
    visible, keys = (np.tri(6, dtype=bool), np.arange(1, 7)) if causal else (None, None)  # the first has no choice
    found = saturation(growing_scores(Q, K, d_k_points()), temperature=temperature, visible=visible)
    for index, d_k in enumerate(found.d_k.astype(int).tolist()):
        for curve, divide in ((found.divided, True), (found.plain, False)):
            S = Q[:, :d_k] @ K[:, :d_k].T
            A = attend_scores(S, d_k=d_k, divide=divide, temperature=temperature, causal=causal).weights
            assert curve.largest[index] == pytest.approx(A.max(axis=1)[causal:].mean(), abs=1e-9)
            assert curve.jacobian[index] == pytest.approx(measure(S, A, keys).mean_jacobian, abs=1e-9)


def test_a_row_that_sees_nothing_is_in_no_mean():
    S, visible = np.ones((2, 4)), np.array([[True] * 4, [False] * 4])
    found = saturation([(1, S)], visible=visible, dA=np.ones((2, 4)))
    assert found.divided.largest[0] == pytest.approx(0.25)
    nothing = saturation([(1, S)], visible=np.zeros((2, 4), dtype=bool))
    assert nothing.plain.largest[0] == 0


def test_the_gradient_that_passes_is_that_of_the_jacobian():
    rng = np.random.default_rng(2)
    S, dA = rng.normal(size=(4, 5)), rng.normal(size=(4, 5))
    dA[2] = 0  # no gradient arrives there: the row is in no mean
    found = saturation([(9, S)], dA=dA)
    expected = []
    for s, g in zip(S / 3, dA, strict=True):
        a = np.exp(s) / np.exp(s).sum()
        if g.any():
            expected.append(np.linalg.norm((np.diag(a) - np.outer(a, a)) @ g) / np.linalg.norm(g))
    assert found.divided.passed[0] == pytest.approx(np.mean(expected), rel=1e-9)


def test_without_a_gradient_none_is_told():
    assert saturation([(1, np.ones((2, 2)))]).plain.passed is None


def test_divided_the_weights_keep_their_spread_and_undivided_they_saturate():
    """Of independent components with variance 1, over many rows: what the division is for."""
    rng = np.random.default_rng(3)
    Q, K = rng.normal(size=(400, MAX_D_K)), rng.normal(size=(32, MAX_D_K))
    found = saturation(growing_scores(Q, K, d_k_points()))
    assert np.ptp(found.divided.largest[12:]) < 0.06
    assert found.plain.largest[-1] > 0.9
    assert found.plain.jacobian[-1] < 0.5 * found.divided.jacobian[-1]


def test_grown_scores_are_todays_at_todays_d_k_and_divide_to_the_same():
    S = np.array([[1.0, -2.0], [0.5, 3.0]])
    for d, grown in grown_scores(S, 4, (1, 4, 64)):
        np.testing.assert_allclose(grown / np.sqrt(d), S / 2, rtol=1e-12)
    assert dict(grown_scores(S, 4, (4,)))[4] == pytest.approx(S)


@given(st.integers(1, 5000), st.integers(1, 5000))
def test_a_sample_of_rows_is_small_even_and_holds_the_ends(n_q, n_k):
    rows = sampled_rows(n_q, n_k)
    assert len(rows) * n_k <= max(SAMPLE_CELLS, n_k)
    assert rows[0] == 0
    assert len(rows) == 1 or rows[-1] == n_q - 1
    assert n_q * n_k > SAMPLE_CELLS or len(rows) == n_q
    assert len(rows) < 3 or np.diff(rows).max() - np.diff(rows).min() <= 1
