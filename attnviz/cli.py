"""The command line. Nothing here loads Qt or NumPy before an act needs it."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attnviz import __version__
from attnviz.errors import InputError
from attnviz.i18n import LANGUAGES, number_format, system_language

if TYPE_CHECKING:
    from attnviz.document.document import Document
    from attnviz.session.opening import Opened

OK, INPUT_AT_FAULT, USAGE = 0, 1, 2
# Of mallopt, in glibc's malloc.h: how many heaps there may be; from how many bytes on a block is no part of them; how
# many may lie free at the end of one.
ARENA_MAX, MMAP_THRESHOLD, TRIM_THRESHOLD = -8, -3, -1
HEAP = ((ARENA_MAX, 1), (MMAP_THRESHOLD, 4 << 20), (TRIM_THRESHOLD, 16 << 20))

NUMBERS = (".npz", ".json", ".csv", ".tex", ".md")
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
    try:
        if arguments and arguments[0] in COMMANDS:
            return COMMANDS[arguments[0]](arguments[1:])
        return _window(arguments)
    except InputError as error:
        print(f"attnviz: {error}", file=sys.stderr)  # noqa: T201
        return INPUT_AT_FAULT


def _window(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="attnviz",
        description="See, change, understand and show transformer attention.",
        epilog="Other commands: attnviz lessons | attnviz compute SOURCE --to FILE | attnviz export SOURCE --view VIEW "
        "--to FILE | attnviz code SOURCE --lang LANGUAGE | attnviz doctor; each has its own --help.",
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="a text file, or .npz/.json with Q, K and V")
    parser.add_argument("--lesson", metavar="NAME", help="open a lesson by its name (see: attnviz lessons)")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the window")
    parser.add_argument("--theme", choices=("system", "light", "dark"), help="colours of the window")
    parser.add_argument("--smoke", action="store_true", help="paint the first window, say so, quit with status 0")
    parser.add_argument("--version", action="version", version=f"attnviz {__version__}")
    _refuse_late_command(parser, arguments)
    options = parser.parse_args(arguments)
    if options.file and options.lesson:
        parser.error("give FILE or --lesson, not both")
    calm_blas()
    one_heap()
    _require_libraries()
    gc.disable()  # what is imported stays: looking through it for cycles is a tenth of the time to the first picture
    # PySide reads the source of whatever is imported after it: what needs no Qt comes before.
    import attnviz.session.opening  # noqa: F401
    from attnviz.start import run

    gc.freeze()  # nor will `session.garbage`, which looks from now on, go through it every time
    seen = (lambda: print("first picture", flush=True)) if options.smoke else None  # noqa: T201
    return run(source=options.file or options.lesson, language=options.lang, theme=options.theme, smoke=seen)


def _refuse_late_command(parser: argparse.ArgumentParser, arguments: list[str]) -> None:
    """A command behind options would be taken for a file: say where it goes, unless there is a file of that name."""
    with_value, words = False, []
    for argument in arguments:
        if not with_value and not argument.startswith("-"):
            words.append(argument)
        with_value = argument in ("--lang", "--theme", "--lesson")
    if words and words[0] in COMMANDS and not Path(words[0]).exists():
        name = words[0]
        parser.error(f"{name} is a command and comes first, its options behind it: see attnviz {name} --help")


def _require_libraries() -> None:
    """Say which system libraries are missing before Qt is read, which fails without them."""
    from attnviz.system_libraries import missing_here, sentence

    absent = missing_here(os.environ)
    if absent:
        raise InputError(sentence(absent))


def calm_blas() -> None:
    """One BLAS thread in the window's process; call it before NumPy is imported.

    On a busy machine a product split over threads waits for the slowest one: a slider's step of half a millisecond
    then takes tens. The second core is for painting while a long product runs in the worker.
    """
    for name in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")


def one_heap() -> None:
    """One heap for all threads of the window's process; call it before there is a second one.

    The C library of Linux gives every thread a heap of its own, and what a worker has let go of in its heap is of no
    use to the others. After some thousand acts that is a tenth of what the program holds.

    What is larger than a window's picture does not widen the heap: small things that come to lie behind it would keep
    it wide. And the heap's end is not given back and taken anew with every picture of a drag, which at 512 tokens is
    a thousand pages a picture; `session.garbage` gives it back at rest.
    """
    if sys.platform.startswith("linux"):
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            for parameter, value in HEAP:
                mallopt(parameter, value)


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
    parser.add_argument("--to", required=True, type=Path, metavar="FILE", help=f"where to: {_either(NUMBERS)}")
    parser.add_argument(
        "--matrix", action="append", default=[], metavar="NAME", help="only this step (weights, output …); repeatable"
    )
    parser.add_argument("--places", type=int, default=3, metavar="N", help="decimals in .tex and .md")
    options = parser.parse_args(arguments)
    if options.to.suffix.lower() not in NUMBERS:
        parser.error(f"--to {options.to.name}: the numbers are written as {_either(NUMBERS)}")
    if not 0 <= options.places <= 17:
        parser.error(f"--places {options.places}: from 0 to 17")
    _speak(options.lang)
    from attnviz.document.derive import derive
    from attnviz.export.numbers import write_numbers

    document = _open(options).document
    trace, form = derive(document, outputs=True), number_format(options.lang)
    write_numbers(options.to, document, trace, form, matrices=options.matrix, places=options.places)
    return OK


def _either(endings: Sequence[str]) -> str:
    """.a, .b or .c"""
    return f"{', '.join(endings[:-1])} or {endings[-1]}"


def _export(arguments: list[str]) -> int:
    from attnviz.commands import film
    from attnviz.commands.export import EPILOG, add_options, carry_out, order_of

    parser = _source_parser("export", "Write views of sources as figures.", many=True, epilog=EPILOG)
    add_options(parser)
    film.add_options(parser)
    options = parser.parse_args(arguments)
    if film.is_film(options.to):
        calm_blas()
        return OK if film.carry_out(options, parser) else INPUT_AT_FAULT
    order = order_of(options, parser)
    calm_blas()
    done = carry_out(order, options.jobs, lambda line: print(f"attnviz: {line}", file=sys.stderr))  # noqa: T201
    return OK if done else INPUT_AT_FAULT


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


def _doctor(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="attnviz doctor",
        description="Look whether all that the program needs is there, and say how to get what is not. "
        "Status 0: it is; 1: it is not.",
    )
    _language_option(parser)
    parser.add_argument("--qt-part", type=Path, help=argparse.SUPPRESS)  # for the process in which Qt is tried
    options = parser.parse_args(arguments)
    calm_blas()
    from attnviz.commands import doctor

    if options.qt_part is not None:
        doctor.write_qt_part(options.qt_part, options.lang)
        return OK
    try:
        _speak(options.lang)
    except ImportError:  # Qt does not load, which is what will be said
        from attnviz.commands.catalog import speak_without_qt

        speak_without_qt(options.lang)
    findings = doctor.examine(options.lang)
    print(doctor.as_text(findings))  # noqa: T201
    return OK if doctor.healthy(findings) else INPUT_AT_FAULT


def _source_parser(
    command: str, description: str, speech: str = "--lang", *, many: bool = False, epilog: str = ""
) -> argparse.ArgumentParser:
    """What every command that opens a source takes. `speech`: the option for the language people read."""
    parser = argparse.ArgumentParser(
        prog=f"attnviz {command}",
        description=description,
        epilog=epilog + SETTINGS_HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    told = "a lesson's name or title, a text file, .npz/.json, or a figure that attnviz saved"
    parser.add_argument("source", metavar="SOURCE", help=told, nargs="+" if many else None)
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
    _say_size(opened.document)
    return replace(opened, document=apply_settings(opened.document, options.settings))


def _say_size(document: Document) -> None:
    """Of a very large head, how much memory reading it takes, before it is taken."""
    from attnviz.document.imported_source import ImportedSource

    source = document.source
    if not isinstance(source, ImportedSource):
        return
    from attnviz.io.attention_memory import much

    found = much(source.stack)
    if found is not None:
        needed, free = (f"{size / 1e9:.1f} GB" for size in found)
        print(f"attnviz: this takes about {needed} of memory; {free} are free", file=sys.stderr)  # noqa: T201


def _speak(language: str) -> None:
    """Errors in the person's language; English needs no Qt."""
    if language != "en":
        from PySide6.QtCore import QCoreApplication

        from attnviz.session.language import Language

        global _application, _language
        _application = QCoreApplication.instance() or QCoreApplication([])
        _language = Language()
        _language.use(language)


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "lessons": _lessons,
    "compute": _compute,
    "export": _export,
    "code": _code,
    "doctor": _doctor,
}
_application: object = None
_language: object = None
