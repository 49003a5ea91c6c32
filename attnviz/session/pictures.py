"""Pictures that outlast a frame, made in a worker while the window lives on."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from attnviz.export.scene import Scene
from attnviz.session.tracer import SAY_BUSY

Work = Callable[[], None]


class Pictures(QObject):
    """`request(scene, work)` has a scene's picture made by `work`; of those that must wait, only the newest is kept.

    Every one that is finished is told of, so that something is seen while a hand goes on. An error ends the work too:
    whoever shows the scene then does what is left of it, meets the error again, and can tell of it.

    Signals: `ready(scene)`; `slow()` when one has taken so long that somebody should be told.
    """

    ready = Signal(object)
    slow = Signal()
    _made = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # Not a QThreadPool, which never lets go of the matrices that a job holds.
        self._pool: ThreadPoolExecutor | None = None
        self._running: Scene | None = None
        self._waiting: tuple[Scene, Work] | None = None
        self._wanted = False  # whether anybody still waits for what runs
        self._made.connect(self._finished, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAY_BUSY)
        self._timer.timeout.connect(self.slow)

    @property
    def running(self) -> bool:
        """Whether one is being made that somebody waits for."""
        return self._running is not None and (self._wanted or self._waiting is not None)

    def request(self, scene: Scene, work: Work) -> None:
        self._waiting = (scene, work)
        self._start()

    def forget(self) -> None:
        """Nobody waits for a picture any more: what runs ends unheard."""
        self._waiting, self._wanted = None, False
        self._timer.stop()

    def stop(self) -> None:
        """The same, before the program ends."""
        self.forget()
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
        self._running = None

    def _start(self) -> None:
        if self._running is not None or self._waiting is None:
            return
        (scene, work), self._waiting = self._waiting, None
        self._running, self._wanted = scene, True
        self._timer.start()
        if self._pool is None:
            self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="picture")
        self._pool.submit(self._work, scene, work)

    def _work(self, scene: Scene, work: Work) -> None:
        """Runs in the worker."""
        try:
            work()
        finally:
            self._made.emit(scene)

    @Slot(object)
    def _finished(self, scene: Scene) -> None:
        if self._running is not scene:
            return  # reported before `stop`, delivered after it
        self._running = None
        if self._wanted:
            self._timer.stop()
            self.ready.emit(scene)
        self._start()  # only now: two threads of Python would hold each other up
