"""What brings a part of the window to light that is folded away: so its controls can be found, and then be gone to."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QWidget

Opener = QAbstractButton | QAction


@runtime_checkable
class Late(Protocol):
    """A part that, while it is folded away, shows what it showed last."""

    def catch_up(self) -> None:
        """Show what there is to be shown now."""


_NAME = "openedBy"


def opens(opener: Opener, part: QWidget) -> None:
    """Tell that a press of `opener` shows `part` where it is hidden."""
    part.setProperty(_NAME, opener)


def way_to(widget: QWidget, top: QWidget) -> Opener | None:
    """What shows a hidden widget at or below `top`; None where nothing does, or what does cannot be used now."""
    above: QWidget | None = widget
    while above is not None:
        opener = above.property(_NAME)
        # Of what is not there for another reason too, one press would show nothing.
        if opener is not None and not above.isVisible() and (above is widget or widget.isVisibleTo(above)):
            return opener if _can_be_used(opener, above) else None
        above = None if above is top else above.parentWidget()
    return None


def catch_up(top: QWidget) -> None:
    """Bring what is folded away at or below `top` up to date: what is in it, and what of that can be used."""
    for part in (top, *top.findChildren(QWidget)):
        if isinstance(part, Late):
            part.catch_up()


def unfold(opener: Opener) -> None:
    """Show what is folded away, as the hand does."""
    if isinstance(opener, QAbstractButton):
        opener.click()
    else:
        opener.trigger()


def _can_be_used(opener: Opener, part: QWidget) -> bool:
    if isinstance(opener, QAbstractButton):
        return opener.isVisible() and opener.isEnabled()
    beside = part.parentWidget()
    return opener.isEnabled() and beside is not None and beside.isVisible()
