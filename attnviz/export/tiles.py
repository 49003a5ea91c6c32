"""One matrix as a tile: title, shape, labels, cells and their numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from attnviz.core.tokens import visible_text
from attnviz.export.cells import Array, ColourScale
from attnviz.export.figure import Cells, Label, Rect, Sheet
from attnviz.export.rounding import label_step
from attnviz.i18n import NumberFormat, translate

LABEL = 12
NUMBER = 13
HEADER = 58.0  # title, subtitle and column labels above the cells
MOST_NUMBERED = 12  # rows or columns; beyond it a tile is a small heatmap
MAX_LABEL = 104.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How much room a tile takes around its words and numbers, and where it has none."""

    cell_height: float = 30.0
    bare_height: float = 30.0  # of a cell without its number, which is then as wide at least
    least_width: float = 42.0  # of a cell
    pad: float = 14.0  # beside a number
    label_pad: float = 10.0  # beside the label of a column
    widest_label: float = 78.0
    side: float = 230.0  # of a small heatmap
    header: float = HEADER
    captions: bool = True  # subtitles, and the verdict among the tiles
    gap: float = 46.0  # between tiles, where an arrow stands
    row_gap: float = 34.0


ROOMY = Room()


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
    outlined: bool = True  # whether the followed query is a row of this matrix
    follows_key: bool = False  # whether its rows are keys
    keyed_columns: bool = False  # whether its columns are keys
    marked_columns: tuple[int, int] | None = None  # first and count of those that belong to the shown head
    step: str = ""  # the step of the chain in which it appears
    before: Array | None = None  # the numbers it had, where a comparison is on

    @property
    def numbered(self) -> bool:
        rows, columns = self.values.shape
        return bool(max(rows, columns) <= MOST_NUMBERED)


def number_places(values: Array, least: int = 0, most: int = 2) -> int:
    """How many decimals the numbers of one matrix share: as few as say them exactly, at most `most` (or `least`)."""
    most = max(most, least)
    finite = values[np.abs(values) < 1e15]  # larger ones have no decimals, and rounding them could overflow
    for places in range(least, most):
        if np.array_equal(np.round(finite, places), finite):
            return places
    return most


def cell_text(value: float, places: int, form: NumberFormat) -> str:
    """A cell's number: fixed decimals while it is of ordinary size, a power of ten beyond."""
    if not math.isfinite(value) or (abs(value) < 1e5 and (value == 0 or abs(value) >= 0.5 * 10 ** -(places + 1))):
        return form.fixed(value, places)
    return form.fixed(0.0, places) if abs(value) < 1 else form.scientific(value)


