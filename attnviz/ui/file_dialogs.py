"""Questions about files: what is not saved, what another program changed, what was found after a crash."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

Answer = Literal["save", "discard", "cancel"]
Role = QMessageBox.ButtonRole


def ask_unsaved(parent: QWidget, name: str) -> Answer:
    """What to do with changes that would be lost."""
    translate = QCoreApplication.translate
    box = _box(
        parent,
        translate("Dialogs", "Save the changes to “{name}”?").replace("{name}", name),
        translate("Dialogs", "Without saving they are lost."),
    )
    save = box.addButton(translate("Dialogs", "&Save"), Role.AcceptRole)
    discard = box.addButton(translate("Dialogs", "&Don’t save"), Role.DestructiveRole)
    cancel = box.addButton(translate("Dialogs", "&Cancel"), Role.RejectRole)
    clicked = _answer(box, save, cancel)
    return "save" if clicked is save else "discard" if clicked is discard else "cancel"


def ask_left_unsaved(parent: QWidget, count: int) -> bool:
    """Whether to close although documents that were left earlier are not saved."""
    translate = QCoreApplication.translate
    box = _box(
        parent,
        translate("Dialogs", "A document that you left is not saved.", "", count),
        translate("Dialogs", "Undo brings it back."),
    )
    close = box.addButton(translate("Dialogs", "Close &anyway"), Role.DestructiveRole)
    stay = box.addButton(translate("Dialogs", "&Cancel"), Role.RejectRole)
    return _answer(box, stay, stay) is close


def ask_reload(parent: QWidget, path: Path, *, unsaved: bool) -> bool:
    """Whether to load a file again that another program has changed."""
    translate = QCoreApplication.translate
    detail = translate("Dialogs", "Loading it can be undone.")
    if unsaved:
        detail = translate("Dialogs", "Your own changes are not saved. Loading it can be undone.")
    box = _box(
        parent,
        translate("Dialogs", "Another program has changed “{file}”.").replace("{file}", path.name),
        detail,
    )
    load = box.addButton(translate("Dialogs", "&Load it"), Role.AcceptRole)
    keep = box.addButton(translate("Dialogs", "&Keep mine"), Role.RejectRole)
    return _answer(box, keep if unsaved else load, keep) is load


def ask_recover(parent: QWidget, names: list[str]) -> bool | None:
    """Whether to take over documents found after a crash; None to decide later."""
    translate = QCoreApplication.translate
    box = _box(
        parent,
        translate("Dialogs", "attnviz ended before everything was saved."),
        translate("Dialogs", "Found: {names}").replace("{names}", ", ".join(names)),
    )
    recover = box.addButton(translate("Dialogs", "&Recover"), Role.AcceptRole)
    discard = box.addButton(translate("Dialogs", "&Discard"), Role.DestructiveRole)
    later = box.addButton(translate("Dialogs", "&Later"), Role.RejectRole)
    clicked = _answer(box, recover, later)
    return True if clicked is recover else False if clicked is discard else None


def ask_memory(parent: QWidget, name: str, needed: str, free: str) -> bool:
    """Whether to show what takes much memory; both sizes as people read them."""
    translate = QCoreApplication.translate
    box = _box(
        parent,
        translate("Dialogs", "Showing “{name}” takes about {needed} of memory.")
        .replace("{name}", name)
        .replace("{needed}", needed),
        translate("Dialogs", "{free} are free.").replace("{free}", free),
    )
    show = box.addButton(translate("Dialogs", "&Show it"), Role.AcceptRole)
    cancel = box.addButton(translate("Dialogs", "&Cancel"), Role.RejectRole)
    return _answer(box, cancel, cancel) is show


def show_problem(parent: QWidget, sentence: str) -> QMessageBox:
    """What went wrong with a file, to be read at leisure."""
    box = _box(parent, sentence, "")
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Warning)
    box.addButton(QMessageBox.StandardButton.Ok)
    box.open()
    return box


def _box(parent: QWidget, text: str, detail: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setWindowTitle("attnviz")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setInformativeText(detail)
    return box


def _answer(box: QMessageBox, default: QPushButton, escape: QPushButton) -> object:
    box.setDefaultButton(default)
    box.setEscapeButton(escape)
    box.exec()
    clicked = box.clickedButton()
    box.deleteLater()
    return clicked
