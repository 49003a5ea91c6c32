"""What stands beside a document's weights: the same document, with the one thing changed."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.document import edits, projection_edits
from attnviz.document.comparison import Comparison, compared_document, fitting, kinds
from attnviz.document.derive import derive
from attnviz.document.matrix_edits import matrix_document
from attnviz.errors import InputError

SENTENCE = edits.sentence_document("um banco na praça")
BY_HAND = matrix_document([[1.0, 2]], [[3, 4]], [[5.0]])
LAYER = projection_edits.embedded(("a", "b"))


def test_each_kind_of_document_offers_what_it_has():
    assert kinds(SENTENCE) == ("divide", "causal", "head", "sentence")
    assert kinds(BY_HAND) == ("divide", "causal")
    assert kinds(LAYER, pinned=True) == ("divide", "causal", "head", "pinned")
    assert fitting(Comparison(kind="sentence", text="x"), BY_HAND, pinned=False).kind == "divide"
    assert fitting(Comparison(kind="sentence", text="x"), SENTENCE, pinned=False).text == "x"


@pytest.mark.parametrize("kind", ["divide", "causal"])
def test_an_option_is_turned_over_and_nothing_else(kind):
    other = compared_document(SENTENCE, Comparison(kind=kind))
    assert other.source is SENTENCE.source
    assert getattr(other.options, kind) is not getattr(SENTENCE.options, kind)
    assert compared_document(other, Comparison(kind=kind)).options == SENTENCE.options


def test_another_head_of_the_same_words():
    other = compared_document(SENTENCE, Comparison(kind="head", head=1))
    np.testing.assert_array_equal(derive(other).weights, derive(edits.with_head(SENTENCE, "previous")).weights)
    assert compared_document(LAYER, Comparison(kind="head", head=1)) is LAYER, "its trace has every head"


def test_another_sentence_under_the_same_head():
    other = compared_document(SENTENCE, Comparison(kind="sentence", text="o gato subiu"))
    assert other.source.tokens == ("o", "gato", "subiu")
    assert (other.source.head, other.source.d_k, other.options) == ("mixed", 64, SENTENCE.options)
    assert compared_document(SENTENCE, Comparison(kind="sentence", text=" ")) is None


def test_a_sentence_that_is_too_long_is_refused():
    with pytest.raises(InputError):
        compared_document(SENTENCE, Comparison(kind="sentence", text="a " * 5000))
