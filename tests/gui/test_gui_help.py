"""Preferences, About and the self-check in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QTextBrowser

from attnviz import __version__, i18n
from attnviz import settings as settings_module
from attnviz.settings import DEFAULTS, Settings
from attnviz.ui.about_dialog import AboutDialog
from attnviz.ui.preferences import PreferencesDialog
from attnviz.ui.self_check_dialog import SelfCheckDialog


def preferences(app) -> PreferencesDialog:
    dialogs = [dialog for dialog in app.window.findChildren(PreferencesDialog) if dialog.isVisible()]
    if not dialogs:
        app.window.actions_.preferences.trigger()
        dialogs = [dialog for dialog in app.window.findChildren(PreferencesDialog) if dialog.isVisible()]
    return dialogs[-1]


def choose(combo: QComboBox, value: object) -> None:
    """Go to a value with the arrow keys, as a hand does."""
    wanted = next(index for index in range(combo.count()) if combo.itemData(index) == value)
    while combo.currentIndex() != wanted:
        QTest.keyClick(combo, Qt.Key.Key_Down if combo.currentIndex() < wanted else Qt.Key.Key_Up)


def test_ctrl_comma_opens_the_preferences(bank) -> None:
    QTest.keyClick(bank.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    dialog = bank.window.findChild(PreferencesDialog)
    assert dialog.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


# Preferences --------------------------------------------------------------------------------------------------


def test_every_choice_holds_at_once_and_is_remembered(bank) -> None:
    dialog = preferences(bank)
    choose(dialog.lists["theme"], "dark")
    assert bank.appearance.palette.name == "dark"
    choose(dialog.lists["letters"], "OmegaAC")
    assert bank.scene.notation.letters == "OmegaAC"
    choose(dialog.lists["first_head"], 0)
    assert bank.view.first_head == 0
    choose(dialog.lists["transposed"], True)
    assert bank.view.transposed
    QTest.keyClick(dialog.motion, Qt.Key.Key_Space)
    assert not bank.view.motion
    kept = Settings()
    assert (kept.theme, kept.letters, kept.first_head, kept.transposed, kept.motion) == (
        "dark",
        "OmegaAC",
        0,
        True,
        False,
    )
    assert bank.session.undo_stack.count() == 0
    assert bank.window.actions_.themes["dark"].isChecked()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_another_language_brings_the_dialog_back_in_it(bank) -> None:
    dialog = preferences(bank)
    choose(dialog.lists["language"], "pt_BR")
    assert bank.language.name == "pt_BR"
    again = preferences(bank)
    assert again is not dialog
    assert again.window().parent() is bank.window
    assert again.lists["language"].currentData() == "pt_BR"
    assert again.focusWidget() is again.lists["language"]
    again.close()


def test_the_systems_language_is_a_choice(bank, monkeypatch) -> None:
    bank.appearance.set_language("pt_BR")
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    dialog = preferences(bank)
    choose(dialog.lists["language"], "en")
    choose(preferences(bank).lists["language"], None)
    assert Settings().language is None
    assert bank.language.name == i18n.system_language() == "en"
    preferences(bank).close()


def test_larger_text_comes_at_once_and_the_dialog_stays(bank) -> None:
    before = bank.window
    choose(preferences(bank).lists["text_size"], 150)
    assert bank.window is not before
    assert Settings().text_size == 150
    dialog = preferences(bank)
    assert dialog.lists["text_size"].currentData() == 150
    choose(dialog.lists["text_size"], 100)
    preferences(bank).close()


def test_back_to_the_defaults(bank) -> None:
    others = (("theme", "dark"), ("letters", "OmegaAC"), ("first_head", 0), ("transposed", True), ("text_size", 125))
    for name, value in others:
        choose(preferences(bank).lists[name], value)
    QTest.mouseClick(preferences(bank).motion, Qt.MouseButton.LeftButton)
    choose(preferences(bank).lists["language"], "pt_BR")
    QTest.mouseClick(preferences(bank).reset, Qt.MouseButton.LeftButton)
    kept = Settings()
    assert {name: getattr(kept, name) for name in DEFAULTS} == {**DEFAULTS, "motion": True}
    dialog = preferences(bank)
    assert {name: combo.currentData() for name, combo in dialog.lists.items()} == {
        name: value for name, value in DEFAULTS.items() if name != "motion"
    }
    assert dialog.motion.isChecked()
    assert bank.view.motion
    assert bank.scene.notation.letters == "SAO"
    dialog.close()


def test_the_default_of_motion_is_what_the_desktop_says(bank, monkeypatch) -> None:
    Settings().motion = True
    monkeypatch.setattr(settings_module, "reduced_motion", lambda: True)
    QTest.mouseClick(preferences(bank).reset, Qt.MouseButton.LeftButton)
    assert not preferences(bank).motion.isChecked()
    assert not bank.view.motion
    monkeypatch.setattr(settings_module, "reduced_motion", lambda: False)
    assert Settings().motion, "the desktop is asked at every start"
    preferences(bank).close()


def test_it_shows_what_is_kept(start) -> None:
    settings = Settings()
    settings.letters, settings.transposed, settings.motion, settings.language = "OmegaAC", True, False, "en"
    dialog = preferences(start("bank", theme="dark"))
    assert dialog.lists["letters"].currentData() == "OmegaAC"
    assert dialog.lists["transposed"].currentData() is True
    assert dialog.lists["language"].currentData() == "en"
    assert dialog.lists["theme"].currentData() == "dark"
    assert not dialog.motion.isChecked()
    dialog.close()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_every_control_has_a_name_and_a_tooltip(start, language) -> None:
    dialog = preferences(start("bank", language))
    for control in [*dialog.lists.values(), dialog.motion, dialog.reset]:
        assert QAccessible.queryAccessibleInterface(control).text(QAccessible.Text.Name)
        assert control.toolTip()
    dialog.close()


# About --------------------------------------------------------------------------------------------------------


def test_about_names_every_version_and_copies_them(bank, qapp) -> None:
    bank.window.actions_.about.trigger()
    dialog = bank.window.findChild(AboutDialog)
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    copied = QApplication.clipboard().text()
    import numpy
    import PySide6

    assert f"attnviz: {__version__}" in copied
    assert f"NumPy: {numpy.__version__}" in copied
    assert f"PySide6: {PySide6.__version__}" in copied
    for name in ("Python: ", "Qt: ", "BLAS: ", "System: "):
        assert name in copied
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


# Self-check ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_the_self_check_finds_all_that_is_needed(start, qtbot, language) -> None:
    app = start("bank", language)
    app.window.actions_.self_check.trigger()
    dialog = app.window.findChild(SelfCheckDialog)
    qtbot.waitUntil(dialog.copy.isEnabled, timeout=30_000)
    assert not dialog.verdict.property("wrong")
    page = dialog.findChild(QTextBrowser).toPlainText()
    for expected in ("Python 3.", "numpy", "PySide6", "BLAS", "Inter", "Português (Brasil)"):
        assert expected in page
    QTest.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert "numpy" in QApplication.clipboard().text()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_what_is_wrong_stands_first_with_what_helps(bank, qtbot, monkeypatch) -> None:
    from attnviz.commands import checks

    off = ((0.5, 0.4, 0.1), *checks.BANK_WEIGHTS[1:])
    monkeypatch.setattr(checks, "BANK_WEIGHTS", off)
    bank.window.actions_.self_check.trigger()
    dialog = bank.window.findChild(SelfCheckDialog)
    qtbot.waitUntil(dialog.copy.isEnabled, timeout=30_000)
    assert dialog.verdict.property("wrong")
    assert "1" in dialog.verdict.text()
    sign, word, what, advice = [line for line in dialog.page.toPlainText().splitlines() if line.strip()][:4]
    assert (sign.strip(), word.strip()) == ("✗", "wrong")
    assert "first lesson" in what
    assert "another version of NumPy" in advice
    dialog.close()


def test_the_window_can_close_while_it_looks(start) -> None:
    app = start("bank")
    app.help.show_self_check()
    app.window.findChild(SelfCheckDialog).close()
    app.window.close()
    assert not app.window.isVisible()


def test_dialogs_have_a_button_that_closes_them(bank) -> None:
    for open_ in (
        bank.help.show_about,
        bank.help.show_self_check,
        bank.help.show_shortcuts,
        bank.help.show_preferences,
    ):
        open_()
        dialog = QApplication.activeModalWidget()
        close = [button for button in dialog.findChildren(QAbstractButton) if button.text().replace("&", "") == "Close"]
        QTest.mouseClick(close[0], Qt.MouseButton.LeftButton)
        assert QApplication.activeModalWidget() is None
    assert Path(bank.settings._store.fileName()).name
