"""Where there is no room beside the Matrix plot: its measures and the colour bar below it. And how high it must be.

A window with large text has few points: what would be left out for want of them is moved, and scrolled to.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from attnviz.core.health import Health
from attnviz.export.figure import Figure, Item, Measure, Sheet
from attnviz.export.health import facts
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.matrix_frame import (
    BOTTOM_MARGIN,
    LABEL,
    MARGIN,
    MEASURES,
    STRIP,
    Frame,
    axes_of,
    frame_of,
    readable_height,
)
from attnviz.export.matrix_quantity import head_title, shown
from attnviz.export.matrix_side import FIRST, LINE, NOTED_PITCH, lay_key, measure_blocks, shape_words
from attnviz.export.number_room import come_closer
from attnviz.export.scene import Scene
from attnviz.export.views import stacked

NARROW = 700.0  # a narrower figure has its measures below
APART = 16.0  # between two measures
ENDLESS = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """What stands below the plot where it does not stand beside it."""

    figure: Figure
    remark: tuple[Item, ...]  # that cells are too small for numbers; its room is kept, and nothing moves with a zoom

    def below(self, upper: Figure) -> Figure:
        """The plot with the band below it, which says of the cells what is true of those that were drawn."""
        remark = self.remark if upper.cramped else ()
        return stacked(upper, replace(self.figure, items=(*self.figure.items, *remark)), ruled=False)


@dataclass(frozen=True, slots=True, eq=False)
class Needs:
    """The height at which nothing is left out, and what of it is below the plot."""

    height: float
    band: Band | None


def needs_of(scene: Scene, width: float, measure: Measure, found: Health | None) -> Needs:
    """What a matrix in a room of this width needs; `found` is the health of its weights where it is known."""
    narrow = width < NARROW
    frame = _tall(_without_measures(scene) if narrow else scene, width, measure)
    plot = math.ceil(frame.y + readable_height(frame.drawn[1], frame.cell_height) + BOTTOM_MARGIN + STRIP + 14)
    if narrow:
        band = _band(scene, width, measure, found)
        return Needs(plot + band.figure.height, band)
    key = lay_key(Sheet(measure), scene, shown(scene), found, 0.0, 0.0)
    return Needs(max(plot, math.ceil(FIRST + LINE + NOTED_PITCH * len(measure_blocks(scene)) + key + STRIP + 1)), None)


def matrix_in_room(
    scene: Scene,
    band: Band | None,
    *,
    width: float,
    height: float,
    measure: Measure,
    pixels: float,
    found: Health | None,
    presented: bool = False,
) -> Figure:
    """The matrix of a window as high as the room, less the `band` below it, if there is one; see `matrix_figure`."""
    upper = matrix_figure(
        scene if band is None else _without_measures(scene),
        width=width,
        height=height if band is None else height - band.figure.height,
        measure=measure,
        pixels=pixels,
        found=found,
        later=True,
        live=band is None,
        counted=band is None,
        presented=presented,
    )
    return upper if band is None else band.below(upper)


def _without_measures(scene: Scene) -> Scene:
    return replace(scene, parts=replace(scene.parts, measures=False, colour_bar=False))


def _tall(scene: Scene, width: float, measure: Measure) -> Frame:
    """The layout of the whole matrix in a room of any height: its cells are as large as the width lets them be."""
    axes = axes_of(scene.trace, scene.query, scene.key, scene.notation)
    return frame_of(axes, width, ENDLESS, measure, None, lines=2, parts=scene.parts)


def _band(scene: Scene, width: float, measure: Measure, found: Health | None) -> Band:
    """The numbers of the health strip; head and shape in a line; the measures in as many columns as there is room for,
    and the colour bar after them."""
    sheet, matrix, free = Sheet(measure), shown(scene), width - 2 * MARGIN
    counts = [] if found is None else facts(found, scene.trace, scene.form, scene.view.transposed)
    y = _lay_lines(sheet, "  ·  ".join(counts), free, 10.0) + 24
    title = sheet.elided(head_title(scene.document, scene.trace, scene.notation), free, 14, bold=True)
    x = MARGIN + sheet.still_text(MARGIN, y, title, size=14, bold=True) + APART
    for said in shape_words(scene, matrix):
        if x + sheet.measure(said, LABEL, False) > MARGIN + free:
            x, y = MARGIN, y + LINE + 3
        x += sheet.still_text(x, y, sheet.elided(said, free, LABEL), size=LABEL, colour="muted") + APART
    columns = max(1, int((free + APART) // (MEASURES + APART)))
    pitch, top = (free + APART) / columns, y + 28
    blocks = measure_blocks(scene)
    for index, (caption, value, note) in enumerate(blocks):
        row, column = divmod(index, columns)
        x, y = MARGIN + column * pitch, top + row * (NOTED_PITCH + 6)
        sheet.still_text(x, y, sheet.elided(caption, pitch - APART, LABEL), size=LABEL, colour="muted")
        sheet.text(x, y + 24, value, size=21, bold=True)
        sheet.text(x, y + 42, sheet.elided(note, pitch - APART, LABEL), size=LABEL, colour="muted")
    row, column = divmod(len(blocks), columns)
    bottom = lay_key(sheet, scene, matrix, found, MARGIN + column * pitch, top + row * (NOTED_PITCH + 6))
    if column:
        bottom = max(bottom, top + row * (NOTED_PITCH + 6) + 46)
    items, remark = tuple(sheet.items), Sheet(measure)
    if scene.view.numbers and matrix.quantity != "mask":
        bottom = _lay_lines(remark, come_closer(), free, bottom + LINE)
    figure = Figure(width=width, height=math.ceil(bottom + 10), items=items, still=frozenset(sheet.still))
    return Band(figure, tuple(remark.items))


def _lay_lines(sheet: Sheet, said: str, free: float, y: float) -> float:
    """A text in as many lines as it takes, the first at y; returns the last one's baseline."""
    for index, line in enumerate(sheet.wrapped(said, free, LABEL)):
        y += LINE if index else 0.0
        sheet.text(MARGIN, y, line, size=LABEL, colour="muted")
    return y
