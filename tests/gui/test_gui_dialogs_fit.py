"""Every dialog, at usual text and at 200 %, on a small screen and a usual one: all of it is seen or scrolled to."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QScrollArea,
    QWidget,
)

import attnviz.ui
from attnviz.io.attention_result import Choice, Question
from attnviz.settings import Settings
from attnviz.ui import file_dialogs, screen_room, text_size
from attnviz.ui.framed_dialog import FramedDialog
from attnviz.ui.question_dialog import ask_questions
from attnviz.ui.report import sentence_about
from attnviz.ui.report_dialog import ReportDialog
from attnviz.ui.screen_room import SizedDialog
from attnviz.ui.wrapped_items import WrappedTree
from tests.gui.conftest import click
from tests.gui.test_gui_text_size import cut_off, inside

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen
SCREENS = [(960, 600), (1280, 800)]
BASES = (FramedDialog, SizedDialog)


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


@pytest.fixture
def on_screen(start, monkeypatch):
    """on_screen(language, percent, size) starts the program with text of that size on a screen of that size."""

    def open_(language, percent, size, source="bank"):
        monkeypatch.setattr(screen_room, "room_of", lambda _widget: QRect(0, 0, *size))
        Settings().text_size = percent
        app = start(source, language, size=size)
        app.window.move(0, 0)
        return app

    return open_


def by_action(app, name: str) -> QDialog:
    getattr(app.window.actions_, name).trigger()
    return shown()


def shown() -> QDialog:
    (dialog,) = [top for top in QApplication.topLevelWidgets() if isinstance(top, QDialog) and top.isVisible()]
    QTest.qWait(30)
    return dialog


def asked(ask: Callable[[], object]) -> list[str]:
    """What is wrong with a question while it waits for its answer."""
    seen: list[list[str]] = []

    def look() -> None:
        dialog = shown()
        try:
            seen.append(faults(dialog))
        finally:
            dialog.reject()

    QTimer.singleShot(0, look)
    ask()
    return seen[0]


def faults(dialog: QDialog) -> list[str]:
    """What of a dialog is cut off, or beyond the screen, once it has come to rest."""
    for _ in range(40):
        if not (found := faults_now(dialog)):
            break
        QTest.qWait(25)
    return found


def faults_now(dialog: QDialog) -> list[str]:
    most = screen_room.most_within(dialog)
    found = [] if dialog.size() == dialog.size().boundedTo(most) else [f"{dialog.size()} is beyond {most}"]
    for part in dialog.findChildren(QWidget):
        if not part.isVisible():
            continue
        where = QRect(part.mapTo(dialog, part.rect().topLeft()), part.size())
        name = f"{type(part).__name__} {part.accessibleName() or getattr(part, 'text', str)()} {where}"
        if isinstance(part, QScrollArea) and part.horizontalScrollBar().maximum() > 0:
            found.append(f"scrolled sideways: {name}")
        if isinstance(part, WrappedTree):
            found += elided(part)
        if not isinstance(part, (QAbstractButton, QComboBox, QLineEdit)):
            continue
        if part.width() < part.minimumSizeHint().width() and part.maximumWidth() > part.width():
            found.append(f"narrower than its text: {name}")
        if not is_scrolled(part, dialog) and not dialog.rect().contains(where):
            found.append(f"outside: {name}")
        if where.left() < 0 or where.right() > dialog.width():
            found.append(f"cut sideways: {name}")
    return found + cut_off(dialog) + inside(dialog)


def is_scrolled(part: QWidget, dialog: QDialog) -> bool:
    above = part.parentWidget()
    while above is not dialog and above is not None:
        if isinstance(above, QAbstractScrollArea):
            return True
        above = above.parentWidget()
    return False


def elided(tree: WrappedTree) -> list[str]:
    """Texts for which their lines are too low."""
    found = []
    items = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    items += [item.child(row) for item in list(items) for row in range(item.childCount())]
    for item in items:
        for column in range(tree.columnCount()):
            index = tree.indexFromItem(item, column)
            if not tree.visualRect(index).isEmpty() and item.text(column):
                room = QRect(0, 0, tree.room(index) - 4, 10_000)
                font = item.data(column, Qt.ItemDataRole.FontRole)
                metrics = tree.fontMetrics() if font is None else QFontMetrics(font)
                needed = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), item.text(column))
                if needed.height() > tree.visualRect(index).height() or needed.width() > room.width() + 4:
                    found.append(f"elided: {item.text(column)}")
    return found


BY_ACTION = ("export", "animate", "preferences", "about", "shortcuts", "self_check", "guide")


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_nothing_of_a_dialog_is_out_of_reach(on_screen, language, percent, size) -> None:
    app = on_screen(language, percent, size)
    for name in BY_ACTION:
        dialog = by_action(app, name)
        assert not faults(dialog), name
        dialog.close()
        QTest.qWait(1)


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("percent", [100, 125, 150, 175, 200])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_figure_is_seen_beside_what_is_chosen_about_it(on_screen, language, percent, size) -> None:
    app = on_screen(language, percent, size)
    dialog = by_action(app, "export")
    assert not faults(dialog)
    assert dialog.preview.width() >= 0.4 * dialog.width()
    dialog.close()
    QTest.qWait(1)


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_fault_can_be_read_and_left(on_screen, language, percent, size) -> None:
    """With its details open too, and after they are folded again it is as small as before."""
    app = on_screen(language, percent, size)
    dialog = ReportDialog(sentence_about("kept"), Path("/home/a/attnviz.log"), app.window)
    dialog.add("Traceback\n" + "a long line of the program that failed\n" * 60)
    dialog.add("and another")
    dialog.show()
    QTest.qWait(30)
    small = dialog.size()
    assert not faults(dialog)
    click(dialog.show_details, dialog.show_details.rect().center())
    QTest.qWait(30)
    assert not faults(dialog)
    assert dialog.details.isVisible()
    assert dialog.height() > small.height()
    assert screen_room.room_of(dialog).contains(dialog.frameGeometry())
    click(dialog.show_details, dialog.show_details.rect().center())
    QTest.qWait(30)
    assert dialog.size() == small
    dialog.close()


@pytest.mark.parametrize("size", SCREENS)
@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_question_fits(on_screen, language, percent, size) -> None:
    app = on_screen(language, percent, size)
    window = app.window
    long = "A name that a person gave to a document which holds all of last year's experiments"
    questions = [Question(f"kind {k}", f"{long}?", (Choice("a", long), Choice("b", "b")), "a") for k in range(4)]
    for ask in (
        lambda: file_dialogs.ask_unsaved(window, long),
        lambda: file_dialogs.ask_left_unsaved(window, 2),
        lambda: file_dialogs.ask_reload(window, Path(f"/tmp/{long}.attnviz"), unsaved=True),
        lambda: file_dialogs.ask_recover(window, [long, "A sentence"]),
        lambda: file_dialogs.ask_memory(window, "attention.npz", "12 GB", "3 GB"),
        lambda: ask_questions(window, questions),
    ):
        assert not asked(ask)
    problem = file_dialogs.show_problem(window, f"{long} cannot be read: line 3 has 4 numbers, the others 5.")
    assert not faults(problem)
    problem.close()


def test_every_dialog_of_the_program_is_looked_at() -> None:
    """A new one belongs into the lists above; none is a bare QDialog, which knows nothing of the screen."""
    for module in pkgutil.iter_modules(attnviz.ui.__path__):
        importlib.import_module(f"attnviz.ui.{module.name}")
    ours = {kind for kind in below(QDialog) if kind.__module__.startswith("attnviz.")} - set(BASES)
    assert {kind.__name__ for kind in ours} == {
        "AboutDialog",
        "AnimationDialog",
        "ExportDialog",
        "GuideWindow",
        "PreferencesDialog",
        "QuestionDialog",
        "ReportDialog",
        "SelfCheckDialog",
        "ShortcutsDialog",
    }
    assert all(issubclass(kind, SizedDialog) for kind in ours)


def below(kind: type) -> set[type]:
    return {kind, *(deeper for sub in kind.__subclasses__() for deeper in below(sub))}


def test_what_only_scrolls_takes_keys(on_screen, qtbot) -> None:
    """The sentences of About at 200 % are reached without a hand."""
    app = on_screen("en", 200, (960, 600))
    dialog = by_action(app, "about")
    bar = dialog.scrolled.verticalScrollBar()
    assert bar.maximum() > 0
    for _ in range(4):
        if QApplication.focusWidget() is dialog.scrolled:
            break
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is dialog.scrolled
    assert dialog.scrolled.accessibleName()
    QTest.keyClick(dialog.scrolled, Qt.Key.Key_PageDown)
    QTest.keyClick(dialog.scrolled, Qt.Key.Key_PageDown)
    assert bar.value() == bar.maximum()
    dialog.close()


@pytest.mark.parametrize("name", BY_ACTION)
def test_a_hand_cannot_make_a_dialog_too_narrow(on_screen, name) -> None:
    app = on_screen("pt_BR", 200, (1280, 800))
    dialog = by_action(app, name)
    dialog.resize(1, 1)
    QTest.qWait(30)
    sideways = [area for area in dialog.findChildren(QScrollArea) if area.horizontalScrollBar().maximum() > 0]
    assert not sideways
    assert not [fault for fault in faults(dialog) if "outside" in fault or "sideways" in fault]
    dialog.close()


def test_a_heading_of_the_keys_has_the_whole_line(on_screen) -> None:
    app = on_screen("pt_BR", 200, (960, 600))
    tree = by_action(app, "shortcuts").findChild(WrappedTree)
    for row in range(tree.topLevelItemCount()):
        assert tree.room(tree.indexFromItem(tree.topLevelItem(row))) == tree.viewport().width()


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_the_colours_open_inside_the_screen(on_screen, language, percent) -> None:
    app = on_screen(language, percent, (960, 600), source="sentence")
    app.look(tab="matrix")
    QTest.qWait(20)
    controls = app.window.matrix.controls
    click(controls.colours, controls.colours.rect().center())
    assert controls.popup.isVisible()
    assert QRect(0, 0, 960, 600).contains(controls.popup.geometry())
    controls.popup.hide()


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_a_menu_is_one_column_that_scrolls(on_screen, language) -> None:
    """Qt would begin a second column, of which a small screen shows half."""
    app = on_screen(language, 200, (960, 600))
    scrolled = False
    for menu in app.window.menuBar().findChildren(QMenu):
        menu.popup(app.window.pos())
        edges = {menu.actionGeometry(act).left() for act in menu.actions() if act.isVisible()}
        assert len(edges) <= 1, menu.title()
        scrolled |= menu.sizeHint().height() > QApplication.primaryScreen().availableGeometry().height()
        menu.hide()
    assert scrolled
