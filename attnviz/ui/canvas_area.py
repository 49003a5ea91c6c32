"""A canvas that scrolls where it has not room enough, and the size at which a chain is shown in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.ui.accessible import ScrollArea
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import factor, px

LEAST_SCALE, MOST_SCALE = 0.56, 2.5  # the most fills half of a screen of 3840 × 2160 points with three tokens
LEAST_LARGE_SCALE = 0.85  # for who asks for larger text: then it is scrolled rather than made smaller
SCROLL_BAR = 12


class CanvasArea(ScrollArea):
    """Scrolls one canvas; tells when its own size changes, so that the canvas can be fitted anew."""

    def __init__(self, canvas: FigureCanvas, refit: Callable[[], None]) -> None:
        super().__init__()
        self._canvas = canvas
        self._refit = refit
        self.setWidget(canvas)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def room(self) -> QSize:
        return self.maximumViewportSize()

    def resize_content(self, room: QSize, needed: QSize) -> None:
        bar = self.horizontalScrollBar().sizeHint().height() if needed.width() > room.width() else 0
        self._canvas.resize(max(room.width(), needed.width()), max(room.height() - bar, needed.height()))
        self._canvas.tables.display()
        self._canvas.update()

    def hold(self, least: int, most: int, beside: Sequence[QWidget]) -> None:
        """With larger text, in a page that is scrolled: as high as what is seen at once, `most`, has room for.

        `beside` are controls above and below that are seen with it. No higher than all of the figure is.
        """
        taken = sum(_height(part, self.width()) for part in beside)
        whole = math.ceil(self._canvas.figure.height * factor()) + self.horizontalScrollBar().sizeHint().height()
        high = max(least, min(most - taken, whole))
        if high != self.minimumHeight():
            self.setMinimumHeight(high)

    def hold_all(self) -> None:
        """With larger text, in a page that is scrolled: as high as the canvas, so that only the page scrolls."""
        needed, room = self._canvas.sizeHint(), self.maximumViewportSize()
        bar = self.horizontalScrollBar().sizeHint().height() if needed.width() > room.width() else 0
        high = needed.height() + bar + self.height() - room.height()
        if high != self.minimumHeight():
            self.setMinimumHeight(high)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refit()


def _height(part: QWidget, width: int) -> int:
    layout = part.layout()
    if layout is not None and layout.hasHeightForWidth():
        return layout.totalHeightForWidth(width)
    return part.sizeHint().height()


def chain_scale(room: QSize, width: float, height: float) -> float:
    """The scale at which a chain fits `room`; a chain in bands, which would be too small, fills the width and scrolls.

    Larger text enlarges all of it. Takes the scroll bar off `room` where there will be one.
    """
    size = factor()
    across, down = room.width() / width / size, room.height() / height / size
    if down < LEAST_SCALE or down < across * 0.8:
        room.setWidth(room.width() - px(SCROLL_BAR))
        down = across = room.width() / width / size
    least = LEAST_SCALE if size == 1 else LEAST_LARGE_SCALE
    return min(max(min(across, down), least), MOST_SCALE) * size
