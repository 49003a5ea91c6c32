"""What is gathered from a matrix while it is made: the ends of its rows, and a sample of its numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_core_blocked import from_scores, plain_mask, sights

from attnviz.core import cell_sample
from attnviz.core.band import soften_band
from attnviz.core.blocked import soften
from attnviz.core.cell_sample import CellSample, sample_places
from attnviz.core.peaks import find_peaks, soften_peaks
from attnviz.core.reduce import BlockMaxima, reduce_max
from attnviz.core.row_ends import RowEnds
from attnviz.core.sight import Sight
from attnviz.core.softmax import softmax
from tests.both_ways import way  # noqa: F401 — the fixture serves every test


def plain_ends(values, sight, left_out):
    """(least, largest) of every row, looked at cell by cell; +inf and -inf where no cell counts."""
    counts = np.broadcast_to(plain_mask(sight), values.shape).copy()
    if left_out is not None:
        counts[:, left_out] = False
    return np.where(counts, values, np.inf).min(axis=1), np.where(counts, values, -np.inf).max(axis=1)


def check(ends, values, sight, left_out, atol=0.0):
    least, largest = plain_ends(values, sight, left_out)
    np.testing.assert_allclose(ends.least, least, atol=atol, rtol=0)
    if left_out is None:
        assert ends.largest is None, "block maxima tell it"
    else:
        np.testing.assert_allclose(np.maximum(ends.largest, 0), np.maximum(largest, 0), atol=atol, rtol=0)


@st.composite
def questions(draw):
    sight = draw(sights())
    return sight, draw(st.none() | st.integers(0, sight.n_k - 1)), draw(st.integers(0, 2**32 - 1))


@given(questions(), st.integers(1, 9))
def test_ends_are_those_of_the_cells_that_count_block_by_block(question, step):
    sight, left_out, seed = question
    values = np.random.default_rng(seed).standard_normal((sight.n_q, sight.n_k)).astype(np.float32)
    before = values.copy()
    ends = RowEnds(sight, left_out)
    for first in range(0, sight.n_q, step):
        rows = slice(first, min(first + step, sight.n_q))
        ends.take(rows, values[rows])
    least, largest = plain_ends(values, sight, left_out)
    np.testing.assert_array_equal(ends.least, least)
    if left_out is not None:
        np.testing.assert_array_equal(ends.largest, largest)
    np.testing.assert_array_equal(values, before)
    np.testing.assert_array_equal(RowEnds.of(values, sight, left_out).least, least)
    values[0] += 5
    check(ends.mended(values, [0]), values, sight, left_out)


@given(questions(), st.sampled_from([0.0, 1.0, 30.0, 1e3]), st.sampled_from([1.0, 0.125, 7.0]), st.integers(1, 4))
def test_weights_that_are_never_written_leave_the_ends_of_the_plain_ones(question, size, factor, rows):
    sight, left_out, seed = question
    S = (np.random.default_rng(seed).standard_normal((sight.n_q, sight.n_k)) * size).astype(np.float32)
    fill, shape = from_scores(S), (sight.n_q, sight.n_k)
    plain = softmax(S.astype(np.float64) * factor, plain_mask(sight))
    atol = min(1e-6 * (1 + float(np.abs(S).max()) * factor), 1.0)
    passed = BlockMaxima(shape, rows, 3, ends=RowEnds(sight, left_out), sample=CellSample(shape))
    soften(fill, None, sight, factor=factor, sums=False, maxima=passed)
    peaks = find_peaks(fill, sight, 3, ends=RowEnds(sight, left_out))
    again = BlockMaxima(shape, rows, 3, ends=RowEnds(sight, left_out), sample=CellSample(shape))
    assert peaks.serve(sight, again)
    soften_peaks(fill, peaks, factor=factor, maxima=again)
    for maxima in (passed, again):
        check(maxima.ends, plain, sight, left_out, atol)
        np.testing.assert_allclose(maxima.values, reduce_max(plain, rows, 3), atol=atol)
        np.testing.assert_allclose(maxima.sample.values, plain[sample_places(*shape)], atol=atol)
        if left_out is not None:
            assert maxima.ends.largest.max() <= maxima.values.max(), "not by rounding either"


def test_peaks_do_not_serve_whoever_asks_for_other_ends():
    sight = Sight(n_q=5, n_k=5)
    fill = from_scores(np.eye(5, dtype=np.float32))
    plain, one = find_peaks(fill, sight, 2), find_peaks(fill, sight, 2, ends=RowEnds(sight, 1))

    def asked(ends):
        return BlockMaxima((5, 5), 1, 2, ends=ends)

    assert plain.serve(sight, asked(None))
    assert not plain.serve(sight, asked(RowEnds(sight)))
    assert one.serve(sight, asked(RowEnds(sight, 1)))
    assert not one.serve(sight, asked(RowEnds(sight, 2)))
    assert one.serve(sight, asked(None))


@pytest.mark.parametrize("left_out", [None, 0, 20, 40])
@pytest.mark.parametrize("wants_sample", [False, True])
@pytest.mark.parametrize("masks", [{}, {"causal": True}, {"window": 9}], ids=str)
@pytest.mark.parametrize("slope", [0.1, -0.05])
def test_offsets_alone_leave_the_same(masks, left_out, wants_sample, slope):
    """Without a mask the ends come from running ends of the offsets' powers, in place of cells."""
    n = 41
    sight, i = Sight(n_q=n, n_k=n, **masks), np.arange(n)
    offsets = -slope * np.abs(np.arange(1.0 - n, n))
    offsets[n - 2] += 0.7
    S = offsets[i[np.newaxis] - i[:, np.newaxis] + n - 1]
    sample = CellSample((n, n)) if wants_sample else None
    maxima = BlockMaxima((n, n), 2, 3, ends=RowEnds(sight, left_out), sample=sample)
    assert soften_band(offsets, None, sight, factor=1.5, maxima=maxima) is not None
    plain = softmax(S * 1.5, plain_mask(sight))
    check(maxima.ends, plain, sight, left_out, 1e-6)
    if sample is not None:
        np.testing.assert_allclose(sample.values, plain[sample_places(n, n)], atol=1e-6)


