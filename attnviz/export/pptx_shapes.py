"""A figure's items as DrawingML: what PowerPoint, Keynote and LibreOffice can select, move, recolour and retype.

The XML is written as text and parsed once a slide: the library's own way of adding shapes one by one takes time that
grows with the square of their number.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr

import numpy as np

from attnviz.export.cell_images import indexed_image, png_bytes
from attnviz.export.figure import Align, ColourBar, Line, Measure, Path, Rect, Text
from attnviz.export.palette import Palette
from attnviz.export.svg_words import allowed, plain

EMU_PER_UNIT = 9525  # English metric units, of which a point has 12,700, in 1/96 inch
MONO = "Consolas"
# The middle of a line of Inter is this share of its size above the baseline; Arial's and Segoe UI's differ by 0.02.
MIDDLE = 0.364
ROOM = 1.25  # of a text's width, so that another machine's wider typeface still fits
ALIGN = {"left": "l", "center": "ctr", "right": "r"}


@dataclass(slots=True, eq=False, kw_only=True)
class Paper:
    """Where on a slide a figure lies, and what its shapes share."""

    left: float  # EMU
    top: float
    scale: float  # EMU a unit of the figure
    palette: Palette
    measure: Measure
    keep_picture: Callable[[bytes], str]  # takes a PNG into the file; gives the name that the slide knows it by
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(100))

    def named(self, name: str, description: str = "") -> str:
        """A shape's number, name and alternative text."""
        said = f" descr={attribute(description)}" if description else ""
        return f'<p:cNvPr id="{next(self._ids)}" name={attribute(name)}{said}/>'

    def box(self, x: float, y: float, width: float, height: float) -> str:
        """Place and size on the slide."""
        return (
            f'<a:off x="{round(self.left + x * self.scale)}" y="{round(self.top + y * self.scale)}"/>'
            f'<a:ext cx="{self.length(width)}" cy="{self.length(height)}"/>'
        )

    def length(self, value: float) -> int:
        return max(0, round(value * self.scale))

    def type_size(self, size: float) -> int:
        """A size of type in hundredths of a point, as DrawingML has it."""
        return max(100, round(size * self.scale / 127))

    def colour(self, role: str, opacity: float = 1.0) -> str:
        return solid(self.palette.colour(role), opacity)


def attribute(text: str) -> str:
    """A text as a quoted attribute, without the characters that XML forbids."""
    return quoteattr(allowed(text))


def solid(colour: str, opacity: float = 1.0) -> str:
    """A fill of #rrggbb."""
    alpha = f'<a:alpha val="{round(opacity * 100_000)}"/>' if opacity < 1 else ""
    return f'<a:solidFill><a:srgbClr val="{colour[1:].upper()}">{alpha}</a:srgbClr></a:solidFill>'


def outline(paper: Paper, fill: str | None, width: float = 1.0, inside: str = "") -> str:
    if fill is None:
        return "<a:ln><a:noFill/></a:ln>"
    return f'<a:ln w="{paper.length(width)}">{fill}{inside}</a:ln>'


def shape(name: str, xfrm: str, geometry: str, fill: str, line: str, body: str = "", *, box: bool = False) -> str:
    """One shape; `name` is what `Paper.named` gives."""
    kind = '<p:cNvSpPr txBox="1"/>' if box else "<p:cNvSpPr/>"
    return f"<p:sp><p:nvSpPr>{name}{kind}<p:nvPr/></p:nvSpPr><p:spPr>{xfrm}{geometry}{fill}{line}</p:spPr>{body}</p:sp>"


def preset(name: str, adjust: str = "") -> str:
    return f'<a:prstGeom prst="{name}"><a:avLst>{adjust}</a:avLst></a:prstGeom>'


def group(name: str, place: str, inside: str) -> str:
    """Shapes that move together, in the slide's own coordinates."""
    child = place.replace("<a:off", "<a:chOff").replace("<a:ext", "<a:chExt")
    return (
        f"<p:grpSp><p:nvGrpSpPr>{name}<p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>"
        f"<p:grpSpPr><a:xfrm>{place}{child}</a:xfrm></p:grpSpPr>{inside}</p:grpSp>"
    )


def words(paper: Paper, text: str, size: float, colour: str, bold: bool, align: Align, *, mono: bool = False) -> str:
    """One line of text inside a shape, in the middle of its height; it may reach out of it, and is not proofread."""
    weight = ' b="1"' if bold else ""
    face = f'<a:latin typeface="{MONO}" pitchFamily="49"/>' if mono else ""
    return (
        '<p:txBody><a:bodyPr wrap="none" lIns="0" tIns="0" rIns="0" bIns="0" anchor="ctr"><a:noAutofit/></a:bodyPr>'
        f'<a:p><a:pPr algn="{ALIGN[align]}"/><a:r><a:rPr sz="{paper.type_size(size)}"{weight} noProof="1">'
        f"{solid(colour)}{face}</a:rPr><a:t>{plain(text)}</a:t></a:r></a:p></p:txBody>"
    )


def text(paper: Paper, item: Text) -> str:
    """A text box whose aligned end stays where it is, whatever typeface the slide is shown in."""
    width = max(paper.measure(item.text, item.size, item.bold) * ROOM, 4.0)
    height = item.size * 1.3
    left = {"left": 0.0, "center": -width / 2, "right": -width}[item.align]
    # The middle of the box, seen from the point that the text hangs on; turned with the text.
    across, down = left + width / 2, -MIDDLE * item.size
    turn = math.radians(item.angle)
    x = item.x + across * math.cos(turn) + down * math.sin(turn)
    y = item.y - across * math.sin(turn) + down * math.cos(turn)
    angle = round((-item.angle % 360) * 60_000)
    rotated = f' rot="{angle}"' if angle else ""
    xfrm = f"<a:xfrm{rotated}>{paper.box(x - width / 2, y - height / 2, width, height)}</a:xfrm>"
    body = words(paper, item.text, item.size, paper.palette.colour(item.colour), item.bold, item.align, mono=item.mono)
    return shape(paper.named(item.text[:60]), xfrm, preset("rect"), "<a:noFill/>", "", body, box=True)


