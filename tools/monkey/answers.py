"""Answers to what the program asks and waits for: files from the system's dialogs, and buttons of its own."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QFileDialog, QWidget

from tools.monkey import hands
from tools.monkey.pantry import Pantry

SOON = 15  # milliseconds between two looks
WAITING = 0.12  # seconds after which what goes on must be waiting for an answer
CANCELLED = 0.25  # of the system's dialogs
ESCAPED = 0.15  # of the program's own
PATIENT = 6  # answers within one act after which only Escape is left
DEEPEST = 8  # answers that wait for one another
HELPLESS = 30  # answers after which the act is left to the watchdog


@contextlib.contextmanager
def files_answered(pantry: Pantry, chance: Callable[[], random.Random]) -> Iterator[None]:
    """The system's file dialogs, and its browser, answer at once; nobody sees them."""

    def chosen(names: list[str]) -> tuple[list[str], str]:
        return ([], "") if chance().random() < CANCELLED else (names, "")

    def to_open(*_: Any, **__: Any) -> tuple[str, str]:  # noqa: ANN401
        names, kind = chosen([str(pantry.one(chance()))])
        return (names[0] if names else "", kind)

    def all_to_open(*_: Any, **__: Any) -> tuple[list[str], str]:  # noqa: ANN401
        return chosen([str(path) for path in pantry.several(chance())])

    def to_save(*arguments: Any, **named: Any) -> tuple[str, str]:  # noqa: ANN401
        suggestion = next((text for text in arguments[2:3] if isinstance(text, str)), str(named.get("dir", "")))
        names, kind = chosen([pantry.target(chance(), Path(suggestion).suffix)])
        return (names[0] if names else "", kind)

    def folder(*_: Any, **__: Any) -> str:  # noqa: ANN401
        return "" if chance().random() < CANCELLED else str(pantry.folder)

    stubs: tuple[tuple[type, str, Callable[..., object]], ...] = (
        (QFileDialog, "getOpenFileName", to_open),
        (QFileDialog, "getOpenFileNames", all_to_open),
        (QFileDialog, "getSaveFileName", to_save),
        (QFileDialog, "getExistingDirectory", folder),
        (QDesktopServices, "openUrl", lambda *_: True),
    )
    kept = [getattr(owner, name) for owner, name, _ in stubs]
    for owner, name, stub in stubs:
        setattr(owner, name, staticmethod(stub))
    try:
        yield
    finally:
        for (owner, name, _), original in zip(stubs, kept, strict=True):
            setattr(owner, name, original)


class Keeper(QObject):
    """Answers what opens and is waited for while an act goes on, so that the act can end."""

    def __init__(self, beat: Callable[[], None]) -> None:
        super().__init__()
        self._beat = beat
        self._chance: random.Random | None = None  # of the act that goes on
        self._answers = self._depth = 0
        self._since = 0.0  # when the innermost act or answer began
        self._timers = [QTimer(self) for _ in range(DEEPEST)]  # not singleShot: PySide forgets none of its slots
        for timer in self._timers:
            timer.setSingleShot(True)
            timer.timeout.connect(self._look)

    @contextlib.contextmanager
    def during(self, chance: random.Random) -> Iterator[None]:
        """Keep watch over one act."""
        self._chance, self._answers, self._since = chance, 0, time.monotonic()
        self._later()
        yield
        self._chance = None
        for timer in self._timers:
            timer.stop()

    def _later(self) -> None:
        """A timer for each depth: one that is being heard does not go off again within what it has begun."""
        if self._depth < DEEPEST:
            self._timers[self._depth].start(SOON)

    def _look(self) -> None:
        """The act has not ended. If it is for long, something waits."""
        if self._chance is None:
            return
        if time.monotonic() - self._since < WAITING:
            self._later()
            return
        self._depth += 1
        self._since = time.monotonic()
        self._later()  # an answer may open the next question
        try:
            self._answer(self._chance)
        finally:
            self._depth -= 1
            self._since = time.monotonic()
            self._later()

    def _answer(self, chance: random.Random) -> None:
        if self._answers < HELPLESS:
            self._beat()
        self._answers += 1
        popup, modal = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        waiting = popup or modal
        if waiting is None:
            self._let_go()
        elif popup is not None or self._answers > PATIENT or chance.random() < ESCAPED:
            hands.key(waiting, Qt.Key.Key_Escape)
        else:
            _press(chance, waiting)

    def _let_go(self) -> None:
        """A drag of text waits for the button."""
        for window in QApplication.topLevelWindows():
            if window.isVisible():
                QTest.mouseRelease(window, Qt.MouseButton.LeftButton)
                return


def _press(chance: random.Random, dialog: QWidget) -> None:
    buttons = [button for button in dialog.findChildren(QAbstractButton) if button.isVisible() and button.isEnabled()]
    if buttons:
        button = chance.choice(buttons)
        spot = button.mapTo(dialog, button.rect().center())
        hands.click(dialog, spot, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    else:
        hands.key(dialog, Qt.Key.Key_Escape)
