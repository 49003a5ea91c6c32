"""The health of the weights on a canvas: at once where they are few, else a little at a time when the hand rests."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from attnviz.core.health import Health
from attnviz.document.trace import Array, Trace
from attnviz.export.health import examine

AT_ONCE = 1 << 18  # cells whose health is looked at within the frame; of more while the hand rests
REST = 90  # milliseconds


class Examination(QObject):
    """Signal: `finished()` when what was begun is known."""

    finished = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._weights: Array | None = None  # that it is about
        self._found: Health | None = None
        self._looking: Iterator[Health | None] | None = None
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.timeout.connect(self._look_on)

    def of(self, trace: Trace) -> Health | None:
        """The health of a trace's weights, if it is known."""
        return self._found if self._weights is trace.weights else None

    @property
    def known(self) -> bool:
        return self._found is not None

    def follow(self, trace: Trace) -> None:
        """These weights are shown now: what was found in others is forgotten. Those of a hasty trace are not judged."""
        if self._weights is not trace.weights:
            self.forget()
            self._weights = trace.weights
        if self._found is not None or self._looking is not None or trace.hasty:
            return
        self._looking = examine(trace)
        if trace.n_q * trace.n_k <= AT_ONCE:
            self._found = list(self._looking)[-1]
            self._looking = None
        else:
            self.timer.start(REST)

    def forget(self) -> None:
        """Hold no weights."""
        self._weights = self._found = self._looking = None
        self.timer.stop()

    @Slot()
    def _look_on(self) -> None:
        """One block of rows more, then let events through."""
        if self._looking is None:
            return
        self._found = next(self._looking)
        if self._found is None:
            self.timer.start(0)
            return
        self._looking = None
        self.finished.emit()
