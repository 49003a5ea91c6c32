"""Which kv-head each query head reads, and beside it the tiled wiring that is so often written by mistake."""

from __future__ import annotations

from collections.abc import Callable

from attnviz.core.model_shape import ModelShape
from attnviz.export.figure import Figure, Measure, Path, Rect, Sheet
from attnviz.export.shape_sheet import (
    MARGIN,
    SMALL,
    Subject,
    finished,
    footnotes,
    heading,
    new_sheet,
    paragraph,
)
from attnviz.i18n import translate

MOST_HEADS = 128  # drawn; of more, the first ones
BOX = 26.0
NUMBERED = 15.0  # points a box must have for its number
DEPTH = 120.0  # from the query heads down to the kv-heads
# Groups side by side differ in dash as well as in place, so that no two are told apart by colour alone.
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
    y = _wires(sheet, subject, y, text, "Q", lambda head: right_head(shape, head))
    if 1 < shape.n_kv_heads < shape.n_heads:
        text = translate("shapes", "Wrong: head h reads kv-head h mod {kv}, the kv-heads tiled side by side.").format(
            kv=shape.n_kv_heads
        )
        y = _wires(sheet, subject, y + 18, text, "danger", lambda head: tiled_head(shape, head))
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


def _wires(sheet: Sheet, subject: Subject, y: float, text: str, role: str, wiring: Wiring) -> float:
    shape = subject.shape
    heads = min(shape.n_heads, MOST_HEADS)
    shared = max(wiring(head) for head in range(heads)) + 1
    if heads < shape.n_heads:
        text += " " + translate("shapes", "The first {heads} of {all} are drawn.").format(
            heads=heads, all=shape.n_heads
        )
    colour = "danger" if role == "danger" else "ink"
    top = paragraph(sheet, MARGIN, y + 14, text, subject.room, size=13, bold=True, colour=colour) - 5
    side = min(BOX, subject.room / heads * 0.78)
    above = [MARGIN + subject.room * (head + 0.5) / heads for head in range(heads)]
    below = [MARGIN + subject.room * (head + 0.5) / shared for head in range(shared)]
    for head in range(heads):
        read = wiring(head)
        sheet.add(
            Path(
                points=((above[head], top + side), (below[read], top + DEPTH)),
                colour=role if role == "danger" else ("Q", "V")[read % 2],
                width=1.4,
                opacity=0.75,
                dash=DASHES[read % 2],
            )
        )
    _boxes(sheet, above, top, side, "Q")
    _boxes(sheet, below, top + DEPTH, min(BOX, subject.room / shared * 0.78), "K")
    baseline = top + DEPTH + min(BOX, subject.room / shared * 0.78) + 16
    sheet.text(
        MARGIN,
        baseline,
        translate("shapes", "above: query heads; below: kv-heads; both counted from 0"),
        size=SMALL,
        colour="muted",
    )
    return baseline + 8


def _boxes(sheet: Sheet, centres: list[float], y: float, side: float, role: str) -> None:
    for index, centre in enumerate(centres):
        sheet.add(Rect(x=centre - side / 2, y=y, width=side, height=side, fill=role, radius=3))
        if side >= NUMBERED:
            sheet.text(centre, y + side / 2 + 4, str(index), size=11, colour="paper", align="center", bold=True)
