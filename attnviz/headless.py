"""Figures without a window or a screen, for the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from attnviz.document.document import Document
from attnviz.document.view_state import Tab
from attnviz.errors import InputError
from attnviz.i18n import number_format
from attnviz.system_libraries import missing, sentence

Write = Callable[[Document, Tab, int, int, str, int, Path], None]


@contextmanager
def export_figure(language: str) -> Iterator[Write]:
    """Gives write(document, view, query, head, theme, dpi, path). Qt runs offscreen while it lasts.

    Raises InputError when a library that Qt needs is missing, with the line that installs it.
    """
    absent = missing(screen=False)
    if absent:
        raise InputError(sentence(absent))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtGui import QGuiApplication

    from attnviz.document.derive import derive
    from attnviz.export.files import write_figure
    from attnviz.export.fonts import load_fonts, text_width
    from attnviz.export.palette import PALETTES
    from attnviz.export.views import provenance, view_figure
    from attnviz.session.language import Language

    application = QGuiApplication.instance() or QGuiApplication(["attnviz"])
    speech = Language()
    speech.use(language)
    load_fonts()

    def write(document: Document, view: Tab, query: int, head: int, theme: str, dpi: int, path: Path) -> None:
        trace, form = derive(document).for_head(head), number_format(language)
        figure = view_figure(view, document, trace, query=query, measure=text_width, form=form)
        palette = PALETTES["dark" if theme == "dark" else "light"]
        write_figure(figure, path, palette=palette, dpi=dpi, generator=provenance(document))

    yield write
    del application
