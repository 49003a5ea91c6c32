"""The .attnviz document: a zip of one JSON text and plain NumPy arrays; docs/file-format.md tells the schema.

Version 1 of the format. A reader refuses versions after its own, and reads all before it.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from attnviz import __version__
from attnviz.document.codec import Arrays, Held, decode, encode
from attnviz.document.colour_choice import SIGNED
from attnviz.document.document import Document
from attnviz.document.json_place import Place, read_places
from attnviz.document.shapes_look import MAX_BATCH, MAX_N
from attnviz.document.stored_attention import KEPT_TYPES, StoredAttention, restored
from attnviz.document.validated import validated
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.archive import Archive, open_archive
from attnviz.io.atomic import atomic_write
from attnviz.io.attention_reading import read_again
from attnviz.io.files import decoded
from attnviz.io.wording import shown_name

SUFFIX = ".attnviz"
LAYERS = ".layers."  # in the names of arrays of imported attention
VERSION = 1
FORMAT = f"attnviz document {VERSION}"
MAIN = "document.json"
MAX_JSON_BYTES = 20_000_000
_STAMP = (1980, 1, 1, 0, 0, 0)  # the same document is the same file, byte for byte


def document_bytes(document: Document, view: ViewState) -> bytes:
    """The whole file."""
    arrays: Arrays = {}
    content = {
        "format": FORMAT,
        "program": __version__,
        "document": encode(document, arrays),
        "view": encode(view, {}),
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        text = json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False)
        _add(archive, MAIN, text.encode("utf-8", "surrogatepass"))
        for name, values in arrays.items():
            _add(archive, f"{name}.npy", _npy(values))
    return buffer.getvalue()


def save_document(path: Path, document: Document, view: ViewState) -> None:
    """Write the file whole or not at all. Raises InputError naming the file; the old one then stays as it was."""
    data = document_bytes(document, view)
    with atomic_write(path) as file:
        file.write(data)


def load_document(path: Path, data: bytes | None = None) -> tuple[Document, ViewState]:
    """The document and how it was looked at. Raises InputError naming the file and what was expected there.

    With `data` the document is these bytes, found in the file `path`.
    """
    with open_archive(path, data) as archive:
        if MAIN not in archive.names:
            raise InputError(
                translate("file", "{name} is no attnviz document: it holds no {member}.").format(
                    name=shown_name(path), member=MAIN
                )
            )
        name = f"{shown_name(path)}: {MAIN}"
        whole = read_places(decoded(archive.bytes(MAIN, MAX_JSON_BYTES), name), shown_name(path))
        content = _versioned(whole)
        arrays = _Members(archive)
        document = decode(content["document"], Document, arrays)
        view = _view(content["view"], arrays) if "view" in content else ViewState()
    try:
        return validated(_whole(document, path)), _in_bounds(view)
    except InputError as error:
        raise type(error)(
            translate("file", "{file}: {problem}").format(file=shown_name(path), problem=error)
        ) from error


def _versioned(whole: Place) -> dict[str, Place]:
    """What the file holds, once its version is known to be one we read."""
    if whole.holds("format"):
        written = whole.members(whole.node.value)["format"].text(100)  # type: ignore[arg-type]
        version = re.fullmatch(r"attnviz document ([1-9][0-9]{0,5})", written)
        if version and int(version[1]) > VERSION:
            raise InputError(
                translate(
                    "file",
                    "{name} was saved by a newer attnviz: its format is {found}, and this program reads up to {known}.",
                ).format(name=whole.file, found=version[1], known=VERSION)
            )
    content = whole.members(("format", "program", "document", "view"), ("format", "document"))
    content["format"].choice((FORMAT,))
    return content


def _whole(document: Document, path: Path) -> Document:
    """The document with its attention, which the file holds in plain fields, or refers to."""
    plain: object = document.source
    if not isinstance(plain, StoredAttention):
        return document
    return replace(document, source=read_again(plain, path) if plain.referring else restored(plain))


def _view(place: Place, arrays: Held) -> ViewState:
    """How the document was looked at. The ends of the colours were once those of whatever matrix was shown."""
    view = decode(place, ViewState, arrays)
    named = place.members(place.node.value)  # type: ignore[arg-type]  # `decode` found an object
    if "colour" not in named or named["colour"].holds("others"):
        return view
    colour = view.colour
    if view.quantity in SIGNED:
        colour = replace(colour, low=None, high=None).with_ends(view.quantity, colour.low, colour.high)
    return replace(view, colour=colour)


class _Members(Mapping[str, NDArray[Any]]):
    """The arrays of an archive by name, read when they are asked for."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._archive.names:
            raise KeyError(name)
        return self._archive.matrix(name) if LAYERS not in name else self._archive.heads(name)

    def __iter__(self) -> Any:  # noqa: ANN401
        return iter(self._archive.names)

    def __len__(self) -> int:
        return len(self._archive.names)


def _in_bounds(view: ViewState) -> ViewState:
    """The view, if the program could have made it. Raises InputError.

    Indices below 0 have no meaning anywhere; what lies beyond a document's end is clamped where it is shown.
    """
    places = (view.layer, view.head, view.heads.layer, view.heads.head)
    negative = min(*places, view.query, view.step or 0, view.key or 0, view.first_head)
    if negative < 0 or view.first_head > 1:
        raise InputError(translate("file", "The view names a row, head or step that cannot be."))
    look = view.shapes
    if not (1 <= (1 if look.n is None else look.n) <= MAX_N and 1 <= look.batch <= MAX_BATCH):
        raise InputError(translate("file", "The view names a number of tokens or a batch that cannot be."))
    colour = view.colour
    if len({ends.of for ends in colour.others}) < len(colour.others):
        raise InputError(translate("file", "The view gives the colours of one matrix two ranges."))
    for low, high in [(colour.low, colour.high), *((ends.low, ends.high) for ends in colour.others)]:
        if low is not None and high is not None and not low < high:
            raise InputError(translate("file", "The view gives colours a range that ends before it begins."))
    return view


def _npy(values: NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    floats = values if values.ndim == 3 and values.dtype.name in KEPT_TYPES else np.asarray(values, dtype=np.float64)
    np.lib.format.write_array(buffer, floats, version=(1, 0), allow_pickle=False)
    return buffer.getvalue()


def _add(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    info = zipfile.ZipInfo(name, _STAMP)
    # Attention weights hardly get smaller, and many megabytes would take seconds.
    info.compress_type = zipfile.ZIP_STORED if LAYERS in name else zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    archive.writestr(info, data)
