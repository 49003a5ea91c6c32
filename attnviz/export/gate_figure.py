"""The output gate fused into the query's matrix: how its columns are split, and where the gate multiplies."""

from __future__ import annotations

from attnviz.core.ledger import attention_rows
from attnviz.document.shape_edits import plain
from attnviz.export.figure import Figure, Measure, Rect, Sheet
from attnviz.export.shape_sheet import (
    MARGIN,
    SMALL,
    Subject,
    arrow,
    finished,
    footnotes,
    heading,
    new_sheet,
    paragraph,
    tinted,
)
from attnviz.i18n import translate

SHOWN = 4  # heads drawn with their numbers; the last one is drawn too
BAND = 44.0
BOX_HEIGHT = 46.0


def gate_figure(subject: Subject, measure: Measure) -> Figure:
    """The columns head by head, the wrong split in halves, and one head's way through."""
    sheet, shape = new_sheet(measure), subject.shape
    title = translate("shapes", "the output gate")
    y = heading(sheet, subject, title)
    if shape.gated:
        row = next(row for row in attention_rows(shape) if row.role == "Q")
        text = translate("shapes", "{name}, {inputs} → {outputs}: each head’s query, then its gate").format(
            name=plain(row), inputs=subject.count(row.inputs), outputs=subject.count(row.outputs)
        )
        y = _band(sheet, subject, y, text, halves=False)
        text = translate("shapes", "Wrong: all queries first, then all gates. The shapes fit, the numbers do not.")
        y = _band(sheet, subject, y + 10, text, halves=True)
        text = translate("shapes", "Where it multiplies: after the mixture of values, before the heads are joined")
    else:
        text = translate("shapes", "This layer has no output gate: what the heads mix goes on as it is.")
    y = _way(sheet, subject, paragraph(sheet, MARGIN, y + 22, text, subject.room, size=13, bold=True))
    if shape.gated:
        text = translate(
            "shapes", "σ(gate) lies between 0 and 1, one number for each of a head’s {size} outputs and every token."
        )
        y = paragraph(sheet, MARGIN, y + 4, text.format(size=shape.v_dim), subject.room)
    footnotes(sheet, subject, y + 6, "gate", "width")
    return finished(sheet, subject, title, text)


def _band(sheet: Sheet, subject: Subject, y: float, text: str, *, halves: bool) -> float:
    """The columns of the matrix as one band; of many heads only a few are drawn, with … for the others."""
    shape = subject.shape
    heads = list(range(shape.n_heads)) if shape.n_heads <= SHOWN + 1 else [*range(SHOWN), -1, shape.n_heads - 1]
    colour = "danger" if halves else "ink"
    y = paragraph(sheet, MARGIN, y + 14, text, subject.room, size=13, bold=True, colour=colour) - 35
    parts: list[tuple[str, int]]
    if halves:
        parts = [(role, head) for role in ("Q", "highlight") for head in heads]
    else:
        parts = [(role, head) for head in heads for role in (("Q", "highlight") if head >= 0 else ("Q",))]
    gap = 34.0
    dots = sum(head < 0 for _, head in parts)
    width = (subject.room - gap * dots) / (len(parts) - dots)
    x, top = MARGIN, y + 26
    for role, head in parts:
        if head < 0:
            sheet.text(x + gap / 2, top + BAND / 2 + 4, "…", size=16, align="center", colour="muted")
            x += gap
            continue
        tinted(sheet, x, top, width, BAND, role, strength=0.42 if role == "highlight" else 0.2)
        sheet.add(Rect(x=x, y=top, width=width, height=BAND, stroke="paper", stroke_width=1.5))
        name = "q" if role == "Q" else translate("shapes", "gate")
        size = shape.head_dim if role == "Q" else shape.v_dim
        sheet.text(x + width / 2, top + 19, f"{name} {head}", size=SMALL, align="center", bold=True)
        sheet.text(x + width / 2, top + 36, subject.count(size), size=11, align="center")
        x += width
    sheet.add(
        Rect(x=MARGIN, y=top, width=subject.room, height=BAND, stroke="danger" if halves else "Q", stroke_width=1.5)
    )
    return top + BAND + 8


def _way(sheet: Sheet, subject: Subject, y: float) -> float:
    """One head from left to right: scores, weights, mixture, gate; then all heads joined and the last matrix."""
    shape, n, count = subject.shape, subject.n, subject.count
    joined = shape.n_heads * shape.v_dim
    boxes = [
        ("q · kᵀ / √dₖ", f"{count(n)} × {count(n)}", "scores"),
        ("softmax", f"{count(n)} × {count(n)}", "weights"),
        ("A · v", f"{count(n)} × {shape.v_dim}", "output"),
    ]
    if shape.gated:
        boxes.append(("⊙ σ(gate)", f"{count(n)} × {shape.v_dim}", "highlight"))
    boxes.append((translate("shapes", "join heads"), f"{count(shape.n_heads)} × {shape.v_dim}", "output"))
    if shape.o_proj and shape.projections:
        name = next(plain(row) for row in attention_rows(shape) if row.role == "O").split(".")[-1]
        boxes.append((name, f"{count(joined)} → {count(shape.hidden)}", "output"))
    gap = 24.0
    width = (subject.room - gap * (len(boxes) - 1)) / len(boxes)
    for index, (name, size, role) in enumerate(boxes):
        x = MARGIN + index * (width + gap)
        tinted(sheet, x, y, width, BOX_HEIGHT, role, strength=0.42 if role == "highlight" else 0.16)
        sheet.add(Rect(x=x, y=y, width=width, height=BOX_HEIGHT, stroke=role, stroke_width=1.5, radius=4))
        sheet.text(x + width / 2, y + 20, sheet.elided(name, width - 8, 13, True), bold=True, align="center")
        text = sheet.elided(size, width - 8, 11)
        sheet.text(x + width / 2, y + 37, text, size=11, align="center")
        if index:
            arrow(sheet, x - gap + 2, y + BOX_HEIGHT / 2, x - 2, y + BOX_HEIGHT / 2)
    return y + BOX_HEIGHT + 22
