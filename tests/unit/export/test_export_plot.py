"""Charts: texts inside and apart whatever the numbers, lines where the numbers are, numbers read back from points."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from PySide6.QtGui import QColor

from attnviz.export.figure import Path, Rect, Sheet, Text
from attnviz.export.files import figure_image
from attnviz.export.fonts import text_width
from attnviz.export.palette import PALETTES
from attnviz.export.plot import Axis, Mark, Series, lay_plot, plot_figure
from attnviz.export.plot_lines import clipped, free_height, lines, spread, thinned
from attnviz.export.svg import svg_text
from attnviz.export.ticks import Scale, bytes_text, choices, settled
from attnviz.i18n import LANGUAGES, number_format
from tests.examples import examples

pytestmark = pytest.mark.usefixtures("qapp")
ENGLISH, PORTUGUESE = number_format("en"), number_format("pt_BR")

names = st.sampled_from(["", "S", "scaled", "W" * 60, "peso máximo sem √dₖ", "‖J‖", "שלום"])
numbers = st.floats(-50, 50) | st.floats(allow_nan=True, allow_infinity=True) | st.floats(1e-9, 1e12)


def box(item: Text):
    """Left, top, right, bottom of a text's ink, a little generous."""
    width = text_width(item.text, item.size, item.bold)
    left = item.x - {"left": 0.0, "center": width / 2, "right": width}[item.align]
    return left, item.y - 0.8 * item.size, left + width, item.y + 0.25 * item.size


def texts(figure):
    return [item for item in figure.items if isinstance(item, Text)]


def labels(axis: Axis, language="en", index=0):
    """The labels of one of an axis' choices of ticks."""
    return [text for _, text in list(choices(axis, number_format(language)))[index]]


@st.composite
def axes(draw):
    ends = draw(st.none() | st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)))
    log = draw(st.booleans())
    if log and ends is not None:
        ends = (abs(ends[0]) + 1e-6, abs(ends[1]) + 1e-6)
    return Axis(
        title=draw(names),
        low=None if ends is None else ends[0],
        high=None if ends is None else ends[1],
        log=log,
        base=draw(st.sampled_from([2, 10])),
        unit=draw(st.sampled_from(["number", "si", "bytes"])),
    )


@st.composite
def charts(draw):
    count = draw(st.integers(0, 4))
    series = []
    for i in range(count):
        n = draw(st.integers(0, 30))
        x = draw(hnp.arrays(np.float64, n, elements=numbers))
        y = draw(hnp.arrays(np.float64, n, elements=numbers))
        series.append(Series(draw(names), x, y, marker=draw(st.booleans()), right=bool(i % 2)))
    marks = [Mark(draw(st.floats(-10, 600)), draw(names)) for _ in range(draw(st.integers(0, 4)))]
    return plot_figure(
        series,
        draw(axes()),
        draw(axes()),
        right=draw(st.none() | axes()),
        width=draw(st.floats(260, 900)),
        height=draw(st.floats(170, 600)),
        measure=text_width,
        form=number_format(draw(st.sampled_from(LANGUAGES))),
        marks=marks,
        title=draw(names),
    )


@settings(max_examples=examples(150), deadline=None)
@given(charts())
def test_every_text_is_inside_the_figure_and_touches_no_other(figure):
    boxes = [box(item) for item in texts(figure) if item.text]
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= 0
        assert right <= figure.width
        assert bottom <= figure.height
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


@settings(max_examples=examples(100), deadline=None)
@given(charts())
def test_every_line_is_finite_and_inside_the_figure(figure):
    for item in figure.items:
        if isinstance(item, Path):
            for x, y in item.points:
                assert 0 <= x <= figure.width
                assert 0 <= y <= figure.height


