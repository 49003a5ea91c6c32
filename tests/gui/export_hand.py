"""A hand in the export dialog: it opens it, names the file, chooses and types, and waits for the preview."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attnviz.export.figure import Text


def opened(app):
    """The dialog, opened as a person does."""
    activate(app.window)
    QTest.keyClick(app.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    dialog = app.acts.figures.dialog
    assert dialog is not None
    activate(dialog)
    return dialog


def activate(window):
    """As a desktop does by itself."""
    window.activateWindow()
    for _ in range(100):
        if window.isActiveWindow():
            break
        QTest.qWait(10)
    assert window.isActiveWindow()


def name_file(dialog, path):
    dialog.path.selectAll()
    QTest.keyClicks(dialog.path, str(path))


def choose(combo, value):
    """An entry of a combo box by the keyboard."""
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(combo.count()):
        if combo.currentData() == value:
            return
        QTest.keyClick(combo, Qt.Key.Key_Down)
    raise AssertionError(f"no {value} in the list")


def type_number(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Tab)


def settled(dialog):
    """What is drawn, once the hand rests."""
    for _ in range(1000):
        if not dialog.busy:
            break
        QTest.qWait(20)
    assert not dialog.busy
    return dialog.drawn


def drawn_texts(dialog):
    settled(dialog)
    return [item.text for item in dialog.drawn.figure.items if isinstance(item, Text)]


def saved(app):
    """What is being written is there, and has been told."""
    for _ in range(1000):
        if not app.acts.figures.writer.busy:
            break
        QTest.qWait(10)
    assert not app.acts.figures.writer.busy
