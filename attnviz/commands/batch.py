"""Many figures at once: which there are, what their files are called, and writing them, in several processes if asked.

Nothing here loads Qt before a figure is drawn; a job is plain data, so that another process can do it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from attnviz.document.document import Document
from attnviz.document.figure_look import FigureLook
from attnviz.document.imported_source import ImportedSource
from attnviz.document.settings import SETTINGS
from attnviz.document.view_state import Script, Tab, ViewState
from attnviz.errors import InputError
from attnviz.i18n import translate
from attnviz.session.opening import apply_settings, open_source

MOST_JOBS = 100_000
PLACES = ("name", "view", "layer", "head", "value", "index")
CHUNK = 8  # figures that a process is given at a time: little waits at the end

Values = tuple[str, tuple[str, ...]]  # a setting, and what it is given in turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One figure. `query`, `head` and `layer` count from 0; None is what the document itself looks at."""

    source: str
    settings: tuple[str, ...]
    view: Tab
    path: Path
    look: FigureLook
    query: int | None = None
    head: int | None = None
    layer: int | None = None
    script: Script = "numpy"
    shapes: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What the command line asks for."""

    sources: tuple[str, ...]
    views: tuple[Tab, ...]  # none: all that a document has
    pattern: str
    look: FigureLook
    language: str
    settings: tuple[str, ...] = ()
    sweep: Values | None = None
    heads: tuple[int, ...] | None = ()  # 0-based; None: all; none: the document's own
    query: int | None = None
    script: Script = "numpy"
    shapes: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A figure or a source that was not to be had, and why."""

    what: str
    sentence: str


def sweep_values(text: str) -> Values:
    """KEY=FROM..TO, KEY=FROM..TO:STEP or KEY=A,B,C. Raises InputError naming what is expected."""
    key, equals, rest = text.partition("=")
    refused = InputError(
        translate(
            "batch", "“{text}” is no sweep: write KEY=FROM..TO, KEY=FROM..TO:STEP or KEY=A,B,C, with a key of {keys}."
        ).format(text=text, keys=", ".join(SETTINGS))
    )
    if not equals or key not in SETTINGS or not rest:
        raise refused
    if ".." not in rest or key == "text":
        # A mixture is three numbers: between several of them stands a semicolon.
        return key, tuple(part.strip() for part in rest.split(";" if ";" in rest or key == "mix" else ","))
    ends, _, step = rest.partition(":")
    first, _, last = ends.partition("..")
    try:
        low, high, by = float(first), float(last), float(step or "1")
    except ValueError as error:
        raise refused from error
    if not all(map(math.isfinite, (low, high, by))) or by <= 0 or abs(high - low) / by >= MOST_JOBS:
        raise refused
    count = math.floor(abs(high - low) / by + 1e-9) + 1
    down = -1 if high < low else 1
    return key, tuple(_number(low + down * by * index) for index in range(count))


def _number(value: float) -> str:
    return f"{round(value, 10):.10f}".rstrip("0").rstrip(".")


def plan(order: Order) -> tuple[list[Job], list[Failure]]:
    """Every figure of the order with the name of its file, and the sources that cannot be opened.

    Raises InputError where two figures would have one name.
    """
    jobs: list[Job] = []
    failures: list[Failure] = []
    for source in order.sources:
        try:
            jobs.extend(_of_source(order, source))
        except InputError as error:
            failures.append(Failure(what=source, sentence=str(error)))
        if len(jobs) > MOST_JOBS:
            raise InputError(translate("batch", "More than {most} figures at once.").format(most=MOST_JOBS))
    named: list[Job] = []
    taken: dict[Path, Job] = {}
    for job in (replace(job, path=_numbered(job.path, index)) for index, job in enumerate(jobs, 1)):
        if job.path in taken:
            raise InputError(
                translate(
                    "batch",
                    "Two figures would both be {file}: put what tells them apart into --to, as one of {places}.",
                ).format(file=job.path, places=", ".join(f"{{{place}}}" for place in _useful(order)))
            )
        taken[job.path] = job
        named.append(job)
    return named, failures


def _useful(order: Order) -> tuple[str, ...]:
    return (*PLACES, order.sweep[0]) if order.sweep else PLACES


def _of_source(order: Order, name: str) -> Iterator[Job]:
    from attnviz.export.absent import why_absent

    opened = open_source(name, order.language)
    for value in order.sweep[1] if order.sweep else (None,):
        more = (f"{order.sweep[0]}={value}",) if order.sweep else ()
        settings = (*order.settings, *more)
        document = apply_settings(opened.document, settings)
        views = order.views or tuple(tab for tab in _ALL if why_absent(document, tab) is None)
        query = _row(order.query, document)
        for view in views:
            for head, layer in _heads(order, document, view):
                words = {
                    "name": _title(name),
                    "view": view,
                    "head": _from_one(head if head is not None else opened.view.head),
                    "layer": _from_one(layer if layer is not None else opened.view.layer),
                    "value": value or "",
                }
                if order.sweep:
                    words[order.sweep[0]] = value or ""
                yield Job(
                    source=name,
                    settings=settings,
                    view=view,
                    path=Path(_filled(order.pattern, words)),
                    look=order.look,
                    query=query,
                    head=head,
                    layer=layer,
                    script=order.script,
                    shapes=order.shapes,
                )


