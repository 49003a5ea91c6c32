"""Arrays in NumPy's own format, checked against the bytes that are there before memory is taken."""

from __future__ import annotations

import io
import math
import tokenize
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from attnviz.errors import InputError
from attnviz.i18n import translate

MAX_SIDE = 4096
MAX_TOKEN_BYTES = 16_000_000
# More than the longest header NumPy accepts (10,000 characters) and the bytes before it.
HEAD_BYTES = 16_384

Floats = npt.NDArray[np.float64]
Read = Callable[[int], bytes]

_BROKEN_HEADER = (
    ValueError,
    TypeError,
    SyntaxError,
    LookupError,
    AttributeError,
    OverflowError,
    MemoryError,
    RecursionError,
    EOFError,
    tokenize.TokenError,
)


@dataclass(frozen=True, slots=True)
class Header:
    """What an array's first bytes promise; `offset` is where its data begin."""

    shape: tuple[int, ...]
    fortran_order: bool
    dtype: np.dtype[Any]
    offset: int

    @property
    def data_bytes(self) -> int:
        """The size of the data, exact however large the promised shape."""
        return math.prod(self.shape) * self.dtype.itemsize


def read_header(head: bytes, size: int, name: str) -> Header:
    """The header in `head`, the first HEAD_BYTES of an array of `size` bytes, if its promise holds."""
    # From memory: a header that claims 4 GB would make a real file reserve them.
    source = io.BytesIO(head)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            version = np.lib.format.read_magic(source)
            read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
            shape, fortran_order, dtype = read[version](source)
    except _BROKEN_HEADER as error:
        raise InputError(
            translate("io", "{name} is not a NumPy array that can be read: its header is broken.").format(name=name)
        ) from error
    header = Header(tuple(int(side) for side in shape), bool(fortran_order), dtype, source.tell())
    found = size - header.offset
    if dtype.hasobject:
        raise InputError(
            translate("io", "{name} holds Python objects, which are never loaded; expected numbers.").format(name=name)
        )
    if any(side < 0 for side in header.shape) or header.data_bytes != found:
        raise InputError(
            translate("io", "{name} promises {promised} bytes of numbers, but {found} bytes follow its header.").format(
                name=name, promised=header.data_bytes, found=found
            )
        )
    return header


def read_matrix(header: Header, read: Read, name: str) -> Floats:
    """The numbers behind `header` as float64 (rows, columns), read-only; `read` gives the data's bytes.

    One axis is one row; three axes are accepted when the leading one, the heads, is one.
    """
    if header.dtype.kind not in "biuf":
        raise InputError(
            translate("io", "{name} holds {found} instead of real numbers.").format(name=name, found=header.dtype.name)
        )
    shape = matrix_shape(header.shape, name)
    numbers = np.frombuffer(_exactly(read, header.data_bytes, name), dtype=header.dtype)
    order = "F" if header.fortran_order else "C"
    with np.errstate(over="ignore", invalid="ignore"):
        values = np.array(numbers.reshape(header.shape, order=order), dtype=np.float64, order="C")  # type: ignore[call-overload]
    return finite(values.reshape(shape), name)


def read_array(header: Header, read: Read, name: str) -> Floats:
    """The floats behind `header`, of its shape and type, read-only; any number of axes, any numbers."""
    numbers = np.frombuffer(_exactly(read, header.data_bytes, name), dtype=header.dtype)
    order: Literal["F", "C"] = "F" if header.fortran_order else "C"
    values = np.ascontiguousarray(numbers.reshape(header.shape, order=order))
    values = values.astype(header.dtype.newbyteorder("="), copy=False)
    values.setflags(write=False)
    return values


def read_strings(header: Header, read: Read, name: str) -> tuple[str, ...]:
    """The row of texts behind `header`."""
    if header.dtype.kind != "U" or len(header.shape) != 1:
        raise InputError(
            translate("io", "{name} must be one row of texts, but it holds {found} of shape {shape}.").format(
                name=name, found=header.dtype.name, shape=header.shape
            )
        )
    if header.shape[0] > MAX_SIDE or header.data_bytes > MAX_TOKEN_BYTES:
        raise InputError(
            translate("io", "{name} holds {found} texts of up to {length} signs, which is too much.").format(
                name=name, found=header.shape[0], length=header.dtype.itemsize // 4
            )
        )
    data = _exactly(read, header.data_bytes, name)
    try:
        # An array of empty texts takes no bytes at all, which frombuffer would not accept.
        texts = np.frombuffer(data, dtype=header.dtype).tolist() if data else [""] * header.shape[0]
    except (ValueError, SystemError) as error:
        raise InputError(translate("io", "{name} holds signs that are not Unicode.").format(name=name)) from error
    return tuple(texts)


def matrix_shape(shape: tuple[int, ...], name: str) -> tuple[int, int]:
    """(rows, columns) of an array of `shape`, within bounds and not empty."""
    sides = (1, *shape) if len(shape) == 1 else shape
    if len(sides) == 3:
        if sides[0] > 1:
            raise InputError(
                translate("io", "{name} has {heads} heads; expected a matrix of one head.").format(
                    name=name, heads=sides[0]
                )
            )
        sides = sides[1:] if sides[0] == 1 else (0, 0)
    if len(sides) != 2:
        raise InputError(
            translate("io", "{name} has {axes} axes; expected two, rows and columns.").format(
                name=name, axes=len(shape)
            )
        )
    if 0 in sides:
        raise InputError(translate("io", "{name} is empty; expected at least one number.").format(name=name))
    if max(sides) > MAX_SIDE:
        raise InputError(
            translate("io", "{name} is {found} large; at most {most} rows and columns are read.").format(
                name=name, found=f"{sides[0]} × {sides[1]}", most=MAX_SIDE
            )
        )
    return sides[0], sides[1]


def finite(values: Floats, name: str) -> Floats:
    """`values` (rows, columns), made read-only, if no cell is NaN or infinite."""
    good = np.isfinite(values)
    if not good.all():
        row, column = (int(index) for index in np.unravel_index(int(good.argmin()), good.shape))
        raise InputError(
            translate("io", "{name}: row {row}, column {column} holds {found}; a number must be finite.").format(
                name=name, row=row + 1, column=column + 1, found=f"{values[row, column]}"
            )
        )
    values.setflags(write=False)
    return values


def _exactly(read: Read, size: int, name: str) -> bytes:
    data = read(size)
    if len(data) != size:
        raise InputError(translate("io", "{name} ends before all its numbers are read.").format(name=name))
    return data
