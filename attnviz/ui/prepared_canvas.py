"""A canvas whose picture of a large matrix is made before it is shown, by a worker, while the window lives on."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from attnviz.document.trace import Trace
from attnviz.export.ahead import Room
from attnviz.export.figure import Figure
from attnviz.export.scene import Scene
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.growing import be_as_high

LARGE = 1 << 20  # cells, up to which all that a picture needs of them takes no longer than a frame


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Laid:
    """A figure laid out for a room."""

    figure: Figure
    scale: float
    least: int | None = None  # how high the canvas must be for it
    more: object = None  # what else the canvas wants to know of it
    layer: QImage | None = None  # its curves, where they are many


class PreparedCanvas(FigureCanvas):
    """Signal: `picture_requested()` when what is shown is not what it should be any more, as in another room, and to
    make it anew would take longer than a frame: whoever hears it prepares the scene again, and displays it.
    """

    picture_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None  # that is to be shown
        self._seen: Scene | None = None  # whose picture is there
        self._look: Hashable = None  # that it has
        self._made: WeakKeyDictionary[Scene, tuple[Hashable, Laid]] = WeakKeyDictionary()  # but not shown yet

    # for the kinds of canvases -----------------------------------------------------------------------------

    def look_of(self, scene: Scene) -> Hashable:
        """What a large picture depends on besides numbers, as far as to make another takes longer than a frame."""
        raise NotImplementedError

    def plan(self, scene: Scene, *, ahead: bool) -> Callable[[], Laid]:
        """What lays the scene out in the room there is now, from any thread. `ahead`: with what painting will need."""
        raise NotImplementedError

    def apply(self, scene: Scene, laid: Laid) -> None:
        """Show what was laid out."""
        raise NotImplementedError

    def has(self, look: Hashable) -> bool:
        """Whether the picture that is there looks so, or a picture that does is quicker to make."""
        return self._look == look

    def changed(self, scene: Scene) -> bool:
        """Whether there are other numbers in the picture than in the one before, which has the same look."""
        seen = self._seen
        assert seen is not None
        return (
            seen.trace.weights is not scene.trace.weights
            or seen.gradient is not scene.gradient
            or seen.gradient_problem != scene.gradient_problem
            or seen.other is not scene.other
            or seen.difference is not scene.difference
        )

    def gathered(self, scene: Scene) -> bool:
        """Whether all that its picture shows was found when the trace was made, since the picture before asked so."""
        return self._seen is not None and gathered(self._seen.trace, scene.trace)

    def gets_room(self, laid: Laid) -> bool:
        """Be as high as the figure needs; whether it still has to be shown: to grow may have laid out another one."""
        before = self.figure
        be_as_high(self, laid.least)
        return self.figure is before

    # showing -----------------------------------------------------------------------------------------------

    def prepare(self, scene: Scene) -> Callable[[], None] | None:
        """What showing the scene would make the window wait for, to be called in a worker; None where it is quick."""
        if self._is_quick(scene) or self._is_there(scene, self.look_of(scene)):
            return None
        look, plan, made = self.look_of(scene), self.plan(scene, ahead=True), self._made

        def work() -> None:
            made[scene] = look, plan()

        return work

    def let_go(self) -> None:
        self._scene = self._seen = None
        self._made.clear()
        super().let_go()

    @property
    def room(self) -> Room:
        return Room(width=self.width(), height=self.height(), ratio=self.devicePixelRatio())

    @Slot()
    def lay_out(self) -> None:
        """Show the scene: as it was prepared, or else laid out now. Where that takes long, something of the scene is
        shown already, and stays until what is asked for here is there."""
        scene = self._scene
        if scene is None or not self.width() or not self.height():
            return
        if is_small(scene):
            self._seen, self._look = scene, None
            self.apply(scene, self.plan(scene, ahead=False)())
            return
        prepared, look = self._made.pop(scene, None), self.look_of(scene)
        if prepared is None and self._is_there(scene, look):
            return
        quick = prepared is not None or self._is_quick(scene)
        if not quick and scene is self._seen:
            self.picture_requested.emit()
            return
        self._look, laid = prepared or (look, self.plan(scene, ahead=not quick)())
        self._seen = scene
        self.apply(scene, laid)
        if self._look != look:  # the room became another one meanwhile
            self.picture_requested.emit()

    def _is_there(self, scene: Scene, look: Hashable) -> bool:
        """Whether it is this picture that is shown."""
        return scene is self._seen and self._look == look

    def _is_quick(self, scene: Scene) -> bool:
        if is_small(scene):
            return True
        if self._seen is None or not self.has(self.look_of(scene)):
            return False
        return not self.changed(scene) or self.gathered(scene)


def is_small(scene: Scene) -> bool:
    """Whether any picture of the scene is quick."""
    return scene.trace.n_q * scene.trace.n_k <= LARGE


def gathered(before: Trace, now: Trace) -> bool:
    """Whether what was asked of a trace before was found when the one now was made."""
    one, other = before.reduced, now.reduced
    return one is not None and other is not None and one.wish is other.wish and other.answers
