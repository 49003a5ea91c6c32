"""Where the items of a figure are: moving them, how far they reach, and whether a length has room."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

from attnviz.export.figure import Area, Figure, Item, Line, Measure, Path, Text
from attnviz.export.fonts import mono_width

Box = tuple[float, float, float, float]  # left, top, right, bottom

# How far letters reach from their baseline, in sizes of the type: accents above capitals, tails below.
ABOVE, BELOW = 0.98, 0.26


def moved(item: Item, right: float, down: float) -> Item:
    """The item elsewhere."""
    if isinstance(item, Line):
        return replace(item, x1=item.x1 + right, x2=item.x2 + right, y1=item.y1 + down, y2=item.y2 + down)
    if isinstance(item, Path):
        return replace(item, points=tuple((x + right, y + down) for x, y in item.points))
    if isinstance(item, Area):
        return item.moved(right, down)
    return replace(item, x=item.x + right, y=item.y + down)


def extent(figure: Figure, measure: Measure) -> Box:
    """The smallest box around all items."""
    boxes = [item_box(item, measure) for item in figure.items]
    if not boxes:
        return 0.0, 0.0, figure.width, figure.height
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def item_box(item: Item, measure: Measure) -> Box:
    """The box around one item, its outline's width included."""
    if isinstance(item, Text):
        return _text_box(item, measure)
    if isinstance(item, Line):
        half = item.width / 2
        return _around([(item.x1, item.y1), (item.x2, item.y2)], half)
    if isinstance(item, (Path, Area)):
        path = item if isinstance(item, Path) else item.path
        return _around(path.points, path.width / 2)
    half = item.stroke_width / 2 if getattr(item, "stroke", None) else 0.0  # type: ignore[union-attr]
    return item.x - half, item.y - half, item.x + item.width + half, item.y + item.height + half


def _text_box(item: Text, measure: Measure) -> Box:
    width = mono_width(item.text, item.size, item.bold) if item.mono else measure(item.text, item.size, item.bold)
    left = {"left": 0.0, "center": -width / 2, "right": -width}[item.align]
    corners = [(x, y) for x in (left, left + width) for y in (-ABOVE * item.size, BELOW * item.size)]
    if item.angle:
        turn = -math.radians(item.angle)  # anticlockwise, and y grows downwards
        sine, cosine = math.sin(turn), math.cos(turn)
        corners = [(x * cosine - y * sine, x * sine + y * cosine) for x, y in corners]
    return _around([(item.x + x, item.y + y) for x, y in corners], 0.0)


def _around(points: Iterable[tuple[float, float]], half: float) -> Box:
    xs, ys = zip(*points, strict=True)
    return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
