"""The program without a mouse: a lesson from end to end, every control reached, and the focus always seen."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QScrollArea, QWidget

from attnviz.export.palette import contrast, luminance
from attnviz.ui import announce
from attnviz.ui.figure_canvas import FigureCanvas
from attnviz.ui.matrix_editor import MatrixEditor
from tests.gui.accessible_tree import tab_order
from tests.gui.conftest import settle
from tests.gui.export_hand import activate
from tests.gui.hand import Hand

Key, Mod = Qt.Key, Qt.KeyboardModifier
TABS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")
LEAST_CONTRAST = 3.0  # of what shows the focus (WCAG 2.2, 1.4.11)


@pytest.fixture
def hand(start):
    QAccessible.setActive(True)
    hands: list[Hand] = []

    def open_(source="bank", **how) -> Hand:
        made = Hand(start(source, **how))
        hands.append(made)
        return made

    yield open_
    for made in hands:
        announce.listeners.remove(made.heard.append)
    QAccessible.setActive(False)


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen
def test_the_bank_lesson_by_keys_and_by_ear(hand, tmp_path, monkeypatch):
    me = hand("one-query")
    app = me.app
    app.settings.figure_folder = tmp_path
    window = app.window

    # Open the lesson from the list.
    me.press(Key.Key_F6, Key.Key_F6, Key.Key_F6)  # view → controls → tabs → lessons
    assert window.lessons.list.hasFocus()
    me.press(Key.Key_Home, Key.Key_Return)
    settle(app)
    assert app.session.document.lesson == "bank"
    me.hears("seat is largest")

    # Read cells, editable and computed ones.
    me.press(Key.Key_F6)
    assert isinstance(me.on, MatrixEditor)
    me.press(Key.Key_Down)
    me.hears("Q, sentei, 1 = 2")
    me.press(Key.Key_Down, Key.Key_Right)
    me.hears("Q, banco, 2 = 2")
    assert app.scene.query == 1
    me.press(Key.Key_PageDown, Key.Key_PageDown, Key.Key_PageDown, Key.Key_PageDown)
    me.hears("query “banco”, key “banco”", "weight 0.3057, rank 2 of 3")

    # Edit a value, undo, do it again.
    me.press(Key.Key_PageDown, Key.Key_Down)
    me.hears("V, praça, money = 0")
    me.type("1")
    me.press(Key.Key_Return)
    settle(app)
    me.hears("Edit V", "The query “banco” looks at", "Its output is")
    assert app.session.document.source.V[2, 1] == 1
    me.press(Key.Key_Z, mod=Mod.ControlModifier)
    settle(app)
    me.hears("Undone: Edit V")
    assert app.session.document.source.V[2, 1] == 0
    me.press(Key.Key_Up, mod=Mod.AltModifier)
    me.press(Key.Key_Up, mod=Mod.AltModifier)
    settle(app)
    assert app.session.document.source.V[2, 1] == pytest.approx(0.2)
    me.press(Key.Key_Z, mod=Mod.ControlModifier)
    settle(app)
    assert app.session.document.source.V[2, 1] == 0  # both presses are one step

    # Step through the chain.
    me.press(Key.Key_Escape)
    me.go_to("Step of the chain")
    me.press(Key.Key_Home)
    me.hears("1 of 6", "Q")
    me.press(Key.Key_Right)
    me.hears("2 of 6")
    me.press(Key.Key_End)
    me.hears("6 of 6", "the weights of each query mix the values")
    me.go_to("sum")
    me.press(Key.Key_Down, Key.Key_Down)
    me.hears("① scores")

    # The division off and on, and the other mask.
    me.press(Key.Key_D, mod=Mod.ControlModifier)
    me.hears("looks at", "Its output is")
    assert not app.session.document.options.divide
    me.press(Key.Key_D, mod=Mod.ControlModifier)
    me.hears("0.62")

    # Every experiment, each taken back.
    for experiment, (words, seen) in enumerate(
        [
            ("praça” to [0, 1]", "verdict turns to money"),
            ("query of “banco” to [1, 0]", "0.40"),
            ("query to zero", "1/3"),
        ]
    ):
        me.press(Key.Key_F6, mod=Mod.ShiftModifier)
        while not window.lessons.list.hasFocus():
            me.press(Key.Key_F6, mod=Mod.ShiftModifier)
        me.go_to(words)
        me.press(Key.Key_Space)
        settle(app)
        me.hears(seen)
        assert window.lessons.cards()[experiment].observed
        me.hears("Its output is")
        me.press(Key.Key_Z, mod=Mod.ControlModifier)
        settle(app)
        me.hears("Undone")

    # The same in Matrix.
    me.press(Key.Key_2, mod=Mod.ControlModifier)
    me.hears("Matrix")
    while not window.matrix.heatmap.hasFocus():
        me.press(Key.Key_F6)
    me.press(Key.Key_End)
    me.hears("key “praça”", "weight")
    me.press(Key.Key_Return)
    assert app.view.key == 2
    me.press(Key.Key_Return)
    assert app.view.key is None

    # A figure, through the dialog.
    me.press(Key.Key_E, mod=Mod.ControlModifier)
    dialog = app.acts.figures.dialog
    activate(dialog)
    me.go_to("File")
    assert isinstance(me.on, QLineEdit)
    me.press(Key.Key_A, mod=Mod.ControlModifier)
    me.type(str(tmp_path / "bank.svg"))
    me.press(Key.Key_Return)
    me.hears("Saved")
    assert (tmp_path / "bank.svg").read_bytes().startswith(b"<?xml")
    me.press(Key.Key_Return)  # once more: done
    assert not dialog.isVisible()

    # Save, and leave.
    activate(window)

    def name_it() -> None:
        asked = QApplication.activeModalWidget()
        if not isinstance(asked, QFileDialog):  # it is still on its way
            QTimer.singleShot(50, name_it)
            return
        field = asked.findChild(QLineEdit, "fileNameEdit")
        assert field is not None
        QTest.keyClick(field, Key.Key_A, Mod.ControlModifier)
        QTest.keyClicks(field, str(tmp_path / "mine.attnviz"))
        QTest.keyClick(field, Key.Key_Return)

    QTimer.singleShot(200, name_it)
    me.press(Key.Key_S, mod=Mod.ControlModifier | Mod.ShiftModifier)
    for _ in range(200):
        if (tmp_path / "mine.attnviz").exists():
            break
        QTest.qWait(20)
    assert (tmp_path / "mine.attnviz").exists()
    activate(window)
    me.press(Key.Key_Q, mod=Mod.ControlModifier)
    assert not window.isVisible()


def test_heads_and_the_mixture_by_keys(hand):
    me = hand("sentence")
    me.press(Key.Key_2, mod=Mod.AltModifier)
    settle(me.app)
    assert me.app.session.document.source.head == "previous"
    me.hears("Its output" if me.app.scene.trace.output is not None else "looks at")
    me.press(Key.Key_4, mod=Mod.AltModifier)
    settle(me.app)
    triangle = me.app.window.controls.mix.triangle
    while not me.app.window.controls.isAncestorOf(me.on):
        me.press(Key.Key_F6)
    me.go_to("Mixture of the scores")
    before = me.app.session.document.source.mix
    me.press(Key.Key_Up)
    settle(me.app)
    assert me.app.session.document.source.mix[0] == pytest.approx(before[0] + 0.01)
    assert "content" in triangle.accessibleDescription()


@pytest.mark.parametrize("source", ["bank", "gato", "sentence"])
@pytest.mark.parametrize("tab", TABS)
def test_tab_reaches_every_control_once_and_comes_round(start, source, tab):
    """No widget keeps the keys for good: Escape, or the end of its cells, lets Tab go on."""
    app = start(source)
    app.gaze.show_tab(tab)
    QTest.qWait(50)
    wanted = tab_order(app.window)
    reached, first = [], None
    for _ in range(3 * len(wanted) + 40):
        held = QApplication.focusWidget()
        if held is first:
            break
        if held not in reached:
            reached.append(held)
        first = first or held
        QTest.keyClick(held, Key.Key_Tab)
    assert QApplication.focusWidget() is first
    assert [w.accessibleName() or w.text() for w in wanted if w not in reached and _own_stop(w)] == []


def _own_stop(widget: QWidget) -> bool:
    """Whether Tab stops here: of buttons of which one is pressed only that one does, and arrows walk the others."""
    group = widget.group() if hasattr(widget, "group") else None
    return group is None or not group.exclusive() or group.checkedButton() in (None, widget)


@pytest.mark.parametrize("tab", TABS)
def test_tab_goes_as_the_eye_does(start, tab):
    """Tabs above, then lessons, the view, the controls; in each from top to bottom, in a row from left to right."""
    app = start("sentence")
    app.gaze.show_tab(tab)
    QTest.qWait(50)
    window = app.window
    view = window.views.currentWidget()
    parts = [window._bar, window.lessons, view, window.controls]
    order = [next((i for i, part in enumerate(parts) if part.isAncestorOf(w)), None) for w in tab_order(window)]
    seen = [part for part in order if part is not None]
    assert seen == sorted(seen)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("source", ["bank", "sentence"])
@pytest.mark.parametrize("tab", TABS)
def test_the_focus_is_seen_wherever_it_is(start, tab, source, theme):
    """What the focus changes in a widget's picture has at least 3:1 to what was there, in enough of its pixels."""
    app = start(source, theme=theme)
    app.gaze.show_tab(tab)
    if source == "sentence" and tab == "steps":
        app.acts.set_head("mixed")
    settle(app)
    QTest.qWait(50)
    app.window.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)  # as Tab does
    poor = []
    for widget in tab_order(app.window):
        _scroll_to(widget)
        app.window.setFocus()
        without = _grab(widget)
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QTest.qWait(1)
        held = _grab(widget)
        seen = _changed(without, held)
        if seen < 12:
            poor.append((type(widget).__name__, widget.accessibleName(), seen))
    assert poor == []


