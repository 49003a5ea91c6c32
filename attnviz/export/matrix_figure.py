"""The n × n heatmap of one head: labels, cells, entropy beside the rows, the measures, the colour bar."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attnviz.core.tokens import visible_text
from attnviz.document.document import Document, MatrixSource, ProjectionSource
from attnviz.document.explain import verdict
from attnviz.document.trace import Trace
from attnviz.export.cells import reduction, weights_scale
from attnviz.export.chain import scaled_title
from attnviz.export.figure import Cells, ColourBar, Figure, Label, Line, Measure, Rect, Sheet
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.tiles import cell_text, kept_labels, label_gutter, label_step
from attnviz.export.words import isolated
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
HEADING = 46.0  # title and the line below it
LABEL = 12
ANGLE = 50.0  # of the column labels, degrees
MAX_CELL = 56.0
ENTROPY = 104.0  # width of the entropy margin, with its numbers
MEASURES = 172.0
LEAST_PLOT = 120.0
LAST_LABEL = 40.0  # how far the last turned label may lean out of the plot
LEAST_HEADING = 380.0  # from the left: room for the sentence above the smallest plot
TURNED = 16.0  # pixels between turned labels, so that their lines do not touch


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """Where things are: the plot's corner and cell size, and what has room beside it."""

    x: float
    y: float
    cell: float
    gutter: float
    entropy_x: float
    measures_x: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Axes:
    """What stands at the left of the plot and above it, and which label is followed there."""

    left: tuple[str, ...]
    above: tuple[str, ...]
    left_axis: Literal["row", "column"]
    bold_left: int | None
    bold_above: int | None
    transposed: bool


def _axes(trace: Trace, query: int, notation: Notation) -> _Axes:
    turned = notation.transposed
    return _Axes(
        left=trace.tokens_k if turned else trace.tokens_q,
        above=trace.tokens_q if turned else trace.tokens_k,
        left_axis="column" if turned else "row",
        bold_left=None if turned else query,
        bold_above=query if turned else None,
        transposed=turned,
    )


def matrix_figure(
    document: Document,
    trace: Trace,
    *,
    width: float,
    height: float,
    query: int,
    measure: Measure,
    form: NumberFormat,
    numbers: bool = True,
    notation: Notation = STANDARD,
) -> Figure:
    """The heatmap of the weights, laid out for a given room. Rows are queries, columns are keys."""
    sheet = Sheet(measure)
    axes = _axes(trace, query, notation)
    frame = _frame(sheet, axes, width, height, rotated=False)
    rotated = _too_wide(sheet, axes, frame.cell)
    if rotated:
        frame = _frame(sheet, axes, width, height, rotated=True)
    cells = _cells(trace, frame, form, numbers, measure, notation)
    room = (frame.measures_x or width) - MARGIN
    _lay_heading(sheet, document, trace, query, form, cells, room, notation)
    sheet.add(cells)
    _lay_left_labels(sheet, axes, cells, frame)
    _lay_labels_above(sheet, axes, cells, rotated)
    _lay_axis_names(sheet, cells, notation)
    if not axes.transposed:  # the margin belongs to rows that are queries
        _lay_entropy(sheet, trace, cells, frame, form)
    if trace.n_q > 1:
        sheet.add(_outline(cells, query))
    if frame.measures_x is not None:
        _lay_measures(sheet, document, trace, frame.measures_x, height, form, notation)
    return Figure(
        width=width,
        height=height,
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=document.name or translate("figure", "Attention weights"),
        description=_description(trace, query, form),
    )


def natural_size(trace: Trace, notation: Notation = STANDARD) -> tuple[float, float]:
    """A size at which every cell of a small matrix holds its number, and a large one is still legible."""
    across, down = (trace.n_q, trace.n_k) if notation.transposed else (trace.n_k, trace.n_q)
    most = max(across, down)
    cell = 34.0 if most <= 24 else max(560.0 / most, 0.15)
    side_x = max(cell * across, LEAST_PLOT)
    side_y = max(cell * down, 330.0 - HEADING)
    return math.ceil(side_x + 110 + ENTROPY + MEASURES + 3 * MARGIN), math.ceil(side_y + HEADING + 110 + 2 * MARGIN)


