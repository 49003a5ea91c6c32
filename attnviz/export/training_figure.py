"""Training as a picture: the curves, and of every run the weights of a held sequence as they form, and what is learned.

Two runs stand side by side under curves that they share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.core.training.history import History
from attnviz.core.training.parameters import NAMES, Parameters, parameters_in
from attnviz.core.training.run import State
from attnviz.core.training.tasks import answer_name
from attnviz.document.trace import Trace
from attnviz.document.trained import shown_answers, trained_trace
from attnviz.document.training_runs import TrainingRuns
from attnviz.export.cells import ColourScale
from attnviz.export.figure import Cells, Figure, Line, Measure, Sheet
from attnviz.export.plot import Axis, Mark, Series, lay_plot
from attnviz.export.scales import signed_scale, weights_scale
from attnviz.export.training_words import run_heading, run_name, state_sentence, task_name, task_sentence
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
GAP = 28.0
PLOT_HEIGHT, LOW_PLOT = 180.0, 150.0
LEAST_WIDTH = 640.0
NATURAL_WIDTH = 980.0  # of a file
SMALL = 12
MOST_SIDE = 340.0  # of A
LEAST_CELL_WITH_NUMBER = 26.0
LEAST_TILE, MOST_TILE, TILE_HEIGHT = 84.0, 132.0, 84.0  # of a matrix of weights
TILE_GAP = 18.0
TILE_CELL = 12.0
TILE_HEADER = 36.0
Curve = Literal["loss", "accuracy"]
COLOURS = ("Q", "K")  # of the run and of its twin
ROLES = {"E": "ink", "P": "ink", "W_Q": "Q", "W_K": "K", "W_V": "V", "W_O": "output"}


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
) -> Figure:
    """All of it, `width` wide. `step` None is where the runs are now; `head` is 0-based."""
    width = max(width, LEAST_WIDTH)
    sheet = Sheet(measure)
    title = task_name(runs.plan.task)
    sheet.text(MARGIN, MARGIN + 12, title, size=15, bold=True)
    task = sheet.elided(task_sentence(runs.plan), width - 2 * MARGIN, SMALL)
    sheet.text(MARGIN, MARGIN + 32, task, size=SMALL, colour="muted")
    top, half = MARGIN + 48, (width - 2 * MARGIN - GAP) / 2
    single = len(runs.histories) == 1
    curves = _Curves(sheet, runs, step, form)
    if single:  # one above the other, the run beside them
        curves.lay("loss", MARGIN, top, half, PLOT_HEIGHT)
        bottom = curves.lay("accuracy", MARGIN, top + PLOT_HEIGHT + 16, half, PLOT_HEIGHT)
    else:
        curves.lay("loss", MARGIN, top, half, LOW_PLOT)
        top = bottom = curves.lay("accuracy", MARGIN + half + GAP, top, half, LOW_PLOT) + 20
    for index, history in enumerate(runs.histories):
        left = MARGIN + half + GAP if single or index else MARGIN
        column = _Column(sheet, left, half, form, numbers, head, first_head, None if single else index)
        bottom = max(bottom, column.lay(history, step, top))
    tiles = (MARGIN, width - 2 * MARGIN) if single else (MARGIN, half)
    top, end = bottom + 20, bottom
    learned = [parameters_in(history.plan, history.at(step).flat) for history in runs.histories]
    # Side by side, one colour is one number.
    scales = {name: signed_scale(*(getattr(each, name) for each in learned)) for name in NAMES}
    for index, each in enumerate(learned):
        end = max(end, _lay_tiles(sheet, each, scales, tiles[0] + index * (half + GAP), tiles[1], top, index))
    if not single:
        sheet.add(Line(x1=width / 2, y1=curves.bottom + 20, x2=width / 2, y2=end, colour="line"))
    return Figure(
        width=width,
        height=math.ceil(end + MARGIN),
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=title,
        description=_description(runs, step, form),
    )


@dataclass(slots=True)
class _Curves:
    """Loss and accuracy over all steps of the plan, of every run."""

    sheet: Sheet
    runs: TrainingRuns
    step: int | None
    form: NumberFormat
    bottom: float = 0.0

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
        self.bottom = max(self.bottom, y + height)
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


@dataclass(slots=True)
class _Column:
    """One run: heading, where it is, and A with the answers. `index` counts runs side by side."""

    sheet: Sheet
    left: float
    width: float
    form: NumberFormat
    numbers: bool
    head: int
    first_head: int
    index: int | None

    def lay(self, history: History, step: int | None, top: float) -> float:
        """Draw it and return where it ends."""
        state = history.at(step)
        if self.index is not None:
            heading = run_heading(history.plan, self.form)
            self.sheet.text(self.left, top + 13, heading, size=14, bold=True, colour=COLOURS[self.index])
            top += 24
        top = self._lay_words(state_sentence(state, self.form), " · ", top, colour="muted")
        if history.problem is not None:
            top = self._lay_words(history.problem, " ", top, colour="danger", bold=True)
        return self._lay_weights(history, trained_trace(history.plan, state), top + 6)

    def _lay_words(self, text: str, separator: str, top: float, **style: object) -> float:
        for line in _wrapped(self.sheet, text, separator, self.width):
            self.sheet.text(self.left, top + 11, line, size=SMALL, **style)
            top += 17
        return top

    def _lay_weights(self, history: History, trace: Trace, top: float) -> float:
        """A of the shown head, rows with the model's answers at their right; return where it ends."""
        sheet, plan = self.sheet, history.plan
        head = min(self.head, plan.n_heads - 1)
        shown = trace.for_head(head)
        title = "A"
        if plan.n_heads > 1:
            title = translate("training", "A, head {head}").format(head=head + self.first_head)
        sheet.text(self.left, top + 13, title, size=15, bold=True, colour="weights")
        widest = max(sheet.measure(name, SMALL, False) for name in shown.tokens_q)
        answers = max(sheet.measure(_ANSWER_ROOM, SMALL, True), sheet.measure(_answer(), SMALL, False))
        side = min(self.width - widest - 6 - 8 - answers, MOST_SIDE)
        cell = side / shown.n_q
        upright = widest + 4 > cell  # labels above stand upright where they would touch
        x, y = self.left + widest + 6, top + (max(widest + 26, 40) if upright else 40)
        sheet.add(
            Cells(
                name=_named("weights", self.index),
                x=x,
                y=y,
                cell_width=cell,
                cell_height=cell,
                values=shown.weights,
                scale=weights_scale(),
                visible=None if shown.visible.all() else shown.visible,
                numbers=self._numbers(shown) if self.numbers and cell >= LEAST_CELL_WITH_NUMBER else None,
                number_size=11,
            )
        )
        for i, name in enumerate(shown.tokens_q):
            centre = (i + 0.5) * cell
            sheet.text(x - 6, y + centre + 4, name, size=SMALL, colour="muted", align="right")
            if upright:
                sheet.text(x + centre + 4, y - 6, name, size=SMALL, colour="muted", angle=90)
            else:
                sheet.text(x + centre, y - 7, name, size=SMALL, colour="muted", align="center")
        self._lay_answers(history, trace, x + side + 8, y, cell)
        return y + side

    def _numbers(self, shown: Trace) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(self.form.fixed(float(w), 2) if seen else "" for w, seen in zip(row, allowed, strict=True))
            for row, allowed in zip(shown.weights, shown.visible, strict=True)
        )

    def _lay_answers(self, history: History, trace: Trace, x: float, top: float, cell: float) -> None:
        """At every row with an answer what the model says, and the right answer where it is another."""
        assert trace.chain is not None
        assert trace.chain.Y is not None  # the read-out is W_O
        said = trace.chain.Y.argmax(axis=-1)
        self.sheet.text(x, top - 7, _answer(), size=SMALL, colour="muted")
        for i, right in enumerate(shown_answers(history.plan)):
            if not right:
                continue
            answer = answer_name(history.plan, int(said[i]))
            place = top + (i + 0.5) * cell + 4
            if answer == right:
                self.sheet.text(x, place, f"{answer} ✓", size=SMALL, colour="V", bold=True)
            else:
                self.sheet.text(x, place, f"{answer} ✗ {right}", size=SMALL, colour="danger")