_ALL: tuple[Tab, ...] = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")
_HEADED = ("steps", "matrix", "gradient")  # views of one head


def _row(asked: int | None, document: Document) -> int | None:
    n = document.source.n_q
    if asked is not None and not 0 <= asked < n:
        raise InputError(
            translate("cli", "There is no row {found} to follow: the rows go from 1 to {n}.").format(
                found=asked + 1, n=n
            )
        )
    return asked


def _heads(order: Order, document: Document, view: Tab) -> list[tuple[int | None, int | None]]:
    """(head, layer) of every figure of a view."""
    source = document.source
    n_heads = int(getattr(source, "n_heads", 1))
    if order.heads == () or (view not in _HEADED and order.heads is None):
        return [(None, None)]
    for head in order.heads or ():
        if not 0 <= head < n_heads:
            raise InputError(
                translate("cli", "There is no head {found}: the heads go from 1 to {n}.").format(
                    found=head + 1, n=n_heads
                )
            )
    heads = range(n_heads) if order.heads is None else order.heads
    if order.heads is None and isinstance(source, ImportedSource):
        return [(head, layer) for layer, head in source.reading.stack.places()]
    return [(head, None) for head in heads]


def _title(source: str) -> str:
    path = Path(source)
    return path.stem if path.suffix else source


def _from_one(index: int) -> str:
    return str(index + 1)


def checked_pattern(pattern: str, sweep: Values | None) -> str:
    """The pattern as it is. Raises InputError for a place that nothing fills."""
    known = (*PLACES, sweep[0]) if sweep else PLACES
    for place in re.findall(r"\{([^{}]*)\}", pattern):
        if place not in known:
            raise InputError(
                translate("batch", "--to has no place {found}: choose from {places}.").format(
                    found=f"{{{place}}}", places=", ".join(f"{{{name}}}" for name in known)
                )
            )
    return pattern


def _filled(pattern: str, words: dict[str, str]) -> str:
    """The pattern with its places filled, each as a part of one file's name; {index} waits for all figures."""
    return re.sub(r"\{(\w+)\}", lambda m: m[0] if m[1] == "index" else _safe(words[m[1]]), pattern)


def _safe(text: str) -> str:
    """A text as a part of a file's name, on any system."""
    kept = "".join("_" if c in '<>:"/\\|?*' or ord(c) < 32 or 0xD800 <= ord(c) < 0xE000 else c for c in text)
    return kept.strip(" .")[:120] or "_"


def _numbered(path: Path, index: int) -> Path:
    return Path(str(path).replace("{index}", str(index)))


# writing ----------------------------------------------------------------------------------------------------


def run(jobs: Sequence[Job], language: str, processes: int, told: Callable[[int, int], None]) -> list[Failure]:
    """Write all figures; what failed, in their order. `told(done, all)` follows every figure.

    In this process `headless.export_figure` must hold; others see to it themselves.
    """
    failures: list[Failure] = []
    for done, failure in enumerate(_done(jobs, language, min(processes, len(jobs))), 1):
        if failure is not None:
            failures.append(failure)
        told(done, len(jobs))
    return failures


def _done(jobs: Sequence[Job], language: str, processes: int) -> Iterator[Failure | None]:
    if processes <= 1:
        yield from map(do, jobs)
        return
    # Spawned, not forked: Qt and BLAS have threads that a forked child would miss.
    context = get_context("spawn")
    try:
        pool = ProcessPoolExecutor(processes, context, initializer=_begin, initargs=(language,))
    except OSError:  # the system has no locks to share between processes, as without /dev/shm: then one after another
        yield from map(do, jobs)
        return
    with pool:
        yield from pool.map(do, jobs, chunksize=max(1, min(CHUNK, len(jobs) // processes)))


_held: list[object] = []  # what a process of its own keeps until it ends


def _begin(language: str) -> None:
    """In a process of its own: Qt offscreen, in the language."""
    from attnviz.cli import calm_blas

    calm_blas()
    from attnviz.commands.headless import export_figure

    context = export_figure(language)
    context.__enter__()
    _held.append(context)


def do(job: Job) -> Failure | None:
    """Write one figure; why not, where it cannot be."""
    from attnviz.commands.headless import spoken, write

    try:
        write(job, *_source_of(job.source, job.settings, spoken()))
    except InputError as error:
        return Failure(what=str(job.path), sentence=str(error))
    return None


@lru_cache(maxsize=8)
def _source_of(name: str, settings: tuple[str, ...], language: str) -> tuple[Document, ViewState]:
    """A source with its settings, opened once for all figures of it."""
    opened = open_source(name, language)
    return apply_settings(opened.document, settings), opened.view
