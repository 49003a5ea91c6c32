"""Of imported attention: which layer and head is looked at, what is taken together, and what the numbers are."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.document.imported_source import ImportedSource
from attnviz.document.place import Place
from attnviz.export.place_words import head_name
from attnviz.export.scene import Scene
from attnviz.ui.number_field import NumberField
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import px


class PlaceControls(QWidget):
    """Signals: `layer_shown(index)` and `head_shown(index)`, 0-based; `average_requested(name)`;
    `scores_requested(bool)`; `words_requested(bool)`; `plain_requested()` to undo all remedies; `refused(sentence)`.
    """

    layer_shown = Signal(int)
    head_shown = Signal(int)
    average_requested = Signal(str)
    scores_requested = Signal(bool)
    words_requested = Signal(bool)
    plain_requested = Signal()
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first = 1  # the number of the first layer and head
        self._source: ImportedSource | None = None
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(6)
        self.layer, self._of_layers = self._number(
            self.tr("la&yer"), self.tr("Which layer is shown (Alt+Shift+Page Up, Alt+Shift+Page Down)")
        )
        self.layer.value_entered.connect(lambda value: self.layer_shown.emit(round(value) - self._first))
        self.head, self._of_heads = self._number(
            self.tr("h&ead"), self.tr("Which head is shown (Alt+Page Up, Alt+Page Down)")
        )
        self.head.value_entered.connect(lambda value: self.head_shown.emit(round(value) - self._first))
        self.name = QLabel()
        self.name.setProperty("role", "muted")
        self._box.addWidget(self.name)
        self.average = QComboBox()
        self.average.setAccessibleName(self.tr("One head, or several together"))
        self.average.setToolTip(self.tr("What the picture shows: one head, a mean of several, or attention rollout"))
        for text, name in (
            (self.tr("this head"), "none"),
            (self.tr("mean of the layer's heads"), "heads"),
            (self.tr("mean of this head over layers"), "layers"),
            (self.tr("mean of all heads"), "all"),
            (self.tr("rollout up to this layer"), "rollout"),
        ):
            self.average.addItem(text, name)
        self.average.activated.connect(lambda index: self.average_requested.emit(self.average.itemData(index)))
        self._box.addWidget(self.average)
        self.scores = Switch(self.tr("sc&ores: apply softmax"))
        self.scores.setToolTip(
            self.tr("The numbers are scores: the softmax makes weights of them, with the masks below")
        )
        self.scores.clicked.connect(self.scores_requested)
        self.words = Switch(self.tr("&pieces as whole words"))
        self.words.setToolTip(self.tr("Weights of a word's pieces added up as keys, averaged as queries"))
        self.words.clicked.connect(self.words_requested)
        self.plain = QPushButton(self.tr("as it was read"))
        self.plain.setProperty("kind", "link")
        self.plain.setToolTip(self.tr("Take back everything that was done to the numbers of the file"))
        self.plain.clicked.connect(lambda: self.plain_requested.emit())
        for widget in (self.scores, self.words, self.plain):
            self._box.addWidget(widget)

    def _number(self, label: str, tooltip: str) -> tuple[NumberField, QLabel]:
        field = NumberField(0, 1, 1, 0)
        field.setFixedWidth(px(56))
        field.setAccessibleName(tooltip)
        field.setToolTip(tooltip)
        field.refused.connect(self.refused)
        name, of = QLabel(label), QLabel()
        name.setBuddy(field)
        of.setProperty("role", "muted")
        of.setMinimumWidth(px(46))
        row = QHBoxLayout()
        row.addWidget(name)
        row.addStretch(1)
        row.addWidget(field)
        row.addWidget(of)
        self._box.addLayout(row)
        return field, of

    def display(self, scene: Scene) -> None:
        source = scene.document.source
        assert isinstance(source, ImportedSource)
        self._source = source
        place, form = scene.trace.place or Place(), scene.form
        self._first = scene.view.first_head
        heads = source.n_heads if place.average == "layers" else source.stack.heads_of(place.layer)
        for field, of, value, count in (
            (self.layer, self._of_layers, place.layer, source.n_layers),
            (self.head, self._of_heads, place.head, heads),
        ):
            field.set_range(self._first, self._first + count - 1)
            field.display(value + self._first, form)
            last = self._first + count - 1
            of.setText(
                self.tr("of {count}").format(count=count) if self._first else self.tr("to {last}").format(last=last)
            )
        self.layer.setEnabled(source.n_layers > 1 and place.average not in ("layers", "all"))
        self.head.setEnabled(heads > 1 and place.average in ("none", "layers"))
        self._show_name(source, place, scene)
        with QSignalBlocker(self.average):
            self.average.setCurrentIndex(self.average.findData(place.average))
        self.average.setEnabled(source.stack.n_matrices > 1)
        self.average.model().item(4).setEnabled(source.n_q == source.n_k)  # type: ignore[attr-defined]
        for switch, on in ((self.scores, source.holds == "scores"), (self.words, source.words)):
            switch.dress(scene.palette)
            with QSignalBlocker(switch):
                switch.setChecked(on)
        self.words.setVisible(source.pieces)
        self.plain.setVisible(bool(source.treatments))

    def _show_name(self, source: ImportedSource, place: Place, scene: Scene) -> None:
        """The name that the file gives the head, where it gives any."""
        named = place.average == "none" and source.n_layers == 1 and place.head < len(source.reading.head_names)
        self.name.setVisible(named)
        if named:
            self.name.setText(head_name(source, place.head, scene.notation))
