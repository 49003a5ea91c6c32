"""A dot product written out term by term, as much of it as there is room for, so that it can be reckoned by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from attnviz.export.figure import Measure
from attnviz.export.number_column import Column
from attnviz.i18n import NumberFormat

MOST_COMPONENTS = 12  # of a vector that are written out


@dataclass(frozen=True, slots=True, eq=False)
class Product:
    """Pairs of factors, what their products add up to, and the part of it that comes from pairs not given."""

    factors: Sequence[tuple[float, float]]
    result: float
    beyond: float = 0.0


@dataclass(frozen=True, slots=True)
class Forms:
    """How the two factors and the results are written."""

    left: Column
    right: Column
    result: Column


def equals(agrees: bool) -> str:
    """≈ where the numbers that are shown would give another last digit than all their digits do."""
    return "=" if agrees else "≈"


def product_text(product: Product, forms: Forms, form: NumberFormat, count: int) -> str:
    """“= a₁·b₁ + a₂·b₂ + … (rest) = ” with the `count` largest terms, and ≈ where what is shown does not add up."""
    kept, rest = _kept(product, count)
    text = " + ".join(f"{forms.left.factor(a, form)}·{forms.right.factor(b, form)}" for a, b in kept)
    if rest is not None:
        text = f"{text} + … ({forms.result.text(rest, form)})"
    return f"= {text} {equals(adds_up(product, forms, count))} "


def adds_up(product: Product, forms: Forms, count: int = MOST_COMPONENTS) -> bool:
    """Whether the result comes out when it is reckoned from what `product_text` shows."""
    kept, rest = _kept(product, count)
    found = math.fsum(forms.left.read(a) * forms.right.read(b) for a, b in kept)
    return forms.result.agrees(found + (0.0 if rest is None else forms.result.read(rest)), product.result)


def dot_texts(
    products: Sequence[Product],
    rooms: Sequence[float],
    forms: Forms,
    form: NumberFormat,
    measure: Measure,
    sizes: Sequence[int],
) -> tuple[list[str], int]:
    """Several dot products below each other, all in one size, the first of `sizes` that fits.

    Where none does, all show as many of their largest terms as fit, and what the rest adds; or nothing but dots.
    """
    longest = max((len(product.factors) for product in products), default=0)
    counts = [longest] if longest <= MOST_COMPONENTS else []
    for count in (*counts, *range(min(3, longest - 1), 0, -1)):
        texts = [product_text(product, forms, form, count) for product in products]
        for size in sizes:
            if all(measure(text, size, False) <= room for text, room in zip(texts, rooms, strict=True)):
                return texts, size
    return ["= … = "] * len(products), sizes[0]


def _kept(product: Product, count: int) -> tuple[Sequence[tuple[float, float]], float | None]:
    """The `count` largest terms in their own order, and what the others add where there are any."""
    kept = factors = product.factors
    if len(factors) > count:
        order = sorted(range(len(factors)), key=lambda c: -abs(factors[c][0] * factors[c][1]))
        kept = [factors[c] for c in sorted(order[:count])]
    elif not product.beyond:
        return factors, None
    return kept, product.result - math.fsum(a * b for a, b in kept)


def without_dust(value: float, parts: Sequence[float]) -> float:
    """A sum; 0 where its parts cancel and only the dust of their rounding is left."""
    return 0.0 if abs(value) < 1e-12 * math.fsum(abs(part) for part in parts) else value
