"""Many figures at once from the command line: their names, their heads, what fails, in several processes, unseen."""

from __future__ import annotations

import os
import subprocess
import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnviz.cli import INPUT_AT_FAULT, OK, USAGE, main
from attnviz.commands.batch import sweep_values
from attnviz.commands.export import ENDINGS
from attnviz.errors import InputError

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def export(*arguments):
    try:
        return main(["export", *map(str, arguments)])
    except SystemExit as end:
        return int(end.code or 0)


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def title(path):
    return ET.parse(path).getroot().find("{*}title").text


def test_several_sources_and_all_their_views(folder):
    assert export("bank", "gato", "--all-views", "--to", "figs/{name}-{view}.svg") == OK
    views = ("code", "gradient", "matrix", "shapes", "steps", "training")
    expected = [f"figs/bank-{view}.svg" for view in views] + [f"figs/gato-{view}.svg" for view in (*views, "heads")]
    assert names(folder) == sorted(expected)
    assert "computing" not in (folder / "figs/gato-heads.svg").read_text(encoding="utf-8")


def test_every_head_has_its_own_figure(folder):
    assert export("gato", "--view", "matrix", "--head", "all", "--to", "{name}-{head}.svg") == OK
    assert names(folder) == ["gato-1.svg", "gato-2.svg"]
    one, two = ((folder / name).read_text(encoding="utf-8") for name in names(folder))
    assert one != two
    assert export("gato", "--view", "matrix", "--head", "2", "--to", "second.svg") == OK
    assert (folder / "second.svg").read_text(encoding="utf-8") == two


def test_a_sweep_is_a_figure_for_every_value(folder):
    assert export("sentence", "--view", "matrix", "--sweep", "d_k=1..4", "--to", "d{d_k}-{index}.svg") == OK
    assert names(folder) == ["d1-1.svg", "d2-2.svg", "d3-3.svg", "d4-4.svg"]
    assert export("sentence", "--view", "matrix", "--set", "d_k=3", "--to", "three.svg") == OK
    assert (folder / "three.svg").read_bytes() == (folder / "d3-3.svg").read_bytes()


def test_names_of_files_are_safe(folder):
    (folder / "a b.txt").write_text("one two", encoding="utf-8")
    assert export("a b.txt", "--view", "matrix", "--sweep", "text=../x,a:b*c", "--to", "{value}.svg") == OK
    assert names(folder) == ["_x.svg", "a b.txt", "a_b_c.svg"]


def test_what_fails_does_not_stop_the_rest_and_is_said(folder, capsys):
    (folder / "empty.txt").write_text("", encoding="utf-8")
    assert export("bank", "nowhere", "empty.txt", "gato", "--view", "steps", "--to", "{name}.svg") == INPUT_AT_FAULT
    assert names(folder) == ["bank.svg", "empty.txt", "gato.svg"]
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert "nowhere" in said[0]
    assert "empty.txt" in said[1]


def test_a_figure_that_cannot_be_written_is_said(folder, capsys):
    (folder / "d2.svg").mkdir()
    assert export("sentence", "--view", "matrix", "--sweep", "d_k=1,2,3", "--to", "d{d_k}.svg") == INPUT_AT_FAULT
    assert names(folder) == ["d1.svg", "d3.svg"]
    (said,) = capsys.readouterr().err.splitlines()
    assert "d2.svg" in said


def test_two_figures_of_one_name_are_refused_before_anything_is_written(folder, capsys):
    assert export("bank", "gato", "--view", "steps", "--to", "a.svg") == INPUT_AT_FAULT
    assert "{name}" in capsys.readouterr().err
    assert names(folder) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--view", "steps", "--to", "{colour}.svg"),
        ("--view", "steps", "--all-views", "--to", "a.svg"),
        ("--view", "steps", "--to", "a.svg", "--sweep", "nonsense=1..3"),
        ("--view", "steps", "--to", "a.svg", "--sweep", "d_k=1..x"),
        ("--view", "steps", "--to", "a.svg", "--jobs", "0"),
        ("--view", "steps", "--to", "a.svg", "--head", "first"),
        ("--view", "steps", "--to", "a.svg", "--size", "large"),
        ("--view", "steps", "--to", "a.svg", "--size", "1x1mm"),
        ("--view", "steps", "--to", "a.svg", "--font-size", "500"),
        ("--view", "steps", "--to", "a.svg", "--without", "everything"),
    ],
)
def test_wrong_usage_writes_nothing(folder, capsys, arguments):
    assert export("bank", *arguments) == USAGE
    assert "usage:" in capsys.readouterr().err
    assert names(folder) == []


