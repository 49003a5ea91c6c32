"""Key presses that follow each other are one act of the hand, and one step of undo."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer

SAME_ACT = 700  # milliseconds from one to the next


class Streak:
    """Gives acts their gesture: the same one for acts of the same name that follow each other closely."""

    def __init__(self) -> None:
        self._clock = QElapsedTimer()
        self._name = ""
        self._count = 0

    def gesture(self, name: str) -> str:
        """The gesture of an act that happens now."""
        if name != self._name or not self._clock.isValid() or self._clock.elapsed() > SAME_ACT:
            self.end()
        self._name = name
        self._clock.start()
        return f"{name}:{self._count}"

    def end(self) -> None:
        """Whatever comes next begins another gesture."""
        self._count += 1
        self._clock.invalidate()
