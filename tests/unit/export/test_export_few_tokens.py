"""Few tokens in a large room: the window's picture fills it, a file's stays as it is; labels stand upright if they can,
numbers have the decimals that there is room for, bars show the keys in sight, and arcs begin at their tokens."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.document import edits
from attnviz.document.comparison import compared_document
from attnviz.document.derive import derive
from attnviz.document.difference import Asked, difference_of
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.compare_figure import compare_figure
from attnviz.export.figure import ColourBar, Figure, Line, Path, Rect
from attnviz.export.fonts import text_width
from attnviz.export.links_figure import links_figure
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.palette import LIGHT
from attnviz.export.row_figure import bar_places, key_at, row_figure
from attnviz.export.scene import Scene
from attnviz.export.svg import svg_text
from attnviz.i18n import NumberFormat
from tests.examples import examples
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")  # letters are measured

WORDS = ["the", "fat", "cat", "sat", "on", "the", "mat", "because", "it", "was", "warm", "and", "soft", "."]
LARGE = {"width": 1210.0, "height": 600.0, "measure": text_width}  # the window at 1920 × 1080


def scene_of(document, **view):
    trace = derive(document).for_head(0)
    return Scene(document=document, trace=trace, view=ViewState(tab="matrix", **view), form=NumberFormat())


def sentence(n, **view):
    return scene_of(edits.sentence_document(" ".join(WORDS[:n])), **view)


def numbered(n_q, n_k, **view):
    rng = np.random.default_rng(0)
    Q, K = rng.normal(size=(n_q, 4)), rng.normal(size=(n_k, 4))
    return scene_of(matrix_document(Q, K, np.ones((n_k, 1))), **view)


def size_of(figure, text):
    return next(item.size for item in texts(figure) if item.text == text)


# cells and their labels ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_a_few_tokens_fill_the_window_with_larger_type(n):
    figure, file = (matrix_figure(sentence(n), **LARGE, own=own) for own in (False, True))
    cells, kept = figure.cells("weights"), file.cells("weights")
    assert cells.height >= min(0.7 * LARGE["height"], 240.0 * n), "of the room, less heading, labels and margins"
    assert kept.cell_width == 76.0, "a file has the cells that it had"
    assert (kept.number_size, size_of(file, "the")) == (15, 12)
    assert cells.number_size > kept.number_size
    assert size_of(figure, "the") > size_of(file, "the")
    assert size_of(figure, "entropy (bits)") >= size_of(file, "entropy (bits)")
    for drawn in (figure, file):
        assert_inside(drawn)
        assert_apart(drawn)
        bars = [item for item in drawn.items if isinstance(item, Rect) and item.fill == "control"]
        assert all(min(bar.width, bar.height) <= 28.0 for bar in bars), "bars are bars however large the cells"


def test_type_never_shrinks_while_cells_grow():
    seen = []
    for height in range(260, 1000, 20):
        figure = matrix_figure(sentence(3), width=1400.0, height=float(height), measure=text_width)
        cells = figure.cells("weights")
        seen.append((cells.cell_height, cells.number_size, size_of(figure, "cat")))
    for before, after in pairwise(seen):
        assert before <= after
        assert all(one <= other for one, other in zip(before, after, strict=True))
    assert seen[-1][1:] == (32, 18)


@given(st.integers(1, 16), st.integers(1, 16), st.floats(480, 1900), st.floats(240, 1200), st.booleans(), st.booleans())
def test_in_every_room_all_of_it_has_room(n_q, n_k, width, height, transposed, scores):
    scene = numbered(n_q, n_k, transposed=transposed, quantity="scores" if scores else "weights")
    figure = matrix_figure(scene, width=width, height=height, measure=text_width)
    assert_inside(figure)
    assert_apart(figure)


def test_a_comparison_of_a_few_tokens_fills_the_window_too():
    scene = sentence(3, drawing="compare")
    window, file = (compare_figure(scene, **LARGE, live=live) for live in (True, False))
    large, small = (figure.cells("weights") for figure in (window, file))
    assert small.cell_width == 76.0
    assert large.cell_width > 100
    assert size_of(window, "cat") > size_of(file, "cat") == 12
    assert_apart(window)


@pytest.mark.parametrize("n", [2, 9, 10, 14, 40, 128])
@pytest.mark.parametrize("side", [400.0, 560.0, 900.0])
def test_labels_are_turned_only_where_more_of_them_have_room_so(n, side):
    figure = matrix_figure(numbered(n, n), width=side + 340, height=side, measure=text_width)
    cells = figure.cells("weights")
    above = [item for item in texts(figure) if abs(item.y - (cells.y - 8)) < 0.1 and item.text.isdigit()]
    upright = [item for item in above if item.angle == 0]
    assert not upright or len(upright) == len(above)
    widest = max(text_width(str(i + 1), 12, False) for i in range(n))
    flat = np.ceil((widest + 5) / cells.cell_width - 1e-6)
    turned = np.ceil(16 / cells.cell_width - 1e-6)
    assert bool(upright) == (flat <= turned)
    if n <= 14:
        assert len(above) == n, "none is left out"
    ends = sorted((item.x - w / 2, item.x + w / 2) for item in upright for w in [text_width(item.text, 12, item.bold)])
    assert all(right < left for (_, right), (left, _) in pairwise(ends))


# numbers ------------------------------------------------------------------------------------------------------


def decimals(text):
    return len(text.partition(".")[2])


@given(st.integers(0, 2**16), st.floats(0.01, 3000), st.integers(1, 9), st.floats(300, 900))
@settings(max_examples=examples(60), deadline=None)
def test_scores_have_as_many_decimals_as_have_room_and_all_the_same(seed, size, n, height):
    rng = np.random.default_rng(seed)
    document = matrix_document(rng.normal(size=(n, 4)) * size, rng.normal(size=(n, 4)), np.ones((n, 1)))
    figure = matrix_figure(scene_of(document, quantity="scores"), width=1000.0, height=height, measure=text_width)
    cells = figure.cells("weights")
    if cells.numbers is None:
        return
    written = [text for row in cells.numbers for text in row]
    plain = [text for text in written if re.fullmatch(r"−?\d+(\.\d+)?", text)]
    assert len({decimals(text) for text in plain}) <= 1, "3.96 is no 4 beside 4.00"
    assert all(text_width(text, cells.number_size, False) <= cells.cell_width - 3 for text in written)
    largest = float(np.abs(cells.values).max())
    if plain and decimals(plain[0]) == 0 and 5 <= largest < 1000:
        longest = max((f"{value:.1f}".replace("-", "−") for value in cells.values.ravel()), key=len)
        assert text_width(longest, 10, False) > cells.cell_width - 3, "one decimal would have had room"


def test_fourteen_tokens_on_a_large_screen_have_a_decimal():
    figure = matrix_figure(sentence(14, quantity="scores"), **LARGE)
    cells = figure.cells("weights")
    assert cells.cell_width < 40
    assert {decimals(text) for row in cells.numbers for text in row if text != "≈0"} == {1}
    assert cells.number_size >= 10


ROOMS = (LARGE, {**LARGE, "width": 605.0, "height": 300.0}, {**LARGE, "width": 900.0, "height": 800.0})


@pytest.mark.parametrize("drawing", ["heatmap", "compare", "file"])
@pytest.mark.parametrize(("n", "zoom"), [(4, None), (6, None), (7, None), (14, None), (14, (5.0, 5.0, 4.0, 5.0))])
def test_among_few_cells_none_is_empty_but_a_masked_one_however_large_they_are(drawing, n, zoom):
    """A weight that rounds to nothing is near it; among many cells it stays quiet. The text's size does not matter."""
    document = edits.with_options(edits.sentence_document(" ".join(WORDS[:n]), head="previous"), causal=True)
    scene = scene_of(edits.with_previous(document, 12.0), drawing=drawing, zoom=zoom)
    row, rows, column, columns = (int(each) for each in zoom or (0, n, 0, n))
    part = slice(row, row + rows), slice(column, column + columns)
    few, visible = rows * columns <= 36, scene.trace.visible[part]
    tiny = visible & (scene.trace.weights[part] < 0.005)
    assert tiny.any()
    written = set()
    for room in ROOMS:
        if drawing == "compare":
            figure = compare_figure(beside(scene), **room, live=True)
        else:
            figure = matrix_figure(scene, **room, own=drawing == "file")
        cells = figure.cells("weights")
        if cells.numbers is None:
            continue
        written.add(cells.cell_width)
        for text, rounds, seen in zip(
            (text for row in cells.numbers for text in row), tiny.flat, visible.flat, strict=True
        ):
            assert text == (("≈0" if few else "") if rounds else text)
            assert bool(text) == (seen and (few or not rounds))
    assert len(written) > (1 if few else 0), "in cells of several sizes"


