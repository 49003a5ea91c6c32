"""Pictures and colour scales made from what a trace has gathered: the same as from all of its numbers."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz.document import derive as derive_module
from attnviz.document import edits, large, matrix_edits
from attnviz.document.colour_choice import CURVES, ColourChoice
from attnviz.document.derive import derive
from attnviz.document.unwritten import Unwritten
from attnviz.export import scales
from attnviz.export.bar_ticks import end_texts
from attnviz.export.figure import Cells
from attnviz.export.matrix_quantity import weights_scale
from attnviz.export.picture import picture
from attnviz.export.scales import scale_for
from attnviz.i18n import number_format
from tests.unit.export.drawn import scene_of

N = 101
CHOICES = [
    *(ColourChoice(curve=curve, automatic=True) for curve in CURVES),
    *(ColourChoice(curve=curve, leave_out=0) for curve in CURVES),
    ColourChoice(automatic=True, low=0.001),
    ColourChoice(automatic=True, high=0.5, leave_out=N + 5),
    ColourChoice(curve="sqrt"),
]
MASKS = [{}, {"causal": True}, {"window": 40}, {"padding": 7}]
SOURCES = ["mixed", "content", "distance", "previous", "matrices"]
TIES = 3  # entries of the map that numbers may be moved by which are equal but for rounding
SIZES = [(40.0, 30.0), (1000.0, 900.0)]  # of the paper: cells in blocks, and a pixel for each


@pytest.fixture(autouse=True)
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


def drawn(trace, choice, size, view=None, *, gathered=True):
    """Scale and picture, with what was gathered or without."""
    visible = trace.visible if trace.masked else None
    reduced = trace.reduced if gathered else None
    values = trace.weights if gathered else np.array(trace.weights)  # a copy: nothing is known of it
    scale = scale_for(values, visible, choice, signed=False, reduced=reduced)
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
        blocks=reduced,
        hidden_are_least=True,
    )
    return scale, picture(cells, 1.0, 1.0)


def drag(source, document):
    """Documents as a hand makes them one after another."""
    for k in range(4):
        if source == "matrices" and k % 2:
            document = matrix_edits.set_cell(document, "Q", 17 + k, 3, 2.5 + k)
        else:
            document = edits.with_options(document, temperature=1.1 + k / 10)
        yield document


def same_numbers(found, expected, *, exact):
    """Two scales that show numbers alike, up to the rounding of float32 unless `exact`."""
    atol = 0.0 if exact else 3e-6 * max(expected.high, 1e-3)
    for name in ("low", "high", "floor", "row_ends"):
        np.testing.assert_allclose(getattr(found, name), getattr(expected, name), atol=atol, rtol=0, err_msg=name)
    if exact:
        assert found.steps == expected.steps
    else:  # of numbers that are equal but for rounding another may be the step: it comes a few places later
        ranks = np.searchsorted(expected.steps, found.steps)
        assert np.abs(ranks - np.searchsorted(expected.steps, expected.steps)).max(initial=0) <= TIES
    for name in ("map", "curve", "automatic", "by_hand", "left_out", "sampled", "nothing"):
        assert getattr(found, name) == getattr(expected, name), name


@pytest.mark.parametrize("size", SIZES, ids=["blocks", "cells"])
@pytest.mark.parametrize("masks", MASKS, ids=str)
@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("choice", CHOICES, ids=lambda c: f"{c.curve}-{c.leave_out}-{c.low}-{c.high}-{c.automatic}")
def test_nothing_is_written_during_a_drag_and_colours_are_those_of_the_weights(choice, source, masks, size):
    document = document_of(source, masks)
    trace = derive(document)
    drawn(trace, choice, size)
    for following in drag(source, document):
        trace, document = derive(following, previous=(document, trace), hasty=True), following
        scale, small = drawn(trace, choice, size)
        assert isinstance(trace.weights, Unwritten) == (size == SIZES[0])
        assert size != SIZES[0] or not trace.weights.asked
    # Weights that depend on j - i alone are equal but for rounding by the hundred: which is smaller, rounding says.
    if choice.curve != "quantile" or source not in ("previous", "distance"):
        expected, its_picture = drawn(trace, choice, size, gathered=False)
        same_numbers(scale, expected, exact=False)
        assert near(small, its_picture)
    rested = derive(document, previous=(document, trace), exact=True)
    assert isinstance(rested.weights, np.ndarray)
    scale, small = drawn(rested, choice, size)
    expected, its_picture = drawn(rested, choice, size, gathered=False)
    same_numbers(scale, expected, exact=True)
    np.testing.assert_array_equal(small.levels, its_picture.levels)


def near(one, other):
    """Whether two pictures look the same: rounding may make a number the neighbour of its entry."""
    away = np.abs(one.levels.astype(int) - other.levels.astype(int)).max()
    return away <= TIES and (one.marks is None) == (other.marks is None)


@pytest.mark.parametrize("view", [(0.0, 50.0, 0.0, 50.0), (13.3, 71.0, 20.7, 80.0), (90.0, 20.0, 70.0, 60.0)], ids=str)
@pytest.mark.parametrize("curve", CURVES)
def test_a_part_in_sight_is_cut_out_of_the_blocks(view, curve):
    """They lie where they lie in the whole matrix: coming closer writes no weights either."""
    document, choice, size = document_of("mixed", {"causal": True}), ColourChoice(curve=curve, automatic=True), (20, 18)
    trace = derive(document)
    drawn(trace, choice, size, view)
    for following in drag("mixed", document):
        trace, document = derive(following, previous=(document, trace), hasty=True), following
        _, small = drawn(trace, choice, size, view)
        assert not trace.weights.asked
    _, expected = drawn(trace, choice, size, view, gathered=False)
    assert near(small, expected)
    assert (small.x, small.y, small.width, small.height) == (expected.x, expected.y, expected.width, expected.height)


@pytest.mark.parametrize("masks", MASKS[:2], ids=str)
@pytest.mark.parametrize("source", ["mixed", "distance"])
def test_the_least_number_does_not_flicker_between_0_and_what_is_hardly_kept(source, masks):
    """The least weights vanish as λ grows: on the way a picture keeps some of them that are 0 when the hand rests."""
    document = document_of(source, masks)
    trace, form, told = derive(document), number_format("en"), []
    for decay in np.geomspace(0.01, 9, 30).tolist():
        following = edits.with_decay(document, decay)
        trace, document = derive(following, previous=(document, trace), hasty=True), following
        pair = []
        for each in (trace, derive(following)):
            look = {"fitting_curve": False, "colour": ColourChoice(automatic=True)}
            scale = weights_scale(scene_of(following, each, form, **look))
            drawn(each, ColourChoice(automatic=True), SIZES[0])  # what is painted says what the next one gathers
            pair.append(end_texts(scale, form, 3)[0])
        assert pair[0] == pair[1]
        told.append(pair[0])
    vanished = told.index("≈0")
    assert "≈0" not in told[:vanished]
    assert set(told[vanished:]) == {"≈0"}
    assert 2 < vanished < 28


def test_what_nobody_reads_any_more_is_not_gathered():
    document = document_of("content", {})
    trace = derive(document)
    asked, hand = [], drag("content", document)
    for choice in (CHOICES[0], ColourChoice(curve="quantile"), ColourChoice()):
        drawn(trace, choice, SIZES[0])
        following = next(hand)
        trace, document = derive(following, previous=(document, trace), hasty=True), following
        asked.append((trace.reduced.range(None) is not None, trace.reduced.sample is not None))
    assert asked == [(True, False), (True, True), (False, False)]


@pytest.mark.parametrize("source", ["previous", "matrices"])
def test_rounding_marks_no_cell_where_ends_are_read_and_blocks_were_made(source):
    """The first picture after another key is left out: ends come from weights written down, blocks without them."""
    document, size = document_of(source, {}), SIZES[0]
    for k in range(30):
        trace = derive(document)
        drawn(trace, ColourChoice(curve="row", leave_out=0), size)
        following = edits.with_options(document, temperature=0.21 + k / 30)
        trace = derive(following, previous=(document, trace), hasty=True)
        choice = ColourChoice(curve="row", leave_out=50)
        marks, expected = (drawn(trace, choice, size, gathered=gathered)[1].marks for gathered in (True, False))
        assert trace.weights.asked
        assert np.count_nonzero(marks) == np.count_nonzero(expected)


def test_without_blocks_the_weights_are_written_down(monkeypatch):
    """Whoever draws may ask for the first blocks while a worker is between two looks at what is asked for."""
    document = document_of("content", {})
    trace, maxima_for = derive(document), large.maxima_for

    def asked_meanwhile(wish, sight):
        made = maxima_for(wish, sight)
        drawn(trace, ColourChoice(), SIZES[0])
        return made

    monkeypatch.setattr(large, "maxima_for", asked_meanwhile)
    trace = derive(next(drag("content", document)), previous=(document, trace), hasty=True)
    assert isinstance(trace.weights, np.ndarray)


def test_a_range_nobody_gathered_is_read_from_the_weights():
    """The first picture after the range was asked for: written once, and right."""
    document = document_of("content", {})
    trace = derive(document)
    drawn(trace, ColourChoice(), SIZES[0])
    trace = derive(next(drag("content", document)), previous=(document, trace), hasty=True)
    scale, _ = drawn(trace, ColourChoice(automatic=True), SIZES[0])
    assert trace.weights.asked
    assert (scale.low, scale.high) == (trace.weights.min(), trace.weights.max())
