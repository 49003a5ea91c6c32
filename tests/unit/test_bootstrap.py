"""What `./dev` decides before it installs or starts anything."""

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from attnviz import system_libraries
from attnviz.system_libraries import BASE, WAYLAND, X11
from tools import bootstrap

SCRIPT = Path(bootstrap.__file__)


@pytest.fixture
def root(tmp_path):
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    return tmp_path


def test_stamp_survives_its_file(root):
    stamp = bootstrap.wanted_stamp(root, "3.11", dev=True)
    path = root / "stamp.json"
    path.write_text(json.dumps(dataclasses.asdict(stamp)))
    assert bootstrap.read_stamp(path) == stamp


@pytest.mark.parametrize("text", ["", "no json", "[]", "{}", '{"root": "/", "extra": 1}'])
def test_damaged_stamp_counts_as_none(tmp_path, text):
    path = tmp_path / "stamp.json"
    path.write_text(text)
    assert bootstrap.read_stamp(path) is None


def test_absent_stamp_is_none(tmp_path):
    assert bootstrap.read_stamp(tmp_path / "stamp.json") is None


@pytest.mark.parametrize(("present", "wanted"), [(False, False), (True, False), (True, True)])
def test_set_up_is_reused(root, present, wanted):
    stamp = bootstrap.wanted_stamp(root, "3.11", dev=present)
    assert stamp.serves(bootstrap.wanted_stamp(root, "3.11", dev=wanted))


def test_set_up_is_renewed_for_the_developers_tools(root):
    stamp = bootstrap.wanted_stamp(root, "3.11", dev=False)
    assert not stamp.serves(bootstrap.wanted_stamp(root, "3.11", dev=True))


def test_set_up_is_renewed_for_another_python(root):
    stamp = bootstrap.wanted_stamp(root, "3.11", dev=True)
    assert not stamp.serves(bootstrap.wanted_stamp(root, "3.12", dev=True))


def test_set_up_is_renewed_when_pyproject_changes(root):
    stamp = bootstrap.wanted_stamp(root, "3.11", dev=True)
    (root / "pyproject.toml").write_text("[project]\ndependencies = []\n")
    assert not stamp.serves(bootstrap.wanted_stamp(root, "3.11", dev=True))


def test_set_up_is_renewed_when_the_folder_moved(root, tmp_path_factory):
    stamp = bootstrap.wanted_stamp(root, "3.11", dev=True)
    moved = root.rename(tmp_path_factory.mktemp("elsewhere") / "attnviz")
    assert not stamp.serves(bootstrap.wanted_stamp(moved, "3.11", dev=True))


def test_apt_command_asks_nothing_and_brings_no_extras():
    assert " ".join(bootstrap.apt_command(["libgl1", "libegl1"])) == (
        "env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libgl1 libegl1"
    )


@pytest.mark.parametrize(
    ("environment", "platform", "lacks"),
    [
        ({}, "linux", True),
        ({"DISPLAY": ""}, "linux", True),
        ({"DISPLAY": ":0"}, "linux", False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", False),
        ({"QT_QPA_PLATFORM": "offscreen"}, "linux", False),
        ({}, "win32", False),
        ({}, "darwin", False),
    ],
)
def test_screen_is_missed_only_on_linux_without_a_display(environment, platform, lacks):
    assert bootstrap.lacks_screen(environment, platform) is lacks


@pytest.mark.parametrize(
    ("arguments", "opens"),
    [
        ([], True),
        (["model.attn"], True),
        (["lessons"], False),
        (["code", "bank"], False),
        (["doctor"], False),
        (["compute", "x.json"], False),
        (["export", "x.json", "--png", "a.png"], False),
        (["--version"], False),
        (["-h"], False),
        (["x.attn", "--help"], False),
        (["x.attn", "export"], True),
    ],
)
def test_window_is_opened_unless_the_arguments_ask_for_something_else(arguments, opens):
    assert bootstrap.opens_window(arguments) is opens


@pytest.mark.parametrize(
    ("command", "commands"),
    [
        ("run", [["-m", "attnviz", "a", "-b"]]),
        ("test", [["-m", "pytest", "a", "-b"]]),
        ("bench", [["-m", "tests.benchmarks", "a", "-b"]]),
        ("build", [[str(bootstrap.ROOT / "packaging" / "build.py"), "a", "-b"]]),
        ("setup", []),
        ("check", [["-m", "ruff", "check"], ["-m", "ruff", "format", "--check"], ["-m", "mypy"]]),
    ],
)
def test_arguments_are_passed_on(command, commands):
    assert bootstrap.python_commands(command, ["a", "-b"]) == commands


def start(*arguments, **environment):
    command = [sys.executable, SCRIPT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, **environment)


def test_all_tests_share_the_cores():
    assert bootstrap.python_commands("test", []) == [["-m", "pytest", "-q", "-n", "auto"]]


@pytest.mark.parametrize(("arguments", "status"), [([], 2), (["tset"], 2), (["--help"], 0)])
def test_usage_is_shown_unless_a_command_is_given(arguments, status):
    done = start(*arguments)
    assert done.returncode == status
    assert "run the tests" in done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the display is looked for on Linux only")
def test_run_without_a_screen_is_one_sentence_and_status_2():
    done = start("run", env={})
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "DISPLAY" in done.stderr


@pytest.fixture
def bare_machine(monkeypatch):
    """A Debian that has Python and none of its parts, no tools and no libraries; what apt-get was told to install."""
    told = []
    monkeypatch.setattr(bootstrap, "may_use_apt", lambda: False)
    monkeypatch.setattr(bootstrap, "apt_install", told.append)
    monkeypatch.setattr(bootstrap, "venv_can_be_made", lambda: bool(told))
    monkeypatch.setattr(bootstrap, "python_library_loads", lambda: bool(told))
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: name if told else None)
    monkeypatch.setattr(system_libraries, "_lacking", lambda library: None if told else library)
    return told


VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
ALL = [library.package for library in (*BASE, *X11, *WAYLAND)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere nothing more is needed")
@pytest.mark.parametrize(
    ("command", "packages"),
    [
        ("build", [f"python{VERSION}-venv", "binutils", f"libpython{VERSION}", *ALL]),
        ("test", [f"python{VERSION}-venv", *ALL[: len(BASE)]]),
        ("check", [f"python{VERSION}-venv"]),
    ],
)
def test_all_that_is_missing_is_named_in_one_sentence_and_installed_at_once(
    bare_machine, monkeypatch, command, packages
):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    command_line = " ".join(["sudo apt-get install", *packages])
    with pytest.raises(bootstrap.SetupError, match=rf"^This machine lacks .*: {re.escape(command_line)}$"):
        bootstrap.ensure_system_packages(command)
    monkeypatch.setattr(bootstrap, "may_use_apt", lambda: True)
    bootstrap.ensure_system_packages(command)
    assert bare_machine == [packages]
