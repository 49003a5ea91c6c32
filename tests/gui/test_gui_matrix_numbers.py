"""Numbers wanted in cells that are too small for them: the window says so, and writes them as soon as they fit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.export.figure import Text
from attnviz.export.fonts import font, text_width
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.number_room import EXPECTED
from attnviz.settings import Settings
from attnviz.ui import text_size
from tests.gui.conftest import click, come_to_rest, settle

Key, Mod = Qt.Key, Qt.KeyboardModifier


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


def told(app) -> bool:
    """Whether the heading of the switch says that there is no room, and the switch how to get it."""
    controls = app.window.controls
    said = controls.numbers.accessibleDescription()
    assert (said in controls.numbers.toolTip()) or not said
    assert bool(said) == (" · " in controls.cells.text())
    page = app.window.matrix
    if page.isVisible() and page.plot is page.heatmap and page.heatmap.isVisible():
        words = "too small for numbers", "pequenas demais para os números"
        strip = [item.text for item in page.heatmap.figure.items if isinstance(item, Text)]
        assert any(word in text for text in strip for word in words) == bool(said), "the picture says so too"
    return bool(said)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
def test_cells_without_room_for_numbers_are_told_of_until_one_comes_closer(start, language, drawing):
    app = start("sentence", language, size=(960, 600))
    app.look(tab="matrix", drawing=drawing)
    plot = app.window.matrix.plot
    assert plot.figure.cells("weights").numbers is None
    assert told(app)
    plot.setFocus()
    for _ in range(12):
        if not told(app):
            break
        QTest.keyClick(plot, Key.Key_Plus)
    assert not told(app)
    assert plot.figure.cells("weights").numbers is not None
    QTest.keyClick(plot, Key.Key_0)
    assert told(app)
    app.window.resize(2400, 1500)
    QApplication.processEvents()
    assert plot.figure.cells("weights").numbers is not None
    assert not told(app)


def test_it_is_told_only_where_numbers_are_wanted_and_cells_are_seen(start):
    app = start("sentence", size=(960, 600))
    app.look(tab="matrix")
    assert told(app)
    for changes in ({"numbers": False}, {"drawing": "lines"}, {"drawing": "arcs"}, {"quantity": "mask"}):
        before = {name: getattr(app.view, name) for name in changes}
        app.look(**changes)
        assert not told(app), changes
        app.look(**before)
        assert told(app), changes
    app.look(tab="steps")
    assert not told(app)


def test_scores_whose_digits_have_no_room_are_told_of(start):
    app = start("sentence", size=(1280, 800))
    app.look(tab="matrix", quantity="scores")
    assert app.window.matrix.heatmap.figure.cells("weights").numbers is None
    assert told(app)
    app.look(quantity="weights")
    assert not told(app)


@pytest.mark.parametrize("by", ["keys", "switch"])
def test_who_asks_for_numbers_in_vain_is_told_at_once(start, by):
    app = start("sentence", size=(960, 600))
    app.look(tab="matrix", numbers=False)
    assert app.window.statusBar().currentMessage() == ""
    switch = app.window.controls.numbers
    if by == "keys":
        QTest.keyClick(app.window, Key.Key_M, Mod.ControlModifier | Mod.ShiftModifier)
    else:
        app.window.controls.ensureWidgetVisible(switch)
        click(switch, QRect(0, 0, 20, switch.height()).center())
    assert app.view.numbers
    assert "too small" in app.window.statusBar().currentMessage()


def test_a_figure_for_a_file_says_nothing_of_coming_closer(start):
    app = start("sentence", size=(960, 600))
    app.look(tab="matrix")
    heatmap = app.window.matrix.heatmap
    width, height = heatmap.width() / heatmap.scale, heatmap.height() / heatmap.scale
    figure = matrix_figure(app.scene, width=width, height=height, measure=text_width)
    assert figure.cells("weights").numbers is None
    assert not any("too small" in item.text for item in figure.items if isinstance(item, Text))


@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
@pytest.mark.parametrize("percent", [100, 200])
def test_nobody_expects_numbers_in_the_cells_of_a_long_text(start, percent, drawing):
    """Then neither the picture nor the switch says that there is no room; who asks for them in vain is answered."""
    Settings().text_size = percent
    app = start("sentence", size=(960, 600))
    app.look(tab="matrix", drawing=drawing, numbers=False)
    app.acts.set_text(" ".join(f"w{i}" for i in range(120)))
    settle(app)
    QTest.keyClick(app.window, Key.Key_M, Mod.ControlModifier | Mod.ShiftModifier)
    assert app.view.numbers
    assert not told(app)
    assert "too small" in app.window.statusBar().currentMessage()


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
def test_all_that_tell_of_numbers_tell_of_the_cells_that_are_drawn(start, percent, drawing):
    """At every zoom, of few tokens and of many: `told` looks whether picture, heading and switch agree."""
    Settings().text_size = percent
    app = start("sentence", size=(960, 600))
    app.look(tab="matrix", drawing=drawing)
    seen = set()
    for tokens in (14, 40, 120):
        app.acts.set_text(" ".join(f"w{i}" for i in range(tokens)))
        settle(app)
        for side in (tokens, 60.0, 30.0, 14.0, 9.0, 5.0, 3.0):
            app.look(zoom=None if side >= tokens else (1.0, side, 1.0, side))
            come_to_rest()
            plot = app.window.matrix.plot
            drawn = [plot.figure.cells(name) for name in plot.plots]
            drawn = [cells for cells in drawn if cells is not None]
            written = any(cells.numbers is not None for cells in drawn)
            tiny = all(min(cells.cell_width, cells.cell_height) < EXPECTED for cells in drawn)
            assert told(app) == (not written and not tiny), (tokens, side)
            seen.add((written, tiny))
    assert len(seen) == 3


def test_the_plot_rests_while_numbers_come_and_go(start):
    """The line that says there is no room has its own: coming closer moves neither plot nor measures."""
    Settings().text_size = 200
    app = start("sentence", size=(960, 600))
    app.look(tab="matrix")
    come_to_rest()
    heatmap = app.window.matrix.heatmap
    places = []
    for zoom in (None, (2.0, 5.0, 2.0, 5.0)):
        app.look(zoom=zoom)
        come_to_rest()
        cells = heatmap.figure.cells("weights")
        places.append((cells.x, cells.y, round(cells.width, 6), round(cells.height, 6), heatmap.minimumHeight()))
    assert told(app) is False
    assert places[0] == places[1]


def test_the_heading_has_room(start):
    for language in ("en", "pt_BR"):
        app = start("sentence", language, size=(960, 600))
        app.look(tab="matrix")
        heading = app.window.controls.cells
        assert heading.sizeHint().width() <= heading.width()


# what stands beside the matrix --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("quantity", ["weights", "scores"])
@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen
def test_what_stands_in_the_empty_fields_of_the_colours_can_be_read(start, language, quantity):
    app = start("sentence", language)
    app.look(tab="matrix", quantity=quantity)
    controls = app.window.matrix.controls
    click(controls.colours, controls.colours.rect().center())
    for field in (controls.popup.low, controls.popup.high, controls.popup.leave_out):
        words = QFontMetrics(field.font()).horizontalAdvance(field.placeholderText())
        room = field.contentsRect().width() - 2 * 10 - 4  # the style's padding, and the caret's margins
        assert words <= room, field.placeholderText()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("width", [190, 240, 480])
def test_no_lessons_title_is_cut(start, language, width):
    app = start("sentence", language, size=(1600, 1000))
    app.window.panels.set_width("lessons", width)
    QApplication.processEvents()
    rows = app.window.lessons.list
    metrics = QFontMetrics(font(13))
    for row in range(rows.count()):
        place = rows.visualItemRect(rows.item(row))
        title = metrics.boundingRect(
            QRect(0, 0, place.width() - 16, 10_000), Qt.TextFlag.TextWordWrap, rows.item(row).text()
        )
        subtitle = QFontMetrics(font(12)).height() if row == rows.currentRow() else 0
        assert title.height() + subtitle <= place.height() - 5, rows.item(row).text()
        assert title.width() <= place.width() - 16
        if row:
            above = rows.visualItemRect(rows.item(row - 1))
            assert above.bottom() < place.top()
    last = rows.visualItemRect(rows.item(rows.count() - 1))
    assert last.bottom() <= rows.viewport().height()
