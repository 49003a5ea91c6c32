"""Curves of saturation, computed in the background and kept: asked for by whoever shows one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

from PySide6.QtCore import QObject, QThreadPool, QTimer, Signal, Slot

from attnviz.core.saturation import Saturation
from attnviz.document.derive import cells
from attnviz.document.document import Document
from attnviz.document.saturation import curve_key, saturation
from attnviz.errors import InputError

# Curves kept for undoing and looking again. Each is small, but the key of one of matrices holds these too.
KEPT = 8
# A larger document's curve waits until the hand rests: a drag needs both cores for the matrix itself.
AT_ONCE_CELLS = 128 * 128
REST = 150  # milliseconds
# A smaller one's follows the hand, but leaves it time between one curve and the next.
PAUSE = 80  # milliseconds


class _Job:
    """Computes one curve. Owns its input; tells its key with a curve or the exception.

    No QRunnable: one that a variable of Python's names when it is given to a pool is never let go of by PySide, and
    every curve's document with it.
    """

    def __init__(
        self, document: Document, head: int, gradient: bool, key: Hashable, tell: Callable[[Hashable, object], None]
    ) -> None:
        self.key = key
        self._asked = (document, head, gradient)
        self._tell = tell

    def run(self) -> None:
        document, head, gradient = self._asked
        outcome: Saturation | Exception
        try:
            outcome = saturation(document, head, gradient=gradient)
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which shows it
            outcome = error
        self._tell(self.key, outcome)


class Saturations(QObject):
    """Every finished curve is told with its key (`curve_key`); only the newest waiting request is kept.

    Signals: `computed(key, curve)`; `failed(key, sentence)`. A curve that is kept is told at once.
    """

    computed = Signal(object, object)
    failed = Signal(object, str)
    _done = Signal(object, object)  # key, and a curve or an exception; from the worker

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._kept: OrderedDict[Hashable, Saturation] = OrderedDict()
        self._running: _Job | None = None
        self._waiting: tuple[Document, int, bool] | None = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.timeout.connect(self._start_waiting)
        self._done.connect(self._finished)

    @Slot(object, int, bool)
    def request(self, document: Document, head: int, gradient: bool) -> None:
        """Ask for the curve of a document's head."""
        key = curve_key(document, head, gradient)
        if key in self._kept:
            self._kept.move_to_end(key)
            self._waiting = None
            self.computed.emit(key, self._kept[key])
            return
        if self._running is not None and self._running.key == key:
            self._waiting = None
            return
        self._waiting = (document, head, gradient)
        if cells(document) > AT_ONCE_CELLS:
            self._rest.start(REST)
        else:
            self._start_waiting()

    def stop(self) -> None:
        """Forget what waits and let the running job end unheard, before the program does."""
        self._waiting = None
        self._rest.stop()
        self._pool.waitForDone()
        self._running = None

    def _start_waiting(self) -> None:
        if self._running is not None or self._waiting is None or self._rest.isActive():
            return
        (document, head, gradient), self._waiting = self._waiting, None
        job = _Job(document, head, gradient, curve_key(document, head, gradient), self._done.emit)
        self._running = job
        self._pool.start(job.run)

    @Slot(object, object)
    def _finished(self, key: Hashable, outcome: Saturation | Exception) -> None:
        if self._running is None or self._running.key != key:
            return  # reported before `stop`, delivered after it
        self._running = None
        if not self._rest.isActive():
            self._rest.start(PAUSE)
        if isinstance(outcome, InputError):
            self.failed.emit(key, str(outcome))
            return
        if isinstance(outcome, Exception):
            raise outcome
        self._kept[key] = outcome
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self.computed.emit(key, outcome)
