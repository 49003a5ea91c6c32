"""Pictures of scores whose factor alone moves: blocks of weights from each row's peaks and the sum of its powers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_core_blocked import from_scores, plain_mask, sights

from attnviz.core.band import Apart, soften_apart
from attnviz.core.blocked import soften
from attnviz.core.peaks import find_peaks, soften_peaks
from attnviz.core.reduce import BlockMaxima, reduce_max
from attnviz.core.sight import Sight
from attnviz.core.softmax import softmax
from tests.both_ways import way  # noqa: F401 — the fixture serves every test


def drawn(peaks, fill, factor, rows, apart=None):
    sight = peaks.sight
    maxima = BlockMaxima((sight.n_q, sight.n_k), rows, peaks.columns)
    soften_peaks(fill, peaks, factor=factor, maxima=maxima, apart=apart)
    return maxima.values


@given(
    sights(),
    st.sampled_from([0, 1e-3, 1, 30, 1e3, 1e6]),
    st.floats(-1e3, 1e3),
    st.lists(st.sampled_from([1.0, 0.125, 7.0, 0.01]), min_size=1, max_size=3),
    st.integers(1, 7),
    st.integers(1, 7),
    st.integers(0, 2**32 - 1),
)
def test_blocks_are_the_largest_of_the_plain_weights_whatever_the_factor(
    sight, size, shift, factors, rows, columns, seed
):
    S = np.random.default_rng(seed).standard_normal((sight.n_q, sight.n_k)) * size + shift
    S = S.astype(np.float32)
    fill = from_scores(S)
    peaks = find_peaks(fill, sight, columns)
    for factor in factors:
        expected = softmax(S.astype(np.float64) * factor, plain_mask(sight))
        room = 1e-6 * (1 + float(np.abs(S).max()) * factor)  # what float32 knows of an exponent
        np.testing.assert_allclose(
            drawn(peaks, fill, factor, rows), reduce_max(expected, rows, columns), atol=min(room, 1.0)
        )


@pytest.mark.parametrize("slope", [0.0, 0.3, 40.0])
@pytest.mark.parametrize("factor", [0.05, 1.0, 3.0])
def test_content_and_offsets_apart_give_the_same_blocks(slope, factor):
    n = 83
    rng = np.random.default_rng(5)
    C = rng.standard_normal((n, n)).astype(np.float32)
    offsets = -slope * np.abs(np.arange(1.0 - n, n))
    offsets[n - 2] += 2.0
    i = np.arange(n)
    S = (C + offsets[i[np.newaxis] - i[:, np.newaxis] + n - 1]).astype(np.float32)
    apart = Apart(from_scores(C), offsets, 100.0)
    sight = Sight(n_q=n, n_k=n)
    peaks = find_peaks(from_scores(S), sight, 4, apart)
    assert peaks.most == pytest.approx(np.abs(C).max())
    found = drawn(peaks, from_scores(S), factor, 3, apart)
    np.testing.assert_allclose(found, reduce_max(softmax(S.astype(np.float64) * factor, None), 3, 4), atol=3e-6)


def test_a_weight_too_small_to_be_seen_is_nought_and_takes_no_longer():
    """Below 2^-126 the processor is slow, and a picture of a steep distance decay is full of such numbers."""
    n = 300
    S = (-40.0 * np.abs(np.arange(n)[:, np.newaxis] - np.arange(n))).astype(np.float32)
    sight = Sight(n_q=n, n_k=n)
    found = drawn(find_peaks(from_scores(S), sight, 3), from_scores(S), 1.0, 3)
    assert not ((found > 0) & (found < 1e-20)).any()
    assert (found == 0).sum() > n
    np.testing.assert_allclose(np.diagonal(found), 1.0, atol=1e-6)


@pytest.mark.parametrize("sums", [True, False])
def test_what_is_cut_off_counts_for_nothing_in_a_row_of_small_powers_only(sums):
    """Many a weight of a row whose largest power is e^-33 lies near the bound, and together they are a part of it."""
    n = 1024
    S = np.full((n, n), -43.3, dtype=np.float32)
    S[:, 5], S[7], S[8, 3] = -33.5, 3.0, -60.0
    sight, fill, A = Sight(n_q=n, n_k=n), from_scores(S), np.empty_like(S)
    expected = softmax(S.astype(np.float64))
    soften(fill, A, sight, factor=1.0, sums=sums)
    np.testing.assert_allclose(A, expected, atol=1e-5)
    found = drawn(find_peaks(fill, sight, 3), fill, 1.0, 3)
    np.testing.assert_allclose(found, reduce_max(expected, 3, 3), atol=1e-5)


@given(
    st.sampled_from([0.3, 3.0, 9.0, 20.0]),  # of the content
    st.sampled_from([0.0, 0.05, 2.0]),  # of the distance
    st.floats(-30, 60),  # of the previous token, which the first row has not
    st.sampled_from([0.2, 1.0, 4.0]),
    st.integers(0, 2**32 - 1),
)
def test_whatever_the_two_parts_are_their_blocks_are_those_of_the_sum(content, slope, previous, factor, seed):
    n = 61
    C = (np.random.default_rng(seed).standard_normal((n, n)) * content).astype(np.float32)
    offsets = -slope * np.abs(np.arange(1.0 - n, n))
    offsets[n - 2] += previous
    i = np.arange(n)
    S = (C + offsets[i[np.newaxis] - i[:, np.newaxis] + n - 1]).astype(np.float32)
    apart, sight = Apart(from_scores(C), offsets, float(np.abs(C).max())), Sight(n_q=n, n_k=n)
    expected = reduce_max(softmax(S.astype(np.float64) * factor), 3, 4)
    room = 3e-6 * (1 + float(np.abs(S).max()) * factor)
    found = drawn(find_peaks(from_scores(S), sight, 4, apart), from_scores(S), factor, 3, apart)
    np.testing.assert_allclose(found, expected, atol=room)
    maxima = BlockMaxima((n, n), 3, 4)
    if soften_apart(apart, sight, factor=factor, maxima=maxima):
        np.testing.assert_allclose(maxima.values, expected, atol=room)


@pytest.mark.parametrize("size", [30.0, 60.0, 85.0, 130.0])
def test_powers_that_fit_need_no_look_at_the_largest(size):
    """Rows of large scores only, of small ones only, and of both."""
    n = 90
    S = (np.random.default_rng(1).uniform(-1, 1, (n, n)) * size).astype(np.float32)
    S[:30] = np.abs(S[:30])
    S[30:60] = -np.abs(S[30:60])
    sight, fill = Sight(n_q=n, n_k=n), from_scores(S)
    found = drawn(find_peaks(fill, sight, 3), fill, 1.0, 3)
    np.testing.assert_allclose(found, reduce_max(softmax(S.astype(np.float64)), 3, 3), atol=1e-6 * (1 + size))
