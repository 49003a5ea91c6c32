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
from attnviz.i18n import translate
from attnviz.session.companion import Companion

SYNCHRONOUS_CELLS = 20_000  # of all heads together: a few milliseconds
FIRST = 0.06  # seconds until something is shown
PACE = 0.25  # seconds between one picture and the next


class HeadGrids(Companion):
    """Fills `scene.grid` and `scene.grid_problem`.

    Signal: `progressed(share)` while heads are read; 1 when that is over, in whatever way.
    """

    progressed = Signal(float)
    _grown = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool: ThreadPoolExecutor | None = None
        self._key: tuple[object, ...] = ()  # of what the grid is
        self._grid: HeadGrid | None = None
        self._problem = ""
        self._away = False  # whether another tab has been shown since it was stopped
        self._stopped: tuple[object, ...] = ()  # the key of a grid that the person wants no more of, for now
        self._grown.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def complete(self, scene: Scene) -> Scene:
        if scene.view.tab != "heads":
            self._left(scene.document)
            return scene
        key = _key(scene.document)
        if key is None:
            self._left(scene.document)
            return scene if scene.grid is None else replace(scene, grid=None, grid_problem="")
        if key != self._key:
            same_heads = self._key[:1] == key[:1] and self._grid is not None
            self._key, self._problem = key, ""
            self._grid = self._grid if same_heads and isinstance(scene.document.source, ProjectionSource) else None
            self._ask(scene.document, key)
        elif self._resumes(key):
            self._ask(scene.document, key, self._grid)
        if scene.grid is self._grid and scene.grid_problem == self._problem:
            return scene
        return replace(scene, grid=self._grid, grid_problem=self._problem)

    def cancel(self) -> None:
        """Read no more heads; those that are read stay. Coming back to the tab goes on."""
        if self._key and self._grid is not None and not self._grid.complete and not self._grid.problem:
            self._stopped = self._key
            problem = translate("session", "Stopped. Show another tab and come back to read on.")
            self._grid = replace(self._grid, problem=problem)
            self._away = False
            self.progressed.emit(1.0)
            self.completed.emit()

    def _left(self, document: Document) -> None:
        """Another tab is shown: a grid is gone on with, unless another document is there."""
        self._away = True
        if self._key and _key(document) != self._key:
            self._key, self._stopped, self._grid = (), (), None
            self.progressed.emit(1.0)

    def _resumes(self, key: tuple[object, ...]) -> bool:
        """Whether a stopped grid is to be gone on with: the person left the tab and has come back."""
        if key != self._stopped or not self._away or self._grid is None:
            return False
        self._stopped = ()
        self._grid = replace(self._grid, problem="")
        return True

    def _ask(self, document: Document, key: tuple[object, ...], so_far: HeadGrid | None = None) -> None:
        if _all_cells(document) <= SYNCHRONOUS_CELLS:
            try:
                *_, self._grid = grids(document, _never())
            except InputError as error:
                self._grid, self._problem = None, str(error)
            return
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="heads")
        self._pool.submit(self._work, document, key, so_far)

    def _work(self, document: Document, key: tuple[object, ...], so_far: HeadGrid | None) -> None:
        """Runs in the worker: emits the grid as it grows, and stops when another one is wanted."""
        if key != self._key:
            return
        try:
            for grid in grids(document, self._due(key), so_far):
                self._grown.emit(key, grid)
        except _Unwanted:
            return
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which shows it
            self._grown.emit(key, error)

    def _due(self, key: tuple[object, ...]) -> Iterator[bool]:
        """Whether it is time to show what there is; asked after every head."""
        following = time.perf_counter() + FIRST
        while True:
            if key != self._key or key == self._stopped:
                raise _Unwanted
            now = time.perf_counter()
            if now >= following:
                following = now + PACE
                yield True
            else:
                yield False

    @Slot(object, object)
    def _take(self, key: tuple[object, ...], outcome: object) -> None:
        if key != self._key or key == self._stopped:
            return
        if isinstance(outcome, InputError):
            self._problem = str(outcome)
        elif isinstance(outcome, Exception):
            raise outcome
        else:
            assert isinstance(outcome, HeadGrid)
            self._grid = outcome
        going_on = self._grid is not None and not self._grid.complete and not self._grid.problem and not self._problem
        self.progressed.emit(self._grid.done / len(self._grid.places) if going_on and self._grid is not None else 1.0)
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
