"""PNG files: the right colour in every cell, the right way up, whole at the edges, with size and origin in the file."""

from __future__ import annotations

import json

import numpy as np
import pytest
from drawn import BANK, CORNER, FOURTEEN, centres, expected_colours, figure_of, off_outline, unnumbered, words
from PySide6.QtGui import QImage

from attnviz.document.derive import derive
from attnviz.document.edits import with_options
from attnviz.errors import InputError
from attnviz.export import files
from attnviz.export.figure import Figure, Text
from attnviz.export.files import figure_image, write_figure
from attnviz.export.palette import PALETTES, rgb
from attnviz.export.views import provenance

pytestmark = pytest.mark.usefixtures("qapp")

LIGHT, DARK = PALETTES["light"], PALETTES["dark"]


def pixels(image):
    """(height, width, 3) of an image."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).astype(int)


def written(figure, path, **options):
    write_figure(figure, path, **options)
    image = QImage(str(path))
    assert not image.isNull()
    return image


def cell_colours(image, cells, scale):
    ys, xs = centres(cells, scale)
    return pixels(image)[np.ix_(ys, xs)]


# colours and directions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["matrix", "steps"])
@pytest.mark.parametrize("dpi", [96, 192])
def test_the_zero_stands_at_the_top_right(tmp_path, view, dpi):
    np.testing.assert_allclose(derive(CORNER).weights, [[1, 0], [0.3, 0.7]], atol=1e-12)
    figure = unnumbered(CORNER, view)
    found = cell_colours(written(figure, tmp_path / "a.png", dpi=dpi), figure.cells("weights"), dpi / 96)
    lut = LIGHT.lut("violet").astype(int)
    expected = lut[[[255, 0], [76, 178]]]  # 0.3 · 255 = 76.5 may round either way
    assert np.abs(found - expected).max() <= 3


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", ["matrix", "steps"])
def test_every_cell_has_its_colour(tmp_path, theme, view):
    figure = unnumbered(BANK, view)
    image = written(figure, tmp_path / "a.png", palette=PALETTES[theme])
    names = ("Q", "K", "V", "scores", "scaled", "weights", "output") if view == "steps" else ("weights",)
    for name in names:
        cells = figure.cells(name)
        difference = cell_colours(image, cells, 2) - expected_colours(cells, theme)
        assert np.abs(difference).max() <= 3, name


@pytest.mark.parametrize("n", [14, 47, 49, 64, 300])
@pytest.mark.parametrize("dpi", [96, 192])
def test_large_matrices_keep_their_place(tmp_path, n, dpi):
    figure = unnumbered(words(n))
    cells = figure.cells("weights")
    assert (cells.rows, cells.columns) == (n, n)
    found = cell_colours(written(figure, tmp_path / "a.png", dpi=dpi), cells, dpi / 96)
    difference = np.abs(found - expected_colours(cells)).max(axis=2)
    assert difference[off_outline(cells)].max() <= 3


def test_a_matrix_larger_than_its_pixels_keeps_its_brightest_cells(tmp_path):
    document = words(1500)
    figure = unnumbered(document)
    cells = figure.cells("weights")
    assert cells.width < 1500
    image = pixels(written(figure, tmp_path / "a.png", dpi=96))
    x, y = round(cells.x), round(cells.y)
    area = image[y : y + int(cells.height) + 2, x : x + int(cells.width) + 2]
    darkest = np.abs(area - expected_colours(cells).reshape(-1, 3)[cells.values.argmax()]).sum(axis=2).min()
    assert darkest <= 9


def test_the_edges_are_whole(tmp_path):
    figure = unnumbered(words(20))
    cells = figure.cells("weights")
    image = pixels(written(figure, tmp_path / "a.png", dpi=192))
    expected = expected_colours(cells)
    left, right = round(2 * cells.x) + 6, round(2 * (cells.x + cells.width)) - 6
    top, bottom = round(2 * cells.y) + 6, round(2 * (cells.y + cells.height)) - 6
    middle = round(cells.cell_width)
    for i in range(cells.rows):
        y = round(2 * (cells.y + (i + 0.5) * cells.cell_height))
        assert np.abs(image[y, left] - expected[i, 0]).max() <= 3
        assert np.abs(image[y, right] - expected[i, -1]).max() <= 3
    for j in range(cells.columns):
        x = round(2 * (cells.x + (j + 0.5) * cells.cell_width))
        assert np.abs(image[top, x] - expected[0, j]).max() <= 3
        assert np.abs(image[bottom, x] - expected[-1, j]).max() <= 3
    outside = image[top + middle, round(2 * (cells.x + cells.width)) + 8]
    assert tuple(outside) == rgb(LIGHT.paper)


@pytest.mark.parametrize("n", [6, 64])
def test_masked_cells_are_hatched_and_no_others(tmp_path, n):
    figure = unnumbered(with_options(words(n), causal=True))
    cells = figure.cells("weights")
    image = pixels(written(figure, tmp_path / "a.png", dpi=384))
    paper, hatch = np.array(rgb(LIGHT.paper)), np.array(rgb(LIGHT.hatch))
    for i, j in ((1, n - 1), (n // 2, n - 2), (n - 1, 1), (n - 2, n // 3)):
        x, y, width, height = (round(4 * value) for value in cells.cell_rect(i, j))
        inside = image[y + 4 : y + height - 4, x + 4 : x + width - 4].reshape(-1, 3)
        light, dark = np.abs(inside - paper).max(axis=1) <= 3, np.abs(inside - hatch).max(axis=1) <= 60
        if j > i:
            assert light.any(), "paper between the lines"
            assert dark.mean() > 0.03, "lines over the paper"
        else:
            assert (np.abs(inside - inside[0]).max(axis=1) <= 3).all(), "one plain colour"


def test_the_followed_row_is_outlined(tmp_path):
    figure = unnumbered(BANK)
    cells = figure.cells("weights")
    image = pixels(written(figure, tmp_path / "a.png", dpi=192))
    x, y, width, _ = cells.cell_rect(0, 0)
    outline = image[round(2 * y) - 3, round(2 * x) + 4 : round(2 * (x + width)) - 4]
    assert np.abs(outline - np.array(rgb(LIGHT.highlight))).max() <= 40


def test_numbers_are_drawn_in_their_cells(tmp_path):
    plain, numbered = (figure_of(BANK, numbers=on) for on in (False, True))
    cells = numbered.cells("weights")
    images = [pixels(written(figure, tmp_path / f"{i}.png")) for i, figure in enumerate((plain, numbered))]
    changed = np.abs(images[0] - images[1]).max(axis=2) > 30
    for i, j in np.ndindex(3, 3):
        x, y, width, height = (round(2 * value) for value in cells.cell_rect(i, j))
        assert changed[y : y + height, x : x + width].any(), (i, j)


# the file -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dpi", [96, 192, 300])
def test_size_resolution_and_origin_are_in_the_file(tmp_path, dpi):
    figure = figure_of(BANK)
    image = written(figure, tmp_path / "a.png", dpi=dpi, generator=provenance(BANK))
    assert image.width() == np.ceil(figure.width * dpi / 96)
    assert image.height() == np.ceil(figure.height * dpi / 96)
    assert round(image.dotsPerMeterX() * 0.0254) == round(image.dotsPerMeterY() * 0.0254) == dpi
    assert image.text("Title") == "The bank"
    assert "sentei" in image.text("Description")
    made = json.loads(image.text("Software"))
    assert made["settings"]["scale"] == "on"


def test_a_background_can_be_left_out():
    image = figure_image(figure_of(BANK), LIGHT, 96, background=None)
    assert image.pixelColor(1, 1).alpha() == 0
    assert figure_image(figure_of(BANK), DARK, 96).pixelColor(1, 1).name() == DARK.paper


@pytest.mark.parametrize("name", ["a.jpg", "a", "a.svgz", "a.png.txt"])
def test_another_ending_is_refused_with_those_there_are(tmp_path, name):
    with pytest.raises(InputError, match=r"\.png, \.svg, \.pdf"):
        write_figure(figure_of(BANK), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_endings_in_capitals_are_the_same(tmp_path):
    write_figure(figure_of(BANK), tmp_path / "A.PNG")
    assert (tmp_path / "A.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_what_fails_leaves_the_older_file_whole(tmp_path, monkeypatch, ending):
    path = tmp_path / f"a{ending}"
    path.write_bytes(b"older")
    broken = Figure(width=10, height=10, items=(Text(x=0, y=0, text="a", colour="no such colour"),))
    with pytest.raises(AttributeError):
        write_figure(broken, path)
    assert path.read_bytes() == b"older"
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(InputError, match="gone"):
        write_figure(figure_of(BANK), tmp_path / "gone" / "a.png")


def test_too_many_pixels_are_refused_before_they_are_made(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "MAX_PIXELS", 10_000)
    with pytest.raises(InputError, match=r"1200 dpi.*pixels"):
        write_figure(figure_of(FOURTEEN), tmp_path / "a.png", dpi=1200)
    assert not list(tmp_path.iterdir())


def test_the_same_figure_is_the_same_file(tmp_path):
    for name in ("a", "b"):
        for ending in (".png", ".svg"):
            write_figure(figure_of(BANK, "steps"), tmp_path / f"{name}{ending}")
    for ending in (".png", ".svg"):
        assert (tmp_path / f"a{ending}").read_bytes() == (tmp_path / f"b{ending}").read_bytes()
