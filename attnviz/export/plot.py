"""A small chart: lines over an axis, marked places, names at the lines' ends. Screen and exports draw the same one.

`plot_figure` gives a figure of its own; `lay_plot` puts a chart into a part of a sheet, so that several can share
one. It leaves a `Frame`, which tells what number is under a point: for hovering and for dragging a mark. Lines that
grow are laid by themselves, by `lay_lines` into the room that `lay_axes` has left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from attnviz.export.figure import Figure, Line, Measure, Path, Rect, Sheet
from attnviz.export.plot_lines import Points, free_height, lines, spread
from attnviz.export.plot_room import LINE, SIZE, Frame, Room, Wish, arrange, fitted, mark_labels, upright_title
from attnviz.export.ticks import Axis, Floats, settled
from attnviz.i18n import NumberFormat, translate

TITLE_SIZE = 13
DOT = 2.5  # radius of a marker
# So that no two lines are told apart by their colour alone.
DASHES: tuple[tuple[float, ...], ...] = ((), (6, 3), (2, 3), (8, 3, 2, 3), (12, 4), (4, 2, 1, 2, 1, 2))


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """One line. Numbers that are not finite break it; `right`: it is read on the right axis."""

    name: str
    x: Floats
    y: Floats
    colour: str = "accent"  # a role of the palette, or #rrggbb
    dash: tuple[float, ...] = ()
    marker: bool = False
    right: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the horizontal axis: an upright line with a label above."""

    x: float
    text: str
    colour: str = "ink"


def plot_figure(
    series: Sequence[Series],
    x: Axis,
    y: Axis,
    *,
    width: float,
    height: float,
    measure: Measure,
    form: NumberFormat,
    marks: Sequence[Mark] = (),
    title: str = "",
    description: str = "",
    right: Axis | None = None,
) -> Figure:
    """A chart as a figure of its own, at least about 160 × 90 points large."""
    sheet = Sheet(measure)
    lay_plot(
        sheet, series, x, y, x=8, y=8, width=width - 16, height=height - 16, form=form, marks=marks, title=title,
        right=right,
    )  # fmt: skip
    return Figure(
        width=width,
        height=height,
        items=tuple(sheet.items),
        title=title,
        description=description or described(series, x, y, form),
    )


def lay_plot(
    sheet: Sheet,
    series: Sequence[Series],
    across: Axis,
    up: Axis,
    *,
    x: float,
    y: float,
    width: float,
    height: float,
    form: NumberFormat,
    marks: Sequence[Mark] = (),
    title: str = "",
    title_rows: int = 1,
    right: Axis | None = None,
) -> Frame:
    """Draw a chart into the rectangle at (x, y). Names stand at the lines' ends, or above where that has no room."""
    across = settled(across, _data(series, "x", None), nice=False)
    up = settled(up, _data(series, "y", False if right else None), nice=True)
    right = settled(right, _data(series, "y", True), nice=True) if right else None
    room = lay_axes(
        sheet, tuple(s.name for s in series), across, up, x=x, y=y, width=width, height=height, form=form, marks=marks,
        title=title, title_rows=title_rows, right=right,
    )  # fmt: skip
    lay_lines(sheet, room, series, marks)
    return room.frame


def lay_axes(
    sheet: Sheet,
    names: tuple[str, ...],
    across: Axis,
    up: Axis,
    *,
    x: float,
    y: float,
    width: float,
    height: float,
    form: NumberFormat,
    marks: Sequence[Mark] = (),
    title: str = "",
    title_rows: int = 1,
    right: Axis | None = None,
    gutter: float = 0.0,
) -> Room:
    """Draw a chart but for its lines and marks, whose `names` and labels are given room. All axes have both ends.

    `gutter` is the least width left of the left axis: that of another chart, for both to begin at one line.
    """
    room = arrange(sheet, Wish(x, y, width, height, title, names, title_rows, gutter), across, up, right, marks, form)
    limits = (x, x + width)
    rows = sheet.wrapped(title, width, TITLE_SIZE, True) if title_rows > 1 else [title]
    for index, line in enumerate(rows[:title_rows] if title else ()):
        text = sheet.elided(line, width, TITLE_SIZE, True)
        sheet.text(x, y + TITLE_SIZE + index * (TITLE_SIZE + 3), text, size=TITLE_SIZE, bold=True)
    _draw_axes(sheet, room.frame, across, up, right, form, limits)
    _write_titles(sheet, room, across, up, right, limits)
    sheet.reach(x + width, y + height)
    return room


