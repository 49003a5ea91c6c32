"""Sub-word pieces as a person reads them, and which of them make a word.

Three ways to write pieces are told apart: byte-level pieces, which write each byte of UTF-8 as one printable sign (Ġ is
a space, Ċ a line break, Ã¡ is á; the alphabet is that of GPT-2's published encoder), ▁ before a word (and bytes as
<0xE4>), and ## before what continues one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from unicodedata import category

Writing = Literal["bytes", "underline", "hashes", "plain"]

_UNDERLINE = "\u2581"
_BLANKS = "ĠĊĉč"  # space, line feed, tab, carriage return of the byte-level alphabet
_BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
_SPECIAL = re.compile(r"<[^<>\s]{1,60}>|\[[A-Z_0-9]{2,30}\]|<\|.{1,60}\|>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Shared:
    """A character whose bytes are spread over several pieces: first … last, both included."""

    first: int
    last: int
    character: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Pieces decoded. `texts` has one text a piece, a leading space kept; bytes that are no whole character stand as
    ⟨E4 B8⟩. `words` are spans (first, end) that cover all pieces in order."""

    writing: Writing
    texts: tuple[str, ...]
    shared: tuple[Shared, ...]
    words: tuple[tuple[int, int], ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """`texts`, with a character that is spread over several pieces written before the bytes of each."""
        before = [""] * len(self.texts)
        for split in self.shared:
            for index in range(split.first, split.last + 1):
                before[index] += split.character
        return tuple(character + text for character, text in zip(before, self.texts, strict=True))

    @property
    def word_texts(self) -> tuple[str, ...]:
        """Each word's text, without the space before it."""
        return tuple(self._word(first, end) for first, end in self.words)

    def _word(self, first: int, end: int) -> str:
        parts: list[str] = []
        for index in range(first, end):
            # A shared character is whole at the beginning of the last of its pieces.
            parts += [split.character for split in self.shared if split.last == index]
            parts.append(_without_bytes(self.texts[index]))
        text = "".join(parts)
        return text.lstrip(" ") or text


def read_pieces(pieces: Sequence[str]) -> Reading:
    """How these pieces are written, what they say, and where words begin."""
    bytewise = _from_bytes(pieces)
    if bytewise is not None:
        texts, shared = bytewise
        return Reading("bytes", texts, shared, _words(pieces, texts, shared, spaced=True))
    if any(_UNDERLINE in piece for piece in pieces):
        texts, shared = _joined_bytes(
            [_fallback(piece) or (piece if is_special(piece) else piece.replace(_UNDERLINE, " ")) for piece in pieces]
        )
        return Reading("underline", texts, shared, _words(pieces, texts, shared, spaced=True))
    if any(piece.startswith("##") and len(piece) > 2 for piece in pieces):
        continued = [piece.startswith("##") and len(piece) > 2 for piece in pieces]
        texts = tuple(piece[2:] if more else piece for piece, more in zip(pieces, continued, strict=True))
        starts = [index for index, more in enumerate(continued) if not more or index == 0]
        return Reading("hashes", texts, (), _spans(starts, len(pieces)))
    return Reading("plain", tuple(pieces), (), _spans(list(range(len(pieces))), len(pieces)))


def _words(
    pieces: Sequence[str], texts: tuple[str, ...], shared: tuple[Shared, ...], *, spaced: bool
) -> tuple[tuple[int, int], ...]:
    """Words begin at a space or a line break; special tokens and marks of punctuation stand alone."""
    inside = {index for split in shared for index in range(split.first + 1, split.last + 1)}
    starts: list[int] = []
    alone = True  # whether what came before cannot be continued
    for index, (piece, text) in enumerate(zip(pieces, texts, strict=True)):
        if index in inside:
            continue
        stands_alone = is_special(piece) or _is_mark(text)
        if alone or stands_alone or (spaced and text[:1].isspace()):
            starts.append(index)
        alone = stands_alone
    return _spans(starts, len(pieces))


def _is_mark(text: str) -> bool:
    """Whether a piece is punctuation, a symbol or a line break only; a space alone begins the next word."""
    plain = text.strip(" ")
    if not plain or "⟨" in plain:
        return False
    return all(category(sign)[0] in "PSZC" for sign in plain)


def _spans(starts: list[int], count: int) -> tuple[tuple[int, int], ...]:
    return tuple(zip(starts, [*starts[1:], count], strict=True)) if starts else ()


@lru_cache(maxsize=1)
def _alphabet() -> dict[str, int]:
    """The printable sign of every byte: itself where it is one in Latin-1, else the next from U+0100 on."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    signs = {chr(byte): byte for byte in plain}
    for byte in range(256):
        if byte not in plain:
            signs[chr(0x100 + len(signs) - len(plain))] = byte
    return signs


def _from_bytes(pieces: Sequence[str]) -> tuple[tuple[str, ...], tuple[Shared, ...]] | None:
    """The pieces decoded as byte-level ones; None when they are not: no sign of it, or bytes that are no UTF-8."""
    signs = _alphabet()
    parts: list[bytes | str] = []
    for piece in pieces:
        if is_special(piece) or not all(sign in signs for sign in piece):
            parts.append(piece)
        else:
            parts.append(bytes(signs[sign] for sign in piece))
    blank = any(
        isinstance(part, bytes) and any(sign in _BLANKS for sign in piece)
        for piece, part in zip(pieces, parts, strict=True)
    )
    return _joined_bytes(parts) if _looks_like_utf8(parts, blank) else None


def is_special(piece: str) -> bool:
    """Whether a piece is written as special tokens are: <s>, [CLS], <|endoftext|>."""
    return _SPECIAL.fullmatch(piece) is not None and _BYTE.fullmatch(piece) is None


def _looks_like_utf8(parts: list[bytes | str], enough: bool) -> bool:
    """Whether every run of bytes is UTF-8, apart from a character cut off at either end, and without control signs.

    `enough`: the pieces have blanks written as bytes; otherwise a character of several bytes has to be among them, as
    genuine text of Latin letters would not form one.
    """
    run = b""
    for part in [*parts, ""]:
        if isinstance(part, bytes):
            run += part
            continue
        text = run.lstrip(bytes(range(0x80, 0xC0))).decode("utf-8", "replace")
        whole = text[:-1] if text.endswith("\ufffd") else text
        if any(sign == "\ufffd" or (category(sign) == "Cc" and sign not in "\t\n\r") for sign in whole):
            return False
        enough = enough or not whole.isascii()
        run = b""
    return enough


def _fallback(piece: str) -> bytes | None:
    found = _BYTE.fullmatch(piece)
    return bytes([int(found[1], 16)]) if found else None


def _joined_bytes(parts: Sequence[bytes | str]) -> tuple[tuple[str, ...], tuple[Shared, ...]]:
    """Bytes decoded across pieces; texts stand as they are. Returns the texts, and the characters that are shared."""
    texts: list[str] = []
    shared: list[Shared] = []
    run: list[bytes] = []
    for index, part in enumerate([*parts, ""]):
        if isinstance(part, bytes):
            run.append(part)
            continue
        found, splits = _decoded_run(run, index - len(run))
        texts += found
        shared += splits
        texts.append(part)
        run = []
    return tuple(texts[:-1]), tuple(shared)


def _decoded_run(run: list[bytes], start: int) -> tuple[list[str], list[Shared]]:
    """Pieces of bytes that stand together; `start` is the index of the first."""
    data = b"".join(run)
    owner = [start + index for index, part in enumerate(run) for _ in part]
    texts = dict.fromkeys(range(start, start + len(run)), "")
    loose: dict[int, list[int]] = {}
    shared: list[Shared] = []
    at = 0
    while at < len(data):
        length, character = _character(data, at)
        owners = owner[at : at + length]
        if character and owners[0] == owners[-1]:
            _flush(texts, loose, owners[0])
            texts[owners[0]] += character
        else:
            for place, byte in zip(owners, data[at : at + length], strict=True):
                loose.setdefault(place, []).append(byte)
            if character:
                shared.append(Shared(owners[0], owners[-1], character))
        at += length
    for place in list(loose):
        _flush(texts, loose, place)
    return [texts[index] for index in sorted(texts)], shared


def _character(data: bytes, at: int) -> tuple[int, str]:
    """The character at `at` and how many bytes it takes; one byte and no character where there is none."""
    first = data[at]
    length = 1 if first < 0x80 else 2 if first >> 5 == 6 else 3 if first >> 4 == 14 else 4 if first >> 3 == 30 else 0
    try:
        return (length, data[at : at + length].decode("utf-8")) if length and len(data) - at >= length else (1, "")
    except UnicodeDecodeError:
        return 1, ""


def _flush(texts: dict[int, str], loose: dict[int, list[int]], place: int) -> None:
    """Write the bytes of a piece that are no whole character."""
    found = loose.pop(place, None)
    if found:
        texts[place] += "⟨" + " ".join(f"{byte:02X}" for byte in found) + "⟩"


def _without_bytes(text: str) -> str:
    return re.sub("⟨[0-9A-F ]+⟩", "", text)
