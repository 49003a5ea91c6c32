"""A .json file of attention, or the page that BertViz gives back, as a tree of tensors and texts."""

from __future__ import annotations

import codecs
import re
from pathlib import Path

import numpy as np

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_tree import Content, Node, Texts, mask_instead, texts_instead
from attnviz.io.files import decoded, read_bytes
from attnviz.io.json_faults import LARGE, find_fault
from attnviz.io.json_tree import (
    MAX_DEPTH,
    MAX_NUMBER,
    Json,
    check_amount,
    long_number,
    nested_deeply,
    not_json,
    read_json_tree,
)
from attnviz.io.stored import in_memory
from attnviz.io.wording import shown, shown_name

MAX_JSON_BYTES = 64_000_000
MAX_OTHER_BYTES = 24_000_000  # with other than ASCII signs in it, for which Python takes up to four bytes each

# BertViz writes its data into the script of its page: `const params = {…};`
_PARAMS = re.compile(rb"\bparams\s*=\s*(?=\{)")
_PARAMS_TEXT = re.compile(_PARAMS.pattern.decode(), re.ASCII)


def read_json(path: Path) -> Content:
    """The content of a JSON file."""
    name = shown_name(path)
    data = _bytes(path, name)
    if len(data) > LARGE:
        start = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
        _look_ahead(data, name, start=start)
    value, repeated = read_json_tree(decoded(data, name), name)
    return Content(path, name, _node(value, name), _remarks(repeated, name))


def read_html(path: Path) -> Content:
    """The data in a page that BertViz made; its script is read as text and never run."""
    name = shown_name(path)
    data = _bytes(path, name)
    start = _PARAMS.search(data)
    if start is None:
        raise InputError(
            translate("io", "{name} is a page without attention in it; expected one that BertViz made.").format(
                name=name
            )
        )
    if len(data) > LARGE:
        _look_ahead(data, name, start=start.end(), to_end=False)
    text = decoded(data, name)
    found = _PARAMS_TEXT.search(text)
    assert found is not None
    value, repeated = read_json_tree(text, name, start=found.end(), to_end=False)
    return Content(path, name, _node(value, name), _remarks(repeated, name))


def _bytes(path: Path, name: str) -> bytes:
    data = read_bytes(path, MAX_JSON_BYTES)
    if len(data) > MAX_OTHER_BYTES and not data.isascii():
        raise InputError(
            translate("io", "{name} is too large: it has {found} bytes, at most {most} are read.").format(
                name=name, found=len(data), most=MAX_OTHER_BYTES
            )
        )
    return data


def _look_ahead(data: bytes, name: str, *, start: int = 0, to_end: bool = True) -> None:
    """Refuse at once what would only be refused after seconds, near the end of a large file."""
    check_amount(data, name)
    fault = find_fault(data, MAX_DEPTH, MAX_NUMBER, start=start, to_end=to_end)
    if fault is None:
        return
    if fault.kind == "ragged":
        raise _ragged(name, fault.row, fault.found, fault.expected)
    if fault.kind == "grammar":
        raise not_json(data if data.isascii() else decoded(data, name), _signs(data, fault.at, name), name)
    raise {"depth": nested_deeply, "number": long_number, "text": texts_instead, "mask": mask_instead}[fault.kind](name)


def _signs(data: bytes, at: int, name: str) -> int:
    return at if data.isascii() else len(decoded(data[:at], name))


def _remarks(repeated: tuple[str, ...], name: str) -> tuple[str, ...]:
    if not repeated:
        return ()
    return (
        translate("io", "{name} names {key} twice in one object; the last one is read.").format(
            name=name, key=shown(repeated[0])
        ),
    )


def _node(value: Json, name: str) -> Node:
    """Lists of equal arrays as one tensor, lists of texts as texts."""
    joined = _joined(value, name)
    return _tensors(joined)


def _joined(value: Json, name: str) -> Json | Texts:
    if isinstance(value, dict):
        return {key: _joined(item, f"{name}: {shown(key)}") for key, item in value.items()}  # type: ignore[misc]
    if not isinstance(value, list):
        return value
    items = [_joined(item, name) for item in value]
    if items and all(isinstance(item, str) for item in items):
        return Texts(tuple(item for item in items if isinstance(item, str)))
    arrays = [item for item in items if isinstance(item, np.ndarray)]
    if not arrays or len(arrays) < len(items):
        return items  # type: ignore[return-value]
    shapes = {array.shape for array in arrays}
    if len(shapes) == 1:
        return np.stack(arrays)
    if arrays[0].ndim == 1:
        _refuse_ragged(arrays, name)
    return items  # type: ignore[return-value]


def _refuse_ragged(rows: list[np.ndarray], name: str) -> None:
    width = len(rows[0])
    row = next(index for index, found in enumerate(rows) if found.ndim != 1 or len(found) != width)
    raise _ragged(name, row, len(rows[row]), width)


def _ragged(name: str, row: int, found: int, expected: int) -> InputError:
    return InputError(
        translate("io", "{name}: the length of {path} is {found}, but that of the first row is {expected}.").format(
            name=name, path=f"[{row}]", found=found, expected=expected
        )
    )


def _tensors(value: Json | Texts) -> Node:
    if isinstance(value, np.ndarray):
        return in_memory(value)
    if isinstance(value, list):
        return [_tensors(item) for item in value]
    if isinstance(value, dict):
        return {key: _tensors(item) for key, item in value.items()}
    return value
