"""From a pasted or stored text to a rectangle of cells: which sign separates them, and what may be wrong."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from itertools import islice

from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.io.table_limits import many_cells, many_quotes
from attnviz.io.wording import shown

MAX_ROWS = 4096
MAX_COLUMNS = 512

Rows = list[list[str]]

_NEWLINE = re.compile(r"\r\n|\r|\n")
# A quoted field begins where a cell begins; a quotation mark inside a word is an ordinary sign. The mark comes first
# in the pattern, so that it is looked for as a letter is, and what stands before it is only then asked about.
_QUOTED = re.compile(r'"(?<![^\t;, \r\n]")[^"]*(?:""[^"]*)*"')
_WORD = re.compile(r'"[^"]*(?:""[^"]*)*"(?![^ ])|[^ ]+')
_DECIMAL = re.compile(r"[+\-−]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE][+\-−]?\d+)?", re.ASCII)
_POINT_GROUPS = re.compile(r"[+\-−]?\d{1,3}(?:\.\d{3})+,\d+", re.ASCII)
_GROUPS = re.compile(_POINT_GROUPS.pattern + r"|[+\-−]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", re.ASCII)
# A whole line that may as well be one number: 1,234 or 1,234.5 or 1.234,5, up to a thousand billions.
_THOUSANDS = re.compile(
    r"[+\-−]?[1-9]\d{0,2}(?:(?:,\d{3}){1,4}(?:\.\d+)?|(?:\.\d{3}){1,4},\d+|(?: \d{3}){1,4})", re.ASCII
)
# Digits, signs and the letters of 1e5, nan and inf: what a printed list of numbers is made of.
_LIST = re.compile(r"\s*\[[\d\s.,;+\-−eEnNaAiIfF\[\]]*\]\s*", re.ASCII)
_LIST_ROW = re.compile(r"\[([^\[\]]*)\]")


def split_cells(text: str, decimal: str) -> tuple[Rows, str]:
    """The cells of `text`, all rows of one length, and the sign between them (" " for white space)."""
    text = _without_blank_end(text.removeprefix("\ufeff"))
    if not text.strip():
        raise InputError(translate("io", "There are no numbers here; at least one row of numbers is needed."))
    # Only quoted labels hold further newlines; far more of them is no table, and is not split at all.
    if text.count("\n") + text.count("\r") > 10 * MAX_ROWS or many_cells(text, MAX_ROWS, MAX_COLUMNS):
        raise _too_large()
    if many_quotes(text):
        raise _not_csv(translate("io", "there are more quotation marks than cells"))
    rows, delimiter = _listed(text) or _delimited(text, decimal)
    _check_rectangle(rows)
    return rows, delimiter


def _without_blank_end(text: str) -> str:
    """`text` up to its last line that is not blank, whose own trailing tabs are cells and stay."""
    kept = text.rstrip()
    tail = text[len(kept) :]
    newline = _NEWLINE.search(tail)
    return kept + (tail[: newline.start()] if newline else tail)


def _delimited(text: str, decimal: str) -> tuple[Rows, str]:
    bare = [line for line in _lines(_QUOTED.sub("Q", text)) if line.strip()]
    delimiter = _choose_delimiter(bare, decimal)
    _check_size(bare, delimiter)
    if delimiter in " ,":
        _refuse_thousands(bare, delimiter)
    if delimiter == " ":
        return _words(text), delimiter
    return _read_csv(text, delimiter), delimiter


def _lines(text: str) -> list[str]:
    """Lines without their ends. A pattern would take ten times as long."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _words(text: str) -> Rows:
    rows = [[_unquoted(word) for word in _WORD.findall(line)] for line in _lines(text)]
    # Printed tables leave the corner above the row labels blank.
    if text.startswith(" ") and len(rows) > 1 and len(rows[0]) + 1 == len(rows[1]):
        rows[0].insert(0, "")
    return rows


def _choose_delimiter(lines: list[str], decimal: str) -> str:
    """Tab, semicolon, comma or white space, in this order; `lines` are without quoted fields and blanks."""
    if any("\t" in line for line in lines):
        return "\t"
    semicolons = {line.count(";") for line in lines}
    commas = {line.count(",") for line in lines}
    if len(semicolons) == 1 and 0 not in semicolons:
        return ";"
    if commas != {0} and not _comma_is_decimal(lines, decimal) and (len(commas) == 1 or semicolons == {0}):
        return ","
    return ";" if semicolons != {0} else " "


