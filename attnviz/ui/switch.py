"""A sliding switch: a check box that looks like what it does."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QWidget

from attnviz.export.palette import LIGHT, Palette
from attnviz.ui.guard import guarded
from attnviz.ui.text_size import px

WIDTH, HEIGHT = 30, 17  # of the track, at usual text


class Switch(QCheckBox):
    """A QCheckBox in all but its drawing: role, keys and signals are the check box's."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._palette = LIGHT
        self._track = QSize(px(WIDTH), px(HEIGHT))
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def dress(self, palette: Palette) -> None:
        if palette is not self._palette:
            self._palette = palette
            self.update()

    @guarded
    def sizeHint(self) -> QSize:
        text = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        return QSize(self._track.width() + 10 + text.width(), max(self._track.height(), text.height()) + 8)

    @guarded
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @guarded
    def hitButton(self, position: QPoint) -> bool:
        return self.rect().contains(position)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        p = self._palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        on = self.isChecked()
        top = (self.height() - self._track.height()) / 2
        track = QRectF(1, top, self._track.width(), self._track.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(p.accent if on else p.control))
        painter.setOpacity(1.0 if self.isEnabled() else 0.5)
        painter.drawRoundedRect(track, self._track.height() / 2, self._track.height() / 2)
        knob = self._track.height() - 4
        left = track.right() - knob - 2 if on else track.left() + 2
        painter.setBrush(QColor("#ffffff"))
        painter.drawEllipse(QRectF(left, top + 2, knob, knob))
        painter.setOpacity(1.0)
        if self.hasFocus():
            painter.setPen(QPen(QColor(p.ink), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(track.adjusted(-1, -1.5, 1, 1.5), 10, 10)
        painter.setPen(QColor(p.ink if self.isEnabled() else p.muted))
        painter.drawText(
            self.rect().adjusted(self._track.width() + 9, 0, 0, 0),
            Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextShowMnemonic,
            self.text(),
        )
        painter.end()
