"""A canvas that scrolls where it has not room enough, and the size at which a chain is shown in it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.ui.accessible import ScrollArea
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.guard import guarded
from attnviz.ui.pages import page_of
from attnviz.ui.text_size import factor, larger, px

LEAST_SCALE, MOST_SCALE = 0.56, 2.5  # the most fills half of a screen of 3840 × 2160 points with three tokens
LEAST_LARGE_SCALE = 0.85  # for who asks for larger text: then it is scrolled rather than made smaller
SCROLL_BAR = 12
UNBOUNDED = 1 << 20  # pixels: a height that nothing is too high for


class CanvasArea(ScrollArea):
    """Scrolls one canvas; tells when its own size changes, so that the canvas can be fitted anew."""

    def __init__(self, canvas: FigureCanvas, refit: Callable[[], None]) -> None:
        super().__init__()
        self._canvas = canvas
        self._refit = refit
        self._held: tuple[int, int, Sequence[QWidget]] | None = None  # what `hold` was last asked for
        self.setWidget(canvas)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def room(self) -> QSize:
        return self.maximumViewportSize()

    def resize_content(self, room: QSize, needed: QSize) -> None:
        bar = self.horizontalScrollBar().sizeHint().height() if needed.width() > room.width() else 0
        self._canvas.resize(max(room.width(), needed.width()), max(room.height() - bar, needed.height()))
        self._canvas.tables.display()
        self._canvas.update()
        if self._held is not None and larger():  # another figure may be higher
            self.hold(*self._held)

    def hold(self, least: int, most: int, beside: Sequence[QWidget]) -> None:
        """With larger text, in a page that is scrolled: as high as what is seen at once, `most`, has room for.

        `beside` are controls above and below that are seen with it. No higher than all of the figure is. Where not even
        `least` is left beside them it is as high as all of it, so that the page alone scrolls up and down.
        """
        self._held = (least, most, beside)
        taken = sum(_height(part, self.width()) for part in beside)
        whole = math.ceil(self._canvas.figure.height * factor()) + self.horizontalScrollBar().sizeHint().height()
        high = max(least, min(most - taken, whole)) if most - taken >= least else self._whole_height()
        if high != self.minimumHeight():
            self.setMinimumHeight(high)

    def _whole_height(self) -> int:
        """Of the chain as large as it is in this width, and of the bar below it that moves it sideways."""
        room, figure = self.maximumViewportSize(), self._canvas.figure
        scale = chain_scale(QSize(room.width(), UNBOUNDED), figure.width, figure.height)
        bar = self.horizontalScrollBar().sizeHint().height() if round(figure.width * scale) > room.width() else 0
        return math.ceil(figure.height * scale) + bar + self.height() - room.height()

    def bring(self, rect: QRectF, around: QSize, moved_by: QWidget | None = None) -> None:
        """Scroll to a place of the canvas with so much around it; where all of the canvas is there, the page goes to
        it, but not from under the hand: not while `moved_by` has the keys or the pointer."""
        centre = rect.center().toPoint()
        across, down = round(rect.width() / 2) + around.width(), round(rect.height() / 2) + around.height()
        self.ensureVisible(centre.x(), centre.y(), across, down)
        page = page_of(self._canvas)
        content = None if page is None else page.widget()
        if page is None or page is self or content is None or (moved_by is not None and _in_hand(moved_by)):
            return
        height = self._canvas.mapTo(content, centre).y()
        page.ensureVisible(page.horizontalScrollBar().value(), height, 0, min(down, page.viewport().height() // 2))

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


def _in_hand(part: QWidget) -> bool:
    held = QApplication.focusWidget()
    return part.underMouse() or (held is not None and part.isAncestorOf(held))


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
