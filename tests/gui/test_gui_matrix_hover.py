"""The cell under the pointer has a ring: seen on every colour, painted alone, and gone with the pointer."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.document.colour_choice import ColourChoice
from tests.gui.conftest import _move
from tests.gui.heatmap_hand import lengthened, place, wheel


def pixels(widget) -> np.ndarray:
    """What is seen, (height, width, 3)."""
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    array = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.width(), 4)
    return array[..., 2::-1].astype(float)


def point_at(canvas, row, column, name="weights") -> QPoint:
    there = canvas.cell_center(name, row, column)
    _move(canvas, there, Qt.KeyboardModifier.NoModifier)
    return there


def leave(canvas) -> None:
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))


def changed(before, after) -> QRect:
    """The smallest box around all pixels that differ."""
    rows, columns = np.nonzero((before != after).any(axis=2))
    if not len(rows):
        return QRect()
    return QRect(QPoint(int(columns.min()), int(rows.min())), QPoint(int(columns.max()), int(rows.max())))


def luminance(colour) -> float:
    part = np.asarray(colour, float) / 255
    part = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float(part @ (0.2126, 0.7152, 0.0722))


def contrast(one, other) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def around(canvas, row, column, name="weights") -> QRect:
    return canvas.cell_rect(name, row, column).toAlignedRect().adjusted(-3, -3, 3, 3)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("colours", ["violet", "viridis", "grey"])
def test_the_ring_is_seen_on_the_lightest_and_the_darkest_cell(start, theme, colours) -> None:
    app = start("sentence", "en", theme)
    app.look(tab="matrix", numbers=False, colour=ColourChoice(map=colours))
    heatmap, weights = app.window.matrix.heatmap, app.scene.trace.weights
    for place_ in (weights.argmax(), weights.argmin()):
        row, column = (int(index) for index in np.unravel_index(place_, weights.shape))
        leave(heatmap)
        before = pixels(heatmap)
        middle = point_at(heatmap, row, column)
        after = pixels(heatmap)
        box = changed(before, after)
        assert around(heatmap, row, column).contains(box), "nothing but the cell's edge"
        assert box.width() >= heatmap.cell_rect("weights", row, column).width() - 1, "all around it"
        ground = before[middle.y(), middle.x()]
        line = after[middle.y(), box.left() : box.left() + 4]
        assert max(contrast(colour, ground) for colour in line) >= 3
        leave(heatmap)
        assert changed(before, pixels(heatmap)).isEmpty(), "gone with the pointer"


class Painted(QObject):
    """How many pixels a widget was asked to paint."""

    def __init__(self, widget) -> None:
        super().__init__(widget)
        self.area = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched, event) -> bool:
        if event.type() == QEvent.Type.Paint:
            self.area += sum(rect.width() * rect.height() for rect in event.region())
        return False


def test_another_cell_costs_two_small_rectangles(matrix, qtbot) -> None:
    heatmap = matrix.window.matrix.heatmap
    point_at(heatmap, 3, 3)
    QTest.qWait(30)
    painted = Painted(heatmap)
    point_at(heatmap, 9, 8)
    qtbot.waitUntil(lambda: painted.area > 0)
    size = around(heatmap, 9, 8)
    assert painted.area <= 2 * (size.width() + 2) * (size.height() + 2)
    painted.area = 0
    leave(heatmap)
    qtbot.waitUntil(lambda: painted.area > 0)
    assert painted.area <= (size.width() + 2) * (size.height() + 2)


def test_cells_of_a_few_pixels_are_not_hidden_by_a_ring(matrix, qtbot) -> None:
    heatmap = lengthened(matrix, 150, qtbot).window.matrix.heatmap
    assert heatmap.cell_rect("weights", 0, 0).width() < 6
    QTest.qWait(300)
    before = pixels(heatmap)
    point_at(heatmap, 90, 40)
    assert "query" in matrix.window.reading.text()
    assert changed(before, pixels(heatmap)).isEmpty()


def test_the_ring_stays_under_a_pointer_that_zooms(matrix) -> None:
    heatmap = matrix.window.matrix.heatmap
    matrix.look(numbers=False)
    here = point_at(heatmap, 10, 3) + QPoint(2, 1)
    _move(heatmap, here, Qt.KeyboardModifier.NoModifier)
    wheel(heatmap, place(heatmap, 0.9, 0.9), 4)  # about another place, so that other cells come under the pointer
    found = heatmap.hit(here)
    assert found is not None
    with_ring = pixels(heatmap)
    _, row, column = found
    assert (row, column) != (10, 3)
    assert f"query “{matrix.scene.trace.tokens_q[row]}”" in matrix.window.reading.text()
    leave(heatmap)
    assert around(heatmap, row, column).contains(changed(with_ring, pixels(heatmap)))
    assert not changed(with_ring, pixels(heatmap)).isEmpty()


def test_the_keys_take_over_from_a_resting_pointer(matrix) -> None:
    heatmap = matrix.window.matrix.heatmap
    matrix.look(numbers=False)
    heatmap.setFocus()
    there = point_at(heatmap, 2, 9)
    edge = heatmap.cell_rect("weights", 2, 9).toRect().topLeft()
    inks = {QColor(heatmap.palette_.ink).getRgb()[:3], QColor(heatmap.palette_.paper).getRgb()[:3]}
    assert tuple(pixels(heatmap)[edge.y(), edge.x() + 4]) in inks
    QTest.keyClick(heatmap, Qt.Key.Key_Right)
    scene = matrix.scene
    assert f"key “{scene.trace.tokens_k[1]}”" in matrix.window.reading.text()
    with_keys = pixels(heatmap)
    leave(heatmap)
    assert changed(with_keys, pixels(heatmap)).isEmpty(), "the pointer's ring had gone"
    _move(heatmap, there, Qt.KeyboardModifier.NoModifier)
    assert f"key “{scene.trace.tokens_k[9]}”" in matrix.window.reading.text()
    assert not changed(with_keys, pixels(heatmap)).isEmpty()


def test_all_plots_that_are_compared_ring_the_cell(matrix) -> None:
    matrix.look(drawing="compare", numbers=False)
    canvas = matrix.window.matrix.compare.canvas
    before = pixels(canvas)
    point_at(canvas, 6, 4, "other")
    after = pixels(canvas)
    for name in ("weights", "other", "difference"):
        box = around(canvas, 6, 4, name)
        part = (slice(box.top(), box.bottom() + 1), slice(box.left(), box.right() + 1))
        assert not changed(before[part], after[part]).isEmpty(), name
    leave(canvas)
    assert changed(before, pixels(canvas)).isEmpty()


def test_the_presentation_rings_it_too(matrix, qtbot) -> None:
    matrix.window.actions_.present.trigger()
    heatmap = matrix.window.presenter.slide.heatmap
    qtbot.waitUntil(heatmap.isVisible)
    before = pixels(heatmap)
    point_at(heatmap, 6, 4)
    box = changed(before, pixels(heatmap))
    assert not box.isEmpty()
    assert around(heatmap, 6, 4).contains(box)
