"""What reading attention gives: the stack, its labels, what was concluded, and what only the person can know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from attnviz.core.stack import AttentionStack

Answers: TypeAlias = Mapping[str, str]  # question kind → key of the choice

NoteKind = Literal["reading", "batch", "seam", "labels", "file", "missing"]
QuestionKind = Literal["set", "axis", "batch", "labels", "labels-q", "labels-k", "array"]


@dataclass(frozen=True, slots=True)
class Note:
    """One whole sentence about how the file was read."""

    kind: NoteKind
    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to read what the file leaves open; `text` may stand on a button or in a list."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """What the file leaves open. It was read as `chosen`; to read it otherwise, pass {kind: key} as answers.

    set       several kinds of attention in one file (encoder, decoder, cross)
    array     several arrays, none of a name that says which is attention
    axis      (m, n, n): m heads of one layer, or m layers of one head
    batch     several samples: which one ("0", "1", …)
    labels    a number of labels that fits neither queries nor keys; labels-q and labels-k where both have their own
    """

    kind: QuestionKind
    text: str
    choices: tuple[Choice, ...]
    chosen: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Imported:
    """Attention as it was read. Labels are None where there are none, and positions stand for them."""

    stack: AttentionStack
    name: str  # of the file, without its ending
    tokens_q: tuple[str, ...] | None = None  # n_q labels
    tokens_k: tuple[str, ...] | None = None  # n_k labels
    seams: tuple[int, ...] = ()  # rows with which a later step of generation begins
    head_names: tuple[str, ...] | None = None  # of one layer's heads, where the file gives them
    causal: bool | None = None  # what the file says of the model
    notes: tuple[Note, ...] = ()
    questions: tuple[Question, ...] = ()