def tile_numbers(tile: Tile, form: NumberFormat, *, masked: bool = True) -> tuple[tuple[str, ...], ...]:
    """The texts in the cells; masked cells have none, unless the mask is still to come."""
    places = number_places(tile.values, tile.least_places)
    return tuple(
        tuple(
            ""
            if masked and tile.visible is not None and not tile.visible[i, j]
            else cell_text(float(value), places, form)
            for j, value in enumerate(row)
        )
        for i, row in enumerate(tile.values)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSize:
    gutter: float  # row labels, left of the cells
    cell_width: float
    cell_height: float
    cells_width: float
    width: float  # with the gutter
    height: float  # with the header


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How the tiles of one picture are shown."""

    form: NumberFormat
    numbers: bool = True
    query: int | None = None  # the row followed
    key: int | None = None  # the column followed
    reached: frozenset[str] | None = None  # steps already taken; None: all
    hints: bool = False  # say which tiles can be typed into
    transposed: bool = False  # vectors are columns, and so are queries
    room: Room = ROOMY
    widths: Mapping[str, float] = field(default_factory=dict)  # of the numbers of a tile, at least

    def empty(self, tile: Tile) -> bool:
        """Whether the tile's step is still to come."""
        return self.reached is not None and tile.step not in self.reached

    def hatched(self, tile: Tile) -> bool:
        """Scaled scores are masked only in the step after they have been scaled."""
        return tile.step != "scale" or self.reached is None or "mask" in self.reached

    def subtitle(self, tile: Tile) -> str:
        if not self.room.captions:
            return ""
        if self.hints and tile.editable:
            return translate("figure", "{shape} · editable").format(shape=tile.subtitle)
        return tile.subtitle

    def followed_row(self, tile: Tile) -> int | None:
        if self.key is not None:
            return self.key if tile.follows_key else None
        return self.query if tile.outlined else None


@dataclass(frozen=True, slots=True)
class _Side:
    """The labels along one edge of a tile: their names, the axis they stand for, and the highlighted one."""

    names: tuple[str, ...]
    axis: Literal["row", "column"]
    bold: int | None


def _sides(tile: Tile, look: Look) -> tuple[_Side, _Side]:
    """Labels at the left and above."""
    rows = _Side(tile.rows, "row", look.followed_row(tile))
    columns = _Side(tile.columns, "column", look.key if tile.keyed_columns else None)
    return (columns, rows) if look.transposed else (rows, columns)


def drawn_shape(tile: Tile, look: Look) -> tuple[int, int]:
    """Rows and columns as they lie on the paper."""
    rows, columns = tile.values.shape
    return (columns, rows) if look.transposed else (rows, columns)


def tile_size(sheet: Sheet, tile: Tile, look: Look) -> TileSize:
    """How large a tile is at its natural size."""
    room = look.room
    rows, columns = drawn_shape(tile, look)
    left, above = _sides(tile, look)
    gutter = label_gutter(sheet, left.names) if tile.row_labels or look.transposed else 0.0
    if tile.numbered and not look.numbers and room.bare_height < room.cell_height:
        label = max(sheet.measure(visible_text(name), LABEL, False) for name in above.names) + room.label_pad
        cell_width, cell_height = max(room.bare_height, min(label, 2 * room.bare_height)), room.bare_height
    elif tile.numbered:
        texts = [text for row in tile_numbers(tile, look.form) for text in row] if look.numbers else [""]
        number = max(sheet.measure(text, NUMBER, False) for text in texts)
        number = max(number, look.widths.get(tile.name, 0.0)) + room.pad
        label = max(sheet.measure(visible_text(name), LABEL, False) for name in above.names) + room.label_pad
        cell_width = min(max(room.least_width, number, min(label, room.widest_label)), 120.0)
        cell_height = room.cell_height
    else:
        cell_width, cell_height = min(room.side / columns, 24.0), min(room.side / rows, 24.0)
    title = sheet.measure(tile.title, 15, True)
    subtitle = sheet.measure(look.subtitle(tile), LABEL, False)
    return TileSize(
        gutter=gutter,
        cell_width=cell_width,
        cell_height=cell_height,
        cells_width=columns * cell_width,
        width=gutter + max(columns * cell_width, title, subtitle),
        height=room.header + rows * cell_height,
    )


def label_gutter(sheet: Sheet, names: Sequence[str], most: float = MAX_LABEL) -> float:
    """Room left of the cells for row labels."""
    widest = max((sheet.measure(visible_text(name), LABEL, True) for name in names), default=0.0)
    return min(widest, most) + 10


def lay_tile(sheet: Sheet, tile: Tile, size: TileSize, x: float, y: float, look: Look) -> None:
    """Draw a tile with its top left corner at (x, y)."""
    left, header = x + size.gutter, look.room.header
    sheet.text(left, y + 13, tile.title, size=15, bold=True, colour=tile.role)
    subtitle = look.subtitle(tile)
    if subtitle:
        sheet.text(left, y + min(30, header - 22), subtitle, size=LABEL, colour="muted")
    rows, columns = tile.values.shape
    top, height = y + header, size.height - header
    if look.empty(tile):
        sheet.add(Rect(x=left, y=top, width=size.cells_width, height=height, fill="panel", stroke="line"))
        return
    written = look.numbers and tile.numbered
    cells = Cells(
        name=tile.name,
        x=left,
        y=top,
        cell_width=size.cell_width,
        cell_height=size.cell_height,
        values=tile.values,
        scale=tile.scale,
        visible=tile.visible if look.hatched(tile) else None,
        numbers=tile_numbers(tile, look.form, masked=look.hatched(tile)) if written else None,
        before=_old_numbers(tile, look.form) if written and tile.before is not None else None,
        number_size=NUMBER,
        editable=tile.editable,
        transposed=look.transposed,
    )
    sheet.add(cells)
    followed = look.followed_row(tile)
    left_side, above = _sides(tile, look)
    if size.gutter:
        _lay_left_labels(sheet, left_side, cells, x, size.gutter)
    _lay_labels_above(sheet, above, cells)
    if tile.marked_columns is not None:
        first, count = tile.marked_columns
        sheet.add(_frame(cells, 0, rows, first, count, colour=tile.role))
    if followed is not None:
        sheet.add(_frame(cells, followed, 1, 0, columns))
    if look.key is not None and tile.keyed_columns:
        sheet.add(_frame(cells, 0, rows, look.key, 1))


def _frame(cells: Cells, row: int, rows: int, column: int, columns: int, colour: str = "highlight") -> Rect:
    """An outline around a block of the matrix's cells."""
    x, y, width, height = cells.block_rect(row, rows, column, columns)
    return Rect(
        x=x - 1, y=y - 1, width=width + 2, height=height + 2, stroke=colour, stroke_width=2.0, around_cells=True
    )


def _old_numbers(tile: Tile, form: NumberFormat) -> tuple[tuple[str, ...], ...]:
    """The number each changed cell had; nothing where it is the same."""
    assert tile.before is not None
    places = max(number_places(tile.values, tile.least_places), number_places(tile.before, tile.least_places))
    same = np.isclose(tile.values, tile.before, rtol=1e-9, atol=1e-12)
    return tuple(
        tuple("" if same[i, j] else cell_text(float(value), places, form) for j, value in enumerate(row))
        for i, row in enumerate(tile.before)
    )


def _lay_left_labels(sheet: Sheet, side: _Side, cells: Cells, x: float, gutter: float) -> None:
    written = set(kept_labels(len(side.names), label_step(cells.cell_height), side.bold))
    for i, name in enumerate(side.names):
        top, height = cells.y + i * cells.cell_height, cells.cell_height
        sheet.labels.append(Label(matrix=cells.name, axis=side.axis, index=i, x=x, y=top, width=gutter, height=height))
        if i not in written:
            continue
        bold = i == side.bold
        text = sheet.elided(visible_text(name), gutter - 8, LABEL, bold)
        style = {"bold": True} if bold else {"colour": "muted"}
        sheet.text(cells.x - 8, top + height / 2 + 4.5, text, size=LABEL, align="right", **style)


def _lay_labels_above(sheet: Sheet, side: _Side, cells: Cells) -> None:
    step = label_step(cells.cell_width / 2)
    for j, name in enumerate(side.names):
        left, width = cells.x + j * cells.cell_width, cells.cell_width
        sheet.labels.append(
            Label(matrix=cells.name, axis=side.axis, index=j, x=left, y=cells.y - 20, width=width, height=20)
        )
        if j % step:
            continue
        bold = j == side.bold
        text = sheet.elided(visible_text(name), width * step - 2, LABEL, bold)
        style = {"bold": True} if bold else {"colour": "muted"}
        sheet.text(left + width / 2, cells.y - 7, text, size=LABEL, align="center", **style)


def kept_labels(n: int, step: int, followed: int | None) -> list[int]:
    """Every step-th label, and the followed one in place of those it would touch."""
    if followed is None:
        return list(range(0, n, step))
    kept = [i for i in range(0, n, step) if abs(i - followed) >= step or i == followed]
    return kept if followed in kept else sorted([*kept, followed])
