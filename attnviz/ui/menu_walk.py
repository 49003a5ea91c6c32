"""Everything that the menus offer, with the way to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar

MNEMONIC = re.compile(r"&(.)")
STEP = " › "


@dataclass(frozen=True, slots=True)
class MenuAct:
    """An action and the names of the menus that lead to it, without mnemonics."""

    action: QAction
    menus: tuple[str, ...]

    @property
    def text(self) -> str:
        return plain(self.action.text())

    @property
    def where(self) -> str:
        return STEP.join(self.menus)

    @property
    def keys(self) -> str:
        """Its shortcuts as this system writes them."""
        return native(self.action.shortcuts())


def acts_of(menu: QMenuBar | QMenu, menus: tuple[str, ...] = ()) -> Iterator[MenuAct]:
    """All actions of a menu and of the menus in it, as they are read from the top."""
    # Not action.menu(): PySide takes what that returns for its own, and deletes the menu with its wrapper.
    children = menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)
    inner = {child.menuAction(): child for child in children}
    for action in menu.actions():
        if action in inner:
            yield from acts_of(inner[action], (*menus, plain(action.text())))
        elif not action.isSeparator() and action.isVisible():
            yield MenuAct(action, menus)


def plain(text: str) -> str:
    """A menu's text as it is read, without the mark of its mnemonic."""
    return MNEMONIC.sub(r"\1", text)


def native(sequences: list[QKeySequence]) -> str:
    """Key sequences as this system writes them, in the person's language."""
    return ", ".join(keys.toString(QKeySequence.SequenceFormat.NativeText) for keys in sequences)
