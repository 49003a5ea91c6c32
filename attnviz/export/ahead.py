"""What painting a figure would take longest for, done before: pictures of its matrices, and layers of many curves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from PySide6.QtGui import QImage, QPainter

from attnviz.export.figure import Cells, Figure, Path
from attnviz.export.paint import paint
from attnviz.export.paint_cells import paint_cells
from attnviz.export.palette import Palette


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A widget that shows a figure: its size in points of the screen, and how many pixels each of them has."""

    width: int
    height: int
    ratio: float

    def image(self, form: QImage.Format) -> QImage:
        """An image of its pixels, holding anything."""
        image = QImage(math.ceil(self.width * self.ratio), math.ceil(self.height * self.ratio), form)
        image.setDevicePixelRatio(self.ratio)
        return image


def reduce_cells(figure: Figure, palette: Palette, room: Room, scale: float) -> None:
    """Have the layers of all matrices kept (`cell_layers`) that painting the figure in this room will ask for."""
    with _painting(room.image(QImage.Format.Format_RGB32), scale) as painter:
        for item in figure.items:
            if isinstance(item, Cells):
                paint_cells(painter, item, palette, raster=True)


def curves_of(figure: Figure) -> frozenset[int]:
    """The places of a figure's curves among its items."""
    return frozenset(index for index, item in enumerate(figure.items) if isinstance(item, Path) and item.curved)


def curve_layer(figure: Figure, palette: Palette, room: Room, scale: float) -> QImage:
    """The figure's curves and nothing else, on transparent ground."""
    layer = room.image(QImage.Format.Format_ARGB32_Premultiplied)
    layer.fill(0)
    curves = curves_of(figure)
    items = tuple(item for index, item in enumerate(figure.items) if index in curves)
    with _painting(layer, scale) as painter:
        paint(painter, replace(figure, items=items), palette, background=None)
    return layer


@contextmanager
def _painting(image: QImage, scale: float) -> Iterator[QPainter]:
    """A painter on the image, which is held until the painter has ended, in whatever way."""
    painter = QPainter(image)
    try:
        painter.scale(scale, scale)
        yield painter
    finally:
        painter.end()
