"""The six matrices that a run learns, as small tiles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from attnviz.core.training.parameters import NAMES, Parameters, parameters_in, shapes
from attnviz.core.training.run import State
from attnviz.document.training_plan import TrainingPlan
from attnviz.export.cells import ColourScale
from attnviz.export.figure import Cells, Sheet
from attnviz.export.scales import signed_scale
from attnviz.export.training_run import SMALL, named

LEAST_TILE, MOST_TILE, TILE_HEIGHT = 84.0, 132.0, 84.0  # of a matrix of weights
NARROW_TILE = 64.0  # where all are to be in one row
TILE_GAP = 18.0
TILE_CELL = 12.0
TILE_HEADER = 36.0
ROW_GAP = 16.0
ROLES = {"E": "ink", "P": "ink", "W_Q": "Q", "W_K": "K", "W_V": "V", "W_O": "output"}


def tiles_height(width: float, *, narrow: bool = False) -> float:
    """How high the tiles are at most, in one row or in two."""
    rows = 6 // _in_a_row(width, narrow)
    return rows * (TILE_HEADER + TILE_HEIGHT) + (rows - 1) * ROW_GAP


@dataclass(frozen=True, slots=True)
class Place:
    """Where a matrix is drawn."""

    x: float
    y: float
    cell_width: float
    cell_height: float


def lay_names(
    sheet: Sheet, plan: TrainingPlan, left: float, width: float, top: float, *, narrow: bool = False
) -> tuple[dict[str, Place], float]:
    """Name every matrix; return their places below, and where they end."""
    a_row = _in_a_row(width, narrow)
    most = min((width - (a_row - 1) * TILE_GAP) / a_row, MOST_TILE)
    places, bottom = {}, top
    for index, (name, (rows, columns)) in enumerate(shapes(plan).items()):
        if index % a_row == 0 and index:
            top = bottom + ROW_GAP
        x = left + index % a_row * (most + TILE_GAP)
        sheet.text(x, top + 12, name, size=13, bold=True, colour=ROLES[name])
        sheet.text(x, top + 28, f"{rows} × {columns}", size=SMALL, colour="muted")
        place = Place(x, top + TILE_HEADER, min(TILE_CELL, most / columns), min(TILE_CELL, TILE_HEIGHT / rows))
        places[name] = place
        bottom = max(bottom, place.y + rows * place.cell_height)
    return places, bottom


def lay_tiles(
    sheet: Sheet, learned: Parameters, scales: dict[str, ColourScale], places: dict[str, Place], index: int
) -> None:
    """Draw the matrices of a run where they belong."""
    for name, matrix in learned.named():
        place = places[name]
        cells = Cells(
            name=named(name, index),
            x=place.x,
            y=place.y,
            cell_width=place.cell_width,
            cell_height=place.cell_height,
            values=matrix,
            scale=scales[name],
        )
        sheet.add(cells)


@lru_cache(maxsize=8)  # where the runs are, and where the person has scrubbed to
def learned_scales(plan: TrainingPlan, states: tuple[State, ...]) -> dict[str, ColourScale]:
    """The colours of every matrix. Side by side, one colour is one number. Kept for a while, for the same states."""
    learned = [parameters_in(plan, state.flat) for state in states]
    return {name: signed_scale(*(getattr(each, name) for each in learned)) for name in NAMES}


def _in_a_row(width: float, narrow: bool) -> int:
    least = NARROW_TILE if narrow else LEAST_TILE
    return 6 if width >= 6 * least + 5 * TILE_GAP else 3
