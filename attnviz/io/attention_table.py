"""A .csv or .tsv file of attention: one matrix with or without labels, or one row a weight (the long form)."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import numpy as np

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.attention_tree import MAX_HEADS, MAX_LAYERS, Content, Node, Texts
from attnviz.io.cells import MAX_COLUMNS
from attnviz.io.files import decoded, read_bytes
from attnviz.io.matrix_text import parse_table
from attnviz.io.stored import in_memory
from attnviz.io.wording import shown_name

MAX_TABLE_BYTES = 64_000_000
MAX_WIDE = 4096  # rows and columns
LARGE = 2_000_000  # signs; less is read as carefully as what a person pastes, which takes much more memory
MAX_WEIGHTS = 400_000  # of the long form, a row each

# Names of columns of the long form.
_WEIGHT = ("weight", "attention", "attn", "value", "score")
_QUERY, _KEY = ("query", "q", "row", "dest", "from"), ("key", "k", "column", "src", "to")
_TOKENS_Q, _TOKENS_K = ("query_token", "token_q", "dest_token"), ("key_token", "token_k", "src_token")


def read_table(path: Path) -> Content:
    """The matrix or the matrices in a table. A decimal comma is understood where cells are not parted by commas."""
    name = shown_name(path)
    text = decoded(read_bytes(path, MAX_TABLE_BYTES), name)
    first = text.split("\n", 1)[0]
    delimiter = max("\t;,", key=first.count)
    if _is_long(first, delimiter):
        return Content(path, name, _Long(name, delimiter).read(text))
    if first.count(delimiter) > MAX_WIDE + 1:
        raise InputError(
            translate("io", "{name} has a row of more than {most} numbers.").format(name=name, most=MAX_WIDE)
        )
    if first.count(delimiter) >= MAX_COLUMNS or (len(text) > LARGE and delimiter in first):
        return Content(path, name, _large(text, delimiter, name))
    table = parse_table(text, ".", where=name)
    tree: dict[str, Node] = {"attention": in_memory(table.values)}
    if table.row_labels is not None:
        tree["tokens_q"] = Texts(table.row_labels)
    if table.column_labels is not None:
        tree["tokens_k"] = Texts(table.column_labels)
    return Content(path, name, tree)


def _is_long(first: str, delimiter: str) -> bool:
    columns = _columns(first, delimiter)
    return all(any(name in columns for name in names) for names in (_WEIGHT, _QUERY, _KEY))


def _columns(first: str, delimiter: str) -> list[str]:
    return [cell.strip().strip('"').lower() for cell in first.removeprefix("\ufeff").split(delimiter)]


class _Long:
    """The long form: a header that names the columns, then one row for each weight; layer and head may be left out."""

    def __init__(self, name: str, delimiter: str) -> None:
        self._name = name
        self._delimiter = delimiter

    def read(self, text: str) -> dict[str, Node]:
        first, _, rest = text.partition("\n")
        columns = _columns(first, self._delimiter)
        places = [self._place(columns, names) for names in (("layer",), ("head",), _QUERY, _KEY, _WEIGHT)]
        labels = [self._place(columns, names) for names in (_TOKENS_Q, _TOKENS_K)]
        cells: dict[tuple[int, int, int, int], float] = {}
        tokens: tuple[dict[int, str], dict[int, str]] = ({}, {})
        for line, row in enumerate(self._rows(rest), start=2):
            if len(row) != len(columns):
                raise self._wrong(line)
            layer, head, query, key = (self._index(row, place, line) for place in places[:4])
            cells[layer, head, query, key] = self._weight(row[places[4]], line)
            for side, index, place in ((0, query, labels[0]), (1, key, labels[1])):
                if place >= 0:
                    tokens[side].setdefault(index, row[place])
        return self._tree(cells, tokens)

    def _rows(self, text: str) -> list[list[str]]:
        if text.count("\n") > MAX_WEIGHTS:
            raise InputError(translate("io", "{name} holds too many lists.").format(name=self._name))
        try:
            return [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=self._delimiter) if row]
        except csv.Error as error:
            raise self._wrong(0) from error

    @staticmethod
    def _place(columns: list[str], names: tuple[str, ...]) -> int:
        return next((columns.index(name) for name in names if name in columns), -1)

    def _index(self, row: list[str], place: int, line: int) -> int:
        if place < 0:
            return 0
        cell = row[place].strip()
        if not cell.isascii() or not cell.isdigit() or len(cell) > 6:
            raise self._wrong(line)
        return int(cell)

    def _weight(self, cell: str, line: int) -> float:
        try:
            return float(cell if self._delimiter == "," else cell.replace(",", "."))
        except ValueError as error:
            raise self._wrong(line) from error

    def _tree(
        self, cells: dict[tuple[int, int, int, int], float], tokens: tuple[dict[int, str], dict[int, str]]
    ) -> dict[str, Node]:
        if not cells:
            raise InputError(translate("io", "{name} has column names, but no numbers.").format(name=self._name))
        index = np.array(list(cells), dtype=np.int64)
        index -= index.min(axis=0)  # counted from 0 or from 1
        shape = tuple(int(most) + 1 for most in index.max(axis=0))
        if shape[0] > MAX_LAYERS or shape[1] > MAX_HEADS or math.prod(shape) > 4 * len(cells) + 4096:
            raise InputError(
                translate("io", "{name} leaves out most weights of {shape} (layers, heads, queries, keys).").format(
                    name=self._name, shape=" × ".join(map(str, shape))
                )
            )
        values = np.zeros(shape)
        values[tuple(index.T)] = list(cells.values())
        tree: dict[str, Node] = {"attention": in_memory(values)}
        for name, found in (("tokens_q", tokens[0]), ("tokens_k", tokens[1])):
            if found:
                tree[name] = Texts(tuple(found[key] for key in sorted(found)))
        return tree

    def _wrong(self, line: int) -> InputError:
        return InputError(
            translate(
                "io",
                "{name}, line {line}: expected one weight a row, with whole numbers for layer, head, query and key.",
            ).format(name=self._name, line=line or "?")
        )


def _large(text: str, delimiter: str, name: str) -> dict[str, Node]:
    """A matrix larger than one typed by hand, row by row; labels in the first row and column, or none."""
    lines = [line for line in text.removeprefix("\ufeff").split("\n") if line.strip()]
    if len(lines) > MAX_WIDE + 1:
        raise InputError(translate("io", "{name} has more than {most} rows.").format(name=name, most=MAX_WIDE))
    decimal = delimiter != ","  # then a comma may stand for the point
    try:
        rows = csv.reader(lines, delimiter=delimiter, strict=True)
        return _rows(rows, len(lines), decimal, name)
    except csv.Error as error:
        raise InputError(
            translate("io", "The quotation marks or the cells are not written as in a CSV file ({reason}).").format(
                reason=error
            )
        ) from error


def _rows(rows: Iterator[list[str]], count: int, decimal: bool, name: str) -> dict[str, Node]:
    first, second = next(rows), next(rows, None)
    header = _number(first[-1], decimal) is None
    body = [row for row in (None if header else first, second) if row is not None]
    left = int(bool(body) and _number(body[-1][0], decimal) is None)
    width = len(body[-1]) - left if body else 0
    values, names = np.empty((count, width)), []
    filled = 0
    for row in chain(body, rows):
        numbers = [_number(cell, decimal) for cell in row[left:]]
        if len(numbers) != width or None in numbers:
            raise InputError(
                translate("io", "{name}: row {row} is not {expected} numbers.").format(
                    name=name, row=filled + 1 + header, expected=width
                )
            )
        values[filled] = numbers
        names.append(row[0])
        filled += 1
    tree: dict[str, Node] = {"attention": in_memory(values[:filled])}
    if header and width:
        tree["tokens_k"] = Texts(tuple(first[-width:]))
    if left:
        tree["tokens_q"] = Texts(tuple(names))
    return tree


def _number(cell: str, decimal: bool) -> float | None:
    try:
        return float(cell.replace(",", ".") if decimal else cell)
    except ValueError:
        return None
