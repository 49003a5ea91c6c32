"""The training of a lesson's document, or of an experiment, from its file."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attnviz.document.document import Document
from attnviz.document.json_place import Place
from attnviz.document.trained import untrained_document
from attnviz.document.training_plan import COUNTS, OPTIMISERS, TASKS, TrainingPlan, with_plan

_SWITCHES = ("divide", "compare")
_NUMBERS = ("learning_rate", "momentum")
_KEYS = ("task", "optimiser", *COUNTS, *_SWITCHES, *_NUMBERS)


def read_training(place: Place) -> dict[str, Any]:
    """The fields of TrainingPlan that a file sets."""
    given = place.members(_KEYS)
    fields: dict[str, Any] = {}
    for key, part in given.items():
        if key in COUNTS:
            fields[key] = part.integer(*COUNTS[key])
        elif key in _SWITCHES:
            fields[key] = part.switch()
        elif key in _NUMBERS:
            fields[key] = part.number()
        else:
            fields[key] = part.choice(TASKS if key == "task" else OPTIMISERS)
    return fields


def change_training(fields: dict[str, Any], document: Document) -> Document:
    """Another plan of what is trained; what is not given stays."""
    plan = with_plan(document.training, **fields)
    return document if plan is document.training else replace(document, training=plan)


def training_document(fields: dict[str, Any]) -> Document:
    """A document that is a plan and nothing else: its matrices are those of the model before its first step."""
    return untrained_document(with_plan(TrainingPlan(), **fields))
