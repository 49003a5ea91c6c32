"""Trees whose texts go on in a second line where a column is narrow: Qt draws that, but leaves no height for it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from attnviz.ui.announce import tell_current_soon
from attnviz.ui.guard import guarded

MOST_OF_SECOND = 0.45  # of the width
BESIDE = 14  # pixels that a style keeps beside a text, at most


class WrappedTree(QTreeWidget):
    """Of two columns the second is as wide as its longest text, but leaves the first the larger half."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Wrapping(self))
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def room(self, index: QModelIndex | QPersistentModelIndex) -> int:
        """The width in which the text of an index is drawn, in pixels."""
        if index.column() > 0:
            return self.columnWidth(index.column())
        depth = int(self.rootIsDecorated())
        above = index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        spanned = self.isFirstColumnSpanned(index.row(), index.parent())
        whole = self.viewport().width() if spanned else self.columnWidth(0)
        return whole - depth * self.indentation()

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        tell_current_soon(self)

    def fit_columns(self) -> None:
        """Share the width, and give each line the height that its texts need in it."""
        width = self.viewport().width()
        second = 0
        if self.columnCount() > 1:
            second = min(self._widest(1), round(width * MOST_OF_SECOND))
            self.setColumnWidth(1, second)
        self.setColumnWidth(0, width - second)
        self.scheduleDelayedItemsLayout()

    def _widest(self, column: int) -> int:
        metrics = self.fontMetrics()
        return max((metrics.horizontalAdvance(item.text(column)) for item in self._items()), default=0) + BESIDE

    def _items(self) -> list[QTreeWidgetItem]:
        found = []
        for row in range(self.topLevelItemCount()):
            item = self.topLevelItem(row)
            if item is not None:
                found += [item, *(item.child(below) for below in range(item.childCount()))]
        return found

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit_columns()


class _Wrapping(QStyledItemDelegate):
    """Tells a line's height for the width that its column has."""

    def __init__(self, tree: WrappedTree) -> None:
        super().__init__(tree)
        self._tree = tree

    @guarded
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        option.rect = QRect(0, 0, self._tree.room(index), 1)
        return super().sizeHint(option, index)
