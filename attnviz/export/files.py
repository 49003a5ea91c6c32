"""Writes a figure as PNG, SVG or PDF."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPageSize, QPainter, QPdfWriter

from attnviz import __version__
from attnviz.document.figure_look import PIXELS, FigureLook
from attnviz.errors import InputError
from attnviz.export.cell_images import png_bytes
from attnviz.export.figure import Figure
from attnviz.export.paint import paint
from attnviz.export.palette import LIGHT, Palette
from attnviz.export.svg import svg_text
from attnviz.export.svg_words import allowed, n
from attnviz.i18n import translate
from attnviz.io.atomic import atomic_write
from attnviz.io.embedded import png_with

POINTS_PER_UNIT = 72 / 96  # a figure's unit is a CSS pixel, 1/96 inch
MAX_PIXELS = 200_000_000
DEFAULT_DPI = 192
USUAL = FigureLook()
DOCUMENT_TYPE = "application/x-attnviz"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Drawn:
    """A figure ready for a file. `scale`: CSS pixels a unit of the figure."""

    figure: Figure
    look: FigureLook = USUAL
    scale: float = 1.0
    points: float = 9.0  # of its labels as they come out
    palette: Palette = LIGHT
    generator: str = f"attnviz {__version__}"  # what made it, for the file's metadata
    document: bytes | None = None  # to be kept in the file

    @property
    def background(self) -> str | None:
        return None if self.look.background == "transparent" else "paper"


def write_figure(
    figure: Figure, path: Path, *, palette: Palette = LIGHT, dpi: int = DEFAULT_DPI, generator: str = ""
) -> None:
    """Write `figure` in the format that the file's ending names: .png, .svg or .pdf.

    Raises InputError when the ending is another one or the file cannot be written; an older file is then left whole.
    """
    look = FigureLook(dpi=dpi)
    drawn = Drawn(figure=figure, look=look, palette=palette, generator=generator or f"attnviz {__version__}")
    data = drawn_bytes(drawn, path)
    with atomic_write(path) as file:
        file.write(data)


def drawn_bytes(drawn: Drawn, path: Path) -> bytes:
    """The content of the file `path`, which is not touched; its ending says the format."""
    writer = WRITERS.get(path.suffix.lower())
    if writer is None:
        raise InputError(
            translate("export", "{file} ends in “{found}”, but a figure is saved as {expected}.").format(
                file=path.name, found=path.suffix, expected=", ".join(WRITERS)
            )
        )
    return writer(drawn)


def figure_image(
    figure: Figure, palette: Palette, dpi: int, *, background: str | None = "paper", scale: float = 1.0
) -> QImage:
    """The figure as pixels: one unit is scale · dpi/96 of them."""
    factor = scale * dpi / 96
    # What is a hair more than a whole pixel is the rounding of a size in millimetres, not a pixel more.
    width, height = (max(1, math.ceil(side * factor - 1e-3)) for side in (figure.width, figure.height))
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
        painter.scale(factor, factor)
        paint(painter, figure, palette, background=None, unit=factor)
    finally:
        painter.end()
    dots = round(dpi / 0.0254)
    image.setDotsPerMeterX(dots)
    image.setDotsPerMeterY(dots)
    return image


def _png(drawn: Drawn) -> bytes:
    return png_packer(drawn)()


def png_packer(drawn: Drawn) -> Callable[[], bytes]:
    """The picture is painted now; what this returns packs its pixels, which takes several times as long, and may be
    called in any thread.
    """
    figure = drawn.figure
    image = figure_image(figure, drawn.palette, drawn.look.dpi, background=drawn.background, scale=drawn.scale)
    texts = {"Title": figure.title, "Description": figure.description, "Software": drawn.generator}
    written = {key: _written(text) for key, text in texts.items() if text}
    return lambda: png_with(png_bytes(image), written, drawn.document)


def _written(text: str) -> str:
    """A text that a file may hold: without NUL, which would end it, and without halves of characters."""
    return allowed(text)


def _svg(drawn: Drawn) -> bytes:
    return svg_of(drawn).encode("utf-8")


def svg_of(drawn: Drawn) -> str:
    """The figure as SVG text."""
    look = drawn.look
    size = None
    if look.preset != "own":
        height = round(drawn.figure.height * drawn.scale / PIXELS[look.unit], 3) if look.grow else look.height
        size = (f"{look.width:g}{look.unit}", f"{height:g}{look.unit}")
    elif drawn.scale != 1:
        size = (n(drawn.figure.width * drawn.scale), n(drawn.figure.height * drawn.scale))
    return svg_text(
        drawn.figure,
        drawn.palette,
        background=drawn.background is not None,
        generator=drawn.generator,
        size=size,
        most_rectangles=look.vector_cells,
        document=drawn.document,
    )


def _pdf(drawn: Drawn) -> bytes:
    figure = drawn.figure
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(96)
    points = POINTS_PER_UNIT * drawn.scale
    size = QSizeF(figure.width * points, figure.height * points)
    writer.setPageSize(QPageSize(size, QPageSize.Unit.Point, "figure", QPageSize.SizeMatchPolicy.ExactMatch))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(figure.title)
    writer.setCreator(drawn.generator)
    writer.setDocumentXmpMetadata(QByteArray(_xmp(drawn).encode("utf-8")))
    if drawn.document is not None:
        writer.addFileAttachment("figure.attnviz", QByteArray(drawn.document), DOCUMENT_TYPE)
    painter = QPainter(writer)
    # Without it Qt stores pictures as JPEG, and a heatmap's colours are no longer those of its scale.
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering, True)
    try:
        painter.scale(drawn.scale, drawn.scale)
        paint(
            painter,
            figure,
            drawn.palette,
            background=drawn.background,
            most_rectangles=drawn.look.vector_cells,
            unit=drawn.scale,
        )
    finally:
        painter.end()
    return bytes(buffer.data().data())


def _xmp(drawn: Drawn) -> str:
    """Title, description and what made the figure, as PDF readers and screen readers look for them."""
    figure = drawn.figure
    rows = [
        ("dc:title", f'<rdf:Alt><rdf:li xml:lang="x-default">{_xml(figure.title)}</rdf:li></rdf:Alt>'),
        ("dc:description", f'<rdf:Alt><rdf:li xml:lang="x-default">{_xml(figure.description)}</rdf:li></rdf:Alt>'),
        ("xmp:CreatorTool", _xml(drawn.generator)),
    ]
    inside = "".join(f"<{name}>{value}</{name}>" for name, value in rows)
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        f'xmlns:xmp="http://ns.adobe.com/xap/1.0/">{inside}</rdf:Description></rdf:RDF></x:xmpmeta>'
        '<?xpacket end="w"?>'
    )


def _xml(text: str) -> str:
    return escape(allowed(text))


WRITERS: dict[str, Callable[[Drawn], bytes]] = {".png": _png, ".svg": _svg, ".pdf": _pdf}
