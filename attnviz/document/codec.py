"""Frozen dataclasses to plain JSON and back, by their field types; their arrays stay arrays, by name.

A field that a file does not have takes its default, so that files from before the field are read. One that the class
does not have is refused: it would be lost when the file is written again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from attnviz.document.blocks import MAX_NAME
from attnviz.document.document import MatrixSource, ProjectionSource, SentenceSource
from attnviz.document.imported_source import ImportedSource
from attnviz.document.json_place import Place
from attnviz.document.json_text import Node
from attnviz.document.stored_attention import StoredAttention, stored
from attnviz.i18n import translate

Arrays = dict[str, NDArray[Any]]
Held = Mapping[str, NDArray[Any]]
Reader = Callable[[Place, Held], object]
T = TypeVar("T")

MAX_TEXT = 1_000_000  # characters of one text; a sentence may be long
MAX_ITEMS = 100_000  # of one list
MAX_INTEGER = 2**53

# Where a field may hold one of several classes, the file says which: by these names, never by Python's.
KINDS: dict[str, type] = {
    "matrices": MatrixSource,
    "sentence": SentenceSource,
    "projections": ProjectionSource,
    "imported": StoredAttention,
}
# What a file holds in the place of a class that has no plain fields.
PLAIN: dict[type, type] = {ImportedSource: StoredAttention}
_NAMES = {kind: name for name, kind in KINDS.items()}


def encode(value: object, arrays: Arrays, name: str = "") -> object:
    """`value` as JSON has it. Its arrays are put into `arrays` under the path that leads to them."""
    if isinstance(value, np.ndarray):
        arrays[name] = value
        return {"array": name}
    if isinstance(value, ImportedSource):
        value = stored(value)
    if is_dataclass(value) and not isinstance(value, type):
        kind = {"kind": _NAMES[type(value)]} if type(value) in _NAMES else {}
        path = f"{name}." if name else ""
        return kind | {
            field.name: encode(getattr(value, field.name), arrays, f"{path}{field.name}") for field in fields(value)
        }
    if isinstance(value, tuple):
        return [encode(item, arrays, f"{name}.{index}") for index, item in enumerate(value)]
    assert value is None or isinstance(value, (bool, int, float, str)), f"{name} is a {type(value).__name__}"
    return value


def decode(place: Place, kind: type[T], arrays: Held) -> T:
    """The value of type `kind` that stands at `place`. Raises InputError naming the place and what was expected."""
    return cast("T", _reader(cast("Hashable", kind))(place, arrays))


@cache
def _reader(kind: Hashable) -> Reader:
    """How a type is read."""
    origin, inside = get_origin(kind), get_args(kind)
    if kind in _SIMPLE:
        simple = _SIMPLE[kind]
        return lambda place, arrays: simple(place)
    if origin is Literal:
        return lambda place, arrays: place.choice(inside)
    if origin in (Union, UnionType):
        return _one_of(inside)
    if origin is tuple:
        return _tuple(inside)
    if origin is np.ndarray:
        return _array
    assert isinstance(kind, type) and is_dataclass(kind), f"no way to read {kind}"  # noqa: PT018
    return _record(kind)


_SIMPLE: dict[Any, Callable[[Place], Any]] = {
    bool: Place.switch,
    int: lambda place: place.integer(-MAX_INTEGER, MAX_INTEGER),
    float: Place.number,
    str: lambda place: place.text(MAX_TEXT),
}


def _one_of(kinds: tuple[Any, ...]) -> Reader:
    """A value or null, or one of the named kinds."""
    rest = [PLAIN.get(kind, kind) for kind in kinds if kind is not NoneType]
    if len(rest) > 1 and all(get_origin(kind) is Literal for kind in rest):
        words = tuple(word for kind in rest for word in get_args(kind))
        return lambda place, arrays: None if _is_null(place, kinds) else place.choice(words)
    named = {_NAMES[kind]: kind for kind in rest if kind in _NAMES}
    assert len(rest) == 1 or len(named) == len(rest), f"a file could not say which of {kinds} it holds"

    def read(place: Place, arrays: Held) -> object:
        if _is_null(place, kinds):
            return None
        if len(rest) == 1:
            return _reader(rest[0])(place, arrays)
        content = place.node.value
        if not isinstance(content, dict) or "kind" not in content:
            place.members(content if isinstance(content, dict) else (), ("kind",))
        kind = Place(place.file, f"{place.path}.kind", cast("dict[str, Node]", content)["kind"])
        return _reader(named[kind.choice(named)])(place, arrays)

    return read


def _is_null(place: Place, kinds: tuple[object, ...]) -> bool:
    return place.node.value is None and NoneType in kinds


def _tuple(inside: tuple[Any, ...]) -> Reader:
    if len(inside) == 2 and inside[1] is Ellipsis:
        item = _reader(inside[0])
        return lambda place, arrays: tuple(item(part, arrays) for part in place.items(MAX_ITEMS))
    items = [_reader(part) for part in inside]

    def read(place: Place, arrays: Held) -> object:
        parts = place.items(len(items), len(items))
        return tuple(item(part, arrays) for item, part in zip(items, parts, strict=True))

    return read


def _array(place: Place, arrays: Held) -> NDArray[Any]:
    name = place.members(("array",), ("array",))["array"].text(MAX_NAME)
    if name not in arrays:
        raise place.fail(
            translate("file", "{path} names the array {name}, which the file does not hold.").format(
                path=place.name, name=name
            )
        )
    return arrays[name]


def _record(kind: type) -> Reader:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    required = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    allowed = (*(("kind",) if kind in _NAMES else ()), *readers)

    def read(place: Place, arrays: Held) -> object:
        given = place.members(allowed, required)
        return kind(**{key: readers[key](part, arrays) for key, part in given.items() if key != "kind"})

    return read
