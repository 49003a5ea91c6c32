"""The Gradient tab in the real window: the loss chosen and typed, the chain walked backward, the check, lesson 7."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import click
from tests.gui.gradient_hand import drawn, texts, type_into, type_number

CTRL = Qt.KeyboardModifier.ControlModifier
NUMBERS = json.loads((Path(__file__).parents[1] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))["d"]


def test_the_tab_shows_the_chain_and_its_check(gradient):
    app, view = gradient()
    assert drawn(view) == {"dR", "dA", "dV", "dscaled", "dS", "dQ", "dK"}
    assert view.checked.text().startswith("✓ agrees with really moving each of the 18 numbers")
    assert "h = " in view.checked.text()
    for part in ("relative", "row sum"):
        assert part in view.checked.toolTip()
        assert part not in view.checked.text()
    assert app.window.actions_.tabs["gradient"].isChecked()
    assert view.editor.hasFocus()


def test_a_click_follows_a_row_and_a_keys_label_its_column(gradient):
    app, view = gradient()
    click(view.editor, view.editor.cell_center("dscaled", 2, 0))
    assert app.view.query == 2
    assert any("gets through" in text for text in texts(view.sum))
    click(view.editor, view.editor.cell_center("dK", 0, 0))
    assert app.view.query == 2
    label = view.editor.label_rect("dA", "column", 1)
    click(view.editor, label.center().toPoint())
    assert app.view.key == 1


def test_the_pointer_reads_gradients(gradient):
    app, view = gradient()
    QTest.mouseMove(view.editor, view.editor.cell_center("dscaled", 2, 1))
    value = app.scene.gradient.dscaled[2, 1]
    assert app.window.reading.text() == f"∂(S / √dₖ) · praça · banco = {app.scene.form.short(float(value), 6)}"
    QTest.mouseMove(view.sum, view.sum.cell_center("jacobian", 0, 0))
    assert app.window.reading.text().startswith("weight of “sentei” against the scaled score of “sentei”: 0.")


def test_numbers_too_large_to_go_back_from_are_said_and_what_is_there_comes_again(gradient):
    app, view = gradient()
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


def test_the_player_walks_backward(gradient):
    app, view = gradient()
    click(view.player.first, view.player.first.rect().center())
    assert app.view.back_step == 0
    assert drawn(view) == {"dR"}
    assert "L = O[3, 1]" in view.player.caption.text()
    for expected in ({"dA"}, {"dV"}, {"dscaled"}, {"dS"}, {"dQ", "dK"}):
        before = drawn(view)
        click(view.player.forward, view.player.forward.rect().center())
        assert drawn(view) - before == expected
    assert app.view.step is None, "the Steps tab has a place of its own"


def test_saturation_stands_below_when_asked_for(gradient, qtbot):
    app, view = gradient("sentence")
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


def test_a_long_sentence_comes_from_the_background(gradient, qtbot):
    app, view = gradient()
    app.acts.set_text(" ".join(f"w{i}" for i in range(220)))
    qtbot.waitUntil(lambda: app.scene.gradient is not None and app.scene.gradient.dS.shape == (220, 220))
    assert view.editor.figure.cells("dS").values.shape == (220, 220)
    qtbot.waitUntil(lambda: app.scene.check is not None)
    assert "drawn at random" in view.checked.text()


def test_options_and_heads_change_the_way_back(gradient):
    app, view = gradient("gato")
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


def test_letters_columns_and_languages(gradient):
    app, view = gradient()
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


def test_the_tab_opens_on_a_row_about_which_the_loss_asks(gradient, start):
    app = start("bank")
    app.look(query=0)
    QTest.keyClick(app.window, Qt.Key.Key_4, CTRL)
    assert app.view.query == 2
    view = app.window.view("gradient")
    assert any("gets through" in text for text in texts(view.sum))
    assert app.scene.gradient.dscaled[2].any()


def test_choosing_the_losss_row_follows_it(gradient):
    app, view = gradient()
    type_into(view, view.upstream.row, "1")
    assert app.view.query == 0
    assert any("gets through" in text for text in texts(view.sum))


def test_a_row_without_a_part_in_the_loss_offers_one_that_has(gradient):
    app, view = gradient()
    app.look(query=0)
    assert "Follow “praça”" in texts(view.sum)
    click(view.sum, view.sum.label_rect("dO", "row", 2).center().toPoint())
    assert app.view.query == 2
    assert any("gets through" in text for text in texts(view.sum))


def test_typing_over_a_computed_number_edits_nothing_and_says_why(gradient):
    app, view = gradient()
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


def test_the_last_step_is_in_sight_when_the_tab_opens(gradient):
    _, view = gradient("gato")
    QApplication.processEvents()
    cell = view.editor.cell_rect("dX", 0, 0)
    top = view._editor_area.verticalScrollBar().value()
    assert top <= cell.top()
    assert cell.bottom() <= top + view._editor_area.viewport().height()


@pytest.mark.parametrize("source", ["bank", "gato", "way-back"])
def test_no_caption_takes_more_than_two_lines(gradient, source):
    _, view = gradient(source)
    caption = view.player.caption
    for step in range(view.player.bar.maximum() + 1):
        view.player.step_requested.emit(step)
        QApplication.processEvents()
        lines = caption.heightForWidth(caption.width()) / caption.fontMetrics().lineSpacing()
        assert lines < 2.6, caption.text()


def test_every_control_has_a_name_and_says_what_it_does(gradient):
    _, view = gradient()
    for name in ("preset", "row", "column", "seed", "target"):
        widget = getattr(view.upstream, name)
        assert widget.accessibleName(), name
        assert widget.toolTip(), name
    for button in view.below.buttons.values():
        assert button.accessibleName()
        assert button.toolTip()
    assert view.checked.accessibleName()
    assert view.editor.accessibleDescription()


def test_lesson_seven_opens_here_with_its_numbers_and_its_experiments(gradient, qtbot):
    app, _ = gradient()
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


def test_the_view_is_exported_as_it_is_shown(gradient, tmp_path):
    from attnviz.export.files import write_figure
    from attnviz.export.fonts import text_width
    from attnviz.export.palette import LIGHT
    from attnviz.export.views import view_figure

    app, view = gradient()
    figure = view_figure(app.scene, text_width)
    for name in ("dR", "dA", "dS", "dQ"):
        assert figure.cells(name).numbers == view.editor.figure.cells(name).numbers
    path = tmp_path / "gradient.svg"
    write_figure(figure, path, palette=LIGHT)
    text = path.read_text(encoding="utf-8")
    for part in ("agrees with really moving", "row sum of", "relative"):
        assert part in text
