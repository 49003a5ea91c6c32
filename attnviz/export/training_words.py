"""Training in words: tasks, runs, and where a run is."""

from __future__ import annotations

from math import isfinite, sqrt

from attnviz.core.training.plan import Task, TrainingPlan
from attnviz.core.training.run import State
from attnviz.i18n import NumberFormat, translate


def task_name(task: Task) -> str:
    """A task as a list shows it."""
    names: dict[Task, str] = {
        "previous": translate("training", "Attend to the previous token"),
        "delay": translate("training", "Copy with a delay"),
        "match": translate("training", "Find the matching token"),
        "marked": translate("training", "Attend to the marked token"),
    }
    return names[task]


def task_sentence(plan: TrainingPlan) -> str:
    """What the right answers are."""
    sentences: dict[Task, str] = {
        "previous": translate("training", "The right answer at every token is the token before it."),
        "delay": translate("training", "The right answer at every token is the one {delay} places before it."),
        "match": translate(
            "training", "Letters come with a number (c2); later they are asked for (c?), and the number is the answer."
        ),
        "marked": translate("training", "The right answer everywhere is the token that carries the mark (b*)."),
    }
    return sentences[plan.task].format(delay=plan.delay)


def run_name(plan: TrainingPlan) -> str:
    """A run beside its twin, short."""
    return translate("training", "÷ √dₖ") if plan.divide else translate("training", "not divided")


def run_heading(plan: TrainingPlan, form: NumberFormat) -> str:
    """A run beside its twin, with the number."""
    if plan.divide:
        return translate("training", "Divided by √dₖ = {root}").format(root=form.short(sqrt(plan.d_k)))
    return translate("training", "Not divided (dₖ = {d_k})").format(d_k=plan.d_k)


def state_sentence(state: State, form: NumberFormat) -> str:
    """Where a run is, in numbers."""
    return _sentence(state.step, state.loss, state.accuracy, state.saturated, form)


def widest_sentences(plan: TrainingPlan, form: NumberFormat) -> tuple[str, ...]:
    """Sentences as wide as a run of a plan can make them, but for a loss beyond all bounds."""
    return tuple(_sentence(step, loss, 1.0, 1.0, form) for step in (8, plan.steps) for loss in (8.888, 88.888))


def _sentence(step: int, loss: float, accuracy: float, saturated: float, form: NumberFormat) -> str:
    return translate(
        "training", "step {step} · loss {loss} · accuracy {accuracy} % · saturated rows {saturated} %"
    ).format(
        step=step,
        loss=form.fixed(loss, 3) if isfinite(loss) and loss < 1000 else form.short(loss),
        accuracy=form.fixed(100 * accuracy, 0),
        saturated=form.fixed(100 * saturated, 0),
    )
