"""An axis: which numbers are marked on it, how they are written, and where they lie. NumPy only.

Ticks stand at 1–2–5 times a power of ten; on a logarithmic axis at powers of ten or of two. `choices` gives them from
dense to sparse, and the layout takes the first whose labels have room.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from attnviz.i18n import NumberFormat

Floats = NDArray[np.float64]
Unit = Literal["number", "whole", "si", "bytes", "macs"]
Tick = tuple[float, str]  # (value, label)

LARGEST = 1e300  # beyond it the width of a range would overflow
FINEST = 1e-12  # of the size of its numbers: a narrower range has no labels that floats could tell apart
TINIEST = 1e-300  # below it differences of floats lose their digits: as good as 0
MOST_TICKS = 400  # more than any axis has pixels for
SI_SIGNS = ("", "k", "M", "G", "T", "P", "E")
MAC_SIGNS = ("MAC", "kMAC", "MMAC", "GMAC", "TMAC", "PMAC", "EMAC")
BYTE_SIGNS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """What an axis shows. `low` or `high` None is read from the data; `base` is that of a logarithmic axis' ticks.

    `unit`: plain numbers, whole numbers in groups of three, numbers with the signs k, M, G …, bytes with KiB, MiB,
    GiB … (and then powers of two), or multiply-adds: MAC, kMAC, MMAC …
    """

    title: str = ""
    low: float | None = None
    high: float | None = None
    log: bool = False
    base: Literal[2, 10] = 10
    unit: Unit = "number"

    @property
    def binary(self) -> bool:
        return self.base == 2 or self.unit == "bytes"


@dataclass(frozen=True, slots=True)
class Scale:
    """From an axis' numbers to figure points and back: `low` lies at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def place(self, values: Floats | float) -> Floats:
        """Figure points of numbers; NaN where a number has no place (not finite, or not above 0 on a log axis)."""
        given = np.asarray(values, dtype=np.float64)
        known = np.isfinite(given) & (given > 0) if self.log else np.isfinite(given)
        inner = np.where(known, given, 1.0)
        low, high = self.low, self.high
        if self.log:
            inner, low, high = np.log(inner), math.log(low), math.log(high)
        # A number far outside is as good as one a million axes away: the way to it is cut at the frame.
        far = 1e6 * (high - low)
        share = (np.clip(inner, low - far, high + far) - low) / (high - low)
        placed: Floats = np.where(known, self.start + share * (self.end - self.start), np.nan)
        return placed

    def value(self, point: float) -> float:
        """The number at a figure point, kept inside the axis."""
        share = min(max((point - self.start) / (self.end - self.start), 0.0), 1.0)
        if self.log:
            low, high = math.log(self.low), math.log(self.high)
            return min(max(math.exp(low + share * (high - low)), self.low), self.high)
        return self.low + share * (self.high - self.low)


def settled(axis: Axis, data: Floats, *, nice: bool) -> Axis:
    """`axis` with both ends given, read from the data where they were not; `nice` rounds those to a tick."""
    usable = data[np.isfinite(data) & (data > 0)] if axis.log else data[np.isfinite(data)]
    usable = np.clip(usable, -LARGEST, LARGEST)
    fallback = (1.0, 10.0) if axis.log else (0.0, 1.0)
    low, high = (float(usable.min()), float(usable.max())) if usable.size else fallback
    low = low if axis.low is None else min(max(axis.low, -LARGEST), LARGEST)
    high = high if axis.high is None else min(max(axis.high, -LARGEST), LARGEST)
    if axis.log:
        low, high = max(low, TINIEST), max(high, TINIEST)
    if not high - low > max(FINEST * max(abs(low), abs(high)), 0.0 if axis.log else TINIEST):
        low, high = _widened(axis, low, high)
    elif nice:
        rounded = _rounded(axis, low, high)
        low = rounded[0] if axis.low is None else low
        high = rounded[1] if axis.high is None else high
    return replace(axis, low=low, high=high)


def _widened(axis: Axis, low: float, high: float) -> tuple[float, float]:
    """As good as one number, or ends the wrong way round: a range around them that has a width."""
    low, high = min(low, high), max(low, high)
    if axis.log:
        return max(low / 2, TINIEST), high * 2
    largest = max(abs(low), abs(high))
    margin = largest * 0.5 if largest > TINIEST else 1.0
    return low - margin, high + margin


def _rounded(axis: Axis, low: float, high: float) -> tuple[float, float]:
    if axis.log:
        base = math.log(2.0 if axis.binary else 10.0)
        down = math.exp(base * math.floor(math.log(low) / base + 1e-9))
        up = math.exp(base * math.ceil(math.log(high) / base - 1e-9))
        return max(min(down, low), TINIEST), min(max(up, high), LARGEST)
    step = _step((high - low) / 8)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step


