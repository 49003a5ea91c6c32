"""The menus: every act with its name, shortcut and tooltip. Acts are joined to the application in app.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QUndoStack
from PySide6.QtWidgets import QMainWindow, QMenu

from attnviz.document.document import HEADS
from attnviz.document.lessons import Heading
from attnviz.ui.text_size import SIZES, SYSTEM, written


class Actions:
    """Makes the menu bar of a window and keeps its actions by name."""

    def __init__(self, window: QMainWindow, undo_stack: QUndoStack, lessons: tuple[Heading, ...]) -> None:
        self._window = window
        translate = QCoreApplication.translate
        self._file(self._menu(translate("Actions", "&File")))
        self._edit(self._menu(translate("Actions", "&Edit")), undo_stack)
        self._view(self._menu(translate("Actions", "&View")))
        self._head(self._menu(translate("Actions", "&Head")))
        self._lessons(self._menu(translate("Actions", "&Lessons")), lessons)
        self._help(self._menu(translate("Actions", "Hel&p")))

    def _menu(self, title: str) -> QMenu:
        return self._window.menuBar().addMenu(title)

    def _add(self, menu: QMenu, text: str, *keys: str, checkable: bool = False) -> QAction:
        action = QAction(text, self._window)
        action.setShortcuts([QKeySequence(key) for key in keys])
        action.setCheckable(checkable)
        action.setMenuRole(QAction.MenuRole.NoRole)
        menu.addAction(action)
        return action

    def _file(self, menu: QMenu) -> None:
        translate = QCoreApplication.translate
        self.new_sentence = self._add(menu, translate("Actions", "&New sentence"), "Ctrl+N")
        self.new_embeddings = self._add(menu, translate("Actions", "New from e&mbeddings"), "Ctrl+Shift+N")
        self.open = self._add(menu, translate("Actions", "&Open…"), "Ctrl+O")
        self.recent = menu.addMenu(translate("Actions", "Open &recent"))
        self.recent.setToolTipsVisible(True)
        menu.addSeparator()
        self.save = self._add(menu, translate("Actions", "&Save"), "Ctrl+S")
        self.save_as = self._add(menu, translate("Actions", "Save &as…"), "Ctrl+Shift+S")
        menu.addSeparator()
        self.export = self._add(menu, translate("Actions", "&Export figure…"), "Ctrl+E")
        self.animate = self._add(menu, translate("Actions", "Export an&imation…"), "Ctrl+Alt+E")
        self.save_numbers = self._add(menu, translate("Actions", "Save the n&umbers…"), "Ctrl+Shift+E")
        menu.addSeparator()
        self.quit = self._add(menu, translate("Actions", "&Quit"), "Ctrl+Q")
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)

    def _edit(self, menu: QMenu, undo_stack: QUndoStack) -> None:
        translate = QCoreApplication.translate
        self.undo = undo_stack.createUndoAction(self._window, translate("Actions", "&Undo"))
        self.undo.setShortcuts([QKeySequence("Ctrl+Z")])
        self.redo = undo_stack.createRedoAction(self._window, translate("Actions", "&Redo"))
        self.redo.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        for action in (self.undo, self.redo):
            action.setParent(self._window)  # PySide gives them to the stack, which outlives the window
        menu.addActions([self.undo, self.redo])
        menu.addSeparator()
        self.copy_figure = self._add(menu, translate("Actions", "&Copy figure"), "Ctrl+Shift+C")
        self.copy_numbers = self._add(menu, translate("Actions", "Copy num&bers"), "Ctrl+Alt+N")
        self.copy_description = self._add(menu, translate("Actions", "Copy &description"), "Ctrl+Alt+C")
        menu.addSeparator()
        self.add_row = self._add(menu, translate("Actions", "Add a r&ow"), "Ctrl+Shift+Down")
        self.remove_row = self._add(menu, translate("Actions", "Re&move the row"), "Ctrl+Shift+Up")
        self.add_column = self._add(menu, translate("Actions", "Add a co&lumn"), "Ctrl+Shift+Right")
        self.remove_column = self._add(menu, translate("Actions", "Remove the colum&n"), "Ctrl+Shift+Left")
        self.rename = self._add(menu, translate("Actions", "Rename the &token…"), "Shift+F2")
        self.fill = self._add(menu, translate("Actions", "&Fill the matrix from a file…"))
        self.matrix_acts = (
            self.add_row,
            self.remove_row,
            self.add_column,
            self.remove_column,
            self.rename,
            self.fill,
        )
        menu.addSeparator()
        self.preferences = self._add(menu, translate("Actions", "&Preferences…"), "Ctrl+,")
        self.preferences.setMenuRole(QAction.MenuRole.PreferencesRole)

    def _view(self, menu: QMenu) -> None:
        translate = QCoreApplication.translate
        self.tabs = {
            "steps": self._add(menu, translate("Actions", "&Steps"), "Ctrl+1", checkable=True),
            "matrix": self._add(menu, translate("Actions", "&Matrix"), "Ctrl+2", checkable=True),
            "heads": self._add(menu, translate("Actions", "Heads"), "Ctrl+3", checkable=True),
            "gradient": self._add(menu, translate("Actions", "G&radient"), "Ctrl+4", checkable=True),
            "training": self._add(menu, translate("Actions", "Tra&ining"), "Ctrl+5", checkable=True),
            "shapes": self._add(menu, translate("Actions", "S&hapes"), "Ctrl+6", checkable=True),
            "code": self._add(menu, translate("Actions", "Co&de"), "Ctrl+7", checkable=True),
        }
        self._exclusive(self.tabs)
        menu.addSeparator()
        self.numbers = self._add(menu, translate("Actions", "&Numbers in the cells"), "Ctrl+Shift+M", checkable=True)
        self.closer = self._add(menu, translate("Actions", "Closer (&zoom in)"), "Ctrl++", "Ctrl+=")
        self.further = self._add(menu, translate("Actions", "&Further off (zoom out)"), "Ctrl+-")
        self.fit = self._add(menu, translate("Actions", "Show a&ll of the matrix"), "Ctrl+0")
        self.zooms = (self.closer, self.further, self.fit)
        self.motion = self._add(menu, translate("Actions", "&Animate the steps"), checkable=True)
        self.compare = self._add(menu, translate("Actions", "&Compare with these numbers"), "Ctrl+B", checkable=True)
        self.follow_key = self._add(menu, translate("Actions", "Follow the &key"), "Ctrl+K")
        self.lessons_panel = self._add(menu, translate("Actions", "L&essons at the left"), "F9", checkable=True)
        self.lessons_panel.setChecked(True)
        self.controls_panel = self._add(menu, translate("Actions", "Controls at the right"), "Shift+F9", checkable=True)
        self.controls_panel.setChecked(True)
        self.next_part = self._add(menu, translate("Actions", "To the next part of the window"), "F6")
        self.part_before = self._add(menu, translate("Actions", "To the part before"), "Shift+F6")
        self.present = self._add(menu, translate("Actions", "&Present on the whole screen"), "F11")
        menu.addSeparator()
        self._text_sizes(menu.addMenu(translate("Actions", "Te&xt size")))
        notation = menu.addMenu(translate("Actions", "N&otation"))
        self.letters = {
            "SAO": self._add(notation, translate("Actions", "&S scores, A weights, O output"), checkable=True),
            "OmegaAC": self._add(notation, translate("Actions", "&Ω scores, A weights, C context"), checkable=True),
        }
        self._exclusive(self.letters)
        notation.addSeparator()
        self.first_heads = {
            "1": self._add(notation, translate("Actions", "Count heads from &1"), checkable=True),
            "0": self._add(notation, translate("Actions", "Count heads from &0"), checkable=True),
        }
        self._exclusive(self.first_heads)
        notation.addSeparator()
        self.transposed = {
            "rows": self._add(notation, translate("Actions", "&Rows are queries"), checkable=True),
            "columns": self._add(notation, translate("Actions", "&Columns are queries (KᵀQ)"), checkable=True),
        }
        self._exclusive(self.transposed)
        themes = menu.addMenu(translate("Actions", "&Theme"))
        self.themes = {
            "system": self._add(themes, translate("Actions", "As the s&ystem"), checkable=True),
            "light": self._add(themes, translate("Actions", "&Light"), checkable=True),
            "dark": self._add(themes, translate("Actions", "&Dark"), checkable=True),
        }
        self._exclusive(self.themes)
        languages = menu.addMenu(translate("Actions", "Lan&guage"))
        # Each language is named in itself, so that whoever reads it can find it.
        self.languages = {
            "en": self._add(languages, "&English", checkable=True),
            "pt_BR": self._add(languages, "&Português (Brasil)", checkable=True),
        }
        self._exclusive(self.languages)

    def _text_sizes(self, menu: QMenu) -> None:
        translate = QCoreApplication.translate
        self.larger_text = self._add(menu, translate("Actions", "&Larger text"), "Ctrl+Alt++", "Ctrl+Alt+=")
        self.smaller_text = self._add(menu, translate("Actions", "&Smaller text"), "Ctrl+Alt+-")
        menu.addSeparator()
        self.text_sizes = {SYSTEM: self._add(menu, translate("Actions", "As the s&ystem"), checkable=True)}
        for size in SIZES:
            keys = ("Ctrl+Alt+0",) if size == SIZES[0] else ()
            self.text_sizes[size] = self._add(menu, written(size), *keys, checkable=True)
        self._exclusive(self.text_sizes)

    def _head(self, menu: QMenu) -> None:
        translate = QCoreApplication.translate
        names = {
            "content": translate("Actions", "&Content"),
            "previous": translate("Actions", "&Previous token"),
            "distance": translate("Actions", "D&istance"),
            "mixed": translate("Actions", "&Mixed"),
        }
        self.heads: dict[str, QAction] = {
            head: self._add(menu, names[head], f"Alt+{index}", checkable=True) for index, head in enumerate(HEADS, 1)
        }
        self._exclusive(self.heads)
        menu.addSeparator()
        self.next_heads = {
            ("head", 1): self._add(menu, translate("Actions", "&Next head"), "Alt+PgDown"),
            ("head", -1): self._add(menu, translate("Actions", "Pr&evious head"), "Alt+PgUp"),
            ("layer", 1): self._add(menu, translate("Actions", "Next &layer"), "Alt+Shift+PgDown"),
            ("layer", -1): self._add(menu, translate("Actions", "Previous la&yer"), "Alt+Shift+PgUp"),
        }
        menu.addSeparator()
        self.divide = self._add(menu, translate("Actions", "&Divide by √dₖ"), "Ctrl+D", checkable=True)
        self.causal = self._add(menu, translate("Actions", "Causal m&ask"), "Ctrl+M", checkable=True)

    def _lessons(self, menu: QMenu, lessons: tuple[Heading, ...]) -> None:
        self.lessons = {
            lesson.id: self._add(menu, f"{_numbered(index)} {lesson.title}") for index, lesson in enumerate(lessons, 1)
        }

    def _help(self, menu: QMenu) -> None:
        translate = QCoreApplication.translate
        self.palette = self._add(menu, translate("Actions", "&Command palette…"), "Ctrl+Shift+P")
        self.guide = self._add(menu, translate("Actions", "&User guide"), "Shift+F1")
        self.shortcuts = self._add(menu, translate("Actions", "&Keyboard shortcuts"), "F1")
        self.explain = self._add(menu, translate("Actions", "&Explain what has the keys"), "Ctrl+F1")
        menu.addSeparator()
        self.self_check = self._add(menu, translate("Actions", "&Self-check…"))
        self.about = self._add(menu, translate("Actions", "&About attnviz"))
        self.about.setMenuRole(QAction.MenuRole.AboutRole)

    def all(self) -> list[QAction]:
        """Every act that has keys."""
        return [action for action in self.everything() if action.shortcuts()]

    def everything(self) -> list[QAction]:
        """Every act of the menus but those of the recent files."""
        return self._window.findChildren(QAction, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def _exclusive(self, actions: Mapping[Any, QAction]) -> None:
        group = QActionGroup(self._window)
        for action in actions.values():
            group.addAction(action)

    def show_recent(self, paths: list[Path], choose: Callable[[Path], object], forget: Callable[[], object]) -> None:
        """Fill the menu of recent files, just before it opens."""
        self.recent.clear()
        for index, path in enumerate(paths, 1):
            action = self.recent.addAction(f"&{index % 10} {path.name.replace('&', '&&')}")
            action.setToolTip(str(path))
            action.setData(path)
            action.setEnabled(path.exists())
            action.triggered.connect(lambda _checked=False, path=path: choose(path))
        if paths:
            self.recent.addSeparator()
        clear = self.recent.addAction(QCoreApplication.translate("Actions", "&Clear this list"))
        clear.setEnabled(bool(paths))
        clear.triggered.connect(lambda _checked=False: forget())


def _numbered(index: int) -> str:
    """1 to 9 by their own key, the tenth by 0."""
    return f"&{index}" if index < 10 else "1&0" if index == 10 else str(index)
