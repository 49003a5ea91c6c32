"""How the keys go about the window: the order of Tab, from part to part, and the hint of what has the keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QAbstractButton, QApplication, QButtonGroup, QToolTip, QWidget

from attnviz.ui.announce import announce


def tab_sequence(*parts: QWidget | None) -> None:
    """Have Tab go through these parts one after the other, each in the order it has."""
    chain: list[QWidget] = []
    for part in parts:
        chain += [] if part is None else _focusable(part)
    for one, other in pairwise(chain):
        QWidget.setTabOrder(one, other)


def _focusable(part: QWidget) -> list[QWidget]:
    """Whatever of a part takes the keys, shown or not, in the order in which it was made.

    Not by nextInFocusChain: PySide has each widget hold the one it returns, and when one of them is deleted, it
    takes the wrappers of all that follow for dead: menu bar and menus among them.
    """
    return [
        widget
        for widget in (part, *part.findChildren(QWidget))
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and (widget is part or part.isAncestorOf(widget))
    ]


def one_stop(group: QButtonGroup) -> None:
    """Of buttons of which one is pressed Tab stops at that one, and arrows walk the others. Qt by itself stops where
    the keys were last. To a screen reader they are radio buttons: it would take each for a switch of its own."""
    if group.property("one stop") or not group.exclusive():
        return
    group.setProperty("one stop", True)
    for button in group.buttons():
        button.setAutoExclusive(True)  # the group sees to it; Qt tells a reader by this

    def stop_at(pressed: QAbstractButton, on: bool) -> None:
        for button in group.buttons() if on else ():
            here = button is pressed
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if here else Qt.FocusPolicy.ClickFocus)

    group.buttonToggled.connect(stop_at)
    pressed = group.checkedButton()
    if pressed is not None:
        stop_at(pressed, True)


def to_next_part(order: Sequence[QWidget], stops: Mapping[QWidget, QWidget | None], step: int) -> None:
    """Bring the keys to the next visible part of the window, or the one before.

    `order` is what lies in it, as the eye goes; `stops` are those parts the keys go to, and the widget in each that
    gets them, if not the first. From the others, as the lines between parts, they are only brought away.
    """
    there = [part for part in order if part.isVisible()]
    held = QApplication.focusWidget()
    at = next((i for i, part in enumerate(there) if held is not None and _holds(part, held)), None)
    start = at if at is not None else -1 if step > 0 else 0
    for turn in range(1, len(there) + 1):
        part = there[(start + turn * step) % len(there)]
        target = (stops[part] or _first(part)) if part in stops else None
        if target is not None:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return


def _holds(part: QWidget, held: QWidget) -> bool:
    return part is held or part.isAncestorOf(held)


def _first(part: QWidget) -> QWidget | None:
    return next((w for w in _focusable(part) if w.isVisible() and w.isEnabled()), None)


def allow(heir: QWidget, allowed: Mapping[QWidget, bool]) -> None:
    """Enable controls, or disable them. One that has the keys and may keep them no longer gives them to `heir`: Qt
    gives them to what comes next, and on to the next again where that is disabled too, and a reader tells of each."""
    if any(widget.hasFocus() and not may for widget, may in allowed.items()):
        heir.setFocus()
    for widget, may in allowed.items():
        widget.setEnabled(may)


def explain() -> None:
    """Show the hint of the widget that has the keys, as the pointer would, and have it read out."""
    held = QApplication.focusWidget()
    if held is None:
        return
    announce(held, QTextDocumentFragment.fromHtml(held.toolTip()).toPlainText() or held.accessibleDescription())
    if held.toolTip():
        QToolTip.showText(held.mapToGlobal(QPoint(0, held.height())), held.toolTip(), held)
