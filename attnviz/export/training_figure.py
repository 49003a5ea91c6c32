"""Training as a picture: the curves, and of every run the weights of a held sequence as they form, and what is learned.

Two runs stand side by side under curves that they share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.core.training.history import History
from attnviz.core.training.parameters import NAMES, parameters_in
from attnviz.core.training.run import State
from attnviz.document.training_runs import TrainingRuns
from attnviz.export.figure import Figure, Line, Measure, Sheet
from attnviz.export.plot import Axis, Mark, Series, lay_plot
from attnviz.export.scales import signed_scale
from attnviz.export.training_layout import BELOW_PLOTS, BETWEEN, Needs, below, beside
from attnviz.export.training_run import COLOURS, HEADING, SMALL, RunColumn
from attnviz.export.training_tiles import lay_tiles, tiles_height
from attnviz.export.training_words import run_heading, run_name, state_sentence, task_name, task_sentence
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
GAP = 28.0
LEAST_WIDTH = 640.0
NATURAL_WIDTH = 980.0  # of a file
LOW = 520.0  # a window lower than this has the task in one line
ABOVE_TILES = 20.0
TILES_HEADING = 24.0
Curve = Literal["loss", "accuracy"]


def training_figure(
    runs: TrainingRuns,
    *,
    step: int | None,
    head: int,
    width: float,
    measure: Measure,
    form: NumberFormat,
    numbers: bool = True,
    first_head: int = 1,
    height: float | None = None,
) -> Figure:
    """All of it, `width` wide. `step` None is where the runs are now; `head` is 0-based.

    `height` is what a window shows at once: as much as can be, A first, is laid out to be seen in it.
    """
    width, step = max(width, LEAST_WIDTH), runs.kept(step)
    sheet = Sheet(measure)
    top = _lay_title(sheet, runs, width, low=height is not None and height < LOW)
    half = (width - 2 * MARGIN - GAP) / 2
    single = len(runs.histories) == 1
    columns = []
    for index, history in enumerate(runs.histories):
        left = MARGIN + half + GAP if single or index else MARGIN
        place = None if single else index
        columns.append(RunColumn(sheet, history, left, half, form, numbers, head, first_head, place))
    tiles = (MARGIN, width - 2 * MARGIN if single else half)
    words = max(column.words_height() for column in columns) + (0 if single else HEADING)
    side = min(column.natural_side for column in columns)
    needs = Needs(
        above=words + columns[0].above(side),
        side=side,
        least=max(column.least_side for column in columns),
        tiles=ABOVE_TILES + TILES_HEADING + tiles_height(tiles[1]),
    )
    shares = (beside if single else below)(needs, None if height is None else height - top - MARGIN / 2)
    curves = _Curves(sheet, runs, step, form)
    if single:  # one above the other, the run beside them
        curves.lay("loss", MARGIN, top, half, shares.plot)
        bottom = curves.lay("accuracy", MARGIN, top + shares.plot + BETWEEN, half, shares.plot)
    else:
        curves.lay("loss", MARGIN, top, half, shares.plot)
        top = bottom = curves.lay("accuracy", MARGIN + half + GAP, top, half, shares.plot) + BELOW_PLOTS
    weights = top + words + columns[0].above(shares.side)
    for column in columns:
        column.lay_words(step, top)
        column.lay_weights(step, weights, shares.side)
    end = _lay_learned(sheet, runs, step, tiles, max(bottom, weights + shares.side) + ABOVE_TILES)
    if not single:
        sheet.add(Line(x1=width / 2, y1=top, x2=width / 2, y2=weights + shares.side, colour="line"))
    return Figure(
        width=width,
        height=math.ceil(end + MARGIN),
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=task_name(runs.plan.task),
        description=_description(runs, step, form),
    )


def _lay_title(sheet: Sheet, runs: TrainingRuns, width: float, *, low: bool) -> float:
    """The task and what its right answers are, in a `low` window side by side; return where they end."""
    title, sentence = task_name(runs.plan.task), task_sentence(runs.plan)
    above = 10.0 if low else MARGIN
    sheet.text(MARGIN, above + 12, title, size=15, bold=True)
    left, baseline, end = MARGIN, above + 32, above + 48
    if low:
        left, baseline, end = MARGIN + sheet.measure(title, 15, True) + 14, above + 12, above + 26
    shown = sheet.elided(sentence, width - MARGIN - left, SMALL)
    sheet.text(left, baseline, shown, size=SMALL, colour="muted")
    return end


def _lay_learned(sheet: Sheet, runs: TrainingRuns, step: int | None, tiles: tuple[float, float], top: float) -> float:
    """What every run has learned; `tiles` is where the first one's begin and how wide they are together."""
    sheet.text(tiles[0], top + 13, translate("training", "Learned weights"), size=14, bold=True)
    learned = [parameters_in(history.plan, history.at(step).flat) for history in runs.histories]
    # Side by side, one colour is one number.
    scales = {name: signed_scale(*(getattr(each, name) for each in learned)) for name in NAMES}
    left, width = tiles
    return max(
        lay_tiles(sheet, each, scales, left + index * (width + GAP), width, top + TILES_HEADING, index)
        for index, each in enumerate(learned)
    )


@dataclass(slots=True)
class _Curves:
    """Loss and accuracy over all steps of the plan, of every run."""

    sheet: Sheet
    runs: TrainingRuns
    step: int | None
    form: NumberFormat

    def lay(self, name: Curve, x: float, y: float, width: float, height: float) -> float:
        """Draw one of them and return where it ends."""
        runs = self.runs
        steps = Axis(title=translate("training", "step"), low=0, high=max(runs.plan.steps, 1))
        marks = () if self.step is None else (Mark(x=self.step, text=str(self.step)),)
        if name == "loss":
            axis = Axis(title=translate("training", "loss (nats)"), low=0, high=_loss_ceiling(runs))
        else:
            axis = Axis(title=translate("training", "accuracy"), low=0, high=1)
        series = [_series(history, name, index, len(runs.histories)) for index, history in enumerate(runs.histories)]
        lay_plot(self.sheet, series, steps, axis, x=x, y=y, width=width, height=height, form=self.form, marks=marks)
        return y + height


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
