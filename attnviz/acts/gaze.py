"""What the pointer and the cursor look at: the reading in the status bar, the followed row or column."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject

from attnviz.document.document import Document
from attnviz.document.imported_view import fitted_view
from attnviz.document.trace import Trace
from attnviz.document.view_state import Tab, ViewState
from attnviz.ui.readout import cell_reading

if TYPE_CHECKING:
    from attnviz.app import Application
    from attnviz.document.colour_choice import Curve

# Matrices whose rows are not queries.
NO_QUERIES = ("K", "V", "W_Q", "W_K", "W_V", "W_O", "dK", "dV", "dW_Q", "dW_K", "dW_V", "dW_O", "jacobian")
SQUARE = ("scores", "scaled", "weights", "dA", "dscaled", "dS")  # whose columns are keys


class Gaze(QObject):
    """Slots of the views. Nothing here is an edit."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self._cell: tuple[str, int, int] | None = None  # that the status bar tells of
        self._tab: Tab = app.view.tab  # in which it was pointed at

    def fit(self, document: Document, trace: Trace) -> ViewState:
        """How a new trace is looked at. A zoom that the last picture had holds for matrices of its kind only; one
        that comes with a document, as by undo, is that document's own."""
        app, scene = self._app, self._app.latest
        if scene is not None and app.view.zoom is scene.view.zoom:
            app.view = app.view.fitting(scene.trace, trace)
        return fitted_view(document, app.view)

    def show_tab(self, tab: Tab) -> None:
        """Another tab. In the Gradient tab the followed row is one about which the loss asks: others are all 0."""
        changes: dict[str, object] = {"query": self._app.upstream_acts.asked_row()} if tab == "gradient" else {}
        self._app.look(tab=tab, **changes)

    def read(self, matrix: str, row: int, column: int) -> None:
        self._cell, self._tab = (matrix, row, column), self._app.view.tab
        self.show()

    def read_nothing(self) -> None:
        self._cell = None
        self.show()

    def tell(self, sentence: str) -> None:
        """What a view says itself of what is under the pointer."""
        self._cell = None
        self._app.window.reading.setText(sentence)

    def show(self) -> None:
        """The cell under the pointer or the cursor, with the numbers it has now; of another tab's cell nothing."""
        scene = self._app.scene
        if self._cell is not None and self._tab != self._app.view.tab:
            self._cell = None
            self._app.window.reading.setText("")
        if self._cell is not None or (scene is not None and scene.view.tab != "heads"):
            self._app.window.reading.setText(cell_reading(scene, *self._cell) if scene and self._cell else "")

    def inspect(self, row: int, column: int) -> None:
        """The heatmap's keyboard cursor: its row is followed too."""
        view = self._app.view
        self._cell, self._tab = ("difference" if view.drawing == "compare" else "weights", row, column), view.tab
        self._app.look(query=row)

    def choose_curve(self, curve: Curve | Literal[""]) -> None:
        """A curve of the colours, or "" for the one that fits the length of the sentence."""
        if curve:
            self._app.look(fitting_curve=False, colour=replace(self._app.view.colour, curve=curve))
        else:
            self._app.look(fitting_curve=True)

    def write_numbers(self, on: bool) -> None:
        """Numbers in the cells, or none. Who asks in vain is told why, even of cells so tiny that nobody else is."""
        self._app.look(numbers=on)
        if on and self._app.view.tab == "matrix" and self._app.window.matrix.numberless:
            sentence = self.tr("The cells are too small for numbers. Come closer (+), and they are written.")
            self._app.window.say(sentence, wrong=False)

    def move_cursor(self, matrix: str, row: int, column: int) -> None:
        """The cell cursor also says which row is followed, where it stands in a matrix of queries."""
        if matrix not in NO_QUERIES and row != self._app.view.query:
            self._app.look(query=row)
        self.read(matrix, row, column)

    def follow_cell(self, matrix: str, row: int, _column: int) -> None:
        """The row of a cell, and what there is to hear of it: the cursor alone follows it without a word."""
        if matrix not in NO_QUERIES:
            self._app.look(query=row, key=None)
        self._app.window.voice.tell_row()

    def follow_label(self, matrix: str, axis: str, index: int) -> None:
        """A query's label follows its row; a key's its column, or no column any more."""
        if (axis == "column" and matrix in SQUARE) or (axis == "row" and matrix in ("K", "V", "dK", "dV")):
            self._app.look(key=None if self._app.view.key == index else index)
        elif axis == "row" and matrix not in NO_QUERIES:
            self._app.look(query=index, key=None)

    def follow_key(self) -> None:
        """The key at the cell cursor, or the one that the query is itself; again: no key."""
        cell = self._app.window.steps.editor.cursor_cell
        scene = self._app.scene
        if scene is None:
            return
        index = cell[1] if cell is not None and cell[0] in ("K", "V") else min(scene.query, scene.trace.n_k - 1)
        self._app.look(key=index if scene.key is None else None)
