"""What the desktop says of the person's wishes, and which of its screens and folders are there."""

from __future__ import annotations

import configparser
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

log = logging.getLogger("attnviz")
LEAST_IN_SIGHT = 80  # pixels of a window's title that must be on a screen to take hold of it
NO = ("0", "false", "no", "off")


def reduced_motion() -> bool:
    """Whether the desktop is asked to move nothing that need not move; False where it does not say.

    Windows: "Animation effects"; macOS: "Reduce motion"; elsewhere what GTK's or KDE's settings say.
    """
    asks = {"win32": _windows, "darwin": _macos}
    return asks.get(sys.platform, _freedesktop)()


def is_folder(path: Path) -> bool:
    """Whether a folder is there and answers; one on a drive that does not is none, for whoever wants to use it."""
    try:
        return path.is_dir()
    except OSError as error:
        log.warning("a folder does not answer: %s", error)
        return False


def _windows() -> bool:
    """SystemParametersInfo with SPI_GETCLIENTAREAANIMATION, which the switch of the settings sets."""
    import ctypes

    shown = ctypes.c_int(1)
    library = getattr(ctypes, "windll", None)
    if library is None or not library.user32.SystemParametersInfoW(0x1042, 0, ctypes.byref(shown), 0):
        return False
    return shown.value == 0


def _macos() -> bool:
    store = QSettings("apple.com", "universalaccess")  # the domain com.apple.universalaccess
    return bool(store.value("reduceMotion", False, type=bool))


def _freedesktop() -> bool:
    """GTK's setting from its files, or KDE's factor of every animation's length."""
    home = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    places: tuple[tuple[Path, str, str, Callable[[str], bool]], ...] = (
        (home / "gtk-4.0" / "settings.ini", "Settings", "gtk-enable-animations", _says_no),
        (home / "gtk-3.0" / "settings.ini", "Settings", "gtk-enable-animations", _says_no),
        (home / "kdeglobals", "KDE", "AnimationDurationFactor", _is_zero),
    )
    return any(path.is_file() and _found(path, section, key, means) for path, section, key, means in places)


def _found(path: Path, section: str, key: str, means: Callable[[str], bool]) -> bool:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read(path, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError, OSError) as error:
        log.info("the desktop's settings are not understood: %s", error)
        return False
    return means(parser.get(section, key, fallback=""))


def _says_no(text: str) -> bool:
    return text.strip().lower() in NO


def _is_zero(text: str) -> bool:
    try:
        return float(text) == 0
    except ValueError:
        return False


def bring_into_sight(window: QWidget) -> None:
    """Move a window that no screen shows, or shows too little of, to the middle of the first screen."""
    frame = window.frameGeometry()
    for screen in QGuiApplication.screens():
        seen = screen.availableGeometry().intersected(frame)
        if seen.width() >= LEAST_IN_SIGHT and seen.height() >= LEAST_IN_SIGHT and seen.top() == frame.top():
            return
    room = QGuiApplication.primaryScreen().availableGeometry()
    size = window.size().boundedTo(room.size()).expandedTo(window.minimumSize())
    window.resize(size)
    left = room.x() + max((room.width() - size.width()) // 2, 0)
    window.move(left, room.y() + max((room.height() - size.height()) // 2, 0))
