"""Matrices as pixels: every curve and map, windows and long shapes, read back."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QImage, QPainter

from attnviz.core import reduce
from attnviz.document.colour_choice import MAPS, SIGNED_MAPS, ColourChoice, Curve
from attnviz.export.cell_images import indexed_image
from attnviz.export.cells import Mark
from attnviz.export.paint_cells import paint_cells
from attnviz.export.palette import PALETTES, luminance, rgb
from attnviz.export.picture import picture
from tests.examples import examples
from tests.unit.export.cells_painted import cells_of, frozen, lut_of, middles, painted, pixels, wanted

pytestmark = pytest.mark.usefixtures("qapp")

CURVES = get_args(Curve)
DRAW = np.random.default_rng(11)


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("name", [*MAPS, *SIGNED_MAPS])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_curve_and_map_is_painted_as_it_says(curve, name, theme):
    signed = name in SIGNED_MAPS
    values = DRAW.normal(size=(7, 9)) if signed else DRAW.random((7, 9)) ** 3
    choice = ColourChoice(curve=curve, **{"signed_map" if signed else "map": name})
    for turned in (False, True):
        cells = cells_of(values, choice, signed=signed, transposed=turned)
        np.testing.assert_array_equal(middles(painted(cells, theme), cells), wanted(cells, theme))


@pytest.mark.parametrize("curve", CURVES)
def test_the_zero_stands_at_the_top_right(curve):
    cells = cells_of([[1, 0], [0.3, 0.7]], ColourChoice(curve=curve), cell=(40.0, 30.0))
    image = painted(cells)
    assert tuple(image[15, 60]) == rgb(PALETTES["light"].paper)
    darkness = -luminance(image[[15, 15, 45, 45], [20, 60, 20, 60]].astype(np.uint8))
    assert darkness[0] >= darkness[3] > darkness[2] > darkness[1]
    across = painted(replace(cells, transposed=True, cell_width=30.0, cell_height=40.0))
    assert tuple(across[60, 15]) == rgb(PALETTES["light"].paper)


@pytest.mark.parametrize("shape", [(1, 200), (200, 1), (1, 1), (3, 700), (700, 3), (64, 64)])
@pytest.mark.parametrize("size", [(640, 480), (333, 217)])
def test_first_and_last_rows_and_columns_are_whole(shape, size):
    """Every cell large enough for a pixel is there, in order; the outermost are as wide as the others."""
    values = DRAW.random(shape)
    cells = cells_of(values, cell=(size[0] / shape[1], size[1] / shape[0]))
    image = painted(cells, size=size)
    expected = wanted(cells)
    if max(shape) <= min(size):
        np.testing.assert_array_equal(middles(image, cells), expected)
    small = picture(cells, 1, 1)
    corners = (0, 0), (0, -1), (-1, 0), (-1, -1)
    # A line between cells may lie on the outermost pixel.
    inset = 1 if min(cells.cell_width, cells.cell_height) >= 5 else 0
    for row, column in corners:
        found = image[inset if row == 0 else -1 - inset, inset if column == 0 else -1 - inset]
        np.testing.assert_array_equal(found, lut_of(cells)[small.levels[row, column]])


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("at", [(0, 0), (4095, 4095), (2047, 1), (1000, 3001)])
def test_a_single_bright_cell_of_4096_squared_can_be_seen(signed, at):
    values = np.zeros((4096, 4096), dtype=np.float32)
    values[at] = 1
    cells = cells_of(values, signed=signed, cell=(800 / 4096, 800 / 4096))
    image = painted(cells, size=(800, 800))
    bright = (image == lut_of(cells)[255]).all(axis=2)
    assert 1 <= bright.sum() <= 4
    y, x = np.argwhere(bright).mean(axis=0)
    assert abs(y - at[0] * 800 / 4096) <= 2
    assert abs(x - at[1] * 800 / 4096) <= 2


def test_a_tall_matrix_of_three_columns():
    values = np.zeros((4096, 3), dtype=np.float32)
    values[1234, 1] = 1
    cells = cells_of(values, cell=(100.0, 600 / 4096))
    image = painted(cells, size=(300, 600))
    dark = (image == lut_of(cells)[255]).all(axis=2)
    rows, columns = np.nonzero(dark)
    assert (columns.min(), columns.max()) == (100, 199)
    assert np.ptp(rows) <= 1


# kept layers --------------------------------------------------------------------------------------------------


def test_what_was_kept_looks_like_what_was_painted_first():
    visible = frozen(np.tri(9, dtype=bool))
    values = np.tril(DRAW.random((9, 9)))
    values[4, 2], values[5, 1] = np.nan, 3
    cells = cells_of(values, visible=visible)
    first = painted(cells)
    np.testing.assert_array_equal(painted(cells), first)
    other = cells_of(values / 2, visible=visible)
    np.testing.assert_array_equal(painted(other)[45, 5], wanted(other)[4, 0])
    np.testing.assert_array_equal(painted(cells), first)
    assert (painted(cells, "dark") != first).any()


def test_numbers_that_were_written_to_are_painted_anew():
    values = np.zeros((4, 4))
    cells = replace(cells_of(np.zeros((4, 4))), values=values)
    painted(cells)
    values[1, 1] = 1
    np.testing.assert_array_equal(painted(cells)[15, 15], lut_of(cells)[255])


def test_masked_cells_are_hatched_and_the_others_plain():
    visible = frozen(np.tri(6, dtype=bool))
    cells = cells_of(np.where(visible, 0.4, 0), visible=visible, cell=(24.0, 24.0))
    image = painted(cells)
    paper = np.array(rgb(PALETTES["light"].paper))
    for i, j in np.ndindex(6, 6):
        inside = image[24 * i + 3 : 24 * i + 22, 24 * j + 3 : 24 * j + 22].reshape(-1, 3)
        if j <= i:
            assert (inside == wanted(cells)[i, j]).all()
        else:
            assert (inside == paper).all(axis=1).any()
            assert (inside != paper).any(axis=1).mean() > 0.05


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 5), st.integers(1, 5), st.data())
@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_hidden_numbers_do_not_show_in_reduced_pictures(rows, columns, down, across, data):
    draw = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    values, visible = draw.random((rows, columns)), draw.random((rows, columns)) < 0.6
    cells = cells_of(values, visible=visible, cell=(1 / across, 1 / down))
    small = picture(cells, 1, 1)
    down, across = small.down, small.across
    assert small.levels.shape == (-(-rows // down), -(-columns // across))
    for i, j in np.ndindex(small.levels.shape):
        block = np.s_[i * down : (i + 1) * down, j * across : (j + 1) * across]
        assert small.seen[i, j] == visible[block].any()
        if small.seen[i, j]:
            assert abs(small.levels[i, j] - 255 * values[block][visible[block]].max()) <= 0.5 + 1e-9


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("curve", ["linear", "row", "log"])
@pytest.mark.parametrize("pixels_a_cell", [1.0, 0.4])
def test_a_large_picture_is_that_of_its_parts(dtype, signed, curve, pixels_a_cell):
    """Large matrices are looked at some rows at a time: strange numbers in some of them change no other."""
    values = np.random.default_rng(3).random((700, 412)).astype(dtype) - (0.5 if signed else 0)
    cells = cells_of(values.copy(), ColourChoice(curve=curve), cell=(pixels_a_cell, pixels_a_cell), signed=signed)
    values[3, 5], values[349, 2], values[350, 411], values[698, 7] = np.nan, np.inf, 9.0, -np.inf
    cells = replace(cells, values=frozen(values))
    small = picture(cells, 1, 1)
    step = small.down
    for top in range(0, 700, 3 * step):
        part = picture(replace(cells, view=(float(top), float(min(3 * step, 700 - top)), 0.0, 412.0)), 1, 1)
        place = slice(top // step, top // step + len(part.levels))
        np.testing.assert_array_equal(small.levels[place], part.levels)
        marks = np.zeros_like(part.levels) if part.marks is None else part.marks
        np.testing.assert_array_equal(small.marks[place], marks)
    assert {Mark.NAN, Mark.INFINITE, Mark.ABOVE} <= set(small.marks[small.marks > 0].tolist())


@pytest.mark.parametrize("curve", ["linear", "row", "quantile"])
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("pixels_a_cell", [1.0, 0.3])
def test_many_hands_draw_what_one_does(monkeypatch, curve, signed, pixels_a_cell):
    values = DRAW.normal(size=(900, 700)) if signed else DRAW.random((900, 700))
    values = values.astype(np.float32)
    values[::211, ::97] = np.nan
    values[5, 5] = np.inf
    cells = cells_of(values, ColourChoice(curve=curve), signed=signed, cell=(pixels_a_cell, pixels_a_cell))
    alone = picture(cells, 1.0, 1.0)
    monkeypatch.setattr(reduce, "SHARED", 1)
    together = picture(cells, 1.0, 1.0)
    assert alone.marks.any()
    np.testing.assert_array_equal(together.levels, alone.levels)
    np.testing.assert_array_equal(together.marks, alone.marks)


@pytest.mark.parametrize("shape", [(1, 1), (7, 3), (200, 200), (200, 201), (1, 50_000), (431, 257)])
def test_every_entry_has_its_colour_in_small_and_large_pictures(shape):
    entries = np.random.default_rng(1).integers(0, 256, shape[::-1], dtype=np.uint8).T  # not row after row in memory
    found = pixels(indexed_image(entries, PALETTES["dark"], "viridis"))
    np.testing.assert_array_equal(found, PALETTES["dark"].lut("viridis").astype(int)[entries])


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("zoom", [1.0, 1.3])
def test_layers_meet_on_any_screen(ratio, zoom):
    """Hatching, marks and colours lie on the same cells, whatever the screen's pixels and wherever the figure is."""
    visible = np.tri(8, dtype=bool)
    visible[6] = False
    values = np.where(visible, DRAW.random((8, 8)), 0)
    values[5, 2] = np.nan
    cells = cells_of(values, visible=frozen(visible), cell=(16.0, 16.0), x=7.0, y=3.0)
    image = QImage(round(220 * ratio), round(200 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0xFFFF00FF)
    painter = QPainter(image)
    painter.translate(11.25, 5.5)
    painter.scale(zoom, zoom)
    paint_cells(painter, cells, PALETTES["light"], True)
    painter.end()
    found = pixels(image)
    expected = wanted(cells)
    for i, j in np.ndindex(8, 8):
        x, y, width, height = cells.cell_rect(i, j)
        left, top = (11.25 + zoom * x) * ratio, (5.5 + zoom * y) * ratio
        inset = 2.5 * ratio
        inside = found[
            int(top + inset) : int(top + zoom * height * ratio - inset),
            int(left + inset) : int(left + zoom * width * ratio - inset),
        ].reshape(-1, 3)
        plain = (inside == inside[0]).all()
        if (i, j) == (5, 2):
            assert not plain
        elif visible[i, j]:
            assert plain
            np.testing.assert_array_equal(inside[0], expected[i, j])
        else:
            assert not plain, "hatched"


# windows ------------------------------------------------------------------------------------------------------


@given(st.data())
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_window_shows_the_cells_it_names_where_it_says(data):
    turned = data.draw(st.booleans())
    curve = data.draw(st.sampled_from(CURVES))
    values = np.random.default_rng(data.draw(st.integers(0, 99))).random((12, 15))
    quarters = st.integers(0, 40).map(lambda k: k / 4)
    view = (data.draw(quarters), data.draw(quarters) / 2 + 1, data.draw(quarters), data.draw(quarters) / 2 + 1)
    cells = cells_of(values, ColourChoice(curve=curve), cell=(16.0, 12.0), view=view, transposed=turned, x=8.0, y=4.0)
    image = painted(cells, size=(260, 260))
    expected = wanted(cells)
    outside = np.ones(image.shape[:2], dtype=bool)
    for i, j in np.ndindex(12, 15):
        x, y, width, height = cells.cell_rect(i, j)
        middle = x + width / 2, y + height / 2
        found = cells.at(*middle)
        inside = 8 <= middle[0] < 8 + cells.width and 4 <= middle[1] < 4 + cells.height
        assert found == ((i, j) if inside else None)
        if inside:
            np.testing.assert_array_equal(image[int(middle[1]), int(middle[0])], expected[i, j])
    outside[4 : int(4 + cells.height) + 1, 8 : int(8 + cells.width) + 1] = False
    assert (image[outside] == (255, 0, 255)).all(), "nothing is drawn outside the window"


def test_blocks_of_a_reduced_picture_stay_while_the_window_moves():
    values = DRAW.random((400, 400))
    wide = cells_of(values, cell=(0.25, 0.25), view=(0.0, 200.0, 0.0, 200.0))
    whole = picture(replace(wide, view=None, cell_width=0.25, cell_height=0.25), 1, 1)
    for start in (0.0, 3.0, 6.5, 101.0):
        part = picture(replace(wide, view=(start, 200.0, start, 200.0)), 1, 1)
        first = int(start // 4)
        np.testing.assert_array_equal(
            part.levels, whole.levels[first : first + len(part.levels), first:][:, : len(part.levels)]
        )


def test_a_window_beside_the_matrix_draws_nothing():
    cells = cells_of(DRAW.random((4, 4)), view=(10.0, 4.0, 0.0, 4.0))
    assert (painted(cells) == (255, 0, 255)).all()
