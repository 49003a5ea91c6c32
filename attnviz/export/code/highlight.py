"""How a script is coloured: matrices wear the colours that they have in every picture, and nothing else has any."""

from __future__ import annotations

import io
import keyword
import tokenize
from dataclasses import dataclass

ROLES = {
    "Q": "Q",
    "W_Q": "Q",
    "K": "K",
    "W_K": "K",
    "K_of_head": "K",
    "V": "V",
    "W_V": "V",
    "V_of_head": "V",
    "scores": "scores",
    "scaled": "scores",
    "masked": "scores",
    "weights": "weights",
    "output": "output",
    "context": "output",
}
# What Python 3.12 and later cut an f-string into; up to 3.11 it is one string.
_F_STRING = {
    getattr(tokenize, name) for name in ("FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END") if hasattr(tokenize, name)
}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of one line: where it starts, how long it is in characters, and its palette colour."""

    start: int
    length: int
    colour: str
    bold: bool = False


def highlighted(script: str) -> tuple[tuple[Span, ...], ...]:
    """For each line, from left to right, what is not plain ink. The script must be valid Python."""
    lines: list[list[Span]] = [[] for _ in script.split("\n")]
    before = ""  # the last name or keyword, for `def name` and `class name`
    for token in tokenize.generate_tokens(io.StringIO(script).readline):
        colour, bold = _look(token, before)
        if token.type == tokenize.NAME:
            before = token.string
        (row, start), (last_row, end) = token.start, token.end
        if colour and row == last_row:  # no script has a string of several lines
            lines[row - 1].append(Span(start, end - start, colour, bold))
    return tuple(map(tuple, lines))


def _look(token: tokenize.TokenInfo, before: str) -> tuple[str, bool]:
    """Colour and weight of a token; no colour for plain ink."""
    if token.type == tokenize.COMMENT:
        return "muted", False
    if token.type == tokenize.STRING or token.type in _F_STRING:
        return "muted", False
    if token.type == tokenize.NAME:
        if keyword.iskeyword(token.string):
            return "ink", True
        if before in ("def", "class"):
            return "ink", True
        return ROLES.get(token.string, ""), False
    return "", False
