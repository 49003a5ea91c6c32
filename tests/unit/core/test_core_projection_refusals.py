"""What does not fit between X and Y, and the sentence that says so: both shapes and the rule."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import i18n
from attnviz.core.projections import apply_gate, attend_projected, project, split_gated, split_heads
from attnviz.errors import InputError, ShapeError


def ones(*shape):
    return np.ones(shape)


def layer(**changes):
    """4 heads, 2 kv-heads, d_k 3, d_v 2, with gate and W_O; `changes` spoil it."""
    return {
        "X": ones(5, 6),
        "W_Q": ones(6, 20),
        "W_K": ones(6, 6),
        "W_V": ones(6, 4),
        "W_O": ones(8, 6),
        "n_heads": 4,
        "n_kv_heads": 2,
        "gated": True,
    } | changes


PLAIN = {"W_Q": ones(6, 12), "gated": False}


def test_the_unspoiled_layers_fit():
    attend_projected(**layer())
    attend_projected(**layer(**PLAIN))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"W_Q": ones(5, 20)}, "X is 5 × 6 and W_Q is 5 × 20: W_Q needs one row for each column of X."),
        ({"W_K": ones(7, 6)}, "X is 5 × 6 and W_K is 7 × 6: W_K needs one row for each column of X."),
        ({"W_V": ones(1, 4)}, "X is 5 × 6 and W_V is 1 × 4: W_V needs one row for each column of X."),
        (
            PLAIN | {"W_Q": ones(6, 13)},
            "W_Q is 6 × 13 and n_heads is 4: the 13 columns cannot be shared out evenly; "
            "their number must be a multiple of 4.",
        ),
        (
            {"W_K": ones(6, 5)},
            "W_K is 6 × 5 and n_kv_heads is 2: the 5 columns cannot be shared out evenly; "
            "their number must be a multiple of 2.",
        ),
        (
            {"W_V": ones(6, 3)},
            "W_V is 6 × 3 and n_kv_heads is 2: the 3 columns cannot be shared out evenly; "
            "their number must be a multiple of 2.",
        ),
        (
            PLAIN | {"W_Q": ones(6, 16)},
            "W_Q is 6 × 16 and W_K is 6 × 6: for each head that gives a query 4 components and a key 3; "
            "both need the same number (d_k).",
        ),
        (
            {"W_Q": ones(6, 12)},
            "W_Q is 6 × 12, W_K is 6 × 6 and W_V is 6 × 4: with a gate, the columns of W_Q must be "
            "n_heads · (d_k + d_v) = 4 · (3 + 2) = 20.",
        ),
        (
            {"n_heads": 3},
            "3 query heads cannot share 2 heads of K and V evenly: n_heads must be a multiple of n_kv_heads.",
        ),
        (
            {"n_kv_heads": 8},
            "4 query heads cannot share 8 heads of K and V evenly: n_heads must be a multiple of n_kv_heads.",
        ),
        (
            {"W_O": ones(4, 6)},
            "W_O is 4 × 6 and W_V is 6 × 4: W_O needs one row for each column of the heads side by side, "
            "n_heads · d_v = 4 · 2 = 8.",
        ),
        ({"X": ones(6)}, "X must be one matrix, of rows and columns; its shape is 6."),
        ({"W_K": ones(2, 6, 3)}, "W_K must be one matrix, of rows and columns; its shape is 2 × 6 × 3."),
        ({"X": ones(0, 6)}, "X is empty: its shape is 0 × 6, and every size must be at least 1."),
        ({"W_O": ones(8, 0)}, "W_O is empty: its shape is 8 × 0, and every size must be at least 1."),
        ({"W_V": [[1, 2], [3]]}, "W_V must be a rectangle of numbers: all its rows need the same length."),
    ],
)
def test_shapes_that_do_not_fit(changes, sentence):
    with pytest.raises(ShapeError) as caught:
        attend_projected(**layer(**changes))
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"n_heads": 0}, "n_heads must be a whole number of at least 1; it is 0."),
        ({"n_kv_heads": 1.5}, "n_kv_heads must be a whole number of at least 1; it is 1.5."),
        ({"normalise": True, "eps": -1.0}, "eps must be a finite number of at least 0; it is -1.0."),
        ({"temperature": 0}, "The temperature must be a finite number above 0; it is 0."),
        ({"padding": [True]}, "The mask “padding” is 1; it must be 5."),
        ({"W_V": [["a"]]}, "W_V must hold real numbers only; it holds values of type str."),
        (
            {"X": 1e200 * ones(5, 6), "W_Q": 1e200 * ones(6, 20)},
            "The product of X and W_Q holds numbers too large to compute with; make them smaller.",
        ),
        (
            {"normalise": True, "X": [[1.0, 3.0] * 3], "W_V": [[1e308] * 4, [-1e308] * 4] * 3},
            "The product of u and W_V holds numbers too large to compute with; make them smaller.",
        ),
    ],
)
def test_numbers_that_do_not_fit(changes, sentence):
    with pytest.raises(InputError) as caught:
        attend_projected(**layer(**changes))
    assert str(caught.value) == sentence


@pytest.mark.parametrize("role", ["X", "W_Q", "W_K", "W_V", "W_O"])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_entries_that_are_no_finite_numbers(role, value):
    spoiled = layer()
    spoiled[role][1, 2] = value
    with pytest.raises(InputError, match=rf"^{role} holds {value} at position \(2, 3\)"):
        attend_projected(**spoiled)


def test_products_name_both_sides():
    with pytest.raises(ShapeError, match="X is 2 × 3 and W is 2 × 3: W needs one row for each column of X"):
        project(ones(2, 3), ones(2, 3))
    with pytest.raises(ShapeError, match="u is 2 × 3 and W_K is 4 × 1"):
        project(ones(2, 3), ones(4, 1), "W_K", of="u")
    with pytest.raises(InputError, match="product of X and W holds numbers too large"):
        project([[1e200, 1e200]], [[1e200], [-1e200]])


def test_heads_that_cannot_be_cut():
    with pytest.raises(ShapeError, match="M is 2 × 5 and n_heads is 2"):
        split_heads(ones(2, 5), 2)
    with pytest.raises(ShapeError, match="A matrix of 2 × 8 cannot be cut into 2 queries of 2 and gates of 3"):
        split_gated(ones(2, 8), 2, 2, 3)


def test_gates_of_another_shape_and_outputs_without_end():
    with pytest.raises(ShapeError, match="O is 1 × 2 × 3 and the gate is 1 × 2 × 1"):
        apply_gate(ones(1, 2, 3), ones(1, 2, 1))
    with pytest.raises(InputError, match="O holds inf"):
        apply_gate([[np.inf]], [[-1000.0]])


def test_sentences_pass_through_the_translator():
    i18n.install(lambda context, text, *_: f"[{context}] {text}")
    try:
        with pytest.raises(ShapeError, match=r"\[core\] X is 5 × 6 and W_Q is 1 × 20"):
            attend_projected(**layer(W_Q=ones(1, 20)))
    finally:
        i18n.install(None)
