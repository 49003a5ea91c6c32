"""The ledger as a table: every matrix of a layer, what stands outside the layers, and what grows with n."""

from __future__ import annotations

from attnviz.core.checkpoint_names import names_of
from attnviz.core.growth import growth, layer_work, state_numbers
from attnviz.core.ledger import (
    Row,
    attention_rows,
    mlp_rows,
    norm_rows,
    outside_rows,
    parameters,
    recurrent_rows,
    totals,
)
from attnviz.document.shape_edits import plain, size_text
from attnviz.export.figure import Figure, Line, Measure, Sheet
from attnviz.export.shape_sheet import MARGIN, SMALL, Subject, finished, footnotes, heading, new_sheet
from attnviz.i18n import translate

ROW = 19.0
# Right edges of the columns of numbers, counted from the right margin; the name has the room before them.
EDGES = (515.0, 390.0, 310.0, 140.0, 0.0)


def ledger_figure(subject: Subject, measure: Measure) -> Figure:
    """All rows and totals, with the numbers in full."""
    sheet = new_sheet(measure)
    title = translate("shapes", "the ledger")
    table = _Table(sheet, subject, heading(sheet, subject, title))
    table.parameters()
    table.costs()
    footnotes(sheet, subject, table.y + 30, "width", "layers", "unknown", "context")
    found = totals(subject.shape)
    said = translate("shapes", "{name}: the attention of one layer has {layer} parameters, that of all layers {all}.")
    return finished(
        sheet,
        subject,
        title,
        said.format(name=subject.name, layer=subject.count(found.attention_layer), all=subject.count(found.attention)),
    )


