"""The way back through documents of every kind, checked by central differences."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from attnviz.core import gradient as core_gradient
from attnviz.core.stack import stack_of_arrays
from attnviz.document import gradient_check, projection_edits
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.document import Options
from attnviz.document.edits import sentence_document, with_head, with_options
from attnviz.document.gradient_check import check_gradient, forward_of, parameters_of, work_of_check
from attnviz.document.imported_source import Reading, imported
from attnviz.document.matrix_edits import matrix_document, set_matrix
from attnviz.document.projection_edits import embedded, projection_document
from attnviz.document.upstream import PRESETS
from attnviz.document.upstream_edits import (
    with_upstream,
    with_values,
)
from attnviz.errors import InputError
from tests.examples import examples

BACKWARD = json.loads((Path(__file__).parents[2] / "data" / "seed_numbers.json").read_text(encoding="utf-8"))["d"]
SEED_ZERO = with_values(matrix_document(*(BACKWARD[name] for name in "QKV")), BACKWARD["dO"])
WORDS = "a rose is a rose"


def gradient(document):
    return derive_gradient(document, derive(document))


def check(document, **how):
    return check_gradient(document, gradient(document), **how)


@st.composite
def layers(draw):
    """Embeddings and projections of any shape, with masks, shared heads, gate, W_O and LayerNorm."""
    n, d_model, d_k, d_v = (draw(st.integers(1, most)) for most in (5, 4, 3, 3))
    n_kv_heads = draw(st.integers(1, 2))
    n_heads = n_kv_heads * draw(st.integers(1, 2))
    gated, normalise = draw(st.booleans()), draw(st.booleans())
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    W_O = rng.normal(size=(n_heads * d_v, draw(st.integers(1, 3)))) if draw(st.booleans()) else None
    document = projection_document(
        [str(i) for i in range(n)],
        rng.normal(size=(n, d_model)),
        rng.normal(size=(d_model, n_heads * (d_k + gated * d_v))),
        rng.normal(size=(d_model, n_kv_heads * d_k)),
        rng.normal(size=(d_model, n_kv_heads * d_v)),
        W_O,
        n_heads=n_heads,
        n_kv_heads=n_kv_heads,
        gated=gated,
        normalise=normalise,
        eps=draw(st.sampled_from([0.0, 1e-5, 0.5])),
        options=Options(
            divide=draw(st.booleans()),
            temperature=draw(st.sampled_from([0.5, 1.0, 3.0])),
            causal=draw(st.booleans()),
            window=draw(st.sampled_from([None, 2])),
            padding=draw(st.integers(0, max(n - 1, 0))),
        ),
    )
    preset = draw(st.sampled_from(PRESETS))
    return with_upstream(document, preset=preset, row=draw(st.integers(-1, 5)), column=1, target=(0.5, -1.0))


@st.composite
def matrices(draw):
    n_q, n_k, d_k, d_v = (draw(st.integers(1, 5)) for _ in range(4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size = draw(st.sampled_from([0.1, 1.0, 5.0]))
    document = matrix_document(
        size * rng.normal(size=(n_q, d_k)), rng.normal(size=(n_k, d_k)), rng.normal(size=(n_k, d_v))
    )
    document = with_options(document, causal=draw(st.booleans()), divide=draw(st.booleans()))
    return with_upstream(document, preset=draw(st.sampled_from(PRESETS)), seed=draw(st.integers(0, 9)))


# numbers ------------------------------------------------------------------------------------------------------


def test_seed_zero():
    found = gradient(SEED_ZERO)
    for name in ("dV", "dA", "dQ", "dK"):
        np.testing.assert_allclose(getattr(found, name), BACKWARD[name], rtol=0, atol=1e-15)
    np.testing.assert_allclose(found.dscaled, BACKWARD["dS"], rtol=0, atol=1e-15)
    assert found.row_sum < 1e-15
    assert found.value == pytest.approx((np.array(BACKWARD["O"]) * BACKWARD["dO"]).sum())
    checked = check(SEED_ZERO)
    assert checked.agreement.passed
    assert checked.agreement.checked == checked.parameters == 36
    # The oracle's own differences, of an ordinary h, are no nearer.
    assert checked.agreement.absolute < max(BACKWARD["finite_difference_max_error"]["eps_1e_6"].values())
    assert 1e-6 < checked.steps[0] <= checked.steps[1] < 1e-4


@given(matrices())
def test_matrices_by_hand_pass_the_check(document):
    found = gradient(document)
    checked = check_gradient(document, found)
    assert checked.agreement.passed, checked
    assert checked.row_sum < 1e-12
    assert not found.dS[~found.trace.visible].any()


@settings(max_examples=examples(120))
@given(layers())
def test_layers_pass_the_check(document):
    found = gradient(document)
    checked = check_gradient(document, found)
    assert checked.agreement.passed, checked
    assert checked.agreement.checked == checked.parameters - checked.skipped
    assert not found.dS[:, ~found.trace.visible].any()
    for name, array in found.parameters().items():
        assert array.shape == getattr(document.source, name).shape


@pytest.mark.parametrize("head", ["content", "previous", "distance", "mixed"])
def test_sentences_pass_the_check(head):
    document = with_upstream(with_head(sentence_document(WORDS, d_k=3), head), preset="random")
    checked = check(document)
    assert checked.agreement.passed
    assert checked.agreement.checked == checked.parameters
    found = gradient(document)
    assert set(found.parameters()) == ({"Q", "K", "V"} if head in ("content", "mixed") else {"S", "V"})


@given(layers())
def test_what_is_checked_against_is_what_is_shown(document):
    found = gradient(document)
    forward = forward_of(document, found)
    parameters = parameters_of(document, found)
    np.testing.assert_allclose(forward.result(parameters), found.result, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(forward.value(parameters), found.value, rtol=1e-9, atol=1e-9)


@given(layers())
def test_a_head_alone_is_part_of_all(document):
    found = gradient(document)
    for head in range(document.source.n_heads):
        one = found.for_head(head)
        shared = head // (document.source.n_heads // document.source.n_kv_heads)
        np.testing.assert_array_equal(one.dS, found.dS[head])
        np.testing.assert_array_equal(one.dK, found.dK[shared])
        assert one.for_head(0) is one
    from_one = derive_gradient(document, derive(document).for_head(0))
    np.testing.assert_allclose(from_one.dS, found.dS)


# the negative control -----------------------------------------------------------------------------------------


@pytest.fixture
def without_mean(monkeypatch):
    """A softmax backward that forgets to take away the row's mean."""
    monkeypatch.setattr(core_gradient, "softmax_backward", lambda A, dA: A * dA)


