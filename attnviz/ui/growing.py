"""How large drawings become: enlarged in a large room, and with larger text never lower than they need.

At usual text every drawing is made for the least window there is, and what is least here changes nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from attnviz.ui.text_size import factor, larger, px

LARGE = (960, 620)  # from this size on the picture grows as a whole, to be read from afar


def enlarged(width: int, height: int) -> float:
    """How much larger than usual a picture is drawn in a room of so many pixels."""
    return min(max(min(width / px(LARGE[0]), height / px(LARGE[1])), 1.0), 1.6)


def growth(width: int, height: int, needed: Callable[[float], float]) -> tuple[float, int | None]:
    """The scale of a drawing in a room of so many pixels, and how high it must be at least, if anything says so.

    With larger text it is never lower than what `needed` says for its width, both in points; nor is the drawing
    enlarged for being read from afar at the cost of that. From any thread.
    """
    scale = enlarged(width, height)
    if not larger():
        return scale, None
    least = math.ceil(needed(width / factor()) * factor())
    return factor() * max(min(scale, height / least), 1.0), least


def be_as_high(canvas: QWidget, least: int | None) -> None:
    """Let a canvas be no lower than that."""
    if least is not None and canvas.minimumHeight() != least:
        canvas.setMinimumHeight(least)


def least_height(usual: int, large: int) -> int:
    """The least height of what stands below another, in pixels: with larger text as much as it has at first."""
    return px(large if larger() else usual)
