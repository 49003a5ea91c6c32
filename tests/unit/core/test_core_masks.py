"""Masks: True where the query may look, aligned at the bottom right."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.masks import causal_mask, combine, padding_mask, window_mask
from attnviz.errors import InputError

SIZES = st.integers(1, 9)


def drawn(picture):
    return np.array([[cell == "#" for cell in row] for row in picture.split()])


@pytest.mark.parametrize(
    ("n_q", "n_k", "picture"),
    [(3, 3, "#.. ##. ###"), (2, 4, "###. ####"), (4, 2, ".. .. #. ##"), (1, 3, "###"), (3, 1, ". . #")],
)
def test_causal(n_q, n_k, picture):
    found = causal_mask(n_q, n_k)
    assert found.dtype == np.bool_
    np.testing.assert_array_equal(found, drawn(picture))


@pytest.mark.parametrize(
    ("n_q", "n_k", "window", "picture"),
    [
        (4, 4, 1, "#... .#.. ..#. ...#"),
        (4, 4, 2, "#... ##.. .##. ..##"),
        (4, 4, 9, "#... ##.. ###. ####"),
        (2, 4, 2, ".##. ..##"),
        (4, 2, 2, ".. .. #. ##"),
    ],
)
def test_window(n_q, n_k, window, picture):
    np.testing.assert_array_equal(window_mask(n_q, n_k, window), drawn(picture))


@given(SIZES, SIZES, st.integers(1, 12))
def test_window_has_exactly_its_width_once_there_are_enough_keys(n_q, n_k, window):
    positions = np.arange(n_q) + n_k - n_q
    expected = np.clip(positions + 1, 0, window)
    np.testing.assert_array_equal(window_mask(n_q, n_k, window).sum(axis=-1), expected)


@given(SIZES, SIZES, st.integers(1, 12))
def test_window_is_causal_and_ends_at_its_own_position(n_q, n_k, window):
    band = window_mask(n_q, n_k, window)
    assert not (band & ~causal_mask(n_q, n_k)).any()
    for i in range(n_q):
        own = i + n_k - n_q
        assert own < 0 or band[i, own]


@given(SIZES, SIZES)
def test_the_last_query_sees_every_key(n_q, n_k):
    assert causal_mask(n_q, n_k)[-1].all()
    np.testing.assert_array_equal(window_mask(n_q, n_k, n_k), causal_mask(n_q, n_k))


def test_padding_hides_columns():
    np.testing.assert_array_equal(padding_mask(2, 3, [False, True, False]), drawn("#.# #.#"))


def test_combine_joins_all_by_and():
    own = np.ones((3, 3), dtype=bool)
    own[2, 2] = False
    found = combine(3, 3, causal=True, window=2, padding=[True, False, False], visible=own)
    np.testing.assert_array_equal(found, drawn("... .#. .#."))
    np.testing.assert_array_equal(combine(2, 2), drawn("## ##"))
    np.testing.assert_array_equal(combine(2, 2, window=1), drawn("#. .#"))
    np.testing.assert_array_equal(combine(2, 2, causal=True), drawn("#. ##"))


def test_combine_does_not_hand_out_the_callers_mask():
    own = np.ones((2, 2), dtype=bool)
    combine(2, 2, visible=own)[0, 0] = False
    assert own.all()


@pytest.mark.parametrize("sizes", [(0, 3), (3, 0), (-1, 3), (3, 2.5)])
def test_sizes(sizes):
    with pytest.raises(InputError, match=r"n_[qk] must be a whole number of at least 1"):
        causal_mask(*sizes)
    with pytest.raises(InputError, match=r"n_[qk] must be a whole number of at least 1"):
        combine(*sizes)
