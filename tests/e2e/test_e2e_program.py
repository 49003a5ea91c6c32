"""The program as a process: it starts, paints, and ends with status 0 and nothing on stderr."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from attnviz.document.lessons import shipped
from attnviz.system_libraries import BASE, X11, missing


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "attnviz", *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize("lesson", shipped())
@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("pt_BR", "dark")])
def test_every_lesson_starts_and_ends_cleanly(lesson, language, theme) -> None:
    done = run("--smoke", "--lesson", lesson, "--lang", language, "--theme", theme)
    assert (done.returncode, done.stdout, done.stderr) == (0, "first picture\n", "")


def test_a_text_file_opens(tmp_path) -> None:
    path = tmp_path / "uma fala.txt"
    path.write_text("isto é uma frase", encoding="utf-8")
    done = run(str(path), "--smoke")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_file_that_cannot_be_opened_is_one_sentence_and_status_1(tmp_path) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(b"PK not really")
    done = run(str(path), "--smoke")
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "broken.npz" in done.stderr


def test_without_a_screen_it_says_so() -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    command = [sys.executable, "-m", "attnviz", "--smoke"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    if sys.platform.startswith("linux"):
        assert done.returncode == 1
        assert "DISPLAY" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.skipif(
    sys.platform.startswith("linux") and bool(missing(BASE + X11)), reason="Qt's libraries for a screen are missing"
)
def test_a_screen_that_does_not_answer_is_one_sentence_and_no_abort() -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    command = [sys.executable, "-m", "attnviz", "--smoke"]
    done = subprocess.run(
        command, env={**environment, "DISPLAY": ":4711"}, capture_output=True, text=True, timeout=60, check=False
    )
    if sys.platform.startswith("linux"):
        assert done.returncode == 1
        assert len(done.stderr.strip().splitlines()) == 1
        assert "DISPLAY=:4711" in done.stderr


# What Qt's platform without a screen remarks of a dialog.
REMARK = re.compile(r"This plugin does not support (raise|propagateSizeHints)\(\)\r?\n")

REFUSED = """
import sys
from PySide6.QtCore import QTimer
from attnviz import cli
from attnviz.ui import file_dialogs

show = file_dialogs.show_problem
def told(window, sentence):
    box = show(window, sentence)
    print(window.windowTitle(), "|", box.isVisible(), "|", box.text())
    QTimer.singleShot(0, lambda: (box.close(), window.close()))
    return box
file_dialogs.show_problem = told
sys.exit(cli.main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("arguments", "word"), [(["broken.json"], "broken.json"), (["--lesson", "nowhere"], "nowhere")]
)
def test_a_double_click_on_what_cannot_be_opened_is_answered_in_the_window(tmp_path, arguments, word) -> None:
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", REFUSED, *arguments],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
        env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "LANG": "C", "LANGUAGE": ""},
    )  # fmt: skip
    assert (done.returncode, REMARK.sub("", done.stderr)) == (0, "")
    title, visible, sentence = done.stdout.split(" | ")
    assert title == "The bank, by hand — attnviz"
    assert visible == "True"
    assert word in sentence


def test_the_chosen_language_is_the_systems(tmp_path) -> None:
    done = run("export", "bank", "--view", "steps", "--to", str(tmp_path / "a.svg"), LANG="pt_BR.UTF-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert "cada linha soma 1" in (tmp_path / "a.svg").read_text(encoding="utf-8")


BUSY = """
import sys
from PySide6.QtCore import QTimer
from attnviz import app, cli
from attnviz.ui import file_dialogs
file_dialogs.ask_unsaved = lambda *_: "discard"
file_dialogs.ask_left_unsaved = lambda *_: True
from attnviz.document import matrix_edits
cli.calm_blas()

def work(application):
    for value in range(30):
        application.acts.edit_cell("Q", 0, 0, float(value), f"scrub:{value // 10}")
    application.session.undo_stack.undo()
    application.look(tab="matrix")
    application.acts.set_text("a sentence long enough to be hatched")
    application.acts.set_option("causal", True)
    application.appearance.set_language("pt_BR")
    application.appearance.set_theme("dark")
    application.acts.copy_figure()
    application.window.grab()

make = app.Application.show
def show(self):
    make(self)
    QTimer.singleShot(0, lambda: (work(self), self.window.close()))
app.Application.show = show
sys.exit(cli.main([]))
"""


@pytest.mark.parametrize("attempt", range(5))
def test_after_much_work_it_still_ends_cleanly(attempt) -> None:
    done = subprocess.run([sys.executable, "-c", BUSY], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
