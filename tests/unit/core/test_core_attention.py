"""attend and attend_scores: steps, heads, options, types and ownership."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from slow_attention import slow_attention

from attnviz.core.attention import attend, attend_scores, dot_scores, per_head, scale_scores
from attnviz.core.masks import combine

ARRAYS = ("Q", "K", "V", "scores", "scaled", "visible", "weights", "output")


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


@pytest.mark.parametrize("n_q", [1, 3, 5])
@pytest.mark.parametrize("n_k", [1, 4])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"divide": False},
        {"temperature": 0.3},
        {"causal": True},
        {"window": 2},
        {"causal": True, "window": 2, "temperature": 3.0},
    ],
    ids=str,
)
def test_agrees_with_the_slow_way(n_q, n_k, options):
    Q, K, V = normal(n_q, 3), normal(n_k, 3, seed=1), normal(n_k, 2, seed=2)
    found = attend(Q, K, V, **options)
    visible = combine(n_q, n_k, causal=options.get("causal", False), window=options.get("window"))
    slow = {name: value for name, value in options.items() if name in ("divide", "temperature")}
    weights, output = slow_attention(Q.tolist(), K.tolist(), V.tolist(), visible=visible.tolist(), **slow)
    np.testing.assert_array_equal(found.visible, visible)
    np.testing.assert_allclose(found.weights, weights, rtol=0, atol=1e-14)
    np.testing.assert_allclose(found.output, output, rtol=0, atol=1e-14)


def test_two_by_two_worked_by_hand():
    # Scores 0 and ln 3 share as 1 : 3.
    found = attend([[0.0], [np.log(3)]], [[0.0], [1.0]], [[4.0], [8.0]])
    np.testing.assert_allclose(found.scores, [[0, 0], [0, np.log(3)]], atol=1e-15)
    np.testing.assert_allclose(found.weights, [[0.5, 0.5], [0.25, 0.75]], atol=1e-15)
    np.testing.assert_allclose(found.output, [[6], [7]], atol=1e-14)


@pytest.mark.parametrize("kv_heads", [1, 2, 3, 6])
def test_grouped_heads_read_their_neighbours_key(kv_heads):
    Q, K, V = normal(6, 3, 4), normal(kv_heads, 5, 4, seed=1), normal(kv_heads, 5, 2, seed=2)
    found = attend(Q, K, V, causal=True)
    assert found.weights.shape == (6, 3, 5)
    assert found.output.shape == (6, 3, 2)
    for head in range(6):
        shared = head * kv_heads // 6
        alone = attend(Q[head], K[shared], V[shared], causal=True)
        np.testing.assert_allclose(found.scores[head], alone.scores, atol=1e-14)
        np.testing.assert_allclose(found.weights[head], alone.weights, atol=1e-14)
        np.testing.assert_allclose(found.output[head], alone.output, atol=1e-14)


def test_grouped_heads_equal_explicit_repeat():
    Q, K, V = normal(4, 3, 4), normal(2, 5, 4, seed=1), normal(2, 5, 2, seed=2)
    order = [0, 0, 1, 1]
    grouped, repeated = attend(Q, K, V), attend(Q, K[order], V[order])
    np.testing.assert_array_equal(grouped.output, repeated.output)
    np.testing.assert_array_equal(per_head(K, Q), K[order])
    shared = attend_scores(grouped.scores, V, d_k=4)
    np.testing.assert_array_equal(shared.output, grouped.output)


def test_without_values_there_is_no_output():
    found = attend([[1, 2]], [[3, 4], [5, 6]])
    assert found.V is None
    assert found.output is None
    assert found.O is None
    np.testing.assert_array_equal(found.scores, [[11, 17]])


def test_letters_name_the_same_arrays():
    found = attend([[1, 2]], [[3, 4]], [[5, 6]])
    assert found.S is found.scores
    assert found.A is found.weights
    assert found.O is found.output


def test_every_array_is_read_only():
    found = attend(normal(2, 3), normal(2, 3), normal(2, 1))
    for name in ARRAYS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(found, name)[0, 0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.scores = found.scaled


def test_inputs_are_copied_unless_nobody_can_write_to_them():
    Q, K = normal(2, 3), normal(2, 3)
    K.setflags(write=False)
    found = attend(Q, K)
    before = found.Q.copy()
    Q[:] = 7
    np.testing.assert_array_equal(found.Q, before)
    assert Q.flags.writeable
    assert found.K is K


def test_a_read_only_view_of_writable_memory_is_copied():
    S = np.zeros((2, 2))
    view = S[:]
    view.setflags(write=False)
    found = attend_scores(view, d_k=1)
    S[0, 0] = 5
    assert found.scores[0, 0] == 0
    assert S.flags.writeable


def test_types():
    single, double = np.ones((1, 1), dtype=np.float32), np.ones((1, 1))
    for inputs, expected in [
        (([[1]], [[2]], [[3]]), np.float64),
        ((single, single, single), np.float32),
        ((single.astype(np.float16),) * 3, np.float32),
        ((single, double, single), np.float64),
        ((single, single, [[1]]), np.float64),
    ]:
        found = attend(*inputs, causal=True)
        assert {getattr(found, name).dtype for name in ARRAYS} == {np.dtype(expected), np.dtype(bool)}
    found = attend(double, double, double, dtype=np.float32, causal=True, temperature=0.5)
    assert {getattr(found, name).dtype for name in ARRAYS} == {np.dtype(np.float32), np.dtype(bool)}
    assert attend_scores(single, d_k=2, dtype=np.float64).weights.dtype == np.float64


def test_float32_stays_close_to_float64():
    Q, K, V = normal(2, 40, 16), normal(1, 40, 16, seed=1), normal(1, 40, 8, seed=2)
    double, single = attend(Q, K, V), attend(Q, K, V, dtype=np.float32)
    np.testing.assert_allclose(single.output, double.output, atol=3e-6)


def test_scale_divides_by_root_and_temperature():
    S = np.array([[8.0, -16.0]])
    np.testing.assert_array_equal(scale_scores(S, d_k=16), [[2, -4]])
    np.testing.assert_array_equal(scale_scores(S, d_k=16, temperature=2), [[1, -2]])
    np.testing.assert_array_equal(scale_scores(S, d_k=16, divide=False, temperature=2), [[4, -8]])
    assert scale_scores(S, d_k=16, divide=False) is S


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("temperature", [5e-324, 1e-50, 1e300, 1.7e308])
def test_extreme_temperatures_stay_quiet(dtype, temperature):
    found = attend_scores([[0.0, 1.0, -1.0]], d_k=512, temperature=temperature, dtype=dtype)
    assert not np.isnan(found.scaled).any()
    expected = [[0, 1, 0]] if temperature < 1 else [[1 / 3] * 3]
    np.testing.assert_allclose(found.weights, expected, rtol=1e-6)


def test_products_beyond_the_largest_float_are_infinite():
    found = attend([[1e200]], [[1e200], [-1e200], [1.0]])
    np.testing.assert_array_equal(found.scores, [[np.inf, -np.inf, 1e200]])
    np.testing.assert_array_equal(found.weights, [[1, 0, 0]])


def test_sums_that_pass_the_largest_float_on_their_way():
    found = attend([[1e200, 1e200], [1e308, 1e308]], [[1e200, -1e200], [1, -1], [1.5, -1]])
    np.testing.assert_allclose(found.scores, [[0, 0, 5e199], [0, 0, 5e307]], rtol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_largest_numbers_of_all(dtype):
    largest = np.finfo(dtype).max
    found = attend([[largest] * 3], [[largest, -largest, largest], [-largest, largest, 0]], dtype=dtype)
    np.testing.assert_array_equal(found.scores, [[np.inf, 0]])
    np.testing.assert_array_equal(found.weights, [[1, 0]])


def test_a_row_that_sees_nothing_is_zero():
    found = attend(normal(3, 2), normal(2, 2), normal(2, 2), causal=True)  # the first query precedes all keys
    np.testing.assert_array_equal(found.weights[0], [0, 0])
    np.testing.assert_array_equal(found.output[0], [0, 0])
    np.testing.assert_allclose(found.weights[1:].sum(axis=-1), 1)


def test_padding_and_own_mask_combine():
    visible = [[True, True, False], [True, True, True]]
    found = attend_scores(np.zeros((2, 3)), d_k=1, padding=[True, False, False], visible=visible)
    np.testing.assert_array_equal(found.visible, [[False, True, False], [False, True, True]])
    np.testing.assert_array_equal(found.weights, [[0, 1, 0], [0, 0.5, 0.5]])


def test_dot_scores_takes_lists():
    np.testing.assert_array_equal(dot_scores([[1, 2]], [[3, 4], [0, -1]]), [[11, -2]])
