"""What a person opens: one matrix, the arrays of one attention head, or a text."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import numpy.typing as npt

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.archive import load_npz
from attnviz.io.files import decoded, opened, read_bytes
from attnviz.io.json_arrays import load_json
from attnviz.io.large_table import LARGE, read_large
from attnviz.io.matrix_text import MAX_COLUMNS, MAX_ROWS, Table, parse_table
from attnviz.io.npy import HEAD_BYTES, MAX_SIDE, finite, matrix_shape, read_header, read_matrix
from attnviz.io.table_limits import check_lines
from attnviz.io.wording import listed, shown_name

Arrays = dict[str, npt.NDArray[np.float64] | tuple[str, ...]]
PathLike = str | os.PathLike[str]

MAX_TABLE_BYTES = 64_000_000
MAX_TEXT_BYTES = 1_000_000

_REQUIRED = ("Q", "K")
_MATRICES = ("Q", "K", "V")
_TOKENS = {"tokens_q": "Q", "tokens_k": "K"}


def load_matrix(path: PathLike, *, decimal: str = ".") -> Table:
    """The matrix in a .csv, .tsv, .txt or .npy file, at most 4096 × 512 as text and 4096 × 4096 as .npy.

    `decimal` settles only numbers that the file itself leaves open, as in `parse_table`.
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix == ".npy":
        return Table(_load_npy(file))
    if suffix in (".csv", ".tsv", ".txt"):
        name = shown_name(file)
        text = decoded(read_bytes(file, MAX_TABLE_BYTES), name)
        check_lines(text, name)
        return _large_matrix(text, name) or parse_table(text, decimal, where=name)
    raise _unknown_kind(file, ".csv, .tsv, .txt, .npy")


def _large_matrix(text: str, name: str) -> Table | None:
    """The matrix of a large text, read row by row; None where it has to be looked at more closely."""
    first = text.split("\n", 1)[0]
    delimiter = max("\t;,", key=first.count)
    if len(text) <= LARGE or not 0 < first.count(delimiter) <= MAX_COLUMNS:
        return None
    table = read_large(text, delimiter, name, MAX_ROWS)
    matrix_shape(table.values.shape, name)
    finite(table.values, name)
    return table


def load_arrays(path: PathLike) -> Arrays:
    """Q and K, and V, tokens_q, tokens_k where given, of one head in an .npz or .json file.

    Q is (n_q, d_k), K (n_k, d_k), V (n_k, d_v), all finite float64 and read-only; whether they fit each
    other is for core to say. A leading axis of one head is dropped. Other members are left unread.
    """
    file = Path(path)
    suffix = file.suffix.lower()
    if suffix not in (".npz", ".json"):
        raise _unknown_kind(file, ".npz, .json")
    arrays, names = (load_npz if suffix == ".npz" else load_json)(file, _MATRICES, tuple(_TOKENS))
    for key in _REQUIRED:
        if key not in arrays:
            raise _missing(file, key, names)
    for key, role in _TOKENS.items():
        if key in arrays and len(arrays[key]) != len(arrays[role]):
            raise InputError(
                translate(
                    "io",
                    "{name}: the number of {key} is {found}, but the number of rows of {role} is {rows}.",
                ).format(name=shown_name(file), key=key, found=len(arrays[key]), role=role, rows=len(arrays[role]))
            )
    return arrays


def read_text(path: PathLike) -> str:
    """The text of a UTF-8 file of at most 1 MB; every newline becomes one line feed."""
    file = Path(path)
    text = decoded(read_bytes(file, MAX_TEXT_BYTES), shown_name(file))
    if "\0" in text:
        raise InputError(
            translate("io", "{name} is not a text: character {position} is a NUL byte.").format(
                name=shown_name(file), position=text.index("\0") + 1
            )
        )
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _load_npy(path: Path) -> npt.NDArray[np.float64]:
    name = shown_name(path)
    # Room for the widest float; the shape itself is checked by read_matrix.
    with opened(path, HEAD_BYTES + 16 * MAX_SIDE * MAX_SIDE) as (file, size):
        header = read_header(file.read(HEAD_BYTES), size, name)
        if len(header.shape) > 2:
            raise InputError(
                translate("io", "{name} has {axes} axes; expected two, rows and columns.").format(
                    name=name, axes=len(header.shape)
                )
            )
        file.seek(header.offset)
        return read_matrix(header, file.read, name)


def _unknown_kind(path: Path, kinds: str) -> InputError:
    return InputError(
        translate("io", "{name} is not of a kind that can be opened here; expected {kinds}.").format(
            name=shown_name(path), kinds=kinds
        )
    )


class NoMatrices(InputError):
    """Q or K is not in a file; `names` are what is."""

    def __init__(self, sentence: str, names: list[str]) -> None:
        super().__init__(sentence)
        self.names = names


def _missing(path: Path, key: str, names: list[str]) -> NoMatrices:
    if not names:
        return NoMatrices(
            translate("io", "{name} holds nothing; expected Q, K and, if wanted, V.").format(name=shown_name(path)),
            names,
        )
    return NoMatrices(
        translate("io", "{name} has no {key}; it holds {found}, expected Q, K and, if wanted, V.").format(
            name=shown_name(path), key=key, found=listed(names)
        ),
        names,
    )
