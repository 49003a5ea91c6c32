"""The chain of one head laid out as tiles, with the followed row or column outlined and the verdict in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from attnviz.core.tokens import visible_text
from attnviz.document.document import Document
from attnviz.document.explain import verdict
from attnviz.document.trace import Trace
from attnviz.export.captions import work_sentence
from attnviz.export.chain import Column, Layout, chain_layout
from attnviz.export.figure import Figure, Measure, Sheet
from attnviz.export.scene import Scene
from attnviz.export.tiles import HEADER, ROOMY, Look, Room, TileSize, cell_text, lay_tile, tile_size
from attnviz.export.words import isolated, short_name, weight_phrases
from attnviz.i18n import NumberFormat, translate

MARGIN = 22.0
GAP = 46.0  # between tiles of the chain; the arrow stands in it
ROW_GAP = 34.0
LABEL_GAP = 14.0  # between a column and the row labels of the next


def steps_figure(scene: Scene, measure: Measure, *, hints: bool = False) -> Figure:
    """The chain at its natural size.

    The followed row is outlined through it, or the followed column. Steps after the scene's are still to come: their
    tiles are empty. Cells that differ from the trace `before` show both numbers. `hints` says on the screen which
    matrices can be typed into.
    """
    sheet = Sheet(measure)
    document, trace = scene.document, scene.trace
    layout = chain_layout(document, trace, scene.before, scene.notation)
    look = chain_look(scene, layout, scene.view.step, hints=hints)
    top = MARGIN
    free: _Free | None = None
    for band in layout.bands:
        bottom, place = lay_band(sheet, band, look, top)
        free = free or place
        top = bottom + ROW_GAP
    if knows_end(layout, look):
        below = _Free(x=MARGIN, y=top, width=math.inf)
        _lay_verdict(sheet, document, trace, scene.query, scene.form, free, below)
    work = work_sentence(document, trace)
    if hints and work:
        sheet.text(MARGIN, sheet.bottom + 30, work, size=12, colour="muted")
    title = document.name or translate("figure", "Scaled dot-product attention")
    return Figure(
        width=math.ceil(sheet.right + MARGIN),
        height=math.ceil(sheet.bottom + MARGIN),
        items=tuple(sheet.items),
        labels=tuple(sheet.labels),
        title=title,
        description=_description(trace, scene.query, scene.form),
    )


def chain_look(scene: Scene, layout: Layout, step: int | None, *, hints: bool = False, room: Room = ROOMY) -> Look:
    """How the tiles of a chain look that has come to `step`, 0-based; None is its end."""
    return Look(
        form=scene.form,
        numbers=scene.view.numbers,
        query=scene.query,
        key=scene.key,
        reached=None if step is None else frozenset(layout.steps[: step + 1]),
        hints=hints,
        transposed=scene.notation.transposed,
        room=room,
        widths=scene.widths or {},
    )


@dataclass(frozen=True, slots=True)
class _Free:
    """Room for a few words: its corner, and how wide it is."""

    x: float
    y: float
    width: float


Run = tuple[str, dict[str, object]]  # text and its style


def knows_end(layout: Layout, look: Look) -> bool:
    """Whether the chain has come so far that its verdict may be told."""
    return look.reached is None or layout.steps[-1] in look.reached or "mix" in look.reached


def lay_band(sheet: Sheet, band: Sequence[Column], look: Look, top: float) -> tuple[float, _Free | None]:
    """Lay one band; return where it ends, and the free place below its short columns."""
    depth = max(len(column) for column in band)
    sizes = [[tile_size(sheet, tile, look) if tile else None for tile in column] for column in band]
    heights = [max((s[row].height for s in sizes if row < len(s) and s[row]), default=0.0) for row in range(depth)]  # type: ignore[union-attr]
    tops = [top + sum(heights[:row]) + row * ROW_GAP for row in range(depth)]
    right: float = MARGIN
    arrow_from = None
    free: _Free | None = None
    for column, column_sizes in zip(band, sizes, strict=True):
        present = [size for size in column_sizes if size]
        if not present:
            continue
        first = column_sizes[0]
        left = _cells_left(right, arrow_from is not None, first, column_sizes[1:])
        if first and arrow_from is not None:
            _lay_arrow(sheet, (arrow_from + left - first.gutter) / 2, tops[0], first)
        for tile, size, y in zip(column, column_sizes, tops, strict=False):
            if tile and size:
                lay_tile(sheet, tile, size, left - size.gutter, y, look)
        if first and column[0]:
            if free is None and arrow_from is not None and depth > 1 and len(column) == 1:
                free = _Free(x=left, y=tops[1], width=math.inf)
            arrow_from = left + first.cells_width
        if free is not None and len(present) > 1:
            free = replace(free, width=min(free.width, left - present[1].gutter - free.x - LABEL_GAP))
        right = max(left - size.gutter + size.width for size in present)
    return tops[-1] + heights[-1], free


def _cells_left(right: float, later: bool, first: TileSize | None, below: Sequence[TileSize | None]) -> float:
    """Where a column's cells begin: room for the arrow above, and for row labels above and below."""
    above = (GAP if later else 0.0) + first.gutter if first else 0.0
    beneath = max((size.gutter + (LABEL_GAP if later else 0.0) for size in below if size), default=0.0)
    return right + max(above, beneath)


