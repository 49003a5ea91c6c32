"""What the machine lacks is found, named, and answered with the line that installs it."""

import socket
import subprocess
import sys

import pytest

from attnviz import i18n, system_libraries
from attnviz.system_libraries import BASE, BENEATH, WAYLAND, X11

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asked on Linux only")


@pytest.fixture
def machine(monkeypatch):
    """A Linux machine that has only the libraries put into the set it returns."""
    present = set()

    def load(soname):
        if soname not in present:
            raise OSError(f"{soname}: cannot open shared object file")

    monkeypatch.setattr(system_libraries.ctypes, "CDLL", load)
    monkeypatch.setattr(system_libraries.sys, "platform", "linux")
    return present


@pytest.fixture
def tools(monkeypatch):
    """The programs on PATH, as a set to fill."""
    present = set()
    monkeypatch.setattr(system_libraries.shutil, "which", lambda name: name if name in present else None)
    return present


def test_bare_machine_lacks_everything(machine):
    assert system_libraries.missing() == list(BASE)
    assert system_libraries.missing(BASE + X11) == list(BASE + X11)


def test_only_absent_libraries_are_named(machine):
    machine.update(library.soname for library in BASE + X11)
    machine.remove("libEGL.so.1")
    machine.remove("libxcb-cursor.so.0")
    sonames = [library.soname for library in system_libraries.missing(BASE + X11)]
    assert sonames == ["libEGL.so.1", "libxcb-cursor.so.0"]
    assert [library.package for library in system_libraries.missing()] == ["libegl1"]


def test_what_is_there_and_only_lacks_another_is_not_named(machine, monkeypatch):
    """A program without Python has libxcb-cursor with it, and libxcb from the machine."""

    said = OSError("libxcb.so.1: cannot open shared object file: No such file or directory")

    def load(soname):
        raise said

    def load_frozen(soname):
        raise OSError(f"Failed to load dynlib/dll {soname!r}. Most likely it was not found.") from said

    for loader in (load, load_frozen):
        monkeypatch.setattr(system_libraries.ctypes, "CDLL", loader)
        assert system_libraries.missing(X11) == [BENEATH[0]]


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_are_not_asked(machine, monkeypatch, platform):
    monkeypatch.setattr(system_libraries.sys, "platform", platform)
    assert system_libraries.missing(BASE + X11 + WAYLAND) == []


def test_each_library_appears_once():
    sonames = [library.soname for library in BASE + X11 + WAYLAND]
    assert len(sonames) == len(set(sonames))


def test_sentence_names_libraries_and_the_whole_command(tools):
    tools.add("apt-get")
    assert system_libraries.sentence(BASE[1:3]) == (
        "This machine lacks system libraries that Qt needs: libGL.so.1, libEGL.so.1. "
        "Install them with: sudo apt-get install libgl1 libegl1"
    )


@pytest.mark.parametrize(
    ("programs", "command"),
    [
        ({"dnf"}, "sudo dnf install xcb-util-cursor"),
        ({"dnf", "apt-get"}, "sudo apt-get install libxcb-cursor0"),
        (set(), "sudo apt-get install libxcb-cursor0"),
    ],
)
def test_command_is_that_of_the_package_manager(tools, programs, command):
    tools |= programs
    assert system_libraries.install_command(X11[:1]) == command


def test_sentence_is_translated(tools):
    i18n.install(lambda context, text, *_: f"<{context}> {{libraries}} | {{command}}")
    try:
        expected = "<system> libdbus-1.so.3 | sudo apt-get install libdbus-1-3"
        assert system_libraries.sentence(BASE[5:]) == expected
    finally:
        i18n.install(None)


@pytest.mark.parametrize(
    ("environment", "needed"),
    [
        ({}, ()),
        ({"DISPLAY": ":0"}, X11),
        ({"WAYLAND_DISPLAY": "wayland-0"}, WAYLAND),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, WAYLAND),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, ()),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen;xcb"}, ()),
        ({"QT_QPA_PLATFORM": "xcb"}, X11),
        ({"QT_QPA_PLATFORM": "xcb:fullscreen"}, X11),
        ({"QT_QPA_PLATFORM": "xcb;wayland"}, X11),
        ({"QT_QPA_PLATFORM": "wayland-egl"}, WAYLAND),
    ],
)
def test_a_screen_needs_the_libraries_of_the_kind_that_qt_takes(machine, environment, needed):
    machine.update(library.soname for library in BASE)
    assert system_libraries.missing_here(environment) == list(needed)


@on_linux
def test_of_two_kinds_of_screen_one_is_enough(machine):
    both = {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}
    for kind in (X11, WAYLAND):
        machine.clear()
        machine.update(library.soname for library in BASE + kind)
        assert system_libraries.missing_here(both) == []
    machine.remove("libGL.so.1")
    assert [library.soname for library in system_libraries.missing_here(both)] == ["libGL.so.1"]


@pytest.fixture
def wayland(tmp_path):
    """A folder with a compositor's socket "wayland-0", at which somebody listens."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "wayland-0"))
        listening.listen()
        yield str(tmp_path)


@pytest.fixture
def x(monkeypatch):
    """The displays at which an X server answers, as a set to fill."""
    present = set()
    monkeypatch.setattr(system_libraries, "_x_answers", lambda environment: environment["DISPLAY"] in present)
    return present


@on_linux
def test_a_screen_that_does_not_answer_is_named(wayland, x):
    x.add(":0")
    here = {"XDG_RUNTIME_DIR": wayland}
    for environment, deaf in (
        ({}, []),
        ({"DISPLAY": ":0"}, []),
        ({"DISPLAY": ":9"}, ["DISPLAY=:9"]),
        ({"WAYLAND_DISPLAY": "wayland-0"}, []),
        ({"WAYLAND_DISPLAY": f"{wayland}/wayland-0"}, []),
        ({"WAYLAND_DISPLAY": "wayland-9"}, ["WAYLAND_DISPLAY=wayland-9"]),
        ({"WAYLAND_DISPLAY": "wayland-9", "DISPLAY": ":0"}, []),
        ({"WAYLAND_DISPLAY": "wayland-9", "DISPLAY": ":9"}, ["WAYLAND_DISPLAY=wayland-9", "DISPLAY=:9"]),
        ({"WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":9", "QT_QPA_PLATFORM": "xcb"}, ["DISPLAY=:9"]),
        ({"DISPLAY": ":9", "QT_QPA_PLATFORM": "offscreen"}, []),
    ):
        assert system_libraries.unanswered({**here, **environment}) == deaf, environment


@on_linux
def test_no_screen_is_named_where_qt_wants_one():
    assert system_libraries.screenless({})
    assert system_libraries.screenless({"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "wayland-0"})
    assert not system_libraries.screenless({"QT_QPA_PLATFORM": "offscreen"})
    assert not system_libraries.screenless({"DISPLAY": ":0"})


@on_linux
def test_the_x_server_is_asked_as_qt_asks():
    assert not system_libraries._x_answers({"DISPLAY": ":4711"})
    assert not system_libraries._x_answers({"DISPLAY": "no display"})


def test_asking_imports_neither_qt_nor_numpy():
    code = (
        "import sys, attnviz.system_libraries as s; s.missing();sys.exit(bool({'PySide6', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
