"""What a view of training is given: the runs of a plan as far as they have come."""

from __future__ import annotations

from dataclasses import dataclass, replace

from attnviz.core.training.history import History, Recorder
from attnviz.document.training_plan import TrainingPlan


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TrainingRuns:
    """One run, or the plan's and its twin. `running` says whether they go on by themselves."""

    plan: TrainingPlan
    histories: tuple[History, ...]
    running: bool = False
    speed: float | None = None  # steps a second, while they are running and it is known

    @property
    def step(self) -> int:
        """How far the one that has come furthest is."""
        return self._furthest.last.step

    @property
    def _furthest(self) -> History:
        return max(self.histories, key=lambda history: history.last.step)

    def kept(self, step: int | None) -> int | None:
        """The kept step that is shown for a step looked back at: that one or the one before; None is now."""
        return None if step is None or step >= self.step else self._furthest.at(step).step

    def nearest(self, step: int, beyond: int | None = None) -> int:
        """The kept step nearest to a step; `beyond` asks for another one than that, on the side where `step` is."""
        kept = [state.step for state in self._furthest.states]
        if beyond is not None and step != beyond:
            kept = [one for one in kept if (one > beyond) == (step > beyond) and one != beyond] or [beyond]
        return min(kept, key=lambda one: abs(one - step))

    @property
    def finished(self) -> bool:
        return all(history.finished for history in self.histories)


def plans_of(plan: TrainingPlan) -> tuple[TrainingPlan, ...]:
    """The plans that learn side by side: the plan's own, and with `compare` its twin, divided where it is not."""
    return (plan, replace(plan, divide=not plan.divide)) if plan.compare else (plan,)


def beginning(plan: TrainingPlan) -> TrainingRuns:
    """The runs of a plan before their first step."""
    return TrainingRuns(plan=plan, histories=tuple(Recorder(each).history() for each in plans_of(plan)))


def finished(plan: TrainingPlan) -> TrainingRuns:
    """The runs of a plan when they are done: takes as long as the plan is."""
    recorders = [Recorder(each) for each in plans_of(plan)]
    for recorder in recorders:
        while not recorder.run.finished:
            recorder.step()
    return TrainingRuns(plan=plan, histories=tuple(recorder.history() for recorder in recorders))
