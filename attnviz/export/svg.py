"""A figure as SVG: text stays text, small matrices stay rectangles, nothing refers outside the file.

Written by hand rather than by Qt's generator: labels keep their alignment (so that another machine's font cannot
shift them), each matrix is a named group, and the file is a tenth of the size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from attnviz.export.figure import Area, Cells, ColourBar, Figure, Item, Line, Path, Rect, Text
from attnviz.export.fonts import FALLBACKS, MONO_FALLBACKS, text_width
from attnviz.export.paint_cells import MOST_RECTANGLES
from attnviz.export.palette import Palette
from attnviz.export.svg_cells import hatch_pattern, svg_cells
from attnviz.export.svg_words import hexadecimal, n, plain
from attnviz.io.embedded import svg_element

LEAST_HELD = 4  # characters of a text that keeps its length in another typeface
LEAST_GAP = 0.5  # between two texts of a line; less is a rounded width


def svg_text(
    figure: Figure,
    palette: Palette,
    *,
    background: bool = True,
    generator: str = "",
    size: tuple[str, str] | None = None,
    most_rectangles: int = MOST_RECTANGLES,
    document: bytes | None = None,
) -> str:
    """The whole SVG document as text.

    `size`: width and height with their unit, where they are not the figure's own pixels. A matrix of more than
    `most_rectangles` cells is a picture. `document` is kept in the file, which then opens it again.
    """
    width, height = size or (n(figure.width), n(figure.height))
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {n(figure.width)} {n(figure.height)}" role="img" font-family="{_families(FALLBACKS)}" '
        'style="font-variant-numeric: tabular-nums">',
        f"<title>{plain(figure.title)}</title>",
        f"<desc>{plain(figure.description)}</desc>",
    ]
    if generator or document is not None:
        kept = "" if document is None else svg_element(document)
        lines.append(f"<metadata>{plain(generator)}{kept}</metadata>")
    if any(isinstance(item, Cells) and item.visible is not None for item in figure.items):
        lines.append(hatch_pattern(palette))
    if background:
        lines.append(f'<rect width="100%" height="100%" fill="{palette.paper}"/>')
    for index, (item, runs) in enumerate(_with_runs(figure.items)):
        lines.extend(_item(item, palette, index, most_rectangles, runs))
    lines.append("</svg>")
    return "\n".join(lines) + "\n"


def _with_runs(items: Sequence[Item]) -> list[tuple[Item, list[Text]]]:
    """Each item with the texts that follow it on its line: they are one element, so that no gap can come between."""
    found: list[tuple[Item, list[Text]]] = []
    for item in items:
        if isinstance(item, Text) and item.follows and found and isinstance(found[-1][0], Text):
            found[-1][1].append(item)
        else:
            found.append((item, []))
    return found


def _item(item: Item, palette: Palette, index: int, most_rectangles: int, runs: Sequence[Text] = ()) -> Iterator[str]:
    if isinstance(item, Text):
        yield _text(item, palette, runs)
    elif isinstance(item, Rect):
        yield _rect(item, palette)
    elif isinstance(item, Line):
        yield (
            f'<line x1="{n(item.x1)}" y1="{n(item.y1)}" x2="{n(item.x2)}" y2="{n(item.y2)}" '
            f'stroke="{palette.colour(item.colour)}" stroke-width="{n(item.width)}"/>'
        )
    elif isinstance(item, (Path, Area)):
        yield _path(item if isinstance(item, Path) else item.path, palette)
    elif isinstance(item, ColourBar):
        yield from _colour_bar(item, palette, index)
    else:
        yield from svg_cells(item, palette, most_rectangles)


def _families(names: tuple[str, ...]) -> str:
    """Typefaces in the order in which they are tried."""
    return ", ".join(f"'{name}'" if " " in name else name for name in names)


def _text(item: Text, palette: Palette, runs: Sequence[Text] = ()) -> str:
    anchor = {"left": "", "center": ' text-anchor="middle"', "right": ' text-anchor="end"'}[item.align]
    weight = ' font-weight="600"' if item.bold else ""
    turn = f' transform="rotate({n(-item.angle)} {n(item.x)} {n(item.y)})"' if item.angle else ""
    whole = "".join(part.text for part in (item, *runs))
    # Of runs too: some programs drop the blank at the end of one.
    space = ' xml:space="preserve"' if runs or whole != " ".join(whole.split()) else ""
    family = f' font-family="{_families(MONO_FALLBACKS)}"' if item.mono else ""
    # Where Inter is missing, another typeface takes the room that Inter would: texts set one after another do not meet.
    # Of several runs each says its own length: LibreOffice stretches the first over what is said of all of them.
    held = not item.mono and len(whole) >= LEAST_HELD
    room = _room(text_width(item.text, item.size, item.bold)) if held and not runs else ""
    said = plain(item.text)
    if runs and held:
        said = f"<tspan{_room(text_width(item.text, item.size, item.bold))}>{said}</tspan>"
    following = "".join(_run(run, before, palette, held) for before, run in pairwise((item, *runs)))
    return (
        f'<text x="{n(item.x)}" y="{n(item.y)}" font-size="{item.size}" fill="{palette.colour(item.colour)}"'
        f"{family}{anchor}{weight}{turn}{space}{room}>"
        f"{said}{following}</text>"
    )


def _run(item: Text, before: Text, palette: Palette, held: bool) -> str:
    """A text that goes on where the one before it ends, or as far behind it as it is set.

    The gap is a space of its own: of a text that is moved, what moves it is part of the length it is held to.
    """
    style = f'font-size="{item.size}" font-weight="{"600" if item.bold else "400"}"'
    room = _room(text_width(item.text, item.size, item.bold)) if held else ""
    gap = item.x - before.x - text_width(before.text, before.size, before.bold)
    apart = ""
    if gap >= LEAST_GAP and before.align == "left":
        apart = f'<tspan {style} dx="{n(gap - text_width(" ", item.size, item.bold))}"> </tspan>'
    return f'{apart}<tspan {style} fill="{palette.colour(item.colour)}"{room}>{plain(item.text)}</tspan>'


def _room(width: float) -> str:
    return f' textLength="{n(width)}" lengthAdjust="spacingAndGlyphs"' if width > 0 else ""


def _rect(item: Rect, palette: Palette) -> str:
    fill = palette.colour(item.fill) if item.fill else "none"
    stroke = f' stroke="{palette.colour(item.stroke)}" stroke-width="{n(item.stroke_width)}"' if item.stroke else ""
    radius = f' rx="{n(item.radius)}"' if item.radius else ""
    return (
        f'<rect x="{n(item.x)}" y="{n(item.y)}" width="{n(item.width)}" height="{n(item.height)}" '
        f'fill="{fill}"{stroke}{radius}/>'
    )


def _path(item: Path, palette: Palette) -> str:
    points = [f"{n(x)} {n(y)}" for x, y in item.points]
    through = "C" if item.curved else "L"
    fill = palette.colour(item.fill) if item.fill else "none"
    opacity = f' opacity="{n(item.opacity)}"' if item.opacity != 1 else ""
    dash = f' stroke-dasharray="{" ".join(map(n, item.dash))}"' if item.dash else ""
    return (
        f'<path d="M{points[0]}{through}{" ".join(points[1:])}" fill="{fill}" stroke="{palette.colour(item.colour)}" '
        f'stroke-width="{n(item.width)}" stroke-linejoin="round"{opacity}{dash}/>'
    )


def _colour_bar(item: ColourBar, palette: Palette, index: int) -> Iterator[str]:
    lut = palette.lut(item.scale.map)
    # Every fourth entry: between them no renderer is off by a step that could be seen.
    at = [*range(0, 255, 4), 255]
    if item.scale.signed:
        at = sorted({*at, 127, 128})
    stops = "".join(f'<stop offset="{k / 255:.4f}" stop-color="{hexadecimal(lut[k])}"/>' for k in at)
    yield f'<linearGradient id="bar{index}">{stops}</linearGradient>'
    yield (
        f'<rect x="{n(item.x)}" y="{n(item.y)}" width="{n(item.width)}" height="{n(item.height)}" '
        f'fill="url(#bar{index})" stroke="{palette.line}"/>'
    )
