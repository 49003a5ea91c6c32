"""What Qt expects of a Linux system, or else ends the process: its libraries, and a screen that answers.

Needs neither Qt nor anything else installed, so that it can be asked before the first import of Qt.
"""

from __future__ import annotations

import ctypes
import shutil
import socket
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from attnviz.i18n import translate


@dataclass(frozen=True, slots=True)
class MissingLibrary:
    """A library by the name the loader knows, and the packages that bring it on Debian and on Fedora."""

    soname: str
    package: str
    fedora_package: str


# To import Qt and to draw without a screen.
BASE = (
    # Since the move to 64-bit time the package is libglib2.0-0t64, which provides the old name.
    MissingLibrary("libglib-2.0.so.0", "libglib2.0-0", "glib2"),
    MissingLibrary("libGL.so.1", "libgl1", "libglvnd-glx"),
    MissingLibrary("libEGL.so.1", "libegl1", "libglvnd-egl"),
    MissingLibrary("libxkbcommon.so.0", "libxkbcommon0", "libxkbcommon"),
    MissingLibrary("libfontconfig.so.1", "libfontconfig1", "fontconfig"),
    MissingLibrary("libdbus-1.so.3", "libdbus-1-3", "dbus-libs"),
)

# To open a window on X11; the other xcb libraries that Qt links come with these packages.
X11 = (
    MissingLibrary("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
    MissingLibrary("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
    MissingLibrary("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
    MissingLibrary("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
    MissingLibrary("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
)

# To open a window on Wayland.
WAYLAND = (
    MissingLibrary("libwayland-client.so.0", "libwayland-client0", "libwayland-client"),
    MissingLibrary("libwayland-cursor.so.0", "libwayland-cursor0", "libwayland-cursor"),
)

# What a program without Python leaves to the machine, though libraries that it brings along need it.
BENEATH = (MissingLibrary("libxcb.so.1", "libxcb1", "libxcb"), WAYLAND[0])


def missing(libraries: Sequence[MissingLibrary] = BASE) -> list[MissingLibrary]:
    """What this machine lacks of these libraries, or beneath them. Nothing is asked outside Linux.

    A library found is loaded, which costs nothing extra: Qt would load the same one a moment later.
    """
    if not sys.platform.startswith("linux"):
        return []
    absent = [lacking for library in libraries if (lacking := _lacking(library))]
    return list(dict.fromkeys(absent))


def missing_here(environment: Mapping[str, str]) -> list[MissingLibrary]:
    """What this machine lacks for windows where Qt will show them: of several kinds of screen one is enough."""
    kinds = {"wayland": WAYLAND, "xcb": X11}
    absent = [missing(BASE + kinds[kind]) for kind in _kinds(environment)] or [missing(BASE)]
    return absent[0] if all(absent) else []


def _kinds(environment: Mapping[str, str]) -> list[str]:
    """The kinds of screen that Qt will try here, in its order."""
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if not wanted:
        named = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}
        return [kind for kind, name in named.items() if environment.get(name)]
    first, *rest = (next((k for k in ("wayland", "xcb") if name.startswith(k)), "") for name in wanted.split(";"))
    return [kind for kind in (first, *rest) if kind] if first else []


def screenless(environment: Mapping[str, str]) -> bool:
    """Whether Qt is to show its windows on a screen, and none is named."""
    on_screen = not environment.get("QT_QPA_PLATFORM") or _kinds(environment)[:1] == ["xcb"]
    return sys.platform.startswith("linux") and on_screen and not _named(environment)


def unanswered(environment: Mapping[str, str]) -> list[str]:
    """The screens that are named here, as NAME=VALUE, if none of them answers; empty where one does or none is named.

    Qt takes the next where one does not answer, and aborts after the last. They are asked as Qt asks, in milliseconds.
    """
    asks = {"WAYLAND_DISPLAY": _wayland_answers, "DISPLAY": _x_answers}
    named = _named(environment)
    if not sys.platform.startswith("linux") or any(asks[name](environment) for name in named):
        return []
    return [f"{name}={environment[name]}" for name in named]


def _named(environment: Mapping[str, str]) -> list[str]:
    """The variables that name a screen of a kind which Qt may use here."""
    wanted = environment.get("QT_QPA_PLATFORM", "").partition(":")[0]
    kinds = {"WAYLAND_DISPLAY": "wayland", "DISPLAY": "xcb"}
    may = {name for name, kind in kinds.items() if not wanted or any(w.startswith(kind) for w in wanted.split(";"))}
    return [name for name in kinds if name in may and environment.get(name)]


def _wayland_answers(environment: Mapping[str, str]) -> bool:
    """Whether somebody listens at the compositor's socket."""
    path = Path(environment.get("XDG_RUNTIME_DIR", ""), environment["WAYLAND_DISPLAY"])
    with socket.socket(socket.AF_UNIX) as asked:
        try:
            return asked.connect_ex(str(path)) == 0
        except OSError:  # no such path can be
            return False


def _x_answers(environment: Mapping[str, str]) -> bool:
    """Whether the X server takes this program. Without its library it is not asked; that is told elsewhere.

    The connection stays open as long as the program: a server whose only client leaves may begin anew, and Qt, which
    comes a moment later, would find it deaf.
    """
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(environment["DISPLAY"].encode(), None)
    if not xcb.xcb_connection_has_error(connection):
        return True
    xcb.xcb_disconnect(connection)
    return False


def sentence(libraries: Sequence[MissingLibrary]) -> str:
    """Names the missing libraries and the command that installs them."""
    text = translate(
        "system",
        "This machine lacks system libraries that Qt needs: {libraries}. Install them with: {command}",
    )
    names = ", ".join(library.soname for library in libraries)
    return text.format(libraries=names, command=install_command(libraries))


def install_command(libraries: Sequence[MissingLibrary]) -> str:
    """The line to type: dnf's where dnf is the package manager, else that of Debian and Ubuntu."""
    if shutil.which("dnf") and not shutil.which("apt-get"):
        return " ".join(["sudo dnf install", *(library.fedora_package for library in libraries)])
    return " ".join(["sudo apt-get install", *(library.package for library in libraries)])


def _lacking(library: MissingLibrary) -> MissingLibrary | None:
    """None where `library` loads; else what is not there: itself, or what it needs in turn, as the loader says.

    In a program without Python the loader's words are the cause of an error that PyInstaller raises.
    """
    try:
        ctypes.CDLL(library.soname)
    except OSError as error:
        named = str(error.__cause__ or error).partition(":")[0]
        return next((other for other in BENEATH if other.soname == named), library)
    return None
