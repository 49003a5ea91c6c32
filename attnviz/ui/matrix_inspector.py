"""What stands below the matrix: the followed row as bars, or the saturation curves; it can be folded away."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from attnviz.document.view_state import Inspector
from attnviz.export.row_figure import title_parts
from attnviz.export.scene import Scene
from attnviz.ui.folds import opens
from attnviz.ui.guard import guarded
from attnviz.ui.pages import Pages
from attnviz.ui.row_bars import RowBars
from attnviz.ui.saturation_panel import SaturationPanel
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import larger

LEAST_APART = 0.024  # seconds between two pictures of the bars in a drag: of a matrix of 60 a second, every second one


class RowTitle(QLabel):
    """Whose row it is, cut where there is no room, and its sum, which stays whole. Larger text is wrapped instead."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = ("", "")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setWordWrap(larger())

    def say(self, name: str, total: str) -> None:
        if (name, total) != self._parts:
            self._parts = (name, total)
            self.setAccessibleName(name + total)
            self._fit()

    def _fit(self) -> None:
        name, total = self._parts
        metrics, shown = self.fontMetrics(), name
        if not self.wordWrap() and metrics.horizontalAdvance(name + total) > self.width():
            room = max(self.width() - metrics.horizontalAdvance(total), 0)
            shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
        if self.text() != shown + total:
            self.setText(shown + total)
        self.setToolTip("" if shown == name else name + total)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


class MatrixInspector(QWidget):
    """Signals: `inspector_requested(name)`, "none" to fold it; `sorted_requested(bool)`."""

    inspector_requested = Signal(str)
    sorted_requested = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("inspector")
        self._scene: Scene | None = None
        self._shown = float("-inf")  # when
        self.bars = RowBars()
        self.saturation = SaturationPanel()
        self.title = RowTitle()
        self.title.setProperty("role", "heading")
        self.sorted = Switch(self.tr("sorted"))
        self.sorted.setToolTip(self.tr("The heaviest keys in sight first, as many as have room"))
        self.sorted.clicked.connect(self.sorted_requested)
        self.buttons: dict[Inspector, QPushButton] = {
            "row": self._button("row"),
            "saturation": self._button("saturation"),
        }
        name = self.tr("Saturation")
        _name(self.buttons["saturation"], name, self.tr("Largest weight and gradient against dₖ; again: fold it away"))
        self._name_row(transposed=False)
        opens(self.buttons["row"], self.bars)
        opens(self.buttons["row"], self.sorted)
        opens(self.buttons["saturation"], self.saturation)
        self.pages = Pages()
        self.pages.addWidget(self.bars)
        self.pages.addWidget(self.saturation)
        self._build()

    def _button(self, name: Inspector) -> QPushButton:
        button = QPushButton()
        button.setCheckable(True)
        button.setProperty("kind", "tab")
        button.clicked.connect(lambda on, name=name: self.inspector_requested.emit(name if on else "none"))
        return button

    def _name_row(self, *, transposed: bool) -> None:
        """Call what the bars show by what it is in the picture above: there queries may be columns."""
        text, tooltip = self.tr("Row"), self.tr("The followed row as bars; again: fold them away")
        if transposed:
            text, tooltip = self.tr("Column"), self.tr("The followed column as bars; again: fold them away")
        _name(self.buttons["row"], text, tooltip)

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 2, 18, 0)
        head.setSpacing(6)
        for button in self.buttons.values():
            head.addWidget(button)
        head.addSpacing(8)
        head.addWidget(self.title, 1)
        head.addWidget(self.sorted)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 2, 0, 0)
        box.setSpacing(0)
        box.addLayout(head)
        box.addWidget(self.pages, 1)

    def display(self, scene: Scene) -> None:
        """Only the page that is seen is shown the scene: a hidden one costs nothing.

        While a hand drags, what comes at once after the one before is left out, for the matrix's sake: few screens
        would show both, and when the hand rests its last numbers come again.
        """
        now, before = time.perf_counter(), self._scene
        if (
            scene.trace.hasty
            and now - self._shown < LEAST_APART
            and before is not None
            and _differ_in_numbers(scene, before)
        ):
            return
        self._scene, self._shown = scene, now
        shown = scene.view.inspector
        for name, button in self.buttons.items():
            button.setChecked(name == shown)
        self._name_row(transposed=scene.view.transposed)
        self.pages.setVisible(shown != "none")
        self.title.say(*(title_parts(scene) if shown != "saturation" else ("", "")))
        self.sorted.setVisible(shown == "row")
        self.sorted.setChecked(scene.view.sorted_bars)
        self.sorted.dress(scene.palette)
        self.pages.setCurrentWidget(self.saturation if shown == "saturation" else self.bars)
        if shown == "row":
            self.bars.display(scene)
        elif shown == "saturation":
            self.saturation.display(scene)


def _differ_in_numbers(scene: Scene, before: Scene) -> bool:
    """Whether both are of one drag, and the same is looked at in both."""
    looks = [(s.view, s.form, s.palette.name, s.trace.tokens_q, s.trace.tokens_k) for s in (scene, before)]
    return before.trace.hasty and looks[0] == looks[1]


def _name(button: QPushButton, text: str, tooltip: str) -> None:
    button.setText(text)
    button.setToolTip(tooltip)
    button.setAccessibleName(text.replace("&", ""))