def lay_lines(sheet: Sheet, room: Room, series: Sequence[Series], marks: Sequence[Mark] = ()) -> None:
    """Draw marks and lines into the room of a chart, and the lines' names."""
    frame, series = room.frame, _dashed(series)
    for mark, (left, baseline, text) in zip(marks, mark_labels(sheet, room, marks), strict=True):
        _draw_mark(sheet, frame, mark, left, baseline, text)
    drawn = [_draw_series(sheet, frame, one) for one in series]
    if room.direct:
        _name_ends(sheet, frame, series, drawn)
    for one, (left, baseline, name) in zip(series, room.legend, strict=False):
        swatch = ((left, baseline - 4), (left + 18, baseline - 4))
        sheet.add(Path(points=swatch, colour=one.colour, width=2, dash=one.dash))
        sheet.text(left + 24, baseline, name, size=SIZE)


def _dashed(series: Sequence[Series]) -> tuple[Series, ...]:
    """The series as given, or each with a dash of its own where none was given to any."""
    if any(one.dash for one in series):
        return tuple(series)
    return tuple(replace(one, dash=DASHES[i % len(DASHES)]) for i, one in enumerate(series))


def _data(series: Sequence[Series], name: str, right: bool | None) -> Floats:
    parts = [np.asarray(getattr(one, name), dtype=np.float64) for one in series if right is None or one.right == right]
    return np.concatenate([*parts, np.zeros(0)])


def _draw_axes(
    sheet: Sheet,
    frame: Frame,
    across: Axis,
    up: Axis,
    right: Axis | None,
    form: NumberFormat,
    limits: tuple[float, float],
) -> None:
    """Lines behind the curves, and tick labels; `limits` is how far those below may reach to left and right."""
    left, top, end, bottom = frame.box
    for centre, value, text in fitted(sheet, across, frame.across, form, limits):
        place = float(frame.across.place(value))
        sheet.add(Line(x1=place, y1=top, x2=place, y2=bottom, colour="line"))
        sheet.text(centre, bottom + SIZE + 5, text, size=SIZE, colour="muted", align="center")
    for place, _, text in fitted(sheet, up, frame.up, form, None):
        sheet.add(Line(x1=left, y1=place, x2=end, y2=place, colour="line"))
        sheet.text(left - 6, place + SIZE * 0.36, text, size=SIZE, colour="muted", align="right")
    if right is not None and frame.right is not None:
        for place, _, text in fitted(sheet, right, frame.right, form, None):
            sheet.add(Line(x1=end, y1=place, x2=end + 4, y2=place))
            sheet.text(end + 6, place + SIZE * 0.36, text, size=SIZE, colour="muted")
        sheet.add(Line(x1=end, y1=top, x2=end, y2=bottom))
    sheet.add(Line(x1=left, y1=top, x2=left, y2=bottom))
    sheet.add(Line(x1=left, y1=bottom, x2=end, y2=bottom))


def _write_titles(
    sheet: Sheet, room: Room, across: Axis, up: Axis, right: Axis | None, limits: tuple[float, float]
) -> None:
    """The axes' titles: upright ones stand above their axis."""
    outer_left, outer_right = limits
    whole = outer_right - outer_left
    for index, line in enumerate(upright_title(sheet, up, right, whole)):
        sheet.text(outer_left, room.titles + LINE * index, line, size=SIZE, colour="muted")
    if right is not None and right.title:
        text = sheet.elided(right.title, whole / 2 - 8, SIZE)
        sheet.text(outer_right, room.titles, text, size=SIZE, colour="muted", align="right")
    below = room.up.start + SIZE + 5  # baseline of the tick labels
    if room.beside is not None:
        sheet.text(room.beside, below, across.title, size=SIZE, colour="muted")
    elif across.title:
        text = sheet.elided(across.title, whole, SIZE)
        half = sheet.measure(text, SIZE, False) / 2
        centre = min(max((room.across.start + room.across.end) / 2, outer_left + half), outer_right - half)
        sheet.text(centre, below + LINE, text, size=SIZE, colour="muted", align="center")