def _answer() -> str:
    return translate("training", "answer")


def _lay_tiles(
    sheet: Sheet,
    learned: Parameters,
    scales: dict[str, ColourScale],
    left: float,
    width: float,
    top: float,
    index: int,
) -> float:
    """The six matrices that are learned, in one row or in two; return where they end."""
    a_row = 6 if width >= 6 * LEAST_TILE + 5 * TILE_GAP else 3
    most = min((width - (a_row - 1) * TILE_GAP) / a_row, MOST_TILE)
    bottom = top
    for place, (name, matrix) in enumerate(learned.named()):
        rows, columns = matrix.shape
        if place % a_row == 0 and place:
            top = bottom + 16
        x = left + place % a_row * (most + TILE_GAP)
        sheet.text(x, top + 12, name, size=13, bold=True, colour=ROLES[name])
        sheet.text(x, top + 28, f"{rows} × {columns}", size=SMALL, colour="muted")
        cells = Cells(
            name=_named(name, index),
            x=x,
            y=top + TILE_HEADER,
            cell_width=min(TILE_CELL, most / columns),
            cell_height=min(TILE_CELL, TILE_HEIGHT / rows),
            values=matrix,
            scale=scales[name],
        )
        sheet.add(cells)
        bottom = max(bottom, cells.y + cells.height)
    return bottom


_ANSWER_ROOM = "00 ✗ 00"


def _named(matrix: str, index: int | None) -> str:
    """Matrices of the twin have names of their own."""
    return matrix if not index else f"{matrix}'"


def _wrapped(sheet: Sheet, text: str, separator: str, width: float) -> list[str]:
    """`text` in lines at most `width` wide, broken at separators only."""
    lines: list[str] = []
    for word in text.split(separator):
        longer = f"{lines[-1]}{separator}{word}" if lines else word
        if lines and sheet.measure(longer, SMALL, True) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _description(runs: TrainingRuns, step: int | None, form: NumberFormat) -> str:
    parts = [task_name(runs.plan.task) + "."]
    for history in runs.histories:
        state: State = history.at(step)
        name = f"{run_heading(history.plan, form)}: " if len(runs.histories) > 1 else ""
        parts.append(f"{name}{state_sentence(state, form)}.")
        if history.problem is not None:
            parts.append(history.problem)
    return " ".join(parts)
