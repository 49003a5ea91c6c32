"""The picture of training: curves, A with answers, and what is learned; one run or two."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.training.history import Recorder
from attnviz.core.training.parameters import NAMES, parameters_in
from attnviz.document.trained import shown_answers, trained_trace
from attnviz.document.training_plan import TASKS, TrainingPlan
from attnviz.document.training_runs import TrainingRuns, beginning, finished
from attnviz.export.figure import Cells, Path, Text
from attnviz.export.training_figure import RunsLook, training_figure, training_picture
from attnviz.i18n import NumberFormat, number_format

PLAN = TrainingPlan(n=8, steps=60, d_k=8)


def _measure(text, size, bold):
    return len(text) * size * 0.55


def _figure(runs, **changes):
    return training_figure(runs, RunsLook(**{"form": NumberFormat(), "width": 740.0} | changes), _measure)


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


def test_on_a_wide_page_two_runs_stand_beside_their_curves_and_all_of_it_is_seen():
    runs = finished(replace(PLAN, n=16, compare=True))
    figure = _figure(runs, width=1100.0, height=600.0, wide=True)
    left, right = figure.cells("weights"), figure.cells("weights'")
    curve = next(item for item in figure.items if isinstance(item, Path))
    assert max(x for x, _ in curve.points) < left.x
    assert left.x + left.width < right.x
    assert left.y == right.y
    assert figure.height <= 600
    assert len({figure.cells(name + mark).y for name in NAMES for mark in ("", "'")}) == 1
    for name, place in (("÷ √dₖ", figure.cells("E").x), ("not divided", figure.cells("E'").x)):
        heading = [item for item in figure.items if isinstance(item, Text) and item.text == name]
        assert any(item.y > left.y + left.height and item.x >= place for item in heading)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("compare", [False, True])
@pytest.mark.parametrize(("height", "wide"), [(None, False), (420.0, False), (600.0, True)])
@pytest.mark.parametrize("task", TASKS)
def test_loss_and_accuracy_of_a_step_stand_in_one_line(task, height, wide, compare, language):
    """Their labels differ in width. One above the other, a step is at one place in both; abreast they are alike."""
    look = RunsLook(form=number_format(language), width=900.0, height=height, wide=wide)
    curves = training_picture(beginning(replace(PLAN, task=task, compare=compare)), look, _measure).ground.curves
    places = [room.across.place(np.array([0.0, 17.0, 60.0])) for room in curves.values()]
    if compare and not wide:
        places = [place - room.across.start for place, room in zip(places, curves.values(), strict=True)]
    np.testing.assert_allclose(places[0], places[1], atol=1e-9)


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
    for runs in (beginning(PLAN), finished(PLAN)):
        figure = _figure(runs)
        headings = {item.text: item.x for item in figure.items if isinstance(item, Text)}
        said = _column(figure, headings["said"])
        right = _column(figure, headings["right"])
        assert tuple(right) == shown_answers(PLAN)[1:]
        for answer, truth in zip(said, right, strict=True):
            assert ("✓" in answer) == (answer.removesuffix(" ✓") == truth)
        assert not any(sign in text for text in said for sign in "×✗")
    assert all("✓" in answer for answer in said)


def _column(figure, x):
    """The texts below a heading at x, from top to bottom."""
    found = [item for item in figure.items if isinstance(item, Text) and item.x == x and not item.angle]
    return [item.text for item in sorted(found, key=lambda item: item.y)][1:]


@pytest.mark.parametrize("compare", [False, True])
@pytest.mark.parametrize("width", [640.0, 690.0, 740.0, 800.0])
@pytest.mark.parametrize("decimal", [".", ","])
def test_a_stands_still_while_it_learns(compare, width, decimal):
    """Some widths are such that the line of numbers breaks at some steps only."""
    runs = finished(replace(PLAN, n=6, compare=compare, d_k=64))
    for height in (None, 450.0):
        places = set()
        for step in range(0, PLAN.steps + 1, 3):
            cells = _figure(runs, step=step, width=width, height=height, form=NumberFormat(decimal)).cells("weights")
            places.add((cells.x, cells.y, cells.cell_height))
        assert len(places) == 1


@pytest.mark.parametrize("compare", [False, True])
@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("room", [(664.0, 462.0), (744.0, 662.0), (1000.0, 680.0)])
def test_a_with_its_answers_is_whole_in_the_room_of_a_window(compare, task, room):
    width, height = room
    figure = _figure(
        beginning(TrainingPlan(task=task, n=16, vocabulary=16, compare=compare)), width=width, height=height
    )
    cells = figure.cells("weights")
    assert cells.y + cells.height <= height
    assert cells.width >= 150
    learned = figure.cells("E")
    assert learned.y > height or learned.y + learned.height <= height, "whole, or below the fold"


def test_a_step_that_was_not_kept_shows_the_one_before_everywhere():
    runs = finished(replace(PLAN, steps=600, batch=4))
    kept = {state.step for state in runs.histories[0].states}
    between = next(step for step in range(20, 600) if step not in kept)
    figure = _figure(runs, step=between)
    shown = max(step for step in kept if step < between)
    texts = _texts(figure)
    assert texts.count(str(shown)) == 2, "the marks over both curves"
    assert any(text.startswith(f"step {shown} ·") for text in texts)
    assert f"step {shown} " in figure.description
    assert str(between) not in " ".join(texts).split()


def test_nothing_that_looks_like_data_crosses_the_curves_at_the_start():
    figure = _figure(beginning(replace(PLAN, compare=True)))
    for item in figure.items:
        if isinstance(item, Path):
            across = [x for x, _ in item.points]
            assert max(across) - min(across) < 30


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


def test_one_colour_of_a_learned_weight_is_one_number_all_along_the_way():
    """Looked back at, or in a film: weights that grow must not seem to stay, nor others to fade beside them."""
    runs = finished(PLAN)
    history = runs.histories[0]
    for name in NAMES:
        sizes = [
            np.abs(getattr(parameters_in(PLAN, state.flat), name)).max() for state in (history.at(0), history.last)
        ]
        early, late = (_figure(runs, step=step).cells(name).scale for step in (0, None))
        assert late.high == pytest.approx(sizes[1])
        assert early.high == pytest.approx(max(sizes))
