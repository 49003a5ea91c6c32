"""Sets up all that attnviz needs in .venv, then runs it, its tests or its checks. Standard library only.

On Linux and macOS call it as `./dev COMMAND`, on Windows as `py tools\\bootstrap.py COMMAND`:

    run [arguments]    open the program, or do what its arguments say
    test [arguments]   run the tests; the arguments go to pytest
    check              ruff, ruff format --check and mypy
    bench [arguments]  run the benchmarks
    build [arguments]  make the program that needs no Python, in dist
    setup              set up for all of these, and run nothing

What is already set up is not done again. On Debian and Ubuntu, root also gets the missing system packages;
anyone else is told which they are.
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from attnviz.system_libraries import MissingLibrary

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = str(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
STAMP = VENV / "attnviz-setup.json"
COMMANDS = ("run", "test", "check", "bench", "build", "setup")


class SetupError(Exception):
    """Setting up cannot go on; the message is one sentence for the person at the terminal."""

    status = 1


class NoScreenError(SetupError):
    """The program was asked for where no window can open."""

    status = 2


@dataclass(frozen=True)
class Stamp:
    """What .venv was set up for. While it is unchanged there is nothing to install."""

    root: str
    project: str
    python: str
    dev: bool

    def serves(self, wanted: Stamp) -> bool:
        """Whether a .venv with this stamp has all that `wanted` asks for (dev includes the rest)."""
        same = (self.root, self.project, self.python) == (wanted.root, wanted.project, wanted.python)
        return same and self.dev >= wanted.dev


def read_stamp(path: Path) -> Stamp | None:
    """The stamp that a finished set-up left behind, or None."""
    try:
        return Stamp(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def wanted_stamp(root: Path, python: str, dev: bool) -> Stamp:
    """The stamp that a set-up of `root` as it is now would leave."""
    project = hashlib.sha256((root / "pyproject.toml").read_bytes()).hexdigest()
    return Stamp(root=str(root), project=project, python=python, dev=dev)


def apt_command(packages: Sequence[str]) -> list[str]:
    """Installs `packages` without asking and without what they merely recommend."""
    options = ["-y", "--no-install-recommends"]
    return ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", *options, *packages]


def may_use_apt() -> bool:
    """Whether this is root on a machine with apt-get."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def opens_window(arguments: Sequence[str]) -> bool:
    """Whether `python -m attnviz` with these arguments shows a window."""
    if arguments and arguments[0] in ("lessons", "compute", "export", "code", "doctor"):
        return False
    return not {"--version", "--help", "-h"} & set(arguments)


def lacks_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a window cannot open: on Linux, without a display and without a Qt platform chosen by hand."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return platform.startswith("linux") and not any(environment.get(name) for name in names)


def say(text: str) -> None:
    """One line about a step; on stderr, so that the output of `run` can be piped."""
    print(f"attnviz: {text}", file=sys.stderr, flush=True)


