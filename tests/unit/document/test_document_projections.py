"""Edits of embeddings and projections: in whatever order, every W fits its heads, and the trace is the core's."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.document import projection_edits as edits
from attnviz.document import table
from attnviz.document.derive import derive
from attnviz.document.document import Document, editable
from attnviz.document.edits import with_d_k as with_any_d_k
from attnviz.document.edits import with_options
from attnviz.document.projection_edits import projection_document
from attnviz.errors import InputError, ShapeError
from tests.examples import examples

NAMES = ("X", "W_Q", "W_K", "W_V", "W_O")
names = st.sampled_from(NAMES)
numbers = st.integers(-9, 9).map(float) | st.floats(-1e100, 1e100) | st.sampled_from([1e308, -1e308, 5e-324])


def layer(n_heads=4, n_kv_heads=2, *, d_model=3, d_k=2, d_v=3, gated=False, W_O=True, **more) -> Document:
    """Every number of a W says which column it is in: a head's blocks can be told apart after any edit."""
    d_q = d_k + d_v if gated else d_k
    wide = {"W_Q": n_heads * d_q, "W_K": n_kv_heads * d_k, "W_V": n_kv_heads * d_v}
    W = {name: np.tile(np.arange(columns) / 10, (d_model, 1)) for name, columns in wide.items()}
    if W_O:
        W["W_O"] = np.tile(np.arange(n_heads * d_v)[:, np.newaxis] / 10, (1, d_model))
    X = [[1, 0, 2], [0, 1, 1], [3, 1, 0]]
    return projection_document(
        ("a", "b", "c"), np.array(X)[:, :d_model], **W, n_heads=n_heads, n_kv_heads=n_kv_heads, gated=gated, **more
    )


GATED = layer(gated=True, normalise=True, value_names=("x", "y", "z"), dimension_names=("d", "e", "f"))
PLAIN = layer(1, 1, d_model=1, d_k=1, d_v=1, W_O=False)
GATE_OF_ONE = layer(2, 1, d_k=1, gated=True)
DRAWN = edits.embedded(("one", "two"), seed=3)
starts = st.sampled_from([GATED, PLAIN, GATE_OF_ONE, DRAWN, layer(), layer(2, 2, gated=True, W_O=False)])


def parts(document):
    """Everything of a document, arrays as copies."""
    source = document.source
    values = {field.name: getattr(source, field.name) for field in fields(source)}
    copies = {name: value.copy() if isinstance(value, np.ndarray) else value for name, value in values.items()}
    return copies | {"options": document.options, "name": document.name}


def same(one, other):
    a, b = (parts(document) if isinstance(document, Document) else document for document in (one, other))
    for name, value in a.items():
        np.testing.assert_array_equal(value, b[name], err_msg=name) if isinstance(value, np.ndarray) else None
        if not isinstance(value, np.ndarray):
            assert value == b[name], name


def fits(document):
    """Shapes, names and options agree, nobody can write into the numbers, and the chain can be computed."""
    s = document.source
    d_q = s.d_k + s.d_v if s.gated else s.d_k
    assert s.X.shape == (len(s.tokens), s.d_model)
    assert s.W_Q.shape == (s.d_model, s.n_heads * d_q)
    assert s.W_K.shape == (s.d_model, s.n_kv_heads * s.d_k)
    assert s.W_V.shape == (s.d_model, s.n_kv_heads * s.d_v)
    assert s.W_O is None or s.W_O.shape[0] == s.n_heads * s.d_v
    assert s.n_heads % s.n_kv_heads == 0
    assert min(size for name in editable(s) for size in getattr(s, name).shape) >= 1
    assert len(s.dimension_names) in (0, s.d_model)
    assert len(s.value_names) in (0, s.d_v)
    assert 0 <= document.options.padding < s.n_k
    for name in editable(s):
        matrix = getattr(s, name)
        assert matrix.dtype == np.float64
        assert not matrix.flags.writeable
        assert matrix.base is None or not matrix.base.flags.writeable
    trace = derive(document)
    assert np.isfinite(trace.weights).all()
    sums = trace.weights.sum(axis=-1)
    assert np.allclose(sums, np.where(trace.visible.any(axis=-1), 1, 0), atol=1e-12)


# sequences ----------------------------------------------------------------------------------------------------


