"""What the person's gestures do: each asks the document room for an edit and hands it to the session."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

from PySide6.QtCore import QObject, QStandardPaths, Slot

from attnviz.acts.shapes import ShapeActs
from attnviz.document import edits, projection_edits, table
from attnviz.document.document import Document, MatrixName, MatrixSource, ProjectionSource, SentenceSource, editable
from attnviz.document.imported_source import ImportedSource
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.figure import Label
from attnviz.i18n import translate
from attnviz.io.matrix_text import parse_table
from attnviz.io.wording import file_stem
from attnviz.session.opening import Opened, with_matrix_files
from attnviz.ui import dialogs

if TYPE_CHECKING:
    from attnviz.acts.figures import FigureActs
    from attnviz.acts.films import FilmActs
    from attnviz.app import Application

Edit = Callable[[Document], Document]


class Acts(QObject):
    """Slots of the window's wishes. An edit that is refused leaves the document alone and says why."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self._seed = 0  # of the last projections drawn
        self._figures: FigureActs | None = None
        self._films: FilmActs | None = None
        self.shapes = ShapeActs(app)
        # Which experiment made a document, for as long as the undo stack keeps that.
        self._observations: WeakKeyDictionary[Document, int] = WeakKeyDictionary()

    def _edit(self, text: str, edit: Edit, merge_key: str | None = None) -> bool:
        """Make an edit; whether the document accepts it."""
        session = self._app.session
        try:
            document = edit(session.document)
        except InputError as error:
            self._say(error)
            self._app.refresh()
            return False
        self._app.window.statusBar().clearMessage()
        if document is session.document:
            self._app.refresh()
        session.edit(text, document, merge_key)
        return True

    def edit(self, text: str, edit: Edit, merge_key: str | None = None) -> bool:
        """Make an edit for an act that stands in another file."""
        return self._edit(text, edit, merge_key)

    def _say(self, sentence: object) -> None:
        self._app.window.say(str(sentence), wrong=isinstance(sentence, Exception))

    # matrices ----------------------------------------------------------------------------------------------

    @Slot(str, int, int, float, str)
    def edit_cell(self, matrix: str, row: int, column: int, value: float, gesture: str) -> None:
        text = translate("acts", "Edit {matrix}").format(matrix=matrix)
        name = cast(MatrixName, matrix)
        self._edit(text, lambda d: table.set_cell(d, name, row, column, value), gesture)

    @Slot(str, int, int, str)
    def paste(self, matrix: str, row: int, column: int, text: str) -> None:
        decimal = self._app.scene.form.decimal if self._app.scene else "."
        transposed = self._app.view.transposed

        def edit(document: Document) -> Document:
            block = parse_table(text, decimal, where=translate("acts", "Pasted text")).values
            if transposed:
                block = block.T
            return table.set_block(document, cast(MatrixName, matrix), row, column, block)

        self._edit(translate("acts", "Paste into {matrix}").format(matrix=matrix), edit)

    @Slot(str)
    def add_row(self, matrix: str) -> None:
        self._edit(translate("acts", "Add a row"), lambda d: table.add_row(d, cast(MatrixName, matrix)))

    @Slot(str, int)
    def remove_row(self, matrix: str, row: int) -> None:
        self._edit(
            translate("acts", "Remove a row"),
            lambda d: table.remove_row(d, cast(MatrixName, matrix), row),
        )

    @Slot(str)
    def add_column(self, matrix: str) -> None:
        self._edit(translate("acts", "Add a column"), lambda d: table.add_column(d, cast(MatrixName, matrix)))

    @Slot(str, int)
    def remove_column(self, matrix: str, column: int) -> None:
        self._edit(
            translate("acts", "Remove a column"),
            lambda d: table.remove_column(d, cast(MatrixName, matrix), column),
        )

    @Slot(str, str, int, str)
    def rename(self, matrix: str, axis: str, index: int, text: str) -> None:
        def edit(document: Document) -> Document:
            return table.rename(document, matrix, axis, index, text)

        self._edit(translate("acts", "Rename"), edit)

    @Slot(str)
    def fill_from_file(self, matrix: str) -> None:
        path = dialogs.ask_matrix_path(self._app.window, matrix)
        if path is not None:
            files = {cast(MatrixName, matrix): path}
            self._edit(
                translate("acts", "Fill {matrix} from a file").format(matrix=matrix),
                lambda d: with_matrix_files(d, files),
            )

    def at_cursor(self, act: Callable[[str, int, int], None]) -> None:
        """Do something where the cell cursor stands; in Q's first row where there is none."""
        names = editable(self._app.session.document.source)
        if names:
            row = self._app.scene.query if self._app.scene else 0
            cell = self._app.window.steps.editor.cursor_cell
            act(*(cell if cell is not None and cell[0] in names else (names[0], row, 0)))

    def rename_at_cursor(self) -> None:
        self._app.look(tab="steps")  # names are typed there, and a tab that is not seen shows an earlier document
        editor = self._app.window.steps.editor

        def rename(matrix: str, row: int, _column: int) -> None:
            editor.edit_label(Label(matrix=matrix, axis="row", index=row, x=0, y=0, width=0, height=0))

        self.at_cursor(rename)

    # sentence and options ----------------------------------------------------------------------------------

    @Slot(str)
    def set_text(self, text: str) -> None:
        said = translate("acts", "Change the sentence")
        document = self._app.session.document
        if not isinstance(document.source, ImportedSource):
            self._edit(said, lambda d: edits.with_text(d, text))
            return
        # Nothing of the import is left in it: saving it must not write over the import's file.
        try:
            fresh = edits.with_text(document, text)
        except InputError as error:
            self._say(error)
            return
        self._app.open(Opened(document=fresh, view=ViewState(tab="matrix"), made=True), said)

    @Slot(str)
    def set_head(self, head: str) -> None:
        self._edit(translate("acts", "Choose the head"), lambda d: edits.with_head(d, head))

    @Slot(str, object)
    def set_option(self, name: str, value: object) -> None:
        texts = {  # with it, and without: who only hears of it does not see which
            "divide": (translate("acts", "Divide by √dₖ"), translate("acts", "Do not divide by √dₖ")),
            "causal": (translate("acts", "Causal mask"), translate("acts", "No causal mask")),
            "window": (translate("acts", "Sliding window"), translate("acts", "No sliding window")),
            "padding": (translate("acts", "Padding"), translate("acts", "No padding")),
        }
        self._edit(texts[name][0 if value else 1], lambda d: edits.with_options(d, **{name: value}))

    @Slot(str, float, str)
    def set_number(self, name: str, value: float, gesture: str) -> None:
        changes: dict[str, tuple[str, Edit]] = {
            "d_k": (translate("acts", "Change dₖ"), lambda d: edits.with_d_k(d, round(value))),
            "temperature": (
                translate("acts", "Change the temperature"),
                lambda d: edits.with_options(d, temperature=value),
            ),
            "decay": (translate("acts", "Change λ"), lambda d: edits.with_decay(d, value)),
            "previous": (translate("acts", "Change c"), lambda d: edits.with_previous(d, value)),
            "mix0": (translate("acts", "Change the mixture"), lambda d: edits.with_mix_share(d, 0, value)),
            "mix1": (translate("acts", "Change the mixture"), lambda d: edits.with_mix_share(d, 1, value)),
            "mix2": (translate("acts", "Change the mixture"), lambda d: edits.with_mix_share(d, 2, value)),
            "seed": (translate("acts", "Change the seed"), lambda d: edits.with_seed(d, _seed(d, value))),
        }
        text, edit = changes[name]
        self._edit(text, edit, gesture)

    @Slot(object, str)
    def set_mixture(self, mix: tuple[float, float, float], gesture: str) -> None:
        self._edit(translate("acts", "Change the mixture"), lambda d: edits.with_mix(d, mix), gesture)

    @Slot(str, object)
    def set_layer(self, name: str, value: object) -> None:
        """LayerNorm, heads, gate and W_O of embeddings and projections."""
        if not isinstance(self._app.session.document.source, ProjectionSource):
            return  # what was being typed when another document came, and is told as its field goes
        number = int(value) if isinstance(value, (int, float)) else 0
        changes: dict[str, tuple[str, Edit]] = {
            "normalise": ("LayerNorm", lambda d: projection_edits.with_layer_norm(d, bool(value))),
            "eps": ("ε", lambda d: projection_edits.with_layer_norm(d, True, cast(float, value))),
            "n_heads": (translate("acts", "Change the heads"), lambda d: _with_heads(d, number, None)),
            "n_kv_heads": (translate("acts", "Change the heads"), lambda d: _with_heads(d, None, number)),
            "gated": (translate("acts", "Output gate"), lambda d: projection_edits.with_gate(d, bool(value))),
            "W_O": ("W_O", lambda d: projection_edits.with_output_projection(d, bool(value))),
            "random": (
                translate("acts", "Random projections"),
                lambda d: projection_edits.with_random_projections(d, self._next_seed()),
            ),
        }
        text, edit = changes[name]
        self._edit(text, edit)

    def _next_seed(self) -> int:
        self._seed += 1
        return self._seed

    def new_embeddings(self) -> None:
        """Embeddings and projections for the words there are."""
        source = self._app.session.document.source
        tokens = source.tokens_k if isinstance(source, (MatrixSource, ImportedSource)) else source.tokens
        try:
            document = projection_edits.embedded(tokens[: projection_edits.MAX_TOKENS_BY_HAND])
        except InputError as error:
            self._say(error)
            return
        view = ViewState(tab="steps", query=min(self._app.view.query, len(tokens) - 1))
        self._app.open(Opened(document=document, view=view, made=True), translate("acts", "New from embeddings"))

    def apply_experiment(self, index: int) -> None:
        lesson = self._app.lesson
        if lesson is not None:
            experiment = lesson.experiments[index]
            if self._edit(experiment.title, experiment.apply):
                self._observations[self._app.session.document] = index
                self._app.look(**experiment.changes(lesson.view.query))
                self._app.window.lessons.tell_observation()

    @property
    def observed(self) -> int | None:
        """The experiment that made the document as it is: what it lets one see holds of no other."""
        return self._observations.get(self._app.session.document)

    # files -------------------------------------------------------------------------------------------------

    def new_sentence(self) -> None:
        """The Matrix tab, ready for typing."""
        self._app.look(tab="matrix")
        line = self._app.window.matrix.sentence.line
        line.setFocus()
        line.selectAll()

    @property
    def figures(self) -> FigureActs:
        """Export and copy, with all that they need: read when first asked for, not at every start."""
        if self._figures is None:
            from attnviz.acts.figures import FigureActs

            self._figures = FigureActs(self._app)
        return self._figures

    def export_dialog(self) -> None:
        self.figures.ask()

    def export(self, path: Path) -> None:
        """Write the visible tab's figure with the last choice; at first in the light theme, for slides are white."""
        self.figures.export(path)

    def copy_description(self) -> None:
        self.figures.copy_description()

    def save_numbers_dialog(self) -> None:
        path = dialogs.ask_numbers_path(self._app.window, self.suggestion(".npz"))
        if path is not None:
            self.save_numbers(path)

    def save_numbers(self, path: Path) -> None:
        from attnviz.acts.numbers import save_numbers

        save_numbers(self._app, path)

    def copy_numbers(self) -> None:
        from attnviz.acts.numbers import copy_numbers

        copy_numbers(self._app)

    @property
    def films(self) -> FilmActs:
        """Animations, likewise."""
        if self._films is None:
            from attnviz.acts.films import FilmActs

            self._films = FilmActs(self._app)
        return self._films

    def animate(self) -> None:
        self.films.ask()

    def stop(self) -> None:
        """Let go of what runs, before the program ends."""
        if self._films is not None:
            self._films.stop()
        if self._figures is not None:
            self._figures.stop()

    def copy_figure(self) -> None:
        self.figures.copy()

    def suggestion(self, ending: str) -> Path:
        """Where to save something of this document, and under which name: a folder that is there, as “Documents” need
        not be."""
        documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
        folder = documents if documents.is_dir() else Path.home()
        document = self._app.session.document
        source = document.source
        words = document.name or (" ".join(source.tokens[:4]) if isinstance(source, SentenceSource) else "Q K V")
        return folder / f"{file_stem(words)}{ending}"


def _seed(document: Document, value: float) -> int:
    """A typed seed, or the next one where −1 asks to draw again."""
    if value >= 0:
        return round(value)
    return document.source.seed + 1 if isinstance(document.source, SentenceSource) else 0


def _with_heads(document: Document, n_heads: int | None, n_kv_heads: int | None) -> Document:
    """One of the two numbers of heads changed; the other goes along where it no longer fits."""
    source = document.source
    assert isinstance(source, ProjectionSource)
    heads = source.n_heads if n_heads is None else n_heads
    shared = source.n_kv_heads if n_kv_heads is None else n_kv_heads
    if n_heads is not None and (shared > heads or heads % max(shared, 1)):
        shared = heads
    return projection_edits.with_heads(document, heads, shared)
