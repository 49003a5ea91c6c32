"""Finding a command by a few typed letters: pure, so that it can be tried without a window.

Letters are compared without accents, case and typographic form, so that “licao” finds “Lição” and “dk” finds “dₖ”.
Every word typed must be found, in any order, in what the command is called or else in the menus that lead to it:
at the beginning of a word, inside one, by initials, letter by letter with others between, or with one slip.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

# How good a find is, the best first. A find in the menus' names counts half.
BEGINS, INSIDE, INITIALS, LETTERS, SLIP = 100.0, 60.0, 40.0, 30.0, 15.0
WHOLE = 40.0  # more, where the name is just what was typed
ALSO = 0.95  # of a find in another name
LATELY = 4.0  # more, for what was used lately: decides between equals only
STRETCH = 3  # times its own length that a scattered find may span
SLIP_FROM = 4  # letters from which a word may hold a slip


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing to find. `also`: other names that it is found by; `where`: the menus that lead to it; `why`: why it
    cannot be used now, else empty."""

    text: str
    also: str = ""
    where: str = ""
    keys: str = ""
    why: str = ""
    checked: bool | None = None  # whether it is on, where it can be
    lately: int = 0  # 0: not used; else the higher the later


@dataclass(frozen=True, slots=True)
class Match:
    """A found entry, by its index; `marks` are the places in its text that were typed."""

    index: int
    score: float
    marks: tuple[int, ...]


def best(typed: str, entries: Sequence[Entry]) -> list[Match]:
    """What is meant by `typed`, the best first. With nothing typed: all, what was used lately first."""
    words = "".join(fold(typed)[0]).split()
    found = [match for index, entry in enumerate(entries) if (match := _match(words, index, entry)) is not None]
    return sorted(found, key=lambda match: (-match.score, match.index))


def _match(words: list[str], index: int, entry: Entry) -> Match | None:
    text, places = fold(entry.text)
    also, where = fold(entry.also)[0], fold(entry.where)[0]
    score, marks = LATELY * entry.lately / (1 + entry.lately), set[int]()
    if not words:
        return Match(index, float(entry.lately), ())
    if " ".join(text.split()).rstrip(".") == " ".join(words).rstrip("."):  # an ellipsis is three points
        score += WHOLE
    for word in words:
        here, at = _find(word, text)
        there = max(_find(word, also)[0] * ALSO, _find(word, where)[0] / 2)
        if not here and not there:
            return None
        score += max(here, there)
        if here >= there:
            marks.update(places[place] for place in at)
    return Match(index, score, tuple(sorted(marks)))


@lru_cache(maxsize=2000)  # the same names are folded at every key
def fold(text: str) -> tuple[str, tuple[int, ...]]:
    """The letters that are compared, and for each the place in `text` that it comes from."""
    letters: list[str] = []
    places: list[int] = []
    for place, sign in enumerate(text):
        for part in unicodedata.normalize("NFKD", sign):
            if not unicodedata.combining(part):
                bare = part.casefold()
                letters.append(bare)
                places += [place] * len(bare)
    return "".join(letters), tuple(places)


def _find(word: str, text: str) -> tuple[float, tuple[int, ...]]:
    """`find`, and for d_k also dk: an index is typed with a line where none is shown."""
    found = find(word, text)
    return found if found[0] or "_" not in word else find(word.replace("_", ""), text)


def find(word: str, text: str) -> tuple[float, tuple[int, ...]]:
    """How well `word` is found in `text`, both folded, and at which places; (0, ()) where it is not."""
    starts = list(_starts(text))
    for start in starts:
        if text.startswith(word, start):
            return BEGINS - start / 10, tuple(range(start, start + len(word)))
    inside = text.find(word)
    if inside >= 0:
        return INSIDE - inside / 10, tuple(range(inside, inside + len(word)))
    initials = _initials(word, text, starts)
    if initials:
        return INITIALS - initials[0] / 10, initials
    scattered = [at for start in starts if (at := _scattered(word, text, start))]
    if scattered:
        at = min(scattered, key=lambda at: at[-1] - at[0])
        return LETTERS - (at[-1] - at[0]) / 10, at
    if len(word) >= SLIP_FROM:
        for start in starts:
            length = _with_slip(word, text[start : start + len(word) + 1])
            if length:
                return SLIP - start / 100, tuple(range(start, start + length))
    return 0.0, ()


def _starts(text: str) -> Iterator[int]:
    """Places where a word begins."""
    for place, sign in enumerate(text):
        if sign.isalnum() and (place == 0 or not text[place - 1].isalnum()):
            yield place


def _initials(word: str, text: str, starts: Sequence[int]) -> tuple[int, ...]:
    """Where the letters of `word` begin words of `text`, one after the other; () where they do not."""
    at: list[int] = []
    for start in starts:
        if len(at) < len(word) and text[start] == word[len(at)]:
            at.append(start)
    return tuple(at) if len(word) > 1 and len(at) == len(word) else ()


def _scattered(word: str, text: str, start: int) -> tuple[int, ...]:
    """Where the letters of `word` stand close by, one after the other from `start`; () where they do not."""
    at: list[int] = []
    place = start - 1
    for letter in word:
        place = text.find(letter, place + 1)
        if place < 0 or (not at and place != start):
            return ()
        at.append(place)
    return tuple(at) if len(word) > 1 and at[-1] - start < STRETCH * len(word) else ()


def _with_slip(word: str, text: str) -> int:
    """How many letters of `text` are `word` but for one letter wrong, missing, too many or swapped; 0 if none are."""
    same = next((i for i, (a, b) in enumerate(zip(word, text, strict=False)) if a != b), min(len(word), len(text)))
    if same == 0:  # the first letter is rarely wrong, and anything would be found
        return 0
    rest, left = word[same:], text[same:]
    if len(rest) > 1 and left.startswith(rest[1] + rest[0] + rest[2:]):
        return len(word)  # swapped
    if len(rest) > 0 and left and left[1:].startswith(rest[1:]):
        return len(word)  # wrong
    if len(rest) > 0 and left.startswith(rest[1:]):
        return len(word) - 1  # too many
    if left[1:].startswith(rest) and left:
        return len(word) + 1  # missing
    return 0
