"""Reading a file the person named: bounded, ordinary files only, every failure a sentence."""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.wording import shown_name


@contextlib.contextmanager
def opened(path: Path, most_bytes: int) -> Iterator[tuple[BinaryIO, int]]:
    """The ordinary file `path`, open for reading, and its size, which is at most `most_bytes`."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        # A pipe would block for ever and a device never end.
        if not stat.S_ISREG(mode):
            raise InputError(translate("io", "{name} is not an ordinary file.").format(name=shown_name(path)))
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            if size > most_bytes:
                raise InputError(
                    translate("io", "{name} is too large: it has {found} bytes, at most {most} are read.").format(
                        name=shown_name(path), found=size, most=most_bytes
                    )
                )
            yield file, size
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise _problem(path, error) from error


def read_bytes(path: Path, most_bytes: int) -> bytes:
    """The whole content of `path`."""
    with opened(path, most_bytes) as (file, size):
        # Not most_bytes: a read reserves what it asks for, however little there is.
        return file.read(size)


def decoded(data: bytes, name: str) -> str:
    """`data` as UTF-8, with or without a byte order mark; other encodings are named or located."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InputError(
            translate("io", "{name} is written in UTF-16; save it as UTF-8 and open it again.").format(name=name)
        )
    mark = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    try:
        return data[mark:].decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            translate(
                "io", "{name} is not UTF-8 text: byte {position} does not belong there; save it as UTF-8."
            ).format(name=name, position=mark + error.start + 1)
        ) from error


def _problem(path: Path, error: OSError | ValueError) -> InputError:
    name = shown_name(path)
    number = error.errno if isinstance(error, OSError) else None
    if number in (errno.ENOENT, errno.ENOTDIR):
        return InputError(translate("io", "{name} cannot be opened: there is no such file.").format(name=name))
    if number == errno.EISDIR:
        return InputError(translate("io", "{name} cannot be opened: it is a folder, not a file.").format(name=name))
    if number in (errno.EACCES, errno.EPERM):
        return InputError(translate("io", "{name} cannot be opened: you may not read it.").format(name=name))
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return InputError(
        translate("io", "{name} cannot be opened: {reason}.").format(name=name, reason=reason or str(error))
    )