@given(
    st.floats(1e-3, 1e3), st.floats(1.1, 1e6), st.booleans(), st.floats(0, 1), st.floats(0, 500), st.floats(10, 2000)
)
def test_a_point_reads_back_the_number_drawn_there(low, factor, log, share, start, width):
    scale = Scale(low, low * factor, start, start + width, log)
    value = low + share * (low * factor - low)
    assert scale.value(float(scale.place(value))) == pytest.approx(value, rel=1e-6, abs=1e-9 * low * factor)


def frame_of(series, x: Axis, y: Axis, **more):
    sheet = Sheet(text_width)
    return lay_plot(sheet, series, x, y, x=10, y=10, width=500, height=300, form=ENGLISH, **more), sheet


def test_the_frame_tells_numbers_at_its_corners_and_outside_stays_at_the_ends():
    frame, _ = frame_of([], Axis(low=1, high=512, log=True, base=2), Axis(low=0, high=2))
    left, top, right, bottom = frame.box
    assert frame.to_data(left, bottom) == pytest.approx((1, 0))
    assert frame.to_data(right, top) == pytest.approx((512, 2))
    assert frame.to_data(right + 99, top - 99) == pytest.approx((512, 2))
    assert frame.to_data((left + right) / 2, (top + bottom) / 2) == pytest.approx((math.sqrt(512), 1))
    assert frame.contains(left, top)
    assert not frame.contains(left - 1, top)


def test_a_line_goes_through_its_numbers():
    x, y = np.array([1.0, 2.0, 4.0]), np.array([0.0, 1.0, 0.5])
    frame, sheet = frame_of([Series("a", x, y, "weights")], Axis(), Axis())
    drawn = next(item for item in sheet.items if isinstance(item, Path) and item.colour == "weights")
    read = [frame.to_data(*point) for point in drawn.points]
    np.testing.assert_allclose(read, np.stack([x, y], axis=1), atol=1e-9)


def test_missing_numbers_break_the_line_and_a_lone_one_is_a_dot():
    y = np.array([1, 2, np.nan, 3, np.inf, 2, 1.0])
    _, sheet = frame_of([Series("a", np.arange(7.0), y, "weights")], Axis(), Axis(low=0, high=4))
    drawn = [item for item in sheet.items if isinstance(item, Path) and item.colour == "weights"]
    dots = [item for item in sheet.items if isinstance(item, Rect)]
    assert [len(item.points) for item in drawn if item.width == 2] == [2, 2]
    assert len(dots) == 1


def test_numbers_without_a_logarithm_break_the_line():
    y = np.array([1, 10, 0, 10, -5, 10, 100.0])
    _, sheet = frame_of([Series("", np.arange(7.0), y, "weights")], Axis(), Axis(log=True))
    drawn = [item for item in sheet.items if isinstance(item, Path) and item.colour == "weights" and item.width == 2]
    assert [len(item.points) for item in drawn] == [2, 2]


def test_a_line_is_cut_at_the_frame():
    assert clipped(np.array([0.0, 10, 20]), np.array([0.0, 10, 0]), (0, 0, 20, 5)) == [
        ((0, 0), (5, 5)),
        ((15, 5), (20, 0)),
    ]
    assert clipped(np.array([-5.0, 25]), np.array([30.0, 30]), (0, 0, 20, 5)) == []


@given(hnp.arrays(np.float64, st.integers(200, 3000), elements=st.floats(-1e6, 1e6)))
def test_a_long_series_keeps_each_columns_extremes(y):
    x = np.linspace(0, 40, len(y))
    kept = thinned(x, y)
    columns = np.floor(x)
    for column in np.unique(columns):
        all_there = y[columns == column]
        drawn = y[kept][columns[kept] == column]
        assert drawn.min() == all_there.min()
        assert drawn.max() == all_there.max()
    assert len(kept) <= 4 * len(np.unique(columns))


def test_a_spike_among_a_million_is_drawn():
    y = np.zeros(1_000_000)
    y[777_777] = 1
    drawn = lines(np.linspace(0, 300, len(y)), 100 - 90 * y, (0, 0, 300, 100))
    assert sum(map(len, drawn)) < 2000
    assert min(py for piece in drawn for _, py in piece) == 10


