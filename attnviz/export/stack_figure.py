"""All layers of a model: which have an n × n square, which see a band of it, and which carry a state instead."""

from __future__ import annotations

from attnviz.core.growth import growth
from attnviz.core.model_shape import LayerKind
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
    tinted,
)
from attnviz.i18n import translate

MOST_LAYERS = 256  # drawn; of more, the first ones
ACROSS = 16
GAP = 14.0
LABEL = 18.0
STATE = 0.34  # of a square's side: a state is small, and stays as it is


def stack_figure(subject: Subject, measure: Measure) -> Figure:
    """The layers row by row, the first at the upper left, and what their scores come to."""
    sheet, shape = new_sheet(measure), subject.shape
    title = translate("shapes", "the stack of layers")
    y = heading(sheet, subject, title)
    kinds = shape.layer_kinds
    y = _legend(sheet, subject, kinds, y + 4)
    side = min(44.0, (subject.room - GAP * (ACROSS - 1)) / ACROSS)
    shown = kinds[:MOST_LAYERS]
    for index, kind in enumerate(shown):
        row, column = divmod(index, ACROSS)
        x = MARGIN + column * (side + GAP)
        top = y + row * (side + LABEL + 4)
        draw_layer(sheet, kind, x, top, side)
        sheet.text(x + side / 2, top + side + 13, str(index + 1), size=11, colour="muted", align="center")
    y += (len(shown) + ACROSS - 1) // ACROSS * (side + LABEL + 4) + 16
    if len(shown) < len(kinds):
        text = translate("shapes", "The first {shown} of {all} layers are drawn.").format(
            shown=len(shown), all=subject.count(len(kinds))
        )
        y = paragraph(sheet, MARGIN, y, text, subject.room, colour="muted")
    text = _scores(subject, kinds)
    y = paragraph(sheet, MARGIN, y, text, subject.room, size=13)
    footnotes(sheet, subject, y + 4, "layers", "context")
    return finished(sheet, subject, title, text)


def draw_layer(sheet: Sheet, kind: LayerKind, x: float, y: float, side: float) -> None:
    """A layer's square of scores, the band of it that a window leaves, or a state in place of it."""
    if kind == "linear":
        small = side * STATE
        left, top = x + (side - small) / 2, y + (side - small) / 2
        tinted(sheet, left, top, small, small, "output", strength=0.5)
        sheet.add(Rect(x=left, y=top, width=small, height=small, stroke="output", stroke_width=1.5))
        return
    if kind == "full":
        tinted(sheet, x, y, side, side, "weights", strength=0.42)
    else:
        band = side * 0.3
        lower = ((x, y), (x + side, y + side), (x + side - band, y + side), (x, y + band))
        sheet.add(Path(points=lower, colour="weights", width=0.01, opacity=0.42, fill="weights"))
    sheet.add(Rect(x=x, y=y, width=side, height=side, stroke="weights", stroke_width=1.5))


def _legend(sheet: Sheet, subject: Subject, kinds: tuple[LayerKind, ...], y: float) -> float:
    shape = subject.shape
    texts: dict[LayerKind, str] = {
        "full": translate("shapes", "n × n scores: {count} layers"),
        "sliding": translate("shapes", "a window of {window}: {count} layers"),
        "linear": translate("shapes", "a state, no n × n scores: {count} layers"),
    }
    single: dict[LayerKind, str] = {
        "full": translate("shapes", "n × n scores: 1 layer"),
        "sliding": translate("shapes", "a window of {window}: 1 layer"),
        "linear": translate("shapes", "a state, no n × n scores: 1 layer"),
    }
    x = MARGIN
    for kind, several in texts.items():
        count = kinds.count(kind)
        text = single[kind] if count == 1 else several
        if count:
            draw_layer(sheet, kind, x, y, 18)
            window = subject.count(shape.window) if shape.window else "?"
            words = text.format(count=subject.count(count), window=window)
            x += 26 + sheet.text(x + 26, y + 14, words, size=SMALL) + 28
    return y + 34


def _scores(subject: Subject, kinds: tuple[LayerKind, ...]) -> str:
    found = growth(subject.shape, subject.n, subject.batch)
    everywhere = found.scores_layer * len(kinds)
    if found.scores == everywhere:
        text = translate("shapes", "At {n}, the scores of all {layers} layers are {numbers} numbers, {memory}.")
        if len(kinds) == 1:
            text = translate("shapes", "At {n}, the scores of the layer are {numbers} numbers, {memory}.")
        return text.format(
            n=subject.n_text,
            layers=subject.count(len(kinds)),
            numbers=subject.count(found.scores),
            memory=subject.memory(found.scores),
        )
    return translate(
        "shapes",
        "At {n}, the scores take {memory}; if all {layers} layers had whole n × n matrices they would take {all}.",
    ).format(
        n=subject.n_text,
        memory=subject.memory(found.scores),
        layers=subject.count(len(kinds)),
        all=subject.memory(everywhere),
    )
