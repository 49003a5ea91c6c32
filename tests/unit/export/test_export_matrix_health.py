"""The Matrix figure's margins and its strip: what stands there, and the one sentence on what is odd."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.health import health
from attnviz.document import edits
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.fonts import text_width
from attnviz.export.health import facts, health_of, sentence, sink_badge
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.scene import Scene
from attnviz.export.words import percent
from attnviz.i18n import number_format
from tests.unit.export.drawn import scene_of, speaking, traced
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH, PORTUGUESE = number_format("en"), number_format("pt_BR")


@pytest.mark.parametrize("transposed", [False, True])
def test_entropy_stands_by_the_queries_and_received_attention_by_the_keys(transposed):
    rng = np.random.default_rng(0)
    document = matrix_document(rng.normal(size=(6, 4)), rng.normal(size=(9, 4)), rng.normal(size=(9, 2)))
    trace = traced(document)
    scene = scene_of(document, trace, ENGLISH, transposed=transposed)
    figure = matrix_figure(scene, width=1000, height=700, measure=text_width)
    cells = figure.cells("weights")
    names = {item.text: item for item in texts(figure)}
    entropy, received = names["entropy (bits)"], names["attention received"]
    below = cells.y + cells.height
    assert (entropy.y > below) == transposed
    assert (received.y > below) != transposed
    written = [item.text for item in texts(figure)]
    for value in trace.measures.entropy:
        assert ENGLISH.fixed(float(value), 1) in written
    for value in trace.weights.mean(axis=0):
        assert ENGLISH.fixed(float(value), 2) in written


def heads_of(A, visible=None):
    """A document whose weights are A: its trace with other weights."""
    A = np.array(A, dtype=np.float64)
    document = matrix_document(np.ones((A.shape[0], 1)), np.ones((A.shape[1], 1)), np.ones((A.shape[1], 1)))
    return replace(
        traced(document),
        weights=A,
        tokens_k=("the", *"bcdefgh")[: A.shape[1]],
        masked=visible is not None,
        visible=np.ones(A.shape, bool) if visible is None else visible,
    )


EVEN = np.full((4, 4), 0.25)
DOWN = np.eye(4) * 0.94 + 0.015
SINK = np.tile([0.7, 0.1, 0.1, 0.1], (4, 1))


@pytest.mark.parametrize(
    ("A", "said"),
    [
        (np.where(np.eye(4) > 0, np.nan, 0.3), "Cells that are not a number: 4; they are left out of all sums"),
        (EVEN * np.array([[0.5], [1], [1], [1]]), "Queries whose weights do not sum to 1: 1 of 4"),
        (np.eye(4)[[1, 0, 3, 2]], "Saturated queries: 4 of 4; almost no gradient passes through them"),
        (SINK, "One token takes most of the attention"),
        (DOWN, "Nearly every query looks at itself: 96 % of the weight"),
    ],
)
def test_the_oddest_thing_is_said_in_one_sentence(A, said):
    trace = heads_of(A)
    assert sentence(health(trace.weights), trace, ENGLISH) == said


def test_equal_scores_are_called_even():
    document = matrix_document(np.zeros((3, 2)), np.ones((5, 2)), np.ones((5, 1)))
    trace = traced(document)
    assert sentence(health_of(trace), trace, ENGLISH) == "Every query looks at all keys alike: nothing is chosen"


@pytest.mark.parametrize(("apart", "said"), [(0.005, " alike: nothing"), (0.05, " nearly alike: little"), (0.9, "odd")])
def test_weights_that_differ_are_not_called_alike(apart, said):
    A = EVEN + 0.25 * apart * np.array([[1, -1, 1, -1], [-1, 1, -1, 1]] * 2)
    document = edits.with_options(matrix_document(np.log(A), np.eye(4), np.ones((4, 1))), divide=False)
    trace = traced(document)
    np.testing.assert_allclose(trace.weights, A)
    assert said in sentence(health_of(trace), trace, ENGLISH)


def test_fully_masked_queries_are_named_and_nothing_else_is_wrong():
    document = matrix_document(np.ones((5, 2)), np.ones((3, 2)), np.ones((3, 1)))
    trace = traced(edits.with_options(document, causal=True))
    found = health_of(trace)
    assert sentence(found, trace, ENGLISH) == "Queries that may look at no key: 2 of 5; their weights are 0"
    assert found.sums_hold


def test_an_ordinary_head_is_not_odd():
    document = edits.sentence_document("the fat cat sat on the mat because it was warm and soft", head="mixed")
    trace = traced(document)
    assert sentence(health_of(trace), trace, ENGLISH) == "Nothing is odd"
    assert facts(health_of(trace), trace, ENGLISH, False)[:2] == ["sums all 1", "NaN 0"]


@pytest.mark.parametrize(
    ("language", "turned", "said"),
    [
        ("en", False, "above the diagonal that ends at the bottom right: "),
        ("en", True, "below the diagonal that ends at the bottom right: "),
        ("pt_BR", False, "acima da diagonal que termina embaixo, à direita: "),
        ("pt_BR", True, "abaixo da diagonal que termina embaixo, à direita: "),
    ],
)
def test_of_a_matrix_that_is_not_square_the_diagonal_that_is_meant_is_named(language, turned, said):
    rng = np.random.default_rng(3)
    with speaking(language) as form:
        for n_q, n_k in ((3, 7), (7, 3), (12, 2)):
            document = matrix_document(rng.normal(size=(n_q, 4)), rng.normal(size=(n_k, 4)), rng.normal(size=(n_k, 2)))
            trace = traced(document)
            later = np.arange(n_k) > np.arange(n_q)[:, None] + n_k - n_q
            share = percent(float(trace.weights[later].sum() / trace.weights.sum()), form)
            assert said + share in facts(health_of(trace), trace, form, turned)
        square = traced(matrix_document(rng.normal(size=(4, 4)), rng.normal(size=(4, 4)), rng.normal(size=(4, 2))))
        assert not any(said[-10:] in text for text in facts(health_of(square), square, form, turned)), "one alone"


def test_a_number_of_the_strip_without_room_leaves_its_place_to_shorter_ones():
    rng = np.random.default_rng(3)
    document = matrix_document(rng.normal(size=(3, 7)), rng.normal(size=(7, 7)), rng.normal(size=(7, 2)))
    scene = scene_of(document, traced(document), ENGLISH)
    seen = []
    for width in range(1000, 360, -20):
        said = [item.text for item in texts(matrix_figure(scene, width=width, height=700, measure=text_width))]
        seen.append(("bottom right" in " ".join(said), any("saturated 0 of 3" in text for text in said)))
    assert seen[0] == (True, True)
    assert (False, True) in seen


def test_a_sink_has_a_badge_with_its_share():
    trace = heads_of(SINK)
    assert sink_badge(health(trace.weights), trace, ENGLISH) == "sink: “the” receives 70 % of all attention"
    assert sink_badge(health(EVEN), heads_of(EVEN), ENGLISH) is None


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (0.004, "< 1 %"),
        (0.005, "< 1 %"),
        (0.0051, "1 %"),
        (0.994, "99 %"),
        (0.995, "> 99 %"),
        (0.996, "> 99 %"),
        (0.5, "50 %"),
        (0.124, "12 %"),
    ],
)
def test_a_share_is_never_rounded_to_nothing_or_to_all(share, text):
    assert percent(share, ENGLISH) == text


@pytest.mark.parametrize("width", range(420, 900, 20))
def test_a_badge_leaves_the_sentence_room_or_stands_back(width):
    document = edits.sentence_document("w" * 24 + " " + " ".join(f"w{i}" for i in range(23)))
    trace = replace(traced(document), weights=np.eye(24)[np.zeros(24, dtype=int)])
    look = ViewState(tab="matrix", zoom=(1.25, 20.5, 1.25, 20.5))
    scene = Scene(document=document, trace=trace, view=look, form=ENGLISH)
    figure = matrix_figure(scene, width=width, height=500, measure=text_width, found=health_of(trace))
    assert_inside(figure)
    assert_apart(figure)
