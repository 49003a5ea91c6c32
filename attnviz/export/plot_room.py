"""How the parts of a chart share its rectangle: titles, names, marks' labels, tick labels, and the frame within."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from attnviz.export.figure import Sheet
from attnviz.export.ticks import Axis, Scale, Tick, choices
from attnviz.i18n import NumberFormat

SIZE = 11  # of every text but the title
LINE = 15.0  # from one row of text to the next
TITLE_ROW = 20.0
MOST_MARK_ROWS = 3
COMFORTABLE = (18.0, 26.0)  # points between labels side by side, and from one label's line to the next above
TIGHT = (7.0, 14.0)
Placed = tuple[float, float, str]  # (x, baseline, text); no text where there was no room


class Marked(Protocol):
    @property
    def x(self) -> float: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Wish:
    """The rectangle to fill, and the texts that are there whatever the axes."""

    x: float
    y: float
    width: float
    height: float
    title: str
    names: tuple[str, ...]
    title_rows: int = 1
    gutter: float = 0.0  # least width left of the left axis, so that charts one above the other can share its place


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the lines are drawn, and its axes."""

    across: Scale
    up: Scale
    right: Scale | None = None

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom in figure points."""
        return self.across.start, self.up.end, self.across.end, self.up.start

    def contains(self, px: float, py: float) -> bool:
        left, top, right, bottom = self.box
        return left <= px <= right and top <= py <= bottom

    def to_data(self, px: float, py: float) -> tuple[float, float]:
        """The numbers at a figure point (on the left axis), kept inside the axes."""
        return self.across.value(px), self.up.value(py)

    def to_figure(self, x: float, y: float) -> tuple[float, float]:
        """The figure point of two numbers; NaN where an axis has no place for one."""
        return float(self.across.place(x)), float(self.up.place(y))


@dataclass(frozen=True, slots=True)
class Room:
    across: Scale
    up: Scale
    right: Scale | None
    titles: float  # baseline of the upright axes' titles
    direct: bool  # names stand at the lines' ends
    beside: float | None  # where the horizontal axis' title starts after its tick labels; None: it stands below them
    legend: tuple[Placed, ...]
    rows: int  # of marks' labels above the frame
    mark_ends: tuple[float, float]  # how far these may reach to left and right

    @property
    def frame(self) -> Frame:
        return Frame(self.across, self.up, self.right)


def arrange(
    sheet: Sheet,
    wish: Wish,
    across: Axis,
    up: Axis,
    right: Axis | None,
    marks: Sequence[Marked],
    form: NumberFormat,
) -> Room:
    """Give every part its place; the frame takes what is left."""
    top = wish.y + (TITLE_ROW * wish.title_rows if wish.title else 0.0)
    titles = top + SIZE
    if up.title or (right is not None and right.title):
        top += LINE * max(len(upright_title(sheet, up, right, wish.width)), 1) + 1
    names_width = max((sheet.measure(name, SIZE, True) for name in wish.names), default=0.0)
    direct = right is None and names_width <= 0.36 * wish.width and len(wish.names) * LINE <= 0.6 * wish.height
    legend = () if direct else _legend(sheet, wish, top)
    top = max((baseline for _, baseline, _ in legend), default=top - 4) + 4
    rows = 1 if any(mark.text for mark in marks) else 0
    beside = direct and bool(across.title)
    while True:
        bottom = wish.y + wish.height - SIZE - 8 - (LINE if across.title and not beside else 0.0)
        frame_top = min(top + max(rows * LINE, 6.0), bottom - 10)
        upright = _scale(up, bottom, frame_top)
        other = None if right is None else _scale(right, bottom, frame_top)
        start = wish.x + max(_labels_width(sheet, up, upright, form) + 8, wish.gutter)
        end = wish.x + wish.width - 8
        if right is not None and other is not None:
            end = wish.x + wish.width - _labels_width(sheet, right, other, form) - 8
        elif direct and names_width:
            end = wish.x + wish.width - names_width - 13
        level = _scale(across, start, max(end, start + 10))
        after = _after_labels(sheet, wish, across, level, form) if beside else None
        if beside and after is None:
            beside = False
            continue
        # Not above the upright axes' labels, whose topmost may stand as high as these.
        ends = level.start - 2, level.end + 2 if right is not None else wish.x + wish.width
        _, needed = _mark_labels(sheet, level, marks, ends, frame_top - 5, rows)
        if needed <= rows or rows == MOST_MARK_ROWS:
            return Room(level, upright, other, titles, direct, after, legend, rows, ends)
        rows = min(needed, MOST_MARK_ROWS)


def upright_title(sheet: Sheet, up: Axis, right: Axis | None, width: float) -> list[str]:
    """The left axis' title in as many lines as it takes in a chart this wide; beside the right axis' in half of it."""
    share = width / 2 - 8 if right is not None and right.title else width
    return [sheet.elided(line, share, SIZE) for line in sheet.wrapped(up.title, share, SIZE)] if up.title else []


def _after_labels(sheet: Sheet, wish: Wish, across: Axis, level: Scale, form: NumberFormat) -> float | None:
    """Where the horizontal axis' title starts to the right of its last tick label, if it has room there."""
    labels = fitted(sheet, across, level, form, (wish.x, wish.x + wish.width))
    ends = [centre + sheet.measure(text, SIZE, False) / 2 for centre, _, text in labels]
    start = max([*ends, level.end]) + 8
    return start if start + sheet.measure(across.title, SIZE, False) <= wish.x + wish.width else None


