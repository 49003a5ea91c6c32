"""The way back of a document and its check: worked out while a view shows them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal, Slot

from attnviz.document.derive import cells
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.document import Document
from attnviz.document.gradient_check import Check, check_gradient, work_of_check
from attnviz.document.gradient_trace import GradientTrace
from attnviz.document.trace import Trace
from attnviz.errors import InputError
from attnviz.export.scene import Scene
from attnviz.session.companion import Companion

SYNCHRONOUS_CELLS = 30_000  # about 3 ms: the way back costs some times what the way there does
SYNCHRONOUS_WORK = 4_000_000  # numbers of a check, about 3 ms
REST = 250  # milliseconds without an edit after which a longer check begins


class _Job(QRunnable):
    """Works something out for one document; reports it or the exception."""

    class Reports(QObject):
        finished = Signal(object, object)

    def __init__(self, document: Document, work: Callable[[], object]) -> None:
        super().__init__()
        self.reports = _Job.Reports()
        self.document = document
        self._work = work

    def run(self) -> None:
        outcome: object
        try:
            outcome = self._work()
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which shows it
            outcome = error
        self.reports.finished.emit(self.document, outcome)


class _Worker(QObject):
    """One thread for one kind of work; only the newest waiting request is kept. Signal: `done(document, outcome)`."""

    done = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._running: _Job | None = None
        self._waiting: _Job | None = None

    def request(self, document: Document, work: Callable[[], object]) -> None:
        self._waiting = _Job(document, work)
        self._start()

    def _start(self) -> None:
        if self._running is not None or self._waiting is None:
            return
        job, self._waiting = self._waiting, None
        job.setAutoDelete(False)
        job.reports.finished.connect(self._finished)
        self._running = job
        self._pool.start(job)

    @Slot(object, object)
    def _finished(self, document: Document, outcome: object) -> None:
        if self._running is None or self._running.document is not document:
            return  # reported before `stop`, delivered after it
        self._running = None
        self._start()
        self.done.emit(document, outcome)

    def stop(self) -> None:
        self._waiting = None
        self._pool.waitForDone()
        self._running = None


class Gradients(Companion):
    """Fills `scene.gradient`, `scene.check` and `scene.gradient_problem` for the tabs that show them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None  # that all below belongs to
        self._gradient: GradientTrace | None = None  # of all heads
        self._shown: GradientTrace | None = None  # of the head that was asked for last
        self._problem = ""
        self._check: Check | None = None
        self._way_back = _Worker(self)
        self._way_back.done.connect(self._derived)
        self._checking = _Worker(self)
        self._checking.done.connect(self._checked)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self._check_later)

    def complete(self, scene: Scene) -> Scene:
        if not _shows_gradient(scene):
            return scene
        if scene.document is not self._document:
            self._begin(scene.document, scene.trace)
        gradient = self._of_head(scene.trace.head)
        have, want = (scene.gradient, scene.check, scene.gradient_problem), (gradient, self._check, self._problem)
        if all(a is b for a, b in zip(have, want, strict=True)):
            return scene
        return replace(scene, gradient=gradient, check=self._check, gradient_problem=self._problem)

    def _of_head(self, head: int) -> GradientTrace | None:
        if self._shown is None or self._shown.trace.head != head:
            self._shown = None if self._gradient is None else self._gradient.for_head(head)
        return self._shown

    def _begin(self, document: Document, trace: Trace) -> None:
        self._document, self._gradient, self._shown, self._check, self._problem = document, None, None, None, ""
        self._rest.stop()
        if cells(document) > SYNCHRONOUS_CELLS:
            self._way_back.request(document, lambda: derive_gradient(document, trace))
            return
        try:
            self._gradient = derive_gradient(document, trace)
        except InputError as error:
            self._problem = str(error)
            return
        self._check_now_or_later()

    def _check_now_or_later(self) -> None:
        document, gradient = self._document, self._gradient
        if document is None or gradient is None:
            return
        if work_of_check(document) <= SYNCHRONOUS_WORK:
            self._check = check_gradient(document, gradient)
        else:
            self._rest.start()

    def _check_later(self) -> None:
        document, gradient = self._document, self._gradient
        if document is not None and gradient is not None:
            self._checking.request(document, lambda: check_gradient(document, gradient))

    @Slot(object, object)
    def _derived(self, document: Document, outcome: object) -> None:
        if document is not self._document:
            return
        if isinstance(outcome, GradientTrace):
            self._gradient = outcome
            self._check_now_or_later()
        elif isinstance(outcome, InputError):
            self._problem = str(outcome)
        elif isinstance(outcome, Exception):
            raise outcome
        self.completed.emit()

    @Slot(object, object)
    def _checked(self, document: Document, outcome: object) -> None:
        if document is not self._document:
            return
        if isinstance(outcome, Exception):
            raise outcome
        assert isinstance(outcome, Check)
        self._check = outcome
        self.completed.emit()

    def stop(self) -> None:
        self._rest.stop()
        self._way_back.stop()
        self._checking.stop()


def _shows_gradient(scene: Scene) -> bool:
    view = scene.view
    return view.tab == "gradient" or (view.tab == "matrix" and view.quantity == "gradient")