@pytest.mark.parametrize("head", ["0", "3"])
def test_a_head_that_is_not_there(folder, capsys, head):
    assert export("gato", "--view", "matrix", "--head", head, "--to", "a.svg") == INPUT_AT_FAULT
    assert "the heads go from 1 to 2" in capsys.readouterr().err


def test_the_look_of_the_figures(folder):
    look = ("--size", "85x60mm", "--font-size", "7", "--title", "My title", "--caption", "so", "--transparent")
    assert export("bank", "--view", "matrix", "--to", "a.svg", *look, "--without", "row,health", "--no-document") == OK
    text = (folder / "a.svg").read_text(encoding="utf-8")
    assert 'width="85mm" height="60mm"' in text
    assert title(folder / "a.svg") == "My title"
    assert ">so</text>" in text
    assert "Row of" not in text.split("</desc>")[1]
    assert "attnviz-document" not in text
    assert '<rect width="100%"' not in text


def test_a_figure_of_a_figure(folder):
    assert export("bank", "--view", "steps", "--to", "a.png", "--dpi", "48") == OK
    assert export("a.png", "--view", "steps", "--to", "b.svg") == OK
    assert export("bank", "--view", "steps", "--to", "c.svg") == OK
    assert (folder / "b.svg").read_bytes() == (folder / "c.svg").read_bytes()


def test_the_command_line_knows_every_format():
    from attnviz.export.formats import FORMATS

    assert set(ENDINGS) == set(FORMATS)


# processes of their own ---------------------------------------------------------------------------------------


def run(folder, *arguments):
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.pop("QT_QPA_PLATFORM", None)
    return subprocess.run(
        [sys.executable, "-m", "attnviz", "export", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_two_processes_without_a_display_draw_the_same(folder):
    order = ("sentence", "--view", "matrix", "--sweep", "d_k=1..5", "--lang", "pt_BR")
    alone = run(folder, *order, "--to", "one/{d_k}.svg")
    together = run(folder, *order, "--to", "two/{d_k}.svg", "--jobs", "2")
    assert [(done.returncode, done.stdout, done.stderr) for done in (alone, together)] == [(OK, "", "")] * 2
    for d_k in range(1, 6):
        assert (folder / f"one/{d_k}.svg").read_bytes() == (folder / f"two/{d_k}.svg").read_bytes()


def test_where_processes_cannot_share_locks_one_draws_all(folder, monkeypatch):
    def refused(*_arguments, **_options):
        raise PermissionError("no /dev/shm")

    monkeypatch.setattr("attnviz.commands.batch.ProcessPoolExecutor", refused)
    done = export("sentence", "--view", "matrix", "--sweep", "d_k=1..3", "--to", "{d_k}.svg", "--jobs", "2")
    assert done == OK
    assert names(folder) == ["1.svg", "2.svg", "3.svg"]


def test_several_processes_tell_what_failed_too(folder):
    (folder / "2.svg").mkdir()
    done = run(folder, "sentence", "--view", "matrix", "--sweep", "d_k=1..4", "--to", "{d_k}.svg", "--jobs", "2")
    assert done.returncode == INPUT_AT_FAULT
    assert len(done.stderr.splitlines()) == 1
    assert names(folder) == ["1.svg", "3.svg", "4.svg"]


# values -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("d_k=1..4", ("1", "2", "3", "4")),
        ("d_k=8..2:2", ("8", "6", "4", "2")),
        ("decay=0..0.3:0.1", ("0", "0.1", "0.2", "0.3")),
        ("head=content,mixed", ("content", "mixed")),
        ("temperature=2", ("2",)),
        ("mix=1,0,0;0,1,0", ("1,0,0", "0,1,0")),
        ("text=one, two.. three; four", ("one, two.. three", "four")),
    ],
)
def test_values_of_a_sweep(text, values):
    assert sweep_values(text) == (text.split("=")[0], values)


@given(st.integers(1, 500), st.integers(1, 500))
def test_a_sweep_has_both_its_ends(low, high):
    _, values = sweep_values(f"d_k={low}..{high}")
    assert (values[0], values[-1]) == (str(low), str(high))
    assert len(values) == abs(high - low) + 1
    np.testing.assert_allclose(np.abs(np.diff([float(value) for value in values])), 1)


@pytest.mark.parametrize(
    "text", ["d_k", "d_k=", "d_k=1..", "d_k=..3", "d_k=1..3:0", "d_k=1..3:-1", "d_k=1..1e12", "a=1"]
)
def test_no_sweep(text):
    with pytest.raises(InputError, match="is no sweep"):
        sweep_values(text)
