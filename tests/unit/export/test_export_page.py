"""A view on a page: the size that was asked for, the type where there is room for it, and nothing cut off."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise

import pytest
from drawn import BANK, FOURTEEN, words
from hypothesis import given, settings
from hypothesis import strategies as st

from attnviz.document.derive import derive
from attnviz.document.edits import with_options
from attnviz.document.figure_look import (
    PART_NAMES,
    PRESETS,
    FigureLook,
    Parts,
    checked,
    with_preset,
    with_unit,
)
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.errors import InputError
from attnviz.export.figure import Cells, ColourBar, Text
from attnviz.export.figure_page import page_of, pages
from attnviz.export.files import svg_of
from attnviz.export.fonts import text_width
from attnviz.export.formats import drawn_of
from attnviz.export.geometry import extent
from attnviz.export.palette import LIGHT
from attnviz.export.scene import Scene
from attnviz.export.svg import svg_text
from attnviz.i18n import number_format
from tests.examples import examples

pytestmark = pytest.mark.usefixtures("qapp")

VIEWS = ("steps", "matrix", "heads", "gradient", "training", "shapes", "code")
HOSTILE = ("<b>bold</b>", "a&b", '"', "👩‍👩‍👧‍👦", "مرحبا بالعالم", "w" * 200, "nul\0here", "\u202eabc")


def scene_of(document, view="matrix", language="en", **look):
    state = ViewState(tab=view, **look)
    return Scene(document=document, trace=derive(document), view=state, form=number_format(language))


def page(document, look, view="matrix", **state):
    return page_of(scene_of(document, view, **state), look, text_width)


def assert_inside(made):
    left, top, right, bottom = extent(made.figure, text_width)
    assert left >= -1
    assert top >= -1
    assert right <= made.figure.width + 1
    assert bottom <= made.figure.height + 1


def texts(made):
    return [item.text for item in made.figure.items if isinstance(item, Text)]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("document", [BANK, FOURTEEN], ids=["bank", "fourteen"])
def test_a_preset_is_its_size_and_holds_everything(document, view, preset):
    look = with_preset(FigureLook(title="A title", caption="Some words below"), preset)
    made = page(document, look, view)
    assert made.width == pytest.approx(look.pixels[0], rel=1e-6)
    if look.grow:
        assert made.height >= look.pixels[1] * (1 - 1e-6)
    else:
        assert made.height == pytest.approx(look.pixels[1], rel=1e-6)
    assert_inside(made)
    assert {"A title", "Some words below"} <= set(texts(made))


@pytest.mark.parametrize("view", VIEWS)
def test_its_own_size_is_the_views_own(view):
    from attnviz.export.views import view_figure

    scene = scene_of(BANK, view)
    own, made = view_figure(scene, text_width), page_of(scene, FigureLook(), text_width)
    assert (made.width, made.height, made.scale) == (own.width, own.height, 1.0)
    assert svg_text(made.figure, LIGHT).split("</desc>")[1] == svg_text(own, LIGHT).split("</desc>")[1]


def test_the_type_is_as_asked_where_there_is_room():
    look = with_preset(FigureLook(), "column")
    assert page(FOURTEEN, look).points == pytest.approx(7.0, abs=0.05)
    assert page(FOURTEEN, replace(look, preset="custom", width=300, height=250, font=12.0)).points == pytest.approx(12)


def test_the_type_is_smaller_where_the_view_needs_more_room_and_never_larger():
    look = replace(with_preset(FigureLook(), "column"), font=30.0)
    made = page(FOURTEEN, look)
    assert made.points < 30
    assert_inside(made)


COLUMN_VIEWS = ("steps", "matrix", "gradient")


@pytest.mark.parametrize("view", COLUMN_VIEWS)
@pytest.mark.parametrize("preset", ["column", "columns"])
@pytest.mark.parametrize("document", [BANK, FOURTEEN], ids=["bank", "fourteen"])
def test_a_column_of_a_paper_has_the_type_that_was_asked_for(document, view, preset):
    look = with_preset(FigureLook(), preset)
    made = page(document, look, view)
    assert made.points == pytest.approx(look.font, abs=0.01)
    assert made.width == pytest.approx(look.pixels[0], rel=1e-6)
    assert_inside(made)


def test_a_page_that_may_grow_is_as_high_as_it_needs_to_be_and_no_higher():
    look = with_preset(FigureLook(), "column")
    grown, kept = page(BANK, look, "steps"), page(BANK, replace(look, grow=False), "steps")
    assert grown.height > look.pixels[1] == pytest.approx(kept.height)
    assert kept.points < look.font
    bottom = extent(grown.figure, text_width)[3]
    assert grown.figure.height - 60 < bottom <= grown.figure.height
    drawn = drawn_of(scene_of(BANK, "steps"), look, text_width)
    height = ET.fromstring(svg_of(drawn)).get("height")
    assert float(height.removesuffix("mm")) == pytest.approx(grown.height / 96 * 25.4, abs=0.01)


@pytest.mark.parametrize("view", ["steps", "gradient"])
def test_a_narrow_page_breaks_the_chain_and_loses_nothing(view):
    wide, narrow = page(BANK, FigureLook(), view), page(BANK, with_preset(FigureLook(), "column"), view)
    matrices = [{item.name: item.numbers for item in made.figure.items if isinstance(item, Cells)}
                for made in (wide, narrow)]  # fmt: skip
    assert matrices[0] == matrices[1]
    tops = {item.y for item in narrow.figure.items if isinstance(item, Cells)}
    assert len(tops) > len({item.y for item in wide.figure.items if isinstance(item, Cells)})


@pytest.mark.parametrize("preset", ["slide", "slide-half", "slide-third", "square"])
@pytest.mark.parametrize("view", VIEWS)
def test_a_layout_for_the_page_is_never_smaller_than_the_views_own(view, preset):
    look = with_preset(FigureLook(), preset)
    first, *_, last = [*pages(scene_of(BANK, view), look, text_width)] * 2
    assert last.scale >= first.scale
    if (view, preset) == ("code", "slide"):
        assert last.scale > 1.2 * first.scale  # a script is high, and a page is not


def test_a_script_on_several_sheets_is_whole():
    made = page(BANK, with_preset(FigureLook(), "slide"), "code")
    own = page(BANK, FigureLook(), "code")
    assert "".join(texts(made)).replace(" ", "") == "".join(texts(own)).replace(" ", "")
    assert made.figure.width > made.figure.height


def test_a_long_line_of_a_script_is_broken_and_nothing_lost():
    document = matrix_document([[1.0]], [[1.0]], tokens_q=("palavra " * 30,))
    made = page(document, with_preset(FigureLook(), "slide-third"), "code")
    own = page(document, FigureLook(), "code")
    assert "".join("".join(texts(made)).split()) == "".join("".join(texts(own)).split())
    assert_inside(made)


def test_own_size_grows_with_the_type():
    small, large = page(BANK, FigureLook()), page(BANK, FigureLook(font=18.0))
    assert large.width == pytest.approx(2 * small.width)
    assert svg_text(large.figure, LIGHT) == svg_text(small.figure, LIGHT)


def test_a_long_caption_is_broken_and_a_title_centred():
    caption = "A caption that is much too long for one line of the figure, so that it is broken between words. " * 3
    made = page(BANK, replace(with_preset(FigureLook(), "column"), caption=caption, title="Bank"))
    lines = [text for text in texts(made) if text and text in " ".join(caption.split())]
    assert len(lines) > 2
    title = next(item for item in made.figure.items if isinstance(item, Text) and item.text == "Bank")
    assert title.align == "center"
    assert title.x == pytest.approx(made.figure.width / 2)
    assert_inside(made)


# parts --------------------------------------------------------------------------------------------------------


def without(*names):
    return FigureLook(parts=Parts(**dict.fromkeys(names, False)))


def test_every_part_can_be_left_out():
    whole = page(FOURTEEN, FigureLook())
    for name in PART_NAMES:
        assert svg_text(page(FOURTEEN, without(name)).figure, LIGHT) != svg_text(whole.figure, LIGHT), name


def test_without_labels_no_token_stands_beside_the_matrix():
    tokens = set(FOURTEEN.source.tokens)
    assert tokens <= set(texts(page(FOURTEEN, without("row"))))
    assert not tokens & set(texts(page(FOURTEEN, without("row", "labels"))))


def test_without_the_colour_bar_there_is_none_and_the_measures_stay():
    def bars(look):
        return [item for item in page(FOURTEEN, look).figure.items if isinstance(item, ColourBar)]

    assert bars(FigureLook())
    assert not bars(without("colour_bar"))
    assert bars(without("measures"))
    assert "saturated rows" in texts(page(FOURTEEN, without("colour_bar")))
    assert "saturated rows" not in texts(page(FOURTEEN, without("measures")))


def test_a_bare_matrix_is_all_that_is_left():
    made = page(FOURTEEN, without(*PART_NAMES))
    (cells,) = [item for item in made.figure.items if isinstance(item, Cells)]
    assert cells.numbers is None
    assert not texts(made)
    assert cells.width > 0.85 * made.figure.width


def test_a_narrow_page_has_its_colour_bar_below():
    made = page(FOURTEEN, with_preset(FigureLook(), "column"))
    cells = made.figure.cells("weights")
    (bar,) = [item for item in made.figure.items if isinstance(item, ColourBar)]
    assert bar.y > cells.y + cells.height


@pytest.mark.parametrize("view", ["steps", "gradient", "matrix"])
def test_without_the_row_the_figure_ends_earlier(view):
    assert page(BANK, without("row"), view).height < page(BANK, FigureLook(), view).height


# any size, any words ------------------------------------------------------------------------------------------


@given(
    width=st.floats(30, 500),
    height=st.floats(30, 500),
    font=st.one_of(st.none(), st.floats(4, 72)),
    view=st.sampled_from(("steps", "matrix", "shapes")),
    title=st.sampled_from(("", *HOSTILE)),
    caption=st.sampled_from(("", *HOSTILE)),
    hidden=st.sets(st.sampled_from(PART_NAMES)),
)
@settings(max_examples=examples(40))
def test_nothing_is_cut_off_at_any_size(width, height, font, view, title, caption, hidden):
    document = with_options(matrix_document(
        [[1.0, 0.5]] * len(HOSTILE), [[0.3, 0.1]] * len(HOSTILE), tokens_q=HOSTILE, name=HOSTILE[0]
    ), causal=True)  # fmt: skip
    look = FigureLook(
        preset="custom", width=width, height=height, font=font, title=title, caption=caption,
        parts=Parts(**dict.fromkeys(hidden, False)),
    )  # fmt: skip
    made = page(document, look, view)
    assert (made.width, made.height) == pytest.approx(look.pixels, rel=1e-6)
    assert_inside(made)
    if font is not None:
        assert made.points <= font * 1.001


def test_a_large_matrix_fits_a_page_too():
    made = page(words(300), with_preset(FigureLook(), "columns"))
    assert_inside(made)
    assert made.figure.cells("weights").columns == 300


# numbers that cannot be ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"width": 0.0}, "0"),
        ({"height": float("nan")}, "nan"),
        ({"width": 1e9}, "1e+09"),
        ({"font": 1.0}, "4 to 72"),
        ({"dpi": 5000}, "1200"),
        ({"vector_cells": -1}, "-1"),
        ({"title": "x" * 3000}, "2000"),
    ],
)
def test_a_look_that_cannot_be_is_refused_with_a_sentence(change, found):
    with pytest.raises(InputError) as caught:
        checked(replace(FigureLook(), **change))
    assert found in str(caught.value)


@pytest.mark.parametrize("unit", ["mm", "in", "px"])
def test_another_unit_is_the_same_size(unit):
    look = with_preset(FigureLook(), "columns")
    assert with_unit(look, unit).pixels == pytest.approx(look.pixels, abs=1)


# SVG on a machine without the typeface -------------------------------------------------------------------------


def test_a_text_takes_the_same_room_in_another_typeface():
    figure = page(FOURTEEN, FigureLook()).figure
    root = ET.fromstring(svg_text(figure, LIGHT))
    lengths: dict[str, list[float]] = {}
    for element in root.iter("{http://www.w3.org/2000/svg}text"):
        if element.get("textLength"):
            lengths.setdefault("".join(element.itertext()), []).append(float(element.get("textLength")))
    checked_ones = 0
    for item in figure.items:  # runs that go on from one another share a length
        if isinstance(item, Text) and len(item.text) > 3 and item.text in lengths:
            width = text_width(item.text, item.size, item.bold)
            assert any(abs(length - width) < 0.01 for length in lengths[item.text]), item.text
            checked_ones += 1
    assert checked_ones > 20


@pytest.mark.parametrize("causal", [False, True])
def test_texts_of_one_line_cannot_meet_where_their_lengths_are_not_held(causal):
    figure = page(with_options(FOURTEEN, causal=causal), FigureLook()).figure
    root = ET.fromstring(svg_text(figure, LIGHT))
    texts = [item for item in figure.items if isinstance(item, Text)]
    lines = [
        (one, two)
        for one, two in pairwise(texts)
        if one.angle == 0 and one.y == two.y and one.align == two.align == "left" and 0 <= two.x - ends(one) < 20
    ]
    assert len(lines) > 4, "heading and health"
    for one, two in lines:
        (element,) = (
            element
            for element in root.iter("{http://www.w3.org/2000/svg}text")
            if one.text in element.itertext() and two.text in element.itertext()
        )
        at = float(element.get("x"))
        for run in element:  # each begins where the one before it ends; a gap is a space that is moved
            at += float(run.get("dx", 0))
            if run.text == two.text:
                assert at == pytest.approx(two.x, abs=0.1)
            length = run.get("textLength")
            assert (length is None) == (run.text == " ")
            at += float(length or text_width(" ", float(run.get("font-size")), run.get("font-weight") == "600"))


def ends(item):
    return item.x + text_width(item.text, item.size, item.bold)


@pytest.mark.parametrize(("size", "limit"), [(14, 100_000), (48, 700_000)])
def test_an_svg_is_small(size, limit):
    drawn = drawn_of(scene_of(words(size), numbers=True), FigureLook(), text_width)
    assert drawn.document is not None
    assert len(svg_of(drawn)) < limit


def test_the_limit_of_vector_cells_is_the_looks():
    def parts(limit):
        root = ET.fromstring(svg_of(drawn_of(scene_of(FOURTEEN), FigureLook(vector_cells=limit), text_width)))
        group = next(g for g in root.iter("{http://www.w3.org/2000/svg}g") if g.get("id") == "weights")
        return {child.tag.split("}")[1] for child in group}

    assert "image" not in parts(196)
    assert "image" in parts(195)
    assert "rect" not in parts(195)
