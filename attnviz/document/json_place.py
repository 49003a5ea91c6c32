"""A value of a JSON file with its path and line: every question to it answers, or says what was expected there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from attnviz.core.initial import initial_matrix
from attnviz.document.document import Floats, frozen
from attnviz.document.json_text import Node, problem_at, read_json, shown
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES, translate

MAX_SIDE = 512  # rows or columns of a matrix
MAX_SEED = 2**53  # beyond it, other readers of the same file would round


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    file: str  # as sentences show it
    path: str  # document.X[0]; "" is the whole file
    node: Node

    # going on -------------------------------------------------------------------------------------------------

    def members(self, allowed: Iterable[str], required: Iterable[str] = ()) -> dict[str, Place]:
        """What an object holds, by key."""
        if not isinstance(self.node.value, dict):
            raise self.unlike(translate("lessons", "{path} must be an object {{…}}, but it is {found}."))
        names = tuple(allowed)
        for key, node in self.node.value.items():
            if key not in names:
                problem = translate("lessons", "{key} is no key of {path}; expected {names}.")
                raise problem_at(
                    self.file, node.line, problem.format(key=shown(key), path=self.name, names=", ".join(names))
                )
        for key in required:
            if key not in self.node.value:
                raise self.fail(translate("lessons", "{path} has no {key}.").format(path=self.name, key=shown(key)))
        prefix = self.path and f"{self.path}."
        return {key: Place(self.file, f"{prefix}{key}", node) for key, node in self.node.value.items()}

    def items(self, most: int, least: int = 0) -> list[Place]:
        """What a list holds."""
        if not isinstance(self.node.value, list):
            raise self.unlike(translate("lessons", "{path} must be a list […], but it is {found}."))
        count = len(self.node.value)
        if not least <= count <= most:
            problem = translate("lessons", "the length of {path} is {found}; expected {expected}.")
            expected = f"{least} … {most}" if least < most else str(most)
            raise self.fail(problem.format(path=self.name, found=count, expected=expected))
        return [Place(self.file, f"{self.path}[{i}]", node) for i, node in enumerate(self.node.value)]

    def holds(self, key: str) -> bool:
        """Whether this is an object with the key."""
        return isinstance(self.node.value, dict) and key in self.node.value

    def spoken(self, language: str) -> Place:
        """The value in a language, where it is given in several; else in the first one there is."""
        if not isinstance(self.node.value, dict):
            return self
        versions = self.members(LANGUAGES)
        if not versions:
            raise self.fail(
                translate("lessons", "{path} is empty; expected {names}.").format(
                    path=self.name, names=", ".join(LANGUAGES)
                )
            )
        return versions.get(language) or next(iter(versions.values()))

    # values ---------------------------------------------------------------------------------------------------

    def text(self, most: int) -> str:
        """A text of at most `most` characters."""
        value = self.node.value
        if not isinstance(value, str):
            raise self.unlike(translate("lessons", "{path} must be a text, but it is {found}."))
        if len(value) > most:
            problem = translate("lessons", "the length of {path} is {found} characters; expected at most {most}.")
            raise self.fail(problem.format(path=self.name, found=len(value), most=most))
        if any("\ud800" <= sign <= "\udfff" for sign in value):
            problem = translate("lessons", "{path} holds half of a character, which cannot be shown: {found}.")
            raise self.fail(problem.format(path=self.name, found=shown(value)))
        return value

    def texts(self, most: int, longest: int) -> tuple[str, ...]:
        """A list of texts."""
        return tuple(item.text(longest) for item in self.items(most, 1))

    def choice(self, names: Iterable[str]) -> str:
        """One of a few texts."""
        value = self.node.value
        if not isinstance(value, str) or value not in names:
            problem = translate("lessons", "{path} must be one of {names}, but it is {found}.")
            raise self.fail(problem.format(path=self.name, names=", ".join(names), found=self.found()))
        return value

    def number(self) -> float:
        """A number."""
        value = self.node.value
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.unlike(translate("lessons", "{path} must be a number, but it is {found}."))
        return float(value)

    def integer(self, least: int, most: int) -> int:
        """A whole number between two others."""
        value = self.node.value
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            problem = translate("lessons", "{path} must be a whole number from {least} to {most}, but it is {found}.")
            raise self.fail(problem.format(path=self.name, least=least, most=most, found=self.found()))
        return value

    def switch(self) -> bool:
        """True or false."""
        if not isinstance(self.node.value, bool):
            raise self.unlike(translate("lessons", "{path} must be true or false, but it is {found}."))
        return self.node.value

    def setting(self) -> str:
        """A setting's value as the command line takes it; true, false and numbers are understood too."""
        value = self.node.value
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, int | float):
            return str(value)
        return self.text(10_000)

    def numbers(self, most: int = MAX_SIDE) -> list[float]:
        """A list of numbers."""
        return [item.number() for item in self.items(most, 1)]

    def matrix(self, name: str) -> Floats:
        """Rows of numbers, all of one length, or {"random": [rows, columns], "seed": 0}: start values by a seed."""
        if isinstance(self.node.value, dict):
            return self._random(name)
        rows = self.items(MAX_SIDE, 1)
        first = rows[0].numbers()
        values = np.empty((len(rows), len(first)))
        for index, row in enumerate(rows):
            numbers = row.numbers()
            if len(numbers) != len(first):
                problem = translate(
                    "lessons", "the length of {path} is {found}, but that of the first row is {expected}."
                )
                raise row.fail(problem.format(path=row.name, found=len(numbers), expected=len(first)))
            values[index] = numbers
        return frozen(values)

    def _random(self, name: str) -> Floats:
        """Two decimals, as when the W of a document are drawn anew."""
        given = self.members(("random", "seed"), ("random",))
        rows, columns = (side.integer(1, MAX_SIDE) for side in given["random"].items(2, 2))
        seed = given["seed"].integer(0, MAX_SEED) if "seed" in given else 0
        return frozen(np.round(initial_matrix(rows, columns, seed=seed, name=name), 2))

    # what is wrong --------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.path or translate("lessons", "the file")

    def found(self) -> str:
        """The value as it may stand in a sentence."""
        value = self.node.value
        if isinstance(value, str):
            return shown(value)
        if isinstance(value, list | dict):
            return "[…]" if isinstance(value, list) else "{…}"
        return "null" if value is None else str(value).lower()[:32]

    def unlike(self, sentence: str) -> InputError:
        """The error of a value of the wrong kind."""
        return self.fail(sentence.format(path=self.name, found=self.found()))

    def fail(self, problem: object) -> InputError:
        """The error of what is wrong here."""
        return problem_at(self.file, self.node.line, str(problem))


def read_places(text: str, file: str) -> Place:
    """The whole of a JSON text."""
    return Place(file, "", read_json(text, file))
