"""The colour bar: numbers where their colours are, the curve's name, and what else must be known."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attnviz.document.colour_choice import CURVES, ColourChoice
from attnviz.export.bar_ticks import ticks, written
from attnviz.export.cells import ColourScale, Mark
from attnviz.export.colour_bar import colour_bar, curve_name, marks_in
from attnviz.export.figure import ColourBar, Figure, Line, Path, Sheet, Text
from attnviz.export.files import figure_image
from attnviz.export.fonts import text_width
from attnviz.export.palette import PALETTES
from attnviz.export.scales import Numbers, scale_for, scale_of
from attnviz.i18n import number_format, translate
from tests.unit.export.drawn import speaking

pytestmark = pytest.mark.usefixtures("qapp")

FORM = number_format("en")
VALUES = np.array([[0.0, 0.001, 0.02], [0.3, 0.4, 1.0]])
SCORES = np.array([[0.0, -3.0, 0.02], [2.5, -0.4, 1.0]])


def bar_of(choice, signed=False, width=160.0, token="", marks=(), form=FORM):
    sheet = Sheet(text_width)
    scale = scale_for(SCORES if signed else VALUES, None, choice, signed=signed)
    bottom = colour_bar(sheet, 10, 20, width, scale, form, caption="weight", token=token, marks=marks)
    return sheet, scale, bottom


def texts(sheet):
    return [item.text for item in sheet.items if isinstance(item, Text)]


def places(scale, width=400.0, form=FORM):
    """Where each number beside a bar of this width lies, from left to right."""
    found = sorted(ticks(scale, form, width, text_width), key=lambda tick: tick.place)
    return {tick.text: tick.place for tick in found}


def test_square_root_ticks_stand_where_the_square_root_is():
    _, scale, _ = bar_of(ColourChoice(curve="sqrt"))
    found = places(scale)
    assert list(found) == ["0", "0.05", "0.2", "0.5", "1"]
    for text, place in found.items():
        assert place == pytest.approx(np.sqrt(float(text)))


def test_log_ticks_are_powers_of_ten_and_what_is_smaller_is_said():
    _, scale, _ = bar_of(ColourChoice(curve="log"))
    found = places(scale)
    assert found == pytest.approx({"≤ 10⁻⁴": 0, "0.001": 0.25, "0.01": 0.5, "0.1": 0.75, "1": 1})


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("curve", ["linear", "sqrt", "log", "quantile"])
def test_the_colour_at_a_tick_is_that_of_its_number(curve, signed):
    sheet, scale, _ = bar_of(ColourChoice(curve=curve, map="viridis"), signed, width=400.0)
    figure = Figure(width=430, height=120, items=tuple(sheet.items))
    image = figure_image(figure, PALETTES["light"], 96)
    bar = next(item for item in sheet.items if isinstance(item, ColourBar))
    lut = PALETTES["light"].lut(scale.map).astype(int)
    labels = {item.text: item for item in sheet.items if isinstance(item, Text) and item.align == "center"}
    lines = [item for item in sheet.items if isinstance(item, Line)]
    checked = 0
    for text in labels:
        number = float(text.removeprefix("≤ ").replace("−", "-").replace("10⁻⁴", "1e-4").replace("10⁻³", "1e-3"))
        wanted = int(scale.entries(np.array([[number]]))[0, 0])
        x = min((line.x1 for line in lines), key=lambda at: abs(at - bar.x - bar.width * scale.position(number)))
        pixel = image.pixelColor(min(max(int(x), 12), 407), int(bar.y + 5))
        found = np.array([pixel.red(), pixel.green(), pixel.blue()])
        near = np.abs(lut - found).sum(axis=1).argmin()
        assert abs(int(near) - wanted) <= 3, text
        checked += 1
    assert checked >= 3


@pytest.mark.parametrize("signed", [False, True])
@pytest.mark.parametrize("curve", CURVES)
@given(width=st.floats(60, 400), size=st.floats(1e-9, 1e9))
def test_numbers_do_not_touch_and_both_ends_are_there(curve, signed, width, size):
    sheet = Sheet(text_width)
    values = (SCORES if signed else VALUES) * size
    scale = scale_for(values, None, ColourChoice(curve=curve, automatic=True), signed=signed)
    colour_bar(sheet, 10, 20, width, scale, FORM, caption="weight")
    spans = sorted(
        (item.x - text_width(item.text, item.size, False) / 2, item.x + text_width(item.text, item.size, False) / 2)
        for item in sheet.items
        if isinstance(item, Text) and item.align == "center"
    )
    assert all(right < left for (_, right), (left, _) in pairwise(spans))
    if width > 140:
        assert spans[0][0] == pytest.approx(10)
        assert spans[-1][1] == pytest.approx(10 + width)


def test_the_curve_is_named():
    names = {curve: curve_name(bar_of(ColourChoice(curve=curve))[1], FORM) for curve in CURVES}
    assert names == {
        "linear": "linear",
        "sqrt": "square root",
        "log": "log from 10⁻⁴",
        "row": "% of the query’s largest",
        "quantile": "quantiles",
    }
    for curve in CURVES:
        sheet, _, _ = bar_of(ColourChoice(curve=curve))
        said = " ".join(text for text in texts(sheet))
        assert f"weight, {names[curve]}" in said


def test_what_is_left_out_is_said():
    sheet, _, _ = bar_of(ColourChoice(automatic=True, leave_out=2), token="the")
    said = " ".join(texts(sheet))
    # A key is a row of a transposed matrix; “the” may stand twice; and on paper more is darker, not brighter.
    assert "key 3 “the” left out of the range; its numbers may lie beyond the end" in said
    assert "range read from the numbers" in said
    assert "left out" not in " ".join(texts(bar_of(ColourChoice(low=0.0, high=1.0, leave_out=2), token="the")[0]))


def test_marks_are_explained_by_their_shape():
    plain, _, above = bar_of(ColourChoice())
    sheet, _, below = bar_of(ColourChoice(), marks=frozenset({Mark.NAN, Mark.ABOVE}))
    assert below > above
    assert [text for text in texts(sheet) if text not in texts(plain)] == ["not a number (NaN)", "beyond the right end"]
    assert sum(isinstance(item, Path) for item in sheet.items) == 3


def test_marks_of_a_picture_are_found_where_they_may_be_looked_at():
    values = np.array([[0.5, np.nan], [2.0, -np.inf]])
    visible = np.array([[True, True], [True, False]])
    scale = scale_for(values, visible, ColourChoice(), signed=False)
    assert marks_in(values, visible, scale) == {Mark.NAN, Mark.ABOVE}
    assert marks_in(values, None, scale) == {Mark.NAN, Mark.ABOVE, Mark.MINUS_INFINITE}
    assert marks_in(VALUES, None, scale) == frozenset()


def test_numbers_are_written_in_the_readers_language():
    brazil = number_format("pt_BR")
    assert [written(x, brazil) for x in (0.0, 0.25, -1234.0, 1e-4, -1e-5, 2.5e-7, 1e6)] == [
        "0", "0,25", "−1234", "10⁻⁴", "−10⁻⁵", "2,5·10⁻⁷", "10⁶"
    ]  # fmt: skip


@pytest.mark.parametrize("curve", CURVES)
@given(width=st.floats(90, 400), size=st.floats(1e-6, 1e6))
def test_both_sides_of_zero_have_the_same_numbers(curve, width, size):
    """An end without its number, or a number on one side alone, would look like another range."""
    scale = scale_for(SCORES * size, None, ColourChoice(curve=curve), signed=True)
    sheet = Sheet(text_width)
    colour_bar(sheet, 10, 20, width, scale, FORM, caption="score")
    said = [item for item in sheet.items if isinstance(item, Text) and item.align == "center"]
    below = sorted(item.text.removeprefix("−") for item in said if item.text.startswith("−"))
    above = sorted(item.text for item in said if not item.text.startswith("−") and item.text.strip("0 %"))
    assert below == above
    assert below or any(text.startswith("±") for text in texts(sheet)), "without room it is said once"
    marks = sorted(item.x1 - 10 - width / 2 for item in sheet.items if isinstance(item, Line))
    assert marks == pytest.approx([-at for at in reversed(marks)], abs=1e-6)


@pytest.mark.parametrize("signed", [False, True])
@given(size=st.floats(0.1, 1e3))  # of −0.047 and 0.047 a bar this narrow has no room for both figures
def test_a_narrow_bar_has_both_ends_in_fewer_figures(signed, size):
    scale = scale_for(np.array([[size, -size * signed]]), None, ColourChoice(automatic=True), signed=signed)
    sheet = Sheet(text_width)
    colour_bar(sheet, 0, 20, 76.0, scale, FORM, caption="score")
    said = sorted((item.x, item.text) for item in sheet.items if isinstance(item, Text) and item.align == "center")
    ends = said[0][1], said[-1][1]
    read = [float(end.replace("−", "-")) for end in ends]
    assert read[1] == pytest.approx(scale.high, rel=0.06)
    assert read[0] == pytest.approx(scale.low, rel=0.06)


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@given(size=st.floats(1e-6, 1e6), seed=st.integers(0, 99))
def test_of_signed_quantiles_a_number_between_zero_and_the_ends_is_told(language, size, seed):
    """Both ends and zero are where they would be on any other scale: they tell nothing of the mapping."""
    scores = np.random.default_rng(seed).normal(size=(8, 8)) * size
    scale = scale_for(scores, None, ColourChoice(curve="quantile"), signed=True)
    sheet = Sheet(text_width)
    colour_bar(sheet, 10, 20, 164.0, scale, number_format(language), caption="score")
    said = [item.text for item in sheet.items if isinstance(item, Text) and item.align == "center"]
    noted = "half of the sizes are below" in " ".join(texts(sheet))
    assert (len(said) >= 5) != noted, said


def test_round_sizes_stand_beside_the_ends_of_signed_quantiles_where_they_rank():
    scores = np.array([[-15.2, 3.41, -1.0], [2.0, 7.0, 9.0]])
    scale = scale_for(scores, None, ColourChoice(curve="quantile"), signed=True)
    found = places(scale, 164.0)
    assert list(found) == ["−15.2", "−5", "0", "5", "15.2"]
    assert found["5"] - 0.5 == pytest.approx(0.5 * 2 / 5, abs=0.01), "coloured as 3.41, with two of five below"


def told(text):
    """The number that a text of a bar stands for."""
    text = text.removeprefix("≤ ").replace("−", "-")
    power = re.fullmatch(r"(-?)([\d.]*)·?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text)
    if power is None:
        return float(text)
    exponent = power[3].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-"))
    return float(f"{power[1]}{power[2] or 1}e{exponent}")


def ends_told(sheet):
    """Both ends as they are read: beside the bar, or in words below it; and all numbers beside it."""
    places = {item.text: item.x for item in sheet.items if isinstance(item, Text) and item.align == "center"}
    beside = sorted(places, key=places.__getitem__)
    if beside:
        return [beside[0], beside[-1]], beside
    both = [text[1:] for text in texts(sheet) if text.startswith("±")]
    if both:
        return [f"−{both[0]}", both[0]], beside
    range_told = re.search(r"from (\S+) to (\S+)$", " ".join(texts(sheet)).partition(" range read")[0])
    return [range_told[1], range_told[2]], beside


SPREADS = [(-1.0, 1.0), (0.0, 1.0), (0.14, 0.15), (1.0, 1.0001), (-0.157, 0.157), (-1.23456, 1.23456)]


@pytest.mark.parametrize("curve", ["linear", "sqrt", "log"])
@pytest.mark.parametrize("spread", SPREADS)
@given(width=st.floats(40, 300), power=st.integers(-8, 8))
def test_no_number_of_a_bar_is_another_number(curve, spread, width, power):
    """However narrow the bar, both ends can be read to two figures, whole, and each is another number."""
    low, high = (10.0**power * end for end in spread)
    scale = scale_for(np.array([[low, high]]), None, ColourChoice(curve=curve, automatic=True), signed=low < 0)
    sheet = Sheet(text_width)
    colour_bar(sheet, 10, 20, width, scale, FORM, caption="c")
    ends, beside = ends_told(sheet)
    assert len(beside) == sum(isinstance(item, Line) for item in sheet.items), "each is written once"
    assert ends[0] != ends[1]
    wanted = scale.floor if curve == "log" and low >= 0 else scale.low
    assert [told(end) for end in ends] == pytest.approx([wanted, scale.high], rel=0.051)


def test_a_bar_is_not_measured_again_while_scale_and_width_rest(monkeypatch):
    scale = scale_for(SCORES * 1.25, None, ColourChoice(), signed=True)
    asked = []

    def counting(text, size, bold):
        asked.append(text)
        return text_width(text, size, bold)

    for x in (10.0, 300.0):
        asked.clear()
        sheet = Sheet(counting)
        colour_bar(sheet, x, 20, 164.0, scale, FORM, caption="score")
        said = [item for item in sheet.items if isinstance(item, Text) and item.align == "center"]
        assert min(item.x for item in said) > x, "it is laid where it is asked for"
    assert len(asked) <= 2 * len(texts(sheet)), "nothing but what is written, and where the caption breaks"


# round numbers between both ends ---------------------------------------------------------------------------------


def number_of(text):
    mantissa, _, power = text.replace("−", "-").partition("10")
    if "⁰" in text or any(digit in text for digit in "¹²³⁴⁵⁶⁷⁸⁹"):
        exponent = int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")))
        return float(mantissa.rstrip("·") + "1" if mantissa in ("", "-") else mantissa.rstrip("·")) * 10.0**exponent
    return float(text.replace("−", "-"))


@given(low=st.floats(-50, 50), width=st.floats(1e-3, 1e4), signed=st.booleans())
def test_linear_ticks_are_round_and_evenly_apart_and_ends_are_as_they_are(low, width, signed):
    scale = ColourScale(map="blue-orange", low=-width, high=width)
    scale = scale if signed else ColourScale(map="violet", low=low, high=low + width)
    found = places(scale)
    ends, between = [*found][:1] + [*found][-1:], [*found][1:-1]
    for text, end in zip(ends, (scale.low, scale.high), strict=True):
        assert number_of(text) == pytest.approx(end, abs=6e-3 * (scale.high - scale.low)), "never far from it"
    numbers = [number_of(text) for text in between]
    assert numbers, "some number stands between them"
    for text in between:
        assert found[text] == pytest.approx(scale.position(number_of(text)), abs=1e-6), "written in full"
    if len(numbers) > 1:
        step = numbers[1] - numbers[0]
        np.testing.assert_allclose(np.diff(numbers), step, rtol=1e-6)
        factor = step / 10.0 ** np.floor(np.log10(step * (1 + 1e-9)))
        assert min(abs(factor - each) for each in (1, 2, 2.5, 5)) < 1e-6
        halves = 2 * np.array(numbers) / step
        np.testing.assert_allclose(np.round(halves), halves, atol=1e-5)


def test_a_mixed_range_has_round_ticks_and_a_far_one_its_own_ends():
    assert list(places(ColourScale(map="violet", low=-0.37, high=5.2))) == ["−0.37", "1", "2", "3", "4", "5.2"]
    far = list(places(ColourScale(map="violet", low=1000.1, high=1000.9)))
    assert (far[0], far[-1]) == ("1000.1", "1000.9")
    assert "1000.5" in far
    sqrt = list(places(ColourScale(map="violet", low=0.0, high=0.37, curve="sqrt")))
    assert sqrt == ["0", "0.02", "0.1", "0.2", "0.37"]


# what a picture's bar says -----------------------------------------------------------------------------------


RNG = np.random.default_rng(5)
SPREAD = RNG.dirichlet(np.full(14, 0.6), size=14)  # weights from below 10⁻⁴ to almost 1
KINDS = {  # caption, numbers, whether they have two sides
    "weight": (SPREAD, False),
    "raw score": (RNG.normal(size=(14, 14)) * 7, True),
    "scaled score": (RNG.normal(size=(14, 14)), True),
    "gradient": (RNG.normal(size=(14, 14)) * 0.02, True),
}


@pytest.mark.parametrize("language", ["en", "pt_BR"])
@pytest.mark.parametrize("automatic", [False, True])
@pytest.mark.parametrize("curve", CURVES)
@pytest.mark.parametrize("kind", KINDS)
def test_three_to_six_numbers_stand_beside_a_bar_and_its_words_are_whole(kind, curve, automatic, language):
    values, signed = KINDS[kind]
    scale = scale_for(values, None, ColourChoice(curve=curve, automatic=automatic), signed=signed)
    with speaking(language) as form:
        for width in (164.0, 166.0):
            sheet = Sheet(text_width)
            colour_bar(sheet, 10, 20, width, scale, form, caption=translate("figure", kind))
            said = [item for item in sheet.items if isinstance(item, Text)]
            numbers = [item for item in said if item.align == "center"]
            assert 3 <= len(numbers) <= (7 if signed else 6), [item.text for item in numbers]
            for item in said:
                wide = text_width(item.text, item.size, False)
                left = item.x - wide / 2 if item.align == "center" else item.x
                assert left >= 10 - 1e-6, item.text
                assert left + wide <= 10 + width + 1e-6, item.text
                assert "…" not in item.text


def test_in_portuguese_no_scale_has_to_agree_with_what_is_scaled():
    """“Peso, logarítmica” would not agree: the adjective belongs to the scale."""
    with speaking("pt_BR") as form:
        names = {curve: curve_name(bar_of(ColourChoice(curve=curve))[1], form) for curve in CURVES}
    assert names == {
        "linear": "linear",
        "sqrt": "raiz quadrada",
        "log": "escala logarítmica desde 10⁻⁴",
        "row": "% do maior da query",
        "quantile": "quantis",
    }


@pytest.mark.parametrize("curve", CURVES)
def test_whatever_two_matrices_share_is_said_to_be_of_both(curve):
    scale = scale_of([Numbers(VALUES), Numbers(SPREAD)], ColourChoice(curve=curve, automatic=True), signed=False)
    sheet = Sheet(text_width)
    colour_bar(sheet, 10, 20, 164.0, scale, FORM, caption="weight")
    assert " both" in " ".join(texts(sheet))
    assert "the numbers" not in " ".join(texts(sheet))


NUMBERS = st.one_of(
    st.floats(-1e300, 1e300),
    st.sampled_from([0.0, 1.0, 0.5, 1 / 3, 1e-300, -1e-300, 1 + 1e-12, 2.0]),
    st.floats(0.9, 0.91),
)


@given(
    rows=st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=1, max_size=4),
    curve=st.sampled_from(CURVES),
    automatic=st.booleans(),
    signed=st.booleans(),
    width=st.floats(20, 400),
)
@example(rows=[[0.0, 1.0, 0.0]], curve="quantile", automatic=False, signed=False, width=160.0)
@example(rows=[[0.2, 0.2, 0.2]], curve="quantile", automatic=True, signed=False, width=160.0)
@example(rows=[[0.0, 0.0, 1e-300]], curve="quantile", automatic=True, signed=False, width=160.0)
def test_whatever_the_numbers_there_is_a_bar(rows, curve, automatic, signed, width):
    values = np.array(rows)
    scale = scale_for(values, None, ColourChoice(curve=curve, automatic=automatic), signed=signed)
    found = ticks(scale, FORM, width, text_width)
    assert all(0 <= tick.place <= 1 for tick in found)
    ordered = sorted(found, key=lambda tick: tick.left)
    assert all(one.right < other.left for one, other in pairwise(ordered))
