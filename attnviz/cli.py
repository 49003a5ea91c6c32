"""The command line. Nothing here loads Qt or NumPy before an act needs it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attnviz import __version__
from attnviz.document.shapes_look import MAX_N, PICTURES
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES, system_language, translate

if TYPE_CHECKING:
    from attnviz.session.opening import Opened

OK, INPUT_AT_FAULT, USAGE = 0, 1, 2

SCRIPTS = ("numpy", "torch-parameter", "torch-linear")

SETTINGS_HELP = """settings (KEY=VALUE, numbers with a decimal point):
  text=SENTENCE                           head=content|previous|distance|mixed
  d_k=1…512                               scale=on|off        (division by √d_k)
  causal=on|off                           window=N|off        (the last N keys)
  padding=N                               temperature=NUMBER  (above 0)
  decay=NUMBER    (λ of distance)         previous=NUMBER     (c of previous token)
  mix=NUMBER,NUMBER,NUMBER (sum 1)        seed=N
  model=NAME|own  (whose shapes are shown: a file of resources/models, such as gpt2)
  Q=FILE  K=FILE  V=FILE  X=FILE  W_Q=FILE … W_O=FILE   (.csv, .tsv or .npy)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program with command line arguments; return its exit status (0, 1: input at fault, 2: usage)."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    commands: dict[str, Callable[[list[str]], int]] = {
        "lessons": _lessons,
        "compute": _compute,
        "export": _export,
        "code": _code,
    }
    try:
        if arguments and arguments[0] in commands:
            return commands[arguments[0]](arguments[1:])
        return _window(arguments)
    except InputError as error:
        print(f"attnviz: {error}", file=sys.stderr)  # noqa: T201
        return INPUT_AT_FAULT


