"""Two matrices and their difference presented: in the arrangement of the largest cells, in words that are true."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication

from attnviz.document import edits
from attnviz.document.comparison import Comparison
from attnviz.document.matrix_edits import matrix_document
from attnviz.export.compare_figure import compare_figure
from attnviz.export.figure import Cells
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure
from attnviz.session.language import Language
from tests.unit.export.comparing import PLOTS, at, compared, words
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")  # letters are measured

# Points: of 1280 × 800, 1920 × 1080 and 1024 × 1024, with and without something below; of an upright screen too.
ROOMS = [(948, 474), (948, 593), (1067, 480), (1067, 600), (758, 568), (758, 758), (600, 1067), (1600, 300)]


def long_and_low(n_q, n_k):
    rng = np.random.default_rng(0)
    return matrix_document(rng.normal(size=(n_q, 2)), rng.normal(size=(n_k, 2)), np.ones((n_k, 1)))


DOCUMENTS = {
    "three": words(3),
    "fourteen": words(14),
    "sixty": words(60),
    "long names": edits.sentence_document("internationalization of unbelievable misunderstandings"),
    "one query": long_and_low(1, 24),
    "one key": long_and_low(24, 1),
}


def presented(scene, room, **how):
    width, height = room
    return compare_figure(
        scene,
        width=width,
        height=height,
        measure=text_width,
        **{"abreast": None, "live": True, "presented": True, **how},
    )


def least_cell(figure):
    cells = [figure.cells(name) for name in PLOTS]
    return min(sorted((c.cell_width, c.cell_height)) for c in cells if c is not None)


def arrangement(figure):
    """Rows of plots, from their corners."""
    cells = [figure.cells(name) for name in PLOTS]
    return len({c.y for c in cells if c is not None})


@pytest.mark.parametrize("room", ROOMS, ids=str)
@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_other_arrangement_has_larger_cells(name, room):
    scene = compared(DOCUMENTS[name], Comparison(kind="divide"))
    figure = presented(scene, room)
    others = [presented(scene, room, abreast=abreast) for abreast in (1, 2, 3)]
    assert least_cell(figure) == max(map(least_cell, others))
    assert arrangement(figure) == next(arrangement(o) for o in reversed(others) if least_cell(o) == least_cell(figure))
    if name != "sixty":
        assert_inside(figure)
        assert_apart(figure)


def test_each_arrangement_is_the_best_somewhere():
    found = {
        arrangement(presented(compared(document, Comparison(kind="divide")), room))
        for document in DOCUMENTS.values()
        for room in ROOMS
    }
    assert found == {1, 2, 3}


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_the_plots_rest_while_one_zooms(room):
    scene = compared(words(14), Comparison(kind="divide"))
    corners = []
    for zoom in (None, (2.0, 8.0, 3.0, 8.0), (4.0, 3.0, 4.0, 3.0)):
        figure = presented(replace(scene, view=replace(scene.view, zoom=zoom)), room)
        corners.append([(figure.cells(name).x, figure.cells(name).y) for name in PLOTS])
    assert corners[1:] == corners[:-1]


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_two_shapes_and_a_sentence_that_is_not_there_yet_have_their_places(room):
    for text in ("", "a cat sat"):
        figure = presented(compared(words(6), Comparison(kind="sentence", text=text)), room)
        assert_inside(figure)
        assert_apart(figure)
        said = " ".join(item.text for item in texts(figure))
        assert ("No difference" if text else "Nothing to compare with yet.") in said


# words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", [{}, {"presented": False, "live": False, "abreast": 3}], ids=["presented", "file"])
def test_where_there_is_no_line_above_nobody_is_told_to_type_there(how):
    scene = compared(words(6), Comparison(kind="sentence"))
    window = presented(scene, (900, 500), presented=False, abreast=3)
    assert "Type the other sentence above." in [item.text for item in texts(window)]
    assert not any("above" in item.text for item in texts(presented(scene, (900, 500), **how)))


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("drawing", ["compare", "heatmap"])
def test_a_presentation_names_the_key_that_comes_closer_and_a_window_its_button(language, drawing):
    speech = Language()
    speech.use(language)
    try:
        scene, room = compared(words(30), Comparison(kind="divide")), {"width": 1500.0, "height": 700.0}
        said = {}
        for on in (True, False):
            if drawing == "compare":
                figure = presented(scene, room.values(), presented=on)
            else:
                figure = matrix_figure(scene, measure=text_width, live=True, presented=on, **room)
            said[on] = " ".join(item.text for item in texts(figure))
        key = QCoreApplication.translate("figure", "cells too small for numbers: press + to come closer")
        button = QCoreApplication.translate("figure", "cells too small for numbers: come closer (+)")
        assert key in said[True]
        assert "(+)" not in said[True]
        assert button in said[False]
        assert button != key
    finally:
        speech.use("en")


# room above the labels ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("room", ROOMS, ids=str)
def test_above_turned_labels_is_no_more_room_than_in_the_matrix_figure(room):
    scene = compared(words(14), Comparison(kind="divide"))
    one = matrix_figure(scene, width=900.0, height=500.0, measure=text_width)
    gaps = []
    for figure in (one, presented(scene, room)):
        cells = figure.cells("weights")
        assert isinstance(cells, Cells)
        turned = [item for item in texts(figure) if item.angle and abs(item.y + 8 - cells.y) < 1]
        assert turned, "labels are turned"
        longest = max(text_width(token, item.size, True) for item in turned for token in scene.trace.tokens_k)
        title = min(item.y for item in texts(figure) if item.bold)
        gaps.append(cells.y - 8 - longest * math.sin(math.radians(50)) - title)
    assert gaps[1] <= gaps[0] + 1


def test_a_file_keeps_its_arrangement():
    assert arrangement(at(compared(words(14), Comparison(kind="divide")), 758, 758)) == 1
