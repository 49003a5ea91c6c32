"""F1: every key of the menus and of the views, with a line to find one in."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QMainWindow, QTreeWidgetItem

from attnviz.ui.command_match import Entry, best
from attnviz.ui.framed_dialog import FramedDialog
from attnviz.ui.keys import groups
from attnviz.ui.menu_walk import MenuAct, acts_of
from attnviz.ui.wrapped_items import WrappedTree

WIDTH, HEIGHT = 640, 640
FAR = 0.3  # of the best find's score: what is less is not meant
Lines = tuple[tuple[str, str], ...]  # (act, keys)


class ShortcutsDialog(FramedDialog):
    """Reads the keys from the window's own menus, so that it cannot say what is not so."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize_within(WIDTH, HEIGHT)
        self.line = QLineEdit()
        self.line.setPlaceholderText(self.tr("Find an act or a key"))
        self.line.setAccessibleName(self.tr("Find an act or a key"))
        self.line.setToolTip(self.tr("Only what fits these letters is listed"))
        self.line.setClearButtonEnabled(True)
        self.line.textChanged.connect(self._find)
        self.tree = WrappedTree()
        self.tree.setAccessibleName(self.tr("Keyboard shortcuts"))
        self.tree.setColumnCount(2)
        self.tree.setHeaderLabels([self.tr("Act"), self.tr("Keys")])
        self.tree.setRootIsDecorated(False)
        self.tree.setStyleSheet("QTreeView::item { padding: 2px 0; }")
        for title, lines in [*_of_menus(window), *_of_views()]:
            self._add(title, lines)
        self.tree.expandAll()
        self.nothing = QLabel(self.tr("Nothing is called that."))
        self.nothing.setProperty("role", "muted")
        self.nothing.hide()
        self.fill(self.line, self.tree, self.nothing)
        self.line.setFocus()

    def _add(self, title: str, lines: Lines) -> None:
        group = QTreeWidgetItem([title])
        font = self.tree.font()
        font.setWeight(font.Weight.DemiBold)
        group.setFont(0, font)
        group.setData(1, Qt.ItemDataRole.AccessibleTextRole, title)  # an empty cell has no name else
        for act, keys in lines:
            item = QTreeWidgetItem([act, keys])
            item.setData(0, Qt.ItemDataRole.AccessibleTextRole, f"{act}: {keys}")
            item.setToolTip(0, act)
            item.setToolTip(1, keys)
            group.addChild(item)
        self.tree.addTopLevelItem(group)
        group.setFirstColumnSpanned(True)  # of an item outside of a tree Qt does not remember it

    def _find(self, typed: str) -> None:
        """Hide what does not fit as well as the best does; a group goes with its last line."""
        lines = [(group, line) for group in self._groups() for line in _lines(group)]
        entries = [Entry(text=line.text(0), where=f"{group.text(0)} {line.text(1)}") for group, line in lines]
        found = best(typed, entries)
        least = max((match.score for match in found), default=0.0) * FAR
        near = {match.index for match in found if match.score >= least}
        for index, (_, line) in enumerate(lines):
            line.setHidden(index not in near)
        for group in self._groups():
            group.setHidden(all(line.isHidden() for line in _lines(group)))
        self.nothing.setVisible(not near)

    def _groups(self) -> list[QTreeWidgetItem]:
        found = [self.tree.topLevelItem(index) for index in range(self.tree.topLevelItemCount())]
        return [group for group in found if group is not None]

    def shown(self) -> list[tuple[str, str]]:
        """(act, keys) of the lines that are not hidden."""
        lines = [line for group in self._groups() for line in _lines(group)]
        return [(line.text(0), line.text(1)) for line in lines if not line.isHidden()]


def _lines(group: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    return [group.child(row) for row in range(group.childCount())]


def _of_menus(window: QMainWindow) -> list[tuple[str, Lines]]:
    """The menus that have keys, each with those of the menus in it."""
    by_menu: dict[str, list[MenuAct]] = {}
    for act in acts_of(window.menuBar()):
        if act.keys:
            by_menu.setdefault(act.menus[0], []).append(act)
    return [(menu, tuple((act.text, act.keys) for act in acts)) for menu, acts in by_menu.items()]


def _of_views() -> list[tuple[str, Lines]]:
    return [(group.title, tuple((line.act, line.shown) for line in group.lines)) for group in groups()]
