"""What is odd about imported attention: looked for in the background while the Matrix or Heads tab shows it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal, Slot

from attnviz.core.diagnosis import Diagnosis, diagnose
from attnviz.core.patience import Cancelled, patiently
from attnviz.document.derive_imported import weights_of
from attnviz.document.document import Document, Options
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.export.scene import Scene
from attnviz.session.companion import Companion

SYNCHRONOUS_CELLS = 60_000  # of all heads together: a few milliseconds


class Findings(Companion):
    """Fills `scene.diagnosis`."""

    _found = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool: ThreadPoolExecutor | None = None
        self._asked: tuple[object, ...] = ()  # what the diagnosis is of
        self._diagnosis: Diagnosis | None = None
        self._found.connect(self._finished, Qt.ConnectionType.QueuedConnection)

    def complete(self, scene: Scene) -> Scene:
        source = scene.document.source
        if not isinstance(source, ImportedSource) or scene.view.tab not in ("matrix", "heads"):
            return scene
        key = _key(source, scene.document.options)
        if key != self._asked:
            self._asked, self._diagnosis = key, None
            self._ask(scene.document, source, key)
        return scene if scene.diagnosis is self._diagnosis else replace(scene, diagnosis=self._diagnosis)

    def _ask(self, document: Document, source: ImportedSource, key: tuple[object, ...]) -> None:
        if source.stack.n_matrices * source.n_q * source.n_k <= SYNCHRONOUS_CELLS:
            self._diagnosis = _found_in(source, document.options)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="findings")
        self._pool.submit(self._work, source, document.options, key)

    def _work(self, source: ImportedSource, options: Options, key: tuple[object, ...]) -> None:
        """Runs in the worker. A question that is no longer asked is not answered."""
        if key != self._asked:
            return
        outcome: object

        def listen(_share: float) -> None:
            if key != self._asked:
                raise Cancelled

        try:
            with patiently(listen):
                outcome = _found_in(source, options)
        except Cancelled:
            return
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread
            outcome = error
        self._found.emit(key, outcome)

    @Slot(object, object)
    def _finished(self, key: tuple[object, ...], outcome: object) -> None:
        if key != self._asked:
            return
        if isinstance(outcome, InputError):
            return  # the file cannot be read any more, which the picture itself says
        if isinstance(outcome, Exception):
            raise outcome
        assert isinstance(outcome, Diagnosis)
        self._diagnosis = outcome
        self.completed.emit()

    def stop(self) -> None:
        self._asked = ()
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _found_in(source: ImportedSource, options: Options) -> Diagnosis:
    return diagnose(weights_of(source, options), causal=source.reading.causal)


def _key(source: ImportedSource, options: Options) -> tuple[object, ...]:
    """Equal where the numbers are: picking another head changes nothing, nor do options that weights do not obey."""
    return (source.stack, source.holds, *((source.d_k, options) if source.holds == "scores" else ()))
