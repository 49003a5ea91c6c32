"""A figure: what is drawn, in order, without saying how. The screen and every file format draw the same figure.

Lengths are in points at the figure's natural size (1 point = 1 pixel on a plain screen); y grows downwards.
Colours are names of a Palette's roles, so one figure serves both themes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from attnviz.document.difference import Difference
from attnviz.document.reduced import Reduced
from attnviz.document.reduced_scores import ReducedScores
from attnviz.export.cells import Array, ColourScale

Align = Literal["left", "center", "right"]
Measure = Callable[[str, float, bool], float]  # (text, size, bold) → width
Blocks = Reduced | ReducedScores | None
Window = tuple[float, float, float, float]  # first row, rows, first column, columns of a matrix, in cells


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """One line of text; (x, y) is the baseline at the aligned end. `angle` turns it anticlockwise, in degrees."""

    x: float
    y: float
    text: str
    size: int = 13
    colour: str = "ink"
    bold: bool = False
    align: Align = "left"
    angle: float = 0.0
    mono: bool = False  # in the system's fixed-width typeface, as scripts are; left-aligned
    follows: bool = False  # goes on where the text before it ends, however wide another program draws that


@dataclass(frozen=True, slots=True, kw_only=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1.0
    radius: float = 0.0
    around_cells: bool = False  # a square frame: on a screen it begins and ends with the pixels of what it encloses


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    colour: str = "muted"
    width: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """A line through points, or one Bézier curve: (start, control, control, end) with `curved`."""

    points: tuple[tuple[float, float], ...]
    colour: str = "muted"
    width: float = 1.5
    opacity: float = 1.0
    curved: bool = False
    dash: tuple[float, ...] = ()  # lengths of stroke and gap by turns
    fill: str | None = None  # the area inside, closed with a straight line

    @property
    def extent(self) -> tuple[float, float]:
        """The furthest right and the lowest point that it can reach."""
        across, along = zip(*self.points, strict=True)
        return max(across), max(along)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Area:
    """Bars too thin to stand apart, as one filled outline of stairs. Files draw its `path`, a screen its pixels.

    Bar i covers starts[i] … ends[i] along the axis, which lies at `base`, and reaches sizes[i] points from it: down
    and to the right where positive.
    """

    starts: Array  # (n,) in ascending order, each the end of the one before
    ends: Array
    sizes: Array
    base: float
    upright: bool  # whether the axis runs from left to right
    colour: str

    @property
    def path(self) -> Path:
        """The outline, back along the axis."""
        along = np.column_stack((self.starts, self.ends)).ravel().tolist()
        away = np.repeat(self.base + self.sizes, 2).tolist()
        points = [(along[0], self.base), *zip(along, away, strict=True), (along[-1], self.base)]
        if not self.upright:
            points = [(y, x) for x, y in points]
        return Path(points=tuple(points), colour=self.colour, width=0.5, fill=self.colour)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of all bars."""
        near, far = min(float(self.sizes.min()), 0.0), max(float(self.sizes.max()), 0.0)
        first, length = float(self.starts[0]), float(self.ends[-1] - self.starts[0])
        if self.upright:
            return first, self.base + near, length, far - near
        return self.base + near, first, far - near, length

    def moved(self, right: float, down: float) -> Area:
        along, away = (right, down) if self.upright else (down, right)
        return replace(self, starts=self.starts + along, ends=self.ends + along, base=self.base + away)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourBar:
    """The map of a scale from left to right; `colour_bar.colour_bar` lays it out with its numbers."""

    x: float
    y: float
    width: float
    height: float
    scale: ColourScale


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Cells:
    """A matrix of coloured cells, with numbers where they fit. (x, y) is the top left corner of what is drawn.

    With `view` = (first row, rows, first column, columns) only that window of the matrix is drawn, from (x, y) on and
    nothing outside it. The four are in cells and may be fractions, so that a zoom can be smooth; they may reach past
    the matrix, where nothing is drawn. `values` and every index stay those of the whole matrix.
    """

    name: str
    x: float
    y: float
    cell_width: float
    cell_height: float
    values: Array  # (rows, columns)
    scale: ColourScale
    visible: NDArray[np.bool_] | None = None  # False = hatched
    numbers: tuple[tuple[str, ...], ...] | None = None  # of the cells that the view touches: see `touched`
    before: tuple[tuple[str, ...], ...] | None = None  # numbers that changed cells had, written small above
    number_size: int = 13
    bold: frozenset[tuple[int, int]] = frozenset()
    editable: bool = False
    transposed: bool = False  # drawn with rows and columns exchanged; indices stay those of the matrix
    lines: bool = True  # between cells, where these are large enough
    view: Window | None = None  # the window that is drawn; None is the whole matrix
    blocks: Blocks | Difference = None  # the values in blocks, where somebody has made them already
    hidden_are_least: bool = False  # cells that are not visible hold 0, as of weights and differences

    @property
    def rows(self) -> int:
        return int(self.values.shape[0])

    @property
    def columns(self) -> int:
        return int(self.values.shape[1])

    @property
    def window(self) -> Window:
        """First row, rows, first column and columns that are drawn, in cells."""
        if self.view is not None:
            return self.view
        rows, columns = self.values.shape
        return 0.0, float(rows), 0.0, float(columns)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height on the paper."""
        _, rows, _, columns = self.window
        down, across = (columns, rows) if self.transposed else (rows, columns)
        return across * self.cell_width, down * self.cell_height

    @property
    def width(self) -> float:
        return self.size[0]

    @property
    def height(self) -> float:
        return self.size[1]

    def touched(self) -> tuple[range, range]:
        """Rows and columns of the matrix of which at least a part is drawn; `numbers` are theirs."""
        row, rows, column, columns = self.window
        return (
            range(max(0, math.floor(row)), min(self.rows, math.ceil(row + rows))),
            range(max(0, math.floor(column)), min(self.columns, math.ceil(column + columns))),
        )

    def cell_rect(self, row: int, column: int) -> tuple[float, float, float, float]:
        """(x, y, width, height) of one cell of the matrix, wherever it is drawn; it may lie outside the view."""
        return self.block_rect(row, 1, column, 1)

    def block_rect(self, row: int, rows: int, column: int, columns: int) -> tuple[float, float, float, float]:
        """(x, y, width, height) of a block of cells of the matrix."""
        first_row, _, first_column, _ = self.window
        down, right = row - first_row, column - first_column
        if self.transposed:
            down, rows, right, columns = right, columns, down, rows
        return (
            self.x + right * self.cell_width,
            self.y + down * self.cell_height,
            columns * self.cell_width,
            rows * self.cell_height,
        )

    def at(self, x: float, y: float) -> tuple[int, int] | None:
        """Row and column of the matrix's cell under a point, or None outside what is drawn."""
        if not (self.x <= x < self.x + self.width and self.y <= y < self.y + self.height):
            return None
        right, down = (x - self.x) / self.cell_width, (y - self.y) / self.cell_height
        if self.transposed:
            right, down = down, right
        row, column = math.floor(self.window[0] + down), math.floor(self.window[2] + right)
        return (row, column) if 0 <= row < self.rows and 0 <= column < self.columns else None

    def drawn(self) -> Cells:
        """The cells as they lie on the paper: a transposed matrix with rows and columns exchanged for good."""
        if not self.transposed:
            return self
        return replace(
            self,
            transposed=False,
            view=None if self.view is None else (*self.view[2:], *self.view[:2]),
            values=self.values.T,
            visible=None if self.visible is None else self.visible.T,
            numbers=_exchanged(self.numbers),
            before=_exchanged(self.before),
            bold=frozenset((column, row) for row, column in self.bold),
        )


