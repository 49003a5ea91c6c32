"""The Training tab: a head learns a small task while one looks."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from attnviz.core.training.parameters import size
from attnviz.export.fonts import text_width
from attnviz.export.scene import Scene
from attnviz.export.training_figure import TrainingPicture, runs_look, training_picture
from attnviz.ui.accessible import ScrollArea
from attnviz.ui.accessible_grids import SceneReader
from attnviz.ui.announce import announce
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import factor
from attnviz.ui.training_bar import TrainingBar
from attnviz.ui.training_canvas import TrainingCanvas
from attnviz.ui.training_controls import TrainingControls
from attnviz.ui.view import View
from attnviz.ui.voice import REST

MOST_SCALE = 2.5
SCROLL_BAR = 12
LARGE = 1000.0  # from which width on the picture grows
PROGRESS = 5000  # milliseconds of a run between two words on it


class TrainingView(View):
    """Shows a scene; asking is done by `bar`, `controls` and `canvas`.

    Space runs and pauses, N takes a step, R starts over, wherever no control takes the key.
    """

    beside_controls = False

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: Scene | None = None
        self._picture: TrainingPicture | None = None
        self.canvas = TrainingCanvas()
        self.canvas.setAccessibleName(self.tr("How the head learns"))
        self._area = ScrollArea()
        self._area.setWidget(self.canvas)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.bar = TrainingBar()
        self.canvas.step_asked.connect(self.bar.look_at)
        self.controls = TrainingControls()
        left = QWidget()
        left.setObjectName("canvas")
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._area, 1)
        column.addWidget(self.bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(left, 1)
        row.addWidget(self.controls)
        self._told: tuple[int | None, bool] = (None, False)  # the step a reader knows of, and whether the run goes on
        self._tells = QTimer(self)
        self._tells.setSingleShot(True)
        self._tells.timeout.connect(self._tell)

    @property
    def side(self) -> QWidget:
        return self.controls

    @property
    def focused(self) -> QWidget:
        return self.canvas

    def display(self, scene: Scene) -> None:
        before, self._scene = self._scene, scene
        view, plan = scene.view, scene.document.training
        self.bar.display(scene.training, plan.steps, view.training, scene.palette)
        if before is None or not _only_moved_on(before, scene):
            self.controls.display(plan, view.head, view.first_head, scene.form, scene.palette)
        if before is None or _shown(before) != _shown(scene):
            self._draw()
        self._tell_soon(known=before is not None and before.document is scene.document)

    def summary(self, scene: Scene) -> str:
        """What learns, and how fast it does."""
        plan, runs = scene.document.training, scene.training
        count = scene.form.whole(size(plan))
        parts = [
            f"dₖ {plan.d_k}",
            self.tr("{count} parameters").format(count=f"2 × {count}" if plan.compare else count),
        ]
        if runs is not None and runs.speed is not None:
            parts.append(self.tr("{speed} steps/s").format(speed=scene.form.whole(_two_digits(runs.speed))))
        return " · ".join(parts)

    def _tell_soon(self, *, known: bool) -> None:
        """A reader hears of the step that is shown: now and then of a run, and once it rests. Of another plan, or a tab
        that is new, it hears otherwise."""
        runs = None if self._scene is None else self._scene.training
        place = (None, False) if runs is None else (self.bar.shown, runs.running)
        if not known or self._told[0] is None:  # the canvas that gets the keys is read as a whole
            self._told = place
            self._tells.stop()
        elif place != self._told and not (place[1] and self._tells.isActive()):
            self._tells.start(PROGRESS if place[1] else REST)

    def _tell(self) -> None:
        runs = None if self._scene is None else self._scene.training
        if runs is not None and self.isVisible():
            self._told = (self.bar.shown, runs.running)
            announce(self.canvas, self.canvas.accessibleDescription())

    def _draw(self) -> None:
        scene = self._scene
        if scene is None or scene.training is None:
            return
        room = self._area.maximumViewportSize()
        width = room.width() - SCROLL_BAR
        self.canvas.scale = factor() * min(max(width / factor() / LARGE, 1.0), MOST_SCALE)
        # As high as at usual text: with larger text it is scrolled, not pressed.
        height = room.height() * factor() / self.canvas.scale
        look = runs_look(scene, width=width / self.canvas.scale, height=height)
        self._picture = training_picture(scene.training, look, text_width, self._picture)
        self.canvas.reader = SceneReader(scene)
        self.canvas.display(scene, self._picture)
        needed = self.canvas.sizeHint()
        self.canvas.resize(max(width, needed.width()), max(room.height(), needed.height()))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        keys: dict[int, Callable[[], None]] = {
            Qt.Key.Key_Space: self.bar.toggle,
            Qt.Key.Key_N: self.bar.step.click,
            Qt.Key.Key_R: self.bar.reset.click,
        }
        act = keys.get(event.key())
        if act is None or event.modifiers():
            super().keyPressEvent(event)
        else:
            act()


def _two_digits(speed: float) -> int:
    """Rounded, so that it can be read while it changes."""
    return round(speed) if speed < 100 else int(round(speed, 1 - math.floor(math.log10(speed))))


def _only_moved_on(before: Scene, scene: Scene) -> bool:
    """Whether nothing but the runs is another: the same scene again has controls return to what holds."""
    same = before.document is scene.document and before.view is scene.view and before.palette is scene.palette
    return same and before.form == scene.form and before.training is not scene.training


def _shown(scene: Scene) -> tuple[object, ...]:
    """What the picture depends on; arrays and runs by identity."""
    view = scene.view
    return (
        id(scene.training),
        id(scene.palette),
        scene.form,
        view.training.step,
        view.head,
        view.numbers,
        view.first_head,
    )
