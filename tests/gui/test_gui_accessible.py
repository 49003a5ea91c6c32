"""Every control has a role and a name, every picture a description, and every matrix can be read cell by cell."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QScrollArea, QVBoxLayout, QWidget

from attnviz.document.links_look import LinksLook
from attnviz.export.alt_text import alt_text
from attnviz.export.figure import Cells
from attnviz.ui import accessible
from attnviz.ui.accessible import give_role
from attnviz.ui.accessible_cells import CellTable
from attnviz.ui.figure_canvas import FigureCanvas
from tests.gui.accessible_tree import faults, name_of
from tests.gui.conftest import settle

TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")
# A document for every kind of source that has views of its own.
SOURCES = ("bank", "gato", "sentence")


pytestmark = pytest.mark.usefixtures("reader")


def look_at(app, tab: str) -> QWidget:
    app.gaze.show_tab(tab)
    QTest.qWait(60)
    return app.window.views.currentWidget()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("tab", TABS)
def test_every_view_can_be_made_out_by_ear(start, tab, source, language):
    app = start(source, language)
    look_at(app, tab)
    assert faults(app.window) == []


@pytest.mark.parametrize("drawing", ["lines", "arcs", "compare"])
def test_the_other_drawings_can_be_made_out_too(start, drawing):
    app = start("sentence")
    look_at(app, "matrix")
    app.look(drawing=drawing)
    assert faults(app.window) == []


@pytest.mark.parametrize("head", ["previous", "distance", "mixed"])
def test_the_controls_of_every_head_have_names(start, head):
    app = start("sentence")
    app.acts.set_head(head)
    settle(app)
    assert faults(app.window) == []


def dialogs(app) -> dict[str, object]:
    acts = app.window.actions_
    return {
        "export": acts.export,
        "animation": acts.animate,
        "about": acts.about,
        "shortcuts": acts.shortcuts,
        "preferences": acts.preferences,
    }


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("name", ["export", "animation", "about", "shortcuts", "preferences"])
def test_every_dialog_can_be_made_out_by_ear(start, qtbot, name, language):
    app = start("bank", language)
    dialogs(app)[name].trigger()
    qtbot.waitUntil(lambda: any(top.isVisible() for top in app.window.findChildren(QDialog)))
    dialog = next(top for top in app.window.findChildren(QDialog) if top.isVisible())
    QTest.qWait(100)
    try:
        assert faults(dialog) == []
    finally:
        dialog.close()
        QTest.qWait(20)


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen
def test_what_opens_over_the_window_can_be_made_out(start, qtbot):
    app = start("sentence")
    app.window.actions_.palette.trigger()
    qtbot.wait(50)
    assert faults(app.window) == []
    app.help._palette.leave(keep_focus=True)
    look_at(app, "matrix")
    app.window.matrix.controls.colours.click()
    popup = QApplication.activePopupWidget()
    assert popup is not None
    assert faults(popup) == []
    popup.close()


@pytest.mark.parametrize("tab", [tab for tab in TABS if tab != "code"])
def test_a_presentation_can_be_made_out(start, tab, heard):
    app = start("bank")
    look_at(app, tab)
    app.window.actions_.present.trigger()
    QTest.qWait(50)
    assert faults(app.window) == []
    if tab == "steps":
        QTest.keyClick(app.window.presenter, Qt.Key.Key_Left)
        assert any("softmax" in sentence for sentence in heard)
    app.window.actions_.present.trigger()
    QTest.qWait(20)


def table(canvas: FigureCanvas, name: str) -> CellTable:
    return canvas.tables.there[name]


def said(cells: CellTable, row: int, column: int) -> str:
    interface = QAccessible.queryAccessibleInterface(cells)
    columns = cells.model().columnCount() + 1
    return name_of(interface.child((row + 1) * columns + column + 1))


def test_the_chain_is_read_cell_by_cell(bank):
    editor = bank.window.steps.editor
    assert set(editor.tables.there) == {"Q", "K", "V", "scores", "scaled", "weights", "output"}
    q = table(editor, "Q")
    assert name_of(QAccessible.queryAccessibleInterface(q)) == "Q, queries"
    assert said(q, 1, 1) == "Q, banco, 2 = 2"
    assert said(table(editor, "output"), 1, 0) == "O = AV, banco, seat = 0.847152"
    assert "weight 0.3057, rank 2 of 3" in said(table(editor, "weights"), 1, 1)


def test_a_cell_is_where_it_is_drawn_and_says_whether_it_can_be_edited(bank):
    editor = bank.window.steps.editor
    for name in ("Q", "weights"):
        cells = table(editor, name)
        interface = QAccessible.queryAccessibleInterface(cells)
        columns = cells.model().columnCount() + 1
        for row in range(3):
            for column in range(columns - 1):
                told = interface.child((row + 1) * columns + column + 1)
                drawn = editor.cell_rect(name, row, column)
                place = told.rect().translated(-editor.mapToGlobal(editor.rect().topLeft()))
                assert abs(place.center().x() - drawn.center().x()) <= 2
                assert abs(place.center().y() - drawn.center().y()) <= 2
        described = told.text(QAccessible.Text.Description)
        assert described == ("editable" if name == "Q" else described)
        assert ("computed" in described) == (name == "weights")


def test_the_canvas_itself_tells_what_its_export_would(bank):
    editor = bank.window.steps.editor
    told = editor.accessibleDescription()
    assert told == alt_text(bank.scene, editor.figure)
    assert "Its output is [0.85, 0.15]: seat is largest." in told


def test_a_masked_cell_and_a_changed_one_say_so(bank):
    bank.acts.set_option("causal", True)
    settle(bank)
    look_at(bank, "matrix")
    model = table(bank.window.matrix.heatmap, "weights").model()
    described = model.data(model.index(0, 2), Qt.ItemDataRole.AccessibleDescriptionRole)
    assert "masked" in described
    assert "masked" in said(table(bank.window.matrix.heatmap, "weights"), 0, 2)
    assert "masked" not in model.data(model.index(2, 0), Qt.ItemDataRole.AccessibleDescriptionRole)


def test_an_edit_is_in_the_table_at_once(bank):
    editor = bank.window.steps.editor
    bank.acts.edit_cell("Q", 1, 1, 5.0, "by hand")
    settle(bank)
    assert said(table(editor, "Q"), 1, 1) == "Q, banco, 2 = 5"


def test_columns_as_queries_are_read_as_they_lie(bank):
    look_at(bank, "matrix")
    bank.look(transposed=True)
    cells = table(bank.window.matrix.heatmap, "weights")
    assert "query “banco”, key “praça”" in said(cells, 2, 1)  # down the keys, to the right the queries


def test_bars_lines_heads_and_curves_are_read_too(start):
    app = start("sentence")
    look_at(app, "matrix")
    bars = app.window.matrix.inspector.bars
    assert "weight" in said(table(bars, "weights"), 0, 0)
    app.look(drawing="lines", links=LinksLook(threshold=0.0, most=2))
    links = app.window.matrix.links.canvas
    assert "query" in said(table(links, "links"), 0, 0)
    app.look(inspector="saturation")
    panel = app.window.matrix.inspector.saturation
    for _ in range(200):
        if panel.curve is not None:
            break
        QTest.qWait(10)
    assert said(table(panel, "curve"), 0, 0).startswith("dₖ = 1: largest weight")


def test_the_sum_is_read_line_by_line(bank):
    lines = table(bank.window.steps.sum, "lines")
    read = [said(lines, row, 0) for row in range(lines.model().rowCount())]
    assert read[0].startswith("The sum of “banco”")
    assert any("0.31" in line for line in read)


@pytest.mark.parametrize("tab", ["steps", "matrix", "gradient", "training", "shapes"])
def test_the_tables_cannot_be_seen(start, tab):
    """A picture with a screen reader is the picture without."""
    app = start("bank")
    view = look_at(app, tab)
    canvases = [canvas for canvas in view.findChildren(FigureCanvas) if canvas.isVisible()]
    assert any(canvas.tables.there for canvas in canvases)
    for canvas in canvases:
        with_tables = canvas.grab().toImage()
        for cells in canvas.tables.there.values():
            cells.hide()
        assert canvas.grab().toImage() == with_tables


def test_the_tables_leave_the_pointer_to_the_canvas(bank):
    editor = bank.window.steps.editor
    QTest.mouseClick(editor, Qt.MouseButton.LeftButton, pos=editor.cell_center("K", 1, 0))
    assert editor.cursor_cell == ("K", 1, 0)
    for cells in editor.tables.there.values():
        assert editor.childAt(cells.geometry().center()) is None


def test_without_a_screen_reader_there_are_no_tables(start):
    QAccessible.setActive(False)
    app = start("bank")
    assert app.window.steps.editor.tables.there == {}


def test_tables_of_matrices_that_are_gone_go(start):
    app = start("bank")
    editor = app.window.steps.editor
    assert "scaled" in editor.tables.there
    app.open_lesson("gato")
    settle(app)
    names = {item.name for item in editor.figure.items if isinstance(item, Cells)}
    assert set(editor.tables.there) == names
    app.session.undo_stack.undo()
    settle(app)
    assert "X" not in editor.tables.there


def test_a_reader_that_asks_while_windows_come_and_go_finds_them_or_nothing(start):
    """Roles are given from Python: neither the garbage collector nor a window's end may take one too early."""
    app = start("bank")
    for _ in range(30):
        canvas = FigureCanvas(app.window)
        canvas.show()
        interface = QAccessible.queryAccessibleInterface(canvas)
        assert interface.role() == QAccessible.Role.Canvas
        del interface
        gc.collect()
        event = QAccessibleEvent(canvas, QAccessible.Event.Focus)
        QAccessible.updateAccessibility(event)
        canvas.deleteLater()
        del canvas, event
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()


