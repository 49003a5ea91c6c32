"""The plan of a training run: task, head, and how it learns."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, floor, log, log10

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from attnviz.document.training_plan import COUNTS, MOST_LEARNING_RATE, OPTIMISERS, TASKS, TrainingPlan
from attnviz.export.palette import Palette
from attnviz.export.training_words import task_name
from attnviz.i18n import NumberFormat
from attnviz.ui.accessible import ScrollArea
from attnviz.ui.controls_panel import WIDTH
from attnviz.ui.number_field import NumberField
from attnviz.ui.number_slider import POSITIONS, Mapping, NumberSlider
from attnviz.ui.switch import Switch
from attnviz.ui.text_size import px


@dataclass(frozen=True, slots=True)
class _Significant(Mapping):
    """Numbers of two significant digits, for a slider over several powers of ten."""

    def value(self, position: int) -> float:
        exact = self.low * exp(log(self.high / self.low) * position / POSITIONS)
        return round(exact, 1 - floor(log10(exact)))


class TrainingControls(ScrollArea):
    """Signals: `plan_requested(field, value, gesture)`, a field of TrainingPlan; `head_requested(head)`, 0-based;
    `weights_requested(run)` to open what one has learned, 1 for the twin; `refused(sentence)`."""

    plan_requested = Signal(str, object, str)
    head_requested = Signal(int)
    weights_requested = Signal(int)
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
        self._first_head = 1
        self._seed = 0
        self.fields: dict[str, NumberField] = {}
        self._rows: dict[str, QWidget] = {}
        self._add_task()
        self._add_head()
        self._add_learning()
        self._box.addStretch(1)

    # building ----------------------------------------------------------------------------------------------

    def _add_task(self) -> None:
        self._heading(self.tr("Task"))
        self.task = QComboBox()
        self.task.setAccessibleName(self.tr("Task"))
        self.task.setToolTip(self.tr("What the head is to learn; sequences are drawn anew for every step"))
        for task in TASKS:
            self.task.addItem(task_name(task), task)
        self.task.activated.connect(lambda index: self.plan_requested.emit("task", TASKS[index], ""))
        self._box.addWidget(self.task)
        self._count("delay", self.tr("dela&y"), self.tr("How many places before it the right answer stands"))
        self._count("n", self.tr("&tokens"), self.tr("Tokens of every sequence"))
        self._count("vocabulary", self.tr("vo&cabulary"), self.tr("How many different letters there are"))

    def _add_head(self) -> None:
        self._heading(self.tr("Head"))
        low, high = COUNTS["d_k"]
        self.d_k = self._slider(
            "d_k",
            "dₖ",
            Mapping(low, high, logarithmic=True, places=0),
            self.tr("Dimension d k of queries and keys"),
            self.tr("How many components each query and key has"),
        )
        self.divide = self._switch(
            "divide", self.tr("d&ivide by √dₖ"), self.tr("Divide every score by √dₖ before the softmax")
        )
        self.compare = self._switch(
            "compare",
            self.tr("&with and without, side by side"),
            self.tr("A twin learns beside it: the same start and the same sequences, only the division differs"),
        )
        self._count("n_heads", self.tr("he&ads"), self.tr("How many heads look at the sequence"))
        self.head = NumberField(0, COUNTS["n_heads"][1], 1, 0)
        self.head.value_entered.connect(lambda value: self.head_requested.emit(round(value) - self._first_head))
        self._row("head", self.tr("head shown"), self.head, self.tr("Which head the picture shows"))
        self._count("d_model", self.tr("d_&model"), self.tr("Components of the embedding of a token"))

    def _add_learning(self) -> None:
        self._heading(self.tr("Learning"))
        self.optimiser = QComboBox()
        self.optimiser.setAccessibleName(self.tr("Optimiser"))
        self.optimiser.setToolTip(self.tr("How a gradient moves the weights"))
        names = {"sgd": self.tr("SGD: against the gradient"), "adam": self.tr("Adam: a pace for every weight")}
        for optimiser in OPTIMISERS:
            self.optimiser.addItem(names[optimiser], optimiser)
        self.optimiser.activated.connect(lambda index: self.plan_requested.emit("optimiser", OPTIMISERS[index], ""))
        self._box.addWidget(self.optimiser)
        self.learning_rate = self._slider(
            "learning_rate",
            self.tr("lea&rning rate"),
            _Significant(1e-4, 10, logarithmic=True, places=1, typed_low=1e-9, typed_high=MOST_LEARNING_RATE),
            self.tr("Learning rate"),
            self.tr("How far one step moves the weights; far too large, and the run diverges"),
        )
        self.momentum = self._slider(
            "momentum",
            self.tr("mome&ntum"),
            Mapping(0, 0.99),
            self.tr("Momentum"),
            self.tr("How much of its last move SGD makes again"),
        )
        self._count("batch", self.tr("&batch"), self.tr("How many sequences a step learns from"))
        self._count("steps", self.tr("&steps"), self.tr("After how many steps the run ends"))
        self._count("seed", self.tr("see&d"), self.tr("Start weights and sequences: the same seed, the same run"))
        self.next_seed = QPushButton(self.tr("next seed"))
        self.next_seed.setProperty("kind", "link")
        self.next_seed.setToolTip(self.tr("Begin from other weights, with other sequences"))
        self.next_seed.clicked.connect(lambda: self.plan_requested.emit("seed", self._seed + 1, ""))
        # A line of its own: between the other two it would make the panel wider than the window shows in Portuguese.
        self._box.addWidget(self.next_seed, 0, Qt.AlignmentFlag.AlignRight)
        self._box.addSpacing(6)
        self.open, self.open_twin = self._opener(0), self._opener(1)

    def _opener(self, run: int) -> QPushButton:
        button = QPushButton()
        button.setToolTip(self.tr("The learned weights and the shown sequence as a document, step by step"))
        button.clicked.connect(lambda: self.weights_requested.emit(run))
        self._box.addWidget(button)
        return button

    def _heading(self, text: str) -> None:
        label = QLabel(text)
        label.setProperty("role", "heading")
        self._box.addWidget(label)

    def _slider(self, name: str, label: str, mapping: Mapping, accessible: str, tooltip: str) -> NumberSlider:
        slider = NumberSlider(name, label, mapping)
        slider.describe(accessible, tooltip)
        whole = name in COUNTS
        slider.value_requested.connect(
            lambda value, gesture: self.plan_requested.emit(name, round(value) if whole else value, gesture)
        )
        slider.refused.connect(self.refused)
        self._box.addWidget(slider)
        return slider

    def _switch(self, name: str, text: str, tooltip: str) -> Switch:
        switch = Switch(text)
        switch.setToolTip(tooltip)
        switch.clicked.connect(lambda on: self.plan_requested.emit(name, bool(on), ""))
        self._box.addWidget(switch)
        return switch

    def _count(self, name: str, label: str, tooltip: str) -> None:
        low, high = COUNTS[name]
        field = self.fields[name] = NumberField(low, high, 1, 0)
        field.value_entered.connect(lambda value: self.plan_requested.emit(name, round(value), ""))
        self._row(name, label, field, tooltip)

    def _row(self, name: str, label: str, field: NumberField, tooltip: str) -> None:
        field.setFixedWidth(px(84 if name == "seed" else 64))
        field.setAccessibleName(label.replace("&", ""))
        field.setToolTip(tooltip)
        field.refused.connect(self.refused)
        line = self._rows[name] = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        caption = QLabel(label)
        caption.setBuddy(field)
        caption.setToolTip(tooltip)
        row.addWidget(caption)
        row.addStretch(1)
        row.addWidget(field)
        self._box.addWidget(line)

    # showing -----------------------------------------------------------------------------------------------

    def display(self, plan: TrainingPlan, head: int, first_head: int, form: NumberFormat, palette: Palette) -> None:
        """Show a plan; `head` is the one shown, 0-based."""
        self._first_head, self._seed = first_head, plan.seed
        self.task.setCurrentIndex(TASKS.index(plan.task))
        self.optimiser.setCurrentIndex(OPTIMISERS.index(plan.optimiser))
        for switch, on in ((self.divide, plan.divide), (self.compare, plan.compare)):
            switch.dress(palette)
            with QSignalBlocker(switch):
                switch.setChecked(on)
        self._name_openers(plan)
        for name, field in self.fields.items():
            field.display(getattr(plan, name), form)
        self.d_k.display(plan.d_k, form)
        self.learning_rate.display(plan.learning_rate, form)
        self.momentum.display(plan.momentum, form)
        self.momentum.setVisible(plan.optimiser == "sgd")
        self._rows["delay"].setVisible(plan.task == "delay")
        self._rows["head"].setVisible(plan.n_heads > 1)
        self.head.set_range(first_head, plan.n_heads - 1 + first_head)
        self.head.display(min(head, plan.n_heads - 1) + first_head, form)

    def _name_openers(self, plan: TrainingPlan) -> None:
        """Of two runs each says which one it opens."""
        divided, plain = self.tr("&Open in Steps: divided by √dₖ"), self.tr("Open in Steps: not di&vided")
        own, twin = (divided, plain) if plan.divide else (plain, divided)
        self.open.setText(own if plan.compare else self.tr("&Open the weights in Steps"))
        self.open_twin.setText(twin)
        self.open_twin.setVisible(plan.compare)
