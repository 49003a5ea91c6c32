"""Layouts come to rest in a window of any size: a page that is longer than the window needs a bar, or it needs none."""

from __future__ import annotations

import pytest

from attnviz.settings import Settings
from attnviz.ui import text_size
from tests.gui.conftest import come_to_rest, settle

AROUND = range(-40, 41, 8)  # pixels: windows just too low for a page, just high enough, and between
PAGES = {
    "heatmap": {"tab": "matrix", "drawing": "heatmap"},
    "scores": {"tab": "matrix", "drawing": "heatmap", "quantity": "scaled"},
    "transposed": {"tab": "matrix", "drawing": "heatmap", "transposed": True},
    "lines": {"tab": "matrix", "drawing": "lines"},
    "arcs": {"tab": "matrix", "drawing": "arcs"},
    "compare": {"tab": "matrix", "drawing": "compare"},
    "saturation": {"tab": "matrix", "drawing": "heatmap", "inspector": "saturation"},
    "steps": {"tab": "steps"},
    "heads": {"tab": "heads"},
    "gradient": {"tab": "gradient"},
    "training": {"tab": "training"},
    "shapes": {"tab": "shapes"},
    "code": {"tab": "code"},
}


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


def beside_the_page(window) -> int:
    """What of a window's height is not the page's."""
    return window.height() - window.stage.maximumViewportSize().height()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("percent", [150, 200])
def test_a_window_about_as_high_as_its_page_comes_to_rest(start, percent, page) -> None:
    Settings().text_size = percent
    app = start("sentence", size=(1100, 700))
    app.look(**PAGES[page])
    for width in (1000, 1136, 1555, 2108):
        app.window.resize(width, 620)
        come_to_rest()
        needed = app.window.views.height()
        for more in AROUND:
            app.window.resize(width, max(needed + more, 480) + beside_the_page(app.window))
            come_to_rest()
            stage = app.window.stage
            assert stage.widget().width() <= stage.viewport().width() or stage.horizontalScrollBar().maximum() > 0


@pytest.mark.parametrize(
    ("percent", "tokens", "size"), [(200, 14, (1555, 1456)), (200, 14, (2108, 1473)), (150, 30, (1136, 1058))]
)
def test_windows_that_once_never_came_to_rest(start, percent, tokens, size) -> None:
    Settings().text_size = percent
    app = start("sentence", size=(1000, 700))
    app.look(tab="matrix", query=3)
    app.acts.set_text(" ".join(f"word{i}" for i in range(tokens)))
    settle(app)
    come_to_rest()
    app.window.resize(*size)
    come_to_rest()


@pytest.mark.parametrize("width", [1200, 1555])
def test_a_page_is_as_wide_with_the_bar_as_without_it(start, width) -> None:
    """Or else dragging the window's edge would make the picture jump where the bar comes."""
    Settings().text_size = 200
    app = start("sentence", size=(width, 620))
    app.look(tab="matrix", drawing="heatmap")
    come_to_rest()
    bar, heatmap = app.window.stage.verticalScrollBar(), app.window.matrix.heatmap
    assert bar.maximum() > 0
    wide = heatmap.width()
    app.window.resize(width, 2400)
    come_to_rest()
    assert bar.maximum() == 0
    assert heatmap.width() == wide
