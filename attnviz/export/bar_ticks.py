"""The numbers beside a colour bar: both ends, and between them as many round ones as have room where they lie."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from attnviz.export.cells import ColourScale
from attnviz.export.figure import Measure
from attnviz.export.weight_text import NEAR_ZERO
from attnviz.i18n import NumberFormat

NUMBER = 11  # size of type
GAP = 6.0  # between numbers
FIGURES = 3  # of an end, where there is room
EXACT = 12  # figures in which a round number is written: all that it has
STEPS = (5.0, 2.5, 2.0, 1.0)  # times a power of ten: what round numbers are apart
HALVED = (5.0, 2.0, 1.0)  # of which the halves are round as well
SERIES = (1.0, 2.0, 5.0)  # times a power of ten: round numbers where a curve is none
ROUNDEST = (1, 2, 5, 4, 3, 8, 6, 7, 9)  # of numbers of one figure
ENOUGH, MOST = 3, 4  # numbers between both ends
PAIRS = 2  # and pairs on both sides of zero
RANKS = 12  # of the 255 steps of a quantile scale, from one for which a round number is looked for to the next
DECADES = 6  # below the largest number in which round ones are looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """A number beside a bar: where it lies (0 to 1), what is written, and from where to where."""

    place: float
    left: float
    right: float
    text: str
    end: bool = False  # of the range: what is between is round, and this need not be


@lru_cache(maxsize=16)
def ticks(scale: ColourScale, form: NumberFormat, width: float, measure: Measure) -> tuple[Tick, ...]:
    """The numbers that have room beside a bar of this width, both ends first.

    The ends have as many figures as leave room for them, and for some numbers between them, but two at least: one would
    be another number. Where both ends have none, or would read as the same number, there are no numbers at all. Of a
    signed scale both sides show the same.
    """
    bar = _Bar(scale=_told(scale), form=form, width=width, measure=measure)
    if scale.nothing:  # every number is zero: there is no other
        return (bar.tick(0.0, "0"),)
    best: tuple[Tick, ...] = ()
    for figures in range(FIGURES, 1, -1):
        ends = bar.ends(figures)
        if len({tick.text for tick in ends}) < 2 or not bar.apart(sorted(ends, key=lambda tick: tick.place)):
            continue
        found = (*ends, *bar.between(ends))
        if len(found) > len(best):
            best = found
        if len(best) >= (5 if scale.signed else 4):
            break
    if len(best) == 3 and scale.signed:  # at the ends' best figures, not for fewer
        return (*best, *bar.lone_pair(best))
    return best


def end_texts(scale: ColourScale, form: NumberFormat, figures: int) -> tuple[str, str]:
    """Both ends of the range, in so many figures of what tells them apart.

    On a straight scale the end nearer to zero has no decimals that the other lacks: nobody sees them in the colours.
    """
    told = _told(scale)
    figures += _offset(told)
    if told.curve == "log" and not told.signed:
        least = "≤ " if told.low < told.floor else ""
        return least + written(told.floor, form, figures), written(told.high, form, figures)
    largest = max(abs(told.low), abs(told.high))
    low, high = (
        written(end, form, _within(figures, end, largest) if told.curve == "linear" else figures)
        for end in (told.low, told.high)
    )
    return NEAR_ZERO if told.near_zero else low, high


def _within(figures: int, value: float, largest: float) -> int:
    """Figures of a number that has the decimals of so many of the largest; two at least: one is another number."""
    if value == 0:
        return figures
    return max(figures - math.floor(math.log10(largest)) + math.floor(math.log10(abs(value))), min(figures, 2))


def written(value: float, form: NumberFormat, figures: int = FIGURES) -> str:
    """A number in so many figures, or fewer if they say the same; powers of ten as such where they are far from 1."""
    if value == 0:
        return "0"
    if not 1e-3 <= abs(value) < 1e5:
        text = form.scientific(value, max(2, figures - 1))
        return text.removeprefix("1·") if value > 0 else text.replace("−1·", "−", 1)
    return form.short(value, max(0, figures - 1 - math.floor(math.log10(abs(value)))))


def _told(scale: ColourScale) -> ColourScale:
    """The scale whose numbers are told: of rows that are measured each by its own end, percentages of that."""
    if scale.curve != "row":
        return scale
    rows = scale.of_rows()
    return replace(rows, low=100 * rows.low, high=100 * rows.high)


def _offset(scale: ColourScale) -> int:
    """How many figures further a range far from zero begins: 1000.1 to 1000.9 is none from 1000 to 1001."""
    largest, width = max(abs(scale.low), abs(scale.high)), scale.high - scale.low
    return max(0, math.floor(math.log10(largest)) - math.floor(math.log10(width))) if width > 0 else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bar:
    """A bar, and how numbers are written beside it."""

    scale: ColourScale
    form: NumberFormat
    width: float
    measure: Measure

    def tick(self, value: float, text: str, place: float | None = None, *, end: bool = False) -> Tick:
        """A number at its place, or beside the bar's end where it would reach beyond it."""
        place = self.scale.position(value) if place is None else place
        half = self._long(text) / 2
        middle = min(max(place * self.width, half), self.width - half)
        return Tick(place=place, left=middle - half, right=middle + half, text=text, end=end)

    def _long(self, text: str) -> float:
        return self.measure(text, NUMBER, False)

    def ends(self, figures: int) -> list[Tick]:
        """Both ends, and the zero in the middle of a signed scale, if it has room."""
        low, high = end_texts(self.scale, self.form, figures)
        ends = [self.tick(self.scale.low, low, 0.0, end=True), self.tick(self.scale.high, high, 1.0, end=True)]
        zero = self.tick(0.0, "0", 0.5)
        return [*ends, zero] if self.scale.signed and self.free(zero, ends) else ends

    def round(self, values: Iterable[float]) -> list[Tick]:
        """Round numbers in full, each at its place."""
        given = list(values)
        places = self.scale.positions(np.array(given, dtype=np.float64))
        return [
            self.tick(value, written(value, self.form, EXACT), place)
            for value, place in zip(given, places.tolist(), strict=True)
        ]

    @staticmethod
    def apart(ticks: Sequence[Tick]) -> bool:
        """Whether no two of them touch, in their order from left to right."""
        return all(one.right + GAP <= other.left and one.text != other.text for one, other in pairwise(ticks))

    def free(self, tick: Tick, taken: Iterable[Tick]) -> bool:
        """Whether it touches none of those that stand already, nor reads like one."""
        return all(
            (tick.right + GAP <= other.left or other.right + GAP <= tick.left) and tick.text != other.text
            for other in taken
        )

    def between(self, ends: list[Tick]) -> list[Tick]:
        """Round numbers between both ends: evenly apart on a straight scale, spread over the bar on others."""
        if self.scale.curve == "linear":
            return self._even_pairs(ends) if self.scale.signed else self._even(ends)
        low = self.scale.floor if self.scale.curve == "log" else self.scale.low
        low, high, found = (0.0 if self.scale.signed else low), self.scale.high, list(ends)
        for values in _candidates(self.scale, low, high):
            self._spread(found, values)
            if len(found) > len(ends) + (0 if self.scale.signed else 1):  # pairs, or two numbers
                break
        return found[len(ends) :]

    def _even(self, ends: list[Tick]) -> list[Tick]:
        """Multiples of a round step, or what lies half-way between them, if it is round too."""
        best: list[Tick] = []
        low, high = self.scale.low, self.scale.high
        for step in _steps(high - low):
            starts = (0.0, step / 2) if _is_halved(step) else (0.0,)
            for start in starts:
                values = _multiples(low - start, high - start, step, start)
                if len(values) > 2 * MOST:  # the ends take the room of some
                    return best
                run = [tick for tick in self.round(values) if self.free(tick, ends)]
                if len(best) < len(run) <= MOST and self.apart(run):
                    best = run
            if len(best) >= ENOUGH:
                break
        return best

    def _even_pairs(self, ends: list[Tick]) -> list[Tick]:
        """The same numbers on both sides of zero, evenly apart from there."""
        best: list[Tick] = []
        for step in _steps(self.scale.high):
            run = list(ends)
            for value in _multiples(0.0, self.scale.high, step):
                pair = self.round((-value, value))
                if not all(self.free(tick, run) for tick in pair):
                    break
                run += pair
            if len(best) < len(run) - len(ends) <= 2 * PAIRS:
                best = run[len(ends) :]
        return best

    def lone_pair(self, ends: Sequence[Tick]) -> list[Tick]:
        """Where wide numbers leave none of the roundest any room: the roundest number of one figure that has
        room on both sides."""
        high = self.scale.high
        low_end, zero = sorted(ends, key=lambda tick: tick.place)[:2]
        room = zero.left - low_end.right - 2 * GAP
        power = 10.0 ** math.floor(math.log10(high))
        # Most often there is none, which the narrowest of them tells.
        tens = [ten for ten in (power, power / 10, power / 100) if self._long(written(-ten, self.form)) <= room]
        values = (digit * ten for digit in ROUNDEST for ten in tens)
        pairs = (self.round((-value, value)) for value in values if value < high)
        return next((pair for pair in pairs if all(self.free(tick, ends) for tick in pair)), [])

    def _spread(self, found: list[Tick], values: list[float]) -> None:
        """Add numbers, or pairs of them, each the best for the middle of the widest gap that has room for any."""
        signed = self.scale.signed
        numbers = [[tick] for tick in self.round(values)]
        if signed:
            below = self.round(-value for value in values)
            numbers = [[*one, other] for one, other in zip(numbers, below, strict=True)]
        least = 0.5 if signed else 0.0
        most = len(found) + (2 * PAIRS if signed else ENOUGH)
        while len(found) < most:
            places = sorted(tick.place for tick in found if tick.place >= least)
            gaps = sorted(pairwise(places), key=lambda gap: gap[0] - gap[1])
            free = [group for group in numbers if all(self.free(tick, found) for tick in group)]
            chosen = next(filter(None, (self._best_in(gap, free) for gap in gaps)), None)
            if chosen is None:
                return
            found += chosen

    def _best_in(self, gap: tuple[float, float], free: list[list[Tick]]) -> list[Tick] | None:
        """Near the middle of the gap, and short: those are the roundest."""
        middle = sum(gap) / 2
        there = [group for group in free if gap[0] < group[0].place < gap[1]]

        def cost(group: list[Tick]) -> float:
            return abs(group[0].place - middle) * self.width + (group[0].right - group[0].left) / 2

        return min(there, key=cost, default=None)


