"""From a document to its trace: the core's own numbers, for every kind of source and every odd sentence."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core.attention import attend
from attnviz.document import edits
from attnviz.document.derive import FLOAT32_CELLS, cells, derive, sentence_scores
from attnviz.document.document import HEADS, Options
from attnviz.document.matrix_edits import matrix_document

SENTENCE = edits.sentence_document("the cat sat on the mat", head="mixed")

options = st.builds(
    Options,
    divide=st.booleans(),
    temperature=st.floats(0.05, 20),
    causal=st.booleans(),
    window=st.none() | st.integers(1, 6),
    padding=st.just(0),
)


@st.composite
def matrices(draw):
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 6)) for _ in range(4))
    numbers = st.floats(-100, 100, width=32)
    return tuple(
        draw(hnp.arrays(np.float64, shape, elements=numbers)) for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v))
    )


def sentence(head, text="the cat sat on the mat", **changes):
    return edits.with_head(replace_source(edits.sentence_document(text), **changes), head)


def replace_source(document, **changes):
    return replace(document, source=replace(document.source, **changes))


def assert_whole(trace):
    """What every trace promises, whatever it was made from."""
    n_q, n_k = trace.n_q, trace.n_k
    for array in (trace.scores, trace.scaled, trace.weights, trace.visible):
        assert array.shape == (n_q, n_k)
        assert not array.flags.writeable
    sums = trace.weights.sum(axis=1)
    np.testing.assert_allclose(sums, trace.visible.any(axis=1), atol=1e-5)
    assert (trace.weights[~trace.visible] == 0).all()
    assert np.isfinite(trace.weights).all()
    assert trace.seconds > 0


# matrices -----------------------------------------------------------------------------------------------------


@given(matrices(), options, st.data())
def test_matrices_give_the_cores_numbers(given_matrices, given_options, data):
    Q, K, V = given_matrices
    padding = data.draw(st.integers(0, len(K) - 1))
    trace = derive(matrix_document(Q, K, V, options=replace(given_options, padding=padding)))
    expected = attend(
        Q,
        K,
        V,
        divide=given_options.divide,
        temperature=given_options.temperature,
        causal=given_options.causal,
        window=given_options.window,
        padding=[False] * (len(K) - padding) + [True] * padding,
    )
    for step in ("scores", "scaled", "visible", "weights", "output"):
        np.testing.assert_array_equal(getattr(trace, step), getattr(expected, step))
    assert_whole(trace)


@pytest.mark.parametrize("padding", [0, 1, 2])
def test_padding_hides_the_last_keys(padding):
    document = edits.with_options(matrix_document(np.eye(3), np.eye(3)), padding=padding)
    visible = derive(document).visible
    assert visible[:, : 3 - padding].all()
    assert not visible[:, 3 - padding :].any()


def test_a_query_may_be_left_with_no_key():
    document = edits.with_options(matrix_document(np.eye(3), np.eye(3)), causal=True, window=1, padding=2)
    trace = derive(document)
    assert_whole(trace)
    np.testing.assert_array_equal(trace.weights.sum(axis=1), [1, 0, 0])
    np.testing.assert_array_equal(trace.output[1:], 0)


# sentences ----------------------------------------------------------------------------------------------------


@given(st.integers(1, 30), st.integers(1, 512), st.floats(0, 20))
def test_the_previous_token_head(n, d_k, strength):
    document = sentence("previous", " ".join(f"w{i}" for i in range(n)), d_k=d_k, previous=strength)
    expected = np.zeros((n, n))
    for i in range(1, n):
        expected[i, i - 1] = math.sqrt(d_k) * strength
    np.testing.assert_allclose(derive(document).scores, expected)


@given(st.integers(1, 30), st.integers(1, 512), st.floats(0, 5))
def test_the_distance_head(n, d_k, decay):
    document = sentence("distance", "a " * n, d_k=d_k, decay=decay)
    expected = [[-math.sqrt(d_k) * decay * abs(i - j) for j in range(n)] for i in range(n)]
    np.testing.assert_allclose(derive(document).scores, expected)


@given(st.integers(0, 2**63 - 1), st.integers(1, 512))
def test_the_content_head_is_the_dot_product_of_what_it_shows(seed, d_k):
    trace = derive(sentence("content", seed=seed, d_k=d_k))
    assert trace.Q.shape == trace.K.shape == (6, d_k)
    np.testing.assert_allclose(trace.scores, [[q @ k for k in trace.K] for q in trace.Q], atol=1e-9)


@given(st.tuples(*[st.floats(0.01, 1)] * 3), st.floats(0, 5), st.floats(0, 20))
def test_the_mixed_head_is_the_weighted_mean_of_the_other_three(parts, decay, strength):
    mix = tuple(part / sum(parts) for part in parts)
    heads = [sentence(head, decay=decay, previous=strength) for head in ("content", "previous", "distance")]
    mixed = sentence("mixed", mix=mix, decay=decay, previous=strength)
    expected = sum(share * derive(head).scores for share, head in zip(mix, heads, strict=True))
    np.testing.assert_allclose(derive(mixed).scores, expected, atol=1e-9)


@pytest.mark.parametrize("head", HEADS)
def test_queries_and_keys_are_shown_where_they_exist(head):
    trace = derive(sentence(head))
    assert (trace.Q is not None) == (head == "content") or head == "mixed"
    assert trace.V is None
    assert trace.output is None


@pytest.mark.parametrize("head", HEADS)
def test_outputs_for_a_table_of_numbers(head):
    trace = derive(sentence(head), outputs=True)
    assert trace.V.shape == (6, 64)
    np.testing.assert_allclose(trace.output, trace.weights @ trace.V)
    np.testing.assert_array_equal(trace.weights, derive(sentence(head)).weights)


def test_the_same_word_has_the_same_vectors_wherever_it_stands():
    trace = derive(sentence("content"))
    np.testing.assert_array_equal(trace.Q[0], trace.Q[4])
    # The same sum, though BLAS may add it up in another order.
    np.testing.assert_allclose(trace.scores[0], trace.scores[4], rtol=1e-12)
    np.testing.assert_allclose(trace.scores[:, 0], trace.scores[:, 4], rtol=1e-12)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("word", 1),
        (".", 1),
        ("é", 1),
        ("👩‍👩‍👧‍👦 🏳️‍🌈 🇧🇷", 3),
        ("שלום עולם", 2),
        ("مرحبا بالعالم.", 3),
        ("<b>bold</b> & 'x'", None),
        ("日本語", 3),
        ("the the the the", 4),
        ("\u200bab\u200e", None),
    ],
)
def test_odd_sentences(head, text, n):
    trace = derive(sentence(head, text))
    assert n is None or trace.n_q == n
    assert "".join(trace.tokens_q) == "".join(text.split())
    assert_whole(trace)


@pytest.mark.parametrize("head", HEADS)
def test_a_thousand_identical_tokens(head):
    trace = derive(sentence(head, "the " * 1000))
    assert trace.scores.shape == (1000, 1000)
    assert_whole(trace)
    if head == "content":
        np.testing.assert_allclose(trace.weights, 1e-3, rtol=1e-5)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize(("n", "dtype"), [(512, np.float64), (513, np.float32)])
def test_large_sentences_are_computed_in_float32(head, n, dtype):
    trace = derive(sentence(head, " ".join(f"w{i % 97}" for i in range(n))))
    assert (n * n > FLOAT32_CELLS) == (dtype is np.float32)
    assert trace.scores.dtype == trace.scaled.dtype == trace.weights.dtype == dtype
    assert_whole(trace)


def test_float32_differs_from_float64_by_its_rounding_only():
    small = derive(sentence("mixed", " ".join(f"w{i}" for i in range(300)))).scores
    large = derive(sentence("mixed", " ".join(f"w{i}" for i in range(600)))).scores
    np.testing.assert_allclose(large[:300, :300], small, rtol=1e-4, atol=1e-3)


def test_the_seed_decides_the_vectors():
    first, second, again = (derive(sentence("content", seed=seed)).scores for seed in (0, 1, 0))
    np.testing.assert_array_equal(first, again)
    assert not np.allclose(first, second)


# previous -----------------------------------------------------------------------------------------------------


@given(st.sampled_from(HEADS), options, options)
def test_scores_taken_over_give_the_same_trace(head, one, other):
    first = replace(sentence(head), options=one)
    second = replace(first, options=other)
    before = derive(first)
    reused, fresh = derive(second, previous=(first, before)), derive(second)
    assert reused.scores is before.scores
    for step in ("scores", "scaled", "visible", "weights"):
        np.testing.assert_array_equal(getattr(reused, step), getattr(fresh, step))
    np.testing.assert_array_equal(reused.measures.entropy, fresh.measures.entropy)


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: edits.with_text(d, "the cat sat on the hat"),
        lambda d: edits.with_decay(d, 2),
        lambda d: edits.with_seed(d, 5),
        lambda d: edits.with_d_k(d, 8),
        lambda d: edits.with_mix_share(d, 0, 0.9),
    ],
)
def test_scores_of_another_source_are_not_taken_over(edit):
    before = derive(SENTENCE)
    changed = edit(SENTENCE)
    after = derive(changed, previous=(SENTENCE, before))
    assert not np.array_equal(after.scores, before.scores)
    np.testing.assert_array_equal(after.scores, sentence_scores(changed.source))


def test_a_previous_trace_of_matrices_is_harmless():
    document = matrix_document(np.eye(2), np.eye(2))
    changed = edits.with_options(document, temperature=2.0)
    found = derive(changed, previous=(document, derive(document)))
    np.testing.assert_array_equal(found.weights, derive(changed).weights)


# arrays -------------------------------------------------------------------------------------------------------


def test_the_arrays_by_name():
    trace = derive(matrix_document([[1, 0]], [[1, 0], [0, 1]], tokens_q=("q",), tokens_k=("a", "b")))
    arrays = trace.arrays()
    assert list(arrays) == [
        "tokens_q", "tokens_k", "Q", "K", "V", "scores", "scaled", "weights", "output", "visible",
    ]  # fmt: skip
    assert arrays["tokens_k"] == ("a", "b")
    assert arrays["weights"] is trace.weights
    assert not trace.masked


def test_steps_that_a_source_does_not_have_are_left_out():
    assert not {"Q", "K", "V", "output"} & set(derive(sentence("distance")).arrays())


def test_cells_are_counted():
    assert cells(SENTENCE) == 36
    assert cells(matrix_document(np.ones((2, 1)), np.ones((5, 1)))) == 10
