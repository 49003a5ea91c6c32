"""Presenting: what one step on and one step back are in each tab, and the screen given and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast, get_args

from PySide6.QtCore import QObject

from attnviz.document.head_grid import ordered
from attnviz.document.imported_source import ImportedSource
from attnviz.document.shapes_look import PICTURES
from attnviz.document.view_state import Script, Tab
from attnviz.export.absent import absent_sentence
from attnviz.export.presented import chain_step, chain_steps
from attnviz.export.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from attnviz.app import Application

SCRIPTS = cast("Sequence[Script]", get_args(Script))
SCRUBS = 40  # steps of the clicker from the first to the last of a training


class Presenting(QObject):
    """Slots of the presenter. Nothing here is an edit but an experiment, which undo takes back."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self._first_row = 0  # that the chain was walked with: the others come after it
        self._experiments: tuple[str | None, int] = (None, 0)  # lesson, and how many of its experiments were made
        self._steps: dict[Tab, Callable[[Scene, int], None]] = {
            "steps": self._step_chain,
            "gradient": self._step_chain,
            "matrix": self._step_rows,
            "heads": self._step_heads,
            "training": self._step_training,
            "shapes": self._step_shapes,
            "code": self._step_code,
        }

    # the screen --------------------------------------------------------------------------------------------

    def toggle(self) -> None:
        if self._app.window.presenting:
            self.leave()
        else:
            self.enter()

    def enter(self) -> None:
        """The picture on the whole screen."""
        scene = self._app.scene
        if scene is not None:
            self._first_row = scene.query
            self._app.window.present(True)
            self._app.refresh()

    def leave(self) -> None:
        """The window as it was before."""
        self._app.window.present(False)
        self._app.refresh()

    # steps -------------------------------------------------------------------------------------------------

    @property
    def _shown(self) -> Scene | None:
        """What is presented, or will be; None where the tab has nothing to show of such a document, and no steps."""
        scene = self._app.latest
        return scene if scene is not None and absent_sentence(scene) is None else None

    def step(self, by: int) -> None:
        """One step on, or back where `by` is −1."""
        scene = self._shown
        if scene is not None:
            self._steps[scene.view.tab](scene, by)

    def space(self) -> None:
        """Run or pause what runs; elsewhere a step on."""
        scene = self._shown
        if scene is None:
            return
        if scene.view.tab != "training":
            self.step(1)
        elif scene.training is not None and scene.training.running:
            self._app.training.pause()
        else:
            self._app.training.run()

    def other(self, by: int) -> None:
        """Another row, or in the Matrix tab, where steps are rows, another head."""
        scene = self._shown
        if scene is None:
            return
        if scene.view.tab == "matrix" and self._has_heads(scene):
            self._app.importing.step("head", by)
        elif scene.view.tab in ("steps", "gradient", "matrix"):
            self._follow(scene, scene.query + by)

    def go_to_end(self, last: bool) -> None:
        """The first step, or the last one."""
        scene = self._shown
        if scene is None:
            return
        tab = scene.view.tab
        if tab in ("steps", "gradient"):
            self._show_step(scene, len(chain_steps(scene)) - 1 if last else 0)
        elif tab == "matrix":
            self._follow(scene, scene.trace.n_q - 1 if last else 0)
        elif tab == "training":
            self._app.training.look_back(None if last else 0)
        elif tab == "shapes":
            self._app.acts.shapes.look("picture", PICTURES[-1 if last else 0])
        elif tab == "heads" and scene.grid is not None:
            shown = ordered(scene.grid, scene.view.heads)
            self._app.importing.move_cursor(*scene.grid.places[shown[-1 if last else 0]])

    def _step_chain(self, scene: Scene, by: int) -> None:
        """The chain's steps; after the last one the other rows, from the one that was followed on and around."""
        last, step = len(chain_steps(scene)) - 1, chain_step(scene)
        n_q = scene.trace.n_q
        if step < last:
            self._first_row = scene.query
        seen = (scene.query - self._first_row) % n_q
        if step < last or (by < 0 and seen == 0):
            self._show_step(scene, step + by)
        elif 0 <= seen + by < n_q:
            self._follow(scene, (scene.query + by) % n_q)

    def _show_step(self, scene: Scene, step: int) -> None:
        last = len(chain_steps(scene)) - 1
        name = "back_step" if scene.view.tab == "gradient" else "step"
        self._app.look(**{name: None if step >= last else max(step, 0)})

    def _follow(self, scene: Scene, query: int) -> None:
        self._app.look(query=min(max(query, 0), scene.trace.n_q - 1), key=None)

    def _step_rows(self, scene: Scene, by: int) -> None:
        """Row after row; beyond the last one the next head."""
        query = scene.query + by
        if 0 <= query < scene.trace.n_q:
            self._follow(scene, query)
        elif self._has_heads(scene):
            before = (self._app.view.layer, self._app.view.head)
            self._app.importing.step("head", by)
            if (self._app.view.layer, self._app.view.head) != before and self._app.scene is not None:
                self._follow(self._app.scene, 0 if by > 0 else self._app.scene.trace.n_q - 1)

    @staticmethod
    def _has_heads(scene: Scene) -> bool:
        return isinstance(scene.document.source, ImportedSource) or scene.trace.n_heads > 1

    def _step_heads(self, scene: Scene, by: int) -> None:
        if scene.grid is None:
            return
        shown = ordered(scene.grid, scene.view.heads)
        here = scene.grid.index(scene.view.heads.layer, scene.view.heads.head)
        at = shown.index(here) if here in shown else -1
        if shown:
            self._app.importing.move_cursor(*scene.grid.places[shown[min(max(at + by, 0), len(shown) - 1)]])

    def _step_training(self, scene: Scene, by: int) -> None:
        """Through the kept steps of the runs; at the end of a run that goes on, one step of it."""
        runs = scene.training
        if runs is None:
            return
        shown = runs.kept(scene.view.training.step)
        if shown is None and by > 0:
            if not (runs.running or runs.finished):
                self._app.training.step()
            return
        here = runs.step if shown is None else shown
        stride = max(runs.step // SCRUBS, 1)
        wanted = runs.nearest(min(max(here + by * stride, 0), runs.step), here)
        self._app.training.look_back(None if wanted >= runs.step else wanted)

    def _step_shapes(self, scene: Scene, by: int) -> None:
        at = PICTURES.index(scene.view.shapes.picture) + by
        self._app.acts.shapes.look("picture", PICTURES[min(max(at, 0), len(PICTURES) - 1)])

    def _step_code(self, scene: Scene, by: int) -> None:
        at = SCRIPTS.index(scene.view.code) + by
        self._app.look(code=SCRIPTS[min(max(at, 0), len(SCRIPTS) - 1)])

    # experiments -------------------------------------------------------------------------------------------

    def experiment(self) -> None:
        """The lesson's next experiment, and what it lets one see."""
        app, lesson = self._app, self._app.lesson
        if lesson is None or not lesson.experiments:
            return
        known, made = self._experiments
        index = made if known == lesson.id else 0
        if index >= len(lesson.experiments):
            return
        self._experiments = (lesson.id, index + 1)
        app.acts.apply_experiment(index)
        experiment = lesson.experiments[index]
        app.window.presenter.observe(f"{experiment.title}\n{experiment.observe}")
