"""The strip above the grid of heads: in which order they stand, and how much of a pattern they must show."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from attnviz.document.heads_look import PATTERNS, HeadsLook
from attnviz.export.pattern_words import definitions, pattern_names
from attnviz.export.scene import Scene
from attnviz.ui.guard import guarded
from attnviz.ui.number_field import NumberField
from attnviz.ui.text_size import px
from attnviz.ui.wrapping import Wrapping

HINT_FROM = 740  # pixels of width


class HeadsBar(QWidget):
    """Signals: `look_requested(HeadsLook)`; `refused(sentence)`."""

    look_requested = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sentence")
        self._look = HeadsLook()
        self.order = QComboBox()
        self.order.setAccessibleName(self.tr("Order of the heads"))
        self.order.setToolTip(self.tr("Heads by layer and number, or those first that show a pattern most"))
        self.order.addItem(self.tr("layer and head"), "place")
        for pattern in PATTERNS:
            self.order.addItem(pattern_names()[pattern], pattern)
            self.order.setItemData(self.order.count() - 1, definitions()[pattern], Qt.ItemDataRole.ToolTipRole)
        self.order.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.order.activated.connect(lambda index: self._ask(order=self.order.itemData(index)))
        self.least = NumberField(0, 1, 0.05, 2)
        self.least.setFixedWidth(px(56))
        self.least.setAccessibleName(self.tr("Least share of the pattern"))
        self.least.setToolTip(self.tr("Heads that show the pattern less than this, from 0 to 1, are left out"))
        self.least.value_entered.connect(lambda value: self._ask(least=value))
        self.least.refused.connect(self.refused)
        label, self._least_label = QLabel(self.tr("ord&er by")), QLabel(self.tr("at &least"))
        label.setBuddy(self.order)
        self._least_label.setBuddy(self.least)
        self.hint = QLabel(self.tr("Click: open · Shift+click: compare with the framed head"))
        self.hint.setProperty("role", "muted")
        row = Wrapping(self)
        row.setContentsMargins(22, 8, 22, 6)
        row.setSpacing(10)
        row.add(label)
        row.add(self.order)
        row.add_space(8)
        row.add(self._least_label)
        row.add(self.least)
        row.add_stretch()
        row.add(self.hint)

    def display(self, scene: Scene) -> None:
        self._look = scene.view.heads
        with QSignalBlocker(self.order):
            self.order.setCurrentIndex(self.order.findData(self._look.order))
        if self._look.order != "place":
            self.order.setToolTip(definitions()[self._look.order])
        self.least.display(self._look.least, scene.form)
        for widget in (self._least_label, self.least):
            widget.setVisible(self._look.order != "place")

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the hint gives way to what can be chosen."""
        super().resizeEvent(event)
        self.hint.setVisible(event.size().width() >= px(HINT_FROM))

    def _ask(self, **changes: object) -> None:
        self.look_requested.emit(replace(self._look, **changes))  # type: ignore[arg-type]
