"""Named arrays in an .npz file: only the members asked for, sizes checked before anything is unpacked."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path
from typing import BinaryIO

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.files import opened
from attnviz.io.npy import HEAD_BYTES, MAX_SIDE, Floats, Header, read_header, read_matrix, read_strings
from attnviz.io.wording import shown, shown_name

MAX_ARCHIVE_BYTES = 1_000_000_000
_MAX_DIRECTORY_BYTES = 1_000_000
_MAX_MEMBER_BYTES = HEAD_BYTES + 16 * MAX_SIDE * MAX_SIDE

_BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    UnicodeDecodeError,
    OverflowError,
)


def load_npz(
    path: Path, matrices: tuple[str, ...], texts: tuple[str, ...]
) -> tuple[dict[str, Floats | tuple[str, ...]], list[str]]:
    """Those of the named matrices and texts that `path` holds, and the names of all it holds."""
    found: dict[str, Floats | tuple[str, ...]] = {}
    with opened(path, MAX_ARCHIVE_BYTES) as (file, size):
        try:
            _check_directory(file, size, path)
            with zipfile.ZipFile(file) as archive:
                members = _members(archive, path)
                for key in matrices + texts:
                    if key in members:
                        found[key] = _read(archive, members[key], f"{shown_name(path)}: {key}", key in texts)
        except _BROKEN_ZIP as error:
            raise _broken(path) from error
    return found, list(members)


def _broken(path: Path) -> InputError:
    return InputError(
        translate("io", "{name} is not an .npz file that can be read: its archive is broken.").format(
            name=shown_name(path)
        )
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


def _read(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, text: bool) -> Floats | tuple[str, ...]:
    if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputError(
            translate("io", "{name} is encrypted or compressed in a way that is not read.").format(name=name)
        )
    if info.file_size > _MAX_MEMBER_BYTES:
        raise InputError(
            translate("io", "{name} is too large: it has {found} bytes, at most {most} are read.").format(
                name=name, found=info.file_size, most=_MAX_MEMBER_BYTES
            )
        )
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