def rect(paper: Paper, item: Rect, name: str = "Frame") -> str:
    fill = paper.colour(item.fill) if item.fill else "<a:noFill/>"
    line = outline(paper, paper.colour(item.stroke) if item.stroke else None, item.stroke_width)
    geometry = preset("rect")
    if item.radius:
        share = min(0.5, item.radius / max(min(item.width, item.height), 1e-6))
        geometry = preset("roundRect", f'<a:gd name="adj" fmla="val {round(share * 100_000)}"/>')
    xfrm = f"<a:xfrm>{paper.box(item.x, item.y, item.width, item.height)}</a:xfrm>"
    return shape(paper.named(name), xfrm, geometry, fill, line)


def line(paper: Paper, item: Line) -> str:
    flips = ' flipH="1"' * (item.x2 < item.x1) + ' flipV="1"' * (item.y2 < item.y1)
    place = paper.box(min(item.x1, item.x2), min(item.y1, item.y2), abs(item.x2 - item.x1), abs(item.y2 - item.y1))
    return (
        f"<p:cxnSp><p:nvCxnSpPr>{paper.named('Line')}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>"
        f"<a:xfrm{flips}>{place}</a:xfrm>{preset('line')}{outline(paper, paper.colour(item.colour), item.width)}"
        "</p:spPr></p:cxnSp>"
    )


def path(paper: Paper, item: Path, name: str = "Curve") -> str:
    """A freeform: a line through points or a Bézier curve, whose points can be edited."""
    dashes = zip(item.dash[::2], item.dash[1::2], strict=False)
    lengths = "".join(
        f'<a:ds d="{round(stroke / item.width * 100_000)}" sp="{round(gap / item.width * 100_000)}"/>'
        for stroke, gap in dashes
    )
    dash = f"<a:custDash>{lengths}</a:custDash>" if lengths else ""
    stroke = outline(paper, paper.colour(item.colour, item.opacity), item.width, f"{dash}<a:round/>")
    fill = paper.colour(item.fill, item.opacity) if item.fill else "<a:noFill/>"
    return freeform(paper, name, item.points, fill, stroke, curved=item.curved)


def freeform(
    paper: Paper,
    name: str,
    points: tuple[tuple[float, float], ...],
    fill: str,
    stroke: str,
    *,
    curved: bool = False,
    closed: bool = False,
) -> str:
    """A shape through points; its box is theirs."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs), min(ys)
    # A box without width or height has no coordinates inside: it gets the least there is.
    width, height = max(max(xs) - left, 1 / paper.scale), max(max(ys) - top, 1 / paper.scale)

    def at(x: float, y: float) -> str:
        return f'<a:pt x="{paper.length(x - left)}" y="{paper.length(y - top)}"/>'

    start, *others = (at(x, y) for x, y in points)
    steps = f"<a:cubicBezTo>{''.join(others)}</a:cubicBezTo>" if curved else _lines(others)
    open_area = "" if fill != "<a:noFill/>" else ' fill="none"'
    geometry = (
        "<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/>"
        '<a:rect l="0" t="0" r="r" b="b"/><a:pathLst>'
        f'<a:path w="{paper.length(width)}" h="{paper.length(height)}"{open_area}>'
        f"<a:moveTo>{start}</a:moveTo>{steps}{'<a:close/>' if closed else ''}</a:path></a:pathLst></a:custGeom>"
    )
    xfrm = f"<a:xfrm>{paper.box(left, top, width, height)}</a:xfrm>"
    return shape(paper.named(name), xfrm, geometry, fill, stroke)


def _lines(points: list[str]) -> str:
    return "".join(f"<a:lnTo>{point}</a:lnTo>" for point in points)


def colour_bar(paper: Paper, item: ColourBar) -> str:
    """A picture of the map in a frame: a gradient with this many stops is not drawn alike by any two programs."""
    entries = np.arange(256, dtype=np.uint8).reshape(1, 256)
    data = png_bytes(indexed_image(entries, paper.palette, item.scale.map))
    frame = Rect(x=item.x, y=item.y, width=item.width, height=item.height, stroke="line")
    return embedded(paper, "Colours", data, (item.x, item.y, item.width, item.height)) + rect(paper, frame)


def embedded(
    paper: Paper,
    name: str,
    data: bytes,
    place: tuple[float, float, float, float],
    cut: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0),
) -> str:
    """A PNG at a place; `cut` is the share of it that is cut off at the left, top, right and bottom."""
    sides = "".join(f' {side}="{round(share * 100_000)}"' for side, share in zip("ltrb", cut, strict=True) if share > 0)
    return (
        f"<p:pic><p:nvPicPr>{paper.named(name)}<p:cNvPicPr/><p:nvPr/></p:nvPicPr>"
        f'<p:blipFill><a:blip r:embed="{paper.keep_picture(data)}"/><a:srcRect{sides}/>'
        "<a:stretch><a:fillRect/></a:stretch></p:blipFill>"
        f"<p:spPr><a:xfrm>{paper.box(*place)}</a:xfrm>{preset('rect')}</p:spPr></p:pic>"
    )
