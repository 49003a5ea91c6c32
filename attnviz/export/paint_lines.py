"""One line of text with QPainter."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QStaticText

from attnviz.export.figure import Align
from attnviz.export.fonts import font, mono_font, text_ascent, text_width


def draw_line(
    painter: QPainter, x: float, baseline: float, text: str, size: int, bold: bool, align: Align, raster: bool
) -> None:
    """One line of text. For pixels its shaped glyphs are kept from frame to frame; files get plain text calls."""
    painter.setFont(font(size, bold, raster))
    if align != "left":
        width = text_width(text, size, bold, raster)
        x -= width if align == "right" else width / 2
    if raster and not painter.transform().isRotating():
        painter.drawStaticText(QPointF(x, baseline - text_ascent(size, bold)), _shaped(text, size, bold))
    else:
        painter.drawText(QPointF(x, baseline), text)


def draw_mono(painter: QPainter, x: float, baseline: float, text: str, size: int, bold: bool) -> None:
    """A piece of script, from `x` on."""
    painter.setFont(mono_font(size, bold))
    painter.drawText(QPointF(x, baseline), text)


@lru_cache(maxsize=8192)
def _shaped(text: str, size: int, bold: bool) -> QStaticText:
    shaped = QStaticText(text)
    shaped.setTextFormat(Qt.TextFormat.PlainText)
    shaped.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    return shaped


def forget_lines() -> None:
    """Let go of the shaped glyphs, before Qt does."""
    _shaped.cache_clear()
