"""A pickle read as data: lists, tuples, dictionaries, texts, numbers and plain PyTorch tensors, nothing else.

This is no unpickler. It knows the few opcodes that such data need, calls nothing and imports nothing: a name in the
pickle is compared with a list of names that are known, and any other name or opcode ends the reading. The opcodes are
documented in Python's own pickletools.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

MAX_STEPS = 600_000

TENSOR = ("torch._utils", "_rebuild_tensor_v2")
PARAMETER = ("torch._utils", "_rebuild_parameter")
SIZE = ("torch", "Size")
ORDERED = ("collections", "OrderedDict")
STORAGES = {
    "DoubleStorage": "<f8", "FloatStorage": "<f4", "HalfStorage": "<f2", "BFloat16Storage": "bfloat16",
    "LongStorage": "<i8", "IntStorage": "<i4", "ShortStorage": "<i2", "CharStorage": "i1", "ByteStorage": "u1",
    "BoolStorage": "?",
}  # fmt: skip


class RefusedError(Exception):
    """The pickle is not plain data. `named` is the class or function it asks for, if that is the reason."""

    def __init__(self, named: str = "") -> None:
        super().__init__(named)
        self.named = named


@dataclass(frozen=True, slots=True)
class Storage:
    """A run of numbers that lies elsewhere, by key; `type` as NumPy spells it, or "bfloat16"."""

    type: str
    key: str


@dataclass(frozen=True, slots=True)
class View:
    """A tensor: `offset` and `strides` in numbers, not bytes, into a storage. Nothing is checked yet."""

    storage: Storage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Name:
    module: str
    name: str


class _Mark:
    pass


@dataclass(slots=True, eq=False)
class _State:
    data: bytes
    at: int = 0
    stack: list[Any] = field(default_factory=list)
    memo: dict[int, Any] = field(default_factory=dict)

    def take(self, count: int) -> bytes:
        part = self.data[self.at : self.at + count]
        if count < 0 or len(part) != count:
            raise RefusedError
        self.at += count
        return part

    def line(self) -> str:
        end = self.data.find(b"\n", self.at, self.at + 300)
        if end < 0:
            raise RefusedError
        return self.take(end + 1 - self.at)[:-1].decode("utf-8", "replace")

    def number(self, form: str) -> int:
        return int(struct.unpack(form, self.take(struct.calcsize(form)))[0])

    def pop(self) -> Any:  # noqa: ANN401  (whatever the pickle holds)
        if not self.stack:
            raise RefusedError
        return self.stack.pop()

    def top(self) -> Any:  # noqa: ANN401
        if not self.stack:
            raise RefusedError
        return self.stack[-1]

    def marked(self) -> list[Any]:
        """What stands above the last mark, which goes as well."""
        for index in range(len(self.stack) - 1, -1, -1):
            if isinstance(self.stack[index], _Mark):
                items = self.stack[index + 1 :]
                del self.stack[index:]
                return items
        raise RefusedError

    def keep(self, place: int) -> None:
        self.memo[place] = self.top()

    def recall(self, place: int) -> None:
        if place not in self.memo:
            raise RefusedError
        self.stack.append(self.memo[place])


def read_plain(data: bytes) -> object:
    """What the pickle holds. Objects in it may refer to each other: whoever walks them must count.

    Raises RefusedError for everything that is not plain data.
    """
    state = _State(data)
    for _ in range(MAX_STEPS):
        act = _ACTS.get(data[state.at : state.at + 1])
        if act is None:
            if data[state.at : state.at + 1] == b".":
                return state.pop()
            raise RefusedError
        state.at += 1
        try:
            act(state)
        except (struct.error, TypeError, ValueError, UnicodeDecodeError, OverflowError) as error:
            raise RefusedError from error
    raise RefusedError


def _global(state: _State, module: str, name: str) -> None:
    known = {TENSOR, PARAMETER, SIZE, ORDERED}
    if (module, name) not in known and not (module == "torch" and name in STORAGES):
        raise RefusedError(f"{module}.{name}")
    state.stack.append(_Name(module, name))


def _stack_global(state: _State) -> None:
    name, module = state.pop(), state.pop()
    if not isinstance(name, str) or not isinstance(module, str):
        raise RefusedError
    _global(state, module, name)


def _persistent(state: _State) -> None:
    """A storage: ("storage", its class, its key, where it was, how many numbers)."""
    found = state.pop()
    if not isinstance(found, tuple) or len(found) < 4 or found[0] != "storage" or not isinstance(found[2], str):
        raise RefusedError
    if not isinstance(found[1], _Name) or found[1].name not in STORAGES:
        raise RefusedError
    state.stack.append(Storage(STORAGES[found[1].name], found[2]))


def _reduce(state: _State) -> None:
    """One of the known functions with its arguments, worked out here."""
    arguments, name = state.pop(), state.pop()
    if not isinstance(name, _Name) or not isinstance(arguments, tuple):
        raise RefusedError
    key = (name.module, name.name)
    if key == ORDERED and not arguments:
        state.stack.append({})
    elif key == SIZE and len(arguments) == 1 and isinstance(arguments[0], (tuple, list)):
        state.stack.append(tuple(arguments[0]))
    elif key == PARAMETER and arguments and isinstance(arguments[0], View):
        state.stack.append(arguments[0])
    elif key == TENSOR and len(arguments) >= 4:
        state.stack.append(_view(*arguments[:4]))
    else:
        raise RefusedError(f"{name.module}.{name.name}")


def _view(storage: object, offset: object, shape: object, strides: object) -> View:
    if not isinstance(storage, Storage) or not _count(offset) or not _counts(shape) or not _counts(strides):
        raise RefusedError
    assert isinstance(offset, int)
    assert isinstance(shape, tuple)
    assert isinstance(strides, tuple)
    if len(shape) != len(strides) or len(shape) > 16:
        raise RefusedError
    return View(storage, offset, shape, strides)


def _count(value: object) -> bool:
    return type(value) is int and 0 <= value < 1 << 62


def _counts(value: object) -> bool:
    return isinstance(value, tuple) and all(map(_count, value))


def _append_all(state: _State) -> None:
    items = state.marked()
    _list(state.top()).extend(items)


def _append(state: _State) -> None:
    item = state.pop()
    _list(state.top()).append(item)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise RefusedError
    return value


def _set_all(state: _State) -> None:
    items = state.marked()
    target = state.top()
    if not isinstance(target, dict):
        raise RefusedError
    target.update(_pairs(items))


def _set_one(state: _State) -> None:
    value, key = state.pop(), state.pop()
    target = state.top()
    if not isinstance(target, dict):
        raise RefusedError
    target.update(_pairs([key, value]))


def _build(state: _State) -> None:
    """State for an object: only that of an empty OrderedDict, which says nothing."""
    extra = state.pop()
    if not isinstance(state.top(), dict) or not isinstance(extra, dict):
        raise RefusedError


def _tuple_of(count: int) -> Callable[[_State], None]:
    def act(state: _State) -> None:
        if len(state.stack) < count:
            raise RefusedError
        items = state.stack[len(state.stack) - count :]
        del state.stack[len(state.stack) - count :]
        state.stack.append(tuple(items))

    return act


def _push(value: Callable[[_State], object]) -> Callable[[_State], None]:
    def act(state: _State) -> None:
        state.stack.append(value(state))

    return act


def _proto(state: _State) -> None:
    if state.take(1)[0] > 5:
        raise RefusedError


def _pairs(items: list[Any]) -> dict[Any, Any]:
    # Nothing else as a key: to look up a tuple of tuples, however deep, would take the machine's stack.
    if len(items) % 2 or not all(isinstance(key, (str, int)) for key in items[::2]):
        raise RefusedError
    return dict(zip(items[::2], items[1::2], strict=True))


_ACTS: dict[bytes, Callable[[_State], object]] = {
    b"\x80": _proto,
    b"\x95": lambda state: state.take(8),  # FRAME
    b"(": _push(lambda _: _Mark()),
    b"0": lambda state: state.pop(),
    b"1": lambda state: state.marked(),
    b"N": _push(lambda _: None),
    b"\x88": _push(lambda _: True),
    b"\x89": _push(lambda _: False),
    b"K": _push(lambda state: state.number("<B")),
    b"M": _push(lambda state: state.number("<H")),
    b"J": _push(lambda state: state.number("<i")),
    b"\x8a": _push(lambda state: int.from_bytes(state.take(state.number("<B")), "little", signed=True)),
    b"G": _push(lambda state: struct.unpack(">d", state.take(8))[0]),
    b"X": _push(lambda state: state.take(state.number("<I")).decode("utf-8", "surrogatepass")),
    b"\x8c": _push(lambda state: state.take(state.number("<B")).decode("utf-8", "surrogatepass")),
    b"]": _push(lambda _: []),
    b"}": _push(lambda _: {}),
    b")": _push(lambda _: ()),
    b"l": _push(lambda state: state.marked()),
    b"d": _push(lambda state: _pairs(state.marked())),
    b"t": _push(lambda state: tuple(state.marked())),
    b"\x85": _tuple_of(1),
    b"\x86": _tuple_of(2),
    b"\x87": _tuple_of(3),
    b"a": _append,
    b"e": _append_all,
    b"s": _set_one,
    b"u": _set_all,
    b"q": lambda state: state.keep(state.number("<B")),
    b"r": lambda state: state.keep(state.number("<I")),
    b"\x94": lambda state: state.keep(len(state.memo)),
    b"h": lambda state: state.recall(state.number("<B")),
    b"j": lambda state: state.recall(state.number("<I")),
    b"c": lambda state: _global(state, state.line(), state.line()),
    b"\x93": _stack_global,
    b"Q": _persistent,
    b"R": _reduce,
    b"b": _build,
}
