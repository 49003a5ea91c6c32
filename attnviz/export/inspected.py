"""What stands below the matrix in a file: what the window shows there."""

from __future__ import annotations

from attnviz.core.saturation import Saturation
from attnviz.document.saturation import saturation
from attnviz.errors import InputError
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.kept import Kept, same
from attnviz.export.row_figure import NATURAL_HEIGHT, row_figure
from attnviz.export.saturation_figure import saturation_figure
from attnviz.export.scene import Scene

CURVES_HEIGHT = 220.0
LOW_ROW, LOW_CURVES = 110.0, 180.0  # the least heights
MARGIN, SIZE, LINE = 12.0, 13, 18.0


def inspected(scene: Scene, width: float, measure: Measure, room: float | None = None) -> Figure | None:
    """The followed row's bars or the curves of saturation; None where neither is shown. `room`: the height of all."""
    if scene.view.inspector == "row":
        height = NATURAL_HEIGHT if room is None else max(LOW_ROW, min(NATURAL_HEIGHT, room / 4))
        return row_figure(scene, width=width, height=height, measure=measure)
    if scene.view.inspector == "saturation":
        height = CURVES_HEIGHT if room is None else max(LOW_CURVES, min(CURVES_HEIGHT, room / 3))
        return _curves(scene, width, height, measure)
    return None


def _curves(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    weights = scene.trace.weights
    try:
        curve = _kept.get(same(weights), (weights,), lambda: saturation(scene.document, scene.trace.head))
    except InputError as refusal:  # the window says it in place of the curves too
        return _said(str(refusal), width, measure)
    return saturation_figure(
        scene.document, curve, "weights", width=width, height=height, measure=measure, form=scene.form
    ).figure


# A page is laid out several times until it fits.
_kept: Kept[Saturation] = Kept(most=2)


def _said(sentence: str, width: float, measure: Measure) -> Figure:
    sheet = Sheet(measure)
    lines = sheet.wrapped(sentence, width - 2 * MARGIN, SIZE)
    for index, line in enumerate(lines):
        sheet.text(MARGIN, 24 + LINE * index, line, size=SIZE, colour="muted")
    return Figure(width=width, height=24 + LINE * len(lines), items=tuple(sheet.items), description=sentence)
