"""Named arrays in an .npz file: only the members asked for, sizes checked before anything is unpacked."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.files import opened
from attnviz.io.npy import HEAD_BYTES, MAX_SIDE, Floats, Header, read_array, read_header, read_matrix, read_strings
from attnviz.io.wording import shown, shown_name

MAX_ARCHIVE_BYTES = 1_000_000_000
_MAX_DIRECTORY_BYTES = 1_000_000
_MAX_HEADS_BYTES = 600_000_000
_MAX_MEMBER_BYTES = HEAD_BYTES + 16 * MAX_SIDE * MAX_SIDE

_BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    ValueError,  # a member that begins before the file does; a name that no encoding has
    OverflowError,
)


class Archive:
    """What is in an open archive, by name: arrays without their .npy."""

    def __init__(self, archive: zipfile.ZipFile, path: Path) -> None:
        self._archive = archive
        self._path = path
        self._members = _members(archive, path)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._members)

    def matrix(self, name: str) -> Floats:
        """An array of real numbers (rows, columns), float64 and read-only."""
        found = _read(self._archive, self._members[name], self._called(name), text=False)
        assert not isinstance(found, tuple)
        return found

    def heads(self, name: str) -> Floats:
        """An array of real numbers (heads, rows, columns) as it is kept, read-only; it may hold NaN and infinity."""
        info, called = self._members[name], self._called(name)
        _check_member(info, called, _MAX_HEADS_BYTES)
        with self._archive.open(info) as member:
            header = read_header(member.read(HEAD_BYTES), info.file_size, called)
        if len(header.shape) != 3 or 0 in header.shape or header.dtype.kind != "f" or max(header.shape[1:]) > MAX_SIDE:
            raise InputError(
                translate("io", "{name} holds {found} of shape {shape}; expected heads × queries × keys.").format(
                    name=called, found=header.dtype.name, shape=header.shape
                )
            )
        with self._archive.open(info) as member:
            member.read(header.offset)
            return read_array(header, member.read, called)

    def texts(self, name: str) -> tuple[str, ...]:
        """An array of texts."""
        found = _read(self._archive, self._members[name], self._called(name), text=True)
        assert isinstance(found, tuple)
        return found

    def bytes(self, name: str, most: int) -> bytes:
        """A member as it is, of at most `most` bytes."""
        info = self._members[name]
        _check_member(info, self._called(name), most)
        with self._archive.open(info) as member:
            return member.read()

    def _called(self, name: str) -> str:
        return f"{shown_name(self._path)}: {name}"


@contextmanager
def open_archive(path: Path, data: bytes | None = None) -> Iterator[Archive]:
    """The archive `path`, its table of contents checked. What breaks while it is read is an InputError.

    With `data` the archive is these bytes, and `path` only names the file that they came from.
    """
    with _content(path, data) as (file, size):
        try:
            _check_directory(file, size, path)
            with zipfile.ZipFile(file) as archive:
                yield Archive(archive, path)
        except InputError:  # says already what is wrong
            raise
        except _BROKEN_ZIP as error:
            raise _broken(path) from error


@contextmanager
def _content(path: Path, data: bytes | None) -> Iterator[tuple[BinaryIO, int]]:
    if data is not None:
        yield io.BytesIO(data), len(data)
        return
    with opened(path, MAX_ARCHIVE_BYTES) as (file, size):
        yield file, size


def load_npz(
    path: Path, matrices: tuple[str, ...], texts: tuple[str, ...]
) -> tuple[dict[str, Floats | tuple[str, ...]], list[str]]:
    """Those of the named matrices and texts that `path` holds, and the names of all it holds."""
    found: dict[str, Floats | tuple[str, ...]] = {}
    with open_archive(path) as archive:
        found |= {name: archive.matrix(name) for name in matrices if name in archive.names}
        found |= {name: archive.texts(name) for name in texts if name in archive.names}
        return found, list(archive.names)


def _broken(path: Path) -> InputError:
    return InputError(
        translate("io", "{name} is not a file that can be read: its archive is broken.").format(name=shown_name(path))
    )


def _check_directory(file: BinaryIO, size: int, path: Path) -> None:
    """Refuse a table of contents so long that reading it alone would take the memory."""
    file.seek(max(0, size - 66_000))
    tail = file.read(66_000)
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or len(tail) < end + 22:
        raise _broken(path)
    (directory_bytes,) = struct.unpack_from("<I", tail, end + 12)
    # A zip64 end record would override these numbers; NumPy never needs one at our sizes.
    if directory_bytes > _MAX_DIRECTORY_BYTES or tail[max(0, end - 20) : end].startswith(b"PK\x06\x07"):
        raise InputError(translate("io", "{name} holds too many arrays.").format(name=shown_name(path)))
    file.seek(0)


def _members(archive: zipfile.ZipFile, path: Path) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        key = info.filename.removesuffix(".npy")
        if key in members:
            raise InputError(
                translate("io", "{name} holds two arrays of the name {key}; expected one.").format(
                    name=shown_name(path), key=shown(key)
                )
            )
        members[key] = info
    return members


def _check_member(info: zipfile.ZipInfo, name: str, most: int) -> None:
    """Refuse what would not be read, or would take too much, before anything is unpacked."""
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputError(
            translate("io", "{name} is encrypted or compressed in a way that is not read.").format(name=name)
        )
    if info.file_size > most:
        raise InputError(
            translate("io", "{name} is too large: it has {found} bytes, at most {most} are read.").format(
                name=name, found=info.file_size, most=most
            )
        )


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, text: bool) -> Floats | tuple[str, ...]:
    _check_member(info, name, _MAX_MEMBER_BYTES)
    with archive.open(info) as member:
        header: Header = read_header(member.read(HEAD_BYTES), info.file_size, name)
    if not text and len(header.shape) not in (2, 3):
        raise InputError(
            translate("io", "{name} has shape {shape}; expected two axes, rows and columns.").format(
                name=name, shape=header.shape
            )
        )
    with archive.open(info) as member:
        member.read(header.offset)
        return (read_strings if text else read_matrix)(header, member.read, name)
