"""Thousands of thin bars: the pixels that a screen shows are those of the outline that files draw."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QColor, QImage, QPainter

from attnviz.export.figure import Area, Figure, Path
from attnviz.export.geometry import item_box, moved
from attnviz.export.paint import paint
from attnviz.export.palette import LIGHT
from attnviz.export.svg import svg_text
from tests.examples import examples

WIDTH, HEIGHT = 220, 140


def area_of(sizes, *, upright=True, base=70.3, first=10.4, pitch=1.37):
    edges = first + pitch * np.arange(len(sizes) + 1)
    return Area(
        starts=edges[:-1], ends=edges[1:], sizes=np.asarray(sizes, float), base=base, upright=upright, colour="weights"
    )


def pixels(item, ratio=1.0):
    """Red, green and blue of a figure with this one item."""
    image = QImage(round(WIDTH * ratio), round(WIDTH * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(QColor("white"))
    painter = QPainter(image)
    paint(painter, Figure(width=WIDTH, height=WIDTH, items=(item,)), LIGHT, background=None)
    painter.end()
    return np.frombuffer(image.bits(), np.uint8).reshape(image.height(), image.width(), 4)[..., :3].astype(int)


def outline(area):
    """The same without the hair of a pen around it."""
    path = area.path
    return Path(points=path.points, colour=path.colour, width=0.001, fill=path.fill)


@given(
    sizes=st.lists(st.floats(0, 60), min_size=1, max_size=120),
    sign=st.sampled_from([-1.0, 1.0]),
    upright=st.booleans(),
    base=st.floats(65, 75),
    ratio=st.sampled_from([1.0, 1.25, 2.0]),
)
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_pixels_are_those_of_the_outline(qapp, sizes, sign, upright, base, ratio):
    area = area_of(sign * np.array(sizes), upright=upright, base=base)
    difference = np.abs(pixels(area, ratio) - pixels(outline(area), ratio))
    assert difference.max() <= 12, "of 255: a hair of the pen, and rounding"


@pytest.mark.parametrize("upright", [True, False])
def test_bars_on_both_sides_of_the_axis(qapp, upright):
    area = area_of(40 * np.sin(np.arange(90)), upright=upright, base=70.0)
    assert np.abs(pixels(area) - pixels(outline(area))).max() <= 12


def test_bars_thinner_than_a_pixel_are_painted_as_files_draw_them(qapp):
    area = area_of(40 * np.sin(np.arange(700)) ** 2, pitch=0.25)
    np.testing.assert_array_equal(pixels(area), pixels(area.path))


@pytest.mark.parametrize("upright", [True, False])
def test_a_single_long_bar_among_short_ones_reaches_as_far_as_it_is_long(qapp, upright):
    sizes = np.full(100, -0.2)
    sizes[50] = -50.0
    found = pixels(area_of(sizes, upright=upright, base=70.0))
    lines = found if upright else found.transpose(1, 0, 2)
    reached = np.flatnonzero((lines < 250).any(axis=(1, 2)))
    assert reached.min() == 20


def test_moved_it_is_elsewhere_and_as_large(qapp):
    for upright in (True, False):
        area = area_of([3.0, -8.0, 20.0], upright=upright)
        before, after = (item_box(item, lambda *_: 0.0) for item in (area, moved(area, 5.0, -7.0)))
        assert after == pytest.approx([before[0] + 5, before[1] - 7, before[2] + 5, before[3] - 7])


def test_in_an_svg_it_is_one_path(qapp):
    area = area_of([3.0, -8.0, 20.0])
    drawing = svg_text(Figure(width=WIDTH, height=HEIGHT, items=(area,)), LIGHT)
    assert drawing.count("<path") == 1
