"""One row's way back through the softmax: its numbers, which keys are written out, and with how many digits."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from attnviz.core.tokens import visible_text
from attnviz.document.gradient_trace import Array, GradientTrace
from attnviz.export.number_column import Column, Readings, column, exact_column
from attnviz.export.products import MOST_COMPONENTS, Forms, Product, adds_up, without_dust
from attnviz.export.words import isolated


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A key: what the row puts on it, what arrives there, and what goes on."""

    key: int
    label: str
    visible: bool
    weight: float
    dA: float
    dscaled: float


@dataclass(frozen=True, slots=True)
class Columns:
    """How weights, ∂a, its mean and what goes on are written."""

    weight: Column
    dA: Column
    mean: Column
    dscaled: Column


class GradientRow:
    """The numbers of row `query` (0-based), of more than `most_terms` keys those that matter most."""

    def __init__(self, gradient: GradientTrace, query: int, most_terms: int) -> None:
        trace = gradient.trace
        assert trace.V is not None
        self.gradient, self.query, self.most_terms = gradient, query, most_terms
        self.a: Array = trace.weights[query].astype(np.float64)
        self.dO: Array = gradient.dO[query].astype(np.float64)
        self.V: Array = trace.V
        self.seen = trace.visible[query]
        self.dA = self._without_dust(gradient.dA[query].astype(np.float64))
        self.dscaled: Array = gradient.dscaled[query].astype(np.float64)
        self.quiet = not self.dO.any()  # the loss does not ask about this row
        self.empty = not self.seen.any()
        parts = self.a * self.dA
        self.mean = without_dust(float(parts.sum()), parts.tolist())
        kept = _largest(np.abs(self.dscaled) + np.abs(parts), most_terms)
        self.shown = [self._term(int(j)) for j in kept]
        self.hidden = np.setdiff1d(np.arange(trace.n_k), kept)
        self.rest = float(self.dscaled[self.hidden].sum())
        self.columns, self.agreeing, self.adds_up = self._columns()
        self.product_forms = self._product_forms()

    def _without_dust(self, dA: Array) -> Array:
        """∂a, 0 where the products of ∂o and v cancel and only their rounding is left."""
        sizes = np.abs(self.V).astype(np.float64) @ np.abs(self.dO)
        dust = max(1e-12, 8 * float(np.finfo(self.gradient.dA.dtype).eps))
        return np.where(np.abs(dA) < dust * sizes, 0.0, dA)

    def _term(self, j: int) -> Term:
        return Term(
            key=j,
            label=isolated(visible_text(self.gradient.trace.tokens_k[j])),
            visible=bool(self.seen[j]),
            weight=float(self.a[j]),
            dA=float(self.dA[j]),
            dscaled=float(self.dscaled[j]),
        )

    # sums ---------------------------------------------------------------------------------------------------

    def product(self, term: Term) -> Product:
        """∂a = ∂o · v of one key."""
        v = self.V[term.key].astype(np.float64).tolist()
        return Product(list(zip(self.dO.tolist(), v, strict=True)), term.dA)

    def mean_product(self) -> Product:
        """m = Σ a·∂a over the keys whose part is not 0, those that matter most; and what the others add."""
        keys = np.flatnonzero(self.a * self.dA)
        keys = keys if len(keys) else np.flatnonzero(self.seen)
        kept = keys[_largest(np.abs(self.a * self.dA)[keys], MOST_COMPONENTS)] if len(keys) else keys
        beyond = float((self.a * self.dA).sum() - (self.a * self.dA)[kept].sum()) if len(kept) < len(keys) else 0.0
        return Product(list(zip(self.a[kept].tolist(), self.dA[kept].tolist(), strict=True)), self.mean, beyond)

    @property
    def mean_forms(self) -> Forms:
        return Forms(self.columns.weight, self.columns.dA, self.columns.mean)

    @property
    def total(self) -> float:
        """The sum of what goes on: 0 but for rounding."""
        total = float(self.dscaled.sum())
        single = self.gradient.dscaled.dtype == np.float32
        return 0.0 if abs(total) < (1e-5 if single else 1e-12) * np.abs(self.dscaled).sum() else total

    # digits -------------------------------------------------------------------------------------------------

    def _columns(self) -> tuple[Columns, frozenset[int], bool]:
        """As few digits as make every line come out when it is reckoned from what is shown.

        With them, the keys whose line a · (∂a − m) comes out, and whether the results add up to their sum; where no
        digits are enough, those with which most lines do.
        """
        terms = [term for term in self.shown if term.visible]
        weight = Readings(column(self.a[self.seen].tolist()), [term.weight for term in terms])
        dA = Readings(column(self.dA[self.seen].tolist()), [term.dA for term in terms])
        mean = Readings(column([self.mean]), [self.mean])
        goes_on = Readings(column(self.dscaled[self.seen].tolist()), [term.dscaled for term in terms])
        sum_ = self.mean_product()
        best, most = (Columns(weight.column, dA.column, mean.column, goes_on.column), frozenset[int](), False), -1
        order = sorted(product(range(3), range(2), range(2), range(2)), key=lambda m: (2 * sum(m[:2]) + sum(m[2:]), m))
        for more in order:
            columns = Columns(*(part.finer(by)[0] for part, by in zip((weight, dA, mean, goes_on), more, strict=True)))
            w, d, m, r = (part.finer(by)[1] for part, by in zip((weight, dA, mean, goes_on), more, strict=True))
            lines = columns.dscaled.agree(w * (d - m), r)
            total = columns.dscaled.read(self.rest) + float(r.sum())
            whole = columns.dscaled.agrees(total, self.total)
            forms = Forms(columns.weight, columns.dA, columns.mean)
            count = int(lines.sum()) + adds_up(sum_, forms)
            if count > most:
                agreeing = frozenset(term.key for term, line in zip(terms, lines, strict=True) if line)
                best, most = (columns, agreeing, whole), count
            if count == len(terms) + 1:
                break
        return best

    def agrees(self, term: Term) -> bool:
        """Whether a key's line comes out when it is reckoned from what is shown."""
        return term.key in self.agreeing

    def _product_forms(self) -> Forms:
        """Two decimals where they make every ∂a come out, or three; else two, and the others are called ≈."""
        terms = [term for term in self.shown if term.visible]
        products = [self.product(term) for term in terms]
        V = self.V[[term.key for term in terms]].astype(np.float64).ravel().tolist()
        tried = [Forms(exact_column(self.dO.tolist(), most), exact_column(V, most), self.columns.dA) for most in (2, 3)]
        for forms in tried:
            if all(adds_up(product, forms, len(self.dO)) for product in products):
                return forms
        return tried[0]


def _largest(sizes: Array, most: int) -> np.ndarray:
    """The indices that matter most, in their own order: all, or one fewer than `most` and a line for the rest."""
    if len(sizes) <= most:
        return np.arange(len(sizes))
    return np.sort(np.argsort(-sizes, kind="stable")[: most - 1])
