"""The lessons that come with the program, by id or title."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from attnviz.document.experiments import Experiment
from attnviz.document.json_place import read_places
from attnviz.document.lesson_file import Lesson, read_lesson
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES, translate
from attnviz.resources import resource

__all__ = ["DEFAULT_LESSON", "Experiment", "Heading", "Lesson", "headings", "load", "shipped"]

DEFAULT_LESSON = "bank"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What a list of lessons says of one."""

    id: str
    title: str
    subtitle: str


def shipped() -> tuple[str, ...]:
    """Ids of the lessons in the package, in teaching order."""
    return tuple(_all())


def headings(language: str) -> tuple[Heading, ...]:
    """The shipped lessons as a list shows them. Their documents are read when they are opened: see `load`."""
    return tuple(
        Heading(id=lesson_id, title=_in(content["title"], language), subtitle=_in(content["subtitle"], language))
        for lesson_id, (_, content) in _all().items()
    )


@cache
def load(name: str, language: str) -> Lesson:
    """A shipped lesson by its id, or by its title in any language.

    Raises InputError with the ids there are when none fits.
    """
    wanted = name.strip().casefold()
    for lesson_id, (file, content) in _all().items():
        if wanted == lesson_id or wanted in (_in(content["title"], spoken).casefold() for spoken in LANGUAGES):
            return read_lesson(read_places(_text(file), file), language, lesson_id)
    raise InputError(
        translate("lessons", "There is no lesson and no file called “{name}”: the lessons are {names}.").format(
            name=name, names=", ".join(shipped())
        )
    )


def _in(spoken: str | dict[str, str], language: str) -> str:
    return spoken if isinstance(spoken, str) else spoken[language]


@cache
def _all() -> dict[str, tuple[str, dict[str, Any]]]:
    """File name and content by lesson id, in teaching order.

    Read plainly: our own files are checked value by value when one is opened, and all of them by the tests. Doing it
    at every start would cost as much as the rest of the window's content.
    """
    files = [path.name for path in resource("lessons").glob("*.json")]
    contents = sorted(((file, json.loads(_text(file))) for file in files), key=lambda pair: int(pair[1]["order"]))
    return {str(content["id"]): (file, content) for file, content in contents}


def _text(file: str) -> str:
    return (resource("lessons") / file).read_text(encoding="utf-8")
