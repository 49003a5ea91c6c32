"""The health of a matrix of weights against sums written out cell by cell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.health import BLOCK, health, in_steps
from attnviz.core.masks import causal_mask
from attnviz.core.softmax import softmax

sizes = st.integers(1, 2 * BLOCK + 3)


def weights(n_q, n_k, seed, visible=None):
    scores = np.random.default_rng(seed).normal(size=(n_q, n_k)) * 3
    return softmax(scores, visible)


@given(sizes, sizes, st.integers(0, 99), st.booleans())
def test_every_share_is_that_of_the_cells(n_q, n_k, seed, causal):
    visible = causal_mask(n_q, n_k) if causal else None
    A = weights(n_q, n_k, seed, visible)
    found = health(A, visible)
    place = np.arange(n_q)[:, None] + n_k - n_q
    j = np.arange(n_k)
    total = max(A.sum(), 1e-300)
    assert found.above == pytest.approx((A * (j > place)).sum() / total, abs=1e-12)
    assert found.diagonal == pytest.approx((A * (j == place)).sum() / total, abs=1e-12)
    np.testing.assert_allclose(found.received, A.mean(axis=0), atol=1e-12)
    assert found.saturated == sum(
        row.max() > 0.99 for row in (A if visible is None else A[visible.sum(axis=1) > 1]) if n_k > 1
    )
    assert found.empty == (0 if visible is None else sum(not row.any() for row in visible))
    counts = np.full(n_q, n_k) if visible is None else visible.sum(axis=1)
    assert found.forced == sum(count == 1 for count in counts)
    assert (found.off, found.nan) == (0, 0)
    assert found.sums_hold
    even = np.ones((n_q, n_k)) if visible is None else visible
    counts = even.sum(axis=1)
    shares = [row[0] / count for row, count in zip(even, counts, strict=True) if count]
    assert found.fair == pytest.approx(np.mean(shares) if shares else 0.0)


def test_a_causal_mask_leaves_nothing_above_the_diagonal():
    visible = causal_mask(9, 9)
    assert health(weights(9, 9, 0, visible), visible).above == 0


def test_rows_that_do_not_sum_to_1_and_cells_that_are_no_number_are_counted():
    A = weights(6, 5, 1)
    A[2] *= 0.9
    A[4, 1:3] = np.nan
    found = health(A)
    assert found.off == 1
    assert found.nan == 2
    assert not found.sums_hold
    assert np.isfinite(found.received).all()
    assert np.isfinite([found.above, found.diagonal, found.first]).all()


@given(sizes, sizes, st.integers(0, 99), st.booleans(), st.data())
def test_rows_with_a_cell_that_is_no_number_count_for_nothing(n_q, n_k, seed, causal, data):
    """Whatever is asked, the answer is that of the other rows alone."""
    visible = causal_mask(n_q, n_k) if causal else np.ones((n_q, n_k), dtype=bool)
    A = weights(n_q, n_k, seed, visible)
    drawn = A.copy()
    for _ in range(data.draw(st.integers(1, 4))):
        i, j = data.draw(st.integers(0, n_q - 1)), data.draw(st.integers(0, n_k - 1))
        if visible[i, j]:
            drawn[i, j] = data.draw(st.sampled_from([np.nan, np.inf, -np.inf]))
    left = np.where(np.isfinite(drawn), drawn, 0)
    sound = np.isfinite(drawn).all(axis=1)
    for found in (health(left, visible, drawn), health(drawn, visible)):
        place, j = np.arange(n_q)[:, None] + n_k - n_q, np.arange(n_k)
        total = max(A[sound].sum(), 1e-300)
        assert (found.nan, found.infinite) == (np.isnan(drawn).sum(), np.isinf(drawn).sum())
        assert (found.off, found.unjudged) == (0, (~sound).sum())
        assert found.sums_hold == sound.all()
        assert found.looking == (visible.any(axis=1) & sound).sum()
        chosen = A[sound & (visible.sum(axis=1) > 1)]
        assert found.saturated == sum(row.max() > 0.99 for row in chosen)
        assert found.choosing == len(chosen)
        assert found.forced == sum(row.sum() == 1 for row in visible[sound])
        assert found.above == pytest.approx((A * (j > place))[sound].sum() / total, abs=1e-12)
        assert found.diagonal == pytest.approx((A * (j == place))[sound].sum() / total, abs=1e-12)
        np.testing.assert_allclose(found.received, A[sound].sum(axis=0) / max(sound.sum(), 1), atol=1e-12)
        shares = [row[0] / row.sum() for row in visible[sound] if row.any()]
        assert found.fair == pytest.approx(np.mean(shares) if shares else 0.0)


def test_numbers_of_any_size_are_counted_without_a_warning():
    """Without a warning: these are errors in tests."""
    found = health(np.array([[1e308, 1e308], [0.5, 0.5]]))
    assert (found.off, found.nan, found.infinite, found.unjudged) == (1, 0, 0, 0)


def test_float32_rows_of_thousands_of_numbers_hold():
    scores = np.random.default_rng(0).normal(size=(8, 4096)).astype(np.float32)
    assert health(softmax(scores)).sums_hold


@pytest.mark.parametrize(("share", "sink"), [(0.45, False), (0.55, True), (0.95, True)])
def test_a_first_key_with_most_of_the_attention_is_a_sink(share, sink):
    A = np.full((8, 8), (1 - share) / 7)
    A[:, 0] = share
    found = health(A)
    assert found.sink == sink
    assert found.first == pytest.approx(share)


def test_what_the_mask_alone_does_is_no_sink():
    visible = causal_mask(4, 4)
    even = visible / visible.sum(axis=1, keepdims=True)
    assert health(even, visible).first > 0.5
    assert not health(even, visible).sink


def test_three_keys_have_no_sink():
    assert not health(np.tile([0.9, 0.05, 0.05], (3, 1))).sink


def test_a_large_matrix_comes_in_steps():
    steps = list(in_steps(weights(3 * BLOCK, 4, 0)))
    assert steps[:-1] == [None] * 3
    assert steps[-1] is not None


@pytest.mark.parametrize("n", [3, 2 * BLOCK + 3])
def test_negative_numbers_are_looked_for_where_there_may_be_some(n):
    A = weights(n, 5, 0)
    A[n - 1, 2] = -0.25
    found = health(A, signed=True)
    assert (found.negative, found.below, found.off_beside) == (1, (n - 1,), 0)
    assert found.slipped
    assert not health(A).slipped
    A[0] *= 2
    assert not health(A, signed=True).slipped, "another row is no row of weights either"
    assert not health(-weights(n, 5, 0), signed=True).slipped
    assert not health(weights(n, 5, 0), signed=True).slipped
