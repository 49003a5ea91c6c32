"""Cells as a test makes them, and what is painted of them."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage, QPainter

from attnviz.document.colour_choice import ColourChoice
from attnviz.export.cells import Mark
from attnviz.export.figure import Cells
from attnviz.export.paint_cells import paint_cells
from attnviz.export.palette import PALETTES
from attnviz.export.scales import scale_for

ODD = {Mark.NAN: np.nan, Mark.INFINITE: np.inf, Mark.MINUS_INFINITE: -np.inf, Mark.ABOVE: 1.5, Mark.BELOW: -0.5}


def frozen(values):
    values = np.asarray(values)
    values.setflags(write=False)
    return values


def cells_of(values, choice=None, *, cell=(10.0, 10.0), visible=None, signed=False, **more):
    values = frozen(values)
    scale = scale_for(values, visible, choice or ColourChoice(), signed=signed)
    place = {"x": 0.0, "y": 0.0, "cell_width": cell[0], "cell_height": cell[1]}
    return Cells(name="m", values=values, visible=visible, scale=scale, **(place | more))


def painted(cells, theme="light", size=None, zoom=1.0):
    """(height, width, 3) of the cells on a screen of their own size."""
    width, height = size or (round(cells.x + cells.width), round(cells.y + cells.height))
    image = QImage(round(width * zoom), round(height * zoom), QImage.Format.Format_RGB32)
    image.fill(0xFFFF00FF)
    painter = QPainter(image)
    painter.scale(zoom, zoom)
    paint_cells(painter, cells, PALETTES[theme], True)
    painter.end()
    return pixels(image)


def pixels(image):
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).astype(int)


def middles(image, cells):
    """(rows, columns, 3): the colour in the middle of every cell."""
    found = np.zeros((cells.rows, cells.columns, 3), dtype=int)
    for i, j in np.ndindex(cells.rows, cells.columns):
        x, y, width, height = cells.cell_rect(i, j)
        found[i, j] = image[int(y + height / 2), int(x + width / 2)]
    return found


def lut_of(cells, theme="light"):
    return PALETTES[theme].lut(cells.scale.map).astype(int)


def wanted(cells, theme="light"):
    return lut_of(cells, theme)[cells.scale.entries(cells.values)]
