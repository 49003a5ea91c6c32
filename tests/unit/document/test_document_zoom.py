"""The part of a matrix that is looked at: laws of coming closer, moving and choosing a box."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.document import zoom

counts = st.integers(1, 5000)


@st.composite
def windows(draw):
    """(window, rows, columns): any window of any matrix, or none."""
    rows, columns = draw(counts), draw(counts)
    share = st.floats(0, 1)
    height, width = draw(share) * rows, draw(share) * columns
    window = zoom.kept((draw(share) * rows, height, draw(share) * columns, width), rows, columns)
    return window, rows, columns


def inside(window, rows, columns):
    row, height, column, width = window
    return (
        row >= -1e-9
        and column >= -1e-9
        and row + height <= rows + 1e-6
        and column + width <= columns + 1e-6
        and height > 0
        and width > 0
    )


@given(windows(), st.floats(0.01, 100), st.floats(0, 1), st.floats(0, 1), st.floats(0.05, 20))
def test_closer_stays_inside_and_keeps_the_point_in_sight(given_, factor, down, right, wide):
    window, rows, columns = given_
    first_row, height, first_column, width = window or zoom.whole(rows, columns)
    at = first_row + down * height, first_column + right * width
    found = zoom.closer(window, factor, at, rows, columns, wide=wide)
    if found is None:
        return
    assert inside(found, rows, columns)
    assert found[0] - 1e-6 <= at[0] <= found[0] + found[1] + 1e-6
    assert found[2] - 1e-6 <= at[1] <= found[2] + found[3] + 1e-6
    if factor >= 1:
        assert found[1] <= max(height, zoom.LEAST) + 1e-6
        assert found[3] <= max(width, zoom.LEAST) + 1e-6


def test_the_point_stays_where_it_is():
    found = zoom.closer(None, 2.0, (30.0, 60.0), 100, 100)
    assert found == pytest.approx((15.0, 50.0, 30.0, 50.0))


def test_there_and_back():
    window = zoom.closer(None, 4.0, (50, 50), 100, 100)
    assert zoom.closer(window, 0.5, (50, 50), 100, 100) == pytest.approx((25, 50, 25, 50))
    assert zoom.closer(window, 0.25, (50, 50), 100, 100) is None


def test_never_closer_than_a_few_cells():
    window = None
    for _ in range(50):
        window = zoom.closer(window, 2.0, (5.0, 5.0), 100, 100)
    assert window[1] == window[3] == zoom.LEAST


def test_a_thin_matrix_is_drawn_out_before_it_grows():
    """Cells a fifth as wide as high: only columns come closer, until the cells are square."""
    found = zoom.closer(None, 2.0, (0.5, 50.0), 4, 100, wide=0.2)
    assert found == pytest.approx((0, 4, 25, 50))


@given(windows(), st.floats(-9e3, 9e3), st.floats(-9e3, 9e3))
def test_moving_keeps_the_size(given_, down, right):
    window, rows, columns = given_
    found = zoom.moved(window, down, right, rows, columns)
    if window is None:
        assert found is None
        return
    assert inside(found, rows, columns)
    assert (found[1], found[3]) == pytest.approx((window[1], window[3]))


@given(windows(), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_a_box_is_in_sight_and_the_shape_stays(given_, a, b, c, d):
    window, rows, columns = given_
    first_row, height, first_column, width = window or zoom.whole(rows, columns)
    one = first_row + a * height, first_column + b * width
    other = first_row + c * height, first_column + d * width
    found = zoom.boxed(window, one, other, rows, columns) or zoom.whole(rows, columns)
    assert inside(found, rows, columns)
    for point in (one, other):
        assert found[0] - 1e-6 * rows <= point[0] <= found[0] + found[1] + 1e-6 * rows
        assert found[2] - 1e-6 * columns <= point[1] <= found[2] + found[3] + 1e-6 * columns
    assert found[1] * width == pytest.approx(found[3] * height, rel=1e-6)


@given(windows(), st.floats(0, 1), st.floats(0, 1))
def test_the_cursor_keeps_itself_in_sight(given_, a, b):
    window, rows, columns = given_
    row, column = min(int(a * rows), rows - 1), min(int(b * columns), columns - 1)
    found = zoom.holding(window, row, column, rows, columns)
    if window is None:
        assert found is None
        return
    assert inside(found, rows, columns)
    for first, count, index in ((found[0], found[1], row), (found[2], found[3], column)):
        if count >= 1:
            assert first - 1e-6 <= index
            assert index + 1 <= first + count + 1e-6
    if found == window:
        return
    again = zoom.holding(found, row, column, rows, columns)
    assert again == pytest.approx(found)


@given(windows(), counts, counts)
def test_another_matrix_never_leaves_it_outside(given_, rows, columns):
    window, _, _ = given_
    found = zoom.kept(window, rows, columns)
    assert found is None or inside(found, rows, columns)


def test_a_window_that_shows_all_is_none():
    assert zoom.kept((0.0, 7.0, 0.0, 3.0), 7, 3) is None
    assert zoom.kept((2.0, 40.0, -3.0, 40.0), 7, 3) is None
