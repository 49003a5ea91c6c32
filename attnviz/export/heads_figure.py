"""The grid of all heads: thumbnails as one picture, with layers and heads named at its sides or below each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.patterns import UNTOLD
from attnviz.document.head_grid import HeadGrid, Thumbs, ordered, value_of
from attnviz.document.heads_look import HeadsLook
from attnviz.export.bar_ticks import written
from attnviz.export.cells import ColourScale, Mark
from attnviz.export.figure import Cells, Figure, Item, Line, Measure, Rect, Sheet
from attnviz.export.kept import Kept, same
from attnviz.export.pattern_words import definitions, pattern_names, place_text, scores_text
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
LABEL = 12
SMALL = 10
GUTTER = 30.0  # for the numbers of layers
HEADING = 46.0
NOTE = 16.0  # for every further line of the note
ABOVE = 20.0  # for the numbers of heads
LEAST_SHARE = 0.5  # of an even spread: where rows sum to 1, the largest number is no smaller
LEAST, MOST = 30.0, 216.0  # side of a thumbnail
READABLE = 40.0  # side down to which thumbnails shrink to have all in sight
SORTED = 92.0
CAPTIONS = 32.0  # below each sorted one
GAP = 5.0


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where thumbnails stand: `columns` in a row, each `side` high and wide, `pitch` apart."""

    x: float
    y: float
    columns: int
    width: float  # of a thumbnail
    height: float
    across: float  # from one to the next
    down: float

    def rect(self, slot: int) -> tuple[float, float, float, float]:
        """(x, y, width, height) of the thumbnail in a slot, counted from 0 by rows."""
        row, column = divmod(slot, self.columns)
        return self.x + column * self.across, self.y + row * self.down, self.width, self.height


@dataclass(frozen=True, slots=True, eq=False)
class HeadsPicture:
    """The figure, and which head of the grid stands where."""

    figure: Figure
    lattice: Lattice
    slots: dict[int, int]  # index of a head → its slot

    def at(self, x: float, y: float) -> int | None:
        """Index of the head under a point."""
        for index, slot in self.slots.items():
            left, top, width, height = self.lattice.rect(slot)
            if left <= x < left + width and top <= y < top + height:
                return index
        return None

    def rect(self, index: int) -> tuple[float, float, float, float] | None:
        """Where a head is; None where it is left out."""
        return self.lattice.rect(self.slots[index]) if index in self.slots else None


def heads_picture(scene: Scene, *, width: float, measure: Measure, room: float | None = None) -> HeadsPicture:
    """The grid at a width; it is as high as it needs to be, and no higher than `room` where it is large enough so."""
    grid, look = scene.grid, scene.view.heads
    sheet = Sheet(measure)
    if grid is None:
        return _empty(scene, sheet, width)
    by_place = look.order == "place"
    shown = ordered(grid, look)
    title, note = _heading(scene, grid, len(shown))
    notes = sheet.wrapped(note, width - 2 * MARGIN, LABEL)
    top = HEADING + NOTE * (len(notes) - 1)
    lattice = _by_place(grid, width, room, top) if by_place else _in_order(grid, width, top)
    slots = {index: _slot(grid, index) if by_place else slot for slot, index in enumerate(shown)}
    sheet.text(MARGIN, 24, sheet.elided(title, width - 2 * MARGIN, 15, bold=True), size=15, bold=True, colour="weights")
    for index, line in enumerate(notes):
        sheet.text(MARGIN, 42 + NOTE * index, line, size=LABEL, colour="muted")
    if slots:
        sheet.add(_atlas_cells(grid, lattice, slots))
        if by_place:
            _lay_numbers(sheet, scene, grid, lattice)
        else:
            _lay_captions(sheet, scene, grid, lattice, shown, look)
        sheet.items.extend(_frames(lattice, slots))
        _lay_looked_at(sheet, scene, grid, lattice, slots)
    rows = 1 + max(slots.values(), default=0) // lattice.columns
    height = lattice.y + rows * lattice.down + (2 if by_place else MARGIN)
    figure = Figure(
        width=max(width, lattice.x + lattice.columns * lattice.across + MARGIN - GAP),
        height=height,
        items=tuple(sheet.items),
        title=scene.document.name or translate("figure", "All heads"),
        description=_description(scene, grid, len(shown)),
    )
    return HeadsPicture(figure, lattice, slots)


