"""The sum of one query written out in four numbered steps, every number its real one."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from attnviz.core.tokens import visible_text
from attnviz.document.explain import RowSum, Term
from attnviz.export.figure import Figure, Measure, Rect, Sheet
from attnviz.export.tiles import cell_text
from attnviz.export.words import isolated
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
LINE = 21.0
SIZE = 13
GAP = 22.0  # between columns
TOP = 72.0  # baseline of the first line
SHORT_BAR, LONG_BAR = 18.0, 110.0  # least and most that a weight of 1 is long
LABEL_SHARE = 0.42  # of the first column, at most, for the keys' names
MOST_COMPONENTS = 12  # of a vector that are written out
LARGEST = 4000.0  # a width in which everything fits
LEAST_PRODUCTS = 150.0  # width below which the products make no sense


@dataclass(frozen=True, slots=True)
class _Widths:
    """Where the columns begin and how wide they are; `bar` is the length of a weight of 1.

    `least` is the width that all texts need even in small type.
    """

    left: tuple[float, float, float, float]
    products: float
    bar: float
    least: float


class _Panel:
    """Lays one row's sum into four columns, each as wide as its numbers need; `stacked` two and two."""

    def __init__(
        self, row: RowSum, form: NumberFormat, sheet: Sheet, width: float, most_terms: int, *, stacked: bool = False
    ) -> None:
        self.row, self.stacked = row, stacked
        self.down = 0.0  # how far the columns that are being laid stand below the first
        self.form = form
        self.needed = width  # what all texts would take in full size
        self.sheet = sheet
        self.shown, self.hidden = _largest_terms(row, most_terms)
        self.labels = [self._label(term) for term in self.shown]
        self.exponents = [self._exponential(term) for term in self.shown]
        self.vectors = [self._weighted(term) for term in self.shown]
        self.widths = self._columns(width)
        self.label_width = min(self._widest(self.labels), self.widths.products * LABEL_SHARE)

    def lay(self) -> None:
        heading = translate("figure", "The sum of “{query}”, step by step").format(
            query=isolated(self.sheet.elided(visible_text(self.row.label), self.widths.products, 12, bold=True))
        )
        self.sheet.text(MARGIN, 22, heading, size=12, bold=True, colour="muted")
        headings = self._headings()
        self._lay_headings(headings[:2], 0)
        self._scores(self.widths.left[0])
        self._scale(self.widths.left[1])
        if self.stacked:
            self.down = self.sheet.bottom + 34 - (48 - 15)
        self._lay_headings(headings[2:], 2)
        self._softmax(self.widths.left[2])
        if self.row.V is not None and self.row.output is not None:
            self._mixture(self.widths.left[3])

    def _lay_headings(self, headings: list[tuple[str, str, str]], first: int) -> None:
        for column, (number, text, colour) in enumerate(headings, first):
            x, y = self.widths.left[column], 48 + self.down
            self.sheet.text(x, y, f"{number} {text}", size=15, bold=True, colour=colour)

    def _headings(self) -> list[tuple[str, str, str]]:
        scores = translate("figure", "scores q · k") if self.row.q is not None else translate("figure", "scores")
        headings = [("①", scores, "scores"), ("②", self._scale_heading(), "scores"), ("③", "softmax", "weights")]
        if self.row.V is not None:
            headings.append(("④", translate("figure", "mixture of values"), "output"))
        return headings

    def _columns(self, width: float) -> _Widths:
        """Steps ② to ④ get what their texts need, ① what is left, and the bars what ① can spare."""
        heads = [self.sheet.measure(f"{number} {text}", 15, True) for number, text, _ in self._headings()]
        scale = max(self._widest([self._scaled_text(term) for term in self.shown]) + 6, heads[1])
        number = self.sheet.measure(self.form.fixed(1, 2), SIZE, True)
        softmax = max(
            self._widest(self.exponents) + 10 + 6 + number,
            self._widest([self._total_text()]) - SHORT_BAR,
            heads[2] - SHORT_BAR,
        )
        mixture = max(self._widest([*self.vectors, self._output_text()]), heads[3]) if len(heads) > 3 else 0.0
        shortest = max(self.sheet.measure(f"= … = {self._score(term)}", SIZE, True) for term in self.shown)
        least = max(LEAST_PRODUCTS, (shortest + 8) / (1 - LABEL_SHARE))
        products = max(self._widest([self._full_line(term) for term in self.shown]) + 12, heads[0], least)
        if self.row.q is None:
            products = max(products, self._widest([self._formula()]))
        if self.stacked:
            return self._two_and_two(width, products, least, scale, softmax, mixture)
        gaps = 2 * MARGIN + GAP * (len(heads) - 1)
        room, needed = width - gaps, gaps + least + scale + softmax + mixture + SHORT_BAR
        spare = room - scale - softmax - mixture - products
        self.needed = width - spare + SHORT_BAR
        bar = min(max(spare, SHORT_BAR), LONG_BAR)
        products = max(min(products, room - scale - softmax - mixture - bar), least)
        gap = GAP + max(0.0, room - scale - softmax - mixture - bar - products) / max(len(heads) - 1, 1) * 0.8
        second = MARGIN + products + gap
        third = second + scale + gap
        return _Widths((MARGIN, second, third, third + softmax + bar + gap), products, bar, needed)

    def _two_and_two(
        self, width: float, products: float, least: float, scale: float, softmax: float, mixture: float
    ) -> _Widths:
        """① and ② above ③ and ④."""
        room = width - 2 * MARGIN - GAP
        self.needed = 2 * MARGIN + GAP + max(products + scale, softmax + SHORT_BAR + mixture)
        products = max(min(products, room - scale), least)
        bar = min(max(room - softmax - mixture, SHORT_BAR), LONG_BAR)
        lower = MARGIN + softmax + bar + GAP
        return _Widths((MARGIN, MARGIN + products + GAP, MARGIN, lower), products, bar, self.needed)

    def _widest(self, texts: list[str]) -> float:
        return max((self.sheet.measure(text, SIZE, False) for text in texts), default=0.0)

    def _line(self, index: int) -> float:
        return TOP + self.down + index * LINE

    def _label(self, term: Term) -> str:
        prefix = "q·" if self.row.q is not None else ""
        return prefix + isolated(visible_text(term.label))

    def _number(self, value: float) -> str:
        return self.form.short(value, 2)

    def _score(self, term: Term) -> str:
        """The score; 0 where products cancel and only the dust of their rounding is left."""
        size = math.fsum(abs(a * b) for a, b in self._factors(term))
        return self._number(0.0 if abs(term.score) < 1e-12 * size else term.score)

    # ① ------------------------------------------------------------------------------------------------------

    def _scores(self, x: float) -> None:
        first = self._first_line()
        if first:  # up to the next column: nothing else stands in its line
            room = self.widths.left[1] - x - 6
            size = next((size for size in (SIZE, 12, 11) if self.sheet.measure(first, size, False) <= room), 10)
            self.sheet.text(x, self._line(0), self.sheet.elided(first, room, size), size=size)
        start = 1 if first else 0
        at = x + self.label_width + 6
        results = [self._score(term) for term in self.shown]
        rooms = [x + self.widths.products - at - self.sheet.measure(result, SIZE, True) for result in results]
        products = [self._products(term, room) for term, room in zip(self.shown, rooms, strict=True)]
        size = min((size for _, size in products), default=SIZE)  # one size for all lines
        for index, (label, result, (text, _)) in enumerate(zip(self.labels, results, products, strict=True), start):
            y = self._line(index)
            self.sheet.text(x, y, self.sheet.elided(label, self.label_width, SIZE), size=SIZE)
            self.sheet.runs(at, y, (text, {"size": size}), (result, {"size": SIZE, "bold": True}))
        beside = self._widest([self._scaled_text(term) for term in self.shown])  # ② has no line as low as that
        self._hidden_note(x, start, self.widths.left[1] + beside - x)

    def _first_line(self) -> str:
        """The query, or the formula of a score that has none."""
        if self.row.q is not None:
            return "q = " + _vector(self.row.q, self.form, self.sheet, self.widths.products - 30)
        return self._formula()

    def _formula(self) -> str:
        return {
            "previous": translate("figure", "√dₖ · c for the token before, else 0"),
            "distance": translate("figure", "−√dₖ · λ · |i − j|"),
            "mixed": translate("figure", "the three scores, mixed by their shares"),
        }.get(self.row.head, "")

    def _factors(self, term: Term) -> list[tuple[float, float]]:
        row = self.row
        if row.q is None or row.K is None:
            return []
        return list(zip(row.q.tolist(), row.K[term.key].tolist(), strict=True))

    def _full_line(self, term: Term) -> str:
        factors = self._factors(term)
        if len(factors) > MOST_COMPONENTS:
            factors = factors[:3]
        return f"{self._label(term)}= {self._written(factors)} = {self._score(term)}"

    def _written(self, factors: list[tuple[float, float]]) -> str:
        return " + ".join(f"{_signed(a, self.form)}·{_signed(b, self.form)}" for a, b in factors)

    def _products(self, term: Term, room: float) -> tuple[str, int]:
        """The dot product term by term, and the size in which it fits.

        Where even small type is too wide: its largest products and what the rest adds.
        """
        factors = self._factors(term)
        if not factors:
            return "= ", SIZE
        if len(factors) <= MOST_COMPONENTS:
            whole = f"= {self._written(factors)} = "
            for size in (SIZE, 12, 11, 10):
                if self.sheet.measure(whole, size, False) <= room:
                    return whole, size
        order = sorted(range(len(factors)), key=lambda c: -abs(factors[c][0] * factors[c][1]))
        for count in range(min(3, len(factors) - 1), 0, -1):
            kept = sorted(order[:count])
            rest = math.fsum(a * b for c, (a, b) in enumerate(factors) if c not in kept)
            text = f"= {self._written([factors[c] for c in kept])} + … ({self._number(rest)}) = "
            for size in (SIZE, 11, 10):
                if self.sheet.measure(text, size, False) <= room:
                    return text, size
        return "= … = ", SIZE

    # ② ------------------------------------------------------------------------------------------------------

    def _scale_heading(self) -> str:
        row = self.row
        if row.divide and row.temperature != 1:
            return translate("figure", "scale ÷ (√{d_k} · τ)").format(d_k=row.d_k)
        if row.divide:
            return translate("figure", "scale ÷ √{d_k}").format(d_k=row.d_k)
        if row.temperature != 1:
            return translate("figure", "scale ÷ τ")
        return translate("figure", "no scaling")

    def _scale(self, x: float) -> None:
        for index, term in enumerate(self.shown):
            y = self._line(index)
            if not term.visible:
                self.sheet.text(x, y, self._scaled_text(term), size=SIZE, colour="muted")
                continue
            start, result = self._scaled_parts(term)
            self.sheet.runs(x, y, (start, {"size": SIZE}), (result, {"size": SIZE, "bold": True}))

    def _scaled_parts(self, term: Term) -> tuple[str, str]:
        divisor, score = self._divisor(), self._score(term)
        return (f"{score} / {divisor} = ", cell_text(term.scaled, 2, self.form)) if divisor else ("", score)

    def _scaled_text(self, term: Term) -> str:
        return "".join(self._scaled_parts(term)) if term.visible else translate("figure", "masked")

    def _divisor(self) -> str:
        row = self.row
        root = self._number(math.sqrt(row.d_k))
        warm = self._number(row.temperature)
        if row.divide and row.temperature != 1:
            return f"({root} · {warm})"
        return root if row.divide else warm if row.temperature != 1 else ""

    # ③ ------------------------------------------------------------------------------------------------------

    def _softmax(self, x: float) -> None:
        bar_left = x + self._widest(self.exponents) + 10
        for index, (term, text) in enumerate(zip(self.shown, self.exponents, strict=True)):
            y = self._line(index)
            self.sheet.text(x, y, text, size=SIZE, colour="ink" if term.visible else "muted")
            if term.visible:
                length = max(1.0, self.widths.bar * term.weight)
                self.sheet.add(Rect(x=bar_left, y=y - 9, width=length, height=9, fill="weights", radius=2))
                self.sheet.text(bar_left + length + 6, y, self.form.fixed(term.weight, 2), size=SIZE, bold=True)
        room = bar_left + self.widths.bar + 40 - x
        self._hidden_note(x, 0, room)
        y = self._line(len(self.shown) + (1 if self.hidden else 0))
        self.sheet.text(x, y, self._total_text(), size=SIZE, colour="muted" if self.row.masked else "ink")
        if self.row.shift:
            note = translate("figure", "minus the largest, {shift}: same weights").format(
                shift=cell_text(self.row.shift, 2, self.form)
            )
            self.sheet.text(x, y + LINE, self.sheet.elided(note, room + GAP, 12), size=12, colour="muted")

    def _total_text(self) -> str:
        if self.row.masked:
            return translate("figure", "no key is left: all weights are 0")
        return translate("figure", "sum = {total}").format(total=self._exp_number(self.row.total))

    def _exponential(self, term: Term) -> str:
        if not term.visible:
            return translate("figure", "masked")
        power = cell_text(term.power, 2, self.form)
        return f"e^{power} = {self._exp_number(term.exponential)}"

    def _exp_number(self, value: float) -> str:
        return self.form.fixed(value, 2) if value == 0 or 0.005 <= value < 1e6 else self.form.scientific(value)

    # ④ ------------------------------------------------------------------------------------------------------

    def _weighted(self, term: Term) -> str:
        if self.row.V is None:
            return ""
        vector = _vector(self.row.V[term.key], self.form, self.sheet, 150)
        return f"+ {self.form.fixed(term.weight, 2)}·{vector}"

    def _output_text(self) -> str:
        if self.row.output is None:
            return ""
        return "= " + _vector(self.row.output, self.form, self.sheet, 170, fixed=True)

    def _mixture(self, x: float) -> None:
        indent = self.sheet.measure("+ ", SIZE, False)
        for index, text in enumerate(self.vectors):
            if index:
                self.sheet.text(x, self._line(index), text, size=SIZE)
            else:
                self.sheet.text(x + indent, self._line(index), text.removeprefix("+ "), size=SIZE)
        self._hidden_note(x, 0, 170)
        y = self._line(len(self.shown) + (1 if self.hidden else 0))
        self.sheet.text(x, y, self._output_text(), size=SIZE, bold=True)

    def _hidden_note(self, x: float, start: int, width: float) -> None:
        if not self.hidden:
            return
        adding = math.fsum(term.weight for term in self.hidden)
        note = translate("figure", "… and {n} more, weighing {weight}").format(
            n=len(self.hidden), weight=self.form.fixed(adding, 2)
        )
        y = self._line(start + len(self.shown))
        whole = self.sheet.measure(note, SIZE, False) <= width  # else it is read in another column
        self.sheet.text(x, y, note if whole else "…", size=SIZE, colour="muted")