def _too_wide(sheet: Sheet, axes: _Axes, cell: float) -> bool:
    """Whether column labels must turn because one is wider than its cell."""
    return any(sheet.measure(visible_text(name), LABEL, False) > cell - 8 for name in axes.above[:400])


def _frame(sheet: Sheet, axes: _Axes, width: float, height: float, rotated: bool) -> _Frame:
    gutter = label_gutter(sheet, axes.left[:400])
    with_measures = width >= 560
    entropy = 0.0 if axes.transposed else ENTROPY + MARGIN
    right = entropy + (MEASURES + MARGIN if with_measures else 0.0) + (LAST_LABEL if rotated else 0.0)
    header = HEADING + (_rotated_height(sheet, axes) if rotated else 24.0) + 8
    free_x = max(width - MARGIN - gutter - right, LEAST_PLOT)
    free_y = max(height - header - 28, LEAST_PLOT)
    cell = min(MAX_CELL, free_x / len(axes.above), free_y / len(axes.left))
    if cell >= 4:
        cell = math.floor(cell)  # whole pixels: every cell of a small matrix is equally large
    x = MARGIN + gutter
    plot_right = x + max(cell * len(axes.above), LEAST_PLOT / 2)
    if rotated:
        plot_right = max(plot_right, x + cell * (len(axes.above) - 1) + LAST_LABEL)
    entropy_x = plot_right + MARGIN
    measures_x = max(entropy_x + entropy, LEAST_HEADING) if with_measures else None
    return _Frame(x=x, y=header, cell=cell, gutter=gutter, entropy_x=entropy_x, measures_x=measures_x)


def _rotated_height(sheet: Sheet, axes: _Axes) -> float:
    widest = max(sheet.measure(visible_text(name), LABEL, False) for name in axes.above[:400])
    return min(widest, 100.0) * math.sin(math.radians(ANGLE)) + 8


def _cells(
    trace: Trace, frame: _Frame, form: NumberFormat, numbers: bool, measure: Measure, notation: Notation
) -> Cells:
    size = 13 if frame.cell >= 40 else 12 if frame.cell >= 32 else 11 if frame.cell >= 26 else 10
    written = None
    if numbers and frame.cell >= 21 and max(trace.n_q, trace.n_k) <= 64:
        whole = measure(form.fixed(1.0, 2), size, False) + 6 <= frame.cell
        written = tuple(
            tuple(
                _weight_text(float(weight), form, whole) if trace.visible[i, j] else "" for j, weight in enumerate(row)
            )
            for i, row in enumerate(trace.weights)
        )
    return Cells(
        name="weights",
        x=frame.x,
        y=frame.y,
        cell_width=frame.cell,
        cell_height=frame.cell,
        values=trace.weights,
        scale=weights_scale(),
        visible=trace.visible if trace.masked else None,
        numbers=written,
        number_size=size,
        transposed=notation.transposed,
    )


def _weight_text(weight: float, form: NumberFormat, whole: bool) -> str:
    """Two decimals; nothing for what rounds to zero, so that the picture stays quiet; no leading zero where cramped."""
    if weight < 0.005:
        return ""
    text = form.fixed(weight, 2)
    if whole:
        return text
    return text[1:] if text.startswith("0") else text[:-1]


def _lay_heading(
    sheet: Sheet,
    document: Document,
    trace: Trace,
    query: int,
    form: NumberFormat,
    cells: Cells,
    right: float,
    notation: Notation,
) -> None:
    """The formula, and below it where the followed row looks; notes that would pass `right` are left out."""
    title = notation.write(f"A = softmax({scaled_title(document)})")
    sheet.text(MARGIN, 24, title, size=15, bold=True, colour="weights")
    said = verdict(document, trace, query)
    if said is None:
        sentence = translate("figure", "“{query}” may not look at any key: its weights are 0")
    elif not said.shares:
        sentence = translate("figure", "“{query}” looks at every key a little")
    else:
        sentence = translate("figure", "“{query}” looks at:")
    longest = (right - MARGIN) * 0.3
    free = right - MARGIN - sheet.measure(sentence.format(query=""), LABEL, False)
    name = sheet.elided(visible_text(trace.tokens_q[query]), min(longest, free), LABEL)
    end = MARGIN + sheet.text(MARGIN, 41, sentence.format(query=isolated(name)), size=LABEL, colour="muted")
    if said is None or not said.shares:
        return
    key, weight = said.shares[0]
    best = isolated(sheet.elided(visible_text(trace.tokens_k[key]), longest, LABEL, bold=True))
    end += sheet.text(end, 41, f" {best} {form.fixed(weight, 2)}", size=LABEL, bold=True)
    for note in _notes(trace, query, cells):
        if end + sheet.measure(note, LABEL, False) <= right:
            end += sheet.text(end, 41, note, size=LABEL, colour="muted")


