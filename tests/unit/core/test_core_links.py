"""Which weights become lines."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core import links
from attnviz.core.links import choose_links

matrices = hnp.arrays(
    np.float64, st.tuples(st.integers(1, 9), st.integers(1, 9)), elements=st.sampled_from([0.0, 0.05, 0.1, 0.3, 1.0])
)


@given(matrices, st.sampled_from([0.0, 0.05, 0.2]), st.integers(1, 9))
def test_the_largest_of_each_query_and_nothing_below_the_threshold(A, threshold, most):
    chosen = choose_links(A, threshold=threshold, most=most)
    for i, row in enumerate(A):
        worth = [j for j in range(len(row)) if row[j] >= threshold and row[j] > 0]
        # Of equal weights the earlier key goes first.
        expected = sorted(worth, key=lambda j: (-row[j], j))[:most]
        assert sorted(chosen.looked_at(i)) == sorted(expected)
        weights = [row[j] for j in chosen.looked_at(i)]
        assert weights == sorted(weights, reverse=True)
    assert np.all(np.diff(chosen.weights) >= 0), "the heavy are drawn last"
    np.testing.assert_array_equal(chosen.weights, A[chosen.queries, chosen.keys])
    total = A.sum()
    assert chosen.share == pytest.approx(chosen.weights.sum() / total if total else 0.0)
    assert chosen.left_out == 0


def test_a_drawing_holds_the_heaviest_of_too_many(monkeypatch):
    monkeypatch.setattr(links, "MOST_LINKS", 3)
    chosen = choose_links(np.array([[0.1, 0.2, 0.7], [0.4, 0.3, 0.3]]), threshold=0.0, most=3)
    assert sorted(chosen.weights.tolist()) == [0.3, 0.4, 0.7]
    assert chosen.left_out == 3


@pytest.mark.parametrize("size", [1.0, 1e30, 1e308])
def test_the_share_of_numbers_of_any_size(size):
    with np.errstate(all="raise"):
        chosen = choose_links(np.full((4, 4), size), threshold=0.0, most=1)
    assert chosen.share == pytest.approx(0.25)


def test_no_more_than_all_weight_is_drawn_where_some_is_negative():
    chosen = choose_links(np.array([[0.9, -0.4], [0.5, 0.5]]), threshold=0.6, most=2)
    assert chosen.share == pytest.approx(0.9 / 1.9)
    assert choose_links(np.array([[0.9, -0.9]]), threshold=0.0, most=2).share == 1.0


@pytest.mark.parametrize("size", [1.0, 1e307, 1e308])
def test_more_lines_never_hold_less_and_all_is_only_said_of_all(size):
    A = size * np.array([[0.5, 0.1, 0.1, -0.2], [0.3, 0.2, -0.1, 0.0]])
    with np.errstate(all="raise"):
        shares = [choose_links(A, threshold=size * t, most=4).share for t in (0.4, 0.3, 0.2, 0.1, 0.0)]
    assert shares == pytest.approx([0.5 / 1.2, 0.8 / 1.2, 1.0 / 1.2, 1.0, 1.0])
