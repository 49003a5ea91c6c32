"""Lessons: a document with a title, a paragraph, and experiments to apply. One JSON file each."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, cast

from attnviz.document import matrix_edits
from attnviz.document.document import Document, MatrixName
from attnviz.document.edits import sentence_document
from attnviz.document.settings import apply_setting
from attnviz.document.view_state import Tab, ViewState
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.resources import resource

DEFAULT_LESSON = "bank"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Experiment:
    """One change to try, and what to observe when it has been made."""

    title: str
    observe: str
    steps: tuple[dict[str, Any], ...]

    def follow(self, query: int) -> int:
        """The row to follow: the query whose numbers it changes, else the lesson's own `query`."""
        rows = [step["row"][1] - 1 for step in self.steps if step.get("row", [""])[0] in ("Q", "X")]
        return int(rows[0]) if rows else query

    def apply(self, document: Document) -> Document:
        """The document with the experiment's changes made."""
        for step in self.steps:
            document = _apply_step(document, step)
        return document


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Lesson:
    id: str
    title: str
    subtitle: str
    text: str
    document: Document
    view: ViewState
    experiments: tuple[Experiment, ...]


def shipped() -> tuple[str, ...]:
    """Ids of the lessons in the package, in teaching order."""
    found = [(data["order"], data["id"]) for data in _all()]
    return tuple(name for _, name in sorted(found))


def load(name: str, language: str) -> Lesson:
    """A shipped lesson by its id, or by its title in any language.

    Raises InputError with the ids there are when none fits.
    """
    wanted = name.strip().casefold()
    for data in _all():
        if wanted == data["id"] or wanted in (title.casefold() for title in data["title"].values()):
            return _lesson(data, language)
    raise InputError(
        translate("lessons", "There is no lesson and no file called “{name}”: the lessons are {names}.").format(
            name=name, names=", ".join(shipped())
        )
    )


def _lesson(data: dict[str, Any], language: str) -> Lesson:
    view = data.get("view", {})
    return Lesson(
        id=data["id"],
        title=_in(language, data["title"]),
        subtitle=_in(language, data["subtitle"]),
        text=_in(language, data["text"]),
        document=_document(data["document"], _in(language, data["title"]), data["id"], language),
        view=ViewState(tab=cast(Tab, view.get("tab", "steps")), query=view.get("query", 1) - 1),
        experiments=tuple(
            Experiment(title=_in(language, e["title"]), observe=_in(language, e["observe"]), steps=tuple(e["do"]))
            for e in data.get("experiments", ())
        ),
    )


def _document(data: dict[str, Any], name: str, lesson: str, language: str) -> Document:
    if "sentence" in data:
        document = sentence_document(_in(language, data["sentence"]))
    else:
        document = matrix_edits.matrix_document(
            data["Q"],
            data["K"],
            data["V"],
            tokens_q=_in(language, data["tokens_q"]),
            tokens_k=_in(language, data["tokens_k"]),
            value_names=_in(language, data.get("value_names", ())),
        )
    for key, value in data.get("set", {}).items():
        document = apply_setting(document, key, value)
    return replace(document, name=name, lesson=lesson)


def _apply_step(document: Document, step: dict[str, Any]) -> Document:
    if "row" in step:
        name, row, values = step["row"]
        return matrix_edits.set_block(document, cast(MatrixName, name), row - 1, 0, [values])
    for key, value in step["set"].items():
        document = apply_setting(document, key, value)
    return document


def _in(language: str, value: Any) -> Any:  # noqa: ANN401
    """A text (or list of texts) in one language, where the lesson gives it in several."""
    return value.get(language, value["en"]) if isinstance(value, dict) else value


@cache
def _all() -> tuple[dict[str, Any], ...]:
    return tuple(_read(sorted(resource("lessons").glob("*.json"))))


def _read(paths: Iterable[Path]) -> Iterable[dict[str, Any]]:
    for path in paths:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        yield data
