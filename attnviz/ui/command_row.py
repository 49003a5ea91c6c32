"""How a found command is drawn: its name with the typed letters bold, where it is, its keys at the right."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from attnviz.ui.command_match import Entry
from attnviz.ui.guard import guarded

MATCH = Qt.ItemDataRole.UserRole  # (Entry, marks)
SIDE = 8  # pixels at both ends
GAP = 14
TICK = "✓"
Index = QModelIndex | QPersistentModelIndex


class CommandRow(QStyledItemDelegate):
    """One row of the command palette."""

    @guarded
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, option.fontMetrics.height() + 12)

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry, marks = index.data(MATCH)
        palette: QPalette = option.palette
        rect = QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ink = palette.color(QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text)
        muted = ink if chosen else palette.color(QPalette.ColorRole.PlaceholderText)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), 5, 5)
        plain = QFont(option.font)
        metrics = QFontMetricsF(plain)
        room = rect.adjusted(SIDE, 0, -SIDE, 0)
        painter.setFont(plain)
        if entry.keys:
            painter.setPen(muted)
            painter.drawText(room, _MIDDLE | Qt.AlignmentFlag.AlignRight, entry.keys)
            room.setRight(room.right() - metrics.horizontalAdvance(entry.keys) - GAP)
        tick = metrics.horizontalAdvance(TICK) + 6
        painter.setPen(muted)
        if entry.checked:
            painter.drawText(room, _MIDDLE, TICK)
        room.setLeft(room.left() + tick)
        room.setLeft(self._name(painter, room, plain, entry, marks, muted if entry.why else ink) + GAP)
        painter.setFont(plain)
        painter.setPen(muted)
        told = " — ".join(part for part in (entry.where, entry.why) if part)
        if room.width() > 2 * GAP:
            painter.drawText(room, _MIDDLE, metrics.elidedText(told, Qt.TextElideMode.ElideRight, room.width()))
        painter.restore()

    @staticmethod
    def _name(
        painter: QPainter, room: QRectF, plain: QFont, entry: Entry, marks: tuple[int, ...], colour: QColor
    ) -> float:
        """Draw the name, what was typed of it bold; where it ends."""
        bold = QFont(plain)
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setPen(colour)
        left, place, typed = room.left(), 0, set(marks)
        while place < len(entry.text):
            end, marked = place, place in typed
            while end < len(entry.text) and (end in typed) == marked:
                end += 1
            font = bold if marked else plain
            part = QFontMetricsF(font).elidedText(
                entry.text[place:end], Qt.TextElideMode.ElideRight, max(room.right() - left, 0)
            )
            painter.setFont(font)
            painter.drawText(QRectF(left, room.top(), room.right() - left, room.height()), _MIDDLE, part)
            left += QFontMetricsF(font).horizontalAdvance(part)
            if part != entry.text[place:end]:
                break
            place = end
        return left


_MIDDLE = Qt.AlignmentFlag.AlignVCenter
