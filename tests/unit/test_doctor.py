"""The self-check: it finds what is there, says what is not, and never ends in a traceback."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFontDatabase, QFontMetrics

from attnviz import i18n, system_libraries
from attnviz.commands import checks, doctor, facts, qt_checks
from attnviz.commands.catalog import speak_without_qt
from attnviz.commands.doctor import Finding
from attnviz.start import make_qapplication

ROOT = Path(__file__).parents[2]


def of(check) -> list[Finding]:
    return list(check())


# The numbers --------------------------------------------------------------------------------------------------


def test_the_kept_numbers_are_those_of_the_oracle() -> None:
    oracle = json.loads((ROOT / "tests/data/seed_numbers.json").read_text())["a"]["matrix"]["weights"]
    assert np.abs(np.array(checks.BANK_WEIGHTS) - oracle).max() < 1e-15


def test_right_numbers_are_ok(qapp) -> None:
    assert [finding.state for finding in of(checks.the_bank_lesson)] == ["ok"]
    assert [finding.state for finding in of(checks.matrix_products)] == ["ok"]


def test_wrong_numbers_are_wrong(monkeypatch) -> None:
    monkeypatch.setattr(checks, "NEAR", -1.0)
    (finding,) = of(checks.the_bank_lesson)
    assert finding.state == "wrong"
    assert finding.advice


def test_a_wrong_product_is_found(monkeypatch) -> None:
    monkeypatch.setattr(np, "array_equal", lambda *_: False)
    (finding,) = of(checks.matrix_products)
    assert finding.state == "wrong"
    assert "float64" in finding.what


# Packages -----------------------------------------------------------------------------------------------------


def test_the_versions_wanted_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == ">=" + ".".join(map(str, checks.OLDEST_PYTHON))
    wanted = {name: (oldest, below) for name, _, oldest, below in checks.PACKAGES}
    for requirement in project["dependencies"]:
        name, _, rest = requirement.partition(">=")
        low, _, high = rest.partition(",<")
        assert wanted.pop(name) == (checks.numbers_of(low), checks.numbers_of(high))
    assert wanted == {}


@pytest.mark.parametrize(
    ("version", "numbers"), [("2.4.6", (2, 4, 6)), ("2.4.6rc1", (2, 4, 6)), ("6.10.3.1", (6, 10, 3, 1)), ("", ())]
)
def test_versions_are_read(version, numbers) -> None:
    assert checks.numbers_of(version) == numbers


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=5))
def test_any_version_of_numbers_is_read_back(numbers) -> None:
    assert checks.numbers_of(".".join(map(str, numbers))) == tuple(numbers)


@given(st.text(max_size=20))
def test_no_version_is_too_odd(text) -> None:
    assert all(isinstance(number, int) for number in checks.numbers_of(text))


def test_a_missing_package_says_what_installs_it(monkeypatch) -> None:
    monkeypatch.setattr(checks, "PACKAGES", (("numpy", "no_such_module", (2,), (3,)),))
    (finding,) = of(checks.packages)
    assert (finding.state, finding.what) == ("wrong", "numpy is missing.")
    assert "pip install" in finding.advice


@pytest.mark.parametrize(("oldest", "below"), [((99,), (100,)), ((0,), (1,))])
def test_a_version_that_does_not_fit_is_named(monkeypatch, oldest, below) -> None:
    monkeypatch.setattr(checks, "PACKAGES", (("numpy", "numpy", oldest, below),))
    (finding,) = of(checks.packages)
    assert finding.state == "wrong"
    assert importlib.metadata.version("numpy") in finding.what


def test_an_old_python_is_wrong(monkeypatch) -> None:
    monkeypatch.setattr(checks, "OLDEST_PYTHON", (99, 0))
    (finding,) = of(checks.python)
    assert finding.state == "wrong"
    assert "99.0" in finding.advice


# Extras -------------------------------------------------------------------------------------------------------


def _without(monkeypatch, *modules: str) -> None:
    found = checks.importlib.util.find_spec
    monkeypatch.setattr(checks.importlib.util, "find_spec", lambda name: None if name in modules else found(name))


def test_a_missing_extra_is_a_note_with_its_line(monkeypatch) -> None:
    _without(monkeypatch, "pptx", "av")
    found = {finding.what: finding for finding in of(checks.extras)}
    slides = found["python-pptx is not installed: no slides (.pptx)."]
    assert (slides.state, slides.advice) == ("note", 'This installs it: pip install "attnviz[slides]"')
    assert 'pip install "attnviz[video]"' in found["av is not installed: no films (.mp4)."].advice
    assert doctor.healthy(found.values())


def test_a_built_program_has_no_pip(monkeypatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    _without(monkeypatch, "pptx", "PIL", "av")
    advice = {finding.advice for finding in of(checks.extras)}
    assert advice == {"This build of the program comes without it."}


def test_extras_are_those_of_the_project() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {"slides", "animation", "video"} <= extras.keys()


# System -------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asked on Linux only")
def test_missing_system_libraries_come_with_the_line_that_installs_them(monkeypatch) -> None:
    monkeypatch.setattr(system_libraries, "_lacking", lambda one: one if one.soname == "libEGL.so.1" else None)
    (finding,) = of(checks.system_libraries)
    assert finding.state == "wrong"
    assert "libEGL.so.1" in finding.what
    assert "install" in finding.advice


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asked on Linux only")
def test_without_a_screen_it_says_what_works(monkeypatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    (finding,) = of(checks.screen)
    assert finding.state == "wrong"
    assert "export" in finding.advice
    monkeypatch.setenv("DISPLAY", ":4711")
    (finding,) = of(checks.screen)
    assert finding.state == "wrong"
    assert "DISPLAY=:4711" in finding.what
    monkeypatch.setattr(system_libraries, "_x_answers", lambda _: True)
    assert of(checks.screen) == []


def test_no_room_for_temporary_files(monkeypatch) -> None:
    def full(*_args, **_more):
        raise OSError("No space left on device")

    monkeypatch.setattr(checks.tempfile, "TemporaryFile", full)
    (finding,) = of(checks.temporary_files)
    assert finding.state == "wrong"
    assert "No space left" in finding.advice


def test_lessons_and_blas_are_found(qapp) -> None:
    assert [finding.state for finding in [*of(checks.lessons), *of(checks.blas)]] == ["ok", "ok"]
    assert facts.blas()


# Qt -----------------------------------------------------------------------------------------------------------


def test_what_qt_needs_is_there() -> None:
    make_qapplication()  # named, or Qt keeps no settings
    found = doctor.of_qt()
    assert doctor.healthy(found), doctor.as_text(found)
    told = "\n".join(finding.what for finding in found)
    for expected in ("Qt 6.", "OpenGL is not needed", "Inter", "English", "Português (Brasil)", "PNG, SVG", "Recovery"):
        assert expected in told


def test_a_screen_that_is_made_up_is_not_told_of(qapp) -> None:
    assert bool(of(qt_checks.screens)) is (qapp.platformName() != "offscreen")


def test_scripts_without_a_typeface_are_named(qapp, monkeypatch) -> None:
    absent = {QFontDatabase.WritingSystem.SimplifiedChinese, QFontDatabase.WritingSystem.Korean}
    monkeypatch.setattr(QFontDatabase, "families", staticmethod(lambda script: [] if script in absent else ["some"]))
    monkeypatch.setattr(QFontMetrics, "inFontUcs4", lambda self, sign: bool(absent))
    (finding,) = of(qt_checks.writing)
    assert finding.state == "note"
    assert ": Chinese, Korean." in finding.what
    absent.clear()
    (finding,) = of(qt_checks.writing)
    assert ": emoji." in finding.what
    monkeypatch.setattr(QFontMetrics, "inFontUcs4", lambda self, sign: True)
    assert of(qt_checks.writing) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asked on Linux only")
def test_a_screen_that_lacks_libraries_does_not_hide_the_rest(monkeypatch) -> None:
    """Qt would abort there, and all that it says would be lost behind a second fault."""
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setattr(system_libraries, "_x_answers", lambda _: True)
    monkeypatch.setattr(system_libraries, "_lacking", lambda one: one if "cursor" in one.soname else None)
    found = doctor._qt_apart("en")
    assert doctor.healthy(found), doctor.as_text(found)
    assert "Typeface: Inter" in doctor.as_text(found)


def test_a_folder_that_cannot_be_written_is_named(qapp, monkeypatch, tmp_path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(
        qt_checks.QStandardPaths, "writableLocation", staticmethod(lambda _: str(tmp_path / "file" / "attnviz"))
    )
    (finding,) = of(qt_checks.recovery_and_log)
    assert finding.state == "wrong"
    assert str(tmp_path / "file") in finding.what + finding.advice


def test_a_missing_translation_is_named(qapp, monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(qt_checks, "resource", lambda *_: tmp_path)
    states = {finding.what: finding.state for finding in of(qt_checks.translations)}
    assert states["Português (Brasil) is not found."] == "wrong"


def test_a_missing_typeface_is_named(qapp, monkeypatch) -> None:
    from attnviz.export import fonts

    monkeypatch.setattr(fonts, "load_fonts", lambda: False)
    (finding,) = of(qt_checks.typeface)
    assert finding.state == "wrong"


def test_qt_that_does_not_start_is_a_finding(monkeypatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "no-such-platform")
    (finding,) = doctor._qt_apart("en")
    assert (finding.state, finding.what) == ("wrong", "Qt does not start.")


def test_a_process_that_hangs_is_a_finding(monkeypatch) -> None:
    def hangs(command, **_more):
        raise subprocess.TimeoutExpired(command, 1)

    monkeypatch.setattr(doctor.subprocess, "run", hangs)
    (finding,) = doctor._qt_apart("en")
    assert finding.state == "wrong"


# Told ---------------------------------------------------------------------------------------------------------


def test_a_check_that_fails_is_a_finding() -> None:
    def odd_check():
        raise ZeroDivisionError("how odd")

    (finding,) = doctor._all_of([odd_check])
    assert finding == Finding("wrong", "The check “odd check” failed.", "ZeroDivisionError: how odd")


def test_only_what_is_wrong_is_unhealthy() -> None:
    assert doctor.healthy([Finding("ok", "a"), Finding("note", "b", "c")])
    assert not doctor.healthy([Finding("ok", "a"), Finding("wrong", "b", "c")])


def test_the_text_is_aligned_and_ends_with_a_verdict() -> None:
    text = doctor.as_text([Finding("ok", "one"), Finding("wrong", "two", "do this")]).splitlines()
    assert [line.index(word) for line, word in zip(text[1:4], ("one", "two", "do this"), strict=True)] == [9, 9, 9]
    assert text[-1] == "Found wrong: 1. The lines above say what helps."


def test_portuguese_without_qt(monkeypatch, tmp_path) -> None:
    assert speak_without_qt("pt_BR")
    assert i18n.translate("Actions", "&Open…") == "&Abrir…"
    assert i18n.translate("Actions", "never said") == "never said"
    monkeypatch.setattr("attnviz.commands.catalog.resource", lambda *_: tmp_path / "none.ts")
    assert not speak_without_qt("pt_BR")
    assert speak_without_qt("en")
    assert i18n.translate("Actions", "&Open…") == "&Open…"


def test_the_scale_of_a_screen_is_written_as_the_language_writes_numbers(qapp, monkeypatch):
    from PySide6.QtCore import QSize
    from PySide6.QtGui import QGuiApplication

    from attnviz.commands import facts, qt_checks
    from attnviz.session.language import Language

    class Screen:
        def availableSize(self):
            return QSize(1280, 800)

        def devicePixelRatio(self):
            return 1.5

    monkeypatch.setattr(QGuiApplication, "screens", staticmethod(lambda: [Screen()]))
    monkeypatch.setattr(QGuiApplication, "primaryScreen", staticmethod(Screen))
    monkeypatch.setattr(QGuiApplication, "platformName", staticmethod(lambda: "xcb"))
    speech = Language()
    try:
        for language, scale in (("en", "1.5"), ("pt_BR", "1,5")):
            speech.use(language)
            (found,) = qt_checks.screens()
            assert found.what.endswith(f" {scale}")
            assert f", {scale}×" in dict(facts.about())["Qt"]
    finally:
        speech.use("en")
