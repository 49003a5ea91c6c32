"""Every view's PNG, SVG and PDF show the same picture: other programs draw our files, and the pixels are compared.

Between letters, pixels are compared averaged over small squares, so that an edge drawn half a pixel elsewhere does not
count and a colour, a place or a missing piece does. Letters are spaced a little otherwise by every program: of each
text its place is compared, by the average colour of the box around it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from drawn import BANK, FOURTEEN, words
from PySide6.QtGui import QImage

from attnviz.document.comparison import Comparison
from attnviz.document.derive import derive
from attnviz.document.edits import with_options
from attnviz.document.figure_look import FigureLook, with_preset
from attnviz.document.heads_look import HeadsLook
from attnviz.document.shapes_look import PICTURES, ShapesLook
from attnviz.document.view_state import ViewState
from attnviz.export.figure import Cells, Text
from attnviz.export.figure_page import page_of
from attnviz.export.fonts import text_width
from attnviz.export.formats import file_bytes
from attnviz.export.geometry import item_box
from attnviz.export.whole_scene import whole_scene
from attnviz.i18n import number_format
from attnviz.resources import resource
from attnviz.session.opening import open_source

pytestmark = pytest.mark.usefixtures("qapp")

DPI = 240
SQUARE = 5  # pixels that are averaged: 1.5 points
MEAN = 1.5  # of 255, over the picture without its letters
WORST = 50  # of 255, of one square in a thousand: an edge that falls on the next pixel
TEXT = 30  # of 255, the average of a text's box: a digit may stand a pixel further


def needs(program, package):
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed ({package})")


def pixels(path):
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()


def squares(values):
    """The means of bytes over small squares; summed in few bytes, row by row, which is several times as fast."""
    height, width = (side - side % SQUARE for side in values.shape[:2])
    rest = values.shape[2:]
    rows = values[:height, :width].reshape(height // SQUARE, SQUARE, width, *rest).sum(axis=1, dtype=np.uint16)
    return rows.reshape(height // SQUARE, width // SQUARE, SQUARE, *rest).sum(axis=2, dtype=np.uint16) / SQUARE**2


def text_boxes(figure, scale):
    """Pixels (left, top, right, bottom) around every text, those in cells too."""
    boxes = [item_box(item, text_width) for item in figure.items if isinstance(item, Text)]
    for cells in (item for item in figure.items if isinstance(item, Cells) and item.numbers is not None):
        rows, columns = cells.touched()
        for i, line in enumerate(cells.numbers):
            for j, text in enumerate(line):
                if text:
                    x, y, width, height = cells.cell_rect(rows[i], columns[j])
                    half = min(text_width(text, cells.number_size, True) / 2 + 2, width / 2)
                    middle, size = y + height / 2, min(cells.number_size, height) / 2
                    boxes.append((x + width / 2 - half, middle - size, x + width / 2 + half, middle + size))
    return [
        (max(0, int((left - 2) * scale)), max(0, int((top - 1) * scale)), int((right + 2) * scale) + 1,
         int((bottom + 1) * scale) + 1)
        for left, top, right, bottom in boxes
    ]  # fmt: skip


def assert_alike(one, two, boxes):
    assert np.abs(np.array(one.shape) - two.shape).max() <= 2, (one.shape, two.shape)
    height, width = (min(a, b) for a, b in zip(one.shape[:2], two.shape[:2], strict=True))
    one, two = one[:height, :width], two[:height, :width]
    lettered = np.zeros((height, width), np.uint8)
    for left, top, right, bottom in boxes:
        lettered[top:bottom, left:right] = 1
        apart = np.abs(one[top:bottom, left:right].mean((0, 1)) - two[top:bottom, left:right].mean((0, 1)))
        assert apart.max() < TEXT, (left, top, right, bottom)
    free = squares(lettered) == 0
    difference = np.abs(squares(one) - squares(two)).max(axis=2)[free]
    assert difference.mean() < MEAN
    assert np.quantile(difference, 0.999) < WORST


def gato():
    return open_source("gato", "en").document


CASES = {
    "steps": (lambda: BANK, ViewState(tab="steps", query=1)),
    "steps-projected": (gato, ViewState(tab="steps", query=4)),
    "matrix": (lambda: FOURTEEN, ViewState(tab="matrix")),
    "matrix-masked": (lambda: with_options(FOURTEEN, causal=True), ViewState(tab="matrix", query=7)),
    "matrix-scores": (lambda: FOURTEEN, ViewState(tab="matrix", quantity="scores")),
    "matrix-picture": (lambda: words(90), ViewState(tab="matrix")),
    "lines": (lambda: FOURTEEN, ViewState(tab="matrix", drawing="lines")),
    "arcs": (lambda: FOURTEEN, ViewState(tab="matrix", drawing="arcs")),
    "compare": (lambda: FOURTEEN, ViewState(tab="matrix", drawing="compare", compare=Comparison(kind="divide"))),
    "heads": (gato, ViewState(tab="heads")),
    "heads-sorted": (gato, ViewState(tab="heads", heads=HeadsLook(order="previous"))),
    "gradient": (lambda: BANK, ViewState(tab="gradient", query=1)),
    "training": (lambda: BANK, ViewState(tab="training")),
    **{f"shapes-{name}": (gato, ViewState(tab="shapes", shapes=ShapesLook(picture=name))) for name in PICTURES},
    "code": (lambda: BANK, ViewState(tab="code")),
}
LOOKS = {
    "own": FigureLook(dpi=DPI),
    "slide": replace(
        with_preset(FigureLook(dpi=DPI), "slide-half"), title="Title & <b>", caption="caption", theme="dark"
    ),
    "column": with_preset(FigureLook(dpi=DPI), "column"),
}


SLIDES = ("steps", "matrix-masked", "matrix", "gradient", "heads", "compare", "code")
COLUMNS = ("steps", "gradient", "code")  # broken into more lines
FIGURES = [
    *((case, "own") for case in CASES),
    *((case, "slide") for case in SLIDES),
    *((case, "column") for case in COLUMNS),
]


@pytest.fixture(scope="module", params=FIGURES, ids="-".join)
def drawn(request, tmp_path_factory):
    """A figure, drawn once: the folder of its three files, the pixels of its PNG, and where its texts are."""
    case, look = request.param
    make, view = CASES[case]
    document, folder = make(), tmp_path_factory.mktemp("drawn")
    scene = whole_scene(document, view, number_format("en"), trace=derive(document))
    for ending in (".png", ".svg", ".pdf"):
        (folder / f"a{ending}").write_bytes(file_bytes(scene, LOOKS[look], folder / f"a{ending}", text_width))
    page = page_of(scene, LOOKS[look], text_width)
    return folder, pixels(folder / "a.png"), text_boxes(page.figure, page.scale * DPI / 96)


def our_fonts(folder) -> dict[str, str]:
    """Where another program finds the typeface that our pictures are set in, whatever is installed."""
    config = folder / "fonts.conf"
    config.write_text(
        f'<?xml version="1.0"?><fontconfig><dir>{resource("fonts")}</dir><cachedir>{folder}</cachedir></fontconfig>'
    )
    return {"FONTCONFIG_FILE": str(config)}


def run(*command, fonts=None):
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, check=False, timeout=60, env=os.environ | (fonts or {})
    )
    assert done.returncode == 0, done.stderr


@needs("rsvg-convert", "librsvg2-bin")
def test_the_svg_shows_what_the_png_shows(drawn, tmp_path):
    folder, png, boxes = drawn
    run("rsvg-convert", "--dpi-x", DPI, "--dpi-y", DPI, "--width", png.shape[1], "--height", png.shape[0],
        "--output", tmp_path / "b.png", folder / "a.svg", fonts=our_fonts(tmp_path))  # fmt: skip
    assert_alike(png, pixels(tmp_path / "b.png"), boxes)


@needs("pdftoppm", "poppler-utils")
def test_the_pdf_shows_what_the_png_shows(drawn, tmp_path):
    folder, png, boxes = drawn
    run("pdftoppm", "-r", DPI, "-png", "-singlefile", folder / "a.pdf", tmp_path / "b")
    assert_alike(png, pixels(tmp_path / "b.png"), boxes)


def test_the_comparison_can_fail():
    one = np.full((400, 400, 3), 255, np.uint8)
    two = one.copy()
    two[100:140, 100:140] = 200  # one cell of another colour
    with pytest.raises(AssertionError):
        assert_alike(one, two, [])
    three = one.copy()
    three[50:62, 50:170] = 0  # a text that one of them lacks
    with pytest.raises(AssertionError):
        assert_alike(one, three, [(40, 46, 180, 66)])