def _draw_mark(sheet: Sheet, frame: Frame, mark: Mark, left: float, baseline: float, text: str) -> None:
    """The upright line of a mark inside the frame, and its label if it found room."""
    place = float(frame.across.place(mark.x))
    start, top, end, bottom = frame.box
    if not start - 0.01 <= place <= end + 0.01:
        return
    sheet.add(Path(points=((place, top), (place, bottom)), colour=mark.colour, dash=(4, 3)))
    if text:
        sheet.text(left, baseline, text, size=SIZE, bold=True)


def _draw_series(sheet: Sheet, frame: Frame, one: Series) -> list[Points]:
    scale = frame.right if one.right and frame.right is not None else frame.up
    x = frame.across.place(np.asarray(one.x, dtype=np.float64))
    y = scale.place(np.asarray(one.y, dtype=np.float64))
    pieces = lines(x, y, frame.box)
    for points in pieces:
        if len(points) > 1:
            sheet.add(Path(points=points, colour=one.colour, width=2, dash=one.dash))
        else:
            _dot(sheet, *points[0], one.colour)
    if one.marker:
        left, top, right, bottom = frame.box
        inside = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)  # NaN is nowhere inside
        for px, py in zip(x[inside].tolist(), y[inside].tolist(), strict=True):
            _dot(sheet, px, py, one.colour)
    return pieces


def _dot(sheet: Sheet, px: float, py: float, colour: str) -> None:
    sheet.add(Rect(x=px - DOT, y=py - DOT, width=2 * DOT, height=2 * DOT, fill=colour, radius=DOT))


def _name_ends(sheet: Sheet, frame: Frame, series: Sequence[Series], drawn: Sequence[list[Points]]) -> None:
    """Each line's name right beside its end, moved up or down where two would touch or another line passes; a grey
    dotted stroke then leads to it."""
    named = [(one, pieces[-1][-1]) for one, pieces in zip(series, drawn, strict=True) if pieces and one.name]
    _, top, right, bottom = frame.box
    starts = [right + 11 if right - end[0] < 6 else end[0] + 11 for _, end in named]
    wanted = []
    for (one, end), start in zip(named, starts, strict=True):
        width = sheet.measure(one.name, SIZE, True)
        others = [pieces for other, pieces in zip(series, drawn, strict=True) if other is not one]
        wanted.append(free_height(end[1], (start, start + width), LINE / 2, others, (top + 4, bottom - 8)))
    heights = spread(wanted, LINE - 1, top + 4, bottom - 8)
    for (one, end), start, height in zip(named, starts, heights, strict=True):
        if abs(height - end[1]) > 5:
            sheet.add(Path(points=(end, (start - 3, height)), colour="muted", width=0.75, dash=(1, 2)))
        sheet.text(start, height + SIZE * 0.36, one.name, size=SIZE, colour=one.colour, bold=True)


def described(series: Sequence[Series], x: Axis, y: Axis, form: NumberFormat) -> str:
    """The chart in words: for every line its first and last number."""
    parts = []
    for one in series:
        values, places = np.asarray(one.y, dtype=np.float64), np.asarray(one.x, dtype=np.float64)
        known = np.flatnonzero(np.isfinite(values) & np.isfinite(places))
        if known.size:
            first, last = known[0], known[-1]
            numbers = [form.short(float(v), 3) for v in (values[first], places[first], values[last], places[last])]
            parts.append(
                translate("plot", "{name}: {first} at {start}, {last} at {end}").format(
                    name=one.name or y.title, first=numbers[0], start=numbers[1], last=numbers[2], end=numbers[3]
                )
            )
    heading = translate("plot", "{y} against {x}").format(y=y.title, x=x.title)
    return ". ".join([heading, *parts])


__all__ = ["DASHES", "Axis", "Frame", "Mark", "Series", "lay_axes", "lay_lines", "lay_plot", "plot_figure"]
