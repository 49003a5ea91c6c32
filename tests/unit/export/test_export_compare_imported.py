"""Imported numbers beside each other: what is no number has its mark, and no measure is told of what has none."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.stack import stack_of_arrays
from attnviz.document import edits
from attnviz.document.colour_choice import CURVES, ColourChoice
from attnviz.document.comparison import Comparison, compared_document
from attnviz.document.derive import derive
from attnviz.document.imported_edits import imported_document
from attnviz.document.imported_source import Reading
from attnviz.document.imported_view import fitted_view, picked_document
from attnviz.document.view_state import ViewState
from attnviz.export import colour_bar, compare_sides, scales
from attnviz.export.cells import Mark
from attnviz.export.compare_figure import compare_figure, needed_height
from attnviz.export.figure import Text
from attnviz.export.fonts import text_width
from attnviz.export.picture import cell_marks
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from attnviz.session.language import Language
from attnviz.ui.compare_readout import compare_reading
from tests.unit.export.room import assert_apart, assert_inside

pytestmark = pytest.mark.usefixtures("qapp")

EVEN = np.full((4, 4), 0.25)
NAMES = ("weights", "other", "difference")


def spoilt(*cells, A=EVEN):
    A = A.astype(np.float64)
    for row, column, value in cells:
        A[row, column] = value
    return A


def beside(one, other, **view):
    """The first head beside the second of the same layer."""
    tokens = tuple("abcdefgh"[: one.shape[0]])
    document = imported_document(
        Reading(stack=stack_of_arrays([np.stack([one, other])]), tokens_q=tokens, tokens_k=tokens)
    )
    comparison = Comparison(kind="head", head=1)
    seen = fitted_view(document, ViewState(tab="matrix", drawing="compare", compare=comparison, **view))
    looked = picked_document(document, seen)
    return Scene(
        document=looked,
        trace=derive(looked).for_head(0),
        other=derive(compared_document(looked, comparison)).for_head(0),
        view=seen,
        form=number_format("en"),
    )


def drawn(scene, width=1100, height=500):
    return compare_figure(scene, width=width, height=height, measure=text_width)


def told(figure):
    return " ".join(item.text for item in figure.items if isinstance(item, Text)) + figure.description


def marked(figure, name):
    """The cells of a plot that are drawn as no number: (row, column) → mark."""
    marks = cell_marks(figure.cells(name))
    if marks is None:
        return {}
    return {(int(i), int(j)): Mark(int(marks[i, j])) for i, j in np.argwhere(marks >= Mark.MINUS_INFINITE)}


@pytest.mark.parametrize(
    ("one", "other", "marks"),
    [
        (spoilt((1, 2, np.nan)), EVEN, ({(1, 2): Mark.NAN}, {}, {(1, 2): Mark.NAN})),
        (EVEN, spoilt((3, 0, np.nan)), ({}, {(3, 0): Mark.NAN}, {(3, 0): Mark.NAN})),
        (spoilt((1, 2, np.nan)), spoilt((1, 2, np.nan)), ({(1, 2): Mark.NAN},) * 3),
        (spoilt((0, 1, np.inf)), EVEN, ({(0, 1): Mark.INFINITE}, {}, {(0, 1): Mark.INFINITE})),
        (EVEN, spoilt((0, 1, np.inf)), ({}, {(0, 1): Mark.INFINITE}, {(0, 1): Mark.MINUS_INFINITE})),
        (spoilt((0, 1, np.inf)), spoilt((0, 1, np.inf)), ({(0, 1): Mark.INFINITE},) * 2 + ({(0, 1): Mark.NAN},)),
    ],
)
def test_what_is_no_number_is_drawn_as_none_on_both_sides_and_in_the_difference(one, other, marks):
    scene = beside(one, other)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = drawn(scene)
        assert needed_height(scene, 1100, text_width, 3) > 0
    for name, expected in zip(NAMES, marks, strict=True):
        cells = figure.cells(name)
        assert marked(figure, name) == expected
        assert cells.visible is None or cells.visible.all(), "no mask hides it"
        texts = {Mark.NAN: "NaN", Mark.INFINITE: "∞", Mark.MINUS_INFINITE: "−∞"}
        for (row, column), mark in expected.items():
            assert cells.numbers[row][column] == texts[mark]
    assert f"cells without a difference: {len(marks[2])}" in told(figure)
    assert "not a number (NaN)" in told(figure) or Mark.NAN not in {m for each in marks for m in each.values()}
    assert "both are the same" not in told(figure)
    row, column = next(iter(marks[2]))
    assert ("NaN" in compare_reading(scene, row, column)) == (Mark.NAN in {each.get((row, column)) for each in marks})


@pytest.mark.parametrize("cells", [(), ((1, 2, np.nan),), ((1, 2, np.inf), (3, 3, -0.2)), ((1, slice(None), np.nan),)])
def test_what_was_found_out_about_numbers_is_not_looked_for_again(monkeypatch, cells):
    looks = []

    def counted(module, name):
        plain = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *given: [looks.append(name), plain(*given)][1])

    counted(compare_sides, "_look")
    counted(colour_bar, "_find_marks")
    counted(scales, "_scale_of")
    scene = beside(spoilt(*cells), EVEN)
    drawn(scene)
    assert {"_look", "_scale_of"} <= set(looks)
    looks.clear()
    following = replace(scene, view=replace(scene.view, query=2))
    assert needed_height(following, 1100, text_width, 3) > 0
    drawn(following)
    assert looks == []


def test_a_row_of_nan_alone_stays_a_masked_one():
    scene = beside(np.where(np.arange(4)[:, None] == 1, np.nan, EVEN), EVEN)
    figure = drawn(scene)
    assert marked(figure, "weights") == marked(figure, "difference") == {}
    assert not figure.cells("weights").visible[1].any()


@pytest.mark.parametrize("width", [420, 700, 1100])
@pytest.mark.parametrize("abreast", [2, 3])
def test_the_words_for_the_marks_have_room(width, abreast):
    scene = beside(spoilt((0, 1, np.inf), (1, 1, np.nan), (2, 2, -np.inf)), spoilt((1, 2, np.nan)))
    height = needed_height(scene, width, text_width, abreast)
    figure = compare_figure(scene, width=width, height=height, measure=text_width, abreast=abreast)
    assert_inside(figure)
    assert_apart(figure)
    assert ("minus infinite" in told(figure)) or width < 700


@pytest.mark.parametrize(
    ("A", "entropy", "saturated"),
    [
        (EVEN, "entropy 2.00 bits", "saturated rows 0 of 4"),
        (np.full((4, 4), np.nan), "entropy – bits", None),
        (np.zeros((4, 4)), "entropy – bits", None),
        (spoilt(*((i, i, np.nan) for i in range(4))), None, None),
        (40 * EVEN, None, None),
        (spoilt((0, 0, -0.5)), None, None),
    ],
)
def test_no_measure_is_told_of_what_has_none(A, entropy, saturated):
    said = told(drawn(beside(A, A)))
    assert "0 of 0" not in said
    for words, stem in ((entropy, "entropy"), (saturated, "saturated")):
        assert (words in said) if words else (stem not in said)


def test_numbers_below_zero_have_the_colours_of_both_sides_in_both():
    figure = drawn(beside(spoilt((2, 1, -0.5)), EVEN))
    assert all(figure.cells(name).scale.signed for name in NAMES)


@pytest.mark.parametrize("choice", [ColourChoice(curve=curve) for curve in CURVES] + [ColourChoice(leave_out=7)])
@pytest.mark.parametrize("swapped", [False, True])
def test_where_numbers_are_below_zero_the_same_colour_is_the_same_number(choice, swapped):
    """Each side's own range is narrower or wider, and so are its quantiles and the ends of its rows."""
    sides = [spoilt((0, 0, -0.4), (0, 1, 0.9)), EVEN]
    figure = drawn(beside(*reversed(sides) if swapped else sides, fitting_curve=False, colour=choice))
    one, two = figure.cells("weights").scale, figure.cells("other").scale
    numbers = np.array([[-0.9, -0.4, 0.0, 0.25, 0.9]])
    for row in range(4):
        assert one.entries(numbers, row).tolist() == two.entries(numbers, row).tolist()
    end = 1.0 if choice.curve == "row" else 0.9  # a row's ends are its own
    assert (one.low, one.high) == (two.low, two.high) == (-end, end)


