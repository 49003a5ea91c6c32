"""How a figure leaves the program: its size, type, colours, words and parts. Never part of a document."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from typing import Literal

from attnviz.errors import InputError
from attnviz.i18n import translate

Unit = Literal["mm", "in", "px"]
Background = Literal["paper", "transparent"]
Preset = Literal["own", "slide", "slide-half", "slide-third", "column", "columns", "square", "custom"]

PIXELS: dict[Unit, float] = {"mm": 96 / 25.4, "in": 96.0, "px": 1.0}  # a CSS pixel is 1/96 inch
LEAST_PIXELS, MOST_PIXELS = 60.0, 20_000.0
LEAST_TYPE, MOST_TYPE = 4.0, 72.0  # points
LEAST_DPI, MOST_DPI = 24, 1200
MOST_VECTOR_CELLS = 40_000
USUAL_VECTOR_CELLS = 48 * 48
MOST_WORDS = 2000  # characters of a title or caption


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What of a view is drawn. What a view does not have, it leaves out anyway."""

    heading: bool = True  # the formula, and where the followed row looks
    labels: bool = True  # tokens beside rows and columns
    numbers: bool = True  # in the cells
    margins: bool = True  # entropy and attention received, as bars
    measures: bool = True  # figures beside the matrix
    colour_bar: bool = True
    health: bool = True  # the sentence below the matrix
    row: bool = True  # what stands below: the followed row as bars, or its sum written out


ALL_PARTS = Parts()
PART_NAMES: tuple[str, ...] = tuple(part.name for part in fields(Parts))


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureLook:
    """`preset` own: the view's own size. Else `width` × `height` in `unit`."""

    preset: Preset = "own"
    width: float = 180.0
    height: float = 110.0
    unit: Unit = "mm"
    font: float | None = None  # points of the labels at that size; None: as large as there is room for
    grow: bool = False  # higher than `height` where the view needs it at that type
    dpi: int = 192
    background: Background = "paper"
    theme: Literal["light", "dark"] = "light"
    title: str = ""
    caption: str = ""
    parts: Parts = field(default_factory=Parts)
    format: str = "svg"
    vector_cells: int = USUAL_VECTOR_CELLS  # a matrix of more is a picture in files that hold drawings
    embed: bool = True  # the document in the file, so that the file opens it again

    @property
    def pixels(self) -> tuple[float, float] | None:
        """Width and height in CSS pixels; None where the view has its own size."""
        return None if self.preset == "own" else (self.width * PIXELS[self.unit], self.height * PIXELS[self.unit])


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLook:
    """A look that a person has kept under a name."""

    name: str
    look: FigureLook


# width, height, unit, points: a slide is seen from afar, so its type is as large as there is room for. Those with a
# type of their own are columns of a paper, which have a width and no height.
PRESETS: dict[Preset, tuple[float, float, Unit, float | None]] = {
    "slide": (13.333, 7.5, "in", None),
    "slide-half": (6.2, 5.6, "in", None),
    "slide-third": (4.1, 5.6, "in", None),
    "column": (88.0, 80.0, "mm", 7.0),
    "columns": (180.0, 110.0, "mm", 8.0),
    "square": (120.0, 120.0, "mm", None),
}


def with_preset(look: FigureLook, preset: Preset) -> FigureLook:
    """The look at a preset's size and type; `own` and `custom` keep the numbers that stand there."""
    if preset not in PRESETS:
        return replace(look, preset=preset, font=None if preset == "own" else look.font)
    width, height, unit, font = PRESETS[preset]
    return replace(look, preset=preset, width=width, height=height, unit=unit, font=font, grow=font is not None)


def with_unit(look: FigureLook, unit: Unit) -> FigureLook:
    """The same size in another unit."""
    factor = PIXELS[look.unit] / PIXELS[unit]
    return replace(
        look, unit=unit, width=_rounded(look.width * factor, unit), height=_rounded(look.height * factor, unit)
    )


def _rounded(value: float, unit: Unit) -> float:
    return round(value, {"mm": 1, "in": 3, "px": 0}[unit])


def checked(look: FigureLook) -> FigureLook:
    """The look as it is. Raises InputError with a sentence where a number of it cannot be."""
    for value in (look.width, look.height):
        pixels = value * PIXELS[look.unit]
        if not (math.isfinite(pixels) and LEAST_PIXELS <= pixels <= MOST_PIXELS):
            least, most = (_rounded(end / PIXELS[look.unit], look.unit) for end in (LEAST_PIXELS, MOST_PIXELS))
            raise InputError(
                translate("look", "A figure is from {least} to {most} {unit} wide and high; found {found}.").format(
                    least=f"{least:g}", most=f"{most:g}", unit=look.unit, found=f"{value:g}"
                )
            )
    if look.font is not None and not LEAST_TYPE <= look.font <= MOST_TYPE:
        raise InputError(
            translate("look", "The type is from {least} to {most} points; found {found}.").format(
                least=f"{LEAST_TYPE:g}", most=f"{MOST_TYPE:g}", found=f"{look.font:g}"
            )
        )
    if not LEAST_DPI <= look.dpi <= MOST_DPI:
        raise InputError(
            translate("look", "A picture has from {least} to {most} dots an inch; found {found}.").format(
                least=LEAST_DPI, most=MOST_DPI, found=look.dpi
            )
        )
    if not 0 <= look.vector_cells <= MOST_VECTOR_CELLS:
        raise InputError(
            translate("look", "Up to {most} cells may be shapes of their own; found {found}.").format(
                most=MOST_VECTOR_CELLS, found=look.vector_cells
            )
        )
    if max(len(look.title), len(look.caption)) > MOST_WORDS:
        raise InputError(translate("look", "A title or caption has at most {most} characters.").format(most=MOST_WORDS))
    return look
