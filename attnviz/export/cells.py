"""From numbers to the 256 entries of a colour map, along a curve; and what no colour may stand for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.threads import scratch
from attnviz.document.colour_choice import SIGNED_MAPS, Curve
from attnviz.export.palette import MapName

Array = NDArray[np.floating[Any]]
Levels = NDArray[np.uint8]

# Of the range: rounding in float32 is not a number outside it. Weights in blocks, and those that a range was read from,
# may have been made in two ways, and differ by some parts in a million.
TOLERANCE = 1e-5
LARGEST_UNIT = 1e30  # entries a unit of value, beyond which float32 would overflow
LARGEST_SINGLE = float(np.finfo(np.float32).max)
BLOCK = 1 << 16  # numbers that are worked on together: they and what becomes of them stay in the cache


class Mark(IntEnum):
    """What is drawn on a cell whose number the map cannot show. In a reduced picture the larger of two stays."""

    ABOVE = 1  # a number beyond the right end of the scale
    BELOW = 2  # a number beyond the left end
    MINUS_INFINITE = 3
    INFINITE = 4
    NAN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourScale:
    """Which map, the numbers at its two ends, and the curve between them.

    With f = (x − low) / (high − low): linear is f, sqrt is √f, and log is log(x / floor) / log(high / floor). On a
    signed map zero is in the middle and the curves act on |x| / high, the sign kept. `row` measures every row by its
    own `row_ends`, `quantile` by how many numbers are smaller (`steps`). All of them keep the order of numbers (`row`
    within each row), so that the largest of a block has the block's entry and a matrix may be reduced first.
    """

    map: MapName
    low: float
    high: float
    curve: Curve = "linear"
    floor: float = 0.0  # where log begins; what is smaller looks like zero
    # Two that may be thousands of numbers: compared where they must be, but not hashed at every look for a picture.
    row_ends: tuple[float, ...] = field(default=(), hash=False)  # the largest number (signed: size) of each row
    # 255 numbers, at each of which the next entry begins (signed: sizes).
    steps: tuple[float, ...] = field(default=(), hash=False)
    automatic: bool = False  # the ends were read from the numbers
    by_hand: str = ""  # of these the one that was not: "low" or "high"
    left_out: int | None = None  # the column that had no say in them
    sampled: bool = False  # the quantiles are those of a sample
    nothing: bool = False  # every number is 0: the ends that were to be read stand for no number
    near_zero: bool = False  # `low` is 0 for numbers so small that no colour tells them from it
    shared: bool = False  # by several matrices, from all of which whatever is read was read

    @property
    def signed(self) -> bool:
        return self.map in SIGNED_MAPS

    def entries(self, values: Array, first_row: int = 0, *, within: bool = False) -> Levels:
        """The map's entry (0–255) of each number; numbers outside the range take its end, NaN the first entry.

        values: (rows, columns); `first_row` is the index that their first row has in the matrix. `within` says that
        `marks` found nothing outside the range, which need not be looked for again.
        """
        if self.curve == "row":
            return self.of_rows().entries(self.by_row(values, first_row), within=within)
        if self.curve == "linear" and values.size <= BLOCK:
            return self._linear(values, within)
        flat = np.atleast_1d(values)
        found = np.empty(flat.shape, dtype=np.uint8)
        if not flat.size:
            return found
        step = max(1, BLOCK // max(1, flat[0].size))
        for first in range(0, flat.shape[0], step):
            part = flat[first : first + step]
            found[first : first + step] = self._entries(part, within)
        return found.reshape(values.shape)

    def position(self, value: float) -> float:
        """Where a number lies on the map, 0 to 1: its entry before rounding. For `row`, of a share of the row's end."""
        return float(self.positions(np.array([value]))[0])

    def positions(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The same of many numbers, (n,)."""
        if self.curve == "quantile" and not self.signed:
            return self.entries(values) / 255.0
        scale = self.of_rows() if self.curve == "row" else self
        parts: Array
        if scale.curve == "linear":
            parts = (values - scale.low) / (scale.high - scale.low)
        else:
            parts = scale._parts(values)
            parts = 0.5 + parts / 2 if self.signed else parts
        return np.clip(parts, 0.0, 1.0).astype(np.float64)

    def marks(self, values: Array, first_row: int = 0) -> Levels | None:
        """A `Mark` for each number that has no colour of its own, 0 for the others; None where there is no mark."""
        if self.curve == "row":
            return self.of_rows().marks(self.by_row(values, first_row))
        if not values.size:
            return None
        slack = TOLERANCE * (self.high - self.low)
        low, high = self.low - slack, self.high + slack
        if values.dtype != np.float64:  # what is beyond any float32 is beyond these too
            low, high = max(low, -LARGEST_SINGLE), min(high, LARGEST_SINGLE)
            # The bits of positive numbers are in the order of the numbers, and those of negative ones and NaN above all
            # of these: where the scale begins at 0, one quick pass clears most matrices.
            if values.dtype == np.float32 and low <= 0 <= high:
                most = int(np.float32(high).view(np.uint32))
                if int(np.maximum.reduce(values.view(np.uint32), axis=None)) <= most:
                    return None
        # The smallest of numbers with a NaN is NaN, and compares as neither: two quick passes clear most others.
        if np.minimum.reduce(values, axis=None) >= low and np.maximum.reduce(values, axis=None) <= high:
            return None
        found = np.zeros(values.shape, dtype=np.uint8)
        found[values > high] = Mark.ABOVE
        found[values < low] = Mark.BELOW
        found[np.isposinf(values)] = Mark.INFINITE
        found[np.isneginf(values)] = Mark.MINUS_INFINITE
        found[np.isnan(values)] = Mark.NAN
        return found

    def of_rows(self) -> ColourScale:
        """The scale on which numbers lie that were divided by their row's end."""
        return replace(self, curve="linear", low=-1.0 if self.signed else 0.0, high=1.0, row_ends=())

    def by_row(self, values: Array, first_row: int, out: Array | None = None) -> Array:
        """Each number as a share of its row's end; in a row that ends at 0 every other number lies outside."""
        ends = np.array(self.row_ends[first_row : first_row + len(values)])
        units = np.full(len(ends), LARGEST_UNIT)
        np.divide(1.0, ends, out=units, where=ends > 1 / LARGEST_UNIT)
        return np.multiply(values, units[:, np.newaxis].astype(values.dtype), out=out)

    def _entries(self, values: Array, within: bool) -> Levels:
        """`entries` of a part, not of rows."""
        if self.curve == "linear":
            return self._linear(values, within)
        if self.curve == "sqrt" and not self.signed:
            return self._roots(values, within)
        return self._curved(values)

    def _linear(self, values: Array, within: bool) -> Levels:
        width = self.high - self.low
        if not width > 0:
            return np.zeros(values.shape, dtype=np.uint8)
        unit = 255.0 / width
        if max(unit, abs(self.low * unit)) > LARGEST_UNIT and values.dtype == np.float32:
            values = values.astype(np.float64)
        half = 0.5 - self.low * unit  # the cast rounds down: half an entry more is the nearest
        if within:
            scaled = np.multiply(values, unit, out=_room(values))
            scaled += half
            return scaled.astype(np.uint8)
        with np.errstate(over="ignore"):  # what becomes infinite lies outside and is clipped
            scaled = np.multiply(values, unit)
        scaled += half
        return _cast(scaled)

    def _roots(self, values: Array, within: bool) -> Levels:
        """255 √((x − low) / (high − low))."""
        width = self.high - self.low
        if not width > 0:
            return np.zeros(values.shape, dtype=np.uint8)
        unit = 255.0**2 / width
        if unit > LARGEST_UNIT and values.dtype == np.float32:
            values = values.astype(np.float64)
        with np.errstate(over="ignore"):
            sizes = np.subtract(values, self.low, out=_room(values))
            if within:  # without NaN; with two ends NumPy looks at many numbers at a time, with one at each
                np.clip(sizes, 0, width, out=sizes)
            else:
                np.fmax(sizes, 0, out=sizes)
            sizes *= unit
        np.sqrt(sizes, out=sizes)
        sizes += 0.5
        return sizes.astype(np.uint8) if within else _cast(sizes)

    def _curved(self, values: Array) -> Levels:
        if self.curve == "quantile" and not self.signed:
            return self._ranks(values)
        parts = self._parts(values)
        if self.signed:
            parts *= 127.5
            parts += 128.0
        else:
            parts *= 255.0
            parts += 0.5
        return _cast(parts)

    def _parts(self, values: Array) -> Array:
        """How far along the map each number lies, 0 to 1, or −1 to 1 on a signed map: sqrt, log and quantile."""
        sizes = np.abs(values) if self.signed else np.subtract(values, 0.0 if self.curve == "log" else self.low)
        if self.curve == "quantile":
            parts = self._ranks(sizes).astype(values.dtype) / 255
        elif self.curve == "sqrt":
            sizes /= self.high if self.signed else self.high - self.low
            np.fmax(sizes, 0, out=sizes)
            parts = np.sqrt(sizes, out=sizes)
        else:
            np.fmax(sizes, self.floor, out=sizes)
            sizes /= self.floor
            parts = np.log(sizes, out=sizes)
            parts /= np.log(self.high / self.floor)
        return np.copysign(parts, values, out=parts) if self.signed else parts

    def _ranks(self, sizes: Array) -> Levels:
        """How many of the steps each number has reached. Numbers that are equal have equal ranks.

        A search by halves, all numbers at once: eight passes without a branch, four times faster than searchsorted.
        """
        steps = np.array(self.steps, dtype=sizes.dtype)
        reached = np.zeros(sizes.shape, dtype=np.intp)
        for half in (128, 64, 32, 16, 8, 4, 2, 1):
            reached += half * (sizes >= steps[reached + (half - 1)])
        return reached.astype(np.uint8)


def _room(values: Array) -> Array | None:
    """Where to work on so many numbers: memory that is asked for anew must be cleared by the system, which takes longer
    than the work. None where it must be asked for."""
    return scratch("entries", *values.shape) if values.ndim == 2 and values.dtype == np.float32 else None


def _cast(scaled: Array) -> Levels:
    """The nearest entry below. Clipped before the cast, which would wrap; of NaN, the number it is compared with."""
    np.fmin(scaled, 255, out=scaled)
    np.fmax(scaled, 0, out=scaled)
    return scaled.astype(np.uint8)
