"""Rows of controls that go on in a second line: names stay with their fields, and the end is the end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from attnviz.settings import Settings
from attnviz.ui import text_size
from attnviz.ui.wrapping import Wrapping
from tests.gui.conftest import come_to_rest

TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


def middle(widget: QWidget, above: QWidget) -> int:
    return widget.mapTo(above, widget.rect().center()).y()


def parted(window: QWidget) -> list[str]:
    """Names of controls in a row that stand in another line than what they name."""
    found = []
    for label in window.findChildren(QLabel):
        field, row = label.buddy(), label.parentWidget()
        if field is None or not label.isVisible() or not field.isVisible() or not isinstance(row.layout(), Wrapping):
            continue
        if abs(middle(label, window) - middle(field, window)) > field.height() // 2:
            found.append(label.text())
    return found


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("percent", [100, 150, 200])
def test_a_name_stands_in_the_line_of_its_field(start, language, percent) -> None:
    Settings().text_size = percent
    app = start("sentence", language, size=(960, 600))
    for width in (960, 1060, 1180, 1280, 1500):
        app.window.resize(width, 700)
        for tab in TABS:
            app.look(tab=tab)
            come_to_rest()
            assert parted(app.window) == [], (width, tab)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("percent", [100, 125, 150, 175, 200])
def test_undo_redo_and_export_stand_together_at_the_right(start, language, percent) -> None:
    Settings().text_size = percent
    app = start("bank", language, size=(960, 600))
    for width in (960, 1100, 1280, 1400, 1900):
        app.window.resize(width, 700)
        come_to_rest()
        bar = app.window._bar
        acts = (bar.undo_button, bar.redo_button, bar.export_button)
        assert len({middle(button, bar) for button in acts}) == 1
        right = bar.export_button.mapTo(bar, QPoint(bar.export_button.width(), 0)).x()
        assert bar.width() - right <= 13


@pytest.mark.parametrize("width", range(140, 400, 20))
def test_a_field_too_wide_for_its_name_beside_it_stands_below_it(qtbot, width) -> None:
    """Nothing is cut off for the sake of standing together."""
    holder = QWidget()
    qtbot.addWidget(holder)
    row = Wrapping(holder)
    row.setContentsMargins(0, 0, 0, 0)
    first, name, field = QPushButton("first"), QLabel("name"), QPushButton("a rather long button")
    name.setBuddy(field)
    for widget in (first, name, field):
        row.add(widget)
    holder.resize(width, 200)
    holder.show()
    row.activate()
    width = holder.width()
    beside = name.sizeHint().width() + row.spacing() + field.sizeHint().width() <= width
    assert (abs(middle(name, holder) - middle(field, holder)) <= 2) == beside
    assert field.width() >= min(field.sizeHint().width(), width)
    assert max(widget.geometry().right() for widget in (first, name, field)) < width
