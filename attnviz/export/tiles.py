"""One matrix as a tile: title, shape, labels, cells and their numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.tokens import visible_text
from attnviz.export.cells import Array, ColourScale
from attnviz.export.figure import Cells, Label, Rect, Sheet
from attnviz.i18n import NumberFormat

CELL_HEIGHT = 30.0
LABEL = 12
NUMBER = 13
HEADER = 58.0  # title, subtitle and column labels above the cells
MOST_NUMBERED = 12  # rows or columns; beyond it a tile is a small heatmap
COMPACT_SIDE = 230.0
MAX_LABEL = 104.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Tile:
    """What a tile shows; `layout` says where."""

    name: str
    title: str
    subtitle: str
    role: str
    values: Array
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    scale: ColourScale
    row_labels: bool = True
    visible: NDArray[np.bool_] | None = None
    least_places: int = 0
    editable: bool = False
    outlined: bool = True  # whether the followed row is a row of this matrix

    @property
    def numbered(self) -> bool:
        rows, columns = self.values.shape
        return bool(max(rows, columns) <= MOST_NUMBERED)


def number_places(values: Array, least: int = 0, most: int = 2) -> int:
    """How many decimals the numbers of one matrix share: as few as say them exactly, at most `most`."""
    finite = values[np.isfinite(values)]
    for places in range(least, most):
        if np.array_equal(np.round(finite, places), finite):
            return places
    return most


def cell_text(value: float, places: int, form: NumberFormat) -> str:
    """A cell's number: fixed decimals while it is of ordinary size, a power of ten beyond."""
    if not math.isfinite(value) or (abs(value) < 1e5 and (value == 0 or abs(value) >= 0.5 * 10 ** -(places + 1))):
        return form.fixed(value, places)
    return form.fixed(0.0, places) if abs(value) < 1 else form.scientific(value)


def tile_numbers(tile: Tile, form: NumberFormat) -> tuple[tuple[str, ...], ...]:
    """The texts in the cells; masked cells have none."""
    places = number_places(tile.values, tile.least_places)
    return tuple(
        tuple(
            "" if tile.visible is not None and not tile.visible[i, j] else cell_text(float(value), places, form)
            for j, value in enumerate(row)
        )
        for i, row in enumerate(tile.values)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSize:
    gutter: float  # row labels, left of the cells
    cell_width: float
    cell_height: float
    width: float  # with the gutter
    height: float  # with the header


def tile_size(sheet: Sheet, tile: Tile, form: NumberFormat, numbers: bool) -> TileSize:
    """How large a tile is at its natural size."""
    rows, columns = tile.values.shape
    gutter = label_gutter(sheet, tile.rows) if tile.row_labels else 0.0
    if tile.numbered:
        texts = [text for row in tile_numbers(tile, form) for text in row] if numbers else [""]
        number = max(sheet.measure(text, NUMBER, False) for text in texts) + 14
        label = max(sheet.measure(visible_text(name), LABEL, False) for name in tile.columns) + 10
        cell_width = min(max(42.0, number, min(label, 78.0)), 120.0)
        cell_height = CELL_HEIGHT
    else:
        cell_width = max(COMPACT_SIDE / columns, min(6.0, COMPACT_SIDE / columns))
        cell_height = max(COMPACT_SIDE / rows, min(6.0, COMPACT_SIDE / rows))
        cell_width, cell_height = min(cell_width, 24.0), min(cell_height, 24.0)
    title = sheet.measure(tile.title, 15, True)
    subtitle = sheet.measure(tile.subtitle, LABEL, False)
    return TileSize(
        gutter=gutter,
        cell_width=cell_width,
        cell_height=cell_height,
        width=max(gutter + columns * cell_width, title, subtitle),
        height=HEADER + rows * cell_height,
    )


def label_gutter(sheet: Sheet, names: Sequence[str], most: float = MAX_LABEL) -> float:
    """Room left of the cells for row labels."""
    widest = max((sheet.measure(visible_text(name), LABEL, True) for name in names), default=0.0)
    return min(widest, most) + 10


def lay_tile(
    sheet: Sheet,
    tile: Tile,
    size: TileSize,
    x: float,
    y: float,
    form: NumberFormat,
    numbers: bool,
    followed: int | None,
) -> None:
    """Draw a tile with its top left corner at (x, y)."""
    left = x + size.gutter
    sheet.text(left if size.gutter else x, y + 13, tile.title, size=15, bold=True, colour=tile.role)
    sheet.text(left if size.gutter else x, y + 30, tile.subtitle, size=LABEL, colour="muted")
    top = y + HEADER
    cells = Cells(
        name=tile.name,
        x=left,
        y=top,
        cell_width=size.cell_width,
        cell_height=size.cell_height,
        values=tile.values,
        scale=tile.scale,
        visible=tile.visible,
        numbers=tile_numbers(tile, form) if numbers and tile.numbered else None,
        number_size=NUMBER,
        editable=tile.editable,
    )
    sheet.add(cells)
    _lay_row_labels(sheet, tile, cells, x, size.gutter, followed)
    _lay_column_labels(sheet, tile, cells)
    if followed is not None and tile.outlined:
        sheet.add(followed_row(cells, followed))


def followed_row(cells: Cells, row: int) -> Rect:
    """The outline around the followed row."""
    return Rect(
        x=cells.x - 1,
        y=cells.y + row * cells.cell_height - 1,
        width=cells.width + 2,
        height=cells.cell_height + 2,
        stroke="highlight",
        stroke_width=2.0,
    )


def _lay_row_labels(sheet: Sheet, tile: Tile, cells: Cells, x: float, gutter: float, followed: int | None) -> None:
    if not tile.row_labels:
        return
    step = label_step(cells.cell_height)
    for i, name in enumerate(tile.rows):
        top = cells.y + i * cells.cell_height
        sheet.labels.append(
            Label(matrix=tile.name, axis="row", index=i, x=x, y=top, width=gutter, height=cells.cell_height)
        )
        bold = i == followed and tile.outlined
        if i % step and not bold:
            continue
        text = sheet.elided(visible_text(name), gutter - 8, LABEL, bold)
        sheet.text(
            cells.x - 8,
            top + cells.cell_height / 2 + 4.5,
            text,
            size=LABEL,
            bold=bold,
            colour="ink" if bold else "muted",
            align="right",
        )


def _lay_column_labels(sheet: Sheet, tile: Tile, cells: Cells) -> None:
    step = label_step(cells.cell_width / 2)
    for j, name in enumerate(tile.columns):
        left = cells.x + j * cells.cell_width
        sheet.labels.append(
            Label(
                matrix=tile.name,
                axis="column",
                index=j,
                x=left,
                y=cells.y - 20,
                width=cells.cell_width,
                height=20,
            )
        )
        if j % step:
            continue
        text = sheet.elided(visible_text(name), cells.cell_width * step - 2, LABEL)
        sheet.text(left + cells.cell_width / 2, cells.y - 7, text, size=LABEL, colour="muted", align="center")


def label_step(cell: float, needed: float = 13.0) -> int:
    """Every how many-th label is written so that neighbours do not touch."""
    return max(1, math.ceil(needed / max(cell, 1e-6)))