# the followed row ---------------------------------------------------------------------------------------------


@given(st.data())
@settings(max_examples=examples(60))
def test_in_either_order_the_bars_are_those_of_the_keys_in_sight(data):
    first, count = data.draw(st.integers(0, 12)), data.draw(st.integers(1, 14))
    count = min(count, 14 - first)
    width, query = data.draw(st.sampled_from([400.0, 900.0, 1400.0])), data.draw(st.integers(0, 13))
    zoom = (0.0, 14.0, float(first), float(count))
    in_order, by_size = (sentence(14, query=query, zoom=zoom, sorted_bars=on) for on in (False, True))
    keys = [key for key, _ in bar_places(in_order, width)]
    assert keys == list(range(first, first + count))
    heavy = [key for key, _ in bar_places(by_size, width)]
    row = by_size.trace.weights[query]
    assert heavy == sorted(keys, key=lambda key: -row[key])[: len(heavy)]
    figures = [row_figure(scene, width=width, height=150, measure=text_width) for scene in (in_order, by_size)]
    assert figures[0].title == figures[1].title, "which keys, and what they sum to"
    assert (f"keys {first + 1}–{first + count}" in figures[1].title) == (count < 14)
    rest = [item.text for item in texts(figures[1]) if item.text.startswith("+ ")]
    assert rest == ([f"+ {count - len(heavy)}"] if len(heavy) < count else [])
    assert key_at(by_size, bar_places(by_size, width)[0][1] + 1, width) == heavy[0]


