"""Beside the shapes: which model, its numbers, what followed from the last change, and n, batch and dtype."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from attnviz.core.model_shape import ModelShape
from attnviz.document import model_presets
from attnviz.document.model_shape import shown_n, shown_shape
from attnviz.document.shape_edits import NUMBERS, SWITCHES, consequences
from attnviz.document.shape_file import LIMITS
from attnviz.document.shapes_look import DTYPES, MAX_BATCH, MAX_N
from attnviz.export.palette import Palette
from attnviz.export.scene import Scene
from attnviz.ui.accessible import ScrollArea
from attnviz.ui.number_field import NumberField
from attnviz.ui.number_slider import Mapping, NumberSlider
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import px

WIDTH = 284
FIELD = 92  # a field with room for 1,048,576
MOST_FOLLOWED = 8  # sentences shown
COURSE = "course material"  # a model's source that is told in the person's language
OWN, CHANGED = "", "?"  # entries of the chooser that are no model's id


class ShapesPanel(ScrollArea):
    """Signals: `model_requested(id)`, "" for the document's own layer; `number_requested(field, value)`;
    `switch_requested(field, on)`; `look_requested(name, value)` for n, batch, dtype and ask; `refused(sentence)`.
    """

    model_requested = Signal(str)
    number_requested = Signal(str, int)
    switch_requested = Signal(str, bool)
    look_requested = Signal(str, object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("right")
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # its controls are reached, and scrolled to, by themselves
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedWidth(px(WIDTH))
        inside = QWidget()
        inside.setObjectName("side")
        self.setWidget(inside)
        self._box = QVBoxLayout(inside)
        self._box.setContentsMargins(14, 12, 14, 12)
        self._box.setSpacing(7)
        self._shape: ModelShape | None = None
        self._switches: list[Switch] = []
        self._add_model()
        self._add_tokens()
        self._add_numbers()
        self._add_flags()
        self._box.addStretch(1)

    # building ----------------------------------------------------------------------------------------------

    def _heading(self, text: str) -> QLabel:
        label = QLabel(text)
        label.setProperty("role", "heading")
        self._box.addWidget(label)
        return label

    def _muted(self) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setProperty("role", "muted")
        self._box.addWidget(label)
        return label

    def _add_model(self) -> None:
        heading = self._heading(self.tr("&Model"))
        self.models = QComboBox()
        self.models.setAccessibleName(self.tr("Model"))
        self.models.setToolTip(self.tr("Whose shapes are shown; drop a model’s config.json on the window for another"))
        self.models.setMaxVisibleItems(24)
        self.models.addItem(self.tr("This document’s layer"), OWN)
        for name in model_presets.shipped():
            self.models.addItem(model_presets.load(name).name, name)
        self.models.activated.connect(self._chosen)
        heading.setBuddy(self.models)
        self._box.addWidget(self.models)
        self._source = self._muted()

    def _add_tokens(self) -> None:
        self._heading(self.tr("Tokens"))
        self.n = NumberSlider("n", self.tr("tokens &n"), Mapping(1, MAX_N, logarithmic=True, places=0))
        self.n.describe(
            self.tr("Number of tokens"), self.tr("How many tokens stand in the context, from 1 to 1,048,576")
        )
        self.batch = NumberSlider("batch", self.tr("&batch"), Mapping(1, MAX_BATCH, logarithmic=True, places=0))
        self.batch.describe(self.tr("Batch"), self.tr("How many sequences are worked on at once"))
        for name, slider in (("n", self.n), ("batch", self.batch)):
            slider.value_requested.connect(
                lambda value, _gesture, name=name: self.look_requested.emit(name, round(value))
            )
            slider.refused.connect(self.refused)
            slider.field.group_digits()
            slider.field.setFixedWidth(px(FIELD))
            self._box.addWidget(slider)
        row = QHBoxLayout()
        row.setSpacing(0)
        self.dtypes: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        tips = {
            "fp32": self.tr("4 bytes a number"),
            "bf16": self.tr("2 bytes a number"),
            "int8": self.tr("1 byte a number"),
        }
        for name in DTYPES:
            button = QPushButton(name)
            button.setCheckable(True)
            button.setProperty("kind", "segment")
            button.setToolTip(tips[name])
            button.setAccessibleName(f"{name}: {tips[name]}")
            button.clicked.connect(lambda _checked=False, name=name: self.look_requested.emit("dtype", name))
            group.addButton(button)
            row.addWidget(button)
            self.dtypes[name] = button
        self._box.addLayout(row)

    def _add_numbers(self) -> None:
        self._heading(self.tr("Numbers"))
        names = {
            "hidden": self.tr("hidden size"),
            "n_layers": self.tr("layers"),
            "n_heads": self.tr("query heads"),
            "n_kv_heads": self.tr("key-value heads"),
            "head_dim": self.tr("size of a head"),
            "intermediate": self.tr("size of the MLP"),
            "vocab": self.tr("vocabulary"),
            "context": self.tr("longest n"),
            "window": self.tr("sliding window"),
        }
        grid = QGridLayout()
        grid.setVerticalSpacing(3)
        self.fields: dict[str, NumberField] = {}
        self._labels: dict[str, QLabel] = {}
        for row, name in enumerate(NUMBERS):
            field = NumberField(1, LIMITS[name], 1, 0)
            field.group_digits()
            field.setFixedWidth(px(FIELD))
            field.setAccessibleName(names[name])
            field.setToolTip(self.tr("{field}: type another number and see what has to follow").format(field=name))
            field.value_entered.connect(lambda value, name=name: self.number_requested.emit(name, round(value)))
            field.refused.connect(self.refused)
            label = QLabel(names[name])
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1, Qt.AlignmentFlag.AlignRight)
            self.fields[name], self._labels[name] = field, label
        self._box.addLayout(grid)
        self._followed = self._muted()
        self._followed.setAccessibleName(self.tr("What followed from the last change"))

    def _add_flags(self) -> None:
        names = {
            "gated": (self.tr("output &gate"), self.tr("Fused into the query’s matrix, which becomes wider")),
            "qkv_bias": (self.tr("biases of Q, K and V"), self.tr("A number added to every column of q, k and v")),
            "o_bias": (self.tr("bias of the last matrix"), self.tr("A number added to every column that comes out")),
            "qk_norm": (self.tr("norms of Q and K"), self.tr("A scale for each of a head’s query and key numbers")),
            "tied": (self.tr("tied embeddings"), self.tr("The last matrix is the table of tokens, counted once")),
        }
        self.switches: dict[str, Switch] = {}
        for name in SWITCHES:
            text, tip = names[name]
            switch = self._switch(text, tip)
            switch.clicked.connect(lambda on, name=name: self.switch_requested.emit(name, on))
            self.switches[name] = switch
        self._heading(self.tr("Question"))
        self.ask = self._switch(self.tr("guess first, &then see"), self.tr("Another model’s matrices wait for a guess"))
        self.ask.clicked.connect(lambda on: self.look_requested.emit("ask", on))

    def _switch(self, text: str, tip: str) -> Switch:
        switch = Switch(text)
        switch.setToolTip(tip)
        self._switches.append(switch)
        self._box.addWidget(switch)
        return switch

    # showing -----------------------------------------------------------------------------------------------

    def display(self, scene: Scene) -> None:
        """The numbers of the model in a scene, and what changed in them since the last."""
        shape, look = shown_shape(scene.document), scene.view.shapes
        self._show_models(scene.document.shape)
        if shape != self._shape:
            self._show_followed(shape, scene)
            self._shape = shape
        for name, field in self.fields.items():
            value = getattr(shape, name)
            field.setVisible(value is not None)
            self._labels[name].setVisible(value is not None)
            if value is not None:
                field.display(value, scene.form)
        for name, switch in self.switches.items():
            switch.setChecked(getattr(shape, name))
            switch.setEnabled(shape.projections)
        self.switches["tied"].setVisible(shape.vocab is not None)
        self.ask.setChecked(look.ask)
        self.n.display(shown_n(scene.document, look.n), scene.form)
        self.batch.display(look.batch, scene.form)
        self.dtypes[look.dtype].setChecked(True)
        self._dress(scene.palette)

    def _dress(self, palette: Palette) -> None:
        for switch in self._switches:
            switch.dress(palette)

    def _show_models(self, shape: ModelShape | None) -> None:
        """The model's entry in the chooser; one that is none of them gets an entry of its own at the end."""
        preset = OWN if shape is None else model_presets.preset_of(shape)
        blocker = QSignalBlocker(self.models)
        last = self.models.count() - 1
        if self.models.itemData(last) == CHANGED:
            self.models.removeItem(last)
        if preset is None and shape is not None:
            self.models.addItem(self._title(shape), CHANGED)
        self.models.setCurrentIndex(self.models.findData(CHANGED if preset is None else preset))
        blocker.unblock()
        source = "" if shape is None else shape.source
        if source == COURSE:
            source = self.tr("course material; only its attention is known")
        self._source.setText(self.tr("From: {source}").format(source=source) if source else "")
        self._source.setVisible(bool(source))

    def _title(self, shape: ModelShape) -> str:
        """What a model that is no shipped one is called: by its own name, or as the one that it was before changes."""
        shipped = (model_presets.load(name).name for name in model_presets.shipped())
        if not shape.name:
            return self.tr("This document’s layer, changed")
        return self.tr("{name}, changed").format(name=shape.name) if shape.name in shipped else shape.name

    def _show_followed(self, shape: ModelShape, scene: Scene) -> None:
        """What else changed with the last change of one model's numbers; another model is no change of this one."""
        before = self._shape
        same = before is not None and (before.name, before.family) == (shape.name, shape.family)
        sentences = consequences(before, shape, form=scene.form) if same and before is not None else ()
        shown = [*sentences[:MOST_FOLLOWED], *(["…"] if len(sentences) > MOST_FOLLOWED else [])]
        self._followed.setText("\n".join(shown))
        self._followed.setVisible(bool(shown))

    def followed(self) -> str:
        """The sentences on what followed, one a line."""
        return self._followed.text()

    @Slot(int)
    def _chosen(self, index: int) -> None:
        model = self.models.itemData(index)
        if model != CHANGED:
            self.model_requested.emit(model)
