"""Learned weights on a held sequence as a document, so that Steps, Matrix and Gradient show what has been learned."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from attnviz.core.training.model import embed
from attnviz.core.training.parameters import parameters_in
from attnviz.core.training.plan import TrainingPlan
from attnviz.core.training.run import Run, State, held_sequences
from attnviz.core.training.tasks import Batch, answer_names, token_names
from attnviz.document.derive import derive
from attnviz.document.document import Document, Options, ProjectionSource, frozen
from attnviz.document.projection_checks import checked
from attnviz.document.trace import Trace

SHOWN = 0  # which of the held sequences


def trained_document(plan: TrainingPlan, state: State, *, name: str = "") -> Document:
    """The model after some steps, looking at the shown held sequence: X, the W and as W_O the read-out.

    Y are then the logits, a column an answer. The weights are those learned, in float64.
    """
    document = _document(plan, state)
    assert isinstance(document.source, ProjectionSource)
    return replace(document, source=checked(document.source), name=name)


@lru_cache(maxsize=8)  # two runs: where they are, and where the person has scrubbed to
def trained_trace(plan: TrainingPlan, state: State) -> Trace:
    """What `trained_document` shows, step by step: all heads. Kept for a while, for the same `state` object."""
    return derive(_document(plan, state))


def untrained_document(plan: TrainingPlan) -> Document:
    """The model as it is before its first step."""
    return trained_document(plan, Run(plan).state())


def shown_tokens(plan: TrainingPlan) -> tuple[str, ...]:
    """The shown sequence."""
    return token_names(plan, held_sequences(plan), SHOWN)


def _document(plan: TrainingPlan, state: State) -> Document:
    parameters = parameters_in(plan, state.flat.astype(np.float64))
    held = _shown(held_sequences(plan))
    source = ProjectionSource(
        tokens=shown_tokens(plan),
        X=frozen(embed(plan, parameters, held)[0]),
        W_Q=frozen(parameters.W_Q),
        W_K=frozen(parameters.W_K),
        W_V=frozen(parameters.W_V),
        W_O=frozen(parameters.W_O),
        n_heads=plan.n_heads,
        n_kv_heads=plan.n_heads,
    )
    return Document(source=source, options=Options(divide=plan.divide, causal=plan.causal), training=plan)


def shown_answers(plan: TrainingPlan) -> tuple[str, ...]:
    """The right answers of the shown sequence, one a token; an empty text where there is none."""
    return answer_names(plan, held_sequences(plan), SHOWN)


def _shown(held: Batch) -> Batch:
    one = slice(SHOWN, SHOWN + 1)
    return Batch(symbols=held.symbols[one], extras=held.extras[one], answers=held.answers[one])
