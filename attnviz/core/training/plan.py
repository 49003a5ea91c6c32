"""What is trained and how: numbers and names only, so that two plans compare by value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Task = Literal["previous", "delay", "match", "marked"]
TASKS: tuple[Task, ...] = get_args(Task)
Optimiser = Literal["sgd", "adam"]
OPTIMISERS: tuple[Optimiser, ...] = get_args(Optimiser)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
    """Everything that a run depends on: the same plan gives the same run, bit for bit."""

    task: Task = "previous"
    n: int = 12  # tokens of a sequence
    vocabulary: int = 8  # symbols, and as many answers
    delay: int = 3  # how far back the task "delay" copies from
    d_model: int = 32
    d_k: int = 16
    n_heads: int = 1
    divide: bool = True  # by √d_k
    optimiser: Optimiser = "adam"
    learning_rate: float = 0.003
    momentum: float = 0.0  # of SGD; Adam has its own
    batch: int = 32  # sequences a step
    seed: int = 0
    steps: int = 400  # after which the run rests
    compare: bool = False  # a twin with `divide` turned over learns beside it, from the same start

    @property
    def d_v(self) -> int:
        """Components of a head's value: all heads together are about d_model wide, whatever d_k is."""
        return max(1, self.d_model // self.n_heads)

    @property
    def causal(self) -> bool:
        """Whether the task lies in the past alone, so that no query need look ahead."""
        return self.task in ("previous", "delay")
