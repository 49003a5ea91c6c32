"""Turns documents into traces: at once while that is much cheaper than a frame, else in one worker."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from attnviz.core.patience import Cancelled, patiently
from attnviz.document.derive import FLOAT32_CELLS, cells, derive
from attnviz.document.document import Document
from attnviz.document.trace import Trace

# About 3 ms of work on two cores; above it the window would miss frames while a slider is dragged.
SYNCHRONOUS_CELLS = 200_000
FRAME = 0.016  # seconds
AT_ONCE = FRAME / 2  # seconds of tracing and showing, up to which every request of a drag is served by itself
# Above it, while a hand drags, what is not in the picture waits until it rests.
HASTY_CELLS = FLOAT32_CELLS
# Seconds that a picture made in haste may take in the GUI thread. In a worker it takes longer, and now and then several
# times as long: both of its hands have to share the interpreter with whoever shows the picture before.
IN_HAND = 2 * FRAME
BURST = 4  # requests that follow one another within a frame, from which on a hand is dragging something
HASTE = 2  # and from which on a large picture is made in haste: each of the first ones takes many frames
SAY_BUSY = 150  # milliseconds of work before anyone is told: a word that comes and goes at once only flickers
PACE = 0.1  # seconds between one word of how far the work is and the next
REST = 300  # milliseconds without a request after which rounding is taken out


class Beside(Protocol):
    """What a picture shows beside the trace: made right after it, where it was made, so that both come together."""

    def cells(self, document: Document) -> int:
        """How many scores it will take."""

    def make(self, document: Document, trace: Trace, exact: bool, hasty: bool) -> None:
        """Make it and keep it. From any thread, but never from two at once."""

    def rough(self, document: Document) -> bool:
        """Whether what was made last belongs to the document and shall be made anew when the hand rests."""


def _outcome(
    document: Document,
    previous: tuple[Document, Trace] | None,
    beside: Beside | None = None,
    exact: bool = False,
    hasty: bool = False,
) -> Trace | Exception:
    try:
        trace = derive(document, previous=previous, exact=exact, hasty=hasty)
        if beside is not None:
            beside.make(document, trace, exact, hasty)
        return trace
    except Exception as error:  # noqa: BLE001 — shown by whoever listens to `failed`
        return error


class Tracer(QObject):
    """Every finished trace is delivered with its document; of those that must wait, only the newest is kept.

    A small document is traced at once. While a hand drags, what has come in meanwhile is one request: the newest is
    served when all events have been heard, and the picture of the one before has been painted.

    Signals: `traced(document, trace)`; `failed(document, error)`; `busy(bool)` when the worker has been at it for a
    while, and when it is done; `progressed(share)` of work that can be cancelled, `cancelled(document)` once it was.
    """

    traced = Signal(object, object)
    failed = Signal(object, object)
    busy = Signal(bool)
    progressed = Signal(float)
    cancelled = Signal(object)
    _computed = Signal(object, object)
    _told = Signal(float)

    def __init__(self, parent: QObject | None = None, *, synchronous_cells: int = SYNCHRONOUS_CELLS) -> None:
        super().__init__(parent)
        # Not a QThreadPool: PySide never lets go of a job given to one, nor of the matrices that the job holds.
        self._pool: ThreadPoolExecutor | None = None
        self.beside: Beside | None = None
        self._computed.connect(self._finished, Qt.ConnectionType.QueuedConnection)
        self._told.connect(self._heard, Qt.ConnectionType.QueuedConnection)
        self._synchronous_cells = synchronous_cells
        self._running: Document | None = None
        self._waiting: Document | None = None
        self._unwanted: Document | None = None  # what runs, while nobody waits for it any more
        self._outdated: Document | None = None  # what runs, while a hand drags on: a picture in haste comes sooner
        self._plain = False  # whether what runs is not made in haste
        self._last: tuple[Document, Trace] | None = None
        self._said_busy = False
        self._busy_timer = self._timer(SAY_BUSY, self._say_busy)
        self._rest_timer = self._timer(REST, self._rested)
        self._turn_timer = self._timer(0, self._serve_waiting)
        self._paint_timer = self._timer(0, self._note_painted)
        self._burst = 0  # requests in a row, each within a frame of the one before
        self._asked = self._painted = float("-inf")
        self._cost = 0.0  # seconds that tracing and showing took last time
        self._pace: float | None = None  # seconds a cell that this drag's pictures take, once one has been made

    def request(self, document: Document) -> None:
        """Ask for the document's trace."""
        now = time.perf_counter()
        # What came while a picture was painted is heard when it is done: the hand has not rested meanwhile.
        if self._paint_timer.isActive() or now - max(self._asked, self._painted) < FRAME + self._cost:
            self._burst += 1
        else:
            self._burst, self._pace = 0, None
        self._asked = now
        self._rest_timer.stop()
        self._waiting = document
        self._unwanted = self._running
        if self._plain and self._hastes(document):
            self._outdated = self._running
        # A large picture always waits for its turn, so that none is made which the next event outdates unpainted.
        if self._burst >= BURST and (self._cost > AT_ONCE or cells(document) > HASTY_CELLS):
            self._turn_timer.start()
        else:
            self._serve_waiting()

    @property
    def last(self) -> tuple[Document, Trace] | None:
        """The document and trace that the next one builds on."""
        return self._last

    @property
    def waits(self) -> bool:
        """Whether a newer document than the one that is told of waits for its turn."""
        return self._waiting is not None

    def carry_on(self, document: Document, trace: Trace) -> None:
        """Build the next trace on this one, which was made elsewhere."""
        self._last = (document, trace)

    def forget(self) -> None:
        """Hold no trace and begin with none: nobody looks at them. What runs is told of all the same, when it ends."""
        self._last = self._waiting = None
        self._unwanted = self._running
        self._rest_timer.stop()

    def cancel(self) -> None:
        """End what runs, if it is of the kind that can be, and do not begin what waits."""
        if self._running is not None:
            self._waiting, self._unwanted = None, self._running

    def stop(self) -> None:
        """Forget what waits and let the running job end unheard, before the program does."""
        self._waiting, self._unwanted = None, self._running
        for timer in (self._busy_timer, self._rest_timer, self._turn_timer, self._paint_timer):
            timer.stop()
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
        self._running = None

    def _timer(self, milliseconds: int, act: Callable[[], None]) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(milliseconds)
        timer.timeout.connect(act)
        return timer

    def _serve_waiting(self) -> None:
        """Trace what waits, here or in the worker, unless the worker is not free yet."""
        self._turn_timer.stop()
        if self._running is not None or self._waiting is None:
            return
        document, self._waiting = self._waiting, None
        size = cells(document)
        hasty = self._hastes(document)
        more = 0 if self.beside is None else self.beside.cells(document)
        known, size = self._known(document) and more <= self._synchronous_cells, size + more
        # What is made beside takes as long again, too long for the hand.
        in_hand = hasty and not more and self._pace is not None and self._pace * size < IN_HAND
        if size > self._synchronous_cells and not in_hand and not known:
            self._start(document, size, hasty=hasty)
            return
        start = time.perf_counter()
        outcome = _outcome(document, self._last, self.beside, hasty=hasty)
        if hasty:
            self._learn((time.perf_counter() - start) / size)
        self._report(document, outcome)
        self._cost = time.perf_counter() - start

    def _hastes(self, document: Document) -> bool:
        """Whether the document's picture would be made in haste."""
        return self._burst >= HASTE and cells(document) > HASTY_CELLS

    def _learn(self, pace: float) -> None:
        """One picture that was held up by something else is no reason to do the next ones elsewhere."""
        self._pace = pace if self._pace is None else (self._pace + pace) / 2

    def _known(self, document: Document) -> bool:
        """Whether the last trace is this document's, which may differ in what no score depends on."""
        last = self._last[0] if self._last is not None else None
        return last is not None and last.source is document.source and last.options == document.options

    def _start(self, document: Document, size: int, *, exact: bool = False, hasty: bool = False) -> None:
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="trace")
        self._running, self._plain = document, not hasty
        if not self._busy_timer.isActive() and not self._said_busy:
            self._busy_timer.start()
        self._pool.submit(self._work, document, self._last, self.beside, size, exact, hasty)

    def _work(
        self,
        document: Document,
        previous: tuple[Document, Trace] | None,
        beside: Beside | None,
        size: int,
        exact: bool,
        hasty: bool,
    ) -> None:
        """Runs in the worker: immutable input, a trace or the exception out."""
        start = time.thread_time()
        with patiently(self._listener(document), wanted=lambda: self._outdated is not document):
            outcome = _outcome(document, previous, beside, exact, hasty)
        if hasty:  # of this thread alone: painting, which goes on meanwhile, has held it up
            self._learn((time.thread_time() - start) / size)
        self._computed.emit(document, outcome)

    def _listener(self, document: Document) -> Callable[[float], None]:
        """Hears in the worker how far it is, and ends it when nobody waits for it."""
        following = time.perf_counter() + SAY_BUSY / 1000

        def listen(share: float) -> None:
            nonlocal following
            if self._unwanted is document:
                raise Cancelled
            if time.perf_counter() >= following:
                following = time.perf_counter() + PACE
                self._told.emit(share)

        return listen

    @Slot(float)
    def _heard(self, share: float) -> None:
        if self._running is None:
            return  # told before it was finished, heard after
        if not self._said_busy:
            self._busy_timer.stop()
            self._say_busy()
        self.progressed.emit(share)

    @Slot(object, object)
    def _finished(self, document: Document, outcome: Trace | Exception) -> None:
        if self._running is not document:
            return  # reported before `stop`, delivered after it
        self._running = self._unwanted = self._outdated = None
        if not isinstance(outcome, Cancelled):
            start = time.perf_counter()
            self._report(document, outcome)
            self._cost = time.perf_counter() - start
        elif self._waiting is None:
            self.cancelled.emit(document)
        # What was shown before is let go of by now, so the worker finds its memory free; painting goes on meanwhile.
        self._serve_waiting()
        if self._running is None:
            self._busy_timer.stop()
            if self._said_busy:
                self._said_busy = False
                self.busy.emit(False)

    def _report(self, document: Document, outcome: Trace | Exception) -> None:
        if isinstance(outcome, Exception):
            self.failed.emit(document, outcome)
            return
        self._last = (document, outcome)
        if outcome.rough or (self.beside is not None and self.beside.rough(document)):
            self._rest_timer.start()
        self._paint_timer.start()
        self.traced.emit(document, outcome)

    def _note_painted(self) -> None:
        """Qt paints what was shown before it comes to its timers."""
        self._painted = time.perf_counter()

    def _say_busy(self) -> None:
        self._said_busy = True
        self.busy.emit(True)

    def _rested(self) -> None:
        """The hand rests: compute the last picture anew, without the rounding of the changes that led to it."""
        if self._running is None and self._waiting is None and self._last is not None:
            self._start(self._last[0], cells(self._last[0]), exact=True)
