"""Numbers of one column of a written sum: alike in form, and with as many digits as make the sum come out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from attnviz.i18n import NumberFormat

LEAST, MOST = 1e-4, 1e6  # the largest number of a column below or from which on all are powers of ten
MOST_PLACES = 7
EXACT = 1e-12  # a number this near to one with fewer decimals is that number

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Column:
    """`digits` decimals, trailing zeros kept; or `digits` significant digits as powers of ten."""

    digits: int
    powers: bool = False

    def text(self, value: float, form: NumberFormat) -> str:
        if self.powers and value:
            return form.scientific(value, self.digits)
        return form.fixed(value, 0 if self.powers else self.digits)

    def factor(self, value: float, form: NumberFormat) -> str:
        """A factor, short where it is exact; a negative one in parentheses: its sign is not a subtraction."""
        short = form.short(value, self.digits)
        exact = not self.powers and abs(value - round(value, max(self.digits - 1, 0))) < EXACT
        text = short if exact and "·" not in short else "0" if exact else self.text(value, form)
        return f"({text})" if text.startswith("−") else text

    def read(self, value: float) -> float:
        """The number as whoever reads it has it."""
        return float(f"{value:.{self.digits - 1}e}") if self.powers else float(f"{value:.{self.digits}f}")

    def agrees(self, found: float, value: float) -> bool:
        """Whether `found`, reckoned from numbers that are shown, rounds to what is shown of `value`."""
        return bool(self.agree(np.array(found), np.array(self.read(value))))

    def agree(self, found: Array, shown: Array) -> NDArray[np.bool_]:
        """Whether each of `found` rounds to the number that is `shown`."""
        unit: Array = np.full(shown.shape, 10.0**-self.digits)
        if self.powers:
            size = np.where(shown == 0, LEAST, np.abs(shown))
            unit = 10.0 ** (np.floor(np.log10(size)) - self.digits + 1)
        agreeing: NDArray[np.bool_] = np.abs(found - shown) <= unit * (0.5 + 1e-6)
        return agreeing

    def finer(self, by: int) -> Column:
        return Column(self.digits + by if self.powers else min(self.digits + by, MOST_PLACES), self.powers)


class Readings:
    """The numbers of a column as they are shown, with its own digits and with more."""

    def __init__(self, shape: Column, values: Sequence[float]) -> None:
        self.column = shape
        self._values = values
        self._found: dict[int, tuple[Column, Array]] = {}

    def finer(self, by: int) -> tuple[Column, Array]:
        """The column with `by` more digits, and its numbers."""
        if by not in self._found:
            finer = self.column.finer(by)
            self._found[by] = finer, np.array([finer.read(value) for value in self._values])
        return self._found[by]


def column(values: Sequence[float], significant: int = 2) -> Column:
    """The form in which the largest of `values` has `significant` digits, and at least two decimals."""
    largest = max((abs(value) for value in values), default=0.0)
    if largest and not LEAST <= largest < MOST:
        return Column(significant, powers=True)
    if largest == 0:
        return Column(2)
    return Column(max(2, significant - 1 - math.floor(math.log10(largest))))


def exact_column(values: Sequence[float], most: int) -> Column:
    """As few decimals as say all of `values` exactly, at most `most`; powers of ten where they are all very small."""
    chosen = column(values, most + 1)
    if chosen.powers:
        return chosen
    array = np.asarray(values, dtype=np.float64)
    for places in range(most):
        if np.array_equal(np.round(array, places), array):
            return Column(places)
    # Small numbers would lose more of themselves: they keep as many digits as one of ordinary size has.
    return Column(max(most, chosen.digits - 1) if np.abs(array).max(initial=0.0) < 1 else most)
