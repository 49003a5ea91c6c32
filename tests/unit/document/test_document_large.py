"""Large documents are computed in blocks from what the document before left: always the plain way's numbers."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.arrays import is_read_only
from attnviz.core.measures import measure
from attnviz.core.reduce import reduce_max
from attnviz.document import derive as module
from attnviz.document import edits, large, matrix_edits
from attnviz.document.derive import derive
from attnviz.document.document import HEADS
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.unwritten import Unwritten
from tests.examples import examples


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch):
    """Documents of a few tokens take the way of large ones."""
    monkeypatch.setattr(module, "FLOAT32_CELLS", 0)


def plainly(document):
    """The readable way, in float64."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FLOAT32_CELLS", 10**9)
        return derive(document)


def assert_same(trace, document):
    """Every number of a trace is the plain way's, within what float32 rounds."""
    plain = plainly(document)
    some = trace.scores_of(0), trace.scaled_of(0)  # before all of them are there
    np.testing.assert_allclose(some[0], trace.scores[0], rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(some[1], trace.scaled[0], rtol=1e-5, atol=1e-5)
    largest = max(float(np.abs(plain.scores).max()), 1.0)
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
    m, expected = trace.measures, measure(plain.scores, plain.weights)
    assert m.n_rows == expected.n_rows
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


def words(n):
    return " ".join(f"w{i % 37}" for i in range(n))


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


@pytest.mark.parametrize("head", HEADS)
def test_a_long_drag_of_d_k_stays_exact(head):
    document = edits.with_head(edits.sentence_document(words(40)), head)
    trace = derive(document)
    for step in range(300):
        changed = edits.with_d_k(document, 100 + step % 80)
        trace = derive(changed, previous=(document, trace))
        document = changed
    assert_same(trace, document)


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


@pytest.mark.parametrize("head", HEADS)
def test_a_picture_made_in_haste_has_the_same_weights_and_honest_measures(head):
    """While a hand drags, the measures are left out of the pass; asked for, they are those of the plain way."""
    document = edits.sentence_document(" ".join(f"w{i % 37}" for i in range(600)), head=head)
    trace, previous = derive(document, hasty=True), None
    for d_k, temperature in ((64, 1.0), (65, 1.0), (65, 1.3), (70, 0.7)):
        document = edits.with_options(edits.with_d_k(document, d_k), temperature=temperature)
        previous = (previous[0], trace) if previous else None
        trace = derive(document, previous=previous, hasty=True)
        previous = (document, trace)
        fresh = derive(document)
        np.testing.assert_allclose(trace.weights, fresh.weights, atol=2e-6)
        assert trace.measures.mean_entropy == pytest.approx(fresh.measures.mean_entropy, rel=1e-4)
        assert trace.measures.score_std == pytest.approx(fresh.measures.score_std, rel=1e-4)
    rested = derive(document, previous=(document, trace), exact=True)
    assert not rested.hasty
    assert isinstance(rested.weights, np.ndarray)
    np.testing.assert_allclose(rested.weights, fresh.weights, atol=2e-6)


@pytest.mark.parametrize("masks", [{}, {"causal": True}, {"window": 90}, {"padding": 7}], ids=str)
@pytest.mark.parametrize("head", HEADS)
def test_a_picture_in_blocks_made_in_haste_is_the_largest_of_the_weights_that_were_not_written(head, masks):
    """Blocks that do not divide the length; a row by itself, a number by itself, and all of them once asked for."""
    document = edits.with_options(edits.sentence_document(words(601), head=head), **masks)
    trace = derive(document)
    assert trace.reduced is not None
    trace.reduced.largest(4, 3)
    for temperature in (1.1, 0.9):
        previous = (document, trace)
        document = edits.with_options(document, temperature=temperature)
        trace = derive(document, previous=previous, hasty=True)
        assert trace.hasty
        assert isinstance(trace.weights, Unwritten)
        found = trace.reduced.largest(4, 3)
        fresh = derive(document)
        np.testing.assert_allclose(found, reduce_max(fresh.weights, 4, 3), atol=2e-6)
        np.testing.assert_allclose(trace.weights[311], fresh.weights[311], atol=2e-6)
        np.testing.assert_allclose(trace.weights[-1, :5], fresh.weights[-1, :5], atol=2e-6)
        assert trace.measures.mean_entropy == pytest.approx(fresh.measures.mean_entropy, rel=1e-4)
        assert not trace.weights.asked
    np.testing.assert_allclose(trace.weights, fresh.weights, atol=2e-6)
    following = derive(edits.with_options(document, temperature=1.2), previous=(document, trace), hasty=True)
    assert isinstance(following.weights, np.ndarray), "somebody looks at all of them"


@pytest.mark.parametrize("edited", [("Q",), ("K",), ("V",), ("Q", "Q", "K", "Q", "V", "Q")], ids=str)
def test_cells_edited_in_haste_leave_weights_and_output_to_be_written_later(edited):
    rng = np.random.default_rng(1)
    document = matrix_edits.matrix_document(*(rng.standard_normal((600, 24)) for _ in range(3)))
    trace = derive(document)
    trace.reduced.largest(3, 3)
    trace, before = derive(edits.with_options(document, temperature=1.01), previous=(document, trace), hasty=True), None
    document = edits.with_options(document, temperature=1.01)
    for turn, name in enumerate(edited):
        before = (document, trace)
        document = matrix_edits.set_cell(document, name, 17 + turn, 3, 2.5 + turn)
        trace = derive(document, previous=before, hasty=True)
        assert isinstance(trace.weights, Unwritten)
        fresh = derive(document)
        np.testing.assert_allclose(trace.reduced.largest(3, 3), reduce_max(fresh.weights, 3, 3), atol=2e-6)
        np.testing.assert_allclose(trace.output[17 + turn], fresh.output[17 + turn], atol=1e-5)
        np.testing.assert_allclose(trace.weights[17 + turn], fresh.weights[17 + turn], atol=2e-6)
    rested = derive(document, previous=(document, trace), exact=True)
    assert not rested.hasty
    for name in ("weights", "output"):
        np.testing.assert_allclose(getattr(rested, name), getattr(fresh, name), atol=1e-5)
        np.testing.assert_allclose(getattr(trace, name), getattr(fresh, name), atol=1e-5)


@pytest.mark.parametrize("temperature", [0.6, 1.0, 4.0])
@pytest.mark.parametrize("mix", [(0.8, 0.1, 0.1), (0.02, 0.5, 0.48), (0.3, 0.0, 0.7)], ids=str)
def test_content_and_offsets_drawn_apart_are_the_largest_of_the_plain_weights(monkeypatch, mix, temperature):
    """More cells than the measures are made of during a drag: only the blocks are, from two factors."""
    monkeypatch.setattr(large, "MEASURED", 0)
    document = edits.sentence_document(words(301), head="mixed")
    document = edits.with_mix(document, mix)
    trace = derive(document)
    trace.reduced.largest(4, 5)
    document_after = edits.with_options(document, temperature=temperature + 0.01)
    trace = derive(document_after, previous=(document, trace), hasty=True)
    assert not trace.measured
    np.testing.assert_allclose(
        trace.reduced.largest(4, 5), reduce_max(plainly(document_after).weights, 4, 5), atol=2e-6
    )


@pytest.mark.parametrize("masks", [{}, {"causal": True}, {"window": 90}, {"padding": 7}], ids=str)
@pytest.mark.parametrize("head", [*HEADS, "matrices"])
def test_a_drag_of_what_scales_the_scores_shows_the_largest_of_the_plain_weights(monkeypatch, head, masks):
    """The scores' peaks, kept while temperature and √d_k move, are looked for anew when anything else does."""
    monkeypatch.setattr(large, "MEASURED", 0)
    rng = np.random.default_rng(2)
    if head == "matrices":
        document = matrix_edits.matrix_document(*(3 * rng.standard_normal((301, 24)) for _ in range(3)))
    else:
        document = edits.sentence_document(words(301), head=head)
    document = edits.with_options(document, **masks)
    trace = derive(document)
    trace.reduced.largest(4, 5)
    steps = [{"temperature": 1.1}, {"temperature": 0.9}, {"divide": False}, {"divide": True}, {"causal": True}]
    steps += [{"temperature": 0.3}, {"d_k": 23}, {"temperature": 0.4}, {"divide": False}, {"blocks": (2, 7)}]
    steps += [{"temperature": 5.0}, {"temperature": 5.1}]
    size = (4, 5)
    for step in steps:
        previous = (document, trace)
        if "blocks" in step:
            size = step["blocks"]
            trace.reduced.largest(*size)
            continue
        if "d_k" not in step:
            document = edits.with_options(document, **step)
        elif head == "matrices":
            document = matrix_edits.set_cell(document, "K", 100, 3, 40.0)
        else:
            document = edits.with_d_k(document, step["d_k"])
        trace = derive(document, previous=previous, hasty=True)
        plain = plainly(document)
        slack = 1e-6 * max(float(np.abs(plain.scaled).max()), 3.0)  # a weight moves as much as its exponent does
        found = trace.reduced.largest(*size)
        np.testing.assert_allclose(found, reduce_max(plain.weights, *size), atol=slack, err_msg=str(step))


@pytest.mark.parametrize("hasty", [False, True])
@pytest.mark.parametrize("step", ["Q", "K", "V", "temperature", "d_k", "mixture"])
def test_a_drag_leaves_nothing_to_python_s_collector(monkeypatch, step, hasty):
    """What holds itself stays until Python looks for such things, and 64 MB of weights with it."""
    monkeypatch.setattr(large, "MEASURED", 0)
    rng = np.random.default_rng(3)
    if step in ("Q", "K", "V"):
        document = matrix_edits.matrix_document(*(rng.standard_normal((150, 8)) for _ in range(3)))
    else:
        document = edits.sentence_document(words(150), head="mixed")
    acts = {
        "temperature": lambda document, k: edits.with_options(document, temperature=2 + k / 10),
        "d_k": lambda document, k: edits.with_d_k(document, 30 + k),
        "mixture": lambda document, k: edits.with_mix_share(document, 0, 0.1 + k / 100),
    }
    act = acts.get(step, lambda document, k: matrix_edits.set_cell(document, step, 5, 3, 2.5 + k))
    trace = derive(document)
    trace.reduced.largest(3, 3)
    gc.collect()
    gc.disable()
    try:
        gone = []
        for k in range(6):
            previous = (document, trace)
            document = act(document, k)
            trace = derive(document, previous=previous, hasty=hasty)
            trace.weights[7], trace.reduced.largest(3, 3)
            gone.append(weakref.ref(trace.output if step == "V" else trace.weights))
        del previous
        assert [found() is not None for found in gone] == [False] * 5 + [True]
    finally:
        gc.enable()
