"""A hand that presses keys, whatever has the focus, and an ear for what a screen reader is told."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from attnviz.ui import announce

Key, Mod = Qt.Key, Qt.KeyboardModifier


class Hand:
    """Presses keys, whatever has the focus; hears what a screen reader is told."""

    def __init__(self, app) -> None:
        self.app = app
        self.heard: list[str] = []
        announce.listeners.append(self.heard.append)

    @property
    def on(self) -> QWidget:
        held = QApplication.focusWidget() or QApplication.activeWindow()
        assert held is not None
        return held

    def press(self, *keys, mod=Mod.NoModifier) -> None:
        for key in keys:
            QTest.keyClick(self.on, key, mod)

    def type(self, text: str) -> None:
        QTest.keyClicks(self.on, text)

    def hears(self, *words: str) -> str:
        """Wait until one sentence holds all these words; forget what was said before it."""
        for _ in range(300):
            for index, sentence in enumerate(self.heard):
                if all(word in sentence for word in words):
                    del self.heard[: index + 1]
                    return sentence
            QTest.qWait(10)
        raise AssertionError(f"{words} not heard; but {self.heard[-8:]}")

    def go_to(self, name: str, step=Key.Key_Tab) -> None:
        """Tab until a control of this name has the focus."""
        for _ in range(80):
            if name in (self.on.accessibleName() or getattr(self.on, "text", str)()):
                return
            self.press(step)
        raise AssertionError(f"Tab does not reach {name}")