def _scale(axis: Axis, start: float, end: float) -> Scale:
    assert axis.low is not None
    assert axis.high is not None
    return Scale(axis.low, axis.high, start, end, axis.log)


def _labels_width(sheet: Sheet, axis: Axis, scale: Scale, form: NumberFormat) -> float:
    return max((sheet.measure(text, SIZE, False) for _, _, text in fitted(sheet, axis, scale, form, None)), default=0)


def _legend(sheet: Sheet, wish: Wish, top: float) -> tuple[Placed, ...]:
    """Names side by side in rows, at most two fifths of the height; those beyond are left out."""
    placed: list[Placed] = []
    x, baseline = wish.x, top + SIZE
    for name in wish.names:
        shown = sheet.elided(name, wish.width - 26, SIZE)
        width = 24 + sheet.measure(shown, SIZE, False)
        if x > wish.x and x + width > wish.x + wish.width:
            x, baseline = wish.x, baseline + LINE
        if baseline > wish.y + 0.4 * wish.height + LINE:
            break
        placed.append((x, baseline, shown))
        x += width + 16
    return tuple(placed)


def mark_labels(sheet: Sheet, room: Room, marks: Sequence[Marked]) -> tuple[Placed, ...]:
    """Where the labels of marks stand, which may be others than those that were given room for."""
    return _mark_labels(sheet, room.across, marks, room.mark_ends, room.up.end - 5, room.rows)[0]


def _mark_labels(
    sheet: Sheet, level: Scale, marks: Sequence[Marked], limits: tuple[float, float], lowest: float, rows: int
) -> tuple[tuple[Placed, ...], int]:
    """Labels above the marks, in as many rows as they need to keep apart; and how many rows that is."""
    low, high = limits
    ends: list[list[tuple[float, float]]] = [[] for _ in range(MOST_MARK_ROWS)]
    placed: list[Placed] = []
    needed = 0
    for mark in marks:
        text = sheet.elided(mark.text, high - low, SIZE, True)
        width = sheet.measure(text, SIZE, True)
        place = float(level.place(mark.x))
        inside = level.start - 0.01 <= place <= level.end + 0.01
        left = min(max(place - width / 2, low), high - width) if inside else low
        row = next(
            (r for r, taken in enumerate(ends) if all(left > b + 8 or left + width < a - 8 for a, b in taken)), None
        )
        if not text or not inside or row is None:
            placed.append((left, lowest, ""))
            continue
        ends[row].append((left, left + width))
        needed = max(needed, row + 1)
        placed.append((left, lowest - row * LINE, text if row < rows else ""))
    return tuple(placed), needed


def fitted(
    sheet: Sheet, axis: Axis, scale: Scale, form: NumberFormat, ends: tuple[float, float] | None
) -> list[tuple[float, float, str]]:
    """(label's centre, value, text) of the densest ticks whose labels keep apart.

    `ends`: how far labels side by side may reach; None for labels one above the other.
    """
    densest = TIGHT[1] if ends is None else TIGHT[0] + SIZE / 2
    offered = list(choices(axis, form, int(abs(scale.end - scale.start) / densest) + 2))
    for side, above in (COMFORTABLE, TIGHT):
        for ticks in offered:
            placed = _labelled(sheet, scale, ticks, ends)
            if len(placed) >= 2 and _apart(sheet, placed, ends, side, above):
                return placed
    kept: list[tuple[float, float, str]] = []
    for tick in _labelled(sheet, scale, offered[-1], ends) if offered else []:
        if _apart(sheet, [*kept, tick], ends, *TIGHT):
            kept.append(tick)
    return kept


def _labelled(
    sheet: Sheet, scale: Scale, ticks: tuple[Tick, ...], ends: tuple[float, float] | None
) -> list[tuple[float, float, str]]:
    places = scale.place([value for value, _ in ticks]).tolist()  # type: ignore[arg-type]
    low, high = min(scale.start, scale.end), max(scale.start, scale.end)
    result = []
    for place, (value, text) in zip(places, ticks, strict=True):
        if not low - 0.01 <= place <= high + 0.01:
            continue
        if ends is not None:  # a label at the end of its axis moves inwards rather than be cut
            half = sheet.measure(text, SIZE, False) / 2
            place = min(max(place, ends[0] + half), ends[1] - half)
        result.append((place, value, text))
    return result


def _apart(
    sheet: Sheet,
    placed: list[tuple[float, float, str]],
    ends: tuple[float, float] | None,
    side: float,
    above: float,
) -> bool:
    for one, other in itertools.pairwise(placed):
        if ends is None:
            needed = above
        else:
            needed = side + (sheet.measure(one[2], SIZE, False) + sheet.measure(other[2], SIZE, False)) / 2
        if abs(other[0] - one[0]) < needed:
            return False
    return True
