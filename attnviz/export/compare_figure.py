"""Two matrices of weights side by side and their difference, cell for cell at the same places."""

from __future__ import annotations

import math

from attnviz.document.difference import Difference
from attnviz.document.zoom import whole
from attnviz.export.cells import Mark
from attnviz.export.colour_bar import PITCH, colour_bar, mark_words
from attnviz.export.compare_frame import BELOW, GAP, NOTE, TITLE, Slot
from attnviz.export.compare_rows import TITLE_LINE, WHY_NOT, Row, best_abreast, row_of, share_of_height
from attnviz.export.compare_sides import Side, axes_of_sides, sides_of, titles_of
from attnviz.export.difference_numbers import difference_numbers
from attnviz.export.figure import Cells, Figure, Measure, Sheet
from attnviz.export.geometry import moved
from attnviz.export.matrix_figure import lay_outline
from attnviz.export.matrix_frame import (
    LABEL,
    LARGE_CELL,
    MARGIN,
    MAX_CELL,
    Axes,
    Frame,
    in_sight,
    label,
    readable_height,
)
from attnviz.export.matrix_labels import lay_labels
from attnviz.export.matrix_numbers import Texts, cell_numbers, number_size
from attnviz.export.number_room import come_closer, cramped
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat, translate

NAMES = 140.0  # of the queries at the left, and of the last key beyond its plot
SIGNED_CELL = 28.0  # holds a difference with its sign
MARK = 18.0  # before the words for a mark
ENDLESS = 1e6