# what is said --------------------------------------------------------------------------------------------------


def test_the_cursor_is_heard(bank, heard):
    editor = bank.window.steps.editor
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_Down)
    QTest.keyClick(editor, Qt.Key.Key_Right)
    assert heard[-1] == "Q, sentei, 2 = 0"
    QTest.keyClick(editor, Qt.Key.Key_PageDown)
    assert heard[-1] == "K, sentei, 2 = 0"
    QTest.keyClick(editor, Qt.Key.Key_PageDown)
    assert heard[-1].startswith("scores, query “sentei”, key “banco”, score 2.000")


def test_what_came_of_an_act_is_heard_once_it_rests(bank, heard, qtbot):
    for value in (1.0, 2.0, 3.0):
        bank.acts.edit_cell("V", 2, 0, value, "drag")
    qtbot.waitUntil(lambda: any("Its output is" in sentence for sentence in heard))
    told = [sentence for sentence in heard if "Its output is" in sentence]
    assert len(told) == 1
    assert told[0].startswith("Edit V. The query “banco” looks at “praça” 0.62")
    bank.window.actions_.undo.trigger()
    qtbot.waitUntil(lambda: heard[-1].startswith("Undone: Edit V."))
    assert "seat is largest" in heard[-1]


def test_a_refusal_is_heard(bank, heard):
    editor = bank.window.steps.editor
    editor.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_Return):
        QTest.keyClick(editor, key)
    assert "computed" in heard[-1]


