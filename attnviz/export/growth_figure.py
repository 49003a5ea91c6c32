"""Memory and work against the number of tokens, both on logarithmic axes: a square is twice as steep as a line."""

from __future__ import annotations

import numpy as np

from attnviz.core.growth import growth, scores_exceed_cache
from attnviz.core.ledger import totals
from attnviz.document.shape_notes import counted
from attnviz.document.shapes_look import DTYPE_BYTES, MAX_N
from attnviz.export.figure import Figure, Measure
from attnviz.export.plot import Axis, Mark, Series, lay_plot
from attnviz.export.shape_sheet import MARGIN, Subject, finished, footnotes, heading, new_sheet, paragraph
from attnviz.i18n import translate

HEIGHT, LEAST_HEIGHT = 430.0, 250.0  # of the chart: as high as it likes, as low as it can be read
BELOW = 58.0  # for the sentence under it
POINTS = 2 ** np.arange(0, 21)  # 1 … 1,048,576


def growth_figure(subject: Subject, measure: Measure) -> Figure:
    """Bytes of scores and of keys and values on the left axis, multiply-adds on the right one."""
    sheet = new_sheet(measure)
    title = translate("shapes", "growth with n")
    y = heading(sheet, subject, title)
    marks = [Mark(float(subject.n), f"n = {subject.count(subject.n)}", "highlight")]
    if subject.shape.context:
        text = translate("shapes", "made for {context} tokens").format(context=subject.count(subject.shape.context))
        marks.append(Mark(float(subject.shape.context), text, "danger"))
    height = HEIGHT
    if subject.height:  # the chart stands wholly in its room, whatever follows below
        height = min(max(subject.height - y - BELOW, LEAST_HEIGHT), HEIGHT)
    lay_plot(
        sheet,
        _series(subject),
        Axis(title=translate("shapes", "tokens n"), low=1, high=MAX_N, log=True, base=2, unit="whole"),
        Axis(title=translate("shapes", "memory (left axis)"), log=True, unit="bytes"),
        x=MARGIN,
        y=y,
        width=subject.room,
        height=height,
        form=subject.form,
        marks=marks,
        right=Axis(title=translate("shapes", "multiply-adds, MAC (right axis)"), log=True, unit="macs"),
    )
    y = paragraph(sheet, MARGIN, y + height + 24, _crossing(subject), subject.room)
    footnotes(sheet, subject, y, "layers", "unknown", "context")
    return finished(sheet, subject, title, _crossing(subject))


def _series(subject: Subject) -> list[Series]:
    """Lines named after what they count, and the axis on which they are read; the roles' colours mean their roles."""
    x = POINTS.astype(np.float64)
    costs = [growth(subject.shape, int(n), subject.batch) for n in POINTS]
    width = DTYPE_BYTES[subject.dtype]

    def left(name: str, numbers: list[int], colour: str) -> Series:
        text = translate("shapes", "{name} (left)").format(name=name)
        return Series(text, x, np.array([width * count for count in numbers], dtype=np.float64), colour=colour)

    drawn = []
    if costs[0].scores:
        scores, cache = translate("shapes", "scores: n²"), translate("shapes", "KV cache: n")
        if subject.shape.count("sliding"):  # beyond a window both grow more slowly
            scores, cache = translate("shapes", "scores"), translate("shapes", "KV cache")
        drawn.append(left(scores, [cost.scores for cost in costs], "scores"))
        drawn.append(left(cache, [cost.cache for cost in costs], "K"))
    weights = totals(subject.shape)
    whole = weights.attention if weights.model is None else weights.model
    if whole:
        name = translate("shapes", "weights") if weights.model else translate("shapes", "weights of attention")
        drawn.append(left(name, [whole] * len(costs), "muted"))
    if costs[0].state:
        drawn.append(left(translate("shapes", "state: fixed"), [cost.state for cost in costs], "output"))
    work = translate("shapes", "multiply-adds of {counted} (right)").format(counted=counted(subject.shape))
    drawn.append(Series(work, x, np.array([cost.work for cost in costs], dtype=np.float64), colour="ink", right=True))
    return drawn


def _crossing(subject: Subject) -> str:
    """From which n on the scores take more memory than keys and values."""
    n = scores_exceed_cache(subject.shape)
    if n is None:
        return translate("shapes", "No layer has scores: what is kept stays as it is, whatever n.")
    text = translate("shapes", "From n = {n} on the scores take more memory than keys and values do.")
    sentence = text.format(n=subject.count(n))
    if subject.shape.count("sliding"):
        return sentence
    twice = translate("shapes", "Twice as many tokens: twice the cache, but four times the scores.")
    return f"{twice} {sentence}"
