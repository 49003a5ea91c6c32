"""A .safetensors file as named tensors. The header is read here: every offset is checked, nothing else is loaded.

The format (github.com/huggingface/safetensors): 8 bytes with the length of a JSON header, the header, which names each
tensor's dtype, shape and the bytes it takes, then these bytes without holes and without overlaps.
"""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import TypeGuard

import numpy as np

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_tree import Content, Node, Texts
from attnviz.io.files import opened
from attnviz.io.stored import MOST_FILE_BYTES, InFile, Stamp, Tensor, in_order
from attnviz.io.wording import shown, shown_name

MAX_HEADER_BYTES = 8_000_000
MAX_BRACKETS = 250_000  # three for each tensor
TOKEN_KEYS = "tokens"  # every key of the metadata that holds this word may be a list of tokens

_TYPES = {
    "F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
    "U64": "<u8", "U32": "<u4", "U16": "<u2", "U8": "u1", "BOOL": "?",
}  # fmt: skip


def read_safetensors(path: Path) -> Content:
    """The tensors of a file by name, and the lists of tokens in its metadata."""
    name = shown_name(path)
    with opened(path, MOST_FILE_BYTES) as (file, size):
        stamp = Stamp.of(os.fstat(file.fileno()))
        length = int.from_bytes(file.read(8), "little")
        if size < 8 or length > size - 8:
            raise _wrong(name, translate("io", "its header is longer than the file"))
        if length > MAX_HEADER_BYTES:
            raise _wrong(name, translate("io", "its header is too long to be read"))
        data = file.read(length)
        if data.count(b"[") + data.count(b"{") > MAX_BRACKETS:
            raise _wrong(name, translate("io", "its header is too long to be read"))
        header = _header(data, name)
    metadata = header.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise _wrong(name, translate("io", "its metadata are not texts"))
    tree = _tensors(header, InFile(path, stamp, 8 + length, size - 8 - length), name)
    remarks: list[str] = []
    for key, text in metadata.items():
        if TOKEN_KEYS in key.lower() and key not in tree:
            tokens = _tokens(str(text))
            if tokens is None:
                remarks.append(
                    translate("io", "{name}: the tokens in its metadata ({key}) are no list of texts.").format(
                        name=name, key=shown(key)
                    )
                )
            else:
                tree[key] = tokens
    return Content(path, name, tree, tuple(remarks))


def _header(data: bytes, name: str) -> dict[str, object]:
    try:
        # The format's own readers refuse a name that stands twice.
        header = json.loads(data.decode("utf-8"), object_pairs_hook=_unique)
    except UnicodeDecodeError as error:
        raise _wrong(name, translate("io", "its header is not UTF-8 text")) from error
    except (ValueError, RecursionError) as error:
        raise _wrong(name, translate("io", "its header is not JSON")) from error
    if not isinstance(header, dict):
        raise _wrong(name, translate("io", "its header does not name any tensors"))
    return header


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice")
    return found


def _tensors(header: dict[str, object], source: InFile, name: str) -> dict[str, Node]:
    tree: dict[str, Node] = {}
    ranges: list[tuple[int, int]] = []
    unread: str | None = None
    for key, entry in header.items():
        tensor, taken, kind = _tensor(entry, source, f"{name}: {shown(key)}")
        ranges.append(taken)
        if tensor is None:
            unread = f"{shown(key)}, {kind}"
        else:
            tree[key] = tensor
    _check_cover(ranges, source.size, name)
    if not tree:
        if unread is not None:
            raise InputError(
                translate("io", "{name} holds numbers of a kind that is not read here: {found}.").format(
                    name=name, found=unread
                )
            )
        raise InputError(translate("io", "{name} holds no arrays.").format(name=name))
    return tree


def _tensor(entry: object, source: InFile, name: str) -> tuple[Tensor | None, tuple[int, int], str]:
    """A tensor, the bytes it takes and the name of its type; None where the type is one that NumPy has not."""
    if not isinstance(entry, dict):
        raise _wrong(name, translate("io", "it is not described by an object"))
    kind, shape, offsets = entry.get("dtype"), entry.get("shape"), entry.get("data_offsets")
    if not isinstance(kind, str) or not _counts(shape) or not _counts(offsets) or len(offsets) != 2:
        raise _wrong(name, translate("io", "its dtype, shape or place is missing or no whole numbers from 0 on"))
    begin, end = offsets
    if not begin <= end <= source.size:
        raise _wrong(name, translate("io", "its bytes would lie outside the file"))
    if kind not in _TYPES:
        if not kind.startswith(("F8", "F6", "F4", "C64", "E8")):
            raise _wrong(name, translate("io", "its dtype is unknown: {found}").format(found=shown(kind)))
        return None, (begin, end), kind
    dtype = np.dtype(_TYPES[kind])
    if len(shape) > 16 or math.prod(shape) * dtype.itemsize != end - begin:
        raise _wrong(
            name,
            translate("io", "its shape needs {promised} bytes, but it has {found}").format(
                promised=_short(shape, dtype.itemsize), found=end - begin
            ),
        )
    return in_order(source, begin, tuple(shape), dtype, bfloat16=kind == "BF16"), (begin, end), kind


def _counts(value: object) -> TypeGuard[list[int]]:
    return isinstance(value, list) and all(type(item) is int and 0 <= item < 1 << 63 for item in value)


def _short(shape: list[int], itemsize: int) -> str:
    """A number of bytes that may be too long to write out."""
    count = math.prod(shape[:64]) * itemsize
    return str(count) if count < 10**20 else f"10^{len(str(count)) - 1}"


def _check_cover(ranges: list[tuple[int, int]], size: int, name: str) -> None:
    """Raise InputError unless the tensors fill the file's data without holes and overlaps."""
    reached = 0
    for begin, end in sorted(ranges):
        if begin != reached:
            raise _wrong(
                name,
                translate("io", "the bytes of two tensors overlap")
                if begin < reached
                else translate("io", "there are bytes that belong to no tensor"),
            )
        reached = end
    if reached != size:
        raise _wrong(name, translate("io", "there are bytes that belong to no tensor"))


def _tokens(text: str) -> Texts | None:
    try:
        items = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if isinstance(items, list) and all(isinstance(item, str) for item in items):
        return Texts(tuple(items))
    return None


def _wrong(name: str, reason: str) -> InputError:
    return InputError(
        translate("io", "{name} is not a safetensors file that can be read: {reason}.").format(name=name, reason=reason)
    )
