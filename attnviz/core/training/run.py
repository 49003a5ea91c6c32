"""One run: step by step, always the same for the same plan, and stopped where numbers end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Any

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.measures import SATURATED
from attnviz.core.training.model import backward, forward
from attnviz.core.training.optimisers import optimiser
from attnviz.core.training.parameters import start_parameters
from attnviz.core.training.plan import TrainingPlan
from attnviz.core.training.tasks import Batch, draw
from attnviz.i18n import translate

HELD = 64  # sequences that are never trained on; the first of them is shown
_TRAINING, _HELD = 1, 2  # streams of random numbers


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class State:
    """A run after some steps. Read-only."""

    step: int
    loss: float  # nats, over the held sequences
    accuracy: float  # 0 … 1, over the held sequences
    saturated: float  # 0 … 1: rows with an answer, in all heads, whose largest weight exceeds 0.99
    flat: Floats  # all parameters, see parameters_in


class Run:
    """A model that learns. `step` moves it on; `state` says where it is; `problem` why it can go no further."""

    def __init__(self, plan: TrainingPlan, dtype: type[np.floating[Any]] = np.float32) -> None:
        self.plan = plan
        self.held = held_sequences(plan)
        self.steps = 0
        self.problem: str | None = None
        self._parameters = start_parameters(plan, dtype)
        self._gradient = np.empty_like(self._parameters.flat)
        self._before = self._parameters.flat.copy()
        self._optimiser = optimiser(plan, self._parameters.flat)
        self._generator = np.random.default_rng([plan.seed, _TRAINING])

    @property
    def finished(self) -> bool:
        """Whether the plan's steps are done, or the run has diverged."""
        return self.problem is not None or self.steps >= self.plan.steps

    def step(self) -> None:
        """One batch forward, back, and the parameters moved. A run that has diverged stays where it was finite."""
        if self.problem is not None:
            return
        plan, parameters = self.plan, self._parameters
        batch = draw(plan, plan.batch, self._generator)
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # looked for just below
            steps = forward(plan, parameters, batch)
            if not isfinite(steps.loss):
                self._stop(steps.loss)
                return
            np.copyto(self._before, parameters.flat)  # these gave a finite loss
            backward(plan, parameters, batch, steps, self._gradient)
            self._optimiser.move(parameters.flat, self._gradient)
        self.steps += 1
        if not np.isfinite(parameters.flat).all():
            self._stop(steps.loss)

    def _stop(self, loss: float) -> None:
        """Back to the last weights with a finite loss. The start itself may have none: then it stays."""
        self.problem = _diverged(self.steps, loss, self.plan.learning_rate)
        np.copyto(self._parameters.flat, self._before)
        self.steps = max(0, self.steps - 1)

    def state(self) -> State:
        """Where the run is, measured on the held sequences."""
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            steps = forward(self.plan, self._parameters, self.held)
        flat = self._parameters.flat.copy()
        flat.setflags(write=False)
        rows = steps.A.max(axis=-1).swapaxes(1, 2).reshape(-1, self.plan.n_heads)[steps.answered]  # (answers, n_heads)
        saturated = float((rows > SATURATED).mean())
        return State(step=self.steps, loss=steps.loss, accuracy=steps.accuracy, saturated=saturated, flat=flat)


@lru_cache(maxsize=8)
def held_sequences(plan: TrainingPlan) -> Batch:
    """The sequences a run is measured on: the same for every plan that differs only in how it learns."""
    return draw(plan, HELD, np.random.default_rng([plan.seed, _HELD]))


def _diverged(step: int, loss: float, learning_rate: float) -> str:
    if isfinite(loss):
        sentence = translate(
            "training",
            "The run diverged: step {step} made a weight infinite. The weights before it are kept; try a learning "
            "rate below {rate}.",
        )
    else:
        sentence = translate(
            "training",
            "The run diverged: after step {step} the loss is no finite number. The weights before it are kept; try a "
            "learning rate below {rate}.",
        )
    return sentence.format(step=step, rate=f"{learning_rate:g}")
