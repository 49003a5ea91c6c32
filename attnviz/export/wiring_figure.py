"""Which kv-head each query head reads, and beside it the tiled wiring that is so often written by mistake."""

from __future__ import annotations

from collections.abc import Callable

from attnviz.core.model_shape import ModelShape
from attnviz.export.figure import Figure, Measure, Path, Sheet
from attnviz.export.shape_sheet import (
    MARGIN,
    SMALL,
    Subject,
    finished,
    footnotes,
    framed,
    heading,
    new_sheet,
    paragraph,
)
from attnviz.i18n import translate

MOST_HEADS = 128  # drawn; of more, the first ones
BOX = 26.0
NUMBERED, LETTERED = 15.0, 22.0  # points a box must have for its number, and for the letters K and V
DEPTH = 120.0  # from the query heads down to the kv-heads
# Which kv-head is read is told by place; groups side by side differ in shade and dash only to be followed more easily.
SHADES = ("ink", "muted")
DASHES: tuple[tuple[float, ...], ...] = ((), (5, 3))
Wiring = Callable[[int], int]


def right_head(shape: ModelShape, head: int) -> int:
    """The kv-head that query head h reads: ⌊h / (n_heads / n_kv_heads)⌋."""
    return head // shape.share


def tiled_head(shape: ModelShape, head: int) -> int:
    """The mistake: h mod n_kv_heads, as if the kv-heads were laid side by side again and again."""
    return head % shape.n_kv_heads


def wiring_figure(subject: Subject, measure: Measure) -> Figure:
    """The right wiring, and the wrong one where heads share."""
    sheet, shape = new_sheet(measure), subject.shape
    title = translate("shapes", "query heads and the kv-heads they read")
    y = heading(sheet, subject, title)
    text = translate("shapes", "Right: head h reads kv-head ⌊h / {share}⌋; neighbours share.").format(share=shape.share)
    if shape.share == 1:
        text = translate("shapes", "Every query head has keys and values of its own.")
    y = _wires(sheet, subject, y, text, lambda head: right_head(shape, head))
    if 1 < shape.n_kv_heads < shape.n_heads:
        text = translate("shapes", "Wrong: head h reads kv-head h mod {kv}, the kv-heads tiled side by side.").format(
            kv=shape.n_kv_heads
        )
        y = _wires(sheet, subject, y + 18, text, lambda head: tiled_head(shape, head), wrong=True)
        moved = sum(right_head(shape, head) != tiled_head(shape, head) for head in range(shape.n_heads))
        text = translate(
            "shapes",
            "All shapes fit, so no error is raised: {moved} of {heads} heads just read the keys and values of others.",
        )
        y = paragraph(sheet, MARGIN, y + 14, text.format(moved=moved, heads=shape.n_heads), subject.room)
    elif shape.n_kv_heads == 1 < shape.n_heads:
        text = translate("shapes", "With one kv-head there is only one way to wire them.")
        y = paragraph(sheet, MARGIN, y + 14, text, subject.room)
    footnotes(sheet, subject, y + 6, "width")
    said = translate("shapes", "{heads} query heads read {kv} kv-heads, {share} each.")
    return finished(
        sheet,
        subject,
        title,
        said.format(heads=shape.n_heads, kv=shape.n_kv_heads, share=shape.share),
    )


def _wires(sheet: Sheet, subject: Subject, y: float, text: str, wiring: Wiring, *, wrong: bool = False) -> float:
    shape = subject.shape
    heads = min(shape.n_heads, MOST_HEADS)
    shared = max(wiring(head) for head in range(heads)) + 1
    if heads < shape.n_heads:
        text += " " + translate("shapes", "The first {heads} of {all} are drawn.").format(
            heads=heads, all=shape.n_heads
        )
    colour = "danger" if wrong else "ink"
    top = paragraph(sheet, MARGIN, y + 14, text, subject.room, size=13, bold=True, colour=colour) - 5
    side = min(BOX, subject.room / heads * 0.78)
    above = [MARGIN + subject.room * (head + 0.5) / heads for head in range(heads)]
    below = [MARGIN + subject.room * (head + 0.5) / shared for head in range(shared)]
    for head in range(heads):
        read = wiring(head)
        sheet.add(
            Path(
                points=((above[head], top + side), (below[read], top + DEPTH)),
                colour="danger" if wrong else SHADES[read % 2],
                width=1.4,
                opacity=0.75,
                dash=DASHES[read % 2],
            )
        )
    low = min(BOX, subject.room / shared * 0.78)
    _query_heads(sheet, above, top, side)
    foot = _kv_heads(sheet, below, top + DEPTH, low)
    text = translate("shapes", "above: query heads (Q); below: kv-heads, each with keys (K) and values (V); from 0 on")
    if shared > 1:
        text += translate("shapes", ". Lines to neighbouring kv-heads alternate in shade and dash.")
    return paragraph(sheet, MARGIN, foot + 18, text, subject.room, colour="muted") - 13


def _query_heads(sheet: Sheet, centres: list[float], y: float, side: float) -> None:
    """Light squares with their numbers."""
    for index, centre in enumerate(centres):
        framed(sheet, centre - side / 2, y, side, side, "Q")
        if side >= NUMBERED:
            sheet.text(centre, y + side / 2 + 4, str(index), size=SMALL, align="center", bold=True)


def _kv_heads(sheet: Sheet, centres: list[float], y: float, side: float) -> float:
    """Squares, half keys and half values, with their numbers below; returns where these end."""
    part = side / 2
    for index, centre in enumerate(centres):
        for x, role in ((centre - part, "K"), (centre, "V")):
            framed(sheet, x, y, part, side, role)
            if side >= LETTERED:
                sheet.text(x + part / 2, y + side / 2 + 4, role, size=11, align="center", bold=True, colour=role)
        if side >= NUMBERED:
            sheet.text(centre, y + side + 14, str(index), size=SMALL, align="center", bold=True)
    return y + side + (14 if side >= NUMBERED else 0)
