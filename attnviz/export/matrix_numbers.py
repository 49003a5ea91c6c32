"""The numbers in the Matrix view's cells, written while they fit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from attnviz.document.trace import Trace
from attnviz.export.figure import Measure
from attnviz.export.matrix_frame import LARGE_CELL, MAX_CELL, Frame
from attnviz.export.matrix_quantity import Shown
from attnviz.export.rounding import reaches
from attnviz.export.tiles import cell_text
from attnviz.export.weight_text import LEAST_LARGEST, NEAR_ZERO, PLACES, weight_places, weight_text
from attnviz.i18n import NumberFormat

LEAST_CELL = 20.0
LARGEST = 32  # pixels of type
FEW = 36.0  # cells in sight, up to which none but a masked one is left empty
LEAST, SMALLER = 10, 0.75  # to this, and this part of its size, type goes so that further decimals have room
FIGURES = 4  # of the largest number: for more it does not, since they tell hardly anything apart
MOST = 64 * 64  # numbers; more would be a grey haze
NEAR_TIE = 1e-9

Texts = tuple[tuple[str, ...], ...]


def number_size(cell: float) -> int:
    """Pixels of type in a cell this wide; a few large ones have large numbers."""
    if cell > MAX_CELL:
        grown = min((cell - MAX_CELL) / (LARGE_CELL - MAX_CELL), 1.0)
        return 15 + round((LARGEST - 15) * grown)
    return 15 if cell >= 56 else 13 if cell >= 40 else 12 if cell >= 32 else 11 if cell >= 26 else 10


def cell_numbers(
    matrix: Shown, trace: Trace, frame: Frame, size: int, form: NumberFormat, measure: Measure
) -> tuple[Texts | None, int]:
    """The texts of the cells in sight, by rows of the matrix, or None where they do not fit; and their size of type.

    Decimals of scores go before size: to have more of them type is a little smaller than `size`.
    """
    if not reaches(min(frame.cell_width, frame.cell_height), LEAST_CELL) or matrix.quantity == "mask":
        return None, size
    down, across = cells_in_sight(trace, frame)
    values = matrix.values[down, across]
    if values.size > MOST:
        return None, size
    visible = None if matrix.visible is None else matrix.visible[down, across]
    finite = values[np.isfinite(values)]
    if matrix.quantity == "weights" and not matrix.signed and float(finite.max(initial=0.0)) < 10:
        room = frame.cell_width - 6
        places = _places(float(finite.max(initial=0.0)), room, form, size, measure)
        whole = measure(form.fixed(0.0, places), size, False) <= room
        one = whole or measure(form.fixed(1.0, places), size, False) <= frame.cell_width - 1
        written = _weights(values, visible, form, places, (whole, one))
        few = trace.scored and frame.window[1] * frame.window[3] <= FEW  # not how large: that changes with the text
        texts: Texts | None = _near_zero(written, visible) if few else written
    else:
        texts, size = _scores(values, visible, form, frame.cell_width - 3, size, measure)
    return None if texts is None else uncut(texts, frame, size, measure), size


def uncut(texts: Texts, frame: Frame, size: int, measure: Measure) -> Texts:
    """The texts without those that the edge of what is in sight would cut: a part of a number is another number."""
    row, rows, column, columns = frame.window
    # How much of the first and the last cell is out of sight, as parts of a cell.
    beyond = (row % 1, -(row + rows) % 1), (column % 1, -(column + columns) % 1)
    if not any(map(any, beyond)):
        return texts
    table = [list(line) for line in texts]
    height, width = (frame.cell_width, frame.cell_height) if frame.turned else (frame.cell_height, frame.cell_width)
    for part, i in zip(beyond[0], (0, -1), strict=True):
        for j, text in enumerate(table[i]):
            if part * height > (height - _extent(text, size, measure, along=frame.turned)) / 2:
                table[i][j] = ""
    for part, j in zip(beyond[1], (0, -1), strict=True):
        for line in table:
            if part * width > (width - _extent(line[j], size, measure, along=not frame.turned)) / 2:
                line[j] = ""
    return tuple(map(tuple, table))


def _extent(text: str, size: int, measure: Measure, *, along: bool) -> float:
    """Width of a text, or its height."""
    return measure(text, size, False) if along else size * 0.75


def cells_in_sight(trace: Trace, frame: Frame) -> tuple[slice, slice]:
    """The rows and columns that the window touches."""
    row, rows, column, columns = frame.window
    down = slice(max(0, math.floor(row)), min(trace.n_q, math.ceil(row + rows)))
    return down, slice(max(0, math.floor(column)), min(trace.n_k, math.ceil(column + columns)))


def _places(largest: float, room: float, form: NumberFormat, size: int, measure: Measure) -> int:
    """As many decimals as tell these weights apart, if they fit without the leading nought; else two."""
    places = weight_places(largest)
    while places > PLACES and measure(_unled(form.fixed(0.0, places)), size, False) > room:
        places -= 1
    return places


def _weights(
    values: NDArray[np.floating],
    visible: NDArray[np.bool_] | None,
    form: NumberFormat,
    places: int,
    whole: tuple[bool, bool],
) -> Texts:
    """Fixed decimals; nothing for what rounds to zero, so that the picture stays quiet; no leading zero where cramped.

    `whole`: whether 0 has room before the decimals, and whether 1 has, which cannot be left out: else it has fewer.
    There are a hundred and one such texts: they are made once, and cells choose among them.
    """
    unit = 10**places
    texts = _whole_units(form, places, whole)
    units = np.where(np.isfinite(values), np.asarray(values, dtype=np.float64), -1.0) * unit
    nearest = np.rint(units)
    known = (nearest >= 0) & (nearest <= 100) & (np.abs(np.abs(units - nearest) - 0.5) > NEAR_TIE)
    choice = np.where(known, nearest, 101).astype(np.int64)
    if visible is not None:
        choice[~visible] = 101
        known |= ~visible
    table = [[texts[n] for n in row] for row in choice.tolist()]
    for i, j in np.argwhere(~known).tolist():  # ties, which the product may have rounded, and what is no share
        table[i][j] = _weight_text(float(values[i, j]), form, places, whole)
    return tuple(map(tuple, table))


def _near_zero(texts: Texts, visible: NDArray[np.bool_] | None) -> Texts:
    """The texts with a sign where a weight rounds to nothing: among a few cells an empty one would seem to have none,
    as a masked one has."""
    return tuple(
        tuple(
            text or (NEAR_ZERO if visible is None or visible[row, column] else "") for column, text in enumerate(line)
        )
        for row, line in enumerate(texts)
    )


@lru_cache(maxsize=16)
def _whole_units(form: NumberFormat, places: int, whole: tuple[bool, bool]) -> tuple[str, ...]:
    """The texts of 0 to 100 units of the last decimal, and of nothing."""
    return (*(_weight_text(n / 10**places, form, places, whole) for n in range(101)), "")


def _weight_text(weight: float, form: NumberFormat, places: int, whole: tuple[bool, bool]) -> str:
    text = weight_text(weight, places, form)
    if whole[0] or not text or not math.isfinite(weight):
        return text
    if text.startswith("0"):
        return _unled(text)
    if whole[1]:
        return text
    return "" if weight > 1 else text[:-1]


def _unled(text: str) -> str:
    """Without the nought before the decimal sign."""
    return text[1:]


def _scores(
    values: NDArray[np.floating],
    visible: NDArray[np.bool_] | None,
    form: NumberFormat,
    room: float,
    size: int,
    measure: Measure,
) -> tuple[Texts | None, int]:
    """As many decimals as fit into every cell: two at most, more where two would not tell them apart. Numbers that are
    too small for decimals are powers of ten. None where the largest would lose its digits. With the size of type."""
    finite = values[np.isfinite(values)]
    largest, least = float(np.abs(finite).max(initial=0.0)), max(LEAST, math.ceil(SMALLER * size))
    for write, smallest in _score_writings(largest, form, size, least):
        table = tuple(
            tuple("" if visible is not None and not visible[i, j] else write(value) for j, value in enumerate(row))
            for i, row in enumerate(values.tolist())
        )
        widest = max(
            (text for row in table for text in set(row)), key=lambda text: measure(text, size, False), default=""
        )
        for smaller in range(size, smallest - 1, -1):
            if measure(widest, smaller, False) <= room:
                return table, smaller
    return None, size


def _score_writings(
    largest: float, form: NumberFormat, size: int, least: int
) -> Iterator[tuple[Callable[[float], str], int]]:
    """How scores up to this size may be written, the best first, and the smallest type in which each may be.

    Where all are below 1 the noughts before the decimal sign go before any decimal does.
    """
    places = weight_places(largest)
    if 0 < largest * 10**places < LEAST_LARGEST:
        yield partial(_power_text, form=form), size
        return
    while places >= 0 and not 0 < largest * 10**places < LEAST_LARGEST:
        smallest = least if places and largest < 10 ** (FIGURES - places) else size
        yield partial(_score_text, places=places, form=form), smallest
        if places and largest < 1 - 0.5 * 10**-places:
            yield partial(_unled_score, places=places, form=form), smallest
        places -= 1


def _power_text(value: float, form: NumberFormat) -> str:
    return form.scientific(value) if value and math.isfinite(value) else cell_text(value, 0, form)


def _score_text(value: float, places: int, form: NumberFormat) -> str:
    """A 0.0 is a zero; what is only rounded to one is near 0. Among whole numbers a 0 reads as rounded as they.

    An empty cell among full ones would seem to have no score.
    """
    if value != 0 and abs(value) < 0.5 * 10**-places:
        return NEAR_ZERO if places else form.fixed(0.0, 0)
    return cell_text(value, places, form)


def _unled_score(value: float, places: int, form: NumberFormat) -> str:
    """The same of a number below 1, without the nought before the decimal sign; 0 is a nought alone."""
    text = _score_text(value, places, form)
    if value == 0 or not math.isfinite(value) or text == NEAR_ZERO:
        return form.fixed(0.0, 0) if value == 0 else text
    sign = "−" if value < 0 else ""
    return sign + _unled(text.removeprefix(sign))
