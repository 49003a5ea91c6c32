"""How a person looks at training: never undoable."""

from __future__ import annotations

from dataclasses import dataclass

PACES: tuple[float | None, ...] = (5.0, 60.0, None)  # steps a second; None is as fast as it goes


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingLook:
    step: int | None = None  # the step looked back at; None is where the run is now
    pace: float | None = 60.0
