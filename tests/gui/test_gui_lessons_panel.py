"""The lessons at the left: long texts folded, experiments within reach of mouse and keys."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.ui.folded_text import LINES, first_lines
from tests.gui.conftest import click, settle


@pytest.fixture
def divide(start):
    return start("why-divide")


def _seen(panel, widget):
    """Whether all of a widget is in the visible part of the panel."""
    place = QRect(widget.mapTo(panel.viewport(), QPoint(0, 0)), widget.size())
    return panel.viewport().rect().contains(place)


def test_the_first_experiment_is_in_sight_when_a_lesson_opens(divide, qtbot):
    panel = divide.window.lessons
    qtbot.waitUntil(lambda: _seen(panel, panel.cards()[0].apply))


def test_the_lesson_that_was_chosen_has_its_subtitle_and_no_other(start, qtbot):
    application = start("bank")
    rows = application.window.lessons.list

    def tall():
        """The rows that are higher than their titles need."""
        lines = [rows.itemDelegate().height(rows.model().index(row, 0)) for row in range(rows.count())]
        assert [rows.visualItemRect(rows.item(row)).height() for row in range(rows.count())] == lines
        return [row for row in range(5) if lines[row] > min(lines)]

    assert tall() == [0]
    for row in (3, 1):  # with the mouse
        click(rows.viewport(), rows.visualItemRect(rows.item(row)).center())
        qtbot.waitUntil(lambda row=row: application.lesson.id == application.lessons[row].id)
        qtbot.waitUntil(lambda row=row: tall() == [row])
    QTest.keyClick(rows, Qt.Key.Key_Down)  # and with the keys
    QTest.keyClick(rows, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tall() == [2])
    application.open_lesson(application.lessons[4].id)  # and from elsewhere
    qtbot.waitUntil(lambda: tall() == [4])


def test_a_long_text_is_folded_and_opens(divide, qtbot):
    text, whole = divide.window.lessons._text, divide.lesson.text
    assert text.text() != whole
    assert text.text().endswith("…")
    assert whole.startswith(text.text().removesuffix("…").rstrip())
    height = text.label.height()
    assert height <= (LINES + 0.5) * text.label.fontMetrics().lineSpacing()
    click(text.more, text.more.rect().center())
    assert text.text() == whole
    qtbot.waitUntil(lambda: text.label.height() > height)
    click(text.more, text.more.rect().center())
    assert text.text() != whole


def test_a_short_text_has_nothing_to_open(divide):
    text = divide.window.lessons._text
    text.display("A few words.")
    assert text.text() == "A few words."
    assert not text.more.isVisible()


@given(st.text(st.sampled_from("ab c\n"), max_size=900))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_folded_text_is_the_beginning_in_so_many_lines(qapp, text):
    font, width = QFont(), 200
    shown = first_lines(text, font, width)
    if shown == text:
        return
    assert text.startswith(shown.removesuffix("…").rstrip())
    assert first_lines(shown, font, width) == shown, "no more to fold"


def test_what_an_experiment_lets_one_see_is_brought_into_sight(divide, qtbot):
    panel = divide.window.lessons
    last = panel.cards()[-1]
    last.apply.setFocus()
    QTest.keyClick(last.apply, Qt.Key.Key_Space)
    assert last.observed
    qtbot.waitUntil(lambda: _seen(panel, last._seen))


def test_tab_goes_from_the_list_through_more_to_the_experiments(divide):
    panel = divide.window.lessons
    panel.list.setFocus()
    passed = []
    for _ in range(3 + len(panel.cards())):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        passed.append(QApplication.focusWidget())
    cards = [card.apply for card in panel.cards()]
    assert passed[: 2 + len(cards)] == [panel._text.label, panel._text.more, *cards]


def test_the_order_of_tab_holds_after_another_lesson(divide, qtbot):
    panel, experiments = divide.window.lessons, len(divide.lesson.experiments)
    for lesson in ("bank", "why-divide"):
        divide.open_lesson(lesson)
        qtbot.waitUntil(lambda lesson=lesson: panel._shown.id == lesson and panel.cards()[0].apply.isVisible())
    assert len(panel.cards()) == experiments
    panel.list.setFocus()
    for _ in range(3):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is panel.cards()[0].apply


def observations(panel) -> list[int]:
    return [index for index, card in enumerate(panel.cards()) if card.observed]


def test_an_observation_goes_and_comes_with_the_numbers_it_is_about(bank):
    panel, stack = bank.window.lessons, bank.session.undo_stack
    undo = (Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    for index in range(3):
        click(panel.cards()[index].apply, panel.cards()[index].apply.rect().center())
        settle(bank)
        assert observations(panel) == [index]
    for left in ([1], [0], []):
        QTest.keyClick(bank.window, *undo)
        settle(bank)
        assert observations(panel) == left, "it is said of the numbers of a later experiment"
    stack.redo()
    settle(bank)
    assert observations(panel) == [0]
    bank.acts.set_number("temperature", 2.0, "")
    settle(bank)
    assert observations(panel) == [], "an edit has made other numbers"
    stack.undo()
    settle(bank)
    assert observations(panel) == [0]
    bank.open_lesson("sentence")
    bank.open_lesson("bank")
    settle(bank)
    assert observations(panel) == []


def test_the_row_that_has_the_keys_is_in_sight(bank, qtbot):
    panel = bank.window.lessons
    panel.cards()[2].apply.setFocus()
    for card in panel.cards():
        card.observe(True)
    panel.cards()[2].apply.clearFocus()
    panel._box.activate()
    panel.verticalScrollBar().setValue(panel.verticalScrollBar().maximum())
    rows = panel.list

    def in_sight() -> bool:
        place = rows.visualItemRect(rows.currentItem())
        place.translate(rows.viewport().mapTo(panel.viewport(), QPoint(0, 0)))
        return panel.viewport().rect().contains(place)

    assert not in_sight()
    for _ in range(6):
        if QApplication.focusWidget() is rows:
            break
        QTest.keyClick(bank.window, Qt.Key.Key_F6)
    assert QApplication.focusWidget() is rows
    qtbot.waitUntil(in_sight)
    for key in (Qt.Key.Key_End, Qt.Key.Key_Home):
        QTest.keyClick(rows, key)
        qtbot.waitUntil(in_sight)
