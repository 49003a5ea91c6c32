"""Where the parts of the Matrix figure are: the plot, the labels around it, what stands beside and below."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from attnviz.core.tokens import visible_text
from attnviz.document.figure_look import ALL_PARTS, Parts
from attnviz.document.trace import Trace
from attnviz.document.zoom import Window, kept, whole
from attnviz.export.figure import Measure
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.rounding import label_step
from attnviz.i18n import translate

MARGIN = 22.0
HEADING = 34.0  # title and the sentence beside it
SECOND_LINE = 17.0  # where the sentence needs one of its own
LABEL, NOTE = 12, 11
ANGLE = 50.0  # of the turned labels, degrees
LONGEST_LABEL = 100.0
MOST_LABEL = 18  # where there is room for large cells
APART = 5.0  # pixels between labels above that lie flat
TURNED = 16.0  # and from one turned label to the next, so that their lines do not touch
AGAINST = " / "  # between two tokens at the same place of two sentences
MAX_CELL = 76.0  # of a figure in a file; type is as large as the page lets it be there
LARGE_CELL = 240.0  # of the window: a few tokens shall fill it
LEAST_PLOT = 120.0
LEAST_DOWN = 4.0  # a lower plot than wide: rows become thin before any is cut off
THIN = 40.0  # the most that a cell of a long thin matrix is drawn out
SIDE_MARGIN = 104.0  # bars beside the plot, with their numbers
NARROW_MARGIN = 58.0
BOTTOM_MARGIN = 34.0  # bars below the plot, with their numbers
STRIP = 24.0  # the health strip
HEALTHY = 240.0  # a figure's height from which it has one
MEASURES = 172.0
MEASURES_FROM = 560.0  # figure's width
LAST_LABEL = 40.0  # how far the last turned label may lean out of the plot
CORNER = 56.0  # the least gutter: the names of the two axes stand in the corner
MOST_MEASURED = 400  # labels; the rest is cut to the room that these need
WIDE_GAP = 70.0  # between the bars at the right and the measures, at most
READABLE_CELL = 22.0  # holds its number
READABLE_PLOT = 520.0  # a plot's height from which on its cells wait for more
LEAST_HEADING = 340.0  # before the measures: the sentence above a small plot


@dataclass(frozen=True, slots=True, kw_only=True)
class Axes:
    """What stands at the left of the plot and above it, and which label is followed there."""

    left: tuple[str, ...]
    above: tuple[str, ...]
    left_axis: Literal["row", "column"]
    above_axis: Literal["row", "column"]
    bold_left: int | None
    bold_above: int | None
    transposed: bool
    # Where each number is of two sentences: the tokens that the other has there, or nothing if it has the same.
    left_beside: tuple[str, ...] = ()
    above_beside: tuple[str, ...] = ()

    def drawn(self, window: Window) -> Window:
        """A window of the matrix as it lies on the paper."""
        return (*window[2:], *window[:2]) if self.transposed else window


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The plot's corner, cell and window, and what has room beside it."""

    x: float
    y: float
    cell_width: float
    cell_height: float
    window: Window  # of the matrix
    drawn: Window  # the same as it lies on the paper: first row, rows, first column, columns
    turned: bool  # whether rows of the matrix are drawn as columns
    gutter: float  # of the labels at the left
    rotated: bool
    left: float = MARGIN  # where heading and strip begin
    label_size: int = LABEL
    side_x: float = 0.0  # of the bars at the right
    side_width: float = 0.0
    caption: float = 0.0  # the most that a caption of those bars may be wide
    bottom_y: float | None = None  # of the bars below
    strip_y: float | None = None
    healthy: bool = False  # whether the strip is more than the name of the part in sight
    measures_x: float | None = None

    @property
    def note_size(self) -> int:
        """Pixels of type of what is told beside the labels: smaller, and growing half as much."""
        return NOTE + (self.label_size - LABEL) // 2

    @property
    def width(self) -> float:
        return self.drawn[3] * self.cell_width

    @property
    def height(self) -> float:
        return self.drawn[1] * self.cell_height

    @property
    def right(self) -> float:
        return self.x + self.width

    def centred(self, width: float) -> Frame:
        """With what a figure this wide leaves free at the right shared out to both sides."""
        if self.measures_x is None:
            return self
        by = max((width - MARGIN - self.measures_x - MEASURES) / 2, 0.0)
        return replace(
            self,
            x=self.x + by,
            left=self.left + by,
            side_x=self.side_x + by,
            measures_x=self.measures_x + by,
        )

    @property
    def bottom(self) -> float:
        return self.y + self.height


def axes_of(trace: Trace, query: int, key: int | None, notation: Notation) -> Axes:
    turned = notation.transposed
    return Axes(
        left=trace.tokens_k if turned else trace.tokens_q,
        above=trace.tokens_q if turned else trace.tokens_k,
        left_axis="column" if turned else "row",
        above_axis="row" if turned else "column",
        bold_left=key if turned else query,
        bold_above=query if turned else key,
        transposed=turned,
    )


