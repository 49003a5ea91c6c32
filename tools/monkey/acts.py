"""What a monkey can do at a window: each act is a function of chance that says in words what it did."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QSize, Qt, QUrl
from PySide6.QtGui import QAccessible, QAction, QColor, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

from tools.monkey import hands
from tools.monkey.hands import Button, Modifier, front

if TYPE_CHECKING:
    from tools.monkey.world import World

Act = Callable[["World", random.Random], str]

BUTTONS = (Button.LeftButton,) * 8 + (Button.RightButton, Button.MiddleButton)
TEXTED = (QAbstractButton, QLabel, QLineEdit)
EDITORS = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox)
KEYS = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down) * 3,
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space) * 2,
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_F2, Qt.Key.Key_Menu),
    *(Qt.Key.Key_Backspace, Qt.Key.Key_Delete, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_0, Qt.Key.Key_7),
    *(Qt.Key.Key_N, Qt.Key.Key_R, Qt.Key.Key_F1, Qt.Key.Key_F6, Qt.Key.Key_F11, Qt.Key.Key_Insert, Qt.Key.Key_Alt),
)
EDITING = (Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Z, Qt.Key.Key_Y, Qt.Key.Key_Backspace)
# No slash nor tilde: a monkey that names files names them in its own folder.
TEXTS = (
    *("0", "1", "-1", "0.5", "0,5", "3.25", "-0.001", "1e3", "1e-300", "1e400", "007", "12345678901234567890"),
    *("nan", "inf", "-inf", "−2", "½", "1 000", "1.2.3", "0x10", "", " ", "-", ".", ","),
    *(
        "cat",
        "the cat sat",
        "o gato sentou",
        "não é",
        "Ω A C",
        "ﷺ",
        "日本語",
        "🐈‍⬛",
        "e\u0301",
        "\u202eabc",
        "a" * 300,
    ),
    *("1\t2\n3\t4", "1,2;3,4", "<b>bold</b>", "&amp; &x", "%1 {0} {n}", "'; drop", "\x07", "[1, 2]", "{}"),
)
SIZES = ((960, 600), (1000, 1000), (1119, 700), (1121, 700), (1280, 800), (1920, 1080), (2560, 1440))


def _someone(chance: random.Random, window: QWidget, kinds: tuple[type, ...] = ()) -> QWidget:
    """A widget of a window; half of the time its kind is chosen first, so that what is rare is found too."""
    there = hands.seen(window)
    there = [widget for widget in there if isinstance(widget, kinds)] or there if kinds else there
    if chance.random() < 0.5:
        names = sorted({type(widget).__name__ for widget in there})
        name = chance.choice(names)
        there = [widget for widget in there if type(widget).__name__ == name]
    return chance.choice(there)


def name_of(widget: QWidget) -> str:
    """What a widget is, for a person who reads what happened."""
    said = widget.accessibleName() or widget.objectName() or (widget.text() if isinstance(widget, TEXTED) else "")
    return f"{type(widget).__name__} {said[:24]!r}" if said else type(widget).__name__


def _at(spot: QPoint) -> str:
    return f"({spot.x()}, {spot.y()})"


def click(world: World, chance: random.Random) -> str:
    window = world.front()
    widget = _someone(chance, window)
    name, spot = name_of(widget), hands.place_on(chance, widget)
    button, modifier = chance.choice(BUTTONS), hands.modifiers(chance)
    twice = chance.random() < 0.15
    hands.click(window, spot, button, modifier, twice=twice)
    return f"{'double click' if twice else 'click'} {button.name} {modifier.name} on {name} at {_at(spot)}"


def move(world: World, chance: random.Random) -> str:
    window = world.front()
    widget = _someone(chance, window)
    spots = [hands.place_on(chance, widget) for _ in range(chance.randint(1, 4))]
    name = name_of(widget)
    hands.move(window, spots)
    return f"move over {name} to {_at(spots[-1])}"


def drag(world: World, chance: random.Random) -> str:
    window = world.front()
    widget = _someone(chance, window)
    start, name = hands.place_on(chance, widget), name_of(widget)
    reach = chance.choice((3, 30, 300))
    end = hands.within(window, start + QPoint(chance.randint(-reach, reach), chance.randint(-reach, reach)))
    steps = chance.randint(1, 8)
    spots = [start + (end - start) * step / steps for step in range(steps + 1)]
    button, modifier = chance.choice(BUTTONS), hands.modifiers(chance)
    hands.drag(window, spots, button, modifier)
    return f"drag {button.name} {modifier.name} {name} from {_at(start)} to {_at(end)}"


def wheel(world: World, chance: random.Random) -> str:
    window = world.front()
    widget = _someone(chance, window)
    spot, modifier = hands.place_on(chance, widget), hands.modifiers(chance)
    turned = chance.choice((QPoint(0, 120), QPoint(0, -120), QPoint(0, 8), QPoint(120, 0), QPoint(0, -1200), QPoint()))
    name = name_of(widget)
    hands.wheel(window, spot, turned, modifier)
    return f"wheel {_at(turned)} {modifier.name} on {name}"


def pinch(world: World, chance: random.Random) -> str:
    widget = _someone(chance, world.front())
    by, name = chance.choice((0.1, -0.1, 0.9, -0.9, -1.5, 3.0)), name_of(widget)
    hands.pinch(widget, by)
    return f"pinch {by} on {name}"


def rest(world: World, chance: random.Random) -> str:
    widget = _someone(chance, world.front())
    name = name_of(widget)
    hands.rest(widget)
    return f"tooltip of {name}"


def key(world: World, chance: random.Random) -> str:
    code, modifier, times = chance.choice(KEYS), hands.modifiers(chance), chance.choice((1, 1, 1, 2, 6))
    for _ in range(times):
        world.beat()
        window = front()
        if window is not None:
            hands.key(window, code, modifier)
    return f"key {code.name} {modifier.name} × {times}"


def edit(world: World, chance: random.Random) -> str:
    """Write into an editor, as numbers and as nonsense, and mostly say that it is meant."""
    window = world.front()
    widget = _someone(chance, window, EDITORS)
    name = name_of(widget)
    if chance.random() < 0.8:
        hands.click(window, hands.place_on(chance, widget), Button.LeftButton, Modifier.NoModifier)
    if chance.random() < 0.6:
        hands.key(window, Qt.Key.Key_A, Modifier.ControlModifier)
    text = chance.choice(TEXTS)
    if chance.random() < 0.2:
        text = "".join(chr(chance.choice((chance.randint(32, 46), chance.randint(48, 0x2FFF)))) for _ in range(6))
    hands.write(window, text, world.beat)
    if chance.random() < 0.6:
        hands.key(window, chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab)))
    return f"write {text[:30]!r} in {name}"


def editing_key(world: World, chance: random.Random) -> str:
    code = chance.choice(EDITING)
    hands.key(world.front(), code, Modifier.ControlModifier)
    return f"key Ctrl+{code.name}"


def shortcut(world: World, chance: random.Random) -> str:
    window = world.app.window
    keys = sorted({keys[0].toCombined() for action in window.findChildren(QAction) for keys in action.shortcuts()})
    combined = chance.choice(keys)
    code = Qt.Key(combined & ~int(Modifier.KeyboardModifierMask.value))
    modifier = Modifier(combined & int(Modifier.KeyboardModifierMask.value))
    hands.key(world.front(), code, modifier)
    return f"shortcut {modifier.name} {code.name}"


def menu(world: World, chance: random.Random) -> str:
    """An act of a menu, submenus included, chosen as the desktop's own menus and the keyboard do."""
    acts = [action for action in _menu_acts(world.app.window) if action.isEnabled()]
    action = chance.choice(acts)
    text = action.text()
    action.trigger()
    return f"menu {text!r}"


