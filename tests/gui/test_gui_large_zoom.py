"""Closer to a large matrix and over it: the picture is that of a window that was there at once, and made of little."""

from __future__ import annotations

import math
import random

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QApplication

from attnviz.document.colour_choice import ColourChoice
from attnviz.export import picture as picture_module
from tests.gui.heatmap_hand import drag, place, wheel
from tests.gui.looks_hand import rest, same_as_fresh
from tests.gui.test_gui_large_looks import document_of

N = 1100
STEPS = 30


@pytest.fixture
def looked(qtbot, monkeypatch, start):
    """looked(**view) shows N words under a mask with such a look."""
    monkeypatch.setattr(picture_module, "QUICK", 1 << 16)  # as if there were four times as many

    def open_(**view):
        app = start("sentence")
        app.look(tab="matrix")
        app.session.edit("open", document_of(N, causal=True))
        rest(qtbot, app)
        app.look(fitting_curve=False, **view)
        rest(qtbot, app)
        matrix = app.window.matrix
        return app, matrix.compare.canvas if app.view.drawing == "compare" else matrix.heatmap

    return open_


LOOKS = [
    {"quantity": "weights", "colour": ColourChoice(curve="row")},
    {"quantity": "weights", "colour": ColourChoice(curve="quantile"), "transposed": True},
    {"quantity": "scaled", "colour": ColourChoice(curve="row")},
    {"drawing": "compare", "colour": ColourChoice(curve="row")},
]


@pytest.mark.parametrize("look", LOOKS, ids=["row", "ranks", "scores", "compare"])
def test_wherever_a_hand_went_the_picture_is_that_of_a_fresh_window(qtbot, start, looked, look):
    app, canvas = looked(**look)
    chance = random.Random(3)
    for _ in range(STEPS):
        at = place(canvas, chance.uniform(0.2, 0.8), chance.uniform(0.2, 0.8))
        if canvas.window_ is None or chance.random() < 0.5:
            wheel(canvas, at, chance.choice((1, 1, 2, -1)))
        else:
            drag(canvas, at, at + QPoint(chance.randrange(-40, 41), chance.randrange(-40, 41)))
        canvas.repaint()
    if canvas.window_ is None:
        wheel(canvas, place(canvas, 0.4, 0.3), 1)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.Leave))  # no pointer's cell is ringed
    same_as_fresh(qtbot, start, app)


class Looked:
    """How many cells each picture looked at."""

    def __init__(self, patch) -> None:
        self.cells = 0
        entries = picture_module._entries

        def counted(cells, part, down, across):
            self.cells += math.prod(along.stop - along.start for along in part)
            return entries(cells, part, down, across)

        patch.setattr(picture_module, "_entries", counted)


@pytest.mark.parametrize("look", LOOKS[::3], ids=["row", "compare"])
def test_a_step_sideways_looks_at_what_came_in_sight(looked, monkeypatch, look):
    _, canvas = looked(**look)
    wheel(canvas, place(canvas), 1)
    canvas.repaint()
    seen, plots = Looked(monkeypatch), len(canvas.plots)
    window = canvas.window_
    canvas.pan_by(-6, -4)
    canvas.repaint()
    assert canvas.window_ != window
    assert 0 < seen.cells < 0.08 * plots * window[1] * window[3]


def test_the_next_picture_of_a_drag_has_ready_what_is_in_sight(looked, monkeypatch):
    monkeypatch.setattr(picture_module, "QUICK", 0)  # a window where so many cells have a pixel each would be larger
    app, canvas = looked(quantity="scaled", colour=ColourChoice(curve="linear"))
    wheel(canvas, place(canvas), 7)
    for _ in range(3):
        canvas.pan_by(-7, -5)
        canvas.repaint()
    wish, cells = app.scene.trace.reduced.wish, canvas.figure.cells("weights")
    rows, _ = cells.touched()
    assert (wish.size, wish.window) == ((1, 1), slice(rows.start, rows.stop))
