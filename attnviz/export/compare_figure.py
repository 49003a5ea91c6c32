"""Two matrices of weights side by side and their difference, cell for cell at the same places."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from attnviz.document.trace import Trace
from attnviz.document.zoom import whole
from attnviz.export.cells import Array, ColourScale
from attnviz.export.colour_bar import colour_bar
from attnviz.export.compare_frame import BELOW, GAP, NOTE, TITLE, Slot, slots_of
from attnviz.export.compare_words import side_names
from attnviz.export.figure import Cells, Figure, Measure, Sheet
from attnviz.export.geometry import moved
from attnviz.export.matrix_figure import lay_outline
from attnviz.export.matrix_frame import LABEL, MARGIN, Axes, Frame, axes_of, in_sight, label, readable_height
from attnviz.export.matrix_labels import lay_labels
from attnviz.export.matrix_numbers import LEAST_CELL, MOST, Texts, cell_numbers, cells_in_sight, number_size, uncut
from attnviz.export.matrix_quantity import Shown, weights_choice
from attnviz.export.number_room import cramped
from attnviz.export.rounding import reaches
from attnviz.export.scales import scale_for
from attnviz.export.scene import Scene
from attnviz.i18n import NumberFormat, translate

NAMES = 140.0  # of the queries at the left, and of the last key beyond its plot
TITLES = (14, 13, 12)  # sizes of the plots' titles: the largest in which all have room
WHY_NOT = 24.0  # why there is no difference
SIGNED_CELL = 28.0  # holds a difference with its sign
ENDLESS = 1e6


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Side:
    """One of the plots."""

    name: str  # of its cells: "weights", "other" or "difference"
    title: str
    role: str
    trace: Trace
    matrix: Shown
    notes: tuple[str, ...]  # the weightiest first; those that have no room are left out

    @property
    def note(self) -> str:
        return " · ".join(self.notes)


def compare_figure(scene: Scene, *, width: float, height: float, measure: Measure, abreast: int = 3) -> Figure:
    """The document's weights, `scene.other`'s, and the first minus the second where both have the same shape.

    `abreast` is how many of them stand side by side at most; the others stand below.
    """
    sheet = Sheet(measure)
    sides = _sides(scene)
    plots = min(max(len(sides), 2), abreast)
    rows = -(-len(sides) // abreast)
    low = height / rows - (WHY_NOT if len(sides) == 2 else 0)
    slots = _lay_row(sheet, scene, sides[:abreast], plots, (width, low), upper=True)
    for row in range(1, rows):
        part = Sheet(measure)
        _lay_row(part, scene, sides[row * abreast : (row + 1) * abreast], plots, (width, low), upper=False)
        sheet.items.extend(moved(item, 0.0, row * height / rows) for item in part.items)
    if len(sides) < 3:
        _lay_why_not(sheet, scene, sides, slots[0].x + slots[0].room + GAP, width - MARGIN, height)
    return Figure(
        width=width,
        height=height,
        items=tuple(sheet.items),
        still=frozenset(sheet.still),
        labels=tuple(sheet.labels),
        title=scene.document.name or translate("figure", "Attention weights"),
        description=" ".join(f"{side.title}: {side.note}." for side in sides),
        cramped=cramped(scene.view.numbers, *(item for item in sheet.items if isinstance(item, Cells))),
    )


def _lay_row(
    sheet: Sheet, scene: Scene, sides: list[Side], plots: int, room: tuple[float, float], *, upper: bool
) -> list[Slot]:
    """Plots side by side, of which there may be so many; `room` is the width and height for them."""
    width, low = room
    axes = [axes_of(side.trace, scene.query, scene.key, scene.notation) for side in sides]
    slots = slots_of(axes, scene.view.zoom, width=width, height=low, plots=plots, measure=sheet.measure)
    last = plots if upper else len(sides)  # above, what a missing plot leaves free says why it is missing
    rooms = [slot.room if index + 1 < last else width - 4 - slot.x for index, slot in enumerate(slots)]
    size = next((s for s in TITLES if _have_room(sheet, sides, rooms, s)), TITLES[-1])
    # Notes may lean into what is free before the next plot.
    words = [wide if index + 1 == last else wide + GAP - 12 for index, wide in enumerate(rooms)]
    notes = _notes_below(sheet, sides, slots, words, width)
    for index, (side, slot, wide) in enumerate(zip(sides, slots, rooms, strict=True)):
        sheet.text(slot.x, TITLE, sheet.elided(side.title, wide, size, True), size=size, bold=True, colour=side.role)
        _lay_side(sheet, scene, side, axes[index], slot, (notes[index], low), first=upper and index == 0)
    return slots


def needed_height(scene: Scene, width: float, measure: Measure, abreast: int) -> float:
    """The height at which nothing is left out: neither what stands below the plots nor, of a few tokens, a number."""
    sides = 3 if difference_of(scene) is not None else 1 if scene.other is None else 2
    traces = [trace for trace in (scene.trace, scene.other) if trace is not None]
    axes = [axes_of(trace, scene.query, scene.key, scene.notation) for trace in traces]
    how = {"width": width, "plots": min(max(sides, 2), abreast), "measure": measure}
    slots = slots_of(axes, None, height=ENDLESS, **how)  # type: ignore[arg-type]
    plot = max(
        readable_height(len(a.left), slot.frame.cell_height, SIGNED_CELL) for a, slot in zip(axes, slots, strict=True)
    )
    # Cells as high as that are smaller, and their labels may have to be turned.
    slots = slots_of(axes, None, height=slots[0].frame.y + plot + BELOW + 8, **how)  # type: ignore[arg-type]
    return -(-sides // abreast) * (slots[0].frame.y + plot + BELOW + 8 + (WHY_NOT if sides == 2 else 0))


def natural_size(scene: Scene) -> tuple[float, float]:
    """A size at which small matrices hold their numbers."""
    traces = [trace for trace in (scene.trace, scene.other) if trace is not None]
    most = max(max(trace.n_q, trace.n_k) for trace in traces)
    cell = 30.0 if most <= 16 else max(480.0 / most, 0.12)
    side = max(cell * most, 170.0)
    shared = len({trace.tokens_k if scene.view.transposed else trace.tokens_q for trace in traces}) == 1
    width = (3 * side + NAMES if shared else 3 * (side + 90)) + 2 * GAP + 2 * MARGIN
    return math.ceil(width), math.ceil(max(cell * most, 150.0) + 100 + TITLE + BELOW + MARGIN)


def difference_of(scene: Scene) -> Array | None:
    """The document's weights minus the other's; None where there is no other or their shapes differ."""
    other = scene.other
    if other is None or other.weights.shape != scene.trace.weights.shape:
        return None
    return scene.trace.weights - other.weights


def _sides(scene: Scene) -> list[Side]:
    trace, other, form = scene.trace, scene.other, scene.form
    one, two = side_names(scene)
    sides = [
        Side(
            name="weights",
            title=one,
            role="weights",
            trace=trace,
            matrix=_weights(scene, trace),
            notes=_measures(trace, form),
        )
    ]
    if other is None:
        return sides
    beside = replace(scene, trace=other)
    sides.append(
        Side(
            name="other",
            title=two,
            role="weights",
            trace=other,
            matrix=_weights(beside, other),
            notes=_measures(other, form),
        )
    )
    difference = difference_of(scene)
    if difference is not None:
        sides.append(_difference(scene, difference))
    return sides


def _weights(scene: Scene, trace: Trace) -> Shown:
    visible = trace.visible if trace.masked else None
    return Shown(
        quantity="weights",
        title="A",
        role="weights",
        caption=translate("figure", "weight"),
        values=trace.weights,
        visible=visible,
        scale=scale_for(trace.weights, visible, weights_choice(scene), signed=False, reduced=trace.reduced),
        signed=False,
    )


def _difference(scene: Scene, difference: Array) -> Side:
    """Signed, its ends at the largest difference there is."""
    trace, form = scene.trace, scene.form
    largest = float(np.abs(difference).max())
    scale = ColourScale(map=scene.view.colour.signed_map, low=-(largest or 1.0), high=largest or 1.0, automatic=True)
    if largest == 0:
        note = translate("compare", "both are the same")
    else:
        i, j = (int(k) for k in np.unravel_index(int(np.abs(difference).argmax()), difference.shape))
        sign = "+" if difference[i, j] > 0 else ""
        note = translate("compare", "largest: “{query}” to “{key}” {number}").format(
            query=label(trace.tokens_q[i]),
            key=label(trace.tokens_k[j]),
            number=sign + form.fixed(float(difference[i, j]), 2),
        )
    matrix = Shown(
        quantity="scores",  # its numbers are written as scores are: signed
        title="",
        role="scores",
        caption=translate("compare", "difference"),
        values=difference,
        visible=None,
        scale=scale,
        signed=True,
    )
    return Side(
        name="difference",
        title=translate("compare", "the first minus the second"),
        role="scores",
        trace=trace,
        matrix=matrix,
        notes=(note,),
    )


def _measures(trace: Trace, form: NumberFormat) -> tuple[str, ...]:
    if not trace.measured:
        return ("…",)
    m = trace.measures
    return (
        translate("compare", "entropy {bits} bits").format(bits=form.fixed(m.mean_entropy, 2)),
        translate("compare", "saturated rows {k} of {n}").format(k=m.saturated, n=m.n_rows),
    )


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
    return [*same, *(_fitting(sheet, [sides[index].notes], [words[index]])[0] for index in others)]


def _fitting(sheet: Sheet, notes: list[tuple[str, ...]], rooms: list[float]) -> list[str]:
    """Of several rows of notes the same places, as many as have room in all."""
    said = ["" for _ in notes]
    for place in range(max(map(len, notes), default=0)):
        here = [row[place] if place < len(row) else "" for row in notes]
        longer = [" · ".join(filter(None, both)) for both in zip(said, here, strict=True)]
        if all(sheet.measure(text, LABEL, False) <= room for text, room in zip(longer, rooms, strict=True)):
            said = longer
    return said


def _have_room(sheet: Sheet, sides: list[Side], rooms: list[float], size: int) -> bool:
    return all(sheet.measure(side.title, size, True) <= room for side, room in zip(sides, rooms, strict=True))


def _lay_side(
    sheet: Sheet, scene: Scene, side: Side, axes: Axes, slot: Slot, below: tuple[str, float], *, first: bool
) -> None:
    """A plot and what stands below it: a note, and as much as there is room for above the figure's height."""
    trace, frame = side.trace, slot.frame
    note, height = below
    size = number_size(min(frame.cell_width, frame.cell_height))
    numbers = _numbers(side, frame, size, scene.form, sheet.measure) if scene.view.numbers else None
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
        hidden_are_least=side.name != "difference",
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
    column = label(trace.tokens_k[scale.left_out]) if scale.left_out is not None else ""
    before = len(sheet.items)
    lowest = colour_bar(
        sheet, slot.x, y + 22, min(slot.room, 164.0), scale, scene.form, caption=side.matrix.caption, column=column
    )
    if lowest - 1 > height:
        del sheet.items[before:]


