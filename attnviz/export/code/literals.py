"""Numbers and texts as Python writes them: read back, they are the same to the last bit."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from attnviz.core.tokens import visible_text
from attnviz.document.trace import Array

WIDTH = 100  # characters of a line of script
LONGEST_COMMENT = 32  # characters of a name in a comment


def number(value: float) -> str:
    """The shortest text that reads back as the same float64, with a point, so that it is no integer."""
    return repr(float(value))


def text(value: str) -> str:
    """A string literal. Whatever could hide, break the line or turn the reading direction is an escape in it."""
    literal = repr(value)
    if literal[0] == "'" and '"' not in literal:
        return f'"{literal[1:-1]}"'
    return literal


def commented(value: str) -> str:
    """A name inside a comment: one line, nothing invisible, not endless."""
    shown = visible_text(value)
    return shown if len(shown) <= LONGEST_COMMENT else shown[: LONGEST_COMMENT - 1] + "…"


def title(value: str) -> str:
    """A name of several words inside a comment."""
    shown = visible_text(value).replace("␣", " ").strip()
    return shown if len(shown) <= WIDTH - 2 else shown[: WIDTH - 3] + "…"


def matrix(values: Array, rows: Sequence[str] = (), indent: str = "    ") -> list[str]:
    """The rows of a nested list, one line each where they fit; `rows` names them in comments.

    values (rows, columns) → lines such as "    [2.0, 0.0],  # sentei", without the outer brackets.
    """
    cells = [[number(value) for value in row] for row in values.tolist()]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines: list[str] = []
    for index, row in enumerate(cells):
        padded = ", ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        comment = f"  # {commented(rows[index])}" if index < len(rows) else ""
        if len(indent) + len(padded) + 3 <= WIDTH:
            lines.append(f"{indent}[{padded}],{comment}")
        else:
            lines += [f"{indent}[{comment}", *_wrapped(", ".join(row) + ",", indent + "    "), f"{indent}],"]
    return lines


def texts(values: Sequence[str]) -> list[str]:
    """An expression for a list of texts: a split sentence where that gives the same list, else every text quoted.

    The first line has no indent; the following ones have what they need.
    """
    joined = " ".join(values)
    if len(values) > 1 and joined.isprintable() and joined.split() == list(values):
        if len(joined) < WIDTH - 30:
            return [f"{text(joined)}.split()"]
        parts = _wrapped(joined, "")
        spaced = [part + " " for part in parts[:-1]] + parts[-1:]
        return ["(", *(f"    {text(part)}" for part in spaced), ").split()"]
    quoted = [text(value) for value in values]
    if sum(len(one) + 2 for one in quoted) < WIDTH - 15:
        return [f"[{', '.join(quoted)}]"]
    return ["[", *(f"    {one}," for one in quoted), "]"]


def _wrapped(line: str, indent: str) -> list[str]:
    return textwrap.wrap(
        line,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
