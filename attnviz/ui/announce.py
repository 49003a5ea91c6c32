"""Telling a screen reader what has changed beside the widget that has the keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import shiboken6
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

listeners: list[Callable[[str], object]] = []  # who hears besides a screen reader: tests
_said = 0  # announcements so far


def said() -> int:
    """How many announcements there were: who compares finds out whether something was said."""
    return _said


def announce(widget: QWidget, sentence: str, *, urgent: bool = False) -> None:
    """Have a sentence read out, at once if it is urgent; nothing where nobody listens."""
    global _said
    if sentence and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, spoken(sentence))
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
        QAccessible.updateAccessibility(event)
        _said += 1
        heard(spoken(sentence))


def tell_current_soon(view: QAbstractItemView) -> None:
    """The keys come to a list: which of its rows is the current one. Qt tells, after its event, of the list alone."""
    if QAccessible.isActive():
        QTimer.singleShot(0, partial(_tell_current, view))  # not of the view: PySide would keep one that goes before


def _tell_current(view: QAbstractItemView) -> None:
    if shiboken6.isValid(view) and view.hasFocus():
        row = QAccessible.queryAccessibleInterface(view).focusChild()
        if row is not None:
            QAccessible.updateAccessibility(QAccessibleEvent(row, QAccessible.Event.Focus))
            heard(row.text(QAccessible.Text.Name))


def heard(sentence: str) -> None:
    """A sentence has gone to the screen reader."""
    for listener in listeners:
        listener(sentence)


def spoken(text: str) -> str:
    """A line of the screen as it is read out: the dots between its parts become pauses."""
    return text.replace(" · ", ", ")
