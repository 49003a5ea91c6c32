"""While a view moves, its picture is made of what came in sight and of what was there: it is that of all of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.reduce import reduce_max
from attnviz.document.colour_choice import CURVES, ColourChoice
from attnviz.export import picture as picture_module
from attnviz.export.came_in_sight import LastSeen
from attnviz.export.cells import Mark
from attnviz.export.picture import picture
from tests.unit.export.cells_painted import ODD, cells_of, frozen

ROWS, COLUMNS = 97, 121
SIDE = 60.0  # points of the paper


def parts(chance, count, down, across):
    """Parts of a matrix that begin and, but at its end, end with a block: moved a little, or somewhere else."""
    at, size = np.array([20, 20]), np.array([30, 40])
    for _ in range(count):
        if chance.random() < 0.2:
            at, size = chance.integers(0, (ROWS, COLUMNS)), chance.integers(1, (ROWS, COLUMNS))
        else:
            at, size = at + chance.integers(-9, 10, 2), size + chance.integers(-4, 5, 2)
        at, size = np.clip(at, 0, (ROWS - 1, COLUMNS - 1)), np.maximum(size, 1)
        steps, ends = np.array([down, across]), np.minimum(at + size, (ROWS, COLUMNS))
        first, last = at // steps * steps, np.minimum(-(-ends // steps) * steps, (ROWS, COLUMNS))
        yield slice(int(first[0]), int(last[0])), slice(int(first[1]), int(last[1]))


@pytest.mark.parametrize(("down", "across"), [(1, 1), (1, 4), (3, 1), (5, 7)])
def test_what_was_in_sight_is_not_looked_at_again(down, across):
    chance = np.random.default_rng(down * 10 + across)
    values, marks = chance.integers(0, 200, (ROWS, COLUMNS)), chance.random((ROWS, COLUMNS)) > 0.998
    last, looked, before = LastSeen(down, across), np.zeros((ROWS, COLUMNS), dtype=int), None

    def find(part):
        looked[part] += 1
        found = reduce_max(marks[part], down, across)
        return reduce_max(values[part], down, across), found if found.any() else None

    some, none = 0, 0
    for part in parts(chance, 150, down, across):
        looked[...] = 0
        found, marked = last.found(part, find)
        np.testing.assert_array_equal(found, reduce_max(values[part], down, across))
        expected = reduce_max(marks[part], down, across)
        np.testing.assert_array_equal(np.zeros_like(expected) if marked is None else marked, expected)
        assert (marked is None) == (not expected.any())
        some, none = some + (marked is not None), none + (marked is None)
        wanted = np.zeros_like(looked)
        wanted[part] = 1
        if before is not None:
            wanted[before] = 0
        np.testing.assert_array_equal(looked, wanted)
        before = part
    assert min(some, none) > 10


def views(chance, rows, columns, count):
    """Windows of a matrix as a hand gets them: closer, further off, and moved."""
    row, height, column, width = 0.0, float(rows), 0.0, float(columns)
    for _ in range(count):
        if chance.random() < 0.4:
            factor = chance.choice([0.6, 0.9, 1.1, 1.8])
            height, width = np.clip((height * factor, width * factor), 4.0, (rows, columns))
        row, column = (np.array([row, column]) + chance.uniform(-3, 3, 2)).clip(0, (rows - height, columns - width))
        yield float(row), float(height), float(column), float(width)


def same_pictures(one, other) -> None:
    for name in ("levels", "seen", "marks"):
        a, b = getattr(one, name), getattr(other, name)
        assert (a is None) == (b is None), name
        np.testing.assert_array_equal(a, b)
    for name in ("x", "y", "width", "height", "down", "across"):
        assert getattr(one, name) == getattr(other, name)


def forget() -> None:
    picture_module._lasts.clear()
    picture_module._masks.clear()


@pytest.fixture
def eager(monkeypatch):
    """Small matrices are treated as large ones are."""
    monkeypatch.setattr(picture_module, "QUICK", 0)
    forget()
    yield
    forget()


@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_a_moved_picture_is_the_picture_there(eager, curve, signed, masked):
    chance = np.random.default_rng(len(curve))
    values = chance.standard_normal((ROWS, COLUMNS)).astype(np.float32) ** 3
    values = values if signed else np.abs(values)
    for mark in (Mark.NAN, Mark.INFINITE, Mark.MINUS_INFINITE):
        for place in chance.integers(0, (ROWS, COLUMNS), (3, 2)):
            values[tuple(place)] = ODD[mark]
    visible = frozen(np.tri(ROWS, COLUMNS, 9, dtype=bool)) if masked else None
    choice = ColourChoice(curve=curve)
    whole = replace(cells_of(values, choice, signed=signed), values=frozen(values), visible=visible)
    for turn, view in enumerate(views(chance, ROWS, COLUMNS, 60)):
        turned = turn % 3 == 0
        along = (view[1], view[3]) if turned else (view[3], view[1])
        cell = {"cell_width": SIDE / along[0], "cell_height": SIDE / along[1]}
        cells = replace(whole, view=view, transposed=turned, **cell)
        shown, kept = picture(cells, 1.0, 1.0), dict(picture_module._lasts._results)
        masks = dict(picture_module._masks._results)
        forget()
        same_pictures(shown, picture(cells, 1.0, 1.0))
        picture_module._lasts._results.update(kept)
        picture_module._masks._results.update(masks)


def test_what_was_in_sight_on_another_scale_is_no_part_of_it(eager):
    """Of scales with many numbers only these differ, and what tells scales apart quickly leaves them out."""
    values = frozen(np.random.default_rng(1).random((ROWS, COLUMNS)).astype(np.float32))
    for curve, name in (("row", "row_ends"), ("quantile", "steps")):
        cells = replace(cells_of(values, ColourChoice(curve=curve)), values=values)
        numbers = getattr(cells.scale, name)
        other = replace(cells, scale=replace(cells.scale, **{name: (*numbers[:-1], numbers[-1] * 0.5)}))
        assert hash(cells.scale) == hash(other.scale)
        assert cells.scale != other.scale
        one, two = picture(cells, 1.0, 1.0), picture(other, 1.0, 1.0)
        assert (one.levels != two.levels).any()
        forget()
        same_pictures(two, picture(other, 1.0, 1.0))


def test_numbers_that_somebody_may_write_to_are_looked_at_each_time(eager):
    values = np.random.default_rng(2).random((ROWS, COLUMNS)).astype(np.float32)
    cells = replace(cells_of(values.copy()), values=values)
    before = picture(cells, 1.0, 1.0).levels
    values[...] = values[::-1].copy()
    after = picture(cells, 1.0, 1.0).levels
    np.testing.assert_array_equal(after, before[::-1])