def heads_figure(scene: Scene, measure: Measure) -> Figure:
    """The grid at a size of its own, for a file."""
    columns = 8 if scene.grid is None else scene.grid.n_heads
    width = min(max(2 * MARGIN + GUTTER + columns * 76.0, 640.0), 2400.0)
    return heads_picture(scene, width=width, measure=measure).figure


def head_reading(scene: Scene, index: int) -> str:
    """What the status bar and the tooltip say of a head."""
    grid = scene.grid
    if grid is None or index >= len(grid.places):
        return ""
    name = place_text(grid, index, scene.notation)
    if index >= grid.done:
        return f"{name} · " + translate("figure", "still to come")
    return f"{name} · {scores_text(grid.found[index], scene.form)}"


def _slot(grid: HeadGrid, index: int) -> int:
    layer, head = grid.places[index]
    return layer * grid.n_heads + head


def _by_place(grid: HeadGrid, width: float, room: float | None, top: float) -> Lattice:
    """As large as the width allows, unless a size that can still be read has everything in sight."""
    x, y = MARGIN + GUTTER, top + ABOVE

    def lattice(side: float) -> Lattice:
        return _lattice(grid, x, y, grid.n_heads, side, GAP)

    wide = _largest(lambda side: x + grid.n_heads * lattice(side).across, width - MARGIN)
    if room is None:
        return lattice(wide)
    high = _largest(lambda side: y + grid.n_layers * lattice(side).down, room - 2 - GAP)
    # Where not everything can be seen at once anyway, nothing is gained by making it smaller than the width allows.
    return lattice(min(wide, high) if high >= READABLE else wide)


def _largest(extent: Callable[[float], float], room: float) -> float:
    """The largest side of a thumbnail from LEAST to MOST with which a grid fits; gaps grow by whole cells with it."""
    sides = np.arange(MOST, LEAST, -1.0).tolist()
    return next((side for side in sides if extent(side) - GAP <= room), LEAST)


def _in_order(grid: HeadGrid, width: float, top: float) -> Lattice:
    columns = max(1, int((width - 2 * MARGIN + GAP) / (SORTED + GAP)))
    return _lattice(grid, MARGIN, top + 4, columns, SORTED, CAPTIONS + GAP)


def _lattice(grid: HeadGrid, x: float, y: float, columns: int, side: float, below: float) -> Lattice:
    """Thumbnails as wide as high, or as their matrix where it is no square. Gaps are a whole number of cells."""
    _, rows, across = grid.thumbs.shape
    high = side * min(max(rows / across, 0.25), 4.0) if rows != across else side
    cell_w, cell_h = side / across, high / rows
    gap_x, gap_y = max(1, round(GAP / cell_w)), max(1, round(below / cell_h))
    return Lattice(x, y, columns, side, high, (across + gap_x) * cell_w, (rows + gap_y) * cell_h)


Atlas = NDArray[np.float32]
_atlases: Kept[Atlas] = Kept(most=4)


def _atlas_cells(grid: HeadGrid, lattice: Lattice, slots: dict[int, int]) -> Cells:
    """All thumbnails as one matrix: painting a thousand small ones would take many times as long."""
    _, rows, across = grid.thumbs.shape
    tall, wide = round(lattice.down / lattice.height * rows), round(lattice.across / lattice.width * across)
    key = (same(grid.thumbs), tuple(slots.items()), lattice.columns, tall, wide)
    atlas = _atlases.get(key, (grid.thumbs,), lambda: _atlas(grid, lattice.columns, slots, tall, wide))
    return Cells(
        name="heads",
        x=lattice.x,
        y=lattice.y,
        cell_width=lattice.width / across,
        cell_height=lattice.height / rows,
        values=atlas,
        scale=_scale(grid),
        lines=False,
    )


