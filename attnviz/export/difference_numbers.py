"""The numbers in the cells of a difference: with their sign, and never a 0 where there is one."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from attnviz.document.difference import Difference
from attnviz.document.trace import Trace
from attnviz.export.figure import Measure
from attnviz.export.matrix_frame import Frame
from attnviz.export.matrix_numbers import LEAST_CELL, MOST, Texts, cells_in_sight, uncut
from attnviz.export.rounding import reaches
from attnviz.export.weight_text import LEAST_LARGEST, MOST_PLACES, NEAR_ZERO, PLACES, weight_places
from attnviz.i18n import NumberFormat

LEAST_TYPE = 10  # of numbers in cells
APART, LEAST_APART = 7.0, 3.0  # pixels between differences side by side: closer they read as one row of digits

Writing = tuple[int, bool, int]  # decimals, whether a nought stands before them, and the least type


def difference_numbers(
    difference: Difference, trace: Trace, frame: Frame, size: int, form: NumberFormat, measure: Measure
) -> tuple[Texts | None, int]:
    """The texts of the cells in sight, or None where they do not fit; and their size of type, at most `size`.

    They have the decimals that weights have, and more where cells are so large that these need no smaller type and a
    small difference would be none without them. Of numbers below 10.
    """
    down, across = cells_in_sight(trace, frame)
    cramped = not reaches(min(frame.cell_width, frame.cell_height), LEAST_CELL)
    if cramped or (down.stop - down.start) * (across.stop - across.start) > MOST:
        return None, size
    values = difference.told((down, across))
    sizes = np.abs(values[np.isfinite(values)])
    largest = float(sizes.max(initial=0.0))
    if 0 < largest * 10**MOST_PLACES < LEAST_LARGEST:
        return _as_powers(values, frame, size, form, measure)
    told = sizes[sizes >= 0.5 * 10**-MOST_PLACES]
    least = float(told.min()) if told.size else largest
    for places, led, smallest in _writings(largest, least, size):
        fitting = _fitting(_widest(largest, places, led, form, measure), size, smallest, frame.cell_width, measure)
        if fitting is not None:
            texts = tuple(tuple(_signed(value, places, led, form) for value in row) for row in values.tolist())
            return uncut(texts, frame, fitting, measure), fitting
    return None, size


def _writings(largest: float, least: float, size: int) -> Iterator[Writing]:
    """How they may be written, the best first: in further decimals only at full size."""
    usual = weight_places(largest)
    finest = usual
    while finest < MOST_PLACES and least * 10**finest < 0.5:
        finest += 1
    for places in range(finest, PLACES - 1, -1):
        yield places, True, size
        yield places, False, size if places > usual else LEAST_TYPE


def _widest(largest: float, places: int, led: bool, form: NumberFormat, measure: Measure) -> str:
    """A text as wide as any of them, of which the digits are equally wide."""
    text = form.fixed(largest, places)
    text = text if led or not text.startswith("0") else text[1:]
    return max(("+" + text, "−" + text, NEAR_ZERO), key=lambda each: measure(each, LEAST_TYPE, False))


def _fitting(widest: str, size: int, smallest: int, cell: float, measure: Measure) -> int | None:
    """The largest type down to `smallest` in which they stand apart in cells this wide; in the least they may be
    close."""
    for smaller in range(size, smallest - 1, -1):
        if reaches(cell, measure(widest, smaller, False) + APART):
            return smaller
    close = smallest == LEAST_TYPE and reaches(cell, measure(widest, LEAST_TYPE, False) + LEAST_APART)
    return LEAST_TYPE if close else None


def _as_powers(
    values: NDArray[np.floating], frame: Frame, size: int, form: NumberFormat, measure: Measure
) -> tuple[Texts | None, int]:
    """Of numbers that four decimals cannot tell apart."""
    texts = tuple(tuple(_power(value, form) for value in row) for row in values.tolist())
    widest = max((text for row in texts for text in row), key=lambda text: measure(text, size, False))
    fitting = _fitting(widest, size, LEAST_TYPE, frame.cell_width, measure)
    return (None, size) if fitting is None else (uncut(texts, frame, fitting, measure), fitting)


def _power(value: float, form: NumberFormat) -> str:
    if value == 0 or not math.isfinite(value):
        return "" if value == 0 else form.fixed(value, 0)
    return ("+" if value > 0 else "") + form.scientific(value)


def _signed(value: float, places: int, led: bool, form: NumberFormat) -> str:
    """The number with its sign; nothing for none, and for what is only rounded to none that it is near it."""
    if value == 0 or not math.isfinite(value):
        return "" if value == 0 else form.fixed(value, 0)
    if abs(value) < 0.5 * 10**-places:
        return NEAR_ZERO
    text = form.fixed(abs(value), places)
    return ("+" if value > 0 else "−") + (text[1:] if not led and text.startswith("0") else text)
