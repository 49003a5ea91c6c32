"""How the Matrix view writes a weight, in cells, above bars and beside lines alike."""

from __future__ import annotations

from attnviz.i18n import NumberFormat

PLACES, MOST_PLACES = 2, 4
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
    """A weight with its decimals; nothing for what they round to zero, so that the picture stays quiet."""
    return "" if abs(weight) < 0.5 * 10**-places else form.fixed(weight, places)
