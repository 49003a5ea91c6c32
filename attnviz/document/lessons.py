"""The lessons that come with the program, by id or title."""

from __future__ import annotations

from functools import cache

from attnviz.document.blocks import MAX_NAME
from attnviz.document.experiments import Experiment
from attnviz.document.json_place import Place, read_places
from attnviz.document.lesson_file import LESSON_KEYS, Lesson, read_lesson
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES, translate
from attnviz.resources import resource

__all__ = ["DEFAULT_LESSON", "Experiment", "Lesson", "load", "shipped"]

DEFAULT_LESSON = "bank"


def shipped() -> tuple[str, ...]:
    """Ids of the lessons in the package, in teaching order."""
    return tuple(_all())


def load(name: str, language: str) -> Lesson:
    """A shipped lesson by its id, or by its title in any language.

    Raises InputError with the ids there are when none fits.
    """
    wanted = name.strip().casefold()
    for lesson_id, place in _all().items():
        if wanted == lesson_id or wanted in (_title(place, spoken) for spoken in LANGUAGES):
            return read_lesson(place, language, lesson_id)
    raise InputError(
        translate("lessons", "There is no lesson and no file called “{name}”: the lessons are {names}.").format(
            name=name, names=", ".join(shipped())
        )
    )


def _title(place: Place, language: str) -> str:
    return place.members(LESSON_KEYS)["title"].spoken(language).text(MAX_NAME).casefold()


@cache
def _all() -> dict[str, Place]:
    """The files by their lessons' ids, in teaching order."""
    files = [read_places(path.read_text(encoding="utf-8"), path.name) for path in resource("lessons").glob("*.json")]
    heads = [(place.members(LESSON_KEYS), place) for place in files]
    heads.sort(key=lambda pair: pair[0]["order"].integer(1, 99))
    return {head["id"].text(MAX_NAME): place for head, place in heads}
