"""Lessons, tabs, menus, languages, themes, files: the window around the views."""

from __future__ import annotations

import json
import weakref

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QListWidget, QMessageBox, QSlider, QWidget

from attnviz.document.lessons import load, shipped
from attnviz.export import fonts
from attnviz.export.palette import PALETTES
from attnviz.settings import Settings
from attnviz.ui import text_size
from attnviz.ui.main_window import MainWindow
from tests.gui.conftest import click


def numbers(app) -> list[str]:
    return [text for row in app.window.steps.editor.figure.cells("weights").numbers for text in row]


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("lesson", shipped())
def test_every_lesson_opens_and_every_experiment_applies(start, language, lesson) -> None:
    app = start("bank", language)
    row = shipped().index(lesson)
    panel = app.window.lessons
    click(panel.list.viewport(), panel.list.visualItemRect(panel.list.item(row)).center())
    assert app.session.document.lesson == lesson
    assert panel.list.currentRow() == row
    for index, card in enumerate(panel.cards()):
        before, view = app.session.document, app.view
        QTest.mouseClick(card.apply, Qt.MouseButton.LeftButton)
        assert [other.observed for other in panel.cards()].index(True) == index
        if app.session.document is not before:
            app.session.undo_stack.undo()
        else:  # one that only looks elsewhere, or asks for what is there already
            assert app.view != view or app.lesson.experiments[index].apply(before) is before
        assert app.session.document is before


def test_the_numbers_of_the_first_lesson_are_on_the_screen(bank) -> None:
    assert numbers(bank) == ["0.45", "0.45", "0.11", "0.07", "0.31", "0.62", "0.14", "0.28", "0.58"]


def test_in_portuguese_they_have_a_comma(start) -> None:
    assert numbers(start("bank", "pt_BR"))[:3] == ["0,45", "0,45", "0,11"]


