"""One run in the picture of training: heading, where it is, and A with what the model says beside what is right."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from attnviz.core.training.history import History
from attnviz.core.training.tasks import answer_name
from attnviz.document.trace import Trace
from attnviz.document.trained import shown_answers, shown_tokens, trained_trace
from attnviz.export.figure import Cells, Sheet
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


@dataclass(frozen=True)  # no slots: cached_property needs a dictionary
class RunColumn:
    """Draws one run `width` wide at `left`. `index` counts runs side by side; None: there is one alone."""

    sheet: Sheet
    history: History
    left: float
    width: float
    form: NumberFormat
    numbers: bool
    head: int
    first_head: int
    index: int | None

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        return shown_tokens(self.history.plan)

    @cached_property
    def _label(self) -> float:
        """How wide the widest token is."""
        return max(self._wide(name) for name in self.tokens)

    @cached_property
    def _answers(self) -> tuple[float, float]:
        """How wide the two columns of answers are: what is said, what is right."""
        names = [answer_name(self.history.plan, i) for i in range(self.history.plan.vocabulary)]
        widest = max(self._wide(name, True) for name in names)
        return max(widest + self._wide(SIGN, True), self._wide(_said())), max(widest, self._wide(_right()))

    def _wide(self, text: str, bold: bool = False) -> float:
        return self.sheet.measure(text, SMALL, bold)

    @property
    def natural_side(self) -> float:
        """How large A can be in this width."""
        return min(self.width - self._label - 6 - 2 * GAP - sum(self._answers), MOST_SIDE)

    @property
    def least_side(self) -> float:
        return min(max(LEAST_SIDE, LEAST_PITCH * len(self.tokens)), self.natural_side)

    def words_height(self) -> float:
        """Lines kept free for where the run is, so that nothing below them moves while it runs."""
        lines = max(len(self._wrapped(text, " · ")) for text in widest_sentences(self.history.plan, self.form))
        if self.history.problem is not None:
            lines += len(self._wrapped(self.history.problem, " "))
        return lines * LINE

    def above(self, side: float) -> float:
        """Between the lines of words and A: its name, and the tokens above it."""
        labels = self._label + 10 if self._upright(side) else 18.0
        return labels + 6 + (18 if self.history.plan.n_heads > 1 or not self._upright(side) else 4)

    def _upright(self, side: float) -> bool:
        return self._label + 4 > side / len(self.tokens)  # labels above stand upright where they would touch

    def lay_words(self, step: int | None, top: float) -> None:
        """Heading and where the run is."""
        history = self.history
        if self.index is not None:
            heading = run_heading(history.plan, self.form)
            self.sheet.text(self.left, top + 13, heading, size=14, bold=True, colour=COLOURS[self.index])
            top += HEADING
        for line in self._wrapped(state_sentence(history.at(step), self.form), " · "):
            self.sheet.text(self.left, top + 11, line, size=SMALL, colour="muted")
            top += LINE
        for line in self._wrapped(history.problem, " ") if history.problem is not None else []:
            self.sheet.text(self.left, top + 11, line, size=SMALL, colour="danger", bold=True)
            top += LINE

    def lay_weights(self, step: int | None, y: float, side: float) -> None:
        """A of the shown head with its first row at `y`, and the model's answers at its right."""
        sheet, plan = self.sheet, self.history.plan
        trace = trained_trace(plan, self.history.at(step))
        head = min(self.head, plan.n_heads - 1)
        shown = trace.for_head(head)
        cell, x = side / shown.n_q, self.left + self._label + 6
        upright = self._upright(side)
        title, baseline = "A", y - 7.0
        if plan.n_heads > 1 or not upright:
            baseline = y - (self._label + 10 if upright else 18) - 4
        if plan.n_heads > 1:
            title = translate("training", "A, head {head}").format(head=head + self.first_head)
        sheet.text(self.left, baseline, title, size=15, bold=True, colour="weights")
        sheet.add(
            Cells(
                name=named("weights", self.index),
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
        size = _fitting(cell)
        for i, name in enumerate(shown.tokens_q):
            centre = (i + 0.5) * cell
            sheet.text(x - 6, y + centre + size * 0.35, name, size=size, colour="muted", align="right")
            if upright:
                sheet.text(x + centre + size * 0.35, y - 6, name, size=size, colour="muted", angle=90)
            else:
                sheet.text(x + centre, y - 7, name, size=size, colour="muted", align="center")
        self._lay_answers(trace, x + side + GAP, y, cell)

    def _numbers(self, shown: Trace) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(self.form.fixed(float(w), 2) if seen else "" for w, seen in zip(row, allowed, strict=True))
            for row, allowed in zip(shown.weights, shown.visible, strict=True)
        )

    def _lay_answers(self, trace: Trace, x: float, top: float, cell: float) -> None:
        """At every row with an answer what the model says, with a tick where that is right, and what is right."""
        assert trace.chain is not None
        assert trace.chain.Y is not None  # the read-out is W_O
        said = trace.chain.Y.argmax(axis=-1)
        beside, size = x + self._answers[0] + GAP, _fitting(cell)
        self.sheet.text(x, top - 7, _said(), size=SMALL, colour="muted")
        self.sheet.text(beside, top - 7, _right(), size=SMALL, colour="muted")
        for i, right in enumerate(shown_answers(self.history.plan)):
            if not right:
                continue
            answer = answer_name(self.history.plan, int(said[i]))
            place = top + (i + 0.5) * cell + size * 0.35
            if answer == right:
                self.sheet.text(x, place, answer + SIGN, size=size, colour="V", bold=True)
            else:
                self.sheet.text(x, place, answer, size=size, colour="danger")
            self.sheet.text(beside, place, right, size=size, colour="muted")

    def _wrapped(self, text: str, separator: str) -> list[str]:
        """`text` in lines as wide as the column at most, broken at separators only."""
        lines: list[str] = []
        for word in text.split(separator):
            longer = f"{lines[-1]}{separator}{word}" if lines else word
            if lines and self.sheet.measure(longer, SMALL, True) <= self.width:
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
