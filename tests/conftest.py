"""What every test starts from: no screen, no settings and no home of the person's, English, and no window left over."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before anything imports Qt
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before anything imports NumPy; as the program does (cli.calm_blas)

import gc
import itertools
import sys
import weakref

import hypothesis
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QSettings
from PySide6.QtWidgets import QApplication, QDialog, QMainWindow, QWidget

from attnviz import i18n
from attnviz.session.language import Language
from tests.examples import examples

# A change is judged by the same examples each time; here at home every run looks at new ones.
hypothesis.settings.register_profile(
    "attnviz", deadline=None, max_examples=examples(60), print_blob=True, derandomize=bool(os.environ.get("CI"))
)
hypothesis.settings.load_profile("attnviz")

HOMES = ("HOME", "USERPROFILE", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")
KEPT = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")  # what a program keeps for its next start
LANGUAGE_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES")


@pytest.fixture(scope="session", autouse=True)
def _own_environment(tmp_path_factory):
    """The person's files stay untouched, and their language decides nothing. Programs that tests start inherit it.

    Those programs keep what Python has compiled: a third of each start would go into compiling the same again.
    """
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in HOMES:
            patch.setenv(name, str(home))
        for name in LANGUAGE_VARIABLES:
            patch.delenv(name, raising=False)
        patch.setenv("LANG", "C.UTF-8")
        if sys.dont_write_bytecode:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("compiled")))
        yield


def pytest_collection():
    """Nothing becomes garbage while tests are collected; looking for it would take a third of the time."""
    gc.disable()


def pytest_collection_finish():
    _keep_what_is_there()
    gc.enable()


_module = None  # whose tests run


def pytest_runtest_setup(item):
    global _module
    if item.module is not _module:
        _module = item.module
        _keep_what_is_there()


def _keep_what_is_there():
    """What was imported and remembered stays: windows are looked for among the rest, which takes a tenth of the time.

    Between two modules, where no test and no fixture of a module holds anything.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def qapp_args():
    return ["attnviz"]


@pytest.fixture(scope="session", autouse=True)
def _one_application(_own_environment, qapp):
    """Made before anything else: whichever test comes first, it is the kind that windows need."""


@pytest.fixture(scope="session")
def _settings_folders(tmp_path_factory):
    """Folders that are not there yet, one after the other. A `tmp_path` looks through those of all tests before it."""
    folder = tmp_path_factory.mktemp("settings")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _own_settings(_settings_folders, monkeypatch):
    """Every test has settings of its own, empty at first, and so have the programs that it starts.

    Else a program that one test left in another tab would make the next test's begin there.
    """
    folder = str(next(_settings_folders))
    for name in KEPT:
        monkeypatch.setenv(name, folder)
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
        QSettings.setPath(QSettings.Format.IniFormat, scope, folder)


@pytest.fixture(autouse=True)
def _english_again(monkeypatch):
    """A test may speak another language; the next one starts in English, whoever still holds the one that spoke."""
    spoken = weakref.WeakSet()
    make = Language.__init__

    def remembered(speech):
        make(speech)
        spoken.add(speech)

    monkeypatch.setattr(Language, "__init__", remembered)
    i18n.install(None)
    QLocale.setDefault(QLocale("en"))
    yield
    for speech in spoken:
        if speech.name != "en":
            speech.use("en")
    i18n.install(None)
    QLocale.setDefault(QLocale("en"))


@pytest.fixture(autouse=True)
def _no_window_left(request):
    """A test that shows windows also closes them."""
    if "qtbot" not in request.fixturenames:
        yield
        return
    before = set(map(id, _windows()))
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    if any(id(window) not in before for window in _windows()):
        gc.collect()  # a window in a reference cycle is nobody's any more
    left = [window for window in _windows() if id(window) not in before]
    assert not left, f"windows left open: {left}"


def _windows() -> list[QWidget]:
    """Top-level widgets of ours. pyqtgraph leaves menus without a parent, and Qt its tooltips: those do not count."""
    return [
        widget
        for widget in QApplication.topLevelWidgets()
        if isinstance(widget, (QMainWindow, QDialog)) or type(widget).__module__.startswith("attnviz")
    ]
