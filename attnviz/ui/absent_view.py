"""A tab that has nothing to show of this document: one sentence why, and where to look instead."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from attnviz.export.absent import absent_sentence
from attnviz.export.scene import Scene
from attnviz.ui.text_size import px
from attnviz.ui.view import View


class AbsentView(View):
    """Shows `absent_sentence` of a scene."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("canvas")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # the ground of all pictures
        self.sentence = QLabel()
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.sentence.setProperty("reads", True)
        self.sentence.setMargin(px(12))  # between the words and the ring of the keys
        self.sentence.setMaximumWidth(px(560))
        box = QVBoxLayout(self)
        box.setContentsMargins(40, 40, 40, 40)
        box.addWidget(self.sentence, 0, Qt.AlignmentFlag.AlignCenter)
        self.sentence.setMinimumWidth(px(320))

    @property
    def focused(self) -> QWidget:
        return self.sentence

    def display(self, scene: Scene) -> None:
        text = absent_sentence(scene) or ""
        self.sentence.setText(text)
        self.sentence.setAccessibleName(text)
