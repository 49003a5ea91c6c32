"""A figure as SVG: text stays text, small matrices stay rectangles, nothing refers outside the file.

Written by hand rather than by Qt's generator: labels keep their alignment (so that another machine's font cannot
shift them), each matrix is a named group, and the file is a tenth of the size.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QIODevice, Qt
from PySide6.QtGui import QImage

from attnviz.export.cells import reduction
from attnviz.export.figure import Cells, ColourBar, Figure, Item, Line, Path, Rect, Text
from attnviz.export.fonts import FALLBACKS
from attnviz.export.paint import (
    GRID_FROM,
    HATCH_STEP,
    MOST_RECTANGLES,
    NEW_BELOW,
    OLD_ABOVE,
    OLD_SIZE,
    indexed_image,
    reduced_entries,
)
from attnviz.export.palette import Palette, inks

# A picture inside an SVG is smoothed by some renderers; drawn this much larger, its cells stay sharp in all.
PICTURE_PIXELS = 1536


def svg_text(figure: Figure, palette: Palette, *, background: bool = True, generator: str = "") -> str:
    """The whole SVG document as text."""
    families = ", ".join(f"'{name}'" if " " in name else name for name in FALLBACKS)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(figure.width)}" height="{_n(figure.height)}" '
        f'viewBox="0 0 {_n(figure.width)} {_n(figure.height)}" role="img" font-family="{families}" '
        'style="font-variant-numeric: tabular-nums">',
        f"<title>{_plain(figure.title)}</title>",
        f"<desc>{_plain(figure.description)}</desc>",
    ]
    if generator:
        lines.append(f"<metadata>{_plain(generator)}</metadata>")
    if any(isinstance(item, Cells) and item.visible is not None for item in figure.items):
        lines.append(_hatch_pattern(palette))
    if background:
        lines.append(f'<rect width="100%" height="100%" fill="{palette.paper}"/>')
    for index, item in enumerate(figure.items):
        lines.extend(_item(item, palette, index))
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _item(item: Item, palette: Palette, index: int) -> Iterator[str]:
    if isinstance(item, Text):
        yield _text(item, palette)
    elif isinstance(item, Rect):
        yield _rect(item, palette)
    elif isinstance(item, Line):
        yield (
            f'<line x1="{_n(item.x1)}" y1="{_n(item.y1)}" x2="{_n(item.x2)}" y2="{_n(item.y2)}" '
            f'stroke="{palette.colour(item.colour)}" stroke-width="{_n(item.width)}"/>'
        )
    elif isinstance(item, Path):
        yield _path(item, palette)
    elif isinstance(item, ColourBar):
        yield from _colour_bar(item, palette, index)
    else:
        yield from _cells(item, palette)


def _text(item: Text, palette: Palette) -> str:
    anchor = {"left": "", "center": ' text-anchor="middle"', "right": ' text-anchor="end"'}[item.align]
    weight = ' font-weight="600"' if item.bold else ""
    turn = f' transform="rotate({_n(-item.angle)} {_n(item.x)} {_n(item.y)})"' if item.angle else ""
    space = ' xml:space="preserve"' if item.text != " ".join(item.text.split()) else ""
    return (
        f'<text x="{_n(item.x)}" y="{_n(item.y)}" font-size="{item.size}" fill="{palette.colour(item.colour)}"'
        f"{anchor}{weight}{turn}{space}>{_plain(item.text)}</text>"
    )


def _rect(item: Rect, palette: Palette) -> str:
    fill = palette.colour(item.fill) if item.fill else "none"
    stroke = f' stroke="{palette.colour(item.stroke)}" stroke-width="{_n(item.stroke_width)}"' if item.stroke else ""
    radius = f' rx="{_n(item.radius)}"' if item.radius else ""
    return (
        f'<rect x="{_n(item.x)}" y="{_n(item.y)}" width="{_n(item.width)}" height="{_n(item.height)}" '
        f'fill="{fill}"{stroke}{radius}/>'
    )


def _path(item: Path, palette: Palette) -> str:
    points = [f"{_n(x)} {_n(y)}" for x, y in item.points]
    through = "C" if item.curved else "L"
    fill = palette.colour(item.fill) if item.fill else "none"
    opacity = f' opacity="{_n(item.opacity)}"' if item.opacity != 1 else ""
    dash = f' stroke-dasharray="{" ".join(map(_n, item.dash))}"' if item.dash else ""
    return (
        f'<path d="M{points[0]}{through}{" ".join(points[1:])}" fill="{fill}" stroke="{palette.colour(item.colour)}" '
        f'stroke-width="{_n(item.width)}" stroke-linejoin="round"{opacity}{dash}/>'
    )


def _colour_bar(item: ColourBar, palette: Palette, index: int) -> Iterator[str]:
    lut = palette.lut(item.scale.map)
    stops = "".join(f'<stop offset="{k / 16:g}" stop-color="{_hex(lut[min(255, k * 16)])}"/>' for k in range(17))
    yield f'<linearGradient id="bar{index}">{stops}</linearGradient>'
    yield (
        f'<rect x="{_n(item.x)}" y="{_n(item.y)}" width="{_n(item.width)}" height="{_n(item.height)}" '
        f'fill="url(#bar{index})" stroke="{palette.line}"/>'
    )


def _cells(cells: Cells, palette: Palette) -> Iterator[str]:
    cells = cells.drawn()
    yield f"<g id={quoteattr(cells.name)}>"
    if cells.visible is not None:
        yield (
            f'<rect x="{_n(cells.x)}" y="{_n(cells.y)}" width="{_n(cells.width)}" height="{_n(cells.height)}" '
            'fill="url(#hatch)"/>'
        )
    if cells.rows * cells.columns <= MOST_RECTANGLES:
        yield from _rectangles(cells, palette)
    else:
        yield _picture(cells, palette)
    if min(cells.cell_width, cells.cell_height) >= GRID_FROM:
        yield _grid(cells, palette)
    if cells.numbers is not None:
        yield from _numbers(cells, palette)
    yield "</g>"


def _rectangles(cells: Cells, palette: Palette) -> Iterator[str]:
    """One rectangle a cell, each reaching a little under its neighbour so that no renderer shows a seam."""
    entries = cells.scale.entries(cells.values)
    lut = palette.lut(cells.scale.map)
    for i in range(cells.rows):
        for j in range(cells.columns):
            if cells.visible is not None and not cells.visible[i, j]:
                continue
            x, y, width, height = cells.cell_rect(i, j)
            right = 0.25 if j + 1 < cells.columns and _seen(cells, i, j + 1) else 0.0
            below = 0.25 if i + 1 < cells.rows and _seen(cells, i + 1, j) else 0.0
            yield (
                f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width + right)}" height="{_n(height + below)}" '
                f'fill="{_hex(lut[entries[i, j]])}"/>'
            )


def _seen(cells: Cells, i: int, j: int) -> bool:
    return cells.visible is None or bool(cells.visible[i, j])


def _picture(cells: Cells, palette: Palette) -> str:
    down = reduction(cells.rows, PICTURE_PIXELS)
    across = reduction(cells.columns, PICTURE_PIXELS)
    entries, visible = reduced_entries(cells, down, across)
    image = indexed_image(entries, palette, cells.scale.map)
    if visible is not None:
        image = image.convertToFormat(QImage.Format.Format_ARGB32)
        alpha = (visible * 255).astype("uint8")
        rows, columns = alpha.shape
        image.setAlphaChannel(QImage(alpha.data, columns, rows, columns, QImage.Format.Format_Alpha8))
    factor = max(1, round(PICTURE_PIXELS / max(image.width(), image.height())))
    image = image.scaled(
        image.width() * factor,
        image.height() * factor,
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.FastTransformation,
    )
    data = base64.b64encode(png_bytes(image)).decode("ascii")
    return (
        f'<image x="{_n(cells.x)}" y="{_n(cells.y)}" width="{_n(cells.width)}" height="{_n(cells.height)}" '
        f'preserveAspectRatio="none" href="data:image/png;base64,{data}" style="image-rendering:pixelated"/>'
    )


def png_bytes(image: QImage) -> bytes:
    """A QImage as the bytes of a PNG file."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the stub wants bytes, Qt a str
    return bytes(buffer.data().data())


