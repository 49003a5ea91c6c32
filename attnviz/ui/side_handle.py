"""The edge of the window where a side has no room: a button along it brings the side, and takes it away again."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter, QWidget

from attnviz.ui.guard import guarded

QUARTER = 90.0  # degrees


class SideHandle(QPushButton):
    """A button as high as the window, its name written upwards. It does what `action` does."""

    def __init__(self, text: str, action: QAction, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setCheckable(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(action.text().replace("&", ""))
        self.setToolTip(f"{self.accessibleName()} ({action.shortcut().toString()})")
        self.clicked.connect(action.trigger)
        self.hide()

    def display(self, needed: bool, shown: bool) -> None:
        """Be there while the side has no room of its own; pressed while it is shown all the same."""
        self.setVisible(needed)
        self.setChecked(shown)

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().height() + 8, super().sizeHint().width())

    @guarded
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.rect = option.rect.transposed()
        painter = QStylePainter(self)
        painter.translate(0, self.height())
        painter.rotate(-QUARTER)
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        painter.end()
