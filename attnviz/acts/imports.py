"""Imported attention: opening its files, reading them otherwise, and what is done to its numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Slot

from attnviz.core.diagnosis import Finding
from attnviz.core.stack import AttentionStack
from attnviz.document import imported_edits
from attnviz.document.document import Document, ProjectionSource
from attnviz.document.heads_look import HeadsLook
from attnviz.document.imported_source import Holds, ImportedSource
from attnviz.document.imported_view import picked_document
from attnviz.i18n import number_format, translate
from attnviz.io.attention_memory import much
from attnviz.io.attention_reading import reading_of
from attnviz.io.attention_result import Question
from attnviz.session.attention_opening import attention_opened, open_questions
from attnviz.session.importer import Importer, Outcome
from attnviz.ui import file_dialogs

if TYPE_CHECKING:
    from attnviz.app import Application


class ImportActs(QObject):
    """Slots of the window's wishes that concern imported attention."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self.importer = Importer(self)
        self._agreed: tuple[AttentionStack, bool] | None = None  # whose memory may be taken: for a head, or a mean
        self._picked: tuple[object, object, Document] | None = None

    # files -------------------------------------------------------------------------------------------------

    def open(self, paths: Sequence[Path]) -> None:
        """Open files of attention; ask what they leave open."""
        self._read(paths, {}, self._show)

    def read_otherwise(self) -> None:
        """Ask again what the file leaves open, and read it so; an edit that can be undone."""
        source = self._app.session.document.source
        if isinstance(source, ImportedSource) and source.reading.files:
            paths = [Path(file.path) for file in source.reading.files]
            self._read(paths, dict(source.reading.answers), self._ask_again)

    def _read(self, paths: Sequence[Path], answers: Mapping[str, str], take: Callable[[Outcome], None]) -> None:
        self.importer.read(paths, answers, take)

    def _show(self, outcome: Outcome) -> None:
        """Open what was read; where it was read with a guess that must be asked about, ask first."""
        if outcome.found is None:
            self._problem(outcome)
            return
        questions = open_questions(outcome.found, outcome.answers)
        if questions:
            answers = self._ask(questions)
            if answers is not None:
                self._read(outcome.paths, {**outcome.answers, **answers}, self._show)
            return
        name = outcome.paths[0].name
        if not self.may_show(outcome.found.stack, name):
            return
        opened = attention_opened(outcome.found, outcome.paths, outcome.answers)
        self._app.open(opened, translate("acts", "Open {file}").format(file=name))
        if len(outcome.paths) == 1:
            self._app.settings.used(outcome.paths[0])

    def _ask(self, questions: Sequence[Question]) -> dict[str, str] | None:
        from attnviz.ui.question_dialog import ask_questions  # most files leave nothing open

        return ask_questions(self._app.window, questions)

    def _ask_again(self, outcome: Outcome) -> None:
        if outcome.found is None:
            self._problem(outcome)
            return
        answers = self._ask(outcome.found.questions)
        if answers is not None:
            self._read(outcome.paths, {**outcome.answers, **answers}, self._take_over)

    def _take_over(self, outcome: Outcome) -> None:
        """The same document, its files read with other answers."""
        if outcome.found is None:
            self._problem(outcome)
            return
        reading = reading_of(outcome.found, outcome.paths, outcome.answers)
        self._edit(translate("acts", "Read otherwise"), lambda d: imported_edits.with_reading(d, reading))

    def _problem(self, outcome: Outcome) -> None:
        file_dialogs.show_problem(self._app.window, str(outcome.problem))

    def may_show(self, stack: AttentionStack, name: str, average: str = "none") -> bool:
        """Whether to take the memory that one head needs, or several together; where that is much, the person says."""
        found = much(stack, average)
        asked = (stack, average == "none")
        if found is None or asked == self._agreed:
            return True
        form = number_format(self._app.language.name)
        needed, free = (f"{form.fixed(size / 1e9, 1)} GB" for size in found)
        if not file_dialogs.ask_memory(self._app.window, name, needed, free):
            return False
        self._agreed = asked
        return True

    @Slot(str)
    def show_average(self, average: str) -> None:
        """One head, or several taken together."""
        source = self._app.session.document.source
        asks = average != "none" and isinstance(source, ImportedSource)
        if asks and not self.may_show(cast(ImportedSource, source).stack, self._app.name, average):
            self._app.refresh()
        else:
            self._app.look(average=average)

    # numbers -----------------------------------------------------------------------------------------------

    @Slot(object)
    def remedy(self, finding: Finding) -> None:
        self._edit(translate("acts", "Mend the numbers"), lambda d: imported_edits.with_remedy(d, finding))

    @Slot(bool)
    def set_scores(self, on: bool) -> None:
        holds: Holds = "scores" if on else "weights"
        self._edit(translate("acts", "Scores or weights"), lambda d: imported_edits.with_holds(d, holds))

    @Slot(bool)
    def set_words(self, on: bool) -> None:
        self._edit(translate("acts", "Whole words"), lambda d: imported_edits.with_words(d, on))

    def take_back(self) -> None:
        self._edit(translate("acts", "As it was read"), imported_edits.without_treatments)

    def _edit(self, text: str, edit: Callable[[Document], Document]) -> None:
        self._app.acts.edit(text, edit)

    # looking -----------------------------------------------------------------------------------------------

    def picked(self) -> Document:
        """What is looked at of the document; the same object while that stays the same."""
        document, view = self._app.session.document, self._app.view
        place = (view.layer, view.head, view.average)
        if self._picked is None or self._picked[:2] != (document, place):
            self._picked = (document, place, picked_document(document, view))
        return self._picked[2]

    def step(self, axis: str, by: int) -> None:
        """The next or the previous head or layer; at the end of a layer the next one follows."""
        app, scene = self._app, self._app.latest
        source = app.session.document.source
        if scene is None:
            return
        if isinstance(source, ProjectionSource) and axis == "head":
            app.look(head=max(0, min(scene.trace.head + by, source.n_heads - 1)))
        place = scene.trace.place
        if not isinstance(source, ImportedSource) or place is None:
            return
        there = list(source.stack.places())
        if axis == "layer":
            layers = sorted({layer for layer, _ in there})
            index = max(0, min(layers.index(place.layer) + by, len(layers) - 1))
            app.look(layer=layers[index], head=min(place.head, source.stack.heads_of(layers[index]) - 1))
            return
        index = max(0, min(there.index((place.layer, place.head)) + by, len(there) - 1))
        app.look(layer=there[index][0], head=there[index][1])

    @Slot(int, int)
    def open_head(self, layer: int, head: int) -> None:
        """One head of the grid in the Matrix tab."""
        drawing = "heatmap" if self._app.view.drawing == "compare" else self._app.view.drawing
        self._app.look(
            tab="matrix", layer=layer, head=head, average="none", drawing=drawing, heads=self._look(layer, head)
        )

    @Slot(int, int)
    def compare_head(self, layer: int, head: int) -> None:
        """The head that is looked at, and beside it another one of the grid."""
        self._app.look(
            tab="matrix",
            average="none",
            drawing="compare",
            compare=replace(self._app.view.compare, kind="head", layer=layer, head=head),
            heads=self._look(layer, head),
        )

    @Slot(int, int)
    def move_cursor(self, layer: int, head: int) -> None:
        self._app.look(heads=self._look(layer, head))

    def _look(self, layer: int, head: int) -> HeadsLook:
        return replace(self._app.view.heads, layer=layer, head=head)

    def stop(self) -> None:
        self.importer.stop()
