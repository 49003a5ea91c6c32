"""Tokens as labels: what cannot be seen gets a sign."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import bidirectional, category

from attnviz.core.graphemes import ZWJ, is_symbol

_ZWNJ = "\u200c"  # zero width non-joiner
_SIGNS = {"\n": "⏎", "\t": "⇥"}
# Blank, though Unicode files them under letters, marks and symbols: fillers, grapheme joiner, empty braille.
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"


@lru_cache(maxsize=16_384)  # a picture asks for each of its labels at every frame
def visible_text(token: str) -> str:
    """What a label shows for `token`: every blank or invisible character as a sign, the rest untouched.

    A newline is ⏎, a tab ⇥, a space of any width ␣, the empty token ∅. Control characters, and those that
    have no width or turn the reading direction, are ⟨U+XXXX⟩, so that they can neither hide nor disturb what
    stands beside them. Letters of every script, whole emoji, and markup such as <b> stay as they are.
    """
    return "".join(_shown(token, place) for place in range(len(token))) or "∅"


def _shown(token: str, place: int) -> str:
    character = token[place]
    kind = category(character)
    if character in _SIGNS:
        return _SIGNS[character]
    if kind == "Zs":
        return "␣"
    if kind in ("Cc", "Cs", "Zl", "Zp") or character in _BLANK or _is_stray(token, place):
        return f"⟨U+{ord(character):04X}⟩"
    return character


def _is_stray(token: str, place: int) -> bool:
    """Whether the invisible character at `place` does no work where it stands."""
    character, before, after = token[place], token[:place], token[place + 1 :]
    if _varies(character):
        return not before  # a variation selector with nothing to vary
    if category(character) != "Cf":
        return False
    if "\U000e0020" <= character <= "\U000e007f":
        return "\U0001f3f4" not in before  # the letters of a region's flag follow a black flag
    if character in (ZWJ, _ZWNJ) and before and after:
        if before[-1] in _BLANK or after[0] in _BLANK or (place == 1 and _varies(before)):
            return True  # beside what is itself a sign
        return not _joins(character, before[-1], after[0])
    return True


def _varies(character: str) -> bool:
    """Whether it is a variation selector."""
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _joins(joiner: str, left: str, right: str) -> bool:
    """Whether a joiner is spelling: in Arabic script, after an Indic virama, in an emoji (ZWJ)."""
    if bidirectional(left) == "AL" or category(left) == "Mn":
        return category(right)[0] in "LM" or (joiner == ZWJ and is_symbol(right))
    return joiner == ZWJ and is_symbol(left) and is_symbol(right)
