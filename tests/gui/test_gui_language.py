"""Another language while the program runs: what the lessons say in it, and what stays as the person made it."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from attnviz.document import lessons
from attnviz.document.view_state import Tab
from attnviz.export.figure import Text
from attnviz.ui.figure_canvas import FigureCanvas
from tests.gui.conftest import settle


def texts(app) -> tuple[object, ...]:
    """The document's own words."""
    source = app.session.document.source
    return tuple(getattr(source, name, ()) for name in ("tokens_q", "tokens_k", "tokens", "value_names"))


def switch(app, language: str) -> None:
    app.window.actions_.languages[language].trigger()
    settle(app)


@pytest.mark.parametrize("lesson", lessons.shipped())
def test_a_lesson_that_nobody_edited_speaks_the_new_language(start, lesson):
    app = start(lesson)
    app.look(tab="matrix", query=1)
    there = (app.session.undo_stack.count(), app.view)
    switch(app, "pt_BR")
    assert app.session.document is lessons.load(lesson, "pt_BR").document
    assert app.scene.document is app.session.document
    assert (app.session.undo_stack.count(), app.view) == there
    assert not app.session.dirty
    assert app.scene.before is None, "nothing was edited"
    switch(app, "en")
    assert app.session.document is lessons.load(lesson, "en").document


def test_an_edited_lesson_stays_and_undo_leads_back_to_one_that_speaks_the_language(bank, qtbot):
    bank.acts.edit_cell("V", 0, 0, 3.0, "")
    settle(bank)
    edited = bank.session.document
    switch(bank, "pt_BR")
    assert bank.session.document is edited
    assert bank.session.dirty
    qtbot.waitUntil(bank.window.isActiveWindow)
    QTest.keyClick(bank.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(bank)
    assert bank.session.document is lessons.load("bank", "pt_BR").document
    assert not bank.session.dirty
    assert "assento" in " ".join(str(words) for words in texts(bank))


def test_lessons_that_were_left_speak_the_language_too(bank):
    bank.open_lesson("sentence")
    switch(bank, "pt_BR")
    bank.session.undo_stack.undo()
    settle(bank)
    assert bank.session.document is lessons.load("bank", "pt_BR").document
    assert not bank.session.dirty
    bank.session.undo_stack.redo()
    settle(bank)
    assert bank.session.document is lessons.load("sentence", "pt_BR").document


def test_what_an_experiment_let_one_see_is_said_in_the_new_language(bank):
    bank.acts.apply_experiment(1)
    settle(bank)
    switch(bank, "pt_BR")
    shown = [card.text for card in bank.window.lessons.cards() if card.observed]
    assert shown == [lessons.load("bank", "pt_BR").experiments[1].observe]


# In Portuguese these prepositions and what comes after them are one word: "nesta", never "em esta". A text that is put
# together from parts, as other languages allow, shows just here; and so does a token that is not quoted.
APART = re.compile(r"\b(de|em) (os?|as?|est[ea]s?|ess[ea]s?|is[ts]o|el[ea]s?|aquel[ea]s?|aquilo)\b", re.IGNORECASE)
TABS = get_args(Tab)


@pytest.mark.parametrize("lesson", lessons.shipped())
def test_portuguese_is_no_text_put_together_from_parts(start, lesson):
    app = start(lesson, language="pt_BR")
    found = set()
    for tab in TABS:
        app.look(tab=tab)
        settle(app)
        for widget in app.window.findChildren(QWidget):
            if isinstance(widget, FigureCanvas):
                said = [item.text for item in widget.figure.items if isinstance(item, Text)]
            else:
                said = [widget.text()] if isinstance(widget, (QLabel, QAbstractButton)) else []
            said += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
            found |= {text for text in said if APART.search(text.replace("&", ""))}
    assert found == set()
