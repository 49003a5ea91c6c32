"""The followed row as bars: one a key in their order, or the heaviest first with the rest as one bar."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnviz.document.zoom import kept, whole
from attnviz.export.figure import Figure, Label, Line, Measure, Path, Rect, Sheet
from attnviz.export.matrix_frame import LABEL, MARGIN, label
from attnviz.export.matrix_labels import kept_in
from attnviz.export.reduce import reduction
from attnviz.export.scene import Scene
from attnviz.i18n import translate

NAME = "row"  # of the bars' labels, for whoever clicks them
HEADING = 28.0
AXIS = 24.0  # below the bars: the labels
NUMBER_ROOM = 16.0  # above the highest bar
VALUE_ROOM = 32.0  # pixels a bar needs for its number
SORTED_ROOM = 58.0  # pixels for each of the sorted bars, with label and number
LABEL_ROOM = 34.0  # pixels from which on a long label is cut rather than left out
WIDEST_BAR = 46.0
BARS_FROM = 3.0  # pixels from which bars stand apart; below they are one outline
# The height in steps, so that it rests while a slider moves.
HEIGHTS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
NATURAL_HEIGHT = 150.0
TOLD = 12  # keys in the description of sorted bars


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bars:
    """Where the bars stand: what is in sight, how wide each is, and how high a weight of 1 would be."""

    x: float
    width: float
    bottom: float
    unit: float
    first: float  # key
    count: float

    @property
    def pitch(self) -> float:
        return self.width / self.count


def row_figure(scene: Scene, *, width: float, height: float, measure: Measure, titled: bool = True) -> Figure:
    """The weights of the scene's query as bars. In the order of the keys they show the keys that the matrix shows."""
    sheet = Sheet(measure)
    weights = np.nan_to_num(np.asarray(scene.trace.weights[scene.query], dtype=np.float64))
    title = row_title(scene)
    if titled:
        text = sheet.elided(title, width - 2 * MARGIN, LABEL, bold=True)
        sheet.text(MARGIN, 18, text, size=LABEL, bold=True, colour="muted")
    if scene.view.sorted_bars:
        said = _lay_sorted(sheet, scene, weights, width, height, HEADING if titled else 4.0)
    else:
        said = _lay_in_order(sheet, scene, weights, width, height, HEADING if titled else 4.0)
    return Figure(
        width=width,
        height=height,
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=title,
        description=f"{title}. {said}".strip(),
    )


def key_at(scene: Scene, x: float, width: float) -> int | None:
    """The key whose bar stands at x of a figure this wide; None beside the bars and on the bar of all others."""
    trace = scene.trace
    if scene.view.sorted_bars:
        shown, others = _ordered(scene, width)
        index = math.floor((x - MARGIN) / _sorted_pitch(len(shown), len(others), width))
        return int(shown[index]) if 0 <= index < len(shown) else None
    window = kept(scene.view.zoom, trace.n_q, trace.n_k) or whole(trace.n_q, trace.n_k)
    if not MARGIN <= x < width - MARGIN:
        return None
    key = math.floor(window[2] + (x - MARGIN) / (width - 2 * MARGIN) * window[3])
    return key if 0 <= key < trace.n_k else None


def _ordered(scene: Scene, width: float) -> tuple[np.ndarray, np.ndarray]:
    """The keys that have bars, the heaviest first, and those that share the last one."""
    weights = np.nan_to_num(scene.trace.weights[scene.query])
    visible = np.flatnonzero(scene.trace.visible[scene.query])
    places = max(1, int((width - 2 * MARGIN) / SORTED_ROOM))
    count = len(visible) if len(visible) <= places else places - 1
    order = visible[np.argsort(-weights[visible], kind="stable")]
    return order[:count], order[count:]


def _sorted_pitch(shown: int, others: int, width: float) -> float:
    return min((width - 2 * MARGIN) / max(shown + bool(others), 1), 2 * SORTED_ROOM)


def row_title(scene: Scene) -> str:
    """Whose row it is, and what its weights sum to."""
    total = float(np.nansum(scene.trace.weights[scene.query], dtype=np.float64))
    name = label(scene.trace.tokens_q[scene.query])
    row = translate("figure", "Row of “{query}” · sum {total}")
    column = translate("figure", "Column of “{query}” · sum {total}")
    return (column if scene.view.transposed else row).format(query=name, total=scene.form.fixed(total, 2))


def _top(largest: float) -> float:
    return next((step for step in HEIGHTS if largest <= step), max(largest, 1.0))  # imported numbers may be no shares


def _lay_axis(sheet: Sheet, bars: _Bars) -> None:
    sheet.add(Line(x1=bars.x, y1=bars.bottom + 0.5, x2=bars.x + bars.width, y2=bars.bottom + 0.5, colour="line"))


def _lay_in_order(sheet: Sheet, scene: Scene, weights: np.ndarray, width: float, height: float, top: float) -> str:
    trace = scene.trace
    window = kept(scene.view.zoom, trace.n_q, trace.n_k) or whole(trace.n_q, trace.n_k)
    room = height - top - AXIS - NUMBER_ROOM
    bars = _Bars(
        x=MARGIN,
        width=width - 2 * MARGIN,
        bottom=height - AXIS,
        unit=max(room, 1.0) / _top(float(weights.max(initial=0.0))),
        first=window[2],
        count=window[3],
    )
    _lay_axis(sheet, bars)
    low, high = max(0, math.floor(bars.first)), min(trace.n_k, math.ceil(bars.first + bars.count))
    step = reduction(bars.count, bars.width)
    found = weights[low:high]
    if step > 1:
        found = np.maximum.reduceat(found, np.arange(0, len(found), step))
    if bars.pitch * step >= BARS_FROM:
        _lay_bars(sheet, scene, bars, found, low)
    else:
        _lay_outline(sheet, bars, found, low, step)
    _lay_labels(sheet, scene, bars, int(weights.argmax()))
    return ""


