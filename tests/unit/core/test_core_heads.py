"""The four heads without training."""

from __future__ import annotations

import subprocess
import sys
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.attention import attend_scores
from attnviz.core.heads import (
    MAX_D_K,
    component_vectors,
    content_scores,
    distance_scores,
    mixed_scores,
    previous_scores,
)
from attnviz.errors import InputError, ShapeError

WORDS = ("the", "cat", "saw", "the", "cat")


def test_a_word_has_the_same_vector_everywhere():
    found = component_vectors("q", WORDS, seed=1, d=8)
    assert found.shape == (5, 8)
    assert found.dtype == np.float64
    np.testing.assert_array_equal(found[0], found[3])
    np.testing.assert_array_equal(found[1], found[4])
    np.testing.assert_array_equal(found[2:3], component_vectors("q", ["saw"], seed=1, d=8))
    assert not np.array_equal(found[0], found[1])


@given(st.integers(1, MAX_D_K), st.integers(1, MAX_D_K))
def test_more_components_are_appended(few, many):
    few, many = sorted((few, many))
    np.testing.assert_array_equal(
        component_vectors("k", WORDS, 3, few), component_vectors("k", WORDS, 3, many)[:, :few]
    )


@pytest.mark.parametrize("n", [511, 512, 513])
def test_a_word_of_a_long_text_has_the_vector_that_it_has_alone(n):
    words = [f"w{i % 300}" for i in range(n)]
    found = component_vectors("k", words, 2, 24, np.float32)
    assert (found.shape, found.dtype, found.flags.c_contiguous) == ((n, 24), np.float32, True)
    for row in (0, 299, 300, n - 1):
        np.testing.assert_array_equal(found[row], component_vectors("k", [words[row]], 2, 24, np.float32)[0])


def test_seed_role_and_token_all_count():
    """Also where they would run together if simply written one after the other."""
    keys = [
        (1, "q", "1"),
        (1, "q1", ""),
        (11, "q", ""),
        (1, "q", ""),
        (1, "k", "1"),
        (-1, "q", "1"),
        (1, "q", "\0"),
    ]
    vectors = [component_vectors(role, [token], seed, 4) for seed, role, token in keys]
    for one, other in combinations(vectors, 2):
        assert not np.array_equal(one, other)


def test_components_are_standard_normal():
    drawn = component_vectors("q", [str(i) for i in range(400)], 5, MAX_D_K)
    assert abs(drawn.mean()) < 0.01
    assert abs(drawn.std() - 1) < 0.01
    assert np.abs(np.corrcoef(drawn[:, :20], rowvar=False) - np.eye(20)).max() < 0.25


def test_vectors_are_the_same_in_another_process():
    """A saved document must look the same tomorrow: nothing may depend on Python's salted hash."""
    code = "from attnviz.core.heads import component_vectors as g; print(g('q', ['né'], 7, 3).tolist())"
    fresh = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert fresh.strip() == str(component_vectors("q", ["né"], 7, 3).tolist())


def test_odd_tokens():
    odd = ["", "\ud800", "\0", "😀", "a" * 100_000]
    assert len(np.unique(component_vectors("q", odd, 0, 1))) == len(odd)


def test_nothing_can_be_written_into_vectors_that_others_share():
    for words in (["one"], ["one", "one"], [f"{i}" for i in range(400)]):
        for dtype in (np.float64, np.float32):
            with pytest.raises(ValueError, match="read-only"):
                component_vectors("q", words, 0, 4, dtype)[:] = 9


def test_content():
    S = content_scores(WORDS, seed=2, d_k=16)
    q, k = (component_vectors(role, WORDS, 2, 16) for role in "qk")
    for i in range(5):
        for j in range(5):
            assert S[i, j] == pytest.approx(sum(q[i] * k[j]), abs=1e-12)
    np.testing.assert_allclose(S[0], S[3], atol=1e-12)
    np.testing.assert_allclose(S[:, 1], S[:, 4], atol=1e-12)
    single = content_scores(WORDS, seed=2, d_k=16, dtype=np.float32)
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, S, atol=1e-5)


def test_content_grows_by_one_component_at_a_time():
    q, k = (component_vectors(role, WORDS, 2, 17) for role in "qk")
    step = content_scores(WORDS, seed=2, d_k=17) - content_scores(WORDS, seed=2, d_k=16)
    np.testing.assert_allclose(step, np.outer(q[:, 16], k[:, 16]), atol=1e-12)


