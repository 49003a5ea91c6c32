"""What a tab is made of."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from attnviz.export.scene import Scene


class View(QWidget):
    """One tab. It shows scenes and asks with its own signals; attnviz.joins joins those."""

    beside_controls = True  # whether the controls of the source and its options stand at its right

    def display(self, scene: Scene) -> None:
        """Show a scene."""
        raise NotImplementedError

    def prepare(self, scene: Scene) -> Callable[[], None] | None:
        """What showing the scene would make the window wait for, to be called in a worker; None where it is quick."""
        return None

    def expect(self, scene: Scene) -> None:
        """The scene will be shown when that has been done: let the controls say already what they were set to."""

    def summary(self, scene: Scene) -> str | None:
        """What the status bar says of what this tab shows; None for what it says of the document."""
        return None

    def leave(self) -> None:
        """Stop what moves: another tab is shown, or the window closes."""

    def fit_room(self, height: int) -> None:
        """So many pixels of a page are seen at once, which may be longer; with larger text only."""

    @property
    def side(self) -> QWidget | None:
        """Controls that the tab has beside its picture, if it has its own."""
        return None

    @property
    def focused(self) -> QWidget:
        """The widget that takes the keys when the tab is opened."""
        return self