@st.composite
def edit(draw):
    """One edit a person may ask for, as a function of the document; places are chosen inside it."""
    kind = draw(
        st.sampled_from(
            ["cell", "block", "add_row", "remove_row", "add_column", "remove_column", "rename", "d_k", "d_v", "heads",
             "gate", "W_O", "layer_norm", "random", "padding", "mask", "outside"]
        )
    )  # fmt: skip
    name, a, b = draw(names), draw(st.integers(0, 63)), draw(st.integers(0, 63))
    number, text, on = draw(numbers), draw(st.text(max_size=4)), draw(st.booleans())
    axis = draw(st.sampled_from(["row", "column"]))

    def apply(document):
        matrix = getattr(document.source, name)
        rows, columns = (1, 1) if matrix is None else matrix.shape
        row, column = a % rows, b % columns
        of_axis = rows if axis == "row" else columns
        return {
            "cell": lambda: table.set_cell(document, name, row, column, number),
            "block": lambda: table.set_block(document, name, row, column, np.full((a % 3 + 1, b % 3 + 1), number)),
            "add_row": lambda: table.add_row(document, name),
            "remove_row": lambda: table.remove_row(document, name, row),
            "add_column": lambda: table.add_column(document, name),
            "remove_column": lambda: table.remove_column(document, name, column),
            "rename": lambda: renamed(document, name, axis, a % of_axis, text),
            "d_k": lambda: with_any_d_k(document, a % 7),
            "d_v": lambda: edits.with_d_v(document, a % 7),
            "heads": lambda: edits.with_heads(document, a % 7, b % 4),
            "gate": lambda: edits.with_gate(document, on),
            "W_O": lambda: edits.with_output_projection(document, on),
            "layer_norm": lambda: edits.with_layer_norm(document, on, (None, 0.0, 1e-5, 2.0, -1.0, np.nan)[a % 6]),
            "random": lambda: edits.with_random_projections(document, b),
            "padding": lambda: with_options(document, padding=a % (document.source.n_k + 1)),
            "mask": lambda: with_options(document, causal=on, window=b % 3 or None, temperature=(0.05, 1, 20)[a % 3]),
            "outside": lambda: edits.set_matrices(document, {name: np.full((a % 5 + 1, b % 5 + 1), number)}),
        }[kind]()

    return apply


def renamed(document, name, axis, index, text):
    """A rename where the label has a name of its own: columns of W_Q, W_K and W_O only have numbers."""
    if (name, axis) in (("W_Q", "column"), ("W_K", "column"), ("W_O", "column"), ("W_O", "row")):
        return document
    return table.rename(document, name, axis, index, text)


@given(starts, st.lists(edit(), max_size=20))
@settings(max_examples=examples(300))
def test_no_sequence_of_edits_breaks_the_fit(document, sequence):
    for step in sequence:
        before, kept = document, parts(document)
        with suppress(InputError):
            document = step(document)
        fits(document)
        same(before, kept)  # what undo returns to is untouched


# no change ----------------------------------------------------------------------------------------------------

UNCHANGING = {
    "the same number": lambda d: table.set_cell(d, "W_Q", 0, 0, d.source.W_Q[0, 0]),
    "the same block": lambda d: table.set_block(d, "X", 0, 0, d.source.X),
    "the same files": lambda d: edits.set_matrices(d, {"X": d.source.X, "W_V": d.source.W_V}),
    "the same d_k": lambda d: edits.with_d_k(d, d.source.d_k),
    "the same d_v": lambda d: edits.with_d_v(d, d.source.d_v),
    "the same heads": lambda d: edits.with_heads(d, d.source.n_heads, d.source.n_kv_heads),
    "the same gate": lambda d: edits.with_gate(d, d.source.gated),
    "the same W_O": lambda d: edits.with_output_projection(d, d.source.W_O is not None),
    "the same LayerNorm": lambda d: edits.with_layer_norm(d, d.source.normalise),
    "the same eps": lambda d: edits.with_layer_norm(d, d.source.normalise, d.source.eps),
    "the same token": lambda d: edits.rename_token(d, 0, d.source.tokens[0]),
    "the same dimension": lambda d: edits.rename_dimension(d, 0, (*d.source.dimension_names, "1")[0]),
    "the same value": lambda d: edits.rename_value(d, 0, (*d.source.value_names, "1")[0]),
}


