"""The difference of two matrices in one pass: the same blocks, the same numbers and the same largest as all of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.reduce import reduce_extreme
from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.difference import LARGE, Asked, Difference, difference_of, keep_written
from attnviz.document.unwritten import Unwritten, unwritten

LONG = edits.sentence_document(" ".join(f"w{i % 90}" for i in range(700)))


@pytest.fixture(scope="module")
def both():
    return derive(LONG), derive(edits.with_options(LONG, divide=False))


def test_blocks_and_the_largest_are_those_of_all_numbers(both):
    one, two = (np.asarray(trace.weights) for trace in both)
    expected = one - two
    for size in ((1, 3), (4, 4), (7, 5), (16, 16), (23, 23), (700, 1)):
        difference = Difference(*both, Asked())
        assert difference.lazy
        np.testing.assert_array_equal(difference.largest(*size), reduce_extreme(expected, *size))
        place, number = difference.furthest()
        assert abs(number) == np.abs(expected).max()
        assert expected[place] == number
    assert unwritten(difference.values)._whole is None, "nobody has asked for all of it"


def test_a_part_is_made_without_the_rest(both):
    expected = np.asarray(both[0].weights) - np.asarray(both[1].weights)
    values = Difference(*both).values
    np.testing.assert_array_equal(values[100:104, 7:300:3], expected[100:104, 7:300:3])
    np.testing.assert_array_equal(values[3], expected[3])
    assert values[3, 4] == expected[3, 4]
    assert isinstance(values, Unwritten)
    assert values._whole is None
    np.testing.assert_array_equal(np.asarray(values), expected)


def test_a_part_in_blocks_is_made_without_the_rest(both, monkeypatch):
    from attnviz.document import difference as module

    looked, blocks = [], module.Blocks
    expected = np.asarray(both[0].weights) - np.asarray(both[1].weights)

    def noted(values, *how, **options):
        looked.append(values.size)
        return blocks(values, *how, **options)

    monkeypatch.setattr(module, "Blocks", noted)
    difference = Difference(*both, Asked())
    for size, part in (
        ((4, 4), (slice(100, 200), slice(8, 300))),
        ((7, 5), (slice(630, 700), slice(695, 700))),  # to the end, where a block may be smaller
        ((1, 6), (slice(5, 6), slice(600, 700))),
    ):
        found = difference.within(part, *size)
        np.testing.assert_array_equal(found, reduce_extreme(expected[part], *size))
        assert looked.pop() == expected[part].size
    whole, part = (slice(0, 700), slice(0, 700)), (slice(8, 16), slice(12, 700))
    np.testing.assert_array_equal(difference.within(whole, 4, 4), reduce_extreme(expected, 4, 4))
    assert looked.pop() == expected.size
    np.testing.assert_array_equal(difference.within(part, 4, 4), reduce_extreme(expected[part], 4, 4))
    assert looked == [], "all are there: they are cut out, not made"
    assert difference.within(part, 1, 1) is None


def test_what_the_picture_before_asked_for_is_ready(both, monkeypatch):
    asked = Asked()
    Difference(*both, asked).largest(12, 9)
    following = Difference(*both, asked)
    following.prepare()
    monkeypatch.setattr("attnviz.document.difference.Blocks", None)  # nothing is looked at again
    assert following.largest(12, 9).shape == (59, 78)
    following.furthest()


def test_where_every_cell_is_drawn_there_are_no_blocks(both):
    asked = Asked()
    difference = Difference(*both, asked)
    assert difference.largest(1, 1) is None
    assert asked.size is None
    difference.prepare()
    assert difference.furthest()[1] != 0


def test_small_ones_are_plain_arrays():
    short = edits.sentence_document("o gato viu a rua")
    difference = Difference(derive(short), derive(edits.with_options(short, causal=True)))
    assert not difference.lazy
    assert isinstance(difference.values, np.ndarray)
    assert difference.largest(2, 2) is None
    place, number = difference.furthest()
    assert number == difference.values[place]
    assert LARGE > 5 * 5


def test_other_shapes_and_many_heads_have_none(both):
    short = derive(edits.sentence_document("o gato viu a rua"))
    assert difference_of(short, both[0]) is None
    stacked = replace(short, weights=short.weights[np.newaxis])
    assert difference_of(stacked, stacked) is None


def test_weights_that_are_looked_at_are_written_while_a_hand_drags():
    """Else each picture would have them made from the scores a second time."""
    trace = derive(LONG)
    trace.reduced.largest(4, 4)
    lean = derive(edits.with_options(LONG, temperature=1.1), previous=(LONG, trace), hasty=True)
    assert unwritten(lean.weights) is not None
    trace = derive(LONG)
    trace.reduced.largest(4, 4)
    keep_written(trace)
    following = derive(edits.with_options(LONG, temperature=1.1), previous=(LONG, trace), hasty=True)
    assert unwritten(following.weights) is None


def test_a_difference_beyond_the_largest_number_is_infinite_and_nobody_is_warned():
    most = np.finfo(np.float32).max

    def trace_of(number):
        weights = np.full((513, 513), number, dtype=np.float32)
        return replace(derive(LONG), weights=weights)

    difference = Difference(trace_of(most), trace_of(-most))
    assert difference.lazy
    assert difference.furthest()[1] == np.inf
    assert np.isinf(difference.largest(4, 4)).all()
    assert np.isinf(difference.values[:3, 1:9]).all()
    assert np.isinf(difference.values[5]).all()
    assert np.isinf(np.asarray(difference.values)).all()


class Interrupted(Difference):
    """Of which another thread wants blocks too, for a picture in a file, just when some have been made."""

    @property
    def _made(self):
        return self.__dict__.get("made")

    @_made.setter
    def _made(self, made):
        self.__dict__["made"] = made
        if made is not None and made[0] == (7, 5):
            self.largest(20, 20)


def test_blocks_of_another_size_made_meanwhile_are_not_taken_for_those_asked_for(both):
    assert Interrupted(*both).largest(7, 5).shape == (100, 140)
