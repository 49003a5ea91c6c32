"""A text of which the first lines are shown, and the rest when it is asked for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QTextLayout
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.ui.guard import guarded

LINES = 8  # shown of a long text
WORTH = 2  # as many lines at least are folded away; one alone is shown rather than a button for it


class FoldedText(QWidget):
    """Shows a text `width` wide. Signal: `unfolded(bool)` when the person has asked for all of it, or for less."""

    unfolded = Signal(bool)

    def __init__(self, width: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._width = width
        self._whole = ""
        self._open = False
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setProperty("role", "muted")
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.more = QPushButton()
        self.more.setProperty("kind", "link")
        self.more.setCursor(Qt.CursorShape.PointingHandCursor)
        self.more.clicked.connect(self._toggle)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.label)
        box.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def display(self, text: str) -> None:
        """Another text, folded."""
        self._whole, self._open = text, False
        self._show()

    def set_room(self, width: int) -> None:
        """Another width; what is open stays open."""
        if width != self._width:
            self._width = width
            self._show()

    def text(self) -> str:
        """What can be read now."""
        return self.label.text()

    def _show(self) -> None:
        self.label.ensurePolished()  # else the font is not yet that of the style
        folded = first_lines(self._whole, self.label.font(), self._width)
        self.more.setVisible(folded != self._whole)
        self.label.setText(self._whole if self._open else folded)
        self.label.setAccessibleName(self._whole)  # folded for the eye alone
        self.more.setText(self.tr("less") if self._open else self.tr("more"))
        tip = self.tr("Show only the beginning") if self._open else self.tr("Show the whole text")
        self.more.setToolTip(tip)
        self.more.setAccessibleName(tip)

    def _toggle(self) -> None:
        self._open = not self._open
        self._show()
        self.unfolded.emit(self._open)

    @guarded
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._show()


def first_lines(text: str, font: QFont, width: int) -> str:
    """The beginning of a text that takes more lines than are shown, ending in an ellipsis; a shorter one whole."""
    layout = QTextLayout(text.replace("\n", "\u2028"), font)
    layout.beginLayout()
    starts = []
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        starts.append(line.textStart())
    layout.endLayout()
    if len(starts) < LINES + WORTH:
        return text
    begin, end = starts[LINES - 1], starts[LINES]
    last = text[begin:end].split("\n")[0].rstrip()
    room = width - QFontMetrics(font).horizontalAdvance(" …")
    while QFontMetrics(font).horizontalAdvance(last) > room and " " in last:
        last = last.rsplit(" ", 1)[0]
    return f"{text[:begin]}{last} …".rstrip() if last else f"{text[:begin].rstrip()} …"
