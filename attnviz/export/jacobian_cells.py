"""The Jacobian of one row, diag(a) − a aᵀ, as a small matrix of coloured cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from attnviz.core.jacobian import softmax_jacobian
from attnviz.core.tokens import visible_text
from attnviz.export.cells import Array
from attnviz.export.figure import Cells, Sheet
from attnviz.export.scales import signed_scale
from attnviz.i18n import NumberFormat

NUMBERED = 6  # keys up to which the cells hold numbers
CELL_WIDTH, CELL_HEIGHT = 46.0, 24.0
SIDE = 128.0  # of a matrix without numbers
MOST_CELLS = 256  # rows; of more keys, those with the largest weights


def jacobian_width(n: int) -> float:
    """How wide the matrix of a row with n keys is."""
    return n * CELL_WIDTH if n <= NUMBERED else SIDE


def lay_jacobian(sheet: Sheet, a: Array, tokens: Sequence[str], x: float, y: float, form: NumberFormat) -> float:
    """Draw the Jacobian of weights `a` (n_k,) with its corner at (x, y); return the baseline of a line below it."""
    kept = shown_keys(a)
    J = softmax_jacobian(a[kept])
    J.setflags(write=False)
    n = len(kept)
    numbered = n <= NUMBERED
    width, height = (CELL_WIDTH, CELL_HEIGHT) if numbered else (SIDE / n, SIDE / n)
    cells = Cells(
        name="jacobian",
        x=x,
        y=y,
        cell_width=width,
        cell_height=height,
        values=J,
        # ¼ is the largest that a_i (1 − a_i) can be: a saturated row's Jacobian looks as empty as it is.
        scale=signed_scale(np.array([[0.25]])),
        numbers=tuple(tuple(form.fixed(float(v), 2) for v in row) for row in J) if numbered else None,
    )
    sheet.add(cells)
    if not numbered:
        return y + cells.height + 20
    for index, j in enumerate(kept):
        text = sheet.elided(visible_text(tokens[j]), width - 4, 11)
        sheet.text(x + (index + 0.5) * width, y + cells.height + 14, text, size=11, colour="muted", align="center")
    return y + cells.height + 34


def shown_keys(a: Array) -> np.ndarray:
    """The keys whose rows and columns are drawn."""
    if len(a) <= MOST_CELLS:
        return np.arange(len(a))
    return np.sort(np.argsort(-a, kind="stable")[:MOST_CELLS])
