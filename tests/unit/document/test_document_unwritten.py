"""A matrix that is not written down before it is asked for: rows at once, all of it when NumPy needs it."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.document.unwritten import Unwritten

FULL = np.arange(12.0, dtype=np.float32).reshape(3, 4)


@pytest.fixture
def made():
    """One of FULL's numbers, and what was asked of it."""
    asked = []

    def row(index):
        asked.append(index)
        return FULL[index].copy()

    def everything():
        asked.append("all")
        return FULL.copy()

    return Unwritten(FULL.shape, row, everything), asked


def test_shape_and_size_cost_nothing(made):
    array, asked = made
    assert (array.shape, array.size, array.ndim, len(array), array.dtype) == ((3, 4), 12, 2, 3, np.float32)
    assert asked == []


def test_a_row_and_numbers_of_it_are_found_alone_and_once(made):
    array, asked = made
    np.testing.assert_array_equal(array[1], FULL[1])
    assert array[1, 2] == FULL[1, 2]
    np.testing.assert_array_equal(array[np.int64(1), 1:3], FULL[1, 1:3])
    np.testing.assert_array_equal(array[-1], FULL[-1])
    assert asked == [1, 2]
    assert not array.asked


@pytest.mark.parametrize(
    "use",
    [
        lambda array: np.asarray(array),
        lambda array: array[:, 2],
        lambda array: array[::2],
        lambda array: array + 1,
        lambda array: array.T,
        lambda array: array.sum(axis=0),
        lambda array: array @ np.ones((4, 2), np.float32),
        lambda array: np.maximum(array, 3),
        lambda array: np.where(array > 3, array, 0),
        lambda array: array.astype(float),
    ],
)
def test_whatever_needs_all_of_it_gets_what_an_array_gives(made, use):
    array, asked = made
    np.testing.assert_array_equal(use(array), use(FULL))
    assert asked.count("all") == 1
    assert array.asked


def test_written_down_it_is_read_only_and_stays(made):
    array, asked = made
    assert not array.whole().flags.writeable
    assert array.whole() is array.whole()
    np.testing.assert_array_equal(array[0], FULL[0])
    assert asked == ["all"]


def test_no_row_beyond_the_last(made):
    array, _ = made
    with pytest.raises(IndexError):
        array[3]
    assert [row[0] for row in array] == [0.0, 4.0, 8.0]
