"""Lines of a script: a statement and what it says about itself, laid out so that comments stand below each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from attnviz.export.code.literals import WIDTH

INDENT = "    "
FURTHEST = 52  # column up to which a statement moves its neighbours' comments


@dataclass(frozen=True, slots=True)
class Line:
    """One statement, or one comment where `code` is empty; both empty is a blank line."""

    code: str = ""
    comment: str = ""


BLANK = Line()


@dataclass(frozen=True, slots=True)
class Shown:
    """A matrix that the script prints: under which name, and the expression that holds it."""

    label: str
    variable: str


def laid_out(lines: list[Line], depth: int = 0) -> list[str]:
    """The text of lines, indented. A comment too long for its line stands above it."""
    text: list[str] = []
    for blank, group in groupby(lines, key=lambda line: line == BLANK):
        paragraph = list(group)
        text += [""] * len(paragraph) if blank else _paragraph(paragraph, INDENT * depth)
    return text


def _paragraph(lines: list[Line], indent: str) -> list[str]:
    room = WIDTH - len(indent) - len("  # ")
    beside = [line for line in lines if line.code and line.comment and len(line.code) + len(line.comment) <= room]
    column = max((len(line.code) for line in beside if len(line.code) <= FURTHEST), default=0)
    text: list[str] = []
    for line in lines:
        code = indent + line.code
        if not line.comment:
            text.append(code)
        elif not line.code:
            text.append(f"{indent}# {line.comment}")
        elif line not in beside:
            text += [f"{indent}# {line.comment}", code]
        else:
            text.append(f"{indent}{line.code.ljust(min(column, room - len(line.comment)))}  # {line.comment}")
    return text
