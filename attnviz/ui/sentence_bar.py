"""The sentence: typed or pasted, and the tokens it was split into as chips."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from attnviz.core.tokens import visible_text
from attnviz.document.document import SentenceSource
from attnviz.export.fonts import font, text_width
from attnviz.export.palette import LIGHT, Palette
from attnviz.export.scene import Scene
from attnviz.ui.guard import guarded
from attnviz.ui.text_line import TextLine
from attnviz.ui.text_size import px

CHIP = 12


class SentenceBar(QWidget):
    """Signal: `text_requested(text)` when a sentence has been typed and confirmed."""

    text_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sentence")
        label = QLabel(self.tr("Se&ntence"))
        label.setProperty("role", "heading")
        self.line = TextLine()
        self.line.setMaxLength(1_000_000)
        self.line.setPlaceholderText(self.tr("Type or paste a sentence and press Enter"))
        self.line.setAccessibleName(self.tr("Sentence"))
        self.line.setToolTip(self.tr("Type or paste your own sentence (up to 4096 tokens) and press Enter"))
        label.setBuddy(self.line)
        self.count = QLabel()
        self.count.setProperty("role", "muted")
        self.chips = _Chips()
        row = QHBoxLayout()
        row.setSpacing(10)
        row.addWidget(label)
        row.addWidget(self.line, 1)
        row.addWidget(self.count)
        box = QVBoxLayout(self)
        box.setContentsMargins(22, 10, 22, 4)
        box.setSpacing(5)
        box.addLayout(row)
        box.addWidget(self.chips)
        self.line.returnPressed.connect(self._ask)
        self._shown: SentenceSource | None = None

    def display(self, scene: Scene) -> None:
        source = scene.document.source
        tokens = scene.trace.tokens_k
        if isinstance(source, SentenceSource):
            if source is not self._shown and (self._shown is None or source.text != self._shown.text):
                self.line.setText(source.text)
                self.line.setModified(False)
            self._shown = source
        else:
            if self._shown is not None:
                self.line.clear()
            self._shown = None
        self.count.setText(self.tr("%n token(s)", "", len(tokens)))
        self.chips.display(tokens, scene.palette)

    def _ask(self) -> None:
        self.line.setModified(False)
        self.text_requested.emit(self.line.text())


class _Chips(QWidget):
    """The tokens in one line; those that do not fit are counted."""

    accessible_role = QAccessible.Role.Graphic

    def __init__(self) -> None:
        super().__init__()
        self._tokens: tuple[str, ...] = ()
        self._palette: Palette = LIGHT
        self.setFixedHeight(px(24))
        self.setAccessibleName(self.tr("Tokens"))

    def display(self, tokens: tuple[str, ...], palette: Palette) -> None:
        if tokens is self._tokens and palette is self._palette:
            return
        self._tokens, self._palette = tokens, palette
        self.setAccessibleDescription(" · ".join(visible_text(token) for token in tokens[:200]))
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(px(CHIP)))
        x = 0.0
        for index, token in enumerate(self._tokens):
            text = visible_text(token)
            width = min(text_width(text, px(CHIP)) + 14, px(220))
            left = len(self._tokens) - index
            more = f"+ {left}"
            room = self.width() - (text_width(more, px(CHIP)) + 12 if left > 1 else 0)
            if x + width > room:
                painter.setPen(QColor(self._palette.muted))
                painter.drawText(int(x + 2), px(16), more)
                break
            painter.setPen(QPen(QColor(self._palette.line)))
            painter.setBrush(QColor(self._palette.panel))
            painter.drawRoundedRect(int(x), 1, int(width), px(21), 8, 8)
            painter.setPen(QColor(self._palette.ink))
            painter.setClipRect(int(x + 4), 1, int(width - 8), px(21))
            painter.drawText(int(x + 7), px(16), text)
            painter.setClipping(False)
            x += width + 5
        painter.end()
