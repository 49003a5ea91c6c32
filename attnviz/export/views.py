"""The figure of each view, at a size of its own: what a file shows is what the window shows."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

from attnviz import __version__
from attnviz.document.document import Document
from attnviz.document.settings import describe
from attnviz.document.training_runs import beginning
from attnviz.document.view_state import Tab
from attnviz.export import compare_figure, links_figure
from attnviz.export.absent import absent_figure, absent_sentence
from attnviz.export.figure import Figure, Line, Measure
from attnviz.export.geometry import moved
from attnviz.export.inspected import inspected
from attnviz.export.matrix_figure import own_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_page import LEAST_WIDTH, chain_of, written
from attnviz.export.training_figure import NATURAL_WIDTH, runs_look, training_figure

Draw = Callable[[Scene, Measure], Figure]
MARGIN = 22.0


def view_figure(scene: Scene, measure: Measure) -> Figure:
    """The whole of the visible tab as one figure of its own size."""
    if absent_sentence(scene) is not None:
        return absent_figure(scene, measure)
    return VIEWS[scene.view.tab](scene, measure)


def _matrix(scene: Scene, measure: Measure) -> Figure:
    """The weights as they are drawn, and below them what the window shows there."""
    upper = _drawing(scene, measure)
    lower = inspected(scene, upper.width, measure)
    return upper if lower is None else stacked(upper, lower)


def _drawing(scene: Scene, measure: Measure) -> Figure:
    drawing = scene.view.drawing
    if drawing == "heatmap":
        return own_figure(scene, measure)
    if drawing == "compare":
        width, height = compare_figure.natural_size(scene)
        return compare_figure.compare_figure(scene, width=width, height=height, measure=measure)
    width, height = links_figure.natural_size(scene.trace)
    return links_figure.links_figure(scene, width=width, height=height, measure=measure).figure


def _steps(scene: Scene, measure: Measure) -> Figure:
    """The chain with its written sum."""
    chain = chain_of(scene, measure)
    if not scene.parts.row:
        return chain
    return stacked(chain, written(scene, measure, max(chain.width, LEAST_WIDTH)))


def _code(scene: Scene, measure: Measure) -> Figure:
    from attnviz.export.code.code_figure import code_figure  # read when first asked for, not at every start

    return code_figure(scene, measure)


def _shapes(scene: Scene, measure: Measure) -> Figure:
    from attnviz.export.shapes_figure import shapes_figure  # likewise

    return shapes_figure(scene, measure)


def _heads(scene: Scene, measure: Measure) -> Figure:
    from attnviz.export.heads_figure import heads_figure  # likewise

    return heads_figure(scene, measure)


def _gradient(scene: Scene, measure: Measure) -> Figure:
    from attnviz.export.gradient_page import gradient_page  # not needed until someone exports one

    chain, below = gradient_page(scene, measure)
    return stacked(chain, below) if scene.parts.row else chain


def _training(scene: Scene, measure: Measure) -> Figure:
    """The curves and the state looked at; without runs beside it, where the plan begins."""
    runs = scene.training or beginning(scene.document.training)
    return training_figure(runs, runs_look(scene, width=NATURAL_WIDTH), measure)


# One line a tab: how it is drawn for a file, the clipboard or the command line.
VIEWS: dict[Tab, Draw] = {
    "steps": _steps,
    "matrix": _matrix,
    "heads": _heads,
    "gradient": _gradient,
    "training": _training,
    "shapes": _shapes,
    "code": _code,
}


def stacked(upper: Figure, lower: Figure, *, ruled: bool = True) -> Figure:
    """Two figures one above the other, with a line between them unless they are parts of one picture."""
    width = max(upper.width, lower.width)
    line = (Line(x1=0, y1=upper.height, x2=width, y2=upper.height, colour="line"),) if ruled else ()
    return Figure(
        width=width,
        height=math.ceil(upper.height + lower.height),
        items=(*upper.items, *line, *(moved(item, 0.0, upper.height) for item in lower.items)),
        still=upper.still | {len(upper.items) + len(line) + index for index in lower.still},
        labels=upper.labels,
        title=upper.title,
        description=f"{upper.description} {lower.description}".strip(),
        cramped=upper.cramped,
    )


def beside(left: Figure, right: Figure) -> Figure:
    """Two figures side by side, with a line between them."""
    height = max(left.height, right.height)
    line = Line(x1=left.width, y1=MARGIN, x2=left.width, y2=height - MARGIN, colour="line")
    return Figure(
        width=math.ceil(left.width + right.width),
        height=height,
        items=(*left.items, line, *(moved(item, left.width, 0.0) for item in right.items)),
        labels=left.labels,
        title=left.title,
        description=f"{left.description} {right.description}",
    )


def provenance(document: Document) -> str:
    """What made a figure, for its file's metadata: version and settings as JSON."""
    return json.dumps(
        {"attnviz": __version__, "document": document.name, "settings": dict(describe(document))},
        ensure_ascii=False,
    )
