"""What a person reads when something unexpected went wrong: what it means for their work, and what to send on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.export.fonts import font, mono_font
from attnviz.ui.announce import announce
from attnviz.ui.text_size import px

WIDTH = 560
DETAILS = 260  # pixels of height


class ReportDialog(QDialog):
    """One for all that goes wrong while it is open."""

    def __init__(self, work: str, log: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.ApplicationModal)
        self.setWindowTitle("attnviz")
        self._told: list[str] = []
        title = _sentence(self.tr("Something went wrong inside attnviz."))
        title.setFont(font(px(15), bold=True))
        self.work = _sentence(work)
        self.more = _sentence("")
        self.more.hide()
        self.where = _sentence(
            self.tr("The details are in {file}. Nothing has been sent anywhere.").format(file=log), muted=True
        )
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setFont(mono_font(px(12)))
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setFixedHeight(px(DETAILS))
        self.details.setTabChangesFocus(True)
        self.details.setAccessibleName(self.tr("Details of the fault"))
        self.details.hide()
        box = QVBoxLayout(self)
        box.setContentsMargins(22, 18, 22, 14)
        box.setSpacing(10)
        for widget in (title, self.work, self.more, self.where, self.details, self._buttons()):
            box.addWidget(widget)
        box.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)  # it grows with the details
        self.setAccessibleDescription(f"{title.text()} {work}")

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        self.go_on = QPushButton(self.tr("&Go on"))
        self.go_on.setToolTip(self.tr("Back to the document"))
        self.copy = QPushButton(self.tr("&Copy the details"))
        self.copy.setToolTip(self.tr("All that is known of the fault, as text for a message"))
        self.show_details = QPushButton(self.tr("&Show the details"))
        self.show_details.setToolTip(self.tr("What the program was doing when it happened"))
        self.show_details.setCheckable(True)
        role = QDialogButtonBox.ButtonRole
        buttons.addButton(self.go_on, role.AcceptRole)
        buttons.addButton(self.copy, role.ActionRole)
        buttons.addButton(self.show_details, role.ActionRole)
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(self.accept)
        self.copy.clicked.connect(self._copy)
        self.show_details.clicked.connect(lambda on: self.details.setVisible(on))
        return buttons

    def add(self, text: str) -> None:
        """One more fault; the same again is only counted."""
        if text not in self._told:
            self._told.append(text)
            self.details.setPlainText("\n".join(self._told))
        further = len(self._told) - 1
        self.more.setText(self.tr("Other faults since: {count}").format(count=further))
        self.more.setVisible(further > 0)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.details.toPlainText())
        self.copy.setText(self.tr("Copied"))
        announce(self.copy, self.tr("Copied"))


def _sentence(text: str, muted: bool = False) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setFixedWidth(px(WIDTH))
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    if muted:
        label.setProperty("role", "muted")
    return label
