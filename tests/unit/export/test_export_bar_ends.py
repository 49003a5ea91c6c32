"""Both ends of a colour bar beside its round numbers: what they are written as, and how they are told apart."""

from __future__ import annotations

import pytest

from attnviz.export.bar_ticks import ticks
from attnviz.export.cells import ColourScale
from attnviz.export.colour_bar import colour_bar
from attnviz.export.figure import ColourBar, Line, Sheet, Text
from attnviz.export.fonts import text_width
from attnviz.i18n import number_format

pytestmark = pytest.mark.usefixtures("qapp")

FORM = number_format("en")


def places(scale, width=400.0):
    """Where each number beside a bar of this width lies, from left to right."""
    found = sorted(ticks(scale, FORM, width, text_width), key=lambda tick: tick.place)
    return {tick.text: tick.place for tick in found}


def test_an_end_near_zero_has_no_decimals_that_the_other_lacks():
    scale = ColourScale(map="violet", low=0.0142, high=0.364)
    assert list(places(scale, 164.0)) == ["0.014", "0.15", "0.25", "0.364"]
    assert list(places(scale)) == ["0.014", "0.1", "0.2", "0.3", "0.364"]
    assert [*places(ColourScale(map="violet", low=-5.2, high=0.1234))][-1] == "0.12"
    assert next(iter(places(ColourScale(map="violet", low=0.0123, high=45.67)))) == "0.012", "two figures at least"
    sqrt = ColourScale(map="violet", low=0.0142, high=0.364, curve="sqrt")
    assert next(iter(places(sqrt))) == "0.0142", "where small numbers are told apart by colour"


def test_the_ends_do_not_look_like_one_more_of_the_round_numbers():
    sheet = Sheet(text_width)
    colour_bar(sheet, 10, 20, 164.0, ColourScale(map="violet", low=0.0142, high=0.364), FORM, caption="weight")
    inks = {item.text: item.colour for item in sheet.items if isinstance(item, Text) and item.align == "center"}
    assert inks == {"0.014": "ink", "0.364": "ink", "0.15": "muted", "0.25": "muted"}
    bar = next(item for item in sheet.items if isinstance(item, ColourBar))
    lines = {item.x1: (item.y1, item.colour) for item in sheet.items if isinstance(item, Line)}
    assert lines.pop(10.0) == lines.pop(174.0) == (bar.y, "ink"), "as high as the bar"
    assert set(lines.values()) == {(bar.y + bar.height, "muted")}


@pytest.mark.parametrize(
    ("size", "wanted"),
    [
        (1234.5, ["−1234", "−400", "0", "400", "1234"]),
        (2345.6, ["−2346", "−700", "0", "700", "2346"]),
        (999.9, ["−1000", "−300", "0", "300", "1000"]),
        (0.0234, ["−0.0234", "0", "0.0234"]),  # two numbers of three decimals have no room
        (0.103, ["−0.103", "0", "0.103"]),  # nor for the price of a truer end
        (228.7, ["−229", "−80", "0", "80", "229"]),  # the roundest of those that have
        (123.4, ["−123", "−50", "0", "50", "123"]),  # evenly apart where that has room
    ],
)
def test_beside_wide_ends_of_a_signed_bar_stands_a_pair_where_one_has_room(size, wanted):
    found = places(ColourScale(map="blue-orange", low=-size, high=size), 166.0)
    assert list(found) == wanted
    for text, place in found.items():
        number = float(text.replace("−", "-"))
        assert place == pytest.approx(0.5 + number / 2 / size, abs=2e-3)
