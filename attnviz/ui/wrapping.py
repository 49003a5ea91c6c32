"""A row of controls that goes on in a second line where one has not room for it: nothing is cut off."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLabel, QLayout, QLayoutItem, QSizePolicy, QSpacerItem, QWidget, QWidgetItem

from attnviz.ui.guard import guarded

LINES_APART = 4  # pixels


@dataclass(slots=True)
class _Line:
    """Items that stand beside each other, with the least width of each."""

    items: list[QLayoutItem]
    widths: list[int]


class Wrapping(QLayout):
    """Lays out as QHBoxLayout does while there is room; else in as many lines as are needed.

    A stretch, or a widget whose policy is to expand, takes what is left of its line. A label stands beside what it is
    the name of, and what follows a stretch stands at the end of its line, whichever line that is.

    Every item is made here, so that it is this list's own: of one that Qt makes PySide does not hear when it is
    deleted, takes the next one at that address for it, and nobody deletes what a layout in Python still holds.
    For the same reason it needs a widget of its own: to a layout that is laid into another one PySide gives its items
    for good, and they outlive the window.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._spring: set[int] = set()  # ids of items that take what is left
        self._laid = (0, 0)  # width and height as they were laid last

    # filling -----------------------------------------------------------------------------------------------

    def add(self, widget: QWidget, *, stretch: bool = False) -> None:
        """A widget; with `stretch` it takes what is left of its line."""
        self.addWidget(widget)
        if stretch:
            self._spring.add(id(self._items[-1]))

    def add_space(self, pixels: int) -> None:
        self.addItem(QSpacerItem(pixels, 0, QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Minimum))

    def add_stretch(self) -> None:
        """What follows stands at the end of the line."""
        self.addItem(QSpacerItem(0, 0, QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum))

    def addWidget(self, widget: QWidget) -> None:
        """As Qt's own, which would make the item itself."""
        self.addChildWidget(widget)
        self.addItem(QWidgetItem(widget))

    # what Qt asks ------------------------------------------------------------------------------------------

    @guarded
    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)
        self.invalidate()

    @guarded
    def count(self) -> int:
        return len(self._items)

    @guarded
    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    @guarded
    def takeAt(self, index: int) -> QLayoutItem | None:
        """Whoever takes an item owns it, and Qt deletes it: as soon as its widget leaves the parent."""
        if not 0 <= index < len(self._items):
            return None
        item = self._items.pop(index)
        self._spring.discard(id(item))
        return item

    @guarded
    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation.Horizontal

    @guarded
    def hasHeightForWidth(self) -> bool:
        return True

    @guarded
    def heightForWidth(self, width: int) -> int:
        return self._lay(QRect(0, 0, width, 0), move=False)

    @guarded
    def sizeHint(self) -> QSize:
        """All in one line."""
        shown = [item.sizeHint() for item in self._shown()]
        margins = self.contentsMargins()
        widgets = [item for item in self._shown() if item.spacerItem() is None]
        width = sum(size.width() for size in shown) + max(len(widgets) - 1, 0) * max(self.spacing(), 0)
        height = max((size.height() for size in shown), default=0)
        return QSize(width + margins.left() + margins.right(), height + margins.top() + margins.bottom())

    @guarded
    def minimumSize(self) -> QSize:
        """As narrow as the widest of them; as high as the lines that they need in the width there is."""
        shown = self._shown()
        margins = self.contentsMargins()
        width = max((self._least(item) for item in shown), default=0)
        height = max((item.sizeHint().height() for item in shown), default=0) + margins.top() + margins.bottom()
        if self._laid[0]:
            height = max(height, self._lay(QRect(0, 0, self._laid[0], 0), move=False))
        return QSize(width + margins.left() + margins.right(), height)

    @guarded
    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        height = self._lay(rect, move=True)
        changed = height != self._laid[1]
        self._laid = (rect.width(), height)
        if changed:  # splitters and scroll areas ask for the least size only
            self.update()

    # laying out --------------------------------------------------------------------------------------------

    def _shown(self) -> list[QLayoutItem]:
        """Items that have a place: a widget that is hidden has none, a spacer always."""
        return [item for item in self._items if item.spacerItem() is not None or not item.isEmpty()]

    def _takes_rest(self, item: QLayoutItem) -> bool:
        if id(item) in self._spring:
            return True
        return bool(item.expandingDirections() & Qt.Orientation.Horizontal)

    def _least(self, item: QLayoutItem) -> int:
        """The width below which an item does not stand beside others."""
        if self._takes_rest(item):
            return item.minimumSize().width()
        return max(min(item.sizeHint().width(), item.maximumSize().width()), item.minimumSize().width())

    def _gap(self, line: list[QLayoutItem], item: QLayoutItem) -> int:
        """What is kept before an item that follows others: between two widgets once, whatever stands between them."""
        follows = item.spacerItem() is None and any(other.spacerItem() is None for other in line)
        return max(self.spacing(), 0) if follows else 0

    def _lines(self, width: int) -> list[_Line]:
        lines: list[_Line] = []
        used = 0
        shown = self._shown()
        for at, item in enumerate(shown):
            least = self._least(item)
            if lines:
                gap = self._gap(lines[-1].items, item)
                if used + gap + self._together(shown, at, width) <= width:
                    lines[-1].items.append(item)
                    lines[-1].widths.append(least)
                    used += gap + least
                    continue
                if item.spacerItem() is not None:
                    continue  # a gap at the end of a line is none
            before = shown[at - 1 : at]
            if lines and before and _is_stretch(before[0]):
                lines.append(_Line([before[0], item], [0, least]))
            else:
                lines.append(_Line([item], [least]))
            used = least
        return lines

    def _together(self, shown: list[QLayoutItem], at: int, width: int) -> int:
        """What an item takes with that from which it is not parted, where a line has room for both."""
        least = self._least(shown[at])
        label = shown[at].widget()
        if not isinstance(label, QLabel) or at + 1 == len(shown) or label.buddy() is not shown[at + 1].widget():
            return least
        both = least + max(self.spacing(), 0) + self._least(shown[at + 1])
        return both if both <= width else least

    def _lay(self, rect: QRect, *, move: bool) -> int:
        """Place the items, if asked to, and return the height they need."""
        margins = self.contentsMargins()
        width = rect.width() - margins.left() - margins.right()
        top = rect.y() + margins.top()
        lines = self._lines(width)
        for index, line in enumerate(lines):
            widths = self._shared(line, width)
            height = max(_height(item, wide) for item, wide in zip(line.items, widths, strict=True))
            if move:
                self._place(line, widths, rect.x() + margins.left(), top, height)
            top += height + (LINES_APART if index + 1 < len(lines) else 0)
        return top - rect.y() + margins.bottom()

    def _shared(self, line: _Line, width: int) -> list[int]:
        """The widths of a line's items, what is left given to those that take it."""
        widths = [min(wide, width) for wide in line.widths]
        gaps = sum(self._gap(line.items[:at], item) for at, item in enumerate(line.items))
        left = width - sum(widths) - gaps
        takers = [at for at, item in enumerate(line.items) if self._takes_rest(item)]
        widgets = [at for at in takers if line.items[at].spacerItem() is None]
        for rank, at in enumerate(widgets or takers):  # a field grows before the gap beside it does
            share = left // (len(widgets or takers) - rank)
            most = line.items[at].maximumSize().width() - widths[at]
            widths[at] += max(min(share, most), 0)
            left -= max(min(share, most), 0)
        return widths

    def _place(self, line: _Line, widths: list[int], x: int, top: int, height: int) -> None:
        for at, (item, wide) in enumerate(zip(line.items, widths, strict=True)):
            x += self._gap(line.items[:at], item)
            high = min(_height(item, wide), height)
            item.setGeometry(QRect(x, top + (height - high) // 2, wide, high))
            x += wide


def _is_stretch(item: QLayoutItem) -> bool:
    spacer = item.spacerItem()
    return spacer is not None and bool(spacer.expandingDirections() & Qt.Orientation.Horizontal)


def _height(item: QLayoutItem, width: int) -> int:
    high = item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
    return max(min(high, item.maximumSize().height()), item.minimumSize().height())