def compare_figure(
    scene: Scene,
    *,
    width: float,
    height: float,
    measure: Measure,
    abreast: int | None = 3,
    live: bool = False,
    presented: bool = False,
) -> Figure:
    """The document's weights, `scene.other`'s, and the first minus the second where both have the same shape.

    `abreast` is how many of them stand side by side at most; the others stand below. None: as many as have the largest
    cells. With `live` it is that of a window, which a few tokens shall fill; `presented`, alone on the screen.
    """
    sheet = Sheet(measure)
    sides = sides_of(scene)
    axes = axes_of_sides(scene)
    below, most = _below(sides), LARGE_CELL if live else MAX_CELL
    if abreast is None:
        abreast = best_abreast(scene, axes, (width, height, below, most), measure)
    plots = min(max(len(sides), 2), abreast)
    rows = -(-len(sides) // abreast)
    room = width, share_of_height(height, len(sides), abreast), below, most
    remark = come_closer(by_key=presented) if live and scene.view.numbers else ""
    slots = _lay_row(sheet, scene, sides[:abreast], axes[:abreast], plots, room, remark, upper=True)
    for row in range(1, rows):
        part = Sheet(measure)
        these = slice(row * abreast, (row + 1) * abreast)
        _lay_row(part, scene, sides[these], axes[these], plots, room, _unsaid(sheet, remark), upper=False)
        sheet.items.extend(moved(item, 0.0, row * height / rows) for item in part.items)
    said = [side.said for side in sides]
    if len(sides) < 3:
        why_not = _why_not(scene, sides, asks=live and not presented)  # in a window there is a line above, to type in
        place = slots[0].x + slots[0].room + GAP, width - MARGIN, height
        _lay_why_not(sheet, why_not, alone=len(sides) == 1, place=place)
        said.append(why_not)
    return Figure(
        width=width,
        height=height,
        items=tuple(sheet.items),
        still=frozenset(sheet.still),
        labels=tuple(sheet.labels),
        title=scene.document.name or translate("figure", "Attention weights"),
        description=" ".join(said),
        cramped=cramped(scene.view.numbers, *(item for item in sheet.items if isinstance(item, Cells))),
    )


def _below(sides: list[Side]) -> float:
    """The room under each plot: for its colour bar, and to explain the marks of numbers that are none."""
    return BELOW + PITCH * max(len(side.marks) for side in sides)


def _lay_row(
    sheet: Sheet,
    scene: Scene,
    sides: list[Side],
    axes: list[Axes],
    plots: int,
    room: tuple[float, float, float, float],
    remark: str,
    *,
    upper: bool,
) -> list[Slot]:
    """Plots side by side, of which there may be so many; `room` is the width and height for them, what of it lies
    under a plot, and how large a cell may be. The first whose cells have no room for numbers has the remark below."""
    width, low, _, _ = room
    titles = [side.title for side in sides]
    row = row_of(axes, titles, scene, room=room, plots=plots, measure=sheet.measure, upper=upper)
    # What stands below may lean into what is free before the next plot.
    words = [wide if index + 1 == len(row.rooms) else wide + GAP - 12 for index, wide in enumerate(row.rooms)]
    notes = _notes_below(sheet, sides, row.slots, words, width)
    for index, (side, slot) in enumerate(zip(sides, row.slots, strict=True)):
        for line, text in enumerate(row.titles[index]):
            sheet.text(slot.x, TITLE + line * TITLE_LINE, text, size=row.size, bold=True, colour=side.role)
        below = notes[index], low, words[index]
        missing = _unsaid(sheet, remark)
        lowest = _lay_side(sheet, scene, side, axes[index], slot, below, first=upper and index == 0)
        if missing and not _unsaid(sheet, remark):
            _lay_remark(sheet, remark, slot, lowest, low)
    return row.slots


def _lay_remark(sheet: Sheet, remark: str, slot: Slot, lowest: float, height: float) -> None:
    """Below all that stands under a plot, if there is room for the whole of it."""
    lines = sheet.wrapped(remark, slot.room, LABEL)
    if lowest + len(lines) * PITCH + 4 <= height:
        for index, line in enumerate(lines, 1):
            sheet.text(slot.x, lowest + index * PITCH, line, size=LABEL, colour="muted")


def _unsaid(sheet: Sheet, remark: str) -> str:
    """The remark, unless some cells that are no tiny ones stand there without numbers."""
    return "" if any(cramped(True, item) for item in sheet.items if isinstance(item, Cells)) else remark


def needed_height(scene: Scene, width: float, measure: Measure, abreast: int) -> float:
    """The height at which nothing is left out: neither what stands below the plots nor, of a few tokens, a number."""
    titles, axes = titles_of(scene), axes_of_sides(scene)
    sides = len(titles)
    plots, below = min(max(sides, 2), abreast), BELOW
    if any(trace is not None and trace.drawn is not None for trace in (scene.trace, scene.other)):
        below = _below(sides_of(scene))
    rows = [slice(first, first + abreast) for first in range(0, sides, abreast)]
    highest = max(_row_height(axes[row], titles[row], scene, width, below, plots, measure) for row in rows)
    return len(rows) * (highest + (WHY_NOT if sides == 2 else 0))


def _row_height(
    axes: list[Axes], titles: list[str], scene: Scene, width: float, below: float, plots: int, measure: Measure
) -> float:
    """What plots side by side need."""

    def row(height: float) -> Row:
        return row_of(axes, titles, scene, room=(width, height, below, LARGE_CELL), plots=plots, measure=measure)

    def rest(found: Row) -> float:
        return found.slots[0].frame.y + below + 8

    high = row(ENDLESS)
    plot = max(
        readable_height(len(a.left), slot.frame.cell_height, SIGNED_CELL)
        for a, slot in zip(axes, high.slots, strict=True)
    )
    # Cells as high as that are smaller, and their labels may have to be turned.
    return rest(row(rest(high) + plot)) + plot


def natural_size(scene: Scene) -> tuple[float, float]:
    """A size at which small matrices hold their numbers."""
    traces = [trace for trace in (scene.trace, scene.other) if trace is not None]
    most = max(max(trace.n_q, trace.n_k) for trace in traces)
    cell = 30.0 if most <= 16 else max(480.0 / most, 0.12)
    side = max(cell * most, 170.0)
    shared = len({trace.tokens_k if scene.view.transposed else trace.tokens_q for trace in traces}) == 1
    width = (3 * side + NAMES if shared else 3 * (side + 90)) + 2 * GAP + 2 * MARGIN
    return math.ceil(width), math.ceil(max(cell * most, 150.0) + 100 + TITLE + BELOW + MARGIN)


def _notes_below(sheet: Sheet, sides: list[Side], slots: list[Slot], words: list[float], width: float) -> list[str]:
    """What stands below each plot: as many notes as have room, since a number that is cut would be another number.

    Below plots of weights stand the same notes, the first of them which part is in sight: it is never left out.
    """
    parts = [in_sight(slot.frame.window, s.trace.n_q, s.trace.n_k) for s, slot in zip(sides, slots, strict=True)]
    both = [index for index, side in enumerate(sides) if side.name != "difference"]
    if any(sheet.measure(parts[index], LABEL, False) > words[index] for index in both):
        # Too narrow for it below each: once, below them all.
        said = " / ".join(dict.fromkeys(filter(None, parts)))
        return [sheet.elided(said, width - slots[0].x, LABEL), *("" for _ in sides[1:])]
    same = _fitting(sheet, [(parts[index], *sides[index].notes) for index in both], [words[index] for index in both])
    others = range(len(both), len(sides))
    return [*same, *(_own_notes(sheet, sides[index], words[index]) for index in others)]


def _own_notes(sheet: Sheet, side: Side, room: float) -> str:
    """Of a difference: as many notes as have room, or the brief one."""
    return _fitting(sheet, [side.notes], [room])[0] or _fitting(sheet, [(side.brief,)], [room])[0]


def _fitting(sheet: Sheet, notes: list[tuple[str, ...]], rooms: list[float]) -> list[str]:
    """Of several rows of notes the same places, as many as have room in all."""
    said = ["" for _ in notes]
    for place in range(max(map(len, notes), default=0)):
        here = [row[place] if place < len(row) else "" for row in notes]
        longer = [" · ".join(filter(None, both)) for both in zip(said, here, strict=True)]
        if all(sheet.measure(text, LABEL, False) <= room for text, room in zip(longer, rooms, strict=True)):
            said = longer
    return said


def _lay_side(
    sheet: Sheet, scene: Scene, side: Side, axes: Axes, slot: Slot, below: tuple[str, float, float], *, first: bool
) -> float:
    """A plot and what stands `below` it: a note, and as much as there is room for above the figure's height.

    `below` is the note, that height, and how wide words may be. Returns the lowest point reached.
    """
    trace, frame = side.trace, slot.frame
    note, height, wide = below
    size = number_size(min(frame.cell_width, frame.cell_height))
    numbers = None
    if scene.view.numbers:
        numbers, size = _numbers(side, frame, size, scene.form, sheet.measure)
    cells = Cells(
        name=side.name,
        x=frame.x,
        y=frame.y,
        cell_width=frame.cell_width,
        cell_height=frame.cell_height,
        values=side.matrix.values,
        scale=side.matrix.scale,
        visible=side.matrix.visible,
        numbers=numbers,
        number_size=size,
        transposed=scene.view.transposed,
        view=None if frame.window == whole(trace.n_q, trace.n_k) else frame.window,
        blocks=side.blocks,
        hidden_are_least=True,
    )
    sheet.add(cells)
    before = len(sheet.labels)
    lay_labels(sheet, axes, frame, left=slot.named)
    if not first:
        del sheet.labels[before:]  # a token answers in the first plot; beside it another sentence's may stand
    if scene.query < trace.n_q and trace.n_q > 1:
        lay_outline(sheet, cells, cells.block_rect(scene.query, 1, 0, cells.columns))
    y = frame.bottom + NOTE
    if note and y + 3 <= height:
        sheet.text(slot.x, y, note, size=LABEL, colour="muted")
    scale = side.matrix.scale
    token = label(trace.tokens_k[scale.left_out]) if scale.left_out is not None else ""
    before = len(sheet.items)
    lowest = colour_bar(
        sheet,
        slot.x,
        y + 22,
        min(slot.room, 164.0),
        scale,
        scene.form,
        caption=side.matrix.caption,
        token=token,
        marks=_explained(sheet, side, wide),
        words=wide,
    )
    if lowest - 1 > height:
        del sheet.items[before:]
    return lowest


def _explained(sheet: Sheet, side: Side, room: float) -> frozenset[Mark]:
    """The marks that have room for their words; where one has none, its cell alone tells."""
    return frozenset(mark for mark in side.marks if MARK + sheet.measure(mark_words(mark), LABEL, False) <= room)


def _numbers(side: Side, frame: Frame, size: int, form: NumberFormat, measure: Measure) -> tuple[Texts | None, int]:
    """The numbers in the cells and their size; a difference, longer by its sign, may take smaller ones before it has
    none."""
    if isinstance(side.blocks, Difference) and side.matrix.scale.high < 10:
        return difference_numbers(side.blocks, side.trace, frame, size, form, measure)
    return cell_numbers(side.matrix, side.trace, frame, size, form, measure)


def _why_not(scene: Scene, sides: list[Side], *, asks: bool) -> str:
    """Why a plot is missing; what to do about it where one can (`asks`)."""
    if len(sides) > 1:
        one, two = sides[0].trace, sides[1].trace
        return translate("compare", "No difference of {one} and {two}: the shapes are not the same.").format(
            one=f"{one.n_q} × {one.n_k}", two=f"{two.n_q} × {two.n_k}"
        )
    if asks and scene.view.compare.kind == "sentence":
        return translate("compare", "Type the other sentence above.")
    return translate("compare", "Nothing to compare with yet.")


def _lay_why_not(sheet: Sheet, sentence: str, *, alone: bool, place: tuple[float, float, float]) -> None:
    """Why a plot is missing, between two x beside the only one, or below both at a height."""
    x, right, height = place
    size, left, y = (14, x, TITLE) if alone else (LABEL, MARGIN, height - 8)
    sheet.text(left, y, sheet.elided(sentence, right - left, size), size=size, colour="muted")
