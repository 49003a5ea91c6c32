"""The curve of a document: what setting d_k would show, kept as long as nothing it depends on changes."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.document import HEADS
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.saturation import curve_key, has_gradient, saturation
from attnviz.errors import InputError

SENTENCE = edits.sentence_document("the fat cat sat on the mat because it was warm and soft", d_k=16)
MATRICES = matrix_document([[2, 0], [1, 2], [0, 1]], [[1, 0], [1, 1], [0, 2]], [[1, 0], [0.5, 0.5], [1, 0]])


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("changes", [{}, {"causal": True}, {"window": 3, "padding": 2, "temperature": 0.7}])
def test_a_sentences_curve_is_what_setting_d_k_shows(head, changes):
    document = edits.with_options(edits.with_head(SENTENCE, head), **changes)
    curve = saturation(document)
    for point in (0, 5, 19, len(curve.d_k) - 1):
        for numbers, divide in ((curve.divided, True), (curve.plain, False)):
            set_ = edits.with_options(edits.with_d_k(document, int(curve.d_k[point])), divide=divide)
            trace = derive(set_)
            largest = trace.weights.max(axis=1)
            choosing = trace.visible.sum(axis=1) > 1
            assert numbers.largest[point] == pytest.approx(largest[choosing].mean(), abs=1e-9)
            assert numbers.jacobian[point] == pytest.approx(trace.measures.mean_jacobian, abs=1e-9)


def test_matrices_have_todays_numbers_at_todays_d_k():
    curve = saturation(MATRICES)
    point = curve.d_k.tolist().index(2)
    for numbers, divide in ((curve.divided, True), (curve.plain, False)):
        trace = derive(edits.with_options(MATRICES, divide=divide))
        assert numbers.largest[point] == pytest.approx(trace.weights.max(axis=1).mean())
        assert numbers.jacobian[point] == pytest.approx(trace.measures.mean_jacobian)
    assert np.ptp(curve.divided.largest) < 1e-12


@pytest.mark.parametrize("document", [SENTENCE, MATRICES])
def test_the_gradient_passed_is_that_of_the_way_back(document):
    curve = saturation(document, gradient=True)
    point = curve.d_k.tolist().index(document.source.d_k)
    back = derive_gradient(document, derive(document))
    rows = np.abs(back.dA).max(axis=1) > 0
    assert curve.divided.passed[point] == pytest.approx(back.passed[rows].mean())


@pytest.mark.parametrize(
    ("document", "changes"),
    [
        (edits.sentence_document("alone"), {}),
        (SENTENCE, {"window": 1, "causal": True}),
        (SENTENCE, {"causal": True, "padding": 12}),  # one key is left, for all
        (MATRICES, {"padding": 2}),
    ],
)
def test_without_a_choice_there_is_no_curve_of_zeros(document, changes):
    """Each row that looks at something has the weight 1, so that a largest weight of 0 would be false."""
    document = edits.with_options(document, **changes)
    assert derive(document).measures.choosing == 0
    with pytest.raises(InputError, match="without a choice"):
        saturation(document)


def test_a_sample_stands_for_a_long_sentence():
    document = edits.sentence_document(" ".join(f"w{i % 300}" for i in range(2000)), head="content", d_k=64)
    curve = saturation(document, gradient=True)
    assert curve.n_q == 2000
    assert curve.rows == 131
    assert not has_gradient(document)
    assert curve.plain.passed is None
    trace = derive(edits.with_options(document, divide=False))
    point = curve.d_k.tolist().index(64)
    assert curve.plain.largest[point] == pytest.approx(trace.weights.max(axis=1).mean(), abs=0.05)


def test_dragging_d_k_asks_for_no_new_curve_and_any_other_number_does():
    key = curve_key(SENTENCE, 0, False)
    same = [edits.with_d_k(SENTENCE, 99), edits.with_options(SENTENCE, divide=False)]
    other = [
        edits.with_text(SENTENCE, "another sentence"),
        edits.with_head(SENTENCE, "content"),
        edits.with_decay(SENTENCE, 1),
        edits.with_previous(SENTENCE, 1),
        edits.with_mix(SENTENCE, (0, 0, 1)),
        edits.with_seed(SENTENCE, 1),
        edits.with_options(SENTENCE, temperature=2),
        edits.with_options(SENTENCE, causal=True),
        edits.with_options(SENTENCE, window=2),
        edits.with_options(SENTENCE, padding=1),
        MATRICES,
    ]
    assert all(curve_key(document, 0, False) == key for document in same)
    assert all(curve_key(document, 0, False) != key for document in other)
    assert curve_key(edits.with_d_k(SENTENCE, 99), 0, True) != curve_key(SENTENCE, 0, True)
