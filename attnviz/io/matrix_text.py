"""Tables of numbers as text: pasted from a spreadsheet, read from a CSV file, and written again."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
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

_NEEDS_QUOTES = re.compile(r'[\t\r\n;," ]')
_PLAIN_ROW = re.compile(r"[0-9.eE+\- ]*")


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A matrix and the labels beside it; `values` is float64 (rows, columns), finite, read-only."""

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
    lines: list[list[str]] = []
    if column_labels is not None:
        corner = [] if row_labels is None else [""]
        lines.append([_label(label, delimiter) for label in (*corner, *column_labels)])
    for index, numbers in enumerate(matrix.tolist()):
        name = [] if row_labels is None else [_label(row_labels[index], delimiter)]
        lines.append(name + [repr(number).replace(".", decimal) for number in numbers])
    return "".join(delimiter.join(line) + "\n" for line in lines)


def _label(label: str, delimiter: str) -> str:
    """A label as a cell. Any sign that may part cells is quoted, lest a reader take it for the delimiter."""
    guarded = _guarded(label)
    if _NEEDS_QUOTES.search(guarded) or (delimiter == " " and not guarded):
        return '"' + guarded.replace('"', '""') + '"'
    return guarded


def _guarded(label: str) -> str:
    return f"'{label}" if _FORMULA.match(label) and not meant_as_number(label) else label


def _unguarded(label: str) -> str:
    return label[1:] if label.startswith("'") and _FORMULA.match(label) else label


def _parse(text: str, decimal: str) -> Table:
    rows, delimiter = split_cells(text, decimal)
    has_header, has_names = _find_labels(rows)
    if len(rows) == 1 and not any(map(meant_as_number, rows[0])):
        raise _only_labels()
    top, left = int(has_header), int(has_names)
    body = [row[left:] for row in rows[top:]]
    if not body or not body[0]:
        raise _only_labels()
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


def _only_labels() -> InputError:
    return InputError(translate("io", "There are only labels here; at least one number is needed."))


def _find_labels(rows: Rows) -> tuple[bool, bool]:
    """Whether the first row and the first column are labels."""
    header, names = rows[0][1:], [row[0] for row in rows[1:]]
    # Attention of tokens to themselves: the same labels twice, be they empty or numbers.
    if header == names and not meant_as_number(rows[0][0]) and any(map(_is_text, names)):
        return True, True
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


def _common_sign(body: Rows, top: int, left: int, fallback: str) -> str:
    """The decimal sign of the whole block: what certain cells show, else `fallback`."""
    seen: dict[str, tuple[int, int, str]] = {}
    certain: set[str] = set()
    for row, cells in enumerate(body, start=top + 1):
        # Most tables are settled by their first row; then only a comma could still contradict.
        if "." in certain and "," not in "".join(cells):
            continue
        for column, cell in enumerate(cells, start=left + 1):
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
    for index, cells in enumerate(body):
        quick = _plain_row(cells) if decimal == "." else None
        values[index] = _row(cells, index + top + 1, left, decimal) if quick is None else quick
    values.setflags(write=False)
    return values


def _plain_row(cells: list[str]) -> list[float] | None:
    """The numbers of a row without any ambiguity, some ten times faster; None if it needs a closer look."""
    if not _PLAIN_ROW.fullmatch(" ".join(cells)):
        return None
    try:
        numbers = [float(cell) for cell in cells]
    except ValueError:
        return None
    return numbers if all(map(math.isfinite, numbers)) else None


def _row(cells: list[str], row: int, left: int, decimal: str) -> list[float]:
    numbers: list[float] = []
    for column, cell in enumerate(cells, start=left + 1):
        try:
            numbers.append(parse_number(cell, decimal))
        except InputError as error:
            raise InputError(
                translate("io", "Row {row}, column {column}: {problem}").format(row=row, column=column, problem=error)
            ) from error
    return numbers