def _notes(trace: Trace, query: int, cells: Cells) -> list[str]:
    """What else is worth saying about the followed row and the picture."""
    notes = []
    hidden = int((~trace.visible[query]).sum())
    if hidden:
        notes.append(" · " + translate("figure", "masked keys: {n}").format(n=hidden))
    factor = max(reduction(cells.drawn().columns, cells.width), reduction(cells.drawn().rows, cells.height))
    if factor > 1:
        notes.append(" · " + translate("figure", "each dot shows the largest of {k} × {k} cells").format(k=factor))
    return notes


def _lay_left_labels(sheet: Sheet, axes: _Axes, cells: Cells, frame: _Frame) -> None:
    n = len(axes.left)
    for i in kept_labels(n, label_step(frame.cell), axes.bold_left):
        bold = i == axes.bold_left
        text = sheet.elided(visible_text(axes.left[i]), frame.gutter - 8, LABEL, bold)
        style = {"bold": True} if bold else {"colour": "muted"}
        sheet.text(cells.x - 8, cells.y + (i + 0.5) * frame.cell + 4.5, text, size=LABEL, align="right", **style)
    if frame.cell < 1:
        return
    for i in range(n):
        left, top = cells.x - frame.gutter, cells.y + i * frame.cell
        sheet.labels.append(
            Label(
                matrix="weights",
                axis=axes.left_axis,
                index=i,
                x=left,
                y=top,
                width=frame.gutter,
                height=frame.cell,
            )
        )


def _lay_labels_above(sheet: Sheet, axes: _Axes, cells: Cells, rotated: bool) -> None:
    step = label_step(cells.cell_width, TURNED if rotated else 13.0)
    for j in kept_labels(len(axes.above), step, axes.bold_above):
        x = cells.x + (j + 0.5) * cells.cell_width
        bold = j == axes.bold_above
        text = sheet.elided(visible_text(axes.above[j]), 100.0, LABEL, bold)
        style = {"bold": True} if bold else {"colour": "muted"}
        if axes.transposed:
            left, width = cells.x + j * cells.cell_width, cells.cell_width * step
            sheet.labels.append(
                Label(matrix="weights", axis="row", index=j, x=left, y=cells.y - 20, width=width, height=20)
            )
        if rotated:
            sheet.text(x + 3, cells.y - 8, text, size=LABEL, angle=ANGLE, **style)
        else:
            sheet.text(x, cells.y - 8, text, size=LABEL, align="center", **style)


def _lay_axis_names(sheet: Sheet, cells: Cells, notation: Notation) -> None:
    y = cells.y + cells.height + 18
    rows = translate("figure", "rows: query i · columns: key j")
    columns = translate("figure", "columns: query i · rows: key j")
    sheet.text(cells.x, y, columns if notation.transposed else rows, size=11, colour="muted")


def _lay_entropy(sheet: Sheet, trace: Trace, cells: Cells, frame: _Frame, form: NumberFormat) -> None:
    x = frame.entropy_x
    sheet.text(x, cells.y - 8, translate("figure", "entropy (bits)"), size=11, colour="muted")
    most = math.log2(max(trace.n_k, 2))
    step = reduction(trace.n_q, cells.height)
    height = frame.cell * step
    for i in range(0, trace.n_q, step):
        value = float(np.max(trace.measures.entropy[i : i + step]))
        top = cells.y + i * frame.cell
        bar = max(0.0, (ENTROPY - 36) * value / most)
        inset = min(6.0, height * 0.22) if height >= 4 else 0.0
        if bar > 0:
            sheet.add(Rect(x=x, y=top + inset, width=bar, height=max(height - 2 * inset, 0.5), fill="control"))
        if height >= 13:
            sheet.text(x + bar + 6, top + height / 2 + 4, form.fixed(value, 1), size=11, colour="muted")


