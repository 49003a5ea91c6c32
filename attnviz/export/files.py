"""Writes a figure as PNG, SVG or PDF."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter

from attnviz import __version__
from attnviz.errors import InputError
from attnviz.export.cell_images import png_bytes
from attnviz.export.figure import Figure
from attnviz.export.paint import paint
from attnviz.export.palette import LIGHT, Palette
from attnviz.export.svg import svg_text
from attnviz.i18n import translate
from attnviz.io.atomic import atomic_write

POINTS_PER_UNIT = 72 / 96  # a figure's unit is a CSS pixel, 1/96 inch
MAX_PIXELS = 200_000_000
DEFAULT_DPI = 192


def write_figure(
    figure: Figure, path: Path, *, palette: Palette = LIGHT, dpi: int = DEFAULT_DPI, generator: str = ""
) -> None:
    """Write `figure` in the format that the file's ending names: .png, .svg or .pdf.

    Raises InputError when the ending is another one or the file cannot be written; an older file is then left whole.
    """
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise InputError(
            translate("export", "{file} ends in “{found}”, but a figure is saved as {expected}.").format(
                file=path.name, found=path.suffix, expected=", ".join(WRITERS)
            )
        )
    data = writer(figure, palette, dpi, generator or f"attnviz {__version__}")
    with atomic_write(path) as file:
        file.write(data)


def figure_image(figure: Figure, palette: Palette, dpi: int, *, background: str | None = "paper") -> QImage:
    """The figure as pixels: one unit is dpi/96 of them."""
    scale = dpi / 96
    width, height = math.ceil(figure.width * scale), math.ceil(figure.height * scale)
    if width * height > MAX_PIXELS:
        raise InputError(
            translate("export", "At {dpi} dpi the picture would have {width} × {height} pixels: choose fewer.").format(
                dpi=dpi, width=width, height=height
            )
        )
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent if background is None else QColor(palette.colour(background)))
    painter = QPainter(image)
    try:  # an image destroyed while it is painted takes the process with it
        painter.scale(scale, scale)
        paint(painter, figure, palette, background=None)
    finally:
        painter.end()
    dots = round(dpi / 0.0254)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    return image


def _png(figure: Figure, palette: Palette, dpi: int, generator: str) -> bytes:
    image = figure_image(figure, palette, dpi)
    image.setText("Title", figure.title)
    image.setText("Description", figure.description)
    image.setText("Software", generator)
    return png_bytes(image)


def _svg(figure: Figure, palette: Palette, _dpi: int, generator: str) -> bytes:
    return svg_text(figure, palette, generator=generator).encode("utf-8")


def _pdf(figure: Figure, palette: Palette, _dpi: int, generator: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(96)
    size = QSizeF(figure.width * POINTS_PER_UNIT, figure.height * POINTS_PER_UNIT)
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "figure", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(figure.title)
    writer.setCreator(generator)
    painter = QPainter(writer)
    # Without it Qt stores pictures as JPEG, and a heatmap's colours are no longer those of its scale.
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering, True)
    try:
        paint(painter, figure, palette, background="paper")
    finally:
        painter.end()
    return bytes(buffer.data().data())


WRITERS: dict[str, Callable[[Figure, Palette, int, str], bytes]] = {".png": _png, ".svg": _svg, ".pdf": _pdf}
