"""The command line's `export`: its options, and what they ask for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from attnviz.document.figure_look import (
    LEAST_DPI,
    MOST_DPI,
    PART_NAMES,
    PIXELS,
    PRESETS,
    USUAL_VECTOR_CELLS,
    FigureLook,
    Parts,
    Unit,
    checked,
    with_preset,
)
from attnviz.document.shapes_look import MAX_N, PICTURES
from attnviz.document.view_state import Script, Tab
from attnviz.errors import InputError
from attnviz.i18n import translate

if TYPE_CHECKING:
    from attnviz.commands.batch import Failure, Order, Values

ENDINGS = (".png", ".svg", ".pdf", ".pptx", ".html")
Say = Callable[[str], None]

EPILOG = """names of files (--to): {name} {view} {layer} {head} {value} {index}, and the key of --sweep
  attnviz export bank gato --all-views --to 'figs/{name}-{view}.svg' --jobs 2
  attnviz export sentence --view matrix --sweep d_k=1..128 --to 'figs/d_k-{d_k}.png'

"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Everything that `export` takes beside its sources and settings."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--view", choices=get_args(Tab))
    which.add_argument("--all-views", action="store_true", help="every view that the source has")
    parser.add_argument(
        "--to", required=True, metavar="FILE", help="where to: .png, .svg, .pdf, .pptx or .html; see below"
    )
    parser.add_argument("--sweep", metavar="KEY=FROM..TO", help="a figure for every value: d_k=1..128, decay=0..2:0.1")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes draw at once")
    parser.add_argument("--query", type=int, metavar="N", help="the row to follow, from 1")
    parser.add_argument("--head", metavar="N", help="which of several heads to show, from 1; several: 1,3; or all")
    parser.add_argument("--script", choices=get_args(Script), default="numpy", help="which script “code” shows")
    parser.add_argument("--picture", choices=PICTURES, help="which picture the view “shapes” shows")
    parser.add_argument("--tokens", type=int, metavar="N", help="how many tokens the view “shapes” reckons with")
    look = parser.add_argument_group("look")
    look.add_argument("--theme", choices=("light", "dark"), default="light")
    look.add_argument("--preset", choices=tuple(PRESETS), help="a size with the type that suits it")
    look.add_argument("--size", metavar="W×H", help="such as 85x60mm, 6x4in or 1280x720px")
    look.add_argument("--font-size", type=float, metavar="PT", help="points of the labels at that size")
    look.add_argument("--grow", action="store_true", help="higher than that size where the type needs it")
    look.add_argument("--dpi", type=int, default=192, help="dots per inch of a PNG (96: one pixel a point)")
    look.add_argument("--transparent", action="store_true", help="no paper behind the figure")
    look.add_argument("--title", default="")
    look.add_argument("--caption", default="")
    look.add_argument("--without", default="", metavar="PARTS", help=f"what is left out, of {', '.join(PART_NAMES)}")
    look.add_argument(
        "--vector-cells", type=int, default=USUAL_VECTOR_CELLS, metavar="N", help="a matrix of more is a picture"
    )
    look.add_argument("--no-document", action="store_true", help="do not keep the document inside the file")


def order_of(options: argparse.Namespace, parser: argparse.ArgumentParser) -> Order:
    """What is asked for; wrong usage ends the program, as argparse does."""
    from attnviz.commands.batch import Order, checked_pattern, sweep_values

    if Path(options.to).suffix.lower() not in ENDINGS:
        parser.error(f"--to {Path(options.to).name}: a figure is written as {', '.join(ENDINGS)}")
    if options.tokens is not None and not 1 <= options.tokens <= MAX_N:
        parser.error(f"--tokens {options.tokens}: from 1 to {MAX_N}")
    if options.jobs < 1:
        parser.error(f"--jobs {options.jobs}: at least 1")
    look = _look(options, parser)
    sweep: Values | None = None
    try:
        sweep = sweep_values(options.sweep) if options.sweep else None
        checked_pattern(options.to, sweep)
    except InputError as error:
        parser.error(str(error))
    shapes = {"picture": options.picture, "n": options.tokens}
    return Order(
        sources=tuple(options.source),
        views=() if options.all_views else (options.view,),
        pattern=options.to,
        look=look,
        language=options.lang,
        settings=tuple(options.settings),
        sweep=sweep,
        heads=_heads(options.head, parser),
        query=None if options.query is None else options.query - 1,
        script=options.script,
        shapes=tuple((name, value) for name, value in shapes.items() if value is not None),
    )


