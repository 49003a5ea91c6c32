"""One row's way back through the softmax, written out with its real numbers, and the Jacobian it goes through."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnviz.core.measures import jacobian_norms
from attnviz.core.tokens import visible_text
from attnviz.document.gradient_trace import Array, GradientTrace
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.jacobian_cells import jacobian_width, lay_jacobian
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.products import MOST_COMPONENTS, dot_texts, whole_product, without_dust
from attnviz.export.sum_figure import GAP, LARGEST, LINE, MARGIN, SIZE, TOP
from attnviz.export.words import isolated, short_name
from attnviz.i18n import NumberFormat, translate

LEAST_PRODUCTS = 190.0
MEAN = "② m = Σ a·∂a"
LABEL_SHARE = 0.42  # of the first column, at most, for the keys' names
SIZES = (SIZE, 12, 11)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Term:
    key: int
    label: str
    visible: bool
    weight: float
    dA: float
    dscaled: float


class _Panel:
    """Lays the row out in two columns of numbers, with the mean below the first, and one matrix."""

    def __init__(
        self,
        gradient: GradientTrace,
        query: int,
        form: NumberFormat,
        sheet: Sheet,
        width: float,
        most_terms: int,
        notation: Notation,
    ) -> None:
        self.gradient, self.query, self.form, self.sheet, self.notation = gradient, query, form, sheet, notation
        trace = gradient.trace
        self.a: Array = trace.weights[query].astype(np.float64)
        self.dO: Array = gradient.dO[query].astype(np.float64)
        assert trace.V is not None
        self.V: Array = trace.V
        self.seen = trace.visible[query]
        self.dA = self._without_dust(gradient.dA[query].astype(np.float64))
        self.dscaled: Array = gradient.dscaled[query].astype(np.float64)
        self.places = _places(self.dA)
        self.quiet = not self.dO.any()  # the loss does not ask about this row
        self.empty = not self.seen.any()
        parts = self.a * self.dA
        self.mean = without_dust(float(parts.sum()), parts.tolist())
        kept = _largest(np.abs(self.dscaled) + np.abs(parts), most_terms)
        self.shown = [self._term(int(j)) for j in kept]
        self.hidden = np.setdiff1d(np.arange(trace.n_k), kept)
        self.starts = [self._start_text(term) for term in self.shown]
        self.results = [self._number(term.dscaled) if term.visible else "" for term in self.shown]
        self._place(width)

    def _without_dust(self, dA: Array) -> Array:
        """∂a, 0 where the products of ∂o and v cancel and only their rounding is left."""
        sizes = np.abs(self.V).astype(np.float64) @ np.abs(self.dO)
        dust = max(1e-12, 8 * float(np.finfo(self.gradient.dA.dtype).eps))
        return np.where(np.abs(dA) < dust * sizes, 0.0, dA)

    def _term(self, j: int) -> _Term:
        return _Term(
            key=j,
            label=isolated(visible_text(self.gradient.trace.tokens_k[j])),
            visible=bool(self.seen[j]),
            weight=float(self.a[j]),
            dA=float(self.dA[j]),
            dscaled=float(self.dscaled[j]),
        )

    def _factors(self, j: int) -> list[tuple[float, float]]:
        return list(zip(self.dO.tolist(), self.V[j].astype(np.float64).tolist(), strict=True))

    def _number(self, value: float) -> str:
        return self.form.short(value, self.places)

    # places -------------------------------------------------------------------------------------------------

    def _headings(self) -> tuple[str, str, str]:
        return f"① ∂a = {self._o()} · v", "③ a · (∂a − m)", "④ J = diag(a) − a aᵀ"

    def _place(self, width: float) -> None:
        """Columns ③ and ④ get what their texts need; ①, with the mean below it, what is left."""
        heads = [self.sheet.measure(text, 15, True) for text in self._headings()]
        self.labels = [f"{self._o()}·{term.label}" for term in self.shown]
        whole = [
            f"{label} = {whole_product(self._factors(term.key)[:12], self.form)} = {self._dA(term)}"
            for label, term in zip(self.labels, self.shown, strict=True)
        ]
        mean = f"{MEAN} = {whole_product(self._mean_factors()[0], self.form, self.places)} = {self._number(self.mean)}"
        products = max(self._widest([*whole, mean]) + 16, heads[0], LEAST_PRODUCTS)
        last = max(
            self._widest([f"{a}{b}" for a, b in zip(self.starts, self.results, strict=True)]) + 10,
            self._widest([self._sum_text()]),
            heads[1],
        )
        matrix = max(jacobian_width(len(self.a)), heads[2], self._widest(self._matrix_lines()))
        room = width - 2 * MARGIN - 2 * GAP
        self.needed = 2 * MARGIN + 2 * GAP + products + last + matrix
        self.products = max(LEAST_PRODUCTS, min(products, room - last - matrix))
        gap = GAP + max(0.0, room - self.products - last - matrix) / 2 * 0.8
        second = MARGIN + self.products + gap
        self.left = (MARGIN, second, second + last + gap)
        self.label_width = min(self._widest(self.labels), self.products * LABEL_SHARE)

    def _o(self) -> str:
        return "∂c" if self.notation.letters == "OmegaAC" else "∂o"

    def _widest(self, texts: list[str]) -> float:
        return max((self.sheet.measure(text, SIZE, True) for text in texts), default=0.0)

    # texts --------------------------------------------------------------------------------------------------

    def _dA(self, term: _Term) -> str:
        return self._number(term.dA) if term.visible else translate("figure", "masked")

    def _mean_factors(self) -> tuple[list[tuple[float, float]], float]:
        """Weight and ∂a of the keys that may be looked at, those that matter most; and what the others add."""
        keys = np.flatnonzero(self.seen)
        kept = keys[_largest(np.abs(self.a * self.dA)[keys], MOST_COMPONENTS)] if len(keys) else keys
        beyond = float((self.a * self.dA).sum() - (self.a * self.dA)[kept].sum()) if len(kept) < len(keys) else 0.0
        return list(zip(self.a[kept].tolist(), self.dA[kept].tolist(), strict=True)), beyond

    def _start_text(self, term: _Term) -> str:
        if not term.visible:
            return translate("figure", "masked")
        minus = f"+ {self._number(-self.mean)}" if self.mean < 0 else f"− {self._number(self.mean)}"
        return f"{self._number(term.weight)}·({self._number(term.dA)} {minus}) = "

    def _sum_text(self) -> str:
        total = self.dscaled.sum()
        single = self.gradient.dscaled.dtype == np.float32
        total = 0.0 if abs(total) < (1e-5 if single else 1e-12) * np.abs(self.dscaled).sum() else float(total)
        return translate("figure", "sum = {total}").format(total=self._number(total))

    def _matrix_lines(self) -> list[str]:
        norm = float(jacobian_norms(self.a[np.newaxis])[0])
        share = percent(float(self.gradient.passed[self.query]), self.form)
        return [
            translate("gradient", "norm of J: {norm}").format(norm=self.form.short(norm, 3)),
            *(() if self.quiet else (translate("gradient", "{percent} of ∂A gets through").format(percent=share),)),
        ]

    # drawing ------------------------------------------------------------------------------------------------

    def lay(self) -> None:
        name = visible_text(self.gradient.trace.tokens_q[self.query])
        heading = translate("gradient", "The way back of “{query}” through the softmax").format(
            query=isolated(self.sheet.elided(name, self.products, 12, bold=True))
        )
        self.sheet.text(MARGIN, 22, heading, size=12, bold=True, colour="muted")
        colours = ("weights", "scores", "scores")
        for x, text, colour in zip(self.left, self._headings(), colours, strict=True):
            self.sheet.text(x, 48, text, size=15, bold=True, colour=colour)
        if self.empty:
            self._quiet_line(translate("gradient", "No key may be looked at: nothing goes back."))
            return
        if self.quiet:
            self._quiet_line(self._unasked())
            self._jacobian()
            return
        self._products()
        self._mean()
        self._softmax()
        self._jacobian()

    def _quiet_line(self, text: str) -> None:
        width = self.left[2] - MARGIN - GAP
        self.sheet.text(MARGIN, TOP, self.sheet.elided(text, width, SIZE), size=SIZE, colour="muted")

    def _unasked(self) -> str:
        """Why nothing comes, and which rows the loss does ask about."""
        asked = np.flatnonzero(self.gradient.dO.any(axis=-1))
        tokens = self.gradient.trace.tokens_q
        names = ", ".join(isolated(short_name(tokens[i])) for i in asked[:3]) + (", …" if len(asked) > 3 else "")
        if not len(asked):
            return translate("gradient", "∂L/∂O is 0 everywhere: nothing goes back.")
        return translate("gradient", "The loss does not ask about this row, so all of it is 0. Follow {names}.").format(
            names=names
        )

    def _line(self, index: int) -> float:
        return TOP + index * LINE

    def _products(self) -> None:
        x = self.left[0]
        at = x + self.label_width + 6
        rooms = [x + self.products - at - self.sheet.measure(self._dA(term), SIZE, True) for term in self.shown]
        factors = [self._factors(term.key) for term in self.shown]
        texts, size = dot_texts(factors, rooms, self.form, self.sheet.measure, SIZES)
        for index, (term, label, text) in enumerate(zip(self.shown, self.labels, texts, strict=True)):
            y = self._line(index)
            self.sheet.text(x, y, self.sheet.elided(label, self.label_width, SIZE), size=SIZE)
            if not term.visible:
                self.sheet.text(at, y, self._dA(term), size=SIZE, colour="muted")
                continue
            end = at + self.sheet.text(at, y, text, size=size)
            self.sheet.text(end, y, self._dA(term), size=SIZE, bold=True)
        self._note(x, self.products, translate("gradient", "… and {n} more").format(n=len(self.hidden)))

    def _note(self, x: float, width: float, text: str) -> None:
        if len(self.hidden):
            y = self._line(len(self.shown))
            self.sheet.text(x, y, self.sheet.elided(text, width, SIZE), size=SIZE, colour="muted")

    def _last_line(self) -> float:
        return self._line(len(self.shown) + bool(len(self.hidden)))

    def _mean(self) -> None:
        x, y = self.left[0], self._last_line() + 5
        result = self._number(self.mean)
        at = x + self.sheet.text(x, y, MEAN, size=SIZE, bold=True, colour="weights") + 5
        room = x + self.products - at - self.sheet.measure(result, SIZE, True)
        factors, beyond = self._mean_factors()
        (text,), size = dot_texts(
            [factors], [room], self.form, self.sheet.measure, SIZES, places=self.places, beyond=beyond
        )
        end = at + self.sheet.text(at, y, text, size=size)
        self.sheet.text(end, y, result, size=SIZE, bold=True)

    def _softmax(self) -> None:
        x = self.left[1]
        for index, (term, start, result) in enumerate(zip(self.shown, self.starts, self.results, strict=True)):
            y = self._line(index)
            if not term.visible:
                self.sheet.text(x, y, start, size=SIZE, colour="muted")
                continue
            at = x + self.sheet.text(x, y, start, size=SIZE)
            self.sheet.text(at, y, result, size=SIZE, bold=True)
        rest = float(self.dscaled[self.hidden].sum())
        self._note(x, self.left[2] - x - 8, f"… ({self._number(rest)})")
        self.sheet.text(x, self._last_line(), self._sum_text(), size=SIZE, colour="muted")

    def _jacobian(self) -> None:
        x = self.left[2]
        below = lay_jacobian(self.sheet, self.a, self.gradient.trace.tokens_k, x, 62.0, self.form)
        for index, line in enumerate(self._matrix_lines()):
            self.sheet.text(x, below + index * LINE, line, size=SIZE, bold=bool(index))


def gradient_sum_figure(
    gradient: GradientTrace,
    query: int,
    *,
    width: float,
    measure: Measure,
    form: NumberFormat,
    most_terms: int = 7,
    notation: Notation = STANDARD,
) -> Figure:
    """The written way back of one row, `width` wide; of more than `most_terms` keys those that matter most."""
    sheet = Sheet(measure)
    _Panel(gradient, query, form, sheet, width, most_terms, notation).lay()
    return Figure(
        width=max(width, sheet.right + MARGIN / 2),
        height=math.ceil(sheet.bottom + 16),
        items=tuple(sheet.items),
        title=visible_text(gradient.trace.tokens_q[query]),
        description=" ".join(item.text for item in sheet.items if hasattr(item, "text")),
    )


def gradient_sum_width(
    gradient: GradientTrace,
    query: int,
    *,
    measure: Measure,
    form: NumberFormat,
    most_terms: int = 7,
    notation: Notation = STANDARD,
) -> float:
    """How wide the written way back is when everything has room in full-sized type."""
    return _Panel(gradient, query, form, Sheet(measure), LARGEST, most_terms, notation).needed


def _places(values: Array) -> int:
    """Decimals that still tell numbers of this size apart: two for those around 1, more for smaller ones."""
    largest = float(np.abs(values).max(initial=0.0))
    return 2 if largest >= 1 or largest == 0 else min(2 - math.floor(math.log10(largest)), 6)


def percent(share: float, form: NumberFormat) -> str:
    """A share as a percentage with the digits that say something, e.g. 31 %, 0.4 %, 2·10⁻⁷ %."""
    hundred = 100 * float(share)
    number = form.short(hundred, 0 if hundred >= 10 else 1 if hundred >= 1 else 2)
    return translate("gradient", "{number} %").format(number=number)


def _largest(sizes: Array, most: int) -> np.ndarray:
    """The indices that matter most, in their own order: all, or one fewer than `most` and a line for the rest."""
    if len(sizes) <= most:
        return np.arange(len(sizes))
    return np.sort(np.argsort(-sizes, kind="stable")[: most - 1])
