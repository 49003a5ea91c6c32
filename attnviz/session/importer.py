"""Reads files of attention: at once where only a header is read, else in a worker while the window lives on."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot

from attnviz.core.patience import Cancelled, patiently
from attnviz.errors import InputError
from attnviz.io.attention import read_attention
from attnviz.io.attention_result import Imported

PARSED = (".json", ".csv", ".tsv", ".html", ".htm")  # read as a whole before anything is known of them
AT_ONCE = 300_000  # bytes of these: some milliseconds
PACE = 0.15  # seconds between one word of how far it is and the next

Take = Callable[["Outcome"], None]


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What was read from which files under which answers, or why it could not be."""

    paths: tuple[Path, ...]
    answers: Mapping[str, str]
    found: Imported | None
    problem: InputError | None = None


class Importer(QObject):
    """`read(paths, answers, take)` calls `take(outcome)` in this thread. A later request replaces one that runs.

    Signals: `busy(bool)` while a worker reads; `progressed(share)` of it.
    """

    busy = Signal(bool)
    progressed = Signal(float)
    _done = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool: ThreadPoolExecutor | None = None
        self._wanted: object = None
        self._take: Take | None = None
        self._done.connect(self._finished, Qt.ConnectionType.QueuedConnection)

    def read(self, paths: Sequence[Path], answers: Mapping[str, str], take: Take) -> None:
        self._wanted = wanted = object()
        if not any(path.suffix.lower() in PARSED and _size(path) > AT_ONCE for path in paths):
            take(_outcome(tuple(paths), answers))
            return
        self._take = take
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="import")
        self.busy.emit(True)
        self._pool.submit(self._work, tuple(paths), answers, wanted)

    def _work(self, paths: tuple[Path, ...], answers: Mapping[str, str], wanted: object) -> None:
        """Runs in the worker."""
        outcome: object
        try:
            with patiently(self._listener(wanted)):
                outcome = _outcome(paths, answers)
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which shows it
            outcome = error
        self._done.emit(wanted, outcome)

    def _listener(self, wanted: object) -> Callable[[float], None]:
        """Hears in the worker how far it is, and ends it when nobody waits for it."""
        following = time.perf_counter() + PACE

        def listen(share: float) -> None:
            nonlocal following
            if self._wanted is not wanted:
                raise Cancelled
            if time.perf_counter() >= following:
                following = time.perf_counter() + PACE
                self.progressed.emit(share)

        return listen

    @property
    def reads(self) -> bool:
        """Whether somebody waits for what a worker reads."""
        return self._take is not None

    def cancel(self) -> None:
        """Read no further; nothing is taken over."""
        if self._take is not None:
            self._wanted = self._take = None
            self.busy.emit(False)

    @Slot(object, object)
    def _finished(self, wanted: object, outcome: object) -> None:
        if wanted is not self._wanted or self._take is None:
            return
        take, self._take = self._take, None
        self.busy.emit(False)
        if isinstance(outcome, Exception):
            raise outcome
        assert isinstance(outcome, Outcome)
        take(outcome)

    def stop(self) -> None:
        self._wanted = self._take = None
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _outcome(paths: tuple[Path, ...], answers: Mapping[str, str]) -> Outcome:
    try:
        return Outcome(paths, answers, read_attention(paths, answers))
    except InputError as error:
        return Outcome(paths, answers, None, error)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # reading it will say what is wrong
