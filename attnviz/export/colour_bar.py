"""A colour bar that says what the colours mean: numbers where they truly lie, the curve's name, what is left out."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from attnviz.export.cells import Array, ColourScale, Mark
from attnviz.export.figure import ColourBar, Line, Measure, Path, Rect, Sheet
from attnviz.export.kept import Kept, same
from attnviz.export.marks import Placed
from attnviz.i18n import NumberFormat, translate

CAPTION, NUMBER = 12, 11  # sizes of type
PITCH = 15.0  # between lines
BAR = 10.0  # its height
TICK = 3.0
GAP = 7.0  # between numbers
FIGURES = 3  # of a number, where there is room
SQRT_SHARES = (0.25, 0.05, 0.01, 0.5)  # of the range, the most useful first
ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)  # times a power of ten: the numbers between both ends
BETWEEN = 3  # at most, of the steps of a linear scale
EXACT = 12  # figures in which a round number is written: all that it has

Tick = tuple[float, str]  # where on the bar, 0 to 1, and what is written there


def colour_bar(
    sheet: Sheet,
    x: float,
    y: float,
    width: float,
    scale: ColourScale,
    form: NumberFormat,
    *,
    caption: str,
    column: str = "",
    marks: Collection[Mark] = (),
    words: float = 0.0,
) -> float:
    """Lay a colour bar out with its caption's first baseline at (x, y); return the lowest point reached.

    `caption` says what the numbers are ("weight"); the curve's name follows it. `column` is the label of the column
    left out of the range, if the scale has one. `marks` are those that the picture has (`marks_in`), to be explained.
    A word of the caption may be wider than the bar, up to `words`.
    """
    said = f"{caption}, {curve_name(scale, form)}"
    longest = max(sheet.measure(word, CAPTION, False) for word in said.split())
    for line in wrapped(sheet, said, max(width, min(longest, words))):
        sheet.text(x, y, line, size=CAPTION, colour="muted")
        y += PITCH
    top = y - 7
    sheet.add(ColourBar(x=x, y=top, width=width, height=BAR, scale=scale))
    laid = _laid(scale, form, width, sheet.measure)
    _lay_ticks(sheet, x, top + BAR, width, laid)
    y = top + BAR + (15 if laid else 0)  # without numbers the range in words stands in their place
    ends = _without_room(scale, laid, form)
    for note in [*ends, *_between(scale, laid, form), *notes(scale, column)]:
        # A part of a number is another number: an end may be wider than the bar.
        room = max(width, *(sheet.measure(word, CAPTION, False) for word in note.split())) if note in ends else width
        for line in wrapped(sheet, note, room):
            y += PITCH
            sheet.text(x, y, line, size=NUMBER, colour="muted")
    for mark in sorted(marks, reverse=True):
        y += PITCH
        _lay_mark(sheet, x, y, mark)
    return y + 4


def curve_name(scale: ColourScale, form: NumberFormat) -> str:
    """What the scale does with numbers, in words."""
    if scale.curve == "sqrt":
        return translate("figure", "square root")
    if scale.curve == "log":
        return translate("figure", "log, from {number}").format(number=written(scale.floor, form))
    if scale.curve == "row":
        return translate("figure", "each row to its own largest")
    if scale.curve == "quantile":
        return translate("figure", "quantiles of a sample") if scale.sampled else translate("figure", "quantiles")
    return translate("figure", "linear")


def notes(scale: ColourScale, column: str = "") -> list[str]:
    """What else must be known to read the colours."""
    found = []
    if scale.nothing:
        found.append(translate("figure", "every number is 0"))
    elif scale.automatic and not scale.signed and scale.curve in ("linear", "sqrt", "log"):
        read = {
            "": translate("figure", "range read from the numbers"),
            "low": translate("figure", "right end read from the numbers"),
            "high": translate("figure", "left end read from the numbers"),
        }
        found.append(read[scale.by_hand])
    if scale.left_out is not None:
        found.append(
            translate("figure", "column “{key}” left out of the range; it may be brighter than the end").format(
                key=column or str(scale.left_out + 1)
            )
        )
    return found


def mark_words(mark: Mark) -> str:
    """What a mark on a cell means."""
    return {
        Mark.NAN: translate("figure", "not a number (NaN)"),
        Mark.INFINITE: translate("figure", "infinite"),
        Mark.MINUS_INFINITE: translate("figure", "minus infinite"),
        Mark.ABOVE: translate("figure", "beyond the right end"),
        Mark.BELOW: translate("figure", "beyond the left end"),
    }[mark]


def marks_in(values: Array, visible: NDArray[np.bool_] | None, scale: ColourScale) -> frozenset[Mark]:
    """The marks that a picture of these numbers has. Two passes over them; for numbers that did not change, none."""
    key = (same(values), same(visible), scale)
    return _marks_in.get(key, (values, visible), lambda: _find_marks(values, visible, scale))


_marks_in: Kept[frozenset[Mark]] = Kept(most=16)


def _find_marks(values: Array, visible: NDArray[np.bool_] | None, scale: ColourScale) -> frozenset[Mark]:
    found: set[Mark] = set()
    step = max(1, (1 << 18) // max(1, values.shape[1]))
    for first in range(0, values.shape[0], step):
        marks = scale.marks(values[first : first + step], first)
        if marks is not None:
            seen = marks if visible is None else marks[visible[first : first + step]]
            found |= {Mark(int(mark)) for mark in np.unique(seen) if mark}
    return frozenset(found)


# numbers beside the bar ---------------------------------------------------------------------------------------


def ticks(scale: ColourScale, form: NumberFormat, figures: int = FIGURES) -> list[Tick]:
    """Numbers and their true places on the bar: both ends first, then the others, the most useful first.

    Of a signed scale the third is zero, and after it come pairs: a size below zero and the same above. Where every
    number is zero there is no other.
    """
    if scale.nothing:
        return [(0.5 if scale.signed else scale.position(0.0), "0")]
    if scale.curve == "row":
        shares = (-1.0, 1.0, 0.0, -0.5, 0.5) if scale.signed else (0.0, 1.0, 0.5, 0.25, 0.75)
        return [
            (scale.position(share), translate("figure", "{n} %").format(n=form.fixed(100 * share, 0)))
            for share in shares
        ]
    values = list(_signed_values(scale) if scale.signed else _values(scale))
    exact = scale.curve in ("linear", "sqrt")  # but for both ends, which are as they are
    figures += _offset(scale)
    found = [
        (place, written(value, form, EXACT if exact and index > 1 else figures))
        for index, (place, value) in enumerate(values)
    ]
    if scale.curve == "log" and scale.low < scale.floor and not scale.signed:
        found[0] = (0.0, "≤ " + found[0][1])
    return found


def _values(scale: ColourScale) -> Iterator[tuple[float, float]]:
    if scale.curve == "quantile":
        yield 0.0, scale.low
        yield 1.0, scale.high
        # Of few numbers none may lie in the very middle: each stands where it is.
        yield from ((scale.position(step), step) for step in (scale.steps[127], scale.steps[63], scale.steps[190]))
    elif scale.curve == "log":
        yield 0.0, scale.floor
        yield 1.0, scale.high
        yield from ((scale.position(ten), ten) for ten in _decades(scale))
    else:
        yield 0.0, scale.low
        yield 1.0, scale.high
        yield from ((scale.position(value), value) for value in _round_values(scale, scale.low))


def _signed_values(scale: ColourScale) -> Iterator[tuple[float, float]]:
    yield 0.0, scale.low
    yield 1.0, scale.high
    yield 0.5, 0.0
    if scale.curve == "quantile":
        # The median of sizes; or one nearer to zero, where that has no room beside the end.
        sizes: list[float] = [scale.steps[127], scale.steps[95], scale.steps[79]]
    elif scale.curve == "log":
        sizes = list(_decades(scale))
    else:
        sizes = _round_values(scale, 0.0)
    for size in sizes:
        for value in (-size, size):
            yield scale.position(value), value


def _offset(scale: ColourScale) -> int:
    """How many figures further a range far from zero begins: 1000.1 to 1000.9 is none from 1000 to 1001."""
    largest, width = max(abs(scale.low), abs(scale.high)), scale.high - scale.low
    return max(0, math.floor(math.log10(largest)) - math.floor(math.log10(width))) if width > 0 else 0


def _round_values(scale: ColourScale, low: float) -> list[float]:
    """Round numbers strictly between `low` and the scale's end, the most useful first."""
    high = scale.high
    if scale.curve == "sqrt" and low == 0:
        return [value for share in SQRT_SHARES if 0 < (value := _nearest_round(share * high)) < high]
    return steps_between(low, high)


