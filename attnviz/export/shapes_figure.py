"""The picture of a model's shape that is looked at, on the screen as in a file."""

from __future__ import annotations

from collections.abc import Callable

from attnviz.document.shapes_look import Picture
from attnviz.export.figure import Figure, Measure
from attnviz.export.gate_figure import gate_figure
from attnviz.export.growth_figure import growth_figure
from attnviz.export.layer_figure import layer_figure
from attnviz.export.ledger_figure import ledger_figure
from attnviz.export.recurrence_figure import recurrence_figure
from attnviz.export.scene import Scene
from attnviz.export.shape_sheet import NATURAL_WIDTH, Subject, subject_of
from attnviz.export.stack_figure import stack_figure
from attnviz.export.wiring_figure import wiring_figure

PICTURES: dict[Picture, Callable[[Subject, Measure], Figure]] = {
    "layer": layer_figure,
    "heads": wiring_figure,
    "gate": gate_figure,
    "stack": stack_figure,
    "growth": growth_figure,
    "ledger": ledger_figure,
    "recurrence": recurrence_figure,
}
LEAST_WIDTH: dict[Picture, float] = {
    "layer": 700,
    "heads": 620,
    "gate": 700,
    "stack": 640,
    "growth": 560,
    "ledger": 640,
    "recurrence": 640,
}


def shapes_figure(scene: Scene, measure: Measure, width: float = NATURAL_WIDTH, height: float = 0.0) -> Figure:
    """The chosen picture of the scene's model, or of its document's own layer, at least about LEAST_WIDTH wide.

    `height` is that of the room it is shown in; 0 where there is no end to it, as in a file.
    """
    picture = scene.view.shapes.picture
    return PICTURES[picture](subject_of(scene, max(width, LEAST_WIDTH[picture]), height), measure)
