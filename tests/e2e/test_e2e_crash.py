"""A fault below Python ends the program; the next start says so in one line, and nothing that was kept is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

STARTED = """
import sys
from PySide6.QtCore import QTimer
from attnviz import app, cli
from attnviz.ui import file_dialogs, report
file_dialogs.ask_recover = lambda _window, names: print("offered", names) or True
file_dialogs.ask_unsaved = lambda *_: "discard"
file_dialogs.ask_left_unsaved = lambda *_: True
cli.calm_blas()

def work(self):
{work}

make = app.Application.show
def show(self):
    make(self)
    QTimer.singleShot(600, lambda: work(self))
app.Application.show = show
status = cli.main(["--lang", {language!r}])
print("left", sorted(path.name for path in report.log_file().parent.glob("crash-*")))
sys.exit(status)
"""
CRASH = """
    self.acts.edit_cell("Q", 0, 0, 42.0, "type:1")
    assert self.filing.recovery.keep_now()
    import faulthandler
    faulthandler._sigsegv()
"""
LOOK = """
    print("said", self.window.statusBar().currentMessage())
    print("value", self.session.document.source.Q[0, 0])
    self.window.close()
"""
BREAK = """
    def broken():
        raise RuntimeError("the roof fell in")
    self.acts.edit_cell("Q", 0, 0, 42.0, "type:1")
    QTimer.singleShot(0, broken)
    def then():
        from PySide6.QtWidgets import QApplication
        dialog = QApplication.activeModalWidget()
        print("dialog", dialog.work.text())
        dialog.accept()
        self.window.close()
    QTimer.singleShot(400, then)
"""


def run(home: Path, work: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    homes = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), str(home))
    return subprocess.run(
        [sys.executable, "-c", STARTED.format(work=work, language=language)],
        env={**os.environ, **homes, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="a signal is looked for")
@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "ended unexpectedly last time"), ("pt_BR", "terminou de repente")]
)
def test_the_next_start_says_so_and_offers_what_was_kept(tmp_path, language, sentence) -> None:
    crashed = run(tmp_path, CRASH)
    assert crashed.returncode < 0
    again = run(tmp_path, LOOK, language)
    assert again.returncode == 0, again.stderr
    assert sentence in again.stdout
    assert "offered" in again.stdout
    assert "value 42.0" in again.stdout
    assert "left []" in again.stdout
    (log,) = tmp_path.rglob("attnviz.log")
    assert "Segmentation fault" in log.read_text(encoding="utf-8")
    third = run(tmp_path, LOOK, language)
    assert sentence not in third.stdout


def test_a_clean_end_leaves_no_trace(tmp_path) -> None:
    done = run(tmp_path, LOOK)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "said "
    assert "left []" in done.stdout


def test_an_exception_in_a_slot_ends_nothing(tmp_path) -> None:
    done = run(tmp_path, BREAK)
    assert done.returncode == 0
    assert "dialog Your document is still open, and a copy of it" in done.stdout
    assert done.stderr.count("Traceback") == 1
    assert "the roof fell in" in done.stderr
