"""SVG: well-formed whatever the tokens are, text as text, nothing from outside, small."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from drawn import BANK, CORNER, FOURTEEN, expected_colours, figure_of, words
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QImage

from attnviz.document.edits import with_options
from attnviz.document.matrix_edits import matrix_document
from attnviz.export.files import write_figure
from attnviz.export.palette import PALETTES
from attnviz.export.svg import svg_text

pytestmark = pytest.mark.usefixtures("qapp")

LIGHT = PALETTES["light"]
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
DRAWN = {
    f"{SVG}{tag}"
    for tag in ("svg", "title", "desc", "metadata", "pattern", "rect", "path", "line", "text", "tspan", "g", "image",
                "linearGradient", "stop")
}  # fmt: skip
EVIL = (
    "<b>bold</b>", "a&b", "]]>", "<!--", "-->", "<![CDATA[x]]>", '"quoted"', "'", "&amp;", "<script>alert(1)</script>",
    "\0", "\x01\x1b", "\ufffe", "👩‍👩‍👧‍👦", "🇧🇷", "שלום", "مرحبا", "\u202eabc", " two  spaces ", "\n",
)  # fmt: skip


def evil_document(tokens):
    n = len(tokens)
    return matrix_document(
        np.eye(n), np.eye(n), np.ones((n, 2)), tokens_q=tokens, value_names=(tokens[0], tokens[-1]), name=tokens[0]
    )


def parsed(figure, **options):
    return ET.fromstring(svg_text(figure, LIGHT, **options))


def texts(root):
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def matrix(root, name):
    return next(group for group in root.iter(f"{SVG}g") if group.get("id") == name)


def cell_rects(group):
    """Coloured cells of a matrix: (x, y) → colour."""
    return {
        (float(rect.get("x")), float(rect.get("y"))): rect.get("fill")
        for rect in group.iter(f"{SVG}rect")
        if rect.get("fill", "").startswith("#")
    }


# tokens of any kind -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["steps", "matrix"])
@pytest.mark.parametrize("token", EVIL)
def test_no_token_breaks_the_file_or_adds_to_it(view, token):
    figure = figure_of(evil_document((token, "b", "c")), view)
    root = parsed(figure, generator=f"{token} <evil/>")
    assert {element.tag for element in root.iter()} <= DRAWN
    plain = parsed(figure_of(evil_document(("a", "b", "c")), view), generator="x")
    assert len(list(root.iter())) >= len(list(plain.iter())) - 2


@given(st.lists(st.text(max_size=9), min_size=2, max_size=4), st.sampled_from(["steps", "matrix"]))
def test_any_text_at_all_is_well_formed(tokens, view):
    root = parsed(figure_of(evil_document(tuple(tokens)), view), generator=tokens[0])
    assert {element.tag for element in root.iter()} <= DRAWN


@pytest.mark.parametrize(
    ("token", "shown"), [("<b>", "<b>"), ("a&b", "a&b"), ("]]>", "]]>"), ("שלום", "שלום"), ("🇧🇷", "🇧🇷")]
)
def test_labels_read_as_they_are(token, shown):
    assert shown in texts(parsed(figure_of(evil_document((token, "x")), "matrix")))


def test_spaces_between_words_of_a_label_stay():
    root = parsed(figure_of(evil_document(("a  b", "x")), "matrix"))
    assert any("␣" in text or "a  b" in text for text in texts(root))


def test_a_lone_half_of_an_emoji_can_be_written(tmp_path):
    write_figure(figure_of(evil_document(("\ud83d", "x"))), tmp_path / "a.svg")
    ET.parse(tmp_path / "a.svg")


# what is in it ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["steps", "matrix"])
@pytest.mark.parametrize("document", [BANK, FOURTEEN, words(70)], ids=["bank", "fourteen", "large"])
def test_nothing_comes_from_outside(view, document):
    text = svg_text(figure_of(document, view), LIGHT, generator="x")
    for link in re.findall(r'(?:href|src)="([^"]*)"', text):
        assert link.startswith("data:image/png;base64,")
    assert set(re.findall(r"url\(([^)]*)\)", text)) <= {"#hatch", *(f"#bar{i}" for i in range(500))}
    names = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # of vocabularies; nothing is read there
    assert "http://www.w3.org/2000/svg" in set(re.findall(r"https?://[^\"\s<]*", text)) <= names
    assert "<style" not in text
    assert "@font-face" not in text


def test_references_point_to_something():
    root = parsed(figure_of(with_options(BANK, causal=True), "matrix"))
    names = {element.get("id") for element in root.iter() if element.get("id")}
    text = ET.tostring(root, encoding="unicode")
    for name in re.findall(r"url\(#([^)]*)\)", text):
        assert name in names


def test_text_stays_text():
    found = texts(parsed(figure_of(BANK, "steps")))
    for expected in ("sentei", "banco", "praça", "seat", "money", "0.45", "0.62", "0.31", "0.85", "A = softmax"):
        assert expected in found, expected


def test_portuguese_numbers():
    found = texts(parsed(figure_of(BANK, "steps", language="pt_BR")))
    assert "0,62" in found
    assert "0.62" not in found


def test_title_and_description_are_for_who_cannot_see():
    root = parsed(figure_of(BANK, "steps", query=1), generator="made by")
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "The bank"
    assert "praça 0.62" in root.find(f"{SVG}desc").text
    assert root.find(f"{SVG}metadata").text == "made by"


def test_size_and_view_box_agree():
    figure = figure_of(BANK, "steps")
    root = parsed(figure)
    assert [float(x) for x in root.get("viewBox").split()] == [0, 0, figure.width, figure.height]
    assert (float(root.get("width")), float(root.get("height"))) == (figure.width, figure.height)


def test_a_background_can_be_left_out():
    figure = figure_of(BANK)
    assert 'width="100%"' in svg_text(figure, LIGHT)
    assert 'width="100%"' not in svg_text(figure, LIGHT, background=False)


# cells --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [BANK, CORNER, FOURTEEN], ids=["bank", "corner", "fourteen"])
def test_every_cell_is_a_rectangle_of_its_colour(document):
    figure = figure_of(document)
    cells = figure.cells("weights")
    rects = cell_rects(matrix(parsed(figure), "weights"))
    assert len(rects) == cells.values.size
    colours = expected_colours(cells)
    for i, j in np.ndindex(cells.values.shape):
        x, y, _, _ = cells.cell_rect(i, j)
        key = min(rects, key=lambda at: abs(at[0] - x) + abs(at[1] - y))
        assert abs(key[0] - x) + abs(key[1] - y) < 0.05
        assert rects[key] == "#{:02x}{:02x}{:02x}".format(*colours[i, j].tolist())


def test_masked_cells_have_no_rectangle():
    figure = figure_of(with_options(FOURTEEN, causal=True))
    group = matrix(parsed(figure), "weights")
    assert len(cell_rects(group)) == 14 * 15 / 2
    assert any(rect.get("fill") == "url(#hatch)" for rect in group.iter(f"{SVG}rect"))


@pytest.mark.parametrize(("n", "causal"), [(64, False), (64, True), (300, False)])
def test_a_large_matrix_is_one_sharp_picture_the_right_way_up(n, causal):
    figure = figure_of(with_options(words(n), causal=causal))
    cells = figure.cells("weights")
    group = matrix(parsed(figure), "weights")
    (picture,) = group.iter(f"{SVG}image")
    assert picture.get("preserveAspectRatio") == "none"
    assert float(picture.get("width")) == pytest.approx(cells.width, abs=0.01)
    image = QImage.fromData(base64.b64decode(picture.get(LINK).partition(",")[2]), "PNG")
    assert image.width() % n == image.height() % n == 0
    factor = image.width() // n
    colours = expected_colours(cells)
    for i, j in ((0, 0), (0, n - 1), (n - 1, 0), (n - 1, n - 1), (n // 2, n // 3), (5, 4), (40, 39)):
        colour = image.pixelColor(j * factor + factor // 2, i * factor + factor // 2)
        if causal and j > i:
            assert colour.alpha() == 0
        else:
            assert (colour.red(), colour.green(), colour.blue()) == tuple(colours[i, j].tolist())


def test_a_sentence_of_fourteen_words_stays_below_100_kb(tmp_path):
    for view in ("steps", "matrix"):
        write_figure(figure_of(FOURTEEN, view), tmp_path / f"{view}.svg")
        assert (tmp_path / f"{view}.svg").stat().st_size < 100_000


def test_the_dark_theme_uses_its_own_colours():
    text = svg_text(figure_of(BANK), PALETTES["dark"])
    assert PALETTES["dark"].paper in text
    assert LIGHT.ink not in text
