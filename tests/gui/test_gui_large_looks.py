"""Another look at a large matrix: the window answers at once, a worker makes the picture, and both are true."""

from __future__ import annotations

import threading
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attnviz.document.colour_choice import CURVES, ColourChoice
from attnviz.document.edits import sentence_document, with_head, with_options
from attnviz.document.links_look import DRAWINGS
from attnviz.export.figure import ColourBar
from attnviz.session.opening import Opened
from attnviz.session.pictures import Pictures
from tests.gui.looks_hand import choose, pixels, rest, same_as_fresh, watch

N = 1100
QUANTITIES = ("weights", "scores", "scaled", "mask", "gradient")


def document_of(n: int, **options):
    return with_options(with_head(sentence_document(" ".join(f"w{i % 50}" for i in range(n))), "mixed"), **options)


@pytest.fixture
def large(qtbot, start):
    """The Matrix tab of N words, under a mask."""
    app = start("sentence")
    app.look(tab="matrix")
    app.session.edit("open", document_of(N, causal=True))
    rest(qtbot, app)
    return app


class Gate:
    """Pictures wait here until they are let through."""

    def __init__(self, patch) -> None:
        self.open, self.scenes = threading.Event(), []
        work = Pictures._work

        def waiting(pictures, scene, job):
            self.scenes.append(scene)
            assert self.open.wait(30)
            work(pictures, scene, job)

        patch.setattr(Pictures, "_work", waiting)


@pytest.fixture
def gate(monkeypatch):
    gate = Gate(monkeypatch)
    yield gate
    gate.open.set()


def title(app) -> str:
    return next(item.text for item in app.window.matrix.heatmap.figure.items if hasattr(item, "text"))


LOOKS = [(quantity, curve) for quantity in QUANTITIES for curve in ("", *CURVES) if quantity != "mask" or not curve]


@pytest.mark.parametrize(("quantity", "curve"), LOOKS)
def test_whatever_is_shown_on_whatever_scale_is_made_elsewhere(qtbot, start, large, monkeypatch, quantity, curve):
    controls = large.window.matrix.controls
    choose(controls.quantity, "mask" if quantity != "mask" else "scores")
    rest(qtbot, large)
    watched = watch(monkeypatch)
    choose(controls.quantity, quantity)
    if curve:
        choose(controls.curve, curve)
    rest(qtbot, large)
    assert watched.here == []
    kept = quantity in ("weights", "mask") and curve in ("", "log")  # it was shown before
    assert watched.elsewhere or kept
    monkeypatch.undo()
    same_as_fresh(qtbot, start, large)


@pytest.mark.parametrize("drawing", [drawing for drawing in DRAWINGS if drawing != "heatmap"])
@pytest.mark.parametrize("curve", ["log", "row"])
def test_however_it_is_drawn_it_is_made_elsewhere(qtbot, start, large, monkeypatch, drawing, curve):
    controls = large.window.matrix.controls
    choose(controls.curve, curve)
    rest(qtbot, large)
    watched = watch(monkeypatch)
    choose(controls.drawing, drawing)
    rest(qtbot, large)
    assert watched.here == []
    assert watched.elsewhere
    monkeypatch.undo()
    same_as_fresh(qtbot, start, large)


def test_a_document_that_comes_with_a_look_of_its_own(qtbot, start, large, monkeypatch):
    watched = watch(monkeypatch)
    look = replace(large.view, quantity="scaled", colour=ColourChoice(curve="row"), fitting_curve=False)
    large.open(Opened(document=document_of(N + 100), view=look), "another")
    rest(qtbot, large)
    assert large.scene.view.quantity == "scaled"
    large.window.actions_.undo.trigger()
    rest(qtbot, large)
    assert large.scene.view.quantity == "weights"
    large.window.actions_.redo.trigger()
    rest(qtbot, large)
    assert watched.here == []
    assert watched.elsewhere
    monkeypatch.undo()
    same_as_fresh(qtbot, start, large)


