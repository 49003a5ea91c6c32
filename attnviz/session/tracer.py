"""Turns documents into traces: at once while that is cheaper than a frame, else in one worker."""

from __future__ import annotations

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

from attnviz.document.derive import cells, derive
from attnviz.document.document import Document
from attnviz.document.trace import Trace

# About 3 ms of work on two cores; above it the window would miss frames while a slider is dragged.
SYNCHRONOUS_CELLS = 200_000


class _Job(QRunnable):
    """Derives one document. Owns its input; reports a trace or the exception."""

    class Reports(QObject):
        finished = Signal(object, object)

    def __init__(self, document: Document, previous: tuple[Document, Trace] | None) -> None:
        super().__init__()
        self.reports = _Job.Reports()
        self.document = document
        self._previous = previous

    def run(self) -> None:
        outcome: Trace | Exception
        try:
            outcome = derive(self.document, previous=self._previous)
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which shows it
            outcome = error
        self.reports.finished.emit(self.document, outcome)


class Tracer(QObject):
    """Every finished trace is delivered with its document; only the newest waiting request is kept.

    Signals: `traced(document, trace)`; `failed(document, error)`; `busy(bool)` while the worker runs.
    """

    traced = Signal(object, object)
    failed = Signal(object, object)
    busy = Signal(bool)

    def __init__(self, parent: QObject | None = None, *, synchronous_cells: int = SYNCHRONOUS_CELLS) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._synchronous_cells = synchronous_cells
        self._running: _Job | None = None
        self._waiting: Document | None = None
        self._last: tuple[Document, Trace] | None = None

    def request(self, document: Document) -> None:
        """Ask for the document's trace."""
        if self._running is None and cells(document) <= self._synchronous_cells:
            try:
                outcome: Trace | Exception = derive(document, previous=self._last)
            except Exception as error:  # noqa: BLE001 — shown by whoever listens to `failed`
                outcome = error
            self._report(document, outcome)
            return
        self._waiting = document
        self._start_waiting()

    def stop(self) -> None:
        """Forget what waits and let the running job end unheard, before the program does."""
        self._waiting = None
        self._pool.waitForDone()
        self._running = None

    def _start_waiting(self) -> None:
        if self._running is not None or self._waiting is None:
            return
        document, self._waiting = self._waiting, None
        job = _Job(document, self._last)
        job.setAutoDelete(False)
        job.reports.finished.connect(self._finished)
        self._running = job
        self.busy.emit(True)
        self._pool.start(job)

    @Slot(object, object)
    def _finished(self, document: Document, outcome: Trace | Exception) -> None:
        if self._running is None or self._running.document is not document:
            return  # reported before `stop`, delivered after it
        self._running = None
        self._report(document, outcome)
        self._start_waiting()
        if self._running is None:
            self.busy.emit(False)

    def _report(self, document: Document, outcome: Trace | Exception) -> None:
        if isinstance(outcome, Exception):
            self.failed.emit(document, outcome)
            return
        self._last = (document, outcome)
        self.traced.emit(document, outcome)
