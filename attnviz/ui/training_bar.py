"""Runs a training, and looks back through it: start over, run and pause, one step, a scrub bar, and the pace."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QPushButton,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QWidget,
)

from attnviz.document.training_look import PACES, TrainingLook
from attnviz.document.training_runs import TrainingRuns
from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.guard import guarded
from attnviz.ui.key_ways import allow
from attnviz.ui.text_size import px
from attnviz.ui.wrapping import Wrapping

ROOM = 4  # pixels beside the caption: digits differ in width
DONE = 0.45  # opacity of the groove where steps are done


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
        self._runs: TrainingRuns | None = None
        self._shown = 0
        row = Wrapping(self)
        row.setContentsMargins(22, 6, 22, 10)
        row.setSpacing(6)
        self.reset = self._button("|◁", self.tr("Back to the start of the same run (R)"), self.reset_requested.emit)
        self.run = self._button("▶", self.tr("Run or pause (Space)"), self.toggle)
        self.step = self._button("▷", self.tr("One step (N)"), self.step_requested.emit)
        for button in (self.reset, self.run, self.step):
            row.add(button)
        self.bar = _RunSlider()
        self.bar.setMinimumWidth(px(120))
        self.bar.setAccessibleName(self.tr("Step of the run that is shown"))
        self.bar.setToolTip(self.tr("Look back through the run: drag, or arrows, Home and End; Space runs"))
        self.bar.valueChanged.connect(self._scrubbed)
        self.bar.sliderReleased.connect(self._put_handle)
        row.add(self.bar, stretch=True)
        self.caption = QLabel()
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        row.add_space(4)
        row.add(self.caption)
        self.pace = QComboBox()
        self.pace.setAccessibleName(self.tr("Pace"))
        self.pace.setToolTip(self.tr("How many steps a second"))
        for text in (self.tr("5 steps/s"), self.tr("60 steps/s"), self.tr("at full speed")):
            self.pace.addItem(text)
        self.pace.activated.connect(lambda index: self.pace_requested.emit(PACES[index]))
        row.add(self.pace)

    @property
    def shown(self) -> int:
        """The step that is looked at."""
        return self._shown

    def _button(self, sign: str, name: str, act: object) -> QPushButton:
        button = QPushButton(sign)
        button.setFixedSize(px(34), px(30))
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

    def display(self, runs: TrainingRuns | None, steps: int, look: TrainingLook, palette: Palette) -> None:
        """Show where the runs of a plan of so many steps are, and which of their steps is looked at."""
        self._runs = runs
        self._running = runs is not None and runs.running
        self.run.setText("❚❚" if self._running else "▶")
        self.run.setAccessibleName(self.tr("Pause (Space)") if self._running else self.tr("Run (Space)"))
        if look.pace in PACES:
            self.pace.setCurrentIndex(PACES.index(look.pace))
        last = 0 if runs is None else runs.step
        goes_on = runs is not None and not runs.finished and not self._running
        allow(self.run, {self.step: goes_on, self.reset: last > 0, self.bar: last > 0})
        back = None if runs is None else runs.kept(look.step)
        self._shown = last if back is None else back
        with QSignalBlocker(self.bar):
            self.bar.setRange(0, max(steps, 1))
            self.bar.setPageStep(max(steps // 20, 1))
        self.bar.show_done(last, palette)
        self._put_handle()
        text = self.tr("step {step} of {count}").format(step=self._shown, count=steps)
        self._keep_room(steps)
        self.caption.setText(text)
        self.bar.setAccessibleDescription(text)

    def _keep_room(self, steps: int) -> None:
        """A caption of one size: else all controls would be laid out again at every step."""
        widest = self.tr("step {step} of {count}").format(step=steps, count=steps)
        room = self.caption.fontMetrics().size(0, widest)
        margins = self.caption.contentsMargins()
        height = room.height() + margins.top() + margins.bottom() + 2 * self.caption.margin()
        self.caption.setFixedSize(max(room.width() + ROOM, px(110)), height)

    def _put_handle(self) -> None:
        """The handle to the step that is shown; never under the hand that holds it."""
        if not self.bar.isSliderDown():
            with QSignalBlocker(self.bar):
                self.bar.setValue(self._shown)

    def _scrubbed(self, step: int) -> None:
        """To the handle; a key goes one kept step on, however far that is."""
        self.look_at(step, None if self.bar.isSliderDown() else self._shown)
        self._put_handle()

    def look_at(self, step: int, beyond: int | None = None) -> None:
        """Ask for the kept step nearest to a step, see TrainingRuns; from where the run is on, for that."""
        runs = self._runs
        if runs is not None:
            self.look_requested.emit(None if step >= runs.step else runs.nearest(step, beyond))


class _RunSlider(QSlider):
    """All steps of a plan; those that are done are marked on the groove."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._done = 0
        self._palette = LIGHT

    def show_done(self, done: int, palette: Palette) -> None:
        if (done, palette) != (self._done, self._palette):
            self._done, self._palette = done, palette
            self.update()

    def done_end(self) -> int:
        """Where the part that is done ends, in pixels."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        handle = self._handle(option).width()
        span = self.width() - handle
        return handle // 2 + QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), self._done, span)

    def _handle(self, option: QStyleOptionSlider) -> QRect:
        part = QStyle.SubControl.SC_SliderHandle
        return self.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, self)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        start, end = self._handle(option).right() + 1, self.done_end()
        if end > start:
            painter = QPainter(self)
            painter.setOpacity(DONE)
            painter.fillRect(start, self._handle(option).center().y() - 1, end - start, 4, QColor(self._palette.accent))
            painter.end()
