"""The Heads tab: every head of the source as a thumbnail, by place or by what it does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from attnviz.document.heads_look import HeadsLook
from attnviz.export.scene import Scene
from attnviz.ui.accessible import ScrollArea
from attnviz.ui.findings_strip import FindingsStrip
from attnviz.ui.guard import guarded
from attnviz.ui.heads_bar import HeadsBar
from attnviz.ui.heads_canvas import HeadsCanvas
from attnviz.ui.view import View


class HeadsView(View):
    """Shows a scene; asking is done by its parts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.findings = FindingsStrip()
        self.bar = HeadsBar()
        self.canvas = HeadsCanvas()
        self.area = _Area(self.canvas, self._lay)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(0)
        box.addWidget(self.findings)
        box.addWidget(self.bar)
        box.addWidget(self.area, 1)
        self._scene: Scene | None = None
        self._shown: tuple[object, ...] = ()

    @property
    def focused(self) -> QWidget:
        return self.canvas

    def display(self, scene: Scene) -> None:
        self._scene = scene
        self.findings.display(scene)
        self.bar.display(scene)
        self._lay()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.findings.fit(self.height())

    def _lay(self) -> None:
        """Draw anew what changed; and keep the cursor in sight."""
        scene = self._scene
        if scene is None:
            return
        height = self.area.maximumViewportSize().height()
        width = self.area.maximumViewportSize().width() - self.area.verticalScrollBar().sizeHint().width()
        look, place = scene.view.heads, scene.trace.place
        shown = (scene.grid, scene.grid_problem, look, place, scene.trace.head, scene.palette, scene.form,
                 scene.notation, scene.document.name, width, height)  # fmt: skip
        if shown == self._shown:
            return
        before = self._shown[2] if len(self._shown) > 2 else look
        self._shown = shown
        self.canvas.display(scene, float(width), float(height))
        needed, room = self.canvas.sizeHint(), self.area.maximumViewportSize()
        self.canvas.resize(max(needed.width(), width), max(needed.height(), room.height()))
        rect = self.canvas.head_rect(look.layer, look.head)
        if isinstance(before, HeadsLook) and (before.order, before.least) != (look.order, look.least):
            self.area.verticalScrollBar().setValue(0)
        elif before != look and not rect.isEmpty():
            self.area.ensureVisible(round(rect.center().x()), round(rect.center().y()), 80, 80)


class _Area(ScrollArea):
    """Scrolls the canvas, and has it laid anew when there is another width."""

    def __init__(self, canvas: HeadsCanvas, refit: Callable[[], None]) -> None:
        super().__init__()
        self.setObjectName("canvas")
        self.setWidget(canvas)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._refit = refit

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._refit()