def _atlas(grid: HeadGrid, columns: int, slots: dict[int, int], tall: int, wide: int) -> Atlas:
    _, rows, across = grid.thumbs.shape
    lines = 1 + max(slots.values()) // columns
    used = min(columns, 1 + max(slot % columns for slot in slots.values()))
    sheet: Atlas = np.zeros((lines, used, tall, wide), dtype=np.float32)
    places = np.array(list(slots.values()))
    sheet[places // columns, places % columns, :rows, :across] = grid.thumbs[list(slots)]
    atlas = sheet.swapaxes(1, 2).reshape(lines * tall, used * wide)
    atlas = np.ascontiguousarray(atlas[: rows - tall or None, : across - wide or None])  # without the last gaps
    atlas.setflags(write=False)
    return atlas


def _scale(grid: HeadGrid) -> ColourScale:
    """The same for all heads: square roots of shares of 1, so that faint ones show, or of shares of the largest."""
    low, high, _ = _seen(grid)
    if low < 0:
        end = max(-low, high)
        return ColourScale(map="blue-orange", low=-end, high=end)
    shares = high == 0 or LEAST_SHARE / grid.n_k <= high <= 1.001
    return ColourScale(map="violet", low=0.0, high=1.0 if shares else high, curve="sqrt")


Seen = tuple[float, float, frozenset[Mark]]
_seens: Kept[Seen] = Kept(most=4)


def _seen(grid: HeadGrid) -> Seen:
    """The smallest and the largest number of the heads that are read, 0 at least, and what else there is: NaN, ±∞."""
    return _seens.get((same(grid.thumbs), grid.done), (grid.thumbs,), lambda: _look(grid.thumbs[: grid.done]))


def _look(thumbs: Thumbs) -> Seen:
    low, high = float(thumbs.min(initial=0)), float(thumbs.max(initial=0))
    if math.isfinite(low) and math.isfinite(high):  # a NaN is the smallest and the largest of all
        return low, high, frozenset()
    finite = np.isfinite(thumbs)
    ends = ((Mark.NAN, np.isnan), (Mark.INFINITE, np.isposinf), (Mark.MINUS_INFINITE, np.isneginf))
    marks = frozenset(mark for mark, test in ends if bool(test(thumbs).any()))
    return float(thumbs.min(initial=0, where=finite)), float(thumbs.max(initial=0, where=finite)), marks


def _heading(scene: Scene, grid: HeadGrid, shown: int) -> tuple[str, str]:
    """What is shown, and how it is to be read."""
    form, order = scene.form, scene.view.heads.order
    if order == "place":
        title = translate("figure", "layers: {n_layers} · heads: {n_heads}").format(
            n_layers=grid.n_layers, n_heads=grid.n_heads
        )
        note = translate(
            "figure", "layers down, heads across; the largest weight of each block, colours by square root"
        )
        scale = _scale(grid)
        if scale.signed:
            note = translate(
                "figure", "layers down, heads across; the largest number of each block, from {low} to {high}"
            ).format(low=written(scale.low, form), high=written(scale.high, form))
        elif scale.high != 1:
            note += " · " + translate("figure", "up to {number}").format(number=written(scale.high, form))
    else:
        title = translate("figure", "{shown} of {all} heads by: {pattern}").format(
            shown=shown, all=len(grid.places), pattern=pattern_names()[order]
        )
        note = definitions()[order]
    if not grid.complete:
        share = form.fixed(100 * grid.done / len(grid.places), 0)
        title += " · " + translate("figure", "{percent} % read").format(percent=share)
    if grid.problem:
        note = grid.problem
    elif order != "place" and grid.done and all(found == UNTOLD for found in grid.found):
        note = translate("figure", "patterns are defined for weights, rows of shares that sum to 1, and these are none")
    elif grid.sampled and order != "place":
        note += " · " + translate("figure", "from a sample of rows")
    return title, " · ".join([note, *_marked(grid)])


def _marked(grid: HeadGrid) -> list[str]:
    """What the marks on thumbnails mean, where there are any."""
    marks, told = _seen(grid)[2], []
    if Mark.NAN in marks:
        told.append(translate("figure", "a cross: not a number (NaN)"))
    if marks - {Mark.NAN}:
        told.append(translate("figure", "a triangle: infinite"))
    return told


def _lay_numbers(sheet: Sheet, scene: Scene, grid: HeadGrid, lattice: Lattice) -> None:
    """Numbers of the heads above, of the layers at the left."""
    wide = sheet.measure(scene.notation.head(grid.n_heads), LABEL, False) + 8
    every = max(1, int(-(-wide // lattice.across)))
    for head in range(grid.n_heads):
        x = lattice.x + head * lattice.across + lattice.width / 2
        if head % every == 0:
            sheet.text(x, lattice.y - 7, scene.notation.head(head), size=LABEL, align="center", colour="muted")
    for layer in range(grid.n_layers):
        y = lattice.y + layer * lattice.down + lattice.height / 2 + 4
        sheet.text(lattice.x - 8, y, scene.notation.head(layer), size=LABEL, align="right", colour="muted")


def _lay_captions(
    sheet: Sheet, scene: Scene, grid: HeadGrid, lattice: Lattice, shown: tuple[int, ...], look: HeadsLook
) -> None:
    """Below each thumbnail which head it is, and how much it shows of the pattern."""
    for slot, index in enumerate(shown):
        x, y, width, height = lattice.rect(slot)
        name = sheet.elided(place_text(grid, index, scene.notation), width + GAP, SMALL)
        sheet.text(x, y + height + 12, name, size=SMALL, colour="muted")
        sheet.text(x, y + height + 25, _value(grid, index, look, scene.form), size=SMALL, bold=True)


def _value(grid: HeadGrid, index: int, look: HeadsLook, form: NumberFormat) -> str:
    found = grid.found[index]
    text = form.fixed(value_of(found, look.order) or 0.0, 2)
    if look.order == "distance" and found.slope is not None:
        text += f" · λ {form.fixed(found.slope, 2)}"
    return text


def _frames(lattice: Lattice, slots: dict[int, int]) -> list[Item]:
    """Lines around the thumbnails: along whole rows and columns of them where all are there, else one by one."""
    frames: list[Item] = []
    columns = min(lattice.columns, 1 + max(slot % lattice.columns for slot in slots.values()))
    rows = 1 + max(slots.values()) // lattice.columns
    if len(slots) < columns * rows and len(slots) <= 512:
        for slot in slots.values():
            x, y, width, height = lattice.rect(slot)
            frames.append(Rect(x=x, y=y, width=width, height=height, stroke="line"))
        return frames
    right = lattice.x + (columns - 1) * lattice.across + lattice.width
    bottom = lattice.y + (rows - 1) * lattice.down + lattice.height
    for row in range(rows):
        for y in (lattice.y + row * lattice.down, lattice.y + row * lattice.down + lattice.height):
            frames.append(Line(x1=lattice.x, y1=y, x2=right, y2=y, colour="line"))
    for column in range(columns):
        for x in (lattice.x + column * lattice.across, lattice.x + column * lattice.across + lattice.width):
            frames.append(Line(x1=x, y1=lattice.y, x2=x, y2=bottom, colour="line"))
    return frames


def _lay_looked_at(sheet: Sheet, scene: Scene, grid: HeadGrid, lattice: Lattice, slots: dict[int, int]) -> None:
    """A frame around the head that the other tabs show."""
    place = scene.trace.place
    layer = 0 if place is None else place.layer
    index = grid.index(layer, scene.trace.head)
    if index is not None and index in slots and (place is None or place.average == "none"):
        x, y, width, height = lattice.rect(slots[index])
        sheet.add(Rect(x=x - 1.5, y=y - 1.5, width=width + 3, height=height + 3, stroke="highlight", stroke_width=2.0))


def _description(scene: Scene, grid: HeadGrid, shown: int) -> str:
    text = translate("figure", "Thumbnails of {n} attention heads, {layers} layers by {heads} heads.").format(
        n=shown, layers=grid.n_layers, heads=grid.n_heads
    )
    look = scene.view.heads
    index = grid.index(look.layer, look.head)
    return text if index is None else f"{text} {head_reading(scene, index)}"


def _empty(scene: Scene, sheet: Sheet, width: float) -> HeadsPicture:
    text = scene.grid_problem or translate("figure", "computing…")
    sheet.text(MARGIN, 30, sheet.elided(text, width - 2 * MARGIN, 13), size=13, colour="muted")
    name = scene.document.name or translate("figure", "All heads")
    figure = Figure(width=width, height=80, items=tuple(sheet.items), title=name, description=text)
    return HeadsPicture(figure, Lattice(0, 0, 1, 1, 1, 1, 1), {})
