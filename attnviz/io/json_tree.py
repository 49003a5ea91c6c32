"""JSON that is mostly numbers: every row of them becomes an array at once, so that memory stays near the file's size.

Read with bounds on depth and on the number of lists. NaN, Infinity and -Infinity are taken, as Python writes them, and
null between numbers as NaN, as browsers do.
"""

from __future__ import annotations

import json
import re
from json import JSONDecodeError, JSONDecoder
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from attnviz.core.patience import tell
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_tree import MAX_SIDE
from attnviz.io.wording import shown

MAX_DEPTH = 24
MAX_LISTS = 250_000
MAX_ITEMS = 65_536  # of one list
MAX_VALUES = 8_000_000
MAX_NUMBER = 400  # signs of one number
TELL_EVERY = 64  # rows

Json: TypeAlias = "NDArray[np.float64] | list[Json] | dict[str, Json] | str | float | bool | None"

_BLANK = re.compile(r"[ \t\n\r]*")
_FLAT = re.compile(r'\[[^\[\]{}"]*\]')
_ENDLESS_NUMBER = re.compile(rf"\d{{{MAX_NUMBER},}}")
_SCALAR = re.compile(r"-?[0-9][0-9.eE+\-]*|-?[A-Za-z]+")
_DECODER = JSONDecoder()
_CLOSING = {"[": "]", "{": "}"}


def read_json_tree(text: str, name: str, *, start: int = 0, to_end: bool = True) -> tuple[Json, tuple[str, ...]]:
    """The value that begins at `start`, and the keys that stood twice in one object, whose last value was taken.

    Flat lists of numbers come out as arrays, an empty list as an empty array. `to_end`: nothing may follow the value.
    """
    check_amount(text, name)
    scanner = _Scanner(text, name, start)
    if to_end:
        scanner.check_end()
    value = scanner.value(0)
    if to_end:
        scanner.end()
    return value, tuple(scanner.repeated)


def check_amount(text: str | bytes, name: str) -> None:
    """Raise InputError for more lists or numbers than are read."""
    lists, objects, commas = ("[", "{", ",") if isinstance(text, str) else (b"[", b"{", b",")
    if text.count(lists) + text.count(objects) > MAX_LISTS or text.count(commas) > MAX_VALUES:  # type: ignore[arg-type]
        raise too_many_lists(name)


def too_many_lists(name: str) -> InputError:
    """What to say of more lists or numbers than attention written as text has."""
    return InputError(translate("io", "{name} holds too many lists.").format(name=name))


def nested_deeply(name: str) -> InputError:
    """What to say of lists within lists within lists."""
    return InputError(translate("io", "{name} is nested too deeply to be read.").format(name=name))


def long_number(name: str) -> InputError:
    """What to say of a number that fills a page."""
    return InputError(
        translate("io", "{name} holds a number of more than {most} digits.").format(name=name, most=MAX_NUMBER)
    )


def not_json(text: str | bytes, at: int, name: str) -> InputError:
    """What to say of a text, which may be ASCII bytes, that is no JSON because of what stands at `at`."""
    newline = "\n" if isinstance(text, str) else b"\n"
    line = text.count(newline, 0, at) + 1  # type: ignore[arg-type]
    column = at - text.rfind(newline, 0, at)  # type: ignore[arg-type]
    part = text[at : at + 24]
    rest = (part if isinstance(part, str) else part.decode("ascii")).split("\n")[0]
    found = shown(rest) if rest else translate("io", "the end of the file")
    return InputError(
        translate("io", "{name} is not JSON: at line {line}, column {column}, {found} cannot be read.").format(
            name=name, line=line, column=column, found=found
        )
    )


class _Scanner:
    """One pass over the text; `_at` is the next character to look at."""

    def __init__(self, text: str, name: str, start: int) -> None:
        self._text = text
        self._name = name
        self._at = start
        self._rows = 0
        self.repeated: list[str] = []

    def check_end(self) -> None:
        """Refuse at once what was cut short, as a large file may be, or goes on after its end."""
        last = len(self._text.rstrip(" \t\n\r")) - 1
        first = self._next()
        if last > self._at and first in _CLOSING and self._text[last] != _CLOSING[first]:
            self._at = last + 1
            raise self._wrong()

    def value(self, depth: int) -> Json:
        sign = self._next()
        if sign == "[":
            flat = _FLAT.match(self._text, self._at)
            if flat is not None:
                return self._row(flat)
        if sign in ("[", "{") and depth >= MAX_DEPTH:
            raise nested_deeply(self._name)
        if sign == "[":
            return self._list(depth)
        if sign == "{":
            return self._object(depth)
        if sign == '"':
            return self._string()
        return self._scalar()

    def end(self) -> None:
        if self._next():
            raise self._wrong()

    def _next(self) -> str:
        blank = _BLANK.match(self._text, self._at)
        assert blank is not None
        self._at = blank.end()
        return self._text[self._at : self._at + 1]

    def _row(self, flat: re.Match[str]) -> Json:
        """A list without lists, objects and texts in it."""
        self._rows += 1
        if self._rows % TELL_EVERY == 0:
            tell(self._at / len(self._text))
        row = flat.group()
        if row.count(",") >= MAX_SIDE:
            raise InputError(
                translate("io", "{name} has a row of more than {most} numbers.").format(name=self._name, most=MAX_SIDE)
            )
        if len(row) > MAX_NUMBER and _ENDLESS_NUMBER.search(row):
            raise long_number(self._name)
        try:
            items: list[float | bool | None] = json.loads(row, parse_int=float)
        except JSONDecodeError as error:
            self._at += error.pos
            raise self._wrong() from error
        self._at = flat.end()
        kinds = set(map(type, items))
        if kinds <= {float}:
            return np.array(items, dtype=np.float64)
        if kinds == {float, type(None)}:
            return np.array([np.nan if item is None else item for item in items], dtype=np.float64)
        return list(items)

    def _list(self, depth: int) -> Json:
        items: list[Json] = []
        self._at += 1
        while True:
            items.append(self.value(depth + 1))
            if len(items) > MAX_ITEMS:
                raise too_many_lists(self._name)
            sign = self._next()
            self._at += 1
            if sign == "]":
                return items
            if sign != ",":
                self._at -= 1
                raise self._wrong()

    def _object(self, depth: int) -> Json:
        members: dict[str, Json] = {}
        self._at += 1
        sign = self._next()
        while sign != "}" or members:
            if sign != '"':
                raise self._wrong()
            key = self._string()
            if key in members:
                self.repeated.append(key)
            if self._next() != ":":
                raise self._wrong()
            self._at += 1
            members[key] = self.value(depth + 1)
            if self._next() == "}":
                break
            if self._next() != ",":
                raise self._wrong()
            self._at += 1
            sign = self._next()
        self._at += 1
        return members

    def _string(self) -> str:
        try:
            text: str
            text, self._at = _DECODER.raw_decode(self._text, self._at)
        except JSONDecodeError as error:
            self._at = error.pos
            raise self._wrong() from error
        return text

    def _scalar(self) -> Json:
        found = _SCALAR.match(self._text, self._at)
        if found is None or len(found.group()) > MAX_NUMBER:
            raise self._wrong()
        try:
            value: float | bool | None = json.loads(found.group(), parse_int=float)
        except JSONDecodeError as error:
            raise self._wrong() from error
        self._at = found.end()
        return value

    def _wrong(self) -> InputError:
        return not_json(self._text, self._at, self._name)