def test_ctrl_1_and_2_choose_the_view(bank) -> None:
    QTest.keyClick(bank.window, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert bank.view.tab == "matrix"
    assert bank.window.matrix.isVisible()
    QTest.keyClick(bank.window, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert bank.window.steps.isVisible()
    assert bank.session.undo_stack.count() == 0


def test_the_language_changes_live_and_is_remembered(bank) -> None:
    bank.window.actions_.languages["pt_BR"].trigger()
    assert bank.session.undo_stack.count() == 0
    assert not bank.session.dirty
    assert bank.window.actions_.export.text().replace("&", "") == "Exportar figura…"
    assert numbers(bank)[0] == "0,45"
    assert Settings().language == "pt_BR"
    bank.window.actions_.languages["en"].trigger()
    assert bank.window.actions_.export.text().replace("&", "") == "Export figure…"
    assert numbers(bank)[0] == "0.45"


@pytest.mark.parametrize("source", ["bank", "sentence"])
def test_the_theme_changes_live_everywhere(start, source) -> None:
    app = start(source)
    for theme in ("dark", "light"):
        app.window.actions_.themes[theme].trigger()
        image = app.window.grab().toImage()
        palette = PALETTES[theme]
        corner = image.pixelColor(image.width() - 6, image.height() // 2)
        assert corner.name() == palette.panel
        view = app.window.views.currentWidget()
        inspector = view.mapTo(app.window, QPoint(4, view.height() - 4))
        assert image.pixelColor(inspector).name() == palette.panel
        canvas = view.mapTo(app.window, QPoint(4, view.height() // 2))
        assert image.pixelColor(canvas).name() == palette.canvas


def test_cells_have_the_colours_of_their_numbers(sentence) -> None:
    heatmap = sentence.window.matrix.heatmap
    sentence.look(numbers=False)
    image: QImage = heatmap.grab().toImage()
    lut = PALETTES["light"].lut("violet")
    weights = sentence.scene.trace.weights
    for row, column in [(0, 0), (0, 13), (13, 0), (13, 13), (8, 7), (4, 9)]:
        found = QColor(image.pixel(heatmap.cell_center("weights", row, column)))
        expected = lut[round(float(weights[row, column]) * 255)]
        assert np.abs(np.array(found.getRgb()[:3]) - expected).max() <= 3


def test_dropped_files_open(bank, tmp_path) -> None:
    path = tmp_path / "fala é.txt"
    path.write_text("uma frase largada", encoding="utf-8")
    drop(bank.window, [path])
    assert bank.session.document.source.tokens == ("uma", "frase", "largada")
    assert bank.view.tab == "matrix"


def test_three_tables_dropped_together_become_q_k_v(bank, tmp_path) -> None:
    for name, text in (("q", "1,0\n0,1\n1,1\n0,0"), ("k", "1,0\n0,1\n1,1\n0,0"), ("v", "1\n2\n3\n4")):
        (tmp_path / f"{name}.csv").write_text(text)
    drop(bank.window, [tmp_path / "q.csv", tmp_path / "k.csv", tmp_path / "v.csv"])
    source = bank.session.document.source
    assert source.Q.shape == (4, 2)
    assert source.V.ravel().tolist() == [1, 2, 3, 4]


@pytest.mark.parametrize("content", [b"", b"\x00\x01\x02", b"\xff\xfe\x00", b"ol\xe1"])
def test_a_bad_file_leaves_all_as_it_was(bank, tmp_path, content) -> None:
    before = bank.session.document
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    drop(bank.window, [path])
    assert bank.session.document is before
    box = bank.window.findChild(QMessageBox)
    assert "bad.txt" in box.text()
    box.close()


def drop(window: QWidget, paths) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    for kind in (QDragEnterEvent, QDropEvent):
        place = QPoint(300, 300)
        event = kind(place, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(window, event)


def test_the_numbers_are_saved(bank, tmp_path) -> None:
    bank.acts.save_numbers(tmp_path / "a.json")
    saved = json.loads((tmp_path / "a.json").read_text())
    assert np.allclose(saved["weights"], bank.scene.trace.weights)


def test_a_figure_that_cannot_be_saved_says_so(bank, tmp_path) -> None:
    bank.acts.export(tmp_path / "no folder" / "a.svg")
    assert "a.svg" in bank.window.statusBar().currentMessage()


def test_the_figure_is_copied_as_picture_and_svg(bank) -> None:
    bank.window.actions_.copy_figure.trigger()
    data = QApplication.clipboard().mimeData()
    assert data.hasImage()
    assert b"<svg" in bytes(data.data("image/svg+xml").data())
    QApplication.clipboard().clear()


@pytest.mark.parametrize("source", ["bank", "sentence"])
def test_every_control_has_a_name_and_a_tooltip(start, source) -> None:
    app = start(source)
    nameless = []
    for widget in app.window.findChildren(QWidget):
        if not widget.isVisibleTo(app.window) or widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
            continue
        if not isinstance(widget, (QAbstractButton, QLineEdit, QSlider, QListWidget)):
            continue
        name = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
        if not name or (not isinstance(widget, QListWidget) and not widget.toolTip()):
            nameless.append((type(widget).__name__, name, widget.toolTip()))
    assert not nameless


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("source", ["bank", "sentence"])
def test_no_two_mnemonics_collide(start, language, source) -> None:
    app = start(source, language)
    bar = app.window.menuBar()
    menus = [[action.text() for action in bar.actions()]]
    menus += [[action.text() for action in action.menu().actions()] for action in bar.actions() if action.menu()]
    panel = [
        widget.text()
        for widget in app.window.controls.findChildren(QWidget)
        if widget.isVisibleTo(app.window) and hasattr(widget, "text") and isinstance(widget.text(), str)
    ]
    for texts in [*menus, panel]:
        letters = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
        assert len(letters) == len(set(letters)), texts


def test_shortcuts_and_about_open_without_blocking(bank, qtbot) -> None:
    for action in (bank.window.actions_.shortcuts, bank.window.actions_.about):
        action.trigger()
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        dialog.close()
        qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)


def test_the_window_remembers_its_size(start) -> None:
    app = start("bank", size=(960, 640))
    app.window.close()
    window = MainWindow(app.session.undo_stack, (load("bank", "en"),))
    Settings().restore(window)
    assert (window.width(), window.height()) == (960, 640)
    window.deleteLater()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("source", ["bank", "one-query", "sentence"])
def test_no_scrolling_sideways_at_any_usual_size(start, source, size) -> None:
    app = start(source, size=size)
    areas = (app.window.steps._editor_area, app.window.steps._sum_area)
    assert not any(area.horizontalScrollBar().isVisible() for area in areas)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("source", ["bank", "sentence"])
def test_nothing_in_the_side_panels_is_cut_off(start, language, source) -> None:
    app = start(source, language, size=(1200, 600))  # low enough for scroll bars
    if source == "sentence":
        app.acts.set_option("window", 4096)
        app.acts.set_number("seed", 2.0**53, "seed")
    for panel in (app.window.controls, app.window.lessons):
        assert panel.widget().width() <= panel.viewport().width()
        for widget in panel.widget().findChildren(QWidget):
            if widget.isVisible() and widget.parentWidget() is panel.widget():
                assert widget.geometry().right() <= panel.viewport().width(), widget.accessibleName()
                assert widget.width() >= widget.minimumSizeHint().width() or widget.minimumWidth() > 0


def test_the_menus_live_on_while_widgets_come_and_go(bank) -> None:
    """PySide can take a living menu for dead when a widget that it has tied to it is deleted."""
    for tab in bank.window.actions_.tabs.values():
        tab.trigger()
        for name in ("gato", "sentence", "bank"):
            bank.open_lesson(name)
            for _ in range(12):
                QTest.keyClick(bank.window.focusWidget() or bank.window, Qt.Key.Key_Tab)
            QTest.qWait(1)  # what was deleted later is deleted now
        bank.window.actions_.recent.aboutToShow.emit()
        assert bank.window.actions_.recent.actions(), "it offers at least to be cleared"


def test_a_window_that_another_has_replaced_is_let_go_of_soon(qtbot, bank) -> None:
    """Its halves in Python hold one another, and pictures with them: several megabytes."""
    old = weakref.ref(bank.window)
    bank.appearance.set_language("pt_BR")
    assert bank.window is not old()
    qtbot.waitUntil(lambda: old() is None, timeout=5000)


def test_typefaces_of_text_sizes_that_were_tried_are_let_go_of(bank) -> None:
    """For each, Qt keeps every typeface of the system that texts have needed."""

    def kept_after(*sizes: int) -> int:
        for percent in sizes:
            bank.appearance.set_text_size(percent)
            bank.window.grab()
        return fonts.font.cache_info().currsize

    once = kept_after(110, 100)
    assert kept_after(*text_size.SIZES[1:], 100) == once


def test_another_language_does_not_dress_anything_anew_and_another_theme_does(bank):
    """Dressing a window with all its tabs takes Qt a second, in which nothing answers."""

    class Ear(QObject):
        heard = 0

        def eventFilter(self, _watched, event):
            self.heard += event.type() == QEvent.Type.StyleChange
            return False

    def dressed(act) -> int:
        ear, controls = Ear(), bank.window.controls
        controls.installEventFilter(ear)
        act()
        controls.removeEventFilter(ear)
        return ear.heard

    assert dressed(lambda: bank.window.actions_.languages["pt_BR"].trigger()) == 0
    assert bank.window.actions_.export.text() == "&Exportar figura…"
    assert dressed(lambda: bank.window.actions_.themes["dark"].trigger()) > 0
    assert QApplication.instance().palette().window().color() == QColor(PALETTES["dark"].panel)
