"""Texts, colours and lengths as an SVG file writes them."""

from __future__ import annotations

from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray


def plain(text: str) -> str:
    """Text for XML: markup escaped, and characters that XML 1.0 forbids replaced."""
    return escape(allowed(text))


def allowed(text: str) -> str:
    """The text with a replacement sign for every character that XML 1.0 forbids."""
    if text.isprintable():  # as nearly all are
        return text
    return "".join(c if _xml_character(ord(c)) else "\ufffd" for c in text)


def _xml_character(code: int) -> bool:
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000


def hexadecimal(colour: NDArray[np.uint8]) -> str:
    red, green, blue = colour.tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def n(value: float) -> str:
    """A length with at most two decimals: a hundredth of a point is beyond any eye."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