def choices(axis: Axis, form: NumberFormat, most: int = MOST_TICKS) -> Iterator[tuple[Tick, ...]]:
    """Ticks of a settled axis, from dense to sparse, at most `most` of them; the last has one or two."""
    values = _logarithmic(axis) if axis.log else _linear(axis)
    for chosen in values:
        if 0 < len(chosen) <= most:
            yield tuple(zip(chosen, _texts(axis, chosen, form), strict=True))


def _step(least: float) -> float:
    """The smallest of 1, 2, 5 times a power of ten that is at least `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10, 20) if step * power >= least * (1 - 1e-9))


def _linear(axis: Axis) -> Iterator[list[float]]:
    assert axis.low is not None
    assert axis.high is not None
    low, high, unit = axis.low, axis.high, 1.0
    if axis.unit == "bytes":
        unit = 1024.0 ** _thousands(max(abs(low), abs(high)), 1024.0)
    width = (high - low) / unit
    step = _step(max(width / 50, 5e-300))
    while step <= width * 2:
        first, last = math.ceil(low / unit / step - 1e-9), math.floor(high / unit / step + 1e-9)
        if last - first <= MOST_TICKS:
            yield [i * step * unit for i in range(first, last + 1)]
        step = _step(step * 1.5)


def _logarithmic(axis: Axis) -> Iterator[list[float]]:
    assert axis.low is not None
    assert axis.high is not None
    base = 2.0 if axis.binary else 10.0
    bottom, top = _powers(axis)
    if top - bottom < 1:
        yield from _linear(axis)
    if base == 10 and top - bottom < 12:
        steps = [m * 10.0**k for k in range(bottom - 1, top + 1) for m in (1, 2, 5)]
        yield [value for value in steps if axis.low * (1 - 1e-9) <= value <= axis.high * (1 + 1e-9)]
    for stride in (1, 2, 3, 5, 10, 20, 50, 100, 200, 400):
        # Multiples of the stride, so that 1 is marked where it is in sight.
        yield [base**k for k in range(math.ceil(bottom / stride) * stride, top + 1, stride)]


def _powers(axis: Axis) -> tuple[int, int]:
    """Exponents of the first and last power on a log axis; with fewer than two, ticks are as on a linear one."""
    assert axis.low is not None
    assert axis.high is not None
    base = 2.0 if axis.binary else 10.0
    return math.ceil(math.log(axis.low, base) - 1e-9), math.floor(math.log(axis.high, base) + 1e-9)


_SIGNS = {"bytes": (1024.0, BYTE_SIGNS, " "), "macs": (1000.0, MAC_SIGNS, " "), "si": (1000.0, SI_SIGNS, "")}


def _texts(axis: Axis, values: list[float], form: NumberFormat) -> list[str]:
    if axis.unit == "whole":
        return [form.whole(round(value)) for value in values]
    if axis.unit != "number":
        base, signs, space = _SIGNS[axis.unit]
        for places in (2, 4, 8, 15):
            texts = [amount(value, base, signs, form, space, places) for value in values]
            if len(set(texts)) == len(texts):
                break
        return texts
    if axis.log and not axis.binary:
        bottom, top = _powers(axis)
        if top > bottom:
            return [power_text(value, form) for value in values]
    return _aligned(values, form)


def _aligned(values: list[float], form: NumberFormat) -> list[str]:
    """Numbers with as many decimals as tell neighbours apart, or as powers of ten where they are long."""
    largest = max(abs(value) for value in values)
    step = min((b - a for a, b in itertools.pairwise(values)), default=largest) or 1.0
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    if largest < 1e7 and places <= 4:
        # In full also where a sentence would write a power of ten: 1048576 is no million.
        return [form.exact(value) if abs(value) >= 1e6 else form.fixed(value, places) for value in values]
    digits = min(max(1, math.floor(math.log10(largest)) - math.floor(math.log10(step) + 1e-9) + 1), 15)
    return ["0" if value == 0 else form.scientific(value, digits) for value in values]


def power_text(value: float, form: NumberFormat) -> str:
    """1, 0.5 or 2000 as they are; from 10⁴ and below a thousandth as powers of ten: 10⁵, 2·10⁶."""
    if 0.99e-3 <= value < 0.99e4:
        return form.short(value, 3)
    return form.scientific(value, 1).removeprefix("1·")


def _thousands(value: float, base: float) -> int:
    """How often `base` goes into a number of this size, within the signs there are."""
    if not value >= base:
        return 0
    return min(math.floor(math.log(value, base) + 1e-9), len(SI_SIGNS) - 1)


def amount(
    value: float, base: float, signs: tuple[str, ...], form: NumberFormat, space: str = "", places: int = 2
) -> str:
    """A number with a sign for its thousands, e.g. 1,5k, or 12 MiB for base 1024."""
    power = _thousands(abs(value), base)
    sign = signs[power]
    return form.short(value / base**power, places) + (space + sign if sign else "")


def bytes_text(value: float, form: NumberFormat) -> str:
    """An amount of memory: 512 B, 1.5 KiB, 2 TiB."""
    return amount(value, 1024.0, BYTE_SIGNS, form, " ")
