"""What heads do: matrices that are one pattern and nothing else score 1 on it, and laws that hold for all."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.patterns import UNTOLD, Patterns, patterns, probe
from attnviz.core.softmax import softmax
from tests.examples import examples

TOKENS = ["the", "cat", "sat", "on", "it", ".", "the", "cat", "sat", "on", "it", "."]  # the second half repeats
N = len(TOKENS)


def found(A: np.ndarray, tokens=TOKENS, keys=None) -> Patterns:
    keys = tokens if keys is None else keys
    return patterns(lambda first, last: A[first:last], probe(tokens, keys))


def pure(columns) -> np.ndarray:
    """Each query gives all its weight to one key."""
    A = np.zeros((N, N))
    A[np.arange(N), columns] = 1
    return A


def test_a_previous_token_head():
    got = found(pure([0, *range(N - 1)]))
    assert got.previous == 1
    assert got.diagonal == pytest.approx(1 / N)  # the first token has nowhere else to look


def test_a_nan_that_signals_counts_for_nothing_and_warns_of_nothing():
    """Files in float32 may hold one; what makes float64 of it says so."""
    A = pure([0, *range(N - 1)]).astype(np.float32)
    A.view(np.uint32)[3, 7] = 0x7F800001
    assert found(A) == found(pure([0, *range(N - 1)]))


def test_a_diagonal_head():
    got = found(np.eye(N))
    assert (got.diagonal, got.previous, got.uniform, got.same) == (1, 0, 0, 0)


def test_a_sink():
    got = found(pure([0] * N))
    assert got.first == 1
    assert got.induction == 0


def test_an_induction_head_looks_after_the_earlier_occurrence():
    columns = [0] * 6 + [1, 2, 3, 4, 5, 6]
    assert found(pure(columns)).induction == 1
    assert found(pure(columns)).same == 0


def test_a_same_token_head_looks_at_the_earlier_occurrence():
    got = found(pure([6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5]))
    assert got.same == 1
    assert got.diagonal == 0


def test_nothing_can_be_told_of_repeats_where_there_are_none():
    got = found(np.eye(3), ["a", "b", "c"])
    assert got.same is None
    assert got.induction is None


@pytest.mark.parametrize("causal", [False, True])
def test_an_even_spread_is_uniform_and_falls_with_no_distance(causal):
    A = np.tri(N) if causal else np.ones((N, N))
    got = found(A / A.sum(1, keepdims=True))
    assert got.uniform == pytest.approx(1)
    assert got.distance == 0


@pytest.mark.parametrize("slope", [0.2, 0.5, 1.0])
def test_the_fitted_slope_is_that_of_the_decay(slope):
    n = 60
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    got = found(softmax(-slope * distance), [str(i) for i in range(n)])
    assert got.slope == pytest.approx(slope, rel=0.02)
    assert got.distance == pytest.approx(1, abs=0.01)


def test_weights_that_grow_with_distance_do_not_decay():
    n = 40
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    assert found(softmax(0.3 * distance), [str(i) for i in range(n)]).distance == 0


def test_queries_are_the_last_tokens_of_their_keys():
    A = np.zeros((2, 5))
    A[0, 2] = A[1, 3] = 1  # queries stand at positions 3 and 4
    assert found(A, ["d", "e"], ["a", "b", "c", "d", "e"]).previous == 1


def test_cells_that_are_no_numbers_count_as_nothing():
    A = np.eye(N)
    A[N // 2 :] = np.nan
    got = found(A)
    assert (got.diagonal, got.previous, got.uniform) == (0.5, 0, 0)
    assert found(np.full((N, N), np.nan)) == UNTOLD


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(1, 30), st.integers(1, 4), st.integers(0, 2**32 - 1), st.booleans())
def test_every_number_is_a_share(n, words, seed, causal):
    r = np.random.default_rng(seed)
    tokens = [str(word) for word in r.integers(0, words, n)]
    S = r.normal(size=(n, n)) * r.uniform(0, 20)
    A = softmax(S, np.tri(n, dtype=bool) if causal else None)
    for name, value in ((name, getattr(found(A, tokens), name)) for name in Patterns.__slots__ if name != "slope"):
        assert value is None or 0 <= value <= 1, name


def test_a_long_sentence_is_sampled_and_says_so():
    n = 1000
    where = probe([str(i) for i in range(n)], [str(i) for i in range(n)])
    assert not where.complete
    read: list[tuple[int, int]] = []

    def rows(first: int, last: int) -> np.ndarray:
        read.append((first, last))
        return np.eye(n, k=-1)[first:last]

    assert patterns(rows, where).previous == 1
    assert sum(last - first for first, last in read) < n
    assert read[0][0] == 0
    assert read[-1][1] == n


def test_a_sample_of_a_steady_head_says_what_all_rows_say():
    n = 600
    distance = np.abs(np.subtract.outer(np.arange(n), np.arange(n)))
    A = softmax(-0.1 * distance)
    tokens = [str(i % 50) for i in range(n)]
    whole = patterns(partial(_rows, A), _all_rows(tokens))
    part = patterns(partial(_rows, A), probe(tokens, tokens))
    assert part.previous == pytest.approx(whole.previous, abs=0.01)
    assert part.slope == pytest.approx(whole.slope, rel=0.05)


def _rows(A: np.ndarray, first: int, last: int) -> np.ndarray:
    return A[first:last]


def _all_rows(tokens):
    import attnviz.core.patterns as module

    most = module.MOST_ROWS
    module.MOST_ROWS = len(tokens)
    try:
        return probe(tokens, tokens)
    finally:
        module.MOST_ROWS = most


NO_WEIGHTS = {
    "scores": np.random.default_rng(1).normal(size=(N, N)),
    "percentages": 100 * softmax(np.random.default_rng(2).normal(size=(N, N))),
    "bytes": np.full((N, N), 200.0),
    "all zero": np.zeros((N, N)),
    "beyond measure": np.full((N, N), 1e308),
    "next to nothing": np.full((N, N), 1e-30),
}


@pytest.mark.parametrize("kind", NO_WEIGHTS)
def test_of_numbers_that_are_no_weights_nothing_is_told(kind):
    assert found(NO_WEIGHTS[kind]) == UNTOLD


def test_rounding_dropout_and_empty_rows_leave_weights_what_they_are():
    draw = np.random.default_rng(3)
    A = softmax(draw.normal(size=(N, N)), np.tri(N, dtype=bool))
    told = found(A)
    assert told.first is not None
    empty = np.where(np.arange(N)[:, None] == 3, np.nan, A)
    dropped = np.where(draw.random(A.shape) < 0.1, 0, A / 0.9)
    for changed in (np.round(A, 2), empty, dropped):
        assert found(changed).first == pytest.approx(told.first, abs=0.1)
