"""One step of training, forward, back and Adam, beside the same step in PyTorch on the same cores.

PyTorch is no dependency: run this with a Python that has both.
"""

from __future__ import annotations

import importlib.util
import math
import statistics
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attnviz.cli import calm_blas
from tests.benchmarks.report import Row, show

if TYPE_CHECKING:
    from attnviz.core.training.plan import TrainingPlan
    from attnviz.core.training.tasks import Batch

ROUNDS, STEPS = 21, 20
GOAL = 2.0


def main() -> list[Row]:
    """What a step costs, for one head and for four; of PyTorch the better of one and two threads."""
    calm_blas()
    import numpy as np

    from attnviz.core.training.plan import TrainingPlan
    from attnviz.core.training.tasks import draw

    print("one step of training, d_model 64, n 16, batch 64 (median)")
    rows = []
    for n_heads, d_k in ((1, 64), (4, 16)):
        plan = TrainingPlan(task="match", n=16, vocabulary=16, d_model=64, d_k=d_k, n_heads=n_heads, batch=64)
        batch = draw(plan, plan.batch, np.random.default_rng(0))
        found = importlib.util.find_spec("torch") is not None
        mine, *theirs = _medians(_ours(plan, batch), *(_theirs(plan, batch, n) for n in (1, 2) if found))
        if not theirs:
            print(f"  {n_heads} head(s), d_k {d_k}: {mine * 1000:.2f} ms (PyTorch is not installed)")
            continue
        row = Row(
            work=f"training step, {n_heads} head(s), d_k {d_k}",
            ours=f"{mine * 1000:.2f} ms",
            peer=f"PyTorch {min(theirs) * 1000:.2f} ms",
            ratio=mine / min(theirs),
            goal=GOAL,
            more=False,
        )
        rows.append(show(row))
    return rows


def _medians(*steps: Callable[[], object]) -> list[float]:
    """Seconds a step, the candidates by turns so that a busy machine slows all of them."""
    times: list[list[float]] = [[] for _ in steps]
    for round_ in range(ROUNDS):
        for step, found in zip(steps, times, strict=True):
            start = time.perf_counter()
            for _ in range(STEPS):
                step()
            if round_:  # the first warms up
                found.append((time.perf_counter() - start) / STEPS)
    return [statistics.median(found) for found in times]


def _ours(plan: TrainingPlan, batch: Batch) -> Callable[[], object]:
    import numpy as np

    from attnviz.core.training.model import backward, forward
    from attnviz.core.training.optimisers import optimiser
    from attnviz.core.training.parameters import start_parameters

    parameters = start_parameters(plan)
    gradient = np.empty_like(parameters.flat)
    adam = optimiser(plan, parameters.flat)

    def step() -> None:
        steps = forward(plan, parameters, batch)
        backward(plan, parameters, batch, steps, gradient)
        adam.move(parameters.flat, gradient)

    return step


def _theirs(plan: TrainingPlan, batch: Batch, threads: int) -> Callable[[], object]:
    """The same model, written as one would in PyTorch; no mask, as the task needs none."""
    import torch
    from torch.nn import functional

    from attnviz.core.training.parameters import start_parameters

    p: dict[str, Any] = {
        name: torch.nn.Parameter(torch.from_numpy(matrix.copy())) for name, matrix in start_parameters(plan).named()
    }
    symbols = torch.from_numpy(batch.symbols)
    extras = torch.from_numpy(batch.extras) + plan.vocabulary
    answers = torch.from_numpy(batch.answers).reshape(-1)
    adam = torch.optim.Adam(p.values(), lr=plan.learning_rate)
    shape = (plan.batch, plan.n, plan.n_heads, -1)

    def step() -> None:
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        adam.zero_grad()
        X = p["E"][symbols] + p["E"][extras] + p["P"]
        Q, K, V = ((X @ p[name]).view(shape).transpose(1, 2) for name in ("W_Q", "W_K", "W_V"))
        A = (Q @ K.transpose(-1, -2) / math.sqrt(plan.d_k)).softmax(-1)
        O = (A @ V).transpose(1, 2).reshape(plan.batch, plan.n, -1)  # noqa: E741
        loss = functional.cross_entropy((O @ p["W_O"]).reshape(-1, plan.vocabulary), answers, ignore_index=-1)
        loss.backward()
        adam.step()

    return step


if __name__ == "__main__":
    main()
