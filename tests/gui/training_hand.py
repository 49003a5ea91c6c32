"""A hand on the Training tab: its view and its runs, its buttons, lists and fields."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

STEPS = 150


def view_of(application):
    return application.window.view("training")


def runs_of(application):
    return application.scene.training


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def at_full_pace(application):
    application.training.set_pace(None)


def finish(qtbot, application):
    at_full_pace(application)
    if not runs_of(application).running:
        press(view_of(application).bar.run)
    qtbot.waitUntil(lambda: runs_of(application).finished and not runs_of(application).running, timeout=20_000)


def choose(combo, index):
    """As a person does: focus, and the keys down to it."""
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(index):
        QTest.keyClick(combo, Qt.Key.Key_Down)


def type_into(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
