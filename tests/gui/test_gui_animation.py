"""The animation dialog in the real window, the process behind it, and numbers that are copied or saved."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
from conftest import click
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.export.sweep import parse_sweep
from attnviz.ui import dialogs


@pytest.fixture
def dialog(sentence, qtbot):
    """The dialog over the Matrix tab of the sentence, opened by its keys."""
    sentence.look(tab="matrix")
    qtbot.waitUntil(lambda: sentence.scene is not None and sentence.scene.view.tab == "matrix")
    QTest.keyClick(sentence.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    opened = sentence.acts.films.dialog
    qtbot.waitUntil(opened.isVisible)
    yield opened
    if sentence.acts.films.dialog is opened:
        opened.close()


def titles(dialog):
    """What the preview says of its picture."""
    return dialog.preview.accessibleDescription()


def settled(dialog, qtbot):
    qtbot.waitUntil(lambda: not dialog._rest.isActive())


def choose(combo, data):
    combo.setCurrentIndex(combo.findData(data))
    combo.activated.emit(combo.currentIndex())


def enter(field, text):
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Tab)


def test_the_preview_shows_where_the_slider_is(dialog):
    assert titles(dialog).startswith("dₖ = 1 ")
    dialog.bar.setFocus()
    QTest.keyClick(dialog.bar, Qt.Key.Key_End)
    assert titles(dialog).startswith("dₖ = 128 ")


def test_other_ends_and_times_change_the_film(dialog, qtbot):
    enter(dialog.form.stop[0], "32")
    enter(dialog.form.seconds, "2")
    settled(dialog, qtbot)
    assert dialog.bar.maximum() == 39
    assert dialog.said.text() == "40 pictures"
    dialog.bar.setValue(39)
    assert titles(dialog).startswith("dₖ = 32 ")


def test_a_value_out_of_range_is_refused(dialog):
    enter(dialog.form.stop[0], "513")
    assert "513" in dialog.said.text()
    assert dialog.said.property("wrong")
    assert dialog.form.stop[0].text() == "128"


def test_what_cannot_be_animated_is_said(dialog, qtbot):
    choose(dialog.form.parameter, "decay")
    choose(dialog.form.easing, "geometric")
    settled(dialog, qtbot)
    assert "above 0" in dialog.said.text()
    assert not dialog.export.isEnabled()
    choose(dialog.form.easing, "linear")
    settled(dialog, qtbot)
    assert dialog.export.isEnabled()


def test_the_mixture_has_three_fields_that_sum_to_1(dialog, qtbot):
    assert not dialog.form.start[1].isVisible()
    choose(dialog.form.parameter, "mix")
    assert all(field.isVisible() for field in dialog.form.start + dialog.form.stop)
    enter(dialog.form.stop[0], "0.5")
    settled(dialog, qtbot)
    stop = dialog._motion.sweep.stop
    assert stop[0] == 0.5
    assert sum(stop) == pytest.approx(1)
    dialog.bar.setValue(dialog.bar.maximum())
    assert titles(dialog).startswith("content 0.50 · previous token 0.25 · distance 0.25")


def test_playing_moves_the_slider(dialog, qtbot):
    click(dialog.play, dialog.play.rect().center())
    qtbot.waitUntil(lambda: dialog.bar.value() > 2)
    click(dialog.play, dialog.play.rect().center())
    assert not dialog._play.isActive()


def test_every_control_can_be_reached_and_has_a_name(dialog):
    form = dialog.form
    fields = (form.parameter, *form.start, *form.stop, form.seconds, form.fps, form.easing, form.format, form.pixels)
    for widget in (*fields, dialog.bar, dialog.play, dialog.preview, dialog.progress):
        assert widget.accessibleName()
    for widget in (*fields, form.back, dialog.bar, dialog.play, dialog.export, dialog.cancel, dialog.close_):
        assert widget.toolTip()
        assert widget.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_a_film_is_made_beside_the_window(dialog, sentence, qtbot, tmp_path, monkeypatch):
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "film.gif"
    monkeypatch.setattr(dialogs, "ask_animation_path", lambda *_: path)
    enter(dialog.form.seconds, "0.5")
    dialog.form.pixels.setCurrentText("640 × 360")
    settled(dialog, qtbot)
    with qtbot.waitSignal(sentence.acts.films.animator.finished, timeout=60_000):
        click(dialog.export, dialog.export.rect().center())
        assert dialog.running
        assert dialog.cancel.isVisible()
        assert not dialog.form.isEnabled()
    assert not dialog.running
    assert str(path) in dialog.said.text()
    with image.open(path) as opened:
        assert opened.size == (640, 360)
        assert opened.n_frames > 3


def test_cancelling_leaves_nothing(dialog, sentence, qtbot, tmp_path, monkeypatch):
    pytest.importorskip("PIL.Image")
    monkeypatch.setattr(dialogs, "ask_animation_path", lambda *_: tmp_path / "film.gif")
    enter(dialog.form.seconds, "60")
    settled(dialog, qtbot)
    animator = sentence.acts.films.animator
    with qtbot.waitSignal(animator.progressed, timeout=60_000):
        click(dialog.export, dialog.export.rect().center())
    with qtbot.waitSignal(animator.cancelled, timeout=60_000):
        click(dialog.cancel, dialog.cancel.rect().center())
    assert list(tmp_path.glob("film*")) == list(tmp_path.glob(".attnviz-*")) == []
    assert dialog.said.text() == "Cancelled; no file was written."
    assert dialog.export.isEnabled()


def test_a_film_that_cannot_be_written_says_why(dialog, sentence, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(dialogs, "ask_animation_path", lambda *_: tmp_path / "nowhere" / "film.gif")
    with qtbot.waitSignal(sentence.acts.films.animator.failed, timeout=60_000):
        click(dialog.export, dialog.export.rect().center())
    assert "nowhere" in dialog.said.text()
    assert dialog.said.property("wrong")


def test_the_program_ends_while_a_film_is_made(sentence, qtbot, tmp_path):
    pytest.importorskip("PIL.Image")
    films = sentence.acts.films
    from attnviz.export.sweep import Motion

    films.make(Motion(sweep=parse_sweep("d_k=1..512"), seconds=60), None, tmp_path / "film.gif")
    with qtbot.waitSignal(films.animator.progressed, timeout=60_000):
        pass
    sentence.acts.stop()
    assert not films.animator.busy
    assert list(tmp_path.glob("film*")) == []


def test_esc_closes_the_dialog_and_it_opens_again(dialog, sentence, qtbot):
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert sentence.acts.films.dialog is None
    sentence.acts.animate()
    again = sentence.acts.films.dialog
    assert again is not dialog
    again.close()


def test_steps_begin_with_the_steps(start, qtbot):
    bank = start("bank")
    bank.acts.animate()
    dialog = bank.acts.films.dialog
    assert dialog.form.parameter.currentData() == "step"
    assert titles(dialog).startswith("step 1 of 6")
    dialog.close()


def test_the_dialog_in_portuguese(start, qtbot):
    sentence = start("sentence", "pt_BR")
    sentence.look(tab="matrix")
    sentence.acts.animate()
    dialog = sentence.acts.films.dialog
    choose(dialog.form.parameter, "temperature")
    settled(dialog, qtbot)
    assert dialog.form.start[0].text() == "0,10"
    dialog.close()


# numbers -----------------------------------------------------------------------------------------------------


def test_numbers_are_copied_as_a_table(bank, qtbot):
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
    QTest.keyClick(bank.window, Qt.Key.Key_N, keys)
    data = QApplication.clipboard().mimeData()
    rows = [line.split("\t") for line in data.text().splitlines()]
    assert rows[0] == ["", "sentei", "banco", "praça"]
    np.testing.assert_array_equal(np.array([row[1:] for row in rows[1:]], dtype=float), bank.scene.trace.weights)
    assert "<table>" in data.html()
    QApplication.clipboard().clear()


def test_copied_numbers_have_the_languages_decimal_sign(start):
    bank = start("bank", "pt_BR")
    bank.acts.copy_numbers()
    text = QApplication.clipboard().text()
    assert "0,44580827410760315" in text
    assert "." not in text
    QApplication.clipboard().clear()


def test_numbers_are_saved_as_csv(bank, tmp_path):
    path = tmp_path / "numbers.csv"
    bank.acts.save_numbers(path)
    rows = list(csv.reader(io.StringIO(path.read_text("utf-8-sig"), newline="")))
    assert ["Q", "1", "2"] in rows
    assert ["weights", "sentei", "banco", "praça"] in rows
