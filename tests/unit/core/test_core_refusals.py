"""What core refuses, and the sentence it says: the role, what was found, what is expected."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import i18n
from attnviz.core.arrays import as_floats
from attnviz.core.attention import attend, attend_scores, dot_scores
from attnviz.core.masks import combine
from attnviz.core.softmax import softmax
from attnviz.errors import InputError, ShapeError

ONE = np.ones((1, 1))
HUGE = 10**400


def ones(*shape):
    return np.ones(shape)


@pytest.mark.parametrize(
    ("Q", "K", "V", "words"),
    [
        (ones(3, 4), ones(3, 5), None, ["Q is 3 × 4", "K is 3 × 5", "d_k"]),
        (ones(3, 4), ones(3, 4), ones(2, 4), ["K is 3 × 4", "V is 2 × 4", "rows"]),
        (ones(2, 3, 4), ones(3, 4), None, ["Q is 2 × 3 × 4", "K is 3 × 4", "neither"]),
        (ones(2, 3, 4), ones(2, 3, 4), ones(3, 4), ["K is 2 × 3 × 4", "V is 3 × 4", "neither"]),
        (ones(3, 3, 4), ones(2, 3, 4), None, ["3 query heads", "2 heads of K", "multiple"]),
        (ones(2, 3, 4), ones(2, 3, 4), ones(1, 3, 4), ["K is 2 × 3 × 4", "V is 1 × 3 × 4", "heads"]),
        (ones(2, 3, 4), ones(4, 3, 4), None, ["2 query heads", "4 heads of K"]),
        (ones(4), ones(3, 4), None, ["Q", "its shape is 4"]),
        (ones(3, 4), ones(1, 1, 3, 4), None, ["K", "1 × 1 × 3 × 4"]),
        (ones(3, 0), ones(3, 0), None, ["Q is empty", "3 × 0"]),
        (ones(0, 3), ones(3, 3), None, ["Q is empty", "0 × 3"]),
        (ones(3, 3), ones(0, 3), None, ["K is empty", "0 × 3"]),
        (ones(3, 3), ones(3, 3), ones(3, 0), ["V is empty", "3 × 0"]),
        (7, ONE, None, ["Q", "its shape is 1"]),
        ([[1, 2], [3]], ONE, None, ["Q", "rectangle"]),
    ],
)
def test_shapes_that_do_not_fit(Q, K, V, words):
    with pytest.raises(ShapeError) as caught:
        attend(Q, K, V)
    for word in words:
        assert word in str(caught.value)


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ([[np.nan]], "nan"),
        ([[np.inf]], "inf"),
        ([[-np.inf]], "-inf"),
        ([[1j]], "complex128"),
        ([["1"]], "str"),
        ([[None]], "object"),
        ([[HUGE]], "object"),
        (np.array([["2024-01-01"]], dtype="datetime64[D]"), "datetime64"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("role", ["Q", "K", "V"])
def test_entries_that_are_no_finite_numbers(role, value, word):
    inputs = {"Q": ONE, "K": ONE, "V": ONE, role: value}
    with pytest.raises(InputError) as caught:
        attend(**inputs)
    assert str(caught.value).startswith(role)
    assert word in str(caught.value)


def test_the_place_of_the_fault_is_counted_from_1():
    Q = ones(2, 3, 4)
    Q[1, 0, 3] = np.nan
    with pytest.raises(InputError, match=r"Q holds nan at position \(2, 1, 4\)"):
        dot_scores(Q, ones(2, 3, 4))


def test_a_number_too_large_for_float32_is_named():
    with pytest.raises(InputError, match="K holds inf"):
        attend(ONE, [[1e300]], dtype=np.float32)


def test_scores_may_be_infinite_but_not_nan():
    assert attend_scores([[-np.inf, 0.0]], d_k=1).weights.tolist() == [[0, 1]]
    with pytest.raises(InputError, match=r"S holds nan at position \(1, 2\)"):
        attend_scores([[1.0, np.nan]], d_k=1, visible=[[True, False]])


@pytest.mark.parametrize("V", [ones(3, 2), ones(1, 2, 2)])
def test_values_that_do_not_fit_scores(V):
    with pytest.raises(ShapeError, match="S is 2 × 2 and V is"):
        attend_scores(ones(2, 2), V, d_k=1)


def test_values_whose_heads_do_not_divide():
    with pytest.raises(ShapeError, match="3 query heads cannot share 2 heads of V"):
        attend_scores(ones(3, 2, 2), ones(2, 2, 2), d_k=1)


@pytest.mark.parametrize("temperature", [0, -1.0, np.nan, np.inf, "1", None, HUGE, 1j])
def test_temperature(temperature):
    with pytest.raises(InputError, match=r"temperature .* above 0"):
        attend(ONE, ONE, temperature=temperature)


@pytest.mark.parametrize("d_k", [0, -1, 1.5, True, None, "2"])
def test_d_k(d_k):
    with pytest.raises(InputError, match="d_k must be a whole number of at least 1"):
        attend_scores(ONE, d_k=d_k)


@pytest.mark.parametrize("window", [0, -3, 2.0, True, "1"])
def test_window(window):
    with pytest.raises(InputError, match="window must be a whole number of at least 1"):
        attend(ONE, ONE, window=window)


@pytest.mark.parametrize(
    ("mask", "error", "words"),
    [
        ({"padding": [True]}, ShapeError, ["“padding” is 1", "must be 3"]),
        ({"padding": [[True, False, True]]}, ShapeError, ["“padding” is 1 × 3"]),
        ({"padding": [0, 1, 0]}, InputError, ["“padding”", "int64"]),
        ({"visible": [[True, False]]}, ShapeError, ["“visible” is 1 × 2", "2 × 3"]),
        ({"visible": [[True], [True, False]]}, ShapeError, ["“visible”", "rectangle"]),
        ({"visible": np.ones((2, 3))}, InputError, ["“visible”", "float64"]),
    ],
)
def test_masks(mask, error, words):
    with pytest.raises(error) as caught:
        combine(2, 3, **mask)
    for word in words:
        assert word in str(caught.value)


def test_softmax_of_nothing():
    for empty in (np.zeros((3, 0)), 5.0):
        with pytest.raises(ShapeError, match="scores are empty"):
            softmax(empty)


def test_only_two_float_types():
    with pytest.raises(InputError, match="float16 is not available"):
        as_floats("Q", ONE, np.float16)


def test_sentences_pass_through_the_translator():
    i18n.install(lambda context, text, *_: f"[{context}] {text}")
    try:
        with pytest.raises(ShapeError, match=r"\[core\] Q is 1 × 2 and K is 1 × 3"):
            attend(ones(1, 2), ones(1, 3))
    finally:
        i18n.install(None)
