"""Figures laid out in a thread of their own for the export dialog, which so answers every key at once."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, Signal, Slot

from attnviz.document.figure_look import FigureLook
from attnviz.export.fonts import text_width
from attnviz.export.formats import previews
from attnviz.export.scene import Scene

Wish = tuple[Scene, FigureLook]


class Drawer(QObject):
    """`draw(scene, look)` lays a figure out; what was wished for before is given up, and nothing of it told any more.

    Call `cancel()` when no more is wished for: Qt keeps for each thread the typefaces that it has measured with, one
    of the system's for each script and size, as long as the thread lives.

    Signals, in this thread: `drawn(Drawn)` for each layout, the later ones better; `finished()` after the last.
    """

    drawn = Signal(object)
    finished = Signal()
    _came = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool: ThreadPoolExecutor | None = None
        self._ending: list[tuple[ThreadPoolExecutor, Future[None]]] = []  # each with the last that it has to do
        self._wanted: Wish | None = None
        self._came.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def draw(self, scene: Scene, look: FigureLook) -> None:
        self._wanted = wanted = (scene, look)
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawer")
        self._pool.submit(self._work, wanted)

    def _work(self, wanted: Wish) -> None:
        """Runs in the worker."""
        if wanted is not self._wanted:
            return
        last: object = None
        try:
            for found in previews(*wanted, text_width):
                if wanted is not self._wanted:
                    return
                self._came.emit(wanted, found)
        except Exception as error:  # noqa: BLE001 — handed to the GUI thread, which reports it
            last = error
        self._came.emit(wanted, last)

    @Slot(object, object)
    def _tell(self, wanted: Wish, found: object) -> None:
        if wanted is not self._wanted:
            return
        if isinstance(found, Exception):
            self.finished.emit()
            raise found
        if found is None:
            self.finished.emit()
        else:
            self.drawn.emit(found)

    def cancel(self) -> None:
        """Tell nothing any more; what runs ends at its next layout, and the thread with it."""
        self._wanted = None
        self._forget_ended()
        if self._pool is not None:
            self._ending.append((self._pool, self._pool.submit(_nothing)))
            self._pool.shutdown(wait=False)
            self._pool = None

    def _forget_ended(self) -> None:
        going = []
        for pool, last in self._ending:
            if last.done():
                pool.shutdown()  # waits for a thread that has nothing left to do
            else:
                going.append((pool, last))
        self._ending = going

    def stop(self) -> None:
        """Tell nothing any more, and wait for what runs."""
        self.cancel()
        for pool, _ in self._ending:
            pool.shutdown()
        self._ending.clear()


def _nothing() -> None:
    """The last that a thread has to do."""