def _outline(cells: Cells, query: int) -> Rect:
    """The frame around the followed query's weights."""
    x, y, width, height = cells.block_rect(query, 1, 0, cells.columns)
    return Rect(
        x=x - 1.5,
        y=y - 1.5,
        width=max(width, 2.0) + 3,
        height=max(height, 2.0) + 3,
        stroke="highlight",
        stroke_width=2.0,
        radius=1.0,
    )


def head_title(document: Document, trace: Trace, notation: Notation) -> str:
    """The head's name in words."""
    source = document.source
    if isinstance(source, ProjectionSource):
        return translate("figure", "A · head {number}").format(number=notation.head(trace.head))
    if isinstance(source, MatrixSource):
        return translate("figure", "A · Q and K by hand")
    return {
        "content": translate("figure", "A · content head"),
        "previous": translate("figure", "A · previous-token head"),
        "distance": translate("figure", "A · distance head"),
        "mixed": translate("figure", "A · mixed head"),
    }[source.head]


def _lay_measures(
    sheet: Sheet, document: Document, trace: Trace, x: float, height: float, form: NumberFormat, notation: Notation
) -> None:
    m = trace.measures
    sheet.text(x, 24, head_title(document, trace, notation), size=14, bold=True)
    shape = translate("figure", "{n_q} × {n_k} · rows = queries").format(n_q=trace.n_q, n_k=trace.n_k)
    if notation.transposed:
        shape = translate("figure", "{n_k} × {n_q} · columns = queries").format(n_q=trace.n_q, n_k=trace.n_k)
    sheet.text(x, 41, shape, size=LABEL, colour="muted")
    root = form.fixed(math.sqrt(trace.d_k), 2)
    blocks = [
        (
            translate("figure", "standard deviation of {scores}").format(scores=notation.scores),
            cell_text(m.score_std, 2, form),
            f"√dₖ = {root}",
        ),
        (
            translate("figure", "saturated rows"),
            translate("figure", "{k} of {n}").format(k=m.saturated, n=m.n_rows),
            translate("figure", "largest weight > {limit}").format(limit=form.fixed(0.99, 2)),
        ),
        (
            translate("figure", "mean entropy"),
            translate("figure", "{bits} bits").format(bits=form.fixed(m.mean_entropy, 2)),
            translate("figure", "≈ {n} tokens looked at").format(n=form.fixed(m.mean_effective, 1)),
        ),
        (
            translate("figure", "gradient that passes"),
            form.fixed(m.mean_jacobian, 3),
            translate("figure", "mean ‖J‖ of the rows"),
        ),
    ]
    bar = 60.0  # of the colour bar with its captions
    pitch = min(80.0, max(46.0, (height - 70 - bar) / len(blocks)))
    y = 74.0
    for caption, value, note in blocks:
        sheet.text(x, y, caption, size=LABEL, colour="muted")
        sheet.text(x, y + 24, value, size=21, bold=True)
        if pitch >= 64:  # in a low window the notes give way to the numbers
            sheet.text(x, y + 42, note, size=LABEL, colour="muted")
        y += pitch
    if y + bar - 20 <= height:
        _lay_colour_bar(sheet, x, y, form)


def _lay_colour_bar(sheet: Sheet, x: float, y: float, form: NumberFormat) -> None:
    sheet.text(x, y, translate("figure", "weight, linear"), size=LABEL, colour="muted")
    sheet.add(ColourBar(x=x, y=y + 8, width=150, height=10, scale=weights_scale()))
    sheet.text(x, y + 33, form.short(0.0), size=11, colour="muted")
    sheet.text(x + 150, y + 33, form.short(1.0), size=11, colour="muted", align="right")
    sheet.add(Line(x1=x, y1=y + 18.5, x2=x + 150, y2=y + 18.5, colour="line"))


def _description(trace: Trace, query: int, form: NumberFormat) -> str:
    row = trace.weights[query]
    best = np.argsort(-row, kind="stable")[:5]
    weights = ", ".join(f"{visible_text(trace.tokens_k[int(j)])} {form.fixed(float(row[j]), 2)}" for j in best)
    return translate(
        "figure", "Attention weights, {n_q} queries by {n_k} keys. The query {query} looks at {weights}."
    ).format(n_q=trace.n_q, n_k=trace.n_k, query=visible_text(trace.tokens_q[query]), weights=weights)