def _lay_arrow(sheet: Sheet, x: float, top: float, size: TileSize) -> None:
    y = top + HEADER + (size.height - HEADER) / 2 + 6
    sheet.text(x, y, "→", size=20, colour="muted", align="center")


def _lay_verdict(
    sheet: Sheet, document: Document, trace: Trace, query: int, form: NumberFormat, free: _Free | None, below: _Free
) -> None:
    """The verdict beside the tiles, its sentence broken in two where it must be; below them where it is too long."""
    rooms = ((free, False), (free, True), (below, False), (below, True))
    for room, in_two in rooms:
        if room is None:
            continue
        lines = _verdict_lines(document, trace, query, form, in_two)
        widest = max(sum(sheet.measure(text, 14, "bold" in style) for text, style in line) for line in lines)
        if widest <= room.width or (room, in_two) == rooms[-1]:
            for index, line in enumerate(lines):
                sheet.runs(room.x, room.y + 14 + 22 * index, *line)
            return


def verdict_figure(document: Document, trace: Trace, query: int, form: NumberFormat, measure: Measure) -> Figure:
    """The verdict alone, to stand among tiles."""
    sheet = Sheet(measure)
    for index, line in enumerate(_verdict_lines(document, trace, query, form, broken=True)):
        sheet.runs(0.0, 14 + 22 * index, *line)
    return Figure(width=sheet.right, height=sheet.bottom, items=tuple(sheet.items))


def _verdict_lines(document: Document, trace: Trace, query: int, form: NumberFormat, broken: bool) -> list[list[Run]]:
    """What the row's numbers say: the output and which value wins, then where the weight comes from."""
    quiet: dict[str, object] = {"size": 14, "colour": "muted"}
    loud: dict[str, object] = {"size": 14, "bold": True}
    said = verdict(document, trace, query)
    if said is None:
        return [[(translate("figure", "No key may be looked at: the weights are 0."), quiet)]]
    lines: list[list[Run]] = []
    if trace.output is not None:
        values = " · ".join(cell_text(float(value), 2, form) for value in trace.output[query][:6])
        values += " · …" if trace.output.shape[1] > 6 else ""
        names = translate("figure", " and ").join(isolated(short_name(name)) for name in said.winners)
        arrow = f"→ {names}" if len(said.winners) == 1 else f"= {names}" if names else "→"
        token = isolated(short_name(said.query))
        lines.append([(f"{token}  ", quiet), (f"{arrow}   ", loud), (values, quiet)])
    phrases = weight_phrases(said, trace, form)
    if broken and len(phrases) > 1:
        lines += [[(f"{phrases[0]},", quiet)], [(f"{phrases[1]}.", quiet)]]
    else:
        lines.append([(", ".join(phrases) + ".", quiet)])
    return lines


def _description(trace: Trace, query: int, form: NumberFormat) -> str:
    weights = ", ".join(
        f"{visible_text(name)} {form.fixed(float(weight), 2)}"
        for name, weight in list(zip(trace.tokens_k, trace.weights[query], strict=True))[:12]
    )
    return translate("figure", "Attention step by step. Weights of the query “{query}”: {weights}.").format(
        query=visible_text(trace.tokens_q[query]), weights=weights
    )
