"""One line in which every act, view, lesson, control and recent file is found by a few letters, and done with Enter."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListView, QVBoxLayout, QWidget

from attnviz.ui.announce import announce
from attnviz.ui.command_match import Entry, Match, best
from attnviz.ui.command_row import MATCH, CommandRow
from attnviz.ui.guard import guarded
from attnviz.ui.voice import REST

WIDTH = 680
MOST_ROWS = 10
MARGIN = 40  # pixels that stay free beside it in a narrow window
TOP = 52  # pixels below the window's upper edge

Index = QModelIndex | QPersistentModelIndex
MOVES = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -MOST_ROWS,
    Qt.Key.Key_PageDown: MOST_ROWS,
    Qt.Key.Key_Tab: 1,
    Qt.Key.Key_Backtab: -1,
}


class CommandPalette(QFrame):
    """Lies above the window while it is used. The line has the keys; the list only shows.

    Signal: `chosen(index)` of the entry that is to be done, after the keys are back where they were.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("popup")
        self.setAccessibleName(self.tr("Command palette"))
        self.hide()
        self._back: QWidget | None = None  # where the keys were
        self.line = _Line()
        self.line.setPlaceholderText(self.tr("An act, a view, a control, a lesson, a recent file"))
        self.line.setAccessibleName(self.tr("Find a command"))
        self.line.setToolTip(self.tr("Type some letters of it; arrows choose, Enter does it, Esc leaves"))
        self.found = _Found(self)
        self.list = QListView()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(self.tr("Found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.list.setModel(self.found)
        self.list.setItemDelegate(CommandRow(self.list))
        self.nothing = QLabel(self.tr("Nothing is called that."))
        self.nothing.setProperty("role", "muted")
        self.nothing.setContentsMargins(8, 2, 8, 6)
        box = QVBoxLayout(self)
        box.setContentsMargins(10, 10, 10, 8)
        box.setSpacing(8)
        for widget in (self.line, self.list, self.nothing):
            box.addWidget(widget)
        self._rest = QTimer(self)  # what is found is told once the hand rests, not with every letter
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(lambda: announce(self.line, self.line.accessibleDescription()))
        self.line.textChanged.connect(self._find)
        self.line.moved.connect(self._move)
        self.line.entered.connect(self._choose)
        self.line.left.connect(lambda: self.leave(keep_focus=True))
        self.line.lost.connect(lambda: self.leave(keep_focus=False))
        self.list.clicked.connect(lambda _index: self._choose())

    def open(self, entries: Sequence[Entry]) -> None:
        """Show everything there is, ready to type."""
        window = self.window()
        self._back = window.focusWidget()
        if self._back is not None:
            self._back.destroyed.connect(self._forget)
        self.found.entries = tuple(entries)
        self.line.clear()
        self._find("")
        self._rest.stop()  # a reader that comes to the line reads what is said of it
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        window.installEventFilter(self)

    def leave(self, *, keep_focus: bool) -> None:
        """Go away; `keep_focus` gives the keys back to whoever had them."""
        if self.isHidden():
            return
        self._rest.stop()
        self.window().removeEventFilter(self)
        back, self._back = self._back, None
        if back is not None:
            back.destroyed.disconnect(self._forget)
            if keep_focus and back.isVisible():
                back.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def _forget(self) -> None:
        """Whoever had the keys is no more."""
        self._back = None

    def current(self) -> int | None:
        """The entry that Enter would do."""
        row = self.list.currentIndex().row()
        return self.found.matches[row].index if 0 <= row < len(self.found.matches) else None

    # finding -----------------------------------------------------------------------------------------------

    def _find(self, typed: str) -> None:
        self.found.show(best(typed, self.found.entries))
        any_ = bool(self.found.matches)
        self.list.setVisible(any_)
        self.nothing.setVisible(not any_)
        self._place()
        self._show(0)
        self._rest.start()

    def _place(self) -> None:
        """At the middle of the window's upper part, as high as what is found."""
        window = self.window()
        width = min(WIDTH * self.fontMetrics().height() // 16, window.width() - MARGIN)
        rows = min(len(self.found.matches), MOST_ROWS)
        frame = 2 * self.list.frameWidth()
        self.list.setFixedHeight(rows * self.list.sizeHintForRow(0) + frame if rows else 0)
        self.setFixedWidth(width)
        box = self.layout()
        assert box is not None
        box.activate()
        height = min(box.totalSizeHint().height(), window.height() - TOP - 8)
        self.setGeometry((window.width() - width) // 2, TOP, width, height)

    def _move(self, rows: int) -> None:
        count = len(self.found.matches)
        if not count:
            return
        row = self.list.currentIndex().row() + rows
        if abs(rows) == 1:
            row %= count  # round about
        self._go(min(max(row, 0), count - 1))

    def _go(self, row: int) -> None:
        self._show(row)
        self._rest.stop()
        announce(self.line, self.line.accessibleDescription())

    def _show(self, row: int) -> None:
        """The list has no focus: what is chosen in it is said of the line."""
        if not self.found.matches:
            self.line.setAccessibleDescription(self.nothing.text())
            return
        index = self.found.index(row)
        self.list.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.list.scrollTo(index)
        place = self.tr("{row} of {count}").format(row=row + 1, count=len(self.found.matches))
        self.line.setAccessibleDescription(f"{self.found.spoken(row)}, {place}")

    def _choose(self) -> None:
        index = self.current()
        if index is None:
            return
        entry = self.found.entries[index]
        if entry.why:
            announce(self.line, entry.why)
            return
        self.leave(keep_focus=True)
        self.chosen.emit(index)

    @guarded
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The window's new size, while this lies above it."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return super().eventFilter(watched, event)


class _Line(QLineEdit):
    """Typed into; the keys that choose are handed on."""

    moved = Signal(int)
    entered = Signal()
    left = Signal()
    lost = Signal()

    @guarded
    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in MOVES:
            self.moved.emit(MOVES[Qt.Key(event.key())])  # here, for Tab never comes to keyPressEvent
            return True
        return bool(super().event(event))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        # Another window may be looked at meanwhile, and the line's own menu opens.
        if event.reason() not in (Qt.FocusReason.ActiveWindowFocusReason, Qt.FocusReason.PopupFocusReason):
            self.lost.emit()


class _Found(QAbstractListModel):
    """What was found, the best first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[Entry, ...] = ()
        self.matches: list[Match] = []

    def show(self, matches: list[Match]) -> None:
        self.beginResetModel()
        self.matches = matches
        self.endResetModel()

    def spoken(self, row: int) -> str:
        """A row as a screen reader says it."""
        entry = self.entries[self.matches[row].index]
        on = self.tr("on") if entry.checked else ""
        return ", ".join(part for part in (entry.text, on, entry.where, entry.keys, entry.why) if part)

    @guarded
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 — Qt's signature
        return 0 if parent.isValid() else len(self.matches)

    @guarded
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not 0 <= index.row() < len(self.matches):
            return None
        match = self.matches[index.row()]
        entry = self.entries[match.index]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index.row())
        if role == MATCH:
            return entry, match.marks
        return None
