"""`attnviz code`: a source as a script, to a file or to the terminal."""

from __future__ import annotations

import numpy as np
import pytest

from attnviz import cli
from attnviz.cli import INPUT_AT_FAULT, OK, SCRIPTS, USAGE, main
from attnviz.document import lessons
from attnviz.document.derive import derive
from attnviz.document.settings import apply_setting
from attnviz.document.view_state import Script
from attnviz.export.code.writer import code_text
from attnviz.i18n import LANGUAGES
from tests.unit.export.scripts import agrees, run

BANK = lessons.load("bank", "en").document


def test_the_choices_are_the_scripts_that_there_are():
    assert Script.__args__ == SCRIPTS


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_script_goes_to_the_terminal(capsysbinary, script):
    assert main(["code", "bank", "--lang", script]) == OK
    assert capsysbinary.readouterr().out.decode("utf-8") == code_text(BANK, derive(BANK), script)


def test_numpy_is_what_nobody_has_to_ask_for(capsysbinary):
    assert main(["code", "bank"]) == OK
    assert b"import numpy" in capsysbinary.readouterr().out


@pytest.mark.parametrize("name", lessons.shipped())
def test_settings_are_those_of_the_script(monkeypatch, tmp_path, name):
    monkeypatch.chdir(tmp_path)  # a lesson of many numbers reads them from a file
    lesson = lessons.load(name, "en")
    document = apply_setting(apply_setting(lesson.document, "causal", "on"), "temperature", "0.5")
    assert main(["code", name, "--set", "causal=on", "--set", "temperature=0.5", "--to", "a.py"]) == OK
    text = (tmp_path / "a.py").read_text(encoding="utf-8")
    letters = ("S", "O") if lesson.view.letters == "SAO" else ("Omega", "C")
    agrees(document, derive(document), run(text)[0], scores=letters[0], output=letters[1])


def test_a_file_is_written(tmp_path):
    assert main(["code", "gato", "--to", str(tmp_path / "gato.py")]) == OK
    document = lessons.load("gato", "en").document
    agrees(document, derive(document), run((tmp_path / "gato.py").read_text(encoding="utf-8"))[0])


def test_many_numbers_lie_beside_the_file(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    random = np.random.default_rng(0)
    np.savez("in.npz", **{name: random.standard_normal((40, 12)) for name in ("Q", "K", "V")})
    assert main(["code", "in.npz", "--to", "out.py"]) == OK
    assert (tmp_path / "out.npz").exists()
    steps, _ = run((tmp_path / "out.py").read_text(encoding="utf-8"))
    assert steps["A"].shape == (40, 40)


def test_comments_speak_the_language_asked_for(qapp, capsysbinary, monkeypatch):
    monkeypatch.setattr(cli, "_language", None)
    titles = []
    for language in LANGUAGES:
        assert main(["code", "bank", "--comments", language]) == OK
        titles.append(capsysbinary.readouterr().out.decode("utf-8").splitlines()[2])
    assert titles == [f"# {lessons.load('bank', language).title}" for language in LANGUAGES]


@pytest.mark.parametrize(
    "arguments", [["code"], ["code", "bank", "--lang", "en"], ["code", "bank", "--to", "a.txt"], ["code", "a", "b"]]
)
def test_wrong_usage_is_status_2(capsys, monkeypatch, tmp_path, arguments):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == USAGE
    assert "usage: attnviz code" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["nowhere"], "“nowhere”"),
        (["bank", "--set", "temperature=0"], "τ is 0"),
        (["bank", "--set", "temperature=1e-305"], "more care"),
        (["bank", "--to", "gone/a.py"], "no folder"),
    ],
)
def test_input_at_fault_is_status_1_and_one_sentence(capsys, monkeypatch, tmp_path, arguments, found):
    monkeypatch.chdir(tmp_path)
    assert main(["code", *arguments]) == INPUT_AT_FAULT
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("attnviz: ")
    assert printed.err.count("\n") == 1
    assert found in printed.err


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_the_script_as_a_figure(qapp, tmp_path, ending):
    path = tmp_path / f"a.{ending}"
    assert main(["export", "bank", "--view", "code", "--script", "torch-linear", "--to", str(path)]) == OK
    assert path.stat().st_size > 1000
    if ending == "svg":
        assert "nn.Linear" in path.read_text(encoding="utf-8")
