"""Exporting from the window: the dialog by keys and mouse, what it remembers, the clipboard, and the way back."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton

from attnviz.document.figure_look import PART_NAMES, FigureLook
from attnviz.export.figure import Text
from attnviz.settings import Settings

KEYS = Qt.KeyboardModifier
FORMATS = ("svg", "pdf", "png")


def opened(app):
    """The dialog, opened as a person does."""
    activate(app.window)
    QTest.keyClick(app.window, Qt.Key.Key_E, KEYS.ControlModifier)
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
    for _ in range(200):
        if not dialog.busy:
            break
        QTest.qWait(20)
    assert not dialog.busy
    return dialog.drawn


def drawn_texts(dialog):
    settled(dialog)
    return [item.text for item in dialog.drawn.figure.items if isinstance(item, Text)]


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


def test_the_preview_follows_every_choice(sentence, tmp_path):
    dialog = opened(sentence)
    first = settled(dialog)
    choose(dialog.preset, "column")
    assert settled(dialog) is not first
    assert dialog.drawn.figure.width * dialog.drawn.scale == pytest.approx(88 / 25.4 * 96, abs=0.1)
    assert "88 × 80 mm" in dialog.facts.text()
    dialog.form.title.setFocus()
    QTest.keyClicks(dialog.form.title, "Who looks at whom")
    QTest.keyClicks(dialog.form.caption, "<b>&")
    assert {"Who looks at whom", "<b>&"} <= set(drawn_texts(dialog))
    type_number(dialog.form.font_, "6")
    assert settled(dialog).scale == pytest.approx(6 / 9, abs=0.01)
    assert "6.0 points" in dialog.facts.text()
    type_number(dialog.form.font_, "20")
    settled(dialog)
    assert "needs more room" in dialog.facts.text()
    choose(dialog.form.theme, "dark")
    choose(dialog.form.background, "transparent")
    assert settled(dialog).palette.name == "dark"
    assert dialog.drawn.background is None
    name_file(dialog, tmp_path / "a.svg")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert 'width="88mm"' in text
    assert "<title>Who looks at whom</title>" in text


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


def test_a_page_says_that_it_shows_the_attention_and_takes_title_and_caption(bank, tmp_path):
    bank.look(tab="shapes")
    dialog = opened(bank)
    choose(dialog.form.format, "html")
    settled(dialog)
    assert "interactive page" in dialog.facts.text()
    for widget in (dialog.form.font_, dialog.form.theme, dialog.form.background, dialog.form.cells, dialog.form.embed):
        assert not widget.isEnabled()
    dialog.form.title.setFocus()
    QTest.keyClicks(dialog.form.title, "Mine")
    QTest.keyClicks(dialog.form.caption, "<b>&")
    name_file(dialog, tmp_path / "a.html")
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    text = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "<h1>Mine</h1>" in text
    assert '<p id="caption">&lt;b&gt;&amp;</p>' in text
    dialog.reject()


def test_a_presentation_is_previewed_as_its_slide(bank, tmp_path):
    pytest.importorskip("pptx")
    bank.look(tab="matrix")
    dialog = opened(bank)
    choose(dialog.form.format, "pptx")
    settled(dialog)
    width, height = (side * dialog.drawn.scale / 96 for side in (dialog.drawn.figure.width, dialog.drawn.figure.height))
    assert (width, height) == pytest.approx((40 / 3, 7.5), abs=0.01)
    dialog.form.title.setFocus()
    QTest.keyClicks(dialog.form.title, "My slide")
    assert "My slide" in drawn_texts(dialog)
    dialog.reject()


def test_a_column_grows_and_keeps_its_type(bank):
    bank.look(tab="steps")
    dialog = opened(bank)
    choose(dialog.preset, "column")
    assert dialog.form.grow.isChecked()
    assert settled(dialog).figure.height * dialog.drawn.scale > 80 / 25.4 * 96
    assert "7.0 points" in dialog.facts.text()
    dialog.form.grow.setFocus()
    QTest.keyClick(dialog.form.grow, Qt.Key.Key_Space)
    settled(dialog)
    assert "needs more room" in dialog.facts.text()
    assert "88 × 80 mm" in dialog.facts.text()
    dialog.reject()


def test_parts_are_left_out_by_the_space_key(sentence):
    dialog = opened(sentence)
    assert all(dialog.form.parts[name].isVisible() for name in PART_NAMES)
    assert "entropy (bits)" in drawn_texts(dialog)
    switch = dialog.form.parts["margins"]
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert "entropy (bits)" not in drawn_texts(dialog)
    dialog.reject()


def test_only_parts_of_the_view_are_offered(bank):
    bank.look(tab="steps")
    dialog = opened(bank)
    assert [name for name in PART_NAMES if dialog.form.parts[name].isVisible()] == ["numbers", "row"]
    dialog.reject()


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


def test_escape_writes_nothing(bank, tmp_path):
    dialog = opened(bank)
    name_file(dialog, tmp_path / "a.svg")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not list(tmp_path.glob("*.svg"))
    assert bank.acts.figures.dialog is None


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


@pytest.mark.parametrize("stored", ["", "no json", "{}", '{"dpi": 9999}', '{"preset": "huge"}', "[1]", '{"dpi": "96"}'])
def test_settings_edited_by_hand_do_no_harm(bank, stored):
    bank.settings._store.setValue("figure/look", stored)
    assert bank.settings.figure_look == FigureLook()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_a_small_window_and_every_control_has_a_name(start, language, theme):
    app = start("sentence", language=language, theme=theme, size=(960, 600))
    dialog = opened(app)
    assert dialog.width() <= 960
    assert dialog.height() <= 600
    for kind in (QPushButton, QComboBox, QLineEdit):
        for widget in dialog.findChildren(kind):
            if widget.isVisible() and not isinstance(widget.parent(), QComboBox):
                assert widget.accessibleName() or (isinstance(widget, QPushButton) and widget.text()), widget
                assert widget.toolTip() or isinstance(widget.parent(), QComboBox), widget.accessibleName()
    for button in dialog.findChildren(QPushButton):
        if button.isVisible():
            assert button.width() >= button.sizeHint().width() - 1, button.text()
    dialog.reject()


# clipboard ----------------------------------------------------------------------------------------------------


def test_image_and_svg_are_copied_together(bank):
    bank.window.actions_.copy_figure.trigger()
    data = QGuiApplication.clipboard().mimeData()
    assert data.hasImage()
    svg = bytes(data.data("image/svg+xml").data()).decode("utf-8")
    assert "softmax" in svg
    assert "attnviz-document" in svg
    QApplication.clipboard().clear()


def test_the_dialog_copies_what_it_shows(bank):
    dialog = opened(bank)
    choose(dialog.preset, "square")
    QTest.mouseClick(dialog.copy_, Qt.MouseButton.LeftButton)
    data = QGuiApplication.clipboard().mimeData()
    image = QImage(data.imageData())
    assert image.width() == image.height()
    assert 'width="120mm"' in bytes(data.data("image/svg+xml").data()).decode("utf-8")
    QApplication.clipboard().clear()
    dialog.reject()


@pytest.mark.parametrize(("language", "words"), [("en", "Attention computed step by step"), ("pt_BR", "")])
def test_the_description_is_copied(start, language, words):
    app = start("bank", language=language)
    app.look(tab="steps")
    app.window.actions_.copy_description.trigger()
    text = QGuiApplication.clipboard().text()
    assert words in text
    assert ("0.62" if language == "en" else "0,62") in text
    QApplication.clipboard().clear()


# the way back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_a_figure_dropped_on_the_window_opens_its_document(start, tmp_path, ending):
    app = start("bank")
    app.look(tab="steps", query=2)
    app.acts.export(tmp_path / f"a.{ending}")
    made = app.session.document
    app.open_lesson("gato")
    assert app.session.document.source.tokens != made.source.tokens_q
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / f"a.{ending}"))])
    app.window.dropEvent(
        QDropEvent(QPointF(300, 300), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, KEYS.NoModifier)
    )
    assert app.session.document.source.tokens_q == made.source.tokens_q
    assert app.session.path is None
    assert app.view.query == 2
    assert app.view.tab == "steps"


def test_what_made_a_figure_is_told_in_it(bank, tmp_path):
    bank.acts.export(tmp_path / "a.png")
    image = QImage(str(tmp_path / "a.png"))
    assert json.loads(image.text("Software"))["settings"]["scale"] == "on"
    assert image.text("Title") == bank.session.document.name


def test_a_choice_is_shown_at_once_and_drawn_meanwhile(sentence):
    dialog = opened(sentence)
    first = settled(dialog)
    choose(dialog.form.theme, "dark")
    assert dialog.busy, "the figure is laid out while the dialog goes on"
    assert dialog.drawn is first
    settled(dialog)
    assert dialog.drawn.look.theme == "dark"
    assert dialog.drawn.palette is not first.palette
    dialog.reject()


def test_small_type_is_advised_against_with_a_button_that_makes_a_deck(start):
    """Part of a slide does not hold the chain of a whole layer; one slide for each step does."""
    app = start("gato")
    app.look(tab="steps")
    dialog = opened(app)
    choose(dialog.preset, "slide")
    assert settled(dialog).points >= 7
    assert not dialog.rather.isVisible()
    choose(dialog.preset, "slide-third")
    assert settled(dialog).points < 7
    assert dialog.small.isVisible()
    assert "without numbers" in dialog.facts.text()
    QTest.mouseClick(dialog.rather, Qt.MouseButton.LeftButton)
    drawn = settled(dialog)
    assert (drawn.look.format, drawn.look.preset) == ("pptx", "slide")
    assert drawn.points >= 7
    assert dialog.target().suffix == ".pptx"
    assert not dialog.rather.isVisible()
    dialog.reject()
