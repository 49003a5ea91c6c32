"""What is odd about imported attention, each in a sentence with its remedy; and how its file was read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from attnviz.core.diagnosis import Diagnosis, Finding
from attnviz.document.imported_source import ImportedSource, Reading
from attnviz.export.finding_words import finding_sentence, remedy_label, sample_sentence
from attnviz.export.scene import Scene
from attnviz.ui.text_size import px

LARGE = 100_000_000  # bytes of all heads together
MOST = 3  # findings; the weightiest come first


class FindingsStrip(QWidget):
    """Signals: `remedy_requested(Finding)`; `reading_requested()` to read the file otherwise.

    Hidden where there is nothing to say, and until another file is opened once it has been closed.
    """

    remedy_requested = Signal(object)
    reading_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sentence")
        self._shown: tuple[object, ...] = ()
        self._closed: Reading | None = None
        self._reading: Reading | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(22, 4, 22, 4)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(0, 1)
        self.hide()

    @property
    def sentences(self) -> list[str]:
        """What is said, from top to bottom."""
        return [label.text() for label in self.findChildren(QLabel)]

    @property
    def buttons(self) -> dict[str, QPushButton]:
        """The buttons by their texts."""
        return {button.text(): button for button in self.findChildren(QPushButton)}

    def display(self, scene: Scene) -> None:
        source, diagnosis = scene.document.source, scene.diagnosis
        reading = source.reading if isinstance(source, ImportedSource) else None
        shown = (reading, diagnosis if reading is not None else None, scene.form, self._closed)
        if shown == self._shown:
            return
        self._shown, self._reading = shown, reading
        self._clear()
        if reading is None or reading is self._closed:
            self.hide()
            return
        rows = self._fill(reading, diagnosis, scene)
        self.setVisible(rows > 0)

    def _fill(self, reading: Reading, diagnosis: Diagnosis | None, scene: Scene) -> int:
        row = 0
        findings = () if diagnosis is None else diagnosis.findings
        for finding in findings[:MOST]:
            self._add(row, finding_sentence(finding, scene.form), wrong=True)
            self._add_button(row, finding)
            row += 1
        notes = list(reading.notes)
        if reading.stack.total_bytes > LARGE:
            notes.append(self._size(reading, scene))
        if findings and diagnosis is not None and not diagnosis.complete:
            notes.append(sample_sentence(diagnosis))
        if notes or reading.questioned:
            self._add(row, " ".join(notes), wrong=False)
            if reading.questioned:
                other = QPushButton(self.tr("Read it otherwise…"))
                other.setToolTip(self.tr("Choose what the file leaves open: which axis, which labels, which part"))
                other.clicked.connect(lambda: self.reading_requested.emit())
                self._grid.addWidget(other, row, 1)
            row += 1
        if row:
            close = QPushButton("×")
            close.setProperty("kind", "link")
            close.setFixedWidth(px(30))
            close.setAccessibleName(self.tr("Close the notes on this file"))
            close.setToolTip(self.tr("Close the notes on this file"))
            close.clicked.connect(self._close)
            self._grid.addWidget(close, 0, 2)
        return row

    def _size(self, reading: Reading, scene: Scene) -> str:
        """What all of it would take, and what is taken."""
        stack = reading.stack
        return self.tr("All heads would take {all} MB; each is read when it is looked at and takes {one} MB.").format(
            all=scene.form.fixed(stack.total_bytes / 1e6, 0), one=scene.form.fixed(stack.head_bytes / 1e6, 1)
        )

    def _add(self, row: int, sentence: str, *, wrong: bool) -> None:
        label = QLabel(sentence)
        label.setWordWrap(True)
        label.setProperty("role", "heading" if wrong else "muted")
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._grid.addWidget(label, row, 0)

    def _add_button(self, row: int, finding: Finding) -> None:
        if finding.remedy is None:
            return
        button = QPushButton(remedy_label(finding.remedy))
        button.setToolTip(self.tr("Do this to the numbers; Undo takes it back"))
        button.setAccessibleDescription(finding.kind)
        button.clicked.connect(lambda: self.remedy_requested.emit(finding))
        self._grid.addWidget(button, row, 1)

    def _close(self) -> None:
        self._closed = self._reading
        self._shown = ()
        self.hide()

    def _clear(self) -> None:
        for widget in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            widget.hide()
            widget.setParent(None)  # at once: `findChildren` must not find what is gone, nor the grid keep its place
            widget.deleteLater()
