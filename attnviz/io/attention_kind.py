"""Whether a file is to be opened as attention, or as something else that the program knows; cheap, never an error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from attnviz.errors import InputError
from attnviz.io.attention import SUFFIXES, imported, read_content
from attnviz.io.attention_find import names_attention
from attnviz.io.attention_result import Imported
from attnviz.io.files import opened
from attnviz.io.stored import MOST_FILE_BYTES

ALWAYS = (".safetensors", ".pt", ".pth")  # of these suffixes nothing else is opened
PARSED = (".json", ".csv", ".tsv", ".html", ".htm")  # are read as a whole, which takes time where they are large
SMALL = 200_000  # bytes; of larger ones the beginning has to tell
BEGINNING = 1_000_000
ROWS = 16

# How JSON begins that is a lesson, a model's configuration, or the matrices of a head; and how attention begins.
_OTHER_JSON = re.compile(rb'"(format|document|model_type|architectures|Q|K)"\s*:')
_ATTENTION_JSON = re.compile(
    rb'\A(\xef\xbb\xbf)?\s*\[|"((encoder_|decoder_|cross_)?attentions?|attns?|attention_(weights|probs|patterns?)'
    rb'|patterns?)"\s*:'
)
_PAGE = re.compile(rb"\bparams\s*=\s*\{")
_SEPARATOR = re.compile("[\t;, ]+")


def is_attention_file(path: Path) -> bool:
    """Whether a file is to be opened as attention: not Q, K and V of a head, a matrix, a lesson or a configuration.

    Never raises. A broken file of a kind that holds nothing else counts as attention: reading it says what is wrong.
    """
    suffix = path.suffix.lower()
    if suffix in ALWAYS:
        return True
    if suffix not in SUFFIXES:
        return False
    start, size = _beginning(path)
    if suffix == ".json" and _OTHER_JSON.search(start[:4096]):
        return False
    if suffix in PARSED and size > SMALL:
        return _begins_like_attention(suffix, start)
    try:
        content = read_content(path)
    except InputError:
        return suffix in (".html", ".htm", ".npy") or (suffix == ".json" and bool(_ATTENTION_JSON.search(start)))
    if isinstance(content.tree, dict) and {"Q", "K"} <= content.tree.keys():
        return False
    try:
        found = imported(content.tree, content.name, path.stem)
        if suffix in (".npy", ".csv", ".tsv") and found.stack.n_matrices == 1:
            return _sums_to_one(found)
    except InputError:
        return names_attention(content.tree)
    return names_attention(content.tree) or not any(question.kind == "array" for question in found.questions)


def _beginning(path: Path) -> tuple[bytes, int]:
    """The first bytes of a file and its size; nothing where it may not be read."""
    try:
        with opened(path, MOST_FILE_BYTES) as (file, size):
            return file.read(min(size, BEGINNING)), size
    except InputError:
        return b"", 0


def _begins_like_attention(suffix: str, start: bytes) -> bool:
    if suffix == ".json":
        return _ATTENTION_JSON.search(start) is not None
    if suffix in (".html", ".htm"):
        return _PAGE.search(start) is not None
    lines = start.decode("utf-8", "replace").split("\n", ROWS + 1)[:-1]
    header = {cell.strip().strip('"').lower() for cell in _SEPARATOR.split(lines[0] if lines else "")}
    if {"query", "key"} <= header:
        return True
    rows = [list(_numbers(line)) for line in lines[1:]]
    return bool(rows) and all(row and min(row) >= 0 and abs(sum(row) - 1) < 0.01 for row in rows)


def _numbers(line: str) -> Iterator[float]:
    """The numbers of a row, without the label before them."""
    for index, cell in enumerate(_SEPARATOR.split(line.strip())):
        try:
            yield float(cell)
        except ValueError:
            if index:
                yield -1.0


def _sums_to_one(found: Imported) -> bool:
    """Whether the first rows of the first head are weights. A matrix of numbers by hand hardly ever is."""
    layer, head = next(found.stack.places())
    rows = found.stack.rows(layer, head, 0, min(found.stack.n_q, 64))
    with np.errstate(all="ignore"):
        sums = rows.sum(axis=1, dtype=np.float64)
        return bool((rows >= 0).all() and (np.abs(sums - 1) < 0.01).all())
