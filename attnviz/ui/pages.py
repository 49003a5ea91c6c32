"""Pages that are longer than the window: only the one that is shown is scrolled, until what is meant is in sight."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtWidgets import QScrollArea, QStackedWidget, QWidget

from attnviz.ui.guard import guarded
from attnviz.ui.text_size import larger, px


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