def _numbers(side: Side, frame: Frame, size: int, form: NumberFormat, measure: Measure) -> Texts | None:
    if side.name != "difference":
        return cell_numbers(side.matrix, side.trace, frame, size, form, measure)
    down, across = cells_in_sight(side.trace, frame)
    values = side.matrix.values[down, across]
    widest = measure("+" + form.fixed(0.5, 2)[1:], size, False)
    fits = reaches(frame.cell_width, widest + 3) and reaches(frame.cell_height, LEAST_CELL)
    if not fits or values.size > MOST:
        return None
    return uncut(tuple(tuple(_signed(value, form) for value in row) for row in values.tolist()), frame, size, measure)


def _signed(value: float, form: NumberFormat) -> str:
    """Two decimals with their sign and without the leading zero; nothing for what rounds to zero."""
    if abs(value) < 0.005:
        return ""
    text = form.fixed(abs(value), 2)
    return ("+" if value > 0 else "−") + (text[1:] if text.startswith("0") else text)


def _lay_why_not(sheet: Sheet, scene: Scene, sides: list[Side], x: float, right: float, height: float) -> None:
    """Why a plot is missing."""
    if len(sides) == 1:
        sentence = translate("compare", "Nothing to compare with yet.")
        if scene.view.compare.kind == "sentence":
            sentence = translate("compare", "Type the other sentence above.")
        sheet.text(x, TITLE, sheet.elided(sentence, right - x, 14), size=14, colour="muted")
        return
    one, two = sides[0].trace, sides[1].trace
    sentence = translate("compare", "No difference of {one} and {two}: the shapes are not the same.").format(
        one=f"{one.n_q} × {one.n_k}", two=f"{two.n_q} × {two.n_k}"
    )
    y = height - 8
    sheet.text(MARGIN, y, sheet.elided(sentence, right - MARGIN, LABEL), size=LABEL, colour="muted")
