"""Pictures of scores, and lines, made in a drag from what was found while the trace was made: those of all numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.core.extremes import Look, find_extremes
from attnviz.core.links import MOST_LINKS, RowLinks, choose_links
from attnviz.core.reduce import reduce_extreme
from attnviz.core.sight import Sight
from attnviz.document import derive as derive_module
from attnviz.document import edits, large, matrix_edits
from attnviz.document.colour_choice import CURVES, ColourChoice
from attnviz.document.derive import derive
from attnviz.document.links_look import LinksLook
from attnviz.document.reduced_scores import ReducedScores
from attnviz.document.unwritten import Unwritten
from attnviz.document.view_state import ViewState
from attnviz.export import links_figure as links_figure_module
from attnviz.export import scales
from attnviz.export.figure import Cells
from attnviz.export.fonts import text_width
from attnviz.export.links_figure import links_figure
from attnviz.export.picture import picture
from attnviz.export.scales import scale_for
from attnviz.export.scene import Scene
from attnviz.i18n import number_format

N = 101
SIZES = [(40.0, 30.0), (1000.0, 900.0)]  # of the paper: cells in blocks, and a pixel for each
VIEWS = [None, (13.3, 71.0, 20.7, 80.0), (90.0, 20.0, 70.0, 60.0)]
MASKS = [{}, {"causal": True}, {"window": 40}, {"padding": 7}]
SOURCES = ["mixed", "content", "distance", "matrices"]
TIES = 1  # entries that rounding may move a number by: a row alone is not multiplied out in the order of all


@pytest.fixture
def small_documents_are_large_and_drawn_in_haste(monkeypatch):
    monkeypatch.setattr(derive_module, "FLOAT32_CELLS", 0)
    monkeypatch.setattr(large, "MEASURED", 0)
    monkeypatch.setattr(scales, "MOST_SORTED", 0)


def document_of(source, masks):
    rng = np.random.default_rng(2)
    if source == "matrices":
        document = matrix_edits.matrix_document(*(2 * rng.standard_normal((N, 24)) for _ in range(3)))
    else:
        document = edits.sentence_document(" ".join(f"w{i % 37}" for i in range(N)), head=source)
    return edits.with_options(document, **masks)


def drag(source, document, turn):
    """Documents as a hand makes them: of the same scores twice, and of others; no two turns are alike."""
    for k in range(6):
        if k % 3 == 0 and source == "matrices":
            document = matrix_edits.set_cell(document, "QK"[k // 3], 17 + k, 3, 2.5 + k + turn)
        elif k % 3 == 0:
            document = edits.with_d_k(edits.with_decay(document, 0.3 + k / 50 + turn / 9), 60 + k)
        else:
            document = edits.with_options(document, temperature=1.1 + k / 10 + turn)
        yield document


def drawn(trace, quantity, choice, size, view, *, gathered=True):
    """Scale and picture, with what was found or without."""
    scaled = quantity == "scaled"
    visible = trace.visible if trace.masked and scaled else None
    found = trace.scaled if scaled else trace.scores
    blocks = ReducedScores(trace.reduced, quantity, scaled and trace.masked, trace.rescale if scaled else None)
    blocks = blocks if gathered else None
    values = found if gathered else np.array(found)  # a copy: nothing is known of it
    scale = scale_for(values, visible, choice, signed=True, reduced=blocks)
    window = view or (0.0, N, 0.0, N)
    cells = Cells(
        name="weights",
        x=0.0,
        y=0.0,
        cell_width=size[0] / window[3],
        cell_height=size[1] / window[1],
        values=values,
        scale=scale,
        visible=visible,
        view=view,
        blocks=blocks,
    )
    return scale, picture(cells, 1.0, 1.0)


@pytest.mark.usefixtures("small_documents_are_large_and_drawn_in_haste")
@pytest.mark.parametrize("view", VIEWS, ids=str)
@pytest.mark.parametrize("size", SIZES, ids=["blocks", "cells"])
@pytest.mark.parametrize("masks", MASKS, ids=str)
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("quantity", ["scores", "scaled"])
def test_no_score_is_written_during_a_drag_and_the_picture_is_that_of_all(quantity, source, masks, size, view):
    document = document_of(source, masks)
    choices = (*(ColourChoice(curve=curve) for curve in CURVES), ColourChoice(curve="row", leave_out=30))
    for turn, choice in enumerate(choices):
        trace = derive(document)
        for following in drag(source, document, turn):
            drawn(trace, quantity, choice, size, view)
            trace, document = derive(following, previous=(document, trace), hasty=True), following
            scale, small = drawn(trace, quantity, choice, size, view)
            shown = trace.scaled if quantity == "scaled" else trace.scores
            assert isinstance(trace.weights, Unwritten)
            assert not trace.weights.asked
            assert not getattr(shown, "asked", False)
        expected, its_picture = drawn(trace, quantity, choice, size, view, gathered=False)
        np.testing.assert_allclose(scale.high, expected.high, rtol=3e-6)
        np.testing.assert_allclose(scale.row_ends, expected.row_ends, rtol=3e-6, atol=3e-6)
        # Of numbers that are equal but for rounding another may be the step: it comes a few places later.
        ranks = np.searchsorted(expected.steps, scale.steps) - np.searchsorted(expected.steps, expected.steps)
        ties = 3 if choice.curve == "quantile" else TIES
        assert np.abs(ranks).max(initial=0) <= ties
        assert np.abs(small.levels.astype(int) - its_picture.levels).max() <= ties
        assert (small.marks is None) == (its_picture.marks is None)
        rested = derive(document, previous=(document, trace), exact=True)
        assert isinstance(rested.weights, np.ndarray)
        np.testing.assert_allclose(rested.weights, derive(document).weights, atol=2e-6)
        np.testing.assert_allclose(np.asarray(rested.scaled), derive(document).scaled, atol=1e-4)


@pytest.mark.usefixtures("small_documents_are_large_and_drawn_in_haste")
def test_scores_that_stay_are_not_looked_at_again(monkeypatch):
    document, looks = document_of("mixed", {"causal": True}), []
    monkeypatch.setattr(
        "attnviz.document.reduced_scores.find_extremes", lambda *a: looks.append(1) or find_extremes(*a)
    )
    trace = derive(document)
    drawn(trace, "scaled", ColourChoice(), SIZES[0], None)
    for k in range(5):
        following = edits.with_options(document, temperature=1.2 + k, divide=k % 2 == 0)
        trace, document = derive(following, previous=(document, trace), hasty=True), following
        drawn(trace, "scaled", ColourChoice(), SIZES[0], None)
    assert len(looks) == 1


@pytest.mark.usefixtures("small_documents_are_large_and_drawn_in_haste")
def test_a_mask_comes_and_goes_between_raw_and_scaled_scores():
    document = document_of("content", {"causal": True})
    trace = derive(document)
    for k, quantity in enumerate(("scores", "scaled", "scores", "scaled")):
        drawn(trace, quantity, ColourChoice(), SIZES[0], None)
        following = edits.with_options(document, temperature=1.2 + k)
        trace, document = derive(following, previous=(document, trace), hasty=True), following
        for other in ("scores", "scaled"):
            _, small = drawn(trace, other, ColourChoice(), SIZES[0], None)
            _, expected = drawn(trace, other, ColourChoice(), SIZES[0], None, gathered=False)
            assert np.abs(small.levels.astype(int) - expected.levels).max() <= TIES


@pytest.mark.usefixtures("small_documents_are_large_and_drawn_in_haste")
@pytest.mark.parametrize("source", SOURCES)
def test_scaled_scores_that_were_written_at_rest_are_not_written_again_in_a_drag(source):
    document = document_of(source, {})
    trace = derive(document)
    for k in range(4):
        drawn(trace, "scaled", ColourChoice(), SIZES[0], None)
        following = edits.with_options(document, temperature=1.2 + k)
        trace, document = derive(following, previous=(document, trace), hasty=True), following
        assert isinstance(trace.scaled, Unwritten)
        np.testing.assert_allclose(trace.scaled[40], derive(document).scaled[40], atol=1e-5)
        assert not trace.scaled.asked


@pytest.mark.usefixtures("small_documents_are_large_and_drawn_in_haste")
@pytest.mark.parametrize("hasty", [False, True])
@pytest.mark.parametrize("source", ["mixed", "matrices"])
@pytest.mark.parametrize("quantity", ["scores", "scaled"])
def test_what_was_asked_of_a_longer_document_may_be_more_than_a_shorter_one_has(quantity, source, hasty):
    """The key left out of a range, and the rows in sight, are no longer there."""
    document, n = document_of(source, {}), N // 2
    trace = derive(document)
    choice = ColourChoice(curve="row", leave_out=N - 2)
    for size in SIZES:
        drawn(trace, quantity, choice, size, None)
        if source == "matrices":
            shorter = matrix_edits.matrix_document(
                *(M[:n] for M in (document.source.Q, document.source.K, document.source.V))
            )
        else:
            shorter = edits.with_text(document, " ".join(f"w{i % 37}" for i in range(n)))
        following = derive(shorter, previous=(document, trace), hasty=hasty)
        np.testing.assert_allclose(np.asarray(following.weights), derive(shorter).weights, atol=2e-6)
        assert ReducedScores(following.reduced, quantity, False, None).range(None) is not None


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 6), st.integers(1, 6), st.booleans(), st.integers(0, 99))
def test_extremes_are_those_of_the_scores_whatever_the_factor(n_q, n_k, rows, columns, causal, seed):
    S = np.random.default_rng(seed).standard_normal((n_q, n_k)).astype(np.float32)
    sight = Sight(n_q=n_q, n_k=n_k, causal=causal)

    def fill(block, across, factor, out):
        np.multiply(S[block, across], np.float32(factor), out=out)

    found = find_extremes(fill, Look(sight=sight, blocks=(rows, columns)))
    for factor in (1.0, 0.125, 0.37):
        seen = np.where(sight.visible(), S / np.float32(factor), np.float32(0))
        np.testing.assert_array_equal(found.values / np.float32(factor), reduce_extreme(seen, rows, columns))
        np.testing.assert_array_equal(found.sizes / np.float32(factor), np.abs(seen).max(axis=1))


@pytest.mark.usefixtures("qapp", "small_documents_are_large_and_drawn_in_haste")
@pytest.mark.parametrize("look", [LinksLook(), LinksLook(threshold=0.0, most=64)], ids=["few", "many"])
@pytest.mark.parametrize("masks", MASKS, ids=str)
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("drawing", ["lines", "arcs"])
def test_lines_of_a_drag_are_those_of_the_whole_matrix(monkeypatch, drawing, source, masks, look):
    """No weight is written for them; of more than a frame has time for the heaviest are drawn, and so it says."""
    document, live = document_of(source, masks), 300
    monkeypatch.setattr(links_figure_module, "MOST_LIVE", live)

    def figure_of(document, trace):
        view = ViewState(tab="matrix", drawing=drawing, links=look)
        scene = Scene(document=document, trace=trace, view=view, form=number_format("en"))
        return links_figure(scene, width=700, height=500, measure=text_width)

    trace = derive(document)
    for following in drag(source, document, 0):
        figure_of(document, trace)
        trace, document = derive(following, previous=(document, trace), hasty=True), following
        found, whole = figure_of(document, trace), figure_of(document, derive(document))
        assert isinstance(trace.weights, Unwritten)
        assert not trace.weights.asked
        kept = whole.links.weights[-live:]
        np.testing.assert_allclose(found.links.weights, kept, atol=2e-6)
        assert len(found.links) + found.links.left_out == len(whole.links) + whole.links.left_out
        # Of the others many weights are equal but for rounding: which is heavier, rounding says.
        if len(whole.links) <= live and source in ("mixed", "matrices"):
            np.testing.assert_allclose(found.curves, whole.curves)
            assert found.figure.description == whole.figure.description


def plainly_chosen(A, threshold, most):
    """Every row sorted."""
    cells = []
    for i, row in enumerate(A):
        worth = sorted((j for j in range(len(row)) if row[j] >= threshold and row[j] > 0), key=lambda j: (-row[j], j))
        cells += [(i, j) for j in worth[:most]]
    cells.sort(key=lambda cell: A[cell])
    return cells[-MOST_LINKS:], max(len(cells) - MOST_LINKS, 0)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 300),
    st.integers(1, 300),
    st.sampled_from([0.0, 0.002, 0.01, 0.2]),
    st.sampled_from([1, 3, 64]),
    st.sampled_from([None, 1, 3]),
    st.integers(0, 99),
)
def test_lines_gathered_in_stretches_are_those_of_sorted_rows(n_q, n_k, threshold, most, decimals, seed):
    """Of numbers that are often equal, too; and of rows that are still to be divided."""
    rng = np.random.default_rng(seed)
    powers = np.exp(2 * rng.standard_normal((n_q, n_k))).astype(np.float32)
    if decimals is not None:
        powers = powers.round(decimals) + np.float32(2.0**-20)
    divisors = powers.sum(axis=1, keepdims=True)
    A = powers / divisors
    expected, left_out = plainly_chosen(A, threshold, most)
    gathered = RowLinks(A.shape, threshold, most)
    for first in range(0, n_q, 64):
        rows = slice(first, min(first + 64, n_q))
        gathered.take(rows, powers[rows], 0, divisors[rows])
    for links in (choose_links(A, threshold=threshold, most=most), gathered.links(lambda _: 1.0)):
        assert list(zip(links.queries.tolist(), links.keys.tolist(), strict=True)) == expected
        assert links.left_out == left_out


def test_a_row_that_changes_gives_the_lines_of_the_new_matrix():
    rng = np.random.default_rng(1)
    A = rng.random((700, 90))
    for threshold in (0.0, 0.999):
        gathered = RowLinks.of(A, threshold, 40)
        for row in (0, 350, 699):
            A = A.copy()
            A[row] = rng.random(90) / 50
            mended = gathered.mended(A, [row])
            assert mended is not None
            gathered = mended
        found, expected = gathered.links(lambda _: 1.0), choose_links(A, threshold=threshold, most=40)
        np.testing.assert_array_equal(found.queries, expected.queries)
        np.testing.assert_array_equal(found.keys, expected.keys)
        assert found.left_out == expected.left_out
