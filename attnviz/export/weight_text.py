"""How the Matrix view writes a weight, in cells, above bars and beside lines alike."""

from __future__ import annotations

import math

import numpy as np

from attnviz.core.arrays import Floats
from attnviz.export.words import share_text
from attnviz.i18n import LARGE, NumberFormat

PLACES, MOST_PLACES = 2, 4
NEAR_ZERO = "≈0"  # what is only rounded to 0
LEAST_LARGEST = 5.0  # in units of the last decimal: below it the numbers would be noughts and ones


def weight_places(largest: float) -> int:
    """Decimals for weights of which the largest is this one: two, and more where two would not tell them apart.

    Among thousands of keys even the heaviest may have a weight of 0.004.
    """
    places = PLACES
    while places < MOST_PLACES and 0 < largest * 10**places < LEAST_LARGEST:
        places += 1
    return places


def weight_text(weight: float, places: int, form: NumberFormat) -> str:
    """A weight with its decimals; nothing for what they round to zero, so that the picture stays quiet.

    Imported numbers that are far from shares are written as powers of ten.
    """
    if LARGE <= abs(weight) < math.inf:
        return form.scientific(weight)
    return "" if abs(weight) < 0.5 * 10**-places else form.fixed(weight, places)


def sum_text(weights: Floats, form: NumberFormat, *, share: bool = False) -> str:
    """What weights sum to, with two decimals; with `share` more where these would be a false 0.

    A power of ten where imported numbers are far from shares, even where a float does not reach that far.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        total = float(np.nansum(weights))
    if not math.isfinite(total):
        largest = float(np.nanmax(np.abs(weights)))
        parts = float(np.nansum(weights / largest))  # where large numbers cancel out, this is what is left of them
        sign = "−" if parts < 0 else ""
        return sign + form.power_of_ten(math.log10(largest) + math.log10(abs(parts))) if parts else form.fixed(0.0, 2)
    if abs(total) >= LARGE:
        return form.scientific(total)
    return share_text(total, form) if share else form.fixed(total, 2)
