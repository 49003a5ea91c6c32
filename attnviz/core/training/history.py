"""What is kept of a run, so that it can be looked through: states from the start to now, in bounded memory."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from attnviz.core.training.parameters import size
from attnviz.core.training.plan import TrainingPlan
from attnviz.core.training.run import Run, State

MOST_STATES = 240
MOST_NUMBERS = 8_000_000  # of all kept states together: 32 MB in float32
FIRST = 16  # the first steps are all kept: most happens in them


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class History:
    """A run as far as it has come: its kept states in order, the last of them where it is now."""

    plan: TrainingPlan
    states: tuple[State, ...]
    problem: str | None = None  # why it stopped before its end
    finished: bool = False

    @property
    def last(self) -> State:
        return self.states[-1]

    def at(self, step: int | None) -> State:
        """The latest kept state at or before a step; None is now."""
        if step is None:
            return self.last
        return self.states[max(0, bisect_right(self.states, step, key=lambda state: state.step) - 1)]


class Recorder:
    """Moves a run on and keeps states of it: the first ones, then evenly spaced ones."""

    def __init__(self, plan: TrainingPlan) -> None:
        self.run = Run(plan)
        self._kept = [self.run.state()]
        most = max(FIRST, min(MOST_STATES, MOST_NUMBERS // size(plan)) - FIRST)
        self._stride = -(-plan.steps // most)

    def step(self) -> None:
        """One step; the state after it is kept when its turn has come, or the run ends with it."""
        run = self.run
        run.step()
        if run.problem is not None:  # back at the last finite weights
            self._kept = [state for state in self._kept if state.step < run.steps]
            self._kept.append(run.state())
        elif run.steps <= FIRST or run.steps % self._stride == 0 or run.finished:
            self._kept.append(run.state())

    def history(self) -> History:
        """Everything so far, and where the run is now."""
        run = self.run
        states = tuple(self._kept)
        if states[-1].step != run.steps:
            states = (*states, run.state())
        return History(plan=run.plan, states=states, problem=run.problem, finished=run.finished)