def _lay_bars(sheet: Sheet, scene: Scene, bars: _Bars, found: np.ndarray, low: int) -> None:
    """One bar a key, with its number where there is room."""
    visible = scene.trace.visible[scene.query]
    thick = min(bars.pitch * 0.62, WIDEST_BAR)
    for index, weight in enumerate(found.tolist()):
        key = low + index
        middle = bars.x + (key + 0.5 - bars.first) * bars.pitch
        left, right = max(middle - thick / 2, bars.x), min(middle + thick / 2, bars.x + bars.width)
        if right <= left or not visible[key]:
            continue
        high = max(weight, 0.0) * bars.unit  # below zero there is no room: its number says it
        sheet.add(Rect(x=left, y=bars.bottom - high, width=right - left, height=high, fill="weights"))
        if bars.pitch >= VALUE_ROOM and bars.x + 14 <= middle <= bars.x + bars.width - 14:
            text = scene.form.fixed(weight, 2)
            sheet.text(middle, bars.bottom - high - 4, text, size=LABEL, align="center", colour="muted")


def _lay_outline(sheet: Sheet, bars: _Bars, found: np.ndarray, low: int, step: int) -> None:
    """Thousands of bars as one shape: each pixel as high as the largest of its keys."""
    points = [(bars.x, bars.bottom)]
    for index, weight in enumerate(found.tolist()):
        left = bars.x + max((low + index * step - bars.first) * bars.pitch, 0.0)
        right = bars.x + min((low + (index + 1) * step - bars.first) * bars.pitch, bars.width)
        top = bars.bottom - max(weight, 0.0) * bars.unit
        points += [(left, top), (right, top)]
    points.append((bars.x + bars.width, bars.bottom))
    sheet.add(Path(points=tuple(points), colour="weights", width=0.5, fill="weights"))


def _lay_labels(sheet: Sheet, scene: Scene, bars: _Bars, best: int) -> None:
    """As many token labels as fit without touching; the heaviest key has its own."""
    tokens = scene.trace.tokens_k
    widest = max((sheet.measure(label(token), LABEL, False) for token in tokens[:200]), default=0.0)
    step = 1 if bars.pitch >= LABEL_ROOM else max(1, math.ceil(min(widest + 8, 2 * LABEL_ROOM) / bars.pitch))
    for key in kept_in(bars.first, bars.count, len(tokens), step, best):
        middle = bars.x + (key + 0.5 - bars.first) * bars.pitch
        room = min(bars.pitch * step - 4, 2 * (middle - bars.x + MARGIN), 2 * (bars.x + bars.width + MARGIN - middle))
        _lay_label(sheet, scene, key, middle, bars.bottom, room, bars.pitch * step)


def _lay_label(sheet: Sheet, scene: Scene, key: int, middle: float, bottom: float, room: float, pitch: float) -> None:
    text = sheet.elided(label(scene.trace.tokens_k[key]), max(room, 12.0), LABEL)
    sheet.text(middle, bottom + 16, text, size=LABEL, align="center", colour="muted")
    sheet.labels.append(
        Label(matrix="weights", axis="column", index=key, x=middle - pitch / 2, y=bottom, width=pitch, height=AXIS)
    )


def _lay_sorted(sheet: Sheet, scene: Scene, weights: np.ndarray, width: float, height: float, top: float) -> str:
    """The heaviest keys, as many as have room, and all others summed in a last, paler bar."""
    shown, others = _ordered(scene, width)
    rest = float(weights[others].sum())
    room = height - top - AXIS - NUMBER_ROOM
    highest = _top(max(float(weights.max(initial=0.0)), rest if len(others) else 0.0))
    pitch = _sorted_pitch(len(shown), len(others), width)
    bars = _Bars(
        x=MARGIN, width=width - 2 * MARGIN, bottom=height - AXIS, unit=max(room, 1.0) / highest, first=0, count=1
    )
    _lay_axis(sheet, bars)
    places_of = [(int(key), float(weights[key])) for key in shown]
    for index, (key, weight) in enumerate(places_of):
        middle = MARGIN + (index + 0.5) * pitch
        _lay_sorted_bar(sheet, scene, bars, middle, pitch, weight, "weights")
        _lay_label(sheet, scene, key, middle, bars.bottom, pitch - 4, pitch)
    if len(others):
        middle = MARGIN + (len(shown) + 0.5) * pitch
        _lay_sorted_bar(sheet, scene, bars, middle, pitch, rest, "control")
        text = sheet.elided(f"+ {len(others)}", pitch - 2, LABEL)
        sheet.text(middle, bars.bottom + 16, text, size=LABEL, align="center", colour="muted")
    tokens, form = scene.trace.tokens_k, scene.form
    return " · ".join(f"{label(tokens[key])} {form.fixed(weight, 2)}" for key, weight in places_of[:TOLD])


def _lay_sorted_bar(
    sheet: Sheet, scene: Scene, bars: _Bars, middle: float, pitch: float, weight: float, fill: str
) -> None:
    thick, high = min(pitch * 0.62, WIDEST_BAR), weight * bars.unit
    sheet.add(Rect(x=middle - thick / 2, y=bars.bottom - high, width=thick, height=high, fill=fill))
    text = scene.form.fixed(weight, 2) if weight == 0 or weight >= 0.005 else scene.form.short(weight, 4)
    if sheet.measure(text, LABEL, False) <= pitch - 2:
        sheet.text(middle, bars.bottom - high - 4, text, size=LABEL, align="center", colour="muted")