def _menu_acts(window: QMainWindow) -> list[QAction]:
    """Of all menus; those that are filled as they open offer what they had last.

    Not by action.menu(): PySide takes what that returns for its own, and deletes the menu with its wrapper.
    """
    menus = [menu for menu in window.findChildren(QMenu) if menu.title()]
    openers = {menu.menuAction() for menu in menus}
    return [action for menu in menus for action in menu.actions() if not action.isSeparator() and action not in openers]


def storm(world: World, chance: random.Random) -> str:
    """Undo or redo held down."""
    code, times = chance.choice((Qt.Key.Key_Z, Qt.Key.Key_Z, Qt.Key.Key_Y)), chance.randint(5, 40)
    for _ in range(times):
        world.beat()
        hands.key(world.front(), code, Modifier.ControlModifier)
    return f"Ctrl+{code.name} × {times}"


def tab(world: World, chance: random.Random) -> str:
    code = Qt.Key(Qt.Key.Key_1 + chance.randrange(len(world.app.window.actions_.tabs)))
    hands.key(world.front(), code, Modifier.ControlModifier)
    return f"tab {code.name}"


def train(world: World, chance: random.Random) -> str:
    """Runs started, stopped and begun anew."""
    hands.key(world.front(), Qt.Key.Key_5, Modifier.ControlModifier)
    keys = [chance.choice((Qt.Key.Key_Space, Qt.Key.Key_N, Qt.Key.Key_R)) for _ in range(chance.randint(1, 4))]
    for code in keys:
        world.beat()
        hands.key(world.front(), code)
    return f"training: {' '.join(code.name for code in keys)}"


