"""Draws the signs that the program writes and Inter does not have: ᵀ, ⊙, ⌊ ⌋, ↶ ↷ and their like.

A machine without any other typeface would show a box in their place, on the screen and in every figure. The results
are kept in resources/fonts. To draw anew: pip install fonttools skia-pathops, then python tools/signs_font.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.removeOverlaps import removeOverlaps

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "fonts"
FAMILY = "attnviz Signs"
UNITS, ASCENT, DESCENT = 2816, 2728, 680  # as Inter's, so that a line with a sign is no higher
CORNERS = 32  # of a quarter of a circle, as a polygon
TOP, BOTTOM = 2144, -416  # of Inter's brackets

Point = tuple[float, float]
Contour = list[Point]


def rectangle(left: float, bottom: float, right: float, top: float) -> Contour:
    return [(left, bottom), (left, top), (right, top), (right, bottom)]


def circle(x: float, y: float, radius: float) -> Contour:
    """Clockwise, as TrueType fills."""
    turn = [-math.tau * i / (4 * CORNERS) for i in range(4 * CORNERS)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in turn]


def line(points: Sequence[Point], width: float) -> Contour:
    """The outline of a line of some width through `points`, with sharp corners and straight ends."""
    half = width / 2
    normals = []
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        normals.append((-(y1 - y0) / length, (x1 - x0) / length))
    left, right = [], []
    for i, (x, y) in enumerate(points):
        before, after = normals[max(i - 1, 0)], normals[min(i, len(normals) - 1)]
        nx, ny = before[0] + after[0], before[1] + after[1]
        reach = 2 * half / (nx * nx + ny * ny)  # the corner is where both edges meet
        left.append((x + nx * reach, y + ny * reach))
        right.append((x - nx * reach, y - ny * reach))
    return left + right[::-1]


def mirrored(contours: Iterable[Contour], width: float) -> list[Contour]:
    """The same the other way round, in a sign of this width."""
    return [[(width - x, y) for x, y in reversed(contour)] for contour in contours]


def transposed(s: float) -> list[Contour]:
    left, right, bottom, top = 96, 1016, 1064, 2248
    middle = (left + right) / 2
    return [rectangle(left, top - s, right, top), rectangle(middle - s / 2, bottom, middle + s / 2, top)]


def elementwise(s: float) -> list[Contour]:
    x, y, radius = 928, 800, 780
    return [circle(x, y, radius), circle(x, y, radius - s)[::-1], circle(x, y, 1.05 * s)]


def floor(s: float) -> list[Contour]:
    return [rectangle(332, BOTTOM, 332 + s, TOP), rectangle(332, BOTTOM, 924, BOTTOM + s)]


def ceiling(s: float) -> list[Contour]:
    return [rectangle(332, BOTTOM, 332 + s, TOP), rectangle(332, TOP - s, 924, TOP)]


def angle(s: float) -> list[Contour]:
    return [line([(740, TOP), (380, (TOP + BOTTOM) / 2), (740, BOTTOM)], s)]


def undo(s: float) -> list[Contour]:
    """A half circle with an arrow's head at its left end, pointing down."""
    x, y, radius = 1384, 640, 840
    turn = [math.pi * i / (2 * CORNERS) for i in range(2 * CORNERS + 1)]
    arc = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in turn]
    tip, reach = (x - radius, y - 220), 440
    head = [(tip[0] - reach, tip[1] + reach), tip, (tip[0] + reach, tip[1] + reach)]
    return [line([*arc, (tip[0], tip[1] + s / 2)], s), line(head, s)]


def fit(s: float) -> list[Contour]:
    """An arrow towards the upper right and the lower left."""
    low, high, reach = 444, 2132, 800
    shift = -264  # to the middle of a line
    corners = [
        [(high - reach, high), (high, high), (high, high - reach)],
        [(low + reach, low), (low, low), (low, low + reach)],
    ]
    shaft = [(low + s / 2, low + s / 2), (high - s / 2, high - s / 2)]
    return [[(x, y + shift) for x, y in line(points, s)] for points in (*corners, shaft)]


Drawing = Callable[[float], list[Contour]]
# What each sign is called, how wide it is, and how it is drawn with strokes of a given width.
SIGNS: dict[str, tuple[str, int, Drawing]] = {
    "ᵀ": ("transposed", 1112, lambda s: transposed(0.86 * s)),
    "⊙": ("elementwise", 1856, lambda s: elementwise(0.8 * s)),
    "⌈": ("ceilingleft", 1020, ceiling),
    "⌉": ("ceilingright", 1020, lambda s: mirrored(ceiling(s), 1020)),
    "⌊": ("floorleft", 1020, floor),
    "⌋": ("floorright", 1020, lambda s: mirrored(floor(s), 1020)),
    "⟨": ("angleleft", 1020, angle),
    "⟩": ("angleright", 1020, lambda s: mirrored(angle(s), 1020)),
    "↶": ("undo", 2576, undo),
    "↷": ("redo", 2576, lambda s: mirrored(undo(s), 2576)),
    "⤢": ("fit", 2576, fit),
    "▁": ("lowereighth", 1648, lambda s: [rectangle(0, -416, 1648, -116)]),
    "▸": ("smalltriangle", 1520, lambda s: [[(300, 264), (300, 1464), (1280, 864)]]),
    "❚": ("heavybar", 960, lambda s: [rectangle(260, -100, 700, 2148)]),
}


def drawn(style: str, weight: int, stroke: float) -> TTFont:
    """The typeface in one weight."""
    builder = FontBuilder(UNITS, isTTF=True)
    names = [".notdef", *(name for name, _width, _drawing in SIGNS.values())]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(sign): name for sign, (name, _width, _drawing) in SIGNS.items()})
    glyphs, metrics = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": (1000, 0)}
    for name, width, drawing in SIGNS.values():
        glyphs[name] = outlined(drawing(stroke))
        metrics[name] = (width, 0)
    builder.setupGlyf(glyphs)
    for name, (width, _) in metrics.items():
        metrics[name] = (width, getattr(builder.font["glyf"][name], "xMin", 0))
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
    builder.setupNameTable(
        {
            "copyright": "The attnviz authors, MIT licence",
            "familyName": FAMILY if style == "Regular" else f"{FAMILY} {style}",
            "styleName": "Regular",
            "uniqueFontIdentifier": f"{FAMILY} {style}",
            "fullName": f"{FAMILY} {style}",
            "psName": f"attnvizSigns-{style}",
            "version": "Version 1.0",
            "typographicFamily": FAMILY,
            "typographicSubfamily": style,
        }
    )
    builder.setupOS2(
        sTypoAscender=ASCENT, sTypoDescender=-DESCENT, usWinAscent=ASCENT, usWinDescent=DESCENT, usWeightClass=weight
    )
    builder.setupPost()
    builder.updateHead(created=0, modified=0)  # the same drawing gives the same file
    builder.font.recalcTimestamp = False
    removeOverlaps(builder.font)
    return builder.font


def outlined(contours: Iterable[Contour]) -> object:
    pen = TTGlyphPen(None)
    for contour in contours:
        first, *rest = [(round(x), round(y)) for x, y in contour]
        pen.moveTo(first)
        for point in rest:
            pen.lineTo(point)
        pen.closePath()
    return pen.glyph()


if __name__ == "__main__":
    for style, weight, stroke in (("Regular", 400, 200), ("SemiBold", 600, 300)):
        drawn(style, weight, stroke).save(FOLDER / f"Signs-{style}.ttf")
