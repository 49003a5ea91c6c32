"""Figures as layouts: nothing reaches outside, nothing lies on anything else, and every number is the trace's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.tokens import visible_text
from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.explain import row_sum
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.figure import Cells
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure, own_figure
from attnviz.export.scene import Scene
from attnviz.export.sum_figure import sum_figure
from attnviz.export.tiles import cell_text
from attnviz.export.views import VIEWS, view_figure
from attnviz.i18n import number_format
from tests.examples import examples
from tests.unit.export.any_document import documents, forms, matrices, sentences
from tests.unit.export.drawn import chain_figure, figure_of, scene_of, traced
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
NARROWEST = 680  # the steps panel beside both side panels of the smallest window


# nothing clipped, ever ----------------------------------------------------------------------------------------


@given(documents, st.data(), forms)
@settings(max_examples=examples(100))
def test_the_chain_has_room_for_everything(document, data, form):
    trace = traced(document, data.draw(st.integers(0, 2)))
    figure = chain_figure(
        document,
        trace,
        query=data.draw(st.integers(0, trace.n_q - 1)),
        key=data.draw(st.none() | st.integers(0, trace.n_k - 1)),
        step=data.draw(st.none() | st.integers(0, 6)),
        form=form,
        numbers=data.draw(st.booleans()),
        hints=data.draw(st.booleans()),
    )
    assert_inside(figure)
    assert_apart(figure)


@given(documents, st.data(), forms, st.integers(NARROWEST, 2000), st.integers(1, 30))
@settings(max_examples=examples(100))
def test_the_written_sum_has_room_for_everything(document, data, form, width, most):
    trace = traced(document)
    row = row_sum(document, trace, data.draw(st.integers(0, trace.n_q - 1)))
    figure = sum_figure(row, width=width, measure=text_width, form=form, most_terms=max(most, 2))
    assert_inside(figure)
    assert_apart(figure)


@given(documents, st.data(), forms, st.integers(NARROWEST, 2000), st.integers(420, 1400))
@settings(max_examples=examples(100))
def test_the_heatmap_has_room_for_everything(document, data, form, width, height):
    trace = traced(document)
    query = data.draw(st.integers(0, trace.n_q - 1))
    figure = matrix_figure(scene_of(document, trace, form, query), width=width, height=height, measure=text_width)
    assert_inside(figure)
    assert_apart(figure)


@given(documents, forms)
def test_the_heatmaps_own_size_has_room_for_everything(document, form):
    trace = traced(document)
    figure = own_figure(scene_of(document, trace, form), text_width)
    assert_inside(figure)


@given(documents, st.sampled_from(sorted(VIEWS)), forms)
def test_a_whole_view_has_room_for_everything(document, view, form):
    trace = traced(document)
    scene = Scene(document=document, trace=trace, view=ViewState(tab=view, query=trace.n_q - 1), form=form)
    figure = view_figure(scene, text_width)
    assert_inside(figure)
    assert figure.title
    assert figure.description


@pytest.mark.parametrize("n", [100, 300, 600])
@pytest.mark.parametrize("query", [0, 41, 99])
def test_row_labels_of_a_large_heatmap_do_not_touch(n, query):
    document = edits.sentence_document(" ".join(f"word{i}" for i in range(n)))
    scene = scene_of(document, traced(document), ENGLISH, query)
    figure = matrix_figure(scene, width=1200, height=800, measure=text_width)
    assert_inside(figure)
    assert_apart(figure)
    cells = figure.cells("weights")
    labels = [item for item in texts(figure) if item.align == "right" and item.x == cells.x - 8]
    assert f"word{query}" in [item.text for item in labels], "the followed row has its label"
    assert 20 < len(labels) <= n


# what is written ----------------------------------------------------------------------------------------------


def plain_documents():
    return matrices() | sentences()


@given(plain_documents(), forms, st.data())
def test_the_sum_writes_the_traces_numbers(document, form, data):
    trace = derive(document)
    query = data.draw(st.integers(0, trace.n_q - 1))
    row = row_sum(document, trace, query)
    figure = sum_figure(row, width=1400, measure=text_width, form=form, most_terms=len(row.terms))
    bold = [item.text for item in texts(figure) if item.bold]
    everything = [item.text for item in texts(figure)]
    for term in row.terms:
        assert form.short(float(trace.scores[query, term.key]), 2) in bold
        if term.visible:
            assert form.fixed(float(trace.weights[query, term.key]), 2) in bold
            power = cell_text(term.power, 2, form)
            assert any(text.startswith(f"e^{power} = ") for text in everything)
    assert sum(text.startswith("e^") for text in everything) == int(trace.visible[query].sum())
    if "NaN" not in "".join((*trace.tokens_q, *trace.tokens_k)):  # a token may be called so
        assert not any("NaN" in text for text in everything)


def test_the_banks_sum():
    document = matrix_document(
        [[2, 0], [1, 2], [0, 1]],
        [[1, 0], [1, 1], [0, 2]],
        [[1, 0], [0.5, 0.5], [1, 0]],
        tokens_q=("sentei", "banco", "praça"),
    )
    figure = sum_figure(row_sum(document, derive(document), 1), width=1000, measure=text_width, form=ENGLISH)
    written = " ".join(item.text for item in texts(figure))
    for part in (
        "“banco”", "q = [1, 2]", "1·1 + 2·1", "1.41", "2.12", "e^2.83 = 16.92", "0.07", "0.31", "0.62",
        "sum = 27.29", "0.31·[0.5, 0.5]", "= [0.85, 0.15]",
    ):  # fmt: skip
        assert part in written, part


def test_keys_beyond_the_most_are_summed_up():
    document = edits.sentence_document("a b c d e f g h i j", head="distance")
    row = row_sum(document, derive(document), 0)
    figure = sum_figure(row, width=1000, measure=text_width, form=ENGLISH, most_terms=4)
    shown = sorted((term.weight for term in row.terms), reverse=True)[:3]
    note = f"… and 7 more, weighing {1 - sum(shown):.2f}"
    assert note in [item.text for item in texts(figure)]


@given(matrices())
def test_the_chain_shows_every_matrix_the_document_has(document):
    trace = derive(document)
    figure = chain_figure(document, trace, query=0, form=ENGLISH)
    for name in ("Q", "K", "V", "scores", "scaled", "weights", "output"):
        cells = figure.cells(name)
        np.testing.assert_array_equal(cells.values, getattr(trace, name))
        assert cells.editable == (name in ("Q", "K", "V"))
        assert (cells.visible is None) == (name not in ("scaled", "weights") or not trace.masked)
        if cells.numbers is not None and cells.visible is not None:
            assert all(bool(cells.numbers[i][j]) == cells.visible[i, j] for i, j in np.ndindex(cells.values.shape))


@given(matrices() | sentences())
def test_the_heatmaps_numbers_are_the_weights(document):
    trace = derive(document)
    figure = own_figure(scene_of(document, trace, ENGLISH), text_width)
    cells = figure.cells("weights")
    assert cells.values is trace.weights
    assert (cells.scale.low, cells.scale.high) == (0, 1)
    if cells.numbers is not None:
        for i, j in np.ndindex(cells.values.shape):
            if cells.numbers[i][j] == "≈0":
                assert trace.weights[i, j] < 0.005
                assert trace.visible[i, j]
            elif cells.numbers[i][j]:
                assert float("0" + cells.numbers[i][j].removeprefix("0")) == pytest.approx(
                    trace.weights[i, j], abs=0.051
                )
                assert trace.visible[i, j]


# clicking -----------------------------------------------------------------------------------------------------


@given(matrices(), st.data())
def test_a_point_in_a_cell_finds_that_cell(document, data):
    figure = chain_figure(document, derive(document), query=0, form=ENGLISH)
    cells = data.draw(st.sampled_from([item for item in figure.items if isinstance(item, Cells)]))
    i, j = data.draw(st.integers(0, cells.rows - 1)), data.draw(st.integers(0, cells.columns - 1))
    x, y, width, height = cells.cell_rect(i, j)
    found = figure.cell_at(x + width / 2, y + height / 2)
    assert (found[0], *found[1:]) == (cells, i, j)
    assert cells.at(cells.x - 1, cells.y + 1) is None
    assert cells.at(cells.x + cells.width + 1, cells.y + 1) is None


@given(matrices())
def test_label_boxes_do_not_overlap_and_name_their_row(document):
    figure = chain_figure(document, derive(document), query=0, form=ENGLISH)
    rows = [label for label in figure.labels if label.axis == "row"]
    for one in rows:
        middle = (one.x + one.width / 2, one.y + one.height / 2)
        assert figure.label_at(*middle) is one, "another label covers it"
        cells = figure.cells(one.matrix)
        assert cells.at(cells.x + 1, middle[1]) == (one.index, 0)


def test_a_figure_tells_who_cannot_see_it():
    document = replace(edits.sentence_document("um banco", head="content"), name="")
    seen = {
        "steps": visible_text("banco"),
        "matrix": visible_text("banco"),
        "gradient": visible_text("banco"),
        "heads": "one head",  # why there is no grid of heads
        "training": "step 0",
        "shapes": "Q: 2 × 64",
        "code": "NumPy",
    }
    assert set(seen) == set(VIEWS)
    for view, what in seen.items():
        assert what in figure_of(document, view, query=1).description, view
