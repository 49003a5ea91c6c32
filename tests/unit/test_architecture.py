"""The house rules that a reader of one file cannot see: who imports whom, who joins signals, how long a file may be."""

from __future__ import annotations

import ast
import sys
from functools import lru_cache
from pathlib import Path

import pytest

import attnviz

PACKAGE = Path(attnviz.__file__).parent
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "resources" not in path.relative_to(PACKAGE).parts)

# From the top down: a room may import itself and what stands after it.
ROOMS = ("ui", "session", "export", "io", "document", "core")
BOTTOM = {"errors", "i18n", "resources", "system_libraries"}
TOP = {
    "__init__",
    "__main__",
    "acts",
    "app",
    "cli",
    "commands",
    "joins",
    "settings",
    "showing",
    "start",
}

MOST_LINES = 400
# Outside ui/, where a widget joins its own children, and session/, whose workers report to their owners.
JOINERS = {"app.py", "joins.py"}
PRINTERS = {"cli.py"}

QT_BELOW_WIDGETS = {"PySide6.QtCore", "PySide6.QtGui"}
ALLOWED = {
    "core": {"numpy"},
    "document": {"numpy"},
    "io": {"numpy"},
    "export": {"numpy", *QT_BELOW_WIDGETS},
    "session": {"numpy", *QT_BELOW_WIDGETS},
    "ui": {"numpy", "pyqtgraph", "PySide6", "shiboken6"},  # shiboken6: the half of PySide6 that knows addresses
    "top": {"numpy", "PySide6"},
    "bottom": set(),
}


def room_of(path: Path) -> str:
    """The room of a file of the package: one of ROOMS, "top" or "bottom"."""
    first = path.relative_to(PACKAGE).parts[0]
    if first in ROOMS:
        return first
    stem = first.removesuffix(".py")
    assert stem in TOP | BOTTOM, f"{first} belongs to no room: give it one in ARCHITECTURE.md and here"
    return "top" if stem in TOP else "bottom"


def imported(tree: ast.AST) -> set[str]:
    """Dotted names of everything a file imports, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide where an arrow points"
            # `from package import name` may import a module: both names are looked at.
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def wrong_imports(room: str, tree: ast.AST) -> list[str]:
    """What a file of `room` imports although it may not."""
    return sorted(name for name in imported(tree) if not _may_import(room, name.split(".")))


def _may_import(room: str, parts: list[str]) -> bool:
    if parts[0] == "attnviz":
        return _may_import_ours(room, parts[1] if len(parts) > 1 else "__init__")
    if parts[0] in sys.stdlib_module_names:
        return True
    return bool({".".join(parts[:2]), parts[0]} & ALLOWED[room])


def _may_import_ours(room: str, target: str) -> bool:
    if target in BOTTOM or target == "__version__":
        return True
    if room in ("top", "bottom"):
        return room == "top"
    return target in ROOMS[ROOMS.index(room) :]


def joins(tree: ast.AST) -> list[int]:
    """Lines on which a signal is joined to something."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "connect"
    ]


def silent_handlers(tree: ast.AST) -> list[int]:
    """Lines of `except:` without a type, and of handlers that do nothing."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler) and (node.type is None or all(map(_does_nothing, node.body)))
    ]


def _does_nothing(statement: ast.stmt) -> bool:
    constant = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return constant or isinstance(statement, ast.Pass)


# What PySide 6.10 gets wrong about who owns what: it deletes a living menu with its wrapper, or takes wrappers of
# living widgets for dead as soon as another widget goes (see menu_walk.py and key_ways.py).
TREACHEROUS = ("menu", "nextInFocusChain", "previousInFocusChain")


def treacherous_calls(tree: ast.AST) -> list[int]:
    """Lines that call one of these without arguments."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in TREACHEROUS
        and not node.args
    ]


