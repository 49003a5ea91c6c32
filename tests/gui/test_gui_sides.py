"""The panels at the sides are no wider inside than the window shows of them: nothing scrolls them sideways."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QScrollArea

from attnviz.settings import Settings
from attnviz.ui import text_size
from tests.gui.conftest import come_to_rest

TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("source", ["bank", "sentence", "gato", "why-divide", "shapes"])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_no_side_is_wider_than_it_is_shown(start, language, source, percent):
    Settings().text_size = percent
    app = start(source, language, size=(1280, 800))
    for tab in TABS:
        app.look(tab=tab)
        come_to_rest()
        view = app.window.views.currentWidget()
        sides = [app.window.lessons, app.window.controls, getattr(view, "side", None)]
        areas = [side for side in sides if isinstance(side, QScrollArea) and side.isVisible()]
        for area in areas:
            needed, there = area.widget().minimumSizeHint().width(), area.viewport().width()
            assert needed <= there, f"{tab}: {type(area).__name__} needs {needed}, {there} are seen"
        assert areas or percent > 100