class _Table:
    """Writes rows from the top down; `y` is the next one's upper edge."""

    def __init__(self, sheet: Sheet, subject: Subject, y: float) -> None:
        self.sheet = sheet
        self.subject = subject
        self.y = y
        self.edges = tuple(subject.room - edge for edge in EDGES)

    def parameters(self) -> None:
        """Matrices by the part of the model they belong to, with the totals of each."""
        shape, found = self.subject.shape, totals(self.subject.shape)
        self._head(
            translate("shapes", "inputs × outputs"),
            translate("shapes", "parameters"),
            self.subject.dtype,
            translate("shapes", "comes out"),
            translate("shapes", "multiply-adds"),
        )
        linear = shape.count("linear")
        attending = shape.n_layers - linear
        if names_of(shape.family).layer:
            self.y += ROW
            text = translate("shapes", "Names within a layer stand after {prefix}")
            self.y -= 4
            self.sheet.text(MARGIN, self.y, text.format(prefix=names_of(shape.family).layer), size=11, colour="muted")
        text = translate("shapes", "Attention, in each of {count} layers").format(count=attending)
        self._section(text, attention_rows(shape), found.attention_layer)
        text = translate("shapes", "Without n × n scores, in each of {count} layers").format(count=linear)
        self._section(text, recurrent_rows(shape), found.linear_layer)
        self._section(translate("shapes", "MLP, in each layer"), mlp_rows(shape), found.mlp_layer or 0)
        self._section(
            translate("shapes", "Normalisation, in each layer"), norm_rows(shape), parameters(norm_rows(shape))
        )
        self._section(translate("shapes", "Outside the layers"), outside_rows(shape), found.outside)
        self._total(translate("shapes", "Attention of all layers"), found.attention)
        if found.model is not None:
            self._total(translate("shapes", "The whole model"), found.model)

    def costs(self) -> None:
        """Scores, cache and work at n."""
        subject, shape = self.subject, self.subject.shape
        cost = growth(shape, subject.n, subject.batch)
        self.y += 12
        text = translate("shapes", "At n = {n}").format(n=subject.count(subject.n))
        self._head("", translate("shapes", "numbers"), subject.dtype, "", translate("shapes", "multiply-adds"), text)
        self._cost(translate("shapes", "scores of one head, n × n"), cost.scores_head)
        work = layer_work(shape, subject.n, subject.batch)
        self._cost(translate("shapes", "scores of one layer, all heads"), cost.scores_layer, work)
        self._cost(translate("shapes", "scores of all layers that have them"), cost.scores, cost.attention)
        self._cost(translate("shapes", "keys and values of one token, all layers"), cost.cache_token)
        self._cost(translate("shapes", "keys and values of n tokens (KV cache)"), cost.cache)
        if cost.state:
            state = state_numbers(shape)
            self._cost(translate("shapes", "state of one layer without scores, whatever n"), state * subject.batch)
        self._cost(translate("shapes", "every matrix that n tokens pass through"), None, cost.projections)
        self._cost(translate("shapes", "all work"), None, cost.work)

    # rows --------------------------------------------------------------------------------------------------

    def _head(self, *texts: str) -> None:
        """Titles above the columns; a sixth text is the first column's."""
        y = self.y + 12
        self.sheet.text(MARGIN, y, texts[5] if len(texts) > 5 else "", size=SMALL, bold=True)
        self._cells(texts[:5], y, colour="muted", bold=True)
        self._rule(y + 6, "muted")
        self.y = y + 7

    def _section(self, title: str, rows: tuple[Row, ...], total: int) -> None:
        if not rows:
            return
        self.y += ROW
        self.sheet.text(MARGIN, self.y, title, size=SMALL, bold=True)
        self._cells(("", self.subject.count(total), self.subject.memory(total), "", ""), self.y, bold=True)
        self._rule(self.y + 5, "line")
        for row in rows:
            self._matrix(row)
        self.y += 6

    def _matrix(self, row: Row) -> None:
        subject, count = self.subject, self.subject.count
        self.y += ROW
        name = plain(row) if row.copies == 1 else f"{plain(row)}  × {count(row.copies)}"
        if row.bias:
            name += translate("shapes", "  + bias")
        size = f"{count(row.inputs)} × {count(row.outputs)}" if row.inputs else count(int(size_text(row)))
        taken = self.edges[0] - self.sheet.measure(size, SMALL, False) - 14
        role = {"Q": "Q", "QKV": "Q", "K": "K", "V": "V", "O": "output"}.get(row.role, "ink")
        self.sheet.text(MARGIN, self.y, self.sheet.elided(name, taken, SMALL), size=SMALL, colour=role)
        once = row.role in ("table", "norm") or not row.inputs or row.once
        activation = "" if once else " × ".join(count(side) for side in row.activation(subject.n, subject.batch))
        work = row.work(subject.n, subject.batch)
        self._cells(
            (size, count(row.parameters), subject.memory(row.parameters), activation, count(work) if work else "–"),
            self.y,
        )

    def _total(self, title: str, value: int) -> None:
        self.y += ROW
        self.sheet.text(MARGIN, self.y, title, size=13, bold=True)
        self._cells(("", self.subject.count(value), self.subject.memory(value), "", ""), self.y, bold=True)

    def _cost(self, title: str, numbers: int | None, work: int | None = None) -> None:
        subject = self.subject
        self.y += ROW
        values = ("", "") if numbers is None else (subject.count(numbers), subject.memory(numbers))
        taken = self.edges[1] - self.sheet.measure(values[0], SMALL, False) - 14
        self.sheet.text(MARGIN, self.y, self.sheet.elided(title, taken, SMALL), size=SMALL)
        self._cells(("", *values, "", "" if work is None else subject.count(work)), self.y)

    def _cells(self, texts: tuple[str, ...], y: float, *, colour: str = "ink", bold: bool = False) -> None:
        for text, edge in zip(texts, self.edges, strict=True):
            if text:
                self.sheet.text(MARGIN + edge, y, text, size=SMALL, align="right", colour=colour, bold=bold)

    def _rule(self, y: float, colour: str) -> None:
        self.sheet.add(Line(x1=MARGIN, y1=y, x2=MARGIN + self.subject.room, y2=y, colour=colour))
        self.sheet.reach(0, y)
