"""The chain of one head as tiles: Q, K → S → S/√d_k → A → O, with V below, and the verdict in words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from attnviz.core.tokens import visible_text
from attnviz.document.document import Document, MatrixSource
from attnviz.document.explain import Verdict, verdict
from attnviz.document.trace import Array, Trace
from attnviz.export.cells import signed_scale, weights_scale
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.tiles import HEADER, Tile, TileSize, lay_tile, tile_size
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
GAP = 46.0  # between tiles of the chain; the arrow stands in it
ROW_GAP = 40.0
LABEL_GAP = 14.0  # between a column and the row labels of the next


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Chain:
    """The tiles by column of the picture: above, and below."""

    above: tuple[Tile | None, ...]
    below: tuple[Tile | None, ...]


def steps_figure(
    document: Document,
    trace: Trace,
    *,
    query: int,
    measure: Measure,
    form: NumberFormat,
    numbers: bool = True,
) -> Figure:
    """The chain at its natural size, with the row of `query` (0-based) outlined through it."""
    sheet = Sheet(measure)
    chain = _chain(document, trace)
    sizes = [[tile_size(sheet, t, form, numbers) if t else None for t in row] for row in (chain.above, chain.below)]
    second = MARGIN + max(size.height for size in sizes[0] if size) + ROW_GAP
    right = MARGIN  # where the column before ends
    arrow_from: float | None = None  # where its upper cells end
    verdict_at: float | None = None
    for upper, lower, up, low in zip(chain.above, chain.below, *sizes, strict=True):
        if up is None and low is None:
            continue
        left = _cells_left(right, arrow_from, up, low)
        if upper and up:
            if arrow_from is not None:
                _lay_arrow(sheet, (arrow_from + left - up.gutter) / 2, up)
            lay_tile(sheet, upper, up, left - up.gutter, MARGIN, form, numbers, query)
            arrow_from = left + upper.values.shape[1] * up.cell_width
        if lower and low:
            lay_tile(sheet, lower, low, left - low.gutter, second, form, numbers, None)
        elif verdict_at is None and upper:
            verdict_at = left
        right = max(left - size.gutter + size.width for size in (up, low) if size)
    _lay_verdict(sheet, document, trace, query, form, verdict_at, second)
    title = document.name or translate("figure", "Scaled dot-product attention")
    return Figure(
        width=math.ceil(sheet.right + MARGIN),
        height=math.ceil(sheet.bottom + MARGIN),
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=title,
        description=_description(trace, query, form),
    )


def _cells_left(right: float, arrow_from: float | None, up: TileSize | None, low: TileSize | None) -> float:
    """Where a column's cells begin: room for the arrow above, and for row labels above and below."""
    gap = GAP if arrow_from is not None else 0.0
    above = gap + up.gutter if up else 0.0
    below = low.gutter + (LABEL_GAP if arrow_from is not None else 0.0) if low else 0.0
    return right + max(above, below)


def _lay_arrow(sheet: Sheet, x: float, size: TileSize) -> None:
    y = MARGIN + HEADER + (size.height - HEADER) / 2 + 6
    sheet.text(x, y, "→", size=20, colour="muted", align="center")


def _chain(document: Document, trace: Trace) -> _Chain:
    editable = isinstance(document.source, MatrixSource)
    scores, scaled = _scores(trace), _scaled(document, trace)
    weights, output = _weights(trace), _output(document, trace)
    first = {
        "Q": None if trace.Q is None else _vectors("Q", trace.Q, trace.tokens_q, trace.d_k, editable),
        "K": None if trace.K is None else _vectors("K", trace.K, trace.tokens_k, trace.d_k, editable),
    }
    values = None
    if trace.V is not None:
        names = _value_names(document, trace.V.shape[1])
        values = Tile(
            name="V",
            title="V",
            subtitle=_subtitle(trace.V.shape, editable),
            role="V",
            values=trace.V,
            rows=trace.tokens_k,
            columns=names,
            scale=signed_scale(trace.V),
            least_places=1,
            editable=editable,
        )
    return _Chain(above=(first["Q"], scores, scaled, weights, output), below=(first["K"], None, None, values, None))


def _vectors(name: str, values: Array, tokens: tuple[str, ...], d_k: int, editable: bool) -> Tile:
    return Tile(
        name=name,
        title=name,
        subtitle=_subtitle(values.shape, editable),
        role=name,
        values=values,
        rows=tokens,
        columns=tuple(str(c + 1) for c in range(d_k)),
        scale=signed_scale(values),
        least_places=1,
        editable=editable,
    )


def _scores(trace: Trace) -> Tile:
    return Tile(
        name="scores",
        title="S = QKᵀ" if trace.Q is not None else "S",
        subtitle=_shape(trace.scores.shape),
        role="scores",
        values=trace.scores,
        rows=trace.tokens_q,
        columns=trace.tokens_k,
        scale=signed_scale(trace.scores),
        row_labels=trace.Q is None,
    )


