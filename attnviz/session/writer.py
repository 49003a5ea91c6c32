"""Files that take longer than a frame to make, written in a thread of their own while the window lives on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot

from attnviz.errors import InputError
from attnviz.io.atomic import atomic_write


class Writer(QObject):
    """`write(path, make)` writes what `make()` gives; one file after the other, and what became of each is told.

    Signals, in this thread: `written(path)`, or `failed(path, sentence)` where the file cannot be made.
    """

    written = Signal(object)
    failed = Signal(object, str)
    _came = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool: ThreadPoolExecutor | None = None
        self._asked = 0  # files of which nothing has been told yet
        self._came.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._asked > 0

    def write(self, path: Path, make: Callable[[], bytes]) -> None:
        self._asked += 1
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="writer")
        self._pool.submit(self._work, path, make)

    def _work(self, path: Path, make: Callable[[], bytes]) -> None:
        """Runs in the worker."""
        outcome: object = None
        try:
            data = make()
            with atomic_write(path) as file:
                file.write(data)
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which tells or reports it
            outcome = error
        self._came.emit(path, outcome)

    @Slot(object, object)
    def _tell(self, path: Path, outcome: object) -> None:
        self._asked -= 1
        if isinstance(outcome, InputError):
            self.failed.emit(path, str(outcome))
        elif isinstance(outcome, Exception):
            raise outcome
        else:
            self.written.emit(path)

    def stop(self) -> None:
        """Write what was asked for to its end."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
