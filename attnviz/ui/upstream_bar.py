"""Where the way back begins: which loss, the numbers that belong to it, and what it is now."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from attnviz.document.upstream import PRESETS, Preset, place
from attnviz.errors import InputError
from attnviz.export.scene import Scene
from attnviz.export.upstream_words import component_names, named_loss, preset_names
from attnviz.export.words import short_name
from attnviz.i18n import NumberFormat
from attnviz.io.matrix_text import parse_table
from attnviz.ui.number_field import NumberField
from attnviz.ui.text_line import TextLine
from attnviz.ui.text_size import px
from attnviz.ui.wrapping import Wrapping

MOST_SEED = 2.0**53
MOST_NAMES = 6  # components that the target's field names
# The fields that each loss has.
FIELDS: dict[Preset, tuple[str, ...]] = {
    "cell": ("row", "column"),
    "ones": (),
    "random": ("seed",),
    "squared": ("row", "target"),
    "cross_entropy": ("row", "column"),
    "custom": (),
}


class UpstreamBar(QWidget):
    """Signals: `preset_requested(name)`; `place_requested(field, index)` with "row" or "column", 0-based;
    `seed_requested(value)`; `target_requested(numbers)`; `refused(sentence)`.
    """

    preset_requested = Signal(str)
    place_requested = Signal(str, int)
    seed_requested = Signal(float)
    target_requested = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sentence")
        self._form = NumberFormat()
        self._target: tuple[float, ...] = ()  # as it is shown
        self.preset = QComboBox()
        self.preset.setAccessibleName(self.tr("Loss"))
        self.preset.setToolTip(self.tr("What the loss L is: where the way back begins"))
        for name, text in preset_names().items():
            self.preset.addItem(text, name)
        self.preset.activated.connect(lambda _index: self.preset_requested.emit(self.preset.currentData()))
        self.row = NumberField(1, 1, 1, 0)
        self.row.value_entered.connect(lambda value: self.place_requested.emit("row", round(value) - 1))
        self.column = NumberField(1, 1, 1, 0)
        self.column.value_entered.connect(lambda value: self.place_requested.emit("column", round(value) - 1))
        self.seed = NumberField(0, MOST_SEED, 1, 0)
        self.seed.value_entered.connect(self.seed_requested)
        self.target = TextLine()
        self.target.setMinimumWidth(px(140))
        self.target.editingFinished.connect(self._target_typed)
        self._fields: dict[str, tuple[QLabel, QWidget]] = {}
        row = Wrapping(self)
        row.setContentsMargins(22, 8, 22, 2)
        row.setSpacing(8)
        row.add(self._named(self.tr("L&oss"), self.preset))
        row.add(self.preset)
        for which, text, field, tip in (
            ("row", self.tr("row"), self.row, self.tr("Which query's output, counted from 1")),
            ("column", self.tr("compo&nent"), self.column, self.tr("Which component of the output, counted from 1")),
            ("seed", self.tr("seed"), self.seed, self.tr("Another seed draws other numbers")),
            (
                "target",
                self.tr("target t"),
                self.target,
                self.tr("What the row should become, a number a component"),
            ),
        ):
            label = self._named(text, field)
            field.setAccessibleName(text.replace("&", ""))
            field.setToolTip(tip)
            if isinstance(field, NumberField):
                field.setFixedWidth(px(90 if which == "seed" else 46))
                field.setProperty("framed", True)
                field.refused.connect(self.refused)
            row.add(label)
            row.add(field)
            self._fields[which] = (label, field)
            label.hide()  # until a loss has such a field: the row is not laid for all of them first
            field.hide()
        self.note = QLabel()
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setToolTip(self.tr("The loss L as a formula, and its number now"))
        row.add(self.note)

    def _named(self, text: str, field: QWidget) -> QLabel:
        label = QLabel(text)
        label.setBuddy(field)
        return label

    def display(self, scene: Scene) -> None:
        upstream, gradient = scene.document.upstream, scene.gradient
        self._form = scene.form
        with QSignalBlocker(self.preset):
            self.preset.setCurrentIndex(PRESETS.index(upstream.preset))
        for name, widgets in self._fields.items():
            for widget in widgets:
                widget.setVisible(name in FIELDS[upstream.preset])
        self.seed.display(upstream.seed, scene.form)
        if scene.gradient_problem:
            self.note.clear()
        if gradient is None:
            return
        n_q, d_out = gradient.result.shape
        row, column = place(upstream.row, n_q), place(upstream.column, d_out)
        self.row.set_range(1, n_q)
        self.column.set_range(1, d_out)
        self.row.display(row + 1, scene.form)
        self.column.display(column + 1, scene.form)
        self.note.setText(named_loss(scene.document, gradient, scene.form, scene.notation))
        self._name_target(gradient.trace.tokens_q[row], component_names(scene.document, gradient, scene.notation))
        self._show_target(upstream.target, d_out)

    def _name_target(self, token: str, components: tuple[str, ...]) -> None:
        """Whose target the field holds, and of which components: target of praça · seat, money."""
        names = ", ".join(components[:MOST_NAMES]) + (", …" if len(components) > MOST_NAMES else "")
        whose = f"{short_name(token)} · {names}"
        self._fields["target"][0].setText(self.tr("target t of {token}").format(token=f"“{short_name(token)}”"))
        self.target.setPlaceholderText(names)
        self.target.setToolTip(self.tr("What the row should become, a number a component: {whose}").format(whose=whose))

    def _show_target(self, target: tuple[float, ...], d_out: int) -> None:
        if self.target.hasFocus() and self.target.isModified():
            return
        self._target = (*target, *(0.0 for _ in range(d_out - len(target))))[:d_out]
        self._write_target()

    def _write_target(self) -> None:
        self.target.setText(self._form.separator.join(self._form.exact(number) for number in self._target))
        self.target.setModified(False)

    def _target_typed(self) -> None:
        if not self.target.isModified():
            return
        self.target.setModified(False)
        text = self.target.text().strip().strip("[]")
        try:
            table = parse_table(text, self._form.decimal, where=self.tr("Target t"))
        except InputError as error:
            self._write_target()
            self.refused.emit(str(error))
            return
        self.target_requested.emit(tuple(float(number) for number in table.values.ravel()))
