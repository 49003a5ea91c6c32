"""The curves of saturation: means over the rows against d_k, divided by √d_k and not, with today's d_k marked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.core.heads import MAX_D_K
from attnviz.core.saturation import Curve, Saturation
from attnviz.document.document import Document, SentenceSource
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.plot import Frame, Mark, Series, lay_plot
from attnviz.export.ticks import Axis, Floats
from attnviz.i18n import NumberFormat, translate

Shown = Literal["weights", "gradient"]  # largest weight and Jacobian, or Jacobian and the gradient that passes
PLAIN = (5.0, 3.0)  # the dash of what is not divided
MARGIN = 12.0
ONE_ROW_FROM = 640.0  # points of width in which the title has room in one row
NAMED_FROM = 180.0  # points of height from which the marks have names above them


@dataclass(frozen=True, slots=True, eq=False)
class SaturationPicture:
    figure: Figure
    frame: Frame


def saturation_figure(
    document: Document,
    curve: Saturation,
    shown: Shown = "weights",
    *,
    at: float | None = None,
    width: float,
    height: float,
    measure: Measure,
    form: NumberFormat,
) -> SaturationPicture:
    """The chart at a size. Its title reads the curves at `at`, or at today's d_k; `at` is marked too."""
    today = document.source.d_k
    sheet = Sheet(measure)
    named = height >= NAMED_FROM  # in a low chart the title, which says the same, must do
    marks = [Mark(today, translate("saturation", "dₖ = {d_k}, today").format(d_k=today) if named else "", "highlight")]
    if at is not None and at != today:
        marks.append(Mark(at, "", "muted"))  # the title names it; a second label would move the frame under the hand
    frame = lay_plot(
        sheet,
        _series(curve, shown),
        Axis(title="dₖ", low=1, high=MAX_D_K, log=True, base=2),
        Axis(title=note(document, curve, shown), low=0, high=1 if shown == "weights" else None),
        x=MARGIN,
        y=8,
        width=width - 2 * MARGIN,
        height=height - 14,
        form=form,
        marks=marks,
        title=reading(curve, shown, today if at is None else at, form),
        title_rows=1 if width >= ONE_ROW_FROM else 2,  # not by its length: the frame rests while one reads along it
    )
    heading = translate("saturation", "Saturation against dₖ")
    told = ". ".join([heading, note(document, curve, shown), reading(curve, shown, today if at is None else at, form)])
    figure = Figure(width=width, height=height, items=tuple(sheet.items), title=heading, description=told)
    return SaturationPicture(figure, frame)


def _series(curve: Saturation, shown: Shown) -> list[Series]:
    """Two lines a number: unbroken where the scores are divided, dashed where not."""
    d_k = np.asarray(curve.d_k, dtype=np.float64)
    series = []
    for name, colour in _lines(shown).items():
        for divided in (True, False):
            numbers = values(curve.divided if divided else curve.plain, name)
            if numbers is not None:
                series.append(Series(line_name(name, divided), d_k, numbers, colour, () if divided else PLAIN))
    return series


def _lines(shown: Shown) -> dict[str, str]:
    """Names of the numbers that are drawn, with their colours."""
    first = {"largest": "weights"} if shown == "weights" else {"passed": "output"}
    return {**first, "jacobian": "accent"}


def values(curve: Curve, name: str) -> Floats | None:
    """The numbers of one line, or None where they were not computed."""
    found = getattr(curve, name)
    return None if found is None else np.asarray(found, dtype=np.float64)


def line_name(name: str, divided: bool) -> str:
    """What a line is called at its end."""
    names = {
        ("largest", True): translate("saturation", "largest weight, divided"),
        ("largest", False): translate("saturation", "largest weight, not divided"),
        ("jacobian", True): translate("saturation", "‖J‖, divided"),
        ("jacobian", False): translate("saturation", "‖J‖, not divided"),
        ("passed", True): translate("saturation", "gradient passed, divided"),
        ("passed", False): translate("saturation", "gradient passed, not divided"),
    }
    return names[name, divided]


def reading(curve: Saturation, shown: Shown, d_k: float, form: NumberFormat) -> str:
    """The curves' numbers at the computed point nearest to d_k, in words, and that it is another where it is."""
    point = nearest_point(curve, d_k)
    parts = []
    for name in _lines(shown):
        divided, plain = values(curve.divided, name), values(curve.plain, name)
        if divided is None or plain is None:
            continue
        sentence = {
            "largest": translate("saturation", "largest weight {divided} divided by √dₖ, {plain} not"),
            "jacobian": translate("saturation", "‖J‖ {divided} divided, {plain} not"),
            "passed": translate("saturation", "gradient passed {divided} divided by √dₖ, {plain} not"),
        }[name]
        parts.append(
            sentence.format(divided=_number(float(divided[point]), form), plain=_number(float(plain[point]), form))
        )
    computed = float(curve.d_k[point])
    place = f"dₖ = {form.fixed(computed, 0)}"
    if computed != d_k:
        place = translate("saturation", "dₖ = {d_k}, computed at {nearest}").format(
            d_k=form.fixed(d_k, 0), nearest=form.fixed(computed, 0)
        )
    return f"{place}: " + " · ".join(parts)


def _number(value: float, form: NumberFormat) -> str:
    """Three decimals, or a power of ten where these would be a false 0."""
    return form.fixed(value, 3) if value == 0 or value >= 5e-4 else form.scientific(value)


def nearest_point(curve: Saturation, d_k: float) -> int:
    """Index of the computed point nearest to d_k on the logarithmic axis."""
    return int(np.argmin(np.abs(np.log(curve.d_k) - np.log(max(d_k, 1)))))


def note(document: Document, curve: Saturation, shown: Shown) -> str:
    """What is drawn, in a line."""
    if curve.choosing < curve.n_q:
        means = translate("saturation", "means over {rows} of {n} rows")
        if curve.rows == curve.n_q:
            means = translate("saturation", "means over {rows} of {n} rows, those with a choice")
        parts = [means.format(rows=curve.choosing, n=curve.n_q)]
    else:
        parts = [translate("saturation", "means over the rows")]
    if isinstance(document.source, SentenceSource):
        parts.append(translate("saturation", "the same words, 1 to 512 components"))
    else:
        parts.append(translate("saturation", "as if today's scores grew with √dₖ"))
    if shown == "gradient":
        if curve.divided.passed is None:
            parts.append(translate("saturation", "too long to follow a gradient"))
        else:
            parts.append(translate("saturation", "gradient passed = ‖J ∂A‖ / ‖∂A‖, today's ∂A"))
    return " · ".join(parts)
