"""With larger text a page scrolls, not the sum inside it too; and the player is seen with the chain that it moves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from attnviz.export.chain import chain_layout
from attnviz.export.figure import Cells, Text
from attnviz.export.gradient_chain import gradient_layout
from attnviz.session.opening import open_source
from attnviz.settings import Settings
from attnviz.ui import gradient_view, steps_view, text_size
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


@pytest.mark.parametrize("source", ["bank", "sentence", "gato"])
@pytest.mark.parametrize("tab", ["steps", "gradient"])
@pytest.mark.parametrize("percent", [150, 200])
@pytest.mark.parametrize("size", SIZES)
def test_a_chain_scrolls_by_itself_only_where_its_controls_are_seen_with_it(
    start, qtbot, tab, source, percent, size
) -> None:
    """Else the page is all that scrolls up and down: a slit with a bar of its own in it helps nobody."""
    app, view = shown(start, qtbot, tab, source, percent, size)
    page = app.window.stage
    parts = (view._editor_area, view.player, *((view.upstream,) if tab == "gradient" else ()))
    together = sum(part.height() for part in parts) <= page.viewport().height()
    assert together or view._editor_area.verticalScrollBar().maximum() == 0
    assert together or view._editor_area.viewport().height() >= view.editor.figure.height * view.editor.scale - 1
    if (percent, size) == (200, (960, 600)):
        assert not together


@pytest.mark.parametrize("tab", ["steps", "gradient"])
def test_a_page_goes_to_the_cell_and_to_the_step(start, qtbot, tab) -> None:
    app, view = shown(start, qtbot, tab, "sentence", 200, (960, 600))
    page, editor = app.window.stage, view.editor
    editor.setFocus()
    names = [item.name for item in editor.figure.items if isinstance(item, Cells) and item.rows]
    for _ in names:
        QTest.keyClick(editor, Qt.Key.Key_PageDown)
        assert in_sight(page, editor, editor.cell_rect(*editor.cursor_cell)), editor.cursor_cell
    scene = app.scene
    if tab == "gradient":
        steps, tiles = gradient_layout(scene.document, scene.gradient, scene.notation).steps, gradient_view.STEP_TILES
    else:
        steps, tiles = chain_layout(scene.document, scene.trace).steps, steps_view.STEP_TILES
    assert len(steps) > 3
    for index, step in enumerate(steps):
        app.look(**{"back_step" if tab == "gradient" else "step": index})
        come_to_rest()
        assert in_sight(page, editor, editor.cell_rect(tiles[step], 0, 0)), step


@pytest.mark.parametrize("tab", ["steps", "gradient"])
def test_a_page_does_not_go_from_under_the_hand(start, qtbot, tab) -> None:
    app, view = shown(start, qtbot, tab, "sentence", 200, (960, 600))
    page = app.window.stage
    page.ensureWidgetVisible(view.player)
    view.player.bar.setFocus()
    at = page.verticalScrollBar().value()
    assert at > 0
    for _ in range(3):
        QTest.keyClick(view.player.bar, Qt.Key.Key_Left)
        come_to_rest()
        assert page.verticalScrollBar().value() == at


def in_sight(page, canvas, rect) -> bool:
    viewport = page.viewport()
    place = QRect(canvas.mapTo(viewport, rect.toRect().topLeft()), rect.toRect().size())
    return viewport.rect().contains(place)


@pytest.mark.parametrize("tab", ["steps", "gradient"])
def test_a_chain_is_whole_in_the_page_after_another_lesson_and_another_window(start, qtbot, tab) -> None:
    app, view = shown(start, qtbot, tab, "bank", 200, (960, 600))
    area = view._editor_area

    def settled() -> int:
        qtbot.waitUntil(lambda: app.scene.document is app.session.document)
        qtbot.waitUntil(lambda: tab == "steps" or app.scene.gradient is not None)
        come_to_rest()
        return area.height()

    low = settled()
    app.window.resize(1920, 1080)
    settled()
    app.window.resize(960, 600)
    assert settled() == low
    app.open(open_source("gato", "pt_BR"), "Gato")
    app.look(tab=tab)
    assert settled() > low
    assert area.verticalScrollBar().maximum() == 0
    app.window.actions_.undo.trigger()
    app.look(tab=tab)
    assert settled() == low
    assert area.verticalScrollBar().maximum() == 0
