"""The Matrix figure: every quantity, scale, zoom and convention has room, and what it writes is true."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn import CORNER, words
from hypothesis import example, given, settings
from hypothesis import strategies as st

from attnviz.document import edits
from attnviz.document.colour_choice import CURVES, MAPS, SIGNED_MAPS, ColourChoice
from attnviz.document.derive import derive
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export import matrix_numbers
from attnviz.export.cells import ColourScale
from attnviz.export.figure import Cells, ColourBar, Rect
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure, own_figure
from attnviz.export.matrix_frame import cell_size
from attnviz.export.matrix_numbers import cell_numbers
from attnviz.export.matrix_quantity import colour_choice, shown
from attnviz.export.row_figure import key_at, row_figure
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from tests.examples import examples
from tests.unit.export.any_document import documents, forms
from tests.unit.export.drawn import scene_of, traced
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH, PORTUGUESE = number_format("en"), number_format("pt_BR")


@st.composite
def choices(draw):
    end = st.none() | st.floats(-5, 5)
    return ColourChoice(
        map=draw(st.sampled_from(MAPS)),
        signed_map=draw(st.sampled_from(SIGNED_MAPS)),
        curve=draw(st.sampled_from(CURVES)),
        low=draw(end),
        high=draw(end),
        automatic=draw(st.booleans()),
        leave_out=draw(st.none() | st.integers(0, 3)),
    )


@st.composite
def scenes(draw):
    document = draw(documents)
    trace = traced(document)
    share = st.floats(0, 1)
    window = st.tuples(share, share, share, share).map(
        lambda s: (s[0] * trace.n_q, s[1] * trace.n_q, s[2] * trace.n_k, s[3] * trace.n_k)
    )
    look = ViewState(
        tab="matrix",
        query=draw(st.integers(0, trace.n_q - 1)),
        key=draw(st.none() | st.integers(0, trace.n_k - 1)),
        quantity=draw(st.sampled_from(["weights", "scores", "scaled", "mask", "gradient"])),
        colour=draw(choices()),
        fitting_curve=draw(st.booleans()),
        zoom=draw(st.none() | window),
        transposed=draw(st.booleans()),
        numbers=draw(st.booleans()),
        sorted_bars=draw(st.booleans()),
    )
    return Scene(document=document, trace=trace, view=look, form=draw(forms))


@given(scenes(), st.integers(680, 2000), st.integers(240, 1400), st.sampled_from([1.0, 2.0]), st.booleans())
@settings(max_examples=examples(80))
def test_every_look_has_room_for_everything(scene, width, height, pixels, later):
    figure = matrix_figure(scene, width=width, height=height, measure=text_width, pixels=pixels, later=later)
    assert_inside(figure)
    assert_apart(figure)
    cells = figure.cells("weights")
    for label in figure.labels:
        assert label.x >= -0.5
        assert label.y >= -0.5
    if cells.numbers is not None:
        down, across = cells.touched()
        assert len(cells.numbers) == len(down)
        assert {len(row) for row in cells.numbers} == {len(across)}


@given(scenes())
@settings(max_examples=examples(40))
def test_every_look_has_room_at_its_own_size(scene):
    figure = own_figure(scene, text_width)
    assert_inside(figure)
    assert_apart(figure)


@given(scenes(), st.integers(380, 2000), st.integers(60, 400), st.booleans())
@settings(max_examples=examples(60))
def test_the_bars_have_room(scene, width, height, titled):
    figure = row_figure(scene, width=width, height=height, measure=text_width, titled=titled)
    if height >= 100:
        assert_inside(figure)
    assert_apart(figure)
    for label in figure.labels:
        middle = label.x + label.width / 2
        if 22 < middle < width - 22:
            assert key_at(scene, middle, width) == label.index


# what is shown ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quantity", ["weights", "scores", "scaled"])
def test_the_numbers_are_those_of_the_trace_whatever_the_scale(quantity):
    document = edits.sentence_document("one two three four five six", head="mixed")
    trace = traced(document)
    written = set()
    for curve in CURVES:
        colour = ColourChoice(curve=curve)
        scene = scene_of(document, trace, ENGLISH, quantity=quantity, colour=colour, fitting_curve=False)
        cells = own_figure(scene, text_width).cells("weights")
        assert np.array_equal(cells.values, getattr(trace, quantity))
        assert cells.scale.curve == curve
        written.add(cells.numbers)
    assert len(written) == 1


def test_the_mask_is_shown_as_what_may_be_looked_at():
    document = edits.with_options(edits.sentence_document("a b c d"), causal=True)
    figure = own_figure(scene_of(document, traced(document), ENGLISH, quantity="mask"), text_width)
    cells = figure.cells("weights")
    assert np.array_equal(cells.visible, np.tri(4, dtype=bool))
    assert np.unique(cells.values).tolist() == [1.0]
    assert not any(isinstance(item, ColourBar) for item in figure.items)
    assert "masked: hatched" in [item.text for item in texts(figure)]


def test_a_gradient_that_is_not_there_yet_shows_no_numbers():
    document = edits.sentence_document("a b c d")
    scene = scene_of(document, traced(document), ENGLISH, quantity="gradient")
    cells = own_figure(scene, text_width).cells("weights")
    assert not cells.visible.any()
    refused = replace(scene, gradient_problem="No way back.")
    assert "No way back." in " ".join(item.text for item in texts(own_figure(refused, text_width)))


@pytest.mark.parametrize(("n", "curve"), [(14, "linear"), (24, "linear"), (25, "sqrt"), (256, "sqrt"), (257, "log")])
def test_long_sentences_get_a_curve_on_which_a_fair_share_is_seen(n, curve):
    document = words(n)
    scene = scene_of(document, derive(document).for_head(0), ENGLISH)
    assert colour_choice(scene).curve == curve
    assert shown(scene).scale.position(1 / n) > 0.02, "an even row is no blank"
    assert shown(scene).scale.position(1.0) == 1.0
    chosen = replace(scene, view=replace(scene.view, fitting_curve=False))
    assert colour_choice(chosen).curve == "linear"


def test_the_curve_is_written_at_the_bar():
    document = words(300)
    figure = own_figure(scene_of(document, derive(document).for_head(0), ENGLISH), text_width)
    assert any(item.text.startswith("weight, log") for item in texts(figure))


# numbers in cells ---------------------------------------------------------------------------------------------


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=40) | st.lists(st.floats(0, 0.06), min_size=1, max_size=40),
    st.booleans(),
    st.sampled_from([ENGLISH, PORTUGUESE]),
)
@example([0.031, 0.002, 0.0004], False, ENGLISH)
@example([0.0031, 0.0004, 0.00004], True, PORTUGUESE)
def test_a_cells_number_is_the_rounded_weight(numbers, wide, form):
    values = np.array([numbers])
    document = matrix_document(np.ones((1, 1)), np.ones((len(numbers), 1)), np.ones((len(numbers), 1)))
    scene = scene_of(document, traced(document), form)
    matrix = replace(shown(scene), values=values)
    side = 60.0 if wide else 21.0

    class Frame:
        window = (0.0, 1.0, 0.0, float(len(numbers)))
        cell_width = cell_height = side
        turned = False

    ((*found,),), _ = cell_numbers(matrix, scene.trace, Frame, 10, form, text_width)
    largest = max(numbers)  # two decimals; where there is room more, if even the heaviest weight lost its digits
    places = 2 if largest >= 0.05 or not wide else 3 if largest >= 0.005 else 4
    for number, text in zip(numbers, found, strict=True):
        whole = form.fixed(number, places)
        if number < 0.5 * 10**-places:
            assert text == ("≈0" if len(numbers) <= 36 else "")
            assert text_width(text, 10, False) <= side - 6
        elif wide:
            assert text == whole
        else:
            assert text == (whole[1:] if whole.startswith("0") else whole[:-1])


def test_a_score_that_is_only_rounded_to_zero_is_not_written_as_zero():
    document = edits.sentence_document("a b c d e f", head="distance")
    scene = scene_of(document, traced(document), ENGLISH, quantity="scores")
    tiny = replace(scene.trace, later_scores=type(scene.trace.later_scores).known(scene.trace.scores * 1e-6))
    cells = own_figure(replace(scene, trace=tiny), text_width).cells("weights")
    assert cells.numbers is None


@pytest.mark.parametrize("form", [ENGLISH, PORTUGUESE])
def test_no_cell_among_numbers_is_empty_for_a_small_score(form):
    document = edits.sentence_document("the fat cat sat on the mat because it was warm and soft .", head="mixed")
    document = edits.with_options(document, temperature=0.15)
    scene = scene_of(document, traced(document), form, quantity="scaled")
    seen = set()
    for width in range(900, 1400, 100):
        cells = matrix_figure(scene, width=width, height=width, measure=text_width).cells("weights")
        for row, values in zip(cells.numbers or (), scene.trace.scaled, strict=cells.numbers is not None):
            for text, value in zip(row, values, strict=True):
                assert text
                assert not (text.strip("0.,") == "" and value), "a number that is only rounded to 0 is not said to be 0"
                seen.add(text)
    assert "≈0" in seen


@pytest.mark.parametrize("factor", [0.0, 1e-12, 1e-6, 1e-3, 0.02, 1.0])
@pytest.mark.parametrize("form", [ENGLISH, PORTUGUESE])
def test_closer_there_are_numbers_whatever_their_size(factor, form):
    document = edits.sentence_document("a b c d e f", head="distance")
    scene = scene_of(document, traced(document), form, quantity="scores", zoom=(2.0, 2.0, 2.0, 2.0))
    scores = scene.trace.scores * factor
    small = replace(scene.trace, later_scores=type(scene.trace.later_scores).known(scores))
    figure = matrix_figure(replace(scene, trace=small), width=900, height=500, measure=text_width)
    cells = figure.cells("weights")
    assert not figure.cramped
    for row, values in zip(cells.numbers, scores[2:4, 2:4], strict=True):
        for text, value in zip(row, values, strict=True):
            if not value or "10" not in text:
                assert float(text.replace("−", "-").replace(",", ".")) == pytest.approx(value, rel=0.1)
            else:
                assert text == form.scientific(value)


@pytest.mark.parametrize("transposed", [False, True])
def test_a_number_that_the_edge_would_cut_is_not_written(transposed):
    document = edits.sentence_document("a b c d e f g h")
    scene = scene_of(document, traced(document), ENGLISH, quantity="scores", transposed=transposed)
    for start, kept in ((2.0, True), (2.1, True), (2.45, False)):
        look = replace(scene.view, zoom=(2.0, 4.0, start, 4.0))
        cells = own_figure(replace(scene, view=look), text_width).cells("weights")
        assert all(bool(row[0]) == kept for row in cells.numbers)
        assert all(row[1] for row in cells.numbers)


# zoom ---------------------------------------------------------------------------------------------------------


def test_zoomed_the_figure_shows_that_window_and_its_labels():
    document = edits.sentence_document(" ".join(f"t{i}" for i in range(200)))
    scene = scene_of(document, traced(document), ENGLISH, query=105, zoom=(100.0, 10.0, 40.0, 10.0))
    figure = own_figure(scene, text_width)
    cells = figure.cells("weights")
    assert cells.window == (100.0, 10.0, 40.0, 10.0)
    assert cells.touched() == (range(100, 110), range(40, 50))
    names = [item.text for item in texts(figure)]
    assert {f"t{i}" for i in range(100, 110)} <= set(names)
    assert {f"t{j}" for j in range(40, 50)} <= set(names)
    assert "t60" not in names
    assert cells.numbers is not None
    assert not any("each pixel" in name for name in names)
    outline = next(item for item in figure.items if isinstance(item, Rect) and item.stroke == "highlight")
    assert outline.y == pytest.approx(cells.cell_rect(105, 40)[1] - 1)


def test_a_followed_row_out_of_sight_has_no_frame():
    document = edits.sentence_document(" ".join(f"t{i}" for i in range(200)))
    scene = scene_of(document, traced(document), ENGLISH, query=3, zoom=(100.0, 10.0, 40.0, 10.0))
    figure = own_figure(scene, text_width)
    assert not any(isinstance(item, Rect) and item.stroke == "highlight" for item in figure.items)


@pytest.mark.parametrize(("pixels", "told"), [(1.0, "4 × 4"), (2.0, "2 × 2")])
def test_a_reduced_picture_says_so(pixels, told):
    document = words(1000)
    scene = scene_of(document, derive(document).for_head(0), ENGLISH)
    figure = matrix_figure(scene, width=760, height=440, measure=text_width, pixels=pixels)
    assert any(f"each pixel shows the largest of {told} cells" == item.text.strip(" ·") for item in texts(figure))


@pytest.mark.parametrize(("rows", "columns"), [(1, 4096), (4096, 1), (14, 1024), (2, 2), (1, 1)])
def test_no_matrix_is_a_thread(rows, columns):
    width, height = cell_size(400.0, 300.0, rows, columns)
    assert width * columns <= 400.001
    assert height * rows <= 300.001
    assert min(width * columns, height * rows) >= 40


# the bars -----------------------------------------------------------------------------------------------------


def heights(figure):
    return [item.height for item in figure.items if isinstance(item, Rect)]


def test_bars_are_as_high_as_the_weights():
    document = edits.sentence_document("one two three four five six", head="mixed")
    trace = traced(document)
    scene = scene_of(document, trace, ENGLISH, query=2)
    found = np.array(heights(row_figure(scene, width=800, height=160, measure=text_width)))
    np.testing.assert_allclose(found / found.sum(), trace.weights[2], atol=1e-9)


def test_sorted_bars_fall_and_the_rest_is_summed():
    document = words(100)
    trace = derive(document).for_head(0)
    scene = scene_of(document, trace, ENGLISH, query=7, sorted_bars=True)
    figure = row_figure(scene, width=800, height=160, measure=text_width)
    *shown_, rest = heights(figure)
    assert shown_ == sorted(shown_, reverse=True)
    assert shown_[0] / (sum(shown_) + rest) == pytest.approx(trace.weights[7].max())
    names = [item.text for item in texts(figure)]
    assert f"+ {100 - len(shown_)}" in names


def test_a_masked_key_has_no_bar():
    document = edits.with_options(edits.sentence_document("a b c d"), causal=True)
    scene = scene_of(document, traced(document), ENGLISH, query=1)
    assert len(heights(row_figure(scene, width=800, height=160, measure=text_width))) == 2


def test_bars_show_the_keys_that_the_matrix_shows():
    document = edits.sentence_document(" ".join(f"t{i}" for i in range(60)))
    scene = scene_of(document, traced(document), ENGLISH, query=2, zoom=(0.0, 6.0, 30.0, 6.0))
    figure = row_figure(scene, width=800, height=160, measure=text_width)
    names = {item.text for item in texts(figure)}
    assert {f"t{j}" for j in range(30, 36)} <= names
    assert key_at(scene, 400.0, 800.0) == 33


def test_the_corner_matrix_has_its_zero_at_the_top_right():
    cells = own_figure(scene_of(CORNER, traced(CORNER), ENGLISH), text_width).cells("weights")
    assert isinstance(cells, Cells)
    assert isinstance(cells.scale, ColourScale)
    x, y, width, _ = cells.cell_rect(0, 1)
    assert (x + width, y) == (cells.x + cells.width, cells.y)
    assert cells.values[0, 1] == 0


def test_texts_of_weights_are_made_once(monkeypatch):
    document = words(14)
    scene = scene_of(document, derive(document).for_head(0), ENGLISH)
    first = own_figure(scene, text_width).cells("weights").numbers
    made = []
    plain = matrix_numbers._weight_text
    monkeypatch.setattr(matrix_numbers, "_weight_text", lambda *how: made.append(how) or plain(*how))
    assert own_figure(scene, text_width).cells("weights").numbers == first
    assert len(made) <= 14, "ties alone"
