"""A .pt file of PyTorch as a tree of tensors, without PyTorch and without running anything that is in it.

Such a file is a zip: data.pkl names the tensors, data/0, data/1 … are the bytes of their storages. The pickle is read
by `plain_pickle`; each tensor is checked to lie within its storage.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_tree import MAX_NODES, Content, Node, Texts
from attnviz.io.plain_pickle import RefusedError, Storage, View, read_plain
from attnviz.io.stored import Source, Tensor
from attnviz.io.wording import shown, shown_name
from attnviz.io.zip_members import Members, open_members

MAX_PICKLE_BYTES = 4_000_000
MAX_DEPTH = 12

# What to run where the model is, instead of saving its whole answer.
SAVE_PLAINLY = (
    "import torch",
    'torch.save([a.detach().cpu() for a in outputs.attentions], "attention.pt")',
)


class UnsafeFileError(InputError):
    """A pickle that is more than plain tensors. `lines` of Python save the attention so that it can be opened."""

    lines: tuple[str, ...] = SAVE_PLAINLY


def read_torch(path: Path) -> Content:
    """The tensors, texts and numbers in a .pt file that torch.save wrote (PyTorch 1.6 or later)."""
    with open_members(path) as members:
        folder = _folder(members)
        data = members.read(f"{folder}data.pkl", MAX_PICKLE_BYTES)
        big_endian = _big_endian(members, folder)
        try:
            content = read_plain(data)
        except RefusedError as error:
            raise unsafe(path, error.named) from error
        tree = _Tree(members, folder, big_endian).node(content, 0)
        return Content(path, members.called, tree)


def is_torch(names: tuple[str, ...]) -> bool:
    """Whether an archive with these members was written by torch.save."""
    return any(name == "data.pkl" or name.endswith("/data.pkl") for name in names)


def unsafe(path: Path, named: str = "") -> UnsafeFileError:
    """What to say of a pickle that is not read: why, and how to export the attention instead."""
    how = "; ".join(SAVE_PLAINLY)
    if named:
        return UnsafeFileError(
            translate(
                "io",
                "{name} is not opened: it needs {named}, and loading that would run code from the file; where the "
                "model is, save only the attention: {lines}",
            ).format(name=shown_name(path), named=shown(named, longest=80), lines=how)
        )
    return UnsafeFileError(
        translate(
            "io",
            "{name} is not opened: it is a pickle of more than plain tensors, and loading that could run code from the "
            "file; where the model is, save only the attention: {lines}",
        ).format(name=shown_name(path), lines=how)
    )


def _folder(members: Members) -> str:
    name = next(name for name in members.names if name == "data.pkl" or name.endswith("/data.pkl"))
    return name.removesuffix("data.pkl")


def _big_endian(members: Members, folder: str) -> bool:
    name = f"{folder}byteorder"
    return name in members.names and members.read(name, 64).strip() == b"big"


class _Tree:
    """Makes nodes of what a pickle holds; counts them, since its lists may hold each other."""

    def __init__(self, members: Members, folder: str, big_endian: bool) -> None:
        self._members = members
        self._folder = folder
        self._big = big_endian
        self._sources: dict[str, Source] = {}
        self._left = MAX_NODES

    def node(self, value: Any, depth: int) -> Node:  # noqa: ANN401  (whatever the pickle holds)
        self._left -= 1
        if self._left < 0 or depth > MAX_DEPTH:
            raise InputError(
                translate("io", "{name} is nested too deeply to be read.").format(name=self._members.called)
            )
        if isinstance(value, View):
            return self._tensor(value)
        if isinstance(value, (list, tuple)):
            if value and len(value) <= self._left and all(isinstance(item, str) for item in value):
                self._left -= len(value)
                return Texts(tuple(value))
            return [self.node(item, depth + 1) for item in value]
        if isinstance(value, dict):
            return {str(key): self.node(item, depth + 1) for key, item in value.items()}
        if isinstance(value, (str, bool, float)) or value is None:
            return value
        return float(value) if isinstance(value, int) and abs(value) < 1 << 62 else None

    def _tensor(self, view: View) -> Tensor:
        bfloat16 = view.storage.type == "bfloat16"
        dtype = np.dtype("<u2" if bfloat16 else view.storage.type)
        if self._big:
            dtype = dtype.newbyteorder(">")
        source = self._source(view.storage)
        numbers = source.size // dtype.itemsize
        last = view.offset + sum((side - 1) * stride for side, stride in zip(view.shape, view.strides, strict=True))
        if 0 not in view.shape and last >= numbers:
            raise InputError(
                translate("io", "{name} is broken: a tensor reaches past the numbers that are stored for it.").format(
                    name=self._members.called
                )
            )
        strides = tuple(stride * dtype.itemsize for stride in view.strides)
        return Tensor(source, view.offset * dtype.itemsize, view.shape, strides, dtype, bfloat16)

    def _source(self, storage: Storage) -> Source:
        name = f"{self._folder}data/{storage.key}"
        if name not in self._members.names:
            raise InputError(
                translate("io", "{name} is broken: the numbers of a tensor are missing ({part}).").format(
                    name=self._members.called, part=shown(storage.key)
                )
            )
        if name not in self._sources:
            self._sources[name] = self._members.source(name)
        return self._sources[name]
