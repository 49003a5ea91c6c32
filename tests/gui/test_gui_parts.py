"""F6 goes from part to part of the window as Tab does, from wherever the keys are."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.settings import Settings
from attnviz.ui import text_size
from tests.gui.accessible_tree import tab_order
from tests.gui.conftest import come_to_rest

TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


@pytest.mark.parametrize(("percent", "size"), [(100, (1280, 800)), (100, (960, 600)), (200, (960, 600))])
@pytest.mark.parametrize("tab", TABS)
def test_f6_goes_on_from_wherever_the_keys_are(start, tab, percent, size):
    Settings().text_size = percent
    app = start("bank", size=size)
    app.look(tab=tab)
    come_to_rest()
    window = app.window
    ring = tab_order(window)
    belongs = [part_of(window, widget) for widget in ring]
    assert None in belongs or size != (1280, 800), "the lines and handles between parts take the keys too"
    wrong = []
    for at, widget in enumerate(ring):
        for way, modifier in ((1, Qt.KeyboardModifier.NoModifier), (-1, Qt.KeyboardModifier.ShiftModifier)):
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            QTest.keyClick(window, Qt.Key.Key_F6, modifier)
            reached = part_of(window, QApplication.focusWidget())
            following = [belongs[(at + way * step) % len(ring)] for step in range(1, len(ring))]
            expected = next(part for part in following if part not in (None, belongs[at]))
            if reached is not expected:
                name = widget.accessibleName() or type(widget).__name__
                wrong.append(f"{'F6' if way > 0 else 'Shift+F6'} from {name} goes to {type(reached).__name__}")
    assert not wrong


def part_of(window, widget: QWidget) -> QWidget | None:
    """The part of the window in which a widget is; None for what lies between two."""
    parts = (window._bar, window.lessons, window.views, window.controls)
    return next((part for part in parts if part is widget or part.isAncestorOf(widget)), None)
