"""One run in the picture of training: heading, where it is, and A with what the model says beside what is right."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from attnviz.core.training.run import State
from attnviz.core.training.tasks import answer_name
from attnviz.document.trace import Trace
from attnviz.document.trained import shown_answers, shown_tokens, trained_trace
from attnviz.document.training_plan import TrainingPlan
from attnviz.export.figure import Cells, Measure, Sheet
from attnviz.export.scales import weights_scale
from attnviz.export.training_words import run_heading, state_sentence, widest_sentences
from attnviz.i18n import NumberFormat, translate

SMALL = 12
LINE = 17.0
HEADING = 24.0
GAP = 8.0  # between A and the answers, and between the two columns of these
MOST_SIDE, LEAST_SIDE = 340.0, 150.0  # of A
LEAST_PITCH = 9.0  # of A's rows, with answers beside them
LEAST_CELL_WITH_NUMBER = 26.0
COLOURS = ("Q", "K")  # of the run and of its twin
SIGN = " ✓"
SEPARATOR = " · "


@dataclass(frozen=True)  # no slots: cached_property needs a dictionary
class RunColumn:
    """Draws one run `width` wide at `left`. `index` counts runs side by side; None: there is one alone.

    `lay_heading` and `lay_around` draw what stays while the run goes on, `lay_words` and `lay_weights` the rest.
    """

    measure: Measure
    plan: TrainingPlan
    problem: str | None
    left: float
    width: float
    form: NumberFormat
    head: int  # 0-based
    first_head: int
    index: int | None

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        return shown_tokens(self.plan)

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Of all answers that there are."""
        return tuple(answer_name(self.plan, i) for i in range(self.plan.vocabulary))

    @cached_property
    def _right_answers(self) -> tuple[str, ...]:
        return shown_answers(self.plan)

    @cached_property
    def _label(self) -> float:
        """How wide the widest token is."""
        return max(self._wide(name) for name in self.tokens)

    @cached_property
    def _answers(self) -> tuple[float, float]:
        """How wide the two columns of answers are: what is said, what is right."""
        widest = max(self._wide(name, True) for name in self._names)
        return max(widest + self._wide(SIGN, True), self._wide(_said())), max(widest, self._wide(_right()))

    def _wide(self, text: str, bold: bool = False) -> float:
        return self.measure(text, SMALL, bold)

    @property
    def natural_side(self) -> float:
        """How large A can be in this width."""
        return min(self.width - self._label - 6 - 2 * GAP - sum(self._answers), MOST_SIDE)

    @property
    def least_side(self) -> float:
        return min(max(LEAST_SIDE, LEAST_PITCH * len(self.tokens)), self.natural_side)

    def words_height(self) -> float:
        """Lines kept free for where the run is, so that nothing below them moves while it runs."""
        return (len(self._breaks) + len(self._problem_lines)) * LINE

    @cached_property
    def _breaks(self) -> tuple[int, ...]:
        """How many words of where the run is stand in each line: in every line room for the widest numbers."""
        wrapped = [self._wrapped(text, SEPARATOR) for text in widest_sentences(self.plan, self.form)]
        return tuple(len(line.split(SEPARATOR)) for line in max(wrapped, key=len))

    @cached_property
    def _problem_lines(self) -> list[str]:
        return [] if self.problem is None else self._wrapped(self.problem, " ")

    def above(self, side: float) -> float:
        """Between the lines of words and A: its name, and the tokens above it."""
        labels = self._label + 10 if self._upright(side) else 18.0
        return labels + 6 + (18 if self.plan.n_heads > 1 or not self._upright(side) else 4)

    def _upright(self, side: float) -> bool:
        return self._label + 4 > side / len(self.tokens)  # labels above stand upright where they would touch

    def lay_heading(self, sheet: Sheet, top: float) -> None:
        """Of two runs, which this is."""
        if self.index is not None:
            heading = run_heading(self.plan, self.form)
            sheet.text(self.left, top + 13, heading, size=14, bold=True, colour=COLOURS[self.index])

    def lay_words(self, sheet: Sheet, state: State, top: float) -> None:
        """Where the run is, below the heading."""
        top += 0 if self.index is None else HEADING
        words = state_sentence(state, self.form).split(SEPARATOR)
        for count in self._breaks:
            sheet.text(self.left, top + 11, SEPARATOR.join(words[:count]), size=SMALL, colour="muted")
            words, top = words[count:], top + LINE
        for line in self._problem_lines:
            sheet.text(self.left, top + 11, line, size=SMALL, colour="danger", bold=True)
            top += LINE

    def lay_around(self, sheet: Sheet, y: float, side: float) -> None:
        """What stands around A, whose first row is at `y`: its name, the tokens, and the right answers."""
        plan, x, cell = self.plan, self._start, self._cell(side)
        upright = self._upright(side)
        title, baseline = "A", y - 7.0
        if plan.n_heads > 1 or not upright:
            baseline = y - (self._label + 10 if upright else 18) - 4
        if plan.n_heads > 1:
            title = translate("training", "A, head {head}").format(head=self._head + self.first_head)
        sheet.text(self.left, baseline, title, size=15, bold=True, colour="weights")
        size = _fitting(cell)
        for i, name in enumerate(self.tokens):
            centre = (i + 0.5) * cell
            sheet.text(x - 6, y + centre + size * 0.35, name, size=size, colour="muted", align="right")
            if upright:
                sheet.text(x + centre + size * 0.35, y - 6, name, size=size, colour="muted", angle=90)
            else:
                sheet.text(x + centre, y - 7, name, size=size, colour="muted", align="center")
        said, right = self._beside(side)
        sheet.text(said, y - 7, _said(), size=SMALL, colour="muted")
        sheet.text(right, y - 7, _right(), size=SMALL, colour="muted")
        for i, answer in enumerate(self._right_answers):
            if answer:
                sheet.text(right, y + (i + 0.5) * cell + size * 0.35, answer, size=size, colour="muted")

    def lay_weights(self, sheet: Sheet, state: State, y: float, side: float, numbers: bool) -> None:
        """A of the shown head with its first row at `y`, and at its right what the model says."""
        trace, cell = trained_trace(self.plan, state), self._cell(side)
        shown = trace.for_head(self._head)
        sheet.add(
            Cells(
                name=named("weights", self.index),
                x=self._start,
                y=y,
                cell_width=cell,
                cell_height=cell,
                values=shown.weights,
                scale=weights_scale(),
                visible=None if shown.visible.all() else shown.visible,
                numbers=self._numbers(shown) if numbers and cell >= LEAST_CELL_WITH_NUMBER else None,
                number_size=11,
            )
        )
        self._lay_answers(sheet, trace, y, side)

    @property
    def _head(self) -> int:
        return min(self.head, self.plan.n_heads - 1)

    @property
    def _start(self) -> float:
        """Where A begins."""
        return self.left + self._label + 6

    def _cell(self, side: float) -> float:
        return side / len(self.tokens)

    def _beside(self, side: float) -> tuple[float, float]:
        """Where the two columns of answers begin."""
        said = self._start + side + GAP
        return said, said + self._answers[0] + GAP

    def _numbers(self, shown: Trace) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(self.form.fixed(float(w), 2) if seen else "" for w, seen in zip(row, allowed, strict=True))
            for row, allowed in zip(shown.weights, shown.visible, strict=True)
        )

    def _lay_answers(self, sheet: Sheet, trace: Trace, top: float, side: float) -> None:
        """At every row with an answer what the model says, with a tick where that is right."""
        assert trace.chain is not None
        assert trace.chain.Y is not None  # the read-out is W_O
        said = trace.chain.Y.argmax(axis=-1).tolist()
        x, cell = self._beside(side)[0], self._cell(side)
        size = _fitting(cell)
        for i, right in enumerate(self._right_answers):
            if not right:
                continue
            answer, place = self._names[said[i]], top + (i + 0.5) * cell + size * 0.35
            if answer == right:
                sheet.text(x, place, answer + SIGN, size=size, colour="V", bold=True)
            else:
                sheet.text(x, place, answer, size=size, colour="danger")

    def _wrapped(self, text: str, separator: str) -> list[str]:
        """`text` in lines as wide as the column at most, broken at separators only."""
        lines: list[str] = []
        for word in text.split(separator):
            longer = f"{lines[-1]}{separator}{word}" if lines else word
            if lines and self.measure(longer, SMALL, True) <= self.width:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines


def _fitting(pitch: float) -> float:
    """The size of text in rows that are so high."""
    return float(min(SMALL, max(8, math.floor(pitch))))


def _said() -> str:
    return translate("training", "said")


def _right() -> str:
    return translate("training", "right")


def named(matrix: str, index: int | None) -> str:
    """Matrices of the twin have names of their own."""
    return matrix if not index else f"{matrix}'"
