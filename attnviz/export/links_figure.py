"""The weights as lines from queries to keys, or as arcs over one row of tokens. Width is weight, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import nlargest
from math import sqrt
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from attnviz.core.links import MOST_LINKS, Links, RowLinks, choose_links, share_of_rows
from attnviz.core.tokens import visible_text
from attnviz.document.links_look import LinksLook
from attnviz.document.trace import Trace
from attnviz.export.drawn_links import Curves, Drawn, line_widths
from attnviz.export.figure import Align, Figure, Label, Line, Measure, Path, Sheet, Text
from attnviz.export.kept import Kept, same
from attnviz.export.links_words import chosen_text, links_text, links_title
from attnviz.export.rounding import label_step, reaches
from attnviz.export.scene import Scene
from attnviz.export.tiles import kept_labels
from attnviz.export.weight_text import weight_places, weight_text
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
HEADING = 64.0
FURTHER = 15.0  # for a second line below the title
LABEL, LARGEST = 13, 22  # of a page, and where a window leaves much room from token to token
SMALL = 11
DOWN = 4.5 / LABEL  # of its size is a name's baseline below its token's place
FAINT, STRONG = 0.35, 0.95  # opacity of the other queries' lines, and of the followed one's
FEW = 70  # lines of a classroom sentence; of more, each is fainter, or together they are a surface
MOST_LIVE = 500  # lines while a hand drags: as many as a frame has time for; the others come when it rests
MOST_APART = 460.0  # between the two columns
LINE, MOST_LINES = 15.0, 36  # a token with its weight; how many of them a picture is made high enough for
ROWS = 64  # of a matrix, looked at together
NUMBER = 44.0  # room for a weight beside its key
PITCH, LIVE_PITCH = 30.0, 140.0  # the most from token to token, of a file and of the window: a few shall fill that
LEAST_ARC = 140.0  # how far the widest arc may reach out however few tokens there are; of more, as far as it is high
MEASURED = 200  # tokens whose width is looked at: the longest
LEADER = 12.0  # pixels from a token to its arcs from which on a line leads there


def links_figure(
    scene: Scene, *, width: float, height: float, measure: Measure, query: int | None = None, live: bool = False
) -> Drawn:
    """The weights as lines or arcs, laid out for a given room. The row of `query`, or the followed one, stands out.

    With `live` it is that of a window, which a few tokens shall fill. Arcs need the same tokens on both sides; where
    there are two kinds, lines are drawn, and the title says why.
    """
    document, trace, form, look = scene.document, scene.trace, scene.form, scene.view.links
    query = scene.query if query is None else query
    sheet = Sheet(measure)
    links = _links(trace, look)
    asked = scene.view.drawing == "arcs"
    arcs = asked and trace.same_tokens
    title = sheet.elided(links_title(asked, arcs), width - 2 * MARGIN, 15, bold=True)
    sheet.text(MARGIN, 24, title, size=15, bold=True, colour="weights")
    top = HEADING + _lay_choice(sheet, links, look, form, width)
    lay, pitch = _lay_arcs if arcs else _lay_lines, LIVE_PITCH if live else PITCH
    curves = lay(sheet, trace, links, width, (height, pitch), query, form, top)
    return Drawn(
        figure=Figure(
            width=width,
            height=height,
            items=tuple(sheet.items),
            labels=tuple(sheet.labels),
            title=document.name or translate("figure", "Attention weights"),
            description=links_text(trace, links, look, query, form, arcs=arcs),
        ),
        links=links,
        curves=curves,
        arcs=arcs,
    )


def _links(trace: Trace, look: LinksLook) -> Links:
    """The weights that are drawn. Those that were gathered along with the trace need not be looked for."""
    threshold, most = look.threshold, look.most
    gathered = None if trace.reduced is None else trace.reduced.links(threshold, most)

    def chosen() -> Links:
        if not trace.scored:
            return choose_links(trace.weights, threshold=threshold, most=most)
        found = gathered or RowLinks.of(np.asarray(trace.weights), threshold, most)
        rows = int(trace.visible.any(axis=1).sum()) if trace.masked else trace.n_q
        return found.links(share_of_rows(rows), MOST_LIVE if trace.hasty else MOST_LINKS)

    return _chosen.get((same(trace.weights), threshold, most), (trace.weights,), chosen)


_chosen: Kept[Links] = Kept(most=4)


def natural_size(trace: Trace) -> tuple[float, float]:
    """A size at which neighbouring tokens can all be read, up to a page's worth."""
    n = max(trace.n_q, trace.n_k)
    return 760.0, max(240.0, min(24.0 * n, 1800.0) + HEADING + 2 * MARGIN)


