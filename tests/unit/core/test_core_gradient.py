"""The way back through attention: formulas, masks, shared heads, LayerNorm, gates, and the numbers of seed 0."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.attention import attend
from attnviz.core.gradient import attend_backward, over_shared, scores_gradient_norm, softmax_backward
from attnviz.core.jacobian import passed_share, softmax_jacobian
from attnviz.core.layer_norm import layer_norm
from attnviz.core.losses import CrossEntropy, Linear, Squared
from attnviz.core.measures import jacobian_norms
from attnviz.core.projection_gradient import deviations, gate_backward, layer_norm_backward
from attnviz.core.projections import apply_gate
from attnviz.core.softmax import softmax

BACKWARD = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))["d"]


def slopes(function, at, h=1e-6):
    """∂ of a number with respect to every entry, by central differences, one entry at a time."""
    at = np.array(at, dtype=float)
    found = np.zeros_like(at)
    for place in np.ndindex(at.shape):
        up, down = at.copy(), at.copy()
        up[place] += h
        down[place] -= h
        found[place] = (function(up) - function(down)) / (2 * h)
    return found


def numbers(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def test_seed_zero_at_full_precision():
    Q, K, V, dO = (np.array(BACKWARD[name]) for name in ("Q", "K", "V", "dO"))
    steps = attend(Q, K, V)
    back = attend_backward(Q, K, V, steps.weights, steps.visible, dO, d_k=4)
    for name, found in (("dV", back.dV), ("dA", back.dA), ("dS", back.dscaled), ("dQ", back.dQ), ("dK", back.dK)):
        np.testing.assert_allclose(found, BACKWARD[name], rtol=0, atol=1e-15, err_msg=name)
    np.testing.assert_array_equal(back.dS, back.dscaled / 2)  # √d_k
    np.testing.assert_allclose(back.dS.sum(axis=-1), 0, atol=1e-16)


@given(st.integers(1, 5), st.integers(1, 6), st.integers(0, 2**32 - 1), st.booleans())
def test_every_gradient_is_the_slope_of_the_loss(n, d_k, seed, causal):
    Q, K, V, dO = (numbers((seed, role), n, size) for role, size in enumerate((d_k, d_k, 3, 3)))
    how = {"causal": causal, "temperature": 0.7}
    steps = attend(Q, K, V, **how)
    back = attend_backward(Q, K, V, steps.weights, steps.visible, dO, d_k=d_k, temperature=0.7)
    for name, matrix in (("Q", Q), ("K", K), ("V", V)):
        given_ = {"Q": Q, "K": K, "V": V}

        def loss(moved, name=name, given_=given_):
            return float((attend(**(given_ | {name: moved}), **how).output * dO).sum())

        np.testing.assert_allclose(getattr(back, f"d{name}"), slopes(loss, matrix), atol=1e-7, rtol=1e-6)


def test_nothing_goes_back_through_a_mask():
    Q, K, V, dO = (numbers(role, 4, 3) for role in range(4))
    steps = attend(Q, K, V, causal=True, padding=[True, False, False, False])  # the first row sees nothing at all
    back = attend_backward(Q, K, V, steps.weights, steps.visible, dO, d_k=3)
    assert not steps.visible[0].any()
    for name in ("dA", "dscaled", "dS"):
        assert not getattr(back, name)[~steps.visible].any(), name
    assert not back.dQ[0].any()
    assert not back.dV[0].any()  # of padding
    assert not back.dK[0].any()
    assert np.isfinite(back.dK).all()


def test_heads_that_share_a_key_add_up():
    Q, dO = numbers(0, 4, 3, 2), numbers(3, 4, 3, 5)
    K, V = numbers(1, 2, 3, 2), numbers(2, 2, 3, 5)
    steps = attend(Q, K, V)
    back = attend_backward(Q, K, V, steps.weights, steps.visible, dO, d_k=2)
    alone = [
        attend_backward(Q[h], K[h // 2], V[h // 2], steps.weights[h], steps.visible, dO[h], d_k=2) for h in range(4)
    ]
    np.testing.assert_allclose(back.dQ, [head.dQ for head in alone])
    for name in ("dK", "dV"):
        parts = [getattr(head, name) for head in alone]
        np.testing.assert_allclose(getattr(back, name), [parts[0] + parts[1], parts[2] + parts[3]])
    np.testing.assert_array_equal(over_shared(Q, Q), Q)


@given(st.integers(1, 8), st.integers(0, 2**32 - 1))
def test_softmax_backward_is_the_jacobian_times_the_gradient(n, seed):
    a, da = softmax(3 * numbers((seed, 0), 1, n)), numbers((seed, 1), 1, n)
    J = softmax_jacobian(a[0])
    np.testing.assert_allclose(softmax_backward(a, da)[0], J @ da[0], atol=1e-14)
    np.testing.assert_allclose(J, J.T)
    np.testing.assert_allclose(J.sum(axis=1), 0, atol=1e-15)
    assert jacobian_norms(a)[0] == pytest.approx(np.linalg.norm(J), abs=1e-7)


def test_a_constant_gradient_does_not_get_through():
    a = softmax(numbers(0, 3, 5))
    np.testing.assert_allclose(softmax_backward(a, np.full((3, 5), 7.0)), 0, atol=1e-15)


def test_a_decided_row_lets_nothing_through():
    dA = numbers(0, 2, 4)
    sharp = softmax(np.array([[0.0, 0, 0, 800], [0, 0, 0, 0]]))
    back = softmax_backward(sharp, dA)
    share = passed_share(dA, back)
    assert share[0] == 0
    assert share[1] > 0.1
    assert passed_share(np.zeros((1, 4)), np.zeros((1, 4)))[0] == 0


def test_the_norm_of_what_gets_through_falls_as_scores_grow():
    S, dA = numbers(0, 6, 6), numbers(1, 6, 6)
    norms = scores_gradient_norm(np.stack([S, 10 * S, 100 * S]), dA)
    assert norms[0] > norms[1] > norms[2]
    assert norms[0] == pytest.approx(np.linalg.norm(softmax_backward(softmax(S), dA)))


# LayerNorm and the gate ---------------------------------------------------------------------------------------


@given(st.integers(2, 6), st.sampled_from([0.0, 1e-5, 0.3]), st.integers(0, 2**32 - 1))
def test_layer_norm_backward_is_the_slope(d, eps, seed):
    X, du = numbers((seed, 0), 2, d), numbers((seed, 1), 2, d)
    X[:, 0] += 1.0  # not too near to a constant row, where the slope itself changes within h
    found = layer_norm_backward(X, layer_norm(X, eps), du, eps)
    spread = deviations(X, eps)
    expected = slopes(lambda moved: float((layer_norm(moved, eps) * du).sum()), X, h=1e-6 * min(spread.min(), 1))
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5 / spread.min())


def test_layer_norm_backward_leaves_nothing_along_offset_and_size():
    X, du = numbers(0, 3, 5), numbers(1, 3, 5)
    dX = layer_norm_backward(X, layer_norm(X), du, 0.0)
    np.testing.assert_allclose(dX.sum(axis=1), 0, atol=1e-14)
    np.testing.assert_allclose((dX * X).sum(axis=1), 0, atol=1e-14)


def test_a_constant_row_has_no_gradient_without_eps_and_an_ordinary_one_with_it():
    X, du = np.array([[2.0, 2, 2, 2], [1, 2, 3, 4]]), numbers(0, 2, 4)
    assert not layer_norm_backward(X, layer_norm(X), du, 0.0)[0].any()
    eps = 0.04
    with_eps = layer_norm_backward(X, layer_norm(X, eps), du, eps)
    np.testing.assert_allclose(with_eps[0], (du[0] - du[0].mean()) / 0.2)
    assert np.isfinite(with_eps).all()


def test_deviations_of_numbers_whose_squares_are_too_large():
    np.testing.assert_allclose(deviations(np.array([[1e300, -1e300], [1e-300, -1e-300]]), 0.0), [1e300, 1e-300])


def test_gate_backward_is_the_slope():
    O, gate, back = (numbers(role, 2, 3, 2) for role in range(3))  # noqa: E741
    dO, dgate = gate_backward(O, gate, back)
    np.testing.assert_allclose(dO, slopes(lambda m: float((apply_gate(m, gate) * back).sum()), O), atol=1e-8)
    np.testing.assert_allclose(dgate, slopes(lambda m: float((apply_gate(O, m) * back).sum()), gate), atol=1e-8)


def test_a_gate_that_is_far_open_or_closed_still_has_its_exact_slope():
    one = np.ones((1, 1, 1))
    np.testing.assert_allclose(gate_backward(one, 40 * one, one)[1], np.exp(-40.0))
    np.testing.assert_allclose(gate_backward(one, -40 * one, one)[1], np.exp(-40.0))


# losses -------------------------------------------------------------------------------------------------------

LOSSES = {
    "linear": Linear(numbers(5, 3, 4)),
    "squared": Squared(row=1, target=numbers(6, 4)),
    "cross entropy": CrossEntropy(row=2, column=3),
}


@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_has_the_gradient_it_says(name):
    loss, R = LOSSES[name], numbers(7, 3, 4)
    np.testing.assert_allclose(loss.gradient(R), slopes(lambda moved: float(loss.value(moved)), R), atol=1e-8)


@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_judges_many_results_at_once(name):
    loss, many = LOSSES[name], numbers(8, 5, 3, 4)
    np.testing.assert_allclose(loss.value(many), [loss.value(one) for one in many])


def test_losses_by_hand():
    R = np.array([[1.0, 2], [3, 5]])
    assert Linear(np.array([[0.0, 1], [0, 0]])).value(R) == 2
    assert Squared(row=1, target=np.array([1.0, 1])).value(R) == (4 + 16) / 2
    assert CrossEntropy(row=0, column=1).value(R) == pytest.approx(np.log1p(np.exp(-1)))
    assert CrossEntropy(row=0, column=0).value(np.array([[1e4, 0.0]])) == 0
