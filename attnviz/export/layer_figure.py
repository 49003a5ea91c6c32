"""The matrices of one layer as rectangles on one scale, and below them what they make of n tokens."""

from __future__ import annotations

from dataclasses import dataclass

from attnviz.core.ledger import Row, attention_rows
from attnviz.core.model_shape import ModelShape
from attnviz.document.shape_edits import plain
from attnviz.export.figure import Figure, Line, Measure, Rect, Sheet
from attnviz.export.shape_sheet import (
    MARGIN,
    SMALL,
    Subject,
    finished,
    footnotes,
    framed,
    heading,
    new_sheet,
    tinted,
)
from attnviz.i18n import translate

GAP = 24.0
TALLEST, WIDEST_UNIT = 230.0, 44.0  # of a rectangle; of one row or column of a small matrix
LEAST = 2.0  # that a rectangle is thick
NARROWEST_STRIPE = 3.0  # below it heads are not told apart
ROLES = {"Q": "Q", "K": "K", "V": "V", "QKV": "Q", "O": "output"}


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle: rows high and columns wide, in units of the model."""

    title: str
    lines: tuple[str, ...]  # below the title
    rows: int
    columns: int
    role: str
    parts: tuple[tuple[str, int], ...] = ()  # (role, columns) from the left, where it is made of several


def layer_figure(subject: Subject, measure: Measure) -> Figure:
    """Everything that one layer's attention holds, to scale, and what n tokens make of it."""
    sheet = new_sheet(measure)
    title = translate("shapes", "the matrices of one layer, to scale")
    y = heading(sheet, subject, title)
    weights = weight_blocks(subject)
    scale = _scale(sheet, subject, weights) if weights else WIDEST_UNIT
    if weights:
        if subject.shape.gated:
            y = _legend(sheet, y)
        y = _row_of(sheet, weights, scale, y + 6)
    made = made_blocks(subject)
    own = min(scale, _scale(sheet, subject, made))
    text = translate("shapes", "What n = {n} tokens become, on the same scale")
    if own < scale * 0.999:
        text = translate("shapes", "What n = {n} tokens become, drawn {times} times smaller")
    text = text.format(n=subject.count(subject.n), times=subject.form.short(scale / own, 1))
    if subject.batch > 1:
        more = translate("shapes", "one sequence of {batch} drawn, all counted")
        text += f" ({more.format(batch=subject.count(subject.batch))})"
    sheet.text(MARGIN, y + 24, text, size=SMALL, colour="muted", bold=True)
    y = _row_of(sheet, made, own, y + 38)
    footnotes(sheet, subject, y + 26, "width", "gate", "sharing", "context")
    described = [f"{block.title}: {block.rows} × {block.columns}" for block in (*weights, *made)]
    return finished(sheet, subject, title, "; ".join(described))


def _legend(sheet: Sheet, y: float) -> float:
    """What the two colours within the query's matrix are."""
    x = MARGIN
    words = (("Q", 0.18, translate("shapes", "a head’s query")), ("highlight", 0.42, translate("shapes", "its gate")))
    for role, strength, text in words:
        tinted(sheet, x, y - 4, 14, 14, role, strength=strength)
        sheet.add(Rect(x=x, y=y - 4, width=14, height=14, stroke="Q"))
        x += 22 + sheet.text(x + 22, y + 7, text, size=SMALL, colour="muted") + 20
    return y + 18


def weight_blocks(subject: Subject) -> tuple[Block, ...]:
    """The projections, without their norms: rows are inputs, columns outputs."""
    return tuple(_weight(subject, row) for row in attention_rows(subject.shape) if row.inputs)


def _weight(subject: Subject, row: Row) -> Block:
    count = subject.count
    lines = (
        f"{count(row.inputs)} → {count(row.outputs)}",
        translate("shapes", "{count} parameters").format(count=count(row.parameters)),
        subject.memory(row.parameters),
    )
    return Block(plain(row), lines, row.inputs, row.outputs, ROLES[row.role], _parts(subject.shape, row))


def _parts(shape: ModelShape, row: Row) -> tuple[tuple[str, int], ...]:
    """The columns of each head, with the gate's after the query's; in one matrix for all, Q's before K's and V's."""
    if row.role == "QKV":
        return (("Q", shape.n_heads * shape.head_dim), *_shared(shape))
    if row.role == "Q" and shape.gated:
        return tuple(part for _ in range(shape.n_heads) for part in (("Q", shape.head_dim), ("highlight", shape.v_dim)))
    if row.role == "O":
        return ()
    heads, width = {
        "Q": (shape.n_heads, shape.head_dim),
        "K": (shape.n_kv_heads, shape.head_dim),
        "V": (shape.n_kv_heads, shape.v_dim),
    }[row.role]
    return tuple((row.role, width) for _ in range(heads))