def prints(tree: ast.AST) -> list[int]:
    """Lines that write to the terminal."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def module_level_imports(tree: ast.Module) -> set[str]:
    """What is imported as soon as the file is: not in functions, not for type checkers only."""
    names: set[str] = set()
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            names |= imported(statement)
    return names


@lru_cache(maxsize=8)
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


# All that is asked of one file follows on each other: it is read and parsed once.
every_file = pytest.mark.parametrize("path", FILES, ids=name_of, scope="module")


@every_file
def test_imports_point_down_only(path):
    assert not wrong_imports(room_of(path), parsed(path))


@every_file
def test_signals_are_joined_in_one_place(path):
    if room_of(path) not in ("ui", "session") and name_of(path) not in JOINERS:
        assert not joins(parsed(path))


@every_file
def test_file_fits_a_reading(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


@every_file
def test_no_error_is_swallowed(path):
    assert not silent_handlers(parsed(path))


@every_file
def test_nothing_is_asked_that_breaks_wrappers(path):
    assert not treacherous_calls(parsed(path))


@every_file
def test_only_the_command_line_prints(path):
    if name_of(path) not in PRINTERS:
        assert not prints(parsed(path))


def test_no_two_files_import_each_other():
    modules = {name_of(path).removesuffix(".py").replace("/", "."): path for path in FILES}
    arrows = {
        name: {
            target
            for full in module_level_imports(parsed(path))
            for target in (full.removeprefix("attnviz."), full.removeprefix("attnviz.").rpartition(".")[0])
            if target in modules and target != name
        }
        for name, path in modules.items()
    }
    while leaves := [name for name, targets in arrows.items() if not targets & arrows.keys()]:
        for name in leaves:
            del arrows[name]
    assert not arrows, f"these import each other: {sorted(arrows)}"


# The rules themselves can fail: each of these is what they are there to find.


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("core", "from attnviz.document.document import Document"),
        ("core", "import attnviz.io.files"),
        ("core", "import PySide6.QtCore"),
        ("core", "import scipy"),
        ("document", "from attnviz.io import files"),
        ("document", "from attnviz import io"),
        ("io", "def f():\n    from PySide6.QtCore import QFile"),
        ("export", "from PySide6.QtWidgets import QWidget"),
        ("export", "from PySide6 import QtWidgets"),
        ("export", "from attnviz.session.session import Session"),
        ("session", "from attnviz.ui import theme"),
        ("session", "import pyqtgraph"),
        ("ui", "from attnviz.app import Application"),
        ("ui", "from attnviz import settings"),
        ("bottom", "from attnviz.core import arrays"),
        ("bottom", "import numpy"),
        ("top", "import requests"),
    ],
)
def test_an_arrow_that_points_up_is_found(room, source):
    assert wrong_imports(room, ast.parse(source))


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("core", "import numpy as np\nfrom attnviz.errors import InputError"),
        ("document", "from attnviz.core.attention import attend"),
        ("io", "from attnviz import i18n, __version__"),
        ("export", "from PySide6.QtGui import QPainter\nfrom attnviz.io.atomic import atomic_write"),
        ("session", "from PySide6 import QtCore\nfrom attnviz.export import paint"),
        ("ui", "import pyqtgraph as pg\nfrom PySide6.QtWidgets import QWidget"),
        ("top", "from attnviz.ui import theme\nfrom attnviz.cli import main"),
    ],
)
def test_an_arrow_that_points_down_is_let_be(room, source):
    assert not wrong_imports(room, ast.parse(source))


@pytest.mark.parametrize(
    ("rule", "source"),
    [
        (joins, "def f(a, b):\n    a.changed.connect(b.show)"),
        (silent_handlers, "try:\n    f()\nexcept:\n    g()"),
        (silent_handlers, "try:\n    f()\nexcept ValueError:\n    pass"),
        (silent_handlers, "try:\n    f()\nexcept ValueError:\n    ..."),
        (prints, "print('hello')"),
        (treacherous_calls, "action.menu().clear()"),
        (treacherous_calls, "widget = widget.nextInFocusChain()"),
    ],
)
def test_a_broken_rule_is_found(rule, source):
    assert rule(ast.parse(source))