def frame_of(
    axes: Axes,
    width: float,
    height: float,
    measure: Measure,
    zoom: Window | None,
    *,
    lines: int,
    own: bool = False,
    parts: Parts = ALL_PARTS,
) -> Frame:
    """The layout in a given room; `lines` is how many the heading has.

    The plot is as large as for all of the matrix, so that it rests while one zooms; with `own` as for the part in
    sight alone, and with cells and type of a file. In a window the labels grow with the cells of all of the matrix.
    """
    rows, columns = len(axes.left), len(axes.above)
    n_q, n_k = (columns, rows) if axes.transposed else (rows, columns)
    window = kept(zoom, n_q, n_k) or whole(n_q, n_k)
    frame = _frame(axes, width, height, measure, window, rotated=False, lines=lines, own=own, parts=parts)
    # How large a cell would be that showed all of the matrix in the same plot, in cells of the part in sight.
    whole_cells = (1.0, 1.0) if own else (frame.drawn[1] / rows, frame.drawn[3] / columns)
    size = LABEL if own else label_size(min(frame.cell_height * whole_cells[0], frame.cell_width * whole_cells[1]))
    if size > LABEL:
        frame = _frame(
            axes, width, height, measure, window, rotated=False, lines=lines, own=own, parts=parts, size=size
        )
    widest = widest_of(axes.above[:MOST_MEASURED], measure, bold=False, size=size)
    if parts.labels and are_turned(widest, min(frame.cell_width * whole_cells[1], frame.width)):
        frame = _frame(axes, width, height, measure, window, rotated=True, lines=lines, own=own, parts=parts, size=size)
        # Over the cells of a part they may have room; that above stays theirs, so that the plot rests.
        frame = replace(frame, rotated=are_turned(widest, min(frame.cell_width, frame.width)))
    return frame


def label_size(cell: float) -> int:
    """Pixels of type of the labels beside cells this large."""
    grown = (cell - MAX_CELL) / (LARGE_CELL - MAX_CELL)
    return LABEL + round((MOST_LABEL - LABEL) * min(max(grown, 0.0), 1.0))


def are_turned(widest: float, cell: float) -> bool:
    """Whether labels above are turned: where more of them have room so than if they lay flat."""
    return label_step(cell, widest + APART) > label_step(cell, TURNED)


def _frame(
    axes: Axes,
    width: float,
    height: float,
    measure: Measure,
    window: Window,
    *,
    rotated: bool,
    lines: int,
    own: bool,
    parts: Parts,
    size: int = LABEL,
) -> Frame:
    drawn = axes.drawn(window)
    gutter = gutter_of(axes.left, measure, size) if parts.labels else 0.0
    with_measures = width >= MEASURES_FROM and (parts.measures or parts.colour_bar)
    side = 0.0 if not parts.margins else SIDE_MARGIN if width >= 700 else NARROW_MARGIN
    right = MARGIN + side + (MEASURES + MARGIN if with_measures else 0.0) + (LAST_LABEL if rotated else 0.0)
    top = _above(axes, measure, rotated=rotated, lines=lines, parts=parts, size=size)
    healthy = height >= HEALTHY and parts.health
    # A file of a part says of which, if it says nothing else.
    excerpt = own and drawn != whole(len(axes.left), len(axes.above))
    strip = STRIP if healthy or excerpt else 0.0
    bottom = BOTTOM_MARGIN + size - LABEL if parts.margins and height - top - strip - 8 >= 100 + BOTTOM_MARGIN else 0.0
    free_x = max(width - MARGIN - gutter - right, LEAST_PLOT)
    free_y = max(height - top - bottom - strip - 6, LEAST_DOWN)
    rows, columns = (drawn[1], drawn[3]) if own else (float(len(axes.left)), float(len(axes.above)))
    whole_width, whole_height = cell_size(free_x, free_y, rows, columns, most=MAX_CELL if own else LARGE_CELL)
    cell_width, cell_height = whole_width * columns / drawn[3], whole_height * rows / drawn[1]
    x = MARGIN + gutter
    plot_right = x + max(cell_width * drawn[3], 60.0)
    if rotated:
        plot_right = max(plot_right, x + cell_width * (drawn[3] - 1) + LAST_LABEL)
    side_x = plot_right + MARGIN
    plot_bottom = top + cell_height * drawn[1]
    measures_x = width - MEASURES - MARGIN / 2 if with_measures else None
    if measures_x is not None:  # not torn apart in a wide window
        measures_x = max(min(measures_x, side_x + side + WIDE_GAP), MARGIN + LEAST_HEADING)
    return Frame(
        x=x,
        y=top,
        cell_width=cell_width,
        cell_height=cell_height,
        window=window,
        drawn=drawn,
        gutter=gutter,
        rotated=rotated,
        label_size=size,
        turned=axes.transposed,
        side_x=side_x,
        side_width=side,
        caption=(width - 4 if measures_x is None else measures_x - 8) - side_x,
        bottom_y=plot_bottom + 5 if bottom else None,
        strip_y=height - 8 if strip else None,
        healthy=healthy,
        measures_x=measures_x,
    )