def _shared(shape: ModelShape) -> tuple[tuple[str, int], ...]:
    return ("K", shape.n_kv_heads * shape.head_dim), ("V", shape.n_kv_heads * shape.v_dim)


def made_blocks(subject: Subject) -> tuple[Block, ...]:
    """X, Q, K, V, scores and what comes out: one sequence's and of S one head's drawn, those of all counted."""
    shape, n, count = subject.shape, subject.n, subject.count
    heads, kv = shape.n_heads, shape.n_kv_heads
    sequences = f"{count(subject.batch)} × " if subject.batch > 1 else ""

    def block(title: str, columns: int, role: str) -> Block:
        lines = (f"{sequences}n × {count(columns)}", subject.memory(subject.batch * n * columns))
        return Block(title, lines, n, columns, role)

    size = f"{sequences}n × n" if heads == 1 else f"{sequences}{count(heads)} × n × n"
    scores = Block("S", (size, subject.memory(subject.batch * heads * n * n)), n, n, "scores")
    blocks = [block("X", shape.hidden, "muted")] if shape.projections else []
    blocks.append(block("Q", heads * shape.head_dim, "Q"))
    if shape.gated:
        blocks.append(block(translate("shapes", "gate"), heads * shape.v_dim, "highlight"))
    blocks += [block("K", kv * shape.head_dim, "K"), block("V", kv * shape.v_dim, "V")]
    blocks.append(scores)
    blocks.append(block("A · V", heads * shape.v_dim, "output"))
    return tuple(blocks)


def _scale(sheet: Sheet, subject: Subject, blocks: tuple[Block, ...]) -> float:
    """Points a unit, so that the row fits: a label may be wider than its rectangle."""
    labels = [_label_width(sheet, block) for block in blocks]
    scale = min(WIDEST_UNIT, TALLEST / max(block.rows for block in blocks))
    room = max(subject.room - GAP * (len(blocks) - 1), 1.2 * sum(labels))  # the picture grows with its labels
    while _needed(blocks, labels, scale) > room and scale > 1e-9:
        scale *= 0.97
    return scale


def _needed(blocks: tuple[Block, ...], labels: list[float], scale: float) -> float:
    return sum(max(block.columns * scale, label) for block, label in zip(blocks, labels, strict=True))


def _label_width(sheet: Sheet, block: Block) -> float:
    return max(sheet.measure(block.title, 13, True), *(sheet.measure(line, SMALL, False) for line in block.lines))


def _row_of(sheet: Sheet, blocks: tuple[Block, ...], scale: float, y: float) -> float:
    """Blocks side by side, their upper edges level, and their labels below; returns where the next row may begin."""
    tallest = max(max(block.rows * scale, LEAST) for block in blocks)
    x = MARGIN
    for block in blocks:
        width, height = max(block.columns * scale, LEAST), max(block.rows * scale, LEAST)
        _draw(sheet, block, x, y, width, height)
        below = y + tallest + 20
        role = "ink" if block.role in ("muted", "highlight") else block.role
        sheet.text(x, below, block.title, size=13, bold=True, colour=role)
        for line in block.lines:
            below += 16
            sheet.text(x, below, line, size=SMALL, colour="muted")
        x += max(width, _label_width(sheet, block)) + GAP
    return y + tallest + 24 + 16 * max(len(block.lines) for block in blocks)


def _draw(sheet: Sheet, block: Block, x: float, y: float, width: float, height: float) -> None:
    whole = sum(columns for _, columns in block.parts)
    stripes = len(block.parts) > 1 and width / len(block.parts) >= NARROWEST_STRIPE
    if not stripes:
        framed(sheet, x, y, width, height, block.role)
        return
    left = x
    for index, (role, columns) in enumerate(block.parts):
        part = width * columns / whole
        tinted(sheet, left, y, part, height, role, strength=0.42 if role == "highlight" else 0.18)
        if index:
            sheet.add(Line(x1=left, y1=y, x2=left, y2=y + height, colour="paper", width=1))
        left += part
    sheet.add(Rect(x=x, y=y, width=width, height=height, stroke=block.role, stroke_width=1.5))
