"""Text at up to 200 %: live, remembered, and nothing of it cut off in any tab."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QSizePolicy, QWidget

from attnviz.export.figure import Text
from attnviz.settings import Settings
from attnviz.ui import text_size
from attnviz.ui.text_size import SIZES, SYSTEM
from tests.gui.conftest import click

TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")
CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


@pytest.fixture(autouse=True)
def _usual_text_again():
    yield
    text_size.use(100)


def cut_off(window: QWidget) -> list[str]:
    """Texts that have not the room they need, of everything that is shown."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.sizePolicy().horizontalPolicy() == QSizePolicy.Policy.Ignored:
            continue
        if isinstance(widget, QLabel) and widget.text():
            if widget.wordWrap():
                fits = widget.height() >= widget.heightForWidth(widget.width())
            else:
                fits = widget.width() >= widget.sizeHint().width() and widget.height() >= widget.sizeHint().height()
        elif isinstance(widget, QAbstractButton) and widget.text():
            fits = widget.width() >= widget.minimumSizeHint().width() - 1 or widget.maximumWidth() < 200
            fits = fits and widget.height() >= widget.fontMetrics().height()
        elif isinstance(widget, QComboBox):
            fits = widget.height() >= widget.fontMetrics().height()
        else:
            continue
        if not fits:
            text = getattr(widget, "text", widget.accessibleName)()
            found.append(f"{type(widget).__name__} “{text}” {widget.size()}")
    return found


def inside(window: QWidget) -> list[str]:
    """Controls that reach out of the widget they stand in, where nothing scrolls them."""
    return [
        f"{type(widget).__name__} {widget.accessibleName() or widget.objectName()} {widget.geometry()}"
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and isinstance(widget, (QLabel, QAbstractButton, QComboBox))
        and not widget.parentWidget().rect().contains(widget.geometry())
    ]


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
@pytest.mark.parametrize("source", ["bank", "sentence", "gato"])
def test_nothing_is_cut_off_at_200_percent(start, qtbot, language, size, source) -> None:
    Settings().text_size = 200
    app = start(source, language, size=size)
    for tab in TABS:
        app.gaze.show_tab(tab)
        QTest.qWait(20)
        window = app.window
        assert (window.width(), window.height()) == size
        assert not cut_off(window), tab
        assert not inside(window), tab


@pytest.mark.parametrize("tab", TABS)
def test_what_has_no_room_can_be_scrolled_to(start, tab) -> None:
    """In the least window with the largest text every control of a tab is reached by scrolling, none by luck."""
    Settings().text_size = 200
    app = start("sentence", size=(960, 600))
    app.gaze.show_tab(tab)
    QTest.qWait(20)
    stage, views = app.window.stage, app.window.views
    assert views.width() - stage.viewport().width() == stage.horizontalScrollBar().maximum()
    assert views.height() - stage.viewport().height() == stage.verticalScrollBar().maximum()
    page = views.currentWidget()
    assert page.width() >= page.minimumSizeHint().width()
    assert page.height() >= page.minimumSizeHint().height() or page.layout().hasHeightForWidth()


def test_the_text_is_twice_as_large_everywhere(start, qtbot) -> None:
    app = start("bank")
    label, editor = app.window.controls._by_hand, app.window.steps.editor
    small = label.fontMetrics().height()
    figure = max(item.size for item in editor.figure.items if isinstance(item, Text)) * 1.0
    app.appearance.set_text_size(200)
    label, editor = app.window.controls._by_hand, app.window.steps.editor
    label.ensurePolished()
    assert 1.9 <= label.fontMetrics().height() / small <= 2.1
    assert figure * editor.scale >= 1.7 * figure
    app.look(tab="matrix")
    assert app.window.matrix.heatmap.scale >= 2


def test_it_is_changed_by_key_and_remembered(bank, qtbot) -> None:
    document = bank.session.document
    seen = []
    for _ in range(len(SIZES) + 1):
        qtbot.waitUntil(lambda: bank.window.isActiveWindow())
        QTest.keyClick(bank.window, Qt.Key.Key_Plus, CTRL_ALT)
        seen.append(text_size.percent())
    assert seen == [*SIZES[1:], 200, 200]
    assert Settings().text_size == 200
    assert bank.window.actions_.text_sizes[200].isChecked()
    QTest.keyClick(bank.window, Qt.Key.Key_Minus, CTRL_ALT)
    assert text_size.percent() == 175
    qtbot.waitUntil(lambda: bank.window.isActiveWindow())
    QTest.keyClick(bank.window, Qt.Key.Key_0, CTRL_ALT)
    assert text_size.percent() == 100
    assert bank.session.document is document
    assert bank.window.isVisible()


def test_the_next_start_has_it(start) -> None:
    Settings().text_size = 150
    app = start("bank")
    assert text_size.percent() == 150
    assert app.window.actions_.text_sizes[150].isChecked()


@pytest.mark.parametrize(("points", "percent"), [(9.0, 100), (11.0, 100), (14.0, 125), (22.0, 200), (40.0, 200)])
def test_the_desktops_own_text_is_followed(monkeypatch, points, percent) -> None:
    class Font:
        def pointSizeF(self) -> float:
            return points

    monkeypatch.setattr(text_size.QFontDatabase, "systemFont", lambda _which: Font())
    monkeypatch.setattr(text_size.sys, "platform", "linux")
    text_size.use(SYSTEM)
    assert text_size.percent() == percent


def test_a_bar_is_still_one_row_to_the_pointer(start) -> None:
    """The followed row's bars at 200 %: the pointer reads the key that it is over."""
    Settings().text_size = 200
    app = start("sentence", size=(1920, 1080))
    app.look(tab="matrix", inspector="row")
    app.window.matrix.inspector.inspector_requested.emit("row")
    QTest.qWait(20)
    bars = app.window.matrix.inspector.bars
    assert bars.isVisible()
    n = app.scene.trace.n_k
    click(bars, bars.rect().center())
    assert app.view.key in (n // 2 - 1, n // 2)
