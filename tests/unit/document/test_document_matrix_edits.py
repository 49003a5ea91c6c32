"""Edits of Q, K and V by hand: whatever is done in whatever order, the three fit each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.document import matrix_edits as edits
from attnviz.document.derive import derive
from attnviz.document.document import Options
from attnviz.document.edits import sentence_document, with_d_k, with_options
from attnviz.document.matrix_edits import MAX_ROWS, matrix_document
from attnviz.errors import InputError, ShapeError

Q, K, V = [[2, 0], [1, 2], [0, 1]], [[1, 0], [1, 1], [0, 2]], [[1, 0], [0.5, 0.5], [1, 0]]
BANK = matrix_document(Q, K, V, tokens_q=("sentei", "banco", "praça"), value_names=("seat", "money"))
APART = matrix_document([[1, 0]], K, V, tokens_q=("q",), tokens_k=("k1", "k2", "k3"))
SENTENCE = sentence_document("a b c")

NAMES = ("Q", "K", "V")
names = st.sampled_from(NAMES)
finite = st.floats(-1e100, 1e100)


def arrays(document):
    return [getattr(document.source, name) for name in NAMES]


def same(document, other):
    """Every part of both documents is equal."""
    a, b = document.source, other.source
    assert (a.tokens_q, a.tokens_k, a.value_names, a.shared) == (b.tokens_q, b.tokens_k, b.value_names, b.shared)
    assert document.options == other.options
    for one, two in zip(arrays(document), arrays(other), strict=True):
        np.testing.assert_array_equal(one, two)


def fits(document):
    """Shapes, names and options agree, and nobody can write into the numbers."""
    s = document.source
    assert s.Q.shape == (len(s.tokens_q), s.d_k)
    assert s.K.shape == (len(s.tokens_k), s.d_k)
    assert s.V.shape[0] == len(s.tokens_k)
    assert min(*s.Q.shape, *s.K.shape, *s.V.shape) >= 1
    assert not s.value_names or len(s.value_names) == s.V.shape[1]
    assert not s.shared or s.tokens_q == s.tokens_k
    assert 0 <= document.options.padding < s.n_k
    for matrix in arrays(document):
        assert matrix.dtype == np.float64
        assert not matrix.flags.writeable
        assert matrix.base is None or not matrix.base.flags.writeable
    derive(document)


# sequences ----------------------------------------------------------------------------------------------------


@st.composite
def edit(draw):
    """One edit a person may ask for, as a function of the document; places are chosen inside it."""
    kind = draw(st.sampled_from(["cell", "block", "add_row", "remove_row", "add_column", "remove_column", "token",
                                 "value", "d_k", "padding"]))  # fmt: skip
    name, a, b, number = draw(names), draw(st.integers(0, 63)), draw(st.integers(0, 63)), draw(finite)
    text = draw(st.text(max_size=5))

    def apply(document):
        matrix = getattr(document.source, name)
        row, column = a % matrix.shape[0], b % matrix.shape[1]
        return {
            "cell": lambda: edits.set_cell(document, name, row, column, number),
            "block": lambda: edits.set_block(document, name, row, column, np.full((a % 3 + 1, b % 3 + 1), number)),
            "add_row": lambda: edits.add_row(document, name),
            "remove_row": lambda: edits.remove_row(document, name, row),
            "add_column": lambda: edits.add_column(document, name),
            "remove_column": lambda: edits.remove_column(document, name, column),
            "token": lambda: edits.rename_token(document, "q" if name == "Q" else "k", row, text),
            "value": lambda: edits.rename_value(document, b % document.source.V.shape[1], text),
            "d_k": lambda: with_d_k(document, a % 5 + 1),
            "padding": lambda: with_options(document, padding=a % document.source.n_k),
        }[kind]()

    return apply


@given(st.sampled_from([BANK, APART]), st.lists(edit(), max_size=25))
def test_no_sequence_of_edits_breaks_the_fit(document, sequence):
    for step in sequence:
        before, kept = document, [matrix.copy() for matrix in arrays(document)]
        try:
            document = step(document)
        except InputError:
            continue  # refused as a whole: nothing has changed
        fits(document)
        # Undo is the object from before: nothing an edit does may show in it.
        for matrix, copy in zip(arrays(before), kept, strict=True):
            np.testing.assert_array_equal(matrix, copy)


@given(st.sampled_from([BANK, APART]), names)
def test_adding_then_removing_the_last_row_or_column_gives_the_document_back(document, name):
    grown = edits.add_row(document, name)
    same(edits.remove_row(grown, name, getattr(grown.source, name).shape[0] - 1), document)
    wider = edits.add_column(document, name)
    same(edits.remove_column(wider, name, getattr(wider.source, name).shape[1] - 1), document)


# partners -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_shared_tokens_grow_everywhere(name):
    grown = edits.add_row(BANK, name).source
    assert [m.shape for m in (grown.Q, grown.K, grown.V)] == [(4, 2), (4, 2), (4, 2)]
    assert grown.tokens_q == grown.tokens_k == ("sentei", "banco", "praça", "4")
    for matrix in (grown.Q, grown.K, grown.V):
        np.testing.assert_array_equal(matrix[-1], 0)


@pytest.mark.parametrize(("name", "shapes"), [("Q", (2, 3, 3)), ("K", (1, 4, 4)), ("V", (1, 4, 4))])
def test_queries_and_keys_of_their_own_grow_apart(name, shapes):
    grown = edits.add_row(APART, name).source
    assert tuple(len(m) for m in (grown.Q, grown.K, grown.V)) == shapes


def test_the_right_row_and_column_go():
    fewer = edits.remove_row(BANK, "K", 1).source
    assert fewer.tokens_q == fewer.tokens_k == ("sentei", "praça")
    np.testing.assert_array_equal(fewer.Q, [[2, 0], [0, 1]])
    np.testing.assert_array_equal(fewer.V, [[1, 0], [1, 0]])
    narrower = edits.remove_column(BANK, "Q", 0).source
    np.testing.assert_array_equal(narrower.Q, [[0], [2], [1]])
    np.testing.assert_array_equal(narrower.K, [[0], [1], [2]])
    assert edits.remove_column(BANK, "V", 0).source.value_names == ("money",)


def test_a_new_row_gets_a_name_that_is_free():
    document = edits.rename_token(BANK, "q", 0, "4")
    assert edits.add_row(document, "Q").source.tokens_q == ("4", "banco", "praça", "5")


def test_renaming_follows_shared_tokens():
    for side in ("q", "k"):
        source = edits.rename_token(BANK, side, 1, "bank").source
        assert source.tokens_q == source.tokens_k == ("sentei", "bank", "praça")


def test_renaming_leaves_the_other_side_alone_where_tokens_are_not_shared():
    assert edits.rename_token(APART, "q", 0, "x").source.tokens_k == APART.source.tokens_k
    assert edits.rename_token(APART, "k", 2, "x").source.tokens_k == ("k1", "k2", "x")
    assert edits.rename_token(APART, "k", 2, "x").source.tokens_q == ("q",)


def test_naming_one_value_dimension_numbers_the_others():
    assert edits.rename_value(APART, 1, "money").source.value_names == ("1", "money")


def test_padding_follows_the_keys():
    document = with_options(BANK, padding=2)
    assert edits.remove_row(document, "K", 0).options.padding == 1
    assert edits.set_matrices(document, {"Q": [[1]], "K": [[1]], "V": [[1]]}).options.padding == 0


# no change ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        lambda d: edits.set_cell(d, "Q", 0, 0, 2),
        lambda d: edits.set_block(d, "V", 1, 0, [[0.5, 0.5], [1, 0]]),
        lambda d: edits.set_block(d, "V", 1, 1, []),
        lambda d: edits.set_matrix(d, "K", K),
        lambda d: edits.set_matrices(d, {"Q": Q, "K": K, "V": V}),
        lambda d: edits.set_matrices(d, {}),
        lambda d: edits.rename_token(d, "q", 1, "banco"),
        lambda d: edits.rename_value(d, 0, "seat"),
    ],
)
def test_no_change_is_the_same_object(change):
    assert change(BANK) is BANK


def test_what_is_not_edited_is_shared():
    changed = edits.set_cell(BANK, "Q", 0, 0, 9)
    assert changed.source.K is BANK.source.K
    assert changed.source.V is BANK.source.V
    assert changed.options is BANK.options


def test_numbers_given_are_copied():
    mine = np.array(Q, dtype=float)
    document = matrix_document(mine, K, V)
    mine[0, 0] = 99
    assert document.source.Q[0, 0] == 2
    block = np.array([[5.0]])
    changed = edits.set_block(document, "Q", 0, 0, block)
    block[0, 0] = 99
    assert changed.source.Q[0, 0] == 5


# new documents ------------------------------------------------------------------------------------------------


def test_without_values_the_output_is_the_weights():
    trace = derive(matrix_document(Q, K))
    np.testing.assert_allclose(trace.output, trace.weights)


def test_many_keys_need_no_values_either():
    assert matrix_document(np.zeros((2, 3)), np.zeros((600, 3))).source.V.shape == (600, 600)


def test_several_matrices_change_their_common_size_at_once():
    changed = edits.set_matrices(BANK, {"Q": [[1, 2, 3]], "K": [[1, 2, 3], [4, 5, 6]], "V": [[1], [2]]})
    fits(changed)
    assert changed.source.tokens_k == ("1", "2")
    assert changed.source.value_names == ()
    assert not changed.source.shared


def test_names_stay_while_the_number_of_rows_does():
    changed = edits.set_matrices(BANK, {"Q": np.ones((3, 4)), "K": np.ones((3, 4))})
    assert changed.source.tokens_q == BANK.source.tokens_q
    assert changed.source.value_names == ("seat", "money")


# refusals -----------------------------------------------------------------------------------------------------

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda: edits.set_cell(BANK, "Q", 0, 0, NAN), "Q holds NaN"),
        (lambda: edits.set_cell(BANK, "V", 0, 0, INF), "V holds NaN or infinity"),
        (lambda: edits.set_cell(BANK, "Q", 1, 0, 1e308), None),
        (lambda: edits.set_block(BANK, "Q", 2, 1, np.ones((2, 3))), "2 × 3, but from this cell Q has room for 1 × 1"),
        (lambda: edits.set_matrix(BANK, "Q", np.ones((3, 5))), "Q is 3 × 5 and K is 3 × 2"),
        (lambda: edits.set_matrix(BANK, "V", np.ones((4, 1))), "K is 3 × 2 and V is 4 × 1"),
        (lambda: edits.set_matrix(BANK, "V", [[NAN], [0], [0]]), "V holds NaN"),
        (lambda: matrix_document(np.ones((2, 2, 2)), K), "Q has the shape 2 × 2 × 2"),
        (lambda: matrix_document([1, 2], K), "Q has the shape 2,"),
        (lambda: matrix_document(np.ones((0, 2)), K), "Q has the shape 0 × 2"),
        (lambda: matrix_document(Q, K, np.ones((3, 0))), "V has the shape 3 × 0"),
        (lambda: matrix_document(np.ones((1, 513)), np.ones((1, 513))), "513 columns.*512"),
        (lambda: matrix_document(Q, K, V, tokens_q=("a",)), "1 names for the 3 rows of Q"),
        (lambda: matrix_document(Q, K, V, tokens_k=("a",) * 4), "4 names for the 3 rows of K"),
        (lambda: matrix_document(Q, K, V, value_names=("a",)), "1 names for the 2 rows of V"),
        (lambda: edits.rename_token(BANK, "q", 0, "x" * 201), "201 characters.*200"),
        (lambda: edits.rename_value(BANK, 0, "x" * 201), "201"),
        (lambda: edits.remove_row(APART, "Q", 0), "last row"),
        (lambda: edits.remove_column(edits.remove_column(BANK, "V", 0), "V", 0), "last column"),
        (lambda: edits.remove_column(edits.remove_column(BANK, "K", 0), "Q", 0), "last column"),
        (lambda: edits.set_cell(SENTENCE, "Q", 0, 0, 1), "sentence"),
        (lambda: edits.add_row(SENTENCE, "Q"), "sentence"),
        (lambda: edits.rename_token(SENTENCE, "q", 0, "x"), "sentence"),
        (lambda: edits.add_column(matrix_document(np.ones((1, 512)), np.ones((1, 512))), "Q"), "513 columns"),
    ],
)
def test_what_does_not_fit_is_named(change, found):
    if found is None:
        change()  # large, but every score has a number
        return
    with pytest.raises(InputError, match=found):
        change()


def test_shapes_are_shape_errors():
    with pytest.raises(ShapeError):
        matrix_document([[1, 2]], [[1]])


def test_a_score_past_the_largest_float_is_refused_with_its_place():
    with pytest.raises(InputError, match="query “banco” and key “praça”"):
        edits.set_cell(edits.set_cell(BANK, "Q", 1, 1, 1e308), "K", 2, 1, 10)
    with pytest.raises(InputError, match="largest number"):
        matrix_document([[1e200, 0]], [[1e200, 0]])


def test_a_table_has_room_for_64_rows():
    document = BANK
    for _ in range(MAX_ROWS - 3):
        document = edits.add_row(document, "Q")
    with pytest.raises(InputError, match="at most 64 rows"):
        edits.add_row(document, "V")


def test_options_given_are_kept():
    assert matrix_document(Q, K, options=Options(causal=True), name="n").options.causal
