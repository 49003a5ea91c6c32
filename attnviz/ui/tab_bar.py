"""The strip below the menus: one button a tab, and at the right undo, redo and the export of a figure."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from attnviz.document.view_state import Tab
from attnviz.ui.actions import Actions
from attnviz.ui.text_size import px
from attnviz.ui.wrapping import Wrapping


class TabBar(QWidget):
    """Signal: `tab_requested(name)`."""

    tab_requested = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("bar")
        row = Wrapping(self)
        row.setContentsMargins(12, 7, 12, 7)
        row.setSpacing(6)
        self._tabs: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        for name, action in actions.tabs.items():
            button = QPushButton(action.text().replace("&", ""))
            button.setCheckable(True)
            button.setProperty("kind", "tab")
            button.setToolTip(f"{button.text()} ({action.shortcut().toString()})")
            button.setAccessibleName(button.text())
            button.clicked.connect(lambda _checked=False, name=name: self.tab_requested.emit(name))
            group.addButton(button)
            self._tabs[name] = button
            row.add(button)
        row.add_stretch()
        self.undo_button = self._tool("↶", self.tr("Undo"))
        self.redo_button = self._tool("↷", self.tr("Redo"))
        self.export_button = QPushButton(actions.export.text().replace("&", ""))
        self.export_button.setToolTip(self.tr("Save this view as PNG, SVG or PDF (Ctrl+E)"))
        acts = QWidget()  # they stay together where the row goes on in a second line
        side = QHBoxLayout(acts)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(6)
        for button, action in (
            (self.undo_button, actions.undo),
            (self.redo_button, actions.redo),
            (self.export_button, actions.export),
        ):
            button.clicked.connect(action.trigger)
            button.setEnabled(action.isEnabled())
            action.enabledChanged.connect(button.setEnabled)
            side.addWidget(button)
        row.add(acts)

    def _tool(self, sign: str, name: str) -> QPushButton:
        button = QPushButton(sign)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setFixedWidth(px(38))
        return button

    def show_tab(self, name: Tab) -> None:
        """Press the button of the visible tab."""
        self._tabs[name].setChecked(True)
