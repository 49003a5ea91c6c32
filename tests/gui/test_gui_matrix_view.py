"""The Matrix tab: what the pointer is told, what combos and popup choose, bars below; and the file shows the same."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from attnviz.document.colour_choice import ColourChoice
from attnviz.export.figure import Rect, Text
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.row_figure import row_title
from attnviz.export.views import view_figure
from attnviz.ui import examination
from tests.gui.conftest import click
from tests.gui.heatmap_hand import WORDS, in_sight, lengthened, place, wheel

# what is told --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoomed", [False, True])
def test_the_pointer_tells_query_key_scores_weight_and_rank(matrix, qtbot, zoomed):
    lengthened(matrix, 11, qtbot)
    heatmap, trace = matrix.window.matrix.heatmap, matrix.scene.trace
    if zoomed:
        wheel(heatmap, place(heatmap, 0.5, 0.5), 3)
    row = in_sight(heatmap)[0][2]
    column = in_sight(heatmap)[1][2]
    QTest.mouseMove(heatmap, heatmap.cell_center("weights", row, column))
    said, form = matrix.window.reading.text(), matrix.scene.form
    rank = int((trace.weights[row] > trace.weights[row, column]).sum()) + 1
    for part in (
        f"query “{WORDS[row]}”",
        f"key “{WORDS[column]}”",
        f"score {form.short(float(trace.scores[row, column]), 3)}",
        f"scaled score {form.short(float(trace.scaled[row, column]), 3)}",
        f"weight {form.fixed(float(trace.weights[row, column]), 4)}",
        f"rank {rank} of 11",
    ):
        assert part in said


def test_a_masked_cell_says_so(matrix):
    matrix.acts.set_option("causal", True)
    heatmap = matrix.window.matrix.heatmap
    QTest.mouseMove(heatmap, heatmap.cell_center("weights", 1, 4))
    assert "masked" in matrix.window.reading.text()


def test_bars_answer_the_pointer_and_follow_a_key(matrix):
    matrix.look(query=8)
    bars = matrix.window.matrix.inspector.bars
    heights = [(item.x + item.width / 2, item.height) for item in bars.figure.items if isinstance(item, Rect)]
    best = max(heights, key=lambda bar: bar[1])
    point = QPoint(round(best[0]), bars.height() // 2)
    QTest.mouseMove(bars, point)
    assert "rank 1 of 14" in matrix.window.reading.text()
    click(bars, point)
    assert matrix.view.key == int(matrix.scene.trace.weights[8].argmax())


# what is shown -------------------------------------------------------------------------------------------------


def choose(combo, data) -> None:
    """Choose an entry as a person does: its index is activated."""
    index = combo.findData(data)
    combo.setCurrentIndex(index)
    combo.activated.emit(index)


@pytest.mark.parametrize("quantity", ["scores", "scaled", "weights"])
def test_the_combo_chooses_the_matrix(matrix, quantity):
    view = matrix.window.matrix
    choose(view.controls.quantity, "mask")
    choose(view.controls.quantity, quantity)
    cells = view.heatmap.figure.cells("weights")
    assert np.array_equal(cells.values, getattr(matrix.scene.trace, quantity))
    assert matrix.session.undo_stack.count() == 0
    assert view.controls.quantity.currentData() == quantity


def test_the_gradient_is_worked_out_when_it_is_chosen(matrix, qtbot):
    view = matrix.window.matrix
    choose(view.controls.quantity, "gradient")
    qtbot.waitUntil(lambda: matrix.scene.gradient is not None)
    cells = view.heatmap.figure.cells("weights")
    assert cells.values is matrix.scene.gradient.dS
    QTest.mouseMove(view.heatmap, view.heatmap.cell_center("weights", 13, 4))
    assert "∂L/∂S" in matrix.window.reading.text()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("curve", ["linear", "sqrt", "quantile"])
def test_the_list_and_the_colour_bar_have_one_word_for_a_scale(start, language, curve):
    application = start("sentence", language)
    application.look(tab="matrix")
    view = application.window.matrix
    choose(view.controls.curve, curve)
    captions = [item.text for item in view.heatmap.figure.items if isinstance(item, Text)]
    assert sum(text.endswith(f", {view.controls.curve.currentText()}") for text in captions) == 1


@pytest.mark.parametrize("curve", ["linear", "sqrt", "log", "row", "quantile"])
def test_the_scale_changes_colours_and_never_numbers(matrix, curve):
    view = matrix.window.matrix
    numbers = view.heatmap.figure.cells("weights").numbers
    choose(view.controls.curve, curve)
    cells = view.heatmap.figure.cells("weights")
    assert cells.scale.curve == curve
    assert cells.numbers == numbers
    assert not matrix.view.fitting_curve
    choose(view.controls.curve, "")
    assert matrix.view.fitting_curve
    assert view.heatmap.figure.cells("weights").scale.curve == "linear"


@pytest.mark.qt_log_ignore("does not support grabbing")  # offscreen
def test_the_popup_sets_map_range_and_the_key_left_out(matrix):
    controls = matrix.window.matrix.controls
    click(controls.colours, QPoint(8, 8))
    popup = controls.popup
    assert popup.isVisible()
    popup.map.setCurrentIndex(2)
    popup.map.activated.emit(2)
    for field, text in ((popup.leave_out, "1"), (popup.low, "0.1"), (popup.high, "0,5")):
        field.setFocus()
        field.clear()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert matrix.view.colour == ColourChoice(map="cividis", low=0.1, high=0.5, leave_out=0)
    scale = matrix.window.matrix.heatmap.figure.cells("weights").scale
    assert (scale.map, scale.low, scale.high) == ("cividis", 0.1, 0.5)
    popup.hide()


def type_end(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.qt_log_ignore("does not support grabbing")  # offscreen
def test_a_range_belongs_to_the_matrix_it_was_typed_for(matrix):
    controls, heatmap = matrix.window.matrix.controls, matrix.window.matrix.heatmap
    popup = controls.popup
    own = {}
    quantities = ("weights", "scores", "scaled")
    for name in quantities:
        choose(controls.quantity, name)
        own[name] = heatmap.figure.cells("weights").scale
    click(controls.colours, QPoint(8, 8))
    for name, high in zip(quantities, ("0.3", "5", "2"), strict=True):
        choose(controls.quantity, name)
        assert popup.high.text() == ""
        assert heatmap.figure.cells("weights").scale == own[name]
        type_end(popup.high, high)
        assert heatmap.figure.cells("weights").scale.high == float(high)
    for name, high in zip(quantities, (0.3, 5, 2), strict=True):
        choose(controls.quantity, name)
        assert (popup.low.text(), popup.high.text()) == ("", f"{high:g}")
        scale = heatmap.figure.cells("weights").scale
        assert (scale.low, scale.high) == (0.0 if name == "weights" else -high, high)
    choose(controls.quantity, "scores")
    type_end(popup.high, "")
    assert heatmap.figure.cells("weights").scale == own["scores"]
    assert [ends.of for ends in matrix.view.colour.others] == ["scaled"]
    assert matrix.view.colour.high == 0.3
    choose(controls.drawing, "compare")  # of weights, whatever the heatmap showed
    assert popup.high.text() == "0.3"
    popup.hide()


@pytest.mark.parametrize("text", ["0", "15", "1.5", "x"])
def test_a_key_that_is_not_there_is_refused(matrix, text):
    popup = matrix.window.matrix.controls.popup
    popup.leave_out.setText(text)
    popup.leave_out.returnPressed.emit()
    assert matrix.view.colour.leave_out is None
    assert matrix.window.statusBar().currentMessage()


def test_every_control_has_a_name_and_a_tooltip(matrix):
    view = matrix.window.matrix
    popup = view.controls.popup
    for widget in (
        view.controls.quantity,
        view.controls.curve,
        view.controls.colours,
        view.controls.closer,
        view.controls.further,
        view.controls.fit,
        popup.map,
        popup.signed_map,
        popup.low,
        popup.high,
        popup.leave_out,
        view.inspector.sorted,
        *view.inspector.buttons.values(),
    ):
        assert widget.accessibleName() or widget.text(), widget
        assert widget.toolTip(), widget


# below the matrix ----------------------------------------------------------------------------------------------


def test_the_bars_are_sorted_and_folded_away(matrix):
    inspector, heatmap = matrix.window.matrix.inspector, matrix.window.matrix.heatmap
    click(inspector.sorted, QPoint(8, inspector.sorted.height() // 2))
    heights = [item.height for item in inspector.bars.figure.items if isinstance(item, Rect)]
    assert matrix.view.sorted_bars
    assert heights[:-1] == sorted(heights[:-1], reverse=True)
    height = heatmap.height()
    click(inspector.buttons["row"], QPoint(8, 8))
    assert matrix.view.inspector == "none"
    assert not inspector.pages.isVisible()
    assert heatmap.height() > height + 60
    click(inspector.buttons["saturation"], QPoint(8, 8))
    assert inspector.saturation.isVisible()
    click(inspector.buttons["row"], QPoint(8, 8))
    assert inspector.bars.isVisible()


# the file shows the same ---------------------------------------------------------------------------------------


def test_the_export_is_what_the_screen_shows(matrix, qtbot):
    lengthened(matrix, 64, qtbot)
    view = matrix.window.matrix
    choose(view.controls.quantity, "scaled")
    choose(view.controls.curve, "sqrt")
    wheel(view.heatmap, place(view.heatmap), 6)
    click(view.inspector.sorted, QPoint(8, view.inspector.sorted.height() // 2))
    screen = view.heatmap.figure.cells("weights")
    file = view_figure(matrix.scene, text_width)
    cells = file.cells("weights")
    assert cells.values is screen.values
    assert cells.scale == screen.scale
    assert cells.window == screen.window
    titles = [item.text for item in file.items if hasattr(item, "text")]
    assert row_title(matrix.scene) in titles, "which keys the bars are of"
    assert " · keys " in row_title(matrix.scene)
    assert any(text.startswith("scaled score, square root") for text in titles)


# large ---------------------------------------------------------------------------------------------------------


def test_what_takes_a_look_at_the_whole_comes_when_the_hand_rests(matrix, qtbot, monkeypatch):
    monkeypatch.setattr(examination, "REST", 3_600_000)  # however slow the machine, the hand does not rest yet
    heatmap = lengthened(matrix, 600, qtbot).window.matrix.heatmap
    texts = lambda: [item.text for item in heatmap.figure.items if hasattr(item, "text")]  # noqa: E731
    assert not heatmap.settled
    assert "attention received" not in texts()
    assert any("each pixel shows the largest" in text for text in texts())
    heatmap.examination.timer.setInterval(0)  # begins nothing, but the wait that goes on ends now
    qtbot.waitUntil(lambda: heatmap.settled, timeout=5000)
    assert "attention received" in texts()
    assert any("sums all 1" in text for text in texts())


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
def test_a_long_sentence_and_a_short_one_fit_every_window(start, qtbot, language, size):
    app = start("sentence", language, "dark", size)
    app.look(tab="matrix")
    for n in (2, 200):
        heatmap = lengthened(app, n, qtbot).window.matrix.heatmap
        figure = heatmap.figure
        cells = figure.cells("weights")
        assert cells.x + cells.width <= figure.width
        assert cells.y + cells.height <= figure.height
        assert min(cells.width, cells.height) >= 60


def test_a_presented_matrix_is_in_the_middle(start, qtbot) -> None:
    app = start("sentence")
    app.look(tab="matrix")
    app.presenting.enter()
    app.window.showNormal()
    app.window.resize(1920, 1080)
    qtbot.waitUntil(lambda: app.window.presenter.width() == 1920)
    figure = app.window.presenter.slide.heatmap.figure
    left, right = (
        matrix_figure(app.scene, width=figure.width, height=figure.height, measure=text_width, presented=on)
        for on in (False, True)
    )
    assert left.cells("weights").x < figure.cells("weights").x == right.cells("weights").x
