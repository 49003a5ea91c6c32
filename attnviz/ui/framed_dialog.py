"""What the dialogs that tell something have in common: frame, sentences that can be copied, a button that copies."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.ui.announce import announce
from attnviz.ui.text_size import px

ROUND = (22, 18, 22, 14)  # margins


class FramedDialog(QDialog):
    """Gone once it is closed. `box` takes its parts, from the top; `buttons` stand in its last line, Close first."""

    def __init__(self, parent: QWidget | None = None, *, closes: bool = True) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.box = QVBoxLayout(self)
        self.box.setContentsMargins(*ROUND)
        self.box.setSpacing(10)
        self.buttons = QDialogButtonBox()
        self.buttons.rejected.connect(self.reject)
        if closes:
            self.buttons.addButton(QDialogButtonBox.StandardButton.Close).setDefault(True)

    def fill(self, *parts: QWidget) -> None:
        """The parts from the top, and the buttons below them."""
        for part in (*parts, self.buttons):
            self.box.addWidget(part)

    def resize_within(self, window: QWidget, width: int, height: int) -> None:
        """A size at usual text; no larger than the window, whose edges stay in sight."""
        self.resize(min(px(width), window.width() - 40), min(px(height), window.height() - 60))

    def add_button(
        self, text: str, tip: str, role: QDialogButtonBox.ButtonRole = QDialogButtonBox.ButtonRole.ActionRole
    ) -> QPushButton:
        """A button that Return presses only where it has the focus."""
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        self.buttons.addButton(button, role)
        return button


def sentence(text: str, muted: bool = False) -> QLabel:
    """A sentence that wraps, and can be selected."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if muted:
        label.setProperty("role", "muted")
    return label


def copy_text(text: str, button: QPushButton, done: str) -> None:
    """To the clipboard; the button says that it is done, and a screen reader too."""
    QApplication.clipboard().setText(text)
    button.setText(done)
    announce(button, done)
