"""Steps through the chain: first, back, play, forward, last, a scrub bar, and what the step does."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSlider, QWidget

from attnviz.ui.accessible import give_role
from attnviz.ui.announce import announce
from attnviz.ui.guard import guarded
from attnviz.ui.key_ways import allow
from attnviz.ui.text_size import px
from attnviz.ui.wrapping import Wrapping

PAUSE = 1600  # milliseconds a step stays when played
UNBROKEN = "\u00a0×\u00a0"  # a shape stays on one line


class Player(QWidget):
    """Signal: `step_requested(step)`, 0-based, or None for the end, wherever an edit may move it.

    Left, Right, Home, End and Space work while the bar has the focus.
    """

    step_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("player")
        self._count, self._step = 1, 0
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._next)
        row = Wrapping(self)
        row.setContentsMargins(22, 6, 22, 10)
        row.setSpacing(6)
        self.first = self._button("|◁", self.tr("First step"), lambda: self._go(0))
        self.back = self._button("◁", self.tr("Step back"), lambda: self._go(self._step - 1))
        self.play = self._button("▶", self.tr("Play the steps (Space)"), self.toggle)
        self.forward = self._button("▷", self.tr("Step forward"), lambda: self._go(self._step + 1))
        self.last = self._button("▷|", self.tr("Last step"), lambda: self._go(self._count - 1))
        for button in (self.first, self.back, self.play, self.forward, self.last):
            row.add(button)
        self.bar = _Bar(Qt.Orientation.Horizontal)
        self.bar.setFixedWidth(px(150))
        self.bar.setAccessibleName(self.tr("Step of the chain"))
        self.bar.setToolTip(self.tr("Drag through the steps; arrows, Home, End, and Space to play"))
        self.bar.valueChanged.connect(self._go)
        self.bar.space_pressed.connect(self.toggle)
        row.add(self.bar)
        self.caption = QLabel()
        self.caption.setTextFormat(Qt.TextFormat.PlainText)
        self.caption.setWordWrap(True)
        row.add_space(8)
        self.caption.setMinimumWidth(px(230))
        row.add(self.caption, stretch=True)

    def _button(self, sign: str, name: str, act: object) -> QPushButton:
        button = QPushButton(sign)
        button.setFixedSize(px(34), px(30))
        button.setProperty("kind", "player")
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.clicked.connect(act)
        return button

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def display(self, count: int, step: int | None, caption: str) -> None:
        """Show where in the chain the picture is; `step` None is its end."""
        before, self._count = (self._count, self._step), count
        self._step = count - 1 if step is None else min(step, count - 1)
        with QSignalBlocker(self.bar):
            self.bar.setRange(0, count - 1)
            self.bar.setPageStep(1)
            self.bar.setValue(self._step)
        self.bar.said = str(self._step + 1)
        text = self.tr("{step} of {count} · {what}").format(step=self._step + 1, count=count, what=caption)
        self.caption.setText(text.replace(" × ", UNBROKEN))
        if text != self.bar.accessibleDescription():
            self.bar.setAccessibleDescription(text)
            if before[0] == count and before[1] != self._step:
                announce(self.bar, text)
        behind, ahead = self._step > 0, self._step < count - 1
        allow(self.play, {self.first: behind, self.back: behind, self.forward: ahead, self.last: ahead})

    def toggle(self) -> None:
        """Play from here, or from the start at the end; or pause."""
        if self.playing:
            self.pause()
            return
        self._timer.start()
        self.play.setText("❚❚")
        self.play.setAccessibleName(self.tr("Pause (Space)"))
        if self._step >= self._count - 1:
            self._ask(0)

    def pause(self) -> None:
        self._timer.stop()
        self.play.setText("▶")
        self.play.setAccessibleName(self.tr("Play the steps (Space)"))

    def _next(self) -> None:
        if self._step >= self._count - 1:
            self.pause()
            return
        self._ask(self._step + 1)
        if self._step >= self._count - 1:
            self.pause()

    def _go(self, step: int) -> None:
        self.pause()
        self._ask(step)

    def _ask(self, step: int) -> None:
        self.step_requested.emit(max(step, 0) if step < self._count - 1 else None)


class _Bar(QSlider):
    """A slider on which Space plays. Its positions count from 0; a screen reader is told the step, which counts from 1:
    see `accessible.Valued`."""

    space_pressed = Signal()
    said = ""

    def __init__(self, orientation: Qt.Orientation) -> None:
        super().__init__(orientation)
        give_role(self, QAccessible.Role.Slider)

    def number(self) -> float:
        return self.value() + 1.0

    def bounds(self) -> tuple[float, float]:
        return 1.0, self.maximum() + 1.0

    def take(self, number: float) -> None:
        self.setValue(round(number) - 1)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.space_pressed.emit()
            return
        super().keyPressEvent(event)
