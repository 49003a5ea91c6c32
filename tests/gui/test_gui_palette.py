"""The command palette in the real window: found, done, left, read out, in both languages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from attnviz.document.lessons import headings, shipped
from attnviz.ui.menu_walk import acts_of
from attnviz.ui.reasons import why_not
from tests.gui.conftest import click

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def summon(app):
    QTest.keyClick(app.window, Qt.Key.Key_P, CTRL_SHIFT)
    return app.help._palette


def do(app, typed: str) -> None:
    palette = summon(app)
    QTest.keyClicks(palette.line, typed)
    QTest.keyClick(palette.line, Qt.Key.Key_Return)


def names(palette) -> list[str]:
    return [palette.found.entries[match.index].text for match in palette.found.matches]


def test_nothing_is_made_before_it_is_asked_for(bank) -> None:
    assert bank.help._palette is None


def test_it_opens_with_everything_in_it_and_escape_gives_the_keys_back(bank) -> None:
    editor = bank.window.steps.editor
    editor.setFocus()
    palette = summon(bank)
    assert palette.isVisible()
    assert palette.line.hasFocus()
    menus = [act.text for act in acts_of(bank.window.menuBar())]
    experiments = [experiment.title for experiment in bank.lesson.experiments]
    there = len(menus) - 1 + len(experiments)  # all but the act that opens it; then what can be set in the window
    assert sorted([*names(palette)[:there], "Command palette…"]) == sorted([*menus, *experiments])
    assert "Temperature" in names(palette)[there:]
    assert {heading.title for heading in headings("en")} <= {name.partition(" ")[2] for name in names(palette)}
    QTest.keyClick(palette.line, Qt.Key.Key_Escape)
    assert palette.isHidden()
    assert editor.hasFocus()


@pytest.mark.parametrize(
    ("language", "typed", "tab"),
    [
        ("en", "shap", "shapes"),
        ("en", "gradeint", "gradient"),
        ("pt_BR", "codigo", "code"),
        ("pt_BR", "matriz", "matrix"),
    ],
)
def test_a_view_is_reached(start, language, typed, tab) -> None:
    app = start("bank", language)
    do(app, typed)
    assert app.view.tab == tab


@pytest.mark.parametrize(("language", "typed"), [("en", "shapes of real"), ("pt_BR", "formas mod")])
def test_a_lesson_is_reached(start, language, typed) -> None:
    app = start("bank", language)
    do(app, typed)
    assert app.session.document.lesson == "shapes"


def test_an_act_is_done_where_the_keys_were(bank) -> None:
    editor = bank.window.steps.editor
    editor.setFocus()
    editor.move_cursor("V", 0, 0)
    do(bank, "add row")
    assert bank.session.document.source.V.shape[0] == 4


def test_an_act_in_a_menu_of_a_menu(bank) -> None:
    do(bank, "theme dark")
    assert bank.appearance.theme_name == "dark"


def test_a_recent_file_is_reached(bank, tmp_path) -> None:
    path = tmp_path / "aula de março.txt"
    path.write_text("uma frase curta")
    gone = tmp_path / "aula perdida.txt"
    gone.write_text("nada")
    for file in (path, gone):
        bank.settings.used(file)
    gone.unlink()
    palette = summon(bank)
    QTest.keyClicks(palette.line, "perdida")
    assert palette.found.entries[palette.current()].why == "the file is no longer there"
    palette.line.clear()
    QTest.keyClicks(palette.line, "marco")
    assert str(tmp_path) in palette.found.entries[palette.current()].where
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert bank.session.document.source.tokens == ("uma", "frase", "curta")


def test_arrows_go_round_and_pages_stop_at_the_ends(bank) -> None:
    palette = summon(bank)
    count = len(palette.found.matches)
    row = lambda: palette.list.currentIndex().row()  # noqa: E731
    for key, expected in (
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_Up, 0),
        (Qt.Key.Key_Up, count - 1),
        (Qt.Key.Key_Down, 0),
        (Qt.Key.Key_Tab, 1),
        (Qt.Key.Key_Backtab, 0),
        (Qt.Key.Key_PageDown, 10),
        (Qt.Key.Key_PageUp, 0),
        (Qt.Key.Key_PageUp, 0),
    ):
        QTest.keyClick(palette.line, key)
        assert row() == expected
    assert palette.line.hasFocus()


def test_what_cannot_be_done_says_why_and_is_not_done(bank) -> None:
    palette = summon(bank)
    QTest.keyClicks(palette.line, "zoom in")
    entry = palette.found.entries[palette.current()]
    assert entry.why == "only in the Matrix view"
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.isVisible()
    assert "only in the Matrix view" in palette.line.accessibleDescription()


@pytest.mark.parametrize("lesson", shipped())
def test_every_greyed_act_has_its_reason(start, lesson) -> None:
    app = start(lesson)
    for tab in app.window.actions_.tabs:
        app.look(tab=tab)
        for act in acts_of(app.window.menuBar()):
            assert bool(why_not(app.window.actions_, act.action)) == (not act.action.isEnabled())
            assert why_not(app.window.actions_, act.action) != "not possible now", act.text


def test_nothing_found_says_so(bank) -> None:
    palette = summon(bank)
    QTest.keyClicks(palette.line, "xylophone")
    assert palette.nothing.isVisible()
    assert palette.list.isHidden()
    assert palette.line.accessibleDescription() == "Nothing is called that."
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_the_list_is_read_out(bank) -> None:
    palette = summon(bank)
    QTest.keyClicks(palette.line, "save")
    line = QAccessible.queryAccessibleInterface(palette.line)
    assert line.text(QAccessible.Text.Name) == "Find a command"
    count = len(palette.found.matches)
    assert line.text(QAccessible.Text.Description) == f"Save, File, Ctrl+S, 1 of {count}"
    QTest.keyClick(palette.line, Qt.Key.Key_Down)
    assert line.text(QAccessible.Text.Description).startswith("Save as…, File, Ctrl+Shift+S, 2 of")
    listed = QAccessible.queryAccessibleInterface(palette.list)
    assert listed.text(QAccessible.Text.Name) == "Found"
    assert listed.child(0).text(QAccessible.Text.Name) == "Save, File, Ctrl+S"


def test_it_goes_with_a_click_beside_it_and_with_its_own_keys(bank) -> None:
    palette = summon(bank)
    click(bank.window.steps.editor, QPoint(5, 5))
    bank.window.steps.editor.setFocus()
    assert palette.isHidden()
    summon(bank)
    assert palette.isVisible()
    QTest.keyClick(palette.line, Qt.Key.Key_P, CTRL_SHIFT)
    assert palette.isHidden()


def test_a_click_on_a_row_does_it(bank) -> None:
    palette = summon(bank)
    QTest.keyClicks(palette.line, "training")
    row = palette.list.visualRect(palette.list.currentIndex())
    click(palette.list.viewport(), row.center())
    assert bank.view.tab == "training"
    assert palette.isHidden()


def test_what_was_done_last_stands_first(bank) -> None:
    do(bank, "heads")
    do(bank, "code")
    palette = summon(bank)
    assert names(palette)[:2] == ["Code", "Heads"]


def test_another_language_finds_in_that_language(bank, qtbot) -> None:
    do(bank, "portugues")
    assert bank.language.name == "pt_BR"
    bank.window.activateWindow()
    qtbot.waitUntil(bank.window.isActiveWindow)
    palette = summon(bank)
    assert palette.window() is bank.window
    QTest.keyClicks(palette.line, "licoes")
    assert names(palette)[0] == "Lições à esquerda"
    QTest.keyClick(palette.line, Qt.Key.Key_Escape)
    QApplication.processEvents()


@pytest.mark.parametrize("size", [(960, 600), (1920, 1080)])
def test_it_stays_inside_the_window(start, size) -> None:
    app = start("bank", size=size)
    palette = summon(app)
    assert app.window.rect().contains(palette.geometry())
    app.window.resize(1100, 640)
    QApplication.processEvents()
    assert app.window.rect().contains(palette.geometry())
    assert abs(palette.geometry().center().x() - app.window.width() // 2) <= 1


def test_the_typed_letters_stand_out_and_the_chosen_row_is_filled(bank) -> None:
    palette = summon(bank)
    QTest.keyClicks(palette.line, "sav")
    rect = palette.list.visualRect(palette.list.currentIndex())
    image = palette.list.viewport().grab().toImage()
    assert image.pixelColor(rect.right() - 40, rect.top() + 3).name() == bank.appearance.palette.accent
    below = palette.list.visualRect(palette.found.index(1))
    assert image.pixelColor(below.right() - 40, below.top() + 3).name() != bank.appearance.palette.accent


@pytest.mark.parametrize(("language", "typed"), [("en", "query to zero"), ("pt_BR", "zere")])
def test_an_experiment_of_the_lesson_is_found_and_made(start, language, typed) -> None:
    app = start("bank", language)
    do(app, typed)
    assert app.session.document.source.Q[1].tolist() == [0, 0]
