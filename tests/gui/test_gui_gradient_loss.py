"""The loss from which the Gradient tab walks back: chosen, placed, typed, and said in the bar."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from attnviz.export.figure import Text
from tests.gui.conftest import click, drag
from tests.gui.gradient_hand import texts, type_into, type_number


def upstream(app):
    return app.session.document.upstream


def choose(view, name: str) -> None:
    """With the keyboard, as a person who presses arrows in the box does."""
    box = view.upstream.preset
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Home)
    for _ in range(box.findData(name)):
        QTest.keyClick(box, Qt.Key.Key_Down)
        view.settle()
    view.settle()
    assert box.currentData() == name


def test_another_loss_is_chosen_with_the_keyboard_and_undone(gradient):
    app, view = gradient()
    choose(view, "ones")
    assert upstream(app).preset == "ones"
    assert (view.editor.figure.cells("dR").values == 1).all()
    steps = app.session.undo_stack.count()
    while app.session.undo_stack.canUndo():
        app.window.actions_.undo.trigger()
        app.settle()
    assert steps >= 1
    assert upstream(app).preset == "cell"
    assert view.upstream.preset.currentData() == "cell"


@pytest.mark.parametrize(
    ("preset", "fields"),
    [("cell", "row column"), ("ones", ""), ("random", "seed"), ("squared", "row target"), ("custom", "")],
)
def test_only_the_fields_of_the_chosen_loss_are_there(gradient, preset, fields):
    _, view = gradient()
    choose(view, preset)
    shown = {name for name in ("row", "column", "seed", "target") if getattr(view.upstream, name).isVisible()}
    assert shown == set(fields.split())


def test_row_and_component_count_from_one_and_stay_inside(gradient):
    app, view = gradient()
    assert (view.upstream.row.text(), view.upstream.column.text()) == ("3", "1")
    type_into(view, view.upstream.row, "2")
    type_into(view, view.upstream.column, "2")
    assert (upstream(app).row, upstream(app).column) == (1, 1)
    assert np.argwhere(view.editor.figure.cells("dR").values).tolist() == [[1, 1]]
    assert "O[banco, money]" in view.upstream.note.text()
    type_into(view, view.upstream.row, "9")
    assert "out of range" in app.window.statusBar().currentMessage()
    assert upstream(app).row == 1


def test_another_seed_draws_other_numbers(gradient):
    app, view = gradient()
    choose(view, "random")
    before = view.editor.figure.cells("dR").values
    type_into(view, view.upstream.seed, "7")
    assert upstream(app).seed == 7
    assert not np.allclose(view.editor.figure.cells("dR").values, before)


@pytest.mark.parametrize(("language", "typed"), [("en", "[1, 0.5]"), ("en", "1; 0.5"), ("pt_BR", "1; 0,5")])
def test_a_target_is_typed_as_a_list(gradient, language, typed):
    app, view = gradient(language=language)
    choose(view, "squared")
    type_into(view, view.upstream.target, typed)
    assert upstream(app).target == (1.0, 0.5)
    output = app.scene.gradient.result
    np.testing.assert_allclose(view.editor.figure.cells("dR").values[2], output[2] - [1, 0.5])


def test_a_target_that_is_no_list_of_numbers_is_refused(gradient):
    app, view = gradient()
    choose(view, "squared")
    type_into(view, view.upstream.target, "1; two")
    assert upstream(app).target == ()
    assert "Target t" in app.window.statusBar().currentMessage()
    assert view.upstream.target.text() == "0, 0"


def test_typing_a_number_makes_the_loss_ones_own(gradient):
    app, view = gradient()
    type_number(view, 0, 1, "-2.5")
    assert upstream(app).preset == "custom"
    assert view.upstream.preset.currentData() == "custom"
    np.testing.assert_array_equal(upstream(app).values, [[0, -2.5], [0, 0], [1, 0]])
    app.window.actions_.undo.trigger()
    app.settle()
    assert upstream(app).preset == "cell"


def test_a_number_is_scrubbed_in_one_step_of_undo(gradient):
    app, view = gradient()
    drag(view.editor, view.editor.cell_center("dR", 1, 0), 60)
    app.settle()
    assert upstream(app).values[1, 0] == pytest.approx(1.0)
    assert view.checked.text().startswith("✓")
    app.window.actions_.undo.trigger()
    app.settle()
    assert upstream(app).preset == "cell"
    assert not app.session.undo_stack.canUndo()


def test_a_block_is_pasted(gradient):
    app, view = gradient()
    click(view.editor, view.editor.cell_center("dR", 1, 0))
    QApplication.clipboard().setText("1\t2\n3\t4")
    view.editor.paste()
    app.settle()
    np.testing.assert_array_equal(upstream(app).values[1:], [[1, 2], [3, 4]])
    QApplication.clipboard().setText("1\t2\t3")
    view.editor.paste()
    app.settle()
    assert "∂L/∂O" in app.window.statusBar().currentMessage()


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_rows_and_columns_cannot_be_added_here(gradient, qtbot):
    _, view = gradient()
    place = view.editor.cell_center("dR", 0, 0)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.editor.mapToGlobal(place))
    QApplication.sendEvent(view.editor, event)
    (menu,) = view.editor.findChildren(QMenu)
    assert [action.text().replace("&", "") for action in menu.actions()] == [
        "Edit the number",
        "Copy the matrix",
        "Paste here",
    ]
    menu.close()


def test_the_loss_bar_says_what_the_loss_is(gradient):
    _, view = gradient()
    assert view.upstream.note.text() == "L = O[praça, seat] = 0.858"
    choose(view, "squared")
    type_into(view, view.upstream.target, "1; 0")
    assert view.upstream.note.text() == "L = ½ ‖O[praça] − t‖² = 0.02 · t = (seat 1, money 0)"
    label = view.upstream._fields["target"][0]
    assert "praça" in label.text()
    for part in ("praça", "seat", "money"):
        assert part in view.upstream.target.toolTip()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("source", ["bank", "gato", "way-back"])
def test_what_gets_through_is_in_sight_however_small_the_window(gradient, source, language):
    _, view = gradient(source, size=(960, 600), language=language)
    QApplication.processEvents()
    view._fit_sum()
    found = [
        item for item in view.sum.figure.items if isinstance(item, Text) and ("J: " in item.text or "∂A" in item.text)
    ]
    summary = [item for item in found if item.y < 30]
    assert len(summary) == 2
    for item in summary:
        assert item.y * view.sum.scale < view._sum_area.viewport().height()
    assert not any(text.startswith("= … =") for text in texts(view.sum)), "no terms are cut"


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("source", ["bank", "gato", "sentence"])
def test_nothing_of_the_loss_bar_is_cut_off(gradient, source, size):
    _, view = gradient(source, size=size)
    for preset in ("cell", "squared", "random"):
        choose(view, preset)
        QApplication.processEvents()
        for widget in view.upstream.children():
            if hasattr(widget, "isVisible") and widget.isVisible() and widget is not view.upstream.note:
                right = widget.mapTo(view.upstream, QPoint(widget.width(), 0)).x()
                assert right <= view.upstream.width(), (preset, widget)


@pytest.mark.parametrize("source", ["bank", "sentence", "gato"])
def test_no_letter_opens_two_things(gradient, source):
    app, view = gradient(source)
    texts_ = [action.text() for action in app.window.menuBar().actions()]
    for panel in (app.window.controls, view):
        texts_ += [
            widget.text()
            for widget in panel.findChildren(QWidget)
            if widget.isVisibleTo(app.window) and isinstance(getattr(widget, "text", lambda: None)(), str)
        ]
    letters = [text[text.index("&") + 1].lower() for text in texts_ if "&" in text]
    assert len(letters) == len(set(letters)), texts_


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_command_line_writes_the_view(qapp, tmp_path, kind):
    from attnviz.cli import main

    path = tmp_path / f"gradient.{kind}"
    assert main(["export", "way-back", "--view", "gradient", "--query", "2", "--to", str(path)]) == 0
    assert path.stat().st_size > 5000
    if kind == "svg":
        text = path.read_text(encoding="utf-8")
        assert "−0.34" in text
        assert "20 % of ∂A gets through" in text
