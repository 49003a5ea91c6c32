"""The sum of one query written out in four numbered steps, every number its real one."""

from __future__ import annotations

import math

import numpy as np

from attnviz.core.tokens import visible_text
from attnviz.document.explain import RowSum, Term
from attnviz.export.figure import Figure, Measure, Rect, Sheet
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
LINE = 21.0
SIZE = 13
COLUMN_GAP = 20.0
SHARES = (1.30, 0.74, 1.06, 0.90)  # of the width, for the four columns
BAR = 90.0  # longest bar, of a weight of 1


class _Panel:
    """Lays one row's sum into four columns of equal width."""

    def __init__(self, row: RowSum, form: NumberFormat, sheet: Sheet, width: float, most_terms: int) -> None:
        self.row = row
        self.form = form
        self.sheet = sheet
        room = width - 2 * MARGIN - 3 * COLUMN_GAP
        self.widths = [room * share / sum(SHARES) for share in SHARES]
        self.shown, self.hidden = _largest_terms(row, most_terms)
        label_widths = [sheet.measure(self._label(term), SIZE, False) for term in self.shown]
        self.label_width = min(max(label_widths, default=0.0), self.widths[0] * 0.4)
        self.top = 58.0

    def lay(self) -> None:
        heading = translate("figure", "The sum of “{query}”, step by step").format(query=visible_text(self.row.label))
        self.sheet.text(MARGIN, 22, heading, size=12, bold=True, colour="muted")
        self._scores(self._heading(0, "①", translate("figure", "scores q · k"), "scores"))
        self._scale(self._heading(1, "②", self._scale_heading(), "scores"))
        self._softmax(self._heading(2, "③", "softmax", "weights"))
        if self.row.V is not None and self.row.output is not None:
            self._mixture(self._heading(3, "④", translate("figure", "mixture of values"), "output"))

    def _heading(self, column: int, number: str, text: str, colour: str) -> float:
        x = MARGIN + sum(self.widths[:column]) + column * COLUMN_GAP
        title, room = f"{number} {text}", self.widths[column] + COLUMN_GAP - 6
        size = 15 if self.sheet.measure(title, 15, True) <= room else 13
        self.sheet.text(x, 48, self.sheet.elided(title, room, size, bold=True), size=size, bold=True, colour=colour)
        return x

    def _line(self, index: int) -> float:
        return self.top + 14 + index * LINE

    def _label(self, term: Term) -> str:
        prefix = "q·" if self.row.q is not None else ""
        return prefix + visible_text(term.label)

    def _fit(self, text: str, width: float) -> str:
        return self.sheet.elided(text, width, SIZE)

    def _number(self, value: float) -> str:
        return self.form.short(value, 2)

    # ① ------------------------------------------------------------------------------------------------------

    def _scores(self, x: float) -> None:
        start = 0
        if self.row.q is not None:
            text = "q = " + _vector(self.row.q, self.form, self.sheet, self.widths[0] - 30)
            self.sheet.text(x, self._line(0), text, size=SIZE)
            start = 1
        for index, term in enumerate(self.shown, start):
            y = self._line(index)
            label = self.sheet.elided(self._label(term), self.label_width, SIZE)
            self.sheet.text(x, y, label, size=SIZE)
            at = x + self.label_width + 6
            result = self._number(term.score)
            room = x + self.widths[0] - at - self.sheet.measure(f"= {result}", SIZE, True) - 4
            at += self.sheet.text(at, y, "= " + self._products(term, room), size=SIZE)
            self.sheet.text(at, y, result, size=SIZE, bold=True)
        self._hidden_note(x, self.widths[0], start)

    def _products(self, term: Term, room: float) -> str:
        """The dot product term by term; where it is too long, its largest products and what the rest adds."""
        row = self.row
        if row.q is None or row.K is None:
            return ""
        factors = list(zip(row.q.tolist(), row.K[term.key].tolist(), strict=True))
        written = [f"{_signed(a, self.form)}·{_signed(b, self.form)}" for a, b in factors]
        whole = " + ".join(written) + " = "
        if self.sheet.measure("= " + whole, SIZE, False) <= room:
            return whole
        order = sorted(range(len(factors)), key=lambda c: -abs(factors[c][0] * factors[c][1]))
        for count in range(min(3, len(factors) - 1), 0, -1):
            kept = sorted(order[:count])
            rest = math.fsum(a * b for c, (a, b) in enumerate(factors) if c not in kept)
            text = " + ".join(written[c] for c in kept) + f" + … ({_signed(rest, self.form)}) = "
            if self.sheet.measure("= " + text, SIZE, False) <= room:
                return text
        return ""

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
        divisor = self._divisor()
        for index, term in enumerate(self.shown):
            y = self._line(index)
            if not term.visible:
                self.sheet.text(x, y, translate("figure", "masked: may not look"), size=SIZE, colour="muted")
                continue
            score = self._number(term.score)
            at = x + self.sheet.text(x, y, f"{score} / {divisor} = " if divisor else "", size=SIZE)
            self.sheet.text(at, y, self.form.fixed(term.scaled, 2) if divisor else score, size=SIZE, bold=True)

    def _divisor(self) -> str:
        row = self.row
        root = self._number(math.sqrt(row.d_k))
        warm = self._number(row.temperature)
        if row.divide and row.temperature != 1:
            return f"({root} · {warm})"
        return root if row.divide else warm if row.temperature != 1 else ""

    # ③ ------------------------------------------------------------------------------------------------------

    def _softmax(self, x: float) -> None:
        exponents = [self._exponential(term) for term in self.shown]
        widest = max((self.sheet.measure(text, SIZE, False) for text in exponents), default=0.0)
        bar_left = x + widest + 10
        longest = min(BAR, max(self.widths[2] - widest - 52, 16.0))
        for index, (term, text) in enumerate(zip(self.shown, exponents, strict=True)):
            y = self._line(index)
            self.sheet.text(
                x, y, self._fit(text, bar_left - x - 6), size=SIZE, colour="ink" if term.visible else "muted"
            )
            if term.visible:
                length = max(1.0, longest * term.weight)
                self.sheet.add(Rect(x=bar_left, y=y - 9, width=length, height=9, fill="weights", radius=2))
                self.sheet.text(bar_left + length + 6, y, self.form.fixed(term.weight, 2), size=SIZE, bold=True)
        y = self._line(len(self.shown) + (1 if self.hidden else 0))
        self._hidden_note(x, self.widths[2], 0)
        if self.row.masked:
            self.sheet.text(x, y, translate("figure", "no key is left: all weights are 0"), size=SIZE, colour="muted")
            return
        total = translate("figure", "sum = {total}").format(total=self._exp_number(self.row.total))
        self.sheet.text(x, y, total, size=SIZE)
        if self.row.shift:
            note = translate("figure", "the largest, {shift}, is subtracted first: same weights").format(
                shift=self.form.fixed(self.row.shift, 2)
            )
            self.sheet.text(
                x, y + LINE, self._fit(note, self.widths[2] + self.widths[3] * 0.2), size=12, colour="muted"
            )

    def _exponential(self, term: Term) -> str:
        if not term.visible:
            return translate("figure", "masked")
        power = self.form.fixed(term.power, 2)
        return f"e^{power} = {self._exp_number(term.exponential)}"

    def _exp_number(self, value: float) -> str:
        return self.form.fixed(value, 2) if value == 0 or 0.005 <= value < 1e6 else self.form.scientific(value)

    # ④ ------------------------------------------------------------------------------------------------------

    def _mixture(self, x: float) -> None:
        row = self.row
        assert row.V is not None
        assert row.output is not None
        for index, term in enumerate(self.shown):
            weight = self.form.fixed(term.weight, 2)
            room = self.widths[3] - self.sheet.measure(f"+ {weight}·", SIZE, False) - 4
            vector = _vector(row.V[term.key], self.form, self.sheet, room)
            sign = "+ " if index else ""
            indent = 0.0 if index else self.sheet.measure("+ ", SIZE, False)
            self.sheet.text(x + indent, self._line(index), f"{sign}{weight}·{vector}", size=SIZE)
        self._hidden_note(x, self.widths[3], 0)
        y = self._line(len(self.shown) + (1 if self.hidden else 0))
        result = "= " + _vector(row.output, self.form, self.sheet, self.widths[3] - 20, places=2, fixed=True)
        self.sheet.text(x, y, result, size=SIZE, bold=True)

    def _hidden_note(self, x: float, width: float, start: int) -> None:
        if not self.hidden:
            return
        adding = math.fsum(term.weight for term in self.hidden)
        note = translate("figure", "… and {n} more, weighing {weight}").format(
            n=len(self.hidden), weight=self.form.fixed(adding, 2)
        )
        self.sheet.text(x, self._line(start + len(self.shown)), self._fit(note, width), size=SIZE, colour="muted")


def sum_figure(row: RowSum, *, width: float, measure: Measure, form: NumberFormat, most_terms: int = 7) -> Figure:
    """The written sum, `width` wide; keys beyond `most_terms` are summed up in one line, the heaviest kept."""
    sheet = Sheet(measure)
    _Panel(row, form, sheet, width, most_terms).lay()
    return Figure(
        width=width,
        height=math.ceil(sheet.bottom + 16),
        items=tuple(sheet.items),
        title=visible_text(row.label),
        description=" ".join(item.text for item in sheet.items if hasattr(item, "text")),
    )


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


def _vector(
    values: np.ndarray, form: NumberFormat, sheet: Sheet, room: float, *, places: int = 2, fixed: bool = False
) -> str:
    """As many components as fit, in brackets."""
    write = form.fixed if fixed else form.short
    numbers = [write(float(value), places) for value in values]
    whole = "[" + form.separator.join(numbers) + "]"
    if sheet.measure(whole, SIZE, fixed) <= room:
        return whole
    for count in range(min(len(numbers) - 1, 12), 0, -1):
        text = "[" + form.separator.join([*numbers[:count], "…"]) + "]"
        if sheet.measure(text, SIZE, fixed) <= room:
            return text
    return "[…]"
