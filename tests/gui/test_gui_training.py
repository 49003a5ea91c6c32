"""A head learns in the real window: run, pause, step, start over, and what else goes on meanwhile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attnviz.core.training.parameters import size
from tests.gui.conftest import click
from tests.gui.training_hand import STEPS, at_full_pace, finish, press, runs_of, view_of


def test_the_tab_opens_with_its_key_and_shows_the_start(start, qtbot):
    application = start("bank")
    QTest.keyClick(application.window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    view = view_of(application)
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights") is not None)
    assert view.isVisible()
    assert not application.window.controls.isVisible()
    assert view.bar.caption.text() == "step 0 of 400"
    assert not view.bar.reset.isEnabled()


def test_a_run_learns_and_ends(training, qtbot):
    application = training()
    view = view_of(application)
    before = view.canvas.figure.cells("weights").values
    finish(qtbot, application)
    A = view.canvas.figure.cells("weights").values
    i = np.arange(1, len(A))
    assert A[i, i - 1].min() > 0.8
    assert before[i, i - 1].max() < 0.8
    assert view.bar.caption.text() == f"step {STEPS} of {STEPS}"
    assert view.bar.run.text() == "▶"
    assert "accuracy 100 %" in view.canvas.accessibleDescription()


def test_pause_stops_it_and_step_takes_one_more(training, qtbot):
    application = training()
    view = view_of(application)
    press(view.bar.run)
    assert view.bar.run.text() == "❚❚"
    qtbot.waitUntil(lambda: runs_of(application).step > 3)
    press(view.bar.run)
    qtbot.waitUntil(lambda: not runs_of(application).running)
    qtbot.waitUntil(lambda: view.bar.step.isEnabled())
    QTest.qWait(80)  # a report may be on its way
    at = runs_of(application).step
    press(view.bar.step)
    qtbot.waitUntil(lambda: runs_of(application).step == at + 1)
    QTest.qWait(80)
    assert runs_of(application).step == at + 1


def test_keys_run_step_and_start_over(training, qtbot):
    application = training()
    view = view_of(application)
    view.canvas.setFocus()
    QTest.keyClick(view.canvas, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: runs_of(application).step == 1)
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: runs_of(application).step > 3)
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    assert not runs_of(application).running
    QTest.keyClick(view.canvas, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: runs_of(application).step == 0)
    assert not runs_of(application).running


def test_start_over_gives_the_same_run(training, qtbot):
    application = training()
    finish(qtbot, application)
    once = runs_of(application).histories[0].last.flat
    press(view_of(application).bar.reset)
    qtbot.waitUntil(lambda: runs_of(application).step == 0)
    finish(qtbot, application)
    np.testing.assert_array_equal(runs_of(application).histories[0].last.flat, once)


def test_running_again_at_the_end_begins_anew(training, qtbot):
    application = training()
    finish(qtbot, application)
    application.training.set_pace(5.0)
    press(view_of(application).bar.run)
    qtbot.waitUntil(lambda: runs_of(application).step < 10 and runs_of(application).running)


def test_two_runs_side_by_side_show_the_lessons_difference(start, qtbot):
    application = start("why-divide")
    view = view_of(application)
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights'") is not None)
    assert view.isVisible()
    finish(qtbot, application)
    divided, undivided = runs_of(application).histories
    assert divided.last.accuracy > 0.99
    assert undivided.last.accuracy < 0.5
    click(view.controls.compare, view.controls.compare.rect().center())
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights'") is None)
    assert len(runs_of(application).histories) == 1


def test_a_run_that_diverges_says_why_in_the_picture(training, qtbot):
    application = training()
    plan = replace(application.session.document.training, task="marked", optimiser="sgd", learning_rate=500.0)
    application.session.edit("x", replace(application.session.document, training=plan))
    qtbot.waitUntil(lambda: runs_of(application) is not None and runs_of(application).plan == plan)
    at_full_pace(application)
    press(view_of(application).bar.run)
    qtbot.waitUntil(lambda: runs_of(application).finished)
    assert "diverged" in view_of(application).canvas.accessibleDescription()
    assert not view_of(application).bar.step.isEnabled()


def test_the_status_bar_tells_of_what_is_trained(training, qtbot):
    application = training("why-divide")
    plan = application.session.document.training
    qtbot.waitUntil(lambda: runs_of(application) is not None)
    summary = application.window.summary
    assert summary.text() == f"dₖ {plan.d_k} · 2 × {size(plan):,} parameters"
    application.training.set_pace(60.0)
    press(view_of(application).bar.run)
    qtbot.waitUntil(lambda: summary.text().endswith("steps/s"))
    application.look(tab="matrix")
    assert "parameters" not in summary.text()


def test_another_tab_lets_the_run_rest(training, qtbot):
    application = training()
    application.training.set_pace(60.0)
    press(view_of(application).bar.run)
    qtbot.waitUntil(lambda: runs_of(application).step > 3)
    application.look(tab="matrix")
    QTest.qWait(80)
    application.look(tab="training")
    at = runs_of(application).step
    assert 3 < at < STEPS
    QTest.qWait(80)
    assert runs_of(application).step == at


def test_another_language_keeps_the_run(training, qtbot):
    application = training()
    press(view_of(application).bar.step)
    qtbot.waitUntil(lambda: runs_of(application).step == 1)
    application.appearance.set_language("pt_BR")
    view = view_of(application)
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights") is not None)
    press(view.bar.step)
    qtbot.waitUntil(lambda: runs_of(application).step == 2)
