"""The tiles of a chain in lines, as words in a paragraph: what fills a page on which the chain's bands would be small.

A line holds as many tiles as fit, in the order in which they are computed. Arrows stand where a tile is computed from
the one before it; its formula says the rest. Tiles of the same rows share the row labels at their left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from attnviz.export.figure import Figure, Item, Label, Measure, Sheet
from attnviz.export.geometry import moved
from attnviz.export.tiles import Look, Tile, TileSize, lay_tile, tile_size

EDGE = 12.0  # paper around the lines
LEADING = 24.0  # an arrow at the beginning of a line, and what is between it and the tile
SPACE = 0.65  # of a gap, between tiles without an arrow

# In which order a page is read; a chain has some of these.
FORWARD = (
    *("X", "u", "W_Q", "Q", "W_K", "K", "scores", "scaled", "weights", "W_V", "V", "output"),
    *("gate", "gated", "concat", "W_O", "Y"),
)
BACKWARD = (
    *("dR", "dW_O", "dconcat", "dgated", "dgate", "dO", "dV", "dA", "dscaled", "dS", "dQ", "dK"),
    *("dW_Q", "dW_K", "dW_V", "du", "dX"),
)
# What a tile is computed from, if that stands before it.
SOURCES = {
    **{"u": ("X",), "W_Q": ("u", "X"), "Q": ("W_Q",), "K": ("W_K",), "V": ("W_V",)},
    **{"scores": ("K",), "scaled": ("scores",), "weights": ("scaled",), "output": ("weights", "V")},
    **{"gated": ("gate",), "concat": ("gated", "output"), "W_O": ("concat",), "Y": ("W_O",)},
    **{"dW_O": ("dR",), "dconcat": ("dR",), "dgated": ("dconcat", "dR"), "dgate": ("dgated", "dconcat", "dR")},
    **{"dO": ("dgated", "dconcat", "dR"), "dV": ("dO", "dR"), "dA": ("dO", "dR"), "dscaled": ("dA",)},
    **{"dS": ("dscaled", "dA"), "dQ": ("dS",), "dK": ("dS",), "dX": ("du",)},
}
PAIRS = {("W_Q", "Q"), ("W_K", "K"), ("W_V", "V")}  # stay in one line where they can


def in_order(tiles: Sequence[Tile], order: Sequence[str]) -> list[Tile]:
    """The tiles as they are read."""
    return sorted(tiles, key=lambda tile: order.index(tile.name))


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """What stands in a line: a tile, or a few words as a figure. `bare` is its size beside a tile of the same rows."""

    what: Tile | Figure
    full: TileSize
    bare: TileSize
    arrow: bool = False
    paired: bool = False  # with the piece before it

    def size(self, *, first: bool) -> TileSize:
        return self.full if first else self.bare


@dataclass(frozen=True, slots=True, eq=False)
class Placed:
    """A piece and where its left edge is; the labels of a row belong to it."""

    piece: Piece
    size: TileSize
    x: float


class Flow:
    """Breaks pieces into lines, and lays these out."""

    def __init__(self, tiles: Sequence[Tile], look: Look, measure: Measure, words: Sequence[Figure] = ()) -> None:
        self._look, self._measure = look, measure
        self._gap, self._row_gap = look.room.gap, look.room.row_gap
        self.pieces = [*self._pieces(tiles), *(_words(figure) for figure in words)]

    def _pieces(self, tiles: Sequence[Tile]) -> Iterator[Piece]:
        sheet, before = Sheet(self._measure), None
        for tile in tiles:
            labelled = replace(tile, row_labels=True)
            full = tile_size(sheet, labelled, self._look)
            shared = before is not None and self._shares_rows(before, tile)
            bare = tile_size(sheet, replace(tile, row_labels=False), self._look) if shared else full
            name = "" if before is None else before.name
            yield Piece(labelled, full, bare, name in SOURCES.get(tile.name, ()), (name, tile.name) in PAIRS)
            before = tile

    def _shares_rows(self, before: Tile, tile: Tile) -> bool:
        """Whether the labels left of `before` are read for `tile` too."""
        if self._look.transposed or tile.values.shape[0] != before.values.shape[0]:
            return False
        alike = tile.rows == before.rows and tile.follows_key == before.follows_key
        return alike and tile.outlined == before.outlined and tile.numbered == before.numbered

    def with_words(self, figure: Figure) -> Flow:
        """The same with words at the end."""
        other = Flow((), self._look, self._measure)
        other.pieces = [*self.pieces, _words(figure)]
        return other

    # where everything is -----------------------------------------------------------------------------------

    def lines(self, width: float) -> list[list[Placed]]:
        """The pieces in lines of at most `width`, as far as these can be broken."""
        lines: list[list[Placed]] = [[]]
        for group in self._groups():
            placed = self._after(lines[-1], group)
            if lines[-1] and _right(placed) + EDGE > width:
                lines.append([])
                placed = self._after([], group)
            if _right(placed) + EDGE > width and len(group) > 1:  # a pair that is wider than the page
                lines[-1].extend(self._after(lines[-1], group[:1]))
                lines.append([])
                placed = self._after([], group[1:])
            lines[-1].extend(placed)
        return lines

    def _groups(self) -> list[list[Piece]]:
        groups: list[list[Piece]] = []
        for piece in self.pieces:
            if piece.paired and groups:
                groups[-1].append(piece)
            else:
                groups.append([piece])
        return groups

    def _after(self, line: Sequence[Placed], group: Sequence[Piece]) -> list[Placed]:
        found: list[Placed] = []
        x = _right(line) if line else EDGE
        for piece in group:
            first = not line and not found
            if not first:
                x += self._gap * (1 if piece.arrow else SPACE)
            elif piece.arrow:
                x += LEADING
            size = piece.size(first=first)
            found.append(Placed(piece, size, x))
            x += size.width
        return found

    def size(self, width: float) -> tuple[float, float]:
        """What the lines take of a page as wide as that."""
        lines = self.lines(width)
        heights = sum(max(placed.size.height for placed in line) for line in lines)
        return max(_right(line) for line in lines) + EDGE, heights + self._row_gap * (len(lines) - 1) + 2 * EDGE

    # laying out --------------------------------------------------------------------------------------------

    def lay(self, width: float) -> Figure:
        """The lines as a figure without words of its own."""
        sheet, top = Sheet(self._measure), EDGE
        right, bottom = self.size(width)
        for line in self.lines(width):
            for index, placed in enumerate(line):
                self._lay_piece(sheet, placed, top)
                if placed.piece.arrow:
                    self._lay_arrow(sheet, line[index - 1] if index else None, placed, top)
            top += max(placed.size.height for placed in line) + self._row_gap
        items: tuple[Item, ...] = tuple(sheet.items)
        labels: tuple[Label, ...] = tuple(sheet.labels)
        return Figure(width=right, height=bottom, items=items, labels=labels)

    def _lay_piece(self, sheet: Sheet, placed: Placed, top: float) -> None:
        what = placed.piece.what
        if isinstance(what, Tile):
            lay_tile(sheet, what, placed.size, placed.x, top, self._look)
        else:
            sheet.items.extend(moved(item, placed.x, top) for item in what.items)

    def _lay_arrow(self, sheet: Sheet, before: Placed | None, placed: Placed, top: float) -> None:
        """In the middle between the cells, or at the beginning of the line."""
        header = self._look.room.header
        x = placed.x - LEADING + 8
        height = placed.size.height
        if before is not None:
            x = (before.x + before.size.gutter + before.size.cells_width + placed.x) / 2
            height = min(height, before.size.height)
        sheet.text(x, top + header + (height - header) / 2 + 6, "→", size=20, colour="muted", align="center")


def _words(figure: Figure) -> Piece:
    size = TileSize(
        gutter=0.0,
        cell_width=0.0,
        cell_height=0.0,
        cells_width=figure.width,
        width=figure.width,
        height=figure.height,
    )
    return Piece(figure, size, size)


def _right(line: Sequence[Placed]) -> float:
    return line[-1].x + line[-1].size.width if line else EDGE