def _window(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="attnviz",
        description="See, change, understand and show transformer attention.",
        epilog="Other commands: attnviz lessons | attnviz compute SOURCE --to FILE | attnviz export SOURCE --view VIEW "
        "--to FILE | attnviz code SOURCE --lang LANGUAGE; each has its own --help.",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a text file, or .npz/.json with Q, K and V")
    parser.add_argument("--lesson", metavar="NAME", help="open a lesson by its name (see: attnviz lessons)")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the window")
    parser.add_argument("--theme", choices=("system", "light", "dark"), help="colours of the window")
    parser.add_argument("--smoke", action="store_true", help="paint the first window, then quit with status 0")
    parser.add_argument("--version", action="version", version=f"attnviz {__version__}")
    options = parser.parse_args(arguments)
    if options.file and options.lesson:
        parser.error("give FILE or --lesson, not both")
    calm_blas()
    from attnviz.start import run

    return run(source=options.file or options.lesson, language=options.lang, theme=options.theme, smoke=options.smoke)


def calm_blas() -> None:
    """One BLAS thread in the window's process; call it before NumPy is imported.

    On a busy machine a product split over threads waits for the slowest one: a slider's step of half a millisecond
    then takes tens. The second core is for painting while a long product runs in the worker.
    """
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def _lessons(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="attnviz lessons", description="List the lessons: name and title.")
    _language_option(parser)
    options = parser.parse_args(arguments)
    from attnviz.document.lessons import headings

    for heading in headings(options.lang):
        print(f"{heading.id}\t{heading.title}")  # noqa: T201
    return OK


def _compute(arguments: list[str]) -> int:
    parser = _source_parser("compute", "Compute every step of a source and write the numbers.")
    parser.add_argument("--to", required=True, type=Path, metavar="FILE", help="where to: .npz or .json")
    options = parser.parse_args(arguments)
    suffix = options.to.suffix.lower()
    if suffix not in (".npz", ".json"):
        parser.error(f"--to {options.to.name}: the numbers are written as .npz or .json")
    _speak(options.lang)
    from attnviz.document.derive import derive
    from attnviz.io.results import write_json, write_npz

    opened = _open(options)
    arrays = derive(opened.document, outputs=True).arrays()
    (write_npz if suffix == ".npz" else write_json)(options.to, arrays)
    return OK


def _export(arguments: list[str]) -> int:
    parser = _source_parser("export", "Write a view of a source as a figure.")
    parser.add_argument("--view", required=True, choices=("steps", "matrix", "gradient", "training", "shapes", "code"))
    parser.add_argument("--to", required=True, type=Path, metavar="FILE", help="where to: .png, .svg or .pdf")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--query", type=int, metavar="N", help="the row to follow, from 1")
    parser.add_argument("--head", type=int, metavar="N", help="which of several heads to show, from 1")
    parser.add_argument("--script", choices=SCRIPTS, default="numpy", help="which script the view “code” shows")
    parser.add_argument("--picture", choices=PICTURES, help="which picture the view “shapes” shows")
    parser.add_argument("--tokens", type=int, metavar="N", help="how many tokens the view “shapes” reckons with")
    parser.add_argument("--dpi", type=int, default=192, help="dots per inch of a PNG (96: one pixel a point)")
    options = parser.parse_args(arguments)
    if options.to.suffix.lower() not in (".png", ".svg", ".pdf"):
        parser.error(f"--to {options.to.name}: a figure is written as .png, .svg or .pdf")
    if not 24 <= options.dpi <= 1200:
        parser.error(f"--dpi {options.dpi}: from 24 to 1200")
    if options.tokens is not None and not 1 <= options.tokens <= MAX_N:
        parser.error(f"--tokens {options.tokens}: from 1 to {MAX_N}")
    from dataclasses import replace

    from attnviz.headless import export_figure

    with export_figure(options.lang) as write:
        opened = _open(options)
        query = _query(options.query, opened)
        view = replace(opened.view, query=query, head=_head(options.head, opened), code=options.script)
        asked = {"picture": options.picture, "n": options.tokens}
        shapes = replace(view.shapes, **{name: value for name, value in asked.items() if value is not None})
        view = replace(view, shapes=shapes)
        write(opened.document, options.view, view, options.theme, options.dpi, options.to)
    return OK


def _code(arguments: list[str]) -> int:
    parser = _source_parser(
        "code", "Write a source as a script that runs and prints its matrices.", speech="--comments"
    )
    parser.add_argument("--lang", choices=SCRIPTS, default="numpy", dest="script", help="what it is written in")
    parser.add_argument("--to", type=Path, metavar="FILE", help="where to: .py; without it to the terminal")
    options = parser.parse_args(arguments)
    if options.to is not None and options.to.suffix.lower() != ".py":
        parser.error(f"--to {options.to.name}: a script is written as .py")
    _speak(options.lang)
    from attnviz.document.derive import derive
    from attnviz.export.code.files import write_code
    from attnviz.export.code.writer import code_text
    from attnviz.export.notation import Notation

    opened = _open(options)
    document, letters = opened.document, Notation(letters=opened.view.letters)
    trace = derive(document)
    if options.to is None:
        sys.stdout.buffer.write(code_text(document, trace, options.script, letters).encode("utf-8"))
    else:
        write_code(options.to, document, trace, options.script, letters)
    return OK


def _query(asked: int | None, opened: Opened) -> int:
    n = opened.document.source.n_q
    if asked is None:
        return opened.view.following(n)
    if not 1 <= asked <= n:
        raise InputError(
            translate("cli", "There is no row {found} to follow: the rows go from 1 to {n}.").format(found=asked, n=n)
        )
    return asked - 1


def _head(asked: int | None, opened: Opened) -> int:
    heads = getattr(opened.document.source, "n_heads", 1)
    if asked is None:
        return min(opened.view.head, heads - 1)
    if not 1 <= asked <= heads:
        raise InputError(
            translate("cli", "There is no head {found}: the heads go from 1 to {n}.").format(found=asked, n=heads)
        )
    return asked - 1


def _source_parser(command: str, description: str, speech: str = "--lang") -> argparse.ArgumentParser:
    """What every command that opens a source takes. `speech`: the option for the language people read."""
    parser = argparse.ArgumentParser(
        prog=f"attnviz {command}",
        description=description,
        epilog=SETTINGS_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("source", metavar="SOURCE", help="a lesson's name or title, a text file, or .npz/.json")
    parser.add_argument("--set", action="append", default=[], dest="settings", metavar="KEY=VALUE")
    _language_option(parser, speech)
    return parser


def _language_option(parser: argparse.ArgumentParser, name: str = "--lang") -> None:
    parser.add_argument(
        name, choices=LANGUAGES, default=system_language(), dest="lang", help="language of texts and errors"
    )


def _open(options: argparse.Namespace) -> Opened:
    from dataclasses import replace

    from attnviz.session.opening import apply_settings, open_source

    opened = open_source(options.source, options.lang)
    return replace(opened, document=apply_settings(opened.document, options.settings))


def _speak(language: str) -> None:
    """Errors in the person's language; English needs no Qt."""
    if language != "en":
        from PySide6.QtCore import QCoreApplication

        from attnviz.session.language import Language

        global _application, _language
        _application = QCoreApplication.instance() or QCoreApplication([])
        _language = Language()
        _language.use(language)


_application: object = None
_language: object = None
