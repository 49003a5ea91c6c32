"""What the Matrix figures say in words: the part in sight, what is odd, notes and numbers that fit, the sum bar."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.core.saturation import d_k_points
from attnviz.document import edits, lessons
from attnviz.document.comparison import Comparison, compared_document, fitting
from attnviz.document.derive import derive
from attnviz.document.figure_look import PRESETS, FigureLook, Parts, with_preset
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.saturation import saturation
from attnviz.document.view_state import ViewState
from attnviz.document.zoom import kept, whole
from attnviz.export.compare_figure import compare_figure
from attnviz.export.figure import Rect, Text
from attnviz.export.figure_page import page_of
from attnviz.export.fonts import text_width
from attnviz.export.health import facts, health_of, sentence
from attnviz.export.matrix_figure import matrix_figure, own_figure
from attnviz.export.matrix_frame import in_sight
from attnviz.export.matrix_numbers import cell_numbers
from attnviz.export.matrix_quantity import shown
from attnviz.export.row_figure import bar_places, key_at, row_figure, row_title
from attnviz.export.saturation_figure import reading
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from tests.unit.export.room import assert_apart, assert_inside

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
SENTENCE = edits.sentence_document("the fat cat sat on the mat because it was warm and soft .")


def scene_of(document=SENTENCE, **look):
    return Scene(
        document=document, trace=derive(document).for_head(0), view=ViewState(tab="matrix", **look), form=ENGLISH
    )


def words(figure):
    return [item.text for item in figure.items if isinstance(item, Text)]


# the part in sight ----------------------------------------------------------------------------------------------


@given(st.integers(1, 4000), st.integers(1, 4000), st.data())
def test_the_named_part_lies_in_the_window(n_q, n_k, data):
    share = st.floats(0, 1)
    rows, keys = 3 + data.draw(share) * n_q, 3 + data.draw(share) * n_k
    window = kept((data.draw(share) * n_q, rows, data.draw(share) * n_k, keys), n_q, n_k)
    if window is None:
        assert in_sight(whole(n_q, n_k), n_q, n_k) == ""
        return
    numbers = [int(number) for number in re.findall(r"\d+", in_sight(window, n_q, n_k))]
    spans = (numbers[:2], numbers[2:4]) if n_q == n_k else (numbers[:2], numbers[3:5])
    for (low, high), (first, count), n in zip(spans, (window[:2], window[2:]), (n_q, n_k), strict=True):
        assert 1 <= low <= high <= n
        assert low - 1 >= first - 0.5 - 1e-9
        assert high <= first + count + 0.5 + 1e-9


def test_the_newcomers_window():
    assert in_sight((96.0, 51.0, 144.0, 51.0), 3000, 3000) == "queries 97–147, keys 145–195 of 3000"


PART = "queries 3–8, keys 4–9 of 14"


@pytest.mark.parametrize("preset", [*PRESETS, "own"])
@pytest.mark.parametrize("drawing", ["heatmap", "compare"])
@pytest.mark.parametrize("bare", [(), ("health",), ("heading", "health"), ("health", "measures", "colour_bar", "row")])
def test_whatever_a_page_leaves_out_it_says_which_part_it_shows(preset, drawing, bare):
    scene = scene_of(zoom=(2.0, 6.0, 3.0, 6.0), drawing=drawing)
    if drawing == "compare":
        scene = replace(scene, other=derive(edits.with_options(SENTENCE, causal=True)).for_head(0))
    look = with_preset(FigureLook(parts=Parts(**dict.fromkeys(bare, False))), preset)
    figure = page_of(scene, look, text_width).figure
    assert sum(PART in text for text in words(figure)) >= 1
    assert_inside(figure)
    assert_apart(figure)


@pytest.mark.parametrize("zoom", [None, (2.0, 6.0, 3.0, 6.0)])
def test_the_same_is_said_below_both_plots_that_are_compared(zoom):
    scene = replace(scene_of(zoom=zoom, drawing="compare"), other=derive(edits.with_options(SENTENCE, causal=True)))
    told = set()
    for width in range(420, 1700, 20):
        figure = compare_figure(scene, width=width, height=500, measure=text_width)
        below = figure.cells("weights").y + figure.cells("weights").height + 10
        notes = [t for t in figure.items if isinstance(t, Text) and below < t.y < below + 20]
        mine = [re.sub(r"[\d.]+", "#", text.text) for text in notes if "largest" not in text.text]
        assert len(mine) <= 1 or mine[0] == mine[1], width
        assert zoom is None or "queries" in mine[0]
        told |= set(mine)
    assert any("entropy" in note for note in told)
    assert any(" · " in note for note in told)


@pytest.mark.parametrize("transposed", [False, True])
def test_a_zoomed_export_says_which_part_it_is(transposed):
    figure = own_figure(scene_of(zoom=(2.0, 6.0, 5.0, 6.0), transposed=transposed), text_width)
    assert "queries 3–8, keys 6–11 of 14" in words(figure)
    assert "queries 3–8, keys 6–11 of 14" in figure.description
    assert not any("keys 6" in text for text in words(own_figure(scene_of(transposed=transposed), text_width)))


def test_without_a_health_strip_the_heading_says_it():
    figure = own_figure(replace(scene_of(zoom=(2.0, 6.0, 5.0, 6.0)), parts=Parts(health=False)), text_width)
    assert any("queries 3–8, keys 6–11 of 14" in text for text in words(figure))


def test_a_rows_title_says_how_much_of_it_is_in_sight():
    scene = scene_of(query=8, zoom=(0.0, 4.0, 0.0, 4.0))
    part = scene.trace.weights[8, :4].sum()
    assert row_title(scene) == f"Row of “it” · keys 1–4: {part:.2f} of 1.00"
    assert row_title(scene_of(query=8)) == "Row of “it” · sum 1.00"
    zoomed = {"query": 8, "zoom": (0.0, 4.0, 0.0, 4.0)}
    assert row_title(scene_of(**zoomed, sorted_bars=True)) == row_title(scene_of(**zoomed))
    rows_only = scene_of(query=8, zoom=(0.0, 4.0, 0.0, 14.0))
    assert row_title(rows_only) == "Row of “it” · sum 1.00", "every key is in sight"


def test_the_part_of_a_row_has_the_numbers_of_the_part_of_the_matrix():
    scene = scene_of(query=8, zoom=(0.0, 4.3, 4.7, 4.3))
    keys = re.search(r"keys [^ ,]+", in_sight(kept(scene.view.zoom, 14, 14), 14, 14))[0]
    part = scene.trace.weights[8, 5:9].sum()
    assert row_title(scene) == f"Row of “it” · {keys}: {part:.2f} of 1.00"
    assert keys == "keys 6–9"


@pytest.mark.parametrize("drawing", ["lines", "arcs"])
def test_below_lines_and_arcs_the_bars_show_every_key_whatever_the_zoom(drawing):
    corner = (0.0, 4.0, 0.0, 4.0)
    zoomed, plain = (scene_of(query=8, drawing=drawing, zoom=zoom, quantity="scores") for zoom in (corner, None))
    assert row_title(zoomed) == "Row of “it” · sum 1.00", "and there is nothing but A"
    shown_, all_keys = (row_figure(scene, width=900, height=150, measure=text_width) for scene in (zoomed, plain))
    assert shown_.items == all_keys.items
    assert len(bars(shown_)) == 14
    assert [key for key, _ in bar_places(zoomed, 900)] == list(range(14))
    assert key_at(zoomed, 870, 900) == 13
    heatmap = scene_of(query=8, zoom=corner)
    assert len(bars(row_figure(heatmap, width=900, height=150, measure=text_width))) == 4


@pytest.mark.parametrize(("quantity", "said"), [("weights", ""), ("scores", " in A"), ("gradient", " in A")])
@pytest.mark.parametrize(("transposed", "name"), [(False, "Row"), (True, "Column")])
def test_below_another_matrix_the_bars_say_that_they_are_weights(quantity, said, transposed, name):
    scene = scene_of(query=8, quantity=quantity, transposed=transposed)
    assert row_title(scene) == f"{name} of “it”{said} · sum 1.00"
    assert row_figure(scene, width=900, height=150, measure=text_width).title == row_title(scene)


@pytest.mark.parametrize("height", [700, 760, 1000])
def test_what_the_measures_are_of_stands_apart_from_the_first(height):
    def gap(quantity, above):
        figure = matrix_figure(scene_of(quantity=quantity), width=1300, height=height, measure=text_width)
        places = {item.text: item.y for item in figure.items if isinstance(item, Text)}
        return places["standard deviation of S"] - places[above]

    assert gap("scores", "measures of A, the weights") == gap("weights", "14 × 14 · rows = queries")


# sorted bars ----------------------------------------------------------------------------------------------------


def bars(figure):
    return [item for item in figure.items if isinstance(item, Rect)]


def test_fourteen_keys_have_a_bar_each_in_an_ordinary_width():
    figure = row_figure(scene_of(sorted_bars=True), width=676, height=124, measure=text_width)
    assert len(bars(figure)) == 14
    assert not any(text.startswith("+") for text in words(figure))


def test_the_sum_of_the_rest_is_only_an_outline():
    figure = row_figure(scene_of(sorted_bars=True), width=400, height=124, measure=text_width)
    *keys, rest = bars(figure)
    assert f"+ {14 - len(keys)}" in words(figure)
    assert all(bar.fill is not None and bar.stroke is None for bar in keys)
    assert rest.fill is None
    assert rest.stroke is not None


# compare --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [420, 560, 676, 800, 1200])
def test_no_note_of_a_comparison_is_cut(width):
    comparison = fitting(Comparison(kind="divide"), SENTENCE, pinned=False)
    other = derive(compared_document(SENTENCE, comparison)).for_head(0)
    view = ViewState(tab="matrix", drawing="compare", compare=comparison)
    scene = Scene(document=SENTENCE, trace=derive(SENTENCE).for_head(0), other=other, view=view, form=ENGLISH)
    figure = compare_figure(scene, width=width, height=420, measure=text_width)
    notes = [text for text in words(figure) if text.startswith(("entropy", "saturated", "largest"))]
    assert not any("…" in note for note in notes)
    for note in notes:
        assert re.fullmatch(
            r"(entropy [\d.]+ bits)?( · )?(saturated rows \d+ of 14)?|largest: (.* )?[+−]\d\.\d\d", note
        )
    if width == 1200:
        assert sum("saturated rows" in note for note in notes) == 2


# saturation -----------------------------------------------------------------------------------------------------


def test_matrices_are_read_at_todays_d_k_itself():
    draw = np.random.default_rng(1)
    document = matrix_document(draw.normal(size=(3, 21)), draw.normal(size=(4, 21)), draw.normal(size=(4, 2)))
    assert 21 not in d_k_points()
    curve = saturation(document)
    point = curve.d_k.tolist().index(21)
    today = derive(document).weights.max(axis=1).mean()
    assert curve.divided.largest[point] == pytest.approx(today, rel=1e-12)
    assert reading(curve, "weights", 21, ENGLISH).startswith(f"dₖ = 21: largest weight {today:.3f}")


def test_a_sentence_between_two_points_says_that_it_is_read_beside():
    document = edits.sentence_document("the fat cat sat", d_k=222)
    assert 222 not in d_k_points()
    curve = saturation(document)
    assert reading(curve, "weights", 222, ENGLISH).startswith("dₖ = 222, computed at 215: ")
    assert reading(curve, "weights", 256, ENGLISH).startswith("dₖ = 256: ")
    with_gradient = saturation(document, gradient=True)
    assert reading(with_gradient, "gradient", 222, ENGLISH).startswith("dₖ = 222: ")


# what is odd ----------------------------------------------------------------------------------------------------


def said_of(document):
    trace = derive(document).for_head(0)
    return sentence(health_of(trace), trace, ENGLISH), trace.measures


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_lesson_whose_matrix_turns_binary_is_called_saturated(language):
    lesson = lessons.load("sentence", language).document
    assert said_of(lesson)[0] == "Nothing is odd"
    said, measures = said_of(edits.with_options(lesson, divide=False))
    assert 0 < measures.saturated < measures.n_rows / 2
    k, n = measures.saturated, measures.n_rows
    assert said == f"Saturated queries: {k} of {n}; almost no gradient passes through them"


def saturated_of(count, n):
    """What is said where `count` of n rows look at one key alone, the others at their first two."""
    A = np.zeros((n, n))
    A[:, :2] = 0.5
    A[n - count :] = np.eye(n)[np.arange(n - count, n) - 1]
    trace = derive(matrix_document(np.ones((n, 1)), np.ones((n, 1)), np.ones((n, 1)))).for_head(0)
    trace = replace(trace, weights=A)
    return sentence(health_of(trace), trace, ENGLISH)


def test_a_third_of_the_queries_is_many():
    assert saturated_of(4, 12).startswith("Saturated queries: 4 of 12")
    assert not saturated_of(3, 12).startswith("Saturated")
    assert saturated_of(5, 14).startswith("Saturated queries: 5 of 14")
    assert not saturated_of(4, 14).startswith("Saturated")


def test_a_mask_that_leaves_one_key_saturates_nobody():
    said, measures = said_of(edits.with_options(edits.sentence_document("a b c"), causal=True))
    assert (measures.saturated, measures.choosing) == (0, 2), "the first query has no choice"
    assert said == "Nothing is odd"


# rows that look nowhere -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("transposed", [False, True])
def test_a_query_that_may_look_at_no_key_has_no_entropy(transposed):
    rng = np.random.default_rng(0)
    document = matrix_document(rng.normal(size=(10, 4)), rng.normal(size=(6, 4)), rng.normal(size=(6, 2)))
    scene = scene_of(edits.with_options(document, causal=True), transposed=transposed)
    scene = replace(scene, parts=Parts(measures=False, colour_bar=False))
    figure = matrix_figure(scene, width=1200, height=900, measure=text_width)
    cells = figure.cells("weights")
    beyond = cells.y + cells.height if transposed else cells.x + cells.width
    numbers = sorted(
        (item.x if transposed else item.y, item.text)
        for item in figure.items
        if isinstance(item, Text) and re.fullmatch(r"–|\d\.\d", item.text)
        if (item.y if transposed else item.x) > beyond
    )
    entropies = [f"{value:.1f}" for value in scene.trace.measures.entropy]
    assert entropies[:5] == ["0.0"] * 5
    assert [text for _, text in numbers] == ["–"] * 4 + entropies[4:]


# numbers in cells -----------------------------------------------------------------------------------------------


def test_among_whole_numbers_a_small_one_is_a_0_and_no_blank():
    scene = scene_of(quantity="scores")
    matrix = replace(shown(scene), values=np.array([[-1234.0, -0.3, 0.0], [0.4, 17.6, -0.6]]))

    def written(side):
        frame = SimpleNamespace(window=(0.0, 2.0, 0.0, 3.0), cell_width=side, cell_height=side, turned=False)
        return cell_numbers(matrix, scene.trace, frame, 11, ENGLISH, text_width)[0]

    assert written(text_width("−1234", 11, False) + 7) == (("−1234", "0", "0"), ("0", "18", "−1"))
    assert written(90.0) == (("−1234.00", "−0.30", "0.00"), ("0.40", "17.60", "−0.60"))


# what is said of the whole --------------------------------------------------------------------------------------


def saturated(k, n=14):
    """Weights of n queries, k of them saturated."""
    weights = np.full((n, n), 0.04)
    weights[np.arange(n), (np.arange(n) + 3) % n] += 1 - 0.04 * n
    rows = np.arange(k)
    weights[:k] = 0.0
    weights[rows, (rows + 3) % n] = 1.0
    return replace(scene_of().trace, weights=weights)


@pytest.mark.parametrize("k", range(15))
def test_from_none_to_all_the_saturated_are_counted_and_never_called_nothing(k):
    trace = saturated(k)
    said = sentence(health_of(trace), trace, ENGLISH)
    assert (said == "Nothing is odd") == (k == 0)
    if k:
        assert f"{k} of 14" in said
        assert ("almost no gradient" in said) == (k >= 5), "from a third on"


def test_beside_rows_that_sum_to_0_only_the_others_sum_to_1():
    masked = edits.with_options(SENTENCE, window=2, padding=4)
    trace = derive(masked).for_head(0)
    found = health_of(trace)
    assert found.empty == 3
    told = facts(found, trace, ENGLISH, False)
    assert told[0] == "fully masked 3", "the last are cut off where room is short"
    assert "other sums all 1" in told
    assert "sums all 1" not in told
    whole_ = scene_of().trace
    assert facts(health_of(whole_), whole_, ENGLISH, False)[0] == "sums all 1"


@pytest.mark.parametrize("width", [430, 560, 700])
def test_what_is_odd_is_the_last_to_be_cut_off(width):
    masked = edits.with_options(SENTENCE, window=2, padding=4)
    noted = " ".join(words(matrix_figure(scene_of(masked), width=width, height=420, measure=text_width)))
    for plain in ("NaN 0", "above the diagonal", "other sums"):
        assert plain not in noted or "fully masked 3" in noted


@pytest.mark.parametrize(
    ("options", "title"),
    [
        ({}, "A = softmax(S / √dₖ)"),
        ({"causal": True}, "A = softmax(S / √dₖ + mask)"),
        ({"window": 2, "divide": False}, "A = softmax(S + mask)"),
        ({"padding": 1, "temperature": 2.0}, "A = softmax(S / (√dₖ · τ) + mask)"),
    ],
)
def test_the_formula_has_the_mask_that_is_on(options, title):
    assert shown(scene_of(edits.with_options(SENTENCE, **options))).title == title
