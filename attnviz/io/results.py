"""Computed arrays written to a file, whole or not at all, so that they read back bit for bit."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.atomic import atomic_write

Array = npt.NDArray[Any]


def write_npz(path: str | os.PathLike[str], arrays: Mapping[str, Array | tuple[str, ...]]) -> None:
    """Write arrays of numbers or booleans and tuples of texts as .npz; equal content gives equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for key, value in arrays.items():
            member = io.BytesIO()
            np.lib.format.write_array(member, _plain(key, value), allow_pickle=False)
            # A ZipInfo of our own has a fixed date, so that the same results are the same file.
            archive.writestr(zipfile.ZipInfo(f"{key}.npy"), member.getvalue())
    with atomic_write(path) as file:
        file.write(buffer.getbuffer())


def write_json(path: str | os.PathLike[str], arrays: Mapping[str, Array | tuple[str, ...]]) -> None:
    """Write the same as JSON, one member a line; NaN and infinity, which JSON lacks, are refused."""
    lines = [f"{json.dumps(key)}: {_json(key, value)}" for key, value in arrays.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    with atomic_write(path) as file:
        file.write(text.encode("utf-8"))


def _plain(key: str, value: Array | tuple[str, ...]) -> Array:
    """`value` as an array that needs no pickle."""
    if isinstance(value, tuple):
        if any(text.endswith("\0") for text in value):
            raise InputError(
                translate("io", "{key} holds a token that ends with a NUL byte, which .npz cannot keep.").format(
                    key=key
                )
            )
        return np.array(value, dtype=np.str_)
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{key} must be numbers or booleans, not {array.dtype}")
    return array


def _json(key: str, value: Array | tuple[str, ...]) -> str:
    if isinstance(value, tuple):
        text = json.dumps(value, ensure_ascii=False)
        # Half an emoji (a lone surrogate) has no UTF-8; only the escaped form can be written.
        return json.dumps(value) if any("\ud800" <= sign <= "\udfff" for sign in text) else text
    array = _plain(key, value)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        position = np.argwhere(~np.isfinite(array))[0]
        where = key + "".join(f"[{index}]" for index in position)
        raise InputError(
            translate("io", "{where} is not finite, which JSON cannot say; write an .npz file instead.").format(
                where=where
            )
        )
    return json.dumps(array.tolist(), allow_nan=False)
