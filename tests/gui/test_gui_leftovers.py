"""Nothing is kept of a window that has gone, of a dialog, of a theme, nor of what a row of controls held."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAccessibleWidget, QApplication, QLabel, QPushButton, QSpacerItem, QWidget, QWidgetItem
from shiboken6 import Shiboken

from attnviz.ui.findings_strip import FindingsStrip
from attnviz.ui.guide_window import GuideWindow
from attnviz.ui.key_splitter import KeyHandle
from attnviz.ui.wrapping import Wrapping
from tools.monkey import leftovers

WINDOWS = ("palette", "guide", "shortcuts", "about", "preferences", "export")


def let_go() -> None:
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QCoreApplication.processEvents()
        gc.collect()


def in_other_languages(app) -> None:
    """Portuguese and English again, with every view and dialog shown in both: four windows come and go."""
    for language in ("pt_BR", "en") * 2:
        app.window.actions_.languages[language].trigger()
        for tab in app.window.actions_.tabs.values():
            tab.trigger()
        for name in WINDOWS:
            getattr(app.window.actions_, name).trigger()
            front = QApplication.activePopupWidget() or QApplication.activeModalWidget()
            if front is not None:
                front.close()


def test_of_windows_in_another_language_nothing_stays(bank) -> None:
    let_go()
    before = leftovers.ghosts()
    in_other_languages(bank)
    let_go()
    assert leftovers.ghosts() - before == {}


@pytest.mark.parametrize("pressed", [False, True])
def test_of_a_guide_that_is_closed_while_its_line_has_the_keys_nothing_stays(bank, qtbot, pressed) -> None:
    let_go()
    before = leftovers.ghosts()
    for _ in range(3):
        bank.window.actions_.guide.trigger()
        guide = next(w for w in QApplication.topLevelWidgets() if isinstance(w, GuideWindow) and w.isVisible())
        handle = next(handle for handle in guide.findChildren(KeyHandle) if handle.isVisible())
        guide.activateWindow()
        if pressed:
            QTest.mouseClick(handle, Qt.MouseButton.LeftButton)
        handle.setFocus()
        qtbot.waitUntil(handle.hasFocus)
        bank.window.actions_.languages["pt_BR"].trigger()
        bank.window.actions_.languages["en"].trigger()
        del handle, guide
    let_go()
    assert leftovers.ghosts() - before == {}


def test_of_windows_in_another_language_no_interface_stays(bank) -> None:
    """Of those that a screen reader asks: not one more than of the first window, though PySide keeps each."""

    def interfaces() -> int:
        return sum(isinstance(part, QAccessibleWidget) for part in gc.get_objects())

    in_other_languages(bank)
    let_go()
    before = interfaces()
    in_other_languages(bank)
    let_go()
    assert before > 20
    assert interfaces() == before


def test_of_windows_in_another_language_no_place_in_a_row_stays(bank) -> None:
    """Neither Qt's half nor Python's: what lays out a row ends with its window."""

    def places() -> int:
        found = (part for part in gc.get_objects() if issubclass(type(part), QSpacerItem | QWidgetItem))
        return sum(Shiboken.isValid(part) and Shiboken.createdByPython(part) for part in found)

    in_other_languages(bank)
    let_go()
    before = places()
    in_other_languages(bank)
    let_go()
    assert before > 0
    assert places() == before


def test_of_themes_nothing_stays(bank) -> None:
    bank.window.actions_.themes["dark"].trigger()
    let_go()
    before = leftovers.ghosts()
    for theme in ("light", "dark") * 3:
        bank.window.actions_.themes[theme].trigger()
    let_go()
    assert leftovers.ghosts() - before == {}


@pytest.fixture
def bar(qtbot) -> QWidget:
    """Two buttons, a gap, and a label that takes what is left."""
    bar = QWidget()
    qtbot.addWidget(bar)
    row = Wrapping(bar)
    row.addWidget(QPushButton("one"))
    row.add(QPushButton("two"))
    row.add_space(20)
    row.add(QLabel("three"), stretch=True)
    return bar


def test_a_row_owns_what_it_lays_out(bar) -> None:
    """Else nobody deletes it, and PySide takes what comes to its address for it."""
    row = bar.layout()
    assert all(Shiboken.ownedByPython(row.itemAt(index)) for index in range(row.count()))


def test_a_widget_that_leaves_a_row_takes_its_place_with_it(bar) -> None:
    row = bar.layout()
    one, two, three = bar.findChildren(QPushButton) + bar.findChildren(QLabel)
    for widget in (two, three):
        widget.setParent(None)
        widget.deleteLater()
    let_go()
    assert row.count() == 2
    assert row.itemAt(0).widget() is one
    assert isinstance(row.itemAt(1), QSpacerItem)
    for number in range(40):  # where the others were in memory
        row.add(QLabel(str(number)))
    bar.resize(400, 300)
    row.activate()
    labels = bar.findChildren(QLabel)
    assert [row.itemAt(index).widget() for index in range(2, row.count())] == labels
    assert all(label.geometry().right() <= 400 and label.width() < 200 for label in labels)


def test_a_strip_of_findings_that_is_cleared_is_empty(qtbot) -> None:
    strip = FindingsStrip()
    qtbot.addWidget(strip)
    strip._add(0, "a note", wrong=False, button=None)
    assert strip.sentences == ["a note"]
    strip._clear()
    assert strip.sentences == []
    assert strip.layout().count() == 0
