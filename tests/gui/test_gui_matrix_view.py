"""The Matrix tab driven by hand: wheel, pinch, box, pan, fit, keys, pointer, combos; and the file shows the same."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.document.colour_choice import ColourChoice
from attnviz.document.edits import with_options
from attnviz.document.matrix_edits import matrix_document
from attnviz.export.figure import Rect
from attnviz.export.fonts import text_width
from attnviz.export.views import view_figure
from tests.gui.conftest import click

WORDS = ["the", "fat", "cat", "sat", "on", "a", "mat", "because", "it", "was", "warm"]
CENTRE = (0.5, 0.5)


@pytest.fixture
def matrix(sentence):
    sentence.look(tab="matrix")
    return sentence


def lengthened(app, n, qtbot):
    """The sentence with n words, once it is drawn."""
    app.acts.set_text(" ".join(WORDS[i % len(WORDS)] for i in range(n)))
    qtbot.waitUntil(lambda: app.scene is not None and app.scene.trace.n_k == n, timeout=10_000)
    return app


def place(heatmap, down=0.5, right=0.5) -> QPoint:
    """A point inside the drawn matrix."""
    cells, s = heatmap.figure.cells("weights"), heatmap.scale
    return QPoint(round((cells.x + right * cells.width) * s), round((cells.y + down * cells.height) * s))


def wheel(widget, at: QPoint, notches: float, sideways: float = 0) -> None:
    QApplication.sendEvent(
        widget,
        QWheelEvent(
            QPointF(at),
            QPointF(widget.mapToGlobal(at)),
            QPoint(),
            QPoint(round(120 * sideways), round(120 * notches)),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )


def drag(widget, start: QPoint, end: QPoint, button=Qt.MouseButton.LeftButton, modifier=Qt.KeyboardModifier.NoModifier):
    """Press, move in steps, release."""
    QTest.mousePress(widget, button, modifier, start)
    for step in range(1, 11):
        point = start + (end - start) * step / 10
        QApplication.sendEvent(
            widget,
            QMouseEvent(
                QEvent.Type.MouseMove,
                QPointF(point),
                QPointF(widget.mapToGlobal(point)),
                Qt.MouseButton.NoButton,
                button,
                modifier,
            ),
        )
    QTest.mouseRelease(widget, button, modifier, end)


def in_sight(heatmap) -> tuple[range, range]:
    return heatmap.figure.cells("weights").touched()


def colour_at(image: QImage, heatmap, row, column) -> tuple[int, int, int]:
    x, y, width, height = heatmap.figure.cells("weights").cell_rect(row, column)
    ratio = image.devicePixelRatio() * heatmap.scale
    middle = min(width, height) / 2
    found = QColor(image.pixel(int((x + middle) * ratio), int((y + middle) * ratio)))
    return found.red(), found.green(), found.blue()


def expected(heatmap, row, column) -> tuple[int, int, int]:
    cells = heatmap.figure.cells("weights")
    entry = cells.scale.entries(cells.values[row : row + 1, column : column + 1], row)[0, 0]
    return tuple(int(c) for c in heatmap.palette_.lut(cells.scale.map)[entry])


# zoom ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(("down", "right"), [(0.5, 0.5), (0.2, 0.7), (0.0, 0.0)])
def test_the_wheel_comes_closer_about_the_pointer(matrix, qtbot, down, right, transposed):
    matrix.look(transposed=transposed)
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    point = place(heatmap, down, right)
    before = heatmap.cell_point(QPointF(point))
    wheel(heatmap, point, 3)
    assert heatmap.window_ is not None
    assert len(in_sight(heatmap)[0]) < 40
    assert heatmap.cell_point(QPointF(point)) == pytest.approx(before, abs=1e-6)
    wheel(heatmap, point, -20)
    assert heatmap.window_ is None
    assert in_sight(heatmap) == (range(64), range(64))


def test_sideways_the_wheel_moves(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    wheel(heatmap, place(heatmap), 4)
    before = heatmap.window_
    wheel(heatmap, place(heatmap), 0, sideways=-1)
    assert heatmap.window_[2] > before[2]
    assert (heatmap.window_[0], heatmap.window_[3]) == (before[0], before[3])


def test_the_plot_keeps_its_place_while_it_zooms(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    before = heatmap.figure.cells("weights")
    wheel(heatmap, place(heatmap), 4)
    after = heatmap.figure.cells("weights")
    assert (after.x, after.y) == (before.x, before.y)
    assert (after.width, after.height) == pytest.approx((before.width, before.height), abs=1.0)


def test_numbers_come_with_the_room_for_them(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    assert heatmap.figure.cells("weights").numbers is None
    wheel(heatmap, place(heatmap), 9)
    cells = heatmap.figure.cells("weights")
    rows, columns = cells.touched()
    weights = matrix.scene.trace.weights
    assert len(cells.numbers) == len(rows)
    for row, texts in list(zip(rows, cells.numbers, strict=True))[1:-1]:  # numbers that the edge cuts are not written
        for column, text in list(zip(columns, texts, strict=True))[1:-1]:
            assert float(f"0{text.lstrip('0')}" if text else 0) == pytest.approx(weights[row, column], abs=0.00501)


def test_a_pinch_comes_closer(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    point = QPointF(place(heatmap))
    before = heatmap.cell_point(point)
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture,
        QPointingDevice.primaryPointingDevice(),
        2,
        point,
        point,
        QPointF(heatmap.mapToGlobal(point.toPoint())),
        0.5,
        QPointF(),
    )
    QApplication.sendEvent(heatmap, event)
    assert heatmap.window_[1] == pytest.approx(64 / 1.5)
    assert heatmap.cell_point(point) == pytest.approx(before)


@pytest.mark.parametrize("way", ["shift", "right"])
def test_a_box_shows_what_is_in_it(matrix, qtbot, way):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    query = matrix.view.query
    start, end = place(heatmap, 0.25, 0.5), place(heatmap, 0.5, 0.75)
    corners = heatmap.cell_point(QPointF(start)), heatmap.cell_point(QPointF(end))
    if way == "shift":
        drag(heatmap, start, end, modifier=Qt.KeyboardModifier.ShiftModifier)
    else:
        drag(heatmap, start, end, Qt.MouseButton.RightButton)
    row, rows, column, columns = heatmap.window_
    assert rows == pytest.approx(16, abs=0.5)
    assert columns == pytest.approx(16, abs=0.5)
    assert (row, column) == pytest.approx(corners[0], abs=0.5)
    assert matrix.view.query == query, "a box follows no row"


def test_a_drag_moves_what_is_closer_and_a_click_still_follows(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    wheel(heatmap, place(heatmap), 5)
    query = matrix.view.query
    start, end = place(heatmap, 0.5, 0.5), place(heatmap, 0.7, 0.8)
    held = heatmap.cell_point(QPointF(start))
    drag(heatmap, start, end)
    assert heatmap.cell_point(QPointF(end)) == pytest.approx(held, abs=1e-6)
    assert matrix.view.query == query
    row, column = (int(number) for number in heatmap.cell_point(QPointF(place(heatmap, 0.31, 0.4))))
    click(heatmap, place(heatmap, 0.31, 0.4))
    assert matrix.view.query == row
    assert column in in_sight(heatmap)[1]


def test_a_drag_never_leaves_the_matrix(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    wheel(heatmap, place(heatmap), 3)
    for _ in range(6):
        drag(heatmap, place(heatmap, 0.1, 0.1), place(heatmap, 0.95, 0.95))
    assert heatmap.window_[0] == heatmap.window_[2] == 0
    assert in_sight(heatmap)[0].start == 0


FITS = {
    "double click": lambda app, heatmap: QTest.mouseDClick(heatmap, Qt.MouseButton.LeftButton, pos=place(heatmap)),
    "0": lambda app, heatmap: QTest.keyClick(heatmap, Qt.Key.Key_0),
    "F": lambda app, heatmap: QTest.keyClick(heatmap, Qt.Key.Key_F),
    "menu": lambda app, heatmap: app.window.actions_.fit.trigger(),
    "button": lambda app, heatmap: click(app.window.matrix.controls.fit, QPoint(8, 8)),
}


@pytest.mark.parametrize("way", FITS)
def test_every_way_back_to_all_of_it(matrix, qtbot, way):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    wheel(heatmap, place(heatmap), 4)
    heatmap.setFocus()
    assert matrix.view.zoom is not None
    FITS[way](matrix, heatmap)
    assert matrix.view.zoom is None
    assert not matrix.window.matrix.controls.fit.isEnabled()


def test_keys_come_closer_and_go_further(matrix):
    heatmap = matrix.window.matrix.heatmap
    heatmap.setFocus()
    QTest.keyClick(heatmap, Qt.Key.Key_Plus)
    assert heatmap.window_[1] == pytest.approx(14 / 1.5)
    QTest.keyClick(heatmap, Qt.Key.Key_Minus)
    assert heatmap.window_ is None
    matrix.window.actions_.closer.trigger()
    assert heatmap.window_ is not None
    matrix.window.actions_.further.trigger()
    assert heatmap.window_ is None


def test_the_cursor_keeps_itself_in_sight(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    wheel(heatmap, place(heatmap, 0.0, 0.0), 8)
    heatmap.setFocus()
    matrix.look(query=0)
    for _ in range(40):
        QTest.keyClick(heatmap, Qt.Key.Key_Down)
    assert matrix.view.query == 40
    assert 40 in in_sight(heatmap)[0]
    QTest.keyClick(heatmap, Qt.Key.Key_End)
    assert 63 in in_sight(heatmap)[1]
    assert "key" in matrix.window.reading.text()
    QTest.keyClick(heatmap, Qt.Key.Key_Home)
    assert 0 in in_sight(heatmap)[1]


def test_another_sentence_is_never_out_of_sight(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    wheel(heatmap, place(heatmap, 0.9, 0.9), 4)
    lengthened(matrix, 5, qtbot)
    rows, columns = in_sight(heatmap)
    assert len(rows) >= 3
    assert len(columns) >= 3


# what is told ---------------------------------------------------------------------------------------------------


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


# what is shown --------------------------------------------------------------------------------------------------


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
    for field, text in ((popup.low, "0.1"), (popup.high, "0,5"), (popup.leave_out, "1")):
        field.setFocus()
        field.clear()
        QTest.keyClicks(field, text)
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert matrix.view.colour == ColourChoice(map="cividis", low=0.1, high=0.5, leave_out=0)
    scale = matrix.window.matrix.heatmap.figure.cells("weights").scale
    assert (scale.map, scale.low, scale.high) == ("cividis", 0.1, 0.5)
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


# below the matrix -----------------------------------------------------------------------------------------------


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


# the file shows the same ------------------------------------------------------------------------------------------


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
    assert any(text.startswith("+ ") for text in titles), "sorted bars have their rest"
    assert any(text.startswith("scaled score, square root") for text in titles)


# pixels -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("n", [2, 14, 100])
@pytest.mark.parametrize("zoomed", [False, True])
def test_the_edges_have_the_colours_of_their_numbers(start, qtbot, n, theme, zoomed):
    app = start("sentence", "en", theme)
    app.look(tab="matrix", numbers=False)
    heatmap = lengthened(app, n, qtbot).window.matrix.heatmap
    app.look(query=n // 2)
    if zoomed:
        wheel(heatmap, place(heatmap), 3)
    rows, columns = in_sight(heatmap)
    if zoomed:  # cells cut by the edge have their middle elsewhere
        rows, columns = rows[1:-1] or rows, columns[1:-1] or columns
    image = heatmap.grab().toImage()
    ends = {(i, j) for i in (rows[0], rows[-1]) for j in columns}
    edge = ends | {(i, j) for i in rows for j in (columns[0], columns[-1])}
    # The followed row's frame covers cells of a few pixels.
    framed = 1 if heatmap.figure.cells("weights").cell_height < 8 else -1
    for row, column in sorted((i, j) for i, j in edge if abs(i - n // 2) > framed):
        assert colour_at(image, heatmap, row, column) == expected(heatmap, row, column), (row, column)


def test_the_zero_of_the_corner_matrix_is_at_the_top_right(start):
    app = start("bank")
    corner = matrix_document(
        [[1000.0, 0], [0, 1]], [[1, np.log(0.3)], [0, np.log(0.7)]], [[1.0], [0.0]], tokens_q=("a", "b")
    )
    app.session.edit("corner", with_options(corner, divide=False))
    app.look(tab="matrix", numbers=False)
    heatmap = app.window.matrix.heatmap
    np.testing.assert_allclose(app.scene.trace.weights, [[1, 0], [0.3, 0.7]], atol=1e-12)
    image = heatmap.grab().toImage()
    cells = heatmap.figure.cells("weights")
    s = heatmap.scale
    top, bottom = cells.y + cells.height * 0.25, cells.y + cells.height * 0.75
    left, right = cells.x + cells.width * 0.25, cells.x + cells.width * 0.75
    lut = heatmap.palette_.lut(cells.scale.map)
    for x, y, weight in ((left, top, 1.0), (right, top, 0.0), (left, bottom, 0.3), (right, bottom, 0.7)):
        found = QColor(image.pixel(int(x * s), int(y * s)))
        entry = cells.scale.entries(np.array([[weight]]))[0, 0]
        assert [found.red(), found.green(), found.blue()] == lut[entry].tolist()


# large --------------------------------------------------------------------------------------------------------------


def test_what_takes_a_look_at_the_whole_comes_when_the_hand_rests(matrix, qtbot):
    heatmap = lengthened(matrix, 600, qtbot).window.matrix.heatmap
    texts = lambda: [item.text for item in heatmap.figure.items if hasattr(item, "text")]  # noqa: E731
    assert not heatmap.settled
    assert "attention received" not in texts()
    assert any("each pixel shows the largest" in text for text in texts())
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