# while it is made ----------------------------------------------------------------------------------------------


def canvas_of(app):
    return app.window.matrix.heatmap


def test_the_control_answers_at_once_and_the_picture_before_stays_whole(large, gate, qtbot):
    canvas, scene = canvas_of(large), large.scene
    figure, before = canvas.figure, pixels(canvas)
    choose(large.window.matrix.controls.quantity, "scores")
    assert large.view.quantity == "scores"
    qtbot.waitUntil(lambda: large.window.summary.text() == "computing…")
    assert large.scene is scene, "what is read under the pointer is what is seen"
    assert canvas.figure is figure
    assert np.array_equal(pixels(canvas), before)
    assert large.window.matrix.controls.quantity.currentData() == "scores"
    gate.open.set()
    rest(qtbot, large)
    assert title(large) == "S", "a mixture is no product"
    bar = next(item for item in canvas.figure.items if isinstance(item, ColourBar))
    assert bar.scale == canvas.figure.cells("weights").scale
    assert large.window.summary.text() != "computing…"


def test_of_many_looks_only_the_first_and_the_last_are_made(large, gate, qtbot, start):
    controls = large.window.matrix.controls
    for quantity in ("scores", "scaled", "mask", "gradient", "scores", "scaled"):
        choose(controls.quantity, quantity)
        QTest.qWait(1)
    gate.open.set()
    rest(qtbot, large)
    assert [scene.view.quantity for scene in gate.scenes[:1]] == ["scores"]
    assert {scene.view.quantity for scene in gate.scenes} == {"scores", "scaled"}
    same_as_fresh(qtbot, start, large)


def test_looks_add_up_while_they_wait(large, gate, qtbot, start):
    controls = large.window.matrix.controls
    choose(controls.quantity, "scaled")
    choose(controls.curve, "row")
    large.gaze.follow_cell("weights", 700, 3)
    large.look(sorted_bars=True)
    gate.open.set()
    rest(qtbot, large)
    assert (large.scene.view.quantity, large.scene.view.colour.curve) == ("scaled", "row")
    assert large.scene.query == 700
    same_as_fresh(qtbot, start, large)


def test_keys_go_on_from_the_row_that_was_asked_for(large, gate, qtbot):
    gate.open.set()
    choose(large.window.matrix.controls.drawing, "lines")
    rest(qtbot, large)
    gate.open.clear()
    canvas, row = large.window.matrix.links.canvas, large.scene.query
    canvas.setFocus()
    for _ in range(3):
        QTest.keyClick(canvas, Qt.Key.Key_Down)
    assert large.scene.query == row
    gate.open.set()
    rest(qtbot, large)
    assert large.scene.query == row + 3


def test_back_to_what_is_shown_needs_no_picture(large, gate, qtbot):
    controls, figure = large.window.matrix.controls, canvas_of(large).figure
    choose(controls.quantity, "scores")
    choose(controls.quantity, "weights")
    assert large.displaying.coming is None, "it is there"
    gate.open.set()
    qtbot.waitUntil(lambda: large.displaying.pictures._running is None)
    QTest.qWait(5)
    assert large.scene.view.quantity == "weights"
    assert title(large).startswith("A = softmax")
    assert canvas_of(large).figure.cells("weights").values is figure.cells("weights").values


@pytest.mark.parametrize("quantity", ["scores", "scaled", "weights"])
def test_an_edit_its_undo_and_redo_during_the_wait(large, gate, qtbot, start, quantity):
    controls = large.window.matrix.controls
    choose(controls.quantity, "scores" if quantity == "weights" else quantity)
    large.acts.set_number("temperature", 2.5, "a")
    qtbot.waitUntil(lambda: large.latest.document is large.session.document)
    choose(controls.quantity, quantity)
    for act in ("undo", "redo", "undo"):
        getattr(large.window.actions_, act).trigger()
        QTest.qWait(1)
    gate.open.set()
    rest(qtbot, large)
    assert large.scene.document.options.temperature == 1
    same_as_fresh(qtbot, start, large)


