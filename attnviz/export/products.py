"""A dot product written out term by term, as much of it as there is room for."""

from __future__ import annotations

import math
from collections.abc import Sequence

from attnviz.export.figure import Measure
from attnviz.i18n import NumberFormat

MOST_COMPONENTS = 12  # of a vector that are written out
Factors = Sequence[tuple[float, float]]


def signed(value: float, form: NumberFormat, places: int = 2) -> str:
    """A factor; a negative one in parentheses, so that its sign cannot be read as a subtraction."""
    text = form.short(value, places)
    return f"({text})" if value < 0 else text


def whole_product(factors: Factors, form: NumberFormat, places: int = 2) -> str:
    """a₁·b₁ + a₂·b₂ + …, every term, with at most `places` decimals."""
    return " + ".join(f"{signed(a, form, places)}·{signed(b, form, places)}" for a, b in factors)


def dot_texts(
    lines: Sequence[Factors],
    rooms: Sequence[float],
    form: NumberFormat,
    measure: Measure,
    sizes: Sequence[int],
    places: int = 2,
    beyond: float = 0.0,
) -> tuple[list[str], int]:
    """“= a₁·b₁ + … = ” for several dot products below each other, all in one size, the first of `sizes` that fits.

    Where none does, all show as many of their largest terms as fit, and what the rest adds; or nothing but dots.
    `beyond` is what terms add that were not given: there is always a rest then.
    """
    longest = max((len(factors) for factors in lines), default=0)
    kept = [longest] if longest <= MOST_COMPONENTS and not beyond else []
    for count in (*kept, *range(min(3, longest - 1), 0, -1)):
        texts = [_first_terms(factors, count, form, places, beyond) for factors in lines]
        for size in sizes:
            if all(measure(text, size, False) <= room for text, room in zip(texts, rooms, strict=True)):
                return texts, size
    return ["= … = "] * len(lines), sizes[0]


def _first_terms(factors: Factors, count: int, form: NumberFormat, places: int, beyond: float) -> str:
    """The `count` largest terms in their own order, and what the rest adds."""
    if len(factors) <= count:
        return f"= {whole_product(factors, form, places)} = "
    order = sorted(range(len(factors)), key=lambda c: -abs(factors[c][0] * factors[c][1]))
    kept = sorted(order[:count])
    rest = beyond + math.fsum(a * b for c, (a, b) in enumerate(factors) if c not in kept)
    return f"= {whole_product([factors[c] for c in kept], form, places)} + … ({form.short(rest, places)}) = "


def without_dust(value: float, parts: Sequence[float]) -> float:
    """A sum; 0 where its parts cancel and only the dust of their rounding is left."""
    return 0.0 if abs(value) < 1e-12 * math.fsum(abs(part) for part in parts) else value
