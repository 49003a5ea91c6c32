"""Training as a picture: the curves, and of every run the weights of a held sequence as they form, and what is learned.

Two runs stand side by side under curves that they share. What stays while they go on is laid in `training_ground`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnviz.core.training.history import History
from attnviz.core.training.parameters import parameters_in
from attnviz.core.training.run import State
from attnviz.document.training_runs import TrainingRuns
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.plot import Mark, Series, lay_lines
from attnviz.export.scene import Scene
from attnviz.export.training_ground import Curve, Ground, Terms, lay_ground
from attnviz.export.training_run import COLOURS
from attnviz.export.training_tiles import lay_tiles, learned_scales
from attnviz.export.training_words import run_heading, run_name, state_sentence, task_name
from attnviz.i18n import NumberFormat

LEAST_WIDTH = 640.0
NATURAL_WIDTH = 980.0  # of a file


@dataclass(frozen=True, slots=True, eq=False)
class TrainingPicture:
    figure: Figure
    ground: Ground  # its items are the figure's first ones

    def curve_at(self, x: float, y: float) -> Curve | None:
        """Which curve's frame a point is in."""
        return next((name for name, room in self.ground.curves.items() if room.frame.contains(x, y)), None)

    def step_at(self, curve: Curve, x: float) -> int:
        """The step that stands there in a curve's frame, or at its end."""
        return round(self.ground.curves[curve].frame.across.value(x))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunsLook:
    """How the runs of a plan are shown: which step of them and which head, how numbers are written, in which room."""

    form: NumberFormat
    step: int | None = None  # None is where the runs are now
    head: int = 0  # 0-based
    first_head: int = 1  # the number by which the first head is called
    numbers: bool = True  # whether cells have them
    width: float = NATURAL_WIDTH
    height: float | None = None  # what a window shows at once: as much as can be, A first, is laid out to be seen in it
    wide: bool = False  # two runs beside their curves, for a page that is wider than high


def runs_look(scene: Scene, *, width: float, height: float | None = None, wide: bool = False) -> RunsLook:
    """How a scene shows them, in a room of this size."""
    view = scene.view
    return RunsLook(
        form=scene.form,
        step=view.training.step,
        head=view.head,
        first_head=view.first_head,
        numbers=view.numbers,
        width=width,
        height=height,
        wide=wide,
    )


def training_figure(runs: TrainingRuns, look: RunsLook, measure: Measure) -> Figure:
    """The figure alone: see training_picture."""
    return training_picture(runs, look, measure).figure


def training_picture(
    runs: TrainingRuns, look: RunsLook, measure: Measure, before: TrainingPicture | None = None
) -> TrainingPicture:
    """All of it, as wide as `look` says, but not below LEAST_WIDTH. `before` is an earlier picture in the same
    language: what would be the same as in it is taken from it.
    """
    terms = Terms(
        plan=runs.plan,
        problems=tuple(history.problem for history in runs.histories),
        ceiling=_loss_ceiling(runs),
        width=max(look.width, LEAST_WIDTH),
        height=look.height,
        measure=measure,
        form=look.form,
        head=look.head,
        first_head=look.first_head,
        wide=look.wide and len(runs.histories) > 1,
    )
    ground = before.ground if before is not None and before.ground.terms == terms else lay_ground(terms)
    sheet, step = Sheet(measure), runs.kept(look.step)
    states = tuple(history.at(step) for history in runs.histories)
    marks = () if step is None else (Mark(x=step, text=str(step)),)
    for name, room in ground.curves.items():
        series = [_series(history, name, index, len(states)) for index, history in enumerate(runs.histories)]
        lay_lines(sheet, room, series, marks)
    for column, state in zip(ground.columns, states, strict=True):
        column.lay_words(sheet, state, ground.words)
        column.lay_weights(sheet, state, ground.weights, ground.side, look.numbers)
    # Of now too, so that a colour says the same number all along the way, on which one looks back or a film goes.
    scales = learned_scales(runs.plan, tuple(dict.fromkeys((*(history.last for history in runs.histories), *states))))
    for index, (state, places) in enumerate(zip(states, ground.tiles, strict=True)):
        lay_tiles(sheet, parameters_in(runs.plan, state.flat), scales, places, index)
    figure = Figure(
        width=terms.width,
        height=math.ceil(ground.height),
        items=(*ground.items, *sheet.items),
        still=frozenset(range(len(ground.items))),
        title=task_name(runs.plan.task),
        description=_description(runs, step, look.form),
    )
    return TrainingPicture(figure, ground)


def _series(history: History, name: Curve, index: int, count: int) -> Series:
    return Series(
        name=run_name(history.plan) if count > 1 else "",
        x=np.array([state.step for state in history.states], dtype=np.float64),
        y=np.array([getattr(state, name) for state in history.states], dtype=np.float64),
        colour=COLOURS[index],
        marker=len(history.states) == 1,
    )


def _loss_ceiling(runs: TrainingRuns) -> float:
    """Room for twice the loss of knowing nothing; what a diverging run does above it does not flatten the rest."""
    nothing = math.log(runs.plan.vocabulary)
    found = [state.loss for history in runs.histories for state in history.states if math.isfinite(state.loss)]
    return min(max([*found, nothing]) * 1.05, 2 * nothing)


def _description(runs: TrainingRuns, step: int | None, form: NumberFormat) -> str:
    parts = [task_name(runs.plan.task) + "."]
    for history in runs.histories:
        state: State = history.at(step)
        name = f"{run_heading(history.plan, form)}: " if len(runs.histories) > 1 else ""
        parts.append(f"{name}{state_sentence(state, form)}.")
        if history.problem is not None:
            parts.append(history.problem)
    return " ".join(parts)