Texts = tuple[tuple[str, ...], ...]


def _exchanged(texts: Texts | None) -> Texts | None:
    return None if texts is None else tuple(zip(*texts, strict=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """Where a row or column label can be clicked or renamed."""

    matrix: str
    axis: Literal["row", "column"]
    index: int
    x: float
    y: float
    width: float
    height: float

    def contains(self, x: float, y: float) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


Item = Text | Rect | Line | Path | Area | ColourBar | Cells


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Figure:
    width: float
    height: float
    items: tuple[Item, ...]
    still: frozenset[int] = frozenset()  # which items lie below all others, and often are the same in the next figure
    labels: tuple[Label, ...] = ()
    title: str = ""
    description: str = ""  # what a person who cannot see the figure is told
    cramped: bool = False  # whether no cell has room for the number that is wanted and missed in it: `number_room`

    def cells(self, name: str) -> Cells | None:
        """The matrix drawn under `name`, if the figure has it."""
        return next((item for item in self.items if isinstance(item, Cells) and item.name == name), None)

    def cell_at(self, x: float, y: float) -> tuple[Cells, int, int] | None:
        """Matrix, row and column under a point."""
        for item in self.items:
            if isinstance(item, Cells) and (found := item.at(x, y)) is not None:
                return item, *found
        return None

    def label_at(self, x: float, y: float) -> Label | None:
        return next((label for label in self.labels if label.contains(x, y)), None)


@dataclass(slots=True, eq=False)
class Sheet:
    """What a layout fills while it goes: items in drawing order, labels, and the extent so far."""

    measure: Measure
    items: list[Item] = field(default_factory=list)
    still: list[int] = field(default_factory=list)  # which items seldom change while numbers do, and hide no other
    labels: list[Label] = field(default_factory=list)
    right: float = 0.0
    bottom: float = 0.0

    def text(self, x: float, y: float, text: str, **style: object) -> float:
        """Add a line of text and return its width."""
        return self._write(Text(x=x, y=y, text=text, **style))  # type: ignore[arg-type]

    def still_text(self, x: float, y: float, text: str, **style: object) -> float:
        """The same for a text that seldom changes."""
        self.still.append(len(self.items))
        return self._write(Text(x=x, y=y, text=text, **style))  # type: ignore[arg-type]

    def add_still(self, items: Sequence[Item]) -> None:
        """Add items that seldom change, and that nothing else touches."""
        self.still.extend(range(len(self.items), len(self.items) + len(items)))
        self.items.extend(items)

    def _write(self, item: Text) -> float:
        width = self.measure(item.text, item.size, item.bold)
        self.items.append(item)
        if item.angle == 0:
            end = item.x + {"left": width, "center": width / 2, "right": 0.0}[item.align]
            self.reach(end, item.y + item.size * 0.35)
        return width

    def runs(self, x: float, y: float, *runs: tuple[str, dict[str, object]]) -> float:
        """Add texts of different styles one after another; return where they end."""
        for index, (text, style) in enumerate(runs):
            x += self.text(x, y, text, follows=index > 0, **style)
        return x

    def add(self, item: Item) -> None:
        self.items.append(item)
        if isinstance(item, (Rect, ColourBar, Cells)):
            self.reach(item.x + item.width, item.y + item.height)
        elif isinstance(item, Path):
            self.reach(*item.extent)
        elif isinstance(item, Area):
            left, top, width, height = item.box
            self.reach(left + width, top + height)

    def reach(self, x: float, y: float) -> None:
        self.right = max(self.right, x)
        self.bottom = max(self.bottom, y)

    def wrapped(self, text: str, width: float, size: float, bold: bool = False) -> list[str]:
        """`text` in lines of at most `width`, broken between words; a longer word has a line of its own."""
        lines: list[str] = []
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self.measure(longer, size, bold) <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def elided(self, text: str, width: float, size: float, bold: bool = False) -> str:
        """`text`, its end replaced by … until it is at most `width` wide."""
        if self.measure(text, size, bold) <= width:
            return text
        low, high = 0, len(text)
        while low < high:
            middle = (low + high + 1) // 2
            if self.measure(text[:middle] + "…", size, bold) <= width:
                low = middle
            else:
                high = middle - 1
        return text[:low].rstrip() + "…"
