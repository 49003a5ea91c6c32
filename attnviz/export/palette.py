"""One colour per role, in light and dark, and the maps from numbers to colours. NumPy only."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from attnviz.document.colour_choice import MapChoice, SignedMapChoice
from attnviz.export.published_maps import LUT, published

ThemeName = Literal["light", "dark"]
MapName = MapChoice | SignedMapChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Every colour by what it is for, as #rrggbb. Roles follow Okabe and Ito's colour-blind-safe set,
    darkened (light theme) or lightened (dark) until text in them reaches 4.5:1."""

    name: ThemeName
    paper: str  # cells of value zero, panels
    canvas: str  # behind the pictures
    panel: str
    ink: str
    muted: str
    line: str
    grid: str  # between cells
    hatch: str  # over masked cells: at least 3:1
    control: str  # the edge of what can be set, switches that are off: at least 3:1
    accent: str
    on_accent: str
    highlight: str  # the followed row: at least 3:1
    danger: str
    colours: dict[str, str]  # Q, K, V, scores, weights, output
    strange: str  # ground of cells that hold NaN or an infinity
    sequence: tuple[str, ...]  # stops of the map "violet", from 0 to 1
    blue: tuple[str, ...]  # stops of one side of a signed map, from zero outwards
    orange: tuple[str, ...]
    green: tuple[str, ...]
    purple: tuple[str, ...]

    def colour(self, role: str) -> str:
        """#rrggbb of a role (Q, weights, …) or of a field of this palette (ink, muted, …)."""
        if role in self.colours:
            return self.colours[role]
        value: str = role if role.startswith("#") else getattr(self, role)
        return value

    def lut(self, name: MapName) -> LUT:
        """256 colours of a map: from its first to its last, or on a signed map from −1 to 1."""
        if name == "violet":
            return _sequential(self.sequence)
        if name == "grey":
            return _sequential((self.paper, self.ink))
        if name == "blue-orange":
            return _diverging(self.orange, self.blue)
        if name == "purple-green":
            return _diverging(self.purple, self.green)
        return published(name)


LIGHT = Palette(
    name="light",
    paper="#ffffff",
    canvas="#f6f6f4",
    panel="#ffffff",
    ink="#1c1e22",
    muted="#5f6672",
    line="#dddddb",
    grid="#e3e3e1",
    hatch="#8e8e97",
    control="#8a8d94",
    accent="#0072b2",
    on_accent="#ffffff",
    highlight="#b07d00",
    danger="#b3261e",
    colours={
        "Q": "#0072b2",
        "K": "#b25500",
        "V": "#00795a",
        "scores": "#515b6b",
        "weights": "#5f35ae",
        "output": "#b02a78",
    },
    strange="#c4c6ca",
    sequence=("#ffffff", "#d9cdf0", "#a387d6", "#6f45b8", "#43148c"),
    blue=("#ffffff", "#c3dbea", "#8fbcd8", "#5d9dc6"),
    orange=("#ffffff", "#f4d3bd", "#e7ab84", "#d98550"),
    green=("#ffffff", "#c9e6cd", "#86c493", "#4a9d63"),
    purple=("#ffffff", "#e6d3ea", "#c39fce", "#9a6bb0"),
)

DARK = Palette(
    name="dark",
    paper="#1f2126",
    canvas="#17181c",
    panel="#1f2126",
    ink="#eceef1",
    muted="#9ba2ae",
    line="#33363d",
    grid="#2b2e35",
    hatch="#6c717c",
    control="#6f7580",
    accent="#56b4e9",
    on_accent="#0c1116",
    highlight="#f0c02c",
    danger="#ff8a80",
    colours={
        "Q": "#56b4e9",
        "K": "#f0a04b",
        "V": "#3cc79a",
        "scores": "#aab4c3",
        "weights": "#b99cf2",
        "output": "#f083bf",
    },
    strange="#474b54",
    sequence=("#1f2126", "#41395b", "#6a569b", "#9376cf", "#bea3f6"),
    blue=("#1f2126", "#24445a", "#2c6a90", "#3f93c6"),
    orange=("#1f2126", "#56392a", "#8a5433", "#c1753f"),
    green=("#1f2126", "#27492f", "#30763f", "#43a45c"),
    purple=("#1f2126", "#4b3456", "#78528b", "#a877c2"),
)

PALETTES: dict[ThemeName, Palette] = {"light": LIGHT, "dark": DARK}


@cache
def _sequential(stops: tuple[str, ...]) -> LUT:
    return _interpolate(stops, 256)


@cache
def _diverging(negative: tuple[str, ...], positive: tuple[str, ...]) -> LUT:
    """Zero falls between entries 127 and 128, and both are the paper's own colour."""
    return np.concatenate([_interpolate(negative, 128)[::-1], _interpolate(positive, 128)])


def _interpolate(stops: tuple[str, ...], count: int) -> LUT:
    """`count` colours through `stops`, evenly spaced, mixed in linear light so that the middle is not muddy."""
    points = np.array([rgb(stop) for stop in stops]) / 255
    linear = np.where(points <= 0.04045, points / 12.92, ((points + 0.055) / 1.055) ** 2.4)
    # A cube root approximates perceived lightness; equal steps in it look equal.
    even = np.cbrt(linear)
    at = np.linspace(0, len(stops) - 1, count)
    mixed = np.stack([np.interp(at, range(len(stops)), even[:, c]) for c in range(3)], axis=1) ** 3
    encoded = np.where(mixed <= 0.0031308, mixed * 12.92, 1.055 * mixed ** (1 / 2.4) - 0.055)
    return np.round(np.clip(encoded, 0, 1) * 255).astype(np.uint8)


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of #rrggbb."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Relative luminance (WCAG 2.2) of (…, 3) sRGB bytes."""
    c = colours / 255
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    result: NDArray[np.float64] = linear @ np.array([0.2126, 0.7152, 0.0722])
    return result


def contrast(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Contrast ratio (WCAG 2.2) of two relative luminances, 1 to 21."""
    high, low = np.maximum(one, other), np.minimum(one, other)
    return (high + 0.05) / (low + 0.05)


# Pure black: between white and any lighter ink some colours in the middle would have neither at 4.5:1.
DARK_INK = "#000000"
LIGHT_INK = "#ffffff"


def inks(palette: Palette, name: MapName) -> tuple[str, ...]:
    """For each of a map's 256 colours, the ink (dark or white) that reads best on it: at least 4.5:1."""
    return _inks(palette.lut(name).tobytes())


@cache
def _inks(lut: bytes) -> tuple[str, ...]:
    y = luminance(np.frombuffer(lut, dtype=np.uint8).reshape(256, 3))
    dark = contrast(y, luminance(np.array(rgb(DARK_INK), dtype=np.uint8)))
    light = contrast(y, luminance(np.array(rgb(LIGHT_INK), dtype=np.uint8)))
    return tuple(np.where(dark >= light, DARK_INK, LIGHT_INK).tolist())
