"""Documents and measurements that the tests of drawn files share."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from attnviz.document import projection_edits
from attnviz.document.derive import derive
from attnviz.document.edits import sentence_document, with_options
from attnviz.document.matrix_edits import matrix_document
from attnviz.document.view_state import ViewState
from attnviz.export.figure import Cells
from attnviz.export.fonts import text_width
from attnviz.export.notation import STANDARD
from attnviz.export.palette import PALETTES
from attnviz.export.scene import Scene
from attnviz.export.steps_figure import steps_figure
from attnviz.export.views import view_figure
from attnviz.i18n import number_format
from attnviz.session.language import Language

BANK = matrix_document(
    [[2, 0], [1, 2], [0, 1]],
    [[1, 0], [1, 1], [0, 2]],
    [[1, 0], [0.5, 0.5], [1, 0]],
    tokens_q=("sentei", "banco", "praça"),
    value_names=("seat", "money"),
    name="The bank",
)
# A = [[1, 0], [0.3, 0.7]]: a zero at the top right and nowhere else, so that a turned or mirrored picture is seen.
CORNER = with_options(
    matrix_document([[1000.0, 0], [0, 1]], [[1, np.log(0.3)], [0, np.log(0.7)]], tokens_q=("a", "b")), divide=False
)
BY_HAND = matrix_document([[2, 0], [1, 2]], [[1, 0], [1, 1]], [[1, 0], [0.5, 0.5]], tokens_q=("a", "b"))
WHOLE = projection_edits.with_layer_norm(
    projection_edits.with_output_projection(
        projection_edits.with_gate(projection_edits.embedded(("a", "b", "c")), True), True
    ),
    True,
)
FOURTEEN = sentence_document("one two three four five six seven eight nine ten eleven twelve thirteen fourteen")


@contextmanager
def speaking(language):
    """The program speaks it meanwhile; how it writes numbers."""
    speech = Language()
    speech.use(language)
    try:
        yield number_format(language)
    finally:
        speech.use("en")


def traced(document, head=0):
    return derive(document).for_head(head)


def scene_of(document, trace, form, query=0, **look):
    return Scene(document=document, trace=trace, view=ViewState(tab="matrix", query=query, **look), form=form)


def named(layout):
    """The tiles of a layout by name."""
    return {tile.name: tile for tile in layout.tiles()}


def figure_of(document, view="matrix", *, language="en", query=0, **options):
    look = ViewState(tab=view, query=query, **options)
    scene = Scene(document=document, trace=derive(document).for_head(0), view=look, form=number_format(language))
    return view_figure(scene, text_width)


def chain_figure(document, trace, *, form=None, before=None, hints=False, notation=STANDARD, **view):
    """The chain of a trace, as the Steps tab draws it."""
    letters = {"letters": notation.letters, "first_head": notation.first_head, "transposed": notation.transposed}
    look = ViewState(tab="steps", **letters, **view)
    scene = Scene(document=document, trace=trace, view=look, form=form or number_format("en"), before=before)
    return steps_figure(scene, text_width, hints=hints)


def unnumbered(document, view="matrix"):
    """Without numbers, so that the middle of a cell shows its colour."""
    return figure_of(document, view, numbers=False)


def words(n):
    """A sentence of n words, whose heatmap is a picture when n is large."""
    return sentence_document(" ".join(f"w{i % 61}" for i in range(n)), head="mixed")


def expected_colours(cells: Cells, theme="light"):
    """(rows, columns, 3): the colour that the map has for every cell."""
    return PALETTES[theme].lut(cells.scale.map)[cells.scale.entries(cells.values)]


def centres(cells: Cells, scale: float):
    """Pixel coordinates of the middle of every row, and of every column."""
    ys = np.floor((cells.y + (np.arange(cells.rows) + 0.5) * cells.cell_height) * scale).astype(int)
    xs = np.floor((cells.x + (np.arange(cells.columns) + 0.5) * cells.cell_width) * scale).astype(int)
    return ys, xs


def off_outline(cells: Cells):
    """Cells whose middle no outline covers: with tiny cells, the followed first row lies under its frame."""
    free = np.ones((cells.rows, cells.columns), dtype=bool)
    if cells.cell_height < 6:
        free[: int(np.ceil(4 / cells.cell_height))] = False
        free[:, 0] = free[:, -1] = False
    return free
