"""The six matrices that a run learns, as small tiles."""

from __future__ import annotations

from attnviz.core.training.parameters import Parameters
from attnviz.export.cells import ColourScale
from attnviz.export.figure import Cells, Sheet
from attnviz.export.training_run import SMALL, named

LEAST_TILE, MOST_TILE, TILE_HEIGHT = 84.0, 132.0, 84.0  # of a matrix of weights
TILE_GAP = 18.0
TILE_CELL = 12.0
TILE_HEADER = 36.0
ROW_GAP = 16.0
ROLES = {"E": "ink", "P": "ink", "W_Q": "Q", "W_K": "K", "W_V": "V", "W_O": "output"}


def tiles_height(width: float) -> float:
    """How high the tiles are at most, in one row or in two."""
    rows = 6 // _in_a_row(width)
    return rows * (TILE_HEADER + TILE_HEIGHT) + (rows - 1) * ROW_GAP


def lay_tiles(
    sheet: Sheet,
    learned: Parameters,
    scales: dict[str, ColourScale],
    left: float,
    width: float,
    top: float,
    index: int,
) -> float:
    """Draw the matrices and return where they end."""
    a_row = _in_a_row(width)
    most = min((width - (a_row - 1) * TILE_GAP) / a_row, MOST_TILE)
    bottom = top
    for place, (name, matrix) in enumerate(learned.named()):
        rows, columns = matrix.shape
        if place % a_row == 0 and place:
            top = bottom + ROW_GAP
        x = left + place % a_row * (most + TILE_GAP)
        sheet.text(x, top + 12, name, size=13, bold=True, colour=ROLES[name])
        sheet.text(x, top + 28, f"{rows} × {columns}", size=SMALL, colour="muted")
        cells = Cells(
            name=named(name, index),
            x=x,
            y=top + TILE_HEADER,
            cell_width=min(TILE_CELL, most / columns),
            cell_height=min(TILE_CELL, TILE_HEIGHT / rows),
            values=matrix,
            scale=scales[name],
        )
        sheet.add(cells)
        bottom = max(bottom, cells.y + cells.height)
    return bottom


def _in_a_row(width: float) -> int:
    return 6 if width >= 6 * LEAST_TILE + 5 * TILE_GAP else 3
