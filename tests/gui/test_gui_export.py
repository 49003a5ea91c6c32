"""Figures saved from the export dialog by keys: every format, the names of files, and what is refused."""

from __future__ import annotations

import json
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from attnviz.export import files
from attnviz.export.cell_images import png_bytes
from tests.gui.export_hand import choose, name_file, opened, saved, settled, type_number

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
    saved(bank)
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
    saved(bank)
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
    saved(bank)
    image = QImage(str(tmp_path / "a.png"))
    assert image.width() == image.height() == round(120 / 25.4 * 96)
    assert image.text("Description") == shown.figure.description


def test_what_made_a_figure_is_told_in_it(bank, tmp_path):
    bank.acts.export(tmp_path / "a.png")
    saved(bank)
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


def test_a_large_png_is_packed_while_the_window_lives_on(bank, tmp_path, monkeypatch):
    """Packing eight thousand pixels across takes seconds. Enter, pressed meanwhile, asks for it no second time."""
    go_on = threading.Event()
    packed = []

    def slowly(image):
        packed.append(threading.current_thread())
        assert go_on.wait(20)
        return png_bytes(image)

    monkeypatch.setattr(files, "png_bytes", slowly)
    dialog = opened(bank)
    name_file(dialog, tmp_path / "a.svg")
    choose(dialog.form.format, "png")
    for _ in range(2):
        QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    assert "Saving" in dialog.facts.text()
    assert "Saving" in bank.window.statusBar().currentMessage()
    bank.acts.edit_cell("Q", 0, 0, 2.5, "type:1")
    assert bank.scene.document is bank.session.document, "numbers are changed and shown"
    assert list(tmp_path.iterdir()) == []
    go_on.set()
    saved(bank)
    assert "Saved" in dialog.facts.text()
    assert packed != [threading.main_thread()]
    assert len(packed) == 1
    assert QImage(str(tmp_path / "a.png")).width() > 0
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert not dialog.isVisible()


def test_a_png_that_cannot_be_written_says_why_and_the_dialog_stays(bank, tmp_path):
    dialog = opened(bank)
    name_file(dialog, tmp_path / "no folder" / "a.png")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    saved(bank)
    assert "no folder" in dialog.facts.text()
    assert dialog.isVisible()
    name_file(dialog, tmp_path / "a.png")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    saved(bank)
    assert (tmp_path / "a.png").exists()


def test_what_is_being_packed_when_the_program_ends_is_written_whole(start, tmp_path):
    app = start("bank")
    app.acts.export(tmp_path / "a.png")
    app.acts.stop()
    assert not QImage(str(tmp_path / "a.png")).isNull()