def _steps(width: float) -> Iterator[float]:
    """Round steps from the largest that may have a multiple inside down to some that have too many."""
    power = 10.0 ** math.floor(math.log10(width))
    yield from (factor * power * ten for ten in (1.0, 0.1) for factor in STEPS)


def _is_halved(step: float) -> bool:
    mantissa = step / 10.0 ** math.floor(math.log10(step) + 1e-9)
    return min(abs(mantissa - each) for each in HALVED) < 1e-6


def _multiples(low: float, high: float, step: float, start: float = 0.0) -> list[float]:
    """Multiples of a step strictly between two numbers, `start` added to each."""
    slack = 1e-9 * (high - low)
    first, last = math.ceil((low + slack) / step), math.floor((high - slack) / step)
    return [i * step + start for i in range(first, last + 1)]


def _candidates(scale: ColourScale, low: float, high: float) -> Iterator[list[float]]:
    """Round numbers strictly inside a range, the roundest first; multiples of a step where it is far from zero."""
    slack = 1e-9 * (high - low)
    if scale.curve == "quantile":
        for digits in (0, 1):  # after the first
            near = {float(f"{step:.{digits}e}") for step in scale.steps[RANKS::RANKS]}
            yield sorted(value for value in near if low + slack < value < high - slack)
    last = math.floor(math.log10(high)) if high > 0 else 0
    first = max(last - DECADES, math.floor(math.log10(low)) if low > 0 else last - DECADES)
    if scale.curve == "log":
        first = math.floor(math.log10(scale.floor))
        yield [10.0**k for k in range(first, last + 1) if low + slack < 10.0**k < high - slack]
    series = (factor * 10.0**k for k in range(first, last + 1) for factor in SERIES)
    yield [value for value in series if low + slack < value < high - slack]
    for step in _steps(high - low):
        multiples = _multiples(low, high, step)
        if len(multiples) > MOST:
            yield multiples
            return
