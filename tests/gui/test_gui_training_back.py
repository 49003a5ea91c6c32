"""Looking back through a run: by the bar, by keys and in the curves; what is looked at is shown everywhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from attnviz.document.trained import trained_trace
from attnviz.export.figure import Text
from tests.gui.conftest import click, drag, handle
from tests.gui.training_hand import STEPS, finish, press, runs_of, view_of


def step_in_words(view):
    """Where the picture says that the run is."""
    return int(view.canvas.accessibleDescription().split("step ")[1].split(" ")[0])


@pytest.fixture
def long_run(training, qtbot):
    """A run of which not every step is kept, at rest at its end."""
    application = training()
    plan = replace(application.session.document.training, n=4, batch=2, d_model=8, d_k=4, steps=700)
    application.session.edit("a long plan", replace(application.session.document, training=plan))
    qtbot.waitUntil(lambda: runs_of(application) is not None and runs_of(application).plan == plan)
    finish(qtbot, application)
    return application


def test_looking_back_through_the_run(training, qtbot):
    application = training()
    view = view_of(application)
    finish(qtbot, application)
    now = view.canvas.figure.cells("weights").values
    drag(view.bar.bar, handle(view.bar.bar), -view.bar.bar.width())
    assert application.view.training.step == 0
    assert view.bar.caption.text() == f"step 0 of {STEPS}"
    start = view.canvas.figure.cells("weights").values
    history = runs_of(application).histories[0]
    np.testing.assert_array_equal(start, trained_trace(history.plan, history.at(0)).weights[0])
    assert not np.array_equal(start, now)
    view.bar.bar.setFocus()
    QTest.keyClick(view.bar.bar, Qt.Key.Key_End)
    assert application.view.training.step is None
    np.testing.assert_array_equal(view.canvas.figure.cells("weights").values, now)
    assert application.session.undo_stack.count() == 1, "looking is no edit"


def test_looking_back_one_step_is_shown_everywhere(long_run):
    view, history = view_of(long_run), runs_of(long_run).histories[0]
    kept = {state.step for state in history.states}
    bar = view.bar.bar
    for part in (0.35, 0.61, 0.13):
        drag(bar, handle(bar), round(part * bar.width()) - handle(bar).x())
        step = bar.value()
        assert step in kept
        assert long_run.view.training.step == step
        assert view.bar.caption.text() == f"step {step} of 700"
        assert step_in_words(view) == step


# the bar -------------------------------------------------------------------------------------------------------


def test_an_arrow_goes_to_the_next_kept_step_and_back(long_run):
    view, history = view_of(long_run), runs_of(long_run).histories[0]
    kept = [state.step for state in history.states]
    bar = view.bar.bar
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Home)
    for at in range(1, 25):
        QTest.keyClick(bar, Qt.Key.Key_Right)
        assert (bar.value(), step_in_words(view)) == (kept[at], kept[at])
    QTest.keyClick(bar, Qt.Key.Key_Left)
    assert bar.value() == kept[23]


def test_the_bar_spans_the_plan_and_marks_what_is_done(training, qtbot):
    application = training()
    bar = view_of(application).bar.bar
    assert (bar.minimum(), bar.maximum(), bar.value()) == (0, STEPS, 0)
    for step in range(1, 4):
        qtbot.waitUntil(lambda: view_of(application).bar.step.isEnabled())
        press(view_of(application).bar.step)
        qtbot.waitUntil(lambda step=step: runs_of(application) is not None and runs_of(application).step >= step)
    qtbot.waitUntil(lambda: bar.value() == runs_of(application).step)
    assert (bar.maximum(), bar.value()) == (STEPS, runs_of(application).step)
    done = bar.done_end()
    assert done < bar.width() / 2
    QTest.keyClick(bar, Qt.Key.Key_Home)
    assert bar.value() == 0
    assert bar.done_end() == done, "looking back undoes nothing"


def test_the_handle_does_not_move_under_the_hand(training, qtbot):
    application = training()
    view, bar = view_of(application), view_of(application).bar.bar
    application.training.set_pace(60.0)
    press(view.bar.run)
    qtbot.waitUntil(lambda: runs_of(application).step > 8)
    place = handle(bar)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=place)
    held, at = bar.value(), runs_of(application).step
    qtbot.waitUntil(lambda: runs_of(application).step > at + 8)
    assert bar.value() == held
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: bar.value() > held)


# the curves ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("curve", ["loss", "accuracy"])
def test_a_press_on_a_curve_looks_back_and_a_drag_goes_on(long_run, curve):
    view, canvas = view_of(long_run), view_of(long_run).canvas
    kept = {state.step for state in runs_of(long_run).histories[0].states}
    at, end = canvas.curve_point(curve, 210), canvas.curve_point(curve, 490)
    click(canvas, at)
    pressed = long_run.view.training.step
    assert abs(pressed - 210) <= 5
    assert view.bar.caption.text() == f"step {pressed} of 700"
    assert [item.text for item in canvas.figure.items if isinstance(item, Text)].count(str(pressed)) == 2
    drag(canvas, at, end.x() - at.x())
    dragged = long_run.view.training.step
    assert abs(dragged - 490) <= 5
    assert dragged in kept
    assert view.bar.bar.value() == step_in_words(view) == dragged
    drag(canvas, end, 2000)
    assert long_run.view.training.step is None, "at the right end it is where the run is"
    drag(canvas, at, -2000)
    assert long_run.view.training.step == 0
    assert long_run.session.undo_stack.count() == 2, "looking is no edit"


def test_nothing_moves_but_the_mark_while_the_hand_drags_on_a_curve(long_run):
    canvas = view_of(long_run).canvas
    frame = canvas.picture.ground.curves["loss"].frame
    places = [canvas.figure.cells(name).y for name in ("weights", "E")]
    click(canvas, canvas.curve_point("loss", 300))
    assert canvas.picture.ground.curves["loss"].frame == frame
    assert [canvas.figure.cells(name).y for name in ("weights", "E")] == places


@pytest.mark.parametrize(("language", "hint"), [("en", "Press or drag"), ("pt_BR", "Clique ou arraste")])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_curve_says_its_numbers_and_that_it_can_be_pressed(start, qtbot, language, hint, theme):
    application = start("why-divide", language=language, theme=theme)
    view = view_of(application)
    canvas = view.canvas
    qtbot.waitUntil(lambda: canvas.figure.cells("weights'") is not None)
    before = canvas.curve_point("loss", 0)
    QTest.mouseMove(canvas, before)
    assert canvas.cursor().shape() == Qt.CursorShape.ArrowCursor, "nothing to look back at yet"
    assert canvas.tip(QPointF(before)) == ""
    press(view.bar.step)
    qtbot.waitUntil(lambda: runs_of(application).step == 1)
    place = canvas.curve_point("accuracy", 1)
    QTest.mouseMove(canvas, place)
    qtbot.waitUntil(lambda: canvas.cursor().shape() == Qt.CursorShape.PointingHandCursor)
    one, twin, last = canvas.tip(QPointF(place)).split("\n")
    last_states = [history.at(1) for history in runs_of(application).histories]
    for line, state in zip((one, twin), last_states, strict=True):
        assert application.scene.form.fixed(state.loss, 3) in line
    assert hint in last
    QTest.mouseMove(canvas, canvas.cell_center("weights", 3, 1))
    qtbot.waitUntil(lambda: canvas.cursor().shape() == Qt.CursorShape.ArrowCursor)
    assert canvas.tip(QPointF(canvas.cell_center("weights", 3, 1))) == ""
