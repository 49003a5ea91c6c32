"""Memory and work against the number of tokens, both on logarithmic axes: a square is twice as steep as a line."""

from __future__ import annotations

import numpy as np

from attnviz.core.growth import growth
from attnviz.core.ledger import totals
from attnviz.document.shapes_look import DTYPE_BYTES, MAX_N
from attnviz.export.figure import Figure, Measure
from attnviz.export.plot import Axis, Mark, Series, lay_plot
from attnviz.export.shape_sheet import MARGIN, Subject, finished, footnotes, heading, new_sheet, paragraph
from attnviz.i18n import translate

HEIGHT = 430.0
POINTS = 2 ** np.arange(0, 21)  # 1 … 1,048,576


def growth_figure(subject: Subject, measure: Measure) -> Figure:
    """Bytes of scores and of keys and values on the left axis, multiply-adds on the right one."""
    sheet = new_sheet(measure)
    title = translate("shapes", "growth with n")
    y = heading(sheet, subject, title)
    x = POINTS.astype(np.float64)
    costs = [growth(subject.shape, int(n), subject.batch) for n in POINTS]
    width = DTYPE_BYTES[subject.dtype]

    def series(name: str, values: list[int], colour: str, right: bool = False) -> Series:
        return Series(name, x, np.array(values, dtype=np.float64), colour=colour, right=right)

    drawn = [
        series(translate("shapes", "scores: n²"), [width * cost.scores for cost in costs], "scores"),
        series(translate("shapes", "KV cache: n"), [width * cost.cache for cost in costs], "K"),
    ]
    weights = totals(subject.shape)
    whole = weights.attention if weights.model is None else weights.model
    if whole:
        name = translate("shapes", "weights") if weights.model else translate("shapes", "weights of attention")
        drawn.append(series(name, [width * whole] * len(costs), "V"))
    if costs[0].state:
        drawn.append(series(translate("shapes", "state: fixed"), [width * cost.state for cost in costs], "output"))
    drawn.append(series(translate("shapes", "work"), [cost.work for cost in costs], "accent", right=True))
    marks = [Mark(float(subject.n), f"n = {subject.count(subject.n)}", "highlight")]
    if subject.shape.context:
        text = translate("shapes", "made for {context}").format(context=subject.count(subject.shape.context))
        marks.append(Mark(float(subject.shape.context), text, "danger"))
    lay_plot(
        sheet,
        drawn,
        Axis(title=translate("shapes", "tokens n"), low=1, high=MAX_N, log=True, base=2),
        Axis(title=translate("shapes", "memory"), log=True, unit="bytes"),
        x=MARGIN,
        y=y,
        width=subject.room,
        height=HEIGHT,
        form=subject.form,
        marks=marks,
        right=Axis(title=translate("shapes", "multiply-adds"), log=True, unit="si"),
    )
    y = paragraph(sheet, MARGIN, y + HEIGHT + 24, _crossing(subject), subject.room)
    footnotes(sheet, subject, y, "layers", "unknown", "context")
    return finished(sheet, subject, title, _crossing(subject))


def _crossing(subject: Subject) -> str:
    """From which n on the scores take more memory than keys and values."""
    for n in POINTS.tolist():
        cost = growth(subject.shape, n, subject.batch)
        if cost.scores > cost.cache:
            return translate(
                "shapes",
                "Twice as many tokens: twice the cache, but four times the scores. From n = {n} on, of the powers of "
                "two, the scores take more memory than keys and values do.",
            ).format(n=subject.count(n))
    return translate("shapes", "Twice as many tokens: twice the cache, but four times the scores.")
