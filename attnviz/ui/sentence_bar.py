"""The sentence: typed or pasted, and the tokens it was split into as chips."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from attnviz.core.tokens import visible_text
from attnviz.document.document import SentenceSource
from attnviz.export.fonts import font, text_width
from attnviz.export.palette import LIGHT, Palette
from attnviz.export.scene import Scene
from attnviz.export.token_count import two_counts
from attnviz.ui.accessible import give_role
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
        trace = scene.trace
        if isinstance(source, SentenceSource):
            if source is not self._shown and (self._shown is None or source.text != self._shown.text):
                self.line.setText(source.text)
                self.line.setModified(False)
            self._shown = source
        else:
            if self._shown is not None:
                self.line.clear()
            self._shown = None
        self.count.setText(two_counts(trace) or self.tr("%n token(s)", "", trace.n_k))
        groups: Groups = (("", trace.tokens_k),)
        if not trace.same_tokens:
            groups = ((self.tr("queries"), trace.tokens_q), (self.tr("keys"), trace.tokens_k))
        self.chips.display(groups, scene.palette)

    def _ask(self) -> None:
        self.line.setModified(False)
        self.text_requested.emit(self.line.text())


Groups = tuple[tuple[str, tuple[str, ...]], ...]  # the name of some tokens, if they need one, and the tokens


class _Chips(QWidget):
    """The tokens in one line; those that do not fit are counted. Queries and keys share it where they differ."""

    def __init__(self) -> None:
        super().__init__()
        give_role(self, QAccessible.Role.Graphic)
        self._groups: Groups = ()
        self._palette: Palette = LIGHT
        self.setFixedHeight(px(24))
        self.setAccessibleName(self.tr("Tokens"))

    def display(self, groups: Groups, palette: Palette) -> None:
        if groups == self._groups and palette is self._palette:
            return
        self._groups, self._palette = groups, palette
        self.setAccessibleDescription("; ".join(_told(*group) for group in groups))
        self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(px(CHIP)))
        x = 0.0
        for left, (name, tokens) in zip(range(len(self._groups), 0, -1), self._groups, strict=True):
            if name:
                painter.setPen(QColor(self._palette.muted))
                painter.drawText(int(x), px(16), name)
                x += text_width(name, px(CHIP)) + 7
            x = self._paint_tokens(painter, tokens, x, x + (self.width() - x) / left) + 14
        painter.end()

    def _paint_tokens(self, painter: QPainter, tokens: tuple[str, ...], x: float, right: float) -> float:
        """The chips from x on and, where `right` is reached, how many are left; returns where they end."""
        for index, token in enumerate(tokens):
            text = visible_text(token)
            width = min(text_width(text, px(CHIP)) + 14, px(220))
            left = len(tokens) - index
            more = f"+ {left}"
            room = right - (text_width(more, px(CHIP)) + 12 if left > 1 else 0)
            if x + width > room:
                painter.setPen(QColor(self._palette.muted))
                painter.drawText(int(x + 2), px(16), more)
                return x + 2 + text_width(more, px(CHIP))
            painter.setPen(QPen(QColor(self._palette.line)))
            painter.setBrush(QColor(self._palette.panel))
            # On the middle of pixels: the first one's edge would else lie half outside, and all would be soft.
            painter.drawRoundedRect(QRectF(int(x) + 0.5, 1.5, int(width), px(21)), 8, 8)
            painter.setPen(QColor(self._palette.ink))
            painter.setClipRect(int(x + 4), 1, int(width - 8), px(21))
            painter.drawText(int(x + 7), px(16), text)
            painter.setClipping(False)
            x += width + 5
        return x


def _told(name: str, tokens: tuple[str, ...]) -> str:
    words = " · ".join(visible_text(token) for token in tokens[:200])
    return f"{name}: {words}" if name else words
