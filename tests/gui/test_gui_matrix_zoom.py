"""Closer to the matrix and back: wheel, pinch, box, drag, keys, and every way to all of it."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.document.zoom import whole
from tests.gui.conftest import click
from tests.gui.heatmap_hand import drag, in_sight, lengthened, place, wheel


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


@pytest.mark.parametrize("corner", [(0, Qt.Key.Key_Home), (13, Qt.Key.Key_End), (6, Qt.Key.Key_End)])
@pytest.mark.parametrize("transposed", [False, True])
def test_a_zoom_by_key_holds_the_whole_cursor_cell(matrix, corner, transposed):
    heatmap = matrix.window.matrix.heatmap
    heatmap.setFocus()
    matrix.look(query=corner[0], transposed=transposed)
    QTest.keyClick(heatmap, corner[1])
    for key in (*[Qt.Key.Key_Plus] * 4, *[Qt.Key.Key_Minus] * 4):
        QTest.keyClick(heatmap, key)
        row, column = heatmap.cursor_cell
        first_row, rows, first_column, columns = heatmap.window_ or whole(14, 14)
        assert first_row <= row + 1e-9
        assert row + 1 <= first_row + rows + 1e-9
        assert first_column <= column + 1e-9
        assert column + 1 <= first_column + columns + 1e-9
        if rows < 14:
            cells = heatmap.figure.cells("weights")
            assert cells.numbers[row - math.floor(first_row)][column - math.floor(first_column)], "with its number"


def test_another_sentence_is_never_out_of_sight(matrix, qtbot):
    heatmap = lengthened(matrix, 64, qtbot).window.matrix.heatmap
    wheel(heatmap, place(heatmap, 0.9, 0.9), 4)
    lengthened(matrix, 5, qtbot)
    rows, columns = in_sight(heatmap)
    assert len(rows) >= 3
    assert len(columns) >= 3


@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
def test_the_same_keys_come_closer_while_presenting(matrix, drawing):
    """The strip below a presented matrix says “come closer (+)”."""
    matrix.look(drawing=drawing)
    matrix.presenting.enter()
    presenter = matrix.window.presenter
    QTest.keyClick(presenter, Qt.Key.Key_Plus)
    QTest.keyClick(presenter, Qt.Key.Key_Plus)
    _, rows, _, columns = matrix.view.zoom
    assert max(rows, columns) < matrix.scene.trace.n_k
    QTest.keyClick(presenter, Qt.Key.Key_Minus)
    assert matrix.view.zoom is None or matrix.view.zoom[1] > rows
    QTest.keyClick(presenter, Qt.Key.Key_Plus)
    QTest.keyClick(presenter, Qt.Key.Key_0)
    assert matrix.view.zoom is None
