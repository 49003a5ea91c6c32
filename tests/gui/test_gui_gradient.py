"""The Gradient tab in the real window: the loss chosen and typed, the chain walked backward, the check, lesson 7."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from attnviz.export.figure import Cells, Text
from tests.gui.conftest import click, drag

CTRL = Qt.KeyboardModifier.ControlModifier
NUMBERS = json.loads((Path(__file__).parents[1] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))["d"]


@pytest.fixture
def opened(start, qtbot):
    """opened(source) has the Gradient tab in front. `app.settle()` waits until what is shown is the document."""

    def open_(source="bank", **how):
        app = start(source, **how)
        app.settle = lambda: qtbot.waitUntil(lambda: app.scene.document is app.session.document)
        app.settle()
        QTest.keyClick(app.window, Qt.Key.Key_4, CTRL)
        view = app.window.view("gradient")
        assert view.isVisible()
        view.settle = app.settle
        return app, view

    return open_


def drawn(view) -> set[str]:
    return {item.name for item in view.editor.figure.items if isinstance(item, Cells)}


def texts(canvas) -> list[str]:
    return [item.text for item in canvas.figure.items if isinstance(item, Text)]


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


def type_into(view, field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    view.settle()


def type_number(view, row: int, column: int, text: str) -> None:
    editor = view.editor
    click(editor, editor.cell_center("dR", row, column))
    QTest.keyClicks(editor, text[0])
    QTest.keyClicks(editor._line, text[1:])
    QTest.keyClick(editor._line, Qt.Key.Key_Return)
    view.settle()


def test_the_tab_shows_the_chain_and_its_check(opened):
    app, view = opened()
    assert drawn(view) == {"dR", "dA", "dV", "dscaled", "dS", "dQ", "dK"}
    assert view.checked.text().startswith("✓ agrees with really moving each of the 18 numbers")
    assert "h = " in view.checked.text()
    for part in ("relative", "row sum"):
        assert part in view.checked.toolTip()
        assert part not in view.checked.text()
    assert app.window.actions_.tabs["gradient"].isChecked()
    assert view.editor.hasFocus()


def test_another_loss_is_chosen_with_the_keyboard_and_undone(opened):
    app, view = opened()
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
def test_only_the_fields_of_the_chosen_loss_are_there(opened, preset, fields):
    _, view = opened()
    choose(view, preset)
    shown = {name for name in ("row", "column", "seed", "target") if getattr(view.upstream, name).isVisible()}
    assert shown == set(fields.split())


def test_row_and_component_count_from_one_and_stay_inside(opened):
    app, view = opened()
    assert (view.upstream.row.text(), view.upstream.column.text()) == ("3", "1")
    type_into(view, view.upstream.row, "2")
    type_into(view, view.upstream.column, "2")
    assert (upstream(app).row, upstream(app).column) == (1, 1)
    assert np.argwhere(view.editor.figure.cells("dR").values).tolist() == [[1, 1]]
    assert "O[banco, money]" in view.upstream.note.text()
    type_into(view, view.upstream.row, "9")
    assert "out of range" in app.window.statusBar().currentMessage()
    assert upstream(app).row == 1


def test_another_seed_draws_other_numbers(opened):
    app, view = opened()
    choose(view, "random")
    before = view.editor.figure.cells("dR").values
    type_into(view, view.upstream.seed, "7")
    assert upstream(app).seed == 7
    assert not np.allclose(view.editor.figure.cells("dR").values, before)


@pytest.mark.parametrize(("language", "typed"), [("en", "[1, 0.5]"), ("en", "1; 0.5"), ("pt_BR", "1; 0,5")])
def test_a_target_is_typed_as_a_list(opened, language, typed):
    app, view = opened(language=language)
    choose(view, "squared")
    type_into(view, view.upstream.target, typed)
    assert upstream(app).target == (1.0, 0.5)
    output = app.scene.gradient.result
    np.testing.assert_allclose(view.editor.figure.cells("dR").values[2], output[2] - [1, 0.5])


def test_a_target_that_is_no_list_of_numbers_is_refused(opened):
    app, view = opened()
    choose(view, "squared")
    type_into(view, view.upstream.target, "1; two")
    assert upstream(app).target == ()
    assert "Target t" in app.window.statusBar().currentMessage()
    assert view.upstream.target.text() == "0, 0"


def test_typing_a_number_makes_the_loss_ones_own(opened):
    app, view = opened()
    type_number(view, 0, 1, "-2.5")
    assert upstream(app).preset == "custom"
    assert view.upstream.preset.currentData() == "custom"
    np.testing.assert_array_equal(upstream(app).values, [[0, -2.5], [0, 0], [1, 0]])
    app.window.actions_.undo.trigger()
    app.settle()
    assert upstream(app).preset == "cell"


def test_a_number_is_scrubbed_in_one_step_of_undo(opened):
    app, view = opened()
    drag(view.editor, view.editor.cell_center("dR", 1, 0), 60)
    app.settle()
    assert upstream(app).values[1, 0] == pytest.approx(1.0)
    assert view.checked.text().startswith("✓")
    app.window.actions_.undo.trigger()
    app.settle()
    assert upstream(app).preset == "cell"
    assert not app.session.undo_stack.canUndo()


def test_a_block_is_pasted(opened):
    app, view = opened()
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
def test_rows_and_columns_cannot_be_added_here(opened, qtbot):
    _, view = opened()
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


def test_a_click_follows_a_row_and_a_keys_label_its_column(opened):
    app, view = opened()
    click(view.editor, view.editor.cell_center("dscaled", 2, 0))
    assert app.view.query == 2
    assert any("gets through" in text for text in texts(view.sum))
    click(view.editor, view.editor.cell_center("dK", 0, 0))
    assert app.view.query == 2
    label = view.editor.label_rect("dA", "column", 1)
    click(view.editor, label.center().toPoint())
    assert app.view.key == 1


def test_the_pointer_reads_gradients(opened):
    app, view = opened()
    QTest.mouseMove(view.editor, view.editor.cell_center("dscaled", 2, 1))
    value = app.scene.gradient.dscaled[2, 1]
    assert app.window.reading.text() == f"∂(S / √dₖ) · praça · banco = {app.scene.form.short(float(value), 6)}"
    QTest.mouseMove(view.sum, view.sum.cell_center("jacobian", 0, 0))
    assert app.window.reading.text().startswith("weight of “sentei” against the scaled score of “sentei”: 0.")


def test_numbers_too_large_to_go_back_from_are_said_and_what_is_there_comes_again(opened):
    app, view = opened()
    app.acts.edit_cell("V", 0, 0, 1e200, "g1")
    app.settle()
    type_number(view, 2, 0, "1e200")
    assert "largest number" in view.checked.text()
    assert drawn(view) == set()
    assert not view.player.isVisible()
    app.window.actions_.undo.trigger()
    app.settle()
    assert "dS" in drawn(view)
    assert view.player.isVisible()


def test_the_player_walks_backward(opened):
    app, view = opened()
    click(view.player.first, view.player.first.rect().center())
    assert app.view.back_step == 0
    assert drawn(view) == {"dR"}
    assert "L = O[3, 1]" in view.player.caption.text()
    for expected in ({"dA"}, {"dV"}, {"dscaled"}, {"dS"}, {"dQ", "dK"}):
        before = drawn(view)
        click(view.player.forward, view.player.forward.rect().center())
        assert drawn(view) - before == expected
    assert app.view.step is None, "the Steps tab has a place of its own"


def test_saturation_stands_below_when_asked_for(opened, qtbot):
    app, view = opened("sentence")
    button = view.below.buttons["saturation"]
    click(button, button.rect().center())
    assert app.view.inspector == "saturation"
    assert view.saturation.isVisible()
    qtbot.waitUntil(lambda: view.saturation.curve is not None)
    assert view.saturation.curve.plain.passed is not None
    assert view.saturation.curve.plain.passed[-1] < view.saturation.curve.divided.passed[-1]
    row = view.below.buttons["row"]
    click(row, row.rect().center())
    assert view.sum.isVisible()


def test_a_long_sentence_comes_from_the_background(opened, qtbot):
    app, view = opened()
    app.acts.set_text(" ".join(f"w{i}" for i in range(220)))
    qtbot.waitUntil(lambda: app.scene.gradient is not None and app.scene.gradient.dS.shape == (220, 220))
    assert view.editor.figure.cells("dS").values.shape == (220, 220)
    qtbot.waitUntil(lambda: app.scene.check is not None)
    assert "drawn at random" in view.checked.text()


def test_options_and_heads_change_the_way_back(opened):
    app, view = opened("gato")
    one = view.editor.figure.cells("dA").values
    app.look(head=1)
    assert not np.allclose(view.editor.figure.cells("dA").values, one)
    app.acts.set_option("causal", True)
    app.settle()
    assert not view.editor.figure.cells("dS").visible[0, 1]
    assert view.checked.text().startswith("✓")
    app.acts.set_layer("gated", True)
    app.settle()
    app.acts.set_layer("W_O", True)
    app.settle()
    assert {"dgate", "dW_O", "dconcat", "dX"} <= drawn(view)
    assert view.checked.text().startswith("✓")


def test_letters_columns_and_languages(opened):
    app, view = opened()
    app.appearance.set_notation(letters="OmegaAC", transposed=True)
    titles = " ".join(texts(view.editor))
    assert "∂L/∂C" in titles
    assert "∂A = Vᵀ ∂C" in titles
    assert view.editor.figure.cells("dQ").transposed
    app.appearance.set_theme("dark")
    assert view.editor.palette_.name == "dark"
    app.appearance.set_language("pt_BR")
    again = app.window.view("gradient")
    assert again is not view
    assert any("," in number for row in again.editor.figure.cells("dscaled").numbers for number in row)


def test_the_tab_opens_on_a_row_about_which_the_loss_asks(opened, start):
    app = start("bank")
    app.look(query=0)
    QTest.keyClick(app.window, Qt.Key.Key_4, CTRL)
    assert app.view.query == 2
    view = app.window.view("gradient")
    assert any("gets through" in text for text in texts(view.sum))
    assert app.scene.gradient.dscaled[2].any()


def test_choosing_the_losss_row_follows_it(opened):
    app, view = opened()
    type_into(view, view.upstream.row, "1")
    assert app.view.query == 0
    assert any("gets through" in text for text in texts(view.sum))


def test_a_row_without_a_part_in_the_loss_offers_one_that_has(opened):
    app, view = opened()
    app.look(query=0)
    assert "Follow “praça”" in texts(view.sum)
    click(view.sum, view.sum.label_rect("dO", "row", 2).center().toPoint())
    assert app.view.query == 2
    assert any("gets through" in text for text in texts(view.sum))


def test_typing_over_a_computed_number_edits_nothing_and_says_why(opened):
    app, view = opened()
    click(view.editor, view.editor.cell_center("dR", 0, 0))
    assert view.editor.cursor_cell == ("dR", 0, 0)
    before = app.session.document
    click(view.editor, view.editor.cell_center("dA", 1, 1))
    assert view.editor.cursor_cell is None
    QTest.keyClicks(view.editor, "7")
    QTest.keyClick(view.editor, Qt.Key.Key_Return)
    app.settle()
    assert app.session.document is before
    assert "computed" in app.window.statusBar().currentMessage()


def test_the_loss_bar_says_what_the_loss_is(opened):
    _, view = opened()
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
def test_what_gets_through_is_in_sight_however_small_the_window(opened, source, language):
    _, view = opened(source, size=(960, 600), language=language)
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


def test_the_last_step_is_in_sight_when_the_tab_opens(opened):
    _, view = opened("gato")
    QApplication.processEvents()
    cell = view.editor.cell_rect("dX", 0, 0)
    top = view._editor_area.verticalScrollBar().value()
    assert top <= cell.top()
    assert cell.bottom() <= top + view._editor_area.viewport().height()


@pytest.mark.parametrize("source", ["bank", "gato", "way-back"])
def test_no_caption_takes_more_than_two_lines(opened, source):
    _, view = opened(source)
    caption = view.player.caption
    for step in range(view.player.bar.maximum() + 1):
        view.player.step_requested.emit(step)
        QApplication.processEvents()
        lines = caption.heightForWidth(caption.width()) / caption.fontMetrics().lineSpacing()
        assert lines < 2.6, caption.text()


def test_every_control_has_a_name_and_says_what_it_does(opened):
    _, view = opened()
    for name in ("preset", "row", "column", "seed", "target"):
        widget = getattr(view.upstream, name)
        assert widget.accessibleName(), name
        assert widget.toolTip(), name
    for button in view.below.buttons.values():
        assert button.accessibleName()
        assert button.toolTip()
    assert view.checked.accessibleName()
    assert view.editor.accessibleDescription()


def test_lesson_seven_opens_here_with_its_numbers_and_its_experiments(opened, qtbot):
    app, _ = opened()
    app.open_lesson("way-back")
    app.settle()
    view = app.window.view("gradient")
    assert view.isVisible()
    np.testing.assert_allclose(view.editor.figure.cells("dscaled").values, NUMBERS["dS"], atol=1e-15)
    assert view.editor.figure.cells("dscaled").numbers[1] == ("−0.34", "−0.16", "0.50")
    assert "20 % of ∂A gets through" in texts(view.sum)
    assert "each of the 36 numbers" in view.checked.text()
    sharp = app.lesson.experiments[1]
    app.acts.apply_experiment(app.lesson.experiments.index(sharp))
    app.settle()
    assert "1.4 % of ∂A gets through" in texts(view.sum)
    assert view.checked.text().startswith("✓")
    app.acts.apply_experiment(3)
    app.settle()
    assert view.saturation.isVisible()
    qtbot.waitUntil(lambda: view.saturation.curve is not None)
    app.acts.apply_experiment(4)
    app.settle()
    assert view.sum.isVisible()
    np.testing.assert_allclose(view.editor.figure.cells("dS").values, 0, atol=1e-15)


def test_the_view_is_exported_as_it_is_shown(opened, tmp_path):
    from attnviz.export.files import write_figure
    from attnviz.export.fonts import text_width
    from attnviz.export.palette import LIGHT
    from attnviz.export.views import view_figure

    app, view = opened()
    figure = view_figure(app.scene, text_width)
    for name in ("dR", "dA", "dS", "dQ"):
        assert figure.cells(name).numbers == view.editor.figure.cells(name).numbers
    path = tmp_path / "gradient.svg"
    write_figure(figure, path, palette=LIGHT)
    text = path.read_text(encoding="utf-8")
    for part in ("agrees with really moving", "row sum of", "relative"):
        assert part in text


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("source", ["bank", "gato", "sentence"])
def test_nothing_of_the_loss_bar_is_cut_off(opened, source, size):
    _, view = opened(source, size=size)
    for preset in ("cell", "squared", "random"):
        choose(view, preset)
        QApplication.processEvents()
        for widget in view.upstream.children():
            if hasattr(widget, "isVisible") and widget.isVisible() and widget is not view.upstream.note:
                right = widget.mapTo(view.upstream, QPoint(widget.width(), 0)).x()
                assert right <= view.upstream.width(), (preset, widget)


@pytest.mark.parametrize("source", ["bank", "sentence", "gato"])
def test_no_letter_opens_two_things(opened, source):
    app, view = opened(source)
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
