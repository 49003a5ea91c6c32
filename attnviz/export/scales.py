"""The colour scale of a matrix: what the person chose, and the range that its numbers give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.cell_sample import sample_places
from attnviz.document.colour_choice import ColourChoice
from attnviz.document.reduced import Reduced
from attnviz.document.reduced_scores import ReducedScores
from attnviz.export.cells import Array, ColourScale
from attnviz.export.kept import Kept, same

Visible = NDArray[np.bool_] | None
Gathered = Reduced | ReducedScores | None  # what was found in the numbers when they were made

# Of the largest number. No colour tells what is smaller from 0, and of weights in float32 this small a trace keeps few
# digits or none: fewer while a hand drags.
NO_SHARE = 1e-12
LEAST_SHARE = 1e-4  # of the largest number: where log begins unless the range says so
LARGEST = float(np.finfo(np.float64).max) / 4  # so that neither a range nor its reciprocal passes the largest float
MOST_SORTED = 1 << 18  # numbers; of more, the quantiles are those of a sample
BLOCK = 1 << 18  # numbers looked at together


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """A matrix (rows, columns) that colours are read from: its finite, visible numbers. `gathered` is what was found
    in them when they were made. `positive`: a 0 among them is a number too small to be kept, as a softmax has none."""

    values: Array
    visible: Visible = None
    gathered: Gathered = None
    positive: bool = False


def weights_scale() -> ColourScale:
    """Weights are shares: 0 to 1, whatever the data, so that two figures can be compared."""
    return ColourScale(map="violet", low=0.0, high=1.0)


def signed_scale(*matrices: Array | None) -> ColourScale:
    """Zero in the middle, the largest finite size in the matrices at both ends."""
    largest = max((_range(m, None, None, signed=True)[1] for m in matrices if m is not None and m.size), default=0.0)
    return ColourScale(map="blue-orange", low=-signed_end(largest), high=signed_end(largest))


def is_signed(values: Array) -> bool:
    """Whether any number is below zero."""
    return _ends_of(values)[0] < 0


def could_be_shares(values: Array) -> bool:
    """Whether numbers (rows, columns) may be shares of 1: none is larger, and one is half an even spread."""
    largest = _ends_of(values)[1]
    return 0.5 / max(1, values.shape[-1]) <= largest <= 1.001 or largest == 0


def _ends_of(values: Array) -> tuple[float, float]:
    """The smallest and the largest finite number; for a matrix that did not change, known already."""
    return _both.get((same(values),), (values,), lambda: _finite_ends(values))


def _finite_ends(values: Array) -> tuple[float, float]:
    low, high = _range(values, None, None)
    return (low, high) if low <= high else (0.0, 1.0 if values.size else 0.0)


_both: Kept[tuple[float, float]] = Kept(most=16)


def scale_for(
    values: Array,
    visible: Visible,
    choice: ColourChoice,
    *,
    signed: bool,
    reduced: Gathered = None,
) -> ColourScale:
    """The scale that shows `values` (rows, columns) as `choice` asks; see `scale_of`."""
    return scale_of([Numbers(values, visible, reduced)], choice, signed=signed)


def scale_of(matrices: Sequence[Numbers], choice: ColourChoice, *, signed: bool) -> ColourScale:
    """The one scale that shows the matrices as `choice` asks: a colour is the same number in each of them.

    Signed matrices get a signed map and a range that is the same on both sides of zero; of two ends set by hand the
    further one counts. The answer for matrices that did not change is kept: asking again costs nothing. What was
    gathered goes with weights: the ends of their rows are taken from it.
    """
    for each in matrices:
        if each.gathered is not None:  # asked at every picture, known or not: the next trace has them then
            sample = choice.curve == "quantile" and each.values.size > MOST_SORTED
            reads = _reads(each.values, choice, signed)
            each.gathered.ask(ends=reads, left_out=_left_out(each.values, choice), sample=sample)
    key = (tuple((same(each.values), same(each.visible)) for each in matrices), choice, signed)
    arrays = tuple(array for each in matrices for array in (each.values, each.visible))
    return _scales.get(key, arrays, lambda: _scale_of(matrices, choice, signed))


_scales: Kept[ColourScale] = Kept(most=16)


def _left_out(values: Array, choice: ColourChoice) -> int | None:
    return choice.leave_out if choice.leave_out is not None and choice.leave_out < values.shape[1] else None


def _by_hand(choice: ColourChoice) -> list[float]:
    return [end for end in (choice.low, choice.high) if end is not None]


def _reads(values: Array, choice: ColourChoice, signed: bool) -> bool:
    """Whether any end is read from the numbers."""
    enough = len(_by_hand(choice)) >= (1 if signed else 2)
    # A key is left out of a range that is read, or of none.
    asked = choice.automatic or _left_out(values, choice) is not None or signed
    return choice.curve in ("row", "quantile") or (asked and not enough)


def _scale_of(matrices: Sequence[Numbers], choice: ColourChoice, signed: bool) -> ColourScale:
    by_hand, reads = _by_hand(choice), any(_reads(each.values, choice, signed) for each in matrices)
    low, high = _read_range(matrices, choice, signed) if reads and choice.curve != "row" else (0.0, 1.0)
    nothing = low == high == 0
    near_zero = reads and not signed and choice.curve != "row" and _is_near_zero(matrices, choice, low, high)
    if near_zero:
        low = 0.0
    if choice.curve not in ("row", "quantile"):
        low, high = _ends(low, high, choice, signed)
    else:
        low, high = (-signed_end(high), signed_end(high)) if signed else _apart(low, high)
    floor = 0.0
    if choice.curve == "log":
        floor = _floor(low, high, choice)
        high = max(high, 2 * floor)
    row_ends: tuple[float, ...] = ()
    if choice.curve == "row":
        row_ends = _largest_of_rows([_row_ends_of(each, choice, signed) for each in matrices])
    steps: tuple[float, ...] = ()
    if choice.curve == "quantile":
        steps = _steps(np.concatenate([_considered(each, choice) for each in matrices]), signed)
    left_out = [found for each in matrices if (found := _left_out(each.values, choice)) is not None]
    return ColourScale(
        map=choice.signed_map if signed else choice.map,
        low=low,
        high=high,
        curve=choice.curve,
        floor=floor,
        row_ends=row_ends,
        steps=steps,
        automatic=reads,
        by_hand=_one_by_hand(choice) if reads and not signed else "",
        left_out=left_out[0] if reads and left_out else None,
        sampled=choice.curve == "quantile" and any(each.values.size > MOST_SORTED for each in matrices),
        nothing=nothing and not (by_hand and choice.curve != "quantile"),
        near_zero=near_zero,
        shared=len(matrices) > 1,
    )


def _read_range(matrices: Sequence[Numbers], choice: ColourChoice, signed: bool) -> tuple[float, float]:
    """From the smallest number of all matrices to the largest; of signed ones the largest size, twice."""
    ranges = [_range_of(each, choice, signed) for each in matrices]
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    if low > high:  # no number counts
        return (1.0, 1.0) if signed else (0.0, 1.0)
    return low, high


def _is_near_zero(matrices: Sequence[Numbers], choice: ColourChoice, low: float, high: float) -> bool:
    """Whether the least number is one that no colour tells from 0."""
    some = low > 0 or all(each.positive for each in matrices)
    return choice.low is None and some and 0 <= low < NO_SHARE * high


def _range_of(matrix: Numbers, choice: ColourChoice, signed: bool) -> tuple[float, float]:
    """Smallest and largest number that counts; of signed ones the largest size, twice. +∞ and −∞ if none counts."""
    left_out = _left_out(matrix.values, choice)
    known = None if matrix.gathered is None else matrix.gathered.range(left_out)
    return known or _range(matrix.values, matrix.visible, left_out, signed)


def _row_ends_of(matrix: Numbers, choice: ColourChoice, signed: bool) -> Array:
    """The largest number, or size, of every row; 0 where none is above."""
    left_out = _left_out(matrix.values, choice)
    known = None if matrix.gathered is None else matrix.gathered.row_ends(left_out)
    largest: Array = _row_ends(matrix.values, matrix.visible, left_out, signed) if known is None else known
    return np.maximum(largest, 0.0)


def _largest_of_rows(ends: Sequence[Array]) -> tuple[float, ...]:
    """Of rows at the same place the largest end; a longer matrix has further rows."""
    found = np.zeros(max(map(len, ends)), dtype=np.result_type(*ends))
    for each in ends:
        np.maximum(found[: len(each)], each, out=found[: len(each)])
    return tuple(found.tolist())


def _one_by_hand(choice: ColourChoice) -> str:
    """The end that stays where it was set, while the other is read from the numbers."""
    if choice.curve in ("row", "quantile"):
        return ""
    return "low" if choice.low is not None else "high" if choice.high is not None else ""


def _ends(low: float, high: float, choice: ColourChoice, signed: bool) -> tuple[float, float]:
    """The two ends, in order and apart, after those that were set by hand."""
    by_hand = _by_hand(choice)
    if signed:
        end = signed_end(max(map(abs, by_hand)) if by_hand else high)
        return -end, end
    low = low if choice.low is None else choice.low
    low, high = sorted((low, high if choice.high is None else choice.high))
    return _apart(low, high)


def _apart(low: float, high: float) -> tuple[float, float]:
    low, high = max(low, -LARGEST), min(high, LARGEST)
    if high - low > 1e-300:
        return low, high
    # All numbers are equal: they keep the place that they have between 0 and themselves.
    return (0.0, high) if high > 1e-300 else (low, 0.0) if low < -1e-300 else (0.0, 1.0)


def _floor(low: float, high: float, choice: ColourChoice) -> float:
    """Where log begins: where the range does, if that is above 0 and, unless it was set by hand, not far down."""
    if low > 0 and (choice.low is not None or low >= LEAST_SHARE * high):
        return max(low, float(np.finfo(np.float32).tiny))
    return max(LEAST_SHARE * high, float(np.finfo(np.float32).tiny))


def signed_end(largest: float) -> float:
    """The end of a signed scale for numbers up to this size: 1 where they are none, or too small to be told from it."""
    return min(largest, LARGEST) if largest >= 1e-300 else 1.0


def _parts(values: Array, visible: Visible, left_out: int | None) -> Iterator[tuple[slice, Array, Visible]]:
    """Some rows at a time: (their place, their numbers, which of them count or None if all do)."""
    step = max(1, BLOCK // max(1, values.shape[1]))
    keep = None if left_out is None else np.arange(values.shape[1]) != left_out
    for first in range(0, values.shape[0], step):
        rows = slice(first, first + step)
        part = values[rows]
        counts = None if visible is None else visible[rows]
        if keep is not None:
            counts = np.broadcast_to(keep, part.shape) if counts is None else counts & keep
        yield rows, part, counts


def _finite(part: Array, counts: Visible) -> NDArray[np.bool_]:
    found: NDArray[np.bool_] = np.isfinite(part)
    return found if counts is None else found & counts


def _range(values: Array, visible: Visible, left_out: int | None, signed: bool = False) -> tuple[float, float]:
    """Smallest and largest number that counts; for signed matrices the largest size, twice. +∞ and −∞ if none does."""
    low, high = np.inf, -np.inf
    for _, part, counts in _parts(values, visible, left_out):
        if not part.size:
            continue
        smallest, largest = _both_ends(part, counts)
        # A NaN or an infinity shows in one of the two; looking at every number for it would cost twice as much.
        if not (np.isfinite(smallest) and np.isfinite(largest)):
            smallest, largest = _both_ends(part, _finite(part, counts))
        low, high = min(low, smallest), max(high, largest)
    size = max(-low, high)
    return (size, size) if signed and low <= high else (low, high)


def _both_ends(part: Array, counts: Visible) -> tuple[float, float]:
    if counts is None:
        return float(part.min()), float(part.max())
    return float(np.where(counts, part, np.inf).min()), float(np.where(counts, part, -np.inf).max())


def _row_ends(values: Array, visible: Visible, left_out: int | None, signed: bool) -> Array:
    """The largest number, or size, of every row that counts; none above 0 where none does."""
    ends = np.zeros(values.shape[0])
    for rows, part, counts in _parts(values, visible, left_out):
        if not part.size:
            continue
        sizes = np.abs(part) if signed else part
        largest = (sizes if counts is None else np.where(counts, sizes, 0)).max(axis=1)
        if not np.isfinite(largest).all():
            largest = np.where(_finite(part, counts), sizes, 0).max(axis=1)
        ends[rows] = largest
    return ends


def _considered(matrix: Numbers, choice: ColourChoice) -> Array:
    """The numbers that count, in one row; a sample of them where there are very many."""
    values, visible, left_out = matrix.values, matrix.visible, _left_out(matrix.values, choice)
    counts = np.isfinite(values) if values.size <= MOST_SORTED else None
    if counts is not None:
        if visible is not None:
            counts &= visible
        if left_out is not None:
            counts[:, left_out] = False
        return values[counts]
    rows, columns = sample_places(*values.shape)
    gathered = None if matrix.gathered is None else matrix.gathered.sample
    found = values[rows, columns] if gathered is None else gathered
    counts = np.isfinite(found)
    if visible is not None:
        counts &= visible[rows, columns]
    if left_out is not None:
        counts &= columns != left_out
    return found[counts]


def _steps(numbers: Array, signed: bool) -> tuple[float, ...]:
    """The 255 numbers at which the next entry of a quantile scale begins.

    A number's place is the share of numbers smaller than it, stretched so that the largest comes at the end of the
    map: the smallest is paper however often it occurs, and equal numbers are equal. If all are equal they are all the
    largest; zeros alone are paper.
    """
    ordered = np.sort(np.abs(numbers) if signed else numbers)
    if not ordered.size or ordered[-1] == 0:
        return (float(np.finfo(np.float32).tiny),) * 255
    below_largest = int(np.searchsorted(ordered, ordered[-1], side="left"))
    if below_largest == 0:
        return (float(ordered[0]),) * 255
    # The first number with at least `needed` smaller ones is the first that is greater than the `needed`-th.
    needed = np.ceil((np.arange(1, 256) - 0.5) / 255 * below_largest).astype(int)
    after = np.searchsorted(ordered, ordered[np.maximum(needed, 1) - 1], side="right")
    found: list[float] = ordered[after].tolist()
    return tuple(found)