@pytest.mark.parametrize("edit", UNCHANGING)
@pytest.mark.parametrize("document", [GATED, PLAIN, DRAWN], ids=["gated", "plain", "drawn"])
def test_no_change_is_the_same_document(document, edit):
    assert UNCHANGING[edit](document) is document


def test_the_same_seed_again_is_the_same_document():
    drawn = edits.with_random_projections(GATED, 7)
    assert edits.with_random_projections(drawn, 7) is drawn
    assert not np.array_equal(drawn.source.W_Q, edits.with_random_projections(drawn, 8).source.W_Q)


# each edit where it belongs -----------------------------------------------------------------------------------


def heads_of(document, name):
    """(heads, rows, width): each head's block of a W; of W_O its rows, transposed."""
    source = document.source
    W = source.W_O.T if name == "W_O" else getattr(source, name)
    count = source.n_heads if name in ("W_Q", "W_O") else source.n_kv_heads
    return W.reshape(W.shape[0], count, -1).swapaxes(0, 1)


@pytest.mark.parametrize("gated", [False, True])
@pytest.mark.parametrize("name", ["W_Q", "W_K"])
@pytest.mark.parametrize("component", [0, 1])
@pytest.mark.parametrize("head", [0, 1])
def test_a_component_of_the_query_leaves_every_head_of_W_Q_and_W_K(gated, name, component, head):
    document = layer(gated=gated)
    width = heads_of(document, name).shape[2]
    after = table.remove_column(document, name, head * width + component)
    for matrix in ("W_Q", "W_K"):
        expected = np.delete(heads_of(document, matrix), component, axis=2)
        np.testing.assert_array_equal(heads_of(after, matrix), expected)
    for matrix in ("X", "W_V", "W_O"):
        np.testing.assert_array_equal(getattr(after.source, matrix), getattr(document.source, matrix))


@pytest.mark.parametrize("document", [layer(gated=True), GATE_OF_ONE, GATED], ids=["d_k 2", "d_k 1", "named"])
@pytest.mark.parametrize("component", [0, 1, 2])
@pytest.mark.parametrize("head", [0, 1])
def test_a_column_of_the_gate_is_a_component_of_the_values(document, component, head):
    source = document.source
    after = table.remove_column(document, "W_Q", head * (source.d_k + source.d_v) + source.d_k + component)
    assert (after.source.d_k, after.source.d_v) == (source.d_k, source.d_v - 1)
    for matrix, at in (("W_Q", source.d_k + component), ("W_V", component), ("W_O", component)):
        np.testing.assert_array_equal(heads_of(after, matrix), np.delete(heads_of(document, matrix), at, axis=2))
    np.testing.assert_array_equal(after.source.W_K, source.W_K)
    assert len(after.source.value_names) == max(len(source.value_names) - 1, 0)
    same(after, table.remove_column(document, "W_V", component))
    same(after, table.remove_row(document, "W_O", head * source.d_v + component))


@pytest.mark.parametrize("gated", [False, True])
def test_a_dimension_leaves_X_and_every_W(gated):
    document = layer(gated=gated, dimension_names=("d", "e", "f"))
    after = table.remove_column(document, "X", 1)
    same(after, table.remove_row(document, "W_K", 1))
    assert after.source.dimension_names == ("d", "f")
    np.testing.assert_array_equal(after.source.X, document.source.X[:, [0, 2]])
    for name in ("W_Q", "W_K", "W_V"):
        np.testing.assert_array_equal(getattr(after.source, name), getattr(document.source, name)[[0, 2]])
    grown = table.add_column(document, "X")
    same(grown, table.add_row(document, "W_Q"))
    assert grown.source.dimension_names == ("d", "e", "f", "4")
    np.testing.assert_array_equal(derive(grown).scores, derive(document).scores)  # zeros add nothing


@pytest.mark.parametrize("name", ["W_Q", "W_K", "W_V"])
@pytest.mark.parametrize("document", [layer(), layer(gated=True)], ids=["plain", "gated"])
def test_a_new_component_is_zero_in_every_head_and_changes_no_weight(document, name):
    after = table.add_column(document, name)
    assert (after.source.d_k, after.source.d_v) == ((2, 4) if name == "W_V" else (3, 3))
    changed = ("W_V", "W_O") if name == "W_V" else ("W_K",)
    for matrix in changed:
        blocks = heads_of(after, matrix)
        np.testing.assert_array_equal(blocks[:, :, :-1], heads_of(document, matrix))
        assert not blocks[:, :, -1].any()
    queries, before = heads_of(after, "W_Q"), heads_of(document, "W_Q")
    np.testing.assert_array_equal(queries[:, :, :2], before[:, :, :2])
    if document.source.gated:
        d_k = after.source.d_k
        np.testing.assert_array_equal(queries[:, :, d_k : d_k + 3], before[:, :, 2:])
    np.testing.assert_array_equal(derive(after).scores, derive(document).scores)


