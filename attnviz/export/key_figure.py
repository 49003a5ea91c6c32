"""A key's column written out: which queries look at it, and how much."""

from __future__ import annotations

import math

import numpy as np

from attnviz.core.tokens import visible_text
from attnviz.document.trace import Trace
from attnviz.export.figure import Figure, Measure, Rect, Sheet
from attnviz.export.sum_figure import LINE, LONG_BAR, MARGIN, SIZE, TOP
from attnviz.export.tiles import cell_text
from attnviz.export.words import isolated
from attnviz.i18n import NumberFormat, translate


def key_figure(
    trace: Trace, key: int, *, width: float, measure: Measure, form: NumberFormat, most_rows: int = 7
) -> Figure:
    """Every query's score, scaled score and weight for one key; beyond `most_rows` the heaviest and a sum."""
    sheet = Sheet(measure)
    weights = trace.weights[:, key].astype(np.float64)
    name = isolated(sheet.elided(visible_text(trace.tokens_k[key]), width * 0.5, 12, bold=True))
    heading = translate("figure", "Who looks at “{key}”").format(key=name)
    sheet.text(MARGIN, 22, heading, size=12, bold=True, colour="muted")
    shown = _heaviest(weights, most_rows)
    labels = [isolated(visible_text(trace.tokens_q[i])) for i in shown]
    headings = (
        (translate("figure", "query"), "Q"),
        (translate("figure", "score"), "scores"),
        (translate("figure", "scaled"), "scores"),
        (translate("figure", "weight"), "weights"),
    )
    label_width = min(max(measure(label, SIZE, False) for label in labels), width * 0.25)
    first = max(label_width, measure(headings[0][0], 15, True))
    columns = (MARGIN, MARGIN + first + 24, MARGIN + first + 124, MARGIN + first + 224)
    for x, (text, colour) in zip(columns, headings, strict=True):
        sheet.text(x, 48, text, size=15, bold=True, colour=colour)
    for index, (i, label) in enumerate(zip(shown, labels, strict=True)):
        y = TOP + index * LINE
        sheet.text(columns[0], y, sheet.elided(label, label_width, SIZE), size=SIZE)
        sheet.text(columns[1], y, form.short(float(trace.scores[i, key]), 2), size=SIZE)
        if not trace.visible[i, key]:
            sheet.text(columns[2], y, translate("figure", "masked"), size=SIZE, colour="muted")
            continue
        sheet.text(columns[2], y, cell_text(float(trace.scaled[i, key]), 2, form), size=SIZE)
        length = max(1.0, LONG_BAR * float(weights[i]))
        sheet.add(Rect(x=columns[3], y=y - 9, width=length, height=9, fill="weights", radius=2))
        sheet.text(columns[3] + length + 6, y, form.fixed(float(weights[i]), 2), size=SIZE, bold=True)
    y = TOP + len(shown) * LINE
    rest = trace.n_q - len(shown)
    if rest:
        adding = float(weights.sum() - weights[shown].sum())
        note = translate("figure", "… and {n} more, weighing {weight}").format(n=rest, weight=form.fixed(adding, 2))
        sheet.text(columns[0], y, note, size=SIZE, colour="muted")
        y += LINE
    total = translate("figure", "received in all: {total}, on average {mean} of each query").format(
        total=form.fixed(float(weights.sum()), 2), mean=form.fixed(float(weights.mean()), 2)
    )
    sheet.text(columns[0], y, total, size=SIZE, bold=True)
    return Figure(
        width=width,
        height=math.ceil(sheet.bottom + 16),
        items=tuple(sheet.items),
        title=visible_text(trace.tokens_k[key]),
        description=" ".join(item.text for item in sheet.items if hasattr(item, "text")),
    )


def _heaviest(weights: np.ndarray, most: int) -> list[int]:
    """The queries that look most, in their own order."""
    if len(weights) <= most:
        return list(range(len(weights)))
    return sorted(np.argsort(-weights, kind="stable")[: most - 1].tolist())
