"""A colour bar that says what the colours mean: numbers where they truly lie, the curve's name, what is left out."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from attnviz.export.bar_ticks import FIGURES, NUMBER, Tick, end_texts, ticks, written
from attnviz.export.cells import Array, ColourScale, Mark
from attnviz.export.figure import ColourBar, Line, Path, Rect, Sheet
from attnviz.export.kept import Kept, same
from attnviz.export.marks import Placed
from attnviz.i18n import NumberFormat, translate

CAPTION = 12  # size of type
PITCH = 15.0  # between lines
BAR = 10.0  # its height
TICK = 3.0


def colour_bar(
    sheet: Sheet,
    x: float,
    y: float,
    width: float,
    scale: ColourScale,
    form: NumberFormat,
    *,
    caption: str,
    token: str = "",
    marks: Collection[Mark] = (),
    words: float = 0.0,
) -> float:
    """Lay a colour bar out with its caption's first baseline at (x, y); return the lowest point reached.

    `caption` says what the numbers are ("weight"); the curve's name follows it. `token` is the label of the key left
    out of the range, if the scale has one. `marks` are those that the picture has (`marks_in`), to be explained.
    The caption may be wider than the bar, up to `words`.
    """
    said = f"{caption}, {curve_name(scale, form)}"
    for line in wrapped(sheet, said, max(width, words)):
        sheet.text(x, y, line, size=CAPTION, colour="muted")
        y += PITCH
    top = y - 7
    sheet.add(ColourBar(x=x, y=top, width=width, height=BAR, scale=scale))
    laid = ticks(scale, form, width, sheet.measure)
    _lay_ticks(sheet, x, top + BAR, width, laid)
    y = top + BAR + (15 if laid else 0)  # without numbers the range in words stands in their place
    ends = _without_room(scale, laid, form)
    for note in [*ends, *_between(scale, laid, form), *notes(scale, token)]:
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
        return translate("figure", "log from {number}").format(number=written(scale.floor, form))
    if scale.curve == "row":
        if scale.shared:
            return translate("figure", "% of the query’s largest in both")
        return translate("figure", "% of the query’s largest")
    if scale.curve == "quantile" and scale.shared:
        sample = translate("figure", "quantiles of a sample of both")
        return sample if scale.sampled else translate("figure", "quantiles of both")
    if scale.curve == "quantile":
        return translate("figure", "quantiles of a sample") if scale.sampled else translate("figure", "quantiles")
    return translate("figure", "linear")


def notes(scale: ColourScale, token: str = "") -> list[str]:
    """What else must be known to read the colours."""
    found = []
    if scale.nothing:
        found.append(translate("figure", "every number is 0"))
    elif scale.automatic and not scale.signed and scale.curve in ("linear", "sqrt", "log"):
        found.append(_what_was_read(scale))
    if scale.left_out is not None:
        # By its number too: a token may stand at several places, and the controls ask for the number.
        number = str(scale.left_out + 1)
        found.append(
            translate("figure", "key {key} left out of the range; its numbers may lie beyond the end").format(
                key=f"{number} “{token}”" if token else number
            )
        )
    return found


def _what_was_read(scale: ColourScale) -> str:
    """Which ends come from the numbers."""
    if scale.shared:
        return {
            "": translate("figure", "range read from both"),
            "low": translate("figure", "right end read from both"),
            "high": translate("figure", "left end read from both"),
        }[scale.by_hand]
    return {
        "": translate("figure", "range read from the numbers"),
        "low": translate("figure", "right end read from the numbers"),
        "high": translate("figure", "left end read from the numbers"),
    }[scale.by_hand]


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


def _without_room(scale: ColourScale, laid: Sequence[Tick], form: NumberFormat) -> list[str]:
    """The range in words, where the bar has no room for its ends."""
    if laid:
        return []
    for figures in range(FIGURES, 18):  # of a float64 there are no more
        low, high = end_texts(scale, form, figures)
        if low != high:
            break
    if scale.signed:
        return [f"±{high}"]
    return [translate("figure", "from {low} to {high}").format(low=low.removeprefix("≤ "), high=high)]


def _needs_pair(scale: ColourScale) -> bool:
    return scale.signed and scale.curve == "quantile" and not scale.nothing


def _between(scale: ColourScale, laid: Sequence[Tick], form: NumberFormat) -> list[str]:
    """What no pair of numbers on the bar could tell for want of room."""
    if not _needs_pair(scale) or len(laid) > 3:
        return []
    return [translate("figure", "half of the sizes are below {number}").format(number=written(scale.steps[127], form))]


def _lay_ticks(sheet: Sheet, x: float, y: float, width: float, laid: Sequence[Tick]) -> None:
    """Both ends in ink, with lines as high as the bar, so that neither looks like one more of the round numbers."""
    for tick in laid:
        at, middle = x + tick.place * width, x + (tick.left + tick.right) / 2
        top, colour = (y - BAR, "ink") if tick.end else (y, "muted")
        sheet.add(Line(x1=at, y1=top, x2=at, y2=y + TICK, colour=colour))
        sheet.text(middle, y + TICK + 12, tick.text, size=NUMBER, colour=colour, align="center")


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
