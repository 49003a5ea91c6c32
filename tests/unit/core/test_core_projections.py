"""From embeddings to the layer's output: the worked lesson, the slow way, and laws of heads and gates."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core.projections import (
    Heads,
    apply_gate,
    attend_projected,
    count_of_work,
    kv_head,
    merge_heads,
    project,
    sigmoid,
    split_gated,
    split_heads,
)
from tests.unit.core.slow_attention import slow_attention

CAT = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))["c"]
EXACT = {"rtol": 0, "atol": 1e-12}


def picking(*columns):
    """The 4 × d matrix of 0 and 1 that picks these columns of u, counted from 1."""
    return np.eye(4)[:, [column - 1 for column in columns]]


HEAD_1 = {"W_Q": picking(4, 2), "W_K": picking(2, 4), "W_V": picking(1, 2)}
HEAD_2 = {"W_Q": picking(4, 2), "W_K": picking(1, 2), "W_V": picking(1, 2)}


def cat(*heads, **options):
    W = {name: np.hstack([head[name] for head in heads]) for name in ("W_Q", "W_K", "W_V")}
    return attend_projected(CAT["X"], **W, n_heads=len(heads), normalise=True, **options)


# The lesson "o gato subiu no".


def test_the_cat_from_embeddings():
    found, unscaled = cat(HEAD_1), cat(HEAD_1, divide=False)
    np.testing.assert_allclose(found.u, CAT["u"], **EXACT)
    for step, expected in (("Q", "q"), ("K", "k"), ("V", "v"), ("O", "output")):
        np.testing.assert_allclose(getattr(found, step)[0], CAT[expected], **EXACT)
    for step in ("scores", "scaled", "weights"):
        np.testing.assert_allclose(getattr(found.attention, step)[0], CAT[step], **EXACT)
    np.testing.assert_allclose(unscaled.attention.weights[0], CAT["weights_unscaled"], **EXACT)
    assert not found.constant_rows.any()


def test_two_heads_of_the_cat_ask_alike_and_look_elsewhere():
    found = cat(HEAD_1, HEAD_2)
    np.testing.assert_array_equal(found.Q[0], found.Q[1])
    np.testing.assert_allclose(found.attention.weights[0], CAT["weights"], **EXACT)
    np.testing.assert_allclose(found.attention.weights[1].round(3), SECOND_HEAD, **EXACT)
    last = found.attention.weights[:, -1]
    assert last[0, 2:4].sum() > 0.94  # the two pieces of the verb
    assert last[1, 1] > 0.77  # the cat
    np.testing.assert_allclose(cat(HEAD_1, HEAD_2, causal=True).attention.weights[:, -1], last, **EXACT)
    np.testing.assert_array_equal(found.concat, np.hstack([found.O[0], found.O[1]]))


SECOND_HEAD = [
    [0.119, 0.766, 0.029, 0.033, 0.053],
    [0.297, 0.133, 0.110, 0.119, 0.341],
    [0.032, 0.011, 0.494, 0.399, 0.064],
    [0.042, 0.053, 0.467, 0.386, 0.053],
    [0.102, 0.773, 0.038, 0.041, 0.046],
]


# The slow way.


@st.composite
def layers(draw, **fixed):
    """Arguments of `attend_projected` of any sizes that fit."""
    n, d_model, d_k, d_v, n_kv_heads = (draw(st.integers(1, 4)) for _ in range(5))
    n_kv_heads = fixed.get("n_kv_heads", n_kv_heads)
    n_heads = fixed.get("n_heads", n_kv_heads * draw(st.integers(1, 3)))
    gated = fixed.get("gated", draw(st.booleans()))

    def matrix(rows, columns):
        return draw(hnp.arrays(np.float64, (rows, columns), elements=st.floats(-3, 3)))

    return {
        "X": matrix(n, d_model),
        "W_Q": matrix(d_model, n_heads * (d_k + d_v if gated else d_k)),
        "W_K": matrix(d_model, n_kv_heads * d_k),
        "W_V": matrix(d_model, n_kv_heads * d_v),
        "W_O": matrix(n_heads * d_v, d_model) if fixed.get("with_output", draw(st.booleans())) else None,
        "n_heads": n_heads,
        "n_kv_heads": n_kv_heads,
        "gated": gated,
        "normalise": draw(st.booleans()),
        "eps": draw(st.sampled_from([1e-5, 1.0])),  # with 0, rows that are almost constant amplify rounding
        "divide": draw(st.booleans()),
        "temperature": draw(st.floats(0.5, 2)),
        "visible": draw(st.none() | hnp.arrays(np.bool_, (n, n))),
    }


def product(M, W):
    return [[sum(a * W[k][c] for k, a in enumerate(row)) for c in range(len(W[0]))] for row in M]


def columns(M, first, count):
    return [row[first : first + count] for row in M]


def slow_layer(X, W_Q, W_K, W_V, W_O, *, n_heads, n_kv_heads, gated, normalise, eps, **options):
    """Weights of every head, the heads side by side and Y, one number at a time."""
    d_model, d_k, d_v = len(X[0]), len(W_K[0]) // n_kv_heads, len(W_V[0]) // n_kv_heads
    u = X
    if normalise:
        means = [sum(row) / d_model for row in X]
        variances = [sum((x - mean) ** 2 for x in row) / d_model for row, mean in zip(X, means, strict=True)]
        u = [[(x - m) / math.sqrt(v + eps) for x in row] for row, m, v in zip(X, means, variances, strict=True)]
    queries, keys, values = product(u, W_Q), product(u, W_K), product(u, W_V)
    width = d_k + d_v if gated else d_k
    weights, concat = [], [[] for _ in X]
    for h in range(n_heads):
        shared = [g for g in range(n_kv_heads) for _ in range(n_heads // n_kv_heads)][h]
        A, O = slow_attention(  # noqa: E741
            columns(queries, h * width, d_k),
            columns(keys, shared * d_k, d_k),
            columns(values, shared * d_v, d_v),
            **options,
        )
        weights.append(A)
        for i, row in enumerate(O):
            gate = queries[i][h * width + d_k : (h + 1) * width] if gated else [math.inf] * d_v
            concat[i] += [x / (1 + math.exp(-g)) for x, g in zip(row, gate, strict=True)]
    return weights, concat, None if W_O is None else product(concat, W_O)


def agrees_with_the_slow_way(layer):
    plain = {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in layer.items()}
    weights, concat, Y = slow_layer(**plain)
    found = attend_projected(**layer)
    np.testing.assert_allclose(found.attention.weights, weights, rtol=0, atol=1e-8)
    np.testing.assert_allclose(found.concat, concat, rtol=0, atol=1e-7)
    if Y is None:
        assert found.Y is None
    else:
        np.testing.assert_allclose(found.Y, Y, rtol=0, atol=1e-6)


@given(layers())
def test_against_the_slow_way(layer):
    agrees_with_the_slow_way(layer)


@given(layers(n_heads=4, n_kv_heads=2, gated=True, with_output=True))
def test_everything_at_once_against_the_slow_way(layer):
    agrees_with_the_slow_way(layer)


# Steps kept.


def random_layer(seed=0, *, n=5, d_model=6, n_heads=4, n_kv_heads=2, d_k=3, d_v=2, gated=True):
    draw = np.random.default_rng(seed).standard_normal
    return {
        "X": draw((n, d_model)),
        "W_Q": draw((d_model, n_heads * (d_k + d_v if gated else d_k))),
        "W_K": draw((d_model, n_kv_heads * d_k)),
        "W_V": draw((d_model, n_kv_heads * d_v)),
        "W_O": draw((n_heads * d_v, d_model)),
        "n_heads": n_heads,
        "n_kv_heads": n_kv_heads,
        "gated": gated,
    }


def test_every_step_is_kept_with_its_shape():
    found = attend_projected(**random_layer(), normalise=True)
    assert found.heads == Heads(n_heads=4, n_kv_heads=2, d_k=3, d_v=2, gated=True)
    shapes = {
        "X": (5, 6),
        "u": (5, 6),
        "constant_rows": (5,),
        "W_Q": (6, 20),
        "W_K": (6, 6),
        "W_V": (6, 4),
        "W_O": (8, 6),
        "Q": (4, 5, 3),
        "K": (2, 5, 3),
        "V": (2, 5, 2),
        "gate": (4, 5, 2),
        "O": (4, 5, 2),
        "gated_O": (4, 5, 2),
        "concat": (5, 8),
        "Y": (5, 6),
    }
    for name, shape in shapes.items():
        array = getattr(found, name)
        assert array.shape == shape, name
        assert not array.flags.writeable, name
    assert found.attention.weights.shape == (4, 5, 5)
    for name in ("Q", "K", "V"):
        assert getattr(found, name) is getattr(found.attention, name)
    assert found.O is found.attention.output


def test_what_is_not_asked_for_is_absent():
    layer = random_layer(gated=False) | {"W_O": None}
    found = attend_projected(**layer)
    assert found.gate is None
    assert found.gated_O is None
    assert found.Y is None
    assert found.u is found.X
    assert not found.constant_rows.any()
    np.testing.assert_array_equal(merge_heads(found.O), found.concat)


def test_as_many_kv_heads_as_heads_unless_said():
    layer = random_layer(n_heads=2, n_kv_heads=2)
    alone = {name: value for name, value in layer.items() if name != "n_kv_heads"}
    assert attend_projected(**alone).heads.n_kv_heads == 2
    np.testing.assert_array_equal(attend_projected(**alone).Y, attend_projected(**layer).Y)


def test_the_callers_arrays_stay_theirs():
    layer = random_layer()
    found = attend_projected(**layer)
    before = found.X.copy()
    layer["X"][:] = 0
    np.testing.assert_array_equal(found.X, before)


@pytest.mark.parametrize("normalise", [False, True])
def test_float32_stays_and_the_widest_wins(normalise):
    layer = random_layer()
    small = {
        name: value.astype(np.float32) if isinstance(value, np.ndarray) else value for name, value in layer.items()
    }
    found = attend_projected(**small, normalise=normalise)
    for array in (found.u, found.Q, found.gate, found.gated_O, found.attention.weights, found.Y):
        assert array.dtype == np.float32
    np.testing.assert_allclose(found.Y, attend_projected(**layer, normalise=normalise).Y, rtol=0, atol=1e-4)
    mixed = attend_projected(**small | {"W_O": layer["W_O"]}, normalise=normalise)
    assert mixed.Q.dtype == mixed.Y.dtype == np.float64


def test_masks_and_temperature_reach_the_heads():
    layer = random_layer()
    found = attend_projected(
        **layer, causal=True, window=2, padding=[False] * 4 + [True], temperature=2.0, divide=False
    )
    i, j = np.indices((5, 5))
    np.testing.assert_array_equal(found.attention.visible, (j <= i) & (j > i - 2) & (j < 4))
    np.testing.assert_array_equal(found.attention.scaled, found.attention.scores / 2)


def test_a_constant_row_is_zeros_and_looks_evenly():
    layer = random_layer()
    layer["X"][1] = 0.1
    found = attend_projected(**layer, normalise=True)
    assert found.constant_rows.tolist() == [False, True, False, False, False]
    assert not found.u[1].any()
    np.testing.assert_allclose(found.attention.weights[:, 1], 0.2, rtol=1e-15)
    assert not attend_projected(**layer).constant_rows.any()


# Laws.


@given(layers(), st.randoms(use_true_random=False))
def test_tokens_in_another_order_come_out_in_that_order(layer, random):
    layer = layer | {"visible": None}
    order = list(range(len(layer["X"])))
    random.shuffle(order)
    before, after = attend_projected(**layer), attend_projected(**layer | {"X": layer["X"][order]})
    np.testing.assert_allclose(after.concat, before.concat[order], rtol=0, atol=1e-8)
    np.testing.assert_allclose(after.attention.weights, before.attention.weights[:, order][..., order], atol=1e-8)


def test_heads_of_a_group_read_the_same_keys_and_values():
    assert [kv_head(h, 4, 2) for h in range(4)] == [0, 0, 1, 1]
    assert [kv_head(h, 6, 1) for h in range(6)] == [0] * 6
    assert [kv_head(h, 3, 3) for h in range(3)] == [0, 1, 2]
    found = attend_projected(**random_layer())
    for h in range(4):
        expected = found.Q[h] @ found.K[kv_head(h, 4, 2)].T
        np.testing.assert_allclose(found.attention.scores[h], expected, **EXACT)
        np.testing.assert_allclose(found.O[h], found.attention.weights[h] @ found.V[kv_head(h, 4, 2)], **EXACT)


def test_shared_keys_are_repeated_columns():
    layer = random_layer()
    repeated = {
        name: np.hstack([W for W in np.split(layer[name], 2, axis=1) for _ in range(2)]) for name in ("W_K", "W_V")
    }
    many = attend_projected(**layer | repeated | {"n_kv_heads": 4})
    np.testing.assert_allclose(many.Y, attend_projected(**layer).Y, **EXACT)


def test_one_head_after_another_gives_the_same():
    """Y is the sum of what every head alone sends through its own rows of W_O."""
    layer = random_layer(gated=False, n_kv_heads=4)
    W_Q, W_K, W_V = (np.split(layer[name], 4, axis=1) for name in ("W_Q", "W_K", "W_V"))
    per_head = zip(W_Q, W_K, W_V, np.split(layer["W_O"], 4), strict=True)
    alone = [attend_projected(layer["X"], *W, W_O=W_O).Y for *W, W_O in per_head]
    np.testing.assert_allclose(sum(alone), attend_projected(**layer).Y, **EXACT)


# Gate.


def test_the_gate_is_cut_head_by_head_not_in_halves():
    M = np.arange(20.0).reshape(2, 10)  # 2 heads, d_k 2, d_v 3
    Q, gate = split_gated(M, 2, 2, 3)
    assert Q[:, 0].tolist() == [[0, 1], [5, 6]]
    assert gate[:, 0].tolist() == [[2, 3, 4], [7, 8, 9]]
    assert Q[:, 1].tolist() == [[10, 11], [15, 16]]
    halves = M[:, :4].reshape(2, 2, 2).swapaxes(0, 1)
    assert not np.array_equal(Q, halves)


@pytest.mark.parametrize(("bias", "share"), [(-1000.0, 0), (0.0, 0.5), (1000.0, 1)])
def test_a_gate_shut_half_open_and_open(bias, share):
    """X has a column of ones, so that a row of W_Q sets every gate; zeros elsewhere."""
    layer = random_layer()
    layer["X"][:, 0] = 1
    by_head = layer["W_Q"].reshape(6, 4, 5)  # [query_h | gate_h], 3 + 2
    by_head[:, :, 3:] = 0
    by_head[0, :, 3:] = bias
    without = layer | {"W_Q": by_head[:, :, :3].reshape(6, 12), "gated": False}
    found, open_ = attend_projected(**layer), attend_projected(**without)
    np.testing.assert_allclose(found.gated_O, share * open_.O, **EXACT)
    np.testing.assert_allclose(found.Y, share * open_.Y, **EXACT)
    np.testing.assert_array_equal(found.attention.weights, open_.attention.weights)


def test_sigmoid():
    assert sigmoid([0, np.inf, -np.inf, 1e308, -1e308]).tolist() == [0.5, 1, 0, 1, 0]
    x = np.linspace(-30, 30, 121)
    np.testing.assert_allclose(sigmoid(x), [1 / (1 + math.exp(-a)) for a in x], rtol=1e-15)
    np.testing.assert_allclose(sigmoid(x) + sigmoid(-x), 1, rtol=1e-15)
    assert sigmoid(-700) > 0
    assert sigmoid(np.float32([1, -1])).dtype == np.float32


def test_a_gate_multiplies():
    np.testing.assert_allclose(apply_gate([[2.0, 4.0]], [[0, math.log(3)]]), [[1, 3]], rtol=1e-15)


# Heads cut and joined.


@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_joining_undoes_cutting(n, n_heads, d):
    M = np.arange(n * n_heads * d, dtype=float).reshape(n, n_heads * d)
    heads = split_heads(M, n_heads)
    assert heads.shape == (n_heads, n, d)
    np.testing.assert_array_equal(heads[-1], M[:, -d:])
    np.testing.assert_array_equal(merge_heads(heads), M)


def test_a_product_by_hand():
    assert project([[1, 2], [3, 4]], [[1, 0, 1], [0, 1, 1]]).tolist() == [[1, 2, 3], [3, 4, 7]]


# Work.


def test_one_head_takes_five_products_and_one_transposition():
    work = count_of_work(n=5, d_model=4, n_heads=1, n_kv_heads=1, d_k=2, d_v=3, with_output=False)
    assert (work.matrix_products, work.transpositions) == (5, 1)
    expected = {"X W_Q": 5 * 4 * 2, "X W_K": 5 * 4 * 2, "X W_V": 5 * 4 * 3, "Q Kᵀ": 5 * 2 * 5, "A V": 5 * 5 * 3}
    assert {product.name: product.multiply_adds for product in work.products} == expected
    assert work.multiply_adds == sum(expected.values())


def test_more_heads_take_two_products_each():
    work = count_of_work(n=7, d_model=6, n_heads=4, n_kv_heads=2, d_k=3, d_v=2, with_output=True, gated=True)
    assert (work.matrix_products, work.transpositions) == (3 + 2 * 4 + 1, 4)
    shapes = {product.name: (product.rows, product.inner, product.columns) for product in work.products}
    found = attend_projected(**random_layer(n=7))
    for name, W in (("X W_Q", found.W_Q), ("X W_K", found.W_K), ("X W_V", found.W_V), ("O W_O", found.W_O)):
        assert shapes[name] == (7, *W.shape)
    assert shapes["Q Kᵀ"] == (7, 3, 7)
    assert shapes["A V"] == (7, 7, 2)
    assert work.multiply_adds == sum(p.times * p.rows * p.inner * p.columns for p in work.products)
