"""Where the plots that are compared are: how they share a figure's width, and the names of queries that they share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

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
    are_turned,
    cell_size,
    frame_of,
    gutter_of,
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

    Plots whose rows are the same tokens have their names once, at the left of the first; the room goes to the cells.
    Every plot is as large as for all of its matrix, so that it rests while one zooms. `title` is the lowest baseline of
    the titles, `below` the room under a plot, `most` the largest side of a cell; with large ones labels are larger too.
    """
    square = [_square_cells(one, width, height, measure) for one in axes]
    room = _Room(width=width, height=height, plots=plots, zoomed=zoom is not None, title=title, below=below, most=most)
    widest = [_widest(one, measure, LABEL) for one in axes]
    places = _places(axes, widest, square, room, measure, turned=False)
    size = label_size(min(min(place.cell) for place in places))
    if size > LABEL:
        room = replace(room, size=size)
        widest = [_widest(one, measure, size) for one in axes]
        places = _places(axes, widest, square, room, measure, turned=False)
    if any(are_turned(wide, place.cell[0]) for wide, place in zip(widest, places, strict=True)):
        # Not all labels above have room over the cells of all of the matrix.
        places = _places(axes, widest, square, room, measure, turned=True)
    return [
        Slot(
            frame=_frame(one, zoom, place, wide, size),
            x=place.slot_x,
            room=place.room,
            named=place.named,
        )
        for one, wide, place in zip(axes, widest, places, strict=True)
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
    square: Sequence[bool],
    whole: _Room,
    measure: Measure,
    *,
    turned: bool,
) -> list[_Place]:
    """Of each plot, with the labels above flat or all `turned`; `widest` is the widest of its labels above."""
    width, height, plots = whole.width, whole.height, whole.plots
    shared = len({one.left for one in axes}) == 1
    size = whole.size
    longest = max(min(wide, longest_label(size)) for wide in widest)
    high = longest * math.sin(math.radians(ANGLE)) + 16 if turned else FLAT + size - LABEL
    lean = longest * math.cos(math.radians(ANGLE)) + 7 if turned else 0.0  # of the last label beyond its plot
    top = whole.title + 14 + high + ROOM_FOR_LABELS
    free_y = height - top - whole.below - 8
    if free_y < LOW_PLOT:  # what stands below goes before any row does, but for the name of the part in sight
        left = height - top - (NOTE + 4 if whole.zoomed else 8)
        free_y = max(min(left, LOW_PLOT), LEAST_DOWN)
    beyond = max(lean - MARGIN, 0.0)
    room = (width - 2 * MARGIN - GAP * (plots - 1)) / plots
    places = []
    if shared:
        gutter = min(gutter_of(axes[0].left, measure, size), max(MOST_GUTTER * width, CORNER))
        room -= (gutter + beyond) / plots
    for index, one in enumerate(axes):
        x, free = MARGIN + index * (room + GAP), room
        if shared:
            x += gutter
        else:
            gutter = min(gutter_of(one.left, measure, size), room * 0.35)
            free -= gutter + beyond
        least = 0.0 if square[index] else LEAST_PLOT
        places.append(
            _Place(
                slot_x=x,
                room=room,
                x=x if shared else x + gutter,
                y=top,
                cell=cell_size(max(free, LEAST_ROOM), free_y, len(one.left), len(one.above), least, whole.most),
                gutter=gutter,
                named=not shared or index == 0,
            )
        )
    return places


def _frame(axes: Axes, zoom: Window | None, place: _Place, widest: float, size: int) -> Frame:
    rows, columns = len(axes.left), len(axes.above)
    n_q, n_k = (columns, rows) if axes.transposed else (rows, columns)
    window = kept(zoom, n_q, n_k) or whole(n_q, n_k)
    drawn = axes.drawn(window)
    cell_width, cell_height = place.cell[0] * columns / drawn[3], place.cell[1] * rows / drawn[1]
    return Frame(
        x=place.x,
        y=place.y,
        cell_width=cell_width,
        cell_height=cell_height,
        window=window,
        drawn=drawn,
        turned=axes.transposed,
        gutter=place.gutter,
        label_size=size,
        rotated=are_turned(widest, cell_width),
    )


def _square_cells(axes: Axes, width: float, height: float, measure: Measure) -> bool:
    """Whether cells are square: of an n × n matrix always, of others if they would be with the figure for itself."""
    if len(axes.left) == len(axes.above):
        return True
    alone = frame_of(axes, width, height, measure, None, lines=1)
    return alone.cell_width == alone.cell_height


def _widest(axes: Axes, measure: Measure, size: int) -> float:
    return widest_of(axes.above[:MOST_MEASURED], measure, bold=True, size=size)
