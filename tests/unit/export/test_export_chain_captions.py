"""What each step of the chain is said to do: in both languages, with its shapes, and the work counted."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.document import edits, projection_edits
from attnviz.document.document import HEADS
from attnviz.export.captions import step_caption, work_sentence
from attnviz.export.chain import chain_layout
from attnviz.i18n import LANGUAGES, number_format
from tests.unit.export.any_document import layered_documents, notations
from tests.unit.export.drawn import BY_HAND, WHOLE, speaking, traced

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
KINDS = {
    "layer": WHOLE,
    "by hand": BY_HAND,
    "masked rows": edits.with_options(BY_HAND, window=1, padding=1),
    "one token": edits.sentence_document("hello"),
    **{head: edits.sentence_document("a b c", head=head) for head in HEADS},
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_step_has_a_caption_in_both_languages(kind):
    document = KINDS[kind]
    trace = traced(document)
    said = {}
    for language in LANGUAGES:
        with speaking(language) as form:
            said[language] = {
                step: step_caption(document, trace, step, form) for step in chain_layout(document, trace).steps
            }
    for step, (formula, sentence) in said["en"].items():
        other_formula, other = said["pt_BR"][step]
        assert formula
        assert other_formula
        assert sentence != other, f"{step} speaks only English"
        assert not re.search(r"[{}]|None", sentence + other)


@given(layered_documents, st.integers(0, 5), st.sampled_from(LANGUAGES), notations)
def test_a_caption_never_fails(document, head, language, notation):
    trace = traced(document, head)
    for step in chain_layout(document, trace).steps:
        formula, sentence = step_caption(document, trace, step, number_format(language), notation)
        assert formula
        assert sentence
    work_sentence(document, trace)


def test_captions_name_the_shapes_that_are_multiplied():
    trace = traced(WHOLE)
    said = {step: " ".join(step_caption(WHOLE, trace, step, ENGLISH)) for step in chain_layout(WHOLE, trace).steps}
    assert "Q = u W_Q" in said["project"]
    assert "3 × 4 times 4 × 2 gives 3 × 2" in said["project"]
    assert "3 × 2 times 2 × 3 gives 3 × 3" in said["scores"]
    assert "3 × 3 times 3 × 2 gives 3 × 2" in said["mix"]
    assert "3 × 4 times 4 × 4 gives 3 × 4" in said["out"]
    assert "1.414" in said["scale"]
    masked = KINDS["masked rows"]
    assert "3 of 4" in step_caption(masked, traced(masked), "mask", ENGLISH)[1]


def test_the_work_is_counted():
    sentence = work_sentence(WHOLE, traced(WHOLE))
    assert "8 matrix products" in sentence  # X times three W, QKᵀ and AV of two heads, and W_O
    assert "2 transpositions" in sentence
    one = projection_edits.embedded(("a",), n_heads=1)
    assert "5 matrix products and 1 transposition" in work_sentence(one, traced(one))
    assert not work_sentence(edits.sentence_document("a b"), traced(edits.sentence_document("a b")))
