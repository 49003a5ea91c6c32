"""What is on the screen, and what will be as soon as its picture is there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Slot

from attnviz.export.scene import Scene
from attnviz.session.pictures import Pictures

if TYPE_CHECKING:
    from attnviz.app import Application


class Displaying(QObject):
    """Shows scenes: at once where that takes no longer than a frame, else when a worker has made their pictures.

    Until then the scene before stays as it is, with its labels, numbers and colours. Only the controls show what was
    chosen; after a while the status bar says that it is being computed.
    """

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._app = app
        self.pictures = Pictures(self)
        self.coming: Scene | None = None  # the newest, until its picture is there
        self._asked: Scene | None = None  # whose picture was asked for last
        self.again = QTimer(self)  # of all who want a picture anew in one turn, the last is enough
        self.again.setSingleShot(True)
        self.again.setInterval(0)

    @property
    def latest(self) -> Scene | None:
        """What is shown, or will be as soon as its picture is there: what further looks go on from."""
        return self.coming or self._app.scene

    @property
    def rests(self) -> bool:
        """Whether the picture on the screen is the last one that was asked for."""
        return self.coming is None and not self.again.isActive() and not self.pictures.running

    def show(self, scene: Scene, *, anew: bool = False) -> None:
        """Show a scene, at once or later. `anew`: what is being made of this very scene will not do any more."""
        for companion in self._app.companions:
            scene = companion.complete(scene)
        window = self._app.window
        if scene is self._asked and self.pictures.running and not anew:
            window.expect(scene)
            return
        work = window.prepare(scene)
        # Where a hand begins to drag the next trace is made at once: if the scene before had to wait for a picture of
        # this one, three matrices would be held instead of two.
        if work is None or (self._app.tracer.waits and not scene.trace.hasty):
            self._let_go()
            self._app.display(scene)
        else:
            self.coming = self._asked = scene
            window.expect(scene)
            self.pictures.request(scene, work)

    def show_now(self) -> None:
        """Show the newest scene at once, however long it takes: there is no picture before it in the window."""
        latest = self.latest
        self._let_go()
        if latest is not None:
            self._app.display(latest)

    def _let_go(self) -> None:
        """Wait for no picture any more, and hold no scene for it."""
        self.coming = self._asked = None
        self.pictures.forget()

    def change(self, **changes: Any) -> None:  # noqa: ANN401  # fields of a scene
        """Change how scenes are shown, before the next one is."""
        app = self._app
        app.scene = None if app.scene is None else replace(app.scene, **changes)
        self.coming = None if self.coming is None else replace(self.coming, **changes)

    @Slot(object)
    def ready(self, scene: Scene) -> None:
        """A picture is there. Of one that is not the newest the controls show nothing: they were used since."""
        coming = self.coming
        if scene is coming:
            self.coming = self._asked = None
        self._app.display(scene)
        if self.coming is not None and self.coming is coming:
            self._app.window.expect(coming)

    @Slot()
    def slow(self) -> None:
        """A picture takes so long that it should be said."""
        self._app.window.show_busy()

    @Slot()
    def show_again(self) -> None:
        """The same scene in another room, or the row under the pointer has changed."""
        if self.latest is not None:
            self.show(self.latest, anew=True)

    def stop(self) -> None:
        self.again.stop()
        self.pictures.stop()