@pytest.mark.parametrize("columns", [1, 2, 3, 5])
def test_rows_that_are_blocks_by_themselves_are_reduced_without_a_copy_of_the_matrix(columns):
    values = np.random.default_rng(0).random((31, 17), dtype=np.float32)
    maxima = BlockMaxima(values.shape, 1, columns)
    for first in range(0, 31, 4):
        rows = slice(first, min(first + 4, 31))
        maxima.take(rows, values[rows])
    maxima.finish()
    np.testing.assert_array_equal(maxima.values, reduce_max(values, 1, columns))
    assert maxima.room.size == 0


def test_a_sample_is_always_of_the_same_places_and_follows_rows_that_change():
    values = np.random.default_rng(1).random((50, 30), dtype=np.float32)
    rows, columns = sample_places(50, 30)
    assert len(rows) == cell_sample.SIZE
    assert (np.diff(rows) >= 0).all()
    assert set(rows.tolist()) == set(range(50))
    assert set(columns.tolist()) == set(range(30))
    sample = CellSample(values.shape)
    for first in range(0, 50, 7):
        part = slice(first, min(first + 7, 50))
        sample.take(part, values[part])
    np.testing.assert_array_equal(sample.values, values[rows, columns])
    values[[3, 49]] = 2
    mended = sample.mended(values, [3, 49])
    np.testing.assert_array_equal(mended.values, values[rows, columns])
    assert not np.array_equal(sample.values, mended.values)
    part = CellSample(values.shape)
    part.take(slice(0, 50), values[:, 4:9], 4, np.full((50, 1), 2, np.float32))
    inside = (columns >= 4) & (columns < 9)
    np.testing.assert_array_equal(part.values, np.where(inside, values[rows, columns] / 2, 0))
