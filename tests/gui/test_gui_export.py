"""Figures saved from the export dialog by keys: every format, the names of files, and what is refused."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from tests.gui.export_hand import choose, name_file, opened, settled, type_number

FORMATS = ("svg", "pdf", "png")


def test_ctrl_e_and_enter_export_at_once(bank, tmp_path):
    bank.settings.figure_folder = tmp_path
    dialog = opened(bank)
    target = dialog.target()
    assert target.parent == tmp_path
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert target.read_bytes().startswith(b"<?xml")
    assert "Saved" in bank.window.statusBar().currentMessage()
    assert "Saved" in dialog.facts.text()
    QTest.keyClick(dialog, Qt.Key.Key_Return)  # what is saved need not be saved again: Enter closes now
    assert not dialog.isVisible()


def test_it_stays_open_for_the_next_format_and_replaces_its_own_files(bank, tmp_path):
    dialog = opened(bank)
    name_file(dialog, tmp_path / "a.svg")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    first = (tmp_path / "a.svg").read_bytes()
    choose(dialog.form.theme, "dark")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)  # without a question: it has just been made here
    assert (tmp_path / "a.svg").read_bytes() != first
    choose(dialog.form.format, "png")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    assert (tmp_path / "a.png").exists()
    assert dialog.isVisible()
    dialog.reject()


@pytest.mark.parametrize("ending", FORMATS)
def test_a_format_by_keys(bank, tmp_path, ending):
    dialog = opened(bank)
    name_file(dialog, tmp_path / "a.svg")
    choose(dialog.form.format, ending)
    assert dialog.target() == tmp_path / f"a.{ending}"
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    start = {"svg": b"<?xml", "pdf": b"%PDF", "png": b"\x89PNG"}[ending]
    assert (tmp_path / f"a.{ending}").read_bytes().startswith(start)


def test_the_file_is_what_the_preview_shows(bank, tmp_path):
    dialog = opened(bank)
    choose(dialog.preset, "square")
    choose(dialog.form.format, "png")
    type_number(dialog.form.dpi, "96")
    shown = settled(dialog)
    name_file(dialog, tmp_path / "a.png")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    image = QImage(str(tmp_path / "a.png"))
    assert image.width() == image.height() == round(120 / 25.4 * 96)
    assert image.text("Description") == shown.figure.description


def test_what_made_a_figure_is_told_in_it(bank, tmp_path):
    bank.acts.export(tmp_path / "a.png")
    image = QImage(str(tmp_path / "a.png"))
    assert json.loads(image.text("Software"))["settings"]["scale"] == "on"
    assert image.text("Title") == bank.session.document.name


def test_escape_writes_nothing(bank, tmp_path):
    dialog = opened(bank)
    name_file(dialog, tmp_path / "a.svg")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not list(tmp_path.glob("*.svg"))
    assert bank.acts.figures.dialog is None


def test_a_number_that_cannot_be_is_refused_and_nothing_is_written(bank, tmp_path):
    dialog = opened(bank)
    choose(dialog.preset, "custom")
    name_file(dialog, tmp_path / "a.svg")
    field = dialog.form.width_
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "many")
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert not list(tmp_path.glob("*.svg"))
    assert dialog.isVisible()
    assert "many" in dialog.facts.text()
    dialog.reject()


def test_what_cannot_be_written_is_said_and_the_dialog_stays(bank, tmp_path):
    dialog = opened(bank)
    name_file(dialog, tmp_path / "no folder" / "a.svg")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert "no folder" in dialog.facts.text()
    dialog.reject()


@pytest.mark.parametrize(
    "name", [".", "..", "/", "~", "~nobody-here/a.svg", "n" * 300, "ü/" * 2000 + "a.svg", "\x07\u202e"]
)
def test_whatever_is_written_as_a_file_name_is_saved_or_refused_in_words(bank, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    dialog = opened(bank)
    dialog.path.setText(name)
    dialog.facts.clear()
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    assert list(tmp_path.glob("*.svg")) or dialog.facts.text()
    dialog.reject()
