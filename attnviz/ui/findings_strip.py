"""What is odd about imported attention, each in a sentence with its remedy; and how its file was read."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from attnviz.core.diagnosis import Diagnosis, Finding
from attnviz.document.imported_source import ImportedSource, Reading
from attnviz.export.finding_words import finding_sentence, remedy_label, sample_sentence
from attnviz.export.scene import Scene
from attnviz.ui.text_size import px

LARGE = 100_000_000  # bytes of all heads together
MOST = 3  # findings; the weightiest come first
LOW = 550  # pixels of height of the view at usual text: below, only the first line is shown until one asks for more

Line = tuple[str, bool, Callable[[], QPushButton] | None]  # a sentence, whether it is of a fault, its button


class FindingsStrip(QWidget):
    """Signals: `remedy_requested(Finding)`; `reading_requested()` to read the file otherwise.

    Hidden where there is nothing to say, and until another file is opened once it has been closed. In a low view it
    is one line, the weightiest, and says how many more there are.
    """

    remedy_requested = Signal(object)
    reading_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sentence")
        self._shown: tuple[object, ...] = ()
        self._closed: Reading | None = None
        self._reading: Reading | None = None
        self._opened: Reading | None = None  # of which all is shown also in a low view
        self._scene: Scene | None = None
        self._low = False
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
        found, diagnosis = scene.document.source, scene.diagnosis
        source = found if isinstance(found, ImportedSource) else None
        reading = None if source is None else source.reading
        self._scene = scene
        brief = self._low and reading is not self._opened
        told = None if source is None else (diagnosis, source.tokens_q, scene.notation)
        shown = (reading, told, scene.form, self._closed, self._low, brief)
        if shown == self._shown:
            return
        self._shown, self._reading = shown, reading
        self._clear()
        if source is None or reading is self._closed:
            self.hide()
            return
        lines = self._lines(source, diagnosis, scene)
        for row, line in enumerate(lines[:1] if brief else lines):
            self._add(row, *line)
        if lines:
            self._add_close()
        if self._low and len(lines) > 1:
            self._add_more(len(lines) - 1, brief=brief)
        self.setVisible(bool(lines))

    def fit(self, height: int) -> None:
        """Take little room in a view of little height."""
        low = height < px(LOW)
        if low != self._low:
            self._low = low
            if self._scene is not None:
                self.display(self._scene)

    def _lines(self, source: ImportedSource, diagnosis: Diagnosis | None, scene: Scene) -> list[Line]:
        """What there is to say, the weightiest first."""
        reading, findings = source.reading, () if diagnosis is None else diagnosis.findings
        lines: list[Line] = [
            (finding_sentence(finding, scene.form, source, scene.notation), True, self._remedy(finding))
            for finding in findings[:MOST]
        ]
        notes = list(reading.notes)
        if reading.stack.total_bytes > LARGE:
            notes.append(self._size(reading, scene))
        if findings and diagnosis is not None and not diagnosis.complete:
            notes.append(sample_sentence(diagnosis))
        if notes or reading.questioned:
            lines.append((" ".join(notes), False, self._other_reading if reading.questioned else None))
        return lines

    def _size(self, reading: Reading, scene: Scene) -> str:
        """What all of it would take, and what is taken."""
        stack = reading.stack
        return self.tr("All heads would take {all} MB; each is read when it is looked at and takes {one} MB.").format(
            all=scene.form.fixed(stack.total_bytes / 1e6, 0), one=scene.form.fixed(stack.head_bytes / 1e6, 1)
        )

    def _add(self, row: int, sentence: str, wrong: bool, button: Callable[[], QPushButton] | None) -> None:
        label = QLabel(sentence)
        label.setWordWrap(True)
        label.setProperty("role", "heading" if wrong else "muted")
        label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._grid.addWidget(label, row, 0)
        if button is not None:
            self._grid.addWidget(button(), row, 1)

    def _remedy(self, finding: Finding) -> Callable[[], QPushButton] | None:
        remedy = finding.remedy
        if remedy is None:
            return None

        def made() -> QPushButton:
            button = QPushButton(remedy_label(remedy))
            button.setToolTip(self.tr("Do this to the numbers; Undo takes it back"))
            button.setAccessibleDescription(finding.kind)
            button.clicked.connect(lambda: self.remedy_requested.emit(finding))
            return button

        return made

    def _other_reading(self) -> QPushButton:
        other = QPushButton(self.tr("Read it otherwise…"))
        other.setToolTip(self.tr("Choose what the file leaves open: which axis, which labels, which part"))
        other.clicked.connect(lambda: self.reading_requested.emit())
        return other

    def _add_close(self) -> None:
        close = QPushButton("×")
        close.setProperty("kind", "link")
        close.setFixedWidth(px(30))
        close.setAccessibleName(self.tr("Close the notes on this file"))
        close.setToolTip(self.tr("Close the notes on this file"))
        close.clicked.connect(self._close)
        self._grid.addWidget(close, 0, 3)

    def _add_more(self, count: int, *, brief: bool) -> None:
        """A button that shows all lines, or the first alone again."""
        more = QPushButton(self.tr("{n} more…").format(n=count) if brief else self.tr("fewer"))
        more.setProperty("kind", "link")
        tip = self.tr("Show all notes on this file") if brief else self.tr("Show the first note alone")
        more.setToolTip(tip)
        more.setAccessibleDescription(tip)
        more.clicked.connect(lambda: self._open(self._reading if brief else None))
        self._more = more
        self._grid.addWidget(more, 0, 2)

    def _open(self, reading: Reading | None) -> None:
        """Show all lines of a file also in a low view; None: the first alone."""
        self._opened = reading
        if self._scene is not None:
            self.display(self._scene)
            self._more.show()  # one that the layout has not shown yet takes no keys
            self._more.setFocus()  # where the one stood that was pressed

    def _close(self) -> None:
        self._closed = self._reading
        self._shown = ()
        self.hide()

    def _clear(self) -> None:
        for widget in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            widget.hide()
            widget.setParent(None)  # at once: `findChildren` must not find what is gone, nor the grid keep its place
            widget.deleteLater()
