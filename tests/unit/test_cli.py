"""The command line: exit statuses, one sentence for what is wrong, numbers and figures without a screen."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtGui import QImage

import attnviz
from attnviz import cli
from attnviz.cli import INPUT_AT_FAULT, OK, USAGE, main
from attnviz.commands import headless
from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.settings import apply_setting
from attnviz.i18n import LANGUAGES
from attnviz.io.matrices import load_arrays

BANK = lessons.load("bank", "en").document
STEPS = ("Q", "K", "V", "scores", "scaled", "weights", "output", "visible")


@pytest.fixture(autouse=True)
def python_collects_again():
    """As it does in other programs than a window, which is only asked for here."""
    yield
    gc.unfreeze()
    gc.enable()


def sentence_of(error):
    """The one sentence of a failed command."""
    assert error.startswith("attnviz: ")
    assert error.count("\n") == 1
    assert error.endswith(".\n")
    assert "Traceback" not in error
    return error.removeprefix("attnviz: ").rstrip()


def usage_status(arguments):
    with pytest.raises(SystemExit) as end:
        main(arguments)
    return end.value.code


# lessons, version, help ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_lessons_are_listed_by_name_and_title(capsys, language):
    assert main(["lessons", "--lang", language]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines == [f"{name}\t{lessons.load(name, language).title}" for name in lessons.shipped()]


def test_version(capsys):
    assert usage_status(["--version"]) == OK
    assert capsys.readouterr().out == f"attnviz {attnviz.__version__}\n"


@pytest.mark.parametrize("arguments", [["--help"], ["lessons", "--help"], ["compute", "-h"], ["export", "--help"]])
def test_help(capsys, arguments):
    assert usage_status(arguments) == OK
    assert "usage: attnviz" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["a.txt", "--lesson", "bank"],
        ["--lang", "fr"],
        ["lessons", "extra"],
        ["compute"],
        ["compute", "bank"],
        ["compute", "bank", "--to", "a.xlsx"],
        ["export", "bank", "--to", "a.png"],
        ["export", "bank", "--view", "sideways", "--to", "a.png"],
        ["export", "bank", "--view", "matrix", "--to", "a.jpg"],
        ["export", "bank", "--view", "matrix", "--to", "a.png", "--dpi", "10000"],
        ["export", "bank", "--view", "matrix", "--to", "a.png", "--query", "first"],
    ],
)
def test_wrong_usage_is_status_2(capsys, monkeypatch, tmp_path, arguments):
    monkeypatch.chdir(tmp_path)
    assert usage_status(arguments) == USAGE
    assert "usage:" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", cli.COMMANDS)
@pytest.mark.parametrize("before", [["--lang", "pt_BR"], ["--theme=dark"], ["--smoke"]])
def test_a_command_behind_options_is_told_where_it_goes(capsys, monkeypatch, tmp_path, command, before):
    monkeypatch.chdir(tmp_path)
    assert usage_status([*before, command, "--to", "a.png"]) == USAGE
    assert f"{command} is a command and comes first" in capsys.readouterr().err


def test_a_file_may_be_called_as_a_command_is(monkeypatch, tmp_path):
    from attnviz import start as app

    asked = []
    monkeypatch.setattr(app, "run", lambda **options: asked.append(options["source"]) or 0)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "doctor").write_text("A cat sat.", encoding="utf-8")
    assert main(["--lang", "pt_BR", "doctor"]) == OK
    assert main(["--lesson", "bank", "--lang", "en"]) == OK
    assert asked == ["doctor", "bank"]


def test_without_a_command_the_window_is_asked_for(monkeypatch, capsys):
    from attnviz import start as app

    asked = []
    monkeypatch.setattr(app, "run", lambda **options: asked.append(options) or 0)
    assert main(["--lesson", "bank", "--theme", "dark", "--smoke"]) == OK
    assert main(["a.txt", "--lang", "pt_BR"]) == OK
    seen = asked[0].pop("smoke")
    assert asked[0] == {"source": "bank", "language": None, "theme": "dark"}
    assert asked[1] == {"source": "a.txt", "language": "pt_BR", "theme": None, "smoke": None}
    capsys.readouterr()
    seen()
    assert capsys.readouterr().out == "first picture\n"


# input at fault -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["nowhere"], "“nowhere”"),
        (["gone.npz"], "gone.npz"),
        (["bad.json"], "bad.json"),
        (["shapes.json"], "1 × 2"),
        (["bank", "--set", "size=3"], "“size”"),
        (["bank", "--set", "temperature=0"], "τ is 0"),
        (["bank", "--set", "temperature"], "KEY=VALUE"),
        (["bank", "--set", "head=content"], "sentence"),
        (["bank", "--set", "Q=gone.csv"], "gone.csv"),
        (["bank", "--set", "X=q.csv"], "X does not belong"),
        (["sentence", "--set", "decay=1e300"], "λ"),
        (["sentence", "--set", "text="], "empty"),
    ],
)
@pytest.mark.parametrize("command", [["compute", "--to", "out.npz"], ["export", "--view", "matrix", "--to", "out.png"]])
def test_input_at_fault_is_status_1_and_one_sentence(qapp, capsys, monkeypatch, tmp_path, command, arguments, found):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "shapes.json").write_text('{"Q": [[1, 2]], "K": [[1]]}')
    (tmp_path / "q.csv").write_text("1,2\n")
    assert main([*command, *arguments]) == INPUT_AT_FAULT
    printed = capsys.readouterr()
    assert found in sentence_of(printed.err)
    assert printed.out == ""
    assert not (tmp_path / command[-1]).exists()


def test_what_cannot_be_written_is_said(qapp, capsys, tmp_path):
    for command in (["compute"], ["export", "--view", "matrix"]):
        ending = "npz" if command == ["compute"] else "png"
        assert main([*command, "bank", "--to", str(tmp_path / "gone" / f"a.{ending}")]) == INPUT_AT_FAULT
        assert "gone" in sentence_of(capsys.readouterr().err)


@pytest.mark.parametrize("query", ["0", "-1", "4", "999"])
def test_a_row_that_is_not_there(qapp, capsys, tmp_path, query):
    command = ["export", "bank", "--view", "matrix", "--to", str(tmp_path / "a.png"), f"--query={query}"]
    assert main(command) == INPUT_AT_FAULT
    assert f"row {query} to follow: the rows go from 1 to 3" in sentence_of(capsys.readouterr().err)


def test_a_missing_library_is_a_sentence(qapp, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(headless, "missing", lambda: list(headless_library()))
    assert main(["export", "bank", "--view", "matrix", "--to", str(tmp_path / "a.png")]) == INPUT_AT_FAULT
    assert "libEGL.so.1" in capsys.readouterr().err


def headless_library():
    from attnviz.system_libraries import BASE

    return [library for library in BASE if library.soname == "libEGL.so.1"]


def test_errors_are_said_in_the_language_asked_for(qapp, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(cli, "_language", None)
    said = []
    for language in LANGUAGES:
        assert main(["compute", "nowhere", "--to", str(tmp_path / "a.npz"), "--lang", language]) == INPUT_AT_FAULT
        said.append(sentence_of(capsys.readouterr().err))
    assert said[0] != said[1]
    assert all("nowhere" in sentence for sentence in said)


# numbers ------------------------------------------------------------------------------------------------------


def computed(path, *arguments):
    assert main(["compute", *arguments, "--to", str(path)]) == OK
    if path.suffix == ".npz":
        return dict(np.load(path, allow_pickle=False))
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("ending", [".npz", ".json"])
@pytest.mark.parametrize("name", lessons.shipped())
def test_the_numbers_are_those_of_the_window(tmp_path, name, ending):
    found = computed(tmp_path / f"a{ending}", name)
    document = lessons.load(name, "en").document
    trace = derive(document, outputs=True)
    assert list(found) == list(trace.arrays())
    for step, expected in trace.arrays().items():
        np.testing.assert_array_equal(found[step], expected, err_msg=step)


def test_settings_apply_to_the_numbers(tmp_path):
    found = computed(tmp_path / "a.npz", "bank", "--set", "causal=on", "--set", "temperature=2")
    document = apply_setting(apply_setting(BANK, "causal", "on"), "temperature", "2")
    np.testing.assert_array_equal(found["weights"], derive(document).weights)
    np.testing.assert_array_equal(found["visible"], np.tri(3, dtype=bool))


def test_matrices_come_from_files(tmp_path):
    (tmp_path / "q.csv").write_text("1,0\n")
    np.save(tmp_path / "k.npy", np.eye(2))
    (tmp_path / "v.tsv").write_text("1\n2\n")
    settings = [part for name, file in (("Q", "q.csv"), ("K", "k.npy"), ("V", "v.tsv"))
                for part in ("--set", f"{name}={tmp_path / file}")]  # fmt: skip
    found = computed(tmp_path / "a.npz", "bank", *settings)
    np.testing.assert_array_equal(found["scores"], [[1, 0]])
    assert found["output"].shape == (1, 1)


def test_what_is_computed_can_be_opened_again(tmp_path):
    for ending in (".npz", ".json"):
        path = tmp_path / f"a{ending}"
        computed(path, "bank")
        again = load_arrays(path)
        assert again["tokens_q"] == ("sentei", "banco", "praça")
        found = computed(tmp_path / f"again{ending}", str(path))
        np.testing.assert_array_equal(found["weights"], derive(BANK).weights)


# figures ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
@pytest.mark.parametrize("view", ["steps", "matrix"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_of_every_kind(qapp, tmp_path, ending, view, language):
    path = tmp_path / f"a{ending}"
    assert main(["export", "bank", "--view", view, "--to", str(path), "--lang", language]) == OK
    start = path.read_bytes()[:8]
    assert start.startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[ending])
    if ending == ".svg":
        text = path.read_text(encoding="utf-8")
        assert lessons.load("bank", language).title in ET.fromstring(text).find("{*}title").text
        assert ("0,62" in text) == (language == "pt_BR")


def test_theme_row_and_size(qapp, tmp_path):
    def export(name, *options):
        path = tmp_path / name
        assert main(["export", "sentence", "--view", "matrix", "--to", str(path), *options]) == OK
        return QImage(str(path))

    light, dark = export("l.png", "--dpi", "96"), export("d.png", "--dpi", "96", "--theme", "dark")
    assert light.pixelColor(1, 1).lightness() > 200 > 60 > dark.pixelColor(1, 1).lightness()
    assert export("x.png", "--dpi", "192").width() == pytest.approx(2 * light.width(), abs=1)
    assert export("q.png", "--dpi", "96", "--query", "1") != light


def test_the_followed_row_is_the_lessons_own(qapp, tmp_path):
    path = tmp_path / "a.svg"
    assert main(["export", "bank", "--view", "steps", "--to", str(path)]) == OK
    assert "“banco”" in path.read_text(encoding="utf-8")


# processes of their own ---------------------------------------------------------------------------------------


def python(*arguments, **changes):
    environment = {name: value for name, value in os.environ.items() if name not in
                   ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}  # fmt: skip
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env=environment | changes,
        encoding="utf-8",
    )


def test_importing_the_package_loads_neither_numpy_nor_qt():
    code = "import attnviz, sys; print(*sorted({'numpy', 'PySide6', 'pyqtgraph'} & set(sys.modules)))"
    assert python("-c", code).stdout.strip() == ""


def test_version_and_lessons_load_neither():
    code = """
