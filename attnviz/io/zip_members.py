"""The members of a zip archive as sources: checked before anything is unpacked, never written to disk.

A member that is stored plainly is read where it lies in the file; a compressed one is unpacked as a whole when it is
first asked for, and refused where it would grow beyond measure.
"""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import BinaryIO

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.files import opened
from attnviz.io.stored import MOST_FILE_BYTES, InFile, Source, Stamp, Unpacked
from attnviz.io.wording import shown, shown_name

MAX_DIRECTORY_BYTES = 4_000_000
MAX_MEMBERS = 40_000
MAX_UNPACKED = 1 << 29  # bytes of all compressed members together
FREE_BYTES = 1 << 24  # up to which any ratio is taken
PIECE = 1 << 20  # bytes unpacked at a time
MAX_RATIO = 100  # attention packs to a half or a tenth; zeros to a thousandth

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    UnicodeDecodeError,
    OverflowError,
    ValueError,
    LookupError,
)


class Members:
    """What is in an open zip archive, by name."""

    def __init__(self, archive: zipfile.ZipFile, file: BinaryIO, path: Path) -> None:
        self._archive = archive
        self._file = file
        self._path = path
        self._stamp = Stamp.of(os.fstat(file.fileno()))
        self.called = shown_name(path)
        self.repeated = ""  # a name that stands twice; its last member is read
        self._infos: dict[str, zipfile.ZipInfo] = {}
        for info in archive.infolist():
            if info.filename in self._infos:
                self.repeated = info.filename
            self._infos[info.filename] = info
        self._check_sizes()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._infos)

    @property
    def packed(self) -> int:
        """The bytes that compressed members take once they are unpacked."""
        return sum(info.file_size for info in self._infos.values() if info.compress_type != zipfile.ZIP_STORED)

    def size(self, name: str) -> int:
        """The bytes of a member, unpacked."""
        return self._infos[name].file_size

    def head(self, name: str, most: int) -> bytes:
        """The first bytes of a member."""
        with self._broken_is_refused(), self._archive.open(self._infos[name]) as member:
            return member.read(most)

    def read(self, name: str, most: int) -> bytes:
        """A member as a whole, of at most `most` bytes; its checksum is compared."""
        info = self._infos[name]
        if info.file_size > most:
            raise InputError(
                translate("io", "{name}: the part {member} is too large to be read.").format(
                    name=self.called, member=shown(name)
                )
            )
        with self._broken_is_refused(), self._archive.open(info) as member:
            return member.read()

    def unpacked(self, name: str) -> bytearray:
        """A member as a whole, in memory taken once; read in one go it would be there twice."""
        info = self._infos[name]
        data = bytearray(info.file_size)
        view = memoryview(data)
        filled = 0
        with self._broken_is_refused(), self._archive.open(info) as member:
            while filled < len(data):
                got = member.readinto(view[filled : filled + PIECE])  # type: ignore[attr-defined]
                if not got:
                    raise EOFError
                filled += got
            if member.read(1):  # at its end the checksum is compared
                raise EOFError
        return data

    def source(self, name: str) -> Source:
        """The bytes of a member, read when they are asked for."""
        info = self._infos[name]
        if info.compress_type != zipfile.ZIP_STORED:
            return Unpacked(info.file_size, partial(_unpacked, self._path, name, self._stamp))
        start = self._data_start(info)
        if info.compress_size != info.file_size or start + info.file_size > self._stamp.size:
            raise broken(self._path)
        return InFile(self._path, self._stamp, start, info.file_size)

    def _data_start(self, info: zipfile.ZipInfo) -> int:
        """Where a member's own bytes begin: behind a header of its own, whose length only that header says."""
        self._file.seek(info.header_offset)
        header = self._file.read(30)
        if len(header) != 30 or not header.startswith(b"PK\x03\x04"):
            raise broken(self._path)
        name_length, extra_length = struct.unpack_from("<HH", header, 26)
        return info.header_offset + 30 + int(name_length) + int(extra_length)

    def _check_sizes(self) -> None:
        packed = [info for info in self._infos.values() if info.compress_type != zipfile.ZIP_STORED]
        if any(info.flag_bits & 1 or info.compress_type not in (0, zipfile.ZIP_DEFLATED) for info in
               self._infos.values()):  # fmt: skip
            raise InputError(
                translate("io", "{name} is encrypted or compressed in a way that is not read.").format(name=self.called)
            )
        if any(info.file_size > max(FREE_BYTES, MAX_RATIO * info.compress_size) for info in packed):
            raise InputError(
                translate(
                    "io", "{name} is packed so tightly that it would fill the memory; it is not unpacked."
                ).format(name=self.called)
            )
        if self.packed > MAX_UNPACKED:
            raise InputError(
                translate(
                    "io",
                    "{name} would take {found} MB of memory once unpacked, at most {most} MB are; save it with "
                    "np.savez instead of np.savez_compressed, and only what is looked at is read.",
                ).format(name=self.called, found=self.packed // 1_000_000, most=MAX_UNPACKED // 1_000_000)
            )

    @contextmanager
    def _broken_is_refused(self) -> Iterator[None]:
        try:
            yield
        except InputError:
            raise
        except _BROKEN as error:
            raise broken(self._path) from error


@contextmanager
def open_members(path: Path) -> Iterator[Members]:
    """The zip archive `path`, its table of contents checked. Whatever breaks while it is read is an InputError."""
    with opened(path, MOST_FILE_BYTES) as (file, size):
        try:
            _check_directory(file, size, path)
            archive = zipfile.ZipFile(file)
        except InputError:
            raise
        except _BROKEN as error:
            raise broken(path) from error
        with archive:
            yield Members(archive, file, path)


def broken(path: Path) -> InputError:
    """What to say of an archive that cannot be read."""
    return InputError(
        translate("io", "{name} is not a file that can be read: its archive is broken.").format(name=shown_name(path))
    )


def _unpacked(path: Path, name: str, stamp: Stamp) -> bytearray:
    """A compressed member, out of the file that was checked before."""
    with opened(path, MOST_FILE_BYTES) as (file, _):
        if Stamp.of(os.fstat(file.fileno())) != stamp:
            raise InputError(
                translate("io", "{name} has changed on the disk since it was opened; open it again.").format(
                    name=shown_name(path)
                )
            )
        with zipfile.ZipFile(file) as archive:
            members = Members(archive, file, path)
            return members.unpacked(name)


def _check_directory(file: BinaryIO, size: int, path: Path) -> None:
    """Refuse a table of contents so long that reading it alone would take the memory."""
    file.seek(max(0, size - 66_000))
    tail = file.read(66_000)
    end = tail.rfind(b"PK\x05\x06")
    if end < 0 or len(tail) < end + 22:
        raise broken(path)
    entries, directory_bytes = struct.unpack_from("<HI", tail, end + 10)
    if end >= 20 and tail[end - 20 : end].startswith(b"PK\x06\x07"):
        (place,) = struct.unpack_from("<Q", tail, end - 12)
        file.seek(min(place, size))
        record = file.read(56)
        if len(record) != 56 or not record.startswith(b"PK\x06\x06"):
            raise broken(path)
        entries, directory_bytes = struct.unpack_from("<QQ", record, 32)
    if directory_bytes > MAX_DIRECTORY_BYTES or entries > MAX_MEMBERS:
        raise InputError(translate("io", "{name} holds too many arrays.").format(name=shown_name(path)))
    file.seek(0)
