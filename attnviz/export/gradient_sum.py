"""One row's way back through the softmax, written out with its real numbers, and the Jacobian it goes through."""

from __future__ import annotations

import math

import numpy as np

from attnviz.core.measures import jacobian_norms
from attnviz.core.tokens import visible_text
from attnviz.export.figure import Figure, Label, Measure, Sheet
from attnviz.export.gradient_row import GradientRow, Term
from attnviz.export.jacobian_cells import jacobian_width, lay_jacobian
from attnviz.export.notation import STANDARD, Notation
from attnviz.export.products import MOST_COMPONENTS, dot_texts, equals, product_text
from attnviz.export.sum_figure import GAP, LARGEST, LINE, MARGIN, SIZE, TOP
from attnviz.export.words import isolated, short_name
from attnviz.i18n import NumberFormat, translate

LEAST_PRODUCTS = 190.0
MEAN = "② m = Σ a·∂a"
LABEL_SHARE = 0.42  # of the first column, at most, for the keys' names
SIZES = (SIZE, 12, 11)
MOST_LINKS = 3  # rows that are offered instead of one about which the loss does not ask


class _Panel:
    """Lays the row out in two columns of numbers, with the mean below the first, and one matrix; `stacked` the second
    column and the matrix below."""

    def __init__(
        self,
        row: GradientRow,
        form: NumberFormat,
        sheet: Sheet,
        width: float,
        notation: Notation,
        *,
        stacked: bool = False,
        links: bool = True,
    ) -> None:
        self.stacked, self.links = stacked, links
        self.room = 0.0  # between the margins, where columns are stacked
        self.down = 0.0  # how far the columns that are being laid stand below the first
        self.row, self.form, self.sheet, self.notation = row, form, sheet, notation
        self.gradient, self.query = row.gradient, row.query
        self.tokens_k = row.gradient.trace.tokens_k
        self.starts = [self._start_text(term) for term in self.row.shown]
        self.results = [self._result(term.dscaled) if term.visible else "" for term in self.row.shown]
        self._place(width)

    # places -------------------------------------------------------------------------------------------------

    def _headings(self) -> tuple[str, str, str]:
        return f"① ∂a = {self._o()} · v", "③ a · (∂a − m)", "④ J = diag(a) − a aᵀ"

    def _place(self, width: float) -> None:
        """Columns ③ and ④ get what their texts need; ①, with the mean below it, what is left."""
        row = self.row
        heads = [self.sheet.measure(text, 15, True) for text in self._headings()]
        self.labels = [f"{self._o()}·{term.label}" for term in row.shown]
        count = len(row.dO) if len(row.dO) <= MOST_COMPONENTS else 3
        whole = [
            f"{label} {product_text(row.product(term), row.product_forms, self.form, count)}{self._dA(term)}"
            for label, term in zip(self.labels, row.shown, strict=True)
        ]
        mean = product_text(row.mean_product(), row.mean_forms, self.form, MOST_COMPONENTS)
        lines = [*whole, f"{MEAN} {mean}{self._mean_text()}"]
        products = max(self._widest(lines) + 16, heads[0], LEAST_PRODUCTS)
        last = max(
            self._widest([f"{a}{b}" for a, b in zip(self.starts, self.results, strict=True)]) + 10,
            self._widest([self._sum_text()]),
            heads[1],
        )
        room = width - 2 * MARGIN - 2 * GAP
        matrix = self._matrix_width(heads[2], numbered=True)
        self.least = 2 * MARGIN + 2 * GAP + LEAST_PRODUCTS + last + self._matrix_width(heads[2], numbered=False)
        if self.stacked:
            self._place_below(width, lines, products, last, heads)
            return
        self.needed = 2 * MARGIN + 2 * GAP + products + last + matrix
        # Where room is short, J's numbers make place for the sums: pointing at its cells still reads them.
        small = max(self.sheet.measure(line, SIZES[-1], False) for line in lines) + 16
        self.numbered = row.quiet or max(small, heads[0], LEAST_PRODUCTS) + last + matrix <= room
        matrix = matrix if self.numbered else self._matrix_width(heads[2], numbered=False)
        self.products = max(LEAST_PRODUCTS, min(products, room - last - matrix))
        gap = GAP + max(0.0, room - self.products - last - matrix) / 2 * 0.8
        second = MARGIN + self.products + gap
        self.left = (MARGIN, second, second + last + gap)
        self.label_width = min(self._widest(self.labels), self.products * LABEL_SHARE)

    def _place_below(self, width: float, lines: list[str], products: float, last: float, heads: list[float]) -> None:
        """① and ② above ③ and ④."""
        self.room = room = width - 2 * MARGIN
        matrix = self._matrix_width(heads[2], numbered=True)
        self.numbered = self.row.quiet or last + GAP + matrix <= room
        matrix = matrix if self.numbered else self._matrix_width(heads[2], numbered=False)
        self.needed = 2 * MARGIN + max(products, last + GAP + matrix)
        self.products = max(LEAST_PRODUCTS, min(products, room))
        third = MARGIN if self.row.quiet else MARGIN + last + GAP
        self.left = (MARGIN, MARGIN, third)
        self.label_width = min(self._widest(self.labels), self.products * LABEL_SHARE)

    def _matrix_width(self, heading: float, *, numbered: bool) -> float:
        cells = jacobian_width(self.sheet, self.row.a, self.tokens_k, self.form, numbered=numbered)
        return max(cells, heading)

    def _o(self) -> str:
        return "∂c" if self.notation.letters == "OmegaAC" else "∂o"

    def _widest(self, texts: list[str]) -> float:
        return max((self.sheet.measure(text, SIZE, True) for text in texts), default=0.0)

    # texts --------------------------------------------------------------------------------------------------

    def _dA(self, term: Term) -> str:
        return self.row.columns.dA.text(term.dA, self.form) if term.visible else translate("figure", "masked")

    def _mean_text(self) -> str:
        return self.row.columns.mean.text(self.row.mean, self.form)

    def _result(self, value: float) -> str:
        return self.row.columns.dscaled.text(value, self.form)

    def _start_text(self, term: Term) -> str:
        if not term.visible:
            return translate("figure", "masked")
        columns, mean = self.row.columns, self.row.mean
        minus = f"{'+' if mean < 0 else '−'} {columns.mean.text(abs(mean), self.form)}"
        weight, dA = columns.weight.text(term.weight, self.form), columns.dA.text(term.dA, self.form)
        return f"{weight}·({dA} {minus}) {equals(self.row.agrees(term))} "

    def _sum_text(self) -> str:
        total = self._result(self.row.total) if self.row.total else "0"
        if self.row.adds_up:
            return translate("figure", "sum = {total}").format(total=total)
        return translate("gradient", "sum ≈ {total}").format(total=total)

    def _summary(self) -> list[str]:
        """What the matrix does to the row, in two short phrases."""
        norm = float(jacobian_norms(self.row.a[np.newaxis])[0])
        phrases = [translate("gradient", "norm of J: {norm}").format(norm=self.form.short(norm, 3))]
        if not self.row.quiet:
            share = percent(float(self.gradient.passed[self.query]), self.form)
            phrases.append(translate("gradient", "{percent} of ∂A gets through").format(percent=share))
        return phrases

    # drawing ------------------------------------------------------------------------------------------------

    def lay(self) -> None:
        self._heading()
        if self.row.empty:
            self.sheet.text(
                MARGIN,
                48,
                translate("gradient", "No key may be looked at: nothing goes back."),
                size=SIZE,
                colour="muted",
            )
            return
        first, second, third = self._headings()
        if self.row.quiet:
            self._unasked()
        else:
            self.sheet.text(self.left[0], 48, first, size=15, bold=True, colour="weights")
            self._products()
            self._mean()
        if self.stacked:
            self.down = self.sheet.bottom + 34 - (48 - 15)
        if not self.row.quiet:
            self.sheet.text(self.left[1], 48 + self.down, second, size=15, bold=True, colour="scores")
            self._softmax()
        self.sheet.text(self.left[2], 48 + self.down, third, size=15, bold=True, colour="scores")
        top = 60.0 + self.down
        x, y = lay_jacobian(self.sheet, self.row.a, self.tokens_k, self.left[2], top, self.form, numbered=self.numbered)
        self.sheet.text(x, y + 15, self.notation.shape((len(self.row.a),) * 2), size=12, colour="muted")

    def _heading(self) -> None:
        """Which row, and on the same line, where it is in sight however little room there is, what gets through."""
        phrases = [] if self.row.empty else self._summary()
        taken = sum(self.sheet.measure(phrase, SIZE, True) + GAP for phrase in phrases)
        text = translate("gradient", "The way back of “{query}” through the softmax")
        name = visible_text(self.gradient.trace.tokens_q[self.query])
        right = MARGIN + self.room if self.stacked else self.left[2] + self._widest([self._headings()[2]])
        room = right - MARGIN - taken
        room -= self.sheet.measure(text.format(query=""), 12, True)
        heading = text.format(query=isolated(self.sheet.elided(name, max(room, 40.0), 12, bold=True)))
        x = MARGIN + self.sheet.text(MARGIN, 22, heading, size=12, bold=True, colour="muted")
        for index, phrase in enumerate(phrases):
            x += GAP + self.sheet.text(x + GAP, 22, phrase, size=SIZE, bold=bool(index))

    def _unasked(self) -> None:
        """Why nothing comes, and rows about which the loss does ask, to be clicked."""
        asked = np.flatnonzero(self.gradient.dO.any(axis=-1))
        if len(asked):
            text = translate("gradient", "The loss does not ask about this row, so all of it is 0.")
        else:
            text = translate("gradient", "∂L/∂O is 0 everywhere: nothing goes back.")
        room = self.room if self.stacked else self.left[2] - MARGIN - GAP
        lines = self.sheet.wrapped(text, room, SIZE)
        for index, line in enumerate(lines):
            self.sheet.text(MARGIN, 48 + 17 * index, line, size=SIZE, colour="muted")
        x, y = MARGIN, TOP + 17 * (len(lines) - 1)
        for index in asked[:MOST_LINKS] if self.links else ():
            name = isolated(short_name(self.gradient.trace.tokens_q[index]))
            link = translate("gradient", "Follow “{name}”").format(name=name)
            width = self.sheet.text(x, y, link, size=SIZE, bold=True, colour="accent")
            self.sheet.labels.append(
                Label(matrix="dO", axis="row", index=int(index), x=x, y=y - 15, width=width, height=LINE)
            )
            x += width + GAP

    def _line(self, index: int) -> float:
        return TOP + self.down + index * LINE

    def _products(self) -> None:
        x, row = self.left[0], self.row
        at = x + self.label_width + 6
        seen = [term for term in row.shown if term.visible]
        rooms = [x + self.products - at - self.sheet.measure(self._dA(term), SIZE, True) for term in seen]
        products = [row.product(term) for term in seen]
        texts, size = dot_texts(products, rooms, row.product_forms, self.form, self.sheet.measure, SIZES)
        written = {term.key: text for term, text in zip(seen, texts, strict=True)}
        for index, (term, label) in enumerate(zip(row.shown, self.labels, strict=True)):
            y = self._line(index)
            self.sheet.text(x, y, self.sheet.elided(label, self.label_width, SIZE), size=SIZE)
            if not term.visible:
                self.sheet.text(at, y, self._dA(term), size=SIZE, colour="muted")
                continue
            self._result_line(at, y, written[term.key], self._dA(term), size)
        self._note(x, self.products, translate("gradient", "… and {n} more").format(n=len(row.hidden)))

    def _result_line(self, x: float, y: float, text: str, result: str, size: int = SIZE) -> None:
        """A sum and its result, which stands right behind it."""
        self.sheet.runs(x, y, (text, {"size": size}), (result, {"size": SIZE, "bold": True}))

    def _note(self, x: float, width: float, text: str) -> None:
        if len(self.row.hidden):
            y = self._line(len(self.row.shown))
            self.sheet.text(x, y, self.sheet.elided(text, width, SIZE), size=SIZE, colour="muted")

    def _last_line(self) -> float:
        return self._line(len(self.row.shown) + bool(len(self.row.hidden)))

    def _mean(self) -> None:
        x, y, row = self.left[0], self._last_line() + 5, self.row
        at = x + self.sheet.text(x, y, MEAN, size=SIZE, bold=True, colour="weights") + 5
        room = x + self.products - at - self.sheet.measure(self._mean_text(), SIZE, True)
        (text,), size = dot_texts([row.mean_product()], [room], row.mean_forms, self.form, self.sheet.measure, SIZES)
        self._result_line(at, y, text, self._mean_text(), size)

    def _softmax(self) -> None:
        x = self.left[1]
        for index, (term, start, result) in enumerate(zip(self.row.shown, self.starts, self.results, strict=True)):
            y = self._line(index)
            if term.visible:
                self._result_line(x, y, start, result)
            else:
                self.sheet.text(x, y, start, size=SIZE, colour="muted")
        self._note(x, max(self.left[2] - x - 8, LEAST_PRODUCTS / 2), f"… ({self._result(self.row.rest)})")
        self.sheet.text(x, self._last_line(), self._sum_text(), size=SIZE, colour="muted")


