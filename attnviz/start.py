"""Starting and ending the program: what must be there, Qt's application object, and the clean end."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from attnviz.app import Application
from attnviz.document import lessons
from attnviz.errors import InputError
from attnviz.i18n import system_language, translate
from attnviz.resources import resource
from attnviz.session.language import Language
from attnviz.session.opened import Opened
from attnviz.session.opening import open_source
from attnviz.settings import Settings
from attnviz.ui import report


def make_qapplication() -> QApplication:
    """Qt's application object, named so that settings, log and desktop know it."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(["attnviz"])
    application.setOrganizationName("attnviz")
    application.setApplicationName("attnviz")
    application.setDesktopFileName("attnviz")
    application.setWindowIcon(QIcon(str(resource("icons", "attnviz.svg"))))
    return application


def run(*, source: str | None, language: str | None, theme: str | None, smoke: bool) -> int:
    """Open the window and stay until it is closed. Raises InputError for a source that cannot be opened."""
    _require_screen()
    qapplication = make_qapplication()
    settings = Settings()
    speech = Language()
    speech.use(language or settings.language or system_language())
    opened = open_source(source or lessons.DEFAULT_LESSON, speech.name)
    report.install()
    application = Application(settings, speech, opened, theme or settings.theme)
    try:
        if smoke:
            application.after_first_picture(qapplication.quit)
        else:
            application.after_first_picture(application.filing.offer_recovered)
        application.show()
        return qapplication.exec()
    finally:
        application.close()
        _calm_clipboard()


def open_window(opened: Opened, language: str | None, theme: str | None) -> Application:
    """A window on something opened already, for a program that is not attnviz itself; `stay` waits for its end."""
    qapplication = QApplication.instance()
    if qapplication is None:
        _require_screen()
        make_qapplication()
    settings = Settings()
    speech = Language()
    speech.use(language or settings.language or system_language())
    application = Application(settings, speech, opened, theme or settings.theme)
    application.show()
    return application


def stay(application: Application) -> None:
    """Run the event loop until the window is closed; the interpreter and Qt's application object go on."""
    loop = QEventLoop()
    application.ended = loop.quit
    try:
        loop.exec()
    finally:
        application.close()
        _calm_clipboard()


def _calm_clipboard() -> None:
    qapplication = QApplication.instance()
    if isinstance(qapplication, QApplication) and qapplication.platformName() == "offscreen":
        qapplication.clipboard().clear()  # Qt crashes at exit there with a picture left on it


def _require_screen() -> None:
    """Say what is missing before Qt aborts with a message that blames the wrong library."""
    from attnviz.system_libraries import missing, screen_needed, sentence

    absent = missing(screen=screen_needed(os.environ))
    if absent:
        raise InputError(sentence(absent))
    wayland_or_x = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not wayland_or_x and not os.environ.get("QT_QPA_PLATFORM"):
        raise InputError(
            translate(
                "app",
                "There is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. The commands lessons, compute "
                "and export work without one.",
            )
        )
