"""Tries the frozen program as a person without Python has it: `.venv/bin/python packaging/smoke.py [PROGRAM]`.

Every run gets an empty home, an empty folder and an environment with nothing in it. Windows are opened without a
screen; with DISPLAY set some of them also on it. Numbers and scripts must be those that the source gives.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import bare
import identity

ROOT = Path(__file__).resolve().parent.parent
TIME_LIMIT = 120
SAMPLES = (ROOT / "tests/unit/io/samples", ROOT / "tests/data/exports")

MAGIC = {
    ".svg": b"<?xml",
    ".pdf": b"%PDF-",
    ".png": b"\x89PNG",
    ".pptx": b"PK\x03\x04",
    ".html": b"<!doctype html",
    ".gif": b"GIF89a",
    ".webp": b"RIFF",
}
FIGURES = (".svg", ".pdf", ".png", ".pptx", ".html")
FILMS = (".gif", ".webp")
NUMBERS = (".npz", ".json", ".csv", ".tex", ".md")
SCRIPTS = ("numpy", "torch-parameter", "torch-linear")
# What Qt's platform without a screen remarks by itself.
REMARK = re.compile(r"This plugin does not support (raise|propagateSizeHints)\(\)\r?\n")


class Failed(Exception):
    """A check did not hold; the message says what was seen."""


@dataclass(frozen=True)
class Run:
    """How a run of the program ended."""

    status: int
    out: bytes
    err: str
    folder: Path  # where it ran, with its home in `home`

    def must(self, status: int = 0, err: str = "") -> Run:
        """This run, which ended with `status` and said on stderr what the pattern `err` matches, and no more."""
        if self.status != status:
            raise Failed(f"status {self.status}, not {status}: {self.err.strip()[-800:]}")
        if not re.fullmatch(err, self.err.strip(), re.DOTALL):
            raise Failed(f"on stderr: {self.err.strip()[-800:]}")
        self._must_have_a_clean_log()
        return self

    def _must_have_a_clean_log(self) -> None:
        for path in self.folder.rglob("attnviz.log"):
            if " ERROR " in (text := path.read_text(encoding="utf-8")):
                raise Failed(f"in its log: {text[-800:]}")


@dataclass(frozen=True)
class Program:
    """The program that is tried, and what surrounds it."""

    path: Path
    folder: Path  # for everything that the runs leave

    def run(self, *arguments: str, **environment: str) -> Run:
        """One run to its end, offscreen unless `environment` says otherwise."""
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        home = folder / "home"
        home.mkdir()
        done = subprocess.run(
            [str(self.path), *arguments],
            cwd=folder,
            env={**_bare(home), "QT_QPA_PLATFORM": "offscreen", **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIME_LIMIT,
            check=False,
        )
        said = REMARK.sub("", done.stderr.decode("utf-8", "replace"))
        return Run(done.returncode, done.stdout, said, folder)


def _bare(home: Path) -> dict[str, str]:
    """An environment with a home and nothing else, but what Windows cannot start a program without."""
    bare = {"HOME": str(home)}
    if sys.platform == "win32":
        bare |= {name: os.environ[name] for name in ("SYSTEMROOT",)}
        bare |= {name: str(home) for name in ("USERPROFILE", "LOCALAPPDATA", "APPDATA", "TEMP", "TMP")}
    return bare


Check = tuple[str, Callable[[], object]]


def checks(program: Program) -> Iterator[Check]:
    """Every check with its name."""
    yield "its version", lambda: _says(program.run("--version").must(), f"attnviz {identity.version()}")
    yield "the lessons", lambda: _lessons(program, "en", "The bank, by hand")
    yield "the lessons in Portuguese", lambda: _lessons(program, "pt_BR", "O banco, à mão")
    yield "its first picture", lambda: program.run("--smoke").must()
    yield "dark, in Portuguese", lambda: program.run("--smoke", "--theme", "dark", "--lang", "pt_BR").must()
    for lesson in lesson_names():
        yield f"lesson {lesson}", lambda lesson=lesson: program.run("--smoke", "--lesson", lesson).must()
    for path in sorted(path for samples in SAMPLES for path in _opening(samples)):
        yield f"opens {path.name}", lambda path=path: program.run("--smoke", str(path)).must()
    for path in refused_samples():
        yield f"refuses {path.name}", lambda path=path: program.run("--smoke", str(path)).must(1, ONE_SENTENCE)
    yield "refuses a name that is none", lambda: program.run("--smoke", "nothing.attnviz").must(1, ONE_SENTENCE)
    yield "refuses an option that is none", lambda: program.run("--nothing").must(2, r"usage: .*")
    yield "finds itself in order", lambda: program.run("doctor").must()
    if sys.platform != "win32":
        unkept = r"[^\n]*no log is kept: [^\n]*(\n[^\n]*)?"
        yield "a home where nothing can be kept", lambda: program.run("--smoke", HOME="/dev/null/no").must(err=unkept)
    yield from _command_line(program)
    if bare.can_be_made() and (program.path.parent / "_internal").is_dir():
        yield "a machine with nothing on it", lambda: _bare_root(program)
    if os.environ.get("DISPLAY"):
        for lesson in ("bank", "sentence", "why-divide"):
            yield f"lesson {lesson} on the screen", lambda lesson=lesson: _on_screen(program, lesson)


def _bare_root(program: Program) -> None:
    """All that needs libraries, typefaces and settings, where there are none but the program's own."""
    if absent := bare.asked_for_in_vain(program.path.parent):
        raise Failed(f"nobody brings {', '.join(sorted(absent))}")
    root = program.folder / "root"
    bare.make(root, program.path)
    runs = {
        "a lesson": lambda: bare.start(root, "--smoke", "--lesson", "gato"),
        "the self-check": lambda: bare.start(root, "doctor"),
        "a slide": lambda: bare.start(root, "export", "bank", "--view", "steps", "--to", "/tmp/a.pptx"),
        "numbers": lambda: bare.start(root, "compute", "bank", "--to", "/tmp/a.npz"),
    }
    if seen := bare.screen(root):
        runs["a lesson on the screen"] = lambda: bare.start(root, "--smoke", "--lesson", "way-back", **seen)
    for name, run in runs.items():
        done = run()
        if done.returncode or REMARK.sub("", done.stderr):
            raise Failed(f"{name}: status {done.returncode}, on stderr: {done.stderr.strip()[-800:]}")


