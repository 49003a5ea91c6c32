"""The export dialog's preview follows every choice: sizes, words, parts, pages and slides, and advice on small type."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QPushButton

from attnviz.document.figure_look import PART_NAMES
from attnviz.ui import screen_room
from tests.gui.export_hand import choose, drawn_texts, name_file, opened, settled, type_number


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


def test_the_curves_of_saturation_are_exported_as_they_are_shown_and_can_be_left_out(bank):
    bank.look(tab="matrix", inspector="saturation")
    dialog = opened(bank)
    switch = dialog.form.parts["row"]
    assert (switch.isVisible(), switch.text()) == (True, "curves")
    told = "largest weight, divided"
    assert told in drawn_texts(dialog)
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert told not in drawn_texts(dialog)
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


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_fits_a_small_screen_and_every_control_has_a_name(start, monkeypatch, language, theme):
    monkeypatch.setattr(screen_room, "room_of", lambda _widget: QRect(0, 0, 960, 600))
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
