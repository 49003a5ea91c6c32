"""Which of the four score functions looks."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QPushButton, QWidget

from attnviz.document.document import HEADS


class HeadSelector(QWidget):
    """Four buttons, one pressed. Signal: `head_requested(name)`."""

    head_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, QPushButton] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        texts = {
            "content": (self.tr("&Content"), self.tr("Query and key vectors of the words: S = q · k")),
            "previous": (self.tr("Previous to&ken"), self.tr("Only the token before counts")),
            "distance": (self.tr("D&istance"), self.tr("The farther away, the lower the score")),
            "mixed": (self.tr("&Mixed"), self.tr("A mixture of the three scores")),
        }
        for index, head in enumerate(HEADS):
            text, tooltip = texts[head]
            button = QPushButton(text)
            button.setCheckable(True)
            button.setProperty("kind", "segment")
            button.setToolTip(tooltip)
            button.setAccessibleName(text.replace("&", ""))
            button.setAccessibleDescription(tooltip)
            button.clicked.connect(lambda _checked=False, head=head: self.head_requested.emit(head))
            self._group.addButton(button)
            self._buttons[head] = button
            grid.addWidget(button, index // 2, index % 2)

    def display(self, head: str, enabled: bool) -> None:
        self._buttons[head].setChecked(True)
        for name, button in self._buttons.items():
            button.setEnabled(enabled or name == head)

    def button(self, head: str) -> QPushButton:
        return self._buttons[head]