@given(st.lists(st.floats(0, 100), max_size=8))
def test_names_at_the_ends_keep_apart_and_in_order(wanted):
    placed = spread(wanted, 12, 0, 100)
    assert all(-1e-9 <= height <= 100 for height in placed)
    ordered = sorted(placed)
    assert all(b - a >= 12 - 1e-9 for a, b in pairwise(ordered))
    for (w1, p1), (w2, p2) in combinations(zip(wanted, placed, strict=True), 2):
        assert w1 == w2 or (w1 < w2) == (p1 < p2)


def test_ticks_stand_at_one_two_five():
    axis = Axis(low=0, high=1)
    steps = {round(ticks[1][0] - ticks[0][0], 6) for ticks in choices(axis, ENGLISH) if len(ticks) > 1}
    assert steps == {0.02, 0.05, 0.1, 0.2, 0.5, 1.0}


@pytest.mark.parametrize(
    ("axis", "index", "expected"),
    [
        (Axis(low=1, high=512, log=True, base=2), 0, ["1", "2", "4", "8", "16", "32", "64", "128", "256", "512"]),
        (Axis(low=1, high=1e6, log=True), 1, ["1", "10", "100", "1000", "10⁴", "10⁵", "10⁶"]),
        (Axis(low=1, high=2**20, log=True, base=2), 3, ["1", "32", "1024", "32768", "1048576"]),
        (Axis(low=1, high=2**40, log=True, unit="bytes"), 4, ["1 B", "1 KiB", "1 MiB", "1 GiB", "1 TiB"]),
        (Axis(low=1, high=1e6, log=True, unit="si"), 2, ["1", "100", "10k", "1M"]),
        (Axis(low=0, high=4 * 2**30, unit="bytes"), -3, ["0 B", "1 GiB", "2 GiB", "3 GiB", "4 GiB"]),
    ],
)
def test_labels_of_axes(axis, index, expected):
    assert labels(axis, index=index) == expected


def test_numbers_on_axes_are_the_languages():
    assert "0.5" in labels(Axis(low=0, high=1), "en", 2)
    assert "0,5" in labels(Axis(low=0, high=1), "pt_BR", 2)
    assert bytes_text(1536, PORTUGUESE) == "1,5 KiB"
    assert bytes_text(512, ENGLISH) == "512 B"


@given(st.floats(-1e300, 1e300), st.floats(-1e300, 1e300), st.booleans())
@example(0.0, 5e-324, False)
def test_whatever_the_range_the_labels_tell_the_ticks_apart(low, high, log):
    axis = settled(Axis(log=log), np.array([low, high]), nice=True)
    for ticks in choices(axis, ENGLISH):
        assert len({text for _, text in ticks}) == len(ticks)


def test_lines_without_a_dash_of_their_own_get_one_each():
    x = np.arange(3.0)
    _, sheet = frame_of([Series(str(i), x, x * i, "weights") for i in range(4)], Axis(), Axis())
    dashes = [item.dash for item in sheet.items if isinstance(item, Path) and item.width == 2]
    assert len(set(dashes)) == 4


def test_long_names_stand_above_and_short_ones_at_the_ends():
    x = np.arange(3.0)
    short, long = (
        plot_figure([Series(name, x, x)], Axis(), Axis(), width=400, height=200, measure=text_width, form=ENGLISH)
        for name in ("loss", "w" * 40)
    )
    assert next(item for item in texts(short) if item.text == "loss").x > 300
    assert next(item for item in texts(long) if item.text.startswith("www")).x < 100


def test_a_mark_stands_at_its_number_and_one_outside_is_left_out():
    marks = [Mark(16, "today", "accent"), Mark(9999, "far", "danger")]
    frame, sheet = frame_of([], Axis(low=1, high=512, log=True), Axis(), marks=marks)
    upright = next(item for item in sheet.items if isinstance(item, Path) and item.colour == "accent")
    assert upright.points[0][0] == pytest.approx(frame.to_figure(16, 0)[0])
    shown = [item.text for item in sheet.items if isinstance(item, Text)]
    assert "today" in shown
    assert "far" not in shown


