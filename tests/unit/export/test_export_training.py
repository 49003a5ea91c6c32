"""The picture of training: curves, A with answers, and what is learned; one run or two."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.training.history import Recorder
from attnviz.core.training.parameters import NAMES, parameters_in
from attnviz.document.trained import trained_trace
from attnviz.document.training_plan import TASKS, TrainingPlan
from attnviz.document.training_runs import TrainingRuns, beginning, finished
from attnviz.export.figure import Cells, Path, Text
from attnviz.export.training_figure import training_figure
from attnviz.i18n import NumberFormat

PLAN = TrainingPlan(n=8, steps=60, d_k=8)


def _measure(text, size, bold):
    return len(text) * size * 0.55


def _figure(runs, **changes):
    settings = {"step": None, "head": 0, "width": 740.0, "measure": _measure, "form": NumberFormat()}
    return training_figure(runs, **settings | changes)


def _texts(figure):
    return [item.text for item in figure.items if isinstance(item, Text)]


def test_a_is_that_of_the_state_looked_at():
    runs = finished(PLAN)
    history = runs.histories[0]
    for step in (0, 30, None):
        cells = _figure(runs, step=step).cells("weights")
        np.testing.assert_array_equal(cells.values, trained_trace(PLAN, history.at(step)).weights[0])
    assert cells.values[5, 4] > 0.8  # the previous token


def test_every_learned_matrix_is_shown_with_its_shape():
    runs = finished(PLAN)
    figure = _figure(runs)
    learned = parameters_in(PLAN, runs.histories[0].last.flat)
    for name in NAMES:
        np.testing.assert_array_equal(figure.cells(name).values, getattr(learned, name))
    assert "32 × 8" in _texts(figure)


def test_two_runs_stand_side_by_side_under_shared_curves():
    runs = beginning(replace(PLAN, compare=True))
    figure = _figure(runs)
    left, right = figure.cells("weights"), figure.cells("weights'")
    assert left.y == right.y
    assert left.x + left.width < right.x
    texts = _texts(figure)
    assert "Divided by √dₖ = 2.83" in texts
    assert "Not divided (dₖ = 8)" in texts
    assert not np.array_equal(left.values, right.values)
    np.testing.assert_array_equal(figure.cells("W_Q").values, figure.cells("W_Q'").values)


def test_side_by_side_one_colour_is_one_number():
    figure = _figure(finished(replace(PLAN, compare=True)))
    for name in NAMES:
        one, twin = figure.cells(name), figure.cells(f"{name}'")
        assert one.scale == twin.scale
        assert one.scale.high == pytest.approx(max(np.abs(one.values).max(), np.abs(twin.values).max()))


def test_answers_are_marked_right_or_wrong():
    start, end = _texts(_figure(beginning(PLAN))), _texts(_figure(finished(PLAN)))
    assert sum("✓" in text for text in end) == PLAN.n - 1
    assert any("✗" in text for text in start)
    assert not any("✗" in text for text in end)


def test_the_picture_says_where_the_run_is():
    runs = finished(PLAN)
    figure = _figure(runs, form=NumberFormat(","))
    last = runs.histories[0].last
    sentence = next(text for text in _texts(figure) if text.startswith("step 60"))
    assert f"loss {last.loss:.3f}".replace(".", ",") in sentence
    assert "accuracy 100 %" in sentence
    assert sentence in figure.description


def test_a_run_that_diverged_says_so_and_is_drawn():
    plan = replace(PLAN, task="marked", optimiser="sgd", learning_rate=500.0)
    recorder = Recorder(plan)
    while not recorder.run.finished:
        recorder.step()
    runs = TrainingRuns(plan=plan, histories=(recorder.history(),))
    figure = _figure(runs)
    assert "diverged" in " ".join(_texts(figure))
    assert np.isfinite(figure.cells("weights").values).all()
    assert all(np.isfinite(p).all() for item in figure.items if isinstance(item, Path) for p in item.points)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("compare", [False, True])
@pytest.mark.parametrize("width", [300.0, 640.0, 1200.0])
def test_nothing_leaves_the_sheet(task, compare, width):
    plan = TrainingPlan(task=task, n=16, vocabulary=16, n_heads=2, compare=compare)
    figure = _figure(beginning(plan), width=width)
    for item in figure.items:
        if isinstance(item, Cells):
            assert item.x >= 0
            assert item.x + item.width <= figure.width
            assert item.y + item.height <= figure.height
        if isinstance(item, Text) and item.align == "left" and not item.angle:
            assert item.x + _measure(item.text, item.size, item.bold) <= figure.width + 1, item.text


def test_the_head_looked_at_is_shown_and_named():
    runs = beginning(replace(PLAN, n_heads=3))
    trace = trained_trace(runs.plan, runs.histories[0].last)
    figure = _figure(runs, head=2, first_head=0)
    np.testing.assert_array_equal(figure.cells("weights").values, trace.weights[2])
    assert "A, head 2" in _texts(figure)
