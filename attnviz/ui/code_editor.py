"""A script to read and to select from, in colour."""

from __future__ import annotations

from PySide6.QtGui import QColor, QSyntaxHighlighter, QTextCharFormat, QTextDocument, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from attnviz.export.code.highlight import Span, highlighted
from attnviz.export.fonts import mono_font
from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import px

SIZE = 14


class CodeEditor(QPlainTextEdit):
    """Read-only. A change of a few numbers keeps the place that the reader has scrolled to."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setReadOnly(True)
        self.setObjectName("code")
        self.setFont(mono_font(px(SIZE)))
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setUndoRedoEnabled(False)
        self.document().setDocumentMargin(22)
        self.highlighter = _Highlighter(self.document())

    def display(self, script: str) -> None:
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        self.highlighter.lines = highlighted(script) if script else ()
        self.setPlainText(script.rstrip("\n") + "\n" if script else "")
        self.horizontalScrollBar().setValue(across)
        self.verticalScrollBar().setValue(down)

    def dress(self, palette: Palette) -> None:
        self.highlighter.dress(palette)


class _Highlighter(QSyntaxHighlighter):
    """Colours known beforehand, line by line."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.lines: tuple[tuple[Span, ...], ...] = ()
        self._palette = LIGHT
        self._formats: dict[tuple[str, bool], QTextCharFormat] = {}

    def dress(self, palette: Palette) -> None:
        if palette is not self._palette:
            self._palette = palette
            self._formats.clear()
            self.rehighlight()

    @guarded
    def highlightBlock(self, text: str) -> None:
        row = self.currentBlock().blockNumber()
        if row >= len(self.lines):
            return
        for span in self.lines[row]:
            # Qt counts UTF-16 units: an emoji before the span moves it by one more.
            start, length = _units(text[: span.start]), _units(text[span.start : span.start + span.length])
            self.setFormat(start, length, self._format(span.colour, span.bold))

    def _format(self, colour: str, bold: bool) -> QTextCharFormat:
        if (colour, bold) not in self._formats:
            look = QTextCharFormat()
            look.setForeground(QColor(self._palette.colour(colour)))
            if bold:
                look.setFontWeight(600)
            self._formats[colour, bold] = look
        return self._formats[colour, bold]


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
