"""A sentence as tokens, and tokens as labels.

The split is by eye, not by a trained vocabulary: words, single punctuation marks, single symbols.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import category

from attnviz.core.graphemes import graphemes
from attnviz.core.labels import visible_text
from attnviz.errors import InputError
from attnviz.i18n import translate

__all__ = ["MAX_TOKENS", "split_sentence", "visible_text"]

MAX_TOKENS = 4096

# Between two letters these belong to the word: don't, don’t, guarda-chuva (any of three hyphens), col·lecció,
# and the Hebrew geresh and gershayim.
_INSIDE_WORDS = frozenset("'’-‐‑·׳״")

# Scripts written without spaces, where every character counts as a token: kana and Han.
_BY_CHARACTER = (
    (0x3005, 0x3007),
    (0x3041, 0x30FF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)


def split_sentence(text: str) -> tuple[str, ...]:
    """The tokens of `text`, in order; joined, they are `text` without its whitespace.

    Words hold letters, digits and underscores, and apostrophes or hyphens between two of them. Every other
    visible character is a token of its own: each full stop of "...", each emoji, each Chinese character or
    Japanese kana. Accents, joined emoji and flags stay whole (`graphemes`); nothing is normalised.

    Raises InputError when there is no token, or more than MAX_TOKENS.
    """
    tokens: list[str] = []
    for token in _tokens(text):
        tokens.append(token)
        if len(tokens) > MAX_TOKENS:
            raise InputError(
                translate("core", "The sentence has more than {most} tokens: shorten it.").format(most=MAX_TOKENS)
            )
    if not tokens:
        raise InputError(translate("core", "The sentence is empty: type at least one word."))
    return tuple(tokens)


def _tokens(text: str) -> Iterator[str]:
    word = ""  # what is read of the current word
    link = ""  # an apostrophe or hyphen after it, which joins it only if a letter follows
    for cluster in graphemes(text):
        if _in_word(cluster):
            word, link = word + link + cluster, ""
            continue
        if word and not link and cluster in _INSIDE_WORDS:
            link = cluster
            continue
        yield from filter(None, (word, link))
        word = link = ""
        if not cluster.isspace():
            yield cluster
    yield from filter(None, (word, link))


def _in_word(cluster: str) -> bool:
    """Whether the cluster is a letter, digit or underscore of a script that separates its words.

    Signs without width at the start (a direction mark, a byte order mark) belong to the word they precede.
    """
    first = cluster[0]
    code = ord(first)
    if any(low <= code <= high for low, high in _BY_CHARACTER):
        return False
    return category(first)[0] in "LNM" or category(first) in ("Pc", "Cf")
