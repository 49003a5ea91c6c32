"""Where the plots that are compared are: how they share a figure's width, and the names of queries that they share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from attnviz.document.zoom import Window, kept, whole
from attnviz.export.figure import Measure
from attnviz.export.matrix_frame import (
    ANGLE,
    CORNER,
    LABEL,
    LEAST_DOWN,
    LEAST_PLOT,
    MARGIN,
    MAX_CELL,
    MOST_MEASURED,
    Axes,
    Frame,
    against,
    are_turned,
    cell_size,
    frame_of,
    label_size,
    longest_label,
    widest_of,
)

GAP = 24.0  # between two plots
TITLE = 24.0
LOW_PLOT = 60.0  # the least height while there is room for it
LEAST_ROOM = 40.0  # and the least width
BELOW = 74.0  # colour bar and a line of numbers
NOTE = 22.0  # from a plot to the baseline of what is noted below it
ROOM_FOR_LABELS = 8.0
FLAT = 14.0  # height of labels that lie flat
APART, FILE_APART = 4.0, 16.0  # of turned ones besides what they reach up: on a screen as in the Matrix figure
MOST_GUTTER = 0.15  # of the figure's width for names, where all plots share them


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """The room of one plot. Its words, from the title to the colour bar, begin at `x` and may be `room` wide."""

    frame: Frame
    x: float
    room: float
    named: bool  # whether the queries' names stand at its left


def slots_of(
    axes: Sequence[Axes],
    zoom: Window | None,
    *,
    width: float,
    height: float,
    plots: int,
    measure: Measure,
    title: float = TITLE,
    below: float = BELOW,
    most: float = MAX_CELL,
) -> list[Slot]:
    """A slot for each plot, of which the figure shall have `plots`, some of them perhaps still missing.

    Matrices of the same shape have plots of the same size, so that a row runs through them all. Names of queries that
    stand in the row already are not written again; the room goes to the cells. Every plot is as large as for all of its
    matrix, so that it rests while one zooms. `title` is the lowest baseline of the titles, `below` the room under a
    plot, `most` the largest side of a cell; with large ones labels are larger too.
    """
    square = _square_cells(axes, width, height, measure)
    room = _Room(width=width, height=height, plots=plots, zoomed=zoom is not None, title=title, below=below, most=most)
    widest = [_widest_label(one.above, one.above_beside, measure, LABEL) for one in axes]
    places = _places(axes, widest, square, room, measure, turned=False)
    size = label_size(min(min(place.cell) for place in places))
    if size > LABEL:
        room = replace(room, size=size)
        widest = [_widest_label(one.above, one.above_beside, measure, size) for one in axes]
        places = _places(axes, widest, square, room, measure, turned=False)
    if any(are_turned(wide, place.cell[0]) for wide, place in zip(widest, places, strict=True)):
        # Not all labels above have room over the cells of all of the matrix.
        places = _places(axes, widest, square, room, measure, turned=True)
    frames = [_frame(one, zoom, place, room.size) for one, place in zip(axes, places, strict=True)]
    turned = any(are_turned(wide, frame.cell_width) for wide, frame in zip(widest, frames, strict=True))
    return [
        Slot(frame=replace(frame, rotated=turned), x=place.slot_x, room=place.room, named=place.named)
        for frame, place in zip(frames, places, strict=True)
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """What all plots have together."""

    width: float
    height: float
    plots: int
    zoomed: bool
    title: float
    below: float
    most: float
    size: int = LABEL  # of the labels

    @property
    def apart(self) -> float:
        """Room above turned labels. A page turns what is free into larger type, and cells would become smaller."""
        return APART if self.most > MAX_CELL else FILE_APART

    @property
    def share(self) -> float:
        """What of the width each plot may have with the names at its left."""
        return (self.width - 2 * MARGIN - GAP * (self.plots - 1)) / self.plots


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a plot is, with the size of a cell of all of its matrix."""

    slot_x: float
    room: float
    x: float
    y: float
    cell: tuple[float, float]
    gutter: float
    named: bool


