"""Which tables a screen reader finds in a figure: one for each matrix; of a figure without one its lines of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QCoreApplication

from attnviz.core.tokens import visible_text
from attnviz.document.document import ProjectionSource
from attnviz.document.trace import Trace
from attnviz.export.alt_text import alt_text
from attnviz.export.figure import Cells, Figure, Text
from attnviz.export.fonts import text_width
from attnviz.export.matrix_frame import against
from attnviz.export.scene import Scene
from attnviz.ui.accessible_cells import Grid
from attnviz.ui.readout import cell_reading

TOLD_WHOLE = 1 << 16  # cells up to which the largest is looked for whenever the picture changes
ONE_LINE = 4.0  # points: baselines nearer than this are one line
KEY_ROWS = ("K", "V", "dK", "dV")  # matrices with a row for each key
SQUARE = ("scores", "scaled", "weights", "other", "difference", "dA", "dscaled", "dS")  # queries by keys
ONE_SENTENCE = ("scores", "scaled", "weights")  # side by side in the chain: their cells say the same of a pair
VALUES = ("V", "output", "dV", "dO", "dR")  # columns are the dimensions of the values


class Reader(Protocol):
    """Says the cells of a figure in words."""

    def cell(self, matrix: str, row: int, column: int) -> str: ...

    def names(self, cells: Cells) -> tuple[list[str], list[str]]: ...

    def about(self, figure: Figure) -> str: ...


class SceneReader:
    """The words of a scene: what the status bar says of a cell, and the tokens as names of rows and columns."""

    def __init__(self, scene: Scene, *, whole: bool = False) -> None:
        self._scene = scene
        self._whole = whole  # the figure is the view's own, of which there is more to say than it says itself

    def about(self, figure: Figure) -> str:
        """What the canvas as a whole is told as: an export's alternative text, where that is quickly written."""
        trace = self._scene.trace
        if self._whole and trace.n_q * trace.n_k <= TOLD_WHOLE and not trace.hasty:
            return alt_text(self._scene, figure)
        return figure.description

    def cell(self, matrix: str, row: int, column: int) -> str:
        view = self._scene.view
        compared = view.tab == "matrix" and view.drawing == "compare" and matrix in ("weights", "other")
        said = cell_reading(self._scene, "difference" if compared else matrix, row, column)
        if said and matrix in ONE_SENTENCE and view.tab == "steps":
            return f"{matrix_title(matrix)} · {said}"
        return said

    def names(self, cells: Cells) -> tuple[list[str], list[str]]:
        trace, other = self._scene.trace, self._scene.other
        if other is None or cells.name not in ("other", "difference"):
            return self._names_of(cells, trace)
        rows, columns = self._names_of(cells, other)
        if cells.name == "other":
            return rows, columns
        own_rows, own_columns = self._names_of(cells, trace)
        return list(map(against, own_rows, rows)), list(map(against, own_columns, columns))

    def _names_of(self, cells: Cells, trace: Trace) -> tuple[list[str], list[str]]:
        rows = trace.tokens_k if cells.name in KEY_ROWS else trace.tokens_q
        columns = trace.tokens_k if cells.name in SQUARE else self._dimensions(cells)
        return _named(rows, cells.rows), _named(columns, cells.columns)

    def _dimensions(self, cells: Cells) -> tuple[str, ...]:
        source = self._scene.document.source
        if cells.name in VALUES:
            return tuple(getattr(source, "value_names", ()) or ())
        if cells.name in ("X", "dX") and isinstance(source, ProjectionSource):
            return source.dimension_names or ()
        return ()


def _named(names: tuple[str, ...], count: int) -> list[str]:
    """These names where there are as many as are needed, else numbers from 1."""
    if len(names) == count:
        return [visible_text(name) for name in names]
    return [str(index + 1) for index in range(count)]


def grids_of(figure: Figure, reader: Reader | None) -> list[Grid]:
    """The tables of a figure."""
    matrices = [item for item in figure.items if isinstance(item, Cells) and item.rows and item.columns]
    if not matrices or reader is None:
        return lines_grid(figure)
    seen: dict[str, Grid] = {}
    for cells in matrices:
        grid = _matrix_grid(cells, reader)
        if cells.name not in seen and (
            grid.say(0, 0) or cells.name == "weights"
        ):  # the samples of a legend say nothing
            seen[cells.name] = grid
    return list(seen.values())


