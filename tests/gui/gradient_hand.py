"""A hand on the Gradient tab: it types into fields and matrices, and reads what is drawn."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from attnviz.export.figure import Cells, Text
from tests.gui.conftest import click


def drawn(view) -> set[str]:
    return {item.name for item in view.editor.figure.items if isinstance(item, Cells)}


def texts(canvas) -> list[str]:
    return [item.text for item in canvas.figure.items if isinstance(item, Text)]


def type_into(view, field, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    view.settle()


def type_number(view, row: int, column: int, text: str) -> None:
    editor = view.editor
    click(editor, editor.cell_center("dR", row, column))
    QTest.keyClicks(editor, text[0])
    QTest.keyClicks(editor._line, text[1:])
    QTest.keyClick(editor._line, Qt.Key.Key_Return)
    view.settle()
