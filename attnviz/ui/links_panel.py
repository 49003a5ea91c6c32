"""Lines or arcs with what chooses them: a threshold, and how many a query."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from attnviz.document.links_look import MOST_A_QUERY, LinksLook
from attnviz.export.scene import Scene
from attnviz.ui.links_canvas import LinksCanvas
from attnviz.ui.number_field import NumberField
from attnviz.ui.number_slider import Mapping, NumberSlider
from attnviz.ui.text_size import px
from attnviz.ui.wrapping import Wrapping


class LinksPanel(QWidget):
    """Signals: `links_requested(LinksLook)`, `refused(sentence)`; and those of `canvas`."""

    links_requested = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = LinksLook()
        self.canvas = LinksCanvas()
        self.threshold = NumberSlider("threshold", self.tr("&threshold"), Mapping(0.0, 1.0, places=3))
        self.threshold.describe(self.tr("Threshold"), self.tr("Weights below it are not drawn"))
        self.threshold.setFixedWidth(px(220))
        self.threshold.value_requested.connect(lambda value, _gesture: self._ask(replace(self._look, threshold=value)))
        self.threshold.refused.connect(self.refused)
        self.most = NumberField(1, MOST_A_QUERY, 1, 0)
        self.most.setFixedWidth(px(56))
        self.most.setToolTip(self.tr("At most this many keys for each query, the heaviest first"))
        self.most.value_entered.connect(lambda value: self._ask(replace(self._look, most=round(value))))
        self.most.refused.connect(self.refused)
        self._label = QLabel()
        self._label.setBuddy(self.most)
        self._name(arcs=False)
        controls = QWidget()
        strip = Wrapping(controls)
        strip.setContentsMargins(22, 6, 22, 0)
        strip.setSpacing(12)
        strip.add(self.threshold)
        strip.add_space(12)
        strip.add(self._label)
        strip.add(self.most)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(controls)
        box.addWidget(self.canvas, 1)

    def display(self, scene: Scene) -> None:
        self.expect(scene)
        self.canvas.display(scene)

    def expect(self, scene: Scene) -> None:
        """Show what was chosen; the lines come later."""
        self.canvas.row = scene.query
        self._look = scene.view.links
        self.threshold.display(self._look.threshold, scene.form)
        self.most.display(self._look.most, scene.form)
        self._name(arcs=scene.view.drawing == "arcs" and scene.trace.same_tokens)

    def _name(self, *, arcs: bool) -> None:
        """Call what is counted as it is drawn."""
        self._label.setText(self.tr("arcs a &query") if arcs else self.tr("&lines a query"))
        self.most.setAccessibleName(self.tr("Arcs a query") if arcs else self.tr("Lines a query"))

    def _ask(self, look: LinksLook) -> None:
        self.links_requested.emit(look)
