"""Whether everything of a figure has room: inside it, apart from everything else, and on one line."""

from __future__ import annotations

import math
import re

import numpy as np

from attnviz.export.figure import Area, Cells, ColourBar, Line, Path, Rect, Text
from attnviz.export.fonts import mono_width, text_width

LEAST_WIDTH = 640  # of the written sum, in the smallest window


def corners(item):
    """The four corners of a line of text, turned as it will be."""
    width = (mono_width if item.mono else text_width)(item.text, item.size, item.bold)
    left = {"left": 0.0, "center": -width / 2, "right": -width}[item.align]
    turn = math.radians(item.angle)
    for along in (left, left + width):
        for up in (-0.22 * item.size, 0.73 * item.size):  # below and above the baseline
            yield (
                item.x + along * math.cos(turn) - up * math.sin(turn),
                item.y - along * math.sin(turn) - up * math.cos(turn),
            )


def box(item):
    """(left, top, right, bottom) of any item."""
    if isinstance(item, Text):
        xs, ys = zip(*corners(item), strict=True)
        return min(xs), min(ys), max(xs), max(ys)
    if isinstance(item, Line):
        return min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2)
    if isinstance(item, (Path, Area)):
        item = item if isinstance(item, Path) else item.path
        xs, ys = zip(*_along(item), strict=True)
        half = item.width / 2
        return min(xs), min(ys) - half, max(xs), max(ys) + half  # ends are cut flat
    assert isinstance(item, (Rect, Cells, ColourBar))
    return item.x, item.y, item.x + item.width, item.y + item.height


def _along(path):
    """Points that a path goes through."""
    if not path.curved:
        return path.points
    p = np.array(path.points)
    t = np.linspace(0, 1, 41)[:, None]
    return (1 - t) ** 3 * p[0] + 3 * t * (1 - t) ** 2 * p[1] + 3 * t**2 * (1 - t) * p[2] + t**3 * p[3]


def texts(figure):
    return [item for item in figure.items if isinstance(item, Text)]


def assert_inside(figure):
    for item in figure.items:
        left, top, right, bottom = box(item)
        inside = left >= -0.5 and top >= -0.5 and right <= figure.width + 0.5 and bottom <= figure.height + 0.5
        assert inside, (
            f"{item} reaches ({left:.1f}, {top:.1f}, {right:.1f}, {bottom:.1f}) of {figure.width} × {figure.height}"
        )


def assert_apart(figure):
    """No line of text lies on another one, or on a matrix."""
    level = [(item, box(item)) for item in texts(figure) if item.angle == 0 and item.text]
    level.sort(key=lambda pair: pair[1][1])
    for index, (one, a) in enumerate(level):
        for other, b in level[index + 1 :]:
            if b[1] >= a[3] - 1:
                break
            across = min(a[2], b[2]) - max(a[0], b[0])
            assert across <= 1.5, f"{one.text!r} at {a} lies on {other.text!r} at {b}"
        for cells in (item for item in figure.items if isinstance(item, Cells)):
            c = box(cells)
            across, down = min(a[2], c[2]) - max(a[0], c[0]), min(a[3], c[3]) - max(a[1], c[1])
            assert across <= 1 or down <= 1, f"{one.text!r} at {a} lies on {cells.name} at {c}"


def assert_one_line_each(figure):
    """A line break or a tab inside a label would be drawn as something else than what was measured."""
    for item in texts(figure):
        assert not re.search(r"[\n\r\t\v\f\x00\u2028\u2029]", item.text), repr(item.text)
