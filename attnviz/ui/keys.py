"""The keys and gestures of the views, told in one place. Those of the menus are with the menus.

A test presses every key on every widget named here: one that is listed and does nothing fails it, and so does one
that does something and is not listed.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from attnviz.ui.menu_walk import native

ARROWS = ("Left", "Right", "Up", "Down")
DIGITS = tuple("0123456789")


@dataclass(frozen=True, slots=True)
class KeyLine:
    """One act, and the keys in Qt's own notation that do it; `hand`: what the pointer does instead, in words."""

    act: str
    keys: tuple[str, ...] = ()
    hand: str = ""

    @property
    def shown(self) -> str:
        """The keys as this system writes them."""
        if self.hand:
            return self.hand
        if self.keys == ARROWS:
            return "← → ↑ ↓"
        if self.keys == DIGITS:
            return "0 … 9"
        return "  ".join(SIGNS.get(keys) or native([QKeySequence(keys)]) for keys in self.keys)


SIGNS = {"Left": "←", "Right": "→", "Up": "↑", "Down": "↓", "Minus": "−"}


@dataclass(frozen=True, slots=True)
class KeyGroup:
    """The keys of one widget. `name` is for tests; `title` is read."""

    name: str
    title: str
    lines: tuple[KeyLine, ...]


def groups() -> tuple[KeyGroup, ...]:
    """Every widget that has keys of its own, in the order of the tabs."""
    return (
        _everywhere(),
        _palette(),
        _guide(),
        _editor(),
        _typing(),
        _player(),
        _heatmap(),
        _links(),
        _heads(),
        _training(),
        _reading(),
        _line_between(),
        _presenter(),
        *_controls(),
    )


def _everywhere() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "everywhere",
        translate("Keys", "Everywhere"),
        (
            KeyLine(translate("Keys", "To the next control"), ("Tab",)),
            KeyLine(translate("Keys", "To the one before"), ("Shift+Tab",)),
            KeyLine(translate("Keys", "Press the button, turn the switch"), ("Space",)),
        ),
    )


def _palette() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "palette",
        translate("Keys", "Command palette"),
        (
            KeyLine(translate("Keys", "To the next, to the one before"), ("Down", "Tab", "Up", "Shift+Tab")),
            KeyLine(translate("Keys", "Ten further, ten back"), ("PgDown", "PgUp")),
            KeyLine(translate("Keys", "Do it"), ("Return", "Enter")),
            KeyLine(translate("Keys", "Leave"), ("Esc",)),
        ),
    )


def _guide() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "guide",
        translate("Keys", "User guide"),
        (KeyLine(translate("Keys", "Back to what was read before, forward again"), ("Alt+Left", "Alt+Right")),),
    )


def _presenter() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "presenter",
        translate("Keys", "While presenting"),
        (
            KeyLine(
                translate("Keys", "A step on, then the next row"), ("PgDown", "Right", "Space", "Return", "Enter", "N")
            ),
            KeyLine(translate("Keys", "A step back"), ("PgUp", "Left", "Backspace", "P")),
            KeyLine(translate("Keys", "To the first step, to the last"), ("Home", "End")),
            KeyLine(translate("Keys", "Another row; in the Matrix tab another head"), ("Down", "Up")),
            KeyLine(translate("Keys", "Black; any key brings the picture back"), ("B", ".")),
            KeyLine(translate("Keys", "The lesson’s next experiment"), ("E",)),
            KeyLine(translate("Keys", "Closer to a matrix"), ("+", "=")),
            KeyLine(translate("Keys", "Further off"), ("Minus",)),
            KeyLine(translate("Keys", "Show all of it"), ("0", "F")),
            KeyLine(translate("Keys", "Leave the presentation"), ("Esc",)),
        ),
    )


def _editor() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "editor",
        translate("Keys", "Steps and Gradient: the matrices"),
        (
            KeyLine(translate("Keys", "Move between cells"), ARROWS),
            KeyLine(translate("Keys", "Through all cells that can be changed, forward and back"), ("Tab", "Shift+Tab")),
            KeyLine(translate("Keys", "Edit the cell"), ("Return", "Enter", "F2")),
            KeyLine(translate("Keys", "Type another number"), DIGITS),
            KeyLine(translate("Keys", "The number a step larger, a step smaller"), ("Alt+Up", "Alt+Down")),
            KeyLine(translate("Keys", "The same in finer steps"), ("Alt+Shift+Up", "Alt+Shift+Down")),
            KeyLine(translate("Keys", "The same in coarser steps"), ("Ctrl+Alt+Up", "Ctrl+Alt+Down")),
            KeyLine(translate("Keys", "To the next matrix, computed ones too, and back"), ("PgDown", "PgUp")),
            KeyLine(translate("Keys", "Follow the row of the cell"), ("Space",)),
            KeyLine(translate("Keys", "Leave the cells: Tab goes to the next control"), ("Esc",)),
            KeyLine(translate("Keys", "Copy the matrix, paste a block"), ("Ctrl+C", "Ctrl+V")),
            KeyLine(translate("Keys", "Change the number"), hand=translate("Keys", "drag sideways")),
            KeyLine(translate("Keys", "Change it in finer steps"), hand=translate("Keys", "Shift and drag")),
            KeyLine(translate("Keys", "Change it in coarser steps"), hand=translate("Keys", "Ctrl and drag")),
            KeyLine(translate("Keys", "Edit a number or a name"), hand=translate("Keys", "double click")),
            KeyLine(translate("Keys", "What can be done with a matrix"), hand=translate("Keys", "right click")),
        ),
    )


