"""A head that learns: its way back against finite differences, its steps, and what it comes to."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.projection_gradient import layer_backward
from attnviz.core.projections import attend_projected
from attnviz.core.training.history import FIRST, MOST_STATES, Recorder
from attnviz.core.training.model import backward, embed, forward
from attnviz.core.training.optimisers import SGD, Adam
from attnviz.core.training.parameters import NAMES, parameters_in, size, start_parameters
from attnviz.core.training.plan import TASKS, TrainingPlan
from attnviz.core.training.run import Run, held_sequences
from attnviz.core.training.tasks import NO_ANSWER, Batch, answer_names, draw, token_names
from tests.examples import examples

PLANS = st.builds(
    TrainingPlan,
    task=st.sampled_from(TASKS),
    n=st.integers(4, 6),
    vocabulary=st.integers(3, 5),
    d_model=st.integers(2, 5),
    d_k=st.integers(1, 4),
    n_heads=st.integers(1, 3),
    divide=st.booleans(),
    batch=st.integers(1, 4),
    seed=st.integers(0, 1000),
)


def _gradient(plan, parameters, batch):
    out = np.empty_like(parameters.flat)
    backward(plan, parameters, batch, forward(plan, parameters, batch), out)
    return out


# the way back --------------------------------------------------------------------------------------------------


@settings(max_examples=examples(40), deadline=None)
@given(PLANS)
def test_the_way_back_agrees_with_central_differences(plan):
    parameters = start_parameters(plan, np.float64)
    batch = draw(plan, plan.batch, np.random.default_rng(plan.seed))
    found = _gradient(plan, parameters, batch)
    h = 1e-5
    for index in np.random.default_rng(0).choice(len(found), 40):
        kept = parameters.flat[index]
        parameters.flat[index] = kept + h
        above = forward(plan, parameters, batch).loss
        parameters.flat[index] = kept - h
        below = forward(plan, parameters, batch).loss
        parameters.flat[index] = kept
        assert found[index] == pytest.approx((above - below) / (2 * h), rel=1e-5, abs=1e-8)


def test_the_check_would_notice_a_softmax_without_its_mean(monkeypatch):
    plan = TrainingPlan(n=5, vocabulary=4, d_model=4, d_k=3, batch=3)
    parameters = start_parameters(plan, np.float64)
    batch = draw(plan, plan.batch, np.random.default_rng(0))
    right = parameters_in(plan, _gradient(plan, parameters, batch))
    monkeypatch.setattr(np, "einsum", lambda *_: np.zeros((3, 1, 5)))
    wrong = parameters_in(plan, _gradient(plan, parameters, batch))
    assert np.abs(right.W_K - wrong.W_K).max() > 1e-4
    np.testing.assert_array_equal(right.W_V, wrong.W_V)  # the values do not go through the softmax


@settings(max_examples=examples(40), deadline=None)
@given(PLANS)
def test_one_sequence_goes_back_as_a_single_document_does(plan):
    """The batched way back against the one that the Gradient tab shows."""
    parameters = start_parameters(plan, np.float64)
    one = draw(plan, 1, np.random.default_rng(plan.seed))
    p = attend_projected(
        embed(plan, parameters, one)[0], parameters.W_Q, parameters.W_K, parameters.W_V,
        n_heads=plan.n_heads, W_O=parameters.W_O, divide=plan.divide, causal=plan.causal,
    )  # fmt: skip
    dY = np.zeros_like(p.Y)
    answered = np.flatnonzero(one.answers[0] != NO_ANSWER)
    for row in answered:
        shares = np.exp(p.Y[row] - p.Y[row].max())
        dY[row] = shares / shares.sum()
        dY[row, one.answers[0, row]] -= 1
    single = layer_backward(
        X=p.X, u=p.u, normalised=False, eps=0.0, W_Q=p.W_Q, W_K=p.W_K, W_V=p.W_V, W_O=p.W_O,
        Q=p.Q, K=p.K, V=p.V, gate=None, A=p.attention.weights, O=p.O, concat=p.concat,
        visible=p.attention.visible, dR=dY / len(answered), d_k=plan.d_k, divide=plan.divide,
    )  # fmt: skip
    batched = parameters_in(plan, _gradient(plan, parameters, one))
    for name in ("W_Q", "W_K", "W_V", "W_O"):
        np.testing.assert_allclose(getattr(batched, name), getattr(single, f"d{name}"), rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(batched.P, single.dX, rtol=1e-9, atol=1e-12)


def test_the_loss_is_the_cross_entropy_of_the_read_out():
    plan = TrainingPlan(n=5, vocabulary=4, d_model=6, d_k=3)
    parameters = start_parameters(plan, np.float64)
    one = draw(plan, 1, np.random.default_rng(3))
    Y = attend_projected(
        embed(plan, parameters, one)[0], parameters.W_Q, parameters.W_K, parameters.W_V, W_O=parameters.W_O, causal=True
    ).Y
    expected = np.mean([-np.log(np.exp(Y[i, one.answers[0, i]]) / np.exp(Y[i]).sum()) for i in range(1, plan.n)])
    assert forward(plan, parameters, one).loss == pytest.approx(expected)


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is not installed")
@pytest.mark.parametrize("optimiser", ["adam", "sgd"])
@pytest.mark.parametrize("task", TASKS)
def test_ten_steps_agree_with_pytorch(task, optimiser):
    import torch

    plan = TrainingPlan(task=task, n=8, vocabulary=5, n_heads=2, d_k=4, optimiser=optimiser, momentum=0.9, batch=4)
    run = Run(replace(plan, learning_rate=0.01), np.float64)
    start = start_parameters(plan, np.float64)
    p = {name: torch.nn.Parameter(torch.from_numpy(matrix.copy())) for name, matrix in start.named()}
    chosen = torch.optim.Adam(p.values(), lr=0.01) if optimiser == "adam" else torch.optim.SGD(p.values(), 0.01, 0.9)
    generator = np.random.default_rng([plan.seed, 1])
    for _ in range(10):
        batch = draw(plan, plan.batch, generator)
        chosen.zero_grad()
        X = p["E"][torch.from_numpy(batch.symbols)] + p["P"]
        if task in ("match", "marked"):
            X = X + p["E"][torch.from_numpy(batch.extras) + plan.vocabulary]
        Q, K, V = ((X @ p[n]).view(plan.batch, plan.n, 2, -1).transpose(1, 2) for n in ("W_Q", "W_K", "W_V"))
        S = Q @ K.transpose(-1, -2) / sqrt(plan.d_k)
        if plan.causal:
            S = S.masked_fill(~torch.ones(plan.n, plan.n, dtype=torch.bool).tril(), -torch.inf)
        O = (S.softmax(-1) @ V).transpose(1, 2).reshape(plan.batch, plan.n, -1)  # noqa: E741
        logits = (O @ p["W_O"]).reshape(-1, plan.vocabulary)
        loss = torch.nn.functional.cross_entropy(logits, torch.from_numpy(batch.answers).reshape(-1), ignore_index=-1)
        loss.backward()
        chosen.step()
        run.step()
    ours = parameters_in(plan, run.state().flat)
    for name in NAMES:
        np.testing.assert_allclose(getattr(ours, name), p[name].detach().numpy(), rtol=1e-6, atol=1e-9)


# optimisers ------------------------------------------------------------------------------------------------------


def test_sgd_moves_against_the_gradient_and_momentum_remembers():
    w = np.array([1.0, 2.0])
    SGD(0.1, 0.0, w).move(w, np.array([1.0, -1.0]))
    np.testing.assert_allclose(w, [0.9, 2.1])
    heavy = SGD(0.1, 0.5, w)
    heavy.move(w, np.array([1.0, 0.0]))
    heavy.move(w, np.array([1.0, 0.0]))
    np.testing.assert_allclose(w, [0.9 - 0.1 - 0.15, 2.1])


def test_adams_first_step_is_as_long_as_the_learning_rate():
    w = np.zeros(3)
    Adam(0.01, w).move(w, np.array([5.0, -0.001, 0.0]))
    np.testing.assert_allclose(w, [-0.01, 0.01, 0.0], atol=1e-6)


# tasks -----------------------------------------------------------------------------------------------------------


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(0, 10_000), st.integers(4, 9))
def test_every_answer_can_be_read_from_the_sequence(seed, n):
    generator = np.random.default_rng(seed)
    for task, back in (("previous", 1), ("delay", 3)):
        plan = TrainingPlan(task=task, n=n, delay=3)
        batch = draw(plan, 5, generator)
        np.testing.assert_array_equal(batch.answers[:, back:], batch.symbols[:, :-back])
        assert (batch.answers[:, :back] == NO_ANSWER).all()
    plan = TrainingPlan(task="marked", n=n)
    batch = draw(plan, 5, generator)
    assert (batch.extras.sum(axis=1) == 1).all()
    np.testing.assert_array_equal(batch.answers, np.repeat(batch.symbols[batch.extras == 1][:, None], n, axis=1))
    plan = TrainingPlan(task="match", n=n)
    batch = draw(plan, 5, generator)
    for symbols, extras, answers in zip(batch.symbols, batch.extras, batch.answers, strict=True):
        known = dict(zip(symbols[: n // 2].tolist(), extras[: n // 2].tolist(), strict=True))
        assert len(known) == n // 2
        assert [known[s] for s in symbols[n // 2 :].tolist()] == answers[n // 2 :].tolist()
        assert (extras[n // 2 :] == plan.vocabulary).all()


def test_tokens_are_written_with_what_stands_beside_them():
    rows = {"symbols": np.array([[0, 2, 2, 0]]), "answers": np.array([[-1, -1, 0, 1]])}
    match = TrainingPlan(task="match", n=4, vocabulary=4)
    batch = Batch(extras=np.array([[1, 0, 4, 4]]), **rows)
    assert token_names(match, batch, 0) == ("a2", "c1", "c?", "a?")
    assert answer_names(match, batch, 0) == ("", "", "1", "2")
    marked = Batch(extras=np.array([[0, 1, 0, 0]]), **rows)
    assert token_names(TrainingPlan(task="marked", n=4), marked, 0) == ("a", "c*", "c", "a")


# runs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("task", TASKS)
def test_the_default_run_learns_its_task(task):
    run = Run(TrainingPlan(task=task))
    before = run.state()
    while not run.finished:
        run.step()
    after = run.state()
    assert before.accuracy < 0.4
    assert after.accuracy == 1.0
    assert after.loss < before.loss / 20


def test_the_head_comes_to_look_at_the_token_before():
    run = Run(TrainingPlan(task="previous"))
    while not run.finished:
        run.step()
    plan = run.plan
    A = forward(plan, parameters_in(plan, run.state().flat), run.held).A[:, 0]
    i = np.arange(1, plan.n)
    assert A[:, i, i - 1].mean() > 0.95
    assert (A[:, ~np.tri(plan.n, dtype=bool)] == 0).all()


def test_the_same_seed_gives_the_same_run_bit_for_bit_and_another_seed_another():
    def weights(seed):
        run = Run(TrainingPlan(task="match", seed=seed, n_heads=2, d_k=8))
        for _ in range(25):
            run.step()
        return run.state()

    one, two, other = weights(4), weights(4), weights(5)
    np.testing.assert_array_equal(one.flat, two.flat)
    assert one.loss == two.loss
    assert not np.array_equal(one.flat, other.flat)


def test_the_twin_begins_with_the_same_weights_and_reads_the_same_sequences():
    plan = TrainingPlan(task="match", d_k=64)
    twin = replace(plan, divide=False)
    np.testing.assert_array_equal(start_parameters(plan).flat, start_parameters(twin).flat)
    np.testing.assert_array_equal(held_sequences(plan).symbols, held_sequences(twin).symbols)


def test_queries_and_keys_begin_with_variance_one_so_that_scores_spread_by_the_root_of_d_k():
    plan = TrainingPlan(task="marked", d_model=128, d_k=256, n=16, vocabulary=16)
    steps = forward(plan, start_parameters(plan, np.float64), held_sequences(plan))
    assert steps.Q.var() == pytest.approx(1, abs=0.1)
    assert steps.K.var() == pytest.approx(1, abs=0.1)
    assert np.std(steps.Q @ steps.K.swapaxes(-1, -2)) == pytest.approx(sqrt(plan.d_k), rel=0.2)


def test_without_the_division_a_large_head_starts_saturated():
    plan = TrainingPlan(task="match", d_k=256)
    assert Run(plan).state().saturated == 0
    assert Run(replace(plan, divide=False)).state().saturated > 0.5


def test_a_run_that_diverges_keeps_its_last_finite_weights_and_says_why():
    run = Run(TrainingPlan(task="marked", optimiser="sgd", learning_rate=50.0))
    while not run.finished:
        run.step()
    state = run.state()
    assert run.problem is not None
    assert "diverged" in run.problem
    assert np.isfinite(state.flat).all()
    assert 0 <= state.step < run.plan.steps
    stopped = state.flat.copy()
    run.step()
    np.testing.assert_array_equal(run.state().flat, stopped)


# history ---------------------------------------------------------------------------------------------------------


def test_a_history_can_be_looked_through_and_stays_bounded():
    plan = TrainingPlan(n=4, vocabulary=3, d_model=4, d_k=2, batch=2, steps=3000)
    recorder = Recorder(plan)
    while not recorder.run.finished:
        recorder.step()
    history = recorder.history()
    steps = [state.step for state in history.states]
    assert steps[: FIRST + 1] == list(range(FIRST + 1))
    assert steps[-1] == 3000
    assert steps == sorted(set(steps))
    assert len(steps) <= MOST_STATES + 2
    assert history.at(None) is history.last
    assert history.at(0).step == 0
    assert history.at(1500).step <= 1500 < history.at(1500).step + 20
    np.testing.assert_array_equal(history.at(0).flat, start_parameters(plan).flat)


def test_the_largest_plans_keep_fewer_states():
    plan = TrainingPlan(d_model=128, d_k=512, n_heads=2)
    recorder = Recorder(replace(plan, steps=20_000))
    assert size(plan) * (20_000 // recorder._stride) < 9_000_000


def test_where_a_run_stands_is_always_the_last_state_of_its_history():
    recorder = Recorder(TrainingPlan(n=4, vocabulary=3, d_model=4, d_k=2, batch=2, steps=5000))
    for _ in range(FIRST + 3):
        recorder.step()
    assert recorder.history().last.step == FIRST + 3


def test_a_diverged_history_ends_at_its_last_finite_state():
    recorder = Recorder(TrainingPlan(task="marked", optimiser="sgd", learning_rate=50.0))
    while not recorder.run.finished:
        recorder.step()
    history = recorder.history()
    assert history.problem == recorder.run.problem
    assert [state.step for state in history.states] == list(range(history.last.step + 1))
    assert all(np.isfinite(state.flat).all() for state in history.states)
