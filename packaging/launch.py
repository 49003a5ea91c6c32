"""Where the frozen program begins."""

from __future__ import annotations

import io
import locale
import multiprocessing
import os
import sys
from pathlib import Path

SETTINGS = Path("/etc/fonts/fonts.conf")


def main() -> int:
    """Run with the process's arguments; the exit status.

    Without a terminal, as a program of Windows' desktop has none, what it would have said there is shown in a box.
    """
    multiprocessing.freeze_support()  # figures are written by several processes: each begins here
    speak_utf8()
    find_typefaces()
    from attnviz.cli import main as run

    if sys.stderr is not None and sys.stdout is not None:
        return run()
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = said = io.StringIO()
    try:
        return run()
    finally:
        if said.getvalue().strip():
            show(said.getvalue().strip())


def speak_utf8() -> None:
    """Without a language in the environment: UTF-8, as Python's own start sees to (PEP 538) and Qt asks for."""
    if sys.platform.startswith("linux") and not os.environ.get("LC_ALL"):
        try:
            found = locale.setlocale(locale.LC_CTYPE, "")
        except locale.Error:  # one that this machine does not have
            found = "C"
        if found in ("C", "POSIX"):
            try:
                locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
            except locale.Error:  # a C library that has been stripped of it: Qt says so, and goes on
                return
            os.environ["LC_CTYPE"] = "C.UTF-8"


def find_typefaces() -> None:
    """Where the machine has no settings for fontconfig, which comes along without them: those of the program.

    Without any it complains on stderr and finds no typeface.
    """
    chosen = os.environ.get("FONTCONFIG_FILE") or os.environ.get("FONTCONFIG_PATH")
    if sys.platform.startswith("linux") and not chosen and not SETTINGS.exists():
        os.environ["FONTCONFIG_FILE"] = str(Path(__file__).resolve().parent / "fonts.conf")


def show(text: str) -> None:
    """A box of the system with a sentence: Qt may be what is amiss."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text.removeprefix("attnviz: "), "attnviz", 0x30)


if __name__ == "__main__":
    sys.exit(main())
