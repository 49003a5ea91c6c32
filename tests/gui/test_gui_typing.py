"""What is half typed belongs to the document it was typed for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from attnviz.document.lessons import load
from attnviz.i18n import NumberFormat
from attnviz.ui.number_field import NumberField
from attnviz.ui.text_line import TextLine

TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes")
# Each has other controls: matrices by hand, embeddings and projections, a sentence.
LEAVING = ("bank", "gato", "sentence")


def lines(app) -> list[TextLine]:
    return [line for line in app.window.findChildren(TextLine) if line.isVisible() and line.isEnabled()]


@pytest.mark.parametrize("tab", TABS)
@pytest.mark.parametrize("leaving", LEAVING)
def test_half_typed_it_does_not_change_the_document_that_comes(bank, leaving, tab) -> None:
    bank.open_lesson(leaving)
    bank.look(tab=tab)
    for line in lines(bank):
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, "3")
        bank.window.actions_.lessons["one-query"].trigger()
        beside = bank.window.focusWidget()
        if isinstance(beside, QWidget):
            QTest.keyClick(beside, Qt.Key.Key_Tab)
        elsewhere = bank.window.lessons.list
        elsewhere.setFocus()
        assert bank.session.document is load("one-query", "en").document, line.accessibleName()
        assert not bank.session.dirty
        bank.open_lesson(leaving)
        bank.look(tab=tab)


@pytest.fixture
def field(qtbot) -> NumberField:
    line = NumberField(0, 100, 1, 2)
    qtbot.addWidget(line)
    line.display(1.5, NumberFormat())
    line.show()
    line.activateWindow()
    qtbot.waitUntil(line.isActiveWindow)
    line.setFocus()
    return line


@pytest.mark.parametrize("places", [2, 0])
@pytest.mark.parametrize("form", [NumberFormat(), NumberFormat(decimal=",")], ids=["point", "comma"])
def test_typing_that_is_taken_back_leaves_the_number_as_it_is_written_by_now(field, places, form) -> None:
    """The language, or how many decimals are usual, may change while the field keeps what is half typed."""
    field.display(2, NumberFormat())
    QTest.keyClicks(field, "7")
    field.set_range(0, 50, places)
    field.display(2, form)
    assert field.text().endswith("7")
    QTest.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not field.isModified()
    field.display(2, form)
    assert field.text() == form.fixed(2, places)
