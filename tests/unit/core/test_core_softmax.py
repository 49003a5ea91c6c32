"""softmax: by hand, at every magnitude, and what it does with rows that have no ordinary answer."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core.softmax import softmax
from attnviz.errors import InputError, ShapeError

INF, LARGEST = np.inf, np.finfo(np.float64).max


def test_by_hand():
    np.testing.assert_allclose(softmax(np.log([[1, 2, 5]])), [[1 / 8, 2 / 8, 5 / 8]], rtol=1e-15)
    np.testing.assert_allclose(softmax([1, 1]), [0.5, 0.5])  # a single row, and integers


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ([1e300, 1e300], [0.5, 0.5]),
        ([LARGEST, -LARGEST], [1, 0]),
        ([-LARGEST, -LARGEST], [0.5, 0.5]),
        ([-1e300, -1e300, 0], [0, 0, 1]),
        ([INF, 3, INF], [0.5, 0, 0.5]),
        ([INF, -INF, 0], [1, 0, 0]),
        ([-INF, 2, 2], [0, 0.5, 0.5]),
        ([-INF, -INF], [0.5, 0.5]),
        ([-INF], [1]),
        ([5e-324, 0], [0.5, 0.5]),
    ],
)
def test_any_magnitude(row, expected):
    np.testing.assert_array_equal(softmax([row, row]), [expected, expected])
    np.testing.assert_array_equal(softmax(row), expected)


def test_rows_do_not_touch_each_other():
    S = [[INF, 0, INF], [0, 0, 0], [-INF, -INF, -INF]]
    visible = [[True, True, False], [False, True, True], [True, True, False]]
    np.testing.assert_array_equal(softmax(S, visible), [[1, 0, 0], [0, 0.5, 0.5], [0.5, 0.5, 0]])


def test_nothing_visible_is_zero():
    visible = np.array([[False, False], [True, False]])
    np.testing.assert_array_equal(softmax([[3.0, INF], [3.0, 4.0]], visible), [[0, 0], [1, 0]])


def test_one_mask_serves_all_heads():
    visible = [[True, False], [True, True]]
    A = softmax(np.zeros((3, 2, 2)), visible)
    np.testing.assert_array_equal(A, np.broadcast_to([[1, 0], [0.5, 0.5]], (3, 2, 2)))


def test_a_mask_of_another_shape_is_refused():
    with pytest.raises(ShapeError, match="“visible” is 2; it must be 2 × 2"):
        softmax(np.zeros((2, 2)), [True, False])


def test_nan_is_refused_where_it_is_seen():
    S = [[np.nan, 1.0]]
    with pytest.raises(InputError, match="NaN"):
        softmax(S)
    with pytest.raises(InputError, match="NaN"):
        softmax(S, [[True, False]])
    np.testing.assert_array_equal(softmax(S, [[False, True]]), [[0, 1]])


def test_scores_are_left_alone():
    S = np.array([[1.0, INF], [0.0, 2.0]])
    before = S.copy()
    softmax(S)
    softmax(S, [[True, True], [False, True]])
    np.testing.assert_array_equal(S, before)


def test_type_is_kept():
    assert softmax(np.zeros((2, 2), dtype=np.float32), np.eye(2, dtype=bool)).dtype == np.float32
    assert softmax([[0, 1]]).dtype == np.float64
