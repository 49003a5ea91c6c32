"""Lessons at the left, the view in the middle, controls at the right: how wide, and which of them are shown."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QSplitterHandle, QWidget

from attnviz.ui.guard import guarded
from attnviz.ui.key_splitter import KeyHandle
from attnviz.ui.text_size import factor, px

Side = Literal["lessons", "controls"]
SIDES: tuple[Side, ...] = ("lessons", "controls")
# Pixels of the window's width at usual text from which on there is room for a side.
ROOM: dict[Side, int] = {"lessons": 1120, "controls": 800}

LEAST_MIDDLE = 240  # the least that both sides together leave the view, at usual text


class Panels(QSplitter):
    """Signal: `side_shown(side, bool)` when one comes or goes.

    A side that the window has no room for goes, and comes back with the room; the person may have it otherwise.
    """

    side_shown = Signal(str, bool)

    def __init__(self, lessons: QWidget, middle: QWidget, controls: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._sides: dict[Side, QWidget] = {"lessons": lessons, "controls": controls}
        self._wanted: dict[Side, bool] = {"lessons": True, "controls": True}  # where there is room
        self._asked: dict[Side, bool | None] = {"lessons": None, "controls": None}  # where there is none
        self._narrow: dict[Side, bool] = {"lessons": False, "controls": False}
        self._needed = True  # whether the visible view has the document's controls beside it
        self.setObjectName("panels")
        self.setHandleWidth(1)
        for index, widget in enumerate((lessons, middle, controls)):
            self.addWidget(widget)
            self.setCollapsible(index, False)
            self.setStretchFactor(index, 1 if widget is middle else 0)
        for index, name in ((1, self.tr("Width of the lessons")), (2, self.tr("Width of the controls"))):
            self.handle(index).setAccessibleName(name)
            self.handle(index).setToolTip(self.tr("Drag, or press the arrow keys, to give more room or less"))
        # A splitter turns its children round; a screen reader reads them from left to right.
        for part in (lessons, self.handle(1), middle, self.handle(2), controls):
            part.raise_()
        for index in (1, 2):
            self.handle(index).raise_()

    @guarded
    def createHandle(self) -> QSplitterHandle:
        return KeyHandle(self.orientation(), self)

    # which are shown ---------------------------------------------------------------------------------------

    def shows(self, side: Side) -> bool:
        """Whether a side is there, or would be beside a view that needs it."""
        if self._narrow[side]:
            return self._asked[side] is True
        return self._wanted[side]

    def lacks_room(self, side: Side) -> bool:
        """Whether the window is too narrow to have a side unasked."""
        return self._narrow[side]

    def toggle(self, side: Side) -> None:
        """The person wants a side, or does not; in a narrow window until it has another width."""
        shown = not self.shows(side)
        (self._asked if self._narrow[side] else self._wanted)[side] = shown
        self._show(side)
        other: Side = "controls" if side == "lessons" else "lessons"
        needed = sum(part.minimumSizeHint().expandedTo(part.minimumSize()).width() for part in self._sides.values())
        if shown and self._narrow[other] and needed + px(LEAST_MIDDLE) > self.width():
            self._asked[other] = False  # both and the view have not room: who comes takes the other's place
            self._show(other)

    def want(self, side: Side, wanted: bool) -> None:
        """Whether a side is shown where there is room."""
        self._wanted[side] = wanted
        self._show(side)

    def wants(self, side: Side) -> bool:
        """Whether a side is shown where there is room."""
        return self._wanted[side]

    @property
    def needed(self) -> bool:
        """Whether the visible view has the document's controls beside it, or would if they were shown."""
        return self._needed

    def need_controls(self, needed: bool) -> None:
        """Whether the visible view has the document's controls beside it."""
        if needed != self._needed:
            self._needed = needed
            self._show("controls")

    def make_room(self, width: int) -> None:
        """The window has another width: what it has no room for goes, and comes back once there is."""
        for side, room in ROOM.items():
            narrow = width < room * factor()
            if narrow != self._narrow[side]:
                self._narrow[side] = narrow
                self._asked[side] = None
                self._show(side)

    def _show(self, side: Side) -> None:
        shown = self.shows(side)
        self._sides[side].setVisible(shown and (side == "lessons" or self._needed))
        self.refresh()  # at once: the view is drawn for the room it has now
        self.side_shown.emit(side, shown)

    def take_over(self, other: Panels) -> None:
        """Show what another window shows, as wide."""
        self._wanted, self._asked, self._narrow = dict(other._wanted), dict(other._asked), dict(other._narrow)
        for side in SIDES:
            self._show(side)

    # widths ------------------------------------------------------------------------------------------------

    def width_of(self, side: Side) -> int:
        """The width of a side in pixels at usual text."""
        return round(self._sides[side].width() / factor())

    def set_width(self, side: Side, width: int) -> None:
        """Another width for a side, in pixels at usual text, within what it allows; the view has the rest."""
        if not self.isVisible():  # else there is no width to share yet
            self.resize(self.window().size())
        sizes = self.sizes()
        at = 0 if side == "lessons" else 2
        sizes[1] = max(sizes[1] + sizes[at] - px(width), 1)
        sizes[at] = px(width)
        self.setSizes(sizes)
