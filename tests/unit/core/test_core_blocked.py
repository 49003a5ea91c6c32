"""Blocks of rows on two threads give what the plain formulas give."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core import threads
from attnviz.core.attention import attend
from attnviz.core.blocked import forward, mean, measures_of, soften
from attnviz.core.masks import combine
from attnviz.core.measures import measure
from attnviz.core.sight import Sight
from attnviz.core.softmax import softmax
from attnviz.core.threads import each_block, scratch
from tests.both_ways import way  # noqa: F401 — the fixture serves every test
from tests.examples import examples


@st.composite
def sights(draw):
    n_q, n_k = draw(st.integers(1, 60)), draw(st.integers(1, 60))
    return Sight(
        n_q=n_q,
        n_k=n_k,
        causal=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 70)),
        padding=draw(st.integers(0, n_k)),
    )


def plain_mask(sight):
    padding = np.arange(sight.n_k) >= sight.n_k - sight.padding
    return combine(sight.n_q, sight.n_k, causal=sight.causal, window=sight.window, padding=padding)


def from_scores(S):
    def fill(rows, columns, factor, out):
        np.multiply(S[rows, columns], np.float32(factor), out=out)

    return fill


@given(sights())
def test_the_mask_by_rule_is_the_mask_by_cell(sight):
    np.testing.assert_array_equal(sight.visible(), plain_mask(sight))
    np.testing.assert_array_equal(sight.counts(), plain_mask(sight).sum(axis=1))


@given(sights(), st.integers(1, 20))
def test_every_hidden_cell_of_a_block_is_found(sight, rows):
    expected = plain_mask(sight)
    for start in range(0, sight.n_q, rows):
        block = slice(start, min(start + rows, sight.n_q))
        first, last = sight.span(block)
        assert not expected[block, :first].any()
        assert not expected[block, last:].any()
        if last > first:
            x = np.ones((block.stop - start, last - first), dtype=np.float32)
            sight.hide(x, block, 0)
            np.testing.assert_array_equal(x > 0, expected[block, first:last])


@given(
    sights(),
    st.sampled_from([0, 1e-3, 1, 30, 1e3, 1e6]),
    st.floats(-1e3, 1e3),
    st.sampled_from([1.0, 0.125, 7.0]),
    st.integers(1, 20),
    st.integers(0, 9),
)
@settings(max_examples=examples(200))
def test_weights_and_measures_are_the_plain_ones(sight, spread, middle, factor, rows, seed):
    rng = np.random.default_rng(seed)
    S = (rng.standard_normal((sight.n_q, sight.n_k)) * spread + middle).astype(np.float32)
    A = np.full_like(S, np.nan)
    sums = soften(from_scores(S), A, sight, factor=factor, rows=rows)
    visible = plain_mask(sight)
    expected = softmax(S.astype(np.float64) * factor, visible)
    slack = 1e-6 + 3e-7 * factor * float(np.abs(S).max())
    np.testing.assert_allclose(A, expected, atol=slack)
    assert (A[~visible] == 0).all()
    found, right = measures_of(sums, 0.0, sight.counts()), measure(S, expected, visible.sum(axis=1))
    assert (found.n_rows, found.choosing) == (right.n_rows, right.choosing)
    np.testing.assert_allclose(found.entropy, right.entropy, atol=1e-5 + 60 * slack)
    # ‖J‖ is a root: where weights are saturated, rounding by 10^-7 shows as 10^-3.5.
    np.testing.assert_allclose(found.jacobian**2, right.jacobian**2, atol=1e-5 + 10 * slack)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_scores_that_are_no_numbers_are_refused(bad):
    S = np.zeros((40, 40), dtype=np.float32)
    S[33, 7] = bad
    with pytest.raises(FloatingPointError):
        soften(from_scores(S), np.empty_like(S), Sight(n_q=40, n_k=40), factor=1.0, rows=4)


@pytest.mark.parametrize("known", [True, False])
def test_known_bounds_change_nothing(known):
    S = np.random.default_rng(0).standard_normal((50, 30), dtype=np.float32) * 9
    A = np.empty_like(S)
    bounds = (float(S.min()), float(S.max())) if known else None
    soften(from_scores(S), A, Sight(n_q=50, n_k=30), factor=1.0, bounds=bounds)
    np.testing.assert_allclose(A, softmax(S.astype(np.float64)), atol=1e-5)


@pytest.mark.parametrize("causal", [False, True])
def test_one_head_forward(causal):
    Q, K, V = (np.random.default_rng(i).standard_normal((90, 8), dtype=np.float32) for i in range(3))
    A, O = np.empty((90, 90), dtype=np.float32), np.empty((90, 8), dtype=np.float32)  # noqa: E741
    forward(Q, K, V, A, O, sight=Sight(n_q=90, n_k=90, causal=causal), rows=16)
    expected = attend(Q, K, V, causal=causal)
    np.testing.assert_allclose(A, expected.weights, atol=1e-6)
    np.testing.assert_allclose(O, expected.output, atol=1e-5)
    mean(A, V, O)
    np.testing.assert_allclose(O, expected.output, atol=1e-5)


# threads ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [1, 2])
@given(st.integers(0, 40), st.integers(1, 9))
def test_every_row_is_visited_once(hands, n_rows, rows):
    visits = np.zeros(n_rows, dtype=int)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "HANDS", hands)
        each_block(n_rows, rows, lambda block: visits.__setitem__(block, visits[block] + 1))
    np.testing.assert_array_equal(visits, 1)


@pytest.mark.parametrize("where", ["here", "there"])
def test_an_error_in_either_thread_is_raised_and_stops_the_other(where):
    me, met, visited = threading.get_ident(), threading.Barrier(2, timeout=10), []

    def work(block):
        visited.append(block.start)
        if len(visited) <= 2:
            met.wait()  # both threads have a block
        if (threading.get_ident() == me) == (where == "here"):
            raise MemoryError(where)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "HANDS", 2)
        with pytest.raises(MemoryError, match=where):
            each_block(1000, 1, work)


def test_scratch_memory_is_one_threads_own():
    mine, others = scratch("t", 3, 4), []
    other = threading.Thread(target=lambda: others.append(scratch("t", 3, 4)))
    other.start()
    other.join()
    assert not np.shares_memory(mine, others[0])
    assert np.shares_memory(mine, scratch("t", 2, 2))


def test_scratch_memory_that_is_let_go_of_is_forgotten_in_every_thread_and_not_under_a_hand():
    found, ready, go_on = {}, threading.Barrier(2), threading.Event()

    def work():
        mine = scratch("t", 3, 4)
        mine[:] = 7
        ready.wait()
        go_on.wait()
        found["kept"], found["own"] = mine.copy(), np.shares_memory(mine, scratch("t", 3, 4))

    other, mine = threading.Thread(target=work), scratch("t", 3, 4)
    other.start()
    ready.wait()
    threads.let_go()
    go_on.set()
    other.join()
    assert (found["kept"] == 7).all()
    assert not found["own"]
    assert not np.shares_memory(mine, scratch("t", 3, 4))