def test_another_text_during_the_wait(large, gate, qtbot, start):
    choose(large.window.matrix.controls.quantity, "scores")
    large.session.edit("shorter", document_of(40))
    rest(qtbot, large)
    assert large.scene.trace.n_q == 40, "nobody waits for a small one"
    gate.open.set()
    qtbot.waitUntil(lambda: large.displaying.pictures._running is None)
    QTest.qWait(5)
    assert large.scene.trace.n_q == 40
    same_as_fresh(qtbot, start, large)
    large.window.actions_.undo.trigger()
    rest(qtbot, large)
    assert large.scene.trace.n_q == N
    same_as_fresh(qtbot, start, large)


def test_another_tab_during_the_wait_and_back(large, gate, qtbot, start):
    choose(large.window.matrix.controls.quantity, "scores")
    QTest.keyClick(large.window, Qt.Key.Key_6, Qt.KeyboardModifier.ControlModifier)
    assert large.scene.view.tab == "shapes"
    assert large.window.view("shapes").isVisible()
    gate.open.set()
    qtbot.waitUntil(lambda: large.displaying.pictures._running is None)
    QTest.qWait(5)
    assert large.scene.view.tab == "shapes", "what comes late changes nothing"
    QTest.keyClick(large.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    rest(qtbot, large)
    same_as_fresh(qtbot, start, large)


def test_another_room_during_the_wait(large, gate, qtbot, start):
    choose(large.window.matrix.controls.drawing, "lines")
    large.window.resize(1180, 760)
    QTest.qWait(5)
    gate.open.set()
    rest(qtbot, large)
    large.window.resize(1280, 800)
    rest(qtbot, large)
    same_as_fresh(qtbot, start, large)


def test_another_language_and_theme_during_the_wait(large, gate, qtbot):
    choose(large.window.matrix.controls.quantity, "scores")
    large.window.actions_.themes["dark"].trigger()
    large.window.actions_.languages["pt_BR"].trigger()
    assert title(large) == "S", "a new window has no picture before"
    gate.open.set()
    rest(qtbot, large)
    assert large.window.matrix.controls.quantity.currentText() == "S, scores brutos"
    assert canvas_of(large).palette_.name == "dark"


def test_the_window_closes_during_the_wait(large, gate, qtbot):
    choose(large.window.matrix.controls.quantity, "scores")
    qtbot.waitUntil(lambda: bool(gate.scenes))
    scene = large.scene
    gate.open.set()
    large.displaying.stop()
    QTest.qWait(5)
    assert large.scene is scene, "nothing is shown any more"


def test_an_error_is_told_and_the_window_goes_on(large, qtbot, monkeypatch, start):
    from attnviz.ui import heatmap

    def broken(*_args, **_options):
        raise ValueError("no such picture")

    monkeypatch.setattr(heatmap, "matrix_in_room", broken)
    with qtbot.captureExceptions() as told:
        choose(large.window.matrix.controls.quantity, "scores")
        qtbot.waitUntil(lambda: bool(told))
    assert "no such picture" in str(told[0][1])
    monkeypatch.undo()
    choose(large.window.matrix.controls.quantity, "scaled")
    rest(qtbot, large)
    same_as_fresh(qtbot, start, large)


# few tokens ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [64, 1024])
def test_a_small_matrix_is_shown_in_the_turn_of_the_click(qtbot, start, n):
    app = start("sentence")
    app.look(tab="matrix")
    app.session.edit("open", document_of(n))
    rest(qtbot, app)
    controls = app.window.matrix.controls
    choose(controls.quantity, "scores")
    assert title(app).startswith("S")
    assert app.scene.view.quantity == "scores"
    choose(controls.curve, "row")
    assert canvas_of(app).figure.cells("weights").scale.curve == "row"
    choose(controls.drawing, "arcs")
    assert app.window.matrix.links.canvas.isVisible()
    assert app.displaying.pictures._pool is None, "no worker had to begin"
