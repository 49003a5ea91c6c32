"""The written sum of a row and its verdict: they say what the trace says, for scores of any size."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.explain import heaviest, log_weight, rank_in_row, row_sum, verdict
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState

BANK = matrix_document(
    [[2, 0], [1, 2], [0, 1]],
    [[1, 0], [1, 1], [0, 2]],
    [[1, 0], [0.5, 0.5], [1, 0]],
    tokens_q=("sentei", "banco", "praça"),
    value_names=("seat", "money"),
)


def by_scores(scores, **options):
    """A document with one query whose scores are exactly `scores`."""
    document = matrix_document([[1.0]], [[score] for score in scores])
    return edits.with_options(document, divide=False, **options)


def shares(row):
    return [term.exponential / row.total if row.total else 0.0 for term in row.terms]


# the sum ------------------------------------------------------------------------------------------------------


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=8), st.data())
def test_the_terms_reproduce_the_weights_for_any_scores(scores, data):
    padding = data.draw(st.integers(0, len(scores) - 1))
    temperature = data.draw(st.sampled_from([1.0, 0.05, 20.0, 1e-300, 1e300]))
    document = by_scores(scores, padding=padding, temperature=temperature)
    trace = derive(document)
    row = row_sum(document, trace, 0)
    np.testing.assert_allclose(shares(row), trace.weights[0], rtol=1e-9, atol=1e-12)
    assert math.isfinite(row.total)
    assert row.total > 0
    assert not any(math.isnan(term.power) for term in row.terms)


@given(hnp.arrays(np.float64, (3, 2), elements=st.floats(-30, 30)), st.integers(0, 2), st.booleans())
def test_the_terms_are_the_traces_numbers(Q, query, causal):
    document = edits.with_options(edits_of(BANK, Q), causal=causal)
    trace = derive(document)
    row = row_sum(document, trace, query)
    assert row.label == trace.tokens_q[query]
    np.testing.assert_array_equal(row.q, trace.Q[query])
    np.testing.assert_array_equal(row.output, trace.output[query])
    assert [term.score for term in row.terms] == trace.scores[query].tolist()
    assert [term.scaled for term in row.terms] == trace.scaled[query].tolist()
    assert [term.weight for term in row.terms] == trace.weights[query].tolist()
    assert [term.visible for term in row.terms] == trace.visible[query].tolist()
    assert [term.label for term in row.terms] == list(trace.tokens_k)
    np.testing.assert_allclose(shares(row), trace.weights[query], rtol=1e-12, atol=1e-300)
    np.testing.assert_allclose(sum(t.weight * trace.V[t.key] for t in row.terms), row.output, atol=1e-12)


def edits_of(document, Q):
    return replace(document, source=replace(document.source, Q=np.array(Q)))


def test_small_scores_are_exponentiated_as_they_are():
    row = row_sum(BANK, derive(BANK), 1)
    assert row.shift == 0
    assert [term.exponential for term in row.terms] == pytest.approx([math.exp(x / math.sqrt(2)) for x in (1, 3, 4)])
    assert row.total == pytest.approx(sum(math.exp(x / math.sqrt(2)) for x in (1, 3, 4)))


@pytest.mark.parametrize("scores", [[800, 790, 0], [-800, -790, 0], [13, 0, 0], [-13, -14, -13.5]])
def test_from_large_scores_the_largest_is_subtracted(scores):
    row = row_sum(by_scores(scores), derive(by_scores(scores)), 0)
    assert row.shift == max(scores)
    assert max(term.exponential for term in row.terms) == 1


def test_what_is_masked_adds_nothing():
    document = edits.with_options(BANK, causal=True)
    row = row_sum(document, derive(document), 0)
    assert [term.exponential for term in row.terms[1:]] == [0, 0]
    assert row.total == row.terms[0].exponential
    assert not row.masked


def test_a_row_that_may_look_at_nothing():
    document = edits.with_options(BANK, causal=True, window=1, padding=1)
    row = row_sum(document, derive(document), 2)
    assert row.masked
    assert row.total == 0
    assert verdict(document, derive(document), 2) is None


def test_a_sentence_without_vectors_has_none_in_its_sum():
    document = edits.sentence_document("a b c", head="distance")
    row = row_sum(document, derive(document), 1)
    assert row.q is None
    assert row.V is None
    assert row.output is None


# the verdict --------------------------------------------------------------------------------------------------


def said(document, query=1):
    return verdict(document, derive(document), query)


def test_the_winner_is_the_largest_output():
    found = said(BANK)
    assert found.winners == ("seat",)
    assert found.query == "banco"
    assert found.own == 1
    assert [key for key, _ in found.shares] == [2, 1]
    assert [weight for _, weight in found.shares] == pytest.approx([0.62, 0.31], abs=0.005)


def test_a_tie_names_all_that_tie():
    tied = matrix_document([[0.0]], [[0.0]], [[0.5, 0.5, 0.1]], value_names=("a", "b", "c"))
    assert said(tied, 0).winners == ("a", "b")


def test_a_tie_up_to_rounding_is_a_tie():
    rounded = matrix_document([[0.0]], [[0.0]], [[0.1 + 0.2, 0.3, 0.29]], value_names=("a", "b", "c"))
    assert said(rounded, 0).winners == ("a", "b")


def test_without_names_there_is_no_winner():
    assert said(matrix_document([[1.0]], [[1.0]], [[1, 0]]), 0).winners == ()
    assert said(edits.sentence_document("a b"), 0).winners == ()


def test_a_single_dimension_wins_against_nobody():
    assert said(matrix_document([[1.0]], [[1.0]], [[1]], value_names=("a",)), 0).winners == ()


def test_weights_that_would_show_as_zero_are_not_named():
    assert said(by_scores([0.0, -20.0]), 0).shares == ((0, pytest.approx(1)),)
    assert said(by_scores([0.0] * 300), 0).shares == ()


def test_a_query_that_is_no_key_has_no_own_key():
    assert said(matrix_document([[1.0]], [[1.0]], tokens_q=("q",), tokens_k=("k",)), 0).own is None


@given(hnp.arrays(np.float64, st.integers(1, 9), elements=st.floats(-50, 50)))
def test_the_largest_weights_come_first(scores):
    document = by_scores(scores)
    weights = derive(document).weights[0]
    found = verdict(document, derive(document), 0).shares
    assert [weight for _, weight in found] == sorted(weights[weights >= 0.005], reverse=True)[:2]


# the row that is followed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("query", "n", "followed"), [(0, 3, 0), (2, 3, 2), (5, 3, 2), (-1, 3, 0), (0, 1, 0)])
def test_the_followed_row_stays_inside(query, n, followed):
    assert ViewState(query=query).following(n) == followed


@given(
    weights=st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, -1.0, np.nan, np.inf, -np.inf]), min_size=1, max_size=12),
    count=st.integers(1, 6),
)
def test_the_heaviest_keys_are_those_that_sorting_all_finds(weights, count):
    weights = np.array(weights)
    assert heaviest(weights, count) == np.argsort(-weights, kind="stable")[:count].tolist()


# keys that tie, and weights too small to be kept ------------------------------------------------------------------


@given(
    scores=st.lists(st.sampled_from([0.0, 1.0, 2.0, 2.0]), min_size=1, max_size=12),
    causal=st.booleans(),
    add=st.sampled_from([0.0, 0.1, 300.0]),
)
def test_all_keys_of_the_largest_weight_tie_and_no_other(scores, causal, add):
    document = edits.with_options(by_scores(np.array(scores) + add), causal=causal)
    seen = derive(document).visible[0]
    found = said(document, 0)
    largest = max(np.array(scores)[seen])
    assert list(found.tied) == [j for j, score in enumerate(scores) if seen[j] and score == largest]


def test_equal_scores_that_were_rounded_apart_tie():
    weights = np.full(6, 1 / 6, dtype=np.float32)
    weights[3] = np.nextafter(weights[3], np.float32(1))
    trace = replace(derive(by_scores([0.0] * 6)), weights=weights[np.newaxis])
    assert verdict(by_scores([0.0] * 6), trace, 0).tied == (0, 1, 2, 3, 4, 5)
    assert verdict(by_scores([0.0] * 6), replace(trace, weights=np.zeros((1, 6))), 0).tied == ()


@given(hnp.arrays(np.float64, st.integers(1, 9), elements=st.floats(-900, 900)), st.data())
def test_the_logarithm_of_a_weight_has_no_least_number(scaled, data):
    key = data.draw(st.integers(0, len(scaled) - 1))
    exact = [Decimal(score).exp() for score in scaled.tolist()]
    wanted = float((exact[key] / sum(exact)).ln())
    assert log_weight(scaled, np.ones(len(scaled), dtype=bool), key) == pytest.approx(wanted, abs=1e-9)


def test_the_rank_of_weights_cut_to_zero_is_that_of_their_scores():
    scaled = np.array([0.0, -50.0, -70.0, -60.0, -65.0])
    weights = np.array([1.0, 2e-22, 0.0, 0.0, 0.0])
    visible = np.array([True, True, True, True, False])
    assert [rank_in_row(weights, key, visible, scaled) for key in range(4)] == [1, 2, 4, 3]
    assert rank_in_row(weights, 2, visible) == 3
