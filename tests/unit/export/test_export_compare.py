"""Two matrices beside each other: each its own numbers, and a difference that is exactly theirs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.document import edits, projection_edits
from attnviz.document.comparison import KINDS, Comparison, compared_document, fitting
from attnviz.document.derive import derive
from attnviz.document.view_state import ViewState
from attnviz.export.compare_figure import compare_figure, natural_size
from attnviz.export.fonts import text_width
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from tests.examples import examples
from tests.unit.export.any_document import documents, forms
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
SENTENCE = edits.sentence_document("the fat cat sat on the mat because it was warm")


def compared(document, comparison, *, form=ENGLISH, query=0, **look):
    comparison = fitting(comparison, document, pinned=False)
    other = compared_document(document, comparison)
    head = comparison.head if comparison.kind == "head" and other is document else 0
    view = ViewState(tab="matrix", drawing="compare", compare=comparison, query=query, **look)
    return Scene(
        document=document,
        trace=derive(document).for_head(0),
        other=None if other is None else derive(other).for_head(head),
        view=view,
        form=form,
    )


def drawn(scene):
    width, height = natural_size(scene)
    return compare_figure(scene, width=width, height=height, measure=text_width)


@given(documents, st.sampled_from(KINDS[:4]), st.sampled_from(["", "um", "um banco"]), forms, st.integers(0, 3))
@settings(max_examples=examples(60))
def test_everything_is_inside_and_apart(document, kind, text, form, head):
    scene = compared(document, Comparison(kind=kind, head=head, text=text), form=form)
    figure = drawn(scene)
    assert_inside(figure)
    assert_apart(figure)


@pytest.mark.parametrize("kind", ["divide", "causal", "head"])
def test_the_three_plots_are_one_the_other_and_the_difference(kind):
    scene = compared(SENTENCE, Comparison(kind=kind, head=1))
    figure = drawn(scene)
    one, two, both = (figure.cells(name) for name in ("weights", "other", "difference"))
    assert one.values is scene.trace.weights
    assert two.values is scene.other.weights
    np.testing.assert_array_equal(both.values, one.values - two.values)
    assert both.scale.signed
    assert one.scale == two.scale, "the same colour is the same weight in both"
    assert one.cell_width == two.cell_width == both.cell_width
    assert one.y == two.y == both.y, "a row runs through all three"


def test_a_part_in_sight_is_the_same_part_in_all():
    scene = compared(SENTENCE, Comparison(), zoom=(2.0, 4.0, 3.0, 4.0))
    figure = drawn(scene)
    assert {figure.cells(name).view for name in ("weights", "other", "difference")} == {(2.0, 4.0, 3.0, 4.0)}


def test_sentences_of_other_lengths_have_no_difference_and_that_is_said():
    figure = drawn(compared(SENTENCE, Comparison(kind="sentence", text="banco do rio")))
    assert figure.cells("difference") is None
    assert any("11 × 11 and 3 × 3" in item.text for item in texts(figure))


def test_the_largest_difference_is_named():
    scene = compared(SENTENCE, Comparison())
    difference = scene.trace.weights - scene.other.weights
    i, j = np.unravel_index(np.abs(difference).argmax(), difference.shape)
    tokens = scene.trace.tokens_k
    expected = f"largest: “{tokens[i]}” to “{tokens[j]}” {difference[i, j]:.2f}".replace("-", "−")
    assert any(item.text == expected for item in texts(drawn(scene)))


def test_what_is_the_same_is_said_to_be_the_same():
    scene = compared(SENTENCE, Comparison(kind="head", head=3))
    assert any(item.text == "both are the same" for item in texts(drawn(scene)))


def test_another_head_of_a_layer_is_named_as_heads_are_counted():
    layer = projection_edits.embedded(("a", "b", "c"))
    words = {item.text for item in texts(drawn(compared(layer, Comparison(kind="head", head=1))))}
    assert {"head 1", "head 2"} <= words
    words = {item.text for item in texts(drawn(compared(layer, Comparison(kind="head", head=1), first_head=0)))}
    assert {"head 0", "head 1"} <= words
