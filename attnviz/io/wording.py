"""How found things are shown inside sentences: short, printable, never the whole of a large file."""

from __future__ import annotations

from pathlib import Path
from unicodedata import category

_LONGEST = 32
_LONGEST_STEM = 80
_DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{i}" for port in ("COM", "LPT") for i in range(1, 10))}  # no files
_SPACES = str.maketrans("\u00a0\u2009\u202f", "   ")


def shown(text: str, longest: int = _LONGEST) -> str:
    """`text` in quotation marks, cut to `longest` characters, unprintable ones written as escapes."""
    cut = text[:longest].translate(_SPACES)
    plain = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in cut)
    return f"“{plain}…”" if len(text) > longest else f"“{plain}”"


def listed(names: list[str], most: int = 8) -> str:
    """A few names one after another, each in quotation marks."""
    tail = ["…"] if len(names) > most else []
    return ", ".join([shown(name) for name in names[:most]] + tail)


def file_stem(words: str) -> str:
    """A file's name, without ending, out of words: letters and digits of any script, what is between them a space."""
    kept = "".join(sign if category(sign)[0] in "LNM" or sign in "-_" else " " for sign in words)
    stem = " ".join(kept.split())[:_LONGEST_STEM].strip(" -_")
    return f"{stem} 1" if stem.upper() in _DEVICES else stem or "attnviz"


def shown_name(path: Path) -> str:
    """The name of a file, long enough to recognise."""
    return shown(path.name or str(path), longest=80)