def test_a_side_of_noughts_has_no_say_in_the_range():
    figure = drawn(beside(np.zeros((4, 4)), spoilt((2, 1, -0.5))))
    assert all(figure.cells(name).scale.high == 0.5 for name in ("weights", "other"))
    assert "every number is 0" not in told(figure)


def test_large_differences_stay_in_their_cells():
    for size in (50.0, 1e7, 1e308):
        figure = drawn(beside(np.full((8, 8), size), size * np.eye(8)))
        cells = figure.cells("difference")
        for text in {text for row in cells.numbers or () for text in row}:
            assert text_width(text, cells.number_size, False) <= cells.cell_width
        assert max(len(item.text) for item in figure.items if isinstance(item, Text)) < 80
        assert len(compare_reading(beside(np.full((8, 8), size), size * np.eye(8)), 0, 1)) < 120


# words in narrow figures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("kind", ["divide", "causal", "head"])
@pytest.mark.parametrize("abreast", [2, 3])
def test_no_word_is_cut_in_a_narrow_figure(language, kind, abreast):
    """Titles take another line, and a word of the caption may be wider than the bar."""
    speech = Language()
    speech.use(language)
    try:
        document = edits.sentence_document("o gato viu a rua")
        comparison = Comparison(kind=kind, head=1)
        scene = Scene(
            document=document,
            trace=derive(document),
            other=derive(compared_document(document, comparison)),
            view=ViewState(tab="matrix", drawing="compare", compare=comparison),
            form=number_format(language),
        )
        for width in range(400, 1000, 20):
            height = needed_height(scene, width, text_width, abreast)
            figure = compare_figure(scene, width=width, height=height, measure=text_width, abreast=abreast)
            assert "…" not in told(figure), width
            assert_inside(figure)
            assert_apart(figure)
    finally:
        speech.use("en")
