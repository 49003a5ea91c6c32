"""The numbers of a document: saved as a file, or copied as a table. Read when first asked for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QApplication

from attnviz.errors import InputError
from attnviz.export.numbers import shown_table, write_numbers
from attnviz.i18n import translate
from attnviz.io.number_tables import html_table, tsv_text

if TYPE_CHECKING:
    from attnviz.app import Application


def save_numbers(app: Application, path: Path) -> None:
    """Every step of all heads, in the format of the file's ending."""
    scene = app.scene
    if scene is None:
        return
    try:
        write_numbers(path, scene.document, app.trace or scene.trace, scene.form)
    except InputError as error:
        app.window.say(str(error))
        return
    app.window.say(translate("acts", "Saved: {file}").format(file=path), wrong=False)


def copy_numbers(app: Application) -> None:
    """The matrix that is shown, with its labels, to paste into a spreadsheet or a page."""
    scene = app.scene
    if scene is None:
        return
    try:
        table = shown_table(scene)
        data = QMimeData()
        data.setText(tsv_text(table, scene.form))
        data.setHtml(html_table(table, scene.form))
    except InputError as error:
        app.window.say(str(error))
        return
    QApplication.clipboard().setMimeData(data)
    rows, columns = table.values.shape
    said = translate("acts", "Copied: {name}, {rows} × {columns}")
    app.window.say(said.format(name=table.name, rows=rows, columns=columns), wrong=False)
