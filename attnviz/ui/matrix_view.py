"""The Matrix tab: the sentence, the heatmap, and the followed row as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from attnviz.export.scene import Scene
from attnviz.ui.heatmap import Heatmap
from attnviz.ui.sentence_bar import SentenceBar
from attnviz.ui.view import View

if TYPE_CHECKING:
    from attnviz.ui.row_bars import RowBars


class MatrixView(View):
    """Shows a scene; asking is done by `sentence` and `heatmap`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = SentenceBar()
        self.heatmap = Heatmap()
        self.bars: RowBars | None = None
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.setHandleWidth(1)
        self.splitter.addWidget(self.heatmap)
        self.splitter.setCollapsible(0, False)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.sentence)
        box.addWidget(self.splitter, 1)

    @property
    def focused(self) -> QWidget:
        return self.heatmap

    def display(self, scene: Scene) -> None:
        self.sentence.display(scene)
        self.heatmap.display(scene)
        self._bars().display(scene)

    def _bars(self) -> RowBars:
        """Made when first shown: importing pyqtgraph takes longer than all else that the first window needs."""
        if self.bars is None:
            from attnviz.ui.row_bars import RowBars

            self.bars = RowBars()
            self.splitter.addWidget(self.bars)
            self.splitter.setStretchFactor(0, 4)
            self.splitter.setStretchFactor(1, 1)
            height = max(self.splitter.height(), 600)
            self.splitter.setSizes([height - 152, 152])
        return self.bars
