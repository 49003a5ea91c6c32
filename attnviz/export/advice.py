"""What to do where the type of a figure comes out too small to be read: another size, or a deck of slides."""

from __future__ import annotations

from dataclasses import replace

from attnviz.document.figure_look import FigureLook, with_preset
from attnviz.export.fitted import is_chain
from attnviz.export.scene import Scene

LEAST_POINTS = 7.0  # of type that is read on paper without effort, and on a slide from the first rows
SLIDES = ("slide", "slide-half", "slide-third")


def larger(scene: Scene, look: FigureLook, points: float) -> FigureLook | None:
    """A look in which the type is larger than these `points`: a whole slide for a part of one, one slide for each
    step of a chain for a whole one; None where the type is large enough, or was asked for."""
    if points >= LEAST_POINTS or look.font is not None or look.format in ("html", "pptx"):
        return None
    if is_chain(scene) and look.preset in (*SLIDES, "own"):
        return replace(with_preset(look, "slide"), format="pptx")
    return with_preset(look, "slide") if look.preset in SLIDES[1:] else None