def _typing() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "typing",
        translate("Keys", "While a cell is typed into"),
        (
            KeyLine(translate("Keys", "Keep the number and go to the cell below"), ("Return", "Enter", "Down")),
            KeyLine(translate("Keys", "Keep it and go to the cell above"), ("Up",)),
            KeyLine(translate("Keys", "Keep it and go to the next cell, to the one before"), ("Tab", "Shift+Tab")),
            KeyLine(translate("Keys", "Leave the number as it was"), ("Esc",)),
        ),
    )


def _player() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "player",
        translate("Keys", "Steps and Gradient: the player"),
        (
            KeyLine(translate("Keys", "Play or pause"), ("Space",)),
            KeyLine(translate("Keys", "A step forward"), ("Right", "Up", "PgUp")),
            KeyLine(translate("Keys", "A step back"), ("Left", "Down", "PgDown")),
            KeyLine(translate("Keys", "The first step, the last"), ("Home", "End")),
        ),
    )


def _heatmap() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "heatmap",
        translate("Keys", "Matrix: the heatmap"),
        (
            KeyLine(translate("Keys", "Read the next cell"), ARROWS),
            KeyLine(translate("Keys", "Ten rows up, ten rows down"), ("PgUp", "PgDown")),
            KeyLine(translate("Keys", "First and last key of the row"), ("Home", "End")),
            KeyLine(translate("Keys", "Follow the key of the cell"), ("Return", "Enter", "Space")),
            KeyLine(translate("Keys", "Closer"), ("+", "=")),
            KeyLine(translate("Keys", "Further off"), ("Minus",)),
            KeyLine(translate("Keys", "Show all of it"), ("0", "F")),
            KeyLine(translate("Keys", "Closer or further off"), hand=translate("Keys", "turn the wheel")),
            KeyLine(translate("Keys", "Move it about"), hand=translate("Keys", "drag, once closer")),
            KeyLine(translate("Keys", "Closer to a part"), hand=translate("Keys", "Shift and drag")),
            KeyLine(translate("Keys", "Show all of it"), hand=translate("Keys", "double click")),
        ),
    )


def _links() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "links",
        translate("Keys", "Matrix: lines and arcs"),
        (
            KeyLine(translate("Keys", "The query above, the one below"), ("Up", "Down")),
            KeyLine(translate("Keys", "The next line of the query, the one before"), ("Right", "Left")),
        ),
    )


def _heads() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "heads",
        translate("Keys", "Heads: the grid"),
        (
            KeyLine(translate("Keys", "Move between heads"), ARROWS),
            KeyLine(translate("Keys", "The first head, the last"), ("Home", "End")),
            KeyLine(translate("Keys", "Open the head in Matrix"), ("Return", "Enter", "Space")),
            KeyLine(
                translate("Keys", "Compare the head with the one in Matrix"),
                ("Shift+Return", "Shift+Enter", "Shift+Space"),
            ),
        ),
    )


def _reading() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "reading",
        translate("Keys", "Bars, the written sum and other pictures"),
        (
            KeyLine(translate("Keys", "Read the next cell, bar or line"), ARROWS),
            KeyLine(translate("Keys", "The first, the last"), ("Home", "End")),
            KeyLine(translate("Keys", "To the next matrix of the picture, and back"), ("PgDown", "PgUp")),
            KeyLine(translate("Keys", "Follow it"), ("Return", "Enter")),
        ),
    )


def _line_between() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "line between",
        translate("Keys", "The line between two parts of the window"),
        (KeyLine(translate("Keys", "More room above, more below"), ("Down", "Up")),),
    )


def _training() -> KeyGroup:
    translate = QCoreApplication.translate
    return KeyGroup(
        "training",
        translate("Keys", "Training"),
        (
            KeyLine(translate("Keys", "Run or pause"), ("Space",)),
            KeyLine(translate("Keys", "One step"), ("N",)),
            KeyLine(translate("Keys", "Back to the start"), ("R",)),
        ),
    )


def _controls() -> tuple[KeyGroup, ...]:
    translate = QCoreApplication.translate
    return (
        KeyGroup(
            "curve",
            translate("Keys", "The saturation curve"),
            (
                KeyLine(translate("Keys", "dₖ one more"), ("Right", "Up")),
                KeyLine(translate("Keys", "dₖ one less"), ("Left", "Down")),
                KeyLine(translate("Keys", "dₖ doubled, halved"), ("PgUp", "PgDown")),
                KeyLine(translate("Keys", "The smallest dₖ, the largest"), ("Home", "End")),
            ),
        ),
        KeyGroup(
            "triangle",
            translate("Keys", "The triangle of the mixture"),
            (
                KeyLine(translate("Keys", "More content, less content"), ("Up", "Down")),
                KeyLine(translate("Keys", "Towards the distance, towards the previous token"), ("Right", "Left")),
                KeyLine(translate("Keys", "The same by a tenth"), tuple(f"Shift+{arrow}" for arrow in ARROWS)),
                KeyLine(translate("Keys", "Only content"), ("1", "Home")),
                KeyLine(translate("Keys", "Only the previous token"), ("2", "PgDown")),
                KeyLine(translate("Keys", "Only the distance"), ("3", "End")),
                KeyLine(translate("Keys", "All three alike"), ("0",)),
            ),
        ),
        KeyGroup(
            "number",
            translate("Keys", "A number that can be typed"),
            (
                KeyLine(translate("Keys", "A step up, a step down"), ("Up", "Down")),
                KeyLine(translate("Keys", "Ten steps up, ten down"), ("PgUp", "PgDown")),
                KeyLine(translate("Keys", "Take over what is typed"), ("Return", "Enter")),
                KeyLine(translate("Keys", "Leave it as it was"), ("Esc",)),
            ),
        ),
    )
