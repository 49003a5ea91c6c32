"""JSON read by hand with the line of every value, so that a mistake in a file can be pointed at."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from json import JSONDecodeError, JSONDecoder

from attnviz.errors import InputError
from attnviz.i18n import translate

MAX_VALUES = 200_000  # of a file; every one becomes an object of its own
MAX_DEPTH = 20  # levels of lists and objects; the deepest value of a lesson lies on the ninth

_BLANK = re.compile(r"[ \t\n\r]*")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORD = re.compile(r"[+-]?[A-Za-z_]+")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_NOT_FINITE = ("nan", "inf", "infinity")
_DECODER = JSONDecoder()  # for the texts alone
_LONGEST = 32


@dataclass(slots=True, eq=False)
class Node:
    """A value and the line on which it begins; what a list or an object holds are nodes again."""

    line: int  # 1-based
    value: bool | int | float | str | list[Node] | dict[str, Node] | None

    def plain(self) -> object:
        """The value alone, as json.loads gives it."""
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return self.value


def read_json(text: str, file: str) -> Node:
    """The tree of a JSON text; `file` is its name as sentences show it.

    Raises InputError, naming file and line, for what is no JSON, a number that is not finite, a key that stands twice
    in one object, and more than MAX_DEPTH levels.
    """
    if sum(text.count(sign) for sign in "[{,") > MAX_VALUES:
        raise InputError(translate("lessons", "{file} holds too many lists.").format(file=file))
    scanner = _Scanner(text, file)
    node = scanner.value(0)
    scanner.end()
    return node


def problem_at(file: str, line: int, problem: str) -> InputError:
    """The error of a mistake in a file."""
    return InputError(
        translate("lessons", "{file}, line {line}: {problem}").format(file=file, line=line, problem=problem)
    )


def shown(text: str) -> str:
    """A text as it may stand in a sentence: short, in quotation marks, unprintable characters as escapes."""
    plain = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text[:_LONGEST])
    return f"“{plain}…”" if len(text) > _LONGEST else f"“{plain}”"


class _Scanner:
    """One pass over the text; `_at` is the next character to look at."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._at = 0
        self._line = 1
        self._counted = 0  # up to where line breaks were counted

    def value(self, depth: int) -> Node:
        line = self._line_here()
        sign = self._text[self._at : self._at + 1]
        if sign == '"':
            return Node(line, self._string())
        if sign in ("[", "{") and depth >= MAX_DEPTH:
            raise self._error(
                translate("lessons", "lists and objects are nested more than {most} levels deep.").format(
                    most=MAX_DEPTH
                )
            )
        if sign == "[":
            return Node(line, self._list(depth))
        if sign == "{":
            return Node(line, self._object(depth))
        return Node(line, self._scalar())

    def end(self) -> None:
        self._line_here()
        if self._at < len(self._text):
            raise self._error(
                translate("lessons", "the file should end here, but {found} follows.").format(found=self._found())
            )

    def _list(self, depth: int) -> list[Node]:
        items: list[Node] = []
        self._at += 1
        if self._takes("]"):
            return items
        while True:
            items.append(self.value(depth + 1))
            if self._takes("]"):
                return items
            self._expect(",", "“,” / “]”")

    def _object(self, depth: int) -> dict[str, Node]:
        members: dict[str, Node] = {}
        self._at += 1
        if self._takes("}"):
            return members
        while True:
            self._line_here()
            if self._text[self._at : self._at + 1] != '"':
                self._expect('"', '“"” / “}”' if not members else '“"”')
            key = self._string()
            if key in members:
                raise self._error(
                    translate("lessons", "the key {key} stands twice in one object; expected it once.").format(
                        key=shown(key)
                    )
                )
            self._expect(":", "“:”")
            members[key] = self.value(depth + 1)
            if self._takes("}"):
                return members
            self._expect(",", "“,” / “}”")

    def _string(self) -> str:
        try:
            text: str
            text, self._at = _DECODER.raw_decode(self._text, self._at)
        except JSONDecodeError as error:
            self._at = error.pos
            problem = translate(
                "lessons",
                "this text cannot be read: its closing quotation mark is missing, or a line break or a lone “\\” "
                "stands in it.",
            )
            raise problem_at(self._file, self._line_now(), problem) from error
        return text

    def _scalar(self) -> bool | int | float | None:
        if number := _NUMBER.match(self._text, self._at):
            value = float(number[0])
            if not math.isfinite(value):
                raise self._not_finite(number[0])
            self._at = number.end()
            return value if number[1] or number[2] else int(number[0])
        word = _WORD.match(self._text, self._at)
        if word and word[0] in _CONSTANTS:
            self._at = word.end()
            return _CONSTANTS[word[0]]
        if word and word[0].lstrip("+-").lower() in _NOT_FINITE:
            raise self._not_finite(word[0])
        raise self._error(
            translate("lessons", "a value was expected here, but found: {found}.").format(found=self._found())
        )

    def _not_finite(self, written: str) -> InputError:
        return self._error(
            translate("lessons", "{found} is no finite number: at most 1.8·10³⁰⁸ can be held.").format(
                found=shown(written)
            )
        )

    def _takes(self, sign: str) -> bool:
        """Step over `sign` where it is what comes next."""
        self._line_here()
        if self._text[self._at : self._at + 1] != sign:
            return False
        self._at += 1
        return True

    def _expect(self, sign: str, expected: str) -> None:
        if not self._takes(sign):
            raise self._error(
                translate("lessons", "{expected} was expected here, but found: {found}.").format(
                    expected=expected, found=self._found()
                )
            )

    def _found(self) -> str:
        rest = self._text[self._at : self._at + _LONGEST].split("\n")[0]
        return shown(rest) if rest else translate("lessons", "the end of the file")

    def _line_here(self) -> int:
        """The line of the next character that is not blank, which is stepped to."""
        blank = _BLANK.match(self._text, self._at)
        assert blank is not None
        self._at = blank.end()
        return self._line_now()

    def _line_now(self) -> int:
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = max(self._counted, self._at)
        return self._line

    def _error(self, problem: str) -> InputError:
        return problem_at(self._file, self._line_now(), problem)
