"""The window as it was left: its place, its panels, what was open; and the first minute before there was any."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QLineEdit,
    QSplitterHandle,
    QWidget,
)

from attnviz.app import Application
from attnviz.export.figure import Cells
from attnviz.session.language import Language
from attnviz.session.opening import open_source
from attnviz.settings import Settings
from attnviz.start import _left_open
from attnviz.ui.main_window import MainWindow
from tests.gui.conftest import click, settle

OPERATED = (QAbstractButton, QLineEdit, QComboBox, QAbstractSlider, QSplitterHandle)


def again(app: Application) -> MainWindow:
    """The window that another start would open."""
    window = MainWindow(app.session.undo_stack, app.lessons)
    Settings().restore(window)
    return window


# panels ----------------------------------------------------------------------------------------------------


def test_a_panel_is_widened_by_its_handle_and_by_keys(bank) -> None:
    panels, lessons = bank.window.panels, bank.window.lessons
    handle = panels.handle(1)
    before = lessons.width()
    middle = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(handle, middle + QPoint(60, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=middle + QPoint(60, 0))
    assert lessons.width() > before + 30
    wide = lessons.width()
    handle.setFocus()
    QTest.keyClick(handle, Qt.Key.Key_Left)
    assert lessons.width() == wide - 16
    for _ in range(40):
        QTest.keyClick(handle, Qt.Key.Key_Left)
    assert lessons.width() == lessons.minimumWidth() > 150  # it can be narrow, not away
    assert handle.accessibleName()
    assert handle.toolTip()


def test_the_widths_of_the_panels_are_remembered(bank) -> None:
    bank.window.panels.set_width("lessons", 300)
    bank.window.panels.set_width("controls", 350)
    bank.window.close()
    window = again(bank)
    lessons, _, controls = window.panels.sizes()
    assert (lessons, controls) == (300, 350)
    window.deleteLater()


def test_a_panel_that_was_put_away_stays_away(bank) -> None:
    QTest.keyClick(bank.window, Qt.Key.Key_F9)
    QTest.keyClick(bank.window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
    assert not bank.window.lessons.isVisible()
    assert not bank.window.controls.isVisible()
    assert not bank.window.actions_.lessons_panel.isChecked()
    assert not bank.window.actions_.controls_panel.isChecked()
    bank.window.close()
    window = again(bank)
    assert window.lessons.isHidden()
    assert window.controls.isHidden()
    window.deleteLater()


def test_lessons_go_in_a_narrow_window_and_come_back(bank, qtbot) -> None:
    window = bank.window
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: not window.lessons.isVisible())
    QTest.keyClick(window, Qt.Key.Key_F9)
    assert window.lessons.isVisible()  # the person wants them all the same
    window.resize(1300, 700)
    qtbot.waitUntil(window.lessons.isVisible)
    window.resize(1000, 700)
    qtbot.waitUntil(lambda: not window.lessons.isVisible())


def test_controls_of_their_own_tabs_are_put_away_too(bank) -> None:
    for tab in ("training", "shapes"):
        bank.look(tab=tab)
        view = bank.window.view(tab)
        side = view.controls if tab == "training" else view.panel
        assert side.isVisible()
        QTest.keyClick(bank.window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
        assert not side.isVisible()
        QTest.keyClick(bank.window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
        assert side.isVisible()


# place -----------------------------------------------------------------------------------------------------


def test_a_maximized_window_is_maximized_again(bank) -> None:
    bank.window.showMaximized()
    bank.window.close()
    window = again(bank)
    assert window.isMaximized()
    window.deleteLater()


@pytest.mark.parametrize("place", [QPoint(30_000, 200), QPoint(-9_000, -9_000), QPoint(100, 20_000)])
def test_a_window_on_a_screen_that_is_gone_comes_back_into_sight(bank, place) -> None:
    from attnviz.ui.desktop import bring_into_sight

    window = bank.window
    window.move(place)
    bring_into_sight(window)
    seen = QApplication.primaryScreen().availableGeometry()
    top = QRect(window.frameGeometry().topLeft(), window.frameGeometry().size())
    assert seen.contains(top.topLeft())
    assert seen.intersected(top).width() >= 80
    there = window.pos()
    bring_into_sight(window)
    assert window.pos() == there


def test_settings_that_are_no_settings_do_no_harm(bank) -> None:
    store = QSettings()
    for key, value in (
        ("geometry", "nonsense"),
        ("lessons/width", "wide"),
        ("controls/width", -5),
        ("text_size", 7),
        ("last/source", "/there/is/no/such.attnviz"),
        ("last/tab", "kitchen"),
    ):
        store.setValue(key, value)
    window = again(bank)
    assert window.lessons.width() > 0
    assert Settings().text_size == 0
    assert Settings().last_source is None
    assert Settings().last_tab is None
    window.deleteLater()


# what was open ---------------------------------------------------------------------------------------------


def test_the_last_lesson_and_tab_are_open_again(start) -> None:
    app = start("bank")
    assert Settings().last_source is None
    app.open_lesson("gato")
    app.look(tab="matrix")
    app.window.close()
    opened = _left_open(Settings(), "en")
    assert opened.document.lesson == "gato"
    assert opened.view.tab == "matrix"


def test_the_last_document_is_open_again_and_one_that_is_gone_is_not(start, tmp_path) -> None:
    app = start("sentence")
    path = tmp_path / "minha fala é.attnviz"
    app.filing._save_in(path)
    app.window.close()
    opened = _left_open(Settings(), "en")
    assert opened.path == path
    path.write_bytes(b"broken")
    assert _left_open(Settings(), "en").document.lesson == "bank"
    path.unlink()
    assert Settings().last_source is None
    assert _left_open(Settings(), "en").document.lesson == "bank"


# the first minute ------------------------------------------------------------------------------------------


def test_one_hint_until_it_is_closed_and_never_again(start) -> None:
    app = start("bank")
    app.welcome()
    hint = app.window.hint
    assert hint.isVisible()
    assert hint.close_button.accessibleName()
    assert hint.close_button.toolTip()
    assert QApplication.activeModalWidget() is None
    click(hint.close_button, hint.close_button.rect().center())
    assert not hint.isVisible()
    app.welcome()
    assert not hint.isVisible()
    assert Settings().hint_seen


def test_who_follows_the_hint_needs_it_no_more(start) -> None:
    app = start("bank")
    app.welcome()
    app.acts.edit_cell("Q", 0, 0, 3.0, "g")
    settle(app)
    assert not app.window.hint.isVisible()
    assert Settings().hint_seen


@pytest.mark.parametrize("tab", ["matrix", "heads", "gradient", "training", "shapes", "code"])
def test_the_hint_is_seen_only_where_there_are_numbers_to_drag(start, tab) -> None:
    app = start("bank")
    app.welcome()
    app.gaze.show_tab(tab)
    assert not app.window.hint.isVisible()
    app.gaze.show_tab("steps")
    assert app.window.hint.isVisible()
    assert not Settings().hint_seen


def test_no_hint_beside_a_chain_whose_numbers_nobody_can_drag(start) -> None:
    app = start("bank")
    app.welcome()
    app.gaze.show_tab("matrix")
    app.session.edit("another source", open_source("sentence", "en").document)
    settle(app)
    app.gaze.show_tab("steps")
    assert not app.window.hint.isVisible()


@pytest.mark.parametrize("tab", ["matrix", "heads", "gradient", "training", "shapes", "code"])
def test_a_reading_belongs_to_its_tab(start, qtbot, tab) -> None:
    app = start("bank")
    editor = app.window.steps.editor
    editor.setFocus()
    QTest.keyClick(editor, Qt.Key.Key_Right)
    assert app.window.reading.text()
    app.gaze.show_tab(tab)
    qtbot.waitUntil(lambda: app.scene.view.tab == tab)
    assert app.window.reading.text() == ""
    app.refresh()
    assert app.window.reading.text() == ""
    app.gaze.show_tab("steps")
    QTest.keyClick(editor, Qt.Key.Key_Left)
    assert app.window.reading.text()


def test_the_hint_survives_another_language(start) -> None:
    app = start("bank")
    app.welcome()
    app.window.actions_.languages["pt_BR"].trigger()
    assert app.window.hint.isVisible()
    assert not Settings().hint_seen


@pytest.mark.parametrize("source", ["bank", "sentence", "gato"])
def test_everything_that_can_be_operated_explains_itself(start, qtbot, source) -> None:
    """Every control of every tab has a tooltip; pictures tell of what the pointer is on."""
    app = start(source)
    silent = []
    for tab in ("steps", "matrix", "heads", "gradient", "training", "shapes", "code"):
        app.gaze.show_tab(tab)
        QTest.qWait(10)
        for widget in app.window.findChildren(QWidget):
            if not widget.isVisible() or widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
                continue
            if isinstance(widget, OPERATED) and not widget.toolTip():
                silent.append((tab, type(widget).__name__, widget.accessibleName()))
    assert not silent


# motion ----------------------------------------------------------------------------------------------------


def test_without_motion_what_an_edit_changed_stays_until_the_next(start) -> None:
    app = start("bank")
    app.look(motion=False)
    app.acts.edit_cell("Q", 0, 0, 3.0, "g")
    settle(app)
    assert app.scene.before is not None
    app.before.over()
    assert app.scene.before is not None
    app.look(motion=True)
    app.before.over()
    assert app.scene.before is None


def test_a_language_is_a_window_of_the_same_place(start) -> None:
    app = start("bank", size=(1300, 760))
    app.window.panels.set_width("lessons", 310)
    place = app.window.geometry()
    app.window.actions_.languages["pt_BR"].trigger()
    assert app.window.geometry() == place
    assert app.window.lessons.width() == 310
    assert isinstance(app.language, Language)


def test_how_picture_and_sum_share_the_height_is_remembered(start) -> None:
    app = start("bank")
    handle = app.window.steps.splitter.handle(1)
    handle.setFocus()
    for _ in range(4):
        QTest.keyClick(handle, Qt.Key.Key_Up)
    sizes = app.window.steps.splitter.sizes()
    app.window.close()
    other = start("bank")
    assert other.window.steps.splitter.sizes() == sizes


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_in_the_least_window_the_sum_is_seen_whole(start, language) -> None:
    area = start("bank", language, size=(960, 600)).window.steps._sum_area
    assert not area.verticalScrollBar().isVisible()
    assert not area.horizontalScrollBar().isVisible()


@pytest.mark.parametrize(("tab", "share"), [("steps", 0.6), ("gradient", 0.6), ("training", 0.9)])
def test_a_large_window_is_used(start, qtbot, tab, share) -> None:
    """At 3840 × 2160 points the picture grows, and its text with it."""
    app = start("bank", size=(3840, 2160))
    app.gaze.show_tab(tab)
    view = app.window.view(tab)
    canvas = view.canvas if tab == "training" else view.editor
    qtbot.waitUntil(lambda: canvas.figure.width * canvas.scale > share * (canvas.parentWidget().width()))
    assert canvas.scale > 2


LONG = " ".join(f"extraordinariamente{i}" for i in range(60))


@pytest.mark.parametrize("drawing", ["heatmap", "lines", "arcs", "compare"])
@pytest.mark.parametrize(("language", "text"), [("pt_BR", ""), ("en", ""), ("en", LONG)], ids=["pt", "en", "long"])
def test_in_the_least_window_no_row_is_hidden_by_the_curves(start, qtbot, language, text, drawing) -> None:
    app = start("sentence", language, size=(960, 600))
    app.look(tab="matrix", drawing=drawing, inspector="saturation")
    if text:
        app.acts.set_text(text)
        qtbot.waitUntil(lambda: app.scene.trace.n_q == 60, timeout=10_000)
    view = app.window.matrix
    canvas = view.focused
    qtbot.waitUntil(lambda: view.inspector.saturation.frame is not None, timeout=10_000)
    QTest.qWait(100)  # the strip of controls may take a second line
    assert canvas.visibleRegion().boundingRect() == canvas.rect(), "all of the picture is in sight"
    assert canvas.figure.height * canvas.scale <= canvas.height() + 1
    for item in canvas.figure.items:
        if isinstance(item, Cells):
            assert item.y + item.height <= canvas.figure.height
            assert item.cell_height > 0
    row_labels = [label for label in canvas.figure.labels if label.axis == "row"]
    assert max(label.y + label.height for label in row_labels) <= canvas.figure.height + 1
    handle = view.splitter.handle(1)
    handle.setFocus()
    for _ in range(30):  # as low as it can be made
        QTest.keyClick(handle, Qt.Key.Key_Up)
    QTest.qWait(20)
    assert canvas.visibleRegion().boundingRect() == canvas.rect()
    for item in canvas.figure.items:
        if isinstance(item, Cells):
            assert item.y + item.height <= canvas.figure.height
