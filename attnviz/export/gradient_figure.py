"""The way back through one head laid out as tiles, with the followed row or column outlined."""

from __future__ import annotations

import math

from attnviz.core.tokens import visible_text
from attnviz.export.back_band import MARGIN, ROW_GAP, lay_back_band
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.gradient_chain import gradient_layout
from attnviz.export.gradient_sum import percent
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import chain_look
from attnviz.i18n import translate


def gradient_figure(scene: Scene, measure: Measure, *, hints: bool = False) -> Figure:
    """The gradients of one head at their natural size, in the order in which they are computed. The scene has them.

    The followed row is outlined through them, or the followed column. Steps after the scene's are still to come: their
    tiles are empty. `hints` says on the screen what can be typed into.
    """
    gradient = scene.gradient
    assert gradient is not None
    sheet = Sheet(measure)
    layout = gradient_layout(scene.document, gradient, scene.notation)
    look = chain_look(scene, layout, scene.view.back_step, hints=hints)
    top = MARGIN
    for band in layout.bands:
        top = lay_back_band(sheet, band, look, top) + ROW_GAP
    name = scene.document.name or translate("figure", "Scaled dot-product attention")
    return Figure(
        width=math.ceil(sheet.right + MARGIN),
        height=math.ceil(sheet.bottom + MARGIN),
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=translate("gradient", "{name}: the way back").format(name=name),
        description=translate(
            "gradient",
            "The way back, step by step. Of the gradient of the weights of “{query}”, {percent} gets through.",
        ).format(
            query=visible_text(gradient.trace.tokens_q[scene.query]),
            percent=percent(gradient.passed[scene.query], scene.form),
        ),
    )
