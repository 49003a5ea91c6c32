"""Faults of a large JSON text of numbers, found in a fraction of the time that reading it takes.

A look ahead, not a reader: whatever it lets pass is read all the same, and may be refused then. It works on bytes, many
at a time: texts are cut out, every sign gets a class, and which class may follow which is looked up in a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

LARGE = 4_000_000  # bytes; what is smaller is read within a fraction of a second
CHUNK = 1 << 18
MAX_STRINGS = 100_000
MAX_ESCAPES = 100_000
WIDE = 16  # numbers in a row that make it one of a matrix

Bytes = bytes | bytearray
Kind = Literal["grammar", "depth", "number", "ragged", "text", "mask"]

_BLANKS = b" \t\n\r"
_BETWEEN = (b",", b"]", b"}", b"[", b"{", b":", b" ", b"\n")
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*+"', re.DOTALL)
_BEGIN = re.compile(rb"[ \t\n\r]*[\[{]")
# Words are overwritten by signs that stand for them, as many as they have letters: places stay where they are.
_WORDS = ((b"null", b"0000"), (b"NaN", b"000"), (b"Infinity", b"00000000"), (b"true", b"tttt"), (b"false", b"ttttt"))
_SIGNS = '?0.e-+,:[]{}"t'  # class 0 is whatever may not stand there
_DIGIT, _COMMA, _OPEN, _CLOSE_OBJECT, _QUOTE, _TRUTH = (_SIGNS.index(sign) for sign in '0,[}"t')
_VALUE = '0-[{"t'
_FOLLOWING = {
    "0": "0.e,]}", ".": "0", "e": "0-+", "-": "0", "+": "0", ",": _VALUE, ":": _VALUE, "[": _VALUE + "]", "]": ",]}",
    "{": '"}', "}": ",]}", '"': ",]}:", "t": "t,]}",
}  # fmt: skip
# Digits aside: a number has one point, one exponent after it, and a sign before each of them at most.
_FORBIDDEN = {".": ".", "e": ".e", "-": "-+", "+": ".-+e"}


@dataclass(frozen=True, slots=True)
class JsonFault:
    """What is wrong: at which byte of the data, or in which row of its matrix, `found` long instead of `expected`."""

    kind: Kind
    at: int = 0
    row: int = 0
    found: int = 0
    expected: int = 0


def find_fault(
    data: bytes, max_depth: int, max_number: int, *, start: int = 0, to_end: bool = True
) -> JsonFault | None:
    """The first fault of the value that begins at `start`, if one can be seen without reading the numbers."""
    if data.count(b'"') > 2 * MAX_STRINGS or data.count(b"\\") > MAX_ESCAPES:
        return None  # mostly texts
    bare = data if not start and b'"' not in data else _without_texts(memoryview(data)[start:])
    if _BEGIN.match(bare) is None:
        return None
    fault = _Look(max_depth, max_number, to_end=to_end).fault(_parts(bare))
    if fault is None or fault.kind != "grammar":
        return fault
    return JsonFault("grammar", start + _place(bare, fault.at))


def _without_texts(body: memoryview) -> bytearray:
    """The same with only the first quotation mark left of every text, and blanks for the rest."""
    bare = bytearray(body)
    for text in _STRING.finditer(body):
        first, last = text.span()
        bare[first + 1 : last] = b" " * (last - first - 1)
    return bare


def _parts(bare: Bytes) -> Iterator[Bytes]:
    """Pieces that end between words."""
    first = 0
    while first < len(bare):
        last = first + CHUNK
        end = max(bare.rfind(sign, first, last) for sign in _BETWEEN) + 1 if last < len(bare) else 0
        yield bare[first : end or last]
        first = end or last


def _classes(part: Bytes) -> NDArray[np.uint8]:
    """The class of every sign but blanks."""
    for word, stand_in in _WORDS:
        if word[:1] in part:
            part = part.replace(word, stand_in)
    return np.frombuffer(part.translate(_CLASSES, _BLANKS), dtype=np.uint8)


def _class_table() -> bytes:
    classes = bytearray(256)
    for index, sign in enumerate(_SIGNS[1:], start=1):
        classes[ord(sign)] = index
    for digit in b"0123456789":
        classes[digit] = _DIGIT
    classes[ord("E")] = classes[ord("e")]
    return bytes(classes)


def _pair_table(pairs: dict[str, str]) -> bytes:
    """1 for each pair of classes, the first in the upper half of the byte."""
    table = bytearray(256)
    for sign, others in pairs.items():
        for other in others:
            table[_SIGNS.index(sign) << 4 | _SIGNS.index(other)] = 1
    return bytes(table)


# Translated as bytes: NumPy would make an index of eight bytes of every sign first, which takes five times as long.
_CLASSES = _class_table()
_FOLLOWS = _pair_table(_FOLLOWING)
_CLASHES = _pair_table(_FORBIDDEN)


def _pairs(classes: NDArray[np.uint8]) -> bytes:
    return (classes[:-1] << 4 | classes[1:]).tobytes()


class _Look:
    """One pass over JSON without blanks and texts; brackets are remembered with what stands between them."""

    def __init__(self, max_depth: int, max_number: int, *, to_end: bool) -> None:
        self._max_depth, self._max_number, self._to_end = max_depth, max_number, to_end
        self._depth = 0
        self._commas = self._marks = self._truths = 0
        self._last = 0  # class of the last sign; 0 where there was none
        self._last_sign = 0  # class of the last sign that was no digit
        # Of every bracket: its class, its place, and how many commas, texts and truths came before it.
        self._found: list[NDArray[np.int64]] = []

    def fault(self, parts: Iterator[Bytes]) -> JsonFault | None:
        first = 0
        for part in parts:
            own = _classes(part)
            fault, end = self._part(own, first)
            if fault is not None:
                return fault
            if end is not None:
                more = end + 1 < len(own) or any(len(_classes(rest)) for rest in parts) if self._to_end else False
                return JsonFault("grammar", first + end + 1) if more else self._structure()
            first += len(own)
        return JsonFault("grammar", first)

    def _part(self, own: NDArray[np.uint8], first: int) -> tuple[JsonFault | None, int | None]:
        """A fault in a part of the text, or where the value ends in it."""
        brackets = np.flatnonzero((own >= _OPEN) & (own <= _CLOSE_OBJECT))
        depths = self._depth + np.cumsum(np.where(own[brackets] % 2 == _OPEN % 2, 1, -1))
        ends = np.flatnonzero(depths <= 0)
        end = int(brackets[ends[0]]) if len(ends) else None
        if end is not None:
            brackets, depths, own = brackets[: ends[0] + 1], depths[: ends[0] + 1], own[: end + 1]
        before = np.concatenate(([np.uint8(self._last)], own)) if self._last else own
        wrong = _pairs(before).translate(_FOLLOWS).find(0)
        if wrong >= 0:
            return JsonFault("grammar", first + wrong + (0 if self._last else 1)), None
        if len(depths) and int(depths.max()) > self._max_depth + 1:  # the deepest may be a flat row
            return JsonFault("depth"), None
        fault = self._numbers(own, first)
        if fault is not None:
            return fault, None
        self._remember(own, brackets, first)
        if len(depths):
            self._depth = int(depths[-1])
        if len(own):
            self._last = int(own[-1])
        return None, end

    def _numbers(self, own: NDArray[np.uint8], first: int) -> JsonFault | None:
        digits = own == _DIGIT
        whole = len(own) // self._max_number
        if whole and digits[: whole * self._max_number].reshape(whole, -1).all(axis=1).any():
            return JsonFault("number")
        others = np.concatenate(([np.uint8(self._last_sign)], own[~digits]))
        clash = _pairs(others).translate(_CLASHES).find(1)
        if clash >= 0:
            return JsonFault("grammar", first + int(np.flatnonzero(~digits)[clash]))
        self._last_sign = int(others[-1])
        return None

    def _remember(self, own: NDArray[np.uint8], brackets: NDArray[np.int64], first: int) -> None:
        commas, marks = np.flatnonzero(own == _COMMA), np.flatnonzero(own == _QUOTE)
        truths = np.flatnonzero(own == _TRUTH)
        if len(brackets):
            self._found.append(
                np.stack(
                    [
                        own[brackets].astype(np.int64),
                        brackets + first,
                        self._commas + np.searchsorted(commas, brackets),
                        self._marks + np.searchsorted(marks, brackets),
                        self._truths + np.searchsorted(truths, brackets),
                    ]
                )
            )
        self._commas += len(commas)
        self._marks += len(marks)
        self._truths += len(truths)

    def _structure(self) -> JsonFault | None:
        """Brackets that close another kind of bracket, and rows of a matrix that differ."""
        kinds, places, commas, marks, truths = np.concatenate(self._found, axis=1)
        opening = kinds % 2 == _OPEN % 2
        levels = np.cumsum(np.where(opening, 1, -1)) + ~opening
        pairs = np.argsort(levels, kind="stable")  # on each level every second one closes the one before
        crossed = kinds[pairs[1::2]] != kinds[pairs[::2]] + 1
        if crossed.any():
            return JsonFault("grammar", int(places[pairs[1::2][crossed].min()]))
        rows = np.flatnonzero((kinds[:-1] == _OPEN) & (kinds[1:] == _OPEN + 1))
        widths = commas[rows + 1] - commas[rows] + (places[rows + 1] - places[rows] > 1)
        texts, masks = marks[rows + 1] - marks[rows], truths[rows + 1] - truths[rows]
        plain = (texts == 0) & (masks == 0)
        beside = np.zeros(len(rows), dtype=np.bool_)  # whether the row before stands in the same list
        beside[1:] = (rows[1:] == rows[:-1] + 2) & (places[rows[1:]] - places[rows[:-1] + 1] == 2)
        before, same = np.roll(widths, 1), np.roll(plain, 1)
        ragged = np.flatnonzero(beside & plain & same & (widths != before))
        if len(ragged):
            return _ragged(int(ragged[0]), beside, widths)
        mixed = np.flatnonzero(beside & ~plain & same & (widths == before) & (widths >= WIDE))
        return JsonFault("text" if texts[mixed[0]] else "mask") if len(mixed) else None


def _ragged(row: int, beside: NDArray[np.bool_], widths: NDArray[np.int64]) -> JsonFault:
    first = row - int(np.argmin(beside[row::-1]))
    return JsonFault("ragged", row=row - first, found=int(widths[row]), expected=int(widths[first]))


def _place(bare: Bytes, at: int) -> int:
    """Where the sign is that stands at `at` once blanks are taken out."""
    seen = first = 0
    for part in _parts(bare):
        dense = len(_classes(part))
        if seen + dense > at:
            signs = np.frombuffer(part, dtype=np.uint8)
            return first + int(np.flatnonzero(~np.isin(signs, list(_BLANKS)))[at - seen])
        seen += dense
        first += len(part)
    return len(bare)
