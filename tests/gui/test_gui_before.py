"""An edit beside what was before it, for a moment or pinned; and a key that is followed."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from attnviz.document.comparison import Comparison
from attnviz.export.figure import Cells, Text
from tests.gui.conftest import click, drag
from tests.gui.test_gui_player import type_number

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def editor(bank):
    return bank.window.steps.editor


@pytest.fixture
def layer(start):
    """Embeddings and projections with two heads, for the bank's words."""
    app = start("bank")
    app.window.actions_.new_embeddings.trigger()
    return app


def old_numbers(editor) -> dict[str, set[tuple[int, int]]]:
    """The cells of each matrix that show the number they had."""
    found = {}
    for item in editor.figure.items:
        if isinstance(item, Cells) and item.before is not None:
            cells = {(i, j) for i, row in enumerate(item.before) for j, text in enumerate(row) if text}
            if cells:
                found[item.name] = cells
    return found


def written(canvas) -> str:
    return " ".join(item.text for item in canvas.figure.items if isinstance(item, Text))


# compared -----------------------------------------------------------------------------------------------------


def test_an_edit_shows_for_a_moment_what_was(bank, editor, qtbot) -> None:
    bank.before.flash.setInterval(1)
    type_number(editor, "V", 0, 0, "3")
    assert old_numbers(editor)["V"] == {(0, 0)}
    assert editor.figure.cells("V").before[0][0] == "1.0"
    assert old_numbers(editor)["output"] == {(0, 0), (1, 0), (2, 0)}
    assert "weights" not in old_numbers(editor)
    qtbot.waitUntil(lambda: bank.scene.before is None)
    assert old_numbers(editor) == {}


def test_a_whole_scrub_is_compared_with_its_beginning(bank, editor) -> None:
    drag(editor, editor.cell_center("V", 1, 0), 36)
    assert editor.figure.cells("V").before[1][0] == "0.5"


@pytest.mark.parametrize("lesson", ["one-query", "sentence"])
def test_another_lesson_is_compared_with_nothing(bank, editor, lesson) -> None:
    type_number(editor, "V", 0, 0, "3")
    bank.open_lesson(lesson)
    bank.look(tab="steps")
    assert old_numbers(editor) == {}
    bank.session.undo_stack.undo()
    bank.look(tab="steps")
    assert old_numbers(editor) == {}


def test_ctrl_b_pins_the_numbers_until_asked_again(bank, editor) -> None:
    bank.before.flash.setInterval(1)
    QTest.keyClick(bank.window, Qt.Key.Key_B, CTRL)
    assert bank.window.actions_.compare.isChecked()
    assert old_numbers(editor) == {}
    type_number(editor, "Q", 1, 0, "4")
    type_number(editor, "Q", 1, 1, "5")
    assert old_numbers(editor)["Q"] == {(1, 0), (1, 1)}
    assert [editor.figure.cells("Q").before[1][column] for column in (0, 1)] == ["1.0", "2.0"]
    assert editor.figure.cells("weights").before[1][2] == "0.62"
    assert not bank.before.flash.isActive()
    bank.look(query=0)
    assert old_numbers(editor)["Q"] == {(1, 0), (1, 1)}
    QTest.keyClick(bank.window, Qt.Key.Key_B, CTRL)
    assert not bank.window.actions_.compare.isChecked()
    assert old_numbers(editor) == {}
    assert bank.session.undo_stack.count() == 2


def test_an_edit_taken_back_leaves_nothing_to_compare(bank, editor) -> None:
    bank.before.pin()
    type_number(editor, "Q", 1, 0, "4")
    bank.session.undo_stack.undo()
    assert old_numbers(editor) == {}


def test_another_document_unpins(bank, editor) -> None:
    bank.before.pin()
    bank.open_lesson("one-query")
    assert not bank.window.actions_.compare.isChecked()
    assert old_numbers(editor) == {}


def test_the_pin_is_seen_in_another_language(bank) -> None:
    bank.before.pin()
    bank.window.actions_.languages["pt_BR"].trigger()
    assert bank.window.actions_.compare.isChecked()
    type_number(bank.window.steps.editor, "Q", 1, 0, "4")
    assert bank.window.steps.editor.figure.cells("weights").before[1][2] == "0,62"


