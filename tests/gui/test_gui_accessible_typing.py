"""A number typed by who only hears the program: the cell, what came of it, and where the keys go on to; each once."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.gui.conftest import settle

Key, Mod = Qt.Key, Qt.KeyboardModifier

pytestmark = pytest.mark.usefixtures("reader")

WORDS = {  # act, row, undone
    "en": ("Edit Q. The query “banco” looks at ", "Q, praça, 1 = 0", "Undone: Edit Q. The query “banco” looks at "),
    "pt_BR": ("Edição de Q. A query “banco” olha para ", "Q, praça, 1 = 0",
              "Desfeito: Edição de Q. A query “banco” olha para "),
}  # fmt: skip


@pytest.fixture(params=["en", "pt_BR"])
def at_banco(request, start, qtbot):
    """(program, language), the keys on the first number of the query “banco”."""
    app = start("bank", request.param)
    editor = app.window.steps.editor
    qtbot.waitUntil(lambda: "Q" in editor.tables.there)
    editor.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.qWait(1)
    QTest.keyClick(editor, Key.Key_Right)
    QTest.keyClick(editor, Key.Key_Down)
    assert editor.cursor_cell == ("Q", 1, 0)
    return app, request.param


def type_(app, text: str, move=Key.Key_Return) -> None:
    editor = app.window.steps.editor
    QTest.keyClicks(editor, text[0])
    line = QApplication.focusWidget()
    assert line is not editor
    QTest.keyClicks(line, text[1:])
    QTest.keyClick(line, move)
    settle(app)


def test_what_came_of_a_typed_number_is_told_of_its_row(at_banco, heard, qtbot):
    """The cursor has gone on to another row, of which nothing is new. Undo tells of that row too."""
    app, language = at_banco
    act, _, undone = WORDS[language]
    heard.clear()
    type_(app, "3.5" if language == "en" else "3,5")
    assert app.session.document.source.Q[1, 0] == 3.5
    qtbot.waitUntil(lambda: any(sentence.startswith(act) for sentence in heard))
    (told,) = [sentence for sentence in heard if sentence.startswith(act)]
    largest = float(app.scene.trace.weights[1].max())
    assert app.scene.form.fixed(largest, 2) in told
    assert ("0." in told, "0," in told) == (language == "en", language == "pt_BR")
    heard.clear()
    app.window.actions_.undo.trigger()
    settle(app)
    qtbot.waitUntil(lambda: any(sentence.startswith(undone) for sentence in heard))


@pytest.mark.parametrize("move", [Key.Key_Return, Key.Key_Tab])
def test_the_cell_that_the_keys_go_on_to_is_told_once(at_banco, heard, move):
    app, language = at_banco
    heard.clear()
    type_(app, "3", move)
    QTest.qWait(30)
    following = WORDS[language][1] if move == Key.Key_Return else "Q, banco, 2 = 2"
    assert heard.count(following) == 1, heard
    assert not [sentence for sentence in heard if "1 = 1" in sentence], heard


def test_a_cell_is_told_when_the_keys_come_back(at_banco, heard, qtbot):
    """With Escape nothing is typed, and nothing but the cell is told."""
    app, _ = at_banco
    QTest.keyClick(app.window.steps.editor, Key.Key_F2)
    heard.clear()
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Escape)
    qtbot.waitUntil(lambda: heard == ["Q, banco, 1 = 1"])


def test_of_an_option_the_followed_row_is_told(start, heard, qtbot):
    """The last row sees all keys with a causal mask too: that nothing comes of it there is what a lesson shows."""
    app = start("bank")
    app.look(query=2)
    heard.clear()
    app.window.actions_.causal.trigger()
    settle(app)
    qtbot.waitUntil(lambda: any(sentence.startswith("Causal mask. The query “praça” looks") for sentence in heard))


def test_where_a_value_is_typed_the_followed_row_is_told(at_banco, heard, qtbot):
    """It changes with every other row, so it is the one to be told of."""
    app, language = at_banco
    assert app.scene.query == 1
    heard.clear()
    app.acts.edit_cell("V", 0, 0, 0.25, "")
    settle(app)
    told = WORDS[language][0].replace("Q", "V")
    qtbot.waitUntil(lambda: any(sentence.startswith(told) for sentence in heard))
