"""The room of the views: one that needs more than there is, as with large text in a small window, is scrolled."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from attnviz.ui.accessible import ScrollArea
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import larger
from attnviz.ui.view import View


class Stage(ScrollArea):
    """Shows the current page of `views` in the whole room; with larger text never smaller than the page can be."""

    def __init__(self, views: QStackedWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._views = views
        self._long: set[QWidget] = set()  # pages that were higher than the room
        self._fitting = QTimer(self)  # of a burst of requests the last one is enough
        self._fitting.setSingleShot(True)
        self._fitting.timeout.connect(self.fit)
        self.setFocusPolicy(views.focusPolicy())
        self.setWidget(views)
        views.installEventFilter(self)
        views.currentChanged.connect(lambda _index: self.fit())

    @Slot()
    def fit(self) -> None:
        """As large as the room; larger where the page needs it.

        A page that once was higher than the room leaves the bar's part of the width free from then on. A narrower
        page may be lower: one that needs the bar only as long as it has none would never come to rest.
        """
        room, page = self.maximumViewportSize(), self._views.currentWidget()
        if page is None or not larger():  # every view is made for the least window there is
            self._views.resize(room)
            return
        if isinstance(page, View):
            page.fit_room(room.height())
        least = page.minimumSizeHint().width()
        if _least_height(page, max(room.width(), least)) > room.height():
            self._long.add(page)
        bar = self.verticalScrollBar().sizeHint().width() if page in self._long else 0
        width = max(room.width() - bar, least)
        self._views.resize(width, max(room.height(), _least_height(page, width)))

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._views and event.type() == QEvent.Type.LayoutRequest:
            self._fitting.start(0)
        return bool(super().eventFilter(watched, event))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()


def _least_height(page: QWidget, width: int) -> int:
    layout = page.layout()
    if layout is not None and layout.hasHeightForWidth():
        return max(layout.minimumHeightForWidth(width), 0)
    return page.minimumSizeHint().height()