@pytest.mark.parametrize("pinned", [True, False])
def test_each_head_is_compared_with_itself(layer, pinned) -> None:
    editor = layer.window.steps.editor
    if pinned:
        layer.before.pin()
    type_number(editor, "W_V", 0, 0, "7")  # of the first head
    assert set(old_numbers(editor)) == {"W_V", "V", "output", "concat"}
    layer.look(head=1)
    assert set(old_numbers(editor)) == {"W_V", "concat"}
    layer.look(head=0)
    assert set(old_numbers(editor)) == {"W_V", "V", "output", "concat"}


def test_a_constant_token_removed_is_no_fault(layer, qtbot) -> None:
    editor = layer.window.steps.editor
    layer.before.flash.setInterval(1)
    layer.acts.set_layer("normalise", True)
    for column in range(4):
        type_number(editor, "X", 2, column, "1")
    qtbot.waitUntil(lambda: layer.scene.document is layer.session.document and layer.scene.before is None)
    layer.before.flash.setInterval(60_000)
    assert any("praça" in item.text and "alike" in item.text for item in editor.figure.items if isinstance(item, Text))
    layer.acts.remove_row("X", 2)
    qtbot.waitUntil(lambda: layer.scene.trace.n_q == 2)
    assert layer.scene.before is not None
    layer.window.grab()


# a key followed -----------------------------------------------------------------------------------------------


def label_center(editor, matrix: str, axis: str, index: int) -> QPoint:
    return editor.label_rect(matrix, axis, index).center().toPoint()


@pytest.mark.parametrize(
    "label", [("scores", "column", 2), ("scaled", "column", 2), ("weights", "column", 2), ("K", "row", 2)]
)
def test_a_keys_label_follows_its_column_and_releases_it(bank, editor, label) -> None:
    click(editor, label_center(editor, *label))
    assert bank.view.key == 2
    assert "Who looks at “praça”" in written(bank.window.steps.sum)
    for weight in bank.scene.trace.weights[:, 2]:
        assert f"{weight:.2f}" in written(bank.window.steps.sum)
    click(editor, label_center(editor, *label))
    assert bank.view.key is None
    assert "The sum of “banco”" in written(bank.window.steps.sum)
    assert bank.session.undo_stack.count() == 0


def test_a_query_takes_over_from_the_key(bank, editor) -> None:
    bank.look(key=0)
    click(editor, editor.cell_center("weights", 2, 1))
    assert (bank.view.key, bank.view.query) == (None, 2)
    bank.look(key=0)
    click(editor, label_center(editor, "Q", "row", 0))
    assert (bank.view.key, bank.view.query) == (None, 0)


def test_ctrl_k_follows_the_cursors_key(bank, editor) -> None:
    QTest.keyClick(bank.window, Qt.Key.Key_K, CTRL)
    assert bank.view.key == 1  # the followed query's own
    QTest.keyClick(bank.window, Qt.Key.Key_K, CTRL)
    assert bank.view.key is None
    click(editor, editor.cell_center("K", 2, 0))
    QTest.keyClick(bank.window, Qt.Key.Key_K, CTRL)
    assert bank.view.key == 2


def test_a_followed_key_that_is_removed_is_followed_no_more(bank, editor) -> None:
    bank.look(key=2)
    bank.acts.remove_row("K", 2)
    assert bank.scene.key is None
    assert "The sum of" in written(bank.window.steps.sum)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("source", ["bank", "one-query", "sentence"])
def test_every_way_of_looking_paints(start, source, language, theme) -> None:
    app = start(source, language, theme)
    app.look(tab="steps", key=0)
    app.before.pin()
    app.acts.set_option("causal", True)
    for step in (0, 2, None):
        app.look(step=step)
        image = app.window.grab().toImage()
        assert not np.all(np.array(image.pixelColor(5, 5).getRgb()) == 0)


def test_pinned_numbers_do_not_go_without_a_word(sentence) -> None:
    """Other words have none to compare with: whoever compared is told why something else stands there."""
    sentence.look(tab="matrix", drawing="compare", compare=Comparison(kind="pinned"))
    sentence.before.pin()
    sentence.acts.set_text("the cat sat down")
    assert not sentence.scene.pinned
    assert "pinned numbers" in sentence.window.statusBar().currentMessage()
