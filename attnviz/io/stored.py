"""Numbers where they lie: in memory, in a part of a file, in a member of an archive; read when they are asked for.

Files are read piece by piece, not mapped into memory: another program that cuts a mapped file short would end ours.
"""

from __future__ import annotations

import math
import os
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz.core.layers import BFLOAT16, Layer, Raw
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.files import opened
from attnviz.io.wording import shown_name

MOST_FILE_BYTES = 1 << 50  # nothing is read before it is asked for: only a size that cannot be true is refused
PIECE = 1 << 23  # bytes that are read at a time where only some of them are wanted

Bytes = NDArray[np.uint8]


class Source(ABC):
    """A run of `size` bytes somewhere."""

    size: int

    @abstractmethod
    def read(self, offset: int, size: int) -> Bytes:
        """`size` bytes from `offset` on. Raises InputError when they are not to be had any more."""


@dataclass(frozen=True, eq=False)
class InMemory(Source):
    """Bytes that are here already."""

    data: Bytes

    @property
    def size(self) -> int:  # type: ignore[override]
        return len(self.data)

    def read(self, offset: int, size: int) -> Bytes:
        return self.data[offset : offset + size]


@dataclass(frozen=True, slots=True)
class Stamp:
    """What tells that a file is still the one that was opened."""

    size: int
    changed: int  # nanoseconds

    @classmethod
    def of(cls, status: os.stat_result) -> Stamp:
        return cls(status.st_size, status.st_mtime_ns)


@dataclass(frozen=True, eq=False)
class InFile(Source):
    """A part of a file, which is opened for every piece that is read."""

    path: Path
    stamp: Stamp
    start: int
    size: int

    def read(self, offset: int, size: int) -> Bytes:
        data = np.empty(size, dtype=np.uint8)
        with opened(self.path, MOST_FILE_BYTES) as (file, _):
            if Stamp.of(os.fstat(file.fileno())) != self.stamp:
                raise self._changed()
            file.seek(self.start + offset)
            if file.readinto(data) != size:  # type: ignore[attr-defined]
                raise self._changed()
        return data

    def _changed(self) -> InputError:
        return InputError(
            translate("io", "{name} has changed on the disk since it was opened; open it again.").format(
                name=shown_name(self.path)
            )
        )


@dataclass(frozen=True, eq=False)
class Unpacked(Source):
    """Bytes that have to be unpacked as a whole, which is done once, when the first of them is asked for."""

    size: int
    unpack: Callable[[], bytearray]
    _kept: list[Bytes] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def read(self, offset: int, size: int) -> Bytes:
        with self._lock:
            if not self._kept:
                self._kept.append(np.frombuffer(self.unpack(), dtype=np.uint8))
        return self._kept[0][offset : offset + size]


@dataclass(frozen=True, eq=False)
class Tensor:
    """An array of numbers in a source: `offset` and `strides` in bytes, all of it within the source.

    `dtype` is what is stored; where `bfloat16` holds it is uint16, the bits.
    """

    source: Source
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    dtype: np.dtype[Any]
    bfloat16: bool = False

    @property
    def stored(self) -> str:
        return BFLOAT16 if self.bfloat16 else self.dtype.name

    @property
    def axes(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        """The number of numbers, exact however large."""
        return math.prod(self.shape)

    def at(self, index: int, axis: int = 0) -> Tensor:
        """The part with this index along an axis, which it no longer has."""
        return replace(
            self,
            offset=self.offset + index * self.strides[axis],
            shape=self.shape[:axis] + self.shape[axis + 1 :],
            strides=self.strides[:axis] + self.strides[axis + 1 :],
        )

    def with_axis(self) -> Tensor:
        """The same numbers with a leading axis of one."""
        return replace(self, shape=(1, *self.shape), strides=(0, *self.strides))

    def matrix(self, first: int, last: int) -> Raw:
        """Rows first … last - 1 of two axes, in the machine's byte order."""
        part = replace(self, offset=self.offset + first * self.strides[0], shape=(last - first, self.shape[1]))
        values = _gather(part)
        return values.astype(self.dtype.newbyteorder("="), copy=False)


def in_order(source: Source, offset: int, shape: tuple[int, ...], dtype: np.dtype[Any], *, fortran: bool = False,
             bfloat16: bool = False) -> Tensor:  # fmt: skip
    """A tensor whose numbers lie one after another, the last index running fastest, or the first (Fortran)."""
    strides: list[int] = []
    step = dtype.itemsize
    for side in shape if fortran else reversed(shape):
        strides.append(step)
        step *= side
    return Tensor(source, offset, shape, tuple(strides if fortran else reversed(strides)), dtype, bfloat16)


def in_memory(array: NDArray[Any]) -> Tensor:
    """A tensor of an array of numbers; the array is shared, not copied, where it is in C order."""
    plain = np.ascontiguousarray(array).reshape(array.shape)
    return in_order(InMemory(plain.reshape(-1).view(np.uint8)), 0, plain.shape, plain.dtype)


@dataclass(frozen=True, eq=False)
class TensorLayer(Layer):
    """A layer that a tensor of three axes holds: heads, queries, keys."""

    tensor: Tensor

    @property
    def n_heads(self) -> int:  # type: ignore[override]
        return self.tensor.shape[0]

    @property
    def n_q(self) -> int:  # type: ignore[override]
        return self.tensor.shape[1]

    @property
    def n_k(self) -> int:  # type: ignore[override]
        return self.tensor.shape[2]

    @property
    def stored(self) -> str:  # type: ignore[override]
        return self.tensor.stored

    @property
    def at_once(self) -> bool:  # type: ignore[override]
        """Where columns lie further apart than rows, a few rows are scattered over the whole head."""
        return abs(self.tensor.strides[2]) > abs(self.tensor.strides[1])

    def raw(self, head: int, first: int, last: int) -> Raw:
        return self.tensor.at(head).matrix(first, last)


def _gather(part: Tensor) -> Raw:
    """The numbers of a tensor of two axes, (rows, columns): in one piece where they lie close, else in several."""
    rows, columns = part.shape
    if rows == 0 or columns == 0:
        return np.empty(part.shape, dtype=part.dtype)
    span = (rows - 1) * part.strides[0] + (columns - 1) * part.strides[1] + part.dtype.itemsize
    wanted = rows * columns * part.dtype.itemsize
    if span <= max(PIECE, wanted) or rows * columns == 1:
        data = part.source.read(part.offset, span)
        assert len(data) == span, "readers check that a tensor lies within its source"
        return np.lib.stride_tricks.as_strided(
            data[: part.dtype.itemsize].view(part.dtype), part.shape, part.strides, writeable=False
        )
    out = np.empty(part.shape, dtype=part.dtype)
    axis = 0 if (rows - 1) * part.strides[0] >= (columns - 1) * part.strides[1] else 1
    half = part.shape[axis] // 2
    for start, end in ((0, half), (half, part.shape[axis])):
        shape = (end - start, columns) if axis == 0 else (rows, end - start)
        piece = _gather(replace(part, offset=part.offset + start * part.strides[axis], shape=shape))
        if axis == 0:
            out[start:end] = piece
        else:
            out[:, start:end] = piece
    return out
