"""The grid of all heads, worked out in the background while the Heads tab is shown: the first of them at once."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from PySide6.QtCore import QObject, Qt, Signal, Slot

from attnviz.document.derive import cells
from attnviz.document.document import Document, ProjectionSource
from attnviz.document.head_grid import HeadGrid, grids
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.export.scene import Scene
from attnviz.session.companion import Companion

SYNCHRONOUS_CELLS = 20_000  # of all heads together: a few milliseconds
FIRST = 0.06  # seconds until something is shown
PACE = 0.25  # seconds between one picture and the next


class HeadGrids(Companion):
    """Fills `scene.grid` and `scene.grid_problem`."""

    _grown = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool: ThreadPoolExecutor | None = None
        self._key: tuple[object, ...] = ()  # of what the grid is
        self._grid: HeadGrid | None = None
        self._problem = ""
        self._grown.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def complete(self, scene: Scene) -> Scene:
        if scene.view.tab != "heads":
            return scene
        key = _key(scene.document)
        if key is None:
            return scene if scene.grid is None else replace(scene, grid=None, grid_problem="")
        if key != self._key:
            same_heads = self._key[:1] == key[:1] and self._grid is not None
            self._key, self._problem = key, ""
            self._grid = self._grid if same_heads and isinstance(scene.document.source, ProjectionSource) else None
            self._ask(scene.document, key)
        if scene.grid is self._grid and scene.grid_problem == self._problem:
            return scene
        return replace(scene, grid=self._grid, grid_problem=self._problem)

    def _ask(self, document: Document, key: tuple[object, ...]) -> None:
        if _all_cells(document) <= SYNCHRONOUS_CELLS:
            try:
                *_, self._grid = grids(document, _never())
            except InputError as error:
                self._grid, self._problem = None, str(error)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="heads")
        self._pool.submit(self._work, document, key)

    def _work(self, document: Document, key: tuple[object, ...]) -> None:
        """Runs in the worker: emits the grid as it grows, and stops when another one is wanted."""
        if key != self._key:
            return
        try:
            for grid in grids(document, self._due(key)):
                self._grown.emit(key, grid)
        except _Unwanted:
            return
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which shows it
            self._grown.emit(key, error)

    def _due(self, key: tuple[object, ...]) -> Iterator[bool]:
        """Whether it is time to show what there is; asked after every head."""
        following = time.perf_counter() + FIRST
        while True:
            if key != self._key:
                raise _Unwanted
            now = time.perf_counter()
            if now >= following:
                following = now + PACE
                yield True
            else:
                yield False

    @Slot(object, object)
    def _take(self, key: tuple[object, ...], outcome: object) -> None:
        if key != self._key:
            return
        if isinstance(outcome, InputError):
            self._problem = str(outcome)
        elif isinstance(outcome, Exception):
            raise outcome
        else:
            assert isinstance(outcome, HeadGrid)
            self._grid = outcome
        self.completed.emit()

    def stop(self) -> None:
        self._key = ()
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


class _Unwanted(Exception):
    """Ends work that nobody waits for any more."""


def _never() -> Iterator[bool]:
    while True:
        yield False


def _key(document: Document) -> tuple[object, ...] | None:
    """Equal where the grid is; the first part says whether the heads are the same ones with other numbers."""
    source, options = document.source, document.options
    if isinstance(source, ProjectionSource):
        return ((source.n_heads, source.tokens), source, options)
    if isinstance(source, ImportedSource):
        rest = (source.d_k, options) if source.holds == "scores" else ()
        return (source.stack, source.holds, *rest)
    return None


def _all_cells(document: Document) -> int:
    source = document.source
    if isinstance(source, ImportedSource):
        return source.stack.n_matrices * source.n_q * source.n_k
    return cells(document)
