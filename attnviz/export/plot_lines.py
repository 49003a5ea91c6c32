"""A series of figure points as lines: broken where a number is missing, thinned to the pixels, cut at the frame."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable

import numpy as np

from attnviz.export.ticks import Floats

Points = tuple[tuple[float, float], ...]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def lines(x: Floats, y: Floats, box: Box) -> list[Points]:
    """The lines through (x, y) inside `box`; one point alone stands for a lone number between missing ones."""
    known = np.isfinite(x) & np.isfinite(y)
    ends = np.flatnonzero(np.diff(known.astype(np.int8), prepend=0, append=0))
    result: list[Points] = []
    for first, last in ends.reshape(-1, 2):
        kept = thinned(x[first:last], y[first:last])
        result.extend(clipped(x[first:last][kept], y[first:last][kept], box))
    return result


def thinned(x: Floats, y: Floats) -> np.ndarray:
    """Which points are drawn: of those that share a pixel column the first, lowest, highest and last, in order."""
    n = len(x)
    starts = np.flatnonzero(np.diff(np.floor(x), prepend=-math.inf) != 0)
    if n <= 4 * len(starts):
        return np.arange(n)
    ends = np.append(starts[1:], n)
    kept = [starts, ends - 1]
    for extreme in (np.argmin, np.argmax):
        kept.append(np.array([a + int(extreme(y[a:b])) for a, b in zip(starts, ends, strict=True)]))
    return np.unique(np.concatenate(kept))


def clipped(x: Floats, y: Floats, box: Box) -> list[Points]:
    """The parts of the line through (x, y) inside `box` (Liang and Barsky's method)."""
    left, top, right, bottom = box
    if len(x) == 1:
        inside = left <= x[0] <= right and top <= y[0] <= bottom
        return [((float(x[0]), float(y[0])),)] if inside else []
    if left <= x.min() and x.max() <= right and top <= y.min() and y.max() <= bottom:
        return [tuple(zip(x.tolist(), y.tolist(), strict=True))]
    dx, dy = np.diff(x), np.diff(y)
    enter, leave = np.zeros(len(dx)), np.ones(len(dx))
    outside = np.zeros(len(dx), dtype=bool)
    edges = ((-dx, x[:-1] - left), (dx, right - x[:-1]), (-dy, y[:-1] - top), (dy, bottom - y[:-1]))
    for slope, room in edges:
        share = np.divide(room, slope, out=np.zeros_like(room), where=slope != 0)
        outside |= (slope == 0) & (room < 0)
        enter = np.maximum(enter, np.where(slope < 0, share, 0.0))
        leave = np.minimum(leave, np.where(slope > 0, share, 1.0))
    seen = ~outside & (enter <= leave)
    starts = np.stack([x[:-1] + enter * dx, y[:-1] + enter * dy], axis=1)
    stops = np.stack([x[:-1] + leave * dx, y[:-1] + leave * dy], axis=1)
    # Rounding may leave a cut a hair outside.
    for points in (starts, stops):
        np.clip(points, (left, top), (right, bottom), out=points)
    return _joined(seen, enter, leave, starts, stops)


def _joined(seen: np.ndarray, enter: Floats, leave: Floats, starts: Floats, stops: Floats) -> list[Points]:
    result: list[Points] = []
    run: list[tuple[float, float]] = []
    for i in np.flatnonzero(seen).tolist():
        if run and not (seen[i - 1] and leave[i - 1] == 1 and enter[i] == 0):
            result.append(tuple(run))
            run = []
        if not run:
            run.append((float(starts[i, 0]), float(starts[i, 1])))
        run.append((float(stops[i, 0]), float(stops[i, 1])))
    if run:
        result.append(tuple(run))
    return result


def spread(wanted: list[float], pitch: float, low: float, high: float) -> list[float]:
    """Heights near the wanted ones, at least `pitch` apart and between low and high, in the wanted order."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed: list[float] = []
    for i in order:
        placed.append(max(wanted[i], low, placed[-1] + pitch if placed else low))
    ceiling = high
    for k in reversed(range(len(placed))):
        placed[k] = min(placed[k], ceiling)
        ceiling = placed[k] - pitch
    result = [0.0] * len(wanted)
    for k, i in enumerate(order):
        result[i] = placed[k]
    return result


def free_height(
    wanted: float,
    across: tuple[float, float],
    half: float,
    drawn: Iterable[list[Points]],
    limits: tuple[float, float],
) -> float:
    """The height nearest to the wanted one at which a text `across` wide, `half` high to each side, covers no line."""
    left, right = across
    taken = []
    for points in itertools.chain.from_iterable(drawn):
        heights = _heights_within(points, left, right)
        if heights is not None:
            taken.append((heights[0] - half, heights[1] + half))
    low, high = limits
    offered = [wanted, *itertools.chain.from_iterable(taken)]
    free = [y for y in offered if low <= y <= high and not any(a < y < b for a, b in taken)]
    return min(free, key=lambda y: abs(y - wanted), default=wanted)


def _heights_within(points: Points, left: float, right: float) -> tuple[float, float] | None:
    """The lowest and the highest number of a line between two places, if it is there at all."""
    x, y = np.array(points).T
    inside = y[(x > left) & (x < right)]
    if np.all(np.diff(x) > 0) and len(x) > 1:
        cut = [place for place in (left, right) if x[0] < place < x[-1]]
        inside = np.append(inside, np.interp(cut, x, y))
    return (float(inside.min()), float(inside.max())) if inside.size else None