def test_the_chart_is_told_in_words():
    figure = plot_figure(
        [Series("loss", np.array([0, 10.0]), np.array([1.5, 0.25]))],
        Axis(title="step"),
        Axis(title="loss"),
        width=300,
        height=200,
        measure=text_width,
        form=PORTUGUESE,
    )
    assert "1,5" in figure.description
    assert "0,25" in figure.description


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pixels_and_svg_show_the_line_where_its_numbers_are(theme):
    x = np.array([0.0, 5.0, 10.0])
    figure = plot_figure(
        [Series("a", x, np.array([1.0, 1.0, 1.0]), "weights", dash=(30, 0.01))],
        Axis(),
        Axis(low=0, high=2),
        width=300,
        height=200,
        measure=text_width,
        form=ENGLISH,
    )
    line = next(item for item in figure.items if isinstance(item, Path) and item.width == 2)
    px, py = line.points[1]
    palette = PALETTES[theme]
    pixel = figure_image(figure, palette, 192).pixelColor(round(px * 2), round(py * 2))
    wanted = QColor(palette.colour("weights"))
    assert max(abs(a - b) for a, b in zip(pixel.getRgb(), wanted.getRgb(), strict=True)) < 40
    drawn = svg_text(figure, palette)
    assert palette.colour("weights") in drawn
    assert "stroke-dasharray" in drawn
    assert ">a</text>" in drawn


@pytest.mark.parametrize("count", [1, 3, 12, 40])
def test_a_name_stands_beside_the_end_of_its_line_and_a_stroke_to_it_is_no_line_of_data(count):
    x = np.arange(float(count))
    near = [
        Series(name, x, np.full(count, 1 + i / 100), colour)
        for i, (name, colour) in enumerate(zip("abc", "QKV", strict=True))
    ]
    frame, sheet = frame_of(near, Axis(low=0, high=39), Axis(low=0, high=2))
    end = frame.to_figure(count - 1, 1)
    found = {item.text: item for item in sheet.items if isinstance(item, Text)}
    for one in near:
        text = found[one.name]
        assert 0 < text.x - end[0] < 20
        assert abs(text.y - end[1]) < 40
    strokes = [item for item in sheet.items if isinstance(item, Path) and item.colour == "muted"]
    assert strokes, "three names do not fit one height"
    for stroke in strokes:
        assert stroke.dash
        assert max(p[0] for p in stroke.points) - min(p[0] for p in stroke.points) < 20


def test_a_name_within_the_plot_covers_no_other_line():
    x = np.arange(40.0)
    short = Series("short", x[:10], np.full(10, 1.0), "Q")
    long = Series("long", x, np.full(40, 1.02), "K")
    frame, sheet = frame_of([short, long], Axis(low=0, high=39), Axis(low=0, high=2))
    name = next(item for item in sheet.items if isinstance(item, Text) and item.text == "short")
    _, top, _, bottom = box(name)
    line = frame.to_figure(20, 1.02)[1]
    assert not top < line < bottom


@given(
    st.floats(0, 100),
    st.lists(st.lists(st.tuples(st.floats(0, 50), st.floats(0, 100)), min_size=1, max_size=6), max_size=4),
)
def test_a_free_height_is_free_where_one_is(wanted, many):
    drawn = [[tuple(sorted(points))] for points in many]
    height = free_height(wanted, (10, 40), 7, drawn, (0, 100))
    assert 0 <= height <= 100
    near = [y for (points,) in drawn for x, y in points if 10 < x < 40]
    if all(abs(y - wanted) >= 7 for y in near) and not any(len(points) > 1 for (points,) in drawn):
        assert height == wanted
