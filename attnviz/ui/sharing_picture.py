"""Which query heads read which head of keys and values, drawn as lines between two rows of dots."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from attnviz.export.fonts import font, text_width
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.accessible import give_role
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import px

NUMBERED = 8  # heads up to which every dot has its number
DOT = 8.0


class SharingPicture(QWidget):
    """Query heads above, key-value heads below; the shown head and its line stand out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        give_role(self, QAccessible.Role.Graphic)
        self.setFixedHeight(px(76))
        self._heads, self._shared, self._shown = 1, 1, 0
        self._notation: Notation = STANDARD
        self._palette: Palette = LIGHT

    def display(self, n_heads: int, n_kv_heads: int, shown: int, notation: Notation, palette: Palette) -> None:
        state = (n_heads, n_kv_heads, shown, notation, palette)
        if state != (self._heads, self._shared, self._shown, self._notation, self._palette):
            self._heads, self._shared, self._shown, self._notation, self._palette = state
            self.update()

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        palette, group = self._palette, self._heads // self._shared
        above = [self._place(head, self._heads, px(24)) for head in range(self._heads)]
        below = [self._place(head, self._shared, px(52)) for head in range(self._shared)]
        for head, place in enumerate(above):
            strong = head == self._shown
            painter.setPen(QPen(QColor(palette.highlight if strong else palette.control), 2.5 if strong else 1.2))
            painter.drawLine(place, below[head // group])
        self._dots(painter, above, palette.colour("Q"), px(12))
        self._dots(painter, below, palette.colour("K"), px(72))

    def _place(self, index: int, count: int, y: float) -> QPointF:
        return QPointF(self.width() * (index + 0.5) / count, y)

    def _dots(self, painter: QPainter, places: list[QPointF], colour: str, baseline: float) -> None:
        radius = min(DOT / 2, self.width() / max(len(places), 1) / 3)
        painter.setFont(font(px(11)))
        for index, place in enumerate(places):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawEllipse(place, radius, radius)
            if len(places) <= NUMBERED:
                text = self._notation.head(index)
                painter.setPen(QColor(self._palette.muted))
                painter.drawText(QPointF(place.x() - text_width(text, px(11)) / 2, baseline), text)
