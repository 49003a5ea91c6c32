"""One figure in a scrolled area, drawn as wide as the area, or scaled where it would be too narrow or too small."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from attnviz.export.figure import Figure
from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.accessible import ScrollArea
from attnviz.ui.guard import guarded
from attnviz.ui.reading_canvas import ReadingCanvas
from attnviz.ui.text_size import factor

NATURAL = 980.0  # width from which on the figure grows with the area
MOST = 2.5  # scale
LEAST_LARGE = 0.85  # and the least one with larger text
Draw = Callable[[float, float], Figure]  # width and height of the room → figure, at least as wide as it can be drawn


class FigureArea(ScrollArea):
    """Shows one figure, and lays it anew when the area has another size."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("canvas")
        self.canvas = ReadingCanvas()
        self.canvas.setAccessibleName(name)
        self.setWidget(self.canvas)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._draw: Draw | None = None
        self._palette = LIGHT
        self._room = QSize()

    def display(self, draw: Draw, palette: Palette) -> None:
        """Show what `draw` gives."""
        self._draw, self._palette = draw, palette
        self._lay()

    def _lay(self) -> None:
        if self._draw is None:
            return
        self._room = self.maximumViewportSize()
        width = self._room.width() - self.verticalScrollBar().sizeHint().width()
        size = factor()
        scale = size * min(max(width / size / NATURAL, 1.0), MOST)
        figure = self._draw(width / scale, self._room.height() / scale)
        # What is too wide is drawn smaller; for who asks for larger text it is scrolled.
        least = LEAST_LARGE * size if size > 1 else 0.0
        self.canvas.scale = max(min(scale, width / figure.width), min(scale, least))
        self.canvas.show_figure(figure, self._palette)
        self._fill()

    def _fill(self) -> None:
        """As large as the figure, and at least as the room; the bar takes its part only where it is needed."""
        room, needed = self.maximumViewportSize(), self.canvas.sizeHint()
        bar = self.verticalScrollBar().sizeHint().width() if needed.height() > room.height() else 0
        self.canvas.resize(max(room.width() - bar, needed.width()), max(room.height(), needed.height()))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.maximumViewportSize() != self._room:
            self._lay()
        else:
            self._fill()