@pytest.mark.parametrize(
    "document",
    [
        SEED_ZERO,
        with_upstream(embedded(WORDS.split()), preset="random"),
        with_upstream(sentence_document(WORDS, d_k=3), preset="random"),
        with_upstream(with_head(sentence_document(WORDS, d_k=3), "distance"), preset="ones"),
        with_upstream(with_options(embedded(WORDS.split()), causal=True), preset="cross_entropy"),
    ],
    ids=["matrices", "layer", "sentence", "distance", "masked"],
)
def test_the_check_fails_on_a_wrong_softmax(without_mean, document):
    checked = check(document)
    assert not checked.agreement.passed
    assert checked.agreement.relative > 1e-2
    assert checked.row_sum > 1e-3


@pytest.mark.parametrize("name", ["dV", "dQ", "dK"])
def test_the_check_fails_on_any_wrong_matrix(name):
    found = gradient(SEED_ZERO)
    wrong = replace(found, **{name: getattr(found, name) * 1.001})
    assert not check_gradient(SEED_ZERO, wrong).agreement.passed
    assert check_gradient(SEED_ZERO, wrong).agreement.where == name[1:]


# large and odd ------------------------------------------------------------------------------------------------


def test_a_large_document_is_sampled_and_says_so():
    document = with_upstream(sentence_document(WORDS, d_k=64), preset="random")
    checked = check(document, most_work=work_of_check(document) // 8)
    assert checked.sampled
    assert 4 <= checked.agreement.checked < checked.parameters
    assert checked.agreement.passed
    assert not check(document).sampled


def test_a_sentence_in_single_precision_passes_too(monkeypatch):
    monkeypatch.setattr("attnviz.document.derive.FLOAT32_CELLS", 4)
    document = with_upstream(sentence_document(WORDS, d_k=3), preset="random")
    assert gradient(document).dS.dtype == np.float32
    assert check(document).agreement.passed


def test_saturated_rows_have_no_gradient_and_pass_the_check():
    document = set_matrix(SEED_ZERO, "Q", 1000 * np.array(BACKWARD["Q"]))
    found = gradient(document)
    assert np.abs(found.dS).max() < 1e-10
    assert check_gradient(document, found).agreement.passed
    assert found.passed.max() < 1e-10


@pytest.mark.parametrize("lead", [1.0, 5.0, 15.0, 19.3, 25.0, 40.0])
@pytest.mark.parametrize("offset", [0.0, 30.0, -1e6])
def test_a_loss_that_is_almost_nothing_passes_the_check(lead, offset):
    """-log p of a p near 1 is far smaller than what it is the logarithm of, whose rounding is no wrong gradient."""
    values = [[offset + lead, offset, offset - 0.3]]
    document = with_upstream(matrix_document([[0.5]], [[1.0]], values), preset="cross_entropy", row=0, column=0)
    found = gradient(document)
    assert found.value == pytest.approx(np.log1p(np.exp(-lead) + np.exp(-lead - 0.3)), rel=1e-7, abs=3e-16)
    assert check_gradient(document, found).agreement.passed


def test_a_constant_row_of_embeddings_is_left_out_and_counted():
    X = [[1.0, 1, 1], [0, 1, 3]]
    document = projection_document("ab", X, *(np.random.default_rng(i).normal(size=(3, 2)) for i in range(3)))
    document = with_upstream(projection_edits.with_layer_norm(document, True, 0.0), preset="random")
    checked = check(document)
    assert checked.skipped == 3
    assert checked.agreement.passed
    assert not gradient(document).layer.dX[0].any()
    assert check(projection_edits.with_layer_norm(document, True, 0.1)).skipped == 0


def test_a_gradient_too_large_to_hold_is_refused():
    document = with_values(matrix_document([[1.0]], [[1.0], [2.0]], [[1e200], [-1e200]]), [[1e200]])
    with pytest.raises(InputError, match="largest number"):
        gradient(document)


@given(*(st.integers(-300, 300) for _ in range(4)))
@example(150, -300, 0, 100)
@example(-180, 207, 160, 183)
@settings(max_examples=examples(60))
def test_numbers_of_any_size_are_checked_or_refused_in_a_sentence(q, k, v, w):
    """Without a warning: these are errors in tests. All of so few are moved, and those without a slope are counted."""
    said = ""
    try:
        document = matrix_document([[10.0**q, 1.0]], [[10.0**k, 1.0], [1.0, 0.5]], [[10.0**v], [10.0**w]])
        found = check(document)
        assert not found.sampled
        assert found.agreement.checked + found.agreement.unmeasured == found.parameters == 8
        assert found.agreement.checked > 0 or not found.agreement.passed
    except InputError as error:
        said = str(error)
    assert not said or "largest number" in said


def test_a_sample_with_slopes_that_no_float_holds_is_still_a_sample():
    found = check(SEED_ZERO)
    for checked, unmeasured, sampled in [(36, 0, False), (30, 6, False), (0, 36, False), (30, 0, True), (2, 3, True)]:
        agreement = replace(found.agreement, checked=checked, unmeasured=unmeasured)
        assert replace(found, agreement=agreement).sampled == sampled


def test_imported_attention_has_no_way_back():
    reading = Reading(stack=stack_of_arrays([np.full((1, 2, 2), 0.5)]), tokens_q=("a", "b"), tokens_k=("a", "b"))
    document = replace(SEED_ZERO, source=imported(reading))
    with pytest.raises(InputError, match="no values"):
        gradient(document)
    with pytest.raises(InputError, match="no values"):
        with_values(document, [[1.0]])


def test_the_work_of_a_check_grows_with_the_document():
    small, large = sentence_document("a b", d_k=2), sentence_document(" ".join(["a"] * 200), d_k=64)
    assert work_of_check(small) < 10_000 < gradient_check.MOST_WORK <= work_of_check(large)
