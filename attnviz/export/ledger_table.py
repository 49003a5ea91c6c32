"""A table of names and numbers whose columns are as wide as what stands in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from attnviz.export.figure import Line, Sheet
from attnviz.export.shape_sheet import MARGIN, SMALL
from attnviz.i18n import NumberFormat

ROW = 19.0
GAP, WIDEST_GAP = 16.0, 44.0  # before a column of numbers
# A column with a number from LONGEST on, and the last one where a table would not fit, writes all from SHORT on as
# powers of ten: side by side the two ways of writing would be misread.
LONGEST, SHORT = 10**15, 10**9
GROWN = (
    1.2  # how much wider than its room a table may be, to be drawn a little smaller, before its numbers are shortened
)
Cell = int | str
Kind = Literal["row", "section", "total"]


@dataclass(frozen=True, slots=True)
class Entry:
    name: str
    cells: tuple[Cell, ...]
    kind: Kind = "row"
    colour: str = "ink"


@dataclass(slots=True)
class Table:
    """Titles over the columns and entries below them; `name` is the title of the first column, `note` a line below."""

    name: str
    titles: tuple[str, ...]
    form: NumberFormat
    note: str = ""
    entries: list[Entry] = field(default_factory=list)

    def add(self, name: str, *cells: Cell, kind: Kind = "row", colour: str = "ink") -> None:
        self.entries.append(Entry(name, cells, kind, colour))

    def columns(self, sheet: Sheet, *, short: bool) -> list[float]:
        """How wide the column of names is, and each of numbers; `short`: the last one's are written short."""
        limits = self._limits(short=short)
        widths = [sheet.measure(self.name, SMALL, True), *(sheet.measure(text, SMALL, True) for text in self.titles)]
        for entry in self.entries:
            bold = entry.kind != "row"
            for index, text in enumerate((entry.name, *self._texts(entry, limits))):
                widths[index] = max(widths[index], sheet.measure(text, SMALL, bold))
        return widths

    def needed(self, sheet: Sheet, *, short: bool) -> float:
        """How wide the table is at least."""
        return sum(self.columns(sheet, short=short)) + GAP * len(self.titles)

    def draw(self, sheet: Sheet, y: float, room: float, *, short: bool) -> float:
        """From the upper edge y down; returns the lower edge."""
        edges, limits = self._edges(sheet, room, short=short), self._limits(short=short)

        def cells(texts: tuple[str, ...], *, colour: str = "ink", bold: bool = False) -> None:
            for text, edge in zip(texts, edges, strict=True):
                if text:
                    sheet.text(edge, y, text, size=SMALL, align="right", colour=colour, bold=bold)

        y += 12
        if self.name:
            sheet.text(MARGIN, y, self.name, size=SMALL, bold=True)
        cells(self.titles, colour="muted", bold=True)
        _rule(sheet, y + 6, room, "muted")
        y += 7
        if self.note:
            y += ROW - 4
            sheet.text(MARGIN, y, self.note, size=11, colour="muted")
        for index, entry in enumerate(self.entries):
            bold = entry.kind != "row"
            y += ROW + (6 if bold and index else 0)
            sheet.text(MARGIN, y, entry.name, size=SMALL, bold=bold, colour=entry.colour)
            cells(self._texts(entry, limits), bold=bold)
            if entry.kind == "section":
                _rule(sheet, y + 5, room, "line")
        return y + 18

    def _limits(self, *, short: bool) -> tuple[int, ...]:
        """For each column the number from which on its numbers are powers of ten."""
        largest = (
            max((cell for cell in column if not isinstance(cell, str)), default=0)
            for column in zip(*(entry.cells for entry in self.entries), strict=True)
        )
        *others, last = (SHORT if most >= LONGEST else LONGEST for most in largest)
        return (*others, SHORT if short else last)

    def _texts(self, entry: Entry, limits: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(written(cell, self.form, limit) for cell, limit in zip(entry.cells, limits, strict=True))

    def _edges(self, sheet: Sheet, room: float, *, short: bool) -> list[float]:
        """Right edges of the columns of numbers; room that is left over comes first between them, then before them."""
        widths = self.columns(sheet, short=short)[1:]
        gap = min(GAP + max(room - self.needed(sheet, short=short), 0.0) / len(widths), WIDEST_GAP)
        edges, edge = [], MARGIN + room
        for width in reversed(widths):
            edges.append(edge)
            edge -= width + gap
        return edges[::-1]


def written(cell: Cell, form: NumberFormat, limit: int) -> str:
    """A text as it is; a number in full, or from `limit` on as a power of ten: 4.50·10¹⁵."""
    if isinstance(cell, str):
        return cell
    if cell < limit:
        return form.whole(cell)
    mantissa, exponent = f"{float(cell):.2e}".split("e")
    return form.fixed(float(mantissa), 2) + form.scientific(float(f"1e{exponent}"), 1).removeprefix("1")


def draw_tables(sheet: Sheet, tables: list[Table], y: float, room: float) -> float:
    """Tables below each other, equally wide: as `room`, or wider where their texts have none in it."""
    tables = [table for table in tables if table.entries]
    short = any(table.needed(sheet, short=False) > room * GROWN for table in tables)
    room = max(room, *(table.needed(sheet, short=short) for table in tables))
    for table in tables:
        y = table.draw(sheet, y, room, short=short)
    sheet.reach(MARGIN + room, y)
    return y


def _rule(sheet: Sheet, y: float, room: float, colour: str) -> None:
    sheet.add(Line(x1=MARGIN, y1=y, x2=MARGIN + room, y2=y, colour=colour))
    sheet.reach(0, y)
