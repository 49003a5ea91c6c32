"""Views laid out for a given room: the same parts as in a file of their own size, broken and placed otherwise."""

from __future__ import annotations

from collections.abc import Callable

from attnviz.document.training_runs import beginning
from attnviz.document.view_state import Tab
from attnviz.export import compare_figure, links_figure
from attnviz.export.absent import absent_sentence
from attnviz.export.chain_page import chain_page
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.health import health_of
from attnviz.export.inspected import inspected
from attnviz.export.matrix_figure import matrix_figure
from attnviz.export.matrix_frame import MARGIN, MEASURES_FROM
from attnviz.export.matrix_quantity import shown
from attnviz.export.matrix_side import lay_key
from attnviz.export.scene import Scene
from attnviz.export.training_figure import runs_look, training_figure
from attnviz.export.views import stacked, view_figure

Fit = Callable[[Scene, float, float, Measure], Figure]
LEAST_WIDTH, LEAST_HEIGHT = 300.0, 200.0  # of a matrix with its labels
WIDE_TRAINING, WIDE_RATIO = 1024.0, 1.5  # from here on two runs stand beside their curves


def fitted(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    """The visible view in a room; it may still need more than there is."""
    if not can_fit(scene):
        return view_figure(scene, measure)
    return FITS[scene.view.tab](scene, width, height, measure)


def is_chain(scene: Scene) -> bool:
    """Whether the view is a chain, whose layout is the best for the shape of a room at once."""
    return scene.view.tab in ("steps", "gradient") and absent_sentence(scene) is None


def can_fit(scene: Scene) -> bool:
    """Whether the view has more than one layout."""
    return scene.view.tab in FITS and absent_sentence(scene) is None


def _matrix(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    """The drawing of the weights, and below it what the window shows there."""
    width, height = max(width, LEAST_WIDTH), max(height, LEAST_HEIGHT)
    below = inspected(scene, width, measure, room=height)
    if below is None:
        return _drawing(scene, width, height, measure)
    return stacked(_drawing(scene, width, max(height - below.height, LEAST_HEIGHT), measure), below)


def _drawing(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    drawing = scene.view.drawing
    if drawing == "compare":
        return compare_figure.compare_figure(scene, width=width, height=height, measure=measure)
    if drawing != "heatmap":
        return links_figure.links_figure(scene, width=width, height=height, measure=measure).figure
    if width >= MEASURES_FROM or not scene.parts.colour_bar:
        return matrix_figure(scene, width=width, height=height, measure=measure, own=True)
    return _narrow(scene, width, height, measure)


def _narrow(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    """Where there is no room beside the matrix, the colour bar stands below it."""
    sheet, matrix = Sheet(measure), shown(scene)
    bottom = lay_key(sheet, scene, matrix, health_of(scene.trace), MARGIN, 14.0)
    upper = matrix_figure(scene, width=width, height=max(height - bottom, LEAST_HEIGHT), measure=measure, own=True)
    bar = Figure(width=width, height=bottom, items=tuple(sheet.items))
    return stacked(upper, bar, ruled=False)


def _training(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    wide = width >= max(WIDE_TRAINING, height * WIDE_RATIO)
    runs = scene.training or beginning(scene.document.training)
    room = height if wide and scene.document.training.compare else None
    return training_figure(runs, runs_look(scene, width=width, height=room, wide=wide), measure)


def _shapes(scene: Scene, width: float, _height: float, measure: Measure) -> Figure:
    from attnviz.export.shapes_figure import shapes_figure  # read when first asked for, as in views

    return shapes_figure(scene, measure, width)


def _heads(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    from attnviz.export.heads_figure import heads_picture  # likewise

    return heads_picture(scene, width=width, measure=measure, room=height).figure


def _code(scene: Scene, width: float, height: float, measure: Measure) -> Figure:
    from attnviz.export.code.code_figure import code_figure  # likewise

    return code_figure(scene, measure, (width, height))


FITS: dict[Tab, Fit] = {
    "matrix": _matrix,
    "training": _training,
    "shapes": _shapes,
    "heads": _heads,
    "code": _code,
    "steps": chain_page,
    "gradient": chain_page,
}
