"""Imported numbers that are no weights: what is drawn of them, and what is not said."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
import pytest

from attnviz.core.diagnosis import diagnose
from attnviz.core.stack import stack_of_arrays
from attnviz.document.derive import derive
from attnviz.document.imported_edits import imported_document
from attnviz.document.imported_source import Reading
from attnviz.document.imported_view import fitted_view, picked_document
from attnviz.document.view_state import ViewState
from attnviz.export.alt_text import alt_text
from attnviz.export.cells import Mark
from attnviz.export.colour_bar import marks_in
from attnviz.export.drawn_links import WIDEST
from attnviz.export.figure import Cells, Path, Rect, Text
from attnviz.export.finding_words import finding_sentence
from attnviz.export.fonts import text_width
from attnviz.export.health import facts, health_of, is_odd, sentence
from attnviz.export.html import page_html
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.matrix_margins import _entropy
from attnviz.export.matrix_quantity import shown
from attnviz.export.matrix_side import measure_blocks
from attnviz.export.notation import Notation
from attnviz.export.numbers import number_tables
from attnviz.export.row_figure import row_figure
from attnviz.export.scene import Scene
from attnviz.export.shares import are_shares
from attnviz.export.views import view_figure
from attnviz.i18n import NumberFormat
from attnviz.ui.readout import cell_reading

pytestmark = pytest.mark.usefixtures("qapp")  # letters are measured

EVEN = np.full((4, 4), 0.25)
HUGE = np.full((4, 4), 3e38)
BELOW = np.array([[1.5, -0.5], [0.25, 0.75]])
INFINITE = np.where(np.arange(16).reshape(4, 4) == 6, np.inf, 0.25)
MEASURES = ("entropy", "saturated", "gradient that passes", "above the diagonal", "received", "on average")


def scene(A, **view):
    tokens = tuple(f"{'abcdefgh'[i % 8]}{i // 8 or ''}" for i in range(max(A.shape)))
    view = {"tab": "matrix"} | view
    reading = Reading(stack=stack_of_arrays([A[None]]), tokens_q=tokens[: A.shape[0]], tokens_k=tokens[: A.shape[1]])
    document = imported_document(reading, name="numbers")
    seen = fitted_view(document, ViewState(**view))
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
        (INFINITE, True),
        (np.where(np.eye(4) > 0, np.nan, 0.2), False),  # no row is left to tell
        (np.where(np.arange(16).reshape(4, 4) == 6, np.nan, 2 * EVEN), False),
        (np.where(np.arange(16).reshape(4, 4) == 6, np.nan, np.vstack([EVEN[:1], 3 * EVEN[1:2], EVEN[2:]])), False),
        (np.where(np.arange(16).reshape(4, 4) == 6, np.inf, np.vstack([EVEN[:1], -EVEN[1:2], EVEN[2:]])), False),
        (np.where(np.arange(16).reshape(4, 4) > 11, np.nan, 4 * EVEN), False),
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


STRANGE = {
    "nan": [(2, 3, np.nan)],
    "two in a row": [(2, 0, np.nan), (2, 3, np.nan)],
    "infinite": [(1, 2, np.inf)],
    "minus infinite": [(1, 2, -np.inf)],
    "both infinities": [(1, 2, np.inf), (3, 0, -np.inf)],
    "all kinds in a row": [(2, 0, np.nan), (2, 1, np.inf), (2, 2, -np.inf)],
    "a whole row of them": [(2, 0, np.nan), (2, 1, np.inf), (2, 2, -np.inf), (2, 3, np.inf)],
    "all that looks at the last key": [(3, 3, np.nan)],
}


@pytest.fixture(params=STRANGE)
def strange(request):
    """Causal weights, and the cells among them that are made no number."""
    A = np.tri(4) / np.arange(1, 5)[:, None]
    cells = STRANGE[request.param]
    for i, j, value in cells:
        A[i, j] = value
    return A, cells


def test_numbers_that_are_none_are_counted_alike_everywhere(strange):
    A, cells = strange
    nan, infinite = (int(found.sum()) for found in (np.isnan(A), np.isinf(A)))
    counted = {finding.kind: finding.count for finding in diagnose(stack_of_arrays([A[None]])).findings}
    assert counted == {kind: n for kind, n in (("nan-cells", nan), ("infinite", infinite)) if n}
    trace = scene(A).trace
    health = health_of(trace)
    assert (health.nan, health.infinite, health.off, health.empty) == (nan, infinite, 0, 0)
    assert is_odd(health)
    assert health.unjudged == len({i for i, _, _ in cells})
    told = " ".join(words(drawn(A, query=cells[0][0])))
    assert f"NaN {nan}" in told
    assert (f"·  infinite: {infinite}" in told) == (infinite > 0)
    assert f"NaN or infinite: {sum(i == cells[0][0] for i, _, _ in cells)}" in told
    assert "masked keys" not in told
    assert "fully masked" not in told
    assert "may not look" not in told
    assert "sums all 1" not in told


def test_numbers_that_are_none_have_their_own_mark_and_reading(strange):
    A, cells = strange
    found = scene(A)
    matrix = shown(found)
    for i, j, value in cells:
        assert matrix.visible is None or matrix.visible[i, j]
        mark = Mark.NAN if np.isnan(value) else Mark.INFINITE if value > 0 else Mark.MINUS_INFINITE
        assert mark in marks_in(matrix.values, matrix.visible, matrix.scale)
        assert _numbers(A)[i][j] == {Mark.NAN: "NaN", Mark.INFINITE: "∞", Mark.MINUS_INFINITE: "−∞"}[mark]
        reading = cell_reading(found, "weights", i, j)
        assert "left out of all sums" in reading
        assert ("not a number" in reading) == (mark is Mark.NAN)
        assert "masked" not in reading
    assert "weight 1.0000" in cell_reading(found, "weights", 0, 0)
    bars = words(row_figure(scene(A, query=cells[0][0]), width=500, height=200, measure=text_width))
    for i, j, _ in cells:
        assert i != cells[0][0] or _numbers(A)[i][j] in bars
    written = number_tables(found.document, found.trace, ["weights"])[0]
    np.testing.assert_array_equal(written.values, A)
    assert found.trace.arrays()["visible"].all()


def test_whatever_shows_numbers_that_are_none_neither_raises_nor_warns(strange):
    A, _ = strange
    with np.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        for view in ({}, {"sorted_bars": True}, {"drawing": "lines"}, {"drawing": "arcs"}, {"tab": "heads"}):
            found = scene(A, **view)
            for query in range(4):
                one = replace(found, view=replace(found.view, query=query))
                for figure in (
                    matrix_figure(one, width=1000, height=600, measure=text_width),
                    row_figure(one, width=500, height=200, measure=text_width),
                ):
                    assert "nan" not in " ".join(words(figure))
                assert alt_text(one, figure)
        for average in ("heads", "layers", "all", "rollout"):
            assert np.isfinite(scene(A, average=average).trace.weights).all()


@pytest.mark.parametrize("cells", [[np.nan], [np.inf], [np.nan, -np.inf], [np.nan] * 7])
@pytest.mark.parametrize("n", [12, 600])
def test_measures_are_those_of_the_rows_that_can_be_judged(cells, n):
    A = np.random.default_rng(0).dirichlet(np.full(n, 0.02), n)
    whole = A.copy()
    A[5, 1 : 1 + len(cells)] = cells
    spoilt, sound = scene(A, query=5), scene(np.delete(whole, 5, axis=0))
    m, expected = spoilt.trace.measures, sound.trace.measures
    assert (m.n_rows, m.saturated) == (n - 1, expected.saturated)
    assert m.mean_entropy == pytest.approx(expected.mean_entropy, rel=1e-6)
    assert m.mean_jacobian == pytest.approx(expected.mean_jacobian, rel=1e-6)
    found = health_of(spoilt.trace)
    assert (found.looking, found.saturated) == (n - 1, health_of(sound.trace).saturated)
    np.testing.assert_allclose(found.received, health_of(sound.trace).received, atol=1e-7)
    said = sentence(found, spoilt.trace, spoilt.form)
    assert said.endswith("; queries that are left out of all measures: 1")
    assert f"saturated {found.saturated} of {n - 1}" in facts(found, spoilt.trace, spoilt.form, False)
    blocks = {caption: value for caption, value, _ in measure_blocks(spoilt)}
    assert blocks["saturated rows"] == f"{found.saturated} of {n - 1}"
    entropies = _entropy(spoilt.trace)
    assert np.flatnonzero(np.isnan(entropies)).tolist() == [5]


def test_what_was_counted_once_is_not_counted_again(monkeypatch):
    """The words are laid out with every picture, and 4096 × 4096 numbers take 10 ms to look through."""
    found = scene(INFINITE)
    health = health_of(found.trace)
    facts(health, found.trace, found.form, False)
    for name in ("isnan", "isinf", "isfinite"):
        monkeypatch.setattr(np, name, _refuse)
    assert "infinite: 1" in facts(health, found.trace, found.form, False)
    assert sentence(health, found.trace, found.form).startswith("Infinite cells: 1")


def _refuse(*_: object) -> None:
    raise AssertionError("looked through again")


def test_where_no_query_looks_there_are_no_other_sums_and_no_shares():
    for empty in range(4):
        A = np.where(np.arange(3)[:, None] < empty, np.nan, np.full((3, 3), 1 / 3))
        found = scene(A)
        told = facts(health_of(found.trace), found.trace, found.form, False)
        assert ("sums all 1" in told) == (empty == 0)
        assert ("other sums all 1" in told) == (0 < empty < 3)
        assert f"fully masked {empty}" in told
        blocks = [value for _, value, _ in measure_blocks(found)]
        assert ("–" in blocks) == (empty == 3)
        assert ("Mean entropy" in alt_text(found, drawn(A))) == (empty < 3)
        assert any("saturated" in text for text in told) == any("diagonal" in text for text in told) == (empty < 3)


def test_a_row_of_nan_alone_is_a_query_that_may_look_nowhere():
    A = np.where(np.arange(4)[:, None] == 1, np.nan, EVEN)
    found = scene(A, query=1)
    assert not shown(found).visible[1].any()
    assert "masked" in cell_reading(found, "weights", 1, 2)
    assert "NaN 0" in " ".join(words(drawn(A, query=1)))


@pytest.mark.parametrize("others", [0.0, 0.6])
@pytest.mark.parametrize("rows", [(1,), (0, 2)])
def test_a_negative_number_among_weights_is_told_with_its_row(rows, others):
    """Not as scores, nor as a row that sums to something else; whether or not it still sums to 1."""
    A = np.full((5, 4), 0.25)
    for row in rows:
        A[row, :2] += -0.35, others
    found = scene(A)
    health = health_of(found.trace)
    assert is_odd(health)
    said = sentence(health, found.trace, found.form)
    if len(rows) == 1:
        assert said == "Query “b” has a negative weight: no weight can be below 0"
    else:
        assert said == "Queries with a negative weight: 2 of 5, the first “a”; no weight can be below 0"
    assert f"negative: {len(rows)}" in facts(health, found.trace, found.form, False)
    (finding,) = diagnose(found.document.source.stack).findings
    assert finding.kind == "negative-rows"
    said = finding_sentence(finding, found.form, found.document.source, found.notation)
    assert (
        f"Rows with a negative number: {len(rows)} of 5 looked at; the lowest is −0.1, in query “{'abc'[rows[0]]}”"
        in said
    )
    assert "score" not in said


def test_the_row_of_a_negative_number_is_named_with_its_layer_and_head():
    A = np.full((2, 3, 5, 5), 0.2)
    A[1, 2, 4, 0] = -0.1
    tokens = ("the", "fat", "cat", "sat", "on")
    document = imported_document(Reading(stack=stack_of_arrays(list(A)), tokens_q=tokens, tokens_k=tokens))
    (finding,) = diagnose(document.source.stack).findings
    for first, name in ((1, "layer 2 · head 3"), (0, "layer 1 · head 2")):
        said = finding_sentence(finding, NumberFormat(), document.source, Notation(first_head=first))
        assert f"in {name} · query “on”." in said


@pytest.mark.parametrize("size", [3e38, 1e308, -1e308])
def test_numbers_of_any_size_neither_raise_nor_warn_nor_fill_the_picture(size):
    A = np.full((4, 4), abs(size))
    A[1, 2] = size
    with np.errstate(all="raise"), warnings.catch_warnings():
        warnings.simplefilter("error")
        for drawing in ("heatmap", "lines", "arcs"):
            found = scene(A, drawing=drawing)
            figure = view_figure(found, text_width)
            assert max(map(len, words(figure))) < 120
            assert len(alt_text(found, figure)) < 600
            for item in figure.items:
                assert not isinstance(item, Path) or item.width <= WIDEST
        assert page_html(found)
