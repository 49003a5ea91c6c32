"""One piece of work in a thread of its own, such as looking at files, while the window lives on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, Signal, Slot


class Errand(QObject):
    """`run(work)` calls `work()` in a worker. A later call's result is the only one that is told.

    Signal: `done(result)` in this thread.
    """

    done = Signal(object)
    _came = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool: ThreadPoolExecutor | None = None
        self._wanted: object = None
        self._came.connect(self._finished, Qt.ConnectionType.QueuedConnection)

    def run(self, work: Callable[[], object]) -> None:
        self._wanted = wanted = object()
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="errand")
        self._pool.submit(self._work, work, wanted)

    def _work(self, work: Callable[[], object], wanted: object) -> None:
        """Runs in the worker."""
        result: object
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which reports it
            result = error
        self._came.emit(wanted, result)

    @Slot(object, object)
    def _finished(self, wanted: object, result: object) -> None:
        if wanted is not self._wanted:
            return
        if isinstance(result, Exception):
            raise result
        self.done.emit(result)

    def stop(self) -> None:
        """Tell nothing any more; wait for what runs."""
        self._wanted = None
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
