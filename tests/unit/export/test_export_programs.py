"""Other programs open our files and see what we meant. Skipped where such a program is not installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from drawn import BANK, CORNER, FOURTEEN, centres, expected_colours, figure_of, off_outline, unnumbered, words
from PySide6.QtGui import QFontMetricsF, QImage

from attnviz.document.edits import with_options
from attnviz.document.figure_look import FigureLook, with_preset
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.files import write_figure
from attnviz.export.fonts import font, mono_font, text_width
from attnviz.export.formats import file_bytes
from attnviz.export.palette import PALETTES, rgb
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import number_format

pytestmark = pytest.mark.usefixtures("qapp")


def needs(program, package):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed ({package})")


needs_rsvg = needs("rsvg-convert", "librsvg2-bin")
needs_inkscape = needs("inkscape", "inkscape")
needs_pdftotext = needs("pdftotext", "poppler-utils")
needs_pdftoppm = needs("pdftoppm", "poppler-utils")


def run(*command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pixels(path):
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).astype(int)


def by_rsvg(figure, folder, zoom=2, **options):
    write_figure(figure, folder / "a.svg", **options)
    run("rsvg-convert", "--zoom", zoom, "--output", folder / "a.png", folder / "a.svg")
    return pixels(folder / "a.png")


def by_poppler(figure, folder, dpi=192, **options):
    write_figure(figure, folder / "a.pdf", **options)
    run("pdftoppm", "-r", dpi, "-png", "-singlefile", folder / "a.pdf", folder / "a")
    return pixels(folder / "a.png")


def assert_colours(image, cells, scale, theme="light", tolerance=3):
    ys, xs = centres(cells, scale)
    difference = np.abs(image[np.ix_(ys, xs)] - expected_colours(cells, theme)).max(axis=2)
    if cells.visible is not None:
        difference = difference[cells.visible & off_outline(cells)]
    else:
        difference = difference[off_outline(cells)]
    assert difference.max() <= tolerance


CASES = pytest.mark.parametrize(
    ("document", "view"),
    [(BANK, "steps"), (BANK, "matrix"), (CORNER, "matrix"), (FOURTEEN, "matrix"), (words(64), "matrix"),
     (with_options(words(64), causal=True), "matrix")],
    ids=["bank steps", "bank", "corner", "fourteen", "picture", "picture masked"],
)  # fmt: skip


@needs_rsvg
@CASES
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_colours(tmp_path, document, view, theme):
    figure = unnumbered(document, view)
    image = by_rsvg(figure, tmp_path, palette=PALETTES[theme])
    assert image.shape[:2] == (2 * figure.height, 2 * figure.width)
    assert tuple(image[2, 2]) == rgb(PALETTES[theme].paper)
    for name in ("Q", "K", "V", "scores", "scaled", "weights", "output"):
        cells = figure.cells(name)
        if cells is not None:
            assert_colours(image, cells, 2, theme)


@needs_rsvg
def test_masked_cells_are_hatched_in_svg(tmp_path):
    figure = unnumbered(with_options(FOURTEEN, causal=True))
    image = by_rsvg(figure, tmp_path, zoom=4)
    cells = figure.cells("weights")
    x, y, width, height = (round(4 * value) for value in cells.cell_rect(3, 11))
    inside = image[y + 6 : y + height - 6, x + 6 : x + width - 6].reshape(-1, 3)
    assert (np.abs(inside - np.array(rgb("#ffffff"))).max(axis=1) <= 3).any()
    assert len(np.unique(inside, axis=0)) > 3


@needs_inkscape
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_inkscape_shows_a_large_matrix_too(tmp_path, theme):
    """It looks for the link of a picture under its older name."""
    figure = unnumbered(words(64))
    write_figure(figure, tmp_path / "a.svg", palette=PALETTES[theme])
    made = tmp_path / "a.png"
    run("inkscape", "--export-type=png", "--export-dpi=192", f"--export-filename={made}", tmp_path / "a.svg")
    assert_colours(pixels(made), figure.cells("weights"), 2, theme)


@needs_pdftoppm
@CASES
def test_pdf_colours(tmp_path, document, view):
    figure = unnumbered(document, view)
    image = by_poppler(figure, tmp_path)
    assert np.abs(np.array(image.shape[:2]) - [2 * figure.height, 2 * figure.width]).max() <= 2
    for name in ("Q", "K", "V", "scores", "scaled", "weights", "output"):
        cells = figure.cells(name)
        if cells is not None:
            assert_colours(image, cells, 2)


@needs_pdftotext
@pytest.mark.parametrize("language", ["en", "pt_BR"])
def test_pdf_text_can_be_searched(tmp_path, language):
    write_figure(figure_of(BANK, "steps", language=language, query=1), tmp_path / "a.pdf")
    text = run("pdftotext", "-layout", tmp_path / "a.pdf", "-")
    mark = "," if language == "pt_BR" else "."
    for expected in ("sentei", "banco", "praça", "seat", "money", "softmax"):
        assert expected in text, expected
    for number in ("0.45", "0.11", "0.07", "0.31", "0.62", "0.85", "2.83", "16.92"):
        assert number.replace(".", mark) in text, number


@needs_pdftotext
def test_pdf_of_the_matrix_has_its_tokens_and_weights(tmp_path):
    figure = figure_of(FOURTEEN)
    write_figure(figure, tmp_path / "a.pdf")
    text = run("pdftotext", tmp_path / "a.pdf", "-")
    for token in FOURTEEN.source.tokens:
        assert token in text, token
    written = {number for row in figure.cells("weights").numbers for number in row if number}
    assert written
    found = set(text.split())
    assert len(written - found) <= len(written) * 0.1, written - found


@needs_pdftotext
@pytest.mark.parametrize("token", ["<b>", "a&b", "]]>", "praça"])
def test_pdf_keeps_odd_tokens(tmp_path, token):
    document = matrix_document([[1.0]], [[1.0]], tokens_q=(token,))
    write_figure(figure_of(document), tmp_path / "a.pdf")
    assert token in run("pdftotext", tmp_path / "a.pdf", "-")


@needs_pdftotext
@pytest.mark.parametrize(
    ("tab", "points"), [("steps", 7.0), ("matrix", 7.0), ("gradient", 7.0), ("matrix", 11.0), ("code", 5.0)]
)
def test_the_type_in_a_pdf_is_as_many_points_as_were_asked_for(tmp_path, tab, points):
    look = replace(with_preset(FigureLook(), "columns"), font=points)
    scene = whole_scene(BANK, ViewState(tab=tab, query=1), number_format("en"))
    (tmp_path / "a.pdf").write_bytes(file_bytes(scene, look, tmp_path / "a.pdf", text_width))
    run("pdftotext", "-bbox", tmp_path / "a.pdf", tmp_path / "a.xml")
    word = "import" if tab == "code" else "sentei"
    found = re.findall(rf'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">{word}<', (tmp_path / "a.xml").read_text())
    assert found
    # A box reaches from the ascent of the typeface to its descent.
    face = mono_font(1000) if tab == "code" else font(1000)
    metrics = QFontMetricsF(face)
    high = (metrics.ascent() + metrics.descent()) / 1000
    sizes = [(float(bottom) - float(top)) / high for top, bottom in found]
    assert any(size == pytest.approx(points, rel=0.04) for size in sizes)
    assert min(sizes) > 0.9 * points  # notes are a little smaller


@needs("pdfinfo", "poppler-utils")
def test_pdf_has_one_page_of_the_figures_size_and_says_what_made_it(tmp_path):
    figure = figure_of(BANK, "steps")
    write_figure(figure, tmp_path / "a.pdf", generator="attnviz test")
    lines = dict(line.split(":", 1) for line in run("pdfinfo", tmp_path / "a.pdf").splitlines() if ":" in line)
    assert lines["Title"].strip() == "The bank"
    assert lines["Creator"].strip() == "attnviz test"
    assert lines["Pages"].strip() == "1"
    width, _, height, *_ = lines["Page size"].split()
    assert float(width) == pytest.approx(figure.width * 0.75, abs=1)
    assert float(height) == pytest.approx(figure.height * 0.75, abs=1)


@needs("xmllint", "libxml2-utils")
def test_svg_is_valid_xml_for_another_parser(tmp_path):
    document = matrix_document([[1.0]], [[1.0]], tokens_q=("<b>&]]>\0\x1b",))
    write_figure(figure_of(document, "steps"), tmp_path / "a.svg")
    run("xmllint", "--noout", "--nonet", tmp_path / "a.svg")
