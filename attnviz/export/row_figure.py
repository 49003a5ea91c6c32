"""The followed row as bars: one a key in their order, or the heaviest first with the rest as one bar."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from attnviz.core.reduce import reduction
from attnviz.document.zoom import Window, kept, whole
from attnviz.export.compare_words import side_names
from attnviz.export.figure import Area, Figure, Item, Label, Line, Measure, Rect, Sheet
from attnviz.export.matrix_frame import LABEL, MARGIN, label, named, span
from attnviz.export.matrix_labels import kept_in
from attnviz.export.matrix_margins import NONE
from attnviz.export.rounding import reaches
from attnviz.export.scene import Scene
from attnviz.export.weight_text import sum_text, weight_places, weight_text
from attnviz.export.words import share_text
from attnviz.i18n import translate

NAME = "row"  # of the bars' labels, for whoever clicks them
HEADING = 28.0
AXIS = 24.0  # below the bars: the labels
NUMBER_ROOM = 16.0  # above the highest bar
VALUE_ROOM = 32.0  # pixels a bar needs for its number
FEW = 24  # bars of which one looks for the numbers
SORTED_ROOM = 58.0  # pixels for each of the sorted bars, with label and number
LEAST_SORTED = 38.0  # where that lets every key have a bar of its own
LABELS_APART = 4.0  # pixels between labels
LABEL_ROOM = 34.0  # pixels from which on a long label is cut rather than left out
WIDEST_BAR = 46.0
BARS_FROM = 3.0  # pixels from which bars stand apart; below they are one outline
# The height in steps, so that it rests while a slider moves.
HEIGHTS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
NATURAL_HEIGHT = 150.0
TOLD = 12  # keys in the description of sorted bars


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where the bars stand: what is in sight, and how wide each is."""

    x: float
    width: float
    bottom: float  # below it stand the labels
    first: float  # key
    count: float

    @property
    def pitch(self) -> float:
        return self.width / self.count


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bars(_Place):
    """And how high a weight of 1 would be."""

    zero: float  # where the bars begin; above the bottom where there are negative numbers
    unit: float


