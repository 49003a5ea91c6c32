"""What is learned: six matrices one behind the other in one flat array, which an optimiser moves as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod, sqrt
from typing import Any

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.core.initial import initial_matrix
from attnviz.core.training.plan import TrainingPlan
from attnviz.core.training.tasks import extra_count

NAMES = ("E", "P", "W_Q", "W_K", "W_V", "W_O")


def shapes(plan: TrainingPlan) -> dict[str, tuple[int, int]]:
    """The shape of every matrix, in the order in which they lie."""
    d_model, heads = plan.d_model, plan.n_heads
    return {
        "E": (plan.vocabulary + extra_count(plan), d_model),  # a row a symbol, then a row for what stands beside it
        "P": (plan.n, d_model),  # a row a position
        "W_Q": (d_model, heads * plan.d_k),
        "W_K": (d_model, heads * plan.d_k),
        "W_V": (d_model, heads * plan.d_v),
        "W_O": (heads * plan.d_v, plan.vocabulary),  # the read-out: a column an answer
    }


def size(plan: TrainingPlan) -> int:
    """How many numbers are learned."""
    return sum(prod(shape) for shape in shapes(plan).values())


@dataclass(frozen=True, slots=True, eq=False)
class Parameters:
    """Views into one flat array; writing to a matrix writes to it, and the other way round."""

    flat: Floats
    E: Floats
    P: Floats
    W_Q: Floats
    W_K: Floats
    W_V: Floats
    W_O: Floats

    def named(self) -> Iterator[tuple[str, Floats]]:
        """Every matrix with its name."""
        for name in NAMES:
            yield name, getattr(self, name)


def parameters_in(plan: TrainingPlan, flat: Floats) -> Parameters:
    """The matrices that lie in `flat`, (size(plan),)."""
    at = 0
    matrices = {}
    for name, shape in shapes(plan).items():
        matrices[name] = flat[at : at + prod(shape)].reshape(shape)
        at += prod(shape)
    return Parameters(flat, **matrices)


def start_parameters(plan: TrainingPlan, dtype: type[np.floating[Any]] = np.float32) -> Parameters:
    """Start values by the plan's seed: whether scores are divided does not change them.

    Embeddings have variance 1, shared evenly among what is added up in them, and all W have variance 1 / rows, so that
    queries and keys begin with components of variance 1: what makes their dot products spread by √d_k (Vaswani et al.
    2017, arXiv 1706.03762, footnote 4).
    """
    parameters = parameters_in(plan, np.empty(size(plan), dtype))
    summands = 2 if extra_count(plan) == 1 else 3
    for name, matrix in parameters.named():
        rows, columns = matrix.shape
        start = initial_matrix(rows, columns, seed=plan.seed, name=name) * sqrt(3)  # variance 1 / rows
        matrix[...] = start * sqrt(rows / summands) if name in ("E", "P") else start
    return parameters
