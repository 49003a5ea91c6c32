"""Plans, learned weights as documents, and training in lesson files."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from attnviz.cli import main
from attnviz.core.training.model import forward
from attnviz.core.training.parameters import parameters_in
from attnviz.core.training.run import Run, held_sequences
from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.lesson_file import own_lesson
from attnviz.document.trained import shown_answers, trained_document, trained_trace, untrained_document
from attnviz.document.training_look import TrainingLook
from attnviz.document.training_plan import TASKS, TrainingPlan, with_plan
from attnviz.document.training_runs import beginning, finished, plans_of
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.io.document_file import load_document, save_document

PLAN = TrainingPlan()


def _after(plan, steps):
    run = Run(plan)
    for _ in range(steps):
        run.step()
    return run.state()


# plans ---------------------------------------------------------------------------------------------------------


def test_an_edit_that_changes_nothing_is_the_same_plan():
    assert with_plan(PLAN, d_k=PLAN.d_k) is PLAN
    assert with_plan(PLAN, d_k=64).d_k == 64


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"d_k": 0}, "d_k is 0, but it must be a whole number from 1 to 512."),
        ({"n": 33}, "n is 33"),
        ({"vocabulary": 27}, "vocabulary is 27"),
        ({"seed": -1}, "seed is -1"),
        ({"batch": 1.5}, "batch is 1.5"),
        ({"learning_rate": 0.0}, "learning rate is 0, but it must be more than 0"),
        ({"learning_rate": float("nan")}, "learning rate is nan"),
        ({"momentum": 1.0}, "The momentum is 1"),
        ({"task": "sort"}, "There is no task called “sort”"),
        ({"optimiser": "lion"}, "There is no optimiser called “lion”"),
        ({"task": "delay", "delay": 12}, "A delay of 12 does not fit a sequence of 12 tokens"),
        ({"task": "match", "vocabulary": 5}, "needs 6 different symbols, but the vocabulary has 5"),
        ({"n_heads": 4, "d_k": 512}, "4 heads of d_k = 512 are too large"),
        ({"batch": 256, "n": 32}, "256 sequences of 32 tokens are too many"),
    ],
)
def test_what_cannot_be_trained_is_refused_in_a_sentence(changes, words):
    with pytest.raises(InputError) as refusal:
        with_plan(PLAN, **changes)
    assert words in str(refusal.value)


def test_a_twin_differs_in_the_division_alone():
    plan = with_plan(PLAN, compare=True)
    one, twin = plans_of(plan)
    assert one is plan
    assert twin == replace(plan, divide=False)
    assert plans_of(PLAN) == (PLAN,)


# learned weights as a document -----------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("n_heads", [1, 3])
def test_the_document_shows_what_the_model_does(task, n_heads):
    """The document's trace (float64, one sequence) against the model's own forward pass."""
    plan = with_plan(PLAN, task=task, n_heads=n_heads, divide=n_heads == 1)
    state = _after(plan, 30)
    trace = derive(trained_document(plan, state))
    steps = forward(plan, parameters_in(plan, state.flat.astype(np.float64)), held_sequences(plan))
    np.testing.assert_allclose(trace.weights.reshape(steps.A[0].shape), steps.A[0], rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(trace.chain.concat, steps.concat[0], rtol=1e-9, atol=1e-12)


def test_what_is_drawn_is_what_opens_in_steps_bit_for_bit():
    plan = with_plan(PLAN, task="match", d_k=64)
    state = _after(plan, 10)
    document = trained_document(plan, state, name="learned")
    np.testing.assert_array_equal(derive(document).weights, trained_trace(plan, state).weights)
    assert document.name == "learned"
    assert document.training == plan
    assert document.options.causal is False


def test_a_trained_document_reads_off_the_right_answers():
    plan = with_plan(PLAN, task="match")
    state = _after(plan, plan.steps)
    trace = derive(trained_document(plan, state))
    for row, answer in enumerate(shown_answers(plan)):
        if answer:
            assert str(trace.chain.Y[row].argmax() + 1) == answer
            asked = trace.tokens_q[row].removesuffix("?")
            assert trace.tokens_k[trace.weights[0, row].argmax()] == f"{asked}{answer}"


def test_an_untrained_document_is_the_start():
    np.testing.assert_array_equal(
        untrained_document(PLAN).source.W_Q, trained_document(PLAN, beginning(PLAN).histories[0].last).source.W_Q
    )


# lessons ---------------------------------------------------------------------------------------------------------


def _lesson(document, step="", language="en"):
    do = f', "experiments": [{{"title": "t", "observe": "o", "do": [{step}]}}]' if step else ""
    text = f'{{"format": "attnviz lesson 1", "title": "T", "document": {document}{do}}}'
    return own_lesson(text, "“mine.json”", "file:mine.json", language)


def test_a_plan_alone_is_a_lessons_document():
    lesson = _lesson('{"training": {"task": "marked", "d_k": 4, "compare": true}}')
    assert lesson.document.training == TrainingPlan(task="marked", d_k=4, compare=True)
    assert any(token.endswith("*") for token in lesson.document.source.tokens)


def test_a_plan_may_stand_beside_another_document_and_experiments_change_it():
    lesson = _lesson(
        '{"sentence": "a b", "training": {"d_k": 4}}', '{"training": {"optimiser": "sgd", "momentum": 0.5}}'
    )
    assert lesson.document.source.tokens == ("a", "b")
    changed = lesson.experiments[0].apply(lesson.document)
    assert changed.training == TrainingPlan(d_k=4, optimiser="sgd", momentum=0.5)
    assert lesson.experiments[0].apply(changed) is changed


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ('{"training": {"d_k": 1000}}', "document.training.d_k"),
        ('{"training": {"task": "sort"}}', "document.training.task"),
        ('{"training": {"divide": 1}}', "document.training.divide"),
        ('{"training": {"speed": 1}}', "speed"),
        ('{"training": {"task": "delay", "delay": 20}}', "A delay of 20 does not fit"),
        ('{"sentence": "a b", "training": {"learning_rate": -1}}', "learning rate is -1"),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_with_its_line(document, words):
    with pytest.raises(InputError) as refusal:
        _lesson(document)
    assert "“mine.json”, line 1" in str(refusal.value)
    assert words in str(refusal.value)


def test_the_lesson_shows_what_its_text_says():
    """The seed that opens: the divided head learns the task, and its twin, from the same start, does not."""
    lesson = lessons.load("why-divide", "en")
    plan = lesson.document.training
    assert (plan.d_k, plan.steps, plan.compare, plan.divide) == (128, 300, True, True)
    divided, undivided = finished(plan).histories
    assert divided.states[0].saturated == 0
    assert 0.25 < undivided.states[0].saturated < 0.5
    assert divided.last.accuracy > 0.99
    assert undivided.last.accuracy < 0.5
    assert undivided.last.loss > 20 * divided.last.loss


def test_a_plan_and_how_it_is_looked_at_are_kept_in_a_file(tmp_path):
    document = untrained_document(with_plan(PLAN, task="match", learning_rate=0.02, compare=True, momentum=0.5))
    view = ViewState(tab="training", training=TrainingLook(step=7, pace=None))
    save_document(tmp_path / "run.attnviz", document, view)
    read, looked = load_document(tmp_path / "run.attnviz")
    assert read.training == document.training
    assert looked.training == view.training
    np.testing.assert_array_equal(read.source.W_Q, document.source.W_Q)


def test_the_command_line_writes_the_whole_run(tmp_path, capsys):
    """Without a window a figure shows the run at its end, not at its start."""
    lesson = tmp_path / "short.json"
    plan = '{"training": {"n": 6, "steps": 25}}'
    lesson.write_text(f'{{"format": "attnviz lesson 1", "title": "T", "document": {plan}}}', encoding="utf-8")
    assert main(["export", str(lesson), "--view", "training", "--lang", "en", "--to", str(tmp_path / "run.svg")]) == 0
    assert "step 25 · loss" in (tmp_path / "run.svg").read_text(encoding="utf-8")


def test_between_kept_steps_the_one_before_is_shown_and_keys_go_to_the_next():
    plan = TrainingPlan(n=4, vocabulary=3, d_model=4, d_k=2, batch=2, steps=600)
    runs = finished(plan)
    kept = [state.step for state in runs.histories[0].states]
    first, second = next((a, b) for a, b in itertools.pairwise(kept) if b > a + 1)
    assert runs.kept(first) == runs.kept(second - 1) == first
    assert runs.kept(second) == second
    assert runs.kept(600) is None, "now"
    assert runs.kept(None) is None
    assert runs.nearest(second - 1) == second if second - first > 2 else first
    assert runs.nearest(first + 1, beyond=first) == second
    assert runs.nearest(second - 1, beyond=second) == first
    assert runs.nearest(0, beyond=0) == 0
