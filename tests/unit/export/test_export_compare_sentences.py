"""Two sentences beside each other: plots that can be held against each other, and a difference that names both."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from attnviz.document import edits
from attnviz.document.comparison import Comparison, compared_document
from attnviz.document.derive import derive
from attnviz.document.view_state import ViewState
from attnviz.export.compare_figure import compare_figure, needed_height
from attnviz.export.compare_words import LONGEST, side_names
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.row_figure import row_figure, row_title
from attnviz.export.scene import Scene
from attnviz.i18n import number_format
from attnviz.ui.accessible_grids import SceneReader, grids_of
from tests.unit.export.room import assert_apart, assert_inside, texts

pytestmark = pytest.mark.usefixtures("qapp")

PLOTS = ("weights", "other", "difference")
PAIRS = [
    ("o banco do rio", "conta no banco hoje"),
    ("a b", "internacionalização anticonstitucional"),
    ("the fat cat sat on the mat because it was warm", "the old dog lay in the sun although it was cold"),
    (" ".join("abcdefghijklmnopqrstuvw"), " ".join(f"palavra{i}" for i in range(23))),
    (" ".join(f"w{i}" for i in range(80)), " ".join(f"outra{i}" for i in range(80))),
]


def beside(one, two, *, language="en", **view):
    document = edits.sentence_document(one)
    comparison = Comparison(kind="sentence", text=two)
    return Scene(
        document=document,
        trace=derive(document),
        other=derive(compared_document(document, comparison)),
        view=ViewState(tab="matrix", drawing="compare", compare=comparison, **view),
        form=number_format(language),
    )


def drawn(scene, width=1100, height=500, abreast=3):
    return compare_figure(scene, width=width, height=height, measure=text_width, abreast=abreast)


@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(("one", "two"), [pair for both in PAIRS for pair in (both, both[::-1])])
def test_plots_of_the_same_shape_have_the_same_size_and_height(one, two, transposed):
    scene = beside(one, two, transposed=transposed)
    for width, height in itertools.product((420, 754, 1265, 1900), (240, 401, 681)):
        figure = drawn(scene, width, height)
        cells = [figure.cells(name) for name in PLOTS]
        assert len({(c.cell_width, c.cell_height, c.y) for c in cells}) == 1, (width, height)
        first, second, third = cells
        assert first.x + first.width < second.x
        assert second.x + second.width < third.x
        assert_inside(figure)
        assert_apart(figure)


@pytest.mark.parametrize("live", [False, True], ids=["file", "window"])
@pytest.mark.parametrize("transposed", [False, True])
@pytest.mark.parametrize(("one", "two"), PAIRS[1:3])
def test_of_a_part_with_cells_cut_by_its_edge_no_label_lies_on_another(one, two, transposed, live):
    scene = beside(one, two, transposed=transposed, zoom=(0.5, 1.5, 0.25, 1.5))
    for width, abreast in itertools.product((754, 1000, 1265, 1900), (1, 2, 3)):
        height = max(900, needed_height(scene, width, text_width, abreast))
        for shown in (scene, replace(scene, view=replace(scene.view, drawing="heatmap"))):
            if shown is scene:
                how = {"abreast": abreast, "live": live}
                figure = compare_figure(scene, width=width, height=height, measure=text_width, **how)
            else:
                figure = matrix_figure(shown, width=width, height=height, measure=text_width)
            assert_inside(figure)
            assert_apart(figure)


def test_labels_above_are_turned_in_all_plots_or_in_none():
    for width in range(500, 1500, 50):
        figure = drawn(beside("a b c d", "uma conta no banco"), width)
        angles = {item.angle for item in texts(figure) if item.text in {"a", "b", "c", "d", "uma", "conta", "banco"}}
        turned = {angle for angle in angles if angle}
        assert not turned or len(turned) == 1
        above = [item for item in texts(figure) if item.text in ("b", "conta") and item.align != "right"]
        assert len({bool(item.angle) for item in above}) == 1, width


@pytest.mark.parametrize(("width", "abreast"), [(1394, 3), (900, 2), (1394, 2)])
def test_above_a_difference_stand_both_tokens_where_they_differ(width, abreast):
    scene = beside("o banco do rio", "o lago do sul")
    figure = drawn(scene, width, needed_height(scene, width, text_width, abreast), abreast)
    assert_inside(figure)
    assert_apart(figure)
    cells = figure.cells("difference")
    above = [item for item in texts(figure) if item.y < cells.y and item.y > cells.y - 120 and item.x >= cells.x]
    said = [item.text for item in sorted(above, key=lambda item: item.x)]
    assert [text for text in said if text in ("o", "banco / lago", "do", "rio / sul")] == [
        "o",
        "banco / lago",
        "do",
        "rio / sul",
    ]
    left = [item.text for item in texts(figure) if item.align == "right" and cells.x - 9 <= item.x <= cells.x]
    # Below both plots it is no row's continuation: it has names of its own.
    assert left[:4] == (["o", "banco / lago", "do", "rio / sul"] if abreast == 2 else [])


@pytest.mark.parametrize("width", [420, 537, 700])
@pytest.mark.parametrize(("one", "two"), [pair for both in PAIRS[:2] for pair in (both, both[::-1])])
def test_a_difference_below_the_two_has_its_numbers_as_they_have(width, one, two):
    """Its labels are longer, and need more height."""
    scene = beside(one, two)
    figure = drawn(scene, width, needed_height(scene, width, text_width, 2), 2)
    assert [figure.cells(name).numbers is not None for name in PLOTS] == [True] * 3


def test_long_tokens_are_both_cut_rather_than_one_left_out():
    one, two = "anticonstitucionalmente", "internacionalizadamente"
    said = [item.text for item in texts(drawn(beside(f"{one} a", f"{two} b"), 1394)) if " / " in item.text]
    pair = next(text for text in said if text.startswith("anti"))
    first, second = pair.split(" / ")
    assert first.endswith("…")
    assert second.startswith("inter")
    assert len(first) > 4


def test_the_largest_difference_names_both_or_is_told_without_names():
    scene = beside("o banco do rio", "conta no banco hoje")
    difference = scene.trace.weights - scene.other.weights
    i, j = divmod(int(abs(difference).argmax()), 4)
    names = [f"{a} / {b}" for a, b in zip(scene.trace.tokens_q, scene.other.tokens_q, strict=True)]
    wide = " ".join(item.text for item in texts(drawn(scene, 1394)))
    assert f"largest: “{names[i]}” to “{names[j]}” {difference[i, j]:+.2f}".replace("-", "−") in wide
    narrow = " ".join(item.text for item in texts(drawn(scene, 500)))
    assert "largest: “" not in narrow
    assert f"largest: {difference[i, j]:+.2f}".replace("-", "−") in narrow


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize(("width", "height"), [(1265, 619), (1394, 683)])
def test_the_room_of_a_large_window_holds_the_numbers_of_a_difference(width, height, language):
    """1920 × 1080 leaves the canvas this; fourteen tokens, as the lesson has."""
    words = "the fat cat sat on the mat because it was warm and soft ."
    document = edits.sentence_document(words)
    comparison = Comparison(kind="divide")
    scene = replace(
        beside(words, words, language=language),
        view=ViewState(tab="matrix", drawing="compare", compare=comparison),
        other=derive(compared_document(document, comparison)),
    )
    figure = drawn(scene, width, height)
    for name in PLOTS:
        cells = figure.cells(name)
        assert cells.numbers is not None
        for text in {text for row in cells.numbers for text in row}:
            assert text_width(text, cells.number_size, False) <= cells.cell_width - 1


def test_titles_show_what_makes_long_sentences_different():
    start = "the fat cat sat on the mat because it was so very warm and soft"
    one, two = side_names(beside(f"{start} today", f"{start} tonight"))
    assert one != two
    assert "today" in one
    assert "tonight" in two
    assert one.startswith("“…")
    one, two = side_names(beside(f"{start} today", "o banco do rio"))
    assert (one, two) == ("“the fat cat sat on the mat because it was so…”", "“o banco do rio”")
    assert side_names(beside("x" * 99, "y"))[0] == "“" + "x" * (LONGEST - 1) + "…”"


def test_bars_below_two_matrices_say_whose_row_they_are():
    scene = beside("o banco do rio", "conta no banco hoje", query=1)
    assert row_title(scene) == "Row of “banco” · “o banco do rio” · sum 1.00"
    figure = row_figure(scene, width=700, height=150, measure=text_width)
    assert any("“o banco do rio”" in item.text for item in texts(figure))
    assert "“o banco do rio”" in figure.description
    assert row_title(replace(scene, other=None)) == "Row of “banco” · sum 1.00"
    assert row_title(replace(scene, view=replace(scene.view, drawing="heatmap"))) == "Row of “banco” · sum 1.00"


@pytest.mark.parametrize("transposed", [False, True])
def test_a_screen_reader_is_told_each_plots_own_tokens(transposed):
    scene = beside("o banco do rio", "o lago do sul", transposed=transposed)
    grids = {grid.name: grid for grid in grids_of(drawn(scene), SceneReader(scene, whole=True))}
    for name, expected in (
        ("weights", ["o", "banco", "do", "rio"]),
        ("other", ["o", "lago", "do", "sul"]),
        ("difference", ["o", "banco / lago", "do", "rio / sul"]),
    ):
        assert list(grids[name].rows) == list(grids[name].columns) == expected
    scene = beside("um dois", "a b c")
    grids = {grid.name: grid for grid in grids_of(drawn(scene), SceneReader(scene, whole=True))}
    assert list(grids["other"].rows) == ["a", "b", "c"]
