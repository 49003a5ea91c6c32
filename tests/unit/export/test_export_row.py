"""The followed row's bars: labels that stay on the axis, and small weights written as the matrix writes them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.document import edits
from attnviz.document.derive import derive
from attnviz.document.matrix_edits import matrix_document
from attnviz.export.figure import Line
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.matrix_frame import MARGIN
from attnviz.export.matrix_margins import NONE
from attnviz.export.row_figure import row_figure
from attnviz.export.weight_text import NEAR_ZERO, weight_places, weight_text
from attnviz.i18n import number_format
from tests.unit.export.drawn import scene_of, traced
from tests.unit.export.room import assert_apart, box, texts

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
LONG = {n: edits.sentence_document(" ".join((["because", *"a cat sat on"] * n)[:n])) for n in (9, 24, 60, 1024)}
TRACES = {n: derive(document).for_head(0) for n, document in LONG.items()}


def labels_of(figure):
    """The texts below the axis."""
    axis = next(item.y1 for item in figure.items if isinstance(item, Line))
    return [item for item in texts(figure) if item.y > axis + 5]


def row_of(scene, width=760.0):
    return row_figure(scene, width=width, height=160, measure=text_width, titled=False)


@given(
    st.sampled_from(sorted(LONG)), st.floats(280, 1900), st.integers(0, 8), st.booleans(), st.none() | st.floats(0, 1)
)
@example(1024, 716.0, 8, False, None)
@example(60, 716.0, 8, False, 0.013)
def test_no_label_leaves_the_axis_or_touches_another(n, width, query, sorted_bars, at):
    zoom = None if at is None else (0.0, n / 3, at * n * 2 / 3, n / 3)
    scene = scene_of(LONG[n], TRACES[n], ENGLISH, query=query, sorted_bars=sorted_bars, zoom=zoom)
    figure = row_of(scene, width)
    laid = labels_of(figure)
    for item in laid:
        x, _, right, _ = box(item)
        assert x >= MARGIN - 0.5, item.text
        assert right <= width - MARGIN + 0.5, item.text
    assert_apart(figure)


def test_a_label_is_not_cut_where_there_is_room_beside_it():
    assert TRACES[1024].weights[700].argmax() > 100, "the first label must not give way to it"
    first, *_ = labels_of(row_of(scene_of(LONG[1024], TRACES[1024], ENGLISH, query=700)))
    assert first.text == "because"


def test_no_label_is_cut_at_the_end_where_others_are_left_out():
    document = edits.sentence_document(" ".join(f"w{i}" for i in range(1024)), head="mixed")
    trace = traced(document)
    for width in range(600, 900, 7):
        laid = labels_of(row_of(scene_of(document, trace, ENGLISH, query=8), float(width)))
        assert len(laid) > 5
        assert not [item.text for item in laid if "…" in item.text], width


# small weights --------------------------------------------------------------------------------------------------


def with_weights(weights):
    """One query that gives its keys these weights: its scores are their logarithms."""
    keys = np.log(np.array(weights, dtype=np.float64))[:, None]
    document = edits.with_options(matrix_document([[1.0]], keys, np.ones_like(keys)), divide=False)
    return document, traced(document)


SHARES = st.lists(st.floats(1e-9, 1.0), min_size=3, max_size=10)


@given(SHARES)
@example([1.0, 9.3e-8, 4e-3, 0.2])
@example([1.0] * 10)
def test_cells_bars_and_sorted_bars_write_a_weight_in_one_way(parts):
    document, trace = with_weights(np.array(parts) / sum(parts))
    row = trace.weights[0]
    places = weight_places(float(row.max()))
    wanted = sorted(text for w in row.tolist() if (text := weight_text(w, places, ENGLISH)))
    cells = matrix_figure(scene_of(document, trace, ENGLISH), width=1400, height=800, measure=text_width)
    # A large cell says that its weight is none to speak of; a bar of no height says so by itself.
    assert sorted(text for text in cells.cells("weights").numbers[0] if text not in ("", NEAR_ZERO)) == wanted
    for sorted_bars in (False, True):
        figure = row_of(scene_of(document, trace, ENGLISH, sorted_bars=sorted_bars), 1400.0)
        names = labels_of(figure)
        assert sorted(item.text for item in texts(figure) if item not in names) == wanted


@pytest.mark.parametrize(
    ("weight", "largest", "text"),
    [
        (0.0, 1.0, ""),
        (9.3e-8, 1.0, ""),
        (0.00499, 0.4, ""),
        (0.0062, 0.4, "0.01"),
        (0.0041, 0.0125, "0.004"),
        (0.0041, 0.0041, "0.0041"),
        (1e-6, 1e-6, ""),
        (1.0, 1.0, "1.00"),
    ],
)
def test_decimals_tell_weights_apart_and_never_write_a_false_nought(weight, largest, text):
    assert weight_text(weight, weight_places(largest), ENGLISH) == text


def test_even_the_heaviest_of_a_thousand_keys_has_a_number():
    even = edits.with_options(LONG[1024], temperature=100.0)
    scene = scene_of(even, derive(even).for_head(0), ENGLISH, query=3, sorted_bars=True)
    figure = row_of(scene)
    numbers = [item.text for item in texts(figure) if item not in labels_of(figure)]
    assert len(numbers) == len(labels_of(figure)), "a number at every bar"
    assert all(float(number) > 0 for number in numbers)
    told = [each.rsplit(" ", 1)[1] for each in figure.description.split(" · ")[2:]]
    assert told
    assert all(float(number) > 0 for number in told)


def test_a_key_that_may_not_be_looked_at_is_told_from_one_that_is_not():
    document = edits.with_options(edits.sentence_document("a b c d"), causal=True, divide=False)
    scene = scene_of(document, traced(document), ENGLISH, query=1)
    figure = row_of(scene)
    assert [item.text for item in texts(figure)].count(NONE) == 2
