"""What projections refuse, and the trace that follows from them."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.core.measures import measure
from attnviz.core.projections import attend_projected
from attnviz.document import projection_edits as edits
from attnviz.document import table
from attnviz.document.derive import derive
from attnviz.document.document import MAX_D_K, Options
from attnviz.document.edits import sentence_document, with_options
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.projection_edits import MAX_HEADS, MAX_TOKENS_BY_HAND, projection_document
from attnviz.errors import InputError
from attnviz.io.results import write_json, write_npz
from tests.unit.document.test_document_projections import (
    GATED,
    fits,
    layer,
    parts,
    same,
)

ARRAYS = ("Q", "K", "V", "scores", "scaled", "weights", "output")


# refusals -----------------------------------------------------------------------------------------------------

REFUSED = {
    "last token": lambda d: table.remove_row(d, "X", 0),
    "last dimension": lambda d: table.remove_column(d, "X", 0),
    "last dimension by W": lambda d: table.remove_row(d, "W_V", 0),
    "last component of q": lambda d: table.remove_column(d, "W_Q", 0),
    "last component of k": lambda d: table.remove_column(d, "W_K", 0),
    "last value": lambda d: table.remove_column(d, "W_V", 0),
    "no W_O to write into": lambda d: table.set_cell(d, "W_O", 0, 0, 1.0),
    "no W_O to add a row to": lambda d: table.add_row(d, "W_O"),
    "no W_O to add a column to": lambda d: table.add_column(d, "W_O"),
    "no W_O to take a row from": lambda d: table.remove_row(d, "W_O", 0),
    "no W_O to take a column from": lambda d: table.remove_column(d, "W_O", 0),
    "no Q by hand": lambda d: table.set_cell(d, "Q", 0, 0, 1.0),
    "no d_k": lambda d: edits.with_d_k(d, 0),
    "too much d_k": lambda d: edits.with_d_k(d, MAX_D_K + 1),
    "no d_v": lambda d: edits.with_d_v(d, 0),
    "too much d_v": lambda d: edits.with_d_v(d, MAX_D_K + 1),
    "no heads": lambda d: edits.with_heads(d, 0, 0),
    "no kv-heads": lambda d: edits.with_heads(d, 2, 0),
    "uneven sharing": lambda d: edits.with_heads(d, 5, 2),
    "more kv-heads": lambda d: edits.with_heads(d, 2, 4),
    "too many heads": lambda d: edits.with_heads(d, MAX_HEADS + 1, 1),
    "negative eps": lambda d: edits.with_layer_norm(d, True, -1.0),
    "eps that is no number": lambda d: edits.with_layer_norm(d, True, float("nan")),
    "a block too wide": lambda d: table.set_block(d, "W_Q", 0, 0, np.ones((2, 2))),
    "a number that is none": lambda d: table.set_cell(d, "X", 0, 0, float("nan")),
    "a score past all numbers": lambda d: table.set_cell(
        table.set_cell(table.set_cell(d, "X", 0, 0, 1e160), "W_Q", 0, 0, 1.0), "W_K", 0, 0, 1.0
    ),
    "an output past all numbers": lambda d: table.set_cell(
        table.set_cell(edits.with_output_projection(d, True), "W_V", 0, 0, 1e160), "W_O", 0, 0, 1e160
    ),
    "a long name": lambda d: edits.rename_token(d, 0, "x" * 201),
}  # fmt: skip


@pytest.mark.parametrize("edit", REFUSED)
def test_what_cannot_be_is_refused_with_a_sentence(edit):
    document = projection_document(("a",), [[1]], [[1]], [[1]], [[1]])
    kept = parts(document)
    with pytest.raises(InputError) as refusal:
        REFUSED[edit](document)
    assert str(refusal.value).strip().endswith((".", "."))
    assert "{" not in str(refusal.value)
    same(document, kept)


def test_a_table_by_hand_grows_to_its_most_and_no_further():
    document = projection_document([str(i) for i in range(MAX_TOKENS_BY_HAND)], np.ones((64, 1)), [[1]], [[1]], [[1]])
    with pytest.raises(InputError, match="64"):
        table.add_row(document, "X")
    wide = projection_document(("a",), np.ones((1, MAX_D_K)), *(np.ones((MAX_D_K, 1)) for _ in range(3)))
    with pytest.raises(InputError, match="512"):
        table.add_column(wide, "X")


@pytest.mark.parametrize("document", [sentence_document("a b"), matrix_document([[1]], [[1]], [[1]])])
def test_other_documents_have_no_projections(document):
    for edit in (
        lambda: edits.with_heads(document, 2, 1),
        lambda: edits.with_gate(document, True),
        lambda: edits.with_layer_norm(document, True),
        lambda: edits.with_random_projections(document, 1),
        lambda: edits.set_matrices(document, {"X": [[1.0]]}),
    ):
        with pytest.raises(InputError, match="New from embeddings"):
            edit()


def test_embeddings_belong_to_their_words():
    one, other = edits.embedded(("bank", "river")), edits.embedded(("river", "bank", "river"))
    np.testing.assert_array_equal(one.source.X[[1, 0, 1]], other.source.X)
    fits(one)


def test_a_mask_never_uncovers_an_output_past_all_numbers():
    # Both tokens together mix the values to 0; the first alone, under a causal mask, has 1e308 of it.
    document = projection_document(("a", "b"), [[1, 0], [0, 1]], [[0], [0]], [[0], [0]], [[1e200], [-1e200]])
    with pytest.raises(InputError, match="output"):
        table.set_cell(edits.with_output_projection(document, True), "W_O", 0, 0, 1e150)
    fits(with_options(table.set_cell(edits.with_output_projection(document, True), "W_O", 0, 0, 1e90), causal=True))


# the trace ----------------------------------------------------------------------------------------------------


@st.composite
def layers(draw):
    n_kv = draw(st.integers(1, 3))
    document = layer(
        n_kv * draw(st.integers(1, 3)), n_kv, d_k=draw(st.integers(1, 3)), d_v=draw(st.integers(1, 3)),
        gated=draw(st.booleans()), W_O=draw(st.booleans()), normalise=draw(st.booleans()),
        eps=draw(st.sampled_from([0.0, 0.5])),
    )  # fmt: skip
    document = edits.with_random_projections(document, draw(st.integers(0, 9)))
    options = Options(
        divide=draw(st.booleans()), temperature=draw(st.sampled_from([1.0, 0.3])), causal=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 2)), padding=draw(st.integers(0, 2)),
    )  # fmt: skip
    return replace(document, options=options)


def computed(document):
    """The core's own answer, asked without any of the document's machinery."""
    s, o = document.source, document.options
    return attend_projected(
        s.X, s.W_Q, s.W_K, s.W_V, n_heads=s.n_heads, n_kv_heads=s.n_kv_heads, gated=s.gated, W_O=s.W_O,
        normalise=s.normalise, eps=s.eps, divide=o.divide, temperature=o.temperature, causal=o.causal,
        window=o.window, padding=np.arange(3) >= 3 - o.padding,
    )  # fmt: skip


@given(layers())
@example(with_options(GATED, causal=True, padding=1))
def test_the_trace_is_the_cores(document):
    trace, p = derive(document), computed(document)
    for name in ARRAYS:
        of = p if name in ("Q", "K", "V") else p.attention
        np.testing.assert_array_equal(getattr(trace, name), getattr(of, name), err_msg=name)
    np.testing.assert_array_equal(trace.visible, p.attention.visible)
    names = {"gated": "gated_O", "constant": "constant_rows"}
    for name in ("X", "u", "constant", "W_Q", "W_K", "W_V", "gate", "gated", "concat", "W_O", "Y"):
        expected = getattr(p, names.get(name, name))
        found = getattr(trace.chain, name)
        assert (found is None) == (expected is None), name
        if found is not None:
            np.testing.assert_array_equal(found, expected, err_msg=name)
    assert (trace.n_heads, trace.n_kv_heads, trace.d_k) == (p.heads.n_heads, p.heads.n_kv_heads, p.heads.d_k)


@given(layers(), st.integers(-2, 12))
def test_one_head_of_the_trace(document, asked):
    trace = derive(document)
    one = trace.for_head(asked)
    head = min(max(asked, 0), trace.n_heads - 1)
    shared = head * trace.n_kv_heads // trace.n_heads
    assert (one.head, one.kv_head) == (head, shared)
    for name in ARRAYS:
        whole = getattr(trace, name)
        np.testing.assert_array_equal(getattr(one, name), whole[shared if name in ("K", "V") else head])
    assert one.scores.shape == (trace.n_q, trace.n_k)
    np.testing.assert_allclose(one.scores, one.Q @ one.K.T, rtol=1e-12, atol=1e-12)
    expected = measure(one.scores, one.weights, one.visible.sum(axis=-1))
    for field in fields(expected):
        np.testing.assert_array_equal(getattr(one.measures, field.name), getattr(expected, field.name))
    assert one.for_head(0) is one


@given(layers())
def test_the_arrays_have_a_leading_head_axis(document):
    arrays, source = derive(document).arrays(), document.source
    for name in ("Q", "scores", "scaled", "weights", "output"):
        assert arrays[name].shape[0] == source.n_heads, name
    for name in ("K", "V"):
        assert arrays[name].shape[0] == source.n_kv_heads, name
    assert arrays["Q"].shape == (source.n_heads, source.n_q, source.d_k)
    assert arrays["visible"].shape == (source.n_q, source.n_k)
    assert ("gate" in arrays, "gated" in arrays) == (source.gated, source.gated)
    assert ("W_O" in arrays, "Y" in arrays) == (source.W_O is not None, source.W_O is not None)


@given(document=layers())
def test_what_compute_writes_reads_back(tmp_path_factory, document):
    folder = tmp_path_factory.mktemp("numbers")
    arrays = derive(document, outputs=True).arrays()
    write_npz(folder / "a.npz", arrays)
    write_json(folder / "a.json", arrays)
    text = json.loads((folder / "a.json").read_text(encoding="utf-8"))
    with np.load(folder / "a.npz", allow_pickle=False) as archive:
        assert set(archive) == set(text) == set(arrays)
        for name, value in arrays.items():
            np.testing.assert_array_equal(archive[name], value, err_msg=name)
            np.testing.assert_array_equal(np.array(text[name]), value, err_msg=name)
