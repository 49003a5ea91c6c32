"""A cell seen large: its number on its own colour, and beside it what it is. For who sits in the last row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from attnviz.export.figure import Cells, Figure, Item, Measure, Rect, Text

NUMBER, TITLE, LINE = 34, 17, 15  # sizes of type
MARGIN, GAP = 14.0, 14.0
CELL_HEIGHT, LEAST_CELL = 72.0, 84.0
LINE_HEIGHT = 21.0
LONGEST = 420.0  # a line


def cell_card(lines: Sequence[str], measure: Measure, cell: tuple[Cells, int, int] | None = None) -> Figure:
    """A card with these lines, the first one bold; before them the cell (of a matrix, at a row and column), if any."""
    number = "" if cell is None else _number(*cell)
    across = 0.0 if cell is None else max(LEAST_CELL, measure(number, NUMBER, True) + 28)
    left = MARGIN + (across + GAP if cell is not None else 0.0)
    texts: list[Text] = []
    y = MARGIN + TITLE
    for index, line in enumerate(lines):
        size = TITLE if index == 0 else LINE
        for part in _broken(line, size, index == 0, measure):
            texts.append(Text(x=left, y=y, text=part, size=size, bold=index == 0, colour="ink"))
            y += LINE_HEIGHT
    wide = max((measure(text.text, text.size, text.bold) for text in texts), default=0.0)
    high = max(y - LINE_HEIGHT + 6 - MARGIN, CELL_HEIGHT if cell is not None else 0.0)
    width, height = math.ceil(left + wide + MARGIN), math.ceil(high + 2 * MARGIN)
    items: list[Item] = [
        Rect(x=0.5, y=0.5, width=width - 1, height=height - 1, fill="panel", stroke="control", radius=9)
    ]
    if cell is not None:
        items += _magnified(cell, number, across, height)
    return Figure(width=width, height=height, items=(*items, *texts), description=" ".join(lines))


def _number(cells: Cells, row: int, column: int) -> str:
    """The text of a cell, if the cell has one."""
    rows, columns = cells.touched()
    if cells.numbers is None or row not in rows or column not in columns:
        return ""
    return cells.numbers[row - rows.start][column - columns.start]


def _magnified(cell: tuple[Cells, int, int], number: str, across: float, height: float) -> list[Item]:
    """The matrix cut down to the one cell, and that as large as the card is high."""
    cells, row, column = cell
    y, high = MARGIN, height - 2 * MARGIN
    shown = replace(
        cells,
        x=MARGIN,
        y=y,
        cell_width=across,
        cell_height=high,
        view=(float(row), 1.0, float(column), 1.0),
        numbers=((number,),) if number else None,
        number_size=NUMBER,
        before=None,
        bold=frozenset({(row, column)}),
        lines=False,
        transposed=False,
    )
    return [shown, Rect(x=MARGIN, y=y, width=across, height=high, stroke="control")]


def _broken(line: str, size: int, bold: bool, measure: Measure) -> list[str]:
    """A line in several where it is too long, broken between words."""
    parts: list[str] = []
    for word in line.split(" "):
        longer = f"{parts[-1]} {word}" if parts else word
        if parts and measure(longer, size, bold) <= LONGEST:
            parts[-1] = longer
        else:
            parts.append(word)
    return parts
