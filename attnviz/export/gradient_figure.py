"""The way back through one head laid out as tiles, with the followed row or column outlined."""

from __future__ import annotations

import math

from attnviz.core.tokens import visible_text
from attnviz.document.document import Document
from attnviz.document.gradient_trace import GradientTrace
from attnviz.export.back_band import MARGIN, ROW_GAP, broken, lay_back_band
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.gradient_chain import gradient_layout
from attnviz.export.gradient_sum import percent
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.steps_figure import reached_steps
from attnviz.export.tiles import Look
from attnviz.i18n import NumberFormat, translate


def gradient_figure(
    document: Document,
    gradient: GradientTrace,
    *,
    query: int,
    measure: Measure,
    form: NumberFormat,
    numbers: bool = True,
    key: int | None = None,
    step: int | None = None,
    hints: bool = False,
    notation: Notation = STANDARD,
    width: float = math.inf,
) -> Figure:
    """The gradients of one head at their natural size, in the order in which they are computed; their bands are broken
    into lines where they are wider than `width`.

    The row of `query` (0-based) is outlined through them, or the column of `key`. Steps after `step` (0-based) are
    still to come: their tiles are empty. `hints` says on the screen what can be typed into.
    """
    sheet = Sheet(measure)
    layout = gradient_layout(document, gradient, notation)
    look = Look(
        form=form,
        numbers=numbers,
        query=query,
        key=key,
        reached=reached_steps(layout, step),
        hints=hints,
        transposed=notation.transposed,
    )
    top = MARGIN
    for band in layout.bands:
        for line in broken(sheet, band, look, width):
            top = lay_back_band(sheet, line, look, top) + ROW_GAP
    name = document.name or translate("figure", "Scaled dot-product attention")
    return Figure(
        width=math.ceil(sheet.right + MARGIN),
        height=math.ceil(sheet.bottom + MARGIN),
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=translate("gradient", "{name}: the way back").format(name=name),
        description=translate(
            "gradient", "The way back, step by step. Of the gradient of the weights of {query}, {percent} gets through."
        ).format(query=visible_text(gradient.trace.tokens_q[query]), percent=percent(gradient.passed[query], form)),
    )
