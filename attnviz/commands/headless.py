"""Figures without a window or a screen, for the command line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING

from attnviz.document.derive import derive
from attnviz.document.document import Document
from attnviz.document.head_grid import grids
from attnviz.document.imported_view import fitted_view, picked_document
from attnviz.document.trace import Trace
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.i18n import number_format
from attnviz.system_libraries import missing, sentence

if TYPE_CHECKING:
    from attnviz.commands.batch import Job
    from attnviz.export.scene import Scene

_language = "en"


@contextmanager
def export_figure(language: str) -> Iterator[None]:
    """Qt runs offscreen while it lasts, in a language; `write` then writes figures.

    Raises InputError when a library that Qt needs is missing, with the line that installs it.
    """
    global _language
    absent = missing()
    if absent:
        raise InputError(sentence(absent))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    from attnviz.export.fonts import load_fonts
    from attnviz.session.language import Language

    application = QGuiApplication.instance() or QGuiApplication(["attnviz"])
    speech = Language()
    speech.use(language)
    _language = language
    load_fonts()
    yield
    del application


def spoken() -> str:
    """The language of the figures."""
    return _language


def write(job: Job, document: Document, view: ViewState) -> None:
    """Write one figure of a document. Raises InputError where it cannot be."""
    from attnviz.export.fonts import text_width
    from attnviz.export.formats import file_bytes
    from attnviz.io.atomic import atomic_write

    data = file_bytes(scene_of(job, document, view), job.look, job.path, text_width)
    with atomic_write(job.path) as file:
        file.write(data)


def scene_of(job: Job, document: Document, view: ViewState) -> Scene:
    """What the window would show of a document after all its workers are done."""
    from attnviz.export.absent import why_absent
    from attnviz.export.whole_scene import whole_scene

    view = _view_of(job, document, view)
    picked = picked_document(document, view)
    scene = whole_scene(picked, fitted_view(picked, view), number_format(_language), trace=_trace_of(picked))
    if view.tab != "heads" or why_absent(document, "heads") is not None:
        return scene
    (grid,) = grids(document, repeat(False))  # the whole at once
    return replace(scene, grid=grid)


def _view_of(job: Job, document: Document, view: ViewState) -> ViewState:
    n_heads = int(getattr(document.source, "n_heads", 1))
    return replace(
        view,
        tab=job.view,
        query=view.following(document.source.n_q) if job.query is None else job.query,
        head=min(view.head, n_heads - 1) if job.head is None else job.head,
        layer=view.layer if job.layer is None else job.layer,
        code=job.script,
        numbers=job.look.parts.numbers,
        shapes=replace(view.shapes, **dict(job.shapes)),
    )


@lru_cache(maxsize=1)  # of all heads: the next figure is often of the same document
def _trace_of(document: Document) -> Trace:
    return derive(document)