def _places(
    axes: Sequence[Axes],
    widest: Sequence[float],
    square: Mapping[tuple[int, int], bool],
    whole: _Room,
    measure: Measure,
    *,
    turned: bool,
) -> list[_Place]:
    """Of each plot, with the labels above flat or all `turned`; `widest` are the widest of these."""
    longest = [min(wide, longest_label(whole.size)) for wide in widest]
    high = max(longest) * math.sin(math.radians(ANGLE)) + whole.apart if turned else FLAT + whole.size - LABEL
    top = whole.title + 14 + high + ROOM_FOR_LABELS
    free_y = whole.height - top - whole.below - 8
    if free_y < LOW_PLOT:  # what stands below goes before any row does, but for the name of the part in sight
        left = whole.height - top - (NOTE + 4 if whole.zoomed else 8)
        free_y = max(min(left, LOW_PLOT), LEAST_DOWN)
    named, gutter = _names(axes, whole, measure)
    # How far the last label leans beyond its plot, where it would touch the next plot's names or the figure's end.
    leans = [max(long * math.cos(math.radians(ANGLE)) + 7 - MARGIN, 0.0) if turned else 0.0 for long in longest]
    tails = [lean * end for lean, end in zip(leans, [*named[1:], True], strict=True)]
    free = whole.share - (gutter * sum(named) + sum(tails)) / whole.plots
    places, x = [], MARGIN
    for one, has_names, tail in zip(axes, named, tails, strict=True):
        corner = x + gutter * has_names
        slot_x = x if sum(named) > 1 else corner  # names that all share stand beside what is written, not below it
        following = corner + free + tail
        shape = len(one.left), len(one.above)
        least = 0.0 if square[shape] else LEAST_PLOT
        places.append(
            _Place(
                slot_x=slot_x,
                room=following - slot_x,
                x=corner,
                y=top,
                cell=cell_size(max(free, LEAST_ROOM), free_y, *shape, least, whole.most),
                gutter=gutter,
                named=has_names,
            )
        )
        x = following + GAP
    return places


def _names(axes: Sequence[Axes], whole: _Room, measure: Measure) -> tuple[list[bool], float]:
    """Which plots have names at their left, and the room for these.

    Of plots with the same names only the first; and beside both its sides a difference has none.
    """
    if len({(one.left, one.left_beside) for one in axes}) == 1:
        named, most = [index == 0 for index in range(len(axes))], max(MOST_GUTTER * whole.width, CORNER)
    else:
        named, most = [index == 0 or not one.left_beside for index, one in enumerate(axes)], whole.share * 0.35
    widest = max(
        _widest_label(one.left, one.left_beside, measure, whole.size)
        for one, has_names in zip(axes, named, strict=True)
        if has_names
    )
    return named, min(max(min(widest, longest_label(whole.size)) + 10, CORNER), most)


def _frame(axes: Axes, zoom: Window | None, place: _Place, size: int) -> Frame:
    rows, columns = len(axes.left), len(axes.above)
    n_q, n_k = (columns, rows) if axes.transposed else (rows, columns)
    window = kept(zoom, n_q, n_k) or whole(n_q, n_k)
    drawn = axes.drawn(window)
    return Frame(
        x=place.x,
        y=place.y,
        cell_width=place.cell[0] * columns / drawn[3],
        cell_height=place.cell[1] * rows / drawn[1],
        window=window,
        drawn=drawn,
        turned=axes.transposed,
        gutter=place.gutter,
        label_size=size,
        rotated=False,
    )


def _square_cells(axes: Sequence[Axes], width: float, height: float, measure: Measure) -> dict[tuple[int, int], bool]:
    """Whether the cells of each shape are square: of an n × n matrix always, of others if they would be with the
    figure for itself."""
    found: dict[tuple[int, int], bool] = {}
    for one in axes:
        shape = len(one.left), len(one.above)
        if shape not in found:
            alone = None if shape[0] == shape[1] else frame_of(one, width, height, measure, None, lines=1)
            found[shape] = alone is None or alone.cell_width == alone.cell_height
    return found


def _widest_label(names: tuple[str, ...], beside: tuple[str, ...], measure: Measure, size: int) -> float:
    names = names[:MOST_MEASURED]
    if not beside:
        return widest_of(names, measure, bold=True, size=size)
    return _widest_pair(names, beside[:MOST_MEASURED], measure, size)


@lru_cache(maxsize=8)
def _widest_pair(names: tuple[str, ...], beside: tuple[str, ...], measure: Measure, size: int) -> float:
    return max((measure(against(*pair), size, True) for pair in zip(names, beside, strict=True)), default=0.0)
