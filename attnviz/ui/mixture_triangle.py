"""Three shares that sum to 1, as a point in a triangle."""

from __future__ import annotations

import math

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from attnviz.export.palette import LIGHT, Palette
from attnviz.session.streak import SAME_ACT
from attnviz.ui.accessible import give_role
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import px

Mix = tuple[float, float, float]

PARTS = 100  # the shares asked for are hundredths
HANDLE = 6.0  # radius
HEIGHT = 96
EDGE = 9.0  # room around the triangle for the handle and its ring


def in_hundredths(mix: Mix) -> tuple[int, int, int]:
    """The shares as whole hundredths that sum to 100: rounded down, the rest given where most was cut off."""
    exact = [share * PARTS for share in mix]
    whole = [math.floor(share + 1e-9) for share in exact]
    by_loss = sorted(range(3), key=lambda i: whole[i] - exact[i])
    for i in by_loss[: PARTS - sum(whole)]:
        whole[i] += 1
    return whole[0], whole[1], whole[2]


class MixtureTriangle(QWidget):
    """Content is at the top corner, the previous token bottom left, distance bottom right.

    Signals: `mixture_requested((w_c, w_p, w_d), gesture)`, in hundredths; one gesture for a whole drag.
    """

    mixture_requested = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        give_role(self, QAccessible.Role.Canvas)
        self._mix: Mix = (1.0, 0.0, 0.0)
        self._asked = self._mix  # by the last key
        self._palette = LIGHT
        self._dragging = False
        self._gesture = 0
        self._clock = QElapsedTimer()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def display(self, mix: Mix, palette: Palette) -> None:
        if (mix, palette) != (self._mix, self._palette):
            self._mix, self._palette = mix, palette
            self.update()

    @guarded
    def sizeHint(self) -> QSize:
        return QSize(px(200), px(HEIGHT))

    # places ------------------------------------------------------------------------------------------------

    def corners(self) -> tuple[QPointF, QPointF, QPointF]:
        """Content, previous token, distance."""
        half = min((self.width() - 2 * EDGE) / 2, (self.height() - 2 * EDGE) * 1.1)
        middle, bottom = self.width() / 2, self.height() - EDGE
        return QPointF(middle, EDGE), QPointF(middle - half, bottom), QPointF(middle + half, bottom)

    def place(self, mix: Mix) -> QPointF:
        """Where a mixture lies: the corners' mean, weighted by it."""
        x = sum(share * corner.x() for share, corner in zip(mix, self.corners(), strict=True))
        y = sum(share * corner.y() for share, corner in zip(mix, self.corners(), strict=True))
        return QPointF(x, y)

    def mix_at(self, point: QPointF) -> Mix:
        """The mixture at a point in whole hundredths; outside the triangle, one on its edge."""
        top, left, right = self.corners()
        content = (left.y() - point.y()) / (left.y() - top.y())
        across = (point.x() - left.x()) / (right.x() - left.x())
        distance = across - content / 2
        shares = [max(share, 0.0) for share in (content, 1 - content - distance, distance)]
        total = sum(shares)
        return _mix(in_hundredths((shares[0] / total, shares[1] / total, shares[2] / total)))

    # drawing -----------------------------------------------------------------------------------------------

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        palette = self._palette
        painter.setBrush(QColor(palette.canvas))
        painter.setPen(QPen(QColor(palette.muted), 1.2))
        painter.drawPolygon(QPolygonF(self.corners()))
        painter.setPen(QPen(QColor(palette.line), 1))
        for share in (0.25, 0.5, 0.75):
            rest = 1 - share
            painter.drawLine(self.place((share, rest, 0)), self.place((share, 0, rest)))
            painter.drawLine(self.place((rest, share, 0)), self.place((0, share, rest)))
            painter.drawLine(self.place((rest, 0, share)), self.place((0, rest, share)))
        at = self.place(self._mix)
        painter.setPen(QPen(QColor(palette.accent), 1.5))
        for corner in self.corners():
            painter.drawLine(at, corner)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(palette.ink), 2))
            painter.drawEllipse(at, HANDLE + 2.5, HANDLE + 2.5)
        painter.setPen(QPen(QColor(palette.accent), 2))
        painter.setBrush(QColor(palette.paper))
        painter.drawEllipse(QRectF(at.x() - HANDLE, at.y() - HANDLE, 2 * HANDLE, 2 * HANDLE))

    # hands -------------------------------------------------------------------------------------------------

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._dragging = True
        self._gesture += 1
        self._clock.invalidate()
        # Taking the handle a little beside its middle must not move it.
        if (event.position() - self.place(self._mix)).manhattanLength() > HANDLE:
            self._ask(self.mix_at(event.position()))

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._ask(self.mix_at(event.position()))

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = False

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = 10 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        continued = self._clock.isValid() and self._clock.elapsed() <= SAME_ACT
        # The picture may still be on its way when keys repeat: go on from what was asked for, not from what is shown.
        wanted = _moved(self._asked if continued else self._mix, Qt.Key(event.key()), step)
        if wanted is None:
            super().keyPressEvent(event)
            return
        if not continued:  # presses that follow each other at once are one act, and one step to undo
            self._gesture += 1
        self._clock.start()
        self._asked = wanted
        self._ask(wanted)

    def _ask(self, mix: Mix) -> None:
        self.mixture_requested.emit(mix, f"mix:{self._gesture}")


def _moved(mix: Mix, key: Qt.Key, step: int) -> Mix | None:
    """The mixture after a key; None where the key moves nothing."""
    content, previous, distance = in_hundredths(mix)
    if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
        change = min(step, previous) if key == Qt.Key.Key_Right else -min(step, distance)
        return _mix((content, previous - change, distance + change))
    if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
        change = min(step, PARTS - content) if key == Qt.Key.Key_Up else -min(step, content)
        return _mix(_raised(content, previous, distance, change))
    corners = {
        Qt.Key.Key_Home: (PARTS, 0, 0),
        Qt.Key.Key_PageDown: (0, PARTS, 0),
        Qt.Key.Key_End: (0, 0, PARTS),
        Qt.Key.Key_1: (PARTS, 0, 0),
        Qt.Key.Key_2: (0, PARTS, 0),
        Qt.Key.Key_3: (0, 0, PARTS),
        Qt.Key.Key_0: (34, 33, 33),
    }
    found = corners.get(key)
    return None if found is None else _mix(found)


def _raised(content: int, previous: int, distance: int, change: int) -> tuple[int, int, int]:
    """Content changed, the other two keeping their ratio as well as hundredths can."""
    rest = PARTS - content - change
    both = previous + distance
    kept = round(rest * previous / both) if both else rest // 2
    return content + change, kept, rest - kept


def _mix(hundredths: tuple[int, int, int]) -> Mix:
    return hundredths[0] / PARTS, hundredths[1] / PARTS, hundredths[2] / PARTS
