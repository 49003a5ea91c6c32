"""Imported attention as a document: what is traced of it, what is done to it, what every view makes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest

from attnviz.core.diagnosis import Finding, diagnose
from attnviz.core.remedies import Crop
from attnviz.core.softmax import softmax
from attnviz.core.stack import stack_of_arrays
from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.imported_edits import (
    imported_document,
    with_holds,
    with_reading,
    with_remedy,
    with_words,
    without_treatments,
)
from attnviz.document.imported_source import ImportedSource, Reading
from attnviz.document.imported_view import fitted_view, picked_document, quantities_of
from attnviz.document.view_state import Quantity, ViewState
from attnviz.errors import InputError

PIECES = ("▁o", "▁ga", "to", "▁su", "biu")


def document(A, tokens=PIECES):
    stack = stack_of_arrays(list(np.asarray(A)))
    return imported_document(
        Reading(stack=stack, tokens_q=tuple(tokens[-stack.n_q :]), tokens_k=tuple(tokens)), name="attention"
    )


@pytest.fixture
def A():
    return softmax(np.random.default_rng(5).normal(size=(3, 2, 5, 5)), np.tri(5, dtype=bool))


def traced(found, **view):
    return derive(picked_document(found, ViewState(**view)))


def test_the_view_picks_what_is_traced(A):
    found = document(A)
    trace = traced(found, layer=2, head=1)
    np.testing.assert_array_equal(trace.weights, A[2, 1])
    assert (trace.place.layer, trace.head, trace.n_heads) == (2, 1, 2)
    assert trace.tokens_k == (" o", " ga", "to", " su", "biu")
    assert not trace.scored


@pytest.mark.parametrize(
    ("average", "wanted"),
    [
        ("heads", lambda A: A[1].mean(0)),
        ("layers", lambda A: A[:, 1].mean(0)),
        ("all", lambda A: A.mean((0, 1))),
    ],
)
def test_means_are_traced_too(A, average, wanted):
    np.testing.assert_allclose(traced(document(A), layer=1, head=1, average=average).weights, wanted(A), atol=1e-12)


def test_what_is_not_there_becomes_the_nearest_that_is(A):
    trace = traced(document(A), layer=9, head=9)
    assert (trace.place.layer, trace.place.head) == (2, 1)


def test_rows_that_are_no_numbers_may_look_at_no_key_and_are_in_no_mean(A):
    A[0, 0, 3] = np.nan
    trace = traced(document(A))
    assert not trace.visible[3].any()
    assert not trace.weights[3].any()
    assert trace.masked
    assert trace.measures.n_rows == 4


def test_infinite_cells_are_hidden(A):
    A[0, 0, 1, 1] = np.inf
    trace = traced(document(A))
    assert not trace.visible[1, 1]
    assert np.isfinite(trace.weights).all()


def test_huge_numbers_overflow_nowhere():
    trace = traced(document(np.full((1, 1, 5, 5), 3e38, dtype=np.float32)))
    with np.errstate(all="raise"):
        assert np.isfinite(trace.measures.entropy).all()


def test_scores_become_weights_with_the_softmax_as_one_edit():
    S = np.random.default_rng(0).normal(size=(1, 2, 5, 5)) * 3
    found = document(S)
    (finding,) = diagnose(found.source.stack).findings
    assert finding.kind == "scores"
    changed = with_remedy(found, finding)
    assert changed.source.holds == "scores"
    trace = traced(changed, head=1)
    np.testing.assert_allclose(trace.weights, softmax(S[0, 1]), atol=1e-12)
    np.testing.assert_allclose(trace.scores, S[0, 1], atol=1e-12)
    assert with_holds(changed, "scores") is changed


def test_options_act_on_scores():
    S = np.random.default_rng(0).normal(size=(1, 1, 5, 5))
    found = edits.with_options(with_holds(document(S), "scores"), causal=True, divide=True)
    found = edits.with_d_k(found, 4)
    np.testing.assert_allclose(traced(found).weights, softmax(S[0, 0] / 2, np.tri(5, dtype=bool)), atol=1e-12)


def test_a_score_of_minus_infinity_is_a_key_that_may_not_be_looked_at():
    S = np.where(np.tri(5, dtype=bool), 1.0, -np.inf)[np.newaxis, np.newaxis]
    trace = traced(with_holds(document(S), "scores"))
    assert trace.visible.tolist() == np.tri(5, dtype=bool).tolist()


def test_remedies_follow_each_other_and_can_be_taken_back(A):
    found = document(100 * np.swapaxes(A, 2, 3))
    found = with_remedy(found, Finding("percent", "rescale", factor=0.01))
    found = with_remedy(found, Finding("transposed", "transpose"))
    np.testing.assert_allclose(traced(found, layer=1).weights, A[1, 0], atol=1e-12)
    back = without_treatments(found)
    np.testing.assert_allclose(traced(back, layer=1).weights, 100 * A[1, 0].T, atol=1e-10)
    assert without_treatments(back) is back


def test_leaving_padding_out_takes_its_labels_along(A):
    found = with_remedy(document(A), Finding("padding", "crop", crop=Crop(rows=(0, 4), keys=(0, 4))))
    assert found.source.tokens_k == (" o", " ga", "to", " su")
    assert traced(found).weights.shape == (4, 4)


def test_pieces_become_words_and_pieces_again(A):
    found = document(A)
    words = with_words(found, True)
    trace = traced(words, head=1)
    assert trace.tokens_k == ("o", "gato", "subiu")
    np.testing.assert_allclose(trace.weights.sum(1), 1, atol=1e-12)
    np.testing.assert_allclose(trace.weights[2, 1], A[0, 1, 3:5, 1:3].sum() / 2, atol=1e-12)
    assert with_words(words, False).source.tokens_k == found.source.tokens_k
    with pytest.raises(InputError, match="pieces"):
        with_words(document(A, "abcde"), True)


def test_reading_otherwise_keeps_the_kind_of_numbers(A):
    found = with_holds(document(A), "scores")
    reading = replace(found.source.reading, tokens_k=tuple("vwxyz"))
    assert with_reading(found, reading).source.tokens_k == tuple("vwxyz")
    assert with_reading(found, reading).source.holds == "scores"


def test_the_view_shows_no_matrix_that_is_not_there(A):
    found = document(A)
    assert quantities_of(found.source) == ("weights", "mask")
    for quantity in get_args(Quantity):
        assert fitted_view(found, ViewState(quantity=quantity)).quantity in ("weights", "mask")
    scores = with_holds(found, "scores")
    assert fitted_view(scores, ViewState(quantity="scores")).quantity == "scores"
    assert fitted_view(scores, ViewState(quantity="scores", average="all")).quantity == "weights"


def test_edits_of_a_head_are_refused_with_a_sentence(A):
    found = document(A)
    for edit in (lambda: edits.with_head(found, "content"), lambda: edits.with_seed(found, 3)):
        with pytest.raises(InputError):
            edit()


def test_a_trace_of_weights_gives_no_scores_away(A):
    assert "scores" not in traced(document(A)).arrays()
    assert isinstance(document(A).source, ImportedSource)