def needed_height(trace: Trace) -> float:
    """The height at which the tokens of a sentence all have a line, and of more every second, third and so on."""
    return HEADING + FURTHER + 18 + LINE * min(max(trace.n_q, trace.n_k), MOST_LINES) + MARGIN


def looks_ahead(trace: Trace) -> bool:
    """Whether some query may look at a later key. Of weights without scores no mask is known: theirs are looked at."""
    if trace.scored and not trace.masked:
        return trace.n_k > 1
    seen = trace.visible if trace.scored else trace.weights
    return _ahead.get(same(seen), (seen,), lambda: _above_diagonal(seen))


def _above_diagonal(seen: NDArray[Any]) -> bool:
    """Whether anything lies above the diagonal of (n_q, n_k) numbers, read in blocks of rows."""
    return any(
        bool(rows[:, first + ROWS :].any() or np.triu(rows[:, first : first + ROWS], 1).any())
        for first in range(0, len(seen), ROWS)
        for rows in [seen[first : first + ROWS]]
    )


_ahead: Kept[bool] = Kept(most=16)


def _lay_choice(sheet: Sheet, links: Links, look: LinksLook, form: NumberFormat, width: float) -> float:
    """Which weights are drawn, and how much of all weight they are; returns what it takes beyond one line."""
    lines = sheet.wrapped(chosen_text(links, look, form), width - 2 * MARGIN, 12)
    for index, line in enumerate(lines):
        sheet.text(MARGIN, 42 + FURTHER * index, line, size=12, colour="muted")
    return FURTHER * (len(lines) - 1)


def _lay_lines(
    sheet: Sheet,
    trace: Trace,
    links: Links,
    width: float,
    room: tuple[float, float],
    query: int,
    form: NumberFormat,
    heading: float,
) -> Curves:
    """Queries at the left, keys at the right. `room` is the figure's height, and the most from token to token."""
    most = (width - 2 * MARGIN) * 0.3
    top, bottom, most_apart = heading + 18, room[0] - MARGIN, room[1]
    y_q, y_k = _places(trace.n_q, top, bottom, most_apart), _places(trace.n_k, top, bottom, most_apart)
    size = _type(min((bottom - top) / max(trace.n_q, trace.n_k), most_apart))
    number = NUMBER * size / LABEL
    left_gutter = _gutter(sheet, trace.tokens_q, most, size)
    right_gutter = _gutter(sheet, trace.tokens_k, most - number, size) + number
    apart = min(MOST_APART, width - left_gutter - right_gutter - 2 * MARGIN)
    left = (width - left_gutter - apart - right_gutter) / 2 + left_gutter
    right = left + apart
    sheet.text(left, heading, translate("figure", "query"), size=_small(size), colour="muted", align="right")
    sheet.text(right, heading, translate("figure", "key"), size=_small(size), colour="muted")
    curves = np.empty((len(links), 4, 2))
    curves[:, :, 0] = left, left + apart * 0.4, right - apart * 0.4, right
    curves[:, :2, 1], curves[:, 2:, 1] = y_q[links.queries, np.newaxis], y_k[links.keys, np.newaxis]
    _draw(sheet, links, curves, query)
    _side(sheet, trace.tokens_q, y_q, left - 6, left_gutter - 8, size, "right", "row", query)
    looked, names = links.looked_at(query), right_gutter - number - 8
    _side(sheet, trace.tokens_k, y_k, right + 6, names, size, "left", "column", None, looked)
    _weights(sheet, trace, query, looked, y_k, right + 6, names, size, form)
    return curves


def _places(n: int, top: float, bottom: float, most: float) -> NDArray[np.float64]:
    """The middles of n equal parts, no further apart than `most`."""
    pitch = min((bottom - top) / n, most)
    places: NDArray[np.float64] = top + pitch * np.arange(0.5, n)
    return places


