"""What a view needs beside the trace, worked out only while that view is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from attnviz.export.scene import Scene


class Companion(QObject):
    """Fills one field of a scene. `completed()` says that something asked for is there: show the scene again."""

    completed = Signal()

    def complete(self, scene: Scene) -> Scene:
        """The scene with this companion's field as far as it is known; asks in the background for what is missing.

        Called at every display, so it must be cheap where nothing changed, and return the same scene where the
        visible view does not need the field.
        """
        raise NotImplementedError

    def stop(self) -> None:
        """Let what runs end unheard, before the program does."""