def _matrix_grid(cells: Cells, reader: Reader) -> Grid:
    rows, columns = reader.names(cells)
    if cells.transposed:
        rows, columns = columns, rows
    first_row, _, first_column, _ = cells.window
    right, down = (first_row, first_column) if cells.transposed else (first_column, first_row)
    return Grid(
        name=cells.name,
        title=matrix_title(cells.name),
        rows=rows,
        columns=columns,
        x_edges=(cells.x - right * cells.cell_width, cells.cell_width, len(columns)),
        y_edges=(cells.y - down * cells.cell_height, cells.cell_height, len(rows)),
        say=lambda row, column: reader.cell(cells.name, row, column),
        about=lambda row, column: about_cell(cells, row, column),
        transposed=cells.transposed,
        content=cells.values,
    )


def about_cell(cells: Cells, row: int, column: int) -> str:
    """What is to know of a cell beside its number: hatched, editable or computed, and what it was before."""
    translate = QCoreApplication.translate
    parts = [translate("Cells", "editable") if cells.editable else translate("Cells", "computed")]
    if cells.visible is not None and not cells.visible[row, column]:
        parts.append(translate("Cells", "masked"))
    elif (row, column) in cells.bold:
        parts.append(translate("Cells", "stands out"))
    was = _before(cells, row, column)
    if was:
        parts.append(translate("Cells", "was {number}").format(number=was))
    return ", ".join(parts)


def _before(cells: Cells, row: int, column: int) -> str:
    if cells.before is None:
        return ""
    rows, columns = cells.touched()
    if row not in rows or column not in columns:
        return ""
    return cells.before[row - rows.start][column - columns.start]


def matrix_title(name: str) -> str:
    """What a matrix is called when it is read out."""
    translate: Callable[[str, str], str] = QCoreApplication.translate
    titles = {
        "Q": translate("Cells", "Q, queries"),
        "K": translate("Cells", "K, keys"),
        "V": translate("Cells", "V, values"),
        "X": translate("Cells", "X, embeddings"),
        "scores": translate("Cells", "scores"),
        "scaled": translate("Cells", "scaled scores"),
        "weights": translate("Cells", "attention weights"),
        "other": translate("Cells", "the other weights"),
        "difference": translate("Cells", "difference of the weights"),
        "output": translate("Cells", "output"),
        "jacobian": translate("Cells", "Jacobian of the softmax"),
    }
    if name in titles:
        return titles[name]
    if name.startswith("d") and len(name) > 1:
        of = {"R": titles["output"], "scaled": titles["scaled"]}
        return translate("Cells", "gradient of {matrix}").format(matrix=of.get(name[1:], name[1:]))
    return name


def lines_grid(figure: Figure) -> list[Grid]:
    """The lines of text of a figure, from top to bottom, as a table with one column."""
    lines: list[list[Text]] = []
    for text in sorted((item for item in figure.items if isinstance(item, Text) and item.text.strip()), key=_order):
        if lines and abs(lines[-1][0].y - text.y) < ONE_LINE and text.angle == lines[-1][0].angle == 0:
            lines[-1].append(text)
        else:
            lines.append([text])
    if not lines:
        return []
    said = ["  ".join(text.text.strip() for text in sorted(line, key=_left)) for line in lines]
    tops = [min(text.y - text.size for text in line) for line in lines]
    edges = [*tops, lines[-1][0].y + lines[-1][0].size * 0.4]
    return [
        Grid(
            name="lines",
            title=QCoreApplication.translate("Cells", "Text of the picture"),
            rows=[str(index + 1) for index in range(len(lines))],
            columns=["1"],
            x_edges=[0.0, figure.width],
            y_edges=edges,
            say=lambda row, _column: said[row],
            about=lambda _row, _column: "",
        )
    ]


def _order(text: Text) -> tuple[float, float]:
    return round(text.y / ONE_LINE), text.x


def _left(text: Text) -> float:
    width = text_width(text.text, text.size, text.bold)
    return text.x - {"left": 0.0, "center": width / 2, "right": width}[text.align]
