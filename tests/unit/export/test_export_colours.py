"""Colours say what the numbers say, can be read on each other, and no bright cell is lost in a small picture."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core.reduce import reduce_extreme, reduce_max, reduction
from attnviz.document.colour_choice import MAPS, SIGNED_MAPS
from attnviz.export.cells import ColourScale
from attnviz.export.palette import PALETTES, contrast, inks, luminance, rgb
from attnviz.export.scales import signed_scale, weights_scale

LEAST = 4.5  # WCAG 2.2, text of ordinary size
GROUNDS = ("paper", "panel", "canvas")
MAX = float(np.finfo(np.float64).max)

every_theme = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
every_map = pytest.mark.parametrize("name", [*MAPS, *SIGNED_MAPS])


def ratio(one, other):
    a, b = (luminance(np.array(rgb(colour), dtype=np.uint8)) for colour in (one, other))
    return float(contrast(a, b))


# palettes -----------------------------------------------------------------------------------------------------


def test_contrast_is_wcags():
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert ratio("#123456", "#123456") == 1


@every_theme
@pytest.mark.parametrize("ground", GROUNDS)
def test_text_can_be_read_on_every_ground(palette, ground):
    for name in ("ink", "muted", "danger", "accent", *palette.colours):
        found = ratio(palette.colour(name), palette.colour(ground))
        assert found >= LEAST, f"{name} on {ground} in {palette.name}: {found:.2f}"


@every_theme
def test_text_on_the_accent_can_be_read(palette):
    assert ratio(palette.on_accent, palette.accent) >= LEAST


@every_theme
@every_map
def test_numbers_can_be_read_on_every_cell(palette, name):
    lut, ink = palette.lut(name), inks(palette, name)
    assert lut.shape == (256, 3)
    for entry in range(256):
        colour = "#{:02x}{:02x}{:02x}".format(*lut[entry].tolist())
        assert ratio(ink[entry], colour) >= LEAST, entry


@every_theme
def test_weights_go_from_paper_in_one_direction(palette):
    lut = palette.lut("violet")
    assert tuple(lut[0]) == rgb(palette.paper)
    steps = np.diff(luminance(lut))
    assert (steps <= 0).all() if palette.name == "light" else (steps >= 0).all()
    assert len(np.unique(lut, axis=0)) > 200, "steps of the scale can be told apart"


@every_theme
def test_zero_of_a_signed_map_is_paper_and_both_sides_leave_it(palette):
    lut = palette.lut("blue-orange")
    assert tuple(lut[127]) == tuple(lut[128]) == rgb(palette.paper)
    away = np.abs(luminance(lut) - luminance(lut)[128])
    assert (np.diff(away[128:]) >= 0).all()
    assert (np.diff(away[127::-1]) >= 0).all()
    assert tuple(lut[0]) != tuple(lut[255])


# scales -------------------------------------------------------------------------------------------------------


@given(hnp.arrays(np.float64, (3, 4), elements=st.floats(0, 1)), st.sampled_from([np.float32, np.float64]))
def test_an_entry_is_the_nearest_of_256(values, dtype):
    values = values.astype(dtype)
    found = weights_scale().entries(values)
    assert found.dtype == np.uint8
    assert (np.abs(found - values.astype(np.float64) * 255) <= 0.5 + 1e-3).all()


@given(st.floats(-1e100, 1e100), st.floats(1e95, 1e300), hnp.arrays(np.float64, 5, elements=st.floats(-1e300, 1e300)))
def test_order_is_kept_and_what_lies_outside_takes_the_end(low, width, values):
    scale = ColourScale(map="blue-orange", low=low, high=low + width)
    with np.errstate(over="raise", invalid="raise"):
        found = scale.entries(np.sort(values)[np.newaxis])[0]
    assert (np.diff(found.astype(int)) >= 0).all()
    if scale.high > scale.low:
        assert scale.entries(np.array([scale.low])) == 0
        assert scale.entries(np.array([scale.high])) == 255


def test_an_empty_range_has_one_colour():
    assert not ColourScale(map="violet", low=1, high=1).entries(np.array([[0, 1, 2]])).any()


@given(hnp.arrays(np.float64, (2, 3), elements=st.floats(allow_nan=False)), st.booleans())
def test_zero_is_in_the_middle_of_a_signed_scale_whatever_the_numbers(values, twice):
    scale = signed_scale(values, None, *([values] if twice else []))
    assert scale.low == -scale.high < 0
    entries = scale.entries(np.array([[-scale.high, 0.0, scale.high]]))
    assert entries[0, 0] == 0
    assert entries[0, 1] in (127, 128), "both are paper"
    assert entries[0, 2] == 255
    of_values = scale.entries(np.clip(values, -MAX, MAX))
    assert (of_values[values > 0] >= 127).all()
    assert (of_values[values < 0] <= 128).all()


@pytest.mark.parametrize("largest", [5e-324, 1e-310, 1.0, MAX, np.inf])
def test_a_signed_scale_at_the_ends_of_the_floats(largest):
    values = np.array([[0.0, largest, -largest]])
    found = signed_scale(values).entries(values)[0]
    assert found[0] in (127, 128)
    assert found[1] >= 127
    assert found[2] <= 128


def test_a_matrix_of_zeros_is_paper():
    assert signed_scale(np.zeros((2, 2))).entries(np.zeros((2, 2))).tolist() == [[128, 128], [128, 128]]


# reduction ----------------------------------------------------------------------------------------------------


def naive(values, rows, columns, choose):
    """Block by block."""
    blocks = [
        [choose(values[i : i + rows, j : j + columns]) for j in range(0, values.shape[1], columns)]
        for i in range(0, values.shape[0], rows)
    ]
    return np.array(blocks)


shapes = st.tuples(st.integers(1, 23), st.integers(1, 23))
# Of every size that two neighbours are compared in, and of one that has none.
numbers = st.sampled_from([np.float16, np.float32, np.float64]).flatmap(
    lambda dtype: hnp.arrays(dtype, shapes, elements=hnp.from_dtype(np.dtype(dtype), allow_nan=False))
)
steps = st.integers(1, 30)


@given(numbers, steps, steps)
def test_a_block_is_its_maximum(values, rows, columns):
    np.testing.assert_array_equal(reduce_max(values, rows, columns), naive(values, rows, columns, np.max))


@given(numbers, steps, steps, st.data())
def test_a_block_with_a_nan_is_nan_and_no_other(values, rows, columns, data):
    i, j = data.draw(st.integers(0, values.shape[0] - 1)), data.draw(st.integers(0, values.shape[1] - 1))
    values[i, j] = np.nan
    for reduce in (reduce_max, reduce_extreme):
        strange = np.isnan(reduce(values, rows, columns))
        assert strange[i // rows, j // columns]
        assert strange.sum() == 1


@given(hnp.arrays(np.uint8, shapes), steps, steps)
def test_a_block_of_bytes_is_its_maximum(values, rows, columns):
    np.testing.assert_array_equal(reduce_max(values, rows, columns), naive(values, rows, columns, np.max))


@given(numbers, steps, steps)
def test_a_signed_block_is_its_number_of_largest_size(values, rows, columns):
    found = reduce_extreme(values, rows, columns)
    np.testing.assert_array_equal(np.abs(found), naive(np.abs(values), rows, columns, np.max))
    assert np.isin(found, values).all()


@given(shapes, steps, steps, st.data())
def test_a_single_bright_cell_is_never_lost(shape, rows, columns, data):
    i, j = data.draw(st.integers(0, shape[0] - 1)), data.draw(st.integers(0, shape[1] - 1))
    for reduce, value in ((reduce_max, 1.0), (reduce_extreme, 1.0), (reduce_extreme, -1.0)):
        values = np.zeros(shape)
        values[i, j] = value
        found = reduce(values, rows, columns)
        assert found[i // rows, j // columns] == value
        assert np.count_nonzero(found) == 1


@given(st.integers(1, 5000), st.floats(0.1, 5000))
def test_reduced_cells_have_a_pixel_each(cells, pixels):
    step = reduction(cells, pixels)
    assert step >= 1
    assert np.ceil(cells / step) <= np.ceil(max(pixels, 1))
    if cells <= pixels:
        assert step == 1
