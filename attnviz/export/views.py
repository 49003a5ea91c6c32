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
from attnviz.document.view_state import Tab
from attnviz.export.figure import Cells, ColourBar, Figure, Item, Line, Measure, Path, Rect, Text
from attnviz.export.key_figure import key_figure
from attnviz.export.matrix_figure import matrix_figure, natural_size
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.export.sum_figure import sum_figure

Draw = Callable[[Scene, Measure], Figure]


def view_figure(scene: Scene, measure: Measure) -> Figure:
    """The whole of the visible tab as one figure of its own size."""
    return VIEWS[scene.view.tab](scene, measure)


def _matrix(scene: Scene, measure: Measure) -> Figure:
    width, height = natural_size(scene.trace, scene.notation)
    return matrix_figure(
        scene.document,
        scene.trace,
        width=width,
        height=height,
        query=scene.query,
        measure=measure,
        form=scene.form,
        numbers=scene.view.numbers,
        notation=scene.notation,
    )


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
    width = max(chain.width, 900.0)
    if scene.key is not None:
        written = key_figure(scene.trace, scene.key, width=width, measure=measure, form=scene.form, most_rows=24)
    else:
        row = row_sum(scene.document, scene.trace, scene.query)
        written = sum_figure(row, width=width, measure=measure, form=scene.form, most_terms=24)
    return stacked(chain, written)


# One line a tab: how it is drawn for a file, the clipboard or the command line.
VIEWS: dict[Tab, Draw] = {"steps": _steps, "matrix": _matrix}


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
