"""What a file of attention leaves open, asked in one small dialog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QWidget

from attnviz.ui.framed_dialog import FramedDialog, sentence

WIDTH = 440
LEAST_LETTERS = 20  # of a choice that are always seen


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


class QuestionDialog(FramedDialog):
    """One sentence and one list for each question; the guesses are chosen already."""

    def __init__(self, questions: Sequence[Question], parent: QWidget | None = None) -> None:
        super().__init__(parent, closes=False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)  # whoever asked reads the answers
        self.setWindowTitle(self.tr("What the file leaves open"))
        self.box.setSpacing(8)
        self.lists: dict[str, QComboBox] = {}
        for question in questions:
            asked = sentence(question.text)
            self.box.addWidget(asked)
            choices = self.lists[question.kind] = QComboBox()
            asked.setBuddy(choices)  # under Linux readers are told what a list is for by this alone
            choices.setAccessibleName(question.text)
            choices.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choices.setMinimumContentsLength(LEAST_LETTERS)
            for choice in question.choices:
                choices.addItem(choice.text, choice.key)
            choices.setCurrentIndex(max(0, choices.findData(question.chosen)))
            self.box.addWidget(choices)
            self.box.addSpacing(6)
        self.buttons.setStandardButtons(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.resize_within(WIDTH)

    @property
    def answers(self) -> dict[str, str]:
        return {kind: str(box.currentData()) for kind, box in self.lists.items()}


def ask_questions(parent: QWidget, questions: Sequence[Question]) -> dict[str, str] | None:
    """The person's answers by kind of question; None to leave everything as it is."""
    dialog = QuestionDialog(questions, parent)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.answers if accepted else None
