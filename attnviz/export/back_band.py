"""One band of the way back: tiles in columns, and arrows from each gradient to those that are computed from it."""

from __future__ import annotations

from collections.abc import Sequence

from attnviz.export.chain import Column
from attnviz.export.figure import Sheet
from attnviz.export.tiles import HEADER, Look, TileSize, lay_tile, tile_size

MARGIN = 22.0
GAP = 26.0  # between a column and the row labels of the next; an arrow stands in it
ROW_GAP = 26.0
ARROW = 20

# From which gradient each is computed, of those that can stand side by side.
SOURCES = {
    "dconcat": ("dR",),
    "dW_O": ("dR",),
    "dgated": ("dconcat", "dR"),
    "dO": ("dgated", "dconcat", "dR"),
    "dgate": ("dgated", "dconcat", "dR"),
    "dA": ("dO", "dR"),
    "dV": ("dO", "dR"),
    "dscaled": ("dA",),
    "dS": ("dscaled", "dA"),
    "dQ": ("dS",),
    "dK": ("dS",),
    "dX": ("du",),
}

Place = tuple[int, int]  # column and row in the band


def lay_back_band(sheet: Sheet, band: Sequence[Column], look: Look, top: float) -> float:
    """Lay one band with its arrows; return where it ends."""
    sizes = [[None if tile is None else tile_size(sheet, tile, look) for tile in column] for column in band]
    depth = max(len(column) for column in band)
    heights = [max((s[row].height for s in sizes if row < len(s) and s[row]), default=0.0) for row in range(depth)]  # type: ignore[union-attr]
    tops = [top + sum(heights[:row]) + row * ROW_GAP for row in range(depth)]
    lefts, rights = _columns(sizes)
    for column, column_sizes, left in zip(band, sizes, lefts, strict=True):
        for tile, size, y in zip(column, column_sizes, tops, strict=False):
            if tile and size:
                lay_tile(sheet, tile, size, left - size.gutter, y, look)
    places = {tile.name: (c, r) for c, column in enumerate(band) for r, tile in enumerate(column) if tile is not None}
    for name, (column_, row) in places.items():
        source = next((places[other] for other in SOURCES.get(name, ()) if other in places), None)
        if source is not None:
            _lay_arrow(sheet, source, (column_, row), sizes, lefts, rights, tops)
    return tops[-1] + heights[-1]


def _columns(sizes: Sequence[Sequence[TileSize | None]]) -> tuple[list[float], list[float]]:
    """Where the cells of each column begin, and where its widest tile ends."""
    lefts: list[float] = []
    rights: list[float] = []
    right = MARGIN
    for column in sizes:
        left, right = _column(right, bool(lefts), [size for size in column if size])
        lefts.append(left)
        rights.append(right)
    return lefts, rights


def _column(right: float, later: bool, present: Sequence[TileSize]) -> tuple[float, float]:
    """Where the cells of a column begin that comes after `right`, and where its widest tile ends."""
    left = right + max(size.gutter for size in present) + (GAP if later else 0.0)
    return left, max(left - size.gutter + size.width for size in present)


def _lay_arrow(
    sheet: Sheet,
    source: Place,
    target: Place,
    sizes: Sequence[Sequence[TileSize | None]],
    lefts: Sequence[float],
    rights: Sequence[float],
    tops: Sequence[float],
) -> None:
    """An arrow between neighbours: to the right, aslant between rows, or down within a column."""
    (column, row), (to, below) = source, target
    here, there = sizes[column][row], sizes[to][below]
    assert here is not None
    assert there is not None
    if to == column:
        x, y = lefts[column] + here.cells_width / 2, tops[below] - 4
    else:
        # Beside the cells where both stand in one row; else at the height of the lower one's title.
        level = row == below
        start = lefts[column] + here.cells_width if level else rights[column]
        x = (start + lefts[to] - there.gutter) / 2
        y = max(tops[row], tops[below])
        y += HEADER + (min(here.height, there.height) - HEADER) / 2 + 6 if level else -2
    sheet.text(x, y, _sign(to - column, below - row), size=ARROW, colour="muted", align="center")


def _sign(right: int, down: int) -> str:
    if right == 0:
        return "↓"
    return "→" if down == 0 else "↘" if down > 0 else "↗"
