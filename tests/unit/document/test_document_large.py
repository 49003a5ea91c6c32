"""Large documents are computed in blocks from what the document before left: always the plain way's numbers."""

from __future__ import annotations

import weakref
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from large_documents import everything_is_large, plainly, words  # noqa: F401 — the fixture serves every test

from attnviz.core import columns
from attnviz.core.arrays import is_read_only
from attnviz.core.measures import measure
from attnviz.document import derive as module
from attnviz.document import edits, kept, matrix_edits
from attnviz.document.derive import derive
from attnviz.document.document import HEADS
from attnviz.document.matrix_edits import matrix_document
from tests.both_ways import way  # noqa: F401 — the fixture serves every test
from tests.examples import examples


def assert_same(trace, document):
    """Every number of a trace is the plain way's, within what float32 rounds."""
    plain = plainly(document)
    some = trace.scores_of(0), trace.scaled_of(0)  # before all of them are there
    largest = max(float(np.abs(plain.scores).max()), 1.0)
    np.testing.assert_allclose(some[0], trace.scores[0], rtol=1e-5, atol=1e-5 * largest)
    np.testing.assert_allclose(some[1], trace.scaled[0], rtol=1e-5, atol=1e-5 * largest)
    np.testing.assert_allclose(trace.scores, plain.scores, atol=1e-5 * largest)
    np.testing.assert_allclose(trace.scaled, plain.scaled, atol=1e-5 * max(float(np.abs(plain.scaled).max()), 1.0))
    np.testing.assert_array_equal(trace.visible, plain.visible)
    assert trace.masked == plain.masked
    # A weight moves by as much, relatively, as its exponent does.
    slack = 1e-5 * max(float(np.abs(plain.scaled).max()), 1.0)
    np.testing.assert_allclose(trace.weights, plain.weights, atol=slack)
    assert (trace.weights[~plain.visible] == 0).all()
    if plain.output is not None:
        most = max(float(np.abs(plain.V).max()), 1.0)
        np.testing.assert_allclose(trace.output, plain.output, atol=slack * most * plain.n_k)
    for query in {0, plain.n_q // 2, plain.n_q - 1}:
        np.testing.assert_allclose(trace.scores_of(query), plain.scores[query], atol=1e-5 * largest)
        np.testing.assert_allclose(trace.scaled_of(query), trace.scaled[query], rtol=1e-5, atol=1e-5)
    m, expected = trace.measures, measure(plain.scores, plain.weights, plain.visible.sum(axis=1))
    assert (m.n_rows, m.choosing) == (expected.n_rows, expected.choosing)
    for name in ("score_std", "mean_entropy", "mean_jacobian"):
        assert getattr(m, name) == pytest.approx(getattr(expected, name), rel=1e-3, abs=max(1e-3, 20 * slack)), name
    assert m.mean_effective == pytest.approx(expected.mean_effective, rel=1e-3 + 40 * slack)
    np.testing.assert_allclose(m.entropy, expected.entropy, atol=1e-4 + 40 * slack)
    assert trace.weights.dtype == np.float32


def read_only(trace):
    return all(is_read_only(a) for a in (trace.scores, trace.scaled, trace.weights, trace.visible))


shares = st.tuples(*[st.floats(0, 1)] * 3).filter(lambda parts: sum(parts) > 0.1)
option_changes = st.one_of(
    st.fixed_dictionaries({"temperature": st.floats(0.05, 20)}),
    st.fixed_dictionaries({"divide": st.booleans()}),
    st.fixed_dictionaries({"causal": st.booleans()}),
    st.fixed_dictionaries({"window": st.none() | st.integers(1, 50)}),
    st.fixed_dictionaries({"padding": st.integers(0, 19)}),
).map(lambda changes: lambda d: edits.with_options(d, **changes))
sentence_edits = st.one_of(
    option_changes,
    st.integers(1, 512).map(lambda d_k: lambda d: edits.with_d_k(d, d_k)),
    st.integers(-6, 6).map(lambda by: lambda d: edits.with_d_k(d, min(max(d.source.d_k + by, 1), 512))),
    st.floats(0, 5).map(lambda decay: lambda d: edits.with_decay(d, decay)),
    st.floats(0, 20).map(lambda c: lambda d: edits.with_previous(d, c)),
    shares.map(lambda parts: lambda d: edits.with_mix(d, [p / sum(parts) for p in parts])),
    st.sampled_from(HEADS).map(lambda head: lambda d: edits.with_head(d, head)),
    st.integers(0, 3).map(lambda seed: lambda d: edits.with_seed(d, seed)),
    st.integers(20, 50).map(lambda n: lambda d: edits.with_text(d, words(n))),
)


def test_measures_of_rows_that_see_only_the_small_powers_of_a_band():
    before = edits.with_previous(edits.with_head(edits.sentence_document(words(20)), "previous"), 10.0)
    document = edits.with_options(before, window=1)
    assert_same(derive(document, previous=(before, derive(before))), document)


@given(st.integers(20, 60), st.sampled_from(HEADS), st.lists(sentence_edits, min_size=1, max_size=8))
@settings(max_examples=examples(60))
def test_any_sequence_of_edits_gives_what_the_last_document_alone_gives(n, head, changes):
    document = edits.with_head(edits.sentence_document(words(n)), head)
    trace = derive(document)
    for change in changes:
        changed = change(document)
        trace = derive(changed, previous=(document, trace))
        document = changed
    assert_same(trace, document)
    assert read_only(trace)


cells = st.tuples(st.sampled_from("QKV"), st.integers(0, 19), st.integers(0, 2), st.floats(-9, 9))
matrix_changes = st.one_of(
    option_changes,
    cells.map(lambda cell: lambda d: matrix_edits.set_cell(d, *cell)),
    cells.map(lambda cell: lambda d: matrix_edits.set_cell(d, *cell)),
    st.integers(3, 5).map(lambda d_k: lambda d: edits.with_d_k(d, d_k)),
    st.just(lambda d: matrix_edits.set_matrix(d, "Q", d.source.Q * 1.5)),
)


@given(st.integers(20, 40), st.integers(20, 40), st.lists(matrix_changes, min_size=1, max_size=8), st.data())
@settings(max_examples=examples(60))
def test_any_sequence_of_edits_of_matrices(n_q, n_k, changes, data):
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    document = matrix_document(*(rng.standard_normal((n, 3)) for n in (n_q, n_k, n_k)))
    trace = derive(document)
    for change in changes:
        if data.draw(st.booleans()):
            trace.scores  # noqa: B018 — as a view that shows them does
        changed = change(document)
        trace = derive(changed, previous=(document, trace))
        document = changed
    assert_same(trace, document)


@given(st.lists(sentence_edits, min_size=2, max_size=6))
@settings(max_examples=examples(30))
def test_a_trace_never_changes_while_anyone_holds_it(changes):
    document = edits.sentence_document(words(40))
    held = []
    trace = derive(document)
    for change in changes:
        held.append((trace, trace.weights.copy(), trace.scores[3:5], trace.scores.copy(), trace.weights[7]))
        changed = change(document)
        trace = derive(changed, previous=(document, trace))
        document = changed
    for old, weights, some, scores, row in held:
        np.testing.assert_array_equal(old.weights, weights)
        np.testing.assert_array_equal(some, scores[3:5])
        np.testing.assert_array_equal(row, weights[7])


def test_a_slice_of_an_old_trace_keeps_its_numbers():
    document = edits.sentence_document(words(40))
    trace = derive(document)
    row, expected = trace.weights[5][3:9], trace.weights[5][3:9].copy()
    for temperature in (2.0, 3.0, 4.0, 5.0):
        changed = edits.with_options(document, temperature=temperature)
        trace = derive(changed, previous=(document, trace))
        document = changed
    np.testing.assert_array_equal(row, expected)


def test_memory_is_used_again_once_nobody_looks():
    document = edits.sentence_document(words(40))
    trace = derive(document)
    seen = set()
    for temperature in range(2, 12):
        changed = edits.with_options(document, temperature=float(temperature))
        trace = derive(changed, previous=(document, trace))
        document = changed
        seen.add(trace.weights.__array_interface__["data"][0])
    assert len(seen) == 2


def test_memory_used_again_is_never_taken_for_the_array_it_was():
    document = edits.sentence_document(words(40))
    trace = derive(document)
    where, owner = trace.weights.__array_interface__["data"][0], weakref.ref(trace.weights)
    part = weakref.ref(trace.weights[3:].base)
    assert part() is trace.weights
    for temperature in (2.0, 3.0):
        changed = edits.with_options(document, temperature=temperature)
        trace = derive(changed, previous=(document, trace))
        document = changed
    assert trace.weights.__array_interface__["data"][0] == where
    assert owner() is None


@pytest.mark.parametrize("head", ["content", "mixed"])
@pytest.mark.parametrize("at_once", [1, 50, 10**6])
@pytest.mark.parametrize(("rows", "most"), [(1, 0), (12, 3), (12, 8)])
def test_columns_that_come_and_go_are_those_of_the_product(head, at_once, rows, most, monkeypatch):
    """However many at a time, up and down past where the product stood, and whatever else changes meanwhile."""
    monkeypatch.setattr(columns, "SMALL_PRODUCT", at_once)
    monkeypatch.setattr(columns, "FEWEST_ROWS", rows)
    monkeypatch.setattr(kept, "MOST_COLUMNS", most)
    document = edits.with_d_k(edits.sentence_document(words(29), head=head), 40)
    trace = derive(document)
    trace.reduced.largest(3, 2)
    for step, d_k in enumerate((41, 43, 40, 39, 36, 38, 42, 46, 50, 55, 72, 65, 60, 44, 41, 40, 38, 36, 35, 34, 40)):
        previous, hasty = (document, trace), step % 5 != 4
        document = edits.with_d_k(document, d_k)
        if step % 3 == 2:
            trace = derive(document, previous=previous, hasty=hasty)
            previous, document = (document, trace), edits.with_options(document, temperature=1 + step / 10)
        trace = derive(document, previous=previous, hasty=hasty)
        assert_same(trace, document)
    trace = derive(document, previous=(document, trace), exact=True)
    assert not trace.drifted
    assert_same(trace, document)


@pytest.mark.parametrize("head", HEADS)
def test_a_long_drag_of_d_k_stays_exact(head):
    document = edits.with_head(edits.sentence_document(words(40)), head)
    trace = derive(document)
    for step in range(1100):
        changed = edits.with_d_k(document, 100 + abs(step % 160 - 80))
        trace = derive(changed, previous=(document, trace), hasty=True)
        document = changed
    assert trace.drifted == (head in ("content", "mixed"))
    assert_same(trace, document)


@pytest.mark.parametrize("head", HEADS)
def test_only_scores_that_are_a_product_have_its_factors(head):
    trace = derive(edits.with_head(edits.sentence_document(words(40)), head))
    assert (trace.Q is not None) == (trace.K is not None) == (head == "content"), "the picture would say S = QKᵀ"
    if trace.Q is not None and trace.K is not None:
        np.testing.assert_allclose(trace.scores, trace.Q @ trace.K.T, rtol=1e-4, atol=1e-3)


def test_exact_takes_rounding_out_again():
    document = edits.sentence_document(words(60), head="content", d_k=100)
    trace = derive(document)
    for d_k in (*range(101, 150), *range(149, 99, -1)):
        changed = edits.with_d_k(document, d_k)
        trace = derive(changed, previous=(document, trace))
        document = changed
    fresh = derive(document)
    assert not np.array_equal(trace.weights, fresh.weights)
    again = derive(document, previous=(document, trace), exact=True)
    np.testing.assert_array_equal(again.weights, fresh.weights)
    assert not derive(document, previous=(document, again)).drifted


@pytest.mark.parametrize("head", HEADS)
def test_the_same_source_and_options_are_the_same_trace(head):
    document = edits.with_head(edits.sentence_document(words(20)), head)
    trace = derive(document)
    assert derive(replace(document, name="other"), previous=(document, trace)) is trace


def test_equal_scores_have_no_deviation():
    document = edits.sentence_document("the " * 40, head="content")
    trace = derive(document)
    assert trace.measures.score_std == pytest.approx(0, abs=1e-5)
    np.testing.assert_allclose(trace.weights, 1 / 40, rtol=1e-6)


@pytest.mark.parametrize("size", [1e6, 1e12, 1e150])
def test_numbers_beyond_float32_take_the_plain_way(size):
    Q, K = np.eye(20) * size, np.eye(20) * size
    document = matrix_document(Q, K)
    trace = derive(document)
    assert trace.weights.dtype == (np.float32 if size < 1e7 else np.float64)
    np.testing.assert_allclose(trace.weights, np.eye(20), atol=1e-6)
    changed = edits.with_options(document, divide=False)
    np.testing.assert_allclose(derive(changed, previous=(document, trace)).weights, np.eye(20), atol=1e-6)


def test_rows_that_see_nothing_are_zero():
    rng = np.random.default_rng(1)
    document = matrix_document(*(rng.standard_normal((n, 3)) for n in (60, 20, 20)))
    document = edits.with_options(document, causal=True, window=3, padding=2)
    trace = derive(document)
    assert_same(trace, document)
    assert not trace.weights[:40].any()
    assert not trace.output[:40].any()


def test_scores_that_are_looked_at_are_ready_with_the_next_trace():
    document = edits.sentence_document(words(40))
    trace = derive(document)
    assert not trace.later_scores.made
    assert trace.scaled is trace.scaled
    changed = edits.with_d_k(document, 65)
    following = derive(changed, previous=(document, trace))
    assert following.later_scores.made
    assert following.later_scaled.made
    unseen = derive(edits.with_d_k(document, 66), previous=(changed, following))
    assert not unseen.later_scores.made  # nobody looked at the last ones
    assert_same(following, changed)


def test_a_small_document_before_makes_nothing_be_computed():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FLOAT32_CELLS", 10**9)
        small = edits.sentence_document("one two")
        before = derive(small)
        before.scores  # noqa: B018
    trace = derive(edits.sentence_document(words(40)), previous=(small, before))
    assert not trace.later_scores.made
