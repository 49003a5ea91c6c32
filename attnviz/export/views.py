"""The figure of each view, at a size of its own: what a file shows is what the window shows."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace

from attnviz import __version__
from attnviz.document.document import Document
from attnviz.document.explain import row_sum
from attnviz.document.settings import describe
from attnviz.document.training_runs import beginning
from attnviz.document.view_state import Tab
from attnviz.export import compare_figure, links_figure
from attnviz.export.absent import absent_figure, absent_sentence
from attnviz.export.figure import Cells, ColourBar, Figure, Item, Line, Measure, Path, Rect, Text
from attnviz.export.key_figure import key_figure
from attnviz.export.matrix_figure import own_figure
from attnviz.export.row_figure import NATURAL_HEIGHT, row_figure
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.export.sum_figure import sum_figure
from attnviz.export.training_figure import NATURAL_WIDTH, training_figure

Draw = Callable[[Scene, Measure], Figure]


def view_figure(scene: Scene, measure: Measure) -> Figure:
    """The whole of the visible tab as one figure of its own size."""
    if absent_sentence(scene) is not None:
        return absent_figure(scene, measure)
    return VIEWS[scene.view.tab](scene, measure)


def _matrix(scene: Scene, measure: Measure) -> Figure:
    """The weights as they are drawn, and below them what the window shows there."""
    upper = _drawing(scene, measure)
    if scene.view.inspector != "row":
        return upper
    lower = row_figure(scene, width=upper.width, height=NATURAL_HEIGHT, measure=measure)
    return stacked(upper, lower)


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
    chain = steps_figure(
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
    )
    if not scene.parts.row:
        return chain
    width = max(chain.width, 900.0)
    if scene.key is not None:
        written = key_figure(scene.trace, scene.key, width=width, measure=measure, form=scene.form, most_rows=24)
    else:
        row = row_sum(scene.document, scene.trace, scene.query)
        written = sum_figure(row, width=width, measure=measure, form=scene.form, most_terms=24)
    return stacked(chain, written)


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
    return training_figure(
        runs,
        step=scene.view.training.step,
        head=scene.view.head,
        width=NATURAL_WIDTH,
        measure=measure,
        form=scene.form,
        numbers=scene.view.numbers,
        first_head=scene.view.first_head,
    )


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


def stacked(upper: Figure, lower: Figure) -> Figure:
    """Two figures one above the other, with a line between them."""
    width = max(upper.width, lower.width)
    line = Line(x1=0, y1=upper.height, x2=width, y2=upper.height, colour="line")
    return Figure(
        width=width,
        height=math.ceil(upper.height + lower.height),
        items=(*upper.items, line, *(_moved(item, upper.height) for item in lower.items)),
        labels=upper.labels,
        title=upper.title,
        description=f"{upper.description} {lower.description}",
    )


def _moved(item: Item, down: float) -> Item:
    if isinstance(item, Line):
        return replace(item, y1=item.y1 + down, y2=item.y2 + down)
    if isinstance(item, Path):
        return replace(item, points=tuple((x, y + down) for x, y in item.points))
    if isinstance(item, (Text, Rect, ColourBar, Cells)):
        return replace(item, y=item.y + down)
    raise TypeError(type(item).__name__)


def provenance(document: Document) -> str:
    """What made a figure, for its file's metadata: version and settings as JSON."""
    return json.dumps(
        {"attnviz": __version__, "document": document.name, "settings": dict(describe(document))},
        ensure_ascii=False,
    )
