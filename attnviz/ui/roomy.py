"""Drawings that fill their room: with larger text as high as they need, and scrolled where that is more than there is.

At usual text every drawing is made for the least window there is, and these do nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from attnviz.ui.guard import guarded
from attnviz.ui.text_size import factor, px

LARGE = (960, 620)  # from this size on the picture grows as a whole, to be read from afar


def larger() -> bool:
    """Whether text is larger than usual."""
    return factor() > 1


def enlarged(width: int, height: int) -> float:
    """How much larger than usual a picture is drawn in a room of so many pixels."""
    return min(max(min(width / px(LARGE[0]), height / px(LARGE[1])), 1.0), 1.6)


def grown(canvas: QWidget, needed: Callable[[float], float]) -> float:
    """The scale of a drawing in its canvas.

    With larger text the canvas is never lower than what `needed` says for its width, both in points; nor is the
    drawing enlarged for being read from afar at the cost of that.
    """
    scale = enlarged(canvas.width(), canvas.height())
    if not larger():
        return scale
    least = math.ceil(needed(canvas.width() / factor()) * factor())
    if canvas.minimumHeight() != least:
        canvas.setMinimumHeight(least)
    return factor() * max(min(scale, canvas.height() / least), 1.0)


class Pages(QStackedWidget):
    """With larger text no higher than the page that is shown needs: the others are not scrolled past."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.currentChanged.connect(lambda _index: self.updateGeometry())

    @guarded
    def minimumSizeHint(self) -> QSize:
        page = self.currentWidget()
        if page is None or not larger():
            return super().minimumSizeHint()
        return page.minimumSizeHint().expandedTo(page.minimumSize())


def least_height(usual: int, large: int) -> int:
    """The least height of what stands below another, in pixels: with larger text as much as it has at first."""
    return px(large if larger() else usual)


def page_of(canvas: QWidget) -> QScrollArea | None:
    """What scrolls a canvas up and down, where there is something to scroll."""
    part = canvas.parentWidget()
    while part is not None:
        if isinstance(part, QScrollArea) and part.verticalScrollBar().maximum() > 0:
            return part
        part = part.parentWidget()
    return None


def reveal(canvas: QWidget, rect: QRectF) -> None:
    """Scroll until a part of a canvas is in sight, with a little around it."""
    area = page_of(canvas)
    page = None if area is None else area.widget()
    if area is not None and page is not None:
        centre = canvas.mapTo(page, rect.center().toPoint())
        around = px(20)
        area.ensureVisible(centre.x(), centre.y(), round(rect.width() / 2) + around, round(rect.height() / 2) + around)
