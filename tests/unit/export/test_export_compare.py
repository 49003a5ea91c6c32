"""Two matrices beside each other: each its own numbers, and a difference that is exactly theirs."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.document import edits, projection_edits
from attnviz.document.colour_choice import CURVES, ColourChoice
from attnviz.document.comparison import KINDS, Comparison
from attnviz.document.derive import derive
from attnviz.document.matrix_edits import matrix_document, set_cell
from attnviz.document.view_state import Quantity
from attnviz.export.compare_figure import compare_figure, natural_size
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.matrix_quantity import fitting_curve, weights_choice
from attnviz.export.picture import picture
from tests.examples import examples
from tests.unit.export.any_document import documents, forms
from tests.unit.export.comparing import PLOTS, SENTENCE, at, compared, words
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")


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


@pytest.mark.parametrize("turn", range(3))
def test_rounding_is_no_difference_of_weights_made_in_two_ways(turn):
    """Rows that a hand has changed were done by themselves; beside the same weights, made all at once, they are those.
    A difference that is one is told however small it is."""
    rng = np.random.default_rng(turn)
    document = edits.with_options(matrix_document(*(2 * rng.standard_normal((520, 24)) for _ in range(3))), causal=True)
    trace = derive(document)
    for row in range(8):
        before, document = document, set_cell(document, "Q", 500 + row, 3, 7.25)
        trace = derive(document, previous=(before, trace))
    other = derive(edits.with_options(document, window=520))
    assert (np.asarray(trace.weights) != np.asarray(other.weights)).any()
    scene = replace(compared(document, Comparison(kind="causal")), trace=trace, other=other)
    assert any(item.text == "both are the same" for item in texts(drawn(scene)))
    warmer = replace(scene, other=derive(edits.with_options(document, temperature=1.0001)))
    assert not any(item.text == "both are the same" for item in texts(drawn(warmer)))


def test_another_head_of_a_layer_is_named_as_heads_are_counted():
    layer = projection_edits.embedded(("a", "b", "c"))
    words = {item.text for item in texts(drawn(compared(layer, Comparison(kind="head", head=1))))}
    assert {"head 1", "head 2"} <= words
    words = {item.text for item in texts(drawn(compared(layer, Comparison(kind="head", head=1), first_head=0)))}
    assert {"head 0", "head 1"} <= words


# room --------------------------------------------------------------------------------------------------------


def names_at_the_left(figure):
    """The texts that end at the left of a plot, by the plot."""
    return {
        name: [item.text for item in texts(figure) if item.align == "right" and cells.x - 9 <= item.x <= cells.x]
        for name in PLOTS
        if (cells := figure.cells(name)) is not None
    }


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize("kind", ["divide", "causal", "head"])
def test_names_that_all_plots_share_stand_once(kind, transposed):
    figure = at(compared(SENTENCE, Comparison(kind=kind, head=1), transposed=transposed), 900, 500)
    found = names_at_the_left(figure)
    assert found["weights"][:11] == ["the", "fat", "cat", "sat", "on", "the", "mat", "because", "it", "was", "warm"]
    assert found["other"] == found["difference"] == []


def test_names_that_differ_stand_at_both_sides():
    """Beside the two, whose rows run on through it, the difference needs none: its cells have the room."""
    figure = at(compared(SENTENCE, Comparison(kind="sentence", text="banco do rio")), 900, 500)
    found = names_at_the_left(figure)
    assert found["weights"][:3] == ["the", "fat", "cat"]
    assert found["other"][:3] == ["banco", "do", "rio"]
    figure = at(compared(edits.sentence_document("um dois tres"), Comparison(kind="sentence", text="a b c")), 900, 500)
    found = names_at_the_left(figure)
    assert [found[name][:3] for name in PLOTS] == [["um", "dois", "tres"], ["a", "b", "c"], []]


@pytest.mark.parametrize(("width", "height", "least"), [(754, 405, 13), (675, 331, 10), (1400, 700, 28)])
def test_the_room_that_this_frees_goes_to_the_cells(width, height, least):
    cells = at(compared(words(14), Comparison()), width, height).cells("weights")
    assert cells.cell_width >= least


@pytest.mark.parametrize("size", [(360, 240), (675, 331), (754, 405), (1400, 700)])
@pytest.mark.parametrize("n", [1, 2, 14, 128, 1500])
def test_cells_of_a_square_matrix_are_square(n, size):
    figure = at(compared(words(n), Comparison()), *size)
    for name in PLOTS:
        cells = figure.cells(name)
        assert cells.cell_width == pytest.approx(cells.cell_height)


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (4, 3), (3, 200), (200, 3), (8, 14)])
def test_cells_are_square_where_one_matrix_alone_has_them_square(rows, columns):
    draw = np.random.default_rng(1)
    document = matrix_document(
        draw.normal(size=(rows, 4)), draw.normal(size=(columns, 4)), draw.normal(size=(columns, 2))
    )
    scene = compared(document, Comparison())
    alone = matrix_figure(scene, width=900, height=500, measure=text_width).cells("weights")
    cells = at(scene, 900, 500).cells("weights")
    assert (cells.cell_width == cells.cell_height) or alone.cell_width != alone.cell_height


@given(documents, st.sampled_from(KINDS[:4]), st.integers(420, 1500), st.integers(200, 900), st.booleans())
@settings(max_examples=examples(60))
def test_everything_has_room_in_a_window_of_any_size(document, kind, width, height, transposed):
    figure = at(compared(document, Comparison(kind=kind, text="um banco do rio"), transposed=transposed), width, height)
    assert_inside(figure)
    assert_apart(figure)


@pytest.mark.parametrize("kind", KINDS[:4])
def test_nothing_hangs_below_a_window_of_any_height(kind):
    scene = compared(SENTENCE, Comparison(kind=kind, text="um banco do rio"))
    for height in range(200, 520):
        assert_inside(at(scene, 560, height))


def test_the_plots_rest_while_one_comes_closer():
    scene = compared(SENTENCE, Comparison())
    for size in ((754, 405), (1400, 900)):
        whole = at(scene, *size)
        closer = at(replace(scene, view=replace(scene.view, zoom=(2.5, 4.0, 3.5, 4.0))), *size)
        for name in PLOTS:
            one, other = whole.cells(name), closer.cells(name)
            assert (one.x, one.y, one.width, one.height) == pytest.approx((other.x, other.y, other.width, other.height))


def test_a_difference_that_the_edge_would_cut_is_not_written():
    figure = at(compared(SENTENCE, Comparison(), zoom=(2.5, 4.0, 3.5, 4.0)), 1000, 500)
    numbers = figure.cells("difference").numbers
    assert numbers[1][1]
    assert not any(numbers[0] + numbers[-1])
    assert not any(row[0] or row[-1] for row in numbers)


@pytest.mark.parametrize("n", [14, 100, 300])
@pytest.mark.parametrize("quantity", get_args(Quantity))
def test_weights_are_coloured_as_weights_whatever_the_heatmap_showed(quantity, n):
    scene = compared(words(n), Comparison(), quantity=quantity)
    assert weights_choice(scene).curve == fitting_curve(n)
    assert at(scene, 900, 500).cells("other").scale.curve == fitting_curve(n)
    ends = scene.view.colour.with_ends("scaled", -9.0, 9.0).with_ends("weights", 0.1, 0.5)
    scale = at(replace(scene, view=replace(scene.view, colour=ends)), 900, 500).cells("weights").scale
    assert (scale.low, scale.high) == (0.1, 0.5)


def test_a_difference_too_small_for_any_scale_is_still_drawn():
    Q, K = np.array([[742.0], [0.0]]), np.array([[1.0], [0.0]])
    scene = compared(matrix_document(Q, K, np.ones((2, 1))), Comparison(kind="divide"))
    warmer = derive(edits.with_options(scene.document, temperature=1.0001))
    figure = drawn(replace(scene, other=warmer))
    assert 0 < np.abs(figure.cells("difference").values).max() < 1e-320
    assert figure.cells("difference").scale.high == 1


# one mapping for both ------------------------------------------------------------------------------------------


def colours(scene):
    figure = at(scene, 1400, 700)
    return [figure.cells(name).scale for name in PLOTS[:2]]


@pytest.mark.parametrize("leave_out", [None, 0, 9])
@pytest.mark.parametrize("automatic", [False, True])
@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize(("kind", "text"), [("divide", ""), ("causal", ""), ("sentence", " ".join("abcdefgh" * 4))])
def test_the_same_colour_is_the_same_weight_on_both_sides(kind, text, curve, automatic, leave_out):
    """However numbers become colours: a row's largest, too, is that of both rows at its place. A sentence of another
    length has more rows, on which it alone decides, and keys that the other has not."""
    choice = ColourChoice(curve=curve, automatic=automatic, leave_out=leave_out)
    for by_length in (True, False):
        scene = compared(SENTENCE, Comparison(kind=kind, text=text), colour=choice, fitting_curve=by_length)
        one, two = colours(scene)
        weights = np.geomspace(1e-12, 1.0, 400)[np.newaxis]
        for row in range(min(scene.trace.n_q, scene.other.n_q)):
            np.testing.assert_array_equal(one.entries(weights, row), two.entries(weights, row))
        assert one.shared
        assert two.shared
        for scale, trace in ((one, scene.trace), (two, scene.other)):
            assert scale.left_out is None or scale.left_out < trace.n_k
    seen = [trace.weights[trace.visible] for trace in (scene.trace, scene.other)]
    if automatic and leave_out is None and one.curve in ("linear", "sqrt"):
        assert (one.low, one.high) == pytest.approx((min(map(np.min, seen)), max(map(np.max, seen))))


def test_the_longer_of_two_sentences_says_on_which_curve_both_are_drawn():
    for one, two in ((12, 100), (100, 12)):
        scene = compared(words(one), Comparison(kind="sentence", text=" ".join("word" for _ in range(two))))
        assert [scale.curve for scale in colours(scene)] == ["sqrt", "sqrt"]


def test_a_side_where_nothing_may_be_looked_at_has_no_say_in_the_range():
    masked = replace(SENTENCE, options=replace(SENTENCE.options, padding=11))
    scene = compared(SENTENCE, Comparison(), colour=ColourChoice(automatic=True), fitting_curve=False)
    alone = colours(replace(scene, other=scene.trace))[0]
    beside = colours(replace(scene, other=derive(masked).for_head(0)))
    assert [(scale.low, scale.high) for scale in beside] == [(alone.low, alone.high)] * 2


@pytest.mark.parametrize("n", [9, 600])
@pytest.mark.parametrize("kind", ["divide", "causal", "sentence"])
def test_what_neither_side_may_look_at_is_hatched_in_the_difference(kind, n):
    """It is no difference of 0. What one side sees is one; and nothing else is drawn otherwise for the mask."""
    document = edits.with_options(words(n), causal=True, padding=2)
    comparison = Comparison(kind=kind, text=" ".join(["other"] * n))
    scene = compared(document, comparison)
    cells = drawn(scene).cells("difference")
    hidden = ~scene.trace.visible & ~scene.other.visible
    assert hidden.any()
    assert (np.asarray(cells.values)[hidden] == 0).all()
    np.testing.assert_array_equal(~cells.visible, hidden)
    small, plain = picture(cells, 0.9, 0.9), picture(replace(cells, visible=None), 0.9, 0.9)
    np.testing.assert_array_equal(small.levels, plain.levels)
    assert not small.seen.all()


def test_a_mask_on_one_side_alone_hides_no_difference():
    scene = compared(edits.with_options(words(9), causal=True), Comparison(kind="causal"))
    assert drawn(scene).cells("difference").visible is None
