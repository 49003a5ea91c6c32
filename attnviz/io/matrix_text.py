"""Tables of numbers as text: pasted from a spreadsheet, read from a CSV file, and written again."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.cells import MAX_COLUMNS, MAX_ROWS, Rows, split_cells
from attnviz.io.numbers import decimal_sign, meant_as_number, parse_number
from attnviz.io.wording import shown

__all__ = ["MAX_COLUMNS", "MAX_ROWS", "Table", "format_table", "parse_number", "parse_table"]

Floats = npt.NDArray[np.float64]
Labels = tuple[str, ...]

# What a spreadsheet would run as a formula, possibly behind the apostrophes that already guard one.
_FORMULA = re.compile(r"'*[=+\-@\t\r].", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A matrix with the labels that stood beside it; `values` is float64 (rows, columns), read-only, finite."""

    values: Floats
    row_labels: Labels | None = None
    column_labels: Labels | None = None


def parse_table(text: str, decimal: str, *, where: str | None = None) -> Table:
    """The matrix in `text`: rows by line, cells by tab, semicolon, comma or white space.

    `decimal` is the sign of the person's locale and settles only what the block itself leaves open; between
    commas the sign is a point. `where` (a file or field) begins the sentence of an error. A first row or
    column wholly of text is read as labels; so are both beside a blank corner.
    """
    try:
        return _parse(text, decimal)
    except InputError as error:
        if where is None:
            raise
        raise InputError(translate("io", "{where}: {problem}").format(where=where, problem=error)) from error


def format_table(
    values: npt.ArrayLike,
    row_labels: Sequence[str] | None = None,
    column_labels: Sequence[str] | None = None,
    *,
    delimiter: str = ",",
    decimal: str = ".",
) -> str:
    """`values` (rows, columns) as lines of text whose numbers read back bit for bit.

    Labels are quoted by the rules of CSV. One that a spreadsheet would run as a formula gets an apostrophe
    before it, which `parse_table` takes off again. Labels that are themselves numbers are safe only when
    rows and columns both have labels.
    """
    if delimiter == decimal:
        raise ValueError(f"delimiter and decimal are both {delimiter!r}")
    matrix = np.asarray(values, dtype=np.float64)
    if matrix.ndim != 2:
        raise ValueError(f"values must be 2-D, not {matrix.shape}")
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    if column_labels is not None:
        corner = [] if row_labels is None else [""]
        writer.writerow(corner + [_guarded(label) for label in column_labels])
    for index, numbers in enumerate(matrix.tolist()):
        label = [] if row_labels is None else [_guarded(row_labels[index])]
        writer.writerow(label + [repr(number).replace(".", decimal) for number in numbers])
    return out.getvalue()


def _guarded(label: str) -> str:
    return f"'{label}" if _FORMULA.match(label) and not meant_as_number(label) else label


def _unguarded(label: str) -> str:
    return label[1:] if label.startswith("'") and _FORMULA.match(label) else label


def _parse(text: str, decimal: str) -> Table:
    rows, delimiter = split_cells(text, decimal)
    has_header, has_names = _find_labels(rows)
    top, left = int(has_header), int(has_names)
    body = [row[left:] for row in rows[top:]]
    if not body or not body[0]:
        raise InputError(translate("io", "There are only labels here; at least one number is needed."))
    if len(body) > MAX_ROWS or len(body[0]) > MAX_COLUMNS:
        raise InputError(
            translate("io", "The table is {found} cells large; at most {rows} × {columns} are read.").format(
                found=f"{len(body)} × {len(body[0])}", rows=MAX_ROWS, columns=MAX_COLUMNS
            )
        )
    sign = _common_sign(body, top, left, "." if delimiter == "," else decimal)
    return Table(
        values=_numbers(body, top, left, sign),
        row_labels=tuple(_unguarded(row[0]) for row in rows[top:]) if has_names else None,
        column_labels=tuple(_unguarded(cell) for cell in rows[0][left:]) if has_header else None,
    )


def _find_labels(rows: Rows) -> tuple[bool, bool]:
    """Whether the first row and the first column are labels."""
    header, names = rows[0][1:], [row[0] for row in rows[1:]]
    if not rows[0][0].strip() and header and names:
        labelled = any(map(_is_text, header + names)) or (_counts(header) and _counts(names))
        return labelled, labelled
    text_row = all(map(_is_text, rows[0]))
    text_column = all(map(_is_text, names)) if names else not text_row
    return text_row, text_column and _is_text(rows[0][0])


def _is_text(cell: str) -> bool:
    return bool(cell.strip()) and not meant_as_number(cell)


def _counts(labels: list[str]) -> bool:
    """Whether labels are the positions 0, 1, 2 … that pandas writes for a frame without names."""
    return labels == [str(index) for index in range(len(labels))]


def _cells(body: Rows, top: int, left: int) -> Iterator[tuple[int, int, str]]:
    """Every cell with its row and column in the text, both 1-based."""
    for row, cells in enumerate(body, start=top + 1):
        for column, cell in enumerate(cells, start=left + 1):
            yield row, column, cell


def _common_sign(body: Rows, top: int, left: int, fallback: str) -> str:
    """The decimal sign of the whole block: what certain cells show, else `fallback`."""
    seen: dict[str, tuple[int, int, str]] = {}
    certain: set[str] = set()
    for row, column, cell in _cells(body, top, left):
        found = decimal_sign(cell)
        if found is not None:
            sign, sure = found
            seen.setdefault(sign, (row, column, cell))
            if sure:
                certain.add(sign)
    if len(seen) == 2:
        raise _contradiction(seen["."], seen[","])
    return certain.pop() if certain else fallback


def _contradiction(point: tuple[int, int, str], comma: tuple[int, int, str]) -> InputError:
    first, second = sorted((point, comma))
    return InputError(
        translate(
            "io",
            "{first} (row {first_row}, column {first_column}) and {second} (row {second_row}, column "
            "{second_column}) use different decimal signs; use one in the whole table.",
        ).format(
            first=shown(first[2].strip()),
            first_row=first[0],
            first_column=first[1],
            second=shown(second[2].strip()),
            second_row=second[0],
            second_column=second[1],
        )
    )


def _numbers(body: Rows, top: int, left: int, decimal: str) -> Floats:
    values = np.empty((len(body), len(body[0])), dtype=np.float64)
    for row, column, cell in _cells(body, top, left):
        try:
            values[row - top - 1, column - left - 1] = parse_number(cell, decimal)
        except InputError as error:
            raise InputError(
                translate("io", "Row {row}, column {column}: {problem}").format(
                    row=row, column=column, problem=error
                )
            ) from error
    values.setflags(write=False)
    return values
