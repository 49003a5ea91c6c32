"""Q, K and V edited in the chain: typing, walking, scrubbing, pasting, rows and columns, names."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import click, drag


def source(app):
    return app.session.document.source


def message(app) -> str:
    return app.window.statusBar().currentMessage()


@pytest.fixture
def editor(bank):
    return bank.window.steps.editor


def type_into(editor, matrix: str, row: int, column: int, text: str, end=Qt.Key.Key_Return) -> None:
    click(editor, editor.cell_center(matrix, row, column))
    QTest.keyClicks(editor, text[0])
    QTest.keyClicks(editor._line, text[1:])
    QTest.keyClick(editor._line, end)


def test_a_typed_number_changes_what_follows_and_nothing_else(bank, editor) -> None:
    before = bank.scene.trace
    type_into(editor, "V", 2, 0, "0")
    type_into(editor, "V", 2, 1, "1")
    after = bank.scene.trace
    assert source(bank).V.tolist() == [[1, 0], [0.5, 0.5], [0, 1]]
    assert np.array_equal(before.weights, after.weights)
    assert after.output[1] == pytest.approx([0.22716725653550668, 0.7728327434644933], abs=1e-12)


@pytest.mark.parametrize(
    ("key", "cell"),
    [
        (Qt.Key.Key_Tab, ("V", 0, 1)),
        (Qt.Key.Key_Return, ("V", 1, 0)),
        (Qt.Key.Key_Down, ("V", 1, 0)),
        (Qt.Key.Key_Backtab, ("K", 2, 1)),
    ],
)
def test_the_typed_number_stays_in_its_cell_whatever_key_ends_it(bank, editor, key, cell) -> None:
    type_into(editor, "V", 0, 0, "7", key)
    assert source(bank).V.tolist() == [[7, 0], [0.5, 0.5], [1, 0]]
    assert source(bank).K.tolist() == [[1, 0], [1, 1], [0, 2]]
    assert editor.cursor_cell == cell
    assert editor.hasFocus()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("text", ["0.25", "0,25"])
def test_point_and_comma_are_both_read(start, language, text) -> None:
    app = start("bank", language)
    type_into(app.window.steps.editor, "Q", 0, 0, text)
    assert source(app).Q[0, 0] == 0.25


@pytest.mark.parametrize("text", ["1,000.5", "1.000,5", "nan", "inf", "1e999", "two", "1 000", "--1"])
def test_text_that_is_no_number_never_reaches_the_document(bank, editor, text) -> None:
    before = bank.session.document
    click(editor, editor.cell_center("Q", 0, 0))
    QTest.keyClick(editor, Qt.Key.Key_F2)
    editor._line.setText(text)
    QTest.keyClick(editor._line, Qt.Key.Key_Return)
    assert bank.session.document is before
    assert message(bank)
    assert editor._line.isVisible()  # still there to be mended
    QTest.keyClick(editor._line, Qt.Key.Key_Escape)
    assert not editor._line.isVisible()
    assert editor.hasFocus()


def test_a_number_past_all_scores_is_refused_with_the_two_names(bank, editor) -> None:
    before = bank.session.document
    type_into(editor, "K", 2, 0, "1e308")
    assert bank.session.document is before
    assert "praça" in message(bank)


def test_a_huge_number_that_can_be_multiplied_is_shown(bank, editor) -> None:
    type_into(editor, "Q", 1, 0, "1e300")
    assert source(bank).Q[1, 0] == 1e300
    assert np.isfinite(bank.scene.trace.weights).all()


def test_arrows_walk_and_stop_at_the_edge(editor) -> None:
    click(editor, editor.cell_center("Q", 0, 0))
    for _ in range(4):
        QTest.keyClick(editor, Qt.Key.Key_Right)
        QTest.keyClick(editor, Qt.Key.Key_Down)
    assert editor.cursor_cell == ("Q", 2, 1)


def test_tab_walks_through_the_matrices_and_out(bank, editor) -> None:
    editor.setFocus()
    click(editor, editor.cell_center("V", 2, 1))
    assert editor.cursor_cell == ("V", 2, 1)
    QTest.keyClick(editor, Qt.Key.Key_Tab)
    assert not editor.hasFocus()


def test_a_scrub_is_live_and_one_step(qtbot, bank, editor) -> None:
    seen = []
    bank.tracer.traced.connect(lambda document, trace: seen.append(document.source.Q[1, 0]))
    drag(editor, editor.cell_center("Q", 1, 0), 36)
    assert source(bank).Q[1, 0] == pytest.approx(1.6)
    qtbot.waitUntil(lambda: seen[-1] == pytest.approx(1.6))  # the last step waits for its turn
    assert len(seen) >= 3, "on its way too"
    assert bank.session.undo_stack.count() == 1
    bank.window.actions_.undo.trigger()
    assert source(bank).Q[1, 0] == 1


def test_shift_scrubs_finer_and_ctrl_coarser(bank, editor) -> None:
    drag(editor, editor.cell_center("Q", 0, 0), 36, modifier=Qt.KeyboardModifier.ShiftModifier)
    assert source(bank).Q[0, 0] == pytest.approx(2.06)
    drag(editor, editor.cell_center("Q", 0, 1), -36, modifier=Qt.KeyboardModifier.ControlModifier)
    assert source(bank).Q[0, 1] == pytest.approx(-6)
    assert bank.session.undo_stack.count() == 2


def test_two_scrubs_of_one_cell_are_two_steps(bank, editor) -> None:
    for _ in range(2):
        drag(editor, editor.cell_center("Q", 1, 0), 36)
    assert bank.session.undo_stack.count() == 2


@pytest.mark.parametrize("block", ["9\t8\n7\t6", "9\t8\r\n7\t6\r\n", "9;8\n7;6", "9,0\t8,0\n7,0\t6,0"])
def test_a_pasted_block_lands_at_the_cursor(bank, editor, block) -> None:
    click(editor, editor.cell_center("K", 1, 0))
    QApplication.clipboard().setText(block)
    QTest.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert source(bank).K.tolist() == [[1, 0], [9, 8], [7, 6]]
    assert bank.session.undo_stack.count() == 1


@pytest.mark.parametrize(
    "block", ["", "a\tb", "1\t2\t3", "1\n2\n3\n4", "1\t2\n3", "1,000.5\t2", "0.5\t0,5", "nan\t1", "\x00"]
)
def test_a_block_that_does_not_fit_changes_nothing_and_says_why(bank, editor, block) -> None:
    before = bank.session.document
    click(editor, editor.cell_center("K", 0, 0))
    QApplication.clipboard().setText(block)
    QTest.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert bank.session.document is before
    assert message(bank)


def test_copy_gives_what_paste_takes(bank, editor) -> None:
    click(editor, editor.cell_center("V", 0, 0))
    QTest.keyClick(editor, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().split() == ["1.0", "0.0", "0.5", "0.5", "1.0", "0.0"]
    before = bank.session.document
    QTest.keyClick(editor, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert bank.session.document is before


def test_rows_and_columns_come_and_go_together(bank, editor) -> None:
    acts = bank.window.actions_
    click(editor, editor.cell_center("Q", 0, 0))
    acts.add_row.trigger()
    acts.add_column.trigger()
    s = source(bank)
    assert (s.Q.shape, s.K.shape, s.V.shape) == ((4, 3), (4, 3), (4, 2))
    acts.remove_row.trigger()
    acts.remove_column.trigger()
    s = source(bank)
    assert s.tokens_q == s.tokens_k == ("banco", "praça", "4")
    assert (s.Q.shape, s.V.shape) == ((3, 2), (3, 2))
    for _ in range(4):
        bank.session.undo_stack.undo()
    assert source(bank).tokens_q == ("sentei", "banco", "praça")


def test_the_last_row_stays(start) -> None:
    app = start("one-query")
    click(app.window.steps.editor, app.window.steps.editor.cell_center("Q", 0, 0))
    app.window.actions_.remove_row.trigger()
    assert source(app).Q.shape == (1, 2)
    assert message(app)


@pytest.mark.parametrize("name", ["lago", "<b>bold</b>", "a\tb", "שלום", "👩‍👩‍👧", "e\u0301", ""])
def test_a_token_can_be_renamed_to_anything(bank, editor, name) -> None:
    QTest.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=editor.label_rect("Q", "row", 2).center().toPoint())
    assert editor._line.text() == "praça"
    editor._line.setText(name)
    QTest.keyClick(editor._line, Qt.Key.Key_Return)
    assert source(bank).tokens_q[2] == source(bank).tokens_k[2] == name
    bank.window.grab()  # paints without a fault


@pytest.mark.parametrize("then", ["the row is taken back", "another document", "another name"])
def test_a_name_typed_for_a_token_that_has_gone_is_written_nowhere(bank, editor, then) -> None:
    click(editor, editor.cell_center("Q", 0, 0))
    bank.window.actions_.add_row.trigger()
    QTest.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=editor.label_rect("K", "row", 3).center().toPoint())
    assert editor._line.text() == "4"
    editor._line.setText("lago")
    if then == "the row is taken back":
        bank.session.undo_stack.undo()
    elif then == "another document":
        bank.open_lesson("one-query")
    else:
        bank.acts.rename("Q", "row", 3, "rio")
    assert not editor._line.isVisible()
    before = bank.session.document
    editor._line.commit()
    assert bank.session.document is before


def test_a_name_is_typed_on_while_other_things_change(bank, editor) -> None:
    QTest.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=editor.label_rect("Q", "row", 2).center().toPoint())
    editor._line.setText("lago")
    bank.acts.edit_cell("V", 0, 0, 3.0, "")
    assert editor._line.isVisible()
    QTest.keyClick(editor._line, Qt.Key.Key_Return)
    assert source(bank).tokens_q[2] == "lago"


def test_a_value_dimension_can_be_renamed_and_the_verdict_says_it(bank, editor) -> None:
    QTest.mouseDClick(editor, Qt.MouseButton.LeftButton, pos=editor.label_rect("V", "column", 0).center().toPoint())
    editor._line.setText("bench")
    QTest.keyClick(editor._line, Qt.Key.Key_Return)
    texts = [item.text for item in editor.figure.items if hasattr(item, "text")]
    assert any(text.startswith("→ bench") for text in texts)


def test_the_cell_line_stays_over_its_cell_when_the_window_grows(bank, editor, qtbot) -> None:
    click(editor, editor.cell_center("V", 1, 1))
    QTest.keyClick(editor, Qt.Key.Key_F2)
    bank.window.resize(1700, 1000)
    qtbot.waitUntil(lambda: editor._line.geometry().intersects(editor.cell_rect("V", 1, 1).toRect()))
    center = editor.cell_center("V", 1, 1)
    assert abs(editor._line.geometry().center().x() - center.x()) < 4


def test_d_k_by_hand_appends_and_drops_columns(bank) -> None:
    field = bank.window.controls.d_k.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "3")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert source(bank).Q.tolist() == [[2, 0, 0], [1, 2, 0], [0, 1, 0]]
    bank.session.undo_stack.undo()
    assert source(bank).Q.shape == (3, 2)


def test_typing_over_a_computed_number_edits_nothing_and_says_why(start):
    app = start("bank")
    editor = app.window.steps.editor
    click(editor, editor.cell_center("Q", 0, 0))
    before = app.session.document
    click(editor, editor.cell_center("weights", 1, 1))
    assert editor.cursor_cell is None
    QTest.keyClicks(editor, "7")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    assert app.session.document is before
    assert "computed" in app.window.statusBar().currentMessage()


@pytest.mark.parametrize("matrix", ["scores", "weights", "output"])
def test_what_is_done_to_a_computed_number_edits_nothing_and_says_why(bank, editor, matrix) -> None:
    """A screen reader's cursor stands on computed cells too."""
    before = bank.session.document
    QApplication.clipboard().setText("[1, 2]")
    for key, modifier in (
        (Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
    ):
        editor.setFocus()
        editor.move_cursor(matrix, 0, 0)
        bank.window.statusBar().clearMessage()
        QTest.keyClick(editor, key, modifier)
        assert bank.session.document is before
        assert "computed" in message(bank)


def test_a_token_is_renamed_from_another_tab_and_never_in_what_is_no_longer_there(bank, editor) -> None:
    """While another tab or the presenter stands in front, the tables show an earlier document."""
    bank.look(tab="matrix")
    bank.acts.add_row("Q")
    last = source(bank).n_q - 1
    bank.look(query=last)
    editor.cursor_cell = None
    bank.acts.rename_at_cursor()
    assert bank.view.tab == "steps"
    assert editor._line.isVisible()
    QTest.keyClicks(editor._line, "margem")
    QTest.keyClick(editor._line, Qt.Key.Key_Return)
    assert source(bank).tokens_q[last] == "margem"
    bank.presenting.enter()
    bank.acts.add_row("Q")
    bank.look(query=last + 1)
    bank.acts.rename_at_cursor()
    assert source(bank).n_q == last + 2
    bank.presenting.leave()
