"""The command line's `export` where the file is an animation: one parameter swept through its values."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from attnviz.document.figure_look import FigureLook
from attnviz.errors import InputError
from attnviz.i18n import translate

if TYPE_CHECKING:
    from attnviz.export.animation import Progress
    from attnviz.export.scene import Scene
    from attnviz.export.sweep import Motion

ENDINGS = (".gif", ".webp", ".mp4")
EASINGS = ("linear", "smooth", "geometric")


def add_options(parser: argparse.ArgumentParser) -> None:
    """What `export` takes for an animation."""
    film = parser.add_argument_group(
        "animation", "--to FILE.gif, .webp or .mp4 with --sweep NAME=FROM..TO, of d_k, temperature, decay, previous, "
        "mix (mix=1,0,0..0,0,1), head, step or training; --size 1280x720px",
    )  # fmt: skip
    film.add_argument("--seconds", type=float, default=4.0, help="how long the way takes (4)")
    film.add_argument("--fps", type=int, default=20, help="pictures a second (20)")
    film.add_argument("--easing", choices=EASINGS, default="smooth", help="how the value moves")
    film.add_argument("--back", action="store_true", help="and back again, so that a loop does not jump")
    # For the window: says how far it is on standard output, and stops when standard input is closed.
    film.add_argument("--guided", action="store_true", help=argparse.SUPPRESS)


def is_film(to: str) -> bool:
    """Whether a file of this name is an animation."""
    return Path(to).suffix.lower() in ENDINGS


def carry_out(options: argparse.Namespace, parser: argparse.ArgumentParser) -> bool:
    """Make the film; whether it was finished. Raises InputError for what cannot be animated."""
    if options.sweep is None:
        parser.error(f"--to {Path(options.to).name}: an animation needs --sweep, for example --sweep d_k=1..128")
    if len(options.source) != 1 or options.view is None:
        parser.error("an animation is of one SOURCE and one --view")
    width, height = _pixels(options.size, parser)
    from attnviz.commands.headless import export_figure

    with export_figure(options.lang):
        from attnviz.export.animation import Cancelled, camera, write_animation
        from attnviz.export.film import Film
        from attnviz.export.fonts import text_width
        from attnviz.export.palette import PALETTES
        from attnviz.export.views import provenance

        scene = _scene(options, parser)
        shape = None if width is None or height is None else (width, height)
        film = Film(scene, _motion(options), text_width, shape=shape)
        made = camera(film, PALETTES[options.theme], width, height)
        progress = _guided() if options.guided else _on_terminal()
        try:
            write_animation(Path(options.to), made, progress=progress, generator=provenance(scene.document))
        except Cancelled:
            return False
    return True


def _motion(options: argparse.Namespace) -> Motion:
    from attnviz.export.sweep import Motion, parse_sweep

    return Motion(
        sweep=parse_sweep(options.sweep),
        easing=options.easing,
        seconds=options.seconds,
        fps=options.fps,
        back=options.back,
    )


def _scene(options: argparse.Namespace, parser: argparse.ArgumentParser) -> Scene:
    from attnviz.commands.batch import Job
    from attnviz.commands.headless import scene_of
    from attnviz.session.opening import apply_settings, open_source

    opened = open_source(options.source[0], options.lang)
    document = apply_settings(opened.document, options.settings)
    n = document.source.n_q
    if options.query is not None and not 1 <= options.query <= n:
        raise InputError(
            translate("cli", "There is no row {found} to follow: the rows go from 1 to {n}.").format(
                found=options.query, n=n
            )
        )
    if options.head is not None and not options.head.isdigit():
        parser.error(f"--head {options.head}: an animation shows one head, a number from 1")
    job = Job(
        source=options.source[0],
        settings=tuple(options.settings),
        view=options.view,
        path=Path(options.to),
        look=FigureLook(theme=options.theme),
        query=None if options.query is None else options.query - 1,
        head=None if options.head is None else int(options.head) - 1,
        script=options.script,
    )
    return scene_of(job, document, opened.view)


def _pixels(size: str | None, parser: argparse.ArgumentParser) -> tuple[int | None, int | None]:
    """--size as whole pixels."""
    if size is None:
        return None, None
    across, _, down = size.removesuffix("px").replace("×", "x").partition("x")
    if not (across.isdigit() and down.isdigit() and len(across) < 6 and len(down) < 6):
        parser.error(f"--size {size}: of an animation in pixels, such as 1280x720px")
    return int(across), int(down)


def _on_terminal() -> Progress:
    """Says how far it is, on a terminal and only there."""
    terminal = sys.stderr.isatty()

    def told(done: int, all_of_them: int) -> None:
        if terminal:
            sys.stderr.write(f"\r{done}/{all_of_them}" + ("\n" if done == all_of_them else ""))
            sys.stderr.flush()

    return told


def _guided() -> Callable[[int, int], None]:
    """Says how far it is to whoever started this program, and stops when they close its standard input or are gone."""
    from attnviz.export.animation import Cancelled

    closed = threading.Event()

    def wait() -> None:
        # Past Python's own buffer, whose lock a thread that waits forever would hold when the program ends.
        while os.read(sys.stdin.fileno(), 4096):
            continue
        closed.set()

    threading.Thread(target=wait, daemon=True).start()

    def told(done: int, all_of_them: int) -> None:
        sys.stdout.write(f"{done}/{all_of_them}\n")
        sys.stdout.flush()
        if closed.is_set():
            raise Cancelled

    return told
