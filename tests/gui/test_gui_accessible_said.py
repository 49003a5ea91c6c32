"""What a screen reader says of labels, sliders and choices is what the screen shows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel

from attnviz.io.attention import read_attention
from attnviz.ui import announce
from attnviz.ui.accessible_grids import SceneReader
from attnviz.ui.number_slider import NumberSlider
from attnviz.ui.player import Player
from attnviz.ui.question_dialog import QuestionDialog
from tests.gui.accessible_tree import about, name_of, visible_widgets
from tests.gui.conftest import settle
from tests.gui.test_gui_dialogs_fit import BY_ACTION, by_action

TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")


pytestmark = pytest.mark.usefixtures("reader")


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_what_a_label_shows_can_be_heard(start, tab, language, qtbot):
    app = start("bank", language)
    app.look(tab=tab)
    if tab == "gradient":
        qtbot.waitUntil(lambda: app.scene.check is not None)
    labels = [widget for widget in visible_widgets(app.window) if isinstance(widget, QLabel) and widget.text().strip()]
    assert labels
    for label in labels:
        interface = QAccessible.queryAccessibleInterface(label)
        heard_of_it = f"{name_of(interface)} {about(interface)}"
        shown = plain(label.text()).removesuffix(" …")  # folded for the eye: the whole is heard
        assert shown in plain(heard_of_it), f"{label.text()!r} is heard as {heard_of_it!r}"


@pytest.mark.parametrize("name", BY_ACTION)
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_what_a_dialog_shows_can_be_heard(start, name, language):
    app = start("bank", language)
    dialog = by_action(app, name)
    assert not unheard(dialog)
    dialog.close()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_what_an_import_asks_can_be_heard(start, language, tmp_path):
    weights = np.full((4, 3, 2, 5, 5), 0.2)
    np.savez(tmp_path / "a.npz", attentions=weights, tokens=np.array(list("abcdef")))
    found = read_attention([tmp_path / "a.npz"], {})
    app = start("bank", language)
    dialog = QuestionDialog(found.questions, app.window)
    dialog.show()
    assert len(dialog.lists) == 2
    assert not unheard(dialog)
    dialog.close()
    dialog.deleteLater()


def unheard(dialog) -> list[str]:
    """Labels that are heard otherwise than they are read; lists of which nothing says what they are for.

    Under Linux the name of a list is the choice itself: it needs a label that is its buddy, or a description.
    """
    found = []
    labels = [widget for widget in visible_widgets(dialog) if isinstance(widget, QLabel) and widget.text().strip()]
    for label in labels:
        interface = QAccessible.queryAccessibleInterface(label)
        said = f"{name_of(interface)} {about(interface)}"
        rich = "</" in label.text()
        shown = QTextDocumentFragment.fromHtml(label.text()).toPlainText() if rich else label.text()
        if plain(shown) not in plain(said):
            found.append(f"{shown!r} is heard as {said!r}")
    buddies = [label.buddy() for label in labels]
    for choices in dialog.findChildren(QComboBox):
        described = about(QAccessible.queryAccessibleInterface(choices))
        if choices.isVisible() and choices not in buddies and not described:
            found.append(f"for what? {choices.accessibleName()!r}")
    return found


def plain(text: str) -> str:
    return " ".join(text.replace("&", "").split())


@pytest.mark.parametrize(("language", "comma"), [("en", "."), ("pt_BR", ",")])
@pytest.mark.parametrize("tab", ["steps", "gradient", "shapes"])
def test_a_reader_gets_the_number_of_every_slider(start, tab, language, comma):
    app = start("sentence" if tab == "steps" else "bank", language)
    app.look(tab=tab)
    found = [widget for widget in app.window.findChildren(NumberSlider) if widget.isVisible()]
    assert found or tab == "gradient"
    for one in found:
        interface = QAccessible.queryAccessibleInterface(one.slider)
        value, shown = interface.valueInterface(), one.field.text()
        assert interface.role() == QAccessible.Role.Slider
        assert interface.text(QAccessible.Text.Value) == shown
        number = one.field._value  # the number itself, of which the field shows a text
        assert value.currentValue() == pytest.approx(number)
        assert value.minimumValue() <= number or one._mapping.typed_low is not None
        assert value.minimumValue() < value.maximumValue()
    for player in app.window.findChildren(Player):
        if player.isVisible():
            interface = QAccessible.queryAccessibleInterface(player.bar)
            said = interface.text(QAccessible.Text.Value)
            assert interface.text(QAccessible.Text.Description).startswith(f"{said} ")
            assert interface.valueInterface().currentValue() == int(said)
            assert interface.valueInterface().minimumValue() == 1


def test_a_reader_moves_a_slider_by_its_number(sentence):
    slider = sentence.window.controls.d_k.slider
    value = QAccessible.queryAccessibleInterface(slider).valueInterface()
    value.setCurrentValue(64)
    settle(sentence)
    assert sentence.session.document.source.d_k == pytest.approx(64, abs=1)
    assert value.currentValue() == sentence.session.document.source.d_k
    sentence.acts.set_number("d_k", 2, "")
    settle(sentence)
    assert value.currentValue() == 2


@pytest.mark.parametrize("tab", TABS)
def test_one_choice_of_several_is_no_switch(start, tab):
    app = start("sentence" if tab == "matrix" else "bank")
    app.look(tab=tab)
    buttons = [b for b in app.window.findChildren(QAbstractButton) if b.isVisible() and b.group() is not None]
    assert buttons
    for button in buttons:
        interface = QAccessible.queryAccessibleInterface(button)
        assert interface.role() in (QAccessible.Role.RadioButton, QAccessible.Role.PageTab), button.text()
        assert bool(interface.state().checked) == button.isChecked()


def test_each_matrix_is_told_by_its_name(bank, qtbot):
    editor, said = bank.window.steps.editor, []
    qtbot.waitUntil(lambda: "weights" in editor.tables.there)
    announce.listeners.append(said.append)
    try:
        editor.setFocus()
        for _ in range(7):
            QTest.keyClick(editor, Qt.Key.Key_PageDown)
    finally:
        announce.listeners.remove(said.append)
    assert len(said) >= 6
    beginnings = [sentence.split(",")[0] for sentence in said]
    assert all(one != other for one, other in pairwise(beginnings)), beginnings
    assert {"scores", "scaled scores", "attention weights"} <= set(beginnings)


def test_the_matrix_alone_is_not_named_in_every_cell(bank):
    bank.look(tab="matrix")
    assert SceneReader(bank.scene).cell("weights", 0, 0).startswith("query ")
