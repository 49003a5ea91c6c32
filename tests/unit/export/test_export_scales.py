"""Scales: where every curve puts a number, which range is read from a matrix, and that the numbers stay themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core.reduce import reduce_extreme, reduce_max
from attnviz.document.colour_choice import CURVES, MAPS, SIGNED_MAPS, ColourChoice
from attnviz.export import scales
from attnviz.export.cells import ColourScale, Mark
from attnviz.export.scales import NO_SHARE, Numbers, scale_for, scale_of

every_curve = pytest.mark.parametrize("curve", CURVES)
both_signs = pytest.mark.parametrize("signed", [False, True], ids=["weights", "scores"])

shapes = st.tuples(st.integers(1, 9), st.integers(1, 9))
shares = hnp.arrays(np.float64, shapes, elements=st.floats(0, 1, width=32))
finite = hnp.arrays(np.float64, shapes, elements=st.floats(-1e6, 1e6, width=32))


def matrices(signed):
    return finite if signed else shares


def expected(values, scale):
    """Entries by the definitions, one number at a time and in float64."""
    found = np.zeros(values.shape)
    for (i, j), x in np.ndenumerate(values):
        size = abs(x) if scale.signed else x
        low, high = (0.0 if scale.signed else scale.low), scale.high
        if scale.curve == "row":
            low, high = 0.0, scale.row_ends[i]
            part = size / high if high > 0 else float(size > 0)
        elif scale.curve == "quantile":
            part = sum(size >= step for step in scale.steps) / 255
        elif scale.curve == "log":
            part = np.log(max(size, scale.floor) / scale.floor) / np.log(high / scale.floor)
        else:
            part = max(0.0, (size - low) / (high - low))
            part = np.sqrt(part) if scale.curve == "sqrt" else part
        part = min(max(part, 0.0), 1.0)
        found[i, j] = 127.5 + 127.5 * np.sign(x) * part if scale.signed else 255 * part
    return found


@every_curve
@both_signs
def test_every_curve_puts_numbers_where_its_definition_says(curve, signed):
    draw = np.random.default_rng(3)
    values = draw.normal(size=(20, 30)) * 3 if signed else draw.random((20, 30)) ** 3
    scale = scale_for(values, None, ColourChoice(curve=curve), signed=signed)
    for dtype in (np.float64, np.float32):
        assert np.abs(scale.entries(values.astype(dtype)) - expected(values, scale)).max() <= 0.5 + 1e-3


@every_curve
@both_signs
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_large_matrix_has_the_entries_of_its_rows(curve, signed, dtype):
    draw = np.random.default_rng(4)
    values = (draw.normal(size=(900, 130)) if signed else draw.random((900, 130))).astype(dtype)
    scale = scale_for(values, None, ColourChoice(curve=curve), signed=signed)
    strange = values.copy()
    strange[1, 2], strange[500, 3], strange[899, 4], strange[700, 5] = np.nan, np.inf, -np.inf, 40.0
    for numbers, within in ((values, False), (values, True), (strange, False), (strange[:, ::3], False)):
        rows = [scale.entries(row[np.newaxis], i, within=within) for i, row in enumerate(numbers)]
        np.testing.assert_array_equal(scale.entries(numbers, within=within), np.concatenate(rows))


@every_curve
@both_signs
@given(data=st.data())
def test_a_larger_number_never_has_a_lower_entry(curve, signed, data):
    values = data.draw(matrices(signed))
    scale = scale_for(values, None, ColourChoice(curve=curve), signed=signed)
    for row in range(values.shape[0]):
        # Rows are compared within themselves, as `row` asks; the other curves need no more than that either.
        order = np.argsort(values[row], kind="stable")
        assert (np.diff(scale.entries(values)[row][order].astype(int)) >= 0).all()


@every_curve
@both_signs
@given(data=st.data(), rows=st.integers(1, 4), columns=st.integers(1, 4))
def test_reducing_first_gives_the_entry_of_the_largest(curve, signed, data, rows, columns):
    """What makes it right to reduce numbers first: every curve keeps their order, so maxima and curves commute."""
    values = data.draw(matrices(signed))
    scale = scale_for(values, None, ColourChoice(curve=curve), signed=signed)
    reduce = reduce_extreme if signed else reduce_max
    if curve == "row":
        first = scale.of_rows().entries(reduce(scale.by_row(values, 0), rows, columns))
    else:
        first = scale.entries(reduce(values, rows, columns))
    entries = scale.entries(values)
    if not signed:
        np.testing.assert_array_equal(first, reduce_max(entries, rows, columns))
        return
    middle = np.abs(entries.astype(float) - 127.5)
    np.testing.assert_array_equal(np.abs(first - 127.5), reduce_max(middle, rows, columns))


@given(shares, st.sampled_from(CURVES), st.sampled_from(MAPS))
def test_numbers_never_change_with_the_scale(values, curve, name):
    before = values.copy()
    values.setflags(write=False)
    scale_for(values, None, ColourChoice(curve=curve, map=name), signed=False).entries(values)
    np.testing.assert_array_equal(values, before)


@both_signs
@every_curve
def test_the_map_is_the_chosen_one(curve, signed):
    values = np.array([[0.0, 0.5], [0.25, 1.0]])
    for name, other in zip(MAPS, (*SIGNED_MAPS, *SIGNED_MAPS), strict=True):
        found = scale_for(values, None, ColourChoice(curve=curve, map=name, signed_map=other), signed=signed)
        assert found.map == (other if signed else name)


# ranges -------------------------------------------------------------------------------------------------------


@given(shares)
def test_weights_go_from_0_to_1_whatever_the_data(values):
    scale = scale_for(values, None, ColourChoice(), signed=False)
    assert (scale.low, scale.high, scale.automatic, scale.left_out) == (0, 1, False, None)


@given(finite, st.data())
def test_an_automatic_range_is_that_of_the_visible_finite_numbers(values, data):
    visible = data.draw(hnp.arrays(np.bool_, values.shape))
    values = values.copy()
    values[0, 0] = data.draw(st.sampled_from([np.nan, np.inf, -np.inf, 0.0]))
    scale = scale_for(values, visible, ColourChoice(automatic=True), signed=False)
    counted = values[visible & np.isfinite(values)]
    if counted.size and counted.max() > counted.min():
        low, high = counted.min(), counted.max()
        # A least number that no colour tells from 0 is called so.
        assert scale.near_zero == (0 < low < NO_SHARE * high)
        assert (scale.low, scale.high) == (0.0 if scale.near_zero else low, high)
    assert scale.low < scale.high
    assert scale.automatic


@given(finite, st.data())
def test_a_signed_range_is_the_same_on_both_sides(values, data):
    visible = data.draw(hnp.arrays(np.bool_, values.shape))
    scale = scale_for(values, visible, ColourChoice(), signed=True)
    largest = np.abs(values[visible]).max(initial=0)
    assert scale.high == -scale.low == (largest if largest >= 1e-300 else 1)


def test_ends_by_hand_go_before_those_of_the_data():
    values = np.array([[0.1, 0.4]])
    both = scale_for(values, None, ColourChoice(low=0.2, high=0.3, automatic=True), signed=False)
    assert (both.low, both.high, both.automatic) == (0.2, 0.3, False)
    one = scale_for(values, None, ColourChoice(low=0.2, automatic=True), signed=False)
    assert (one.low, one.high, one.automatic) == (0.2, 0.4, True)
    fixed = scale_for(values, None, ColourChoice(high=0.5), signed=False)
    assert (fixed.low, fixed.high) == (0.0, 0.5)
    turned = scale_for(values, None, ColourChoice(low=3.0, high=2.0), signed=False)
    assert (turned.low, turned.high) == (2.0, 3.0)
    signed = scale_for(values, None, ColourChoice(low=-3.0, high=1.0), signed=True)
    assert (signed.low, signed.high, signed.automatic) == (-3.0, 3.0, False)


def test_a_sink_column_left_out_no_longer_fills_the_range():
    values = np.array([[0.9, 0.06, 0.04], [0.8, 0.15, 0.05]])
    automatic = ColourChoice(automatic=True)
    assert scale_for(values, None, automatic, signed=False).high == 0.9
    scale = scale_for(values, None, replace(automatic, leave_out=0), signed=False)
    assert (scale.low, scale.high, scale.left_out) == (0.04, 0.15, 0)
    assert scale.entries(values)[1, 1] == 255
    np.testing.assert_array_equal(scale.marks(values), [[Mark.ABOVE, 0, 0], [Mark.ABOVE, 0, 0]])
    by_row = scale_for(values, None, ColourChoice(curve="row", leave_out=0), signed=False)
    assert by_row.row_ends == (0.06, 0.15)
    np.testing.assert_array_equal(by_row.entries(values)[:, 1], [255, 255])
    np.testing.assert_array_equal(by_row.marks(values)[:, 0], [Mark.ABOVE, Mark.ABOVE])
    ranks = scale_for(values, None, ColourChoice(curve="quantile", leave_out=0), signed=False)
    assert ranks.high == 0.15
    assert ranks.entries(values)[1, 1] == 255


def test_to_leave_a_key_out_is_to_ask_for_a_range_that_is_read():
    values = np.array([[0.9, 0.06, 0.04]])
    scale = scale_for(values, None, ColourChoice(leave_out=0), signed=False)
    assert (scale.low, scale.high, scale.automatic, scale.left_out) == (0.04, 0.06, True, 0)
    both = scale_for(values, None, ColourChoice(low=0.0, high=0.5, leave_out=0), signed=False)
    assert (both.low, both.high, both.automatic, both.left_out) == (0.0, 0.5, False, None)
    beyond = scale_for(values, None, ColourChoice(leave_out=7), signed=False)
    assert (beyond.low, beyond.high, beyond.automatic, beyond.left_out) == (0.0, 1.0, False, None)


@every_curve
@both_signs
@pytest.mark.parametrize("number", [0.0, 0.25, 7.0])
def test_equal_numbers_are_equal_in_colour(curve, signed, number):
    values = np.full((4, 5), number)
    scale = scale_for(values, None, ColourChoice(curve=curve, automatic=True), signed=signed)
    entries = scale.entries(values)
    assert len(np.unique(entries)) == 1
    assert scale.marks(values) is None
    if number > 0:
        assert entries[0, 0] == 255, "all are the largest"


@every_curve
@both_signs
def test_a_matrix_in_which_nothing_may_be_looked_at_has_a_scale(curve, signed):
    values, nothing = np.zeros((3, 3)), np.zeros((3, 3), dtype=bool)
    scale = scale_for(values, nothing, ColourChoice(curve=curve, automatic=True), signed=signed)
    assert scale.low < scale.high
    assert len(np.unique(scale.entries(values))) == 1


# quantiles ----------------------------------------------------------------------------------------------------


@given(shares)
def test_quantile_entries_are_ranks(values):
    scale = scale_for(values, None, ColourChoice(curve="quantile"), signed=False)
    smaller = (values.reshape(-1)[:, None] > values.reshape(-1)[None, :]).sum(axis=1)
    if smaller.max() == 0:
        assert (scale.entries(values) == (255 if values.max() > 0 else 0)).all()
        return
    wanted = 255 * smaller / smaller.max()
    assert np.abs(scale.entries(values).reshape(-1) - wanted).max() <= 0.5 + 1e-9


def test_quantiles_of_very_many_numbers_are_those_of_a_sample_and_near_the_true_ones(monkeypatch):
    values = np.random.default_rng(0).random((400, 500))
    exact = scale_for(values, None, ColourChoice(curve="quantile"), signed=False)
    monkeypatch.setattr(scales, "MOST_SORTED", 1000)
    sampled = scale_for(values.copy(), None, ColourChoice(curve="quantile"), signed=False)
    assert (exact.sampled, sampled.sampled) == (False, True)
    assert np.abs(exact.entries(values).astype(int) - sampled.entries(values)).max() <= 2
    assert sampled.marks(values) is None


# marks --------------------------------------------------------------------------------------------------------


@both_signs
@every_curve
def test_what_has_no_colour_has_a_mark(curve, signed):
    values = np.array([[0.1, np.nan, 0.2], [np.inf, 0.3, -np.inf], [0.0, 0.5, 0.25]])
    for dtype in (np.float64, np.float32):
        given_values = values.astype(dtype)
        scale = scale_for(given_values, None, ColourChoice(curve=curve), signed=signed)
        marks = scale.marks(given_values)
        np.testing.assert_array_equal(
            marks, [[0, Mark.NAN, 0], [Mark.INFINITE, 0, Mark.MINUS_INFINITE], [0, 0, 0]], str(dtype)
        )
        scale.entries(given_values)


def test_numbers_outside_a_fixed_range_are_marked_and_rounding_is_not():
    scale = ColourScale(map="violet", low=0, high=1)
    values = np.array([[-0.1, 0, 1, 1.1]])
    np.testing.assert_array_equal(scale.marks(values), [[Mark.BELOW, 0, 0, Mark.ABOVE]])
    assert scale.marks(np.nextafter(np.float32([[1, 0]]), np.float32([[2, -1]]))) is None


def test_a_row_that_ends_at_0_marks_what_is_larger():
    values = np.array([[0.5, 0.0, 0.0], [0.5, 0.2, 0.1]])
    scale = scale_for(values, None, ColourChoice(curve="row", leave_out=0), signed=False)
    np.testing.assert_array_equal(scale.entries(values), [[255, 0, 0], [255, 255, 128]])
    np.testing.assert_array_equal(scale.marks(values), [[Mark.ABOVE, 0, 0], [Mark.ABOVE, 0, 0]])


@given(matrices(True), st.sampled_from(CURVES), st.floats(0, 1))
def test_a_position_is_the_entry_before_rounding(values, curve, share):
    scale = scale_for(values, None, ColourChoice(curve=curve), signed=True)
    value = share if curve == "row" else share * scale.high
    matrix = np.array([[value if curve != "row" else value * scale.row_ends[0]]])
    if curve == "row" and not scale.row_ends[0] > 1e-9:
        return
    assert abs(255 * scale.position(value) - scale.entries(matrix)[0, 0]) <= 0.5 + 1e-3


@pytest.mark.parametrize("curve", ["linear", "sqrt", "log", "quantile"])
@pytest.mark.parametrize(
    ("least", "positive", "near"),
    [(0.0, True, True), (0.0, False, False), (1e-15, False, True), (1e-15, True, True), (1e-9, True, False)],
)
def test_a_least_number_that_no_colour_tells_from_0_is_near_it(least, positive, near, curve):
    """A 0 of a softmax is a number too small to be kept; an imported one is a 0."""
    numbers = Numbers(np.array([[least, 0.25], [0.5, 0.25]]), positive=positive)
    scale = scale_of([numbers], ColourChoice(curve=curve, automatic=True), signed=False)
    assert scale.near_zero == near
    assert scale.low == (0.0 if near else least)
    assert not scale_of([numbers], ColourChoice(curve="row", automatic=True), signed=False).near_zero
    by_hand = scale_of([numbers], ColourChoice(curve=curve, automatic=True, low=0.0), signed=False)
    assert curve == "quantile" or not by_hand.near_zero