def _type(pitch: float) -> int:
    """Pixels of type of names this far apart."""
    grown = (pitch - PITCH) / (LIVE_PITCH - PITCH)
    return LABEL + round((LARGEST - LABEL) * min(max(grown, 0.0), 1.0))


def _small(size: int) -> int:
    """Pixels of type of what is told beside names of this size: smaller, and growing half as much."""
    return SMALL + (size - LABEL) // 2


def _pitch(places: NDArray[np.float64]) -> float:
    return float(places[1] - places[0]) if len(places) > 1 else 30.0


def _apart(keys: Sequence[int], places: NDArray[np.float64], least: float) -> list[int]:
    """Those of `keys`, in their order, whose places are at least `least` from all that went before."""
    kept: list[int] = []
    for key in keys:
        if all(reaches(abs(float(places[key] - places[other])), least) for other in kept):
            kept.append(key)
    return kept


def _side(
    sheet: Sheet,
    tokens: tuple[str, ...],
    places: NDArray[np.float64],
    x: float,
    room: float,
    size: int,
    align: Align,
    axis: Literal["row", "column"],
    followed: int | None,
    strong: Sequence[int] = (),
) -> None:
    """A column of tokens, as many as can be read; the followed ones always."""
    pitch = _pitch(places)
    kept = kept_labels(len(tokens), label_step(pitch, 14.0), followed)
    if not reaches(
        pitch, 14.0
    ):  # the keys that the followed query looks at, and of the others those that leave them room
        kept = _apart([*strong, *([] if followed is None else [followed]), *kept], places, 14.0)
    for i in kept:
        bold = i == followed or i in strong
        text = sheet.elided(visible_text(tokens[i]), room, size, bold)
        style: dict[str, object] = {"bold": True} if bold else {"colour": "muted"}
        sheet.text(x, float(places[i]) + DOWN * size, text, size=size, align=align, **style)
    if pitch < 1:
        return
    for i in range(len(tokens)):
        left = x - room if align == "right" else x
        sheet.labels.append(
            Label(
                matrix="weights",
                axis=axis,
                index=i,
                x=left,
                y=float(places[i]) - pitch / 2,
                width=room + (0 if axis == "row" else NUMBER * size / LABEL),
                height=pitch,
            )
        )


def _lay_arcs(
    sheet: Sheet,
    trace: Trace,
    links: Links,
    width: float,
    room: tuple[float, float],
    query: int,
    form: NumberFormat,
    heading: float,
) -> Curves:
    """One column of tokens; arcs at its left look back to earlier keys, at its right ahead; a ring at itself.

    `room` as for lines.
    """
    top, bottom = heading + 18, room[0] - MARGIN
    y, size = _places(trace.n_q, top, bottom, room[1]), _type(min((bottom - top) / trace.n_q, room[1]))
    number = NUMBER * size / LABEL
    gutter = _gutter(sheet, trace.tokens_q, (width - 2 * MARGIN) * 0.3, size)
    ahead = looks_ahead(trace)  # whether or not such an arc is drawn: the tokens rest while a threshold moves
    free = width - 2 * MARGIN - gutter - number - 24
    sides = 2 if ahead else 1
    most = min(free / sides, MOST_APART, max(float(y[-1] - y[0]), LEAST_ARC))
    left = MARGIN + (free - most * sides) / 2 + most + 12
    right, small = left + gutter + number, _small(size)
    sheet.text(left - 12, heading, _back(sheet, left - 12, small), size=small, colour="muted", align="right")
    if ahead:
        said = sheet.elided(translate("figure", "looks ahead"), width - right - 12, small)
        sheet.text(right + 12, heading, said, size=small, colour="muted")
    curves = _arcs(links, y, (left - 6, right + 6), most, size / LABEL)
    _draw(sheet, links, curves, query)
    looked, before = links.looked_at(query), len(sheet.items)
    _side(sheet, trace.tokens_q, y, left, gutter - 8, size, "left", "row", query, looked)
    _weights(sheet, trace, query, looked, y, left, gutter - 8, size, form)
    _lay_leaders(sheet, links, y, before, right + 6)
    return curves


