"""Figures without a window or a screen, for the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from attnviz.document.document import Document
from attnviz.document.view_state import Tab, ViewState
from attnviz.errors import InputError
from attnviz.i18n import number_format
from attnviz.system_libraries import missing, sentence

Write = Callable[[Document, Tab, ViewState, str, int, Path], None]


@contextmanager
def export_figure(language: str) -> Iterator[Write]:
    """Gives write(document, tab, view, theme, dpi, path). Qt runs offscreen while it lasts.

    Raises InputError when a library that Qt needs is missing, with the line that installs it.
    """
    absent = missing(screen=False)
    if absent:
        raise InputError(sentence(absent))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    from attnviz.document.derive import derive
    from attnviz.document.training_runs import finished
    from attnviz.export.files import write_figure
    from attnviz.export.fonts import load_fonts, text_width
    from attnviz.export.palette import PALETTES
    from attnviz.export.scene import Scene
    from attnviz.export.views import provenance, view_figure
    from attnviz.session.language import Language

    application = QGuiApplication.instance() or QGuiApplication(["attnviz"])
    speech = Language()
    speech.use(language)
    load_fonts()

    def write(document: Document, tab: Tab, view: ViewState, theme: str, dpi: int, path: Path) -> None:
        scene = Scene(
            document=document,
            trace=derive(document).for_head(view.head),
            view=replace(view, tab=tab),
            form=number_format(language),
            training=finished(document.training) if tab == "training" else None,
        )
        figure = view_figure(scene, text_width)
        palette = PALETTES["dark" if theme == "dark" else "light"]
        write_figure(figure, path, palette=palette, dpi=dpi, generator=provenance(document))

    yield write
    del application
