"""The program as the monkey finds it: a home of its own, one window, and the way back to a clean state."""

from __future__ import annotations

import contextlib
import importlib
import os
import pkgutil
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QSettings, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

import attnviz
from attnviz.app import Application
from attnviz.document import lessons
from attnviz.document.figure_look import FigureLook
from attnviz.export.fonts import text_width
from attnviz.export.formats import FORMATS, file_bytes
from attnviz.export.paint_lines import draw_line
from attnviz.session.language import Language
from attnviz.session.opening import open_source
from attnviz.settings import Settings
from attnviz.start import make_qapplication
from attnviz.ui import text_size
from attnviz.ui.panels import SIDES
from tools.monkey import hands
from tools.monkey.pantry import Pantry

HOMES = ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
SIZE = (1280, 800)
START = "bank"
LETTERS = range(0x30, 0x3000)  # of all scripts that the acts write in
TEXTS_KEPT = 20_000  # more than any cache of texts keeps
TEXT_SIZES = (10, 12, 13, 14)  # pixels
OPENING = ("export", "animate", "preferences", "palette", "guide", "shortcuts", "self_check", "about")  # a window each


class World:
    """Everything the acts need: `app`, `pantry`, how long to `pause` after the act, and `beat`, to be called when an
    event of several in one act begins."""

    def __init__(self, folder: Path, beat: Callable[[], None] = lambda: None) -> None:
        self.beat = beat
        self.pantry = Pantry(folder / "files")
        self.pause = 0  # milliseconds
        self.starts = 0
        self._speech = Language()
        make_qapplication()
        QApplication.setQuitOnLastWindowClosed(False)
        self._loop = QEventLoop()
        self._resting = QTimer()
        self._resting.setSingleShot(True)
        self._resting.timeout.connect(self._loop.quit)
        self.app = self._started(START)

    def _started(self, source: str) -> Application:
        self.starts += 1
        settings = Settings()
        self._speech.use(settings.language or "en")
        app = Application(settings, self._speech, open_source(source, self._speech.name), settings.theme)
        app.show()
        app.window.activateWindow()
        app.after_first_picture(app.filing.offer_recovered)
        return app

    def front(self) -> QWidget:
        """Where events go."""
        return hands.front() or self.app.window

    def restart(self, source: str = START) -> None:
        """End the program as it ends itself, and start it anew."""
        self.app.close()
        self.app = self._started(source)

    def mend(self, chance: random.Random) -> None:
        """Where the window was closed, start again; where it was minimised, bring it back."""
        window = self.app.window
        if window.isMinimized():
            window.showNormal()
        elif not window.isVisible():
            self.restart(chance.choice(lessons.shipped()))

    def settle(self, milliseconds: int) -> None:
        """Let the program go on by itself."""
        self._resting.start(milliseconds)
        self._loop.exec()

    def use_everything(self) -> None:
        """Read what is read when first asked for, the formats' libraries too: no leak, but memory all the same."""
        for found in pkgutil.walk_packages(attnviz.__path__, "attnviz."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
        scene = self.app.scene
        assert scene is not None
        for ending in FORMATS:
            file_bytes(scene, FigureLook(), self.pantry.folder / f"first{ending}", text_width)

    def write_everything(self) -> None:
        """Letters of all scripts once, and texts until what keeps them is full: the system's typefaces stay loaded
        for what is written in, and a cache ends at its limit, not at what has been seen so far."""
        editor = QLineEdit()
        for first in LETTERS[::12]:
            editor.setText("".join(map(chr, range(first, first + 12))))
            editor.grab()
        editor.deleteLater()
        image = QImage(200, 40, QImage.Format.Format_ARGB32)
        painter = QPainter(image)
        for number in range(TEXTS_KEPT):
            draw_line(painter, 190, 30, f"{number / 1000}", TEXT_SIZES[number % 4], False, "right", True)
        painter.end()

    def show_everything(self) -> None:
        """Every lesson, view, theme, language, text size and dialog once: what is made the first time stays from then
        on."""
        for language in ("pt_BR", "en"):
            self.app.appearance.set_language(language)
            actions = self.app.window.actions_
            for theme, action in actions.themes.items():
                action.trigger()
                for lesson in actions.lessons.values() if theme == "light" else ():
                    lesson.trigger()
                    self._show_tabs()
                self._show_tabs()
            for name in OPENING:
                getattr(actions, name).trigger()
                self.settle(50)
                self.close_dialogs()
            self.app.presenting.enter()
            self.settle(50)
            self.app.presenting.leave()
        for percent in (*text_size.SIZES, text_size.SYSTEM):
            self.app.appearance.set_text_size(percent)
            self._show_tabs()

    def _show_tabs(self) -> None:
        for tab in self.app.window.actions_.tabs.values():
            tab.trigger()
            self.settle(30)

    def home(self) -> None:
        """The first lesson, nothing to undo, every tab seen, the window new and shared out as at the first start: what
        is compared before and after. A picture that a person has made larger is more memory, and no leak."""
        self.close_dialogs()
        window = self.app.window
        if not window.isVisible() or window.isMinimized():
            window.showNormal()
        self.app.presenting.leave()
        for language in ("pt_BR", "en"):  # a new window each
            self.app.appearance.set_language(language)
        self.app.appearance.set_theme("light")
        self.app.appearance.set_text_size(text_size.SYSTEM)
        for side in SIDES:
            self.app.window.panels.want(side, True)
        QSettings().clear()
        self.app.settings.hint_was_seen()
        self.app.replace_window()
        window = self.app.window
        window.hint.hide()
        window.showNormal()
        window.resize(*SIZE)
        self.app.open_lesson(START)
        self._show_tabs()
        self.app.window.actions_.tabs["steps"].trigger()
        self.app.session.undo_stack.clear()
        self.app.filing.recovery.forget()
        QApplication.clipboard().clear()  # a copied figure is some megabytes
        self.settle(400)

    def close_dialogs(self) -> None:
        """Whatever is in front of the window goes, and a film with it."""
        for _ in range(50):
            widget = hands.front()
            if widget is None or widget is self.app.window:
                break
            widget.close()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.app.acts.stop()

    def close(self) -> None:
        """The end of the program."""
        self.close_dialogs()
        self.app.close()
        if QApplication.platformName() == "offscreen":
            QApplication.clipboard().clear()


def move_into(folder: Path) -> None:
    """Make a folder the home and the working folder. Call it before anything of Qt's is made."""
    home = folder / "home"
    home.mkdir()
    for name in HOMES:
        os.environ[name] = str(home)
    os.environ["TMPDIR"] = tempfile.tempdir = str(home)  # outside it the fence lets nobody write, the watch neither
    os.environ["LANG"] = "C.UTF-8"
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path.cwd()), os.environ.get("PYTHONPATH"))))
    os.chdir(home)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
        QSettings.setPath(QSettings.Format.IniFormat, scope, str(home / "settings"))


@contextlib.contextmanager
def fenced(folder: Path) -> Iterator[None]:
    """No file outside the folder is written: whoever tries is told that it may not."""
    on = [True]

    def look(event: str, arguments: tuple[object, ...]) -> None:
        if on[0] and event == "open" and _writes(arguments[1], arguments[2]) and _outside(folder, arguments[0]):
            raise PermissionError(13, "outside the monkey's folder", str(arguments[0]))

    sys.addaudithook(look)  # there is no way to take it off again
    try:
        yield
    finally:
        on[0] = False


def _writes(mode: object, flags: object) -> bool:
    if isinstance(mode, str):
        return bool(set(mode) & set("wax+"))
    return isinstance(flags, int) and bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def _outside(folder: Path, path: object) -> bool:
    if isinstance(path, int) or os.fspath(path) == os.devnull:  # type: ignore[arg-type]
        return False
    return not Path(os.fsdecode(path)).absolute().is_relative_to(folder)  # type: ignore[arg-type]