def steps_between(low: float, high: float, most: int = BETWEEN) -> list[float]:
    """The multiples of a round step strictly between two numbers, at most so many; those in the middle first."""
    width = high - low
    power = 10.0 ** (math.floor(math.log10(width)) - 1)
    for step in (factor * power * ten for ten in (1, 10, 100) for factor in ROUND[:-1]):
        slack = 1e-9 * width
        first, last = math.ceil((low + slack) / step), math.floor((high - slack) / step)
        if last - first < most:
            break
    return sorted((i * step for i in range(first, last + 1)), key=lambda value: abs(value - low - width / 2))


def _nearest_round(value: float) -> float:
    """The round number whose ratio to `value` is the least."""
    power = 10.0 ** math.floor(math.log10(value))
    return min((factor * power for factor in ROUND), key=lambda near: abs(math.log(near / value)))


def _decades(scale: ColourScale) -> Iterator[float]:
    """Powers of ten strictly inside the range, every second or third of many."""
    first, last = math.floor(math.log10(scale.floor)) + 1, math.ceil(math.log10(scale.high)) - 1
    exponents = range(first, last + 1)
    step = max(1, math.ceil(len(exponents) / 4))
    yield from (10.0**exponent for exponent in exponents[::-1][::step])


def written(value: float, form: NumberFormat, figures: int = FIGURES) -> str:
    """A number in so many figures, or fewer if they say the same; powers of ten as such where they are far from 1."""
    if value == 0:
        return "0"
    if not 1e-3 <= abs(value) < 1e5:
        text = form.scientific(value, max(2, figures - 1))
        return text.removeprefix("1·") if value > 0 else text.replace("−1·", "−", 1)
    return form.short(value, max(0, figures - 1 - math.floor(math.log10(abs(value)))))


