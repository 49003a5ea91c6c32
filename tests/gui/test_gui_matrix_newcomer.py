"""The Matrix tab as a newcomer uses it: click and arrows, another sentence, a range by hand, a low window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from attnviz.document.matrix_edits import matrix_document
from attnviz.export.figure import Text
from attnviz.export.fonts import text_width
from attnviz.export.row_figure import row_figure, row_title
from tests.gui.conftest import click

WORDS = ["the", "fat", "cat", "sat", "on", "a", "mat", "because", "it", "was", "warm"]


def text_set(app, text, qtbot):
    app.acts.set_text(text)
    n = len(text.split())
    qtbot.waitUntil(lambda: app.scene is not None and app.scene.trace.n_k == n, timeout=10_000)


def written(figure) -> str:
    return "\n".join(item.text for item in figure.items if isinstance(item, Text))


# the cursor -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "down", "right"),
    [(Qt.Key.Key_Right, 0, 1), (Qt.Key.Key_Left, 0, -1), (Qt.Key.Key_Down, 1, 0), (Qt.Key.Key_Up, -1, 0)],
)
@pytest.mark.parametrize("cell", [(4, 7), (9, 3)])
def test_an_arrow_goes_on_from_the_clicked_cell(matrix, key, down, right, cell):
    heatmap = matrix.window.matrix.heatmap
    click(heatmap, heatmap.cell_center("weights", *cell))
    assert heatmap.cursor_cell == cell
    QTest.keyClick(heatmap, key)
    assert heatmap.cursor_cell == (cell[0] + down, cell[1] + right)
    assert matrix.scene.query == cell[0] + down


def test_before_any_click_the_keys_begin_in_what_is_in_sight(matrix, qtbot):
    text_set(matrix, " ".join(WORDS[i % len(WORDS)] for i in range(60)), qtbot)
    heatmap = matrix.window.matrix.heatmap
    matrix.look(query=0, zoom=(30.0, 10.0, 40.0, 10.0))
    heatmap.setFocus()
    QTest.keyClick(heatmap, Qt.Key.Key_Right)
    assert heatmap.cursor_cell == (35, 46)
    assert matrix.view.zoom == (30.0, 10.0, 40.0, 10.0)


# another sentence -----------------------------------------------------------------------------------------------


def test_another_sentence_is_shown_whole(matrix, qtbot):
    heatmap = matrix.window.matrix.heatmap
    heatmap.zoom_by(3.0, QPointF(heatmap.cell_center("weights", 2, 2)))
    assert heatmap.window_ is not None
    text_set(matrix, "quite other words stand here now", qtbot)
    assert matrix.view.zoom is None
    assert heatmap.window_ is None


def test_the_zoom_stays_while_numbers_or_one_word_change(matrix, qtbot):
    heatmap = matrix.window.matrix.heatmap
    heatmap.zoom_by(3.0, QPointF(heatmap.cell_center("weights", 2, 2)))
    zoomed = matrix.view.zoom
    matrix.acts.set_text(matrix.session.document.source.text.replace("fat", "thin"))
    qtbot.waitUntil(lambda: "thin" in matrix.scene.trace.tokens_k)
    assert matrix.view.zoom == zoomed
    matrix.look(quantity="scores")
    assert matrix.view.zoom == zoomed


def test_undo_comes_back_to_a_documents_own_zoom(matrix, qtbot):
    matrix.window.matrix.heatmap.zoom_by(3.0)
    zoomed = matrix.view.zoom
    matrix.open_lesson("bank")
    qtbot.waitUntil(lambda: matrix.scene.document.lesson == "bank")
    assert matrix.view.zoom is None
    matrix.session.undo_stack.undo()
    qtbot.waitUntil(lambda: matrix.scene.document.lesson != "bank")
    assert matrix.view.zoom == zoomed


def test_the_part_in_sight_is_named(matrix):
    view = matrix.window.matrix
    assert "keys" not in written(view.heatmap.figure)
    matrix.look(zoom=(2.0, 4.0, 5.0, 4.0), query=0)
    assert "queries 3–6, keys 6–9 of 14" in written(view.heatmap.figure)
    row = matrix.scene.trace.weights[0]
    assert view.inspector.title.text() == f"Row of “the” · keys 6–9: {row[5:9].sum():.2f} of 1.00"
    matrix.look(drawing="compare")
    assert "queries 3–6, keys 6–9 of 14" in written(view.compare.canvas.figure)


# the range by hand ----------------------------------------------------------------------------------------------


def enter(field, text):
    field.setText(text)
    field.returnPressed.emit()


@pytest.mark.qt_log_ignore("does not support grabbing")  # offscreen
def test_a_range_that_runs_backwards_is_refused_in_the_popup(matrix):
    controls = matrix.window.matrix.controls
    matrix.look(colour=matrix.view.colour.__class__(automatic=False))
    controls.colours.click()
    popup = controls.popup
    enter(popup.low, "0.1")
    assert not popup.refusal.isVisible()
    enter(popup.high, "0.05")
    assert popup.refusal.isVisible()
    assert "0.1" in popup.refusal.text()
    assert "0.05" in popup.refusal.text()
    assert popup.high.property("wrong")
    assert (matrix.view.colour.low, matrix.view.colour.high) == (0.1, None)
    enter(popup.high, "0.5")
    assert not popup.refusal.isVisible()
    assert (matrix.view.colour.low, matrix.view.colour.high) == (0.1, 0.5)
    enter(popup.high, "many")
    assert popup.refusal.isVisible()
    popup.hide()


@pytest.mark.qt_log_ignore("does not support grabbing")  # offscreen
def test_one_end_beyond_the_numbers_is_refused_too(matrix):
    controls = matrix.window.matrix.controls
    matrix.look(colour=matrix.view.colour.__class__(automatic=True))
    controls.colours.click()
    enter(controls.popup.low, "2")
    assert controls.popup.refusal.isVisible()
    assert matrix.view.colour.low is None
    controls.popup.hide()


@pytest.mark.parametrize(("low", "high", "said"), [(0.01, None, "right end"), (None, 0.9, "left end")])
def test_an_end_by_hand_is_not_called_read(matrix, low, high, said):
    heatmap = matrix.window.matrix.heatmap
    matrix.look(colour=matrix.view.colour.__class__(automatic=True))
    assert "range read" in written(heatmap.figure).replace("\n", " ")
    matrix.look(colour=matrix.view.colour.__class__(automatic=True, low=low, high=high))
    shown = written(heatmap.figure).replace("\n", " ")
    assert "range read" not in shown
    assert said in shown


# whose numbers --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("quantity", ["scores", "scaled", "mask"])
def test_beside_another_matrix_the_numbers_of_the_weights_say_so(matrix, quantity):
    heatmap = matrix.window.matrix.heatmap
    assert "measures of A" not in written(heatmap.figure)
    matrix.look(quantity=quantity)
    assert "in A “" in written(heatmap.figure)
    assert "measures of A, the weights" in written(heatmap.figure)


def test_the_reading_keeps_its_decimals(matrix):
    heatmap = matrix.window.matrix.heatmap
    for column in range(14):
        heatmap.cell_hovered.emit("weights", 3, column)
        for part in matrix.window.reading.text().split(" · "):
            if part.startswith(("score ", "scaled score ")):
                assert len(part.rpartition(".")[2]) == 3, part


# a low window ---------------------------------------------------------------------------------------------------


def test_in_a_low_window_the_matrix_has_the_room_until_the_bars_are_asked_for(start, qtbot):
    app = start("sentence", size=(960, 600))
    app.look(tab="matrix")
    view = app.window.matrix
    qtbot.waitUntil(lambda: view.height() > 100 and view.heatmap.height() > 250)
    assert not view.inspector.pages.isVisible()
    assert view.heatmap.figure.cells("weights").height > 160
    view.inspector.buttons["row"].click()
    qtbot.waitUntil(view.inspector.bars.isVisible)
    view.inspector.buttons["row"].click()
    assert not view.inspector.bars.isVisible()
    app.look(inspector="row")
    app.window.resize(1280, 900)
    qtbot.waitUntil(view.inspector.bars.isVisible)


@pytest.mark.parametrize("drawing", ["lines", "arcs"])
@pytest.mark.parametrize("asked", [False, True])
def test_lines_keep_all_tokens_in_the_visible_room(start, qtbot, drawing, asked):
    app = start("sentence", size=(960, 600))
    app.look(tab="matrix", drawing=drawing)
    view = app.window.matrix
    if asked:
        view.inspector.buttons["row"].click()
    canvas = view.links.canvas
    qtbot.waitUntil(lambda: canvas.isVisible() and canvas.figure.width > 1)
    QTest.qWait(20)
    assert canvas.visibleRegion().boundingRect().height() == canvas.height()
    last = max(label.y + label.height for label in canvas.figure.labels)
    assert last * canvas.scale <= canvas.height() + 1


# queries that are not the keys ----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize(("n_q", "n_k"), [(3, 9), (9, 3), (4, 4)])
def test_queries_and_keys_are_told_apart_where_they_differ(start, qtbot, language, n_q, n_k):
    app = start("bank", language)
    queries, keys = [f"ask{i}" for i in range(n_q)], [f"tell{j}" for j in range(n_k)]
    crossed = matrix_document(np.ones((n_q, 2)), np.ones((n_k, 2)), np.ones((n_k, 1)), tokens_q=queries, tokens_k=keys)
    app.session.edit("two kinds", crossed)
    app.look(tab="matrix", drawing="arcs")
    qtbot.waitUntil(lambda: app.scene.document is crossed)
    view = app.window.matrix
    for said in (view.sentence.count.text(), app.window.summary.text()):
        assert f"queries: {n_q} · keys: {n_k}" in said
    told = view.sentence.chips.accessibleDescription()
    assert told == f"queries: {' · '.join(queries)}; keys: {' · '.join(keys)}"
    assert ("arcs need" if language == "en" else "arcos pedem") in written(view.links.canvas.figure)
    app.session.undo_stack.undo()
    qtbot.waitUntil(lambda: app.scene.trace.same_tokens)
    assert view.sentence.count.text() == "3 tokens"
    assert app.window.summary.text().startswith("3 tokens")


# a narrow window ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
def test_no_control_stands_alone_in_a_line_above_the_matrix(start, language, drawing):
    app = start("sentence", language, size=(960, 600))
    app.look(tab="matrix", drawing=drawing)
    QTest.qWait(1)
    controls = app.window.matrix.controls
    shown = [part for part in (controls.drawing, controls.curve, controls.colours, controls.fit) if part.isVisible()]
    middles = {part.mapTo(controls, part.rect().center()).y() for part in shown}
    assert max(middles) - min(middles) < 8, "one line"
    app.window.resize(1400, 800)
    QTest.qWait(1)
    assert controls._scale.isVisible(), "where there is room the word is there"
    assert controls._scale.geometry().right() < controls.curve.geometry().left()


# a name without room -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
def test_a_long_token_leaves_the_sum_of_its_row_whole(matrix, qtbot, drawing):
    text_set(matrix, "Donaudampfschifffahrtsgesellschaftskapitän" * 3 + " is here", qtbot)
    matrix.look(query=0, drawing=drawing, inspector="row")
    matrix.window.resize(960, 700)
    title = matrix.window.matrix.inspector.title
    qtbot.waitUntil(lambda: title.text().endswith("… · sum 1.00"))
    assert title.fontMetrics().horizontalAdvance(title.text()) <= title.width(), "the end is cut off"
    assert title.toolTip() == title.accessibleName() == row_title(matrix.scene)
    matrix.look(query=1, drawing="heatmap")
    qtbot.waitUntil(lambda: title.text() == "Row of “is” · sum 1.00")
    assert not title.toolTip()


def test_a_long_token_leaves_the_sum_whole_in_a_file_too(matrix, qtbot):
    text_set(matrix, "Donaudampfschifffahrtsgesellschaftskapitän" * 3 + " is here", qtbot)
    matrix.look(query=0)
    figure = row_figure(matrix.scene, width=420, height=150, measure=text_width)
    title = next(item for item in figure.items if isinstance(item, Text))
    assert title.text.endswith("… · sum 1.00")
    assert title.x + text_width(title.text, title.size, True) <= 420
