"""What a file of attention leaves open, asked in one small dialog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from attnviz.ui.text_size import px


class Choice(Protocol):
    """One answer."""

    @property
    def key(self) -> str: ...
    @property
    def text(self) -> str: ...


class Question(Protocol):
    """What is asked, and how it was guessed."""

    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def choices(self) -> Sequence[Choice]: ...
    @property
    def chosen(self) -> str: ...


class QuestionDialog(QDialog):
    """One sentence and one list for each question; the guesses are chosen already."""

    def __init__(self, questions: Sequence[Question], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What the file leaves open"))
        self.setMinimumWidth(px(440))
        box = QVBoxLayout(self)
        box.setContentsMargins(20, 18, 20, 14)
        box.setSpacing(8)
        self.lists: dict[str, QComboBox] = {}
        for question in questions:
            sentence = QLabel(question.text)
            sentence.setWordWrap(True)
            box.addWidget(sentence)
            choices = self.lists[question.kind] = QComboBox()
            choices.setAccessibleName(question.text)
            for choice in question.choices:
                choices.addItem(choice.text, choice.key)
            choices.setCurrentIndex(max(0, choices.findData(question.chosen)))
            box.addWidget(choices)
            box.addSpacing(6)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        box.addWidget(buttons)

    @property
    def answers(self) -> dict[str, str]:
        return {kind: str(box.currentData()) for kind, box in self.lists.items()}


def ask_questions(parent: QWidget, questions: Sequence[Question]) -> dict[str, str] | None:
    """The person's answers by kind of question; None to leave everything as it is."""
    dialog = QuestionDialog(questions, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.answers if accepted else None
