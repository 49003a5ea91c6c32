"""The document inside a figure's file: put into PNG and SVG, and found again without trusting either.

A PNG keeps it as text in a zTXt chunk, an SVG as an element of its metadata, both in base64, so that programs that
only copy a file's texts along do not lose it. To find it nothing is parsed but the chunks' lengths and the one
element: no picture is decoded and no entity of an XML file expanded.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.files import opened
from attnviz.io.wording import shown_name

MOST_BYTES = 1_000_000  # of a document in a figure; a larger one stays outside
MOST_FILE = 400_000_000
SUFFIXES = (".png", ".svg")

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_KEYWORD = b"attnviz document"
_MOST_TEXT = 4 * (MOST_BYTES // 3 + 2)
_MOST_CHUNKS = 100_000
_ELEMENT = re.compile(rb"<(?:[A-Za-z_][\w.-]{0,60}:)?attnviz-document(?:\s[^<>]{0,2000})?>")
_BLANK = b" \t\r\n"


def png_with(png: bytes, texts: dict[str, str], document: bytes | None) -> bytes:
    """A PNG file with texts (keyword → text) and the document put before its end."""
    end = len(png) - 12  # the last chunk, IEND, is empty
    chunks = [_chunk(b"iTXt", key.encode("latin-1") + b"\0\0\0\0\0" + text.encode()) for key, text in texts.items()]
    if document is not None:
        packed = zlib.compress(base64.b64encode(document), 6)
        chunks.append(_chunk(b"zTXt", _KEYWORD + b"\0\0" + packed))
    return b"".join([png[:end], *chunks, png[end:]])


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def svg_element(document: bytes) -> str:
    """The element that an SVG's metadata keeps the document in."""
    text = base64.b64encode(document).decode("ascii")
    return f'<attnviz-document xmlns="urn:attnviz:document" encoding="base64">{text}</attnviz-document>'


def embedded_document(path: Path) -> bytes:
    """The document in a figure's file, as the bytes of an .attnviz file.

    Raises InputError where the file holds none, or is not what it says.
    """
    with opened(path, MOST_FILE) as (file, size):
        found = _in_svg(file, size, path) if path.suffix.lower() == ".svg" else _in_png(file, size, path)
    if found is None:
        raise InputError(
            translate(
                "io",
                "{name} holds no attnviz document: only figures that attnviz saved with “document inside” open again.",
            ).format(name=shown_name(path))
        )
    try:
        return base64.b64decode(found, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _damaged(path) from error


def _in_png(file: BinaryIO, size: int, path: Path) -> bytes | None:
    """The base64 text of the chunk that is ours."""
    for length in _our_chunks(file, size, path):
        if length > _MOST_TEXT:
            raise _damaged(path)
        data = file.read(length)
        (written,) = struct.unpack(">I", file.read(4))
        if zlib.crc32(b"zTXt" + data) != written:
            raise _damaged(path)
        if data.startswith(_KEYWORD + b"\0\0"):
            return _unpacked(data[len(_KEYWORD) + 2 :], path)
    return None


def _our_chunks(file: BinaryIO, size: int, path: Path) -> Iterator[int]:
    """The length of every compressed text, the file standing at its start; whoever takes one reads it to its end."""
    if file.read(8) != _SIGNATURE:
        raise InputError(translate("io", "{name} is no PNG file.").format(name=shown_name(path)))
    at = 8
    for _ in range(_MOST_CHUNKS):
        if at + 12 > size:
            return
        file.seek(at)
        length, kind = struct.unpack(">I4s", file.read(8))
        if at + 12 + length > size:
            raise _damaged(path)
        if kind == b"zTXt":
            yield length
        if kind == b"IEND":
            return
        at += 12 + length


def _unpacked(data: bytes, path: Path) -> bytes:
    """The text of a compressed chunk, which never becomes longer than a document may be."""
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, _MOST_TEXT)
    except zlib.error as error:
        raise _damaged(path) from error
    if not unpacker.eof:
        raise _damaged(path)
    return text


def _in_svg(file: BinaryIO, size: int, path: Path) -> bytes | None:
    """The base64 text of the element that is ours."""
    data = file.read(size)  # not MOST_FILE: a read reserves what it asks for
    start = _ELEMENT.search(data)
    if start is None:
        return None
    end = data.find(b"</", start.end(), start.end() + 2 * _MOST_TEXT)
    if end < 0:
        raise _damaged(path)
    return data[start.end() : end].translate(None, _BLANK)


def _damaged(path: Path) -> InputError:
    return InputError(
        translate("io", "{name} holds an attnviz document, but a damaged one.").format(name=shown_name(path))
    )
