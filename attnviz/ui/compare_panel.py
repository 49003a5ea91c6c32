"""Compare: the strip that chooses with what, and the three plots."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.export.scene import Scene
from attnviz.ui.compare_canvas import CompareCanvas
from attnviz.ui.compare_strip import CompareStrip


class ComparePanel(QWidget):
    """Asks with the signals of `strip` and `canvas`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strip = CompareStrip()
        self.canvas = CompareCanvas()
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.strip)
        box.addWidget(self.canvas, 1)

    def display(self, scene: Scene) -> None:
        self.strip.display(scene)
        self.canvas.display(scene)

    def expect(self, scene: Scene) -> None:
        """Show what was chosen; the plots come later."""
        self.strip.display(scene)