def lesson(world: World, chance: random.Random) -> str:
    name, action = chance.choice(list(world.app.window.actions_.lessons.items()))
    action.trigger()
    return f"lesson {name}"


def theme(world: World, chance: random.Random) -> str:
    name, action = chance.choice(list(world.app.window.actions_.themes.items()))
    action.trigger()
    return f"theme {name}"


def language(world: World, chance: random.Random) -> str:
    name, action = chance.choice(list(world.app.window.actions_.languages.items()))
    action.trigger()
    return f"language {name}"


def drop(world: World, chance: random.Random) -> str:
    window = world.front()
    widget = _someone(chance, window)
    data = QMimeData()
    roll = chance.random()
    if roll < 0.85:
        paths = world.pantry.several(chance)
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        what = ", ".join(path.name[:40] for path in paths)
    elif roll < 0.9:
        data.setUrls([QUrl("https://example.org/a.npz")])
        what = "an address"
    else:
        what = chance.choice(TEXTS)
        data.setText(what)
    leave, name = chance.random() < 0.1, name_of(widget)
    spots = [hands.place_on(chance, widget) for _ in range(3)]
    hands.drop(window, spots, data, leave=leave)
    return f"{'hold' if leave else 'drop'} {what!r} over {name}"


def clipboard(world: World, chance: random.Random) -> str:
    """Another program copies something; then it is pasted."""
    data = QMimeData()
    text = chance.choice(TEXTS)
    if chance.random() < 0.2:
        image = QImage(QSize(8, 8), QImage.Format.Format_RGB32)
        image.fill(QColor("red"))
        data.setImageData(image)
        text = "an image"
    else:
        data.setText(text)
    QApplication.clipboard().setMimeData(data)
    hands.key(world.front(), Qt.Key.Key_V, Modifier.ControlModifier)
    return f"paste {text[:30]!r}"


def resize(world: World, chance: random.Random) -> str:
    window = front() or world.app.window
    size = chance.choice(SIZES) if chance.random() < 0.5 else (chance.randint(300, 2000), chance.randint(200, 1400))
    window.resize(*size)
    return f"resize {type(window).__name__} to {size}"


def state(world: World, chance: random.Random) -> str:
    """Maximise, minimise, fill the screen, and come back."""
    window = world.app.window
    name = chance.choice(("showMaximized", "showMinimized", "showFullScreen", "showNormal", "showNormal"))
    getattr(window, name)()
    return name


def read_aloud(world: World, chance: random.Random) -> str:
    """A screen reader asks what there is."""
    widget = _someone(chance, world.front())
    name, told = name_of(widget), 0
    interface = QAccessible.queryAccessibleInterface(widget)
    if interface is not None:
        parts = [interface]
        parts += [interface.child(index) for index in range(min(interface.childCount(), 40))]
        for part in parts:
            if part is not None and part.isValid():
                told += len(part.text(QAccessible.Text.Name)) + len(part.text(QAccessible.Text.Value))
                part.rect(), part.role(), part.state(), part.text(QAccessible.Text.Description)
    return f"read {name}: {told} characters"


def leave(world: World, chance: random.Random) -> str:
    """Close the window by its cross; the program is started again if it goes."""
    world.front().close()
    return "close the window"


def wait(world: World, chance: random.Random) -> str:
    """Nothing, for as long as what runs by itself may need."""
    world.pause = chance.choice((20, 60, 120, 400))
    return f"wait {world.pause} ms"


# How often each, of all.
WEIGHTS: dict[Act, float] = {
    click: 24, move: 13, drag: 9, wheel: 6, pinch: 0.7, rest: 1, key: 13, edit: 9, editing_key: 3, shortcut: 6, menu: 5,
    storm: 1, tab: 4, train: 0.7, lesson: 1, theme: 0.6, language: 0.3, drop: 1.5, clipboard: 1, resize: 0.8,
    state: 0.2, read_aloud: 1, leave: 0.1, wait: 0.8,
}  # fmt: skip
ABOVE = (click, move, drag, wheel, rest, key, edit, editing_key, drop, clipboard, resize, read_aloud, leave, wait)
# What goes on beneath a popup or a dialog is not for the monkey to do: only what reaches these.


def choose(chance: random.Random, *, above: bool) -> Act:
    """An act, by weight; `above`, one that a popup or a dialog lets through."""
    acts = ABOVE if above else tuple(WEIGHTS)
    return chance.choices(acts, [WEIGHTS[act] for act in acts])[0]
