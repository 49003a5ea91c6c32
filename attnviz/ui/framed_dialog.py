"""What the dialogs that tell something have in common: frame, sentences that can be copied, a button that copies."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.ui.announce import announce
from attnviz.ui.screen_room import Scrolled, SizedDialog

ROUND = (22, 18, 22, 14)  # margins


class FramedDialog(SizedDialog):
    """Gone once it is closed. `box` takes its parts, from the top; they scroll where the screen is too low for them;
    `buttons` stand below, always in sight, Close first."""

    def __init__(self, parent: QWidget | None = None, *, closes: bool = True) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        inside = QWidget()
        self.box = QVBoxLayout(inside)
        self.box.setContentsMargins(0, 0, 0, 0)
        self.box.setSpacing(10)
        self.scrolled = Scrolled(inside)
        self.scrolled.verticalScrollBar().rangeChanged.connect(self._let_keys_scroll)
        self.buttons = QDialogButtonBox()
        self._around = QVBoxLayout(self)
        self._around.setContentsMargins(*ROUND)
        self._around.setSpacing(10)
        self._around.addWidget(self.scrolled, 1)
        self._around.addWidget(self.buttons)
        self.buttons.rejected.connect(self.reject)
        if closes:
            self.buttons.addButton(QDialogButtonBox.StandardButton.Close).setDefault(True)

    def fill(self, *parts: QWidget) -> None:
        """The parts from the top."""
        for part in parts:
            self.box.addWidget(part)

    def height_for(self, width: int) -> int:
        left, top, right, bottom = ROUND
        others = top + self._around.spacing() + self.buttons.sizeHint().height() + bottom
        return self.scrolled.height_for(width - left - right) + others

    def _let_keys_scroll(self, _least: int, most: int) -> None:
        """Sentences take no keys, so that without this only a hand could scroll them."""
        self.scrolled.setAccessibleName(self.windowTitle())
        self.scrolled.setFocusPolicy(Qt.FocusPolicy.TabFocus if most > 0 else Qt.FocusPolicy.NoFocus)

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
