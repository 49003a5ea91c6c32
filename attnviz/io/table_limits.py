"""What a large text must be like to be a table at all, found out before any of it is taken apart."""

from __future__ import annotations

from attnviz.errors import InputError
from attnviz.i18n import translate

MAX_LINE = 131_072  # signs: four thousand numbers in full, and the longest cell that Python's reader of CSV takes
SMALL = 100_000  # signs, of which no harm can come
SEPARATORS = "\t;,"


def check_lines(text: str, name: str) -> None:
    """Raise InputError where a line is longer than any row of a table."""
    at = 0
    while len(text) - at > MAX_LINE:
        end = max(text.rfind(sign, at, at + MAX_LINE + 1) for sign in "\n\r")
        if end < 0:
            raise InputError(
                translate("io", "{name} has a line of more than {most} signs, which no table of numbers has.").format(
                    name=name, most=MAX_LINE
                )
            )
        at = end + 1


def many_cells(text: str, rows: int, columns: int) -> bool:
    """Whether a text has far more separators than a table of so many rows and columns."""
    if len(text) < SMALL:
        return False
    # Twice as many, for cells that are numbers with a comma in them.
    return sum(text.count(sign) for sign in SEPARATORS) > 2 * (rows + 1) * (columns + 1)


def many_quotes(text: str) -> bool:
    """Whether a text has more quotation marks than cells could be quoted."""
    if len(text) < SMALL:
        return False
    cells = sum(text.count(sign) for sign in (*SEPARATORS, "\n", "\r", " "))
    return text.count('"') > 4 * cells + SMALL
