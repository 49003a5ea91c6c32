"""What the weights are compared with: chosen from a list, another head, or another sentence typed here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from attnviz.core.tokens import split_sentence
from attnviz.document.comparison import Comparison, Kind, kinds
from attnviz.document.document import HEADS, ProjectionSource
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.export.compare_words import head_name
from attnviz.export.scene import Scene
from attnviz.ui.guard import guarded
from attnviz.ui.number_field import NumberField
from attnviz.ui.text_line import TextLine
from attnviz.ui.text_size import px
from attnviz.ui.wrapping import Wrapping


class CompareStrip(QWidget):
    """Signals: `comparison_requested(Comparison)`; `refused(sentence)` for a sentence that has no token."""

    comparison_requested = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison = Comparison()
        self._first = 1  # the number of the first layer and head
        self.kind = _Kinds()
        self.kind.setAccessibleName(self.tr("Compare with"))
        self.kind.setToolTip(self.tr("What stands beside these weights; the third picture is the difference"))
        self.kind.activated.connect(self._choose_kind)
        self.head = QComboBox()
        self.head.setAccessibleName(self.tr("The other head"))
        self.head.setToolTip(self.tr("Which head stands beside this one"))
        self.head.activated.connect(lambda index: self._ask(head=index))
        for combo in (self.kind, self.head):  # what they offer changes while they are shown
            combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.layer = NumberField(0, 1, 1, 0)
        self.layer.setFixedWidth(px(56))
        self.layer.setAccessibleName(self.tr("The other layer"))
        self.layer.setToolTip(self.tr("Of which layer the other head is"))
        self.layer.value_entered.connect(lambda value: self._ask(layer=round(value) - self._first))
        self.layer.refused.connect(self.refused)
        self.text = TextLine()
        self.text.setAccessibleName(self.tr("The other sentence"))
        self.text.setToolTip(self.tr("Type the sentence to compare with and press Enter"))
        self.text.setPlaceholderText(self.tr("Type the other sentence and press Enter"))
        self.text.returnPressed.connect(self._choose_text)
        label = QLabel(self.tr("compare &with"))
        label.setBuddy(self.kind)
        row = Wrapping(self)
        row.setContentsMargins(22, 6, 22, 4)
        row.setSpacing(10)
        row.add(label)
        row.add(self.kind)
        row.add(self.layer)
        row.add(self.head)
        row.add(self.text, stretch=True)

    def display(self, scene: Scene) -> None:
        self._comparison = scene.view.compare
        there = kinds(scene.document, scene.pinned)
        options = scene.document.options
        names: dict[Kind, str] = {
            "divide": self.tr("not divided by √dₖ") if options.divide else self.tr("divided by √dₖ"),
            "causal": self.tr("no causal mask") if options.causal else self.tr("the causal mask"),
            "head": self.tr("another head"),
            "sentence": self.tr("another sentence"),
            "pinned": self.tr("the pinned numbers"),
        }
        _fill(self.kind, [(names[kind], kind) for kind in there], self._comparison.kind)
        source = scene.document.source
        self._first = scene.view.first_head
        imported = source if isinstance(source, ImportedSource) else None
        beside = self._comparison.kind == "head"
        self.layer.setVisible(beside and imported is not None and imported.n_layers > 1)
        if imported is not None:
            self.layer.set_range(self._first, self._first + imported.n_layers - 1)
            self.layer.display(self._comparison.layer + self._first, scene.form)
        if isinstance(source, (ProjectionSource, ImportedSource)):
            head = self.tr("head {number}")
            heads = [head.format(number=scene.notation.head(index)) for index in range(source.n_heads)]
        else:
            heads = [head_name(name) for name in HEADS]
        _fill(self.head, [(name, index) for index, name in enumerate(heads)], self._comparison.head)
        self.head.setVisible(self._comparison.kind == "head" and "head" in there)
        self.text.setVisible(self._comparison.kind == "sentence" and "sentence" in there)
        if not self.text.isModified():
            self.text.setText(self._comparison.text)

    def _choose_kind(self, index: int) -> None:
        self._ask(kind=self.kind.itemData(index))
        if self._comparison.kind == "sentence" and not self.kind.stepping:
            self.text.setFocus()

    def _choose_text(self) -> None:
        try:
            split_sentence(self.text.text())
        except InputError as error:
            self.refused.emit(str(error))
            return
        self.text.setModified(False)
        self._ask(text=self.text.text())

    def _ask(self, **changes: object) -> None:
        self.comparison_requested.emit(replace(self._comparison, **changes))  # type: ignore[arg-type]


class _Kinds(QComboBox):
    """What is compared with. `stepping`: a key or the wheel goes through the kinds, and stays to go on to the next."""

    stepping = False

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        with self._stepped():
            super().keyPressEvent(event)

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        with self._stepped():
            super().wheelEvent(event)

    @contextmanager
    def _stepped(self) -> Iterator[None]:
        self.stepping = True
        try:
            yield
        finally:
            self.stepping = False


def _fill(box: QComboBox, items: list[tuple[str, object]], chosen: object) -> None:
    """These items, and the chosen one shown; nothing is emitted, and nothing touched that is the same already."""
    blocker = QSignalBlocker(box)
    if [(box.itemText(i), box.itemData(i)) for i in range(box.count())] != items:
        box.clear()
        for text, data in items:
            box.addItem(text, data)
    box.setCurrentIndex(next((i for i, (_, data) in enumerate(items) if data == chosen), -1))
    blocker.unblock()
