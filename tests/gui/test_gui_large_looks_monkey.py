"""Random hands on a large matrix: whatever was clicked, edited and undone in whatever order, what rests is true."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PySide6.QtTest import QTest

from attnviz.document.colour_choice import CURVES
from attnviz.document.links_look import DRAWINGS
from tests.gui.looks_hand import choose, rest, same_as_fresh
from tests.gui.test_gui_large_looks import document_of

HANDS, ACTS = 4, 25
QUANTITIES = ("weights", "scores", "scaled", "mask", "gradient")


def acts_of(app, chance: random.Random):
    """What a hand may do now; each is one event."""
    controls, session = app.window.matrix.controls, app.session
    heatmap = app.view.drawing == "heatmap"
    coloured = controls.curve.isVisible() and controls.curve.isEnabled()
    acts = {
        "drawing": lambda: choose(controls.drawing, chance.choice(DRAWINGS)),
        "temperature": lambda: app.acts.set_number("temperature", round(chance.uniform(0.3, 4), 2), "drag"),
        "d_k": lambda: app.acts.set_number("d_k", chance.randrange(8, 90), "drag"),
        "causal": lambda: app.acts.set_option("causal", not session.document.options.causal),
        "undo": session.undo_stack.undo,
        "redo": session.undo_stack.redo,
        "row": lambda: app.gaze.follow_cell("weights", chance.randrange(1000), 3),
        "text": lambda: session.edit("text", document_of(chance.choice((40, 700, 1100, 1300)))),
        "tab": lambda: (app.gaze.show_tab("shapes"), QTest.qWait(chance.randrange(3)), app.gaze.show_tab("matrix")),
        "size": lambda: app.window.resize(chance.choice((1280, 1180)), chance.choice((800, 760))),
    }
    if heatmap:
        acts["quantity"] = lambda: choose(controls.quantity, chance.choice(QUANTITIES))
        acts["zoom"] = lambda: app.window.matrix.plot.zoom_by(chance.choice((1.6, 0.5)))
    if coloured:
        acts["curve"] = lambda: choose(controls.curve, chance.choice(("", *CURVES)))
        acts["left out"] = lambda: controls.choice_requested.emit(
            replace(app.view.colour, leave_out=chance.choice((None, 3)))
        )
    if app.view.drawing in ("lines", "arcs"):
        acts["links"] = lambda: app.window.matrix.links.links_requested.emit(
            replace(app.view.links, threshold=chance.choice((0.01, 0.05)), most=chance.choice((3, 5)))
        )
    return acts


@pytest.mark.parametrize("seed", range(HANDS))
def test_whatever_a_hand_does_the_picture_at_rest_is_a_fresh_window_s(qtbot, start, seed):
    chance = random.Random(seed)
    app = start("sentence")
    app.look(tab="matrix")
    app.session.edit("open", document_of(1100, causal=bool(seed % 2)))
    rest(qtbot, app)
    for _ in range(ACTS):
        acts = acts_of(app, chance)
        acts[chance.choice(sorted(acts))]()
        QTest.qWait(chance.choice((0, 0, 1, 5, 60)))
    app.window.resize(1280, 800)
    rest(qtbot, app)
    same_as_fresh(qtbot, start, app)
