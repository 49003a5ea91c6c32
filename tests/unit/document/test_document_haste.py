"""Pictures of large matrices made in haste, while a hand drags: the plain way's numbers, and nothing left behind."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from large_documents import everything_is_large, plainly, words  # noqa: F401 — the fixture serves every test

from attnviz.core.reduce import reduce_max
from attnviz.document import edits, large, matrix_edits
from attnviz.document.derive import derive
from attnviz.document.document import HEADS
from attnviz.document.unwritten import Unwritten
from tests.both_ways import way  # noqa: F401 — the fixture serves every test
from tests.examples import examples


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


steps = st.one_of(
    st.integers(-8, 8).map(lambda by: lambda d: edits.with_d_k(d, min(max(d.source.d_k + by, 1), 512))),
    st.integers(1, 512).map(lambda d_k: lambda d: edits.with_d_k(d, d_k)),
    st.floats(0.1, 5).map(lambda t: lambda d: edits.with_options(d, temperature=t)),
    st.integers(0, 2).map(lambda seed: lambda d: edits.with_seed(d, seed)),
)


@given(st.lists(steps, min_size=1, max_size=12))
@settings(max_examples=examples(40))
def test_the_bound_of_the_scores_is_that_of_the_vectors_as_they_are_now(changes):
    """It goes along with the components that come and go; no score is beyond it, and no look at scores is lost."""
    document = edits.sentence_document(words(40), head="content")
    trace = derive(document, hasty=True)
    for change in changes:
        previous, document = (document, trace), change(document)
        trace = derive(document, previous=previous, hasty=True)
        bound, lengths = (
            large.large_of(trace).kept.largest,
            [np.linalg.norm(each, axis=1) for each in (trace.Q, trace.K)],
        )
        assert bound == pytest.approx(lengths[0].max() * lengths[1].max(), rel=1e-4)
        assert np.abs(trace.scores).max() <= bound * (1 + 1e-4)


@pytest.mark.parametrize("d_k", [300, 512])
def test_scores_of_many_components_need_no_look_for_a_picture(monkeypatch, d_k):
    """Their powers may be large, and still have room in float32 where no measure squares a weight."""
    document = edits.with_d_k(edits.sentence_document(words(600), head="content"), d_k - 1)
    trace = derive(document)
    trace.reduced.largest(3, 3)
    trace = derive(edits.with_d_k(document, d_k), previous=(document, trace), hasty=True)
    monkeypatch.setattr(large, "MEASURED", 0)
    document, bounds = edits.with_d_k(document, d_k), []
    soften = large.soften
    monkeypatch.setattr(large, "soften", lambda *a, **k: bounds.append(k["bounds"]) or soften(*a, **k))
    changed = edits.with_d_k(document, d_k - 1)
    trace = derive(changed, previous=(document, trace), hasty=True)
    assert bounds[0] is not None
    np.testing.assert_allclose(trace.reduced.largest(3, 3), reduce_max(derive(changed).weights, 3, 3), atol=2e-6)


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("options", [{"padding": 5}, {"temperature": 0.05}], ids=str)
def test_products_of_a_sentence_that_has_gone_are_nobody_s_content(monkeypatch, head, options):
    """A positional head needs no products, and leaves those of the sentence before as they are."""
    monkeypatch.setattr(large, "MEASURED", 0)
    document, known = edits.sentence_document(words(40), head="content"), None
    for change in (
        lambda d: d,
        lambda d: edits.with_head(d, head),
        lambda d: edits.with_text(d, words(60)),
        lambda d: edits.with_options(d, **options),
    ):
        document = change(document)
        trace = derive(document, previous=known)
        trace.reduced.largest(3, 3)
        known = document, trace
    for temperature in (0.2, 0.1, 0.05):  # the second picture of the same scores is made from their peaks
        document = edits.with_options(document, temperature=temperature)
        trace = derive(document, previous=known, hasty=True)
        known = document, trace
        found = trace.reduced.largest(3, 3)
        np.testing.assert_allclose(found, reduce_max(plainly(document).weights, 3, 3), atol=1e-5)
