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
CELL_WIDTH, CELL_HEIGHT = 42.0, 22.0
SIDE = 128.0  # of a matrix without numbers
MOST_CELLS = 256  # rows; of more keys, those with the largest weights
LABEL, MOST_LABEL = 11, 52.0  # size of the labels, and how wide those at the left may be
PLACES = (2, 3)  # decimals, as few of these as make the rows that are shown add up to 0


def jacobian_width(
    sheet: Sheet, a: Array, tokens: Sequence[str], form: NumberFormat, *, numbered: bool = True
) -> float:
    """How wide the matrix of a row with weights `a` (n_k,) is, with its labels; `numbered`: where it is small."""
    if len(a) > NUMBERED:
        return SIDE
    cell = _cell_width(sheet, _texts(softmax_jacobian(a), form)) if numbered else CELL_HEIGHT
    return _gutter(sheet, tokens) + len(a) * cell


def lay_jacobian(
    sheet: Sheet,
    a: Array,
    tokens: Sequence[str],
    x: float,
    y: float,
    form: NumberFormat,
    *,
    numbered: bool = True,
) -> tuple[float, float]:
    """Draw the Jacobian of weights `a` (n_k,), its labels and cells from (x, y) on; return the cells' lower left."""
    kept = shown_keys(a)
    J = softmax_jacobian(a[kept])
    J.setflags(write=False)
    n = len(kept)
    small = n <= NUMBERED
    numbers = _texts(J, form) if small and numbered else None
    gutter = _gutter(sheet, tokens) if small else 0.0
    width = height = CELL_HEIGHT if small else SIDE / n
    width = _cell_width(sheet, numbers) if numbers else width
    cells = Cells(
        name="jacobian",
        x=x + gutter,
        y=y + (LABEL + 3 if numbers else 0),
        cell_width=width,
        cell_height=height,
        values=J,
        # ¼ is the largest that a_i (1 − a_i) can be: a saturated row's Jacobian looks as empty as it is.
        scale=signed_scale(np.array([[0.25]])),
        numbers=numbers,
    )
    sheet.add(cells)
    for index, j in enumerate(kept if small else ()):
        name = visible_text(tokens[j])
        if numbers:  # else the cells are too narrow for names; those beside them are the same
            above = sheet.elided(name, width - 4, LABEL)
            sheet.text(cells.x + (index + 0.5) * width, cells.y - 4, above, size=LABEL, colour="muted", align="center")
        beside = sheet.elided(name, MOST_LABEL, LABEL)
        middle = cells.y + (index + 0.5) * height + 4
        sheet.text(cells.x - 6, middle, beside, size=LABEL, colour="muted", align="right")
    return cells.x, cells.y + cells.height


def rounded(J: Array) -> tuple[Array, int]:
    """J as it is written, and its decimals: few, and so that every row adds up to 0, as the rows of J do.

    Where rounding leaves a last digit over, the number on the diagonal, the largest of its row, takes it.
    """
    for places in PLACES:
        shown = np.round(J, places)
        if not np.round(shown.sum(axis=1), places).any():
            return shown, places
    np.fill_diagonal(shown, 0)
    np.fill_diagonal(shown, -shown.sum(axis=1))
    return shown, places


def _texts(J: Array, form: NumberFormat) -> tuple[tuple[str, ...], ...]:
    shown, places = rounded(J)
    return tuple(tuple(form.fixed(float(v), places) for v in row) for row in shown)


def _cell_width(sheet: Sheet, texts: tuple[tuple[str, ...], ...]) -> float:
    return max(CELL_WIDTH, *(sheet.measure(text, 13, False) + 8 for row in texts for text in row))


def _gutter(sheet: Sheet, tokens: Sequence[str]) -> float:
    return min(max(sheet.measure(visible_text(token), LABEL, False) for token in tokens), MOST_LABEL) + 8


def shown_keys(a: Array) -> np.ndarray:
    """The keys whose rows and columns are drawn."""
    if len(a) <= MOST_CELLS:
        return np.arange(len(a))
    return np.sort(np.argsort(-a, kind="stable")[:MOST_CELLS])
