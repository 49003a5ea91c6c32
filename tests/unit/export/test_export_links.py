"""Lines and arcs: wide as the weight, readable, and found again by a pointer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.links_look import LinksLook
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.drawn_links import WIDEST
from attnviz.export.figure import Path
from attnviz.export.fonts import text_width
from attnviz.export.links_figure import links_figure, looks_ahead, natural_size
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from tests.unit.export.any_document import documents, forms
from tests.unit.export.drawn import speaking
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")

SENTENCE = edits.sentence_document("the fat cat sat on the mat because it was warm")
ALL = LinksLook(threshold=0.0, most=64)
drawings = st.sampled_from(["lines", "arcs"])


def drawn(document, drawing="lines", look=ALL, query=0, size=(760, 520), form=None):
    trace = derive(document).for_head(0)
    width, height = size
    view = ViewState(tab="matrix", drawing=drawing, links=look, query=query)
    scene = Scene(document=document, trace=trace, view=view, form=form or number_format("en"))
    return trace, links_figure(scene, width=width, height=height, measure=text_width)


def paths(figure):
    return [item for item in figure.items if isinstance(item, Path)]


@pytest.mark.parametrize("drawing", ["lines", "arcs"])
def test_a_line_is_as_wide_as_its_weight(drawing):
    trace, found = drawn(SENTENCE, drawing)
    widths = sorted(path.width for path in paths(found.figure))
    weights = sorted(trace.weights[trace.weights > 0].tolist())
    assert len(widths) == trace.n_q * trace.n_k
    np.testing.assert_allclose(widths, np.maximum(np.array(weights) * WIDEST, 0.35))


@given(documents, drawings, forms, st.integers(0, 3))
def test_everything_is_inside_and_no_label_covers_another(document, drawing, form, query):
    trace = derive(document).for_head(0)
    size = natural_size(trace)
    query = min(query, trace.n_q - 1)
    _, found = drawn(document, drawing, LinksLook(), query=query, size=size, form=form)
    assert_inside(found.figure)
    assert_apart(found.figure)


@given(documents, drawings)
def test_the_pointer_finds_the_line_it_is_on(document, drawing):
    _, found = drawn(document, drawing)
    for k in range(len(found.links)):
        x, y = found.courses[k, found.courses.shape[1] // 2]
        i, j = found.nearest(x, y, 2.0)
        other = next(m for m in range(len(found.links)) if (found.links.queries[m], found.links.keys[m]) == (i, j))
        # Where several lines cross, the pointer is told of one that passes there and is no lighter.
        away = np.hypot(*(found.courses[other] - [x, y]).T).min()
        assert other >= k
        assert other == k or away < 30
    assert found.nearest(-500, -500, 5) is None


def test_the_followed_queries_weights_can_be_read():
    trace, found = drawn(SENTENCE, look=LinksLook(threshold=0.05), query=8)
    written = {item.text for item in texts(found.figure)}
    for j in found.links.looked_at(8):
        assert f"{trace.weights[8, j]:.2f}" in written
    strong = [path for path in paths(found.figure) if path.opacity > 0.5]
    assert len(strong) == len(found.links.looked_at(8))


def test_what_is_left_out_is_said():
    _, found = drawn(SENTENCE, look=LinksLook(threshold=0.05, most=2))
    (said,) = [item.text for item in texts(found.figure) if "of all weight" in item.text]
    share = f"{100 * found.links.share:.0f} % of all weight"
    assert said == f"Weights from 0.05 up, at most 2 a query: {len(found.links)} drawn, {share}"


@pytest.mark.parametrize(("language", "words"), [("en", "{n} drawn, "), ("pt_BR", ": {n} no desenho, ")])
@pytest.mark.parametrize("threshold", [0.0, 0.2, 0.3, 1.0])
def test_the_number_of_lines_reads_well_for_none_one_and_many(language, words, threshold):
    """No word that follows a number is a plural; a share has its sign as the language writes it."""
    with speaking(language) as form:
        _, found = drawn(SENTENCE, look=LinksLook(threshold=threshold, most=9), form=form)
    written = [item.text for item in texts(found.figure)]
    assert any(words.format(n=len(found.links)) in text for text in written)
    before = {text[text.find("%") - 1] for text in written if "%" in text}
    assert before
    assert before == {" "} if language == "en" else all(map(str.isdigit, before))


def token_columns(document, thresholds, **how):
    """Where the tokens stand while a threshold is dragged, in pixels."""
    looks = [LinksLook(threshold=threshold, most=5) for threshold in thresholds]
    figures = [drawn(document, "arcs", look, **how)[1].figure for look in looks]
    return {round(item.x) for figure in figures for item in figure.labels}


THRESHOLDS = [0.0, 0.05, 0.124, 0.149, 0.3, 0.6, 1.0]


@pytest.mark.parametrize("options", [{}, {"causal": True}, {"window": 2}, {"causal": True, "divide": False}])
def test_tokens_rest_while_a_threshold_is_dragged(options):
    assert len(token_columns(edits.with_options(SENTENCE, **options), THRESHOLDS)) == 1


def test_nothing_is_kept_free_for_arcs_that_no_query_may_have():
    (both,) = token_columns(SENTENCE, [0.05])
    (back,) = token_columns(edits.with_options(SENTENCE, causal=True), [0.05])
    assert back > both


@given(st.integers(1, 140), st.integers(0, 139), st.integers(0, 139))
def test_a_single_later_key_is_found_wherever_it_is(n, i, j):
    seen = np.tril(np.ones((n, n), dtype=bool))
    i, j = i % n, j % n
    seen[i, j] = True
    trace = replace(derive(edits.with_options(SENTENCE, causal=True)).for_head(0), visible=seen)
    assert looks_ahead(replace(trace, tokens_q=("a",) * n, tokens_k=("a",) * n)) == (j > i)


@pytest.mark.parametrize("later", [0.0, 0.2])
def test_imported_weights_tell_themselves_whether_they_look_ahead(later):
    A = np.tril(np.ones((4, 4)))
    A[0, 3] = later
    trace = replace(derive(SENTENCE).for_head(0), weights=A / A.sum(axis=1, keepdims=True), scored=False)
    trace = replace(trace, tokens_q=tuple("abcd"), tokens_k=tuple("abcd"), visible=np.ones((4, 4), bool))
    assert looks_ahead(trace) == (later > 0)


@pytest.mark.parametrize("scored", [True, False])
def test_whether_a_query_looks_ahead_is_found_out_once_for_a_matrix(scored, monkeypatch):
    """It is asked at every layout, and thousands of rows take milliseconds to look through."""
    trace = derive(edits.with_options(SENTENCE, causal=True)).for_head(0)
    trace = replace(trace, scored=scored, weights=np.array(trace.weights), visible=np.array(trace.visible))
    trace.weights.setflags(write=False)
    trace.visible.setflags(write=False)
    assert not looks_ahead(trace)
    monkeypatch.setattr("builtins.any", None)  # the only way to look again
    assert not looks_ahead(replace(trace))


def test_a_description_never_says_0_of_a_weight_that_is_drawn():
    even = matrix_document(np.zeros((1, 1)), np.zeros((300, 1)), np.zeros((300, 1)))
    _, found = drawn(even, look=LinksLook(threshold=0.0, most=5))
    assert found.figure.description.count(" 0.0033") == 5


def test_arcs_need_the_same_tokens_on_both_sides():
    cross = matrix_document([[1.0, 0]], [[1, 0], [0, 1]], [[1.0], [2]], tokens_q=("ask",), tokens_k=("a", "b"))
    trace, found = drawn(cross, "arcs")
    assert not trace.same_tokens
    assert any("as lines: arcs need the same tokens" in item.text for item in texts(found.figure))
    _, asked = drawn(cross, "lines")
    assert not any("arcs" in item.text for item in texts(asked.figure)), "nobody asked for them"


@pytest.mark.parametrize("drawing", ["lines", "arcs"])
def test_the_followed_row_stands_out_of_a_thousand_lines(drawing):
    """Drawn alike, the lines of a long text are a block of one colour."""
    long = edits.sentence_document(" ".join(f"w{i}" for i in range(300)))
    look = LinksLook(threshold=0.0, most=5)
    many, few = (
        sorted(path.opacity for path in paths(drawn(document, drawing, look, query=3)[1].figure))
        for document in (long, SENTENCE)
    )
    assert len(many) > 1000
    assert many[0] < few[0] / 4
    assert many[-1] == few[-1] > 0.9


@pytest.mark.parametrize("drawing", ["lines", "arcs"])
def test_the_longest_tokens_have_their_room_wherever_they_stand(drawing):
    """Numbered words grow: the last ones are cut off by no gutter made for the first."""
    _, found = drawn(edits.sentence_document(" ".join(f"w{i}" for i in range(1200))), drawing)
    words = [item.text for item in texts(found.figure) if item.text.startswith("w")]
    assert any(len(word) == 5 for word in words)
    assert not any("…" in word or "..." in word for word in words)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_ring_is_not_called_a_look_back(language):
    """One token can look only at itself; where the words have no room the shorter ones are left, inside the figure."""
    whole, short = {
        "en": ("looks back, or at itself", "looks back"),
        "pt_BR": ("olha para trás ou para si", "olha para trás"),
    }[language]
    for document, size, words in (
        (edits.sentence_document("cat"), (760, 520), whole),
        (SENTENCE, (760, 520), whole),
        (SENTENCE, (320, 400), short),
    ):
        with speaking(language):
            _, found = drawn(document, "arcs", size=size, form=number_format(language))
        assert words in [text.text for text in texts(found.figure)]
        assert_inside(found.figure)