def _grid(cells: Cells, palette: Palette) -> str:
    right, bottom = cells.x + cells.width, cells.y + cells.height
    path = "".join(
        f"M{_n(cells.x + j * cells.cell_width)} {_n(cells.y)}V{_n(bottom)}" for j in range(cells.columns + 1)
    ) + "".join(f"M{_n(cells.x)} {_n(cells.y + i * cells.cell_height)}H{_n(right)}" for i in range(cells.rows + 1))
    return f'<path d="{path}" fill="none" stroke="{palette.grid}"/>'


def _numbers(cells: Cells, palette: Palette) -> Iterator[str]:
    assert cells.numbers is not None
    entries = cells.scale.entries(cells.values)
    ink = inks(palette, cells.scale.map)
    for i, row in enumerate(cells.numbers):
        y = cells.y + (i + 0.5) * cells.cell_height + cells.number_size * 0.36
        for j, text in enumerate(row):
            x = cells.x + (j + 0.5) * cells.cell_width
            colour = ink[entries[i, j]]
            old = cells.before[i][j] if cells.before is not None else ""
            if old:
                yield _number(x, y - OLD_ABOVE, f"{old} →", OLD_SIZE, colour, False)
                left, top, width, height = cells.cell_rect(i, j)
                yield (
                    f'<rect x="{_n(left + 1.5)}" y="{_n(top + 1.5)}" width="{_n(width - 3)}" '
                    f'height="{_n(height - 3)}" fill="none" stroke="{palette.danger}" stroke-width="1.5"/>'
                )
            if text:
                down = NEW_BELOW if old else 0.0
                yield _number(x, y + down, text, cells.number_size, colour, bool(old) or (i, j) in cells.bold)


def _number(x: float, y: float, text: str, size: int, colour: str, bold: bool) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" fill="{colour}" text-anchor="middle"{weight}>'
        f"{_plain(text)}</text>"
    )


def _hatch_pattern(palette: Palette) -> str:
    step = HATCH_STEP
    return (
        f'<pattern id="hatch" width="{step}" height="{step}" patternUnits="userSpaceOnUse">'
        f'<rect width="{step}" height="{step}" fill="{palette.paper}"/>'
        f'<path d="M-1 {step + 1}L{step + 1} -1M-1 1L1 -1M{step - 1} {step + 1}L{step + 1} {step - 1}" '
        f'stroke="{palette.hatch}" stroke-width="0.8"/></pattern>'
    )


def _plain(text: str) -> str:
    """Text for XML: markup escaped, and characters that XML 1.0 forbids replaced."""
    allowed = "".join(c if _xml_character(ord(c)) else "\ufffd" for c in text)
    return escape(allowed)


def _xml_character(code: int) -> bool:
    return code in (0x9, 0xA, 0xD) or 0x20 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000


def _hex(colour: NDArray[np.uint8]) -> str:
    red, green, blue = colour.tolist()
    return f"#{red:02x}{green:02x}{blue:02x}"


def _n(value: float) -> str:
    """A length with at most two decimals: a hundredth of a point is beyond any eye."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
