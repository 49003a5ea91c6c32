"""`attnviz doctor` as a process: its status is honest, its language the asked one, and it outlives what it finds."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

BLOCK = """
import importlib.abc, sys
class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ImportError("libQt6Core.so.6: cannot open shared object file")
        return None
sys.meta_path.insert(0, Blocked())
from attnviz import cli
sys.exit(cli.main({arguments!r}))
"""


def run(*arguments: str, code: str | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    start = ["-c", code] if code is not None else ["-m", "attnviz"]
    return subprocess.run(
        [sys.executable, *start, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_here_all_is_well() -> None:
    done = run("doctor", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "attnviz has all that it needs." in done.stdout
    assert "Typeface: Inter" in done.stdout
    assert "WRONG" not in done.stdout


def test_qt_that_cannot_start_is_status_1_and_no_traceback() -> None:
    done = run("doctor", "--lang", "en", QT_QPA_PLATFORM="no-such-platform")
    assert done.returncode == 1
    assert "Qt does not start." in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asked on Linux only")
def test_without_a_screen_it_is_status_1_and_the_rest_is_looked_at() -> None:
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    command = [sys.executable, "-m", "attnviz", "doctor", "--lang", "en"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "There is no screen" in done.stdout
    assert "Typeface: Inter" in done.stdout


def test_it_speaks_portuguese() -> None:
    done = run("doctor", "--lang", "pt_BR")
    assert done.returncode == 0
    assert "Os números da primeira lição saem certos" in done.stdout


def test_it_speaks_portuguese_where_qt_does_not_load() -> None:
    code = BLOCK.format(blocked=("PySide6", "shiboken6"), arguments=["doctor", "--lang", "pt_BR"])
    done = run(code=code)
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert "Os produtos de matrizes são exatos" in done.stdout
    assert "PySide6" in done.stdout


def test_without_numpy_it_still_tells() -> None:
    code = BLOCK.format(blocked=("numpy",), arguments=["doctor", "--lang", "en"])
    done = run(code=code)
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert "The check “matrix products” failed." in done.stdout