def scaled_title(document: Document) -> str:
    """The formula of the scaled scores, as the options make it."""
    warm = document.options.temperature != 1
    if document.options.divide:
        return "S / (√dₖ · τ)" if warm else "S / √dₖ"
    return "S / τ" if warm else "S"


def _scaled(document: Document, trace: Trace) -> Tile:
    subtitle = translate("figure", "divided by √dₖ") if document.options.divide else translate("figure", "not divided")
    if trace.masked:
        subtitle = translate("figure", "{how}, then masked").format(how=subtitle)
    return Tile(
        name="scaled",
        title=scaled_title(document),
        subtitle=subtitle,
        role="scores",
        values=trace.scaled,
        rows=trace.tokens_q,
        columns=trace.tokens_k,
        scale=signed_scale(trace.scaled),
        row_labels=False,
        visible=trace.visible if trace.masked else None,
        least_places=2,
    )


def _weights(trace: Trace) -> Tile:
    return Tile(
        name="weights",
        title="A = softmax",
        subtitle=translate("figure", "each row sums to 1"),
        role="weights",
        values=trace.weights,
        rows=trace.tokens_q,
        columns=trace.tokens_k,
        scale=weights_scale(),
        row_labels=False,
        visible=trace.visible if trace.masked else None,
        least_places=2,
    )


def _output(document: Document, trace: Trace) -> Tile | None:
    if trace.output is None:
        return None
    return Tile(
        name="output",
        title="O = AV",
        subtitle=_shape(trace.output.shape),
        role="output",
        values=trace.output,
        rows=trace.tokens_q,
        columns=_value_names(document, trace.output.shape[1]),
        scale=signed_scale(trace.V, trace.output),
        row_labels=False,
        least_places=2,
    )


def _value_names(document: Document, d_v: int) -> tuple[str, ...]:
    source = document.source
    if isinstance(source, MatrixSource) and source.value_names:
        return source.value_names
    return tuple(str(c + 1) for c in range(d_v))


def _shape(shape: tuple[int, ...]) -> str:
    return " × ".join(str(size) for size in shape)


def _subtitle(shape: tuple[int, ...], editable: bool) -> str:
    if not editable:
        return _shape(shape)
    return translate("figure", "{shape} · editable").format(shape=_shape(shape))


def _lay_verdict(
    sheet: Sheet,
    document: Document,
    trace: Trace,
    query: int,
    form: NumberFormat,
    x: float | None,
    top: float,
) -> None:
    said = verdict(document, trace, query)
    if x is None:
        return
    y = top + 14
    if said is None:
        sheet.text(x, y, translate("figure", "No key may be looked at: the weights are 0."), size=14, colour="muted")
        return
    if trace.output is not None:
        end = x + sheet.text(x, y, visible_text(said.query), size=14, colour="muted") + 6
        if said.winners:
            names = translate("figure", " and ").join(visible_text(name) for name in said.winners)
            arrow = "→ " if len(said.winners) == 1 else "= "
            end += sheet.text(end, y, arrow + names, size=14, bold=True) + 10
        else:
            end += sheet.text(end, y, "→", size=14, bold=True) + 6
        values = " · ".join(form.fixed(float(value), 2) for value in trace.output[query][:6])
        sheet.text(end, y, values + (" · …" if trace.output.shape[1] > 6 else ""), size=14, colour="muted")
        y += 22
    sheet.text(x, y, weight_sentence(said, trace, form), size=14, colour="muted")


def weight_sentence(said: Verdict, trace: Trace, form: NumberFormat) -> str:
    """Where a row's weight comes from, in words."""
    parts: list[tuple[str, str | None]] = []
    for key, weight in said.shares:
        percent = form.fixed(100 * weight, 0)
        if key == said.own:
            parts.append((percent, None))
        else:
            parts.append((percent, visible_text(trace.tokens_k[key])))
    if not parts:
        return translate("figure", "The weight is spread over {n} keys.").format(n=trace.n_k)
    first = _first_share(*parts[0])
    if len(parts) == 1:
        return first + "."
    return f"{first}, {_next_share(*parts[1])}."


def _first_share(percent: str, key: str | None) -> str:
    if key is None:
        return translate("figure", "{percent}% of the weight comes from itself").format(percent=percent)
    return translate("figure", "{percent}% of the weight comes from {key}").format(percent=percent, key=key)


def _next_share(percent: str, key: str | None) -> str:
    if key is None:
        return translate("figure", "{percent}% from itself").format(percent=percent)
    return translate("figure", "{percent}% from {key}").format(percent=percent, key=key)


def _description(trace: Trace, query: int, form: NumberFormat) -> str:
    weights = ", ".join(
        f"{visible_text(name)} {form.fixed(float(weight), 2)}"
        for name, weight in list(zip(trace.tokens_k, trace.weights[query], strict=True))[:12]
    )
    return translate("figure", "Attention step by step. Weights of the query {query}: {weights}.").format(
        query=visible_text(trace.tokens_q[query]), weights=weights
    )
