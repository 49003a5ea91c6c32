"""Named arrays in a JSON file, checked value by value; a fault is named by its path, such as Q[2][0]."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.files import decoded, read_bytes
from attnviz.io.npy import MAX_SIDE, Floats, matrix_shape
from attnviz.io.wording import shown, shown_name

MAX_JSON_BYTES = 32_000_000
# Every bracket becomes a Python object many times its size.
_MAX_BRACKETS = 1_000_000


def load_json(
    path: Path, matrices: tuple[str, ...], texts: tuple[str, ...]
) -> tuple[dict[str, Floats | tuple[str, ...]], list[str]]:
    """Those of the named matrices and texts that `path` holds, and the names of all it holds."""
    name = shown_name(path)
    content = _parse(read_bytes(path, MAX_JSON_BYTES), name)
    if not isinstance(content, dict):
        raise InputError(
            translate("io", "{name} must hold one object with the matrices, as in {example}.").format(
                name=name, example='{"Q": [[1, 0]], "K": [[1, 0]]}'
            )
        )
    found: dict[str, Floats | tuple[str, ...]] = {}
    for key in matrices:
        if key in content:
            found[key] = _matrix(content[key], key, name)
    for key in texts:
        if key in content:
            found[key] = _texts(content[key], key, name)
    return found, list(content)


def _parse(data: bytes, name: str) -> object:
    text = decoded(data, name)
    if data.count(b"[") + data.count(b"{") > _MAX_BRACKETS:
        raise InputError(translate("io", "{name} holds too many lists.").format(name=name))
    try:
        # Whole numbers as floats: Python would refuse, or labour over, one of many thousand digits.
        content: object = json.loads(text, parse_int=float, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise InputError(
            translate("io", "{name} is not JSON: line {line}, column {column} cannot be read.").format(
                name=name, line=error.lineno, column=error.colno
            )
        ) from error
    except RecursionError as error:
        raise InputError(translate("io", "{name} is nested too deeply to be read.").format(name=name)) from error
    except _RepeatedKey as error:
        raise InputError(
            translate("io", "{name} names {key} twice in one object; expected it once.").format(
                name=name, key=shown(error.key)
            )
        ) from error
    return content


class _RepeatedKey(Exception):
    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def _without_repeats(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise _RepeatedKey(key)
        result[key] = value
    return result


def _matrix(value: object, path: str, name: str) -> Floats:
    rows = _list(value, path, name)
    first = rows[0] if rows else None
    if isinstance(first, list) and first and isinstance(first[0], list):
        matrix_shape((len(rows), len(first), len(first[0])), f"{name}: {path}")
        path, rows = f"{path}[0]", first
    width = len(_list(rows[0], f"{path}[0]", name)) if rows else 0
    matrix_shape((len(rows), width), f"{name}: {path}")
    values = np.empty((len(rows), width), dtype=np.float64)
    for index, row in enumerate(rows):
        values[index] = _row(row, width, f"{path}[{index}]", name)
    values.setflags(write=False)
    return values


def _row(value: object, width: int, path: str, name: str) -> list[float]:
    row = _list(value, path, name)
    if len(row) != width:
        raise InputError(
            translate("io", "{name}: the length of {path} is {found}, but that of the first row is {expected}.").format(
                name=name, path=path, found=len(row), expected=width
            )
        )
    numbers: list[float] = []
    for column, number in enumerate(row):
        # bool is refused too: true is a mask's word, not a number.
        if not isinstance(number, float) or not math.isfinite(number):
            raise InputError(
                translate("io", "{name}: {path} must be a finite number, but it is {found}.").format(
                    name=name, path=f"{path}[{column}]", found=_found(number)
                )
            )
        numbers.append(number)
    return numbers


def _texts(value: object, path: str, name: str) -> tuple[str, ...]:
    items = _list(value, path, name)
    if len(items) > MAX_SIDE:
        raise InputError(
            translate("io", "{name}: {path} has {found} tokens; at most {most} are read.").format(
                name=name, path=path, found=len(items), most=MAX_SIDE
            )
        )
    texts: list[str] = []
    for index, item in enumerate(items):
        if not isinstance(item, str):
            raise InputError(
                translate("io", "{name}: {path} must be a text, but it is {found}.").format(
                    name=name, path=f"{path}[{index}]", found=_found(item)
                )
            )
        texts.append(item)
    return tuple(texts)


def _list(value: object, path: str, name: str) -> list[object]:
    if not isinstance(value, list):
        raise InputError(
            translate("io", "{name}: {path} must be a list, but it is {found}.").format(
                name=name, path=path, found=_found(value)
            )
        )
    return value


def _found(value: object) -> str:
    """A JSON value as it may stand in a sentence."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, list):
        return "[…]"
    if isinstance(value, dict):
        return "{…}"
    return "null" if value is None else str(value).lower()
