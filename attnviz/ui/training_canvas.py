"""The picture of training: only what is seen of it is painted, and its curves are pressed to look back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from attnviz.export.figure import Cells
from attnviz.export.scene import Scene
from attnviz.export.training_figure import TrainingPicture
from attnviz.export.training_ground import Curve
from attnviz.export.training_words import run_name, state_sentence
from attnviz.ui.guard import guarded
from attnviz.ui.reading_canvas import ReadingCanvas


class TrainingCanvas(ReadingCanvas):
    """Signals beside the canvas's: `step_asked(step)` when a step is pressed on a curve, or dragged to."""

    step_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture: TrainingPicture | None = None
        self._scene: Scene | None = None
        self._exposed = QRect()  # what Qt asks to be painted
        self._dragged: Curve | None = None  # the curve that the hand holds
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.update)

    def display(self, scene: Scene, picture: TrainingPicture) -> None:
        """Show the picture of a scene."""
        self._scene, self.picture = scene, picture
        self.show_figure(picture.figure, scene.palette)

    # painting ----------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Not in the same breath as the layout: what else the window has to do comes between."""
        self._soon.start(0)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        self._exposed = event.rect()
        super().paintEvent(event)

    def left_out(self) -> frozenset[int]:
        """Beside what is still the matrices where Qt asks for no painting: what is learned often lies out of sight."""
        unseen = (
            i for i, item in enumerate(self.figure.items) if isinstance(item, Cells) and not self._asked_for(item)
        )
        return self.figure.still.union(unseen)

    def _asked_for(self, cells: Cells) -> bool:
        x, y, width, height = (value * self.scale for value in (cells.x, cells.y, cells.width, cells.height))
        return QRectF(self._exposed).intersects(QRectF(x, y, width, height))

    # looking back ------------------------------------------------------------------------------------------

    def curve_point(self, curve: Curve, step: float) -> QPoint:
        """Where a step is in the frame of a curve, half way up, in the widget."""
        assert self.picture is not None
        frame = self.picture.ground.curves[curve].frame
        _, top, _, bottom = frame.box
        x, _ = frame.to_figure(step, 0)
        return (QPointF(x, (top + bottom) / 2) * self.scale).toPoint()

    def _curve_at(self, point: QPointF) -> Curve | None:
        """The curve at a point of the widget, if there are steps to look back at."""
        runs = None if self._scene is None else self._scene.training
        if runs is None or runs.step == 0 or self.picture is None:
            return None
        return self.picture.curve_at(*self.to_figure(point))

    def _ask(self, point: QPointF) -> None:
        if self.picture is not None and self._dragged is not None:
            self.step_asked.emit(self.picture.step_at(self._dragged, self.to_figure(point)[0]))

    def click(self, point: QPointF) -> None:
        self._dragged = self._curve_at(point)
        if self._dragged is None:
            super().click(point)
        else:
            self._ask(point)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged is not None and event.buttons() & Qt.MouseButton.LeftButton:
            self._ask(event.position())
        else:
            self._dragged = None
            super().mouseMoveEvent(event)

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged = None

    def hover(self, point: QPointF) -> None:
        over = self._curve_at(point) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        super().hover(point)

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.tip(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def tip(self, point: QPointF) -> str:
        """The numbers of the step under the pointer, and that one can look at it."""
        curve = self._curve_at(point)
        if curve is None or self._scene is None or self._scene.training is None or self.picture is None:
            return ""
        runs, form = self._scene.training, self._scene.form
        step = runs.nearest(self.picture.step_at(curve, self.to_figure(point)[0]))
        told = [state_sentence(history.at(step), form) for history in runs.histories]
        if len(told) > 1:
            told = [f"{run_name(history.plan)}: {one}" for history, one in zip(runs.histories, told, strict=True)]
        return "\n".join([*told, self.tr("Press or drag to look at this step")])