def _comma_is_decimal(lines: list[str], decimal: str) -> bool:
    """Whether the commas stand inside numbers: between words, or in one column where people write so."""
    # Only the plain space separates: a no-break space stands inside a number and is refused there.
    rows = [[word for word in line.split(" ") if word] for line in lines]
    words = [word for row in rows for word in row]
    if any(word.startswith(",") or word.endswith(",") for word in words):
        return False
    if all(len(row) > 1 for row in rows):
        numbers = [word for row in rows[1:] or rows for word in row[1:]]
        return all(_DECIMAL.fullmatch(word) or _GROUPS.fullmatch(word) for word in numbers)
    # In English a single column of "1,5" is two columns; where the comma is decimal it is one.
    if decimal != "," or any(len(row) > 1 for row in rows):
        return False
    column = words[1:] if len(words) > 1 and "," not in words[0] else words
    return all(_DECIMAL.fullmatch(word) or _POINT_GROUPS.fullmatch(word) for word in column)


def _refuse_thousands(lines: list[str], delimiter: str) -> None:
    """Refuse a block whose every row could be one number with thousands, such as 1,234."""
    if not all(_THOUSANDS.fullmatch(line) for line in lines):
        return
    # Between spaces only a group with a leading zero betrays thousands: nobody writes a cell as 050.
    if delimiter == " " and not any(" 0" in line for line in lines):
        return
    raise InputError(
        translate(
            "io",
            "{text} could be one number or several cells; write {number} for the number, or {cells} for the cells.",
        ).format(
            text=shown(lines[0]),
            number=lines[0].replace(delimiter, "") if "." not in lines[0] else "1000.5",
            cells=lines[0].replace(delimiter, "; "),
        )
    )


def _check_size(lines: list[str], delimiter: str) -> None:
    """Refuse too many rows or columns while they are still plain text; labels take one of each."""
    if len(lines) > MAX_ROWS + 1:
        raise _too_large()
    for line in lines:
        cells = line.count(delimiter) + 1
        if cells > MAX_COLUMNS + 1 and (delimiter != " " or len(line.split(" ")) - line.count("  ") > MAX_COLUMNS + 1):
            raise _too_large()


def _too_large() -> InputError:
    return InputError(
        translate("io", "There are too many cells; at most {rows} rows and {columns} columns are read.").format(
            rows=MAX_ROWS, columns=MAX_COLUMNS
        )
    )


def _read_csv(text: str, delimiter: str) -> Rows:
    try:
        rows = _rows_of(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        # A spreadsheet pastes a lone quotation mark without quoting it.
        if delimiter == "\t":
            return [line.split("\t") for line in _lines(text)]
        raise _not_csv(str(error)) from error
    if delimiter == "\t" and any("\t" in cell and "\n" in cell for row in rows for cell in row):
        plain = [line.split("\t") for line in _lines(text)]
        # Two rows that begin with a lone quotation mark would otherwise melt into one quoted cell.
        if len({len(row) for row in plain}) == 1:
            return plain
    return rows


def _not_csv(reason: str) -> InputError:
    return InputError(
        translate("io", "The quotation marks or the cells are not written as in a CSV file ({reason}).").format(
            reason=reason
        )
    )


def _rows_of(reader: Iterator[list[str]]) -> Rows:
    rows = list(islice(reader, MAX_ROWS + 2))
    if len(rows) > MAX_ROWS + 1:
        raise _too_large()
    return rows


def _unquoted(word: str) -> str:
    if len(word) > 1 and word.startswith('"') and word.endswith('"'):
        return word[1:-1].replace('""', '"')
    return word


def _listed(text: str) -> tuple[Rows, str] | None:
    """The rows of a printed list such as [[1, 2], [3, 4]] (Python) or [[1. 2.] [3. 4.]] (NumPy)."""
    if not _LIST.fullmatch(text):
        return None
    inner = [match.group(1) for match in _LIST_ROW.finditer(text)]
    around = "".join(_LIST_ROW.sub("", text).split())
    if not inner or not re.fullmatch(r"\[,*\]|,*", around):
        raise InputError(
            translate("io", "The square brackets do not form a matrix; write it as {example}.").format(
                example="[[1, 2], [3, 4]]"
            )
        )
    delimiter = next((sign for sign in ";," if any(sign in row for row in inner)), " ")
    _check_size(inner, delimiter)
    return [row.split() if delimiter == " " else row.split(delimiter) for row in inner], delimiter


def _check_rectangle(rows: Rows) -> None:
    if len(rows[0]) > MAX_COLUMNS + 1:
        raise _too_large()
    for number, row in enumerate(rows, start=1):
        if not any(cell.strip() for cell in row) and len(row) < 2:
            raise InputError(translate("io", "Row {row} is blank; remove it or fill it in.").format(row=number))
        if len(row) != len(rows[0]):
            raise InputError(
                translate(
                    "io",
                    "The number of cells in row {row} is {found}, but in row 1 it is {expected}; make them equal.",
                ).format(row=number, found=len(row), expected=len(rows[0]))
            )
        for column, cell in enumerate(row, start=1):
            if "\0" in cell:
                raise InputError(
                    translate("io", "Row {row}, column {column} holds a NUL byte; this is not a text table.").format(
                        row=number, column=column
                    )
                )
