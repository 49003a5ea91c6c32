"""The plan of a training: chosen, typed and refused in a sentence, and each act one step of undo."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attnviz.document.training_plan import TASKS
from attnviz.session import streak
from tests.gui.training_hand import choose, finish, press, runs_of, type_into, view_of


def test_another_plan_begins_anew_and_can_be_undone(training, qtbot):
    application = training()
    view = view_of(application)
    finish(qtbot, application)
    choose(view.controls.task, TASKS.index("match"))
    qtbot.waitUntil(lambda: runs_of(application) is not None and runs_of(application).plan.task == "match")
    assert runs_of(application).step == 0
    assert application.session.document.training.task == "match"
    application.session.undo_stack.undo()
    while application.session.document.training.task != "previous":
        application.session.undo_stack.undo()
    qtbot.waitUntil(lambda: runs_of(application) is not None and runs_of(application).plan.task == "previous")
    assert view.controls.task.currentIndex() == TASKS.index("previous")


def test_numbers_are_typed_and_refused_in_a_sentence(training, qtbot):
    application = training()
    view = view_of(application)
    type_into(view.controls.fields["n"], "9")
    assert application.session.document.training.n == 9
    type_into(view.controls.learning_rate.field, "0.02")
    assert application.session.document.training.learning_rate == 0.02
    choose(view.controls.task, TASKS.index("delay"))
    type_into(view.controls.fields["delay"], "12")
    assert "A delay of 12 does not fit a sequence of 9 tokens" in application.window.statusBar().currentMessage()
    assert application.session.document.training.delay == 3


def test_a_refusal_is_past_with_the_next_edit_and_the_field_shows_what_holds(training, qtbot):
    application = training()
    controls, said = view_of(application).controls, application.window.statusBar().currentMessage
    type_into(controls.fields["n"], "99")
    assert "99 is out of range" in said()
    assert controls.fields["n"].text() == "8"
    type_into(controls.fields["n"], "9")
    assert said() == ""
    choose(controls.task, TASKS.index("delay"))
    type_into(controls.fields["delay"], "12")
    assert "A delay of 12" in said()
    assert controls.fields["delay"].text() == "3"
    qtbot.waitUntil(lambda: runs_of(application) is not None)
    press(view_of(application).bar.step)
    assert said() == "", "a run is an act too"


def test_quick_presses_of_an_arrow_are_one_step_of_undo(training, monkeypatch):
    monkeypatch.setattr(streak, "SAME_ACT", 60_000)  # quick, however slow the machine
    application = training()
    stack, plan = application.session.undo_stack, application.session.document.training
    for field, name in (
        (view_of(application).controls.fields["n"], "n"),
        (view_of(application).controls.d_k.field, "d_k"),
    ):
        count = stack.count()
        field.setFocus()
        for _ in range(3):
            QTest.keyClick(field, Qt.Key.Key_Up)
        assert getattr(application.session.document.training, name) == getattr(plan, name) + 3
        assert stack.count() == count + 1
    stack.undo()
    stack.undo()
    assert application.session.document.training == plan


def test_every_control_has_a_name_and_a_tooltip(training):
    view = view_of(training())
    bar, controls = view.bar, view.controls
    sliders = (controls.d_k, controls.learning_rate, controls.momentum)
    named = [bar.reset, bar.run, bar.step, bar.bar, bar.pace, controls.task, controls.optimiser]
    named += [*controls.fields.values(), controls.head, *(s.slider for s in sliders), *(s.field for s in sliders)]
    for widget in named:
        assert widget.accessibleName(), widget
        assert widget.toolTip(), widget
    for widget in (controls.divide, controls.compare, controls.next_seed, controls.open):
        assert widget.toolTip(), widget
