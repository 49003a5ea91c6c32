"""The heatmap's pixels: cells have the colours of their numbers, and nothing is mirrored or turned."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from attnviz.document.edits import with_options
from attnviz.document.matrix_edits import matrix_document
from tests.gui.heatmap_hand import in_sight, lengthened, place, wheel


def colour_at(image: QImage, heatmap, row, column) -> tuple[int, int, int]:
    x, y, width, height = heatmap.figure.cells("weights").cell_rect(row, column)
    ratio = image.devicePixelRatio() * heatmap.scale
    middle = min(width, height) / 2
    found = QColor(image.pixel(int((x + middle) * ratio), int((y + middle) * ratio)))
    return found.red(), found.green(), found.blue()


def expected(heatmap, row, column) -> tuple[int, int, int]:
    cells = heatmap.figure.cells("weights")
    entry = cells.scale.entries(cells.values[row : row + 1, column : column + 1], row)[0, 0]
    return tuple(int(c) for c in heatmap.palette_.lut(cells.scale.map)[entry])


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("n", [2, 14, 100])
@pytest.mark.parametrize("zoomed", [False, True])
def test_the_edges_have_the_colours_of_their_numbers(start, qtbot, n, theme, zoomed):
    app = start("sentence", "en", theme)
    app.look(tab="matrix", numbers=False)
    heatmap = lengthened(app, n, qtbot).window.matrix.heatmap
    app.look(query=n // 2)
    if zoomed:
        wheel(heatmap, place(heatmap), 3)
    rows, columns = in_sight(heatmap)
    if zoomed:  # cells cut by the edge have their middle elsewhere
        rows, columns = rows[1:-1] or rows, columns[1:-1] or columns
    image = heatmap.grab().toImage()
    ends = {(i, j) for i in (rows[0], rows[-1]) for j in columns}
    edge = ends | {(i, j) for i in rows for j in (columns[0], columns[-1])}
    # The followed row's frame covers cells of a few pixels.
    framed = 1 if heatmap.figure.cells("weights").cell_height < 8 else -1
    for row, column in sorted((i, j) for i, j in edge if abs(i - n // 2) > framed):
        assert colour_at(image, heatmap, row, column) == expected(heatmap, row, column), (row, column)


def test_the_zero_of_the_corner_matrix_is_at_the_top_right(start):
    app = start("bank")
    corner = matrix_document(
        [[1000.0, 0], [0, 1]], [[1, np.log(0.3)], [0, np.log(0.7)]], [[1.0], [0.0]], tokens_q=("a", "b")
    )
    app.session.edit("corner", with_options(corner, divide=False))
    app.look(tab="matrix", numbers=False)
    heatmap = app.window.matrix.heatmap
    np.testing.assert_allclose(app.scene.trace.weights, [[1, 0], [0.3, 0.7]], atol=1e-12)
    image = heatmap.grab().toImage()
    cells = heatmap.figure.cells("weights")
    s = heatmap.scale
    top, bottom = cells.y + cells.height * 0.25, cells.y + cells.height * 0.75
    left, right = cells.x + cells.width * 0.25, cells.x + cells.width * 0.75
    lut = heatmap.palette_.lut(cells.scale.map)
    for x, y, weight in ((left, top, 1.0), (right, top, 0.0), (left, bottom, 0.3), (right, bottom, 0.7)):
        found = QColor(image.pixel(int(x * s), int(y * s)))
        entry = cells.scale.entries(np.array([[weight]]))[0, 0]
        assert [found.red(), found.green(), found.blue()] == lut[entry].tolist()
