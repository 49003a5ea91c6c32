"""A splitter whose handle the keys reach, and whose parts a screen reader finds in the order in which they lie."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from attnviz.ui.accessible import give_role
from attnviz.ui.announce import announce
from attnviz.ui.guard import guarded
from attnviz.ui.pages import Pages
from attnviz.ui.text_size import larger

STEP = 16  # pixels that an arrow key moves a handle


class KeySplitter(QSplitter):
    """One above the other, the line between them moved with the pointer or with Up and Down; or side by side."""

    def __init__(self, parent: QWidget | None = None, orientation: Qt.Orientation = Qt.Orientation.Vertical) -> None:
        super().__init__(orientation, parent)
        self.setHandleWidth(1)

    def share(self, upper: QWidget, lower: QWidget) -> None:
        """Put two widgets in, the upper one above."""
        for widget in (upper, lower):
            self.addWidget(widget)
        handle = self.handle(1)
        handle.setAccessibleName(self.tr("Height of what stands below"))
        handle.setToolTip(self.tr("Drag, or press Up and Down, to give more room or less"))
        for part in (upper, lower, handle):  # a splitter turns its children round: read from top to bottom
            part.raise_()

    @guarded
    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize) and larger():
            self._hold_heights()
        return bool(super().event(event))

    def _hold_heights(self) -> None:
        """No part lower than its lines of text need in this width, which a splitter by itself does not ask for.

        Pages ask for what the visible one needs; their layout would ask for what any of them does.
        """
        for index in range(self.count()):
            part = self.widget(index)
            layout = None if part is None or isinstance(part, Pages) else part.layout()
            if part is not None and layout is not None and layout.hasHeightForWidth():
                part.setMinimumHeight(min(layout.totalMinimumHeightForWidth(self.width()), part.maximumHeight()))

    @guarded
    def createHandle(self) -> QSplitterHandle:
        return KeyHandle(self.orientation(), self)


class KeyHandle(QSplitterHandle):
    """The line between two parts: arrow keys move it, and it is as thick as can be seen while it has the keys."""

    def __init__(self, orientation: Qt.Orientation, parent: QSplitter) -> None:
        super().__init__(orientation, parent)
        give_role(self, QAccessible.Role.Splitter)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        back, on = (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if self.orientation() == Qt.Orientation.Vertical:
            back, on = Qt.Key.Key_Up, Qt.Key.Key_Down
        step = {back: -STEP, on: STEP}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        line = self.geometry().marginsRemoved(self.contentsMargins())  # of one pixel, in what a hand can take hold of
        self.moveSplitter((line.y() if self.orientation() == Qt.Orientation.Vertical else line.x()) + step)
        announce(self, self._place())

    def _place(self) -> str:
        """Where the line is, for who does not see it move."""
        room = self.parentWidget()
        assert room is not None
        if self.orientation() == Qt.Orientation.Vertical:
            percent = round(100 * self.geometry().center().y() / max(room.height(), 1))
            return self.tr("{percent} % from the top").format(percent=percent)
        percent = round(100 * self.geometry().center().x() / max(room.width(), 1))
        return self.tr("{percent} % from the left").format(percent=percent)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.clearMask()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setMask(QRegion(self.contentsRect()))  # as Qt has it: a line of one pixel, easier to take than to see
        self._paint_neighbours()

    def _paint_neighbours(self) -> None:
        """What the mask gives free: Qt tells only the parent, and who lies over it and is opaque kept our colour."""
        splitter = self.parentWidget()  # PySide takes what `splitter` returns for a part of this, and keeps it
        assert splitter is not None
        for widget in splitter.findChildren(QWidget):
            freed = QRect(widget.mapFrom(splitter, self.pos()), self.size()).intersected(widget.rect())
            if widget is not self and widget.isVisible() and not freed.isEmpty():
                widget.update(freed)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.fillRect(self.rect().adjusted(1, 1, -1, -1), self.palette().highlight())
            painter.end()
