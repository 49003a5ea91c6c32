"""Matrices in files, opened again."""

from __future__ import annotations

import shutil
import subprocess

import numpy as np
import pytest
from PySide6.QtGui import QImage

from attnviz.document.colour_choice import ColourChoice
from attnviz.export.figure import Figure
from attnviz.export.files import write_figure
from tests.unit.export.cells_painted import ODD, cells_of, frozen, pixels, wanted

pytestmark = pytest.mark.usefixtures("qapp")

DRAW = np.random.default_rng(11)
needs_rsvg = pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")


def many():
    odd = DRAW.random((12, 12))
    odd[2, 3], odd[4, 4], odd[7, 1], odd[5, 7], odd[6, 6] = ODD.values()
    mask = frozen(np.tri(12, dtype=bool))
    large = DRAW.random((70, 90)) ** 2
    large[33, 44] = np.nan
    return {
        "marks": cells_of(odd, cell=(20.0, 20.0)),
        "log": cells_of(np.abs(odd), ColourChoice(curve="log", map="viridis"), cell=(20.0, 20.0)),
        "rows, turned": cells_of(
            np.tril(DRAW.random((12, 12))), ColourChoice(curve="row"), visible=mask, cell=(20.0, 20.0), transposed=True
        ),
        "signed window": cells_of(
            DRAW.normal(size=(12, 12)), cell=(20.0, 20.0), signed=True, view=(1.5, 9.0, 2.25, 8.0), x=20.0, y=20.0
        ),
        "picture": cells_of(large, ColourChoice(curve="quantile", map="cividis"), cell=(6.0, 6.0)),
        "picture in a window": cells_of(
            large, ColourChoice(curve="row"), cell=(4.0, 4.0), view=(3.5, 60.0, 10.25, 70.0), x=10.0, y=10.0
        ),
    }


@needs_rsvg
@pytest.mark.parametrize("case", many())
def test_an_svg_in_another_program_is_the_png(tmp_path, case):
    cells = many()[case]
    size = (round(cells.x + cells.width) + 10, round(cells.y + cells.height) + 10)
    figure = Figure(width=size[0], height=size[1], items=(cells,))
    write_figure(figure, tmp_path / "a.png", dpi=192)
    write_figure(figure, tmp_path / "a.svg")
    command = ["rsvg-convert", "--zoom", "2", "-o", str(tmp_path / "b.png"), str(tmp_path / "a.svg")]
    subprocess.run(command, check=True, timeout=60)
    one, other = (pixels(QImage(str(tmp_path / name))) for name in ("a.png", "b.png"))
    assert one.shape == other.shape
    different = np.abs(one - other).max(axis=2) > 40
    # Smoothed edges, lines between cells and hatching differ by a pixel; a moved or missing cell would be hundreds.
    thick = different[:-2, :-2]
    for dy, dx in np.ndindex(3, 3):
        thick = thick & different[dy : dy + thick.shape[0], dx : dx + thick.shape[1]]
    assert thick.sum() <= 4
    if cells.visible is None and cells.cell_width >= 20:
        assert different.mean() < 0.06


@pytest.mark.parametrize("case", many())
def test_middles_of_cells_in_png_files(tmp_path, case):
    cells = many()[case]
    figure = Figure(width=cells.x + cells.width + 1, height=cells.y + cells.height + 1, items=(cells,))
    write_figure(figure, tmp_path / "a.png", dpi=96)
    image = pixels(QImage(str(tmp_path / "a.png")))
    expected, marks = wanted(cells), cells.scale.marks(cells.values)
    checked = 0
    for i, j in np.ndindex(cells.rows, cells.columns):
        x, y, width, height = cells.cell_rect(i, j)
        near = marks is not None and (marks[max(0, i - 2) : i + 3, max(0, j - 2) : j + 3] != 0).any()
        hidden = cells.visible is not None and not cells.visible[i, j]
        if cells.at(x + width / 2, y + height / 2) and not near and not hidden:
            np.testing.assert_array_equal(image[int(y + height / 2), int(x + width / 2)], expected[i, j])
            checked += 1
    assert checked > 30
