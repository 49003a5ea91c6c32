"""Whether cells without their numbers are told of: one rule, of the cells that were drawn."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document
from attnviz.document.view_state import ViewState
from attnviz.export.cells import ColourScale
from attnviz.export.compare_figure import compare_figure
from attnviz.export.figure import Cells, Text
from attnviz.export.fonts import text_width
from attnviz.export.matrix_below import matrix_in_room, needs_of
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.number_room import EXPECTED, come_closer, cramped
from attnviz.export.scene import Scene
from attnviz.i18n import number_format

pytestmark = pytest.mark.usefixtures("qapp")


def cells(side: float, *, written: bool = False) -> Cells:
    return Cells(
        name="weights",
        x=0.0,
        y=0.0,
        cell_width=2 * side,
        cell_height=side,
        values=np.zeros((1, 1)),
        scale=ColourScale(map="purples", low=0.0, high=1.0, automatic=True),
        numbers=(("0",),) if written else None,
    )


def test_numbers_are_missed_in_cells_that_are_not_tiny():
    assert cramped(True, cells(EXPECTED))
    assert not cramped(True, cells(EXPECTED - 0.5))
    assert not cramped(False, cells(EXPECTED))
    assert not cramped(True, cells(EXPECTED, written=True))
    assert not cramped(True, cells(EXPECTED), cells(30.0, written=True)), "one of several plots has them"
    assert cramped(True, cells(3.0), cells(EXPECTED)), "not all are tiny"
    assert not cramped(True)


def scene(tokens: int, **view):
    document = sentence_document(" ".join(f"w{i}" for i in range(tokens)))
    look = ViewState(tab="matrix", **view)
    return Scene(document=document, trace=derive(document).for_head(0), view=look, form=number_format("en"))


@pytest.mark.parametrize(
    ("tokens", "view", "expected"),
    [
        (14, {}, True),
        (14, {"numbers": False}, False),
        (14, {"quantity": "mask"}, False),
        (14, {"zoom": (2.0, 5.0, 2.0, 5.0)}, False),
        (120, {}, False),
    ],
)
def test_a_matrix_with_its_band_below_says_what_is_true_of_its_cells(tokens, view, expected):
    shown = scene(tokens, **view)
    needs = needs_of(shown, 430.0, text_width, None)
    assert needs.band is not None
    how = {"width": 430.0, "measure": text_width, "pixels": 2.0, "found": None}
    figure = matrix_in_room(shown, needs.band, height=needs.height, **how)
    said = " ".join(item.text for item in figure.items if isinstance(item, Text))
    assert figure.cramped is expected
    assert (come_closer() in said) is expected
    assert figure.height == needs.height


def test_a_remark_that_needs_more_than_a_line_has_the_room_for_it():
    shown = scene(14)
    band = needs_of(shown, 200.0, text_width, None).band
    assert len(band.remark) > 1
    assert max(item.y for item in band.remark) < band.figure.height


def test_compared_plots_follow_the_same_rule():
    shown = replace(scene(14), other=scene(14).trace)
    narrow, wide = (compare_figure(shown, width=w, height=500.0, measure=text_width) for w in (600.0, 2400.0))
    assert narrow.cramped
    assert not wide.cramped


def test_a_file_knows_it_too_but_says_nothing_of_coming_closer():
    figure = matrix_figure(scene(14), width=430.0, height=400.0, measure=text_width)
    assert figure.cramped
    assert not any(isinstance(item, Text) and item.text == come_closer() for item in figure.items)
