"""Films of documents, in few words."""

from __future__ import annotations

from attnviz.document.view_state import ViewState
from attnviz.export.film import Film
from attnviz.export.fonts import text_width
from attnviz.export.sweep import Motion, parse_sweep
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import number_format


def scene_of(document, tab="matrix", language="en", **view):
    return whole_scene(document, ViewState(tab=tab, **view), number_format(language))


def motion(text, seconds=1.0, fps=10, **options):
    return Motion(sweep=parse_sweep(text), seconds=seconds, fps=fps, **options)


def film(document, text, tab="matrix", **options):
    return Film(scene_of(document, tab), motion(text, **options), text_width)
