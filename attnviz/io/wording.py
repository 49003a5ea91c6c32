"""How found things are shown inside sentences: short, printable, never the whole of a large file."""

from __future__ import annotations

from pathlib import Path

_LONGEST = 32
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


def shown_name(path: Path) -> str:
    """The name of a file, long enough to recognise."""
    return shown(path.name or str(path), longest=80)
