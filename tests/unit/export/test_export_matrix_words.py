"""What stands in words around the Matrix view: names below the bars of a row, and which loss a gradient is of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.explain import verdict
from attnviz.document.matrix_edits import matrix_document
from attnviz.export.alt_text import alt_text
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure, own_figure
from attnviz.export.matrix_side import measure_blocks
from attnviz.export.row_figure import row_figure
from attnviz.export.words import weight_phrases
from attnviz.i18n import number_format
from tests.examples import examples
from tests.unit.export.drawn import scene_of, speaking, traced
from tests.unit.export.room import assert_apart, assert_inside, box, texts

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")


# what a row looks at ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("token", "told"), [("2", "“2”"), ("42", "“42”"), (".", "“.”"), ("v2", "v2"), ("日", "日")])
def test_a_token_without_letters_is_kept_apart_from_its_weight(token, told):
    document = edits.sentence_document(f"a {token} b", head="previous")
    scene = scene_of(document, traced(document), ENGLISH, query=2)
    said = [item.text.strip() for item in texts(own_figure(scene, text_width))]
    weight = scene.trace.weights[2].max()
    assert f"{told} {weight:.2f}" in said


# names of bars ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sorted_bars", [False, True])
def test_a_bars_name_is_whole_while_its_neighbours_leave_room(sorted_bars):
    document = edits.sentence_document("the fat cat sat on the mat because it was warm and soft .")
    scene = scene_of(document, traced(document), ENGLISH, query=8, sorted_bars=sorted_bars)
    figure = row_figure(scene, width=754, height=160, measure=text_width)
    assert "because" in {item.text for item in texts(figure)}


@given(
    st.lists(st.sampled_from(["a", "the", "because", "w" * 30, "attention"]), min_size=2, max_size=60),
    st.integers(280, 1400),
    st.booleans(),
)
@settings(max_examples=examples(80))
def test_names_of_bars_never_touch_and_are_cut_only_for_want_of_room(names, width, sorted_bars):
    document = edits.sentence_document(" ".join(names))
    scene = scene_of(document, traced(document), ENGLISH, query=0, sorted_bars=sorted_bars)
    figure = row_figure(scene, width=width, height=160, measure=text_width)
    assert_inside(figure)
    assert_apart(figure)
    lowest = max(item.y for item in texts(figure))
    labels = sorted((item for item in texts(figure) if item.y == lowest), key=lambda item: item.x)
    boxes = [box(item) for item in labels]
    for index, item in enumerate(labels):
        if not item.text.endswith("…"):
            continue
        # A letter more on both sides would touch what stands beside it, or leave a fair half of the way.
        beside = [boxes[i] for i in (index - 1, index + 1) if 0 <= i < len(boxes)]
        free = [max(other[0] - boxes[index][2], boxes[index][0] - other[2]) for other in beside]
        free += [boxes[index][0], width - boxes[index][2]]
        assert min(free) < 5 + 2 * text_width("w", 12, False), item.text


# which loss ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(
    ("preset", "said"),
    [("cell", "L = O["), ("ones", "L = Σ O"), ("squared", "L = ½ ‖O["), ("cross_entropy", "L = −log softmax(O[")],
)
def test_a_gradient_says_of_which_loss_it_is(preset, said, transposed):
    document = edits.sentence_document("one two three")
    document = replace(document, upstream=replace(document.upstream, preset=preset, row=1))
    trace = traced(document)
    scene = scene_of(document, trace, ENGLISH, quantity="gradient", transposed=transposed)
    scene = replace(scene, gradient=derive_gradient(document, derive(document)).for_head(0))
    for figure in (matrix_figure(scene, width=900, height=500, measure=text_width), own_figure(scene, text_width)):
        [title] = [item.text for item in texts(figure) if item.text.startswith("∂L/∂S")]
        assert said in title
        assert ("two" in title) == (preset != "ones")
        assert not title.endswith("…")


# where a row's weight comes from ------------------------------------------------------------------------------


@given(st.integers(3, 400), st.sampled_from(["en", "pt_BR"]))
@example(200, "en")
def test_no_share_of_the_weight_is_a_false_0(n, language):
    document = matrix_document(np.zeros((1, 1)), np.zeros((n, 1)), np.zeros((n, 1)))
    trace = traced(document)
    with speaking(language) as form:
        (said,) = weight_phrases(verdict(document, trace, 0), trace, form)
    assert not said.startswith("0")
    assert "%" not in said or (" % " in said) == (language == "en"), "a space before the sign in English alone"


@pytest.mark.parametrize(("n", "share"), [(3, "33 %"), (199, "1 %"), (200, "< 1 %")])
def test_keys_that_share_alike_say_how_much(n, share):
    document = matrix_document(np.zeros((1, 1)), np.zeros((n, 1)), np.zeros((n, 1)))
    trace = traced(document)
    said = weight_phrases(verdict(document, trace, 0), trace, ENGLISH)
    assert said == (f"{share} of the weight comes from each of {n} keys",)


def test_a_mask_that_leaves_one_pair_in_a_thousand_does_not_leave_0_of_them():
    document = edits.with_options(edits.sentence_document(" ".join(f"w{i}" for i in range(300))), window=1, causal=True)
    scene = scene_of(document, traced(document), ENGLISH, quantity="mask")
    figure = matrix_figure(scene, width=900, height=600, measure=text_width)
    assert "< 1 % of the pairs may look at each other." in alt_text(scene, figure)


# which rows a mean is of ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("turned", "rows"), [(False, "rows"), (True, "columns")])
@pytest.mark.parametrize("causal", [False, True])
def test_the_mean_norm_says_that_rows_without_a_choice_are_not_in_it(causal, turned, rows):
    """Whoever averages over all rows of a causal head finds less: the first one's norm is 0."""
    document = edits.with_options(edits.sentence_document("the fat cat sat"), causal=causal)
    scene = scene_of(document, traced(document), ENGLISH, transposed=turned)
    _, value, note = measure_blocks(scene)[-1]
    norms = [np.linalg.norm(np.diag(row) - np.outer(row, row)) for row in scene.trace.weights]
    assert value == f"{np.mean(norms[1:] if causal else norms):.3f}"
    assert note == ("mean ‖J‖, those with a choice" if causal else f"mean ‖J‖ of the {rows}")
    assert note in [item.text for item in texts(own_figure(scene, text_width))], "and none of it is cut off"
