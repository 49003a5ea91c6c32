"""How plots that are compared stand side by side: their titles in lines, and how many of them to a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from attnviz.export.compare_frame import TITLE, Slot, slots_of
from attnviz.export.compare_sides import titles_of
from attnviz.export.figure import Measure, Sheet
from attnviz.export.matrix_frame import Axes
from attnviz.export.scene import Scene

TITLES = (14, 13, 12)  # sizes of the plots' titles: the largest in which all have room
BROKEN_TITLES = ((2, 12), (2, 11), (3, 11))  # and how many lines of which size where not all have room in one
MOST_LINES = 3
TITLE_LINE = 15.0
WHY_NOT = 24.0  # why there is no difference


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Row:
    """Plots side by side: where they are, how wide their words may be, and their titles in lines."""

    slots: list[Slot]
    rooms: list[float]
    titles: list[list[str]]
    size: int  # of the titles

    @property
    def lines(self) -> int:
        return max(map(len, self.titles))


def row_of(
    axes: Sequence[Axes],
    titles: Sequence[str],
    scene: Scene,
    *,
    room: tuple[float, float, float, float],
    plots: int,
    measure: Measure,
    upper: bool = True,
) -> Row:
    """The plots with these titles; they begin lower where not all titles have room in one line."""
    width, height, below, most = room

    def placed(further: int) -> Row:
        title = TITLE + further * TITLE_LINE
        how = {"width": width, "height": height, "plots": plots, "measure": measure, "title": title, "below": below}
        slots = slots_of(axes, scene.view.zoom, most=most, **how)  # type: ignore[arg-type]
        last = plots if upper else len(titles)  # above, what a missing plot leaves free says why it is missing
        rooms = [slot.room if index + 1 < last else width - 4 - slot.x for index, slot in enumerate(slots)]
        size, lines = _titles(titles, rooms, measure)
        return Row(slots=slots, rooms=rooms, titles=lines, size=size)

    row = placed(0)
    for further in range(1, MOST_LINES):  # lower plots may be smaller ones, between which titles have other room
        if row.lines <= further:
            break
        row = placed(further)
    return row


def _titles(titles: Sequence[str], rooms: Sequence[float], measure: Measure) -> tuple[int, list[list[str]]]:
    """Size and lines of all titles: one line each, or more where these have no room; what has none there is elided."""
    sheet = Sheet(measure)
    for size in TITLES:
        if all(measure(title, size, True) <= room for title, room in zip(titles, rooms, strict=True)):
            return size, [[title] for title in titles]
    for most, size in BROKEN_TITLES:
        broken = [sheet.wrapped(title, room, size, True) for title, room in zip(titles, rooms, strict=True)]
        if max(map(len, broken)) <= most and all(
            measure(line, size, True) <= room for lines, room in zip(broken, rooms, strict=True) for line in lines
        ):
            return size, broken
    return size, [
        [sheet.elided(line, room, size, True) for line in (*lines[: most - 1], " ".join(lines[most - 1 :])) if line]
        for lines, room in zip(broken, rooms, strict=True)
    ]


def share_of_height(height: float, sides: int, abreast: int) -> float:
    """The height that plots side by side have of the figure's."""
    return height / -(-sides // abreast) - (WHY_NOT if sides == 2 else 0)


def best_abreast(scene: Scene, axes: list[Axes], room: tuple[float, float, float, float], measure: Measure) -> int:
    """How many plots side by side have the largest cells; of as large ones the most: rows run through them all.

    It is asked of all of the matrices, so that the plots rest while one zooms.
    """
    width, height, below, most = room
    titles, unzoomed = titles_of(scene), replace(scene, view=replace(scene.view, zoom=None))

    def least_cell(abreast: int) -> tuple[float, float]:
        """Its shorter side, and its longer one."""
        size = width, share_of_height(height, len(axes), abreast), below, most
        cells = []
        for first in range(0, len(axes), abreast):
            part, plots, upper = slice(first, first + abreast), min(len(axes), abreast), first == 0
            row = row_of(axes[part], titles[part], unzoomed, room=size, plots=plots, measure=measure, upper=upper)
            cells += [sorted((slot.frame.cell_width, slot.frame.cell_height)) for slot in row.slots]
        shorter, longer = min(cells)
        return shorter, longer

    # A plot that is still missing has its place beside the first one, where it is said why.
    return max(range(max(len(axes), 2), 0 if len(axes) > 1 else 1, -1), key=least_cell)
