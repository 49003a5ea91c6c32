"""How the hand zooms: wheel and pinch come closer, a drag pans, Shift or the right button draw a box."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QNativeGestureEvent, QPainter, QPen, QWheelEvent
from PySide6.QtWidgets import QGestureEvent, QPinchGesture

from attnviz.export.palette import Palette

if TYPE_CHECKING:
    from attnviz.ui.heatmap import Heatmap

NOTCH = 120  # of a wheel, in Qt's eighths of a degree
STEP = 1.25  # how much closer one notch comes
SIDEWAYS = 40  # pixels that one notch sideways moves
GRIP = 4  # pixels that a press may wander and still be a click
LEAST_BOX = 6  # pixels


class ZoomGestures:
    """Turns the events of a heatmap into its zoom. Every method says whether the event was a gesture's."""

    def __init__(self, heatmap: Heatmap) -> None:
        self._heatmap = heatmap
        self._start: QPointF | None = None  # of a pan or a box
        self._last = QPointF()
        self._boxing = False
        self._moved = False

    def stop(self) -> bool:
        """Let go of what is held; whether something was."""
        held, self._start = self._start is not None, None
        self._heatmap.unsetCursor()
        return held

    def wheel(self, event: QWheelEvent) -> bool:
        """One notch comes a quarter closer, about the pointer; sideways it moves."""
        turned, sideways = event.angleDelta().y(), event.angleDelta().x()
        if not turned and not sideways:
            return False
        if abs(turned) >= abs(sideways):
            self._heatmap.zoom_by(STEP ** (turned / NOTCH), event.position())
        else:
            self._heatmap.pan_by(event.pixelDelta().x() or sideways / NOTCH * SIDEWAYS, 0.0)
        event.accept()
        return True

    def gesture(self, event: QEvent) -> bool:
        """A pinch, as a trackpad or a touch screen reports it."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() != Qt.NativeGestureType.ZoomNativeGesture:
                return False
            self._heatmap.zoom_by(1 + event.value(), event.position())
            return True
        if event.type() == QEvent.Type.Gesture and isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if not isinstance(pinch, QPinchGesture):
                return False
            centre = self._heatmap.mapFromGlobal(pinch.centerPoint().toPoint())
            self._heatmap.zoom_by(pinch.scaleFactor(), QPointF(centre))
            event.accept(pinch)
            return True
        return False

    def press(self, event: QMouseEvent) -> bool:
        """Take hold of the matrix, or begin a box. A plain press on a matrix shown whole is a click, not ours."""
        if self._start is not None or not self._heatmap.over_cells(event.position()):
            return False
        left, right = event.button() == Qt.MouseButton.LeftButton, event.button() == Qt.MouseButton.RightButton
        self._boxing = right or (left and bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        if not self._boxing and not (left and self._heatmap.window_ is not None):
            return False
        self._start = self._last = event.position()
        self._moved = False
        return True

    def move(self, event: QMouseEvent) -> bool:
        if self._start is None:
            return False
        if not event.buttons():  # released elsewhere
            self.stop()
            self._heatmap.update()
            return False
        here = event.position()
        if not self._moved and (here - self._start).manhattanLength() < GRIP:
            return True
        self._moved = True
        if self._boxing:
            self._last = here
            self._heatmap.setCursor(Qt.CursorShape.CrossCursor)
            self._heatmap.update()
        else:
            step, self._last = here - self._last, here
            self._heatmap.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._heatmap.pan_by(step.x(), step.y())
        return True

    def release(self, event: QMouseEvent) -> bool:
        """End a gesture; whether it was no more than a click with the left button."""
        if self._start is None:
            return False
        start, self._last = self._start, event.position()
        self.stop()
        if self._boxing and self._moved:
            rect = QRectF(start, self._last).normalized()
            if min(rect.width(), rect.height()) >= LEAST_BOX:
                self._heatmap.zoom_to_box(start, self._last)
        self._heatmap.update()
        return not self._moved and event.button() == Qt.MouseButton.LeftButton

    def paint(self, painter: QPainter, palette: Palette) -> None:
        """The box, while it is drawn."""
        if self._start is None or not (self._boxing and self._moved):
            return
        fill = QColor(palette.accent)
        fill.setAlpha(40)
        painter.setPen(QPen(QColor(palette.accent), 1.5))
        painter.setBrush(fill)
        painter.drawRect(QRectF(self._start, self._last).normalized())
