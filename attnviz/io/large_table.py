"""A table of numbers larger than one typed by hand, read row by row, so that memory stays near the file's size."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import chain

import numpy as np

from attnviz.core.patience import tell
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.matrix_text import Table

LARGE = 2_000_000  # signs; less is read as carefully as what a person pastes, which takes much more memory


def read_large(text: str, delimiter: str, name: str, most_rows: int) -> Table:
    """The matrix in a text whose cells a tab, a semicolon or a comma parts, with or without labels.

    Labels are in the first row and column. Where it is not the comma that parts cells, one may stand for the point.
    """
    lines = [line for line in text.removeprefix("\ufeff").split("\n") if line.strip()]
    if len(lines) > most_rows + 1:
        raise InputError(translate("io", "{name} has more than {most} rows.").format(name=name, most=most_rows))
    try:
        rows = csv.reader(lines, delimiter=delimiter, strict=True)
        return _rows(rows, len(lines), delimiter != ",", name)
    except csv.Error as error:
        raise InputError(
            translate("io", "{where}: {problem}").format(
                where=name,
                problem=translate(
                    "io", "The quotation marks or the cells are not written as in a CSV file ({reason})."
                ).format(reason=error),
            )
        ) from error


def _rows(rows: Iterator[list[str]], count: int, decimal: bool, name: str) -> Table:
    first, second = next(rows), next(rows, None)
    header = _number(first[-1], decimal) is None
    body = [row for row in (None if header else first, second) if row is not None]
    left = int(bool(body) and _number(body[-1][0], decimal) is None)
    width = len(body[-1]) - left if body else 0
    values, names = np.empty((count, width)), []
    filled = 0
    for row in chain(body, rows):
        tell(filled / count)
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
    values = values[:filled]
    values.setflags(write=False)
    return Table(
        values,
        row_labels=tuple(names) if left else None,
        column_labels=tuple(first[-width:]) if header and width else None,
    )


def _number(cell: str, decimal: bool) -> float | None:
    try:
        return float(cell.replace(",", ".") if decimal else cell)
    except ValueError:
        return None
