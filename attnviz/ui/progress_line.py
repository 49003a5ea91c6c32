"""How far long work is, and a button that ends it; in the status bar, and only while something runs."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget


class ProgressLine(QWidget):
    """Signal: `cancel_requested()`, by the button or the Escape key."""

    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.said = QLabel()
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.setProperty("kind", "link")
        self.cancel.setAccessibleName(self.tr("Cancel what is being computed"))
        self.cancel.setToolTip(self.tr("Stop it and keep what is shown (Esc)"))
        self.cancel.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cancel.clicked.connect(lambda: self.cancel_requested.emit())
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        self._escape.activated.connect(self.cancel_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 0, 4, 0)
        row.setSpacing(6)
        row.addWidget(self.said)
        row.addWidget(self.cancel)
        self.over()

    def display(self, sentence: str) -> None:
        """Something runs: say how far it is."""
        self.said.setText(sentence)
        # As wide as the widest so far: the status bar lays out late, and numbers would be cut off meanwhile.
        self.said.setMinimumWidth(max(self.said.minimumWidth(), self.said.sizeHint().width()))
        self._escape.setEnabled(True)
        self.setVisible(True)

    def over(self) -> None:
        """Nothing runs that could be cancelled."""
        self.said.setMinimumWidth(0)
        self._escape.setEnabled(False)  # else it would take the key from whatever has the focus
        self.setVisible(False)
