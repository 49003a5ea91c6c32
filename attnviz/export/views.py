"""The figure of each view, at a size of its own: what a file shows is what the window shows."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Literal, get_args

from attnviz import __version__
from attnviz.document.document import Document
from attnviz.document.explain import row_sum
from attnviz.document.settings import describe
from attnviz.document.trace import Trace
from attnviz.export.figure import Cells, ColourBar, Figure, Item, Line, Measure, Rect, Text
from attnviz.export.key_figure import key_figure
from attnviz.export.matrix_figure import matrix_figure, natural_size
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.steps_figure import steps_figure
from attnviz.export.sum_figure import sum_figure
from attnviz.i18n import NumberFormat

View = Literal["steps", "matrix"]
VIEWS: tuple[View, ...] = get_args(View)


def view_figure(
    view: View,
    document: Document,
    trace: Trace,
    *,
    query: int,
    measure: Measure,
    form: NumberFormat,
    numbers: bool = True,
    key: int | None = None,
    step: int | None = None,
    before: Trace | None = None,
    notation: Notation = STANDARD,
) -> Figure:
    """The whole view as one figure: the chain with its written sum, or the heatmap with its measures."""
    if view == "matrix":
        width, height = natural_size(trace, notation)
        return matrix_figure(
            document,
            trace,
            width=width,
            height=height,
            query=query,
            measure=measure,
            form=form,
            numbers=numbers,
            notation=notation,
        )
    chain = steps_figure(
        document,
        trace,
        query=query,
        measure=measure,
        form=form,
        numbers=numbers,
        key=key,
        step=step,
        before=before,
        notation=notation,
    )
    width = max(chain.width, 900.0)
    if key is not None:
        written = key_figure(trace, key, width=width, measure=measure, form=form, most_rows=24)
    else:
        row = row_sum(document, trace, query)
        written = sum_figure(row, width=width, measure=measure, form=form, most_terms=24)
    return stacked(chain, written)


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
    if isinstance(item, (Text, Rect, ColourBar, Cells)):
        return replace(item, y=item.y + down)
    raise TypeError(type(item).__name__)


def provenance(document: Document) -> str:
    """What made a figure, for its file's metadata: version and settings as JSON."""
    return json.dumps(
        {"attnviz": __version__, "document": document.name, "settings": dict(describe(document))},
        ensure_ascii=False,
    )