def _above(axes: Axes, measure: Measure, *, rotated: bool, lines: int, parts: Parts, size: int) -> float:
    """Room above the cells: the heading, and the labels or at least the margins' caption."""
    heading = HEADING + SECOND_LINE * (lines - 1) if parts.heading else 0.0
    if not parts.labels:
        return heading + (22.0 if parts.margins else 14.0)
    return heading + (_turned_height(axes.above, measure, size) if rotated else 10.0 + size) + 8


def cell_size(
    free_x: float, free_y: float, rows: float, columns: float, least: float = LEAST_PLOT, most: float = MAX_CELL
) -> tuple[float, float]:
    """Width and height of a cell: square and `most` at most, but drawn out where a side of the plot would be shorter
    than `least`."""
    side = min(free_x / columns, free_y / rows, most)
    if side >= 4:
        side = math.floor(side)  # whole pixels: every cell of a small matrix is equally large
    across = max(side, min(THIN, least / columns, free_x / columns))
    down = max(side, min(THIN, least / rows, free_y / rows))
    return across, down


def readable_height(rows: float, widest: float, cell: float = READABLE_CELL) -> float:
    """The height of a plot that can be read in full: its cells, as high as `cell`, hold their numbers where the width,
    which allows cells of `widest`, lets them; of many rows the labels are as close as they can be."""
    return max(min(rows * min(widest, cell), READABLE_PLOT), LEAST_PLOT)


def gutter_of(names: tuple[str, ...], measure: Measure, size: int = LABEL) -> float:
    """Room left of the cells for labels."""
    widest = widest_of(names[:MOST_MEASURED], measure, bold=True, size=size)
    return max(min(widest, longest_label(size)) + 10, CORNER * size / LABEL)


def longest_label(size: int) -> float:
    """How long a label may be before it is cut."""
    return LONGEST_LABEL * size / LABEL


def _turned_height(names: tuple[str, ...], measure: Measure, size: int) -> float:
    widest = widest_of(names[:MOST_MEASURED], measure, bold=True, size=size)
    return max(min(widest, longest_label(size)) * math.sin(math.radians(ANGLE)) + 8, 28.0)


@lru_cache(maxsize=32)
def widest_of(names: tuple[str, ...], measure: Measure, *, bold: bool, size: int = LABEL) -> float:
    """Width of the widest label."""
    return max((measure(label(name), size, bold) for name in names), default=0.0)


def against(one: str, other: str) -> str:
    """The names of two tokens at the same place of two sentences; one name where they are the same."""
    return label(one) if one == other else label(one) + AGAINST + label(other)


@lru_cache(maxsize=20_000)
def label(token: str) -> str:
    """A token as its label shows it: looked up once, since thousands may stand around a matrix."""
    return visible_text(token)


def in_sight(window: Window, n_q: int, n_k: int) -> str:
    """Which part of the matrix a window shows, in words; nothing for all of it."""
    if window == whole(n_q, n_k):
        return ""
    rows, keys = named(span(window[0], window[1])), named(span(window[2], window[3]))
    if n_q == n_k:
        return translate("figure", "queries {rows}, keys {keys} of {n}").format(rows=rows, keys=keys, n=n_k)
    said = translate("figure", "queries {rows} of {n_q}, keys {keys} of {n_k}")
    return said.format(rows=rows, keys=keys, n_q=n_q, n_k=n_k)


def span(first: float, count: float) -> slice:
    """What is in sight for a half of its cell; one at least."""
    low = math.floor(first + 0.5)
    return slice(low, max(math.ceil(first + count - 0.5), low + 1))


def named(cells: slice) -> str:
    """First and last index, from 1."""
    return f"{cells.start + 1}–{cells.stop}"


def natural_size(
    trace: Trace, notation: Notation = STANDARD, zoom: Window | None = None, parts: Parts = ALL_PARTS
) -> tuple[float, float]:
    """A size at which every cell of a small matrix holds its number, and a large one is still legible."""
    _, rows, _, columns = kept(zoom, trace.n_q, trace.n_k) or whole(trace.n_q, trace.n_k)
    across, down = (rows, columns) if notation.transposed else (columns, rows)
    most = max(across, down)
    cell = 34.0 if most <= 24 else max(560.0 / most, 0.15)
    side_x = max(cell * across, LEAST_PLOT)
    side_y = max(cell * down, 300.0 - HEADING)
    around_x = 3 * MARGIN + (110 + LAST_LABEL if parts.labels else 0)
    around_x += SIDE_MARGIN if parts.margins else 0
    around_x += MEASURES if parts.measures or parts.colour_bar else 0
    around_y = 10 + (HEADING + SECOND_LINE if parts.heading else 0) + (96 if parts.labels else 22)
    excerpt = kept(zoom, trace.n_q, trace.n_k) is not None
    around_y += (BOTTOM_MARGIN if parts.margins else 0) + (STRIP if parts.health or excerpt else 0)
    return math.ceil(side_x + around_x), math.ceil(side_y + around_y)
