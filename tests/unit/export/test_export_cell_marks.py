"""Numbers that are none, or out of the range, as marks in their cells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.document.colour_choice import MAPS, ColourChoice
from attnviz.export.cells import Mark
from tests.unit.export.cells_painted import ODD, cells_of, frozen, painted

pytestmark = pytest.mark.usefixtures("qapp")


def shape_of(mark, theme, name="violet", cell=24.0):
    """The pixels of a marked cell that differ from its plain ground."""
    cells = cells_of([[0.0, ODD[mark], 0.0]], ColourChoice(map=name), cell=(cell, cell))
    part = painted(cells, theme)[1 : int(cell), int(cell) + 1 : int(2 * cell)]
    ground = part[int(cell) // 2 - 1, 2]
    return np.abs(part - ground).max(axis=2) > 60


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", MAPS)
def test_marks_differ_in_shape_not_in_colour_alone(theme, name):
    shapes = {mark: shape_of(mark, theme, name) for mark in Mark}
    for mark, shape in shapes.items():
        assert shape.any(), mark.name
        for other in Mark:
            if other != mark:
                assert (shape != shapes[other]).sum() >= 8, (mark.name, other.name)
    up, down = shapes[Mark.INFINITE], shapes[Mark.MINUS_INFINITE]
    assert up[: len(up) // 2].sum() < up[len(up) // 2 :].sum()
    assert down[: len(down) // 2].sum() > down[len(down) // 2 :].sum()
    above, below = (np.argwhere(shapes[mark]).mean(axis=0) for mark in (Mark.ABOVE, Mark.BELOW))
    assert above[0] < 11 < below[0]
    assert min(above[1], below[1]) > 13


@pytest.mark.parametrize("mark", [Mark.NAN, Mark.INFINITE])
@pytest.mark.parametrize("n", [60, 500, 3000])
@pytest.mark.parametrize("signed", [False, True])
def test_a_strange_number_never_vanishes_in_a_reduced_picture(mark, n, signed):
    values = np.full((n, n), 0.5, dtype=np.float32)
    plain = painted(cells_of(values, signed=signed, cell=(300 / n, 300 / n)), size=(300, 300))
    values = values.copy()
    i, j = n // 3, n // 4
    values[i, j] = ODD[mark]
    image = painted(cells_of(values, signed=signed, cell=(300 / n, 300 / n)), size=(300, 300))
    changed = np.argwhere((image != plain).any(axis=2))
    assert 12 <= len(changed) <= 200
    np.testing.assert_allclose(changed.mean(axis=0), [(i + 0.5) * 300 / n, (j + 0.5) * 300 / n], atol=2)
    assert np.abs(image[tuple(changed.T)] - plain[tuple(changed.T)]).max() > 90


def test_hidden_cells_have_no_mark():
    values = np.array([[0.5, np.nan], [0.5, 0.5]])
    visible = frozen(np.array([[True, False], [True, True]]))
    hatched = painted(cells_of(np.nan_to_num(values), visible=visible))
    np.testing.assert_array_equal(painted(cells_of(values, visible=visible)), hatched)


def test_a_cell_with_its_number_in_it_needs_no_cross():
    cells = cells_of([[0.5, np.nan]], cell=(30.0, 30.0))
    plain = painted(replace(cells, values=frozen([[0.5, 0.5]])))
    crossed, said = painted(cells), painted(replace(cells, numbers=(("", "NaN"),)))
    corner = np.s_[10:13, 40:43]  # where a line of the cross lies, beside any text
    assert (crossed[corner] != said[corner]).any()
    assert (said[3, 33] != plain[3, 33]).any(), "the ground is no colour of the map"