def test_d_k_and_d_v_cut_the_last_components_of_every_head():
    document = layer(gated=True)
    narrow = edits.with_d_v(edits.with_d_k(document, 1), 2)
    np.testing.assert_array_equal(heads_of(narrow, "W_Q"), heads_of(document, "W_Q")[:, :, [0, 2, 3]])
    np.testing.assert_array_equal(heads_of(narrow, "W_K"), heads_of(document, "W_K")[:, :, :1])
    np.testing.assert_array_equal(heads_of(narrow, "W_V"), heads_of(document, "W_V")[:, :, :2])
    np.testing.assert_array_equal(heads_of(narrow, "W_O"), heads_of(document, "W_O")[:, :, :2])


@pytest.mark.parametrize("now", [(1, 1), (2, 2), (3, 1), (4, 4), (6, 3), (8, 2)])
@pytest.mark.parametrize("gated", [False, True])
def test_heads_that_stay_keep_their_numbers(now, gated):
    document = layer(gated=gated)
    after = edits.with_heads(document, *now)
    assert (after.source.n_heads, after.source.n_kv_heads) == now
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        old, new = heads_of(document, name), heads_of(after, name)
        kept = min(len(old), len(new))
        np.testing.assert_array_equal(new[:kept], old[:kept])
        assert all(np.ptp(block) > 0 for block in new[kept:]), "a new head has numbers of its own"


def test_a_new_gate_lets_half_of_everything_through():
    open_ = edits.with_gate(layer(), True)
    trace = derive(open_)
    np.testing.assert_array_equal(trace.output, derive(layer()).output)
    np.testing.assert_array_equal(trace.chain.gated, trace.output / 2)
    same(edits.with_gate(open_, False), layer())


def test_a_new_output_projection_changes_nothing_yet():
    document = edits.with_output_projection(layer(W_O=False), True)
    chain = derive(document).chain
    np.testing.assert_array_equal(chain.Y, chain.concat)
    same(edits.with_output_projection(document, False), layer(W_O=False))


def test_a_token_removed_takes_its_row_and_its_padding():
    document = with_options(layer(), padding=2)
    after = table.remove_row(document, "X", 0)
    assert after.source.tokens == ("b", "c")
    np.testing.assert_array_equal(after.source.X, document.source.X[1:])
    assert after.options.padding == 1
    assert table.add_row(document, "X").source.tokens == ("a", "b", "c", "4")


def test_names_are_where_the_label_is():
    document = table.rename(layer(), "K", "row", 1, "B")
    document = table.rename(document, "W_V", "row", 2, "third")
    document = table.rename(document, "u", "column", 0, "first")
    document = table.rename(document, "V", "column", 1, "value")
    source = document.source
    assert source.tokens == ("a", "B", "c")
    assert source.dimension_names == ("first", "2", "third")
    assert source.value_names == ("1", "value", "3")
    same(table.rename(layer(), "W_V", "column", 4, "v"), table.rename(layer(), "W_V", "column", 1, "v"))


def test_matrices_from_files_keep_what_still_fits():
    document = layer(1, 1, d_k=1, d_v=2, W_O=False, dimension_names=("d", "e", "f"), value_names=("x", "y"))
    more = edits.set_matrices(document, {"X": np.ones((5, 3))})
    assert more.source.tokens == ("1", "2", "3", "4", "5")
    assert more.source.dimension_names == ("d", "e", "f")
    wide = edits.set_matrices(
        document, {"X": np.ones((3, 2)), "W_Q": [[1], [2]], "W_K": [[1], [2]], "W_V": [[1, 2, 3], [4, 5, 6]]}
    )
    fits(wide)
    assert wide.source.tokens == ("a", "b", "c")
    assert wide.source.dimension_names == wide.source.value_names == ()
    with pytest.raises(ShapeError, match="W_Q"):
        edits.set_matrices(document, {"X": np.ones((3, 2))})
