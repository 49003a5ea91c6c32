"""The numbers of a difference: none reads as no difference, and what is out of sight is said to be there."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from attnviz.document.comparison import Comparison
from attnviz.document.difference import difference_of
from attnviz.export.compare_figure import compare_figure
from attnviz.export.fonts import text_width
from attnviz.export.number_room import EXPECTED, come_closer
from attnviz.i18n import number_format
from attnviz.ui.compare_readout import compare_reading
from tests.unit.export.comparing import PLOTS, SENTENCE, at, compared, words
from tests.unit.export.drawn import speaking
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")


def differing(*differences, n=3):
    """Two traces of n tokens whose weights differ by these numbers in the first row, and nowhere else."""
    scene = compared(words(n), Comparison())
    weights = np.full((n, n), 0.3)
    changed = weights.copy()
    changed[0, : len(differences)] -= differences
    traces = [replace(scene.trace, weights=each, scored=False) for each in (weights, changed)]
    return replace(scene, trace=traces[0], other=traces[1])


@pytest.mark.parametrize(
    ("differences", "written"),
    [
        ((0.1, -0.004), ["+0.100", "−0.004", ""]),
        ((0.1, -0.0004, 0.02), ["+0.1000", "−0.0004", "+0.0200"]),
        ((0.1, 0.00001), ["+0.10", "≈0", ""]),
        ((0.004, 0.002), ["+0.0040", "+0.0020", ""]),
        ((0.00002, -0.000004), ["+2·10⁻⁵", "−4·10⁻⁶", ""]),
        ((0.2, -0.07, 0.05), ["+0.20", "−0.07", "+0.05"]),
    ],
)
def test_a_small_difference_has_the_decimals_that_tell_it_from_none(differences, written):
    numbers = at(differing(*differences), 1600, 700).cells("difference").numbers
    assert list(numbers[0]) == written
    assert {text for row in numbers[1:] for text in row} == {""}, "where both are the same stands nothing"


@pytest.mark.parametrize("width", range(500, 1900, 100))
@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("n", [3, 8, 14])
def test_no_difference_reads_as_none(n, width, language):
    """Whatever room there is: a number that is no zero is written as one, or as near it; and none leaves its cell."""
    scene = replace(differing(0.3, -0.02, 0.003, n=n), form=number_format(language))
    cells = at(scene, width, 700).cells("difference")
    if cells.numbers is None:
        return
    for text, value in zip(cells.numbers[0], cells.values[0], strict=True):
        assert bool(text) == (value != 0)
        assert text == "" or text == "≈0" or set(text) & set("123456789")
        assert text_width(text, cells.number_size, False) <= cells.cell_width - 3


def test_rounding_is_no_difference_in_the_cells():
    scene = compared(SENTENCE, Comparison())
    nearly = scene.trace.weights * (1 + 2e-16 * np.arange(11))
    scene = replace(scene, other=replace(scene.trace, weights=nearly))
    assert (nearly != scene.trace.weights).any()
    figure = at(scene, 1600, 700)
    assert {text for row in figure.cells("difference").numbers for text in row} == {""}
    assert any(item.text == "both are the same" for item in texts(figure))


@pytest.mark.parametrize(
    ("size", "expected"), [(0.5, "+0.50"), (0.004, "+0.004"), (0.00003, "+3·10⁻⁵"), (-0.00003, "−3·10⁻⁵")]
)
def test_the_largest_difference_is_told_however_small(size, expected):
    said = [item.text for item in texts(at(differing(size), 1600, 700)) if item.text.startswith("largest: ")]
    assert said[0].endswith(f" {expected}")


@pytest.mark.parametrize(("language", "unseen"), [("en", "(not in view)"), ("pt_BR", "(fora da vista)")])
@pytest.mark.parametrize("width", [675, 754, 1400])
def test_a_largest_difference_out_of_sight_is_said_to_be_there(language, unseen, width):
    scene = compared(SENTENCE, Comparison(kind="divide"))
    difference = scene.trace.weights - scene.other.weights
    i, j = (int(k) for k in np.unravel_index(np.abs(difference).argmax(), difference.shape))
    with speaking(language) as form:
        told = set()
        for row, column in itertools.product((0.0, 3.0, 7.0), repeat=2):
            zoomed = replace(scene, form=form, view=replace(scene.view, zoom=(row, 4.0, column, 4.0)))
            said = [item.text for item in texts(at(zoomed, width, 700)) if item.text.startswith(("largest", "maior"))]
            seen = row <= i < row + 4 and column <= j < column + 4
            assert [unseen in text for text in said] == [not seen]
            told.add(seen)
        assert told == {True, False}
        whole = [item.text for item in texts(at(replace(scene, form=form), width, 700))]
        assert unseen not in " ".join(whole)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_plot_whose_cells_have_no_room_for_numbers_says_so_in_the_window(language):
    """A difference needs more room than the weights beside it; presented, no panel stands beside the picture."""
    seen = set()
    with speaking(language) as form:
        for width in range(500, 1500, 50):
            scene = replace(compared(words(14), Comparison()), form=form)
            figure = compare_figure(scene, width=width, height=900, measure=text_width, live=True)
            lacking = [name for name in PLOTS if figure.cells(name).numbers is None]
            said = " ".join(item.text for item in texts(figure))
            tiny = figure.cells("difference").cell_width < EXPECTED
            assert said.count(come_closer()) == (1 if lacking and not tiny else 0), width
            assert_inside(figure)
            assert_apart(figure)
            seen.add(tuple(lacking))
    assert {(), ("difference",), PLOTS} <= seen
    assert "(+)" not in " ".join(item.text for item in texts(at(scene, 500, 900))), "a file cannot be zoomed"


@pytest.mark.parametrize(
    ("difference", "said"),
    [(0.1, "+0.1000"), (-0.1, "−0.1000"), (3e-6, "+3·10⁻⁶"), (-3e-6, "−3·10⁻⁶"), (0.0, "0.0000")],
)
def test_the_readout_tells_the_difference_however_small(difference, said):
    scene = differing(difference)
    assert compare_reading(scene, 0, 0).endswith(f" · difference {said}")
    scene = replace(scene, difference=difference_of(scene.trace, scene.other))
    assert compare_reading(scene, 0, 0).endswith(f" · difference {said}")


def test_the_readout_tells_no_difference_where_rounding_is_all_there_is():
    scene = compared(SENTENCE, Comparison())
    nearly = scene.trace.weights * (1 + 2e-16 * np.arange(11))
    other = replace(scene.trace, weights=nearly)
    scene = replace(scene, other=other, difference=difference_of(scene.trace, other))
    assert all(compare_reading(scene, row, 10).endswith(" · difference 0.0000") for row in range(11))