def run_quietly(command: Sequence[str], failure: str) -> None:
    """Run `command` in silence; if it fails, show what it printed and raise `failure`."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        print(done.stdout.rstrip(), file=sys.stderr, flush=True)
        raise SetupError(failure)


def apt_install(packages: Sequence[str]) -> None:
    """Install Debian packages as root; the package lists are fetched only if it does not work without."""
    say(f"installing {' '.join(packages)} with apt-get")
    command = apt_command(packages)
    if subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode:
        failure = f"apt-get could not install {' '.join(packages)}; its output is above."
        run_quietly(["apt-get", "update"], failure)
        run_quietly(command, failure)


def ensure_system_packages(command: str) -> None:
    """Install all that `command` needs of the system at once, or raise the one sentence that says how."""
    from attnviz.system_libraries import install_command

    lacking = lacking_for(command)
    if lacking and may_use_apt():
        apt_install([thing.package for thing in lacking])
        importlib.invalidate_caches()
        lacking = lacking_for(command)
    if lacking:
        names = ", ".join(thing.soname for thing in lacking)
        raise SetupError(f"This machine lacks {names}. This installs what is missing: {install_command(lacking)}")


def lacking_for(command: str) -> list[MissingLibrary]:
    """What the system lacks for `command`, each with the package that brings it."""
    from attnviz import system_libraries as system

    lacking = [] if venv_can_be_made() else [venv_module()]
    if command == "build":  # a program that is built takes along what any screen needs
        return lacking + lacking_build_tools() + system.missing(system.BASE + system.X11 + system.WAYLAND)
    return lacking + (system.missing_here(os.environ) if command != "check" else [])


def python_library_loads() -> bool:
    """Whether Python is there as a library too, which a program without Python carries; Debian has it apart."""
    if not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        return True  # this Python is its own library, or there can be none
    name = sysconfig.get_config_var("INSTSONAME") or ""
    try:
        ctypes.CDLL(name)
    except OSError:
        return Path(sysconfig.get_config_var("LIBDIR") or "", name).is_file()
    return True


def lacking_build_tools() -> list[MissingLibrary]:
    """What PyInstaller needs of a Linux system."""
    from attnviz.system_libraries import MissingLibrary

    lacking = []
    if sys.platform.startswith("linux") and not (shutil.which("objdump") and shutil.which("strip")):
        lacking.append(MissingLibrary("objdump and strip", "binutils", "binutils"))
    if sys.platform.startswith("linux") and not python_library_loads():
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        lacking.append(MissingLibrary("Python as a library", f"libpython{version}", "python3-libs"))
    return lacking


def venv_can_be_made() -> bool:
    """Whether there is a .venv or Python can fill a new one; Debian keeps that part in a package of its own."""
    return importlib.util.find_spec("ensurepip") is not None or venv_has_pip(venv_version())


def venv_module() -> MissingLibrary:
    """The part of Python that fills a new virtual environment."""
    from attnviz.system_libraries import MissingLibrary

    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return MissingLibrary("Python's module ensurepip", f"python{version}-venv", "python3-libs")


def venv_version() -> str | None:
    """Python's version in .venv, or None where it does not start or is too old."""
    code = "import sys; print(*sys.version_info[:2], sep='.'); sys.exit(sys.version_info < (3, 11))"
    try:
        done = subprocess.run([VENV_PYTHON, "-IS", "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def venv_has_pip(version: str | None) -> bool:
    """Whether the packages of .venv are those of its Python, pip among them."""
    if version is None:
        return False
    command = [VENV_PYTHON, "-I", "-m", "pip", "--version"]
    return not subprocess.run(command, capture_output=True, check=False).returncode


def ensure_environment(dev: bool) -> None:
    """Make .venv hold the program and what it needs, with the developers' tools if `dev`."""
    version = venv_version()
    present = read_stamp(STAMP)
    dev = dev or (present is not None and present.dev)
    if version and present and present.serves(wanted_stamp(ROOT, version, dev)):
        return
    if not venv_has_pip(version):
        say(f"creating {VENV}")
        failure = f"Python could not create {VENV}; its output is above."
        run_quietly([sys.executable, "-m", "venv", "--clear", str(VENV)], failure)
        version = venv_version()
    STAMP.unlink(missing_ok=True)
    say("installing the Python packages, which takes a minute the first time")
    pip_install = [VENV_PYTHON, "-m", "pip", "install", "--disable-pip-version-check"]
    failure = "pip could not install the Python packages; its output is above. Is there a network?"
    run_quietly([*pip_install, "-e", ".[dev]" if dev else "."], failure)
    stamp = wanted_stamp(ROOT, version or "", dev)
    STAMP.write_text(json.dumps(asdict(stamp)), encoding="utf-8")


def set_up(command: str, arguments: Sequence[str]) -> None:
    """Everything that `command` needs before it can start."""
    if command == "run" and opens_window(arguments) and lacks_screen(os.environ, sys.platform):
        raise NoScreenError(
            "There is no screen here for the window: neither DISPLAY nor WAYLAND_DISPLAY is set. "
            'Start it on a desktop, or through "ssh -X".'
        )
    if command in ("test", "bench"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    ensure_system_packages(command)
    ensure_environment(dev=command != "run")


def python_commands(command: str, arguments: Sequence[str]) -> list[list[str]]:
    """What .venv's Python runs for `command`, one after the other."""
    if command == "check":
        return [["-m", "ruff", "check"], ["-m", "ruff", "format", "--check"], ["-m", "mypy"]]
    if command == "test" and not arguments:
        arguments = ["-q", "-n", "auto"]  # all of them: a process for each core
    if command == "build":
        return [[str(ROOT / "packaging" / "build.py"), *arguments]]
    module = {"run": "attnviz", "test": "pytest", "bench": "tests.benchmarks"}.get(command)
    return [["-m", module, *arguments]] if module else []


def start(command: list[str]) -> int:
    """Become `command`, so that signals reach it; Windows has no such thing and waits for it."""
    if os.name != "nt":
        os.execv(command[0], command)
    return subprocess.run(command, check=False).returncode


def run_command(command: str, arguments: Sequence[str]) -> int:
    """Run what `command` stands for; its exit status, the first that is not 0 where it is several."""
    if command != "run":
        os.chdir(ROOT)  # the program itself keeps the caller's folder: its arguments may name files
    commands = [[VENV_PYTHON, *rest] for rest in python_commands(command, arguments)]
    if len(commands) == 1:
        return start(commands[0])
    statuses = []
    for one in commands:
        say(" ".join(one[2:]))
        statuses.append(subprocess.run(one, check=False).returncode)
    return next((status for status in statuses if status), 0)


def main(arguments: Sequence[str]) -> int:
    """Do what the command line says; returns the exit status."""
    if sys.version_info < (3, 11):  # noqa: UP036 - on Windows it is started with any Python
        say(f"Python 3.11 or newer is needed, and this is {sys.version.split()[0]}.")
        return 1
    sys.path.insert(0, str(ROOT))
    command = arguments[0] if arguments else ""
    if command not in COMMANDS:
        asked = command in ("-h", "--help", "help")
        print((__doc__ or "").strip(), file=sys.stdout if asked else sys.stderr)
        return 0 if asked else 2
    try:
        set_up(command, arguments[1:])
        return run_command(command, arguments[1:])
    except SetupError as error:
        say(str(error))
        return error.status
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