def row_figure(
    scene: Scene, *, width: float, height: float, measure: Measure, titled: bool = True, hinted: bool = False
) -> Figure:
    """The weights of the scene's query as bars, of the keys that the picture shows, in whatever order.

    With `hinted` it says, of bars so few that one looks for their numbers, that these have no room.
    """
    sheet = Sheet(measure)
    weights = np.nan_to_num(np.asarray(scene.trace.weights[scene.query], dtype=np.float64))
    name, total = title_parts(scene)
    title = name + total
    if titled:
        room = width - 2 * MARGIN - measure(total, LABEL, True)
        text = sheet.elided(name, room, LABEL, bold=True) + total
        sheet.text(MARGIN, 18, text, size=LABEL, bold=True, colour="muted")
    if scene.view.sorted_bars:
        said = _lay_sorted(sheet, scene, weights, width, height, HEADING if titled else 4.0)
    else:
        top = HEADING if titled else 4.0
        said = _lay_in_order(sheet, scene, weights, width, height, top)
        count = _window(scene)[3]
        if hinted and count <= FEW and not reaches((width - 2 * MARGIN) / count, VALUE_ROOM):
            text = translate("figure", "The bars are too close for their numbers: point at one.")
            sheet.text(MARGIN, top + 10, sheet.elided(text, width - 2 * MARGIN, LABEL), size=LABEL, colour="muted")
    return Figure(
        width=width,
        height=height,
        items=tuple(sheet.items),
        still=frozenset(sheet.still),
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
    window = _window(scene)
    if not MARGIN <= x < width - MARGIN:
        return None
    key = math.floor(window[2] + (x - MARGIN) / (width - 2 * MARGIN) * window[3])
    return key if 0 <= key < trace.n_k else None


def bar_places(scene: Scene, width: float) -> list[tuple[int, float]]:
    """(key, left edge) of every bar that stands for one key, from left to right."""
    trace = scene.trace
    if scene.view.sorted_bars:
        shown, others = _ordered(scene, width)
        pitch = _sorted_pitch(len(shown), len(others), width)
        return [(int(key), MARGIN + place * pitch) for place, key in enumerate(shown)]
    window = _window(scene)
    pitch = (width - 2 * MARGIN) / window[3]
    first, last = math.floor(window[2]), min(math.ceil(window[2] + window[3]), trace.n_k)
    return [(key, MARGIN + (key - window[2]) * pitch) for key in range(max(first, 0), last)]


def _ordered(scene: Scene, width: float) -> tuple[np.ndarray, np.ndarray]:
    """The keys in sight that have bars, the heaviest first, and those that share the last one."""
    weights = np.nan_to_num(scene.trace.weights[scene.query])
    keys = span(*_window(scene)[2:])
    visible = keys.start + np.flatnonzero(scene.trace.visible[scene.query, keys])
    places = max(1, int((width - 2 * MARGIN) / SORTED_ROOM))
    fits = len(visible) <= max(places, int((width - 2 * MARGIN) / LEAST_SORTED))
    count = len(visible) if fits else places - 1
    order = visible[np.argsort(-weights[visible], kind="stable")]
    return order[:count], order[count:]


def _sorted_pitch(shown: int, others: int, width: float) -> float:
    return min((width - 2 * MARGIN) / max(shown + bool(others), 1), 2 * SORTED_ROOM)


def row_title(scene: Scene) -> str:
    """Whose row it is, and what its weights sum to."""
    return "".join(title_parts(scene))


def title_parts(scene: Scene) -> tuple[str, str]:
    """Whose row it is, which may be cut where there is no room; and the sum, which then would be another number.

    The sum is of all weights, and of the keys that are in sight those. Where the picture above shows other numbers
    the name says that these are weights; where it shows two matrices, of which they are.
    """
    trace, form = scene.trace, scene.form
    weights = np.asarray(trace.weights[scene.query], dtype=np.float64)
    total = sum_text(weights, form)
    row, column = translate("figure", "Row of “{query}”"), translate("figure", "Column of “{query}”")
    if scene.view.quantity != "weights" and scene.view.drawing == "heatmap":
        row = translate("figure", "Row of “{query}” in {weights}")
        column = translate("figure", "Column of “{query}” in {weights}")
    name = (column if scene.view.transposed else row).format(
        query=label(trace.tokens_q[scene.query]), weights=scene.notation.write("A")
    )
    if scene.view.drawing == "compare" and scene.other is not None:
        name += f" · {side_names(scene)[0]}"
    keys = span(*_window(scene)[2:])
    if keys == slice(0, trace.n_k):
        return name, " · " + translate("figure", "sum {total}").format(total=total)
    part = translate("figure", "keys {keys}: {part} of {total}")
    return name, " · " + part.format(keys=named(keys), part=sum_text(weights[keys], form, share=True), total=total)


def _window(scene: Scene) -> Window:
    """What the picture above shows."""
    n_q, n_k = scene.trace.n_q, scene.trace.n_k
    if scene.view.drawing in ("lines", "arcs"):  # these always show all keys
        return whole(n_q, n_k)
    return kept(scene.view.zoom, n_q, n_k) or whole(n_q, n_k)


def _keys_in(window: Window, n_k: int) -> slice:
    """The keys that a window shows, those that it cuts too: their bars are drawn."""
    return slice(max(0, math.floor(window[2])), min(n_k, math.ceil(window[2] + window[3])))


def _top(largest: float) -> float:
    return next((step for step in HEIGHTS if largest <= step), max(largest, 1.0))  # imported numbers may be no shares


def _unit_and_zero(numbers: np.ndarray, room: float, bottom: float) -> tuple[float, float]:
    """How high a weight of 1 is, and where 0 lies: at the bottom, or above it where imported numbers are negative."""
    high, low = float(numbers.max(initial=0.0)), -float(numbers.min(initial=0.0))
    if low <= 0:
        return max(room, 1.0) / _top(high), bottom
    room = max(room - NUMBER_ROOM, 1.0)  # numbers stand below these bars
    unit = room / (low + (_top(high) if high > 0 else 0.0))
    return unit, bottom - NUMBER_ROOM - low * unit


def _lay_axis(sheet: Sheet, bars: _Bars) -> None:
    sheet.add(Line(x1=bars.x, y1=bars.zero + 0.5, x2=bars.x + bars.width, y2=bars.zero + 0.5, colour="line"))


def _lay_bar(sheet: Sheet, bars: _Bars, left: float, width: float, weight: float, fill: str | None) -> float:
    """A bar up from the axis or, below zero, down from it. Returns the baseline of the number at its end.

    Without `fill` only its outline: the sum of several keys is none of them.
    """
    high = abs(weight) * bars.unit
    top = bars.zero - high if weight >= 0 else bars.zero
    stroke = None if fill else "weights"
    sheet.add(Rect(x=left, y=top, width=width, height=high, fill=fill, stroke=stroke, stroke_width=1.5))
    return top - 4 if weight >= 0 else top + high + LABEL


def _lay_in_order(sheet: Sheet, scene: Scene, weights: np.ndarray, width: float, height: float, top: float) -> str:
    trace = scene.trace
    window = _window(scene)
    unit, zero = _unit_and_zero(weights, height - top - AXIS - NUMBER_ROOM, height - AXIS)
    side = {"x": MARGIN, "width": width - 2 * MARGIN, "bottom": height - AXIS, "first": window[2], "count": window[3]}
    bars = _Bars(**side, zero=zero, unit=unit)
    _lay_axis(sheet, bars)
    keys = _keys_in(window, trace.n_k)
    step = reduction(bars.count, bars.width)
    low, found = keys.start, weights[keys]
    if step > 1:
        found = _furthest(found, step)
    if reaches(bars.pitch * step, BARS_FROM):
        _lay_bars(sheet, scene, bars, found, low)
    else:
        _lay_outline(sheet, bars, found, low, step)
    labelled = _labels(scene.trace.tokens_k, _Place(**side), int(weights.argmax()), sheet.measure)
    sheet.add_still(labelled[0])
    sheet.labels.extend(labelled[1])
    return ""


def _furthest(numbers: np.ndarray, step: int) -> np.ndarray:
    """Of every so many numbers the one that is furthest from zero."""
    starts = np.arange(0, len(numbers), step)
    high, low = np.maximum.reduceat(numbers, starts), np.minimum.reduceat(numbers, starts)
    furthest: np.ndarray = np.where(-low > high, low, high)
    return furthest


def _lay_bars(sheet: Sheet, scene: Scene, bars: _Bars, found: np.ndarray, low: int) -> None:
    """One bar a key, with its number where there is room; a key that may not be looked at has a dash instead."""
    visible = scene.trace.visible[scene.query]
    places = _decimals(scene)
    thick = min(bars.pitch * 0.62, WIDEST_BAR)
    for index, weight in enumerate(found.tolist()):
        key = low + index
        middle = bars.x + (key + 0.5 - bars.first) * bars.pitch
        left, right = max(middle - thick / 2, bars.x), min(middle + thick / 2, bars.x + bars.width)
        if right <= left:
            continue
        if visible[key]:
            end = _lay_bar(sheet, bars, left, right - left, weight, "weights")
            text = weight_text(weight, places, scene.form)
        else:
            end, text = bars.zero - 4, _instead(scene, key)
        if not reaches(bars.pitch, VALUE_ROOM):
            continue
        half = max(28.0, sheet.measure(text, LABEL, False)) / 2
        if text and reaches(bars.pitch, 2 * half) and bars.x + half <= middle <= bars.x + bars.width - half:
            sheet.text(middle, end, text, size=LABEL, align="center", colour="muted")


def _instead(scene: Scene, key: int) -> str:
    """What stands where a key of the followed row has no bar: the number that is none, or a dash where it is hidden."""
    if not scene.trace.is_strange(scene.query, key):
        return NONE
    return scene.form.fixed(float(scene.trace.written_weights[0][scene.query, key]), 2)


def _lay_outline(sheet: Sheet, bars: _Bars, found: np.ndarray, low: int, step: int) -> None:
    """Thousands of bars as one shape: each pixel as high as the largest of its keys."""
    places = (low + step * np.arange(len(found)) - bars.first) * bars.pitch
    left = bars.x + np.maximum(places, 0.0)
    right = bars.x + np.minimum(places + step * bars.pitch, bars.width)
    sizes = -found * bars.unit
    sheet.add(Area(starts=left, ends=right, sizes=sizes, base=bars.zero, upright=True, colour="weights"))


@lru_cache(maxsize=4)
def _labels(tokens: tuple[str, ...], place: _Place, best: int, measure: Measure) -> tuple[list[Item], list[Label]]:
    """As many token labels as fit without touching; the heaviest key has its own. None leaves the axis."""
    sheet = Sheet(measure)
    widest = max((measure(label(token), LABEL, False) for token in tokens[:200]), default=0.0)
    pitch = place.pitch
    step = 1 if reaches(pitch, LABEL_ROOM) else max(1, math.ceil(min(widest + 8, 2 * LABEL_ROOM) / pitch))
    keys = list(kept_in(place.first, place.count, len(tokens), step, best))
    while len(laid := _laid(sheet, tokens, keys, place, best)) < len(keys):
        keys = [key for key, *_ in laid]  # where one is left out the others have more room
    for key, left, right, text in laid:
        middle = place.x + (key + 0.5 - place.first) * pitch
        _lay_label(sheet, key, text, (left + right) / 2, place.bottom, middle, pitch * step)
    return sheet.items, sheet.labels


def _laid(
    sheet: Sheet, tokens: tuple[str, ...], keys: list[int], place: _Place, best: int
) -> list[tuple[int, float, float, str]]:
    """(key, left, right, text) of the labels that fit; where two would touch, the first or that of the `best` key."""
    middles = [place.x + (key + 0.5 - place.first) * place.pitch for key in keys]
    widths = [sheet.measure(label(tokens[key]), LABEL, False) for key in keys]
    laid: list[tuple[int, float, float, str]] = []
    for key, middle, room in zip(keys, middles, _rooms(middles, widths, (place.x, place.x + place.width)), strict=True):
        text, left, right = _in_room(sheet, label(tokens[key]), middle, room)
        while laid and key == best and left < laid[-1][2] + LABELS_APART:
            laid.pop()
        if not laid or left >= laid[-1][2] + LABELS_APART:
            laid.append((key, left, right, text))
    last = laid[-1] if len(laid) > 1 else None
    if last is not None and last[0] not in (best, len(tokens) - 1) and last[3] != label(tokens[last[0]]):
        laid.pop()  # where some are left out anyway, none is cut for want of room at the end
    return laid


def _in_room(sheet: Sheet, name: str, middle: float, room: tuple[float, float]) -> tuple[str, float, float]:
    """A label as near its middle as its room allows, cut where it must be: (text, left, right)."""
    text = sheet.elided(name, max(room[1] - room[0], 12.0), LABEL)
    long = sheet.measure(text, LABEL, False)
    left = max(min(middle - long / 2, room[1] - long), room[0])
    return text, left, left + long


def _rooms(middles: list[float], widths: list[float], ends: tuple[float, float]) -> list[tuple[float, float]]:
    """From where to where each label may be: half the way to the next one, or what a short one leaves it."""
    found = []
    for index, middle in enumerate(middles):
        room = list(ends)
        for side, beside in enumerate((index - 1, index + 1)):
            if 0 <= beside < len(middles):
                way = abs(middles[beside] - middle) - LABELS_APART
                half = max(way / 2, way - widths[beside] / 2)
                room[side] = max(room[0], middle - half) if side == 0 else min(room[1], middle + half)
        found.append((room[0], room[1]))
    return found


def _lay_label(sheet: Sheet, key: int, text: str, centre: float, bottom: float, middle: float, pitch: float) -> None:
    """A key's name about `centre`; it answers to clicks below its bar, about `middle`."""
    sheet.text(centre, bottom + 16, text, size=LABEL, align="center", colour="muted")
    sheet.labels.append(
        Label(matrix="weights", axis="column", index=key, x=middle - pitch / 2, y=bottom, width=pitch, height=AXIS)
    )


def _lay_sorted(sheet: Sheet, scene: Scene, weights: np.ndarray, width: float, height: float, top: float) -> str:
    """The heaviest keys in sight, as many as have room, and the others summed in a last bar that is only an outline."""
    shown, others = _ordered(scene, width)
    rest = float(weights[others].sum())
    unit, zero = _unit_and_zero(np.append(weights, rest), height - top - AXIS - NUMBER_ROOM, height - AXIS)
    pitch = _sorted_pitch(len(shown), len(others), width)
    bars = _Bars(x=MARGIN, width=width - 2 * MARGIN, bottom=height - AXIS, zero=zero, unit=unit, first=0, count=1)
    _lay_axis(sheet, bars)
    tokens, form = scene.trace.tokens_k, scene.form
    heaviest = [(int(key), float(weights[key])) for key in shown]
    middles = [MARGIN + (index + 0.5) * pitch for index in range(len(shown) + bool(len(others)))]
    last = [f"+ {len(others)}"] if len(others) else []
    names = [*(label(tokens[key]) for key, _ in heaviest), *last]
    rooms = _rooms(middles, [sheet.measure(name, LABEL, False) for name in names], (MARGIN, width - MARGIN))
    places = _decimals(scene)
    for (key, weight), middle, room, name in zip(heaviest, middles, rooms, names, strict=False):
        _lay_sorted_bar(sheet, bars, middle, pitch, weight, weight_text(weight, places, form), "weights")
        text, left, right = _in_room(sheet, name, middle, room)
        _lay_label(sheet, key, text, (left + right) / 2, bars.bottom, middle, pitch)
    if last:
        _lay_sorted_bar(sheet, bars, middles[-1], pitch, rest, weight_text(rest, places, form), None)
        text, left, right = _in_room(sheet, last[0], middles[-1], rooms[-1])
        sheet.text((left + right) / 2, bars.bottom + 16, text, size=LABEL, align="center", colour="muted")
    return " · ".join(f"{label(tokens[key])} {share_text(weight, form)}" for key, weight in heaviest[:TOLD])


def _lay_sorted_bar(
    sheet: Sheet, bars: _Bars, middle: float, pitch: float, weight: float, text: str, fill: str | None
) -> None:
    """A bar with its number."""
    thick = min(pitch * 0.62, WIDEST_BAR)
    end = _lay_bar(sheet, bars, middle - thick / 2, thick, weight, fill)
    if text and reaches(pitch - 2, sheet.measure(text, LABEL, False)):
        sheet.text(middle, end, text, size=LABEL, align="center", colour="muted")


def _decimals(scene: Scene) -> int:
    """Of the numbers at the followed row's bars, in whatever order these stand."""
    return weight_places(float(np.nanmax(np.abs(scene.trace.weights[scene.query]), initial=0.0)))
