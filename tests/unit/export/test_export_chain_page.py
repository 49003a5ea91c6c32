"""Chains on pages: large enough to be read from the last row, in reading order, whole and without overlaps."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.document.derive import derive
from attnviz.document.figure_look import FigureLook, Parts, with_preset
from attnviz.document.lessons import shipped
from attnviz.document.view_state import ViewState
from attnviz.export.advice import larger
from attnviz.export.chain_fit import Arrangement, best_arrangement
from attnviz.export.chain_flow import BACKWARD, FORWARD, SOURCES
from attnviz.export.figure import Cells, Figure, Text
from attnviz.export.figure_page import page_of
from attnviz.export.fitted import fitted
from attnviz.export.fonts import text_width
from attnviz.export.geometry import extent
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from attnviz.session.language import Language
from attnviz.session.opening import open_source
from tests.examples import examples
from tests.unit.export.any_document import layered_documents, notations

pytestmark = pytest.mark.usefixtures("qapp")

CHAINS = ("steps", "gradient")
FULL, HALF = 8.0, 5.5  # points that a lesson has at least on a slide, and on half a one


def scene_of(document, tab, **view):
    trace = derive(document)
    state = ViewState(tab=tab, **view)
    return Scene(document=document, trace=trace.for_head(0), view=state, form=number_format("en"))


def matrices(figure):
    return [item for item in figure.items if isinstance(item, Cells)]


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("tab", CHAINS)
@pytest.mark.parametrize("name", shipped())
def test_every_lesson_can_be_read_on_a_slide(name, tab, language):
    speech = Language()
    speech.use(language)
    try:
        scene = scene_of(open_source(name, language).document, tab, query=1)
        full, half = (page_of(scene, with_preset(FigureLook(), size), text_width) for size in ("slide", "slide-half"))
    finally:
        speech.use("en")
    assert full.points >= FULL
    assert half.points >= HALF


@given(
    layered_documents,
    st.sampled_from(CHAINS),
    notations,
    st.floats(60, 1500),
    st.floats(60, 1500),
    st.booleans(),
    st.data(),
)
@settings(max_examples=examples(60), deadline=None)
def test_in_any_room_everything_is_there_once_and_nothing_overlaps(document, tab, notation, width, height, row, data):
    look = {"letters": notation.letters, "first_head": notation.first_head, "transposed": notation.transposed}
    scene = scene_of(document, tab, query=data.draw(st.integers(0, 50)), **look)
    scene = replace(scene, parts=Parts(row=row))
    own, figure = fitted(scene, 4000.0, 4000.0, text_width), fitted(scene, width, height, text_width)
    assert sorted(cells.name for cells in matrices(figure)) == sorted(cells.name for cells in matrices(own))
    for one, other in itertools.combinations(matrices(figure), 2):
        beside = one.x + one.width <= other.x or other.x + other.width <= one.x
        assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y
    left, top, right, bottom = extent(figure, text_width)
    assert left >= -1
    assert top >= -1
    assert right <= figure.width + 1
    assert bottom <= figure.height + 1


@pytest.mark.parametrize("tab", CHAINS)
def test_tiles_in_lines_are_read_in_order(tab):
    scene = scene_of(open_source("gato", "en").document, tab)
    figure = fitted(scene, 500.0, 500.0, text_width)
    order = [name for name in (FORWARD if tab == "steps" else BACKWARD) if figure.cells(name) is not None]
    tiles = [figure.cells(name) for name in order]
    lines = [list(line) for _, line in itertools.groupby(tiles, key=lambda cells: cells.y)]
    assert len(lines) > 2
    assert [line[0].y for line in lines] == sorted(line[0].y for line in lines)
    for line in lines:
        assert [cells.x for cells in line] == sorted(cells.x for cells in line)
    arrows = [item for item in figure.items if isinstance(item, Text) and item.text == "→"]
    neighbours = sum(before in SOURCES.get(name, ()) for before, name in itertools.pairwise(order))
    assert len(arrows) == neighbours


def test_numbers_go_only_where_they_could_not_be_read():
    look = with_preset(FigureLook(), "slide")
    scene = scene_of(open_source("cat", "en").document, "steps")
    assert all(cells.numbers for cells in matrices(page_of(scene, look, text_width).figure) if cells.rows <= 12)
    tiny = replace(look, preset="custom", width=50.0, height=40.0, unit="mm")
    numbered = page_of(scene, tiny, text_width)
    assert not any(cells.numbers for cells in matrices(numbered.figure))
    asked = replace(tiny, parts=replace(tiny.parts, numbers=False))
    assert page_of(scene, asked, text_width).points == pytest.approx(numbered.points)


# the choice ---------------------------------------------------------------------------------------------------

BOXES = st.lists(st.tuples(st.floats(0.1, 1), st.floats(1, 2000), st.floats(1, 2000)), min_size=1, max_size=8)


@given(BOXES, st.floats(60, 3000), st.floats(60, 3000))
def test_the_best_arrangement_is_the_one_with_the_largest_value(boxes, width, height):
    ways = [
        Arrangement(worth, lambda _, w=w, h=h: (w, h), lambda _, w=w, h=h: Figure(width=w, height=h, items=()))
        for worth, w, h in boxes
    ]
    best, scale = best_arrangement(ways, width, height)
    values = []
    for worth, w, h in boxes:
        found = min(1.0, width / w, height / h)
        values.append(found**2 * worth * (1 if found == 1 else 0.93))
    assert best.fits(scale * 0.999, width, height)
    chosen = values[ways.index(best)]
    assert chosen >= max(values) * 0.97  # the scale is found by halving
    assert scale == pytest.approx(min(1.0, width / boxes[ways.index(best)][1], height / boxes[ways.index(best)][2]),
                                  rel=0.02)  # fmt: skip


def test_on_a_page_without_end_the_lower_figure_is_better():
    def box(w, h):
        return Arrangement(1.0, lambda _: (w, h), lambda _: Figure(width=w, height=h, items=()))

    high, low, wide = box(300, 900), box(400, 500), box(600, 100)
    assert best_arrangement([high, low, wide], 400, np.inf)[0] is low


# what to do about small type -----------------------------------------------------------------------------------


@pytest.mark.parametrize("tab", ["steps", "gradient", "matrix"])
def test_larger_type_is_offered_only_where_there_is_some(tab):
    scene = scene_of(open_source("gato", "en").document, tab)
    third = with_preset(FigureLook(), "slide-third")
    offered = larger(scene, third, 5.0)
    assert offered.preset == "slide"
    assert offered.format == ("svg" if tab == "matrix" else "pptx")
    assert larger(scene, third, 7.5) is None
    assert larger(scene, replace(third, font=5.0), 5.0) is None, "so small a type was asked for"
    assert larger(scene, offered, 5.0) is None
    assert larger(scene, replace(third, format="html"), 5.0) is None
