"""What fits exactly fits: sums of laid-out lengths are a hair too short now and then."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.document import edits
from attnviz.export.figure import Sheet
from attnviz.export.fonts import text_width
from attnviz.export.links_figure import _apart, _places
from attnviz.export.matrix_frame import MARGIN, Frame
from attnviz.export.matrix_margins import BARS_FROM, NUMBER_FROM, lay_margins
from attnviz.export.rounding import label_step, reaches
from attnviz.export.row_figure import FEW, VALUE_ROOM, row_figure
from attnviz.i18n import number_format
from tests.unit.export.drawn import scene_of, traced

pytestmark = pytest.mark.usefixtures("qapp")

N = 18
TRACE = traced(edits.sentence_document(" ".join(f"t{i}" for i in range(N))))


def side(top, cell, least):
    """The texts and rectangles beside rows that are `cell` high from `top` on."""
    frame = Frame(
        x=100.0,
        y=top,
        cell_width=20.0,
        cell_height=cell,
        window=(0.0, float(N), 0.0, float(N)),
        drawn=(0.0, float(N), 0.0, float(N)),
        turned=False,
        gutter=60.0,
        rotated=False,
        side_x=500.0,
        side_width=104.0,
        caption=100.0,
    )
    sheet = Sheet(text_width)
    lay_margins(sheet, TRACE, None, frame, number_format("en"), False)
    return sheet.items


@given(st.floats(20, 400))
@example(87.37)
@example(131.37)
def test_every_row_that_is_high_enough_has_its_number(top):
    numbers = [item for item in side(top, NUMBER_FROM, NUMBER_FROM) if hasattr(item, "text")]
    assert len(numbers) == N + 1, "one a row, and the caption"


@given(st.floats(20, 400))
@example(131.37)
def test_every_row_that_is_high_enough_has_its_bar(top):
    bars = [item for item in side(top, BARS_FROM, BARS_FROM) if hasattr(item, "fill")]
    assert len(bars) == N


@given(st.floats(20, 400), st.integers(1, 40))
@example(131.37, 12)
def test_every_token_that_has_its_line_is_written(top, n):
    places = _places(n, top, top + 14.0 * n, 30.0)
    assert _apart(range(n), places, 14.0) == list(range(n))


@given(st.integers(14, 30))
def test_bars_that_are_wide_enough_are_never_called_too_close(n):
    document = edits.sentence_document(" ".join(f"t{i}" for i in range(n)))
    scene = scene_of(document, traced(document), number_format("en"))
    for width, close in [(n * VALUE_ROOM, False), (n * VALUE_ROOM - 1, n <= FEW)]:
        figure = row_figure(scene, width=width + 2 * MARGIN, height=160, measure=text_width, hinted=True)
        assert any("too close" in item.text for item in figure.items if hasattr(item, "text")) == close


@given(st.floats(0, 2000), st.floats(1, 100))
def test_a_length_reaches_itself_wherever_it_lies(start, length):
    assert reaches((start + length) - start, length)
    assert not reaches(length - 0.01, length)
    assert label_step((start + 13.0) - start, 13.0) == 1
