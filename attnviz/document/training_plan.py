"""The plan of a training run, and edits of it: pure, and the same object where nothing changes."""

from __future__ import annotations

import math
from dataclasses import replace

from attnviz.core.training.plan import OPTIMISERS, TASKS, Optimiser, Task, TrainingPlan
from attnviz.errors import InputError
from attnviz.i18n import translate

__all__ = ["COUNTS", "OPTIMISERS", "TASKS", "Optimiser", "Task", "TrainingPlan", "checked_plan", "with_plan"]

# Whole numbers and their bounds. The largest of all together still takes a step in well under a second.
COUNTS: dict[str, tuple[int, int]] = {
    "n": (2, 32),
    "vocabulary": (2, 26),
    "delay": (1, 31),
    "d_model": (2, 128),
    "d_k": (1, 512),
    "n_heads": (1, 8),
    "batch": (1, 256),
    "seed": (0, 2**31 - 1),
    "steps": (1, 20_000),
}
MOST_COLUMNS = 1024  # of W_Q: all heads side by side
MOST_TOKENS = 4096  # of a batch
MOST_LEARNING_RATE = 1000.0  # enough to make any run diverge


def with_plan(plan: TrainingPlan, **changes: object) -> TrainingPlan:
    """The plan with some fields changed; raises InputError, in one sentence, for what cannot be trained."""
    changed = replace(plan, **changes)  # type: ignore[arg-type]
    return plan if changed == plan else checked_plan(changed)


def checked_plan(plan: TrainingPlan) -> TrainingPlan:
    """The plan itself, when every field is within its bounds and they fit each other."""
    _check_name(translate("training", "task"), plan.task, TASKS)
    _check_name(translate("training", "optimiser"), plan.optimiser, OPTIMISERS)
    for name, (least, most) in COUNTS.items():
        _check_count(_shown(name), getattr(plan, name), least, most)
    _check_number(translate("training", "learning rate"), plan.learning_rate, MOST_LEARNING_RATE)
    if not 0 <= plan.momentum < 1:  # NaN fails too
        raise InputError(
            translate("training", "The momentum is {found}, but it must be at least 0 and less than 1.").format(
                found=f"{plan.momentum:g}"
            )
        )
    _check_sizes(plan)
    return plan


def _check_sizes(plan: TrainingPlan) -> None:
    if plan.n_heads * plan.d_k > MOST_COLUMNS:
        raise InputError(
            translate(
                "training", "{heads} heads of d_k = {d_k} are too large to train here: their product is at most {most}."
            ).format(heads=plan.n_heads, d_k=plan.d_k, most=MOST_COLUMNS)
        )
    if plan.batch * plan.n > MOST_TOKENS:
        raise InputError(
            translate(
                "training", "{batch} sequences of {n} tokens are too many for one step: together at most {most} tokens."
            ).format(batch=plan.batch, n=plan.n, most=MOST_TOKENS)
        )
    if plan.task == "delay" and plan.delay >= plan.n:
        raise InputError(
            translate(
                "training",
                "A delay of {delay} does not fit a sequence of {n} tokens: no token would have anything to copy.",
            ).format(delay=plan.delay, n=plan.n)
        )
    if plan.task == "match" and plan.vocabulary < plan.n // 2:
        raise InputError(
            translate(
                "training",
                "To find the matching token, the first half of the sequence needs {pairs} different symbols, but the "
                "vocabulary has {found}.",
            ).format(pairs=plan.n // 2, found=plan.vocabulary)
        )


def _check_name(role: str, name: str, names: tuple[str, ...]) -> None:
    if name not in names:
        raise InputError(
            translate("training", "There is no {role} called “{name}”: choose one of {names}.").format(
                role=role, name=name, names=", ".join(names)
            )
        )


def _check_count(name: str, value: int, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InputError(
            translate("training", "{name} is {found}, but it must be a whole number from {least} to {most}.").format(
                name=name, found=value, least=least, most=most
            )
        )


def _check_number(name: str, value: float, most: float) -> None:
    if not (math.isfinite(value) and 0 < value <= most):
        raise InputError(
            translate("training", "{name} is {found}, but it must be more than 0 and at most {most}.").format(
                name=name, found=f"{value:g}", most=f"{most:g}"
            )
        )


def _shown(name: str) -> str:
    """A field as a reader knows it."""
    words = {
        "vocabulary": translate("training", "vocabulary"),
        "delay": translate("training", "delay"),
        "batch": translate("training", "batch"),
        "seed": translate("training", "seed"),
        "steps": translate("training", "steps"),
    }
    return words.get(name, name)
