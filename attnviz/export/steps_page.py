"""The whole Steps tab as two figures: the chain, and the followed row written out, or what the followed key gives."""

from __future__ import annotations

import math

from attnviz.document.explain import row_sum
from attnviz.export.figure import Figure, Measure
from attnviz.export.key_figure import key_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.export.sum_figure import sum_figure

LEAST_WIDTH = 900.0  # of the written sum in a file of its own size
MOST_TERMS = 24  # keys that are written out


def chain_of(scene: Scene, measure: Measure, width: float = math.inf) -> Figure:
    """The chain, its bands broken into lines where they are wider than `width`."""
    return steps_figure(
        scene.document,
        scene.trace,
        query=scene.query,
        measure=measure,
        form=scene.form,
        numbers=scene.view.numbers,
        key=scene.key,
        step=scene.view.step,
        before=scene.before if scene.pinned else None,
        notation=scene.notation,
        width=width,
    )


def written(scene: Scene, measure: Measure, width: float) -> Figure:
    """The sum of the followed row, or the column of the followed key, about `width` wide."""
    if scene.key is not None:
        return key_figure(scene.trace, scene.key, width=width, measure=measure, form=scene.form, most_rows=MOST_TERMS)
    row = row_sum(scene.document, scene.trace, scene.query)
    return sum_figure(row, width=width, measure=measure, form=scene.form, most_terms=MOST_TERMS, narrow=True)
