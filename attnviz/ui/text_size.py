"""How large the text of the window is, and everything that has to grow with it.

The size is one for the whole program, as the style sheet is. Widgets read it when they are made: another size means
a new window in the place of the old one, as another language does.
"""

from __future__ import annotations

import sys

from PySide6.QtGui import QFontDatabase

from attnviz.i18n import translate

SIZES = (100, 110, 125, 150, 175, 200)  # percent
SYSTEM = 0  # as the desktop's own text
# What desktops write in when nobody has asked for larger text, in points.
USUAL = {"win32": 9.0, "darwin": 13.0}
USUAL_ELSEWHERE = 11.0
_percent = 100


def use(percent: int) -> None:
    """Text of this size from now on, for windows that are made from now on; SYSTEM follows the desktop."""
    global _percent
    _percent = of_system() if percent == SYSTEM else min(max(percent, SIZES[0]), SIZES[-1])


def percent() -> int:
    """The size that is used."""
    return _percent


def factor() -> float:
    """The size that is used, as a share of the usual one."""
    return _percent / 100


def larger() -> bool:
    """Whether text is larger than usual."""
    return _percent > SIZES[0]


def px(pixels: float) -> int:
    """A length that holds text, in pixels at the size that is used."""
    return round(pixels * _percent / 100)


def written(percent: int) -> str:
    """A size as a person reads it."""
    return translate("TextSize", "{percent} %").format(percent=percent)


def next_size(steps: int) -> int:
    """The size so many steps larger (or smaller, below 0) than the one that is used."""
    above = [size for size in SIZES if size > _percent]
    smaller = [size for size in SIZES if size < _percent]
    if steps > 0:
        return above[min(steps, len(above)) - 1] if above else SIZES[-1]
    return smaller[max(len(smaller) + steps, 0)] if smaller else SIZES[0]


def of_system() -> int:
    """The size of the desktop's own text against what is usual there, as one of SIZES.

    Where a desktop enlarges everything, not only text, Qt does so too, and its type has the usual size again.
    """
    points = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).pointSizeF()
    wanted = 100 * points / USUAL.get(sys.platform, USUAL_ELSEWHERE)
    return max((size for size in SIZES if size <= wanted), default=SIZES[0])
