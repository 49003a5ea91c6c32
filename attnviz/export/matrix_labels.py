"""Token labels around the Matrix plot: thinned until they do not touch, cut until they fit, never markup."""

from __future__ import annotations

from functools import lru_cache

from attnviz.export.figure import Item, Label, Measure, Sheet
from attnviz.export.matrix_frame import (
    AGAINST,
    ANGLE,
    APART,
    LABEL,
    MOST_MEASURED,
    TURNED,
    Axes,
    Frame,
    label,
    longest_label,
    widest_of,
)
from attnviz.export.rounding import label_step
from attnviz.i18n import translate

Laid = tuple[tuple[Item, ...], tuple[Label, ...]]

LEVEL = 13.0  # pixels from one label at the left to the next


def lay_labels(sheet: Sheet, axes: Axes, frame: Frame, *, left: bool = True) -> None:
    """The labels at the left and above, each with the place where it can be clicked; and the names of the axes.

    Without `left` only those above: another plot's rows have the names already.
    """
    names = translate("figure", "query i"), translate("figure", "key j")
    items, labels = _laid(axes, frame, sheet.measure, names if left else None)
    sheet.add_still(items)
    sheet.labels.extend(labels)


@lru_cache(maxsize=8)
def _laid(axes: Axes, frame: Frame, measure: Measure, names: tuple[str, str] | None) -> Laid:
    """The very same while only numbers change."""
    sheet = Sheet(measure)
    if names is not None:
        _lay_left(sheet, axes, frame)
    _lay_above(sheet, axes, frame)
    if names is not None:
        _lay_axis_names(sheet, axes, frame, names)
    return tuple(sheet.items), tuple(sheet.labels)


def kept_in(first: float, count: float, n: int, step: int, followed: int | None) -> list[int]:
    """Every step-th index of which the middle is in sight, and the followed one in place of those it would touch.

    Counted from 0, not from the first in sight, so that a label keeps its token while the picture moves.
    """
    low = max(0, int(first + 0.5))
    high = min(n, int(first + count + 0.5))
    start = -(-low // step) * step
    if followed is None or not low <= followed < high:
        return list(range(start, high, step))
    kept = [i for i in range(start, high, step) if abs(i - followed) >= step or i == followed]
    return kept if followed in kept else sorted([*kept, followed])


def _lay_left(sheet: Sheet, axes: Axes, frame: Frame) -> None:
    first, count, size = frame.drawn[0], frame.drawn[1], frame.label_size
    level = LEVEL * size / LABEL
    step = label_step(frame.cell_height, level)
    for i in kept_in(first, count, len(axes.left), step, axes.bold_left):
        middle = frame.y + (i + 0.5 - first) * frame.cell_height
        bold = i == axes.bold_left
        text = _named(sheet, axes.left, axes.left_beside, i, frame.gutter - 8, size, bold)
        style = {"bold": True} if bold else {"colour": "muted"}
        sheet.text(frame.x - 8, middle + 0.375 * size, text, size=size, align="right", **style)
        top, height = _place(middle, max(frame.cell_height, level), frame.y, frame.bottom)
        left = frame.x - frame.gutter
        sheet.labels.append(
            Label(matrix="weights", axis=axes.left_axis, index=i, x=left, y=top, width=frame.gutter, height=height)
        )


def _named(
    sheet: Sheet, tokens: tuple[str, ...], beside: tuple[str, ...], index: int, room: float, size: int, bold: bool
) -> str:
    """A token's name, and that of the one beside it where this is another; both are cut before either is left out."""
    one, other = label(tokens[index]), label(beside[index]) if beside else ""
    if not other or one == other:
        return sheet.elided(one, room, size, bold)
    room -= sheet.measure(AGAINST, size, bold)
    wide, half = sheet.measure(other, size, bold), room / 2
    one = sheet.elided(one, max(half, room - wide), size, bold)
    other = sheet.elided(other, max(half, room - sheet.measure(one, size, bold)), size, bold)
    return one + AGAINST + other


def _place(middle: float, size: float, first: float, last: float) -> tuple[float, float]:
    """Start and length of a label's place along the plot: it may reach a little over an end, but not far."""
    start, end = max(middle - size / 2, first - LEVEL / 2), min(middle + size / 2, last + LEVEL / 2)
    return start, end - start


def _lay_above(sheet: Sheet, axes: Axes, frame: Frame) -> None:
    first, count, size = frame.drawn[2], frame.drawn[3], frame.label_size
    high = 10.0 + size
    wide = widest_of(axes.above[:MOST_MEASURED], sheet.measure, bold=False, size=size)
    step = label_step(frame.cell_width, TURNED if frame.rotated else max(LEVEL, wide + APART))
    reach = step * frame.cell_width / 2
    for j in kept_in(first, count, len(axes.above), step, axes.bold_above):
        middle = frame.x + (j + 0.5 - first) * frame.cell_width
        bold = j == axes.bold_above
        room = longest_label(size)
        # One that lies flat stays over what is in sight of a cut cell, and is cut before it touches the next.
        start, end = max(middle - reach, frame.x), min(middle + reach, frame.right)
        if not frame.rotated:
            room = min(room, end - start)
        text = _named(sheet, axes.above, axes.above_beside, j, room, size, bold)
        style = {"bold": True} if bold else {"colour": "muted"}
        if frame.rotated:
            sheet.text(middle + 3, frame.y - 8, text, size=size, angle=ANGLE, **style)
        else:
            half = sheet.measure(text, size, bold) / 2
            x = max(min(middle, end - half), start + half)
            sheet.text(x, frame.y - 8, text, size=size, align="center", **style)
        left, width = _place(middle, max(frame.cell_width, TURNED if frame.rotated else LEVEL), frame.x, frame.right)
        sheet.labels.append(
            Label(matrix="weights", axis=axes.above_axis, index=j, x=left, y=frame.y - high, width=width, height=high)
        )


def _lay_axis_names(sheet: Sheet, axes: Axes, frame: Frame, names: tuple[str, str]) -> None:
    """In the corner between the labels: what runs to the right, and what runs down."""
    query, key = names
    right, down = (query, key) if axes.transposed else (key, query)
    whole_first = frame.cell_height >= 8 and frame.drawn[0] % 1 == 0
    up = 4.0 if whole_first else 9.0  # a label may stand higher than its thin or cut row
    size = frame.note_size
    sheet.text(frame.x - 8, frame.y - up - size - 2, f"{right} →", size=size, align="right", colour="muted")
    sheet.text(frame.x - 8, frame.y - up, f"{down} ↓", size=size, align="right", colour="muted")
