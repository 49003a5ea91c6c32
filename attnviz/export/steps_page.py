"""The whole Steps tab as two figures: the chain, and the followed row written out, or what the followed key gives."""

from __future__ import annotations

from dataclasses import replace

from attnviz.document.explain import row_sum
from attnviz.export.chain import chain_layout
from attnviz.export.chain_flow import FORWARD, Flow, in_order
from attnviz.export.figure import Figure, Measure
from attnviz.export.key_figure import key_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import chain_look, knows_end, steps_figure, verdict_figure
from attnviz.export.sum_figure import sum_figure
from attnviz.export.tiles import Room

LEAST_WIDTH = 900.0  # of the written sum in a file of its own size
MOST_TERMS = 24  # keys that are written out


def chain_of(scene: Scene, measure: Measure) -> Figure:
    """The chain as the screen has it, compared with another one only while that is pinned."""
    return steps_figure(scene if scene.pinned else replace(scene, before=None), measure)


def chain_flow(scene: Scene, measure: Measure, room: Room) -> Flow:
    """The tiles of the chain to be laid in lines, and the verdict after them."""
    layout = chain_layout(scene.document, scene.trace, scene.before if scene.pinned else None, scene.notation)
    look = chain_look(scene, layout, scene.view.step, room=room)
    said = []
    if knows_end(layout, look) and room.captions and scene.widths is None:  # in a film, its words would jump
        said.append(verdict_figure(scene.document, scene.trace, scene.query, scene.form, measure))
    return Flow(in_order(layout.tiles(), FORWARD), look, measure, said)


def written(scene: Scene, measure: Measure, width: float, most: int = MOST_TERMS) -> Figure:
    """The sum of the followed row, or the column of the followed key, about `width` wide."""
    if scene.key is not None:
        return key_figure(scene.trace, scene.key, width=width, measure=measure, form=scene.form, most_rows=most)
    row = row_sum(scene.document, scene.trace, scene.query)
    return sum_figure(row, width=width, measure=measure, form=scene.form, most_terms=most, narrow=True)