def _back(sheet: Sheet, right: float, size: int) -> str:
    """What the arcs at the left do: a ring among them looks neither back nor ahead. It is named where it has room."""
    whole = translate("figure", "looks back, or at itself")
    return whole if sheet.measure(whole, size, False) <= right - MARGIN else translate("figure", "looks back")


def _lay_leaders(sheet: Sheet, links: Links, places: NDArray[np.float64], first: int, right: float) -> None:
    """From each token at which an arc of those ahead begins or ends to where that is: short tokens end far from it.

    The tokens are the sheet's items from `first` on. Where they are too close for each to have its name no line leads
    from those that have.
    """
    if not reaches(_pitch(places), 14.0):
        return
    ends: dict[float, float] = {}
    for item in sheet.items[first:]:
        if isinstance(item, Text):
            end = item.x + sheet.measure(item.text, item.size, item.bold)
            at = float(places[np.abs(places - item.y).argmin()])  # a baseline is nearest to its own token
            ends[at] = max(end, ends.get(at, end))
    ahead = links.keys > links.queries
    for row in sorted({*links.queries[ahead].tolist(), *links.keys[ahead].tolist()}):
        y = float(places[row])
        end = ends.get(y, right)
        if right - end >= LEADER:
            sheet.add(Line(x1=end + 5, y1=y, x2=right, y2=y, colour="line"))


def _arcs(links: Links, y: NDArray[np.float64], edges: tuple[float, float], most: float, grown: float) -> Curves:
    """Back from the left edge, ahead from the right one; from the first token to the last they are `most` wide. Rings
    grow with the type."""
    i, j = links.queries, links.keys
    back, itself = j <= i, i == j
    edge, way = np.where(back, edges[0], edges[1]), np.where(back, -1.0, 1.0)
    half = np.where(itself, min(_pitch(y) * 0.3, 6.0 * grown), 0.0)
    # A cubic reaches three quarters of the way to its controls.
    out = np.where(itself, 16.0 * grown, most * (0.06 + 0.94 * np.abs(i - j) / max(len(y) - 1, 1)) * 4 / 3)
    curves = np.empty((len(links), 4, 2))
    curves[:, 0, 0] = curves[:, 3, 0] = edge
    curves[:, 1, 0] = curves[:, 2, 0] = edge + way * out
    curves[:, :2, 1], curves[:, 2:, 1] = (y[i] - half)[:, np.newaxis], (y[j] + half)[:, np.newaxis]
    return curves


def _gutter(sheet: Sheet, tokens: tuple[str, ...], most: float, size: int) -> float:
    widest = max((sheet.measure(visible_text(token), size, True) for token in _longest(tokens)), default=0.0)
    return min(widest + 12, most)


@lru_cache(maxsize=4)
def _longest(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the most letters, among which is the widest; all of a few."""
    return tuple(nlargest(MEASURED, tokens, key=len))


def _weights(
    sheet: Sheet,
    trace: Trace,
    query: int,
    looked: list[int],
    places: NDArray[np.float64],
    x: float,
    room: float,
    size: int,
    form: NumberFormat,
) -> None:
    """The followed query's weights, each beside its key; where keys are close, those of the largest."""
    decimals = weight_places(float(trace.weights[query].max()))
    for j in _apart(looked, places, 14.0):
        name = sheet.elided(visible_text(trace.tokens_k[j]), room, size, True)
        at = x + sheet.measure(name, size, True) + 7
        weight = weight_text(float(trace.weights[query, j]), decimals, form)
        sheet.text(at, float(places[j]) + DOWN * size, weight, size=size - 1, colour="weights", bold=True)


def _draw(sheet: Sheet, links: Links, curves: Curves, query: int) -> None:
    """The other queries' lines first, faintly; the followed one's above them."""
    if not len(links):
        return
    faint = FAINT * sqrt(min(1.0, FEW / len(links)))
    widths = np.maximum(line_widths(links), 0.35)
    for followed, opacity in ((False, faint), (True, STRONG)):
        chosen = (links.queries == query) == followed
        sheet.items += [
            Path(points=tuple(map(tuple, points)), colour="weights", width=width, opacity=opacity, curved=True)
            for points, width in zip(curves[chosen].tolist(), widths[chosen].tolist(), strict=True)
        ]
    sheet.reach(*curves.max(axis=(0, 1)).tolist())
