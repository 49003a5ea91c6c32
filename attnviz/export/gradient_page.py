"""The whole Gradient tab as one figure: the chain backward, the followed row written out, and the check."""

from __future__ import annotations

import math
from dataclasses import replace

from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.gradient_check import check_gradient, checkable
from attnviz.document.saturation import saturation
from attnviz.export.check_words import check_details, check_sentence
from attnviz.export.figure import Figure, Measure, Text
from attnviz.export.gradient_figure import gradient_figure
from attnviz.export.gradient_row import GradientRow
from attnviz.export.gradient_sum import gradient_sum_figure
from attnviz.export.saturation_figure import saturation_figure
from attnviz.export.scene import Scene
from attnviz.export.sum_figure import MARGIN

LEAST_WIDTH = 900.0
PLOT_HEIGHT = 260.0
MOST_TERMS = 24  # keys that are written out
SIZE = 12


def gradient_page(scene: Scene, measure: Measure) -> tuple[Figure, Figure]:
    """The tiles, and what stands below them. A scene without gradient, as one without a window, has it computed."""
    gradient, check = scene.gradient, scene.check
    if gradient is None:
        whole = derive_gradient(scene.document, scene.trace)
        gradient = whole.for_head(scene.trace.head)
        check = check_gradient(scene.document, whole) if checkable(scene.document) else None
    chain = gradient_figure(
        scene.document,
        gradient,
        query=scene.query,
        measure=measure,
        form=scene.form,
        numbers=scene.view.numbers,
        key=scene.key,
        step=scene.view.back_step,
        notation=scene.notation,
    )
    width = max(chain.width, LEAST_WIDTH)
    if scene.view.inspector == "saturation":
        curve = saturation(scene.document, scene.trace.head, gradient=True)
        picture = saturation_figure(
            scene.document, curve, "gradient", width=width, height=PLOT_HEIGHT, measure=measure, form=scene.form
        )
        return chain, picture.figure
    row = GradientRow(gradient, scene.query, MOST_TERMS)
    below = gradient_sum_figure(row, width=width, measure=measure, form=scene.form, notation=scene.notation)
    if check is None:
        return chain, below
    told = f"{check_sentence(check, scene.form)} · {check_details(check, scene.form, scene.notation)}"
    return chain, _with_note(below, told, measure)


def _with_note(figure: Figure, sentence: str, measure: Measure) -> Figure:
    """The sentence below a figure, broken between words where it is too long."""
    lines: list[str] = []
    for word in sentence.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and measure(longer, SIZE, False) <= figure.width - 2 * MARGIN:
            lines[-1] = longer
        else:
            lines.append(word)
    texts = [
        Text(x=MARGIN, y=figure.height + 14 + 17 * index, text=line, size=SIZE, colour="muted")
        for index, line in enumerate(lines)
    ]
    return replace(
        figure,
        height=math.ceil(figure.height + 17 * len(lines) + 14),
        items=(*figure.items, *texts),
        description=f"{figure.description} {sentence}",
    )