def test_the_step_is_heard_with_its_caption(bank, heard):
    QTest.mouseClick(bank.window.steps.player.back, Qt.MouseButton.LeftButton)
    assert heard[-1].startswith("5 of 6")


def test_a_slider_says_its_number_and_not_its_position(sentence, heard):
    slider = sentence.window.controls.d_k.slider
    slider.setFocus()
    QTest.keyClick(slider, Qt.Key.Key_Right)
    settle(sentence)
    number = str(sentence.session.document.source.d_k)
    assert number in heard
    assert slider.accessibleDescription().startswith(number)


def test_the_tree_walk_finds_what_it_is_for(qtbot):
    class Picture(QWidget):
        def __init__(self) -> None:
            super().__init__()
            give_role(self, QAccessible.Role.Canvas)

    top = QWidget()
    qtbot.addWidget(top)
    column = QVBoxLayout(top)
    nameless, picture, first, second = QPushButton("★"), Picture(), QPushButton("Save"), QPushButton("Save")
    nameless.setText("")
    picture.setAccessibleName("A picture")
    held = QWidget()
    held.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    for widget in (nameless, picture, first, second, held):
        column.addWidget(widget)
    top.show()
    found = "\n".join(faults(top))
    for fault in ("no name: QPushButton", "a picture without", "takes the keys, and has no role", "two of one name"):
        assert fault in found


def test_a_reader_that_comes_late_finds_all(start, qtbot):
    QAccessible.setActive(False)
    editor = start("bank").window.steps.editor
    assert editor.tables.there == {}
    QAccessible.setActive(True)
    qtbot.waitUntil(lambda: "Q" in editor.tables.there)
    assert "seat is largest" in editor.accessibleDescription()


def test_every_widget_keeps_the_role_that_it_was_given(bank):
    """Whatever is connected to it afterwards: Qt would ask its own interface instead of ours."""
    for tab in bank.window.actions_.tabs.values():
        tab.trigger()
        settle(bank)
    bank.window.actions_.languages["pt_BR"].trigger()
    settle(bank)
    bank.window.actions_.present.trigger()
    settle(bank)
    for window in (bank.window.actions_.export, bank.window.actions_.about):
        window.trigger()
        QTest.qWait(50)
    accessible.let_go()
    areas = [area for top in QApplication.topLevelWidgets() for area in top.findChildren(QScrollArea)]
    assert len(areas) > 5
    for area in areas:  # first: Qt's own ends the program when a reader asks for a part that has just gone
        interface = QAccessible.queryAccessibleInterface(area)
        assert any(given is interface for given in accessible._given.values()), type(area)
        assert interface.child(interface.childCount()) is None
    assert len(accessible._given) > 12
    for given in accessible._given.values():
        assert QAccessible.queryAccessibleInterface(given.widget()) is given, type(given.widget())
