"""The whole Gradient tab as one figure: the chain backward, the followed row written out, and the check."""

from __future__ import annotations

import math
from dataclasses import replace

from attnviz.document.derive_gradient import derive_gradient
from attnviz.document.gradient_check import check_gradient, checkable
from attnviz.document.saturation import saturation
from attnviz.errors import InputError
from attnviz.export.chain_flow import BACKWARD, Flow, in_order
from attnviz.export.check_words import check_details, check_sentence
from attnviz.export.figure import Figure, Measure, Sheet, Text
from attnviz.export.gradient_chain import gradient_layout
from attnviz.export.gradient_figure import gradient_figure
from attnviz.export.gradient_row import GradientRow
from attnviz.export.gradient_sum import gradient_sum_figure
from attnviz.export.saturation_figure import saturation_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import chain_look
from attnviz.export.sum_figure import MARGIN
from attnviz.export.tiles import Room

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
    chain = gradient_figure(scene, measure)
    return chain, below(scene, measure, max(chain.width, LEAST_WIDTH))


def back_flow(scene: Scene, measure: Measure, room: Room) -> Flow:
    """The tiles to be laid in lines. The scene has its gradient."""
    assert scene.gradient is not None
    layout = gradient_layout(scene.document, scene.gradient, scene.notation)
    look = chain_look(scene, layout, scene.view.back_step, room=room)
    return Flow(in_order(layout.tiles(), BACKWARD), look, measure)


def below(scene: Scene, measure: Measure, width: float, most: int = MOST_TERMS) -> Figure:
    """The followed row written out with the check of all, or the curves of saturation, about `width` wide."""
    assert scene.gradient is not None
    if scene.view.inspector == "saturation":
        try:
            curve = saturation(scene.document, scene.trace.head, gradient=True)
        except InputError as refusal:  # the window says it in place of the curves too
            return _with_note(Figure(width=width, height=0.0, items=()), str(refusal), measure)
        picture = saturation_figure(
            scene.document, curve, "gradient", width=width, height=PLOT_HEIGHT, measure=measure, form=scene.form
        )
        return picture.figure
    row = GradientRow(scene.gradient, scene.query, most)
    written = gradient_sum_figure(
        row, width=width, measure=measure, form=scene.form, notation=scene.notation, narrow=True, links=False
    )
    if scene.check is None:
        return written
    told = f"{check_sentence(scene.check, scene.form)} · {check_details(scene.check, scene.form, scene.notation)}"
    return _with_note(written, told, measure)


def _with_note(figure: Figure, sentence: str, measure: Measure) -> Figure:
    """The sentence below a figure, broken between words where it is too long."""
    lines = Sheet(measure).wrapped(sentence, figure.width - 2 * MARGIN, SIZE)
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
