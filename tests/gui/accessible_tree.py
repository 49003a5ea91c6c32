"""What a screen reader finds below a widget, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QMenuBar, QTableView, QWidget

from attnviz.ui.accessible_cells import CellTable

ROLE = QAccessible.Role
# Roles that only hold others together: these need no name.
HOLDERS = (
    ROLE.Client,
    ROLE.Border,
    ROLE.LayeredPane,
    ROLE.Splitter,
    ROLE.Window,
    ROLE.Pane,
    ROLE.Grouping,
    ROLE.MenuBar,
)
PICTURES = (ROLE.Canvas, ROLE.Graphic)


def name_of(interface: QAccessibleInterface) -> str:
    return interface.text(QAccessible.Text.Name).strip()


def about(interface: QAccessibleInterface) -> str:
    return interface.text(QAccessible.Text.Description).strip()


def visible_widgets(top: QWidget) -> Iterator[QWidget]:
    """The widgets that can be seen below and with `top`, tables of cells left to their own test."""
    yield top
    for widget in top.findChildren(QWidget):
        inside = widget.parentWidget()
        part_of_scroll_area = isinstance(inside, QAbstractScrollArea) and widget is inside.viewport()
        if widget.isVisibleTo(top) and not part_of_scroll_area and not _in_cells(widget):
            yield widget


def _in_cells(widget: QWidget) -> bool:
    above: QWidget | None = widget
    while above is not None:
        if isinstance(above, CellTable):
            return True
        above = above.parentWidget()
    return False


def faults(top: QWidget) -> list[str]:
    """Everything below a widget that a person who hears the program could not make out."""
    found = []
    for widget in visible_widgets(top):
        interface = QAccessible.queryAccessibleInterface(widget)
        said, role = name_of(interface), interface.role()
        what = f"{type(widget).__name__} {widget.objectName()!r} {said!r} {role}"
        reached = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not isinstance(widget, (QMenuBar,))
        if role == ROLE.NoRole:
            found.append(f"no role: {what}")
        if role not in HOLDERS and role not in (ROLE.StatusBar, ROLE.ScrollBar, ROLE.StaticText) and not said:
            found.append(f"no name: {what}")
        if reached and not said:
            found.append(f"no name, and takes the keys: {what}")
        if reached and role == ROLE.Client:
            found.append(f"takes the keys, and has no role: {what}")
        if role in PICTURES and not about(interface):
            found.append(f"a picture without a description: {what}")
    return found + twins(top)


def twins(top: QWidget) -> list[str]:
    """Different controls of one kind that bear the same name side by side."""
    seen: dict[tuple[object, str, object], QWidget] = {}
    found = []
    for widget in visible_widgets(top):
        if widget.focusPolicy() == Qt.FocusPolicy.NoFocus or isinstance(widget, QTableView):
            continue
        said = name_of(QAccessible.queryAccessibleInterface(widget))
        place = (widget.parentWidget(), said, None)
        if place in seen:
            found.append(f"two of one name: {said!r}: {type(seen[place]).__name__}, {type(widget).__name__}")
        seen[place] = widget
    return found


def tab_order(window: QWidget) -> list[QWidget]:
    """Every widget that Tab reaches in a window, in order, by its focus chain."""
    chain, widget = [], window.nextInFocusChain()
    while widget is not window:
        tabbed = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if tabbed and widget.isVisibleTo(window) and widget.isEnabled() and not _in_cells(widget):
            chain.append(widget)
        widget = widget.nextInFocusChain()
    return chain


def process() -> None:
    QApplication.processEvents()
