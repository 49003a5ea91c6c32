"""Starting and ending the program: what must be there, Qt's application object, and the clean end."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from attnviz.app import Application
from attnviz.document import lessons
from attnviz.document.imported_source import ImportedSource
from attnviz.errors import InputError
from attnviz.i18n import system_language, translate
from attnviz.io.attention_memory import much
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


@dataclass(frozen=True, slots=True)
class Beginning:
    """What the window begins with, and what is done about what was asked for once it can be seen."""

    opened: Opened
    waiting: tuple[Path, ...] = ()  # a file of a size that a person is asked about first
    refused: str = ""  # why what was asked for is not open


def run(*, source: str | None, language: str | None, theme: str | None, smoke: Callable[[], None] | None) -> int:
    """Open the window and stay until it is closed. Raises InputError where there can be no window.

    A source that cannot be opened is told in the window: whoever started the program by a double click sees no
    terminal. With `smoke`, which is called after the first picture and closes the window, it raises InputError.
    """
    _require_screen()
    qapplication = make_qapplication()
    settings = Settings()
    speech = Language()
    speech.use(language or settings.language or system_language())
    reporter, crashes = report.install(), report.CrashWatch()
    try:
        beginning = _beginning(source, settings, speech.name, strict=smoke is not None)
        application = Application(settings, speech, beginning.opened, theme or settings.theme)
    except Exception as error:
        if not (smoke or isinstance(error, InputError)):
            report.cannot_start(error)
        raise
    reporter.keep, reporter.say = application.filing.keep_now, application.say
    try:
        if smoke:
            application.after_first_picture(lambda: (smoke(), qapplication.quit()))
        else:
            application.welcome()
            application.after_first_picture(lambda: _in_sight(application, crashes, beginning))
        application.show()
        return qapplication.exec()
    finally:
        application.close()
        _calm_clipboard()
        crashes.stop()


def _in_sight(application: Application, crashes: report.CrashWatch, beginning: Beginning) -> None:
    """What there is to tell and to ask, one after the other, now that the window is before the person.

    First what an earlier run has left: documents that were not saved, and word of its end. Then why their file is not
    open, or whether its size is wanted.
    """
    application.filing.offer_recovered()
    application.say(crashes.sentence())
    if beginning.refused:
        report.log.warning("not opened: %s", beginning.refused)
        application.filing.refuse(beginning.refused)
    application.filing.open_files(list(beginning.waiting))


def _beginning(source: str | None, settings: Settings, language: str, *, strict: bool) -> Beginning:
    if source is None:
        return Beginning(_left_open(settings, language))
    try:
        opened = open_source(source, language)
    except InputError as error:
        if strict:
            raise
        return Beginning(open_source(lessons.DEFAULT_LESSON, language), refused=str(error))
    if _large(opened):
        return Beginning(open_source(lessons.DEFAULT_LESSON, language), waiting=(Path(source),))
    return Beginning(opened)


def _large(opened: Opened) -> bool:
    held = opened.document.source
    return isinstance(held, ImportedSource) and much(held.stack) is not None


def _left_open(settings: Settings, language: str) -> Opened:
    """What was open last, in its tab; the first lesson at the very first start, and where it cannot be opened again."""
    if settings.last_source is not None:
        try:
            opened = open_source(settings.last_source, language)
        except InputError as error:
            report.log.warning("what was open last is not opened again: %s", error)
        else:
            if not _large(opened):
                return replace(opened, view=replace(opened.view, tab=settings.last_tab or opened.view.tab))
    return open_source(lessons.DEFAULT_LESSON, language)


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
    from attnviz.system_libraries import missing_here, screenless, sentence, unanswered

    absent = missing_here(os.environ)
    if absent:
        raise InputError(sentence(absent))
    if screenless(os.environ):
        raise InputError(
            translate(
                "app",
                "There is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. The commands lessons, compute "
                "and export work without one.",
            )
        )
    deaf = unanswered(os.environ)
    if deaf:
        raise InputError(
            translate(
                "app",
                "No screen answers here: {names}. The commands lessons, compute and export work without one.",
            ).format(names=", ".join(deaf))
        )
