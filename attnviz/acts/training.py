"""What the gestures of the Training tab do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from attnviz.document.document import Document
from attnviz.document.trained import shown_answers, trained_document
from attnviz.document.training_plan import with_plan
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.training_words import run_name, task_name
from attnviz.i18n import translate
from attnviz.session.opening import Opened
from attnviz.session.streak import Streak
from attnviz.session.trainings import Trainings

if TYPE_CHECKING:
    from attnviz.app import Application


class TrainingActs(QObject):
    """Slots of the tab's wishes. Another plan is an edit of the document; running one is not."""

    def __init__(self, app: Application, trainings: Trainings) -> None:
        super().__init__(app)
        self._app = app
        self._trainer = trainings.trainer
        self._streak = Streak()

    def set_plan(self, field: str, value: object, gesture: str) -> None:
        """One field of the plan; the runs begin anew. One gesture is one step of undo, as are quick presses."""
        app = self._app
        document = app.session.document
        try:
            plan = with_plan(document.training, **{field: value})
        except InputError as error:
            app.window.say(str(error))
            app.refresh()
            return
        if plan is not document.training:
            self._look(step=None)
            gesture = f"training:{gesture}" if gesture else self._streak.gesture(f"training:{field}")
            app.session.edit(translate("training", "Change the training"), replace(document, training=plan), gesture)

    def run(self) -> None:
        """Go on, from the start where the runs have ended."""
        self._begin()
        runs = self._trainer.runs
        if runs is not None and runs.finished:
            self._trainer.reset()
        self._trainer.run()

    def pause(self) -> None:
        self._trainer.pause()

    def step(self) -> None:
        self._begin()
        self._trainer.step()

    def reset(self) -> None:
        self._begin()
        self._trainer.reset()

    def _begin(self) -> None:
        self._app.window.accept()
        self._look(step=None)

    def look_back(self, step: int | None) -> None:
        """Show an earlier state of the runs."""
        self._look(step=step)

    def set_pace(self, pace: float | None) -> None:
        self._look(pace=pace)

    def open_weights(self, which: int) -> None:
        """What the shown state of a run has learned as a document of embeddings and projections; 1 is the twin."""
        runs, app = self._trainer.runs, self._app
        if runs is None or which >= len(runs.histories):
            return
        self._trainer.pause()
        history = runs.histories[which]
        state = history.at(app.view.training.step)
        if len(runs.histories) > 1:
            text = translate("training", "{task}, {run}, step {step}")
        else:
            text = translate("training", "{task}, step {step}")
        name = text.format(task=task_name(runs.plan.task), run=run_name(history.plan), step=state.step)
        document: Document = trained_document(history.plan, state, name=name)
        answered = [row for row, answer in enumerate(shown_answers(history.plan)) if answer]
        view = ViewState(tab="steps", query=answered[-1], head=min(app.view.head, runs.plan.n_heads - 1))
        app.open(Opened(document=document, view=view, made=True), translate("training", "Open the learned weights"))

    def _look(self, **changes: object) -> None:
        look = replace(self._app.view.training, **changes)  # type: ignore[arg-type]
        if look != self._app.view.training:
            self._app.look(training=look)
