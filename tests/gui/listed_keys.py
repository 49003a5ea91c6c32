"""Every widget with keys of its own made ready: what to press, and how to see that something has happened."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QWidget

from tests.gui.conftest import settle

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


def _guide(app, qtbot) -> Ready:
    app.help.show_guide()
    text = app.help._guide.text
    pages = [page.path for page in app.help._guide.pages]
    changes: list[object] = []
    text.sourceChanged.connect(changes.append)

    def prepare() -> None:
        for path in pages[:3]:
            text.show_page(path)
        text.backward()
        changes.clear()

    return text, prepare, lambda: bool(changes)


def _presenter(app, qtbot) -> Ready:
    presenter = app.window.presenter
    heard = listen(presenter)

    def prepare() -> None:
        app.look(tab="matrix", zoom=(1.0, 4.0, 1.0, 4.0))  # from which every way of looking leads elsewhere
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
    "presenter": ("sentence", _presenter),
    "guide": ("bank", _guide),
}
# Lines to type into take letters as such; what else they do with keys is the line's own.
LINES = {"typing", "number", "palette"}
PAGES = {"guide"}  # a page takes the keys that scroll it, as every page does
