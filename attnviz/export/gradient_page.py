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


def with_gradient(scene: Scene) -> Scene:
    """The scene with its gradient and the check of it: as one without a window has none, they are computed."""
    if scene.gradient is not None:
        return scene
    whole = derive_gradient(scene.document, scene.trace)
    check = check_gradient(scene.document, whole) if checkable(scene.document) else None
    return replace(scene, gradient=whole.for_head(scene.trace.head), check=check)


def gradient_page(scene: Scene, measure: Measure) -> tuple[Figure, Figure]:
    """The tiles, and what stands below them."""
    scene = with_gradient(scene)
    chain = way_back(scene, measure)
    return chain, below(scene, measure, max(chain.width, LEAST_WIDTH))


def way_back(scene: Scene, measure: Measure, width: float = math.inf) -> Figure:
    """The tiles, in lines no wider than `width` where that can be. The scene has its gradient."""
    assert scene.gradient is not None
    return gradient_figure(
        scene.document,
        scene.gradient,
        query=scene.query,
        measure=measure,
        form=scene.form,
        numbers=scene.view.numbers,
        key=scene.key,
        step=scene.view.back_step,
        notation=scene.notation,
        width=width,
    )


def below(scene: Scene, measure: Measure, width: float) -> Figure:
    """The followed row written out with the check of all, or the curves of saturation, about `width` wide."""
    assert scene.gradient is not None
    if scene.view.inspector == "saturation":
        curve = saturation(scene.document, scene.trace.head, gradient=True)
        picture = saturation_figure(
            scene.document, curve, "gradient", width=width, height=PLOT_HEIGHT, measure=measure, form=scene.form
        )
        return picture.figure
    row = GradientRow(scene.gradient, scene.query, MOST_TERMS)
    written = gradient_sum_figure(
        row, width=width, measure=measure, form=scene.form, notation=scene.notation, narrow=True
    )
    if scene.check is None:
        return written
    told = f"{check_sentence(scene.check, scene.form)} · {check_details(scene.check, scene.form, scene.notation)}"
    return _with_note(written, told, measure)


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