import sys
from attnviz.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    print(*sorted({'numpy', 'PySide6'} & set(sys.modules)), file=sys.stderr)
"""
    done = python("-c", code, "--version")
    assert done.stderr.strip() == ""
    assert attnviz.__version__ in done.stdout


def test_computing_in_english_does_not_load_qt(tmp_path):
    code = """
import sys
from attnviz.cli import main
assert main(sys.argv[1:]) == 0
assert 'PySide6' not in sys.modules, 'Qt was loaded'
"""
    assert python("-c", code, "compute", "bank", "--to", str(tmp_path / "a.npz")).stderr == ""


def test_the_window_loads_qt_after_all_that_needs_none():
    """PySide reads the source of every module that is imported after it, and Python keeps the lines."""
    code = """
import sys
from attnviz.cli import main
assert main(['--smoke']) == 0
names = list(sys.modules)
pure = [names.index(name) for name in names if name.startswith(('attnviz.core.', 'attnviz.document.', 'attnviz.io.'))]
early = sum(place < names.index('PySide6') for place in pure)
assert early > 0.8 * len(pure), f'{early} of {len(pure)}'
"""
    done = python("-c", code, QT_QPA_PLATFORM="offscreen")
    assert (done.returncode, done.stderr) == (0, "")


def test_attend_is_the_packages_own():
    assert attnviz.attend([[1, 0]], [[1, 0], [0, 1]]).weights.shape == (1, 2)
    assert attnviz.Attention.__name__ == "Attention"
    assert set(attnviz.__all__) == {"Attention", "__version__", "attend", "save", "show"}
    with pytest.raises(AttributeError, match="nothing"):
        _ = attnviz.nothing


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_without_a_display(tmp_path, language):
    path = tmp_path / "a.pdf"
    done = python("-m", "attnviz", "export", "bank", "--view", "steps", "--to", str(path), "--lang", language)
    assert (done.returncode, done.stderr, done.stdout) == (OK, "", "")
    assert path.read_bytes().startswith(b"%PDF")


def test_the_systems_language_speaks(tmp_path):
    done = python("-m", "attnviz", "compute", "nowhere", "--to", str(tmp_path / "a.npz"), LANG="pt_BR.UTF-8")
    assert done.returncode == INPUT_AT_FAULT
    assert sentence_of(done.stderr)
    english = python("-m", "attnviz", "compute", "nowhere", "--to", str(tmp_path / "a.npz"), LANG="C.UTF-8")
    assert english.returncode == INPUT_AT_FAULT
    assert english.stderr != done.stderr


def test_wrong_usage_in_a_process_of_its_own():
    done = python("-m", "attnviz", "export", "bank")
    assert done.returncode == USAGE
    assert "Traceback" not in done.stderr
