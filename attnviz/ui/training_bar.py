"""Runs a training, and looks back through it: start over, run and pause, one step, a scrub bar, and the pace."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSlider, QWidget

from attnviz.document.training_look import PACES, TrainingLook
from attnviz.document.training_runs import TrainingRuns


class TrainingBar(QWidget):
    """Signals: `run_requested()`, `pause_requested()`, `step_requested()`, `reset_requested()`;
    `look_requested(step)` to look back, None for where the run is; `pace_requested(steps a second)`, None for as
    fast as it goes."""

    run_requested = Signal()
    pause_requested = Signal()
    step_requested = Signal()
    reset_requested = Signal()
    look_requested = Signal(object)
    pace_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("player")
        self._running = False
        row = QHBoxLayout(self)
        row.setContentsMargins(22, 6, 22, 10)
        row.setSpacing(6)
        self.reset = self._button("|◁", self.tr("Back to the start of the same run (R)"), self.reset_requested.emit)
        self.run = self._button("▶", self.tr("Run or pause (Space)"), self.toggle)
        self.step = self._button("▷", self.tr("One step (N)"), self.step_requested.emit)
        for button in (self.reset, self.run, self.step):
            row.addWidget(button)
        self.bar = QSlider(Qt.Orientation.Horizontal)
        self.bar.setMinimumWidth(120)
        self.bar.setAccessibleName(self.tr("Step of the run that is shown"))
        self.bar.setToolTip(self.tr("Look back through the run: drag, or arrows, Home and End; Space runs"))
        self.bar.valueChanged.connect(self._scrubbed)
        row.addWidget(self.bar, 1)
        self.caption = QLabel()
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setMinimumWidth(110)
        row.addSpacing(4)
        row.addWidget(self.caption)
        self.pace = QComboBox()
        self.pace.setAccessibleName(self.tr("Pace"))
        self.pace.setToolTip(self.tr("How many steps a second"))
        for text in (self.tr("5 steps/s"), self.tr("60 steps/s"), self.tr("at full speed")):
            self.pace.addItem(text)
        self.pace.activated.connect(lambda index: self.pace_requested.emit(PACES[index]))
        row.addWidget(self.pace)

    def _button(self, sign: str, name: str, act: object) -> QPushButton:
        button = QPushButton(sign)
        button.setFixedSize(34, 30)
        button.setProperty("kind", "player")
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(lambda: act())  # type: ignore[operator]
        return button

    def toggle(self) -> None:
        """Pause what runs, or run on; a run that has ended begins anew."""
        if self._running:
            self.pause_requested.emit()
        else:
            self.run_requested.emit()

    def display(self, runs: TrainingRuns | None, look: TrainingLook) -> None:
        """Show where the runs are, and which of their steps is looked at."""
        self._running = runs is not None and runs.running
        self.run.setText("❚❚" if self._running else "▶")
        self.step.setEnabled(runs is not None and not runs.finished and not self._running)
        self.reset.setEnabled(runs is not None and runs.step > 0)
        if look.pace in PACES:
            self.pace.setCurrentIndex(PACES.index(look.pace))
        last = 0 if runs is None else runs.step
        shown = last if look.step is None else min(look.step, last)
        with QSignalBlocker(self.bar):
            self.bar.setRange(0, max(last, 1))
            self.bar.setEnabled(last > 0)
            self.bar.setPageStep(max(last // 20, 1))
            self.bar.setValue(shown)
        steps = 0 if runs is None else runs.plan.steps
        text = self.tr("step {step} of {count}").format(step=shown, count=steps)
        self.caption.setText(text)
        self.bar.setAccessibleDescription(text)

    def _scrubbed(self, step: int) -> None:
        self.look_requested.emit(None if step >= self.bar.maximum() else step)
