"""Imported numbers that are no weights: what is drawn of them, and what is not said."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.core.stack import stack_of_arrays
from attnviz.document.derive import derive
from attnviz.document.imported_edits import imported_document
from attnviz.document.imported_source import Reading
from attnviz.document.imported_view import fitted_view, picked_document
from attnviz.document.view_state import ViewState
from attnviz.export.alt_text import alt_text
from attnviz.export.cells import Mark
from attnviz.export.colour_bar import marks_in
from attnviz.export.figure import Cells, Rect, Text
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.matrix_quantity import shown
from attnviz.export.row_figure import row_figure
from attnviz.export.scene import Scene
from attnviz.export.shares import are_shares
from attnviz.i18n import NumberFormat

pytestmark = pytest.mark.usefixtures("qapp")  # letters are measured

EVEN = np.full((4, 4), 0.25)
HUGE = np.full((4, 4), 3e38)
BELOW = np.array([[1.5, -0.5], [0.25, 0.75]])
INFINITE = np.where(np.arange(16).reshape(4, 4) == 6, np.inf, 0.25)
MEASURES = ("entropy", "saturated", "gradient that passes", "above the diagonal", "received", "looked at")


def scene(A, **view):
    tokens = tuple("abcdefgh"[: A.shape[1]])
    reading = Reading(stack=stack_of_arrays([A[None]]), tokens_q=tokens[: A.shape[0]], tokens_k=tokens)
    document = imported_document(reading, name="numbers")
    seen = fitted_view(document, ViewState(tab="matrix", **view))
    looked = picked_document(document, seen)
    return Scene(document=looked, trace=derive(looked).for_head(seen.head), view=seen, form=NumberFormat())


def drawn(A, **view):
    return matrix_figure(scene(A, **view), width=1000, height=600, measure=text_width)


def words(figure):
    return [item.text for item in figure.items if isinstance(item, Text)]


@pytest.mark.parametrize(
    ("A", "shares"),
    [
        (EVEN, True),
        (np.rint(EVEN * 255) / 255, True),
        (np.where(np.arange(4)[:, None] == 1, 0, EVEN), True),
        (np.where(np.arange(4)[:, None] == 1, np.nan, EVEN), True),
        (HUGE, False),
        (BELOW, False),
        (2 * EVEN, False),
        (INFINITE, False),
    ],
)
def test_measures_of_shares_stand_only_beside_shares(A, shares):
    found = scene(A)
    assert are_shares(found.trace) is shares
    figure = drawn(A)
    told = " ".join([*words(figure), alt_text(found, figure)])
    assert [word in told for word in MEASURES] == [shares] * len(MEASURES)


def test_large_numbers_stay_in_their_cells():
    """Numbers with 38 noughts are written as powers of ten, and left out of cells that are too small for that."""
    figure = drawn(HUGE)
    assert max(map(len, words(figure))) < 80
    (cells,) = [item for item in figure.items if isinstance(item, Cells) and item.name == "weights"]
    assert {text for row in cells.numbers for text in row} == {"3·10³⁸"}
    for n in range(4, 30):
        (cells,) = [
            item for item in drawn(np.full((n, n), 3e38)).items if isinstance(item, Cells) and item.name == "weights"
        ]
        for text in {text for row in cells.numbers or () for text in row}:
            assert text_width(text, cells.number_size, False) <= cells.cell_width


@pytest.mark.parametrize("sorted_bars", [True, False])
def test_bars_of_negative_numbers_stand_below_the_axis(sorted_bars):
    found = scene(BELOW, sorted_bars=sorted_bars, query=0)
    figure = row_figure(found, width=500, height=200, measure=text_width)
    above, below = [item for item in figure.items if isinstance(item, Rect)]
    assert above.y + above.height == pytest.approx(below.y)  # both begin at the axis
    assert above.height == pytest.approx(3 * below.height)
    assert below.y + below.height <= 200 - 24
    assert "−0.50" in words(figure)


def test_infinite_cells_are_no_masked_keys():
    found = scene(INFINITE, query=1)
    matrix = shown(found)
    assert matrix.visible is None or matrix.visible.all()
    assert marks_in(matrix.values, matrix.visible, matrix.scale) >= {Mark.INFINITE}
    told = " ".join(words(drawn(INFINITE, query=1)))
    assert "infinite: 1" in told
    assert "masked keys" not in told
    assert "∞" in {text for row in _numbers(INFINITE) for text in row}


def _numbers(A):
    (cells,) = [item for item in drawn(A).items if isinstance(item, Cells) and item.name == "weights"]
    return cells.numbers


def test_the_pointer_is_told_of_an_infinite_cell():
    from attnviz.ui.readout import weight_reading

    assert "weight ∞: left out of all sums" in weight_reading(scene(INFINITE), 1, 2)
    assert "weight 0.2500" in weight_reading(scene(INFINITE), 1, 1)