Span = tuple[float, float, float, str]  # a tick's place (0 to 1), where its number starts and ends, and the number


@lru_cache(maxsize=16)
def _laid(scale: ColourScale, form: NumberFormat, width: float, measure: Measure) -> tuple[Span, ...]:
    """The ticks that have room, in as many figures as leave it for both ends, but two at least: one would be another
    number. Where both ends have none, or would read as the same number, there are no numbers beside the bar.

    Of quantiles both ends alone say nothing: on a signed scale a pair between them goes before further figures.
    """
    first: list[Span] = []
    for figures in range(FIGURES, 1, -1):
        marks = ticks(scale, form, figures)
        if not _ends_fit(marks, width, measure):
            continue
        spans = _with_room(width, marks, measure, paired=scale.signed)
        if not _needs_pair(scale) or len(spans) > 3:
            return tuple(spans)
        first = first or spans
    return tuple(first)


def _ends_fit(marks: list[Tick], width: float, measure: Measure) -> bool:
    """Whether both ends have room, and can be told from each other."""
    ends = [text for _, text in marks[:2]]
    if len(ends) == 2 and ends[0] == ends[1]:
        return False
    return sum(measure(text, NUMBER, False) for text in ends) + GAP <= width


def _without_room(scale: ColourScale, laid: Sequence[Span], form: NumberFormat) -> list[str]:
    """The range in words, where the bar has no room for its ends."""
    if laid:
        return []
    for figures in range(FIGURES, 18):  # of a float64 there are no more
        low, high = (text for _, text in ticks(scale, form, figures)[:2])
        if low != high:
            break
    if scale.signed:
        return [f"±{high}"]
    return [translate("figure", "from {low} to {high}").format(low=low.removeprefix("≤ "), high=high)]


def _needs_pair(scale: ColourScale) -> bool:
    return scale.signed and scale.curve == "quantile" and not scale.nothing


def _between(scale: ColourScale, laid: Sequence[Span], form: NumberFormat) -> list[str]:
    """What no pair of numbers on the bar could tell for want of room."""
    if not _needs_pair(scale) or len(laid) > 3:
        return []
    return [translate("figure", "half of the sizes are below {number}").format(number=written(scale.steps[127], form))]


def _with_room(width: float, marks: list[Tick], measure: Measure, *, paired: bool) -> list[Span]:
    """As many as have room and are written as no other. `paired`: after both ends and zero two at a time, so that both
    sides show the same."""
    groups = [marks[index : index + 1] for index in range(3 if paired else len(marks))]
    if paired:
        groups += [marks[index : index + 2] for index in range(3, len(marks), 2)]
    taken: list[Span] = []
    for group in groups:
        spans: list[Span] = []
        for place, text in group:
            half = measure(text, NUMBER, False) / 2
            middle = min(max(place * width, half), width - half)
            spans.append((place, middle - half, middle + half, text))
        if any(
            (start < right + GAP and end > left - GAP) or text == other
            for _, start, end, text in spans
            for _, left, right, other in taken
        ):
            continue
        if len(spans) == 2 and spans[0][2] + GAP > spans[1][1]:
            continue
        taken += spans
    return taken


def _lay_ticks(sheet: Sheet, x: float, y: float, width: float, spans: Sequence[Span]) -> None:
    for place, start, end, text in spans:
        at = x + place * width
        sheet.add(Line(x1=at, y1=y, x2=at, y2=y + TICK, colour="muted"))
        sheet.text(x + (start + end) / 2, y + TICK + 12, text, size=NUMBER, colour="muted", align="center")


def _lay_mark(sheet: Sheet, x: float, y: float, mark: Mark) -> None:
    """A cell with the mark as it is drawn on cells, and what it means."""
    size = 11.0
    sheet.add(Rect(x=x, y=y - size + 1.5, width=size, height=size, stroke="line"))
    for shape in Placed(mark=mark, x=x, y=y - size + 1.5, width=size, height=size).shapes():
        sheet.add(Path(points=shape.points, colour="ink", width=1.0, fill="ink" if shape.filled else None))
    sheet.text(x + size + 6, y, mark_words(mark), size=NUMBER, colour="muted")


def wrapped(sheet: Sheet, text: str, width: float, size: int = CAPTION) -> list[str]:
    """A sentence in lines of at most `width`; a word that is wider is elided."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and sheet.measure(longer, size, False) <= width:
            lines[-1] = longer
        else:
            lines.append(sheet.elided(word, width, size))
    return lines
