"""Laws of attention, for any numbers, sizes and masks."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core.attention import attend, attend_scores
from attnviz.core.softmax import softmax

SIZES = st.integers(1, 6)
MODEST = st.floats(-8, 8)
ANY_FINITE = st.floats(allow_nan=False, allow_infinity=False)
DTYPES = st.sampled_from([np.float32, np.float64])


@st.composite
def problems(draw, heads=False):
    """Q, K, V of modest size and options with masks of every kind."""
    n_q, n_k, d_k, d_v = (draw(SIZES) for _ in range(4))
    kv_heads, group = (draw(st.integers(1, 3)), draw(st.integers(1, 3))) if heads else (0, 0)

    def matrix(count, rows, columns):
        shape = (count, rows, columns) if heads else (rows, columns)
        return draw(hnp.arrays(np.float64, shape, elements=MODEST))

    Q = matrix(kv_heads * group, n_q, d_k)
    K, V = matrix(kv_heads, n_k, d_k), matrix(kv_heads, n_k, d_v)
    return Q, K, V, draw(options(n_q, n_k))


@st.composite
def options(draw, n_q, n_k):
    return {
        "divide": draw(st.booleans()),
        "temperature": draw(st.floats(0.1, 10)),
        "causal": draw(st.booleans()),
        "window": draw(st.none() | st.integers(1, 7)),
        "padding": draw(st.none() | hnp.arrays(np.bool_, n_k)),
        "visible": draw(st.none() | hnp.arrays(np.bool_, (n_q, n_k))),
    }


def is_share(A, visible):
    """Rows of A sum to 1 or, where nothing is visible, are 0; hidden cells are exactly 0."""
    assert np.isfinite(A).all()
    assert (A >= 0).all()
    assert (A <= 1).all()
    assert not A[..., ~visible].any()
    expected = np.broadcast_to(visible.any(axis=-1), A.shape[:-1])
    np.testing.assert_allclose(A.sum(axis=-1), expected, rtol=0, atol=1e-6)


@given(problems(heads=True))
def test_rows_share_one(problem):
    Q, K, V, chosen = problem
    found = attend(Q, K, V, **chosen)
    is_share(found.weights, found.visible)
    assert found.output.shape == (*Q.shape[:-1], V.shape[-1])


@given(st.data(), DTYPES, SIZES, SIZES)
def test_rows_share_one_whatever_the_scores(data, dtype, n_q, n_k):
    elements = st.floats(allow_nan=False, width=np.finfo(dtype).bits)  # infinities included
    S = data.draw(hnp.arrays(dtype, (n_q, n_k), elements=elements))
    chosen = data.draw(options(n_q, n_k)) | {"temperature": data.draw(st.floats(5e-324, 1e308))}
    found = attend_scores(S, d_k=64, **chosen)
    assert found.weights.dtype == dtype
    is_share(found.weights, found.visible)


@given(problems())
def test_causal_upper_part_is_exactly_zero(problem):
    Q, K, V, chosen = problem
    A = attend(Q, K, V, **chosen | {"causal": True}).weights
    n_q, n_k = A.shape
    i, j = np.arange(n_q)[:, np.newaxis], np.arange(n_k)
    assert not A[j > i + n_k - n_q].any()


@given(problems(heads=True), st.randoms(use_true_random=False))
def test_order_of_keys_with_their_values_does_not_matter(problem, random):
    Q, K, V, chosen = problem
    order = list(range(K.shape[-2]))
    random.shuffle(order)
    free = {name: chosen[name] for name in ("divide", "temperature")}  # masks go by position
    before, after = attend(Q, K, V, **free), attend(Q, K[:, order], V[:, order], **free)
    np.testing.assert_allclose(after.weights, before.weights[..., order], rtol=0, atol=1e-12)
    np.testing.assert_allclose(after.output, before.output, rtol=0, atol=1e-11)


@given(st.data(), SIZES, SIZES)
def test_a_constant_added_to_a_row_changes_nothing(data, n_q, n_k):
    S = data.draw(hnp.arrays(np.float64, (n_q, n_k), elements=MODEST))
    constant = data.draw(hnp.arrays(np.float64, (n_q, 1), elements=st.floats(-1000, 1000)))
    chosen = data.draw(options(n_q, n_k)) | {"temperature": 1.0}
    before = attend_scores(S, d_k=4, **chosen).weights
    after = attend_scores(S + constant, d_k=4, **chosen).weights
    np.testing.assert_allclose(after, before, rtol=0, atol=1e-11)


@given(problems(heads=True))
def test_grouped_heads_are_the_repeated_ones(problem):
    Q, K, V, chosen = problem
    group = Q.shape[0] // K.shape[0]
    grouped = attend(Q, K, V, **chosen)
    for head in range(Q.shape[0]):
        alone = attend(Q[head], K[head // group], V[head // group], **chosen)
        np.testing.assert_allclose(grouped.weights[head], alone.weights, rtol=0, atol=1e-12)
        np.testing.assert_allclose(grouped.output[head], alone.output, rtol=0, atol=1e-11)


@given(problems())
def test_a_hidden_key_is_as_good_as_absent(problem):
    Q, K, V, chosen = problem
    free = {name: chosen[name] for name in ("divide", "temperature")}
    padding = np.zeros(len(K), dtype=bool)
    padding[0] = True
    hidden = attend(Q, K, V, padding=padding, **free)
    if len(K) == 1:
        assert not hidden.output.any()
        return
    absent = attend(Q, K[1:], V[1:], **free)
    np.testing.assert_allclose(hidden.weights[:, 1:], absent.weights, rtol=0, atol=1e-12)
    np.testing.assert_allclose(hidden.output, absent.output, rtol=0, atol=1e-11)


@given(st.data(), SIZES)
def test_weights_keep_the_order_of_scores(data, n_k):
    S = data.draw(hnp.arrays(np.float64, (n_k,), elements=ANY_FINITE))
    A = softmax(S)
    assert (np.diff(A[np.argsort(S, kind="stable")]) >= 0).all()
