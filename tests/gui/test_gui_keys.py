"""Every key that F1 lists does something, every key that does something is listed, and no two acts share one."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
from PySide6.QtCore import QKeyCombination, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from attnviz.document.document import Document
from attnviz.document.lessons import shipped
from attnviz.ui.keys import KeyLine, groups
from attnviz.ui.menu_walk import acts_of
from attnviz.ui.shortcuts_dialog import ShortcutsDialog
from tests.gui.conftest import drag, settle
from tests.gui.listed_keys import CTRL, LEFT, LINES, PAGES, READY, SHIFT, TRIED, Ready, combination, event_of, press


@pytest.fixture
def ready(start, tmp_path, qtbot):
    """ready(group) opens the program where the keys of that group are."""

    def open_(name: str) -> Ready:
        source, prepare = READY[name]
        if source == "heads":
            weights = np.full((3, 4, 6, 6), 1 / 6, dtype=np.float32)
            np.savez(tmp_path / "model.npz", attentions=weights, tokens=np.array(list("abcdef")))
            source = str(tmp_path / "model.npz")
        return prepare(start(source), qtbot)

    return open_


def listed(name: str) -> list[str]:
    (group,) = [group for group in groups() if group.name == name]
    return [keys for line in group.lines for keys in line.keys]


def test_every_group_is_tried():
    assert {group.name for group in groups()} == {*READY, "everywhere"}


@pytest.mark.parametrize("name", READY)
def test_every_listed_key_does_something(ready, qtbot, name):
    widget, prepare, happened = ready(name)
    for keys in listed(name):
        prepare()
        press(widget, keys)
        qtbot.wait(1)
        assert happened(), f"{keys} does nothing"
    prepare()


@pytest.mark.parametrize("name", sorted(set(READY) - LINES - PAGES))
def test_every_key_that_is_taken_is_listed(ready, name):
    widget, prepare, _ = ready(name)
    known = {combination(keys) for keys in listed(name)}
    everywhere = set(listed("everywhere")) - {"Space"}
    if name == "editor":  # any letter opens the cell to be typed into; the list says 0 … 9
        tried = [keys for keys in TRIED if not event_of(keys).text().strip() or keys.isdigit()]
    else:
        tried = TRIED
    for keys in tried:
        if keys in everywhere and combination(keys) not in known:
            continue
        prepare()
        plain = QKeyCombination(combination(keys).key())  # modifiers that a widget does not look at
        if press(widget, keys) and not {combination(keys), plain} & known:
            pytest.fail(f"{keys} does something and is not listed")
    prepare()


def test_the_keys_of_everywhere(bank):
    button = next(button for button in bank.window.findChildren(QPushButton) if button.isVisible())
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_Tab)
    other = QApplication.focusWidget()
    assert other is not button
    QTest.keyClick(other, Qt.Key.Key_Backtab)
    assert QApplication.focusWidget() is button
    clicks = []
    button.clicked.connect(lambda: clicks.append(1))
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert clicks == [1]


# The hand -----------------------------------------------------------------------------------------------------


def test_the_gestures_of_the_editor(bank, qtbot):
    editor = bank.window.steps.editor
    value = editor.figure.cells("Q").values[1, 1]
    middle = editor.cell_center("Q", 1, 1)
    asked = []
    editor.cell_edit_requested.connect(lambda *edit: asked.append(edit[3]))
    steps = []
    for modifier in (Qt.KeyboardModifier.NoModifier, SHIFT, CTRL):
        drag(editor, middle, 60, modifier=modifier)
        steps.append(asked[-1] - value)
        bank.session.undo_stack.undo()
        settle(bank)
    assert steps[0] > 0
    assert steps == pytest.approx([steps[0], steps[0] / 10, steps[0] * 10])
    QTest.mouseDClick(editor, LEFT, pos=middle)
    assert editor._line.isVisible()
    QTest.keyClick(editor._line, Qt.Key.Key_Escape)
    label = editor.label_rect("Q", "row", 1).center().toPoint()
    QTest.mouseDClick(editor, LEFT, pos=label)
    assert editor._line.isVisible()
    QTest.keyClick(editor._line, Qt.Key.Key_Escape)


def test_the_gestures_of_the_heatmap(sentence):
    heatmap = sentence.window.matrix.heatmap
    middle = heatmap.cell_center("weights", 6, 6)
    zooms = []
    heatmap.zoom_requested.connect(zooms.append)
    _wheel(heatmap, middle)
    assert zooms[-1] is not None
    _drag(heatmap, middle, Qt.KeyboardModifier.NoModifier)
    moved = zooms[-1]
    assert len(zooms) > 1
    assert moved[1] == pytest.approx(zooms[0][1])  # as many rows as before, others
    _drag(heatmap, middle, SHIFT)
    assert zooms[-1][1] < moved[1]
    QTest.mouseDClick(heatmap, LEFT, pos=middle)
    assert zooms[-1] is None


def _wheel(widget: QWidget, place: QPoint) -> None:
    QApplication.sendEvent(
        widget,
        QWheelEvent(
            QPointF(place),
            QPointF(widget.mapToGlobal(place)),
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        ),
    )


def _drag(widget: QWidget, place: QPoint, modifier) -> None:
    from tests.gui.conftest import _move

    QTest.mousePress(widget, LEFT, modifier, place)
    for step in range(1, 8):
        _move(widget, place + QPoint(12 * step, 12 * step), modifier)
    QTest.mouseRelease(widget, LEFT, modifier, place + QPoint(84, 84))


# F1 -----------------------------------------------------------------------------------------------------------


def shown(app) -> ShortcutsDialog:
    QTest.keyClick(app.window, Qt.Key.Key_F1)
    return app.window.findChild(ShortcutsDialog)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_f1_lists_every_key_of_the_menus_and_of_the_views(start, language):
    app = start("bank", language)
    dialog = shown(app)
    lines = dialog.shown()
    for act in acts_of(app.window.menuBar()):
        assert not act.keys or (act.text, act.keys) in lines
    for group in groups():
        for line in group.lines:
            assert (line.act, line.shown) in lines
    assert all(act and keys for act, keys in lines)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_f1_finds_an_act_and_a_key(bank):
    dialog = shown(bank)
    assert dialog.focusWidget() is dialog.line
    everything = len(dialog.shown())
    QTest.keyClicks(dialog.line, "undo")
    assert ("Undo", "Ctrl+Z") in dialog.shown()
    assert len(dialog.shown()) < everything / 4
    dialog.line.clear()
    QTest.keyClicks(dialog.line, "ctrl+e")
    assert dialog.shown()[0][1] == "Ctrl+E"
    dialog.line.clear()
    QTest.keyClicks(dialog.line, "xylophone")
    assert dialog.shown() == []
    assert dialog.nothing.isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_keys_are_written_as_they_stand_on_the_keyboard():
    assert KeyLine("", ("Left", "Right", "Up", "Down")).shown == "← → ↑ ↓"
    assert KeyLine("", ("Up", "Down")).shown == "↑  ↓"
    assert KeyLine("", ("Minus",)).shown == "−"


@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_no_two_acts_share_a_key_and_each_can_be_reached_without_the_pointer(start, language):
    app = start("bank", language)
    by_keys = defaultdict(list)
    for act in acts_of(app.window.menuBar()):
        for keys in act.action.shortcuts():
            by_keys[keys.toString()].append(act.text)
    assert {keys: acts for keys, acts in by_keys.items() if len(acts) > 1} == {}
    unreachable = [
        act.text
        for act in acts_of(app.window.menuBar())
        if not act.action.shortcuts() and "&" not in act.action.text().replace("&&", "") and not act.text[0].isdigit()
    ]
    assert unreachable == []
    for menu in app.window.menuBar().findChildren(QMenu):
        title = menu.menuAction().text()
        assert not title or "&" in title
    assert len(shipped()) <= 10, "an eleventh lesson needs a mnemonic"
    assert isinstance(app.session.document, Document)
