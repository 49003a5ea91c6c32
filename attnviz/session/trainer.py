"""Runs that learn in a thread of their own, at a chosen pace; the window is told at most thirty times a second.

Two threads that both run Python take turns of milliseconds, and a picture needs thousands of turns: the run therefore
waits while the window draws what it was told. So the window stays as quick as at rest, and the run loses little.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from dataclasses import dataclass, replace

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QThread, QTimer, Signal, Slot

from attnviz.core.training.history import History, Recorder
from attnviz.document.trained import trained_trace
from attnviz.document.training_plan import TrainingPlan
from attnviz.document.training_runs import TrainingRuns, plans_of
from attnviz.export.training_tiles import learned_scales

TICK = 0.034  # seconds between two reports
BREATH = 0.0001  # seconds between two steps, in which the window's thread has its turn
DRAWING = 0.2  # seconds, at most, to wait for the window to draw
AFTER_PAINTING = Qt.EventPriority.LowEventPriority.value - 1  # Qt asks for painting with LowEventPriority
LATELY = 1.0  # seconds over which the speed is measured
ENDING = 10_000  # milliseconds to wait for the last step when the program ends


@dataclass(frozen=True, slots=True, kw_only=True)
class _Orders:
    """What the worker is to do; replaced as a whole, so that it never sees half of a change."""

    plan: TrainingPlan
    number: int  # counts beginnings: the same plan from the start again has another number
    until: int = 0  # the step to rest at
    pace: float | None = None  # steps a second; None is as fast as it goes


class _Worker(QThread):
    """Signals, from this thread: `reported(number, histories)`; `failed(error)`."""

    reported = Signal(int, object)
    failed = Signal(object)

    def __init__(self, orders: _Orders) -> None:
        super().__init__()
        self.orders = orders
        self.ending = False
        self.ordered = threading.Event()  # there are new orders, or the end has come
        self.drawn = threading.Event()  # the window has shown the last report

    def run(self) -> None:
        try:
            while not self.ending:
                self._follow(self.orders)
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which shows it
            self.failed.emit(error)

    def _follow(self, beginning: _Orders) -> None:
        """The runs of one beginning, side by side, until others are ordered."""
        recorders = [Recorder(plan) for plan in plans_of(beginning.plan)]
        self._report(beginning, recorders)
        reported = paced = time.monotonic()
        news = False
        while not self.ending and self.orders.number == beginning.number:
            orders = self.orders
            moving = [r for r in recorders if not r.run.finished and r.run.steps < orders.until]
            for recorder in moving:
                recorder.step()
                time.sleep(BREATH)
            news = news or bool(moving)
            slow = orders.pace is not None and 1 / orders.pace >= TICK
            if news and (not moving or slow or time.monotonic() - reported >= TICK):
                self._report(beginning, recorders)
                reported, news = time.monotonic(), False
            if not moving:
                self._wait(None)
                paced = time.monotonic()
            elif orders.pace is not None:
                # A pace that cannot be kept is not made up for later.
                paced = max(paced + 1 / orders.pace, time.monotonic() - TICK)
                self._wait(max(0.0, paced - time.monotonic()))

    def _wait(self, seconds: float | None) -> None:
        """Sleep until there are new orders, or for some seconds."""
        self.ordered.wait(seconds)
        self.ordered.clear()

    def _report(self, beginning: _Orders, recorders: list[Recorder]) -> None:
        histories = tuple(recorder.history() for recorder in recorders)
        for history in histories:  # what the window is about to show of them: there it takes no time any more
            trained_trace(history.plan, history.at(None))
        learned_scales(beginning.plan, tuple(history.at(None) for history in histories))
        self.drawn.clear()
        self.reported.emit(beginning.number, histories)
        self.drawn.wait(DRAWING)


class Trainer(QObject):
    """The runs of a plan: one, or two side by side. Nothing is computed before `prepare`.

    Signals: `progressed(runs)` whenever they have moved, or begun, or come to rest; `failed(error)`.
    """

    progressed = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.runs: TrainingRuns | None = None
        self._worker: _Worker | None = None
        self._orders: _Orders | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._drawing)
        self._lately: deque[tuple[float, int]] = deque()  # (time, step) of the last reports of a run that goes on

    def prepare(self, plan: TrainingPlan) -> None:
        """Begin a plan, at rest at its start; the plan that is there already goes on undisturbed."""
        if self._orders is None or plan != self._orders.plan:
            self._begin(plan)

    def reset(self) -> None:
        """Back to the start of the same plan."""
        if self._orders is not None:
            self._begin(self._orders.plan)

    def run(self) -> None:
        """Go on until the plan's last step."""
        if self._orders is not None:
            self._order(replace(self._orders, until=self._orders.plan.steps))

    def pause(self) -> None:
        if self._orders is not None and self._orders.until:
            self._order(replace(self._orders, until=0))

    def step(self) -> None:
        """One step more."""
        if self._orders is not None and self.runs is not None:
            self._order(replace(self._orders, until=self.runs.step + 1))

    def set_pace(self, pace: float | None) -> None:
        """Steps a second; None is as fast as it goes."""
        if self._orders is not None and pace != self._orders.pace:
            self._order(replace(self._orders, pace=pace))

    @property
    def running(self) -> bool:
        """Whether the runs go on by themselves."""
        return self.runs is not None and self.runs.running

    def stop(self) -> None:
        """End the thread, before the program does."""
        if self._worker is not None:
            self._worker.ending = True
            self._worker.ordered.set()
            self._worker.drawn.set()
            self._worker.wait(ENDING)
            self._worker = None
            self._orders = self.runs = None

    def _begin(self, plan: TrainingPlan) -> None:
        number = 0 if self._orders is None else self._orders.number + 1
        pace = None if self._orders is None else self._orders.pace
        self.runs = None
        self._lately.clear()
        self._order(_Orders(plan=plan, number=number, pace=pace))

    def _order(self, orders: _Orders) -> None:
        self._orders = orders
        if self._worker is None:
            self._worker = _Worker(orders)
            self._worker.reported.connect(self._reported)
            self._worker.failed.connect(self.failed)
            self._worker.start(QThread.Priority.LowPriority)
        self._worker.orders = orders
        self._worker.ordered.set()
        if self.runs is not None and self.runs.running != self._runs_on(self.runs.histories):
            self._show(self.runs.histories)

    @Slot(int, object)
    def _reported(self, number: int, histories: tuple[History, ...]) -> None:
        if self._orders is not None and number == self._orders.number:  # else: sent before other orders, heard after
            self._show(histories)
        self._soon.start(0)  # by then the window has asked for painting, which it may do a moment after it is told

    @Slot()
    def _drawing(self) -> None:
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.User), AFTER_PAINTING)

    def customEvent(self, event: QEvent) -> None:
        """The event sent behind a report: by now the window has drawn it."""
        if self._worker is not None:
            self._worker.drawn.set()

    def _show(self, histories: tuple[History, ...]) -> None:
        assert self._orders is not None
        running = self._runs_on(histories)
        runs = TrainingRuns(plan=self._orders.plan, histories=histories, running=running)
        self.runs = replace(runs, speed=self._speed(runs.step) if running else None)
        if not running:
            self._lately.clear()
        self.progressed.emit(self.runs)

    def _speed(self, step: int) -> float | None:
        """Steps a second, lately; None before there is enough to measure."""
        now = time.monotonic()
        self._lately.append((now, step))
        while now - self._lately[0][0] > LATELY and len(self._lately) > 2:
            self._lately.popleft()
        since, first = self._lately[0]
        return (step - first) / (now - since) if now - since > LATELY / 4 else None

    def _runs_on(self, histories: tuple[History, ...]) -> bool:
        ended = all(history.finished for history in histories)
        return self._orders is not None and self._orders.until >= self._orders.plan.steps and not ended
