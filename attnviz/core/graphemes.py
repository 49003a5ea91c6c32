"""What a reader takes for one character: a letter with its accents, a flag, a family of joined emoji.

A short form of the extended grapheme clusters of Unicode Standard Annex 29, without its tables.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

ZWJ = "\u200d"  # zero width joiner


def graphemes(text: str) -> Iterator[str]:
    """The clusters of `text`, in order; joined, they are `text` again. Whitespace characters stand alone."""
    cluster = ""
    for character in text:
        if cluster and _continues(cluster, character):
            cluster += character
        else:
            if cluster:
                yield cluster
            cluster = character
    if cluster:
        yield cluster


def _continues(cluster: str, character: str) -> bool:
    if cluster[-1].isspace() or character.isspace():
        return False
    if is_extension(character):
        return True
    if is_flag_letter(character):
        return len(cluster) == 1 and is_flag_letter(cluster)
    return cluster[-1] == ZWJ and is_symbol(cluster[0]) and is_symbol(character)


def is_extension(character: str) -> bool:
    """Whether `character` changes the one before it: accent, joiner, variation selector, skin tone, tag."""
    return category(character) in ("Mn", "Mc", "Me", "Cf") or "\U0001f3fb" <= character <= "\U0001f3ff"


def is_symbol(character: str) -> bool:
    """Whether `character` is an emoji or another symbol."""
    return category(character).startswith("S")


def is_flag_letter(character: str) -> bool:
    """Whether `character` is a regional indicator, two of which make a flag."""
    return "\U0001f1e6" <= character <= "\U0001f1ff"
