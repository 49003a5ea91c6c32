"""With larger text a page scrolls, not the sum inside it too; and the player is seen with the chain that it moves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect

from attnviz.export.figure import Text
from attnviz.settings import Settings
from attnviz.ui import text_size
from tests.gui.conftest import come_to_rest

SIZES = [(960, 600), (1280, 800), (1920, 1080)]


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


def shown(start, qtbot, tab, source, percent, size):
    Settings().text_size = percent
    app = start(source, "pt_BR", size=size)
    app.look(tab=tab)
    come_to_rest()
    view = app.window.view(tab)
    if tab == "gradient":
        qtbot.waitUntil(lambda: app.scene.gradient is not None)
    come_to_rest()
    return app, view


@pytest.mark.parametrize("source", ["bank", "sentence"])
@pytest.mark.parametrize("tab", ["steps", "gradient"])
@pytest.mark.parametrize("percent", [125, 150, 200])
@pytest.mark.parametrize("size", SIZES)
def test_the_sum_is_as_high_as_it_needs(start, qtbot, tab, source, percent, size) -> None:
    app, view = shown(start, qtbot, tab, source, percent, size)
    assert view._sum_area.verticalScrollBar().maximum() == 0
    assert tab == "gradient" or view._sum_area.horizontalScrollBar().maximum() == 0
    assert view.sum.height() >= view.sum.figure.height * view.sum.scale - 1
    for query in range(app.scene.trace.n_q):  # some rows need more lines than others
        app.look(query=query)
        come_to_rest()
        assert view._sum_area.verticalScrollBar().maximum() == 0


@pytest.mark.parametrize("tab", ["steps", "gradient"])
@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_the_player_is_seen_with_the_chain(start, qtbot, tab, size) -> None:
    app, view = shown(start, qtbot, tab, "sentence", 200, size)
    viewport = app.window.stage.viewport()
    place = QRect(view.player.mapTo(viewport, QPoint(0, 0)), view.player.size())
    assert viewport.rect().contains(place)
    assert view._editor_area.height() >= 0.45 * viewport.height()  # no slit between two bars
    for step in range(3):
        app.look(**{"back_step" if tab == "gradient" else "step": step})
        come_to_rest()
        place = QRect(view.player.mapTo(viewport, QPoint(0, 0)), view.player.size())
        assert viewport.rect().contains(place)


@pytest.mark.parametrize("head", ["previous", "distance", "mixed"])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("percent", [100, 200])
def test_the_formula_of_a_score_is_written_in_full(start, language, head, size, percent) -> None:
    Settings().text_size = percent
    app = start("sentence", language, size=size)
    app.acts.set_head(head)
    app.look(tab="steps")
    come_to_rest()
    said = [item.text for item in app.window.view("steps").sum.figure.items if isinstance(item, Text)]
    assert not [text for text in said if text.endswith("…") and len(text) > 3]
