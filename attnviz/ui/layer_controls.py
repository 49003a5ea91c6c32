"""What a layer of projections has: LayerNorm, heads, shared keys and values, gate, W_O; and which head is shown."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.document.document import ProjectionSource
from attnviz.document.projection_edits import MAX_HEADS
from attnviz.export.notation import Notation
from attnviz.export.scene import Scene
from attnviz.ui.number_field import NumberField
from attnviz.ui.sharing_picture import SharingPicture
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import px


class LayerControls(QWidget):
    """Signals: `layer_requested(name, value)`, `head_index_requested(head)` (0-based), `refused(sentence)`."""

    layer_requested = Signal(str, object)
    head_index_requested = Signal(int)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first = 1  # the number of the first head
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(6)
        self.head = self._number(self.tr("head shown"), 0, MAX_HEADS, self.tr("Which head the picture shows"))
        self.head.value_entered.connect(lambda value: self.head_index_requested.emit(round(value) - self._first))
        self.n_heads = self._layer_number("n_heads", self.tr("query heads"), self.tr("How many heads ask"))
        self.n_kv_heads = self._layer_number(
            "n_kv_heads", self.tr("key-value heads"), self.tr("How many heads of keys and values they share")
        )
        self.picture = SharingPicture()
        self.picture.setAccessibleName(self.tr("Which heads share keys and values"))
        self._box.addWidget(self.picture)
        self.sharing = QLabel()
        self.sharing.setWordWrap(True)
        self.sharing.setProperty("role", "muted")
        self._box.addWidget(self.sharing)
        self.normalise = self._switch("normalise", "LayerNorm", self.tr("Each row of X made mean 0, variance 1"))
        self.eps = NumberField(0, 1, 0.001, 3)
        self.eps.setFixedWidth(px(72))
        self.eps.setAccessibleName(self.tr("Epsilon of the LayerNorm"))
        self.eps.setToolTip(self.tr("Added to the variance, so that a row of equal numbers has one"))
        self.eps.value_entered.connect(lambda value: self.layer_requested.emit("eps", value))
        self.eps.refused.connect(self.refused)
        self._eps_row = self._row("ε", self.eps)
        self.gated = self._switch("gated", self.tr("output gate"), self.tr("Each head's output times σ(gate)"))
        self.output = self._switch("W_O", self.tr("output projection W_O"), self.tr("Mix the heads into one output"))
        self.random = QPushButton(self.tr("draw the W anew"))
        self.random.setProperty("kind", "link")
        self.random.setToolTip(self.tr("Random start values, as a layer has before training; each click the next seed"))
        self.random.clicked.connect(lambda: self.layer_requested.emit("random", None))
        self._box.addWidget(self.random)

    def _row(self, label: str, field: QWidget) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        name = QLabel(label)
        name.setBuddy(field)
        row.addWidget(name)
        row.addStretch(1)
        row.addWidget(field)
        self._box.addWidget(line)
        return line

    def _number(self, label: str, low: int, high: int, tooltip: str) -> NumberField:
        field = NumberField(low, high, 1, 0)
        field.setFixedWidth(px(56))
        field.setAccessibleName(tooltip)
        field.setToolTip(tooltip)
        field.refused.connect(self.refused)
        self._row(label, field)
        return field

    def _layer_number(self, name: str, label: str, tooltip: str) -> NumberField:
        field = self._number(label, 1, MAX_HEADS, tooltip)
        field.value_entered.connect(lambda value: self.layer_requested.emit(name, round(value)))
        return field

    def _switch(self, name: str, text: str, tooltip: str) -> Switch:
        switch = Switch(text)
        switch.setToolTip(tooltip)
        switch.clicked.connect(lambda on: self.layer_requested.emit(name, on))
        self._box.addWidget(switch)
        return switch

    def display(self, scene: Scene) -> None:
        source = scene.document.source
        assert isinstance(source, ProjectionSource)
        trace, form = scene.trace, scene.form
        self._first = scene.view.first_head
        self.head.set_range(self._first, self._first + source.n_heads - 1)
        self.head.display(trace.head + self._first, form)
        self.n_heads.display(source.n_heads, form)
        self.n_kv_heads.display(source.n_kv_heads, form)
        self.eps.display(source.eps, form)
        self._eps_row.setVisible(source.normalise)
        for switch, on in (
            (self.normalise, source.normalise),
            (self.gated, source.gated),
            (self.output, source.W_O is not None),
        ):
            switch.dress(scene.palette)
            with QSignalBlocker(switch):
                switch.setChecked(on)
        sentence = self._sharing(source, scene.notation)
        self.sharing.setText(sentence)
        self.picture.setAccessibleDescription(sentence)
        self.picture.display(source.n_heads, source.n_kv_heads, trace.head, scene.notation, scene.palette)
        self.picture.setVisible(source.n_heads > 1)

    def _sharing(self, source: ProjectionSource, notation: Notation) -> str:
        """Which query heads read which key-value head."""
        group = source.n_heads // source.n_kv_heads
        if source.n_heads == 1 or group == 1:
            return self.tr("each query head has keys and values of its own")
        groups = []
        for shared in range(source.n_kv_heads):
            first, last = notation.head(shared * group), notation.head((shared + 1) * group - 1)
            groups.append(f"{first}–{last} → {notation.head(shared)}")
        return self.tr("query heads → key-value head: {groups}").format(groups=", ".join(groups))
