"""The Code tab: the document as a script, in one of three ways of writing it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QButtonGroup, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.document.document import Document
from attnviz.errors import InputError
from attnviz.export.code.inputs import beside
from attnviz.export.code.writer import INPUTS, code_text
from attnviz.export.scene import Scene
from attnviz.ui.code_editor import CodeEditor
from attnviz.ui.view import View
from attnviz.ui.wrapping import Wrapping


class CodeView(View):
    """Signals: `script_requested(name)` for another way of writing, `save_requested()`, `copied(sentence)`."""

    script_requested = Signal(str)
    save_requested = Signal()
    copied = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Document, str, str] | None = None
        self.editor = CodeEditor()
        self.editor.setAccessibleName(self.tr("Script"))
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.setToolTip(self.tr("Copy the whole script"))
        self.copy.clicked.connect(self._copy)
        self.save = QPushButton(self.tr("Save script…"))
        self.save.setToolTip(self.tr("Save the script as a .py file"))
        self.save.clicked.connect(self.save_requested)
        self._buttons = self._choices()
        bar = QWidget()
        bar.setObjectName("bar")
        row = Wrapping(bar)
        row.setContentsMargins(22, 10, 22, 10)
        row.setSpacing(0)
        for button in self._buttons.values():
            row.add(button)
        row.add_stretch()
        row.add(self.copy)
        row.add_space(8)
        row.add(self.save)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(bar)
        box.addWidget(self.editor, 1)
        self.note.setContentsMargins(22, 7, 22, 8)
        box.addWidget(self.note)

    def _choices(self) -> dict[str, QPushButton]:
        """One button for each way of writing, one pressed."""
        group = QButtonGroup(self)
        texts = {
            "numpy": (self.tr("&NumPy"), self.tr("Arrays and functions, step by step")),
            "torch-parameter": (
                self.tr("PyTorch · Parameter"),
                self.tr("A module whose matrices are nn.Parameter: X @ W"),
            ),
            "torch-linear": (
                self.tr("PyTorch · Linear"),
                self.tr("A module with nn.Linear, which stores the transpose of W"),
            ),
        }
        buttons = {}
        for name, (text, tooltip) in texts.items():
            button = buttons[name] = QPushButton(text)
            button.setCheckable(True)
            button.setProperty("kind", "segment")
            button.setToolTip(tooltip)
            button.setAccessibleName(text.replace("&", ""))
            button.setAccessibleDescription(tooltip)
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(text) + 34)
            button.clicked.connect(lambda _checked=False, name=name: self.script_requested.emit(name))
            group.addButton(button)
        return buttons

    @property
    def focused(self) -> QWidget:
        return self.editor

    def button(self, script: str) -> QPushButton:
        """The button of one way of writing."""
        return self._buttons[script]

    def display(self, scene: Scene) -> None:
        self._buttons[scene.view.code].setChecked(True)
        self.editor.dress(scene.palette)
        shown = (scene.document, scene.view.code, scene.notation.letters)
        if self._shown is not None and shown[0] is self._shown[0] and shown[1:] == self._shown[1:]:
            return
        self._shown = shown
        try:
            script = code_text(scene.document, scene.trace, scene.view.code, scene.notation)
        except InputError as error:
            self.editor.display("")
            self._explain(str(error))
        else:
            self.editor.display(script)
            self._explain(self._about(scene.document))
        self.copy.setEnabled(bool(self.editor.toPlainText()))
        self.save.setEnabled(self.copy.isEnabled())

    def _about(self, document: Document) -> str:
        if beside(document):
            return self.tr("The script reads {file}: “Save script…” writes both, side by side.").format(file=INPUTS)
        return ""

    def _explain(self, sentence: str) -> None:
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.editor.toPlainText())
        self.copied.emit(self.tr("Script copied"))
