"""Figures as layouts: nothing reaches outside, nothing lies on anything else, and every number is the trace's."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from drawn import chain_figure, figure_of
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attnviz.core.tokens import visible_text
from attnviz.document import edits, projection_edits
from attnviz.document.derive import derive
from attnviz.document.document import HEADS
from attnviz.document.explain import row_sum
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.figure import Area, Cells, ColourBar, Line, Path, Rect, Text
from attnviz.export.fonts import mono_width, text_width
from attnviz.export.matrix_figure import matrix_figure, own_figure
from attnviz.export.scene import Scene
from attnviz.export.sum_figure import sum_figure
from attnviz.export.tiles import cell_text
from attnviz.export.views import VIEWS, view_figure
from attnviz.i18n import LANGUAGES, number_format
from tests.examples import examples

pytestmark = pytest.mark.usefixtures("qapp")

ENGLISH = number_format("en")
NARROWEST = 680  # the steps panel beside both side panels of the smallest window

# Whatever a person may call a token: long, empty, of any script, in any direction.
ODD = [
    "",
    " ",
    "\n",
    "<b>",
    "a&b",
    "]]>",
    "👩‍👩‍👧‍👦",
    "🇧🇷",
    "שלום",
    "مرحبا",
    "W" * 60,
    "i" * 60,
    "praça",
    "日本語",
    "\u202eabc",
]
tokens = st.sampled_from(ODD) | st.text(max_size=12)
ordinary = st.floats(-9, 9).map(lambda x: round(x, 2))
huge = st.floats(-1e100, 1e100)


@st.composite
def matrices(draw):
    n_q, n_k, d_k, d_v = (draw(st.integers(1, most)) for most in (14, 14, 9, 9))
    numbers = draw(st.sampled_from([ordinary, huge, st.integers(-3, 3).map(float)]))
    document = matrix_document(
        draw(hnp.arrays(np.float64, (n_q, d_k), elements=numbers)),
        draw(hnp.arrays(np.float64, (n_k, d_k), elements=numbers)),
        draw(hnp.arrays(np.float64, (n_k, d_v), elements=numbers)),
        tokens_q=draw(st.lists(tokens, min_size=n_q, max_size=n_q)),
        tokens_k=draw(st.lists(tokens, min_size=n_k, max_size=n_k)),
        value_names=draw(st.just(()) | st.lists(tokens, min_size=d_v, max_size=d_v)),
        name=draw(tokens),
    )
    return with_random_options(draw, document)


@st.composite
def sentences(draw):
    words = draw(
        st.lists(st.sampled_from(["the", "gato", "a", "W" * 40, "🇧🇷", "שלום", "<b>", "."]), min_size=1, max_size=70)
    )
    document = edits.sentence_document(
        " ".join(words), head=draw(st.sampled_from(HEADS)), d_k=draw(st.integers(1, 512))
    )
    return with_random_options(draw, document)


@st.composite
def projected(draw):
    n = draw(st.integers(1, 8))
    document = projection_edits.embedded(
        draw(st.lists(tokens, min_size=n, max_size=n)),
        d_model=draw(st.integers(1, 6)),
        n_heads=draw(st.integers(1, 3)),
        d_k=draw(st.integers(1, 4)),
        seed=draw(st.integers(0, 9)),
    )
    if draw(st.booleans()):
        document = projection_edits.with_output_projection(document, True)
    if draw(st.booleans()):
        document = projection_edits.with_gate(document, True)
    if draw(st.booleans()):
        document = projection_edits.with_layer_norm(document, True)
    return with_random_options(draw, document)


def with_random_options(draw, document):
    return edits.with_options(
        document,
        divide=draw(st.booleans()),
        temperature=draw(st.sampled_from([1.0, 0.05, 0.37, 20.0])),
        causal=draw(st.booleans()),
        window=draw(st.none() | st.integers(1, 5)),
        padding=draw(st.integers(0, document.source.n_k - 1)),
    )


documents = matrices() | sentences() | projected()
forms = st.sampled_from([number_format(language) for language in LANGUAGES])


def traced(document, head=0):
    return derive(document).for_head(head)


def scene_of(document, trace, form, query=0, **look):
    return Scene(document=document, trace=trace, view=ViewState(tab="matrix", query=query, **look), form=form)


# measuring ----------------------------------------------------------------------------------------------------


def corners(item):
    """The four corners of a line of text, turned as it will be."""
    width = (mono_width if item.mono else text_width)(item.text, item.size, item.bold)
    left = {"left": 0.0, "center": -width / 2, "right": -width}[item.align]
    turn = math.radians(item.angle)
    for along in (left, left + width):
        for up in (-0.22 * item.size, 0.73 * item.size):  # below and above the baseline
            yield (
                item.x + along * math.cos(turn) - up * math.sin(turn),
                item.y - along * math.sin(turn) - up * math.cos(turn),
            )


def box(item):
    """(left, top, right, bottom) of any item."""
    if isinstance(item, Text):
        xs, ys = zip(*corners(item), strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    if isinstance(item, Line):
        return min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2)
    if isinstance(item, (Path, Area)):
        item = item if isinstance(item, Path) else item.path
        xs, ys = zip(*_along(item), strict=True)
        half = item.width / 2
        return min(xs), min(ys) - half, max(xs), max(ys) + half  # ends are cut flat
    assert isinstance(item, (Rect, Cells, ColourBar))
    return item.x, item.y, item.x + item.width, item.y + item.height


def _along(path):
    """Points that a path goes through."""
    if not path.curved:
        return path.points
    p = np.array(path.points)
    t = np.linspace(0, 1, 41)[:, None]
    return (1 - t) ** 3 * p[0] + 3 * t * (1 - t) ** 2 * p[1] + 3 * t**2 * (1 - t) * p[2] + t**3 * p[3]


def assert_inside(figure):
    for item in figure.items:
        left, top, right, bottom = box(item)
        inside = left >= -0.5 and top >= -0.5 and right <= figure.width + 0.5 and bottom <= figure.height + 0.5
        assert inside, (
            f"{item} reaches ({left:.1f}, {top:.1f}, {right:.1f}, {bottom:.1f}) of {figure.width} × {figure.height}"
        )


def texts(figure):
    return [item for item in figure.items if isinstance(item, Text)]


def assert_apart(figure):
    """No line of text lies on another one, or on a matrix."""
    level = [(item, box(item)) for item in texts(figure) if item.angle == 0 and item.text]
    level.sort(key=lambda pair: pair[1][1])
    for index, (one, a) in enumerate(level):
        for other, b in level[index + 1 :]:
            if b[1] >= a[3] - 1:
                break
            across = min(a[2], b[2]) - max(a[0], b[0])
            assert across <= 1.5, f"{one.text!r} at {a} lies on {other.text!r} at {b}"
        for cells in (item for item in figure.items if isinstance(item, Cells)):
            c = box(cells)
            across, down = min(a[2], c[2]) - max(a[0], c[0]), min(a[3], c[3]) - max(a[1], c[1])
            assert across <= 1 or down <= 1, f"{one.text!r} at {a} lies on {cells.name} at {c}"


# nothing clipped, ever ----------------------------------------------------------------------------------------


@given(documents, st.data(), forms)
@settings(max_examples=examples(100))
def test_the_chain_has_room_for_everything(document, data, form):
    trace = traced(document, data.draw(st.integers(0, 2)))
    figure = chain_figure(
        document,
        trace,
        query=data.draw(st.integers(0, trace.n_q - 1)),
        key=data.draw(st.none() | st.integers(0, trace.n_k - 1)),
        step=data.draw(st.none() | st.integers(0, 6)),
        form=form,
        numbers=data.draw(st.booleans()),
        hints=data.draw(st.booleans()),
    )
    assert_inside(figure)
    assert_apart(figure)


@given(documents, st.data(), forms, st.integers(NARROWEST, 2000), st.integers(1, 30))
@settings(max_examples=examples(100))
def test_the_written_sum_has_room_for_everything(document, data, form, width, most):
    trace = traced(document)
    row = row_sum(document, trace, data.draw(st.integers(0, trace.n_q - 1)))
    figure = sum_figure(row, width=width, measure=text_width, form=form, most_terms=max(most, 2))
    assert_inside(figure)
    assert_apart(figure)


@given(documents, st.data(), forms, st.integers(NARROWEST, 2000), st.integers(420, 1400))
@settings(max_examples=examples(100))
def test_the_heatmap_has_room_for_everything(document, data, form, width, height):
    trace = traced(document)
    query = data.draw(st.integers(0, trace.n_q - 1))
    figure = matrix_figure(scene_of(document, trace, form, query), width=width, height=height, measure=text_width)
    assert_inside(figure)
    assert_apart(figure)


@given(documents, forms)
def test_the_heatmaps_own_size_has_room_for_everything(document, form):
    trace = traced(document)
    figure = own_figure(scene_of(document, trace, form), text_width)
    assert_inside(figure)


@given(documents, st.sampled_from(sorted(VIEWS)), forms)
def test_a_whole_view_has_room_for_everything(document, view, form):
    trace = traced(document)
    scene = Scene(document=document, trace=trace, view=ViewState(tab=view, query=trace.n_q - 1), form=form)
    figure = view_figure(scene, text_width)
    assert_inside(figure)
    assert figure.title
    assert figure.description


@pytest.mark.parametrize("n", [100, 300, 600])
@pytest.mark.parametrize("query", [0, 41, 99])
def test_row_labels_of_a_large_heatmap_do_not_touch(n, query):
    document = edits.sentence_document(" ".join(f"word{i}" for i in range(n)))
    scene = scene_of(document, traced(document), ENGLISH, query)
    figure = matrix_figure(scene, width=1200, height=800, measure=text_width)
    assert_inside(figure)
    assert_apart(figure)
    cells = figure.cells("weights")
    labels = [item for item in texts(figure) if item.align == "right" and item.x == cells.x - 8]
    assert f"word{query}" in [item.text for item in labels], "the followed row has its label"
    assert 20 < len(labels) <= n


# what is written ----------------------------------------------------------------------------------------------


def plain_documents():
    return matrices() | sentences()


@given(plain_documents(), forms, st.data())
def test_the_sum_writes_the_traces_numbers(document, form, data):
    trace = derive(document)
    query = data.draw(st.integers(0, trace.n_q - 1))
    row = row_sum(document, trace, query)
    figure = sum_figure(row, width=1400, measure=text_width, form=form, most_terms=len(row.terms))
    bold = [item.text for item in texts(figure) if item.bold]
    everything = [item.text for item in texts(figure)]
    for term in row.terms:
        assert form.short(float(trace.scores[query, term.key]), 2) in bold
        if term.visible:
            assert form.fixed(float(trace.weights[query, term.key]), 2) in bold
            power = cell_text(term.power, 2, form)
            assert any(text.startswith(f"e^{power} = ") for text in everything)
    assert sum(text.startswith("e^") for text in everything) == int(trace.visible[query].sum())
    assert not any("NaN" in text for text in everything)


def test_the_banks_sum():
    document = matrix_document(
        [[2, 0], [1, 2], [0, 1]],
        [[1, 0], [1, 1], [0, 2]],
        [[1, 0], [0.5, 0.5], [1, 0]],
        tokens_q=("sentei", "banco", "praça"),
    )
    figure = sum_figure(row_sum(document, derive(document), 1), width=1000, measure=text_width, form=ENGLISH)
    written = " ".join(item.text for item in texts(figure))
    for part in (
        "“banco”", "q = [1, 2]", "1·1 + 2·1", "1.41", "2.12", "e^2.83 = 16.92", "0.07", "0.31", "0.62",
        "sum = 27.29", "0.31·[0.5, 0.5]", "= [0.85, 0.15]",
    ):  # fmt: skip
        assert part in written, part


def test_keys_beyond_the_most_are_summed_up():
    document = edits.sentence_document("a b c d e f g h i j", head="distance")
    row = row_sum(document, derive(document), 0)
    figure = sum_figure(row, width=1000, measure=text_width, form=ENGLISH, most_terms=4)
    shown = sorted((term.weight for term in row.terms), reverse=True)[:3]
    note = f"… and 7 more, weighing {1 - sum(shown):.2f}"
    assert note in [item.text for item in texts(figure)]


@given(matrices())
def test_the_chain_shows_every_matrix_the_document_has(document):
    trace = derive(document)
    figure = chain_figure(document, trace, query=0, form=ENGLISH)
    for name in ("Q", "K", "V", "scores", "scaled", "weights", "output"):
        cells = figure.cells(name)
        np.testing.assert_array_equal(cells.values, getattr(trace, name))
        assert cells.editable == (name in ("Q", "K", "V"))
        assert (cells.visible is None) == (name not in ("scaled", "weights") or not trace.masked)
        if cells.numbers is not None and cells.visible is not None:
            assert all(bool(cells.numbers[i][j]) == cells.visible[i, j] for i, j in np.ndindex(cells.values.shape))


@given(matrices() | sentences())
def test_the_heatmaps_numbers_are_the_weights(document):
    trace = derive(document)
    figure = own_figure(scene_of(document, trace, ENGLISH), text_width)
    cells = figure.cells("weights")
    assert cells.values is trace.weights
    assert (cells.scale.low, cells.scale.high) == (0, 1)
    if cells.numbers is not None:
        for i, j in np.ndindex(cells.values.shape):
            if cells.numbers[i][j]:
                assert float("0" + cells.numbers[i][j].removeprefix("0")) == pytest.approx(
                    trace.weights[i, j], abs=0.051
                )
                assert trace.visible[i, j]


# clicking -----------------------------------------------------------------------------------------------------


@given(matrices(), st.data())
def test_a_point_in_a_cell_finds_that_cell(document, data):
    figure = chain_figure(document, derive(document), query=0, form=ENGLISH)
    cells = data.draw(st.sampled_from([item for item in figure.items if isinstance(item, Cells)]))
    i, j = data.draw(st.integers(0, cells.rows - 1)), data.draw(st.integers(0, cells.columns - 1))
    x, y, width, height = cells.cell_rect(i, j)
    found = figure.cell_at(x + width / 2, y + height / 2)
    assert (found[0], *found[1:]) == (cells, i, j)
    assert cells.at(cells.x - 1, cells.y + 1) is None
    assert cells.at(cells.x + cells.width + 1, cells.y + 1) is None


@given(matrices())
def test_label_boxes_do_not_overlap_and_name_their_row(document):
    figure = chain_figure(document, derive(document), query=0, form=ENGLISH)
    rows = [label for label in figure.labels if label.axis == "row"]
    for one in rows:
        middle = (one.x + one.width / 2, one.y + one.height / 2)
        assert figure.label_at(*middle) is one, "another label covers it"
        cells = figure.cells(one.matrix)
        assert cells.at(cells.x + 1, middle[1]) == (one.index, 0)


def test_a_figure_tells_who_cannot_see_it():
    document = replace(edits.sentence_document("um banco", head="content"), name="")
    seen = {
        "steps": visible_text("banco"),
        "matrix": visible_text("banco"),
        "gradient": visible_text("banco"),
        "heads": "one head",  # why there is no grid of heads
        "training": "step 0",
        "shapes": "Q: 2 × 64",
        "code": "NumPy",
    }
    assert set(seen) == set(VIEWS)
    for view, what in seen.items():
        assert what in figure_of(document, view, query=1).description, view