# presented ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", [None, (0.0, 2.0, 1.0, 2.0)])
@pytest.mark.parametrize("n", [3, 14])
def test_a_presented_matrix_is_in_the_middle_of_the_screen(n, zoom):
    room = {"width": 1067.0, "height": 480.0, "measure": text_width}
    usual, presented = (matrix_figure(sentence(n, zoom=zoom), **room, presented=on) for on in (False, True))
    bar = next(item for item in presented.items if isinstance(item, ColourBar))
    left = min(item.x for item in texts(presented) if item.align == "left" and item.angle == 0)
    assert left == pytest.approx(room["width"] - bar.x - bar.width, abs=8)
    one, other = usual.cells("weights"), presented.cells("weights")
    assert (one.y, one.width, one.height) == (other.y, other.width, other.height)
    assert other.x > one.x
    assert_inside(presented)
    assert_apart(presented)


# arcs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("n", [2, 3, 6, 14])
def test_arcs_ahead_are_led_to_from_their_tokens(n, live):
    figure = links_figure(sentence(n, drawing="arcs"), **LARGE, live=live).figure
    leaders = [item for item in figure.items if isinstance(item, Line)]
    arcs = [item for item in figure.items if isinstance(item, Path)]
    begin = max(min(x for x, _ in arc.points) for arc in arcs)
    ahead = {y for arc in arcs for x, y in (arc.points[0], arc.points[-1]) if x == begin}
    assert ahead
    for y in ahead:
        name = max((item for item in texts(figure) if 0 < item.y - y < 9), key=lambda item: item.x)
        end = name.x + text_width(name.text, name.size, name.bold)
        assert begin - end < 18 or any(
            line.y1 == line.y2 == y and line.x1 == pytest.approx(end + 5) and line.x2 == begin for line in leaders
        ), f"{name.text} ends far from its arcs"
    assert_inside(figure)
    assert_apart(figure)


@pytest.mark.parametrize("drawing", ["lines", "arcs"])
def test_a_few_tokens_beside_lines_have_large_type_in_a_window(drawing):
    sizes = []
    for n in (2, 3, 5, 8, 14, 30):
        scene = sentence(n, drawing=drawing)
        for window in (LARGE, {**LARGE, "width": 500.0}):
            figure = links_figure(scene, **window, live=True).figure
            names = {item.size for item in texts(figure) if item.text in scene.trace.tokens_k}
            assert len(names) == 1, "all alike"
            assert_inside(figure)
            assert_apart(figure)
        sizes += names
        page = links_figure(scene, **LARGE).figure
        assert {item.size for item in texts(page) if item.text in scene.trace.tokens_k} == {13}, "of a file as before"
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-1]) == (22, 13)


