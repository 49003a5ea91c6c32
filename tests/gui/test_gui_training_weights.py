"""What a run has learned, opened in the Steps tab with the same A."""

from __future__ import annotations

import numpy as np

from attnviz.document.document import ProjectionSource
from tests.gui.conftest import settle
from tests.gui.training_hand import STEPS, finish, press, runs_of, view_of


def test_the_weights_open_in_steps_with_the_same_a(training, qtbot):
    application = training()
    view = view_of(application)
    finish(qtbot, application)
    A = view.canvas.figure.cells("weights").values
    press(view.controls.open)
    qtbot.waitUntil(lambda: application.view.tab == "steps")
    assert isinstance(application.session.document.source, ProjectionSource)
    settle(application)
    np.testing.assert_array_equal(application.scene.trace.weights, A)
    assert application.session.document.name == f"Attend to the previous token, step {STEPS}"
    application.session.undo_stack.undo()
    assert not isinstance(application.session.document.source, ProjectionSource)
    assert application.view.tab == "training", "back where it was opened"
    assert runs_of(application).finished
    application.look(tab="matrix")
    application.session.undo_stack.redo()
    assert application.view.tab == "steps"
    application.session.undo_stack.undo()
    assert application.view.tab == "matrix", "as it was left"


def test_of_two_runs_the_weights_of_either_open(training, qtbot):
    application = training("why-divide")
    qtbot.waitUntil(lambda: runs_of(application) is not None)
    controls = view_of(application).controls
    assert controls.open.text().replace("&", "") == "Open in Steps: divided by √dₖ"
    assert controls.open_twin.text().replace("&", "") == "Open in Steps: not divided"
    for button, divided, matrix in ((controls.open, True, "weights"), (controls.open_twin, False, "weights'")):
        A = view_of(application).canvas.figure.cells(matrix).values
        press(button)
        qtbot.waitUntil(lambda: application.view.tab == "steps")
        assert application.session.document.options.divide == divided
        assert ("not divided" in application.session.document.name) != divided
        settle(application)
        np.testing.assert_array_equal(application.scene.trace.weights, A)
        application.session.undo_stack.undo()
        qtbot.waitUntil(lambda: application.view.tab == "training" and runs_of(application) is not None)


def test_one_run_has_one_button(training):
    controls = view_of(training()).controls
    assert controls.open.text().replace("&", "") == "Open the weights in Steps"
    assert not controls.open_twin.isVisible()
