"""From numbers to colours: quantised to a map's 256 entries, and reduced by maximum above the pixels there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.export.palette import MapName

Array = NDArray[np.floating[Any]]
Levels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourScale:
    """Which map, and the numbers at its two ends."""

    map: MapName
    low: float
    high: float

    def entries(self, values: Array) -> Levels:
        """The map's entry (0–255) of each number; numbers outside the range take its end."""
        width = self.high - self.low
        if not width > 0:
            return np.zeros(values.shape, dtype=np.uint8)
        # +0.5 rounds to the nearest entry; clip before the cast, which would wrap.
        unit = 255.0 / width
        scaled = np.multiply(values, unit)
        scaled += 0.5 - self.low * unit
        np.clip(scaled, 0, 255, out=scaled)
        return scaled.astype(np.uint8)


def weights_scale() -> ColourScale:
    """Weights are shares: 0 to 1, whatever the data, so that two figures can be compared."""
    return ColourScale(map="weights", low=0.0, high=1.0)


def signed_scale(*matrices: Array | None) -> ColourScale:
    """Zero in the middle, the largest absolute number of the matrices at both ends."""
    largest = max((float(np.abs(m).max()) for m in matrices if m is not None and m.size), default=0.0)
    # So that neither the range nor its reciprocal passes the largest float.
    largest = min(largest, float(np.finfo(np.float64).max) / 4)
    if largest < 1e-300:
        largest = 1.0
    return ColourScale(map="signed", low=-largest, high=largest)


def reduction(cells: int, pixels: float) -> int:
    """How many cells share one drawn cell along an axis: 1 while there is a pixel for each."""
    return max(1, int(np.ceil(cells / max(pixels, 1.0))))


def reduce_max(values: NDArray[Any], rows: int, columns: int) -> NDArray[Any]:
    """Blocks of rows × columns cells as their maximum, so that a single bright cell never vanishes.

    Rows first, over strided slices: contiguous maxima are 10–30 times faster than reshape-and-max. The last block
    may be smaller.
    """
    return _reduce(_reduce(values, rows, 0), columns, 1)


def reduce_extreme(values: Array, rows: int, columns: int) -> Array:
    """Blocks as their number of largest size, sign kept: what `reduce_max` is for signed matrices."""
    high = reduce_max(values, rows, columns)
    low = -reduce_max(-values, rows, columns)
    return np.where(high >= -low, high, low)


def _reduce(values: NDArray[Any], step: int, axis: int) -> NDArray[Any]:
    if step == 1:
        return values
    count = values.shape[axis] // step
    index: list[slice] = [slice(None)] * 2

    def part(start: int) -> NDArray[Any]:
        index[axis] = slice(start, count * step, step)
        return values[tuple(index)]

    if count:
        reduced = np.array(part(0))
        for start in range(1, step):
            np.maximum(reduced, part(start), out=reduced)
    index[axis] = slice(count * step, None)
    rest = values[tuple(index)]
    if rest.shape[axis]:
        tail = rest.max(axis=axis, keepdims=True)
        reduced = np.concatenate([reduced, tail], axis=axis) if count else tail
    return reduced
