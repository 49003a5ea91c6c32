"""What the export dialog remembers: the last choice, choices kept under a name, and settings that do no harm."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtTest import QTest

from attnviz.document.figure_look import FigureLook
from attnviz.settings import Settings
from tests.gui.export_hand import choose, name_file, opened, saved, settled


def test_the_last_choice_is_remembered_and_words_are_not(bank, tmp_path):
    dialog = opened(bank)
    choose(dialog.preset, "columns")
    choose(dialog.form.format, "pdf")
    dialog.form.title.setFocus()
    QTest.keyClicks(dialog.form.title, "Once")
    name_file(dialog, tmp_path / "a.pdf")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    dialog.reject()
    again = opened(bank)
    assert again.preset.currentData() == "columns"
    assert again.form.format.currentData() == "pdf"
    assert again.form.title.text() == ""
    assert again.target().parent == tmp_path
    assert Settings().figure_look.preset == "columns"  # also for the next start
    again.reject()


def test_choices_are_kept_under_a_name_and_forgotten(bank):
    dialog = opened(bank)
    choose(dialog.preset, "slide-third")
    choose(dialog.form.theme, "dark")
    dialog.keep_as("My talk")
    choose(dialog.preset, "own")
    choose(dialog.form.theme, "light")
    dialog.reject()
    again = opened(bank)
    place = again.preset.findText("My talk")
    again.preset.setFocus()
    QTest.keyClick(again.preset, Qt.Key.Key_End)
    assert again.preset.currentIndex() == place
    assert settled(again).palette.name == "dark"
    assert again.drawn.look.preset == "slide-third"
    QTest.mouseClick(again.forget, Qt.MouseButton.LeftButton)
    assert again.preset.findText("My talk") < 0
    assert Settings().figure_presets == ()
    again.reject()


@pytest.mark.parametrize("stored", ["", "no json", "{}", '{"dpi": 9999}', '{"preset": "huge"}', "[1]", '{"dpi": "96"}'])
def test_settings_edited_by_hand_do_no_harm(bank, stored):
    bank.settings._store.setValue("figure/look", stored)
    assert bank.settings.figure_look == FigureLook()


@pytest.mark.parametrize("made", [False, True])
def test_the_first_figure_is_offered_a_folder_that_is_there(bank, monkeypatch, tmp_path, made):
    """A system may name a folder for documents that nobody has made: Return must save all the same."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    documents = tmp_path / "Papers"
    if made:
        documents.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _kind: str(documents))
    dialog = opened(bank)
    settled(dialog)
    assert dialog.target().parent == (documents if made else tmp_path)
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    saved(bank)
    assert dialog.target().is_file()
    dialog.reject()
