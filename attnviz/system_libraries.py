"""The system libraries that Qt's wheels expect on Linux: which are missing, and what installs them.

Needs neither Qt nor anything else installed, so that it can be asked before the first import of Qt.
"""

from __future__ import annotations

import ctypes
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

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
SCREEN = (
    MissingLibrary("libxcb-cursor.so.0", "libxcb-cursor0", "xcb-util-cursor"),
    MissingLibrary("libxcb-icccm.so.4", "libxcb-icccm4", "xcb-util-wm"),
    MissingLibrary("libxcb-keysyms.so.1", "libxcb-keysyms1", "xcb-util-keysyms"),
    MissingLibrary("libxcb-shape.so.0", "libxcb-shape0", "libxcb"),
    MissingLibrary("libxkbcommon-x11.so.0", "libxkbcommon-x11-0", "libxkbcommon-x11"),
)


def missing(screen: bool) -> list[MissingLibrary]:
    """What this machine lacks of BASE, and of SCREEN as well if `screen`. Nothing is asked outside Linux.

    A library found is loaded, which costs nothing extra: Qt would load the same one a moment later.
    """
    if not sys.platform.startswith("linux"):
        return []
    return [library for library in BASE + SCREEN * screen if not _loads(library.soname)]


def screen_needed(environment: Mapping[str, str]) -> bool:
    """Whether Qt will open its windows on X11 here, for which it needs SCREEN too."""
    platform = environment.get("QT_QPA_PLATFORM", "")
    if platform:
        return platform.partition(":")[0].split(";")[0] == "xcb"
    return bool(environment.get("DISPLAY")) and not environment.get("WAYLAND_DISPLAY")


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


def _loads(soname: str) -> bool:
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True
