"""The grid of heads as a figure; and every view of imported attention as a file shows it."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.softmax import softmax
from attnviz.core.stack import stack_of_arrays
from attnviz.document import projection_edits
from attnviz.document.colour_choice import ColourChoice
from attnviz.document.derive import derive
from attnviz.document.head_grid import grids, ordered
from attnviz.document.heads_look import HeadsLook
from attnviz.document.imported_edits import imported_document, with_holds
from attnviz.document.imported_source import Reading
from attnviz.document.imported_view import fitted_view, picked_document
from attnviz.document.view_state import ViewState
from attnviz.export.bar_ticks import FIGURES, end_texts, written
from attnviz.export.cells import Mark
from attnviz.export.figure import Cells, Text
from attnviz.export.fonts import text_width
from attnviz.export.heads_figure import head_reading, heads_picture
from attnviz.export.matrix_quantity import shown
from attnviz.export.picture import cell_marks
from attnviz.export.scene import Scene
from attnviz.export.views import VIEWS, view_figure
from attnviz.i18n import NumberFormat

pytestmark = pytest.mark.usefixtures("qapp")  # letters are measured


def never():
    while True:
        yield False


def always():
    while True:
        yield True


def document(A, tokens=None):
    stack = stack_of_arrays(list(np.asarray(A)))
    tokens = tokens or tuple(str(i) for i in range(stack.n_k))
    return imported_document(Reading(stack=stack, tokens_q=tokens[-stack.n_q :], tokens_k=tokens), name="attention")


def scene(found, **view):
    seen = fitted_view(found, ViewState(tab="heads", **view))
    looked = picked_document(found, seen)
    *_, grid = grids(found, never())
    return Scene(document=looked, trace=derive(looked).for_head(seen.head), view=seen, form=NumberFormat(), grid=grid)


def drawn(picture) -> Cells:
    (cells,) = [item for item in picture.figure.items if isinstance(item, Cells)]
    return cells


def texts(figure) -> list[str]:
    return [item.text for item in figure.items if isinstance(item, Text)]


@pytest.fixture
def A():
    return softmax(np.random.default_rng(3).normal(size=(3, 4, 6, 6)))


def test_each_thumbnail_stands_where_its_layer_and_head_say(A):
    shown = scene(document(A))
    picture = heads_picture(shown, width=900, measure=text_width)
    cells = drawn(picture)
    for index, (layer, head) in enumerate(shown.grid.places):
        x, y, width, height = picture.rect(index)
        row, column = cells.at(x + width / 12, y + height / 12)
        part = cells.values[row : row + 6, column : column + 6]
        np.testing.assert_array_equal(part, A[layer, head].astype(np.float32))
        assert picture.at(x + width / 2, y + height / 2) == index


def test_a_thumbnail_loses_no_bright_cell():
    A = np.zeros((1, 2, 200, 200), dtype=np.float32)
    A[0, 1, 133, 77] = 1
    grid = scene(document(A)).grid
    assert grid.thumbs.shape[1] <= 48
    assert grid.thumbs[1].max() == 1
    assert (grid.thumbs[1] > 0).sum() == 1


def test_the_grid_fills_head_by_head(A):
    stages = list(grids(document(A), always()))
    assert [stage.done for stage in stages] == list(range(1, 13))
    assert not stages[3].thumbs[4:].any()
    assert stages[-1].complete


def test_sorted_heads_show_the_pattern_more_and_more(A):
    A[1, 2] = np.eye(6, k=-1)
    A[1, 2, 0, 0] = 1
    shown = scene(document(A), heads=HeadsLook(order="previous"))
    order = ordered(shown.grid, shown.view.heads)
    values = [shown.grid.found[index].previous for index in order]
    assert values == sorted(values, reverse=True)
    assert shown.grid.places[order[0]] == (1, 2)
    picture = heads_picture(shown, width=600, measure=text_width)
    assert list(picture.slots) == list(order)
    assert "1.00" in texts(picture.figure)
    few = HeadsLook(order="previous", least=0.9)
    assert [shown.grid.places[index] for index in ordered(shown.grid, few)] == [(1, 2)]


def test_the_reading_names_the_head_as_the_person_counts(A):
    shown = scene(document(A))
    assert head_reading(shown, 5).startswith("layer 2 · head 2 · previous token ")
    zero = replace(shown, view=replace(shown.view, first_head=0))
    assert head_reading(zero, 5).startswith("layer 1 · head 1 · ")


def test_heads_of_projections_have_a_grid_too():
    found = projection_edits.embedded(("a", "b", "c"), d_model=4, n_heads=2, d_k=2)
    *_, grid = grids(found, never())
    np.testing.assert_allclose(grid.thumbs, derive(found).weights, atol=1e-7)


@pytest.mark.parametrize("tab", list(VIEWS))
@pytest.mark.parametrize("kind", ["weights", "scores", "negative", "nan", "rectangle"])
@pytest.mark.parametrize("drawing", ["heatmap", "lines", "arcs", "compare"])
def test_every_view_of_imported_attention_is_a_figure(A, tab, kind, drawing):
    if kind == "negative":
        A = A - 0.5
    if kind == "nan":
        A[0, 0, 2] = np.nan
    if kind == "rectangle":
        A = A[:, :, :3]
    found = document(A)
    if kind == "scores":
        found = with_holds(found, "scores")
    shown = scene(found, drawing=drawing)
    shown = replace(shown, view=replace(shown.view, tab=tab), other=shown.trace)
    if drawing == "compare":
        shown = replace(shown, view=replace(shown.view, compare=replace(shown.view.compare, kind="head", head=1)))
    figure = view_figure(shown, text_width)
    assert figure.width > 100
    assert figure.items


@pytest.mark.parametrize("tab", ["steps", "gradient", "shapes"])
def test_a_tab_without_a_picture_says_why(A, tab):
    shown = scene(document(A))
    said = " ".join(texts(view_figure(replace(shown, view=replace(shown.view, tab=tab)), text_width)))
    assert "imported" in said or "computed elsewhere" in said or "other matrices" in said


def test_the_script_prints_the_weights_of_the_head(A, tmp_path):
    import subprocess
    import sys

    from attnviz.export.code.files import write_code

    shown = scene(document(A), layer=2, head=3)
    path = tmp_path / "script.py"
    write_code(path, shown.document, shown.trace, "numpy")
    printed = subprocess.run([sys.executable, path.name], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert f"{A[2, 3, 0, 0]:.4f}" in printed.stdout


def weights_of(layers, heads, n=10):
    return softmax(np.random.default_rng(0).standard_normal((layers, heads, n, n)))


@pytest.mark.parametrize(("layers", "heads", "width", "height"), [(4, 4, 745, 640), (6, 6, 900, 400), (1, 1, 400, 300)])
def test_all_heads_are_in_sight_where_they_can_be_read_so(layers, heads, width, height):
    picture = heads_picture(scene(document(weights_of(layers, heads))), width=width, measure=text_width, room=height)
    assert picture.figure.height <= height
    assert picture.figure.width <= width
    assert picture.lattice.width >= 40


def test_where_the_grid_has_to_be_scrolled_it_takes_the_width():
    picture = heads_picture(scene(document(weights_of(12, 4))), width=660, measure=text_width, room=440)
    x, _, width, _ = picture.rect(3)
    assert 0.75 * 660 < x + width <= 660 - 20


def test_the_heading_fits_one_layer_and_many():
    for layers in (1, 3):
        found = scene(document(weights_of(layers, 4)))
        said = texts(heads_picture(found, width=700, measure=text_width).figure)
        assert f"layers: {layers} · heads: 4" in said


EVEN = softmax(np.random.default_rng(5).normal(size=(2, 3, 8, 8)))


@pytest.mark.parametrize(
    ("factor", "low", "high"),
    [(1, 0, 1), (1e30, 0, 1e30), (1e-30, 0, 1e-30), (-1, -1, 1), (-1e-30, -1e-30, 1e-30), (1e300, 0, 3.4e38)],
)
def test_colours_of_numbers_that_are_no_shares_reach_as_far_as_they_do(factor, low, high):
    found = scene(document(factor * EVEN))
    scale = drawn(heads_picture(found, width=900, measure=text_width)).scale
    most = float(EVEN.max())
    if factor == 1:
        assert (scale.low, scale.high) == (0, 1)
    elif factor == 1e300:
        assert scale.high == pytest.approx(high, rel=0.01)
    else:
        assert (scale.low, scale.high) == pytest.approx((low * most, high * most), rel=1e-6)
    seen = drawn(heads_picture(found, width=900, measure=text_width))
    assert len(np.unique(scale.entries(seen.values))) > (1 if factor == 1e300 else 10), "they can be told apart"


@pytest.mark.parametrize("factor", [1e30, 1e-30, 1e300, -1e30])
def test_so_do_those_of_the_matrix_and_the_bar_says_so(factor):
    seen = shown(scene(document(factor * EVEN)))
    most = float(abs(seen.values).max())
    assert seen.scale.high == pytest.approx(most)
    assert seen.scale.low == (pytest.approx(-most) if factor < 0 else pytest.approx(float(seen.values.min())))
    assert len(np.unique(seen.scale.entries(seen.values))) > 10
    assert end_texts(seen.scale, NumberFormat(), FIGURES)[1] == written(seen.scale.high, NumberFormat())


@pytest.mark.parametrize(
    ("number", "low", "high"), [(0.25, 0, 1), (0.0, 0, 1), (-3.5, -3.5, 3.5), (3e38, 0, 3e38), (7, 0, 7)]
)
def test_one_number_everywhere_has_a_bar_too(number, low, high):
    scale = shown(scene(document(np.full((2, 3, 8, 8), number)))).scale
    assert (scale.low, scale.high) == (low, high)


def test_weights_keep_their_range_from_0_to_1_and_a_range_by_hand_stays():
    assert (shown(scene(document(EVEN))).scale.low, shown(scene(document(EVEN))).scale.high) == (0, 1)
    by_hand = shown(scene(document(100 * EVEN), colour=ColourChoice(high=50.0))).scale
    assert (by_hand.low, by_hand.high) == (0, 50)


def test_of_scores_no_pattern_is_told_until_the_softmax_is_applied():
    scores = document(np.random.default_rng(6).normal(size=(2, 3, 8, 8)) * 4)
    plain = scene(scores, heads=HeadsLook(order="diagonal"))
    said = texts(heads_picture(plain, width=900, measure=text_width).figure)
    assert any("patterns are defined for weights" in text for text in said)
    assert "0 of 6 heads by: diagonal" in said
    assert head_reading(plain, 0).endswith("its rows are no weights, so no pattern is defined")
    weights = scene(with_holds(scores, "scores"), heads=HeadsLook(order="diagonal"))
    said = texts(heads_picture(weights, width=900, measure=text_width).figure)
    assert "6 of 6 heads by: diagonal" in said
    assert "diagonal 0." in head_reading(weights, 0)


STRANGE = {Mark.NAN: np.nan, Mark.INFINITE: np.inf, Mark.MINUS_INFINITE: -np.inf}


@pytest.mark.parametrize("mark", STRANGE)
@pytest.mark.parametrize("n", [6, 200])
@pytest.mark.parametrize("stored", ["f2", "f4", "f8"])
@pytest.mark.parametrize("order", ["place", "diagonal"])
def test_a_thumbnail_shows_what_is_no_number_as_none(mark, n, stored, order):
    A = np.broadcast_to(np.eye(n), (2, 2, n, n)).copy()
    A[1, 0, n // 2] = 0.0
    A[1, 0, n // 2, 1] = STRANGE[mark]
    if mark is Mark.MINUS_INFINITE:
        A[1, 0, n // 2] = STRANGE[mark]
        A[1, 0, n // 2 - 5 : n // 2 + 5] = STRANGE[mark]  # of a block it is the least number
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = scene(document(A.astype(stored)), heads=HeadsLook(order=order, least=0.0))
        picture = heads_picture(found, width=900, measure=text_width)
        cells = drawn(picture)
        marks = cell_marks(cells)
        assert set(np.unique(marks)) == {0, mark}
        rows, columns = np.nonzero(marks == mark)
        index = found.grid.index(1, 0)
        for row, column in zip(rows, columns, strict=True):
            x, y, width, height = cells.cell_rect(row, column)
            assert picture.at(x + width / 2, y + height / 2) == index
        assert (cells.scale.low, cells.scale.high) == (0, 1), "the others have their colours"
        said = " ".join(texts(picture.figure))
    assert ("a cross: not a number (NaN)" in said) == (mark is Mark.NAN)
    assert ("a triangle: infinite" in said) == (mark is not Mark.NAN)


@pytest.mark.parametrize("bits", [("f2", "u2", 0x7D01), ("f4", "u4", 0x7FA00001), ("f8", "u8", 0x7FF4000000000001)])
@pytest.mark.parametrize("curve", ["linear", "sqrt", "log", "row", "quantile"])
def test_a_nan_that_operations_complain_of_is_like_any_other(bits, curve):
    """A spoilt file has NaNs of all kinds, some of which even a subtraction warns of."""
    stored, whole, strange = bits
    A = np.broadcast_to(np.eye(6), (1, 2, 6, 6)).astype(stored)
    A.view(whole)[0, 0, 3, 2] = strange
    look = ColourChoice(curve=curve)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = scene(document(A), colour=look)
        cells = drawn(heads_picture(found, width=900, measure=text_width))
        matrix = found.trace.written_weights[0]
        for values in (cells.values, matrix):
            assert np.isnan(values).sum() == 1
            cells.scale.entries(values)
            assert Mark.NAN in cells.scale.marks(values)


@pytest.mark.parametrize("stored", ["f2", "f4", "f8"])
@pytest.mark.parametrize("n", [6, 200])
def test_a_row_of_nan_alone_is_no_fault_of_a_thumbnail(n, stored):
    A = np.broadcast_to(np.eye(n), (2, 2, n, n)).copy()
    A[1, 0, 2:5] = np.nan
    grid = scene(document(A.astype(stored))).grid
    assert np.isfinite(grid.thumbs).all()
    A[1, 0, 3, 3] = 0.5
    assert np.isnan(scene(document(A.astype(stored))).grid.thumbs[2]).any()
