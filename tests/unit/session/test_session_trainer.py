"""Runs in a thread of their own: obeyed at once, told in order, the same each time."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core.training.history import Recorder
from attnviz.document.training_plan import TrainingPlan
from attnviz.session.trainer import Trainer

PLAN = TrainingPlan(n=5, vocabulary=3, d_model=4, d_k=2, batch=2, steps=200)
LONG = TrainingPlan(n=5, vocabulary=3, d_model=4, d_k=2, batch=2, steps=20_000)


@pytest.fixture
def trainer(qtbot):
    made = Trainer()
    yield made
    made.stop()


def _ready(qtbot, trainer, plan):
    trainer.prepare(plan)
    qtbot.waitUntil(lambda: trainer.runs is not None)


def test_preparing_shows_the_start_at_rest(qtbot, trainer):
    _ready(qtbot, trainer, PLAN)
    assert trainer.runs.step == 0
    assert not trainer.running


def test_a_run_ends_where_the_same_steps_in_a_row_end(qtbot, trainer):
    _ready(qtbot, trainer, PLAN)
    trainer.run()
    qtbot.waitUntil(lambda: trainer.runs.finished, timeout=10_000)
    alone = Recorder(PLAN)
    while not alone.run.finished:
        alone.step()
    np.testing.assert_array_equal(trainer.runs.histories[0].last.flat, alone.run.state().flat)
    assert not trainer.running


def test_single_steps_pause_and_run_on_lead_to_the_same_end(qtbot, trainer):
    _ready(qtbot, trainer, PLAN)
    for step in (1, 2, 3):
        trainer.step()
        qtbot.waitUntil(lambda step=step: trainer.runs.step == step)
        assert not trainer.running
    trainer.set_pace(300.0)
    trainer.run()
    qtbot.waitUntil(lambda: trainer.runs.step > 20)
    trainer.pause()
    assert not trainer.running
    trainer.set_pace(None)
    trainer.run()
    qtbot.waitUntil(lambda: trainer.runs.finished, timeout=10_000)
    alone = Recorder(PLAN)
    while not alone.run.finished:
        alone.step()
    np.testing.assert_array_equal(trainer.runs.histories[0].last.flat, alone.run.state().flat)


def test_reset_begins_the_same_run_anew(qtbot, trainer):
    _ready(qtbot, trainer, PLAN)
    start = trainer.runs.histories[0].last
    trainer.step()
    qtbot.waitUntil(lambda: trainer.runs.step == 1)
    first = trainer.runs.histories[0].last
    trainer.reset()
    qtbot.waitUntil(lambda: trainer.runs is not None and trainer.runs.step == 0)
    np.testing.assert_array_equal(trainer.runs.histories[0].last.flat, start.flat)
    trainer.step()
    qtbot.waitUntil(lambda: trainer.runs.step == 1)
    np.testing.assert_array_equal(trainer.runs.histories[0].last.flat, first.flat)


def test_another_plan_ends_the_run_at_once_and_nothing_of_it_is_heard_after(qtbot, trainer):
    _ready(qtbot, trainer, LONG)
    trainer.run()
    qtbot.waitUntil(lambda: trainer.runs.step > 5)
    heard = []
    trainer.progressed.connect(heard.append)
    trainer.prepare(PLAN)
    qtbot.waitUntil(lambda: trainer.runs is not None)
    assert trainer.runs.plan == PLAN
    assert [runs.plan for runs in heard] == [PLAN] * len(heard)
    assert heard[0].step == 0


def test_the_same_plan_goes_on_undisturbed(qtbot, trainer):
    _ready(qtbot, trainer, LONG)
    trainer.run()
    qtbot.waitUntil(lambda: trainer.runs.step > 5)
    trainer.prepare(LONG)
    assert trainer.running
    assert trainer.runs.step > 5


def test_two_runs_learn_side_by_side(qtbot, trainer):
    _ready(qtbot, trainer, TrainingPlan(n=5, vocabulary=3, d_model=4, d_k=8, batch=2, steps=50, compare=True))
    one, twin = trainer.runs.histories
    np.testing.assert_array_equal(one.last.flat, twin.last.flat)
    trainer.run()
    qtbot.waitUntil(lambda: trainer.runs.finished, timeout=10_000)
    one, twin = trainer.runs.histories
    assert one.last.step == twin.last.step == 50
    assert not np.array_equal(one.last.flat, twin.last.flat)


def test_a_slow_pace_is_kept_and_can_be_left(qtbot, trainer):
    _ready(qtbot, trainer, LONG)
    trainer.set_pace(2.0)
    trainer.run()
    qtbot.waitUntil(lambda: trainer.runs.step == 1)
    trainer.set_pace(None)
    qtbot.waitUntil(lambda: trainer.runs.step > 50, timeout=5_000)


def test_a_run_that_diverges_comes_to_rest_and_says_why(qtbot, trainer):
    _ready(qtbot, trainer, TrainingPlan(task="marked", optimiser="sgd", learning_rate=500.0))
    trainer.run()
    qtbot.waitUntil(lambda: trainer.runs.finished, timeout=10_000)
    assert "diverged" in trainer.runs.histories[0].problem
    assert not trainer.running


def test_stopping_ends_the_thread_even_while_it_runs(qtbot):
    trainer = Trainer()
    trainer.prepare(LONG)
    qtbot.waitUntil(lambda: trainer.runs is not None)
    trainer.run()
    worker = trainer._worker
    trainer.stop()
    assert worker.isFinished()
    trainer.stop()  # twice does no harm
