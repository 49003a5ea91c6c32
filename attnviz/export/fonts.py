"""The typeface of window and figures: Inter, shipped with the program so that a figure looks alike everywhere."""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import Any

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from attnviz.resources import resource

FAMILY = "Inter"
SIGNS = "attnviz Signs"  # ᵀ, ⊙ and others that Inter lacks, and with them a machine that has no other typeface
# What a file that cannot carry its font asks for, in order.
FALLBACKS = ("Inter", "Segoe UI", "Helvetica Neue", "Arial", "sans-serif")
SIZES_KEPT = 96  # of a typeface. Each has Qt keep all the system's typefaces that its texts have needed, at that size
MONO_FALLBACKS = ("DejaVu Sans Mono", "Noto Sans Mono", "Menlo", "Consolas", "Courier New", "monospace")


@cache
def load_fonts() -> bool:
    """Register the shipped fonts with Qt; whether that succeeded. Needs a QGuiApplication."""
    files = ("Inter-Regular.otf", "Inter-SemiBold.otf", "Signs-Regular.ttf", "Signs-SemiBold.ttf")
    return all(QFontDatabase.addApplicationFont(str(resource("fonts", name))) >= 0 for name in files)


@lru_cache(maxsize=SIZES_KEPT)
def font(size: int, bold: bool = False, tabular: bool = True) -> QFont:
    """The typeface at a pixel size. `tabular`: figures of equal width, so that numbers align.

    A PDF asks for tabular False, and then gets no contextual forms either: glyphs that a feature puts in another's
    place carry no characters there, and numbers and signs could be neither searched nor copied.
    """
    return _face(size, bold, tabular)


def _face(size: int, bold: bool, tabular: bool) -> QFont:
    load_fonts()
    face = QFont([FAMILY, SIGNS])
    face.setPixelSize(size)
    face.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    face.setFeature(QFont.Tag("tnum"), int(tabular))
    face.setFeature(QFont.Tag("calt"), int(tabular))
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face


@lru_cache(maxsize=SIZES_KEPT)
def mono_font(size: int, bold: bool = False) -> QFont:
    """The system's fixed-width typeface at a pixel size, for scripts."""
    return _mono_face(size, bold)


def _mono_face(size: int, bold: bool) -> QFont:
    face = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    face.setFamilies([face.family(), *MONO_FALLBACKS, FAMILY, SIGNS])  # offscreen, the system may name none that exists
    face.setStyleHint(QFont.StyleHint.Monospace)
    face.setFixedPitch(True)
    face.setPixelSize(size)
    face.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return face


class _Metrics(threading.local):
    """What measures texts. Each thread has its own: Qt's fonts must not be shared between threads."""

    def __init__(self) -> None:
        self._plain: dict[tuple[int, bool, bool], QFontMetricsF] = {}
        self._mono: dict[tuple[int, bool], QFontMetricsF] = {}

    def plain(self, size: int, bold: bool, tabular: bool) -> QFontMetricsF:
        key = (size, bold, tabular)
        if key not in self._plain:
            self._make_room(self._plain)
            self._plain[key] = QFontMetricsF(_face(*key))
        return self._plain[key]

    def mono(self, size: int, bold: bool) -> QFontMetricsF:
        if (size, bold) not in self._mono:
            self._make_room(self._mono)
            self._mono[size, bold] = QFontMetricsF(_mono_face(size, bold))
        return self._mono[size, bold]

    @staticmethod
    def _make_room(kept: dict[Any, QFontMetricsF]) -> None:
        if len(kept) >= SIZES_KEPT:
            kept.clear()

    def clear(self) -> None:
        self._plain.clear()
        self._mono.clear()


_metrics = _Metrics()


@lru_cache(maxsize=20_000)
def text_width(text: str, size: float, bold: bool = False, tabular: bool = True) -> float:
    """Width in pixels of one line of text: the `Measure` of every figure layout."""
    return _metrics.plain(int(size), bold, tabular).horizontalAdvance(text)


def mono_width(text: str, size: int, bold: bool = False) -> float:
    """Width in pixels of one line of script."""
    return _metrics.mono(size, bold).horizontalAdvance(text)


def text_ascent(size: int, bold: bool = False) -> float:
    """How far the top of a line of text is above its baseline."""
    return _metrics.plain(size, bold, True).ascent()


def forget_fonts() -> None:
    """Let go of Qt's font objects, before the program ends."""
    font.cache_clear()
    mono_font.cache_clear()
    _metrics.clear()
