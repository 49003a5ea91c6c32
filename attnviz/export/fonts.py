"""The typeface of window and figures: Inter, shipped with the program so that a figure looks alike everywhere."""

from __future__ import annotations

from functools import cache, lru_cache

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from attnviz.resources import resource

FAMILY = "Inter"
# What a file that cannot carry its font asks for, in order.
FALLBACKS = ("Inter", "Segoe UI", "Helvetica Neue", "Arial", "sans-serif")
MONO_FALLBACKS = ("DejaVu Sans Mono", "Noto Sans Mono", "Menlo", "Consolas", "Courier New", "monospace")


@cache
def load_fonts() -> bool:
    """Register the shipped fonts with Qt; whether that succeeded. Needs a QGuiApplication."""
    files = ("Inter-Regular.otf", "Inter-SemiBold.otf")
    return all(QFontDatabase.addApplicationFont(str(resource("fonts", name))) >= 0 for name in files)


@cache
def font(size: int, bold: bool = False, tabular: bool = True) -> QFont:
    """The typeface at a pixel size. `tabular`: figures of equal width, so that numbers align.

    A PDF asks for tabular False, and then gets no contextual forms either: glyphs that a feature puts in another's
    place carry no characters there, and numbers and signs could be neither searched nor copied.
    """
    load_fonts()
    face = QFont(FAMILY)
    face.setPixelSize(size)
    face.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    face.setFeature(QFont.Tag("tnum"), int(tabular))
    face.setFeature(QFont.Tag("calt"), int(tabular))
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face


@cache
def mono_font(size: int, bold: bool = False) -> QFont:
    """The system's fixed-width typeface at a pixel size, for scripts."""
    face = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    face.setFamilies([face.family(), *MONO_FALLBACKS])  # offscreen, the system may name none that exists
    face.setStyleHint(QFont.StyleHint.Monospace)
    face.setFixedPitch(True)
    face.setPixelSize(size)
    face.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return face


@cache
def _metrics(size: int, bold: bool, tabular: bool) -> QFontMetricsF:
    return QFontMetricsF(font(size, bold, tabular))


@lru_cache(maxsize=20_000)
def text_width(text: str, size: float, bold: bool = False, tabular: bool = True) -> float:
    """Width in pixels of one line of text: the `Measure` of every figure layout."""
    return _metrics(int(size), bold, tabular).horizontalAdvance(text)


def mono_width(text: str, size: int, bold: bool = False) -> float:
    """Width in pixels of one line of script."""
    return QFontMetricsF(mono_font(size, bold)).horizontalAdvance(text)


def text_ascent(size: int, bold: bool = False) -> float:
    """How far the top of a line of text is above its baseline."""
    return _metrics(size, bold, True).ascent()


def forget_fonts() -> None:
    """Let go of Qt's font objects, before the program ends."""
    for cached in (font, mono_font, _metrics):
        cached.cache_clear()
