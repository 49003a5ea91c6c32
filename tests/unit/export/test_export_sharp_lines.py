"""Lines on screens of every scale: whole pixels, and one as thick as the next."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.export.figure import Cells, Figure, Line, Sheet
from attnviz.export.fonts import text_width
from attnviz.export.matrix_figure import lay_outline
from attnviz.export.paint import paint
from attnviz.export.palette import LIGHT
from attnviz.export.scales import weights_scale

pytestmark = pytest.mark.usefixtures("qapp")

RATIOS = (1.0, 1.25, 1.5, 1.75, 2.0, 3.0)  # of the screen
SCALES = (1.0, 1.3, 2.0, 2.5)  # of a picture in its canvas
SIDE = 420


def painted(item, ratio, scale):
    return painted_all((item,), ratio, scale)


def painted_all(items, ratio, scale):
    image = QImage(QSize(SIDE, SIDE) * ratio, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(scale, scale)
    paint(painter, Figure(width=SIDE, height=SIDE, items=items), LIGHT, background=None)
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width())
    return rows & 0xFFFFFF


def thick(colours, colour):
    """Pixels of every run of a colour."""
    return [len(list(run)) for is_it, run in groupby(colours == int(colour.lstrip("#"), 16)) if is_it]


@pytest.mark.parametrize("masked", [False, True])
@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("scale", SCALES)
def test_lines_between_cells_are_as_thick_as_each_other(ratio, scale, masked):
    values = np.zeros((9, 9))
    visible = np.ones((9, 9), dtype=bool) if masked else None
    for array in (values, visible):
        if array is not None:
            array.setflags(write=False)
    cells = Cells(
        name="A", x=20.4, y=11.8, cell_width=13.3, cell_height=12.7, values=values, visible=visible,
        scale=weights_scale(),
    )  # fmt: skip
    shown = painted(cells, ratio, scale)
    inside = round((11.8 + 6) * scale * ratio), round((20.4 + 6) * scale * ratio)
    for across in (shown[inside[0]], shown[:, inside[1]]):
        lines = thick(across, LIGHT.grid)
        assert len(lines) == 10
        assert len(set(lines)) == 1, lines
        assert abs(lines[0] - scale * ratio) <= 0.5 or lines[0] == 1


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("place", [30.0, 30.5, 31.3])
@pytest.mark.parametrize("width", [1.0, 1.5, 3.0])
def test_upright_and_level_lines_have_no_soft_edge(ratio, scale, place, width):
    upright = painted(Line(x1=place, y1=10, x2=place, y2=60, colour="muted", width=width), ratio, scale)
    level = painted(Line(x1=60, y1=place, x2=10, y2=place, colour="muted", width=width), ratio, scale)
    for shown, middle in ((upright, upright[round(40 * scale * ratio)]), (level, level[:, round(40 * scale * ratio)])):
        assert set(np.unique(shown).tolist()) == {0xFFFFFF, int(LIGHT.muted.lstrip("#"), 16)}
        (pixels,) = thick(middle, LIGHT.muted)
        assert abs(pixels - width * scale * ratio) <= 0.5
        first = int(np.argmax(middle != 0xFFFFFF))
        assert abs(first + pixels / 2 - place * scale * ratio) <= 1


def test_a_line_of_half_a_pixel_stays_faint():
    shown = painted(Line(x1=30, y1=10, x2=30, y2=60, colour="muted", width=0.5), 1.0, 1.0)
    assert int(LIGHT.muted.lstrip("#"), 16) not in np.unique(shown).tolist()


@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("scale", SCALES)
def test_axes_meet_in_their_corner(ratio, scale):
    """Neither reaches beyond the other."""
    x, y = 30.3, 60.6
    upright = painted(Line(x1=x, y1=10, x2=x, y2=y), ratio, scale) != 0xFFFFFF
    level = painted(Line(x1=x, y1=y, x2=90, y2=y), ratio, scale) != 0xFFFFFF
    assert np.argmax(upright.any(axis=0)) == np.argmax(level.any(axis=0))
    assert np.argmax(upright.any(axis=1)[::-1]) == np.argmax(level.any(axis=1)[::-1])


def followed(cell, window, *, turned, column):
    """A matrix of which one row, or one column, is dark, with the frame around that."""
    n, at = 300, 20
    values = np.zeros((n, n), dtype=np.float32)
    values[(slice(None), at) if column else at] = 1
    values.setflags(write=False)
    cells = Cells(
        name="weights", x=20.4, y=20.4, cell_width=cell, cell_height=cell, values=values, scale=weights_scale(),
        transposed=turned, lines=False, view=(*window, *window),
    )  # fmt: skip
    sheet = Sheet(text_width)
    sheet.add(cells)
    lay_outline(sheet, cells, cells.block_rect(0, n, at, 1) if column else cells.block_rect(at, 1, 0, n))
    return tuple(sheet.items), cells


@pytest.mark.parametrize("column", [False, True])
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize(
    ("cell", "window"),
    [(0.3, (0.0, 300.0)), (0.5, (0.0, 300.0)), (1.0, (0.0, 300.0)), (1.3, (3.5, 250.0)), (2.01, (0.0, 150.0)),
     (5.3, (0.0, 60.0)), (20.0, (10.0, 15.0)), (45.9, (17.3, 6.1)), (45.9, (20.4, 6.1))],
)  # fmt: skip
def test_the_frame_around_what_is_followed_is_as_far_from_its_cells_on_both_sides(cell, window, ratio, turned, column):
    items, cells = followed(cell, window, turned=turned, column=column)
    shown = painted_all(items, ratio, 1.0)
    middle = round((20.4 + min(cells.width, 300) / 2) * ratio)
    across = shown[middle] if turned != column else shown[:, middle]
    (inside,) = np.nonzero(across == rgb(LIGHT.lut(cells.scale.map)[255]))
    (frame,) = np.nonzero(across == int(LIGHT.highlight.lstrip("#"), 16))
    thick_line = max(1, int(np.ceil(2 * ratio - 0.5)))
    assert len(frame) == 2 * thick_line, "both sides, each of whole pixels"
    before, after = int(inside[0] - frame[thick_line - 1] - 1), int(frame[thick_line] - inside[-1] - 1)
    # Qt rounds where a picture begins and how large its pixels are; around a thin cell the frame is rounded as well.
    assert abs(before - after) <= (1 if cell >= 2 else 2)
    assert max(before, after) <= (1 if cell >= 2 else ratio + 1)
    block = QRectF(*(cells.block_rect(0, 300, 20, 1) if column else cells.block_rect(20, 1, 0, 300)))
    drawn, frame = QRectF(cells.x, cells.y, *cells.size), items[1]
    middle = QRectF(frame.x, frame.y, frame.width, frame.height).center()
    assert middle.toTuple() == pytest.approx(block.intersected(drawn).center().toTuple())


def rgb(colour):
    red, green, blue = (int(part) for part in colour)
    return red << 16 | green << 8 | blue
