"""The way back of a document and its check: worked out while a view shows them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from attnviz.document.derive import cells
from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.document import Document
from attnviz.document.gradient_check import Check, check_gradient, checkable, work_of_check
from attnviz.document.gradient_trace import GradientTrace
from attnviz.document.trace import Trace
from attnviz.errors import InputError
from attnviz.export.scene import Scene
from attnviz.session.companion import Companion

SYNCHRONOUS_CELLS = 30_000  # about 3 ms: the way back costs some times what the way there does
SYNCHRONOUS_WORK = 4_000_000  # numbers of a check, about 3 ms
Work = Callable[[], object]
REST = 250  # milliseconds without an edit after which a longer check begins


class _Unwanted(Exception):
    """Ends the check of a document that is not shown any more."""


class _Worker(QObject):
    """One thread for one kind of work; only the newest waiting request is kept. Signal: `done(document, outcome)`."""

    done = Signal(object, object)
    _worked = Signal(object, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        # Not a QThreadPool, which never lets go of the matrices that a job holds.
        self._pool: ThreadPoolExecutor | None = None
        self._running: Document | None = None
        self._waiting: tuple[Document, Work] | None = None
        self._worked.connect(self._finished, Qt.ConnectionType.QueuedConnection)

    def request(self, document: Document, work: Work) -> None:
        self._waiting = (document, work)
        self._start()

    def _start(self) -> None:
        if self._running is not None or self._waiting is None:
            return
        (document, work), self._waiting = self._waiting, None
        self._running = document
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gradient")
        self._pool.submit(self._work, document, work)

    def _work(self, document: Document, work: Work) -> None:
        """Runs in the worker: immutable input, what it made or the exception out."""
        outcome: object
        try:
            outcome = work()
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which shows it
            outcome = error
        self._worked.emit(document, outcome)

    @Slot(object, object)
    def _finished(self, document: Document, outcome: object) -> None:
        if self._running is not document:
            return  # reported before `stop`, delivered after it
        self._running = None
        self._start()
        self.done.emit(document, outcome)

    def stop(self) -> None:
        self._waiting = None
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
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
            if scene.document is not self._document:
                self._forget()  # matrices of what is no more would hold their memory
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

    def _forget(self) -> None:
        self._document = self._gradient = self._shown = self._check = None
        self._problem = ""
        self._rest.stop()

    def _begin(self, document: Document, trace: Trace) -> None:
        self._forget()
        self._document = document
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
        if document is None or gradient is None or not checkable(document):
            return
        if work_of_check(document) <= SYNCHRONOUS_WORK:
            self._check = check_gradient(document, gradient)
        else:
            self._rest.start()

    def _check_later(self) -> None:
        document, gradient = self._document, self._gradient
        if document is not None and gradient is not None:

            def go_on() -> None:
                if self._document is not document:
                    raise _Unwanted

            self._checking.request(document, lambda: check_gradient(document, gradient, before_each=go_on))

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
        self._forget()
        self._way_back.stop()
        self._checking.stop()


def _shows_gradient(scene: Scene) -> bool:
    view = scene.view
    return view.tab == "gradient" or (view.tab == "matrix" and view.quantity == "gradient")
