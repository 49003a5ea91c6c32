"""A head learns in the real window: run, pause, step, look back, other plans, and its weights opened in Steps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from attnviz.core.training.parameters import size
from attnviz.document.document import ProjectionSource
from attnviz.document.trained import trained_document, trained_trace
from attnviz.document.training_plan import TASKS
from attnviz.export.figure import Text
from attnviz.export.fonts import text_width
from attnviz.export.views import view_figure
from attnviz.ui.figure_canvas import FigureCanvas
from tests.gui.conftest import click, drag, handle, settle

STEPS = 150


@pytest.fixture
def training(start, qtbot):
    """training(source, …) opens the program on the Training tab, a short plan ready."""

    def open_(source="bank", **settings):
        application = start(source, **settings)
        document = application.session.document
        if not document.training.compare:
            plan = replace(document.training, n=8, steps=STEPS)
            application.session.edit("a short plan", replace(document, training=plan))
        application.look(tab="training")
        qtbot.waitUntil(lambda: _view(application).canvas.figure.cells("weights") is not None)
        return application

    return open_


def _view(application):
    return application.window.view("training")


def _runs(application):
    return application.scene.training


def _press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _fast(application):
    application.training.set_pace(None)


def _finish(qtbot, application):
    _fast(application)
    if not _runs(application).running:
        _press(_view(application).bar.run)
    qtbot.waitUntil(lambda: _runs(application).finished and not _runs(application).running, timeout=20_000)


def _choose(combo, index):
    """As a person does: focus, and the keys down to it."""
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(index):
        QTest.keyClick(combo, Qt.Key.Key_Down)


def _type(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)


def test_the_tab_opens_with_its_key_and_shows_the_start(start, qtbot):
    application = start("bank")
    QTest.keyClick(application.window, Qt.Key.Key_5, Qt.KeyboardModifier.ControlModifier)
    view = _view(application)
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights") is not None)
    assert view.isVisible()
    assert not application.window.controls.isVisible()
    assert view.bar.caption.text() == "step 0 of 400"
    assert not view.bar.reset.isEnabled()


def test_a_run_learns_and_ends(training, qtbot):
    application = training()
    view = _view(application)
    before = view.canvas.figure.cells("weights").values
    _finish(qtbot, application)
    A = view.canvas.figure.cells("weights").values
    i = np.arange(1, len(A))
    assert A[i, i - 1].min() > 0.8
    assert before[i, i - 1].max() < 0.8
    assert view.bar.caption.text() == f"step {STEPS} of {STEPS}"
    assert view.bar.run.text() == "▶"
    assert "accuracy 100 %" in view.canvas.accessibleDescription()


def test_pause_stops_it_and_step_takes_one_more(training, qtbot):
    application = training()
    view = _view(application)
    _press(view.bar.run)
    assert view.bar.run.text() == "❚❚"
    qtbot.waitUntil(lambda: _runs(application).step > 3)
    _press(view.bar.run)
    qtbot.waitUntil(lambda: not _runs(application).running)
    qtbot.waitUntil(lambda: view.bar.step.isEnabled())
    QTest.qWait(80)  # a report may be on its way
    at = _runs(application).step
    _press(view.bar.step)
    qtbot.waitUntil(lambda: _runs(application).step == at + 1)
    QTest.qWait(80)
    assert _runs(application).step == at + 1


def test_keys_run_step_and_start_over(training, qtbot):
    application = training()
    view = _view(application)
    view.canvas.setFocus()
    QTest.keyClick(view.canvas, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: _runs(application).step == 1)
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: _runs(application).step > 3)
    QTest.keyClick(view.canvas, Qt.Key.Key_Space)
    assert not _runs(application).running
    QTest.keyClick(view.canvas, Qt.Key.Key_R)
    qtbot.waitUntil(lambda: _runs(application).step == 0)
    assert not _runs(application).running


def test_start_over_gives_the_same_run(training, qtbot):
    application = training()
    _finish(qtbot, application)
    once = _runs(application).histories[0].last.flat
    _press(_view(application).bar.reset)
    qtbot.waitUntil(lambda: _runs(application).step == 0)
    _finish(qtbot, application)
    np.testing.assert_array_equal(_runs(application).histories[0].last.flat, once)


def test_running_again_at_the_end_begins_anew(training, qtbot):
    application = training()
    _finish(qtbot, application)
    application.training.set_pace(5.0)
    _press(_view(application).bar.run)
    qtbot.waitUntil(lambda: _runs(application).step < 10 and _runs(application).running)


def test_looking_back_through_the_run(training, qtbot):
    application = training()
    view = _view(application)
    _finish(qtbot, application)
    now = view.canvas.figure.cells("weights").values
    drag(view.bar.bar, handle(view.bar.bar), -view.bar.bar.width())
    assert application.view.training.step == 0
    assert view.bar.caption.text() == f"step 0 of {STEPS}"
    start = view.canvas.figure.cells("weights").values
    history = _runs(application).histories[0]
    np.testing.assert_array_equal(start, trained_trace(history.plan, history.at(0)).weights[0])
    assert not np.array_equal(start, now)
    view.bar.bar.setFocus()
    QTest.keyClick(view.bar.bar, Qt.Key.Key_End)
    assert application.view.training.step is None
    np.testing.assert_array_equal(view.canvas.figure.cells("weights").values, now)
    assert application.session.undo_stack.count() == 1, "looking is no edit"


def _step_in_words(view):
    """Where the picture says that the run is."""
    return int(view.canvas.accessibleDescription().split("step ")[1].split(" ")[0])


@pytest.fixture
def long_run(training, qtbot):
    """A run of which not every step is kept, at rest at its end."""
    application = training()
    plan = replace(application.session.document.training, n=4, batch=2, d_model=8, d_k=4, steps=700)
    application.session.edit("a long plan", replace(application.session.document, training=plan))
    qtbot.waitUntil(lambda: _runs(application) is not None and _runs(application).plan == plan)
    _finish(qtbot, application)
    return application


def test_looking_back_one_step_is_shown_everywhere(long_run):
    view, history = _view(long_run), _runs(long_run).histories[0]
    kept = {state.step for state in history.states}
    bar = view.bar.bar
    for part in (0.35, 0.61, 0.13):
        drag(bar, handle(bar), round(part * bar.width()) - handle(bar).x())
        step = bar.value()
        assert step in kept
        assert long_run.view.training.step == step
        assert view.bar.caption.text() == f"step {step} of 700"
        assert _step_in_words(view) == step


@pytest.mark.parametrize("curve", ["loss", "accuracy"])
def test_a_press_on_a_curve_looks_back_and_a_drag_goes_on(long_run, curve):
    view, canvas = _view(long_run), _view(long_run).canvas
    kept = {state.step for state in _runs(long_run).histories[0].states}
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
    assert view.bar.bar.value() == _step_in_words(view) == dragged
    drag(canvas, end, 2000)
    assert long_run.view.training.step is None, "at the right end it is where the run is"
    drag(canvas, at, -2000)
    assert long_run.view.training.step == 0
    assert long_run.session.undo_stack.count() == 2, "looking is no edit"


def test_nothing_moves_but_the_mark_while_the_hand_drags_on_a_curve(long_run):
    canvas = _view(long_run).canvas
    frame = canvas.picture.ground.curves["loss"].frame
    places = [canvas.figure.cells(name).y for name in ("weights", "E")]
    click(canvas, canvas.curve_point("loss", 300))
    assert canvas.picture.ground.curves["loss"].frame == frame
    assert [canvas.figure.cells(name).y for name in ("weights", "E")] == places


@pytest.mark.parametrize(("language", "hint"), [("en", "Press or drag"), ("pt_BR", "")])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_curve_says_its_numbers_and_that_it_can_be_pressed(start, qtbot, language, hint, theme):
    application = start("why-divide", language=language, theme=theme)
    view = _view(application)
    canvas = view.canvas
    qtbot.waitUntil(lambda: canvas.figure.cells("weights'") is not None)
    before = canvas.curve_point("loss", 0)
    QTest.mouseMove(canvas, before)
    assert canvas.cursor().shape() == Qt.CursorShape.ArrowCursor, "nothing to look back at yet"
    assert canvas.tip(QPointF(before)) == ""
    _press(view.bar.step)
    qtbot.waitUntil(lambda: _runs(application).step == 1)
    place = canvas.curve_point("accuracy", 1)
    QTest.mouseMove(canvas, place)
    qtbot.waitUntil(lambda: canvas.cursor().shape() == Qt.CursorShape.PointingHandCursor)
    one, twin, last = canvas.tip(QPointF(place)).split("\n")
    last_states = [history.at(1) for history in _runs(application).histories]
    for line, state in zip((one, twin), last_states, strict=True):
        assert application.scene.form.fixed(state.loss, 3) in line
    assert hint in last
    QTest.mouseMove(canvas, canvas.cell_center("weights", 3, 1))
    qtbot.waitUntil(lambda: canvas.cursor().shape() == Qt.CursorShape.ArrowCursor)
    assert canvas.tip(QPointF(canvas.cell_center("weights", 3, 1))) == ""


def test_what_is_kept_of_the_picture_is_what_would_be_painted(training, qtbot):
    """The ground is pixels from before: after a run, another size, theme and plan they are those of the figure."""
    application = training("why-divide")
    view = _view(application)
    _finish(qtbot, application)
    _same_pixels(view.canvas)
    application.window.resize(1100, 900)
    application.training.look_back(20)
    _same_pixels(view.canvas)
    application.look(numbers=False)
    _choose(view.controls.task, TASKS.index("previous"))
    qtbot.waitUntil(lambda: _runs(application) is not None and _runs(application).plan.task == "previous")
    _same_pixels(view.canvas)
    click(view.controls.compare, view.controls.compare.rect().center())
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights'") is None)
    _same_pixels(view.canvas)
    application.appearance.set_theme("dark")
    _same_pixels(view.canvas)


def _same_pixels(canvas):
    shown = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    fresh = FigureCanvas()
    fresh.figure, fresh.palette_, fresh.scale = canvas.figure, canvas.palette_, canvas.scale
    fresh.resize(canvas.size())
    painted = fresh.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert shown == painted


def test_a_picture_reuses_the_ground_of_the_one_before(training, qtbot):
    application = training()
    canvas = _view(application).canvas
    ground = canvas.picture.ground
    _press(_view(application).bar.step)
    qtbot.waitUntil(lambda: _runs(application).step == 1 and canvas.picture.figure.description.count("step 1 "))
    assert canvas.picture.ground is ground


def test_an_arrow_goes_to_the_next_kept_step_and_back(long_run):
    view, history = _view(long_run), _runs(long_run).histories[0]
    kept = [state.step for state in history.states]
    bar = view.bar.bar
    bar.setFocus()
    QTest.keyClick(bar, Qt.Key.Key_Home)
    for at in range(1, 25):
        QTest.keyClick(bar, Qt.Key.Key_Right)
        assert (bar.value(), _step_in_words(view)) == (kept[at], kept[at])
    QTest.keyClick(bar, Qt.Key.Key_Left)
    assert bar.value() == kept[23]


def test_the_bar_spans_the_plan_and_marks_what_is_done(training, qtbot):
    application = training()
    bar = _view(application).bar.bar
    assert (bar.minimum(), bar.maximum(), bar.value()) == (0, STEPS, 0)
    for step in range(1, 4):
        qtbot.waitUntil(lambda: _view(application).bar.step.isEnabled())
        _press(_view(application).bar.step)
        qtbot.waitUntil(lambda step=step: _runs(application) is not None and _runs(application).step >= step)
    qtbot.waitUntil(lambda: bar.value() == _runs(application).step)
    assert (bar.maximum(), bar.value()) == (STEPS, _runs(application).step)
    done = bar.done_end()
    assert done < bar.width() / 2
    QTest.keyClick(bar, Qt.Key.Key_Home)
    assert bar.value() == 0
    assert bar.done_end() == done, "looking back undoes nothing"


def test_the_handle_does_not_move_under_the_hand(training, qtbot):
    application = training()
    view, bar = _view(application), _view(application).bar.bar
    application.training.set_pace(60.0)
    _press(view.bar.run)
    qtbot.waitUntil(lambda: _runs(application).step > 8)
    place = handle(bar)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=place)
    held, at = bar.value(), _runs(application).step
    qtbot.waitUntil(lambda: _runs(application).step > at + 8)
    assert bar.value() == held
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: bar.value() > held)


def test_quick_presses_of_an_arrow_are_one_step_of_undo(training):
    application = training()
    stack, plan = application.session.undo_stack, application.session.document.training
    for field, name in ((_view(application).controls.fields["n"], "n"), (_view(application).controls.d_k.field, "d_k")):
        count = stack.count()
        field.setFocus()
        for _ in range(3):
            QTest.keyClick(field, Qt.Key.Key_Up)
        assert getattr(application.session.document.training, name) == getattr(plan, name) + 3
        assert stack.count() == count + 1
    stack.undo()
    stack.undo()
    assert application.session.document.training == plan


def test_a_refusal_is_past_with_the_next_edit_and_the_field_shows_what_holds(training, qtbot):
    application = training()
    controls, said = _view(application).controls, application.window.statusBar().currentMessage
    _type(controls.fields["n"], "99")
    assert "99 is out of range" in said()
    assert controls.fields["n"].text() == "8"
    _type(controls.fields["n"], "9")
    assert said() == ""
    _choose(controls.task, TASKS.index("delay"))
    _type(controls.fields["delay"], "12")
    assert "A delay of 12" in said()
    assert controls.fields["delay"].text() == "3"
    qtbot.waitUntil(lambda: _runs(application) is not None)
    _press(_view(application).bar.step)
    assert said() == "", "a run is an act too"


def test_the_status_bar_tells_of_what_is_trained(training, qtbot):
    application = training("why-divide")
    plan = application.session.document.training
    qtbot.waitUntil(lambda: _runs(application) is not None)
    summary = application.window.summary
    assert summary.text() == f"dₖ {plan.d_k} · 2 × {size(plan):,} parameters"
    application.training.set_pace(60.0)
    _press(_view(application).bar.run)
    qtbot.waitUntil(lambda: summary.text().endswith("steps/s"))
    application.look(tab="matrix")
    assert "parameters" not in summary.text()


def test_another_plan_begins_anew_and_can_be_undone(training, qtbot):
    application = training()
    view = _view(application)
    _finish(qtbot, application)
    _choose(view.controls.task, TASKS.index("match"))
    qtbot.waitUntil(lambda: _runs(application) is not None and _runs(application).plan.task == "match")
    assert _runs(application).step == 0
    assert application.session.document.training.task == "match"
    application.session.undo_stack.undo()
    while application.session.document.training.task != "previous":
        application.session.undo_stack.undo()
    qtbot.waitUntil(lambda: _runs(application) is not None and _runs(application).plan.task == "previous")
    assert view.controls.task.currentIndex() == TASKS.index("previous")


def test_numbers_are_typed_and_refused_in_a_sentence(training, qtbot):
    application = training()
    view = _view(application)
    _type(view.controls.fields["n"], "9")
    assert application.session.document.training.n == 9
    _type(view.controls.learning_rate.field, "0.02")
    assert application.session.document.training.learning_rate == 0.02
    _choose(view.controls.task, TASKS.index("delay"))
    _type(view.controls.fields["delay"], "12")
    assert "A delay of 12 does not fit a sequence of 9 tokens" in application.window.statusBar().currentMessage()
    assert application.session.document.training.delay == 3


def test_two_runs_side_by_side_show_the_lessons_difference(start, qtbot):
    application = start("why-divide")
    view = _view(application)
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights'") is not None)
    assert view.isVisible()
    _finish(qtbot, application)
    divided, undivided = _runs(application).histories
    assert divided.last.accuracy > 0.99
    assert undivided.last.accuracy < 0.5
    click(view.controls.compare, view.controls.compare.rect().center())
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights'") is None)
    assert len(_runs(application).histories) == 1


def test_a_run_that_diverges_says_why_in_the_picture(training, qtbot):
    application = training()
    plan = replace(application.session.document.training, task="marked", optimiser="sgd", learning_rate=500.0)
    application.session.edit("x", replace(application.session.document, training=plan))
    qtbot.waitUntil(lambda: _runs(application) is not None and _runs(application).plan == plan)
    _fast(application)
    _press(_view(application).bar.run)
    qtbot.waitUntil(lambda: _runs(application).finished)
    assert "diverged" in _view(application).canvas.accessibleDescription()
    assert not _view(application).bar.step.isEnabled()


def test_the_weights_open_in_steps_with_the_same_a(training, qtbot):
    application = training()
    view = _view(application)
    _finish(qtbot, application)
    A = view.canvas.figure.cells("weights").values
    _press(view.controls.open)
    qtbot.waitUntil(lambda: application.view.tab == "steps")
    assert isinstance(application.session.document.source, ProjectionSource)
    settle(application)
    np.testing.assert_array_equal(application.scene.trace.weights, A)
    assert application.session.document.name == f"Attend to the previous token, step {STEPS}"
    application.session.undo_stack.undo()
    assert not isinstance(application.session.document.source, ProjectionSource)
    assert application.view.tab == "training", "back where it was opened"
    assert _runs(application).finished
    application.look(tab="matrix")
    application.session.undo_stack.redo()
    assert application.view.tab == "steps"
    application.session.undo_stack.undo()
    assert application.view.tab == "matrix", "as it was left"


def test_of_two_runs_the_weights_of_either_open(training, qtbot):
    application = training("why-divide")
    qtbot.waitUntil(lambda: _runs(application) is not None)
    controls = _view(application).controls
    assert controls.open.text().replace("&", "") == "Open in Steps: divided by √dₖ"
    assert controls.open_twin.text().replace("&", "") == "Open in Steps: not divided"
    for button, divided, matrix in ((controls.open, True, "weights"), (controls.open_twin, False, "weights'")):
        A = _view(application).canvas.figure.cells(matrix).values
        _press(button)
        qtbot.waitUntil(lambda: application.view.tab == "steps")
        assert application.session.document.options.divide == divided
        assert ("not divided" in application.session.document.name) != divided
        settle(application)
        np.testing.assert_array_equal(application.scene.trace.weights, A)
        application.session.undo_stack.undo()
        qtbot.waitUntil(lambda: application.view.tab == "training" and _runs(application) is not None)


def test_one_run_has_one_button(training):
    controls = _view(training()).controls
    assert controls.open.text().replace("&", "") == "Open the weights in Steps"
    assert not controls.open_twin.isVisible()


@pytest.mark.parametrize("source", ["bank", "why-divide"])
@pytest.mark.parametrize("window", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_is_whole_without_scrolling(training, source, window, language):
    view = _view(training(source, size=window, language=language))
    cells = view.canvas.figure.cells("weights")
    room = view._area.viewport().height()
    assert (cells.y + cells.height) * view.canvas.scale <= room


def test_the_figure_of_a_file_is_that_of_the_run(training, qtbot):
    application = training()
    _finish(qtbot, application)
    figure = view_figure(application.scene, text_width)
    shown = _view(application).canvas.figure
    np.testing.assert_array_equal(figure.cells("weights").values, shown.cells("weights").values)
    assert figure.description == shown.description


def test_the_pointer_reads_a_number_and_what_may_not_be_looked_at(training, qtbot):
    application = training()
    canvas, reading = _view(application).canvas, application.window.reading
    tokens = trained_document(_runs(application).plan, _runs(application).histories[0].last).source.tokens
    weight = canvas.figure.cells("weights").values[3, 1]
    QTest.mouseMove(canvas, canvas.cell_center("weights", 3, 1))
    qtbot.waitUntil(lambda: reading.text() == f"{tokens[3]} looks at {tokens[1]}: {weight:.4f}")
    QTest.mouseMove(canvas, canvas.cell_center("weights", 1, 3))
    qtbot.waitUntil(lambda: reading.text() == f"{tokens[1]} may not look at {tokens[3]}")
    QTest.mouseMove(canvas, canvas.cell_center("W_Q", 0, 2))
    qtbot.waitUntil(lambda: reading.text().startswith("W_Q[1, 3] = "))


def test_another_tab_lets_the_run_rest(training, qtbot):
    application = training()
    application.training.set_pace(60.0)
    _press(_view(application).bar.run)
    qtbot.waitUntil(lambda: _runs(application).step > 3)
    application.look(tab="matrix")
    QTest.qWait(80)
    application.look(tab="training")
    at = _runs(application).step
    assert 3 < at < STEPS
    QTest.qWait(80)
    assert _runs(application).step == at


def test_another_language_keeps_the_run(training, qtbot):
    application = training()
    _press(_view(application).bar.step)
    qtbot.waitUntil(lambda: _runs(application).step == 1)
    application.appearance.set_language("pt_BR")
    view = _view(application)
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights") is not None)
    _press(view.bar.step)
    qtbot.waitUntil(lambda: _runs(application).step == 2)


def test_every_control_has_a_name_and_a_tooltip(training):
    view = _view(training())
    bar, controls = view.bar, view.controls
    sliders = (controls.d_k, controls.learning_rate, controls.momentum)
    named = [bar.reset, bar.run, bar.step, bar.bar, bar.pace, controls.task, controls.optimiser]
    named += [*controls.fields.values(), controls.head, *(s.slider for s in sliders), *(s.field for s in sliders)]
    for widget in named:
        assert widget.accessibleName(), widget
        assert widget.toolTip(), widget
    for widget in (controls.divide, controls.compare, controls.next_seed, controls.open):
        assert widget.toolTip(), widget


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("window", [(960, 600), (1920, 1080)])
def test_the_picture_fits_the_width(training, theme, window):
    application = training("why-divide", theme=theme, size=window)
    view = _view(application)
    bar = view._area.horizontalScrollBar()
    assert bar.maximum() == 0
