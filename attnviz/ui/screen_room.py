"""Dialogs that fit every screen: as large as their parts ask at this size of text, never beyond the screen's edges.

What a screen has no room for is scrolled, never cut; the buttons stand outside of what scrolls.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QSizePolicy, QWidget

from attnviz.ui.accessible import ScrollArea
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import px

MARGINS = 48  # pixels at both sides of a dialog's parts, at most
FRAME = QSize(16, 44)  # what a desktop draws around a window, at most


def room_of(widget: QWidget) -> QRect:
    """The part of a widget's screen that windows may use, in pixels of the desktop."""
    return widget.screen().availableGeometry()


def most_within(widget: QWidget) -> QSize:
    """The largest window, without its frame, of which a widget's screen shows all."""
    return room_of(widget).size() - FRAME


def placed(wanted: QRect, beside: QWidget) -> QPoint:
    """Where the corner of a rectangle comes to stand so that a widget's screen shows as much of it as it can."""
    room = room_of(beside)
    left = max(min(wanted.left(), room.right() + 1 - wanted.width()), room.left())
    return QPoint(left, max(min(wanted.top(), room.bottom() + 1 - wanted.height()), room.top()))


class Scrolled(ScrollArea):
    """Scrolls up and down, and never sideways while the screen is wide enough for what is inside."""

    def __init__(self, inside: QWidget, width: int = 0) -> None:
        """`width`: pixels at usual text that it has at least, and no more where what is inside needs no more."""
        super().__init__()
        self._inside, self._width = inside, width
        if width:
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(inside)

    def height_for(self, width: int) -> int:
        """What there is inside needs so many pixels of height in a width."""
        layout = self._inside.layout()
        if layout is not None and layout.hasHeightForWidth():
            return layout.totalHeightForWidth(width)
        return self._inside.sizeHint().height()

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """What is inside needs another width: Qt asks a scroll area for its own only when it is told so."""
        if watched is self._inside and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    @guarded
    def sizeHint(self) -> QSize:
        hint = self._inside.sizeHint()
        return QSize(self._needed() if self._width else hint.width(), hint.height())

    @guarded
    def minimumSizeHint(self) -> QSize:
        return QSize(self._needed(), px(60))

    def _needed(self) -> int:
        """The width in which nothing is cut off, where the screen has it."""
        needed = self._inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return min(max(needed, px(self._width)), most_within(self).width() - MARGINS)


class SizedDialog(QDialog):
    """Has the size that was asked for with `resize_within` as soon as it is seen, and keeps inside its screen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked: tuple[int, int | None] = (0, None)

    def resize_within(self, width: int, height: int | None = None) -> None:
        """A size in pixels at usual text; without a height it is as high as its parts are in that width."""
        self._asked = (width, height)
        self.fit()

    def fit(self) -> None:
        """That size again, after its parts have changed; what is seen of it stays on the screen."""
        self.resize(self._fitting())
        if self.isVisible():
            frame = self.frameGeometry()
            corner = placed(frame, self)
            if corner != frame.topLeft():
                self.move(corner)

    def _fitting(self) -> QSize:
        """The size that was asked for, as far as the screen has room."""
        width, height = self._asked
        most, layout = most_within(self), self.layout()
        least = QSize(0, 0) if layout is None else layout.totalMinimumSize()
        wide = min(max(px(width), least.width()), most.width())
        high = self.height_for(wide) if height is None else max(px(height), least.height())
        return QSize(wide, min(high, most.height()))

    def height_for(self, width: int) -> int:
        """The height of all its parts in a width, in pixels."""
        layout = self.layout()
        assert layout is not None
        return layout.totalHeightForWidth(width) if layout.hasHeightForWidth() else layout.totalSizeHint().height()

    @guarded
    def showEvent(self, event: QShowEvent) -> None:
        """Only now its parts have the type of the style sheet. Qt finds the place: on the window, on the screen."""
        if not event.spontaneous():
            self.resize(self._fitting())
        super().showEvent(event)
