"""The program uses no network: nothing in it reaches for one, and a whole afternoon with it opens no connection."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import attnviz

PACKAGE = Path(attnviz.__file__).parent
# What could speak to another machine, or have one spoken to. A link in a figure's text is no connection.
REACHING = {
    *("socket", "ssl", "http", "urllib.request", "urllib3", "requests", "httpx", "aiohttp", "ftplib", "smtplib"),
    *("socketserver", "xmlrpc", "webbrowser", "asyncio", "telnetlib", "poplib", "imaplib"),
    *("PySide6.QtNetwork", "PySide6.QtWebEngineWidgets", "PySide6.QtWebEngineCore", "PySide6.QtWebSockets"),
}
OPENERS = {"QDesktopServices", "setOpenExternalLinks"}


def reaching(tree: ast.AST) -> set[str]:
    """What a file imports or names that could reach out."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, (ast.Attribute, ast.Name)):
            names.add(node.attr if isinstance(node, ast.Attribute) else node.id)
    return {name for name in names if name in REACHING | OPENERS or name.split(".")[0] in REACHING}


LOCAL = {"system_libraries.py"}  # asks the desktop's compositor whether it is there, at a socket that is a file


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_no_file_reaches_out(path):
    text = path.read_text(encoding="utf-8")
    found = reaching(ast.parse(text))
    if path.name in LOCAL:
        assert "AF_INET" not in text
        found.discard("socket")
    assert found == set()


@pytest.mark.parametrize(
    "source",
    [
        "import socket",
        "from urllib.request import urlopen",
        "import http.client",
        "from PySide6.QtNetwork import QNetworkAccessManager",
        "from PySide6 import QtNetwork",
        "QDesktopServices.openUrl(url)",
        "label.setOpenExternalLinks(True)",
    ],
)
def test_reaching_out_is_found(source):
    assert reaching(ast.parse(source))


AFTERNOON = """
import sys
connections = []
def watch(event, details):
    if event in ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto",
                 "urllib.Request"):
        connections.append((event, details))
        raise ConnectionError(f"{event} {details}")
sys.addaudithook(watch)

from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from attnviz import app, cli
from attnviz.document.lessons import shipped
from attnviz.ui import file_dialogs
file_dialogs.ask_unsaved = lambda *_: "discard"
file_dialogs.ask_left_unsaved = lambda *_: True
cli.calm_blas()
folder = Path(sys.argv[1])

def work(self):
    for lesson in shipped():
        self.open_lesson(lesson)
        for tab in self.window.actions_.tabs:
            self.look(tab=tab)
            QApplication.processEvents()
    self.open_lesson("bank")
    self.acts.edit_cell("Q", 0, 0, 2.5, "type:1")
    self.acts.set_text("a sentence of some words")
    self.acts.set_option("causal", True)
    self.look(tab="matrix")
    for ending in ("svg", "pdf", "png", "html", "pptx"):
        self.acts.export(folder / f"figure.{ending}")
    self.acts.save_numbers(folder / "numbers.npz")
    self.filing._save_in(folder / "document.attnviz")
    self.filing.open_files([folder / "document.attnviz"])
    self.help.show_palette()
    self.help._palette.leave(keep_focus=True)
    for show in (self.help.show_shortcuts, self.help.show_about, self.help.show_self_check, self.help.show_preferences):
        show()
        QApplication.processEvents()
        QApplication.activeModalWidget().close()
    self.appearance.set_language("pt_BR")
    self.appearance.set_theme("dark")
    self.acts.copy_figure()
    QTimer.singleShot(300, self.window.close)

make = app.Application.show
def show(self):
    make(self)
    QTimer.singleShot(0, lambda: work(self))
app.Application.show = show
status = cli.main([])
loaded = [name for name in sys.modules if "QtNetwork" in name or "QtWebEngine" in name]
maps = Path("/proc/self/maps")
libraries = [line for line in maps.read_text().splitlines() if "Qt6Network" in line] if maps.exists() else []
print(status, connections, loaded, libraries)
print(sorted(path.suffix for path in folder.iterdir()))
sys.exit(status)
"""


def test_an_afternoon_with_the_program_opens_no_connection(tmp_path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", AFTERNOON, str(tmp_path)],
        env=dict(os.environ),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    complaints = [line for line in done.stderr.splitlines() if "propagateSizeHints" not in line]  # of offscreen
    assert (done.returncode, complaints) == (0, [])
    told, written = done.stdout.splitlines()
    assert told == "0 [] [] []"
    assert written == str(sorted([".attnviz", ".html", ".npz", ".pdf", ".png", ".pptx", ".svg"]))