@pytest.mark.parametrize("n", [2, 3, 5, 9])
def test_arcs_of_a_few_tokens_are_as_round_as_those_of_many(n):
    figure = links_figure(sentence(n, drawing="arcs"), **LARGE, live=True).figure
    arcs = [item for item in figure.items if isinstance(item, Path)]
    ys = [y for arc in arcs for _, y in (arc.points[0], arc.points[-1])]
    high = max(ys) - min(ys)
    out = max(abs(x - arc.points[0][0]) * 0.75 for arc in arcs for x, _ in arc.points)
    assert out <= max(1.01 * high, 145.0)
    assert high >= min(60.0 * (n - 1), 0.6 * LARGE["height"]), "and they fill the window"


@pytest.mark.parametrize("transposed", [False, True])
def test_the_plot_rests_while_one_comes_closer(transposed):
    """Labels that have room then lie flat, and the room of turned ones stays."""
    places, flat = set(), []
    for side in (14.0, 9.0, 5.0, 3.5, 3.0):
        scene = sentence(14, zoom=None if side == 14 else (2.0, side, 3.0, side), transposed=transposed)
        figure = matrix_figure(scene, width=1000.0, height=520.0, measure=text_width)
        cells = figure.cells("weights")
        places.add((cells.x, cells.y, round(cells.width, 6), round(cells.height, 6)))
        above = [item for item in texts(figure) if item.text in WORDS and item.y == cells.y - 8]
        flat += {item.angle == 0 for item in above}
        assert_apart(figure)
    assert len(places) == 1
    assert len(flat) == 5, "all of them, or none"
    assert (flat[0], flat[-1]) == (False, True)


def test_numbers_below_1_give_their_noughts_for_a_decimal():
    rng = np.random.default_rng(2)
    document = matrix_document(rng.normal(size=(14, 4)) * 0.002, rng.normal(size=(14, 4)), np.ones((14, 1)))
    figure = matrix_figure(scene_of(document, quantity="scores"), **LARGE)
    cells = figure.cells("weights")
    assert cells.numbers is not None, "no number would be there with them"
    assert all(re.fullmatch(r"−?\.\d{3}|0|≈0", text) for row in cells.numbers for text in row)


def beside(scene):
    """The scene with the same weights not divided by √d_k beside its own."""
    other = derive(compared_document(scene.document, scene.view.compare)).for_head(0)
    return replace(scene, other=other, difference=difference_of(scene.trace, other, Asked()))


@pytest.mark.parametrize("width", range(700, 1500, 40))
def test_differences_stand_apart_before_their_type_is_large(width):
    """“+.07+.05” would read as one number: type goes down to the least before they come that close."""
    scene = sentence(10, drawing="compare")
    figure = compare_figure(beside(scene), width=width, height=520, measure=text_width)
    cells = figure.cells("difference")
    if cells.numbers is None:
        return
    widest = max(text_width(text, cells.number_size, False) for row in cells.numbers for text in row)
    assert cells.number_size == 10 or cells.cell_width - widest >= 5


def test_some_of_those_differences_are_written():
    figure = compare_figure(beside(sentence(10, drawing="compare")), width=1400, height=520, measure=text_width)
    assert figure.cells("difference").number_size > 10


@pytest.mark.parametrize(("side", "lined"), [(5.0, False), (6.5, False), (7.5, True), (20.0, True)])
def test_lines_between_small_cells_do_not_tint_what_is_read_as_a_number(side, lined):
    """In cells of five pixels lines would be more than a third of every colour."""
    figure = matrix_figure(numbered(10, 10), **LARGE)
    cells = replace(figure.cells("weights"), cell_width=side, cell_height=side, numbers=None)
    drawn = Figure(width=400, height=400, items=(cells,))
    assert (f'stroke="{LIGHT.grid}"' in svg_text(drawn, LIGHT)) == lined
