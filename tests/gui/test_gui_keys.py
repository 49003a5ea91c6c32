"""Every key that F1 lists does something, every key that does something is listed, and no two acts share one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QKeyCombination, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QWidget

from attnviz.document.document import Document
from attnviz.document.lessons import shipped
from attnviz.ui.keys import KeyLine, groups
from attnviz.ui.menu_walk import acts_of
from attnviz.ui.shortcuts_dialog import ShortcutsDialog
from tests.gui.conftest import drag, settle

LEFT = Qt.MouseButton.LeftButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
# What a hand may try on any widget; letters and digits among them.
TRIED = [
    *("Left", "Right", "Up", "Down", "Home", "End", "PgUp", "PgDown", "Tab", "Shift+Tab", "Return", "Enter", "Space"),
    *("F2", "F3", "F5", "Ins", "Del", "Backspace", "+", "=", "Minus", "*", "/", ",", "."),
    *"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    *("Shift+Left", "Shift+Right", "Shift+Up", "Shift+Down", "Shift+Return", "Shift+Enter", "Shift+Space"),
    *("Ctrl+C", "Ctrl+V", "Ctrl+X", "Alt+Up", "Alt+Down", "Alt+Left", "Alt+Right"),
    *("Alt+Shift+Up", "Alt+Shift+Down", "Ctrl+Alt+Up", "Ctrl+Alt+Down", "Esc"),
]


def combination(keys: str) -> QKeyCombination:
    return QKeySequence("-" if keys == "Minus" else keys)[0]


def event_of(keys: str) -> QKeyEvent:
    pressed = combination(keys)
    key, modifiers = pressed.key(), pressed.keyboardModifiers()
    text = chr(key.value) if key.value < 128 and modifiers in (Qt.KeyboardModifier.NoModifier, SHIFT) else ""
    if keys == "Shift+Tab":
        key = Qt.Key.Key_Backtab
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, text)


def press(widget: QWidget, keys: str) -> bool:
    """Give a key to this widget and no other; whether it took it."""
    event = event_of(keys)
    widget.event(event)
    return event.isAccepted()


def listen(*widgets: QWidget) -> list[str]:
    """A list to which every signal of these widgets adds its name."""
    heard: list[str] = []
    for widget in widgets:
        for kind in type(widget).__mro__:
            for name, value in vars(kind).items():
                if isinstance(value, Signal) and kind.__module__.startswith("attnviz"):
                    getattr(widget, name).connect(lambda *_, name=name: heard.append(name))
    return heard


# What is pressed, and what is seen of it: for each group a widget, and a function that says whether something has
# happened since it was last asked. The second restores what the next key needs.

Ready = tuple[QWidget, Callable[[], object], Callable[[], bool]]


def _editor(app, qtbot) -> Ready:
    editor = app.window.steps.editor
    heard = listen(editor)

    def prepare() -> None:
        editor._line.cancel()
        editor.setFocus()
        editor.move_cursor("Q", 1, 1)
        QApplication.clipboard().setText("")
        heard.clear()

    def happened() -> bool:
        left = editor.cursor_cell is None
        return bool(heard) or left or editor._line.isVisible() or bool(QApplication.clipboard().text())

    return editor, prepare, happened


def _typing(app, qtbot) -> Ready:
    editor = app.window.steps.editor

    def prepare() -> None:
        editor.setFocus()
        editor.move_cursor("Q", 1, 1)
        editor.edit_cell()

    return editor._line, prepare, lambda: not editor._line.isVisible()


def _player(app, qtbot) -> Ready:
    player = app.window.steps.player
    heard = listen(player, player.bar)

    def prepare() -> None:
        player.pause()
        app.look(step=2)
        heard.clear()

    return player.bar, prepare, lambda: bool(heard)


def _heatmap(app, qtbot) -> Ready:
    app.look(tab="matrix")
    heatmap = app.window.matrix.heatmap
    heard = listen(heatmap)

    def prepare() -> None:
        heatmap.setFocus()
        app.look(zoom=(2, 6, 2, 6), query=5)
        heatmap._column = 5
        heard.clear()

    return heatmap, prepare, lambda: bool(heard)


def _links(app, qtbot) -> Ready:
    app.look(tab="matrix", drawing="lines")
    canvas = app.window.matrix.links.canvas
    heard = listen(canvas)

    def prepare() -> None:
        app.look(query=5)
        heard.clear()

    return canvas, prepare, lambda: bool(heard)


def _heads(app, qtbot) -> Ready:
    qtbot.waitUntil(lambda: app.scene.grid is not None and app.scene.grid.complete)
    canvas = app.window.view("heads").canvas
    heard = listen(canvas)

    def prepare() -> None:
        app.look(tab="heads")
        app.importing.move_cursor(1, 1)
        canvas.setFocus()
        heard.clear()

    return canvas, prepare, lambda: bool(heard)


def _reading(app, qtbot) -> Ready:
    app.look(tab="gradient")
    view = app.window.view("gradient")
    qtbot.waitUntil(lambda: view.sum.figure.cells("jacobian") is not None)
    heard = listen(view.sum)

    def prepare() -> None:
        view.sum.setFocus()
        view.sum.read_place = ("jacobian", 1, 1)
        heard.clear()

    return view.sum, prepare, lambda: bool(heard)


def _line_between(app, qtbot) -> Ready:
    splitter = app.window.steps.splitter
    moved = listen(splitter)
    splitter.splitterMoved.connect(lambda *_: moved.append("moved"))
    sizes = splitter.sizes()

    def prepare() -> None:
        splitter.setSizes(sizes)
        moved.clear()

    return splitter.handle(1), prepare, lambda: bool(moved)


def _training(app, qtbot) -> Ready:
    app.look(tab="training")
    view = app.window.view("training")
    qtbot.waitUntil(lambda: view.canvas.figure.cells("weights") is not None)
    heard = listen(view.bar)

    def prepare() -> None:
        app.training.pause()
        view.bar.step.setEnabled(True)
        view.bar.reset.setEnabled(True)
        heard.clear()

    return view, prepare, lambda: bool(heard)


def _curve(app, qtbot) -> Ready:
    app.look(tab="matrix", inspector="saturation")
    panel = app.window.matrix.inspector.saturation
    qtbot.waitUntil(lambda: panel.curve is not None)
    heard = listen(panel)
    return panel, heard.clear, lambda: bool(heard)


def _triangle(app, qtbot) -> Ready:
    app.acts.set_head("mixed")
    triangle = app.window.controls.mix.triangle
    heard = listen(triangle)
    return triangle, heard.clear, lambda: bool(heard)


def _number(app, qtbot) -> Ready:
    field = app.window.controls.d_k.field
    heard = listen(field)
    typed = "77"

    def prepare() -> None:
        app.session.undo_stack.setIndex(0)
        settle(app)
        field.setFocus()
        field.setText(typed)
        field.setModified(True)
        heard.clear()

    return field, prepare, lambda: bool(heard) or field.text() != typed


def _palette(app, qtbot) -> Ready:
    app.help.show_palette()
    palette = app.help._palette
    heard = listen(palette.line)

    def prepare() -> None:
        heard.clear()

    return palette.line, prepare, lambda: bool(heard)


def _presenter(app, qtbot) -> Ready:
    presenter = app.window.presenter
    heard = listen(presenter)

    def prepare() -> None:
        app.presenting.enter()
        presenter.black.hide()
        heard.clear()

    return presenter, prepare, lambda: bool(heard) or presenter.black.isVisible()


READY: dict[str, tuple[str, Callable[..., Ready]]] = {
    "editor": ("bank", _editor),
    "typing": ("bank", _typing),
    "player": ("bank", _player),
    "heatmap": ("sentence", _heatmap),
    "links": ("sentence", _links),
    "heads": ("heads", _heads),
    "training": ("bank", _training),
    "reading": ("bank", _reading),
    "line between": ("bank", _line_between),
    "curve": ("sentence", _curve),
    "triangle": ("sentence", _triangle),
    "number": ("sentence", _number),
    "palette": ("bank", _palette),
    "presenter": ("bank", _presenter),
}
# Lines to type into take letters as such; what else they do with keys is the line's own.
LINES = {"typing", "number", "palette"}


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


@pytest.mark.parametrize("name", sorted(set(READY) - LINES))
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
    button = bank.window.findChild(QPushButton)
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