ONE_SENTENCE = r"attnviz: [^\n]+"


def _command_line(program: Program) -> Iterator[Check]:
    for suffix in FIGURES:
        yield f"every view as {suffix}, by two processes", lambda suffix=suffix: _figures(program, suffix)
    for suffix in FILMS:
        yield f"an animation as {suffix}", lambda suffix=suffix: _film(program, suffix)
    absent = r"attnviz: [^\n]*pip install \"attnviz\[video\]\""
    yield "no .mp4", lambda: program.run(*FILM, "--to", "a.mp4").must(1, absent)
    for suffix in NUMBERS:
        yield f"numbers as {suffix}", lambda suffix=suffix: _numbers(program, suffix)
    for language in SCRIPTS:
        yield f"a script for {language}", lambda language=language: _script(program, language)


def lesson_names() -> list[str]:
    """The ids of the lessons in this tree."""
    return sorted(path.stem for path in (ROOT / "resources/lessons").glob("*.json"))


def _opening(samples: Path) -> list[Path]:
    paths = [*samples.glob("*.attnviz"), *(samples / "ok").iterdir(), *(samples / "odd").iterdir()]
    return [path for path in paths if path.name not in REFUSED]


# Those of `ok` and `odd` that are refused with the way out, and those of `bad` that stand for all the others.
REFUSED = (
    *("LHnn.npy.gz", "json_empty_attentions.json"),
    *("pt_empty_tuple.pt", "pt_legacy.pt", "pt_model_output.pt"),
)
BAD = ("pickle_bomb.pkl", "st_offset_past_end.safetensors", "not_a_zip.npz", "json_ragged.json", "csv_nul.csv")


def refused_samples() -> list[Path]:
    """Files that must be refused in one sentence."""
    names = {*REFUSED, *BAD}
    return sorted(path for samples in SAMPLES for path in samples.rglob("*") if path.name in names)


def _says(run: Run, text: str) -> None:
    if run.out.decode("utf-8").strip() != text:
        raise Failed(f"it said {run.out!r}")