def _scroll_to(widget: QWidget) -> None:
    """As Tab does."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()


def _grab(widget: QWidget) -> np.ndarray:
    window = widget.window()
    area = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size()) & window.rect()
    if area.isEmpty():
        return np.zeros((0, 0, 3), dtype=np.uint8)
    picture = window.grab(area).toImage().convertToFormat(QImage.Format.Format_RGB32)
    pixels = np.frombuffer(picture.constBits(), dtype=np.uint8).reshape(
        picture.height(), picture.bytesPerLine() // 4, 4
    )
    return pixels[:, : picture.width(), 2::-1].copy()


def _changed(without: np.ndarray, held: np.ndarray) -> int:
    """How many pixels changed by a contrast of at least 3:1."""
    if without.shape != held.shape:
        return 0
    return int((contrast(luminance(without), luminance(held)) >= LEAST_CONTRAST).sum())


def test_a_ring_comes_with_the_keys_and_not_with_the_pointer(bank):
    editor = bank.window.steps.editor
    QTest.mouseClick(editor, Qt.MouseButton.LeftButton, pos=editor.rect().bottomRight() / 2)
    assert not editor._by_key
    QTest.keyClick(editor, Key.Key_Control)
    assert not editor._by_key
    QTest.keyClick(editor, Key.Key_Down)
    assert editor._by_key


def test_the_hint_of_a_control_is_shown_by_a_key(bank, qtbot):
    from PySide6.QtWidgets import QToolTip

    bank.window.controls.divide.setFocus()
    QTest.keyClick(bank.window.controls.divide, Key.Key_F1, Mod.ControlModifier)
    qtbot.waitUntil(QToolTip.isVisible)
    assert "softmax" in QToolTip.text()
    QToolTip.hideText()


def test_the_line_between_two_parts_is_moved_by_keys(bank):
    splitter = bank.window.steps.splitter
    before = splitter.sizes()
    handle = splitter.handle(1)
    handle.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(handle, Key.Key_Up)
    assert splitter.sizes()[0] < before[0]


@pytest.mark.qt_log_ignore("This plugin does not support")  # offscreen
def test_the_menu_of_a_cell_opens_at_the_cursor(bank, qtbot):
    from PySide6.QtGui import QContextMenuEvent
    from PySide6.QtWidgets import QMenu

    editor = bank.window.steps.editor
    editor.setFocus()
    editor.move_cursor("V", 0, 0)
    centre = editor.rect().center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, centre, editor.mapToGlobal(centre))
    QApplication.sendEvent(editor, event)
    menu = next(menu for menu in editor.findChildren(QMenu) if menu.isVisible())
    # From side to side it is moved where the screen ends.
    assert abs(menu.y() - editor.mapToGlobal(editor.cell_center("V", 0, 0)).y()) < 10
    menu.close()


def test_bars_are_read_and_their_keys_followed(bank):
    bank.gaze.show_tab("matrix")
    bars = bank.window.matrix.inspector.bars
    bars.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(bars, Key.Key_Right)
    QTest.keyClick(bars, Key.Key_Right)
    assert "key “banco”" in bank.window.reading.text()
    QTest.keyClick(bars, Key.Key_Return)
    assert bank.view.key == 1


def test_space_still_runs_a_training_whose_picture_is_read(bank, qtbot):
    bank.gaze.show_tab("training")
    view = bank.window.view("training")
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights") is not None)
    view.canvas.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(view.canvas, Key.Key_Down)
    assert "looks at" in bank.window.reading.text()
    asked = []
    view.bar.run_requested.connect(lambda: asked.append(True))
    QTest.keyClick(view.canvas, Key.Key_Space)
    assert asked
    bank.training.pause()


def test_every_canvas_that_answers_the_pointer_takes_the_keys(start):
    app = start("sentence")
    for tab in TABS:
        app.gaze.show_tab(tab)
        QTest.qWait(20)
        for canvas in app.window.views.currentWidget().findChildren(FigureCanvas):
            assert canvas.focusPolicy() & Qt.FocusPolicy.TabFocus, canvas.accessibleName()