def _look(options: argparse.Namespace, parser: argparse.ArgumentParser) -> FigureLook:
    if not LEAST_DPI <= options.dpi <= MOST_DPI:
        parser.error(f"--dpi {options.dpi}: from {LEAST_DPI} to {MOST_DPI}")
    left_out = [name for name in options.without.split(",") if name]
    for name in left_out:
        if name not in PART_NAMES:
            parser.error(f"--without {name}: choose from {', '.join(PART_NAMES)}")
    look = FigureLook(
        theme=options.theme,
        dpi=options.dpi,
        background="transparent" if options.transparent else "paper",
        title=options.title,
        caption=options.caption,
        parts=Parts(**{part.name: part.name not in left_out for part in fields(Parts)}),
        format=Path(options.to).suffix.lower().lstrip("."),
        vector_cells=options.vector_cells,
        embed=not options.no_document,
    )
    if options.preset:
        look = with_preset(look, options.preset)
    if options.size:
        look = _sized(look, options.size, parser)
    if options.font_size is not None:
        look = replace(look, font=options.font_size)
    if options.grow:
        look = replace(look, grow=True)
    try:
        return checked(look)
    except InputError as error:
        parser.error(str(error))


def _sized(look: FigureLook, text: str, parser: argparse.ArgumentParser) -> FigureLook:
    unit: Unit = next((name for name in PIXELS if text.endswith(name)), "mm")
    across, _, down = text.removesuffix(unit).replace("×", "x").partition("x")
    try:
        width, height = float(across), float(down)
    except ValueError:
        parser.error(f"--size {text}: write width and height, such as 85x60mm")
    return replace(look, preset="custom", width=width, height=height, unit=unit)


def _heads(text: str | None, parser: argparse.ArgumentParser) -> tuple[int, ...] | None:
    if text is None or text == "all":
        return () if text is None else None
    try:
        return tuple(int(part) - 1 for part in text.split(","))
    except ValueError:
        parser.error(f"--head {text}: a number from 1, several as 1,3, or all")


def carry_out(order: Order, processes: int, say: Say) -> bool:
    """Draw everything; whether all of it succeeded. `say` takes a sentence for whatever did not."""
    from attnviz.commands.batch import plan, run
    from attnviz.commands.headless import export_figure

    with export_figure(order.language):
        jobs, failures = plan(order)
        for folder in {job.path.parent for job in jobs if "{" in order.pattern}:
            _make(folder)
        failures += run(jobs, order.language, processes, _progress(len(jobs)))
    many = len(jobs) + len(failures) > 1
    for failure in failures:
        say(f"{failure.what}: {failure.sentence}" if many and not _named(failure) else failure.sentence)
    return not failures


def _named(failure: Failure) -> bool:
    """Whether the sentence says itself which file it is about."""
    return Path(failure.what).name in failure.sentence


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            translate("batch", "The folder {folder} cannot be made: {reason}.").format(
                folder=folder, reason=error.strerror
            )
        ) from error


def _progress(count: int) -> Callable[[int, int], None]:
    """Says how far it is, on a terminal and only there."""
    terminal = sys.stderr.isatty() and count > 1 and os.environ.get("TERM") != "dumb"

    def told(done: int, all_of_them: int) -> None:
        if terminal:
            sys.stderr.write(f"\r{done}/{all_of_them}" + ("\n" if done == all_of_them else ""))
            sys.stderr.flush()

    return told