def sum_figure(
    row: RowSum, *, width: float, measure: Measure, form: NumberFormat, most_terms: int = 7, narrow: bool = False
) -> Figure:
    """The written sum, `width` wide; keys beyond `most_terms` are summed up in one line, the heaviest kept.

    With `narrow` its four steps stand two and two where the width is too small for them side by side.
    """
    sheet = Sheet(measure)
    panel = _Panel(row, form, sheet, width, most_terms)
    if narrow and panel.widths.least > width:
        panel = _Panel(row, form, sheet, width, most_terms, stacked=True)
    panel.lay()
    return Figure(
        width=max(width, sheet.right + MARGIN / 2),
        height=math.ceil(sheet.bottom + 16),
        items=tuple(sheet.items),
        title=visible_text(row.label),
        description=" ".join(item.text for item in sheet.items if hasattr(item, "text")),
    )


def natural_width(row: RowSum, *, measure: Measure, form: NumberFormat, most_terms: int = 7) -> float:
    """How wide the written sum is when every product has room in full-sized type."""
    return _Panel(row, form, Sheet(measure), LARGEST, most_terms).needed


def _largest_terms(row: RowSum, most: int) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """The heaviest keys in their own order, and the rest."""
    if len(row.terms) <= most:
        return row.terms, ()
    order = np.argsort([-term.weight for term in row.terms], kind="stable")
    kept = sorted(order[: most - 1].tolist())
    rest = set(range(len(row.terms))) - set(kept)
    return tuple(row.terms[j] for j in kept), tuple(row.terms[j] for j in sorted(rest))


def _signed(value: float, form: NumberFormat) -> str:
    """A factor; a negative one in parentheses, so that its sign cannot be read as a subtraction."""
    text = form.short(value, 2)
    return f"({text})" if value < 0 else text


def _vector(values: np.ndarray, form: NumberFormat, sheet: Sheet, room: float, *, fixed: bool = False) -> str:
    """As many components as fit, in brackets; widths are added up, since short texts are measured only once."""
    write = form.fixed if fixed else form.short
    numbers = [write(float(value), 2) for value in values[:MOST_COMPONENTS]]
    gap = sheet.measure(form.separator, SIZE, fixed)
    free = room - sheet.measure("[]", SIZE, fixed)
    widths = [sheet.measure(number, SIZE, fixed) + gap for number in numbers]
    if len(values) <= MOST_COMPONENTS and sum(widths) - gap <= free:
        return "[" + form.separator.join(numbers) + "]"
    free -= sheet.measure("…", SIZE, fixed)
    count = 0
    while count < len(widths) and widths[count] <= free:
        free -= widths[count]
        count += 1
    return "[" + form.separator.join([*numbers[:count], "…"]) + "]"
