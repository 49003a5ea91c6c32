"""Whatever is written can be read, and whatever is drawn can be seen, in both themes (WCAG 2.2: 1.4.3 and 1.4.11)."""

from __future__ import annotations

import re

import numpy as np
import pytest
from drawn import BANK, FOURTEEN, figure_of

from attnviz.document import lessons
from attnviz.document.edits import with_options
from attnviz.export.figure import Cells, Figure, Path, Rect, Text
from attnviz.export.paint_cells import number_inks
from attnviz.export.palette import PALETTES, contrast, luminance, rgb
from attnviz.ui.theme import style_sheet

pytestmark = pytest.mark.usefixtures("qapp")

TEXT, LARGE_TEXT, MARK = 4.5, 3.0, 3.0
LARGE, LARGE_BOLD = 24, 19  # pixels: 18 and 14 points
VIEWS = ("steps", "matrix", "gradient", "shapes")

every_theme = pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)


def ratio(one: str, other: str) -> float:
    a, b = (luminance(np.array(rgb(colour), dtype=np.uint8)) for colour in (one, other))
    return float(contrast(a, b))


def test_the_ratio_is_wcags():
    assert ratio("#ffffff", "#000000") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


# roles ---------------------------------------------------------------------------------------------------------


@every_theme
@pytest.mark.parametrize(
    "mark", ["accent", "danger", "highlight", "control", "Q", "K", "V", "scores", "weights", "output"]
)
@pytest.mark.parametrize("ground", ["paper", "panel", "canvas"])
def test_lines_and_edges_can_be_seen(palette, mark, ground):
    assert ratio(palette.colour(mark), palette.colour(ground)) >= MARK


@every_theme
def test_hatching_can_be_seen_on_a_masked_cell(palette):
    assert ratio(palette.hatch, palette.paper) >= MARK


@every_theme
def test_what_cannot_be_used_can_still_be_read(palette):
    for ground in (palette.panel, palette.canvas):
        assert ratio(palette.muted, ground) >= LARGE_TEXT


@every_theme
def test_the_style_sheet_writes_nothing_that_cannot_be_read(palette):
    """Every rule that sets a colour, on the ground it sets or on those that it may stand on."""
    checked = 0
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", style_sheet(palette)):
        colours = dict(re.findall(r"(?:^|;|\s)(color|background|border-color):\s*(#[0-9a-f]{6})", body))
        if "color" not in colours:
            continue
        grounds = [colours["background"]] if "background" in colours else [palette.panel, palette.canvas]
        least = LARGE_TEXT if ":disabled" in selector else TEXT
        for ground in grounds:
            assert ratio(colours["color"], ground) >= least, selector.strip()
            checked += 1
    assert checked > 10


@every_theme
def test_the_focus_has_an_edge_that_can_be_seen(palette):
    rules = re.findall(r"([^{}]+:focus[^{}]*)\{([^{}]*)\}", style_sheet(palette))
    assert rules
    for selector, body in rules:
        edges = re.findall(r"(?:border(?:-color)?|background):[^;]*?(#[0-9a-f]{6})", body)
        on_accent = ":checked" in selector or ":default" in selector
        ground = palette.accent if on_accent else palette.panel
        assert max(ratio(edge, ground) for edge in edges) >= MARK, selector.strip()


# figures -------------------------------------------------------------------------------------------------------


def documents():
    yield "bank", BANK
    yield "fourteen", with_options(FOURTEEN, causal=True)
    for name in ("gato", "cat", "way-back", "shapes"):
        yield name, lessons.load(name, "en").document


def drawn(view: str) -> list[tuple[str, Figure]]:
    return [(name, figure_of(document, view)) for name, document in documents()]


def ground_of(figure: Figure, text: Text, index: int, palette) -> list[str] | None:
    """What lies under a text: the last area filled before it, or any ground of a window; None on coloured cells,
    whose ink has its own test."""
    if any(isinstance(item, Cells) and item.at(text.x, text.y - text.size / 3) is not None for item in figure.items):
        return None
    for item in reversed(figure.items[:index]):
        if isinstance(item, Rect) and item.fill is not None:
            inside = (
                item.x <= text.x <= item.x + item.width and item.y <= text.y - text.size / 3 <= item.y + item.height
            )
            if inside:
                return [palette.colour(item.fill)]
        if isinstance(item, Path) and item.fill is not None:
            xs, ys = [x for x, _ in item.points], [y for _, y in item.points]
            if min(xs) <= text.x <= max(xs) and min(ys) <= text.y - text.size / 3 <= max(ys):
                return None  # a tint, mixed with what is below
    return [palette.paper, palette.canvas, palette.panel]


@every_theme
@pytest.mark.parametrize("view", VIEWS)
def test_every_word_of_a_figure_can_be_read(palette, view):
    checked = 0
    for name, figure in drawn(view):
        for index, item in enumerate(figure.items):
            if not isinstance(item, Text) or not item.text.strip():
                continue
            grounds = ground_of(figure, item, index, palette)
            large = item.size >= LARGE or (item.bold and item.size >= LARGE_BOLD)
            for ground in grounds or ():
                found = ratio(palette.colour(item.colour), ground)
                assert found >= (LARGE_TEXT if large else TEXT), f"{name}: {item.text!r} in {item.colour}: {found:.2f}"
                checked += 1
    assert checked > 20


@every_theme
@pytest.mark.parametrize("view", VIEWS[:3])
def test_every_number_in_a_cell_can_be_read(palette, view):
    """With the ink that is chosen, on the colour that the cell has."""
    checked = 0
    for name, figure in drawn(view):
        for cells in (item for item in figure.items if isinstance(item, Cells) and item.numbers is not None):
            lut = palette.lut(cells.scale.map)
            entries = cells.scale.entries(cells.values)
            inks = number_inks(cells, palette)
            rows, columns = cells.touched()
            for i, row in enumerate(cells.numbers):
                for j, number in enumerate(row):
                    seen = cells.visible is None or cells.visible[rows[i], columns[j]]
                    if not number or not seen:
                        continue
                    ground = "#{:02x}{:02x}{:02x}".format(*lut[entries[rows[i], columns[j]]].tolist())
                    assert ratio(inks[i][j], ground) >= TEXT, f"{name}: {cells.name} {number}"
                    checked += 1
    assert checked > 50


@every_theme
@pytest.mark.parametrize("view", VIEWS[:3])
def test_the_followed_row_has_an_edge_that_can_be_seen(palette, view):
    frames = [
        item
        for item in figure_of(BANK, view, query=1).items
        if isinstance(item, Rect) and item.stroke is not None and item.fill is None and item.stroke_width >= 1.5
    ]
    assert frames
    for frame in frames:
        assert ratio(palette.colour(str(frame.stroke)), palette.paper) >= MARK