def gradient_sum_figure(
    row: GradientRow,
    *,
    width: float,
    measure: Measure,
    form: NumberFormat,
    notation: Notation = STANDARD,
    narrow: bool = False,
    scrolled: bool = False,
    links: bool = True,
) -> Figure:
    """The written way back of one row, `width` wide; with `narrow` in two lines of columns where one is too wide;
    `scrolled`, where height costs nothing, rather than leave the numbers of J out.

    A row about which the loss does not ask offers others with `links`, which only a screen can follow.
    """
    sheet = Sheet(measure)
    panel = _Panel(row, form, sheet, width, notation, links=links)
    if (narrow and panel.least > width) or (scrolled and not panel.numbered):
        panel = _Panel(row, form, sheet, width, notation, stacked=True, links=links)
    panel.lay()
    return Figure(
        width=max(width, sheet.right + MARGIN / 2),
        height=math.ceil(sheet.bottom + 16),
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=visible_text(row.gradient.trace.tokens_q[row.query]),
        description=" ".join(item.text for item in sheet.items if hasattr(item, "text")),
    )


def gradient_sum_width(
    row: GradientRow, *, measure: Measure, form: NumberFormat, notation: Notation = STANDARD
) -> float:
    """How wide the written way back is when everything has room in full-sized type."""
    return _Panel(row, form, Sheet(measure), LARGEST, notation).needed


def percent(share: float, form: NumberFormat) -> str:
    """A share as a percentage with the digits that say something, e.g. 31 %, 0.4 %, 2·10⁻⁷ %."""
    hundred = 100 * float(share)
    number = form.short(hundred, 0 if hundred >= 10 else 1 if hundred >= 1 else 2)
    return translate("gradient", "{number} %").format(number=number)
