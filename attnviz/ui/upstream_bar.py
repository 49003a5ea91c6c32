"""Where the way back begins: which loss, the numbers that belong to it, and what it is now."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from attnviz.document.upstream import PRESETS, Preset, place
from attnviz.errors import InputError
from attnviz.export.scene import Scene
from attnviz.export.upstream_words import component_names, named_loss, preset_names
from attnviz.export.words import short_name
from attnviz.i18n import NumberFormat
from attnviz.io.matrix_text import parse_table
from attnviz.ui.guard import guarded
from attnviz.ui.number_field import NumberField
from attnviz.ui.text_line import TextLine

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
        self.target.setMinimumWidth(140)
        self.target.editingFinished.connect(self._target_typed)
        self._fields: dict[str, tuple[QLabel, QWidget]] = {}
        self._row = row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._named(self.tr("L&oss"), self.preset))
        row.addWidget(self.preset)
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
                field.setFixedWidth(90 if which == "seed" else 46)
                field.setProperty("framed", True)
                field.refused.connect(self.refused)
            row.addWidget(label)
            row.addWidget(field)
            self._fields[which] = (label, field)
        self.note = QLabel()
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.note.setAccessibleName(self.tr("The loss now"))
        self.note.setToolTip(self.tr("The loss L as a formula, and its number now"))
        row.addWidget(self.note)
        row.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(22, 8, 22, 2)
        self._column.setSpacing(2)
        self._column.addLayout(row)

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
        if self.isVisible():  # before the first layout a width says nothing
            self._place_note()

    def _name_target(self, token: str, components: tuple[str, ...]) -> None:
        """Whose target the field holds, and of which components: target of praça · seat, money."""
        names = ", ".join(components[:MOST_NAMES]) + (", …" if len(components) > MOST_NAMES else "")
        whose = f"{short_name(token)} · {names}"
        self._fields["target"][0].setText(self.tr("target t of {token}").format(token=f"“{short_name(token)}”"))
        self.target.setPlaceholderText(names)
        self.target.setToolTip(self.tr("What the row should become, a number a component: {whose}").format(whose=whose))

    def _place_note(self) -> None:
        """The loss behind its fields, or on a line of its own where there is no room for it there."""
        margins = self._column.contentsMargins()
        items = [self._row.itemAt(i) for i in range(self._row.count())]
        shown = [item.widget() for item in items if item is not None]
        others = [
            max(widget.minimumWidth(), min(widget.sizeHint().width(), widget.maximumWidth()))
            for widget in shown
            if widget and widget is not self.note and not widget.isHidden()
        ]
        needed = sum(others) + self._row.spacing() * len(others) + self.note.sizeHint().width()
        below = needed > self.width() - margins.left() - margins.right()
        if below == (self._column.indexOf(self.note) >= 0):
            return
        if below:
            self._row.removeWidget(self.note)
            self._column.addWidget(self.note)
        else:
            self._column.removeWidget(self.note)
            self._row.insertWidget(self._row.count() - 1, self.note)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().isValid() or self.isVisible():
            self._place_note()

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
