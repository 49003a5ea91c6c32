"""The followed row as bars, one a key. pyqtgraph draws and zooms it."""

from __future__ import annotations

import math

import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from attnviz.core.tokens import visible_text
from attnviz.export.fonts import font, text_width
from attnviz.export.scene import Scene
from attnviz.ui.guard import guarded

LABEL = 12
LABEL_ROOM = 34  # pixels between labels from which on a long one is cut rather than left out
HEIGHTS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
VALUE_ROOM = 32  # pixels a bar needs for its number
MOST_VALUES = 40  # bars that carry their number; more would only smear


class RowBars(QWidget):
    """Shows the weights of the scene's query. Drag and wheel look closer along the keys; double click fits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self._scene: Scene | None = None
        self.title = QLabel()
        self.title.setProperty("role", "heading")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.plot = pg.PlotWidget(background=None)
        self.plot.setAccessibleName(self.tr("Weights of the followed row"))
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plot.setMenuEnabled(False)
        self.plot.hideButtons()
        self.plot.hideAxis("left")
        self.plot.setMouseEnabled(x=True, y=False)
        self.plot.setToolTip(self.tr("Drag or turn the wheel to look closer; double click shows all keys"))
        self._axis = self.plot.getAxis("bottom")
        self._axis.setStyle(tickFont=font(LABEL), tickLength=0, tickTextHeight=18, autoExpandTextSpace=False)
        self._bars = pg.BarGraphItem(x=[0], height=[0], width=0.62)
        self.plot.addItem(self._bars)
        self._values: list[pg.TextItem] = []
        self._top = 0.0
        self._best = -1
        box = QVBoxLayout(self)
        box.setContentsMargins(18, 10, 18, 6)
        box.setSpacing(2)
        box.addWidget(self.title)
        box.addWidget(self.plot)
        self.plot.getViewBox().sigXRangeChanged.connect(lambda *_: self._label_axis())

    def display(self, scene: Scene) -> None:
        previous, self._scene = self._scene, scene
        palette, trace = scene.palette, scene.trace
        weights = trace.weights[scene.query]
        name = visible_text(trace.tokens_q[scene.query])
        total = scene.form.fixed(float(weights.sum()), 2)
        row, column = self.tr("Row of “{query}” · sum {total}"), self.tr("Column of “{query}” · sum {total}")
        self.title.setText((column if scene.view.transposed else row).format(query=name, total=total))
        self._bars.setOpts(
            x=range(trace.n_k), height=weights, brush=QColor(palette.colour("weights")), pen=pg.mkPen(None)
        )
        if previous is None or previous.palette is not palette:
            self.plot.setBackground(palette.panel)
            self._axis.setTextPen(QColor(palette.muted))
            self._axis.setPen(QColor(palette.line))
        if previous is None or previous.trace.n_k != trace.n_k:
            self._fit()
        self._scale(float(weights.max()))
        self._write_values()
        best = int(weights.argmax())
        if previous is None or previous.trace.tokens_k is not trace.tokens_k or best != self._best:
            self._best = best
            self._label_axis()

    def _fit(self) -> None:
        if self._scene is not None:
            n = self._scene.trace.n_k
            self.plot.getViewBox().setLimits(xMin=-0.7, xMax=n - 0.3, minXRange=min(3.0, n))
            self.plot.setXRange(-0.7, n - 0.3, padding=0)

    def _scale(self, largest: float) -> None:
        """The height in steps, so that it rests while a slider moves, and its number beside it."""
        top = next(step for step in HEIGHTS if largest <= step or step == HEIGHTS[-1])
        if top != self._top:
            self._top = top
            self.plot.setYRange(0, top * 1.25, padding=0)

    def _write_values(self) -> None:
        scene = self._scene
        assert scene is not None
        weights = scene.trace.weights[scene.query]
        roomy = self.plot.width() / max(len(weights), 1) >= VALUE_ROOM
        wanted = len(weights) if len(weights) <= MOST_VALUES and roomy else 0
        while len(self._values) < wanted:
            item = pg.TextItem(anchor=(0.5, 1.0))
            item.setFont(font(LABEL))
            self.plot.addItem(item, ignoreBounds=True)
            self._values.append(item)
        muted = QColor(scene.palette.muted)
        for j, item in enumerate(self._values):
            shown = j < wanted and bool(scene.trace.visible[scene.query, j])
            item.setVisible(shown)
            if shown:
                item.setText(scene.form.fixed(float(weights[j]), 2), muted)
                item.setPos(j, float(weights[j]))

    def _label_axis(self) -> None:
        """As many token labels as fit without touching."""
        scene = self._scene
        if scene is None:
            return
        low, high = self.plot.getViewBox().viewRange()[0]
        tokens = scene.trace.tokens_k
        first, last = max(0, round(low)), min(len(tokens) - 1, round(high))
        pixels = max(self.plot.width(), 1) / max(high - low, 1e-9)
        widest = max((text_width(visible_text(token), LABEL) for token in tokens[:200]), default=0.0)
        step = 1 if pixels >= LABEL_ROOM else max(1, math.ceil(min(widest + 8, 2 * LABEL_ROOM) / pixels))
        ticks = []
        best = int(scene.trace.weights[scene.query].argmax())
        for j in _kept(first, last, step, best):
            text = visible_text(tokens[j])
            while text_width(text, LABEL) > pixels * step - 1 and len(text) > 1:
                text = text[:-2] + "…"
            ticks.append((j, text))
        self._axis.setTicks([ticks])

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._label_axis()

    @guarded
    def mouseDoubleClickEvent(self, event: object) -> None:
        self._fit()


def _kept(first: int, last: int, step: int, best: int) -> list[int]:
    """Every step-th key between first and last, and the heaviest one in place of those it would touch."""
    kept = [j for j in range(first, last + 1, step) if abs(j - best) >= step or j == best]
    return sorted({*kept, best}) if first <= best <= last else kept
