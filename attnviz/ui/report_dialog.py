"""What a person reads when something unexpected went wrong: what it means for their work, and what to send on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QWidget

from attnviz.export.fonts import font, mono_font
from attnviz.ui.announce import announce
from attnviz.ui.framed_dialog import FramedDialog, copy_text, sentence
from attnviz.ui.screen_room import most_within
from attnviz.ui.text_size import px

WIDTH = 560
DETAILS = 260  # pixels of height


class ReportDialog(FramedDialog):
    """One for all that goes wrong while it is open."""

    def __init__(self, work: str, log: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent, closes=False)
        self.setWindowTitle("attnviz")
        self.setWindowModality(Qt.WindowModality.ApplicationModal)
        self._told: list[str] = []
        title = sentence(self.tr("Something went wrong inside attnviz."))
        title.setFont(font(px(15), bold=True))
        self.work = sentence(work)
        self.more = sentence("")
        self.more.hide()
        self.where = sentence(
            self.tr("The details are in {file}. Nothing has been sent anywhere.").format(file=log), muted=True
        )
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setFont(mono_font(px(12)))
        self.details.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.details.setFixedHeight(min(px(DETAILS), most_within(self).height() // 3))
        self.details.setTabChangesFocus(True)
        self.details.setAccessibleName(self.tr("Details of the fault"))
        self.details.hide()
        self._add_buttons()
        self.fill(title, self.work, self.more, self.where, self.details)
        self.resize_within(WIDTH)
        self.setAccessibleDescription(f"{title.text()} {work}")

    def _add_buttons(self) -> None:
        accepts = QDialogButtonBox.ButtonRole.AcceptRole
        self.go_on = self.add_button(self.tr("&Go on"), self.tr("Back to the document"), accepts)
        self.copy = self.add_button(
            self.tr("&Copy the details"), self.tr("All that is known of the fault, as text for a message")
        )
        self.show_details = self.add_button(
            self.tr("&Show the details"), self.tr("What the program was doing when it happened")
        )
        self.show_details.setCheckable(True)
        self.go_on.setDefault(True)
        self.go_on.clicked.connect(self.accept)
        self.copy.clicked.connect(self._copy)
        self.show_details.clicked.connect(self._unfold)

    def add(self, text: str) -> None:
        """One more fault; the same again is only counted."""
        if text not in self._told:
            self._told.append(text)
            self.details.setPlainText("\n".join(self._told))
        further = len(self._told) - 1
        more = self.tr("Other faults since: {count}").format(count=further)
        if further and more != self.more.text():
            announce(self, more)
        self.more.setText(more)
        self.more.setVisible(further > 0)
        self.fit()

    def _unfold(self, on: bool) -> None:
        self.details.setVisible(on)
        self.fit()
        if on:
            self.scrolled.ensureWidgetVisible(self.details)

    def _copy(self) -> None:
        copy_text(self.details.toPlainText(), self.copy, self.tr("Copied"))