def _lessons(program: Program, language: str, title: str) -> None:
    listed = dict(
        line.split("\t") for line in program.run("lessons", "--lang", language).must().out.decode("utf-8").splitlines()
    )
    if sorted(listed) != lesson_names() or listed["bank"] != title:
        raise Failed(f"it listed {listed}")


def _on_screen(program: Program, lesson: str) -> None:
    names = ("DISPLAY", "XAUTHORITY")
    screen = {name: os.environ[name] for name in names if name in os.environ}
    program.run("--smoke", "--lesson", lesson, QT_QPA_PLATFORM="xcb", **screen).must()


def _figures(program: Program, suffix: str) -> None:
    order = ("export", "bank", "sentence", "way-back", "--all-views", "--jobs", "2", "--to", "{name}-{view}" + suffix)
    folder = program.run(*order).must(err=r"[^\n]*").folder
    written = sorted(path.stem for path in folder.glob(f"*{suffix}"))
    wanted = {"bank-steps", "sentence-matrix", "sentence-heads", "way-back-gradient"} - {"sentence-heads"}
    if not wanted <= set(written):
        raise Failed(f"it wrote {written}")
    for stem in written:
        _must_begin(folder / f"{stem}{suffix}")


FILM = ("export", "sentence", "--view", "matrix", "--sweep", "d_k=1..128", "--seconds", "0.5", "--size", "480x320px")


def _film(program: Program, suffix: str) -> None:
    _must_begin(program.run(*FILM, "--to", f"a{suffix}").must(err=r".*").folder / f"a{suffix}")


def _must_begin(path: Path) -> None:
    """A file of the kind that its name says: its first bytes, and for a zip archive all its members."""
    data = path.read_bytes()
    if not data.lower().startswith(MAGIC[path.suffix].lower()) or len(data) < 1000:
        raise Failed(f"{path.name} has {len(data)} bytes and begins {data[:40]!r}")
    if path.suffix == ".pptx" and zipfile.ZipFile(io.BytesIO(data)).testzip() is not None:
        raise Failed(f"{path.name} is damaged")


def _from_source(*arguments: str, folder: Path) -> None:
    """What the program does when Python runs it, with as little around it: a variable of the machine may choose other
    kernels for products, whose last digits differ."""
    command = [sys.executable, "-m", "attnviz", *arguments]
    environment = {**_bare(folder), "PYTHONPATH": str(ROOT)}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, timeout=TIME_LIMIT)


def _same(program: Program, *arguments: str, name: str) -> None:
    """The program writes the file `name` as its source does, byte for byte."""
    folder = program.run(*arguments).must().folder
    frozen = (folder / name).read_bytes()
    _from_source(*arguments, folder=folder)
    if (folder / name).read_bytes() != frozen:
        raise Failed(f"{name} is not what the source writes")


def _numbers(program: Program, suffix: str) -> None:
    _same(program, "compute", "sentence", "--to", f"n{suffix}", name=f"n{suffix}")


def _script(program: Program, language: str) -> None:
    _same(program, "code", "bank", "--lang", language, "--to", "a.py", name="a.py")


def _outcome(check: Check) -> tuple[str, str]:
    """The check's name, and what was amiss or nothing."""
    name, act = check
    try:
        act()
    except (Failed, OSError, subprocess.SubprocessError) as error:
        return name, f"{error}"
    return name, ""


def default_program() -> Path:
    """Where a build leaves the program; on Windows the one for the terminal."""
    dist = ROOT / "dist"
    if sys.platform == "darwin":
        return dist / "attnviz.app/Contents/MacOS/attnviz"
    return dist / "attnviz" / ("attnviz-cli.exe" if sys.platform == "win32" else "attnviz")


def main(arguments: Sequence[str] | None = None) -> int:
    """Try everything; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", nargs="?", type=Path, default=default_program())
    parser.add_argument("--only", default="", metavar="WORD", help="only checks whose name has this in it")
    options = parser.parse_args(arguments)
    program_path = options.program.resolve()
    with tempfile.TemporaryDirectory(prefix="attnviz-smoke-", ignore_cleanup_errors=True) as folder:
        program = Program(program_path, Path(folder))
        chosen = [check for check in checks(program) if options.only in check[0]]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            outcomes = list(pool.map(_outcome, chosen))
    failures = [(name, why) for name, why in outcomes if why]
    for name, why in failures:
        print(f"FAILED {name}: {why}")
    print(f"{len(outcomes) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
