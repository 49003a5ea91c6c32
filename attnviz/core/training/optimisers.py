"""How a gradient moves the parameters. Both keep their memory in arrays as long as the parameters.

SGD with momentum as torch.optim.SGD counts it: v ← m v + g, w ← w - η v.
Adam: Kingma and Ba 2015, arXiv 1412.6980, algorithm 1, with the order of operations of its section 2's end.
"""

from __future__ import annotations

from math import sqrt
from typing import Protocol

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.training.plan import TrainingPlan

BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8


class Optimiser(Protocol):
    """Moves parameters, in place."""

    def move(self, parameters: Floats, gradient: Floats) -> None:
        """One step against the gradient; the gradient may be overwritten."""


class SGD:
    """Against the gradient, with or without momentum."""

    def __init__(self, learning_rate: float, momentum: float, like: Floats) -> None:
        self._rate = learning_rate
        self._momentum = momentum
        self._velocity = np.zeros_like(like)

    def move(self, parameters: Floats, gradient: Floats) -> None:
        if self._momentum:
            self._velocity *= self._momentum
            self._velocity += gradient
            np.multiply(self._velocity, self._rate, out=gradient)
        else:
            gradient *= self._rate
        parameters -= gradient


class Adam:
    """Every parameter at a pace of its own: the running mean of its gradient over the root of that of its square."""

    def __init__(self, learning_rate: float, like: Floats) -> None:
        self._rate = learning_rate
        self._mean = np.zeros_like(like)
        self._square = np.zeros_like(like)
        self._room = np.empty_like(like)
        self._steps = 0

    def move(self, parameters: Floats, gradient: Floats) -> None:
        self._steps += 1
        room = self._room
        self._mean *= BETA_1
        self._mean += np.multiply(gradient, 1 - BETA_1, out=room)
        self._square *= BETA_2
        np.multiply(gradient, gradient, out=room)
        room *= 1 - BETA_2
        self._square += room
        np.sqrt(self._square, out=room)
        correction = sqrt(1 - BETA_2**self._steps)
        room += EPSILON * correction
        np.divide(self._mean, room, out=room)
        room *= self._rate * correction / (1 - BETA_1**self._steps)
        parameters -= room


def optimiser(plan: TrainingPlan, like: Floats) -> Optimiser:
    """The plan's optimiser for parameters like these."""
    if plan.optimiser == "adam":
        return Adam(plan.learning_rate, like)
    return SGD(plan.learning_rate, plan.momentum, like)
