"""Telling a screen reader what has changed beside the widget that has the keys."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

listeners: list[Callable[[str], object]] = []  # who hears besides a screen reader: tests


def announce(widget: QWidget, sentence: str, *, urgent: bool = False) -> None:
    """Have a sentence read out, at once if it is urgent; nothing where nobody listens."""
    if sentence and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, spoken(sentence))
        politeness = QAccessible.AnnouncementPoliteness
        event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
        QAccessible.updateAccessibility(event)
        heard(spoken(sentence))


def heard(sentence: str) -> None:
    """A sentence has gone to the screen reader."""
    for listener in listeners:
        listener(sentence)


def spoken(text: str) -> str:
    """A line of the screen as it is read out: the dots between its parts become pauses."""
    return text.replace(" · ", ", ")
