"""What a person who only hears the program is told of what keys have done."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHeaderView, QScrollArea, QSplitterHandle, QTreeWidget, QWidget

from attnviz.document.lessons import load
from attnviz.ui import accessible
from tests.gui.accessible_tree import faults, name_of
from tests.gui.conftest import settle

Key, Mod = Qt.Key, Qt.KeyboardModifier


pytestmark = pytest.mark.usefixtures("reader")


def test_a_folded_text_is_heard_whole(bank):
    label = bank.window.lessons._text.label
    assert label.text().endswith("…")
    told = name_of(QAccessible.queryAccessibleInterface(label))
    assert told == load("bank", "en").text
    assert told.startswith(label.text().removesuffix(" …"))


def test_a_list_that_gets_the_keys_tells_its_row(bank, heard, qtbot):
    bank.window.lessons.list.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: "The bank, by hand" in heard)


@pytest.mark.parametrize("window", ["guide", "shortcuts"])
def test_so_does_the_tree_of_another_window(bank, heard, qtbot, window):
    getattr(bank.window.actions_, window).trigger()
    qtbot.waitUntil(lambda: any(tree.isVisible() for tree in bank.window.findChildren(QTreeWidget)))
    tree = next(tree for tree in bank.window.findChildren(QTreeWidget) if tree.isVisible())
    assert faults(tree.window()) == []
    first = tree.topLevelItem(0)
    tree.setCurrentItem(first)
    tree.window().activateWindow()
    tree.clearFocus()
    heard.clear()
    tree.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: any(first.text(0) in sentence for sentence in heard))
    tree.window().close()


def test_the_line_in_the_guide_is_moved_by_keys(bank, qtbot):
    bank.window.actions_.guide.trigger()
    qtbot.waitUntil(lambda: any(tree.isVisible() for tree in bank.window.findChildren(QTreeWidget)))
    tree = next(tree for tree in bank.window.findChildren(QTreeWidget) if tree.isVisible())
    handles = [handle for handle in tree.window().findChildren(QSplitterHandle) if handle.isVisible()]
    assert [QAccessible.queryAccessibleInterface(handle).role() for handle in handles] == [QAccessible.Role.Splitter]
    before = tree.width()
    QTest.keyClick(handles[0], Key.Key_Right)
    assert tree.width() > before
    tree.window().close()


def test_the_number_is_heard_as_keys_move_it(bank, heard):
    editor = bank.window.steps.editor
    editor.setFocus()
    editor.move_cursor("V", 2, 1)
    QTest.keyClick(editor, Key.Key_Up, Mod.AltModifier)
    assert heard[-1] == "0.1"
    QTest.keyClick(editor, Key.Key_Up, Mod.AltModifier)
    assert heard[-1] == "0.2"


@pytest.mark.parametrize(
    ("option", "on", "off", "with_it", "without"),
    [
        ("divide", True, False, "Divide by", "Do not divide"),
        ("causal", True, False, "Causal mask", "No causal mask"),
        ("window", 2, None, "Sliding window", "No sliding window"),
        ("padding", 1, 0, "Padding", "No padding"),
    ],
)
def test_an_option_says_whether_it_is_on(bank, heard, qtbot, option, on, off, with_it, without):
    for value, words in [(off, without), (on, with_it), (off, without)]:
        if getattr(bank.session.document.options, option) == value:
            continue
        heard.clear()
        bank.acts.set_option(option, value)
        settle(bank)
        qtbot.waitUntil(lambda words=words: any(sentence.startswith(words) for sentence in heard))


def test_a_key_that_is_followed_is_heard(bank, heard):
    bank.look(tab="matrix")
    heatmap = bank.window.matrix.heatmap
    heatmap.setFocus()
    QTest.keyClick(heatmap, Key.Key_End)
    QTest.keyClick(heatmap, Key.Key_Return)
    assert heard[-1] == "The key “praça” is followed"
    QTest.keyClick(heatmap, Key.Key_Return)
    assert heard[-1] == "No key is followed"


@pytest.mark.parametrize("tab", ["steps", "matrix"])
def test_a_row_that_a_presentation_turns_to_is_heard(bank, heard, tab):
    bank.look(tab=tab)
    bank.window.actions_.present.trigger()
    QTest.qWait(50)
    assert any("Esc: leave" in sentence for sentence in heard)
    presenter = bank.window.presenter
    heard.clear()
    QTest.keyClick(presenter, Key.Key_Down)
    settle(bank)
    assert any("praça 0.58" in sentence for sentence in heard)
    QTest.keyClick(presenter, Key.Key_B)
    assert heard[-1].startswith("Black")
    QTest.keyClick(presenter, Key.Key_B)
    assert heard[-1] == "The picture is back"
    bank.window.actions_.present.trigger()
    QTest.qWait(20)


@pytest.mark.qt_log_ignore("Invalid index")  # of tables and lists, which look
@pytest.mark.parametrize("tab", ["steps", "matrix", "heads", "gradient", "training", "shapes", "code"])
def test_a_reader_may_ask_for_parts_that_have_gone(bank, tab):
    """It has counted before they went. Every widget answers with nothing, and the program goes on."""
    bank.look(tab=tab)
    QTest.qWait(50)
    for widget in [bank.window, *bank.window.findChildren(QWidget)]:
        if isinstance(widget, QHeaderView):
            continue  # not reached: a table tells its cells itself
        interface = QAccessible.queryAccessibleInterface(widget)
        own = isinstance(widget, QScrollArea)  # Qt's interface of these ends the program at the next line
        assert not own or any(given is interface for given in accessible._given.values()), type(widget)
        part = interface.child(interface.childCount() + 3)
        assert part is None or not part.isValid(), type(widget)
