"""Edits of options and of sentences: pure, exact, and refused with what was found."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.document import HEADS, MAX_D_K, Document, MatrixSource, SentenceSource
from attnviz.document.matrix_edits import matrix_document
from attnviz.errors import InputError

SENTENCE = edits.sentence_document("the cat sat on the mat")
MATRICES = matrix_document([[2, 0], [1, 2], [0, 1]], [[1, 0], [1, 1], [0, 2]], [[1, 0], [0.5, 0.5], [1, 0]])

shares = st.floats(0, 1)


@st.composite
def mixtures(draw):
    parts = draw(st.lists(shares, min_size=3, max_size=3))
    assume(sum(parts) > 1e-3)
    return [part / sum(parts) for part in parts]


# no change ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: edits.with_options(d),
        lambda d: edits.with_options(d, divide=True, temperature=1.0, causal=False, window=None, padding=0),
        lambda d: edits.with_text(d, "the cat sat on the mat"),
        lambda d: edits.with_head(d, "mixed"),
        lambda d: edits.with_d_k(d, 64),
        lambda d: edits.with_decay(d, 0.35),
        lambda d: edits.with_previous(d, 4),
        lambda d: edits.with_mix(d, [0.5, 0.3, 0.2]),
        lambda d: edits.with_mix_share(d, 1, 0.3),
        lambda d: edits.with_seed(d, 0),
    ],
)
def test_no_change_is_the_same_object(edit):
    assert edit(SENTENCE) is SENTENCE


def test_no_change_of_matrices_is_the_same_object():
    assert edits.with_d_k(MATRICES, 2) is MATRICES
    assert edits.with_options(MATRICES, causal=False) is MATRICES


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: edits.with_options(d, causal=True),
        lambda d: edits.with_text(d, "another"),
        lambda d: edits.with_head(d, "content"),
        lambda d: edits.with_d_k(d, 65),
        lambda d: edits.with_decay(d, 1),
        lambda d: edits.with_previous(d, 1),
        lambda d: edits.with_mix(d, [1, 0, 0]),
        lambda d: edits.with_mix_share(d, 0, 1),
        lambda d: edits.with_seed(d, 1),
    ],
)
def test_an_edit_leaves_the_document_it_was_given_alone(edit):
    before = (SENTENCE.source, SENTENCE.options)
    changed = edit(SENTENCE)
    assert changed is not SENTENCE
    assert (SENTENCE.source, SENTENCE.options) == before


# mixture ------------------------------------------------------------------------------------------------------


@given(mixtures(), st.integers(0, 2), st.floats(-2, 3))
def test_moving_one_share_keeps_the_sum_at_1(mix, which, share):
    changed = edits.with_mix_share(edits.with_mix(SENTENCE, mix), which, share)
    assert math.isclose(sum(changed.source.mix), 1, abs_tol=1e-9)
    assert min(changed.source.mix) >= 0
    assert changed.source.mix[which] == min(max(share, 0), 1)


@given(mixtures(), st.integers(0, 2))
def test_moving_a_share_to_where_it_is_changes_nothing(mix, which):
    document = edits.with_mix(SENTENCE, mix)
    assert edits.with_mix_share(document, which, document.source.mix[which]) is document


@given(st.lists(st.tuples(st.integers(0, 2), shares), max_size=40))
def test_many_moves_do_not_let_the_sum_drift(moves):
    document = SENTENCE
    for which, share in moves:
        document = edits.with_mix_share(document, which, share)
    assert math.isclose(sum(document.source.mix), 1, abs_tol=1e-9)


def test_the_other_shares_keep_their_proportion():
    assert edits.with_mix_share(SENTENCE, 0, 0.0).source.mix == pytest.approx((0, 0.6, 0.4))


def test_shares_that_were_zero_share_equally():
    alone = edits.with_mix(SENTENCE, [1, 0, 0])
    assert edits.with_mix_share(alone, 0, 0.5).source.mix == (0.5, 0.25, 0.25)


# sizes --------------------------------------------------------------------------------------------------------


@given(st.integers(1, MAX_D_K), st.integers(1, MAX_D_K))
def test_components_are_appended_or_dropped_never_redrawn(few, many):
    few, many = sorted((few, many))
    small = derive(edits.with_head(edits.with_d_k(SENTENCE, few), "content"))
    large = derive(edits.with_head(edits.with_d_k(SENTENCE, many), "content"))
    np.testing.assert_array_equal(small.Q, large.Q[:, :few])
    np.testing.assert_array_equal(small.K, large.K[:, :few])


@given(st.integers(1, 6), st.integers(1, 6))
def test_columns_of_matrices_are_added_as_zeros_or_lost(first, second):
    changed = edits.with_d_k(edits.with_d_k(MATRICES, first), second).source
    expected = np.zeros((3, second))
    kept = min(first, second, 2)
    expected[:, :kept] = MATRICES.source.Q[:, :kept]
    np.testing.assert_array_equal(changed.Q, expected)
    assert changed.K.shape == (3, second)
    assert not changed.Q.flags.writeable
    assert not changed.K.flags.writeable


def test_a_shorter_sentence_keeps_one_key_visible():
    padded = edits.with_options(SENTENCE, padding=5)
    shorter = edits.with_text(padded, "the cat")
    assert shorter.options.padding == 1
    assert derive(shorter).visible.any(axis=1).all()


def test_a_text_turns_matrices_into_a_sentence_and_keeps_what_fits():
    document = edits.with_options(MATRICES, causal=True, temperature=2.0, window=2, padding=2)
    changed = edits.with_text(document, "a")
    assert isinstance(changed.source, SentenceSource)
    assert changed.options == edits.with_options(SENTENCE, causal=True, temperature=2.0).options


# refusals -----------------------------------------------------------------------------------------------------

NAN, INF = math.nan, math.inf


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        (lambda d: edits.with_options(d, temperature=0.0), "τ is 0"),
        (lambda d: edits.with_options(d, temperature=-2.5), "τ is -2.5"),
        (lambda d: edits.with_options(d, temperature=NAN), "τ is nan"),
        (lambda d: edits.with_options(d, temperature=INF), "τ is inf"),
        (lambda d: edits.with_options(d, window=0), "window is 0"),
        (lambda d: edits.with_options(d, window=-3), "window is -3"),
        (lambda d: edits.with_options(d, padding=6), "6 padding tokens do not fit: there are 6 keys"),
        (lambda d: edits.with_options(d, padding=-1), "-1 padding"),
        (lambda d: edits.with_text(d, ""), "empty"),
        (lambda d: edits.with_text(d, " \n\t "), "empty"),
        (lambda d: edits.with_text(d, "a " * 4097), "4096"),
        (lambda d: edits.with_head(d, "sideways"), "“sideways”.*content, previous, distance, mixed"),
        (lambda d: edits.with_d_k(d, 0), "d_k is 0"),
        (lambda d: edits.with_d_k(d, -1), "d_k is -1"),
        (lambda d: edits.with_d_k(d, 513), "d_k is 513.*512"),
        (lambda d: edits.with_decay(d, -0.1), "λ is -0.1"),
        (lambda d: edits.with_decay(d, NAN), "λ is nan"),
        (lambda d: edits.with_decay(d, INF), "λ is inf"),
        (lambda d: edits.with_decay(d, 1e308), r"λ is 1e\+308.*at most 1000000"),
        (lambda d: edits.with_previous(d, -1), "c is -1"),
        (lambda d: edits.with_previous(d, NAN), "c is nan"),
        (lambda d: edits.with_previous(d, 1e308), r"c is 1e\+308"),
        (lambda d: edits.with_mix(d, [0.5, 0.5]), "0.5, 0.5"),
        (lambda d: edits.with_mix(d, [0.5, 0.5, 0.5]), "0.5, 0.5, 0.5.*sum to 1"),
        (lambda d: edits.with_mix(d, [1.5, -0.5, 0]), "1.5, -0.5, 0"),
        (lambda d: edits.with_mix(d, [NAN, 0, 1]), "nan, 0, 1"),
        (lambda d: edits.with_mix_share(d, 0, NAN), "nan"),
        (lambda d: edits.with_seed(d, -1), "seed is -1"),
        (lambda d: edits.with_seed(d, 2**63), "seed is 9223372036854775808"),
    ],
)
def test_a_wrong_value_is_named(edit, found):
    with pytest.raises(InputError, match=found):
        edit(SENTENCE)


@pytest.mark.parametrize(
    "edit",
    [
        lambda d: edits.with_head(d, "content"),
        lambda d: edits.with_decay(d, 1),
        lambda d: edits.with_previous(d, 1),
        lambda d: edits.with_mix(d, [1, 0, 0]),
        lambda d: edits.with_mix_share(d, 0, 1),
        lambda d: edits.with_seed(d, 1),
    ],
)
def test_heads_are_for_sentences_only(edit):
    with pytest.raises(InputError, match="sentence"):
        edit(MATRICES)


# every value that is let in can be computed -------------------------------------------------------------------


@given(
    head=st.sampled_from(HEADS),
    d_k=st.integers(1, MAX_D_K),
    decay=st.floats(0, edits.MOST_STRENGTH),
    previous=st.floats(0, edits.MOST_STRENGTH),
    mix=mixtures(),
    seed=st.integers(0, 2**63 - 1),
    temperature=st.floats(0, exclude_min=True, allow_infinity=False),
    divide=st.booleans(),
    causal=st.booleans(),
    window=st.none() | st.integers(1, 4096),
    padding=st.integers(0, 5),
)
def test_whatever_is_accepted_has_a_trace(
    head, d_k, decay, previous, mix, seed, temperature, divide, causal, window, padding
):
    document = edits.with_d_k(edits.with_head(SENTENCE, head), d_k)
    document = edits.with_seed(
        edits.with_mix(edits.with_previous(edits.with_decay(document, decay), previous), mix), seed
    )
    document = edits.with_options(
        document, temperature=temperature, divide=divide, causal=causal, window=window, padding=padding
    )
    weights = derive(document).weights
    sums = weights.sum(axis=1)
    assert np.all(np.isclose(sums, 1) | (sums == 0))
    assert not np.isnan(weights).any()


def test_a_document_is_frozen():
    assert isinstance(SENTENCE, Document)
    assert isinstance(MATRICES.source, MatrixSource)
    for thing, name in (
        (SENTENCE, "name"),
        (SENTENCE.source, "text"),
        (MATRICES.source, "Q"),
        (SENTENCE.options, "causal"),
    ):
        with pytest.raises(AttributeError):
            setattr(thing, name, None)