def test_previous():
    np.testing.assert_array_equal(previous_scores(3, d_k=4), [[0, 0, 0], [8, 0, 0], [0, 8, 0]])
    np.testing.assert_array_equal(previous_scores(2, d_k=9, strength=0.5), [[0, 0], [1.5, 0]])
    np.testing.assert_array_equal(previous_scores(1, d_k=9), [[0]])
    assert not previous_scores(3, d_k=4, strength=0).any()


def test_distance():
    expected = -2 * 0.5 * np.array([[0, 1, 2], [1, 0, 1], [2, 1, 0]])
    np.testing.assert_array_equal(distance_scores(3, d_k=4, decay=0.5), expected)
    np.testing.assert_allclose(distance_scores(2, d_k=16), [[0, -1.4], [-1.4, 0]])
    zeros = distance_scores(2, d_k=16, decay=0)
    assert not zeros.any()
    assert not np.signbit(zeros).any(), "-0 would be shown with a minus sign"
    distance_scores(3, d_k=1)[0, 0] = 1  # not a window onto shared memory


@pytest.mark.parametrize("n", [1, 2, 7])
@pytest.mark.parametrize("d_k", [1, 5, MAX_D_K])
def test_positional_heads_look_alike_at_every_d_k(n, d_k):
    for scores in (previous_scores, distance_scores):
        assert scores(n, d_k=d_k, dtype=np.float32).dtype == np.float32
        found = attend_scores(scores(n, d_k=d_k), d_k=d_k).weights
        np.testing.assert_allclose(found, attend_scores(scores(n, d_k=1), d_k=1).weights, atol=1e-14)


def test_mixed_is_of_scores():
    content, previous, distance = (np.full((2, 2), value) for value in (1.0, 10.0, 100.0))
    np.testing.assert_allclose(mixed_scores(content, previous, distance), np.full((2, 2), 23.5))
    np.testing.assert_allclose(mixed_scores(content, previous, distance, (0, 1, 0)), previous)
    np.testing.assert_allclose(mixed_scores(content, previous, distance, (0.5, 0.5, 5e-7)), np.full((2, 2), 5.50005))
    single = mixed_scores(*(part.astype(np.float32) for part in (content, previous, distance)))
    assert single.dtype == np.float32


@pytest.mark.parametrize(
    ("mix", "words"),
    [
        ((0.5, 0.5, 0.1), "must add up to 1; they add up to 1.1"),
        ((0.5, 0.3, 0.1999), "must add up to 1; they add up to 0.9999"),
        ((1.5, -0.5, 0), "at least 0; it is -0.5"),
        ((np.nan, 0.5, 0.5), "at least 0; it is nan"),
        ((1, 0), "three weights; 2 were given"),
    ],
)
def test_mix_is_checked(mix, words):
    with pytest.raises(InputError, match=words):
        mixed_scores(np.zeros((2, 2)), np.zeros((2, 2)), np.zeros((2, 2)), mix)


def test_mixed_sizes_are_checked():
    with pytest.raises(ShapeError, match="2 × 2, 3 × 3 and 2 × 2"):
        mixed_scores(np.zeros((2, 2)), np.zeros((3, 3)), np.zeros((2, 2)))


@pytest.mark.parametrize("d_k", [0, 513, -1, 2.5, True])
def test_d_k_is_checked(d_k):
    for call in (
        lambda: component_vectors("q", WORDS, 0, d_k),
        lambda: content_scores(WORDS, seed=0, d_k=d_k),
        lambda: previous_scores(2, d_k=d_k),
        lambda: distance_scores(2, d_k=d_k),
    ):
        with pytest.raises(InputError, match="d_k"):
            call()


@pytest.mark.parametrize("wrong", [-0.1, np.nan, np.inf, "1"])
def test_strength_and_decay_are_checked(wrong):
    with pytest.raises(InputError, match="The strength must be a finite number of at least 0"):
        previous_scores(2, d_k=1, strength=wrong)
    with pytest.raises(InputError, match="The decay must be a finite number of at least 0"):
        distance_scores(2, d_k=1, decay=wrong)


def test_no_tokens():
    for call in (
        lambda: content_scores([], seed=0, d_k=1),
        lambda: previous_scores(0, d_k=1),
        lambda: distance_scores(0, d_k=1),
    ):
        with pytest.raises(InputError, match="n must be a whole number of at least 1"):
            call()
