"""The Matrix tab presented: what the window shows below the matrix, in words that are true there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from attnviz.document.comparison import Comparison
from attnviz.export.compare_figure import compare_figure
from attnviz.export.figure import Text
from attnviz.export.fonts import text_width
from attnviz.ui import text_size
from tests.gui.conftest import drag

DRAWINGS = ("heatmap", "lines", "compare")
SCREENS = [(1280, 800), (1920, 1080), (1024, 1024)]


@pytest.fixture(autouse=True)
def _usual_text():
    yield
    text_size.use(100)


def present(app, size=(1280, 800)):
    """Enter, with a screen of this size."""
    app.presenting.enter()
    app.window.setWindowState(Qt.WindowState.WindowNoState)
    app.window.resize(*size)
    QTest.qWait(1)
    app.window.presenter._drop_hint()
    return app.window.presenter.slide


def shown_below(part) -> list[str]:
    return [name for name, canvas in (("row", part.bars), ("saturation", part.saturation)) if canvas.isVisible()]


def said(canvas) -> str:
    return " ".join(item.text for item in canvas.figure.items if isinstance(item, Text))


@pytest.mark.parametrize("drawing", DRAWINGS)
@pytest.mark.parametrize("inspector", ["row", "saturation", "none"])
def test_below_the_matrix_is_what_the_window_shows_there(matrix, qtbot, drawing, inspector) -> None:
    matrix.look(drawing=drawing, inspector=inspector)
    window = matrix.window.matrix.inspector
    before = shown_below(window)
    assert before == [name for name in (inspector,) if name != "none"]
    slide = present(matrix)
    assert shown_below(slide) == before
    if inspector == "saturation":
        qtbot.waitUntil(lambda: slide.saturation.curve is not None)
        assert slide.saturation.curve is matrix.saturations._kept[slide.saturation._key]
        assert slide.saturation.figure.width * slide.saturation.scale == pytest.approx(slide.width())
    drawn = {"heatmap": slide.heatmap, "lines": slide.links, "compare": slide.compare}[drawing]
    under = slide.saturation if inspector == "saturation" else slide.bars
    assert drawn.height() == slide.height() - (under.height() if before else 0), "there is no room that nothing has"
    for name in ("saturation", "none", "row"):
        matrix.look(inspector=name)
        assert shown_below(slide) == [each for each in (name,) if each != "none"]


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_fourteen_tokens_keep_their_numbers_above_the_curves(start, qtbot, size, language) -> None:
    app = start("sentence", language)
    app.look(tab="matrix", inspector="saturation")
    slide = present(app, size)
    qtbot.waitUntil(lambda: slide.saturation.curve is not None)
    assert slide.heatmap.figure.cells("weights").numbers is not None
    lowest = max(item.y for item in slide.saturation.figure.items if isinstance(item, Text))
    assert lowest <= slide.saturation.figure.height
    largest = max(item.size for item in slide.saturation.figure.items if isinstance(item, Text))
    assert largest * slide.saturation.scale >= 1.35 * 13, "in type for the last row"


def test_the_curves_that_are_asked_for_are_of_the_document_that_is_shown(matrix, qtbot) -> None:
    slide = present(matrix)
    asked = []
    slide.saturation.curve_requested.connect(lambda document, _head, _gradient: asked.append(document))
    matrix.acts.set_number("d_k", 9, "test")
    qtbot.waitUntil(lambda: matrix.scene.document is matrix.session.document)
    assert asked == [], "what is hidden costs nothing"
    matrix.look(inspector="saturation")
    assert {id(document) for document in asked} == {id(matrix.session.document)}


def test_the_mark_is_dragged_on_the_screen_and_the_keys_stay_the_presentations(matrix, qtbot) -> None:
    matrix.look(inspector="saturation", query=3)
    window = matrix.window.matrix.inspector.saturation
    qtbot.waitUntil(lambda: window.curve is not None)
    assert "arrow keys" in window.toolTip()
    slide = present(matrix)
    panel = slide.saturation
    qtbot.waitUntil(lambda: panel.curve is not None)
    assert panel.toolTip()
    assert "arrow keys" not in panel.toolTip()
    before, steps = matrix.session.document.source.d_k, matrix.session.undo_stack.count()
    drag(panel, panel.mark_point().toPoint(), -200)
    assert matrix.session.document.source.d_k < before
    assert matrix.session.undo_stack.count() == steps + 1
    QTest.mouseClick(panel, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    QTest.keyClick(matrix.window.focusWidget(), Qt.Key.Key_Right)
    assert matrix.view.query == 4


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("size", [*SCREENS, (1100, 900)])
@pytest.mark.parametrize("inspector", ["row", "none"])
def test_comparing_fills_the_screen_whatever_the_size_of_text(start, size, percent, inspector) -> None:
    app = start("bank", size=size)
    app.appearance.set_text_size(percent)
    app.look(tab="matrix", drawing="compare", compare=Comparison(kind="divide"), inspector=inspector)
    slide = present(app, size)
    figure = slide.compare.figure
    room = {"width": figure.width, "height": figure.height, "measure": text_width}
    others = [compare_figure(app.scene, **room, abreast=abreast, live=True) for abreast in (1, 2, 3)]
    assert figure.cells("weights").cell_width == max(each.cells("weights").cell_width for each in others)


@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
def test_what_rounds_to_nothing_is_written_alike_in_text_of_any_size_and_presented(start, qtbot, drawing) -> None:
    app = start("sentence", size=(1920, 1080))
    app.acts.set_text("the fat cat sat")
    app.acts.set_option("divide", False)
    app.look(tab="matrix", drawing=drawing, compare=Comparison(kind="divide"), inspector="none")
    qtbot.waitUntil(lambda: app.scene.document is app.session.document)
    written, sizes = set(), set()
    for percent in (100, 150, 200):
        app.appearance.set_text_size(percent)
        view = app.window.matrix
        cells = (view.heatmap if drawing == "heatmap" else view.compare.canvas).figure.cells("weights")
        sizes.add(cells.cell_width)
        written.add(tuple(text == "≈0" for row in cells.numbers for text in row))
        assert all(text for row in cells.numbers for text in row)
    slide = present(app, (1024, 1024))
    cells = (slide.heatmap if drawing == "heatmap" else slide.compare).figure.cells("weights")
    written.add(tuple(text == "≈0" for row in cells.numbers for text in row))
    assert len(sizes) > 1
    assert len(written) == 1, "always the same ones"
    assert any(written.pop())


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
def test_the_key_that_is_named_brings_the_numbers(start, qtbot, language, drawing) -> None:
    """As keyboards send it: on most of them + needs Shift."""
    app = start("sentence", language)
    app.acts.set_text(" ".join(["the fat cat sat on the mat and slept"] * 4))
    app.look(tab="matrix", drawing=drawing, compare=Comparison(kind="divide"))
    qtbot.waitUntil(lambda: app.scene.document is app.session.document and app.scene.trace.n_k == 36)
    slide = present(app, (1920, 1080))
    canvas = slide.heatmap if drawing == "heatmap" else slide.compare
    assert canvas.cramped
    assert (" press + " if language == "en" else " tecle + ") in said(canvas)
    assert not any("(+)" in said(each) for each in slide.canvases if each.isVisible())
    for _ in range(8):
        QTest.keyClick(app.window.presenter, Qt.Key.Key_Plus, Qt.KeyboardModifier.ShiftModifier)
    assert app.view.zoom is not None
    assert not canvas.cramped
    assert " + " not in said(canvas)


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_who_cannot_see_the_screen_is_told_what_is_on_it(matrix, drawing) -> None:
    matrix.look(drawing=drawing)
    slide = present(matrix)
    shown = {"heatmap": slide.heatmap, "lines": slide.links, "compare": slide.compare}[drawing]
    assert shown.figure.description
    assert matrix.window.presenter.accessibleDescription() == shown.figure.description
