"""Four tasks that a single head can learn by looking at the right token; sequences are drawn, never stored.

    previous   a b c d      → - a b c        the answer to every token is the one before it
    delay      a b c d      → - - a b        … the one `delay` before it
    match      a2 c1 c? a?  → - - 1 2        the answer to a question is the label its letter came with
    marked     a b* c d     → b b b b        the answer everywhere is the token that carries the mark

"-" has no answer and costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.core.training.plan import TrainingPlan

Ints = NDArray[np.intp]

NO_ANSWER = -1
MARK = "*"
QUESTION = "?"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Batch:
    """Sequences and their answers, all (batch, n)."""

    symbols: Ints  # 0 … vocabulary - 1
    extras: Ints  # what is written beside a symbol: its label, a question or a mark; 0 … extra_count - 1
    answers: Ints  # 0 … vocabulary - 1, or NO_ANSWER


def draw(plan: TrainingPlan, batch: int, generator: np.random.Generator) -> Batch:
    """`batch` new sequences of the plan's task."""
    if plan.task == "match":
        return _match(plan, batch, generator)
    symbols = generator.integers(plan.vocabulary, size=(batch, plan.n))
    extras = np.zeros_like(symbols)
    if plan.task == "marked":
        rows, marked = np.arange(batch), generator.integers(plan.n, size=batch)
        extras[rows, marked] = 1
        answers = np.repeat(symbols[rows, marked][:, None], plan.n, axis=1)
    else:
        back = 1 if plan.task == "previous" else plan.delay
        answers = np.full_like(symbols, NO_ANSWER)
        answers[:, back:] = symbols[:, :-back]
    return Batch(symbols=symbols, extras=extras, answers=answers)


def extra_count(plan: TrainingPlan) -> int:
    """How many different things may stand beside a symbol, nothing included."""
    if plan.task == "match":
        return plan.vocabulary + 1  # every label, and the question
    return 2 if plan.task == "marked" else 1


def token_names(plan: TrainingPlan, batch: Batch, index: int) -> tuple[str, ...]:
    """The tokens of one sequence as a reader sees them: a, b*, c2, c?"""
    pairs = zip(batch.symbols[index], batch.extras[index], strict=True)
    return tuple(_letter(int(symbol)) + _extra(plan, int(extra)) for symbol, extra in pairs)


def answer_names(plan: TrainingPlan, batch: Batch, index: int) -> tuple[str, ...]:
    """The answers of one sequence; an empty text where there is none."""
    return tuple("" if answer == NO_ANSWER else answer_name(plan, int(answer)) for answer in batch.answers[index])


def answer_name(plan: TrainingPlan, answer: int) -> str:
    """A label's number in the task "match", a letter in the others."""
    return str(answer + 1) if plan.task == "match" else _letter(answer)


def _letter(symbol: int) -> str:
    return chr(ord("a") + symbol)


def _extra(plan: TrainingPlan, extra: int) -> str:
    if plan.task == "match":
        return QUESTION if extra == plan.vocabulary else str(extra + 1)
    return MARK if extra else ""


def _match(plan: TrainingPlan, batch: int, generator: np.random.Generator) -> Batch:
    """Different letters with labels in the first half; in the second the same letters, asked in another order.

    An odd n asks for one of the letters twice.
    """
    known = plan.n // 2
    asked = plan.n - known
    letters = generator.random((batch, plan.vocabulary)).argsort(axis=1)[:, :known]
    labels = generator.integers(plan.vocabulary, size=(batch, known))
    order = generator.random((batch, known)).argsort(axis=1)
    order = np.concatenate([order, order[:, : asked - known]], axis=1)  # (batch, asked)
    symbols = np.concatenate([letters, np.take_along_axis(letters, order, axis=1)], axis=1)
    questions = np.full((batch, asked), plan.vocabulary)
    nothing = np.full((batch, known), NO_ANSWER)
    return Batch(
        symbols=symbols,
        extras=np.concatenate([labels, questions], axis=1),
        answers=np.concatenate([nothing, np.take_along_axis(labels, order, axis=1)], axis=1),
    )
