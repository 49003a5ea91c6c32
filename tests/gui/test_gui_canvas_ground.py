"""The ground of a canvas: painted where no matrix hides it, and nothing of the picture before shines through."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.document.colour_choice import ColourChoice
from attnviz.export.figure import Cells, Figure, Rect, Text
from attnviz.export.palette import LIGHT
from attnviz.export.scales import scale_for, weights_scale
from attnviz.ui.figure_canvas import FigureCanvas

SCALES = (1.0, 0.73, 1.25, 1.37)
RATIOS = (1.0, 1.25, 1.5, 1.75, 2.0, 3.0)


@pytest.fixture
def canvas(qtbot):
    canvas = FigureCanvas()
    qtbot.addWidget(canvas)
    canvas.resize(230, 190)
    return canvas


def cells_of(rows, columns, *, cell, x=0.0, y=0.0, **more):
    values = np.random.default_rng(rows).random((rows, columns))
    values.setflags(write=False)
    return Cells(name="A", x=x, y=y, cell_width=cell, cell_height=cell, values=values, scale=weights_scale(), **more)


def masked():
    visible = np.tri(9, dtype=bool)
    visible.setflags(write=False)
    return cells_of(9, 9, cell=13.3, x=20.4, y=11.8, visible=visible)


def strange():
    values = np.random.default_rng(5).standard_normal((6, 8))
    values[2, 3], values[4, 1], values[0, 0] = np.nan, np.inf, -np.inf
    values.setflags(write=False)
    scale = scale_for(values, None, ColourChoice(), signed=True)
    return Cells(name="A", x=7.7, y=9.1, cell_width=19.2, cell_height=17.6, values=values, scale=scale)


FIGURES = {
    "all of the widget": lambda: cells_of(64, 64, cell=5.0),
    "small cells": lambda: cells_of(300, 300, cell=0.4, x=33.3, y=12.7, lines=False),
    "one cell": lambda: cells_of(1, 1, cell=3.4, x=50.6, y=60.3),
    "a narrow one": lambda: cells_of(3, 40, cell=1.3, x=50.6, y=60.3),
    "beyond the edge": lambda: cells_of(40, 40, cell=9.0, x=100.3, y=-20.2),
    "out of sight": lambda: cells_of(4, 4, cell=9.0, x=900.0, y=900.0),
    "a window of it": lambda: cells_of(40, 40, cell=7.0, x=30.3, y=20.2, view=(3.3, 15.4, 2.7, 20.2)),
    "a window beside it": lambda: cells_of(10, 10, cell=7.0, x=30.3, y=20.2, view=(-4.5, 10.0, 6.25, 12.0)),
    "transposed": lambda: cells_of(6, 11, cell=11.3, x=30.3, y=20.2, transposed=True),
    "masked": masked,
    "strange numbers": strange,
    "no matrix": lambda: Rect(x=10, y=10, width=60, height=40, fill="accent"),
}


def picture(canvas, ratio, before):
    """What the canvas paints over a screen that showed something else."""
    image = QImage(canvas.size() * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(before))
    painter = QPainter(image)
    canvas._paint(painter)
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    return rows & 0xFFFFFF


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.parametrize("still", [False, True], ids=["plain ground", "kept ground"])
def test_all_of_a_canvas_is_painted(canvas, name, still):
    text = Text(x=4, y=14, text="still")
    items = (text, FIGURES[name]())
    canvas.show_figure(
        Figure(width=230, height=190, items=items, still=frozenset({0}) if still else frozenset()), LIGHT
    )
    for ratio in RATIOS:
        for scale in SCALES:
            canvas.scale = scale
            over_red, over_green = (picture(canvas, ratio, colour) for colour in ("#ff0000", "#00ff00"))
            np.testing.assert_array_equal(over_red, over_green, err_msg=f"{ratio} {scale}")


@pytest.mark.parametrize("name", FIGURES)
def test_a_kept_ground_looks_as_one_painted_anew(canvas, name):
    items = (Rect(x=0, y=100, width=230, height=3, fill="accent"), FIGURES[name]())
    for ratio in RATIOS:
        found = []
        for still in (frozenset({0}), frozenset()):
            canvas.show_figure(Figure(width=230, height=190, items=items, still=still), LIGHT)
            found.append(picture(canvas, ratio, "#ff0000"))
        np.testing.assert_array_equal(*found, err_msg=str(ratio))
