"""The numbers of the lesson “Why divide, learned”, measured again: python -m tests.benchmarks.why_divide

Two runs from the same start for every seed and experiment; some minutes in all. No comparison with a peer, so it is not
among the benchmarks that `python -m tests.benchmarks` runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attnviz.cli import calm_blas

if TYPE_CHECKING:
    from attnviz.document.training_plan import TrainingPlan

SEEDS = range(8)


def main() -> None:
    """Mean ± standard deviation over the seeds, divided and not, for the lesson and each of its experiments."""
    calm_blas()
    from attnviz.document import lessons

    lesson = lessons.load("why-divide", "en")
    plans = {lesson.title: lesson.document.training}
    plans |= {each.title: each.apply(lesson.document).training for each in lesson.experiments}
    for title, plan in plans.items():
        print(f"{title}: {plan.task}, d_k {plan.d_k}, {plan.optimiser}, {plan.steps} steps")
        _print_runs(plan)


def _print_runs(plan: TrainingPlan) -> None:
    from dataclasses import replace

    import numpy as np

    from attnviz.document.training_runs import finished

    runs = [finished(replace(plan, seed=seed)) for seed in SEEDS]
    for index, name in enumerate(("divided", "undivided")):
        states = [each.histories[index] for each in runs]
        columns = {
            "saturated at the start, %": [100 * history.states[0].saturated for history in states],
            "accuracy, %": [100 * history.last.accuracy for history in states],
            "loss": [history.last.loss for history in states],
        }
        texts = [f"{key} {np.mean(v):.3f} ± {np.std(v, ddof=1):.3f}" for key, v in columns.items()]
        each = " ".join(f"{accuracy:.0f}" for accuracy in columns["accuracy, %"])
        print(f"  {name:<10} {' · '.join(texts)} · accuracy of each: {each}", flush=True)


if __name__ == "__main__":
    main()
